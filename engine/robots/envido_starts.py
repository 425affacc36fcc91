"""Where the solution of the envido begins: games solved ahead, at scores all over a match.

A file beside this module holds them. It makes robots quicker, no better: a solution that begins
where a like game has ended is looked for as long as any other, until nobody gains by reading it.
Without the file, or with one that was made for other rules, robots solve each game from nothing,
which takes three times as long; :func:`missing` says why. ``python -m tools.envido_starts`` makes
the file anew.
"""

import zlib
from collections.abc import Iterable
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from engine.robots.bets import Choice, Known, Start, choices
from engine.robots.bets import Path as Words
from engine.variants import VARIANTS, table_for

FILE: Final = Path(__file__).with_name("envido_starts.bin")
VERSION: Final = 1
"""Of the file's form; another one is not read."""
APART: Final = 3
"""Two scores that were solved ahead are so many points apart."""
SHARES, REGRETS = 15, 63
"""A share is stored as a whole number up to this; so is the root of a regret."""

Place = tuple[int, int]
"""Where in a match, for mano and pie: the number of the score that was solved ahead."""


class Solved(Struct, frozen=True, array_like=True):
    """The games of one variant, solved ahead."""

    trees: tuple[tuple[tuple[Words, Words], ...], ...]
    """The choices of each tree that occurs: the words that lead there, and those to choose from."""
    games: dict[str, tuple[int, tuple[float, ...], bytes]]
    """By place: which tree; the largest regret of each choice; the shares of all choices, then the
    roots of their regrets."""


class Head(Struct, frozen=True, array_like=True):
    """What a file is."""

    version: int
    rules: str
    digest: str


def rules_mark() -> str:
    """A mark of all rules that the games of the file were made with."""
    rules = [table_for(name, 2).rules for name in games()]
    told = [(one.variant, one.envido, one.match, one.cards) for one in rules]
    return sha256(repr(told).encode()).hexdigest()[:16]


def games() -> list[str]:
    """The variants that have an envido."""
    return [name for name in VARIANTS if table_for(name, 2).rules.envido.calls]


def steps(target: int) -> int:
    """How many scores of a side were solved ahead."""
    return -(-target // APART)


def place(variant: str, scores: tuple[int, int], target: int) -> Place:
    """The nearest place to this score of mano and pie. A shorter or longer match than usual counts
    in proportion."""
    usual = steps(table_for(variant, 2).rules.match.target)
    mano, pie = (min(max(one, 0) * usual // target, usual - 1) for one in scores)
    return mano, pie


def score_at(variant: str, at: Place) -> tuple[int, int]:
    """The score of a place."""
    target = table_for(variant, 2).rules.match.target
    mano, pie = (min(one * APART + APART // 2, target - 1) for one in at)
    return mano, pie


# --- the file -------------------------------------------------------------------------------------


def missing() -> str:
    """Why robots begin from nothing; empty: they do not."""
    found = _read()
    return found if isinstance(found, str) else ""


@lru_cache(maxsize=64)
def start(variant: str, at: Place) -> Start | None:
    """Where the game at this place has ended; ``None``: that is not known."""
    found = _read()
    solved = None if isinstance(found, str) else found.get(variant)
    stored = None if solved is None else solved.games.get(_name(at))
    if solved is None or stored is None:
        return None
    number, tops, data = stored
    tree = solved.trees[number]
    whole = sum(len(words) for _, words in tree)
    types = len(data) // (2 * whole)
    made: dict[tuple[Words, Words], Known] = {}
    begun = 0
    for choice, top in zip(tree, tops, strict=True):
        size = len(choice[1]) * types
        shares = data[begun : begun + size]
        roots = data[whole * types + begun : whole * types + begun + size]
        made[choice] = Known(
            [one / SHARES for one in shares], [top * (one / REGRETS) ** 2 for one in roots]
        )
        begun += size
    return made


@cache
def _read() -> dict[str, Solved] | str:
    """The games by variant, or why there are none."""
    try:
        head, _, body = FILE.read_bytes().partition(b"\n")
        said = msgspec.json.decode(head, type=Head)
        if said.version != VERSION:
            return "another version"
        if said.rules != rules_mark():
            return "made for other rules"
        if said.digest != sha256(body).hexdigest():
            return "damaged"
        return msgspec.msgpack.decode(zlib.decompress(body), type=dict[str, Solved])
    except OSError:
        return "no file"
    except (msgspec.MsgspecError, zlib.error, ValueError):
        return "damaged"


def packed(ended: dict[str, Iterable[tuple[Place, Choice]]]) -> bytes:
    """The file. ``ended``: by variant, the games at their places, played and not settled."""
    body = zlib.compress(
        msgspec.msgpack.encode({name: _stored(roots) for name, roots in ended.items()}), 9
    )
    head = Head(VERSION, rules_mark(), sha256(body).hexdigest())
    return msgspec.json.encode(head) + b"\n" + body


def _stored(roots: Iterable[tuple[Place, Choice]]) -> Solved:
    trees: dict[tuple[tuple[Words, Words], ...], int] = {}
    stored: dict[str, tuple[int, tuple[float, ...], bytes]] = {}
    for at, root in roots:
        below = [*choices(root)]
        number = trees.setdefault(tuple((path, one.words) for path, one in below), len(trees))
        known = [one.mixed.known() for _, one in below]
        tops = [float(f"{max(one.regrets):.4g}") for one in known]
        shares = [round(SHARES * share) for one in known for share in one.shares]
        roots_of = [
            round(REGRETS * min(regret / top, 1.0) ** 0.5)
            for one, top in zip(known, tops, strict=True)
            for regret in one.regrets
        ]
        stored[_name(at)] = number, tuple(tops), bytes(shares + roots_of)
    return Solved(tuple(trees), stored)


def _name(at: Place) -> str:
    return f"{at[0]} {at[1]}"

"""Warm starts for the solution of the envido: games solved ahead, at every score of a match.

A file beside this module has a section of them for each game. The warm starts make robots quicker,
not better: the solver goes on from a start, as it does from nothing, until the exploitability is
small enough. Where a game has no section, or one that was made for other rules, robots solve each
envido from nothing, which takes several times as long; :func:`missing` gives the reason. ``python
-m lab.envido_starts`` makes sections anew.
"""

import lzma
import math
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import asdict

from engine.robots.learnt import shipped
from engine.robots.reading.stakes import pace_of
from engine.robots.solving.bets import Path as Words
from engine.robots.solving.bets import Start
from engine.robots.solving.mixed import Row
from engine.rules.marks import mark_of
from engine.variants import VARIANTS, table_for

FILE: Final = Path(__file__).with_name("envido_starts.bin")
VERSION: Final = 4
"""The version of the file's form. A file of another version is not read."""
PLAYERS: Final = 2
LEVELS: Final = 20
"""The root of a regret is stored as a whole number up to this."""
FINE: Final = 8
"""The largest regret of a choice is stored in this many steps from one power of two to the next."""
LEAST: Final = -27
"""The exponent of the power of two below the lowest stored regret."""
SQUARES: Final = [(level / LEVELS) ** 2 for level in range(LEVELS + 1)]

Place = tuple[int, int]
"""A place in a match: the scores of mano and pie, converted to a match of the usual length."""
Tree = tuple[tuple[Words, Words], ...]
"""The choices of a game: for each one the words that lead to it, and the words to choose from."""


class Solved(Struct, frozen=True, array_like=True):
    """The games of one variant, solved ahead."""

    trees: tuple[Tree, ...]
    """The different trees of these games."""
    games: dict[str, tuple[int, bytes]]
    """For each place and player: the index of the tree, and in bytes the largest regret of each
    choice, then the roots of all regrets."""


_solved_decoder: Final = msgspec.msgpack.Decoder(Solved)


def rules_mark(game: str) -> str:
    """The mark of all that the starts of this game were made from."""
    table = table_for(game, PLAYERS)
    rules = table.rules
    envido, match = rules.envido, rules.match
    return mark_of(
        {
            "calls": envido.calls,
            "falta": envido.falta,
            "refused": envido.refused,
            "cap": envido.cap,
            "floor": envido.floor,
            "at_least": envido.at_least,
            "target": match.target,
            "games_to_win": match.games_to_win,
            "buenas": match.buenas,
            "pace": asdict(pace_of(table)),
            "deck": table.deck,
            "points": rules.cards.points,
            "pair_bonus": rules.cards.pair_bonus,
            "pieces": rules.cards.pieces,
            "substitute": rules.cards.substitute,
            "second_piece": rules.cards.second_piece,
            "promotion": rules.cards.promotion,
            "flor": rules.flor is not None,
        }
    )


def games() -> list[str]:
    """The games of two that have an envido."""
    found = [name for name, variant in VARIANTS.items() if PLAYERS in variant.players]
    return [name for name in found if table_for(name, PLAYERS).rules.envido.calls]


def place(variant: str, scores: tuple[int, int], target: int) -> Place:
    """The place of this score of mano and pie. A shorter or longer match than usual counts in
    proportion."""
    usual = table_for(variant, PLAYERS).rules.match.target
    mano, pie = (min(max(score, 0) * usual // target, usual - 1) for score in scores)
    return mano, pie


# --- the file -------------------------------------------------------------------------------------


def missing() -> dict[str, str]:
    """For each game, the reason why robots begin from nothing. Games with a usable section are left
    out."""
    return shipped.refused(FILE, VERSION, {game: rules_mark(game) for game in games()})


@lru_cache(maxsize=64)
def start(variant: str, at: Place, robot: int) -> Start | None:
    """The final regrets of the game that was solved ahead for this place, with the robot as this
    player; ``None``: the file does not have it."""
    solved = _read(variant)
    stored = None if isinstance(solved, str) else solved.games.get(name_of(at, robot))
    if isinstance(solved, str) or stored is None:
        return None
    number, data = stored
    tree = solved.trees[number]
    made: dict[Words, dict[str, Row]] = {}
    begun = len(tree)
    types = (len(data) - begun) // sum(len(words) for _, words in tree)
    for (path, words), power in zip(tree, data, strict=False):
        top = top_of(power)
        made[path] = {}
        for word in words:
            made[path][word] = [top * SQUARES[level] for level in data[begun : begun + types]]
            begun += types
    return made


@cache
def _read(game: str) -> Solved | str:
    """The solved games of this variant, or the reason why there are none."""
    body = shipped.body_of(FILE, VERSION, game, rules_mark(game))
    if isinstance(body, str):
        return body
    try:
        return _solved_decoder.decode(shipped.unpacked(body))
    except (msgspec.MsgspecError, lzma.LZMAError):
        return shipped.DAMAGED


def forget() -> None:
    """Forgets everything that was read, so that another file can be read."""
    _read.cache_clear()
    start.cache_clear()


def top_of(power: int) -> float:
    """The largest regret that was stored as this power."""
    return math.ldexp(FINE + power % FINE, power // FINE + LEAST)


def name_of(at: Place, robot: int) -> str:
    return f"{at[0]} {at[1]} {robot}"

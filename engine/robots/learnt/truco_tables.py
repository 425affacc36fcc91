"""The learnt tables of the truco of two and of four: for each spot the share of each choice.

A file beside this module has a section for each game: a table for each number of players and zone
of scores. Two scores are in one zone when each side wins the game with the same step of the ladder
at both; for four players there is one zone. Robots at a game without a section, or at a table with
another ladder, other ties or longer tricks than the variant's usual ones, decide by imagined deals;
:func:`missing` gives the reason. ``python -m lab.truco_tables`` learns the sections again.
"""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import asdict

from engine.cards import UNKNOWN, Card
from engine.robots.learnt import shipped
from engine.robots.learnt.mix_tables import TrucoTable, opened
from engine.robots.learnt.truco_spots import class_of
from engine.robots.reading.scale import above_with
from engine.robots.reading.stakes import pace_of
from engine.rules.marks import mark_of
from engine.state.table import Table
from engine.variants import VARIANTS, table_for

FILE: Final = Path(__file__).with_name("truco_tables.bin")
VERSION: Final = 7
"""The version of the file's form and of the spots. A file of another version is not read."""
SIZES: Final = (2, 4)
"""The numbers of players for which something is learnt."""
ANY: Final = 0
"""The part of a zone that holds every number of lacking points."""

SOLVED: Final = " solved"
"""A part of the name of a solved table of tricks 2 and 3 (:func:`solved_at`)."""
_COMMON: Final = f"{SOLVED} common"
"""A part of the name of the common table of the solved tables with one winner of the first trick
and one turned card, or with all turned cards."""


class First(NamedTuple):
    """The first cards of mano and pie, for which tricks 2 and 3 are solved."""

    mano: int
    """The level of the mano's card."""
    pie: int
    suit: int
    """What the suit of the mano's card tells
    (:func:`engine.robots.learnt.truco_spots.suit_told`), or those of both cards (``suits_told``
    there)."""
    turned: Card = UNKNOWN
    """The turned card of the hand."""


Zone = tuple[int, int]
"""With two players: for mano and pie the first step of the ladder that wins them the game
(:func:`home_step`). With four: ``(ANY, ANY)``."""


def missing() -> dict[str, str]:
    """For each game, the reason why its tables are not used. Games whose tables are used are left
    out."""
    return shipped.refused(FILE, VERSION, {game: rules_mark(game) for game in games()})


def games() -> list[str]:
    """The games for which tables are learnt."""
    return [name for name, variant in VARIANTS.items() if {*SIZES} & {*variant.players}]


def home_step(worth: Sequence[int], lacking: int) -> int:
    """The first step of the ladder that wins the game for a side that lacks this many points, or
    else the last step. A higher step gains nothing."""
    for step in range(1, len(worth)):
        if worth[step] >= lacking:
            return step
    return len(worth) - 1


def table_at(table: Table, zone: Zone) -> TrucoTable | None:
    """The learnt table for this zone; ``None``: there is none for the rules of this table."""
    if not _fits(table):
        return None
    return _table(table.rules.variant, name_of(table.players, zone))


def solved_at(table: Table, zone: Zone, step: int, word: int, first: First) -> TrucoTable | None:
    """The solved table of tricks 2 and 3 for two players, by the spots of
    :func:`engine.robots.learnt.truco_spots.exact_spot`; ``None``: there is none for the rules of
    this table. ``step``: the step of the ladder that is accepted when trick 2 begins. ``word``: the
    slot that may say the next step. First cards that were not solved use the table of the nearest
    solved first cards with the same winner; of several, that of the turned card with which cards
    stand most alike."""
    if not _fits(table):
        return None
    start = name_of(table.players, zone, f"{SOLVED} {step} {word} ")
    nearest = _nearest(table, start, first)
    if nearest is None:
        return None
    return _solved(table.rules.variant, zone, step, word, nearest)


@lru_cache(maxsize=4096)
def _nearest(table: Table, start: str, first: First) -> First | None:
    """The solved first cards whose table is used after these first cards. ``start``: the beginning
    of the names of the game's tables."""
    known = _solved_after(table.rules.variant, start)
    turned = sorted(known, key=lambda card: _unlike(table, card, first))
    firsts = [solved for card in turned for solved in known[card]]
    alike = [solved for solved in firsts if _winner(solved) == _winner(first)]
    return min(alike, key=lambda solved: _far(solved, first), default=None)


def _far(solved: First, first: First) -> int:
    """The distance between two pairs of first cards with the same winner."""
    levels = abs(solved.mano - first.mano) + abs(solved.pie - first.pie)
    return 2 * levels + (solved.suit != first.suit)


_NO_LEVEL: Final = (-1, 0)
"""What :func:`_standing` has for a level that a hand has not: no class, and no card."""


def _unlike(table: Table, turned: Card, first: First) -> tuple[int, int]:
    """How different the cards stand with this card turned and in a hand with these first cards: how
    many levels are in another class, before any card lies on the table; and how many cards more or
    less the levels have, where those of the first cards count twice."""
    one, other = _standing(table, turned), _standing(table, first.turned)
    classes = cards = 0
    for level in one.keys() | other.keys():
        mine, theirs = one.get(level, _NO_LEVEL), other.get(level, _NO_LEVEL)
        classes += mine[0] != theirs[0]
        cards += abs(mine[1] - theirs[1]) * (2 if level in (first.mano, first.pie) else 1)
    return classes, cards


@lru_cache(maxsize=256)
def _standing(table: Table, turned: Card) -> Mapping[int, tuple[int, int]]:
    """By level in the solved tables: its class with this card turned, and how many cards it has."""
    above = above_with(table, turned)
    usual = usual_levels(table, above)
    return {
        usual[level]: (class_of(higher), lower - higher)
        for level, (lower, higher) in enumerate(pairwise(above), 1)
    }


def _winner(first: First) -> int:
    """The winner of the first trick: 1: the mano; 0: nobody; -1: the pie."""
    return (first.mano > first.pie) - (first.mano < first.pie)


@cache
def _solved_after(game: str, start: str) -> Mapping[Card, Sequence[First]]:
    """By turned card, the first cards after which a game is solved; both ascend. ``start``: the
    beginning of the names of its tables."""
    tables = _read(game)
    names = () if isinstance(tables, str) else tables
    told = [name.removeprefix(start).split() for name in names if name.startswith(start)]
    found: dict[Card, list[First]] = {}
    for first in sorted([First(*map(int, words)) for words in told], key=_by_turned):
        found.setdefault(first.turned, []).append(first)
    return found


def _by_turned(first: First) -> tuple[Card, First]:
    return first.turned, first


def usual_levels(table: Table, above: Sequence[int]) -> list[int]:
    """For each level of a hand, the level in the solved tables. Where the turned card would have
    been alone on its level, the hand has one level less than usual: then a card alone on its level
    has the usual level with as many higher cards. ``above``: by level, how many cards of the hand's
    deck are higher."""
    top = len(above) - 1
    lacking = _levels(table) - top
    return [
        level + lacking
        if above[level] == top - level and above[level - 1] == top - level + 1
        else level
        for level in range(top + 1)
    ]


@lru_cache(maxsize=256)
def _levels(table: Table) -> int:
    return max(
        [max(table.heights(turned)) for turned in (table.deck if table.turns else (UNKNOWN,))]
    )


def solved_name(zone: Zone, step: int, word: int, first: First) -> str:
    """The name of a table of :func:`solved_at`."""
    return name_of(2, zone, f"{SOLVED} {step} {word} " + " ".join(map(str, first)))


def common_name(zone: Zone, step: int, word: int, first: First, turned: Card) -> str:
    """``turned``: the turned card of the hand; ``UNKNOWN``: tables of all turned cards share it."""
    return name_of(2, zone, f"{_COMMON} {step} {word} {_winner(first)} {turned}")


@lru_cache(maxsize=256)
def _fits(table: Table) -> bool:
    """Whether the truco of this table has the same rules as the variant's usual table."""
    if table.players not in SIZES:
        return False
    return _told(table) == _told(table_for(table.rules.variant, table.players))


def _told(table: Table) -> dict[str, object]:
    """The rules on which the truco of a table depends. The cards do not count: a spot knows a card
    only by the number of higher cards."""
    tricks = table.rules.tricks
    return {
        "worth": table.worth,
        "formulas": [step.formula for step in table.rules.truco.steps],
        "tie_lead": tricks.tie_lead,
        "all_tied": tricks.all_tied,
        "after_tie": tricks.after_tie,
        "highest_after_tie": tricks.highest_after_tie,
        "equal_cards": tricks.equal_cards,
        "caller_must_beat": tricks.caller_must_beat,
    }


# --- the file -------------------------------------------------------------------------------------


def rules_mark(game: str) -> str:
    """The mark of all that the tables of this game were learnt from."""
    told: dict[str, object] = {}
    for size in SIZES:
        if size not in VARIANTS[game].players:
            continue
        table = table_for(game, size)
        turned = table.deck if table.turns else (UNKNOWN,)
        told[str(size)] = {
            **_told(table),
            "target": table.rules.match.target,
            "pace": asdict(pace_of(table)),
            "deck": table.deck,
            "heights": [table.heights(card) for card in turned],
        }
    return mark_of(told)


_tables_decoder: Final = msgspec.msgpack.Decoder(dict[str, bytes])


@cache
def _read(game: str) -> dict[str, bytes] | str:
    return tables_in(FILE, game)


def tables_in(file: Path, game: str) -> dict[str, bytes] | str:
    """The compressed tables of a game by name (:func:`name_of`), or the reason why there are
    none."""
    body = shipped.body_of(file, VERSION, game, rules_mark(game))
    if isinstance(body, str):
        return body
    try:
        return _tables_decoder.decode(body)
    except msgspec.MsgspecError:
        return shipped.DAMAGED


@cache
def _table(variant: str, name: str) -> TrucoTable | None:
    short = _short(variant, name)
    return None if short is None else opened(short)


@lru_cache(maxsize=8)
def _solved(variant: str, zone: Zone, step: int, word: int, first: First) -> TrucoTable | None:
    """The same for a solved table, with a cache of its own: a hand needs one of them, a game has
    hundreds."""
    names = (common_name(zone, step, word, first, turned) for turned in (first.turned, UNKNOWN))
    common = next((found for name in names if (found := _common(variant, name))), None)
    short = _short(variant, solved_name(zone, step, word, first))
    return None if common is None or short is None else common.but(short)


@lru_cache(maxsize=12)
def _common(variant: str, name: str) -> TrucoTable | None:
    """A common table. It is larger than the others, so not all games' are kept."""
    short = _short(variant, name)
    return None if short is None else opened(short)


def _short(variant: str, name: str) -> bytes | None:
    """A compressed table; ``None``: there is none."""
    found = _read(variant)
    return None if isinstance(found, str) else found.get(name)


def forget() -> None:
    """Forgets everything that was read, so that another file can be read."""
    _read.cache_clear()
    _table.cache_clear()
    _solved.cache_clear()
    _common.cache_clear()
    _solved_after.cache_clear()
    _nearest.cache_clear()


def name_of(players: int, zone: Zone, part: str = "") -> str:
    """The name of a table in its section. ``part``: what a solved table adds."""
    return f"{players} {zone[0]} {zone[1]}{part}"

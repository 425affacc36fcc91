"""The positions of the study room: for each hand the share of each answer, and its worth.

Argentino for two at 15-15, tricks 2 and 3, nothing called in trick 1. ``python -m lab.study_room``
solves them and writes the file; the mixes are those of the robots' solved tables.
"""

from functools import cache, lru_cache
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from engine.cards import SPANISH
from engine.robots.learnt import shipped
from engine.robots.learnt.truco_tables import rules_mark
from engine.variants import table_for

FILE: Final = Path(__file__).with_name("study_room.bin")
VERSION: Final = 1
"""The version of the file's form. A file of another version is not read."""
GAME: Final = "argentino"
OVER: Final = -1
"""The mark of an answer after which nobody decides: the hand is over, or only the last cards are
left to lay."""
RARE: Final = -2
"""The mark of an answer that too few hands give: the decisions after it are not in the file."""


class StudiedHand(Struct, frozen=True, array_like=True):
    """The strategy of a player with these cards at a decision."""

    held: tuple[int, ...]
    """The strengths of the cards left, the lower first."""
    answers: tuple[int, ...]
    """The possible answers, as indexes of the decision's answers."""
    shares: tuple[int, ...]
    """The share of each answer, in hundredths; the sum is 100."""
    worth: tuple[int, ...]
    """The worth of each answer: points of the hand, won less lost, in hundredths of a point."""


class StudiedDecision(Struct, frozen=True):
    """A decision of one seat: it lays a card, says a word, or answers a word."""

    seat: int
    """0: the mano."""
    answers: tuple[str, ...]
    """The answers: a word of the truco, or the strength of the card that is laid; ``0``: the only
    card left."""
    shares: tuple[int, ...]
    """The share of each answer over all hands, in hundredths."""
    after: tuple[int, ...]
    """The decision that follows each answer, as an index of the position's decisions, or
    :data:`OVER`, or :data:`RARE`."""
    hands: tuple[StudiedHand, ...]
    """The hands of the seat. A hand without a choice is left out."""


class StudiedPosition(Struct, frozen=True):
    """Tricks 2 and 3 after these first cards."""

    name: str
    """The first cards of mano and pie: ``2e-4c``."""
    gain: int
    """The exploitability of the solution: the gain of a best response, in thousandths of a point of
    the hand, the mean of mano and pie."""
    decisions: tuple[StudiedDecision, ...]
    """The first one is the beginning of trick 2."""


def levels_of(name: str) -> tuple[int, int]:
    """The strengths of the first cards of mano and pie."""
    strength = table_for(GAME, 2).strength
    mano, pie = (strength[SPANISH.read(card)] for card in name.split("-"))
    return mano, pie


@cache
def names() -> tuple[str, ...]:
    """The positions in the file, the most frequent ones first; none where the file is damaged or
    of another version."""
    found = shipped.head_of(FILE, VERSION)
    return () if isinstance(found, str) else tuple(found[0].games)


@lru_cache(maxsize=32)
def position(name: str) -> StudiedPosition | None:
    """A position of :func:`names`; ``None``: there is none, or it was made for other rules."""
    body = shipped.body_of(FILE, VERSION, name, rules_mark(GAME))
    return None if isinstance(body, str) else _decoder.decode(shipped.unpacked(body))


def decision_at(studied: StudiedPosition, *steps: str) -> StudiedDecision | None:
    """The decision to which these answers lead; ``None``: it is not in the file."""
    at = 0
    for step in steps:
        decision = studied.decisions[at]
        at = decision.after[decision.answers.index(step)] if step in decision.answers else RARE
        if at < 0:
            return None
    return studied.decisions[at]


_decoder: Final = msgspec.msgpack.Decoder(StudiedPosition)

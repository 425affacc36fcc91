"""A record as a value. ``parse_record`` of :mod:`engine.record.notation` reads it, ``write_record``
writes it.

Each statement is one value. The lines that deal a hand (``hand``, ``cut``, ``deal`` or ``deck``)
are one statement together. Line numbers stand beside the statements and not in them, so that a
record that was written and read again has equal statements.
"""

import re
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from engine.actions import Action, Legal
from engine.cards import UNKNOWN, Card
from engine.errors import BadRecord, Reason
from engine.state.table import Table
from engine.variants import table_for

FORMAT: Final = "1"
"""The number of the format, in the first line of every record."""
SIDES: Final = ("A", "B")
CUTS: Final = ("arriba", "medio", "abajo")
"""The possible cuts of the deck (TR-DEA-02)."""
REDONDA: Final = "redonda"
"""The word for a hand of all players together."""
DUELS: Final = "punta"
"""The word for a hand of duels. Some games call it pica or pico; these words are read too."""

_NOT_IN_A_NAME: Final = re.compile(r"[#\x00-\x1f\x7f-\x9f\ud800-\udfff\ufeff]")


class Problem(Struct, frozen=True):
    """The first fault of a record."""

    line: int
    """The number of its line, from 1; 0 when the file could not be read at all."""
    reason: Reason
    text: str
    """The statement and what is wrong with it, in English, for the writer of the record."""


class Header(Struct, frozen=True):
    """All that a record says before the first hand."""

    variant: str
    players: int
    options: tuple[tuple[str, str], ...] = ()
    """(name, value) of the options that are written, in their order; the others have their
    defaults."""
    names: tuple[tuple[int, str], ...] = ()
    """(seat, name) of the seats that have a name."""
    score: tuple[int, ...] = (0, 0)
    """The points before the first hand, by account."""
    games: tuple[int, ...] = (0, 0)
    """The games won before the first hand, by account."""


class SeatTaken(Struct, frozen=True, tag="seat"):
    """From now on somebody else sits on this seat."""

    seat: int
    name: str


class RobotTookOver(Struct, frozen=True, tag="robot"):
    """A robot took this seat over in the middle of a hand, and has it to the end of the hand.

    It stands in a comment, ``# robot 1``: programs that do not know it lose nothing of the game."""

    seat: int


class HandDealt(Struct, frozen=True, tag="hand"):
    """A hand begins: who deals, and the cards."""

    dealer: int
    hands: tuple[tuple[Card, ...], ...]
    """The cards of each seat in the order in which they were dealt, also where the record gives the
    deck; ``UNKNOWN`` for ``??``."""
    turned: Card = UNKNOWN
    """The vira or muestra; ``UNKNOWN``: no card is turned."""
    mode: str = ""
    """``redonda`` or ``punta``. Empty: the mode that the rules give."""
    cut: str = ""
    """One of :data:`CUTS`. Empty: the record does not say."""
    deck: tuple[Card, ...] = ()
    """The deck after the cut. Empty: the record gives the hands instead."""


class ProofLine(Struct, frozen=True, tag="proof"):
    """Data of a fair deal. A replay ignores them."""

    text: str


class RecordedStep(Struct, frozen=True, tag="step"):
    """A step of a seat, as it is written. Where it answers a flor, its verb may still be
    ``quiero``; :func:`engine.record.notation.resolve` makes it ``florquiero``."""

    action: Action


class Closed(Struct, frozen=True, tag="close"):
    """The time for claims is over."""


class ResultLine(Struct, frozen=True, tag="result"):
    """An assertion: the points that the hand gives."""

    points: tuple[int, int]
    """(points of A, points of B), not cut at the target."""


class Ended(Struct, frozen=True, tag="end"):
    """The match stops here, before its end."""

    reason: str
    """One of :data:`engine.actions.END_REASONS`."""


class MustRefuse(Struct, frozen=True, tag="refused"):
    """An assertion, ``! seat words [REASON]``: this step is refused now."""

    action: Action
    reason: Reason | None = None
    """The reason of the refusal; ``None``: any reason."""


class MustOffer(Struct, frozen=True, tag="legal"):
    """An assertion, ``? seat words, words ...``: these are all legal actions of the seat now."""

    seat: int
    actions: tuple[Legal, ...]
    """The actions, in any order."""


Statement = (
    SeatTaken
    | RobotTookOver
    | HandDealt
    | ProofLine
    | RecordedStep
    | Closed
    | ResultLine
    | Ended
    | MustRefuse
    | MustOffer
)


class Record(Struct, frozen=True):
    header: Header
    statements: tuple[Statement, ...] = ()
    """All statements after the header."""
    lines: tuple[int, ...] = ()
    """The number of the line of each statement; for a hand, of its ``hand`` line."""


class SeatHolder(Struct, frozen=True):
    """The player of a seat from a line of a record on."""

    line: int
    """0: from the beginning."""
    seat: int
    name: str
    took_over: bool = False
    """A robot has taken the seat over in the middle of the hand, although it has this name."""


def seat_holders(record: Record) -> Iterator[SeatHolder]:
    """The players of the seats, in the order of the lines. A robot that took a seat over has it
    until the next hand."""
    names = dict(record.header.names)
    yield from (SeatHolder(0, seat, name) for seat, name in names.items())
    robots: list[int] = []
    for line, statement in zip(record.lines, record.statements, strict=True):
        match statement:
            case SeatTaken(seat, name):
                names[seat] = name
                yield SeatHolder(line, seat, name)
            case RobotTookOver(seat):
                robots.append(seat)
                yield SeatHolder(line, seat, names.get(seat, ""), took_over=True)
            case HandDealt():
                yield from (SeatHolder(line, seat, names.get(seat, "")) for seat in robots)
                robots = []
            case _:
                pass


def clean_name(name: str) -> str:
    """A name as a record can hold it: one line, single blanks between words, no ``#``."""
    return " ".join(_NOT_IN_A_NAME.sub(" ", name).split())


class Parsed(Struct, frozen=True):
    """The part of a text that could be read, and the first fault after it."""

    record: Record | None
    """The record up to the problem; ``None`` when the problem is in the header."""
    problem: Problem | None
    """The first problem; ``None``: the whole text is a record."""


def table_of(header: Header) -> Table:
    """The table of a match with this header. Raises :class:`engine.errors.BadRules` if there is no
    such table."""
    return table_for(header.variant, header.players, dict(header.options))


def problem_of(error: BadRecord) -> Problem:
    """The fault that a :class:`BadRecord` tells of."""
    line = error.parameters.get("line", 0)
    return Problem(
        line=line if isinstance(line, int) else 0,
        reason=error.reason,
        text=str(error.parameters.get("text", "")),
    )

"""A record as a value: what :func:`engine.record.notation.parse_record` reads and ``write_record``
writes.

One statement is one value; a hand, which takes several lines (``hand``, ``cut``, ``deal`` or
``deck``), is one as well. Line numbers stand beside the statements, not in them, so that a record
written anew has equal statements.
"""

import re
from typing import Final

from msgspec import Struct

from engine.actions import Action, Legal
from engine.cards import UNKNOWN, Card
from engine.errors import BadRecord, Reason
from engine.state.table import Table
from engine.variants import table_for

FORMAT: Final = "1"
SIDES: Final = ("A", "B")
CUTS: Final = ("arriba", "medio", "abajo")
REDONDA: Final = "redonda"
DUELS: Final = "punta"
"""The word for a hand of duels; the games have their own (pica, pico), which are read as well."""

_NOT_IN_A_NAME: Final = re.compile(r"[#\x00-\x1f\x7f-\x9f\ud800-\udfff\ufeff]")


class Problem(Struct, frozen=True):
    """The first thing of a record that was not accepted."""

    line: int
    """From 1; 0 when the file could not be read at all."""
    reason: Reason
    text: str
    """The statement, and what is wrong with it, for whoever wrote it."""


class Header(Struct, frozen=True):
    """What stands before the first hand."""

    variant: str
    players: int
    options: tuple[tuple[str, str], ...] = ()
    """The options written, in their order; the defaults for all others."""
    names: tuple[tuple[int, str], ...] = ()
    """Who sits where, for the seats that are named."""
    score: tuple[int, ...] = (0, 0)
    """Points before the first hand, by account."""
    games: tuple[int, ...] = (0, 0)


class SeatTaken(Struct, frozen=True, tag="seat"):
    """Somebody else sits here from now on."""

    seat: int
    name: str


class HandDealt(Struct, frozen=True, tag="hand"):
    """A hand begins."""

    dealer: int
    hands: tuple[tuple[Card, ...], ...]
    """By seat, in the order dealt, also when the deck was written; ``UNKNOWN`` for ``??``."""
    turned: Card = UNKNOWN
    mode: str = ""
    """``redonda``, ``punta``, or empty: as the rules alternate."""
    cut: str = ""
    """``arriba``, ``medio``, ``abajo``, or empty."""
    deck: tuple[Card, ...] = ()
    """The deck after the cut, when it was written instead of the hands."""


class Proof(Struct, frozen=True, tag="proof"):
    """Data of a fair deal, which the replay ignores."""

    text: str


class Step(Struct, frozen=True, tag="step"):
    """A step of a seat. An answer to a flor may still be a plain ``quiero``."""

    action: Action


class Closed(Struct, frozen=True, tag="close"):
    """The time for claims is over."""


class Result(Struct, frozen=True, tag="result"):
    """The points each side must have received in this hand."""

    points: tuple[int, int]


class Ended(Struct, frozen=True, tag="end"):
    """The match stopped here."""

    reason: str


class MustRefuse(Struct, frozen=True, tag="refused"):
    """``! seat words [REASON]``: not legal now."""

    action: Action
    reason: Reason | None = None


class MustOffer(Struct, frozen=True, tag="legal"):
    """``? seat ...``: exactly these are the seat's legal actions now, in any order."""

    seat: int
    actions: tuple[Legal, ...]


Statement = SeatTaken | HandDealt | Proof | Step | Closed | Result | Ended | MustRefuse | MustOffer


class Record(Struct, frozen=True):
    """A parsed record."""

    header: Header
    statements: tuple[Statement, ...] = ()
    lines: tuple[int, ...] = ()
    """The line of each statement (a hand's: its ``hand`` line)."""


def clean_name(name: str) -> str:
    """A name as a record can hold it: on one line, single blanks, without ``#``."""
    return " ".join(_NOT_IN_A_NAME.sub(" ", name).split())


def table_of(header: Header) -> Table:
    """The table at which the match was played."""
    return table_for(header.variant, header.players, dict(header.options))


def problem_of(error: BadRecord) -> Problem:
    """A parser's refusal as a value."""
    line = error.parameters.get("line", 0)
    return Problem(
        line=line if isinstance(line, int) else 0,
        reason=error.reason,
        text=str(error.parameters.get("text", "")),
    )

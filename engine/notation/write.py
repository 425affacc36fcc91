"""Records as text: what the live service appends line by line is exactly this."""

from collections.abc import Iterable, Sequence
from typing import assert_never

from engine.actions import Action, AnyAction, Close, Deal, End
from engine.cards import UNKNOWN, Card
from engine.notation.record import (
    FORMAT,
    Closed,
    Ended,
    HandDealt,
    Header,
    MustOffer,
    MustRefuse,
    Proof,
    Record,
    Result,
    SeatTaken,
    Statement,
    Step,
)
from engine.notation.words import spelling_of, write_action
from engine.table import Table, table_for

SIDES = ("A", "B")


def header_of(
    table: Table,
    names: Sequence[str] = (),
    score: tuple[int, ...] = (0, 0),
    games: tuple[int, ...] = (0, 0),
) -> Header:
    """The header of a match at this table. ``names`` by seat, empty for a seat without one.

    Only options that differ from the variant's defaults are written: these never change.
    """
    raise NotImplementedError


def write_header(header: Header) -> tuple[str, ...]:
    """The lines before the first hand."""
    raise NotImplementedError


def write_seat(seat: int, name: str) -> str:
    """``seat 0 Ana``. What a name cannot hold (``#``, line breaks) becomes a blank."""
    raise NotImplementedError


def write_deal(table: Table, deal: Deal) -> tuple[str, ...]:
    """The ``hand`` line and the ``deal`` lines of one hand."""
    raise NotImplementedError


def write_result(points: tuple[int, int]) -> str:
    """``result A 2 B 1``."""
    raise NotImplementedError


def write_step(table: Table, action: AnyAction) -> tuple[str, ...]:
    """The lines of anything that :func:`engine.apply.apply` takes: ``0 play 7o``, ``close`` ..."""
    raise NotImplementedError


def write_record(record: Record) -> str:
    """The record in canonical form; parsing it gives the same header and statements."""
    raise NotImplementedError

"""The type checker refuses a number of one kind where another kind is wanted."""

import re
from pathlib import Path

from mypy import api

ROOT = Path(__file__).parents[2]

SWAPS = """
from engine.guard.offers import offer_of
from engine.moves.draft import Draft
from engine.moves.scoring import win
from engine.numbers import BIT, NOBODY, NO_SIDE, Seat, Seats, Side
from engine.state.seats import in_contest, may_answer, pie
from engine.state.state import (
    ENVIDO_GAME, FLOR_POINTS_KIND, Entry, Held, Pending, Play, Position, State, other
)
from engine.state.table import Table, action


def seats_and_sides(table: Table, position: Position, seat: Seat, side: Side) -> None:
    pie(table, position, side)
    pie(table, position, seat)  # refused: a seat for a side
    offer_of(table, position, seat)
    offer_of(table, position, side)  # refused: a side for a seat
    in_contest(position, table.sides[seat])  # refused: a side for a seat
    may_answer(table, position, side)  # refused: a side for a seat
    other(table.sides[seat])
    other(seat)  # refused: a seat for a side
    action(side, "truco")  # refused: a side for a seat
    action(1 - seat, "truco")  # refused: a number for a seat


def sets(position: Position, seat: Seat, side: Side) -> Seats:
    position.gone >> seat & 1
    position.gone >> side & 1  # refused: a side in a set of seats
    position.gone >> position.laid & 1  # refused: a set in a set
    position.claimed >> seat & 1  # refused: a seat in a set of sides
    position.gone | BIT << seat
    position.gone | seat  # refused: a seat for a set
    position.gone | BIT << side  # refused: no set of sides among sets of seats
    position.gone + 1  # refused: a set is no number
    return seat  # refused: a seat for a set


def a_draft(draft: Draft, position: Position, seat: Seat, side: Side) -> None:
    draft.gone = position.laid
    draft.gone = position.turn  # refused: a seat for a set
    draft.turn = position.gone  # refused: a set for a seat
    draft.word = position.turn  # refused: a seat for a side
    draft.claimed = position.owing  # refused: a set of seats for a set of sides
    win(draft, FLOR_POINTS_KIND, side, 3, "flor.alone")
    win(draft, FLOR_POINTS_KIND, 3, side, "flor.alone")  # refused: points for a side
    win(draft, side, FLOR_POINTS_KIND, 3, "flor.alone")  # refused: a side for a kind
    draft.dealt_to(side)  # refused: a side for a seat


def values(seat: Seat, side: Side, seats: Seats) -> None:
    Pending(ENVIDO_GAME, side, seat, 0)
    Pending(ENVIDO_GAME, seat, side, 0)  # refused: seat and side exchanged
    Pending(side, ENVIDO_GAME, seat, 0)  # refused: game and side exchanged
    Pending(ENVIDO_GAME, side, seat, 0, said_no=seat)  # refused: a seat for a set
    Entry(0, FLOR_POINTS_KIND, side, 3, "flor.alone")
    Entry(FLOR_POINTS_KIND, 0, side, 3, "flor.alone")  # refused: duel and kind exchanged
    Entry(0, FLOR_POINTS_KIND, 3, side, "flor.alone")  # refused: side and points exchanged
    Held(0, FLOR_POINTS_KIND, side, 3, "flor.alone", seat)  # refused: a seat for a set
    Play(0, seats, 1, False)  # refused: a set for a seat


def winners(state: State, side: Side) -> None:
    state.winner == state.dealer  # refused: an account and a seat
    side == NOBODY  # refused: a side and a seat
    side == NO_SIDE


def by_keyword(position: Position) -> None:
    Position(position.contest, position.turn)  # refused: without keywords
"""


def test_a_swap_does_not_pass(tmp_path: Path) -> None:
    """One run over all of it, for a run is dear: errors stand exactly where one is expected."""
    file = tmp_path / "swaps.py"
    file.write_text(SWAPS, encoding="utf-8")
    settings = ("--config-file", str(ROOT / "pyproject.toml"))
    cache = ("--cache-dir", str(ROOT / ".mypy_cache"))
    quiet = ("--follow-imports", "silent", "--no-warn-unreachable")
    out, faults, _ = api.run([*settings, *cache, *quiet, str(file)])
    assert not faults
    found = {int(line) for line in re.findall(r"^.*swaps\.py:(\d+): error: ", out, re.MULTILINE)}
    lines = SWAPS.splitlines()
    expected = {at for at, line in enumerate(lines, start=1) if "# refused" in line}
    assert found == expected, out

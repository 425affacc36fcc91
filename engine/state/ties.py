"""The winner of a trick, and the winner with equal points in the envido and in the flor."""

from collections.abc import Callable, Sequence
from typing import Final

from engine.numbers import Seat
from engine.state.state import Play
from engine.state.table import Table


def _nearest_mano(table: Table, contest: tuple[Seat, ...], tied: Sequence[Seat]) -> Seat:
    """The one who sits first from the mano (AR-PLA-04)."""
    return tied[0]


def _mano_team(table: Table, contest: tuple[Seat, ...], tied: Sequence[Seat]) -> Seat:
    """A seat of the mano's side (GA-ENV-07); if there is none, the seat nearest the mano."""
    side = table.sides[contest[0]]
    return next((seat for seat in tied if table.sides[seat] == side), tied[0])


ALTERNATING: Final = "alternating"
"""Of equal points those said first win: each answer must be higher (UY-ENV-09)."""

TIES: Final[dict[str, Callable[[Table, tuple[Seat, ...], Sequence[Seat]], Seat]]] = {
    "nearest_mano": _nearest_mano,
    "mano_team": _mano_team,
}


def first_of(table: Table, rule: str, contest: tuple[Seat, ...], tied: Sequence[Seat]) -> Seat:
    """The winner among seats with equal points; ``tied`` in any order."""
    return TIES[rule](table, contest, sorted(tied, key=contest.index))


def prevails(table: Table, rule: str, contest: tuple[Seat, ...], seat: Seat, leader: Seat) -> bool:
    """Whether this seat, with as many points, takes the lead from that one of the other side."""
    if rule == ALTERNATING:
        return False
    return first_of(table, rule, contest, (seat, leader)) == seat


def highest(plays: tuple[Play, ...], strength: tuple[int, ...]) -> tuple[Seat, ...]:
    """The seats whose card is the highest among these, in the order in which they laid."""
    best = -1
    seats: list[Seat] = []
    for play in plays:
        height = 0 if play.covered else strength[play.card]
        if height > best:
            best, seats = height, [play.seat]
        elif height == best:
            seats.append(play.seat)
    return tuple(seats)

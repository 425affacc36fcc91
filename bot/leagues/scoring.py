"""The IMPs for a deal that was played in two rooms (LI-16, ``docs/leagues.md``)."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

_STEPS: Final = (1, 2, 3, 4, 6, 8, 11, 14, 18, 22)
"""The smallest swing for each number of IMPs, from 1 on. The largest possible swing is twice the
cap of a hand, 26 at most."""


def imps(swing: int) -> int:
    """The IMPs for a swing, with the swing's sign: large swings count less than in proportion."""
    worth = sum(abs(swing) >= step for step in _STEPS)
    return worth if swing > 0 else -worth


class PairingScore(Struct, frozen=True):
    """The score of a pairing: for the first team, then for the other one."""

    imps: tuple[int, int]
    """The IMPs of the deals that each team has won."""
    deals: tuple[int, int]
    """The number of deals that each team has won; the other deals are even."""
    points: tuple[int, int]
    """The points of the game, in both rooms."""


def scored(opened: Sequence[tuple[int, int]], closed: Sequence[tuple[int, int]]) -> PairingScore:
    """The score of a pairing. Each room is given as the points of each hand by side. The first team
    is side A in the open room and side B in the closed one, so it has the other cards there."""
    brought, won, points = [0, 0], [0, 0], [0, 0]
    for (one_open, other_open), (other_closed, one_closed) in zip(opened, closed, strict=True):
        one, other = one_open + one_closed, other_open + other_closed
        points[0] += one
        points[1] += other
        if worth := imps(one - other):
            side = int(worth < 0)
            brought[side] += abs(worth)
            won[side] += 1
    return PairingScore((brought[0], brought[1]), (won[0], won[1]), (points[0], points[1]))

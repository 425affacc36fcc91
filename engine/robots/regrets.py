"""How robots learn a game by playing it: external sampling of regrets, with linear weights.

Two sides learn. The *robot*, whose choices are kept, plays against a *rival*, who learns to beat
it. Of its own choices the player that learns tries all, of the others' one, which is drawn. What a
choice would have brought more than the mix is its regret, and the next mix follows the regrets.
The mean of all mixes of the robot is what is kept. The same seed gives the same numbers, compiled
or not.
"""

import random
from typing import Final

Row = list[float]
"""Of one spot, with n choices: n regrets; n weights of the mean mix, as often as this player's own
play comes to the spot; n weights likewise, as often as the spot was tried while learning. The
second mean is for spots to which nobody comes who plays well."""

NOBODY: Final = -1
ODD: Final = 0.05
"""How often a rival does anything instead of what it has learnt. So the robot learns to answer what
nobody does who plays well."""


class Regrets:
    """What robot and rival have learnt so far."""

    def __init__(self, seed: str) -> None:
        """``seed``: of all chances."""
        self.rng = random.Random(seed)
        self.rows: dict[int, Row] = {}
        """Of the robot, by spot."""
        self.rivals: dict[int, Row] = {}
        """Of the rival."""
        self.robot = 0
        """The robot's side in this hand: 0, the mano's, or 1."""
        self.weight = 1.0
        """Of this round."""

    def row(self, spot: int, ways: int, side: int) -> Row:
        """What this side has learnt of a spot with so many choices."""
        rows = self.rows if side == self.robot else self.rivals
        row = rows.get(spot)
        if row is None:
            row = [0.0] * (3 * ways)
            rows[spot] = row
        return row

    def drawn(self, row: Row, ways: int, side: int) -> int:
        """What the other player does. The mix of the robot counts in the mean, as soon as it has
        learnt one."""
        total = 0.0
        for way in range(ways):
            if row[way] > 0.0:
                total += row[way]
        left = self.rng.random()
        if side != self.robot:
            if left < ODD:
                return int(left / ODD * ways)
            left = (left - ODD) / (1.0 - ODD)
        if total <= 0.0:
            return int(left * ways)
        found = NOBODY
        for way in range(ways):
            if row[way] > 0.0:
                share = row[way] / total
                row[ways + way] += self.weight * share
                if found == NOBODY and left < share:
                    found = way
                left -= share
        if found == NOBODY:  # what was left over by rounding
            for way in range(ways):
                if row[way] > 0.0:
                    found = way
        return found

    def learnt(self, row: Row, values: list[float]) -> float:
        """The worth of the mix. What each choice would have brought more is its regret."""
        ways = len(values)
        total = 0.0
        mean = 0.0
        for way in range(ways):
            if row[way] > 0.0:
                total += row[way]
                mean += row[way] * values[way]
        if total > 0.0:
            mean /= total
        else:
            for value in values:
                mean += value
            mean /= ways
        tried = 2 * ways
        for way in range(ways):
            if total > 0.0:
                if row[way] > 0.0:
                    row[tried + way] += self.weight * row[way] / total
            else:
                row[tried + way] += self.weight / ways
        for way in range(ways):
            row[way] += self.weight * (values[way] - mean)
        return mean


def mean_of(row: Row, least: float) -> list[float] | None:
    """The weights of the mean mix of a spot: of the first mean where it has this weight, or else of
    the second one; ``None``: neither has."""
    ways = len(row) // 3
    for first in (ways, 2 * ways):
        mean = row[first : first + ways]
        if sum(mean, 0.0) >= least:
            return mean
    return None

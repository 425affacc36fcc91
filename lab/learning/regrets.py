"""Counterfactual regret minimisation by external sampling, with linear weights.

Two players learn. The *robot*, whose strategy is kept, plays against a *rival* that learns to beat
it. The learning player tries all of its actions; one action of the others is sampled. The regret of
an action is its gain over the strategy; the next strategy follows the regrets. The robot's average
strategy is kept. The same seed gives the same numbers, compiled or not.
"""

import random
from typing import Final

from engine.robots.learnt.truco_spots import NOBODY

ODD: Final = 0.05
"""Exploration: this share of a rival's actions is uniform, so that spots off the path of good play
are learnt too."""

Row = list[float]
"""One spot with n actions: n regrets; n strategy sums weighted by this player's own reach; n
strategy sums weighted by visits while learning, for spots off the path of good play."""


class Regrets:
    """Regrets and strategy sums of robot and rival."""

    def __init__(self, seed: str) -> None:
        """``seed``: the seed of all samples."""
        self.rng = random.Random(seed)
        self.rows: dict[int, Row] = {}
        """The rows of the robot, by spot."""
        self.rivals: dict[int, Row] = {}
        """The rows of the rival, by spot."""
        self.robot = 0
        """The robot's side in this hand: 0, the mano's, or 1."""
        self.weight = 1.0
        """The weight of this round."""

    def row(self, spot: int, ways: int, side: int) -> Row:
        """The regrets of this player at a spot with this many actions."""
        rows = self.rows if side == self.robot else self.rivals
        row = rows.get(spot)
        if row is None:
            row = [0.0] * (3 * ways)
            rows[spot] = row
        return row

    def drawn(self, row: Row, ways: int, side: int) -> int:
        """Samples an action of the other player. Adds the robot's strategy to the average as soon
        as it has learnt one."""
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
        if found == NOBODY:  # the rest that rounding left over
            for way in range(ways):
                if row[way] > 0.0:
                    found = way
        return found

    def learnt(self, row: Row, values: list[float]) -> float:
        """Updates the regrets of a spot and returns the value of its strategy."""
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

"""What points are worth: the chance of winning the game from a score.

A robot compares outcomes by this chance rather than by points, so that it bets boldly when the
other side is about to win anyhow and calmly when it is about to win itself. The chance comes from
a small race: each hand goes to either side with equal chance and pays a few points, most often few.
"""

from functools import cache
from typing import Final

HAND_PAYS: Final = ((1, 0.34), (2, 0.30), (3, 0.17), (4, 0.10), (5, 0.06), (7, 0.03))
"""How often a hand pays its winner so many points, roughly."""


@cache
def race(target: int) -> tuple[tuple[float, ...], ...]:
    """Chance of winning a game by (points I lack, points they lack), 1 to ``target`` each."""
    table = [[0.5] * (target + 1) for _ in range(target + 1)]
    for mine in range(target + 1):
        for theirs in range(target + 1):
            if mine == 0 or theirs == 0:
                table[mine][theirs] = 1.0 if mine == 0 else 0.0
                continue
            table[mine][theirs] = 0.5 * sum(
                share * (table[max(0, mine - paid)][theirs] + table[mine][max(0, theirs - paid)])
                for paid, share in HAND_PAYS
            )
    return tuple(tuple(row) for row in table)


class Stakes:
    """The chances at one score: of winning the game if so many points are won or lost now."""

    __slots__ = ("_table", "lacking", "lacking_theirs", "unit")

    def __init__(self, target: int, mine: int, theirs: int) -> None:
        self._table = race(target)
        self.lacking = min(max(target - mine, 0), target)
        self.lacking_theirs = min(max(target - theirs, 0), target)
        self.unit = max((self.won(1) - self.lost(1)) / 2, 1e-4)
        """What one point is worth here."""

    def won(self, points: int) -> float:
        """The chance after winning these points."""
        return self._table[max(self.lacking - points, 0)][self.lacking_theirs]

    def lost(self, points: int) -> float:
        """The chance after the other side has won these points."""
        return self._table[self.lacking][max(self.lacking_theirs - points, 0)]

    def loses_all(self, points: int) -> bool:
        """Whether giving up these points gives up the game."""
        return points >= self.lacking_theirs

    def break_even(self, wanted: int, refused: int) -> float:
        """How likely one has to win to accept ``wanted`` rather than give up ``refused``."""
        worst, best = self.lost(wanted), self.won(wanted)
        if best <= worst:
            return 1.0
        return min(max((self.lost(refused) - worst) / (best - worst), 0.0), 1.0)

    def turned(self) -> "Stakes":
        """The same score seen by the other side."""
        target = len(self._table) - 1
        return Stakes(target, target - self.lacking_theirs, target - self.lacking)

"""Somebody who studies the learnt truco: what is gained by knowing every mix of a table.

The robots' mixes stand still, and their rivals alone learn, as in :mod:`lab.learning.regrets`.
Then these always do what they regret most not to have done. What they gain so is less than the best
answer gains, and comes nearer to it the longer they learn. Envido and flor are left out.
"""

from array import array
from typing import Final

from engine.robots.learnt.truco_spots import closer
from engine.robots.learnt.truco_tables import SHARES, WAYS, Row, TrucoTable
from engine.robots.solving.playout import Ties
from lab.learning.hand_training import HandTraining
from lab.learning.team_training import TeamTraining
from lab.learning.truco_training import Training

FOR_MANO: Final = -2
"""The learner, when nobody learns: all worths are then of the mano's side."""
ALL_CARDS: Final = 64
"""More levels than there are."""


class Studied:
    """A table whose mixes stand still."""

    def __init__(self, table: TrucoTable, later: TrucoTable | None = None) -> None:
        """``later``: as of :class:`engine.robots.learnt.truco_past.Past`."""
        self.table = table
        self.later = later
        self.unknown = 0
        """How many spots somebody came to that the table does not know."""
        self._mixes: dict[int, Row] = {}

    def mix(self, spot: int, ways: int, close: int = 0) -> Row:
        """The share of each choice in this spot; where the table does not know, all are equal.
        ``close``: the spot of :func:`closer`, if there is one."""
        found = self._mixes.get(close or spot)
        if found is None:
            shares = self.later.mix(close, ways) if self.later is not None and close else None
            if shares is None:
                shares = self.table.mix(spot, ways)
            if shares is None:
                self.unknown += 1
                found = [1.0 / ways] * ways
            else:
                found = list(shares)
            self._mixes[close or spot] = found
        return found


def drawn_of(shares: Row, left: float) -> int:
    """The choice to which this number between 0 and 1 belongs."""
    for way in range(len(shares)):
        left -= shares[way]
        if left < 0.0:
            return way
    return len(shares) - 1


def most_regretted(row: Row) -> int:
    """The choice with the greatest regret."""
    found = 0
    for way in range(1, len(row) // 3):
        if row[way] > row[found]:
            found = way
    return found


def is_learnt(row: Row) -> bool:
    """Whether some choice of this row is regretted: else nothing is better than what was done."""
    return max(row[: len(row) // 3]) > 0.0


def regrets_in(rows: dict[int, Row], place: int, ways: int, learning: bool) -> Row | None:
    """What is regretted in this place; ``None``: nothing was learnt there. While somebody learns,
    it begins to."""
    row = rows.get(place)
    if row is None and learning:
        row = rows[place] = [0.0] * (3 * ways)
    if row is None or (not learning and not is_learnt(row)):
        return None
    return row


def close_up(spot: int, held: list[int], laid: list[int]) -> int:
    """The place of somebody who tells every card apart: ``held``, the levels in its hand, the
    lowest first, and ``laid``, those that lie there, in their order."""
    place = spot
    for level in held:
        place = place * ALL_CARDS + level + 1
    for level in laid:
        place = place * ALL_CARDS + level + 1
    return place


class CloseAnswers(TrucoTable):
    """The fixed best answer of a player that tells every card apart. Before it is asked for a spot
    it is told the cards."""

    def __init__(self, rows: dict[int, Row]) -> None:
        """``rows``: what was learnt, by place (:func:`close_up`)."""
        super().__init__(array("Q"), b"")
        self.ways = {place: most_regretted(row) for place, row in rows.items() if is_learnt(row)}
        self.held: list[int] = []
        self.laid: list[int] = []

    def mix(self, spot: int, ways: int) -> tuple[float, ...] | None:
        """As of :class:`TrucoTable`."""
        found = self.ways.get(close_up(spot, self.held, self.laid))
        if found is None:
            return None
        return tuple([1.0 if way == found else 0.0 for way in range(ways)])


def answers(rows: dict[int, Row]) -> TrucoTable:
    """The fixed answer of the trained student, by spot."""
    spots = sorted([spot for spot, row in rows.items() if is_learnt(row)])
    shares = bytearray()
    for spot in spots:
        one = [0] * WAYS
        one[most_regretted(rows[spot])] = SHARES
        shares += bytes(one)
    return TrucoTable(array("Q", spots), bytes(shares))


def _on_both_sides(training: HandTraining) -> float:
    """What the hand that was dealt is worth to the rival, in the mean of both sides."""
    training.me = FOR_MANO
    training.robot = 1
    gained = training.goes()
    training.robot = 0
    return (gained - training.goes()) / 2.0


class Student(Training):
    """Somebody who studies the truco of two."""

    def __init__(
        self,
        table: TrucoTable,
        seed: str,
        ties: Ties,
        must_beat: bool,
        fine: bool = False,
        last: bool = True,
        later: TrucoTable | None = None,
    ) -> None:
        """``fine``: it tells every card apart, and remembers all that were laid; else it tells
        apart what the table does. ``last``: it learns the last trick too, or else plays it by the
        table. ``later``: as of :class:`Studied`. The rest is as of :class:`Training`."""
        super().__init__(seed, ties.lead, ties.all_tied, ties.piles, must_beat, 0.0)
        self.studied = Studied(table, later)
        self.fine = fine
        self.last = last
        self.learning = True
        self.copies = False
        """Whether it does as the table does, in the spot that it has come to."""

    def learn(self) -> None:
        """The student alone learns, as pie and as mano."""
        self.learning = True
        for robot in (0, 1):
            self.robot = robot
            self.me = 1 - robot
            self.goes()

    def gains(self) -> float:
        """What it gains with the deal: the mean of a hand as mano and one as pie."""
        self.learning = False
        return _on_both_sides(self)

    def row(self, spot: int, ways: int, side: int) -> Row:
        """The shares of the robot, or the regrets of the student."""
        row: Row | None = None
        close = 0
        if self.results and self.studied.later is not None:
            close = closer(spot, side, self.first(side), self.above, self.laid)
        if side != self.robot and (self.last or len(self.results) < 2):
            place = close_up(spot, self.hands[side], self.laid) if self.fine else close or spot
            row = regrets_in(self.rivals, place, ways, self.learning)
        self.copies = row is None
        return self.studied.mix(spot, ways, close) if row is None else row

    def drawn(self, row: Row, ways: int, side: int) -> int:
        """The robot does what its mix says, the student what it regrets most not to have done."""
        return drawn_of(row, self.rng.random()) if self.copies else most_regretted(row)

    def learnt(self, row: Row, values: list[float]) -> float:
        """As ever; in a spot where it does as the table does, nothing is learnt."""
        if len(row) > len(values):
            return super().learnt(row, values)
        found = 0.0
        for way in range(len(values)):
            found += row[way] * values[way]
        return found


class TeamStudent(TeamTraining):
    """Two partners who study the truco of four. They tell apart what the table does."""

    def __init__(self, table: TrucoTable, seed: str, ties: Ties) -> None:
        """As of :class:`TeamTraining`."""
        super().__init__(seed, ties.lead, ties.all_tied, ties.piles, 0.0)
        self.studied = Studied(table)
        self.learning = True
        self.copies = False
        """As of :class:`Student`."""

    def learn(self) -> None:
        """The students alone learn, on both sides."""
        self.learning = True
        for robot in (0, 1):
            self.robot = robot
            self.learns(1 - robot)
            self.learns(3 - robot)

    def gains(self) -> float:
        """What they gain with the deal: the mean of a hand on each side."""
        self.learning = False
        return _on_both_sides(self)

    def row(self, spot: int, ways: int, side: int) -> Row:
        """As of :meth:`Student.row`."""
        row: Row | None = None
        if side != self.robot:
            row = regrets_in(self.rivals, spot, ways, self.learning)
        self.copies = row is None
        return self.studied.mix(spot, ways) if row is None else row

    def drawn(self, row: Row, ways: int, side: int) -> int:
        """As of :meth:`Student.drawn`; a partner who learns too does what it has learnt so far."""
        if self.copies:
            return drawn_of(row, self.rng.random())
        return super().drawn(row, ways, side) if self.learning else most_regretted(row)

"""A student of the learnt truco: a lower bound for the exploitability of a table's strategy.

The robots' strategy is fixed, and only their rivals learn, as in :mod:`lab.learning.regrets`. After
that the rivals always take the action with the greatest regret. Their gain is less than the gain of
a best response, and comes nearer to it the longer they learn. Envido and flor are left out.
"""

from array import array
from typing import Final

from engine.robots.learnt.mix_tables import SHARES, WAYS, TrucoTable
from engine.robots.solving.playout import Ties
from lab.learning.hand_training import HandTraining
from lab.learning.regrets import Row
from lab.learning.team_training import TeamTraining
from lab.learning.truco_training import Training

FOR_MANO: Final = -2
"""The value of the learner when nobody learns: then all worths are those of the mano's side."""
ALL_CARDS: Final = 64
"""A number above the number of levels."""


class Studied:
    """A table with a fixed strategy."""

    def __init__(self, table: TrucoTable) -> None:
        self.table = table
        self.unknown = 0
        """How many spots were reached that the table does not know."""
        self._mixes: dict[int, Row] = {}

    def mix(self, spot: int, ways: int) -> Row:
        """The share of each choice in this spot; if the table does not know the spot, all shares
        are equal."""
        found = self._mixes.get(spot)
        if found is None:
            shares = self.table.mix(spot, ways)
            if shares is None:
                self.unknown += 1
                found = [1.0 / ways] * ways
            else:
                found = list(shares)
            self._mixes[spot] = found
        return found


def drawn_of(shares: Row, left: float) -> int:
    """The choice to which a number between 0 and 1 (``left``) belongs."""
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
    """Whether a choice of this row has a regret above 0. Otherwise no choice is better than the
    strategy."""
    return max(row[: len(row) // 3]) > 0.0


def regrets_in(rows: dict[int, Row], place: int, ways: int, learning: bool) -> Row | None:
    """The regrets at this place; ``None``: nothing was learnt there. While a player learns, a new
    place gets a row."""
    row = rows.get(place)
    if row is None and learning:
        row = rows[place] = [0.0] * (3 * ways)
    if row is None or (not learning and not is_learnt(row)):
        return None
    return row


def close_up(spot: int, held: list[int], laid: list[int]) -> int:
    """The place of a player that tells every card apart. ``held``: the levels in its hand, the
    lowest first. ``laid``: the levels on the table, in the order in which they were laid."""
    place = spot
    for level in held:
        place = place * ALL_CARDS + level + 1
    for level in laid:
        place = place * ALL_CARDS + level + 1
    return place


class CloseAnswers(TrucoTable):
    """The fixed best answer of a player that tells every card apart. The caller sets ``held`` and
    ``laid`` before it asks for a spot."""

    def __init__(self, rows: dict[int, Row]) -> None:
        """``rows``: the learnt rows, by place (:func:`close_up`)."""
        super().__init__(array("Q"), b"", ())
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
    pure = b"".join([_only(way) for way in range(WAYS)])
    return TrucoTable(array("Q", spots), pure, [most_regretted(rows[spot]) for spot in spots])


def _only(way: int) -> bytes:
    """The mix that has this choice alone."""
    return bytes([SHARES if other == way else 0 for other in range(WAYS)])


def _on_both_sides(training: HandTraining) -> float:
    """The worth of the dealt hand to the rival, as the mean of both sides."""
    training.me = FOR_MANO
    training.robot = 1
    gained = training.goes()
    training.robot = 0
    return (gained - training.goes()) / 2.0


class Student(Training):
    """A student of the truco of two."""

    def __init__(
        self, table: TrucoTable, seed: str, ties: Ties, must_beat: bool, fine: bool = False
    ) -> None:
        """``fine``: the student tells every card apart and remembers all laid cards; otherwise it
        uses the table's spots. The other parameters are as in
        :class:`Training`."""
        super().__init__(seed, ties.lead, ties.all_tied, ties.piles, must_beat, 0.0)
        self.studied = Studied(table)
        self.fine = fine
        self.learning = True
        self.copies = False
        """Whether the player uses the table's strategy in the current spot."""

    def learn(self) -> None:
        """Only the student learns, as pie and as mano."""
        self.learning = True
        for robot in (0, 1):
            self.robot = robot
            self.me = 1 - robot
            self.goes()

    def gains(self) -> float:
        """The student's gain with this deal: the mean of a hand as mano and a hand as pie."""
        self.learning = False
        return _on_both_sides(self)

    def row(self, spot: int, ways: int, side: int) -> Row:
        """The shares of the robot, or the regrets of the student."""
        row: Row | None = None
        if side != self.robot:
            place = close_up(spot, self.hands[side], self.laid) if self.fine else spot
            row = regrets_in(self.rivals, place, ways, self.learning)
        self.copies = row is None
        return self.studied.mix(spot, ways) if row is None else row

    def drawn(self, row: Row, ways: int, side: int) -> int:
        """The robot draws from its mix; the student takes the choice with the greatest regret."""
        return drawn_of(row, self.rng.random()) if self.copies else most_regretted(row)

    def learnt(self, row: Row, values: list[float]) -> float:
        """As in :class:`Training`; in a spot where the player uses the table's strategy, nothing is
        learnt."""
        if len(row) > len(values):
            return super().learnt(row, values)
        found = 0.0
        for way in range(len(values)):
            found += row[way] * values[way]
        return found


class TeamStudent(TeamTraining):
    """Two partners who study the truco of four. They use the table's spots."""

    def __init__(self, table: TrucoTable, seed: str, ties: Ties) -> None:
        """The parameters are as in :class:`TeamTraining`."""
        super().__init__(seed, ties.lead, ties.all_tied, ties.piles, 0.0)
        self.studied = Studied(table)
        self.learning = True
        self.copies = False
        """As of :class:`Student`."""

    def learn(self) -> None:
        """Only the students learn, on both sides."""
        self.learning = True
        for robot in (0, 1):
            self.robot = robot
            self.learns(1 - robot)
            self.learns(3 - robot)

    def gains(self) -> float:
        """The students' gain with this deal: the mean of a hand on each side."""
        self.learning = False
        return _on_both_sides(self)

    def row(self, spot: int, ways: int, side: int) -> Row:
        """As in :meth:`Student.row`."""
        row: Row | None = None
        if side != self.robot:
            row = regrets_in(self.rivals, spot, ways, self.learning)
        self.copies = row is None
        return self.studied.mix(spot, ways) if row is None else row

    def drawn(self, row: Row, ways: int, side: int) -> int:
        """As in :meth:`Student.drawn`; a partner that learns too plays what it has learnt so
        far."""
        if self.copies:
            return drawn_of(row, self.rng.random())
        return super().drawn(row, ways, side) if self.learning else most_regretted(row)

"""Learns tricks 2 and 3 of the truco of two once more, with the cards of earlier tricks told apart.

The first trick is played by a table that was learnt before, so every deal teaches only what comes
after it, and the ranges are those of robots. Spots are those of
:func:`engine.robots.learnt.truco_spots.closer`.
"""

from typing import Final

from engine.robots.learnt.mix_tables import TrucoTable
from engine.robots.learnt.truco_spots import NOBODY, class_of, closer
from engine.robots.learnt.truco_tables import Row
from engine.robots.solving.playout import NONE, Ties
from lab.learning.plain_players import PlainPlayer
from lab.learning.truco_study import FOR_MANO, Studied, drawn_of
from lab.learning.truco_training import Training

ANYTHING: Final = 0.05
"""How often a player takes a random step in the first trick, so that all hands come to trick 2."""

PARTS: Final = 2
"""The number of parts into which the spots are divided, by the classes of the first cards. Parts
share no spot, so each is learnt by a process of its own."""


class LaterTricks(Training):
    """Tricks 2 and 3 of one zone of scores while they are learnt."""

    def __init__(
        self, table: TrucoTable, seed: str, ties: Ties, must_beat: bool, plain: float, part: int
    ) -> None:
        """``table``: the table by which the first trick is played. ``part``: the part of the first
        cards, 0 to ``PARTS - 1``. The other parameters are as in :class:`Training`."""
        super().__init__(seed, ties.lead, ties.all_tied, ties.piles, must_beat, plain)
        self.studied = Studied(table)
        self._part = part

    def learn(self) -> None:
        """Plays the first trick by the table, then traverses the rest of the hand like
        :class:`Training`."""
        self.me = FOR_MANO
        self._turn(0, NONE, 0, NOBODY, NOBODY)

    def _trick_over(self, last: int, result: int, step: int, word: int) -> float:
        if self.me != FOR_MANO:
            return super()._trick_over(last, result, step, word)
        mano, pie = self.above[self.laid[0]], self.above[self.laid[1]]
        if (class_of(mano) + class_of(pie)) % PARTS != self._part:
            return 0.0
        for robot in (0, 1):
            self.robot = self.me = robot
            if self.rng.random() < self.plain:
                self.guest = PlainPlayer(self.rng)
            super()._trick_over(last, result, step, word)
            self.guest = None
            self.me = 1 - robot
            super()._trick_over(last, result, step, word)
        self.me = FOR_MANO
        return 0.0

    def row(self, spot: int, ways: int, side: int) -> Row:
        """The mix of the table in the first trick, later the regrets as in :class:`Training`."""
        if not self.results:
            return self.studied.mix(spot, ways)
        close = closer(spot, side, self.first(side), self.above, self.laid)
        return super().row(close, ways, side)

    def drawn(self, row: Row, ways: int, side: int) -> int:
        """As in :class:`lab.learning.regrets.Regrets`; in the first trick by the table."""
        if self.results:
            return super().drawn(row, ways, side)
        left = self.rng.random()
        if left < ANYTHING:
            return int(left / ANYTHING * ways)
        return drawn_of(row, (left - ANYTHING) / (1.0 - ANYTHING))

"""One hand of truco as both trainings traverse it: the deal, the winner, and the value of winning.
Players are slots: even slots are the mano's side, odd slots the other."""

from engine.robots.learnt.truco_spots import FIRST, first_of
from engine.robots.solving.playout import DRAWN, NONE, PARDA, hand_winner, piled
from lab.learning.regrets import Regrets


class HandTraining(Regrets):
    """A hand of truco in which robots learn."""

    def __init__(self, seed: str, all_tied: int, piles: bool, plain: float) -> None:
        """``all_tied``, ``piles``: the rules of the tricks, as in
        :class:`engine.robots.solving.playout.Ties`. ``plain``: how often plain players take the
        rivals' places, 0 to 1, while the robot learns."""
        super().__init__(seed)
        self.plain = plain
        self.all_tied = all_tied
        self.piles = piles
        self.me = 0
        """The learner."""
        self.leader = 0
        self.hands: list[list[int]] = []
        self.results: list[int] = []
        self.above: list[int] = []
        self.most = [0, 0]
        self.won: list[float] = []
        self.lost: list[float] = []

    def deal(
        self,
        hands: list[list[int]],
        above: list[int],
        worth: tuple[list[float], list[float]],
        most: tuple[int, int],
        weight: float,
    ) -> None:
        """A new hand. ``hands``: the levels of each slot, lowest first. ``above``: as in
        :func:`engine.robots.learnt.truco_spots.unseen_above`. ``worth``: for each step of the
        ladder, the worth to the mano of winning the hand, and of losing it. ``most``: for each
        side, the highest step that it may say. ``weight``: the weight of this round."""
        self.hands = hands
        self.above = above[:]
        self.won, self.lost = worth
        self.most = [most[0], most[1]]
        self.weight = weight
        self.leader = 0
        self.dealt()

    def dealt(self) -> None:
        """A hook before the first step of a hand; here, nothing."""

    def round(
        self,
        hands: list[list[int]],
        above: list[int],
        worth: tuple[list[float], list[float]],
        most: tuple[int, int],
        weight: float,
    ) -> None:
        """Learn from one deal; see :meth:`deal`."""
        self.deal(hands, above, worth, most, weight)
        self.learn()

    def learn(self) -> None:
        """Traverse the dealt hand once for each player that learns from it."""
        raise NotImplementedError

    def goes(self) -> float:
        """Traverse the hand from its first step; returns the value for the learning player."""
        raise NotImplementedError

    def paid(self, winner: int, step: int) -> float:
        """The value for the learning player when this side wins the hand at this step."""
        if winner == DRAWN:
            return 0.0
        value = self.won[step] if winner == 0 else self.lost[step]
        return value if self.me & 1 == 0 else -value

    def first(self, player: int) -> int:
        """The outcome of the first trick for this player's side."""
        return first_of(self.results[0], player & 1) if self.results else FIRST

    def winner(self) -> int:
        """The side that has won the hand by the tricks that are over; ``NONE`` while it is open."""
        found = hand_winner(self.results, self.all_tied)
        if self.piles and self.results[-1] == PARDA and len(self.results) == 1:
            found = piled(self.hands)
        if found == NONE and len(self.results) == 3:
            found = self.all_tied
        return found

"""A model of plain players, as most people are, for robots that learn the truco.

A plain player calls with good cards, accepts with fair ones, and bluffs now and then or never. The
lowest strength for each word is drawn at random for each player, so the model is no particular
person. Among two it wins a trick as cheaply as it can; what it does among four stands in
:mod:`lab.learning.team_training`.
"""

import random
from typing import Final

from engine.robots.learnt.truco_spots import FIRST, MINE, THEIRS, TIED, unseen_above

LEAST_CALL: Final = 0.45
MOST_CALL: Final = 0.9
"""The limits of the lowest strength with which a player calls. A strength is from 0 to 1."""
LEAST_ACCEPT: Final = 0.25
MOST_ACCEPT: Final = 0.7
"""The limits of the lowest strength with which a player accepts."""
LEAST_RAISE: Final = 0.65
MOST_RAISE: Final = 1.0
"""The limits of the lowest strength with which a player raises."""
HONEST: Final = 0.5
"""The share of players that never bluff."""
BLUFFS: Final = 0.25
"""The highest frequency with which the other players call without the cards for a call."""
RAISED: Final = 0.25
"""The frequency of raises without the cards, as a share of the frequency of such calls."""


class PlainPlayer:
    """One plain player: the lowest strength for each of its words, and among two its choice of the
    card to lead."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._calls = _between(LEAST_CALL, MOST_CALL, rng)
        self._accepts = _between(LEAST_ACCEPT, MOST_ACCEPT, rng)
        self._raises = _between(LEAST_RAISE, MOST_RAISE, rng)
        self._bluffs = 0.0 if rng.random() < HONEST else _between(0.0, BLUFFS, rng)
        self._waits = rng.random()
        """How often it keeps a call back in the first trick."""
        self._leads = int(3 * rng.random())
        """The card that the player leads first: from 0, the lowest, to 2, the highest."""
        self._saves = rng.random() < 0.5
        """Whether it leads its lower card after it has won the first trick."""

    def calls(self, strong: float, trick: int) -> bool:
        """Whether it calls on its turn."""
        if strong >= self._calls:
            return trick > 0 or self._rng.random() >= self._waits
        return self._rng.random() < self._bluffs

    def raises(self, strong: float) -> bool:
        """Whether it answers a call with the next step of the ladder."""
        return strong >= self._raises or self._rng.random() < self._bluffs * RAISED

    def accepts(self, strong: float) -> bool:
        """Whether it accepts a call that it does not raise."""
        return strong >= self._accepts

    def leads(self, count: int, first: int) -> int:
        """The index of the card that the player leads, with its cards from the lowest. ``first``:
        the result of the first trick, as in :mod:`engine.robots.learnt.truco_spots`."""
        if first == FIRST:
            return self._leads * (count - 1) // 2
        if first == MINE and self._saves:
            return 0
        return count - 1


def _between(least: float, most: float, rng: random.Random) -> float:
    return least + (most - least) * rng.random()


def strength(
    held: list[int], above: list[int], laid: list[int], facing: int, first: int, trick: int
) -> float:
    """The strength of a hand among two: about the chance of winning it, from 0 to 1, with each card
    compared with a random card.

    ``held``: the levels of the cards that still count, lowest first: the cards in the hand, and the
    player's own card in this trick. ``above``, ``laid``: as in
    :func:`engine.robots.learnt.truco_spots.unseen_above`. ``facing``: the level of the card that
    the player has to answer, below 0 for none. ``first``: the result of the first trick; ``trick``:
    0 to 2."""
    if facing < 0:
        return _against_unseen(held, above, laid, first)
    for place in range(len(held)):
        if held[place] > facing:
            rest = held[:place] + held[place + 1 :]
            return _after(rest, above, laid, first, MINE, trick)
    if held[-1] == facing:
        return _after(held[:-1], above, laid, first, TIED, trick)
    return _after(held[1:], above, laid, first, THEIRS, trick)


def _after(
    rest: list[int], above: list[int], laid: list[int], first: int, result: int, trick: int
) -> float:
    """The strength of the rest of the cards after this result of the trick."""
    if trick == 0:
        return _against_unseen(rest, above, laid, result)
    winner = first if result == TIED else result
    split = first != TIED and winner != first
    if trick == 1 and (split or winner == TIED):
        return _chance(rest[-1], above, laid)
    if winner == TIED:
        return 0.5
    return 1.0 if winner == MINE else 0.0


def _against_unseen(held: list[int], above: list[int], laid: list[int], first: int) -> float:
    """The strength when each trick that is still open is played against an unseen card."""
    best = _chance(held[-1], above, laid)
    if len(held) == 1 or first == TIED:
        return best
    second = _chance(held[-2], above, laid)
    if first == MINE:
        return best + second - best * second
    both = best * second
    if first == THEIRS or len(held) == 2:
        return both
    third = _chance(held[-3], above, laid)
    return both + (best + second - 2.0 * both) * third


def _chance(level: int, above: list[int], laid: list[int]) -> float:
    """About how likely a card is not beaten by an unseen card."""
    return 1.0 - unseen_above(level, above, laid) / (above[0] + 4.0)

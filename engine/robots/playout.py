"""Playing the remaining tricks of a hand to the end, in the head.

Everything here is about *levels* (a card's place in the order, higher beats lower, equal ties) and
about *places*: 0 is the mano, then in playing order; even places are the mano's side, 0, odd ones
the other's, 1. Two players are solved exactly, with all cards known; more play by a simple policy.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

PARDA: Final = -1
NONE: Final = -1
COVERED: Final = 0
"""The level of a card face down; real cards begin at 1."""

STRONG: Final = 0.72
"""From this chance of beating a random card on, a card is one to rely on."""


def hand_winner(results: Sequence[int]) -> int:
    """The side that has won the hand by these tricks; ``NONE`` while it is open.

    A side needs two tricks; the first trick won decides over a tie; all tied: the mano's side.
    """
    if len(results) < 2:
        return NONE
    first, second = results[0], results[1]
    if first == PARDA:
        if second != PARDA:
            return second
    elif second in (first, PARDA):
        return first
    if len(results) < 3:
        return NONE
    if results[2] != PARDA:
        return results[2]
    return first if first != PARDA else 0


def tie_helps(results: Sequence[int], side: int) -> int:
    """What a tie in the coming trick does for ``side``: 1 it wins, -1 it loses, 0 it goes on."""
    after = hand_winner((*results, PARDA))
    if after == NONE:
        return 0
    return 1 if after == side else -1


@lru_cache(maxsize=1 << 14)
def solve(
    hands: tuple[tuple[int, ...], tuple[int, ...]],
    turn: int,
    facing: int,
    results: tuple[int, ...],
) -> int:
    """The side that wins with both hands open; ``facing`` is the level to answer, ``NONE`` to lead.

    Hands are sorted; levels should be packed (:func:`packed`), so that like positions are one.
    """
    mine, rest = hands[turn], 1 - turn
    for index, level in enumerate(mine):
        left = mine[:index] + mine[index + 1 :]
        after = (left, hands[1]) if turn == 0 else (hands[0], left)
        if facing == NONE:
            winner = solve(after, rest, level, results)
        else:
            result = PARDA
            if level != facing:
                result = turn if level > facing else rest
            tricks = (*results, result)
            winner = hand_winner(tricks)
            if winner == NONE:
                winner = solve(after, 0 if result == PARDA else result, NONE, tricks)
        if winner == turn:
            return turn
    return rest


def packed(
    first: Sequence[int], second: Sequence[int], facing: int
) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], int]:
    """Both hands and the level to answer with levels renumbered without gaps."""
    levels = sorted({*first, *second, facing} - {NONE})
    place = {level: number for number, level in enumerate(levels)}
    place[NONE] = NONE
    return (
        tuple(sorted([place[level] for level in first])),
        tuple(sorted([place[level] for level in second])),
    ), place[facing]


class Trick:
    """The trick on the table: who leads it and what is best so far."""

    __slots__ = ("best", "first", "laid", "place", "side")

    def __init__(self, first: int) -> None:
        self.first = first
        self.laid = 0
        """A bit mask of places."""
        self.best = NONE
        self.side = NONE
        """Whose the best card is; ``PARDA`` when both sides have it."""
        self.place = NONE

    def lay(self, place: int, level: int) -> None:
        """One card more."""
        self.laid |= 1 << place
        if level > self.best:
            self.best, self.side, self.place = level, place & 1, place
        elif level == self.best and self.side != place & 1:
            self.side = PARDA

    def copy(self) -> "Trick":
        """Another one, to be changed."""
        twin = Trick(self.first)
        twin.laid, twin.best, twin.side, twin.place = self.laid, self.best, self.side, self.place
        return twin


def pick(
    hand: Sequence[int],
    trick: Trick,
    place: int,
    rivals_after: int,
    partners_after: int,
    results: Sequence[int],
    chance: Sequence[float],
) -> int:
    """The level that a plain, sensible player lays from ``hand`` (sorted, lowest first)."""
    side = place & 1
    lowest, highest = hand[0], hand[-1]
    must = bool(results) and hand_winner((*results, 1 - side)) != NONE
    if trick.best == NONE:
        if not results and partners_after:
            # Go to the pie, but not with nothing at all.
            for level in hand[:-1]:
                if chance[level] >= 0.4:
                    return level
            return lowest
        if not results and len(hand) > 2 and chance[highest] >= 0.9:
            return hand[1] if chance[hand[1]] >= 0.5 else highest
        return highest
    if trick.side == side:
        if not rivals_after or chance[trick.best] >= STRONG:
            return lowest
        if not must and partners_after:
            return lowest
        for level in hand:
            if level > trick.best and chance[level] >= STRONG:
                return level
        return lowest
    beating = [level for level in hand if level > trick.best]
    if beating:
        if not rivals_after:
            tie = tie_helps(results, side)
            if tie == 1 and trick.best in hand:
                return trick.best
            return beating[0]
        if must:
            return beating[-1]
        if partners_after:
            return beating[0] if chance[beating[0]] <= STRONG else lowest
        for level in beating:
            if chance[level] >= STRONG:
                return level
        return beating[-1]
    if trick.side != PARDA and trick.best in hand and tie_helps(results, side) >= 0:
        return trick.best
    return lowest


def play_out(
    hands: list[list[int]],
    trick: Trick,
    results: list[int],
    chance: Sequence[float],
    first_tied_leads: bool,
) -> int:
    """The side that wins when everybody plays by :func:`pick`; changes its arguments.

    ``hands`` by place, sorted; an empty one belongs to somebody who is not playing any more.
    """
    count = len(hands)
    while True:
        order = [(trick.first + step) % count for step in range(count)]
        waiting = [place for place in order if hands[place] and not trick.laid >> place & 1]
        for index, place in enumerate(waiting):
            after = waiting[index + 1 :]
            rivals = sum(1 for one in after if (one ^ place) & 1)
            hand = hands[place]
            level = pick(hand, trick, place, rivals, len(after) - rivals, results, chance)
            hand.remove(level)
            trick.lay(place, level)
        if not trick.laid:
            return 0
        results.append(trick.side)
        winner = hand_winner(results)
        if winner != NONE:
            return winner
        if len(results) >= 3:
            return 0
        leader = trick.place
        if trick.side == PARDA and not first_tied_leads:
            leader = 0
        trick = Trick(leader)

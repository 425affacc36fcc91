"""Playing the remaining tricks of a hand to the end, in the head.

Everything here is about *levels* (a card's height in the order, higher beats lower, equal ties) and
about *slots*: 0 is the mano, then in playing order; even slots are the mano's side, 0, odd ones
the other's, 1. Two players are solved exactly, with all cards known; more play by a simple policy.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

PARDA: Final = -1
NONE: Final = -1
COVERED: Final = 0
"""The level of a card face down; real cards begin at 1."""

DRAWN: Final = 2
"""Neither side: the hand is over and nobody has won it."""

STRONG: Final = 0.72
"""From this chance of beating a random card on, a card is one to rely on."""


class Ties(NamedTuple):
    """What ties do at a table."""

    lead: str = "mano"
    """Who leads after a tied trick, as in :class:`engine.rules.rule_set.TrickRules`."""
    all_tied: int = 0
    """Who wins three tied tricks: side 0, the mano's, or ``DRAWN``."""
    piles: bool = False
    """After a tied first trick everybody lays a pile (VE-PAR-02)."""


FOR_MANO: Final = Ties()
"""Ties are good for the mano."""


def piled(hands: Sequence[Sequence[int]]) -> int:
    """The side that wins when everybody lays his last two in a pile; ``hands`` by slot, sorted."""
    best = [slot for slot, hand in enumerate(hands) if hand]
    for card in (-1, -2):
        level = max((hands[slot][card] for slot in best if len(hands[slot]) >= -card), default=0)
        best = [
            slot for slot in best if len(hands[slot]) >= -card and hands[slot][card] == level
        ] or best
        if len({slot & 1 for slot in best}) == 1:
            break
    return best[0] & 1


def hand_winner(results: Sequence[int], all_tied: int = 0) -> int:
    """The side that has won the hand by these tricks; ``NONE`` while it is open.

    A side needs two tricks; the first trick won decides over a tie; all tied: ``all_tied``.
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
    return first if first != PARDA else all_tied


def tie_helps(results: Sequence[int], side: int, all_tied: int = 0) -> int:
    """What a tie in the coming trick does for ``side``: 1 it wins, -1 it loses, 0 neither."""
    after = hand_winner((*results, PARDA), all_tied)
    if after in (NONE, DRAWN):
        return 0
    return 1 if after == side else -1


@lru_cache(maxsize=1 << 14)
def solve(
    hands: tuple[tuple[int, ...], tuple[int, ...]],
    turn: int,
    facing: int,
    results: tuple[int, ...],
    ties: Ties = FOR_MANO,
) -> int:
    """The side that wins with both hands open; ``facing`` is the level to answer, ``NONE`` to lead.

    Hands are sorted; levels should be packed (:func:`packed`), so that like positions are one.
    """
    mine, rest = hands[turn], 1 - turn
    best = rest
    for index, level in enumerate(mine):
        left = mine[:index] + mine[index + 1 :]
        after = (left, hands[1]) if turn == 0 else (hands[0], left)
        if facing == NONE:
            winner = solve(after, rest, level, results, ties)
        else:
            result = PARDA
            if level != facing:
                result = turn if level > facing else rest
            tricks = (*results, result)
            winner = hand_winner(tricks, ties.all_tied)
            if ties.piles and tricks == (PARDA,):
                winner = piled(after)
            if winner == NONE:
                leads = lead_of_two(ties, turn) if result == PARDA else result
                winner = solve(after, leads, NONE, tricks, ties)
        if winner == turn:
            return turn
        if winner == DRAWN:
            best = DRAWN
    return best


def lead_of_two(ties: Ties, last: int) -> int:
    """Who leads, of two, after a tie that ``last`` made."""
    if ties.lead == "mano":
        return 0
    return last if ties.lead == "last_tied" else 1 - last


def packed(
    first: Sequence[int], second: Sequence[int], facing: int
) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], int]:
    """Both hands and the level to answer with levels renumbered without gaps."""
    levels = sorted({*first, *second, facing} - {NONE})
    rank = {level: number for number, level in enumerate(levels)}
    rank[NONE] = NONE
    return (
        tuple(sorted([rank[level] for level in first])),
        tuple(sorted([rank[level] for level in second])),
    ), rank[facing]


class Trick:
    """The trick on the table: who leads it and what is best so far."""

    __slots__ = ("beaten", "best", "first", "laid", "last", "side", "slot")

    def __init__(self, first: int, beaten: int = NONE) -> None:
        self.first = first
        self.beaten = beaten
        """The side that loses a tie of this trick, if any."""
        self.laid = 0
        """A bit mask of slots."""
        self.best = NONE
        self.side = NONE
        """Whose the best card is; ``PARDA`` when both sides have it."""
        self.slot = NONE
        self.last = NONE
        """The first and the last slot with the best card."""

    def lay(self, slot: int, level: int) -> None:
        """One card more."""
        self.laid |= 1 << slot
        side = slot & 1
        if level > self.best or (level == self.best and self.side == self.beaten == 1 - side):
            self.best, self.side, self.slot, self.last = level, side, slot, slot
        elif level == self.best and side != self.beaten:
            self.last = slot
            if self.side != side:
                self.side = PARDA

    def ties_won(self, side: int) -> bool:
        """Whether a tie with the best card of the others wins this trick for ``side``."""
        return self.beaten == 1 - side

    def leads_next(self, lead: str) -> int:
        """Who leads after this trick: its winner, or who the rule of that name says."""
        if self.side != PARDA:
            return self.slot
        return {
            "mano": 0,
            "previous_leader": self.first,
            "first_tied": self.slot,
            "last_tied": self.last,
        }[lead]


def pick(
    hand: Sequence[int],
    trick: Trick,
    slot: int,
    rivals_after: int,
    partners_after: int,
    results: Sequence[int],
    chance: Sequence[float],
    all_tied: int = 0,
) -> int:
    """The level that a plain, sensible player lays from ``hand`` (sorted, lowest first)."""
    if trick.best == NONE:
        return _lead(hand, partners_after if not results else 0, chance, first=not results)
    side = slot & 1
    must = bool(results) and hand_winner((*results, 1 - side), all_tied) != NONE
    if trick.side == side:
        return _stay(hand, trick, rivals_after, partners_after if not must else 0, chance)
    least = trick.best if trick.ties_won(side) else trick.best + 1
    beating = [level for level in hand if level >= least]
    if beating and not rivals_after:
        ties = trick.best in hand and trick.beaten != side
        return trick.best if ties and tie_helps(results, side, all_tied) == 1 else beating[0]
    if beating:
        return _beat(hand, beating, partners_after, must, chance)
    may_tie = trick.side != PARDA and trick.beaten != side and trick.best in hand
    if may_tie and tie_helps(results, side, all_tied) >= 0:
        return trick.best
    return hand[0]


def _lead(hand: Sequence[int], partners_after: int, chance: Sequence[float], *, first: bool) -> int:
    """The level that opens a trick; ``first``: the first trick of the hand."""
    if partners_after:
        # Go to the pie, but not with nothing at all.
        return next((level for level in hand[:-1] if chance[level] >= 0.4), hand[0])
    highest = hand[-1]
    if first and len(hand) > 2 and chance[highest] >= 0.9:
        return hand[1] if chance[hand[1]] >= 0.5 else highest
    return highest


def _stay(
    hand: Sequence[int],
    trick: Trick,
    rivals_after: int,
    partners_after: int,
    chance: Sequence[float],
) -> int:
    """The level to lay where the trick is ours so far; partners after us may still help."""
    if not rivals_after or chance[trick.best] >= STRONG or partners_after:
        return hand[0]
    better = (level for level in hand if level > trick.best and chance[level] >= STRONG)
    return next(better, hand[0])


def _beat(
    hand: Sequence[int],
    beating: list[int],
    partners_after: int,
    must: bool,
    chance: Sequence[float],
) -> int:
    """The level to lay where some of ours beat the trick and rivals still come."""
    if must:
        return beating[-1]
    if partners_after:
        return beating[0] if chance[beating[0]] <= STRONG else hand[0]
    return next((level for level in beating if chance[level] >= STRONG), beating[-1])


def play_out(
    hands: list[list[int]],
    trick: Trick,
    results: list[int],
    chance: Sequence[float],
    ties: Ties = FOR_MANO,
) -> int:
    """The side that wins when everybody plays by :func:`pick`; changes its arguments.

    ``hands`` by slot, sorted; an empty one belongs to somebody who is not playing any more.
    """
    count = len(hands)
    while True:
        order = [(trick.first + step) % count for step in range(count)]
        waiting = [slot for slot in order if hands[slot] and not trick.laid >> slot & 1]
        # By side, how many have still to lay.
        odd = sum([slot & 1 for slot in waiting])
        after = [len(waiting) - odd, odd]
        for slot in waiting:
            side = slot & 1
            after[side] -= 1
            hand = hands[slot]
            level = pick(
                hand, trick, slot, after[1 - side], after[side], results, chance, ties.all_tied
            )
            hand.remove(level)
            trick.lay(slot, level)
        if not trick.laid:
            return ties.all_tied
        results.append(trick.side)
        winner = hand_winner(results, ties.all_tied)
        if ties.piles and results == [PARDA]:
            return piled(hands)
        if winner != NONE:
            return winner
        if len(results) >= 3:
            return ties.all_tied
        trick = Trick(trick.leads_next(ties.lead))

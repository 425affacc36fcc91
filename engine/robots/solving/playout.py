"""The result of the rest of a hand if all cards were known.

A *level* is the height of a card in the order of the hand: a higher level beats a lower one, equal
levels tie. A *slot* is a seat's number in the order of play, from 0, the mano. The even slots are
side 0, the mano's; the odd slots are side 1. With two players the winner is found exactly. With
more, everybody plays by simple rules (:func:`pick`).
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
"""A card is strong if its chance of beating a random card is at least this."""


class Ties(NamedTuple):
    """The effects of tied tricks at a table."""

    lead: str = "mano"
    """The leader after a tied trick: a value of
    :attr:`engine.rules.rule_set.TrickRules.tie_lead`."""
    all_tied: int = 0
    """The side that wins three tied tricks: 0, the mano's, or ``DRAWN``."""
    piles: bool = False
    """After a tied first trick everybody lays a pile (VE-PAR-02)."""


FOR_MANO: Final = Ties()
"""After a tied trick the mano leads, and three tied tricks are won by the mano's side."""


def piled(hands: Sequence[Sequence[int]]) -> int:
    """The side that wins when everybody lays his last two cards in a pile, the better one on top.

    ``hands``: the levels of each slot, lowest first.
    """
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
    """The side that has won the hand by these tricks (AR-HAN); ``NONE`` while it is open.

    ``results``: by trick, the side that won it, or ``PARDA``. ``all_tied``: the side that wins
    three tied tricks, or ``DRAWN``.
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
    """The effect of a tie of the next trick for ``side``: 1: the side wins the hand by it; -1: it
    loses the hand; 0: neither."""
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
    """The side that wins one against one when both play as well as possible and know all cards.

    ``hands``: the levels of both slots, lowest first. ``turn``: the slot that lays now. ``facing``:
    the level of the card that it answers, ``NONE`` when it leads. ``results``: as in
    :func:`hand_winner`. Levels should come from :func:`packed`, so that more calls are equal and
    their answers are remembered.
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
    """The slot that leads, of two, after a tied trick in which slot ``last`` laid second."""
    if ties.lead == "mano":
        return 0
    return last if ties.lead == "last_tied" else 1 - last


def packed(
    first: Sequence[int], second: Sequence[int], facing: int
) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], int]:
    """(both hands, the level to answer) with their levels numbered anew without gaps; the order of
    the levels stays the same, and ``NONE`` stays ``NONE``."""
    levels = sorted({*first, *second, facing} - {NONE})
    rank = {level: number for number, level in enumerate(levels)}
    rank[NONE] = NONE
    return (
        tuple(sorted([rank[level] for level in first])),
        tuple(sorted([rank[level] for level in second])),
    ), rank[facing]


class OpenTrick:
    """A trick: who led it, who has laid, and which card is the best so far."""

    __slots__ = ("beaten", "best", "first", "laid", "last", "side", "slot")

    def __init__(self, first: int, beaten: int = NONE) -> None:
        self.first = first
        self.beaten = beaten
        """The side that loses a tie of this trick (PA-TRU-11); ``NONE``: a tie is a tie."""
        self.laid = 0
        """The slots that have laid a card, as a bit mask."""
        self.best = NONE
        """The highest level so far; ``NONE`` before the first card."""
        self.side = NONE
        """The side with the best card; ``PARDA`` when both sides have one as good."""
        self.slot = NONE
        self.last = NONE
        """The first slot with the best card, and the last one."""

    def lay(self, slot: int, level: int) -> None:
        """Adds the card that a slot lays to the trick. ``level``: the card's level, or
        :data:`COVERED`."""
        self.laid |= 1 << slot
        side = slot & 1
        if level > self.best or (level == self.best and self.side == self.beaten == 1 - side):
            self.best, self.side, self.slot, self.last = level, side, slot, slot
        elif level == self.best and side != self.beaten:
            self.last = slot
            if self.side != side:
                self.side = PARDA

    def ties_won(self, side: int) -> bool:
        """Whether ``side`` wins this trick when its card ties with the best card of the other
        side."""
        return self.beaten == 1 - side

    def leads_next(self, lead: str) -> int:
        """The slot that leads after this trick: its winner, or after a tie the one that ``lead``
        names (:attr:`Ties.lead`)."""
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
    trick: OpenTrick,
    slot: int,
    rivals_after: int,
    partners_after: int,
    results: Sequence[int],
    chance: Sequence[float],
    all_tied: int = 0,
) -> int:
    """The level that a plain player lays in the running trick.

    ``hand``: its levels, lowest first. ``rivals_after``, ``partners_after``: how many of each will
    lay in this trick after it. ``results``, ``all_tied``: as in :func:`hand_winner`. ``chance``: by
    level, the chance of beating a random card.
    """
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
    """The level with which a plain player leads; ``first``: in the first trick of the hand."""
    if partners_after:
        # A fair card and not the best one: a partner can still win the trick.
        return next((level for level in hand[:-1] if chance[level] >= 0.4), hand[0])
    highest = hand[-1]
    if first and len(hand) > 2 and chance[highest] >= 0.9:
        return hand[1] if chance[hand[1]] >= 0.5 else highest
    return highest


def _stay(
    hand: Sequence[int],
    trick: OpenTrick,
    rivals_after: int,
    partners_after: int,
    chance: Sequence[float],
) -> int:
    """The level to lay when the best card so far is our side's."""
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
    """The level to lay when some cards of the hand beat the trick and rivals lay after us;
    ``must``: the hand is lost if the trick is."""
    if must:
        return beating[-1]
    if partners_after:
        return beating[0] if chance[beating[0]] <= STRONG else hand[0]
    return next((level for level in beating if chance[level] >= STRONG), beating[-1])


def play_out(
    hands: list[list[int]],
    trick: OpenTrick,
    results: list[int],
    chance: Sequence[float],
    ties: Ties = FOR_MANO,
) -> int:
    """The side that wins the hand when everybody plays as :func:`pick` says, or ``DRAWN``.

    ``hands``: the levels of each slot, lowest first; an empty one belongs to a slot that has left.
    ``trick``: the running one. ``hands``, ``trick`` and ``results`` are changed.
    """
    count = len(hands)
    while True:
        order = [(trick.first + step) % count for step in range(count)]
        waiting = [slot for slot in order if hands[slot] and not trick.laid >> slot & 1]
        # By side, how many slots will still lay a card.
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
        trick = OpenTrick(trick.leads_next(ties.lead))

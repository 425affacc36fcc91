"""How good cards, envidos and flores are at a table, compared with random ones.

All numbers follow from the rule set. They are worked out once for a table, or once for each turned
card.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

from engine.cards import RANKS, UNKNOWN, Card
from engine.robots.solving.playout import DRAWN, NONE, PARDA, OpenTrick, hand_winner, tie_helps
from engine.rules.points import points_with
from engine.rules.rule_set import CardRules
from engine.state.table import Table

DEALT: Final = 3
"""The cards of a hand."""


def above_of(levels: list[int]) -> list[int]:
    """By level, how many cards of these levels are higher."""
    return [sum([other > level for other in levels]) for level in range(max(levels) + 1)]


@lru_cache(maxsize=512)
def above_with(table: Table, turned: Card) -> list[int]:
    """By level, how many cards of the deck are higher in a hand with this turned card, which is not
    counted. Nobody may change the list."""
    heights = table.heights(turned)
    return above_of([heights[card] for card in table.deck if card != turned])


class CardScale:
    """The strength of cards."""

    __slots__ = ("all_tied", "chance")

    def __init__(self, above: list[int], all_tied: int) -> None:
        """``above``: by level, how many cards of the deck are higher. ``all_tied``: as
        :attr:`engine.robots.solving.playout.Ties.all_tied`."""
        self.all_tied = all_tied
        others = above[0] - 1
        chance = [0.0]
        for level in range(1, len(above)):
            equal = above[level - 1] - above[level] - 1
            lower = others - above[level] - equal
            chance.append((lower + 0.5 * equal) / others)
        self.chance: tuple[float, ...] = tuple(chance)
        """By level: the chance of beating one random card; a tie counts half. A card face down
        beats nothing."""

    def hand(
        self,
        levels: Sequence[int],
        results: Sequence[int],
        side: int,
        per_side: int,
        laid: int = NONE,
        beaten: bool = False,
    ) -> float:
        """About how likely a slot of ``side`` wins the hand, by a formula.

        ``levels``: of the cards in its hand. ``results``: who won the tricks before (a side of the
        slots, or ``PARDA``). ``laid``: the level of its card in the running trick; ``NONE``: it has
        laid none. ``beaten``: that card cannot win the trick any more. ``per_side``: how many
        players a side has.
        """
        power = (per_side + 1) / 2
        wins = sorted((float(self.chance[level] ** power) for level in levels), reverse=True)
        if laid != NONE:
            now = 0.0 if beaten else float(self.chance[laid] ** power)
            if not results:
                rest = wins[:2]
                return now * _one(rest) + (1 - now) * _both(rest)
            return _last(results, side, now, wins[:1])
        if not wins:
            return 0.0
        if not results:
            return _two_of_three(wins)
        if len(results) == 1:
            if results[0] == PARDA:
                return wins[0] if len(wins) < 2 else wins[0] + (1 - wins[0]) * 0.1 * wins[1]
            return _one(wins[:2]) if results[0] == side else _both(wins[:2])
        helped = tie_helps(results, side, self.all_tied) > 0
        return min(1.0, wins[0] * 1.05) if helped else wins[0]

    def ending(
        self,
        levels: Sequence[int],
        level: int,
        trick: OpenTrick,
        slot: int,
        results: Sequence[int],
        per_side: int,
    ) -> float:
        """The same for a slot that ends this trick with a card of this level from its hand; the
        trick is changed."""
        trick.lay(slot, level)
        after = (*results, trick.side)
        side = slot & 1
        winner = hand_winner(after, self.all_tied)
        if winner != NONE:
            return 0.5 if winner == DRAWN else float(winner == side)
        rest = list(levels)
        rest.remove(level)
        return self.hand(rest, after, side, per_side)


class Scale(CardScale):
    """The strength of cards, envidos and flores at one table with one turned card; :func:`scale_of`
    makes a scale."""

    __slots__ = ("envido", "flor", "heights", "table")

    def __init__(self, table: Table, turned: Card = UNKNOWN) -> None:
        self.table = table
        self.heights = table.heights(turned)
        """The level of each card, by card number."""
        all_tied = 0 if table.rules.tricks.all_tied == "mano" else DRAWN
        super().__init__(above_with(table, turned), all_tied)
        rank = turned if turned == UNKNOWN else turned % RANKS  # the suit makes no difference
        has_points = bool(table.rules.envido.calls)
        self.envido, self.flor = (
            _points(table.rules.cards, rank) if has_points else ((0.0,), (0.0,))
        )
        """By points of the envido: the chance that a random hand has fewer points; a hand with
        equal points counts half. By points of a flor: the same among the hands that are flores."""

    def envido_rank(self, points: int, hands: int = 1) -> float:
        """How likely these points of the envido beat the best of ``hands`` random hands, from 0 to
        1."""
        return float(_at(self.envido, points) ** hands)

    def flor_rank(self, points: int) -> float:
        """How likely a flor with these points beats a random flor, from 0 to 1."""
        return _at(self.flor, points)


@lru_cache(maxsize=128)
def _points(cards: CardRules, turned: Card) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """:attr:`Scale.envido` and :attr:`Scale.flor`, counted over all hands with this turned card."""
    worth = points_with(cards, turned)
    envidos: dict[int, int] = {}
    flores: dict[int, int] = {}
    deck = [card for step in cards.order for card in step if card != turned]
    for dealt in combinations(deck, DEALT):
        points = worth.envido_points(dealt)
        envidos[points] = envidos.get(points, 0) + 1
        if worth.has_flor(dealt):
            value = worth.flor_points(dealt)
            flores[value] = flores.get(value, 0) + 1
    return _below(envidos), _below(flores)


def _below(counts: dict[int, int]) -> tuple[float, ...]:
    total = sum(counts.values())
    ranks: list[float] = []
    passed = 0
    for value in range(max(counts, default=0) + 1):
        here = counts.get(value, 0)
        ranks.append((passed + here / 2) / total if total else 0.0)
        passed += here
    return tuple(ranks)


def _at(ranks: tuple[float, ...], value: int) -> float:
    return ranks[min(max(value, 0), len(ranks) - 1)]


def _one(wins: Sequence[float]) -> float:
    miss = 1.0
    for chance in wins:
        miss *= 1 - chance
    return 1 - miss


def _both(wins: Sequence[float]) -> float:
    if len(wins) < 2:
        return 0.0
    return wins[0] * wins[1]


def _two_of_three(wins: Sequence[float]) -> float:
    if len(wins) < 3:
        return _both(wins)
    first, second, third = wins[:3]
    return first * second + first * (1 - second) * third + (1 - first) * second * third


def _last(results: Sequence[int], side: int, now: float, rest: Sequence[float]) -> float:
    """The chance of winning the hand when the running trick is not the first one. ``now``: the
    chance of winning it with the card laid; ``rest``: the chance of each card left."""
    after = rest[0] if rest else 0.0
    if len(results) >= 2:
        return now
    if results[0] == PARDA:
        return now
    if results[0] == side:
        return now + (1 - now) * after
    return now * after


@lru_cache(maxsize=512)
def scale_of(table: Table, turned: Card = UNKNOWN) -> Scale:
    """The scale of a table in a hand with this turned card; it is made once and remembered."""
    return Scale(table, turned)

"""The start of a solved game: the public state at the start of trick 2, and the ranges.

A hand that a seat may hold then is a pair of strengths: suits no longer count, since the envido is
over. How likely two pairs are held together is counted over all real deals with real suits, so that
no card is held by both seats (card removal).
"""

from collections.abc import Callable, Sequence
from functools import cache, cached_property
from itertools import combinations
from typing import Final, NamedTuple

from engine.cards import UNKNOWN, Card
from engine.numbers import Seat
from engine.robots.learnt.truco_tables import home_step
from engine.robots.solving import playout
from engine.state.table import Table
from engine.variants import table_for

Pair = tuple[int, int]
"""The strengths (heights in :class:`~engine.state.table.Table`) of two cards, the lower first."""
Joint = tuple[tuple[float, ...], ...]
"""For each pair of one seat and each pair of the other seat, the probability that both are held."""
Reach = Callable[[Seat, tuple[Card, Card]], float]
"""The reach of a seat: how often it comes here with these two cards left, by its own choices."""

MANO, PIE = Seat(0), Seat(1)
EITHER: Final = -1
"""Either seat may say the next step of the ladder."""
TIED: Final = playout.PARDA


class Ranges(NamedTuple):
    """The ranges of both seats at the start of trick 2."""

    pairs: tuple[tuple[Pair, ...], tuple[Pair, ...]]
    """By seat, its pairs, ascending."""
    joint: tuple[Joint, Joint]
    """By seat, the probability of each of its pairs together with each pair of the other seat; the
    sum is 1."""


class Setting:
    """The setting of a position of two players: the rules, the turned card, and the score.

    Both sides have half of the points of a match. If that is too near the end for every step of the
    ladder, the score is 0-0.
    """

    def __init__(
        self, table: Table, turned: Card = UNKNOWN, strength: tuple[int, ...] | None = None
    ) -> None:
        """``strength``: by card number, the level of each card; ``None``: as at the table."""
        self.table = table
        self.turned = turned
        self.deck = tuple(card for card in table.deck if card != turned)
        self.strength = table.heights(turned) if strength is None else strength
        self.ties = ties_of(table)
        self.words = tuple(step.verb for step in table.rules.truco.steps)
        """The ladder."""
        target = table.rules.match.target
        half = target // 2
        self.score = (half, half)
        if home_step(table.worth, target - half) < len(self.words):
            self.score = (0, 0)

    def result(self, mano: Card, pie: Card) -> int:
        """The seat that wins a trick with these two cards, or ``TIED``."""
        one, other = self.strength[mano], self.strength[pie]
        return TIED if one == other else MANO if one > other else PIE

    def pays(self, winner: int, level: int) -> float:
        """The gain of the mano, in points, when this seat (or ``playout.DRAWN``) wins the hand.
        Points beyond the end of the match do not count. ``level``: the step that is accepted."""
        if winner == playout.DRAWN:
            return 0.0
        lacking = self.table.rules.match.target - self.score[winner]
        points = float(min(self.table.worth[level], lacking))
        return points if winner == MANO else -points

    def leads_after(self, result: int, last: Seat) -> Seat:
        """The leader after a trick. ``last``: the seat that laid second in it."""
        return Seat(playout.lead_of_two(self.ties, last) if result == TIED else result)


@cache
def setting_of(variant: str, turned: Card = UNKNOWN) -> Setting:
    """The usual table of a game for two."""
    return Setting(table_for(variant, 2), turned)


def ties_of(table: Table) -> playout.Ties:
    """The effects of tied tricks at this table."""
    tricks = table.rules.tricks
    all_tied = MANO if tricks.all_tied == "mano" else playout.DRAWN
    return playout.Ties(tricks.tie_lead, all_tied, tricks.after_tie == "stack")


class Position:
    """The public state at the start of trick 2. Only the truco may have been called."""

    def __init__(
        self,
        setting: Setting,
        first: tuple[Card, Card],
        ranges: Ranges,
        level: int = 0,
        word: int = EITHER,
    ) -> None:
        """``first``: the first cards of mano (seat 0) and pie. ``level``: the step of the truco
        that is accepted. ``word``: the seat that may say the next one."""
        self.setting = setting
        self.first = first
        self.ranges = ranges
        self.level = level
        self.word = word

    @cached_property
    def result(self) -> int:
        """The seat that won the first trick, or ``TIED``."""
        return self.setting.result(*self.first)


def anyhow(seat: Seat, held: tuple[Card, Card]) -> float:
    """A reach of 1 for all cards, which gives uniform ranges: the first card tells nothing about
    the other two."""
    return 1.0


def ranges_of(
    setting: Setting,
    first: tuple[Card, Card],
    reach: Reach = anyhow,
    only: tuple[Sequence[Pair], Sequence[Pair]] | None = None,
) -> Ranges:
    """The ranges with these first cards, counted over all deals of the other cards. ``only``: by
    seat, the pairs that it may hold; ``None``: all pairs."""
    left = [card for card in setting.deck if card not in first]
    held: list[list[tuple[tuple[Card, Card], Pair, float]]] = []
    for seat in (MANO, PIE):
        found = []
        for two in combinations(left, 2):
            pair = _pair(setting.strength, two)
            share = reach(seat, two) if only is None or pair in only[seat] else 0.0
            if share > 0:
                found.append((two, pair, share))
        held.append(found)
    weights: dict[tuple[Pair, Pair], float] = {}
    for (one, other), pair, share in held[0]:
        for two, rival, often in held[1]:
            if one not in two and other not in two:
                weights[pair, rival] = weights.get((pair, rival), 0.0) + share * often
    total = sum(weights.values())
    pairs = (
        tuple(sorted({pair for pair, _ in weights})),
        tuple(sorted({rival for _, rival in weights})),
    )
    mano = tuple(
        tuple(weights.get((pair, rival), 0.0) / total for rival in pairs[1]) for pair in pairs[0]
    )
    return Ranges(pairs, (mano, tuple(zip(*mano, strict=True))))


def _pair(strength: Sequence[int], two: tuple[Card, Card]) -> Pair:
    one, other = sorted([strength[card] for card in two])
    return one, other

"""Where a solved game begins: the public state at the start of trick 2, and the ranges.

A hand that a seat may hold then is a pair of strengths: suits no longer count, since the envido is
over. How likely two pairs are held together is counted over all real deals with real suits, so
that a card which one holds is not held by the other (card removal).
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import combinations
from typing import Final, NamedTuple

from engine.cards import Card
from engine.numbers import Seat
from engine.robots.solving import playout
from engine.state.table import Table
from engine.variants import table_for

Pair = tuple[int, int]
"""The strengths (heights in :class:`~engine.state.table.Table`) of two cards, the lower first."""
Joint = tuple[tuple[float, ...], ...]
"""By pair of one seat and pair of the other, how likely both are held."""
Reach = Callable[[Seat, tuple[Card, Card]], float]
"""How often a seat with these two cards left has come here, by its own choices."""

MANO, PIE = Seat(0), Seat(1)
EITHER: Final = -1
"""Either seat may say the next step of the ladder."""
TIED: Final = playout.PARDA


class Ranges(NamedTuple):
    """What both seats may hold as trick 2 begins."""

    pairs: tuple[tuple[Pair, ...], tuple[Pair, ...]]
    """By seat, its pairs, ascending."""
    joint: tuple[Joint, Joint]
    """By seat, how likely each of its pairs is held together with each pair of the other; the sum
    is 1."""


class Position:
    """The public state as trick 2 begins: argentino for two, nothing of the envido called."""

    def __init__(
        self, first: tuple[Card, Card], ranges: Ranges, level: int = 0, word: int = EITHER
    ) -> None:
        """``first``: the first cards of mano (seat 0) and pie. ``level``: the step of the truco
        that is accepted. ``word``: the seat that may say the next one."""
        self.first = first
        self.ranges = ranges
        self.level = level
        self.word = word

    @cached_property
    def result(self) -> int:
        """The seat that won the first trick, or ``TIED``."""
        mano, pie = (argentino().strength[card] for card in self.first)
        return TIED if mano == pie else MANO if mano > pie else PIE


def argentino() -> Table:
    """The table whose rules and cards the solved game has."""
    return table_for("argentino", 2)


def anyhow(seat: Seat, held: tuple[Card, Card]) -> float:
    """The first card says nothing of the two others: uniform ranges."""
    return 1.0


def ranges_of(
    first: tuple[Card, Card],
    reach: Reach = anyhow,
    only: tuple[Sequence[Pair], Sequence[Pair]] | None = None,
) -> Ranges:
    """The ranges with these first cards, from all deals of the other cards. ``only``: by seat, the
    pairs that it may hold; ``None``: all."""
    table = argentino()
    left = [card for card in table.deck if card not in first]
    held: list[list[tuple[tuple[Card, Card], Pair, float]]] = []
    for seat in (MANO, PIE):
        found = []
        for two in combinations(left, 2):
            pair = _pair(table.strength, two)
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

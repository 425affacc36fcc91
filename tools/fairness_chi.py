"""``python -m tools.fairness_chi [--deals 20000]``: is every order of the deck equally likely?

For each kind of deck it shuffles and cuts as the protocol does, with a secret from the operating
system, and prints Pearson's chi-squared for card by place, and for the pair of the first two cards.
``z`` says how many standard deviations a figure lies from the expected value: beyond 4 something is
wrong.
"""

import argparse
import secrets
import sys
from collections import Counter
from collections.abc import Mapping
from math import sqrt
from typing import Any, Final, NamedTuple

from engine.fairness import deal
from engine.fairness.deal import AZAR_2
from engine.fairness.hashes import Key
from engine.state.table import Table
from engine.variants import table_for

DECKS: Final[tuple[tuple[str, str, dict[str, str]], ...]] = (
    ("40 Spanish", "argentino", {}),
    ("40 French", "paulista", {}),
    ("27 French", "mineiro", {"deck": "clean"}),
    ("24 French", "paulista", {"deck": "clean"}),
)
MOST: Final = 4.0
"""Standard deviations beyond which a figure is too unlikely: one in thirty thousand."""


class Figure(NamedTuple):
    """One chi-squared."""

    squared: float
    freedom: int

    @property
    def z(self) -> float:
        """Standard deviations from the mean."""
        return (self.squared - self.freedom) / sqrt(2 * self.freedom)


def measure(table: Table, deals: int) -> tuple[Figure, Figure]:
    """(card by place, first two cards) over this many deals of one match."""
    secret, match = secrets.token_bytes(32), "chisquar"
    mixed = AZAR_2.table_hash(AZAR_2.commitment_of(match, secret), AZAR_2.rules_hash([]), [])
    size = len(table.deck)
    places: list[Counter[int]] = [Counter() for _ in range(size)]
    pairs: Counter[tuple[int, ...]] = Counter()
    for number in range(1, deals + 1):
        cards = AZAR_2.shuffled(table.deck, Key(AZAR_2.hand_key(secret, match, number, mixed)))
        choice = AZAR_2.own_choice(mixed, number)
        cards = deal.cut(cards, AZAR_2.offset_of(mixed, number, choice, size))
        pairs[cards[:2]] += 1
        for place, card in zip(places, cards, strict=True):
            place[card] += 1
    by_place = sum(squared(place, size, deals / size) for place in places)
    by_pair = squared(pairs, size * (size - 1), deals / (size * (size - 1)))
    return Figure(by_place, (size - 1) ** 2), Figure(by_pair, size * (size - 1) - 1)


def squared(seen: Mapping[Any, int], cells: int, expected: float) -> float:
    """Pearson's sum over all cells; a cell that was never seen counts too."""
    found = sum((count - expected) ** 2 for count in seen.values())
    return (found + (cells - len(seen)) * expected**2) / expected


def main() -> int:
    """Prints a table; 1 if a figure lies too far out."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=20_000)
    deals = parser.parse_args().deals
    worst = 0.0
    print(f"{'deck':12} {'deals':>7}  {'card by place':>24}  {'first two cards':>24}")
    for name, variant, options in DECKS:
        figures = measure(table_for(variant, 2, options), deals)
        worst = max([worst, *(abs(figure.z) for figure in figures)])
        told = [
            f"{figure.squared:9.1f} / {figure.freedom:4} z{figure.z:+5.2f}" for figure in figures
        ]
        print(f"{name:12} {deals:7}  {told[0]:>24}  {told[1]:>24}")
    return worst > MOST


if __name__ == "__main__":
    sys.exit(main())

"""The teams, where the table leaves them to chance (TR-DEA-01).

Seats stay where they are round the table; people change seats, so that partners sit opposite.
"""

from typing import Final

from bot.chance import Chance, shuffled
from engine.cards import RANKS
from engine.numbers import NOBODY
from engine.state.table import Table

KING: Final = RANKS - 1
"""The rank of a king: the highest of the figures, by its index among the ranks."""

Formed = tuple[tuple[int, ...], int]
"""For each new seat, the old seat of its person; and the first dealer (``NOBODY``: drawn later)."""


def formed(table: Table, how: str, chance: Chance) -> Formed:
    """The teams by this rule: ``by_kings``, ``random``, or as they sit (``manual``)."""
    everyone = tuple(range(table.players))
    if how == "by_kings":
        return _by_kings(table, chance)
    if (
        how == "random" and table.players == 3
    ):  # only the player who plays alone is drawn (TR-GAL-02)
        first = chance.below(3)
        return (*everyone[first:], *everyone[:first]), NOBODY
    if how == "random" and table.players > 2:
        drawn = shuffled(everyone, chance)
        half = table.players // 2
        return _seated(tuple(sorted(drawn[:half])), everyone), NOBODY
    return everyone, NOBODY


def _by_kings(table: Table, chance: Chance) -> Formed:
    """Cards are dealt face up: the first different players with kings are partners, and the first
    of them deals.

    With six or eight players the kings may be too few: then the rest is drawn."""
    players = table.players
    everyone = tuple(range(players))
    receivers: list[int] = []
    for number, card in enumerate(shuffled(table.deck, chance)):
        seat = number % players
        if card % RANKS == KING and seat not in receivers:
            receivers.append(seat)
    first = receivers[0]
    if players < 4:
        return everyone, first
    half = players // 2
    rest = shuffled([seat for seat in everyone if seat not in receivers], chance)
    partners = tuple(sorted([*receivers, *rest][:half]))
    order = _seated(partners, everyone)
    return order, order.index(first)


def _seated(partners: tuple[int, ...], everyone: tuple[int, ...]) -> tuple[int, ...]:
    """Partners on the even seats, the others between them, as they sat."""
    others = tuple(seat for seat in everyone if seat not in partners)
    pairs = zip(partners, others, strict=False)
    return tuple(seat for pair in pairs for seat in pair)

"""Forms the teams at tables that leave them to chance (TR-DEA-01).

The seats stay in their order round the table. People change seats so that partners sit opposite."""

from typing import Final

from msgspec import Struct

from bot.chance import Chance, shuffled
from engine.cards import RANKS, Card
from engine.numbers import NOBODY
from engine.state.table import Table

KING: Final = RANKS - 1
"""The rank of a king: the highest of the figures, by its index among the ranks."""


class Formed(Struct, frozen=True):
    """The new order of the people."""

    order: tuple[int, ...]
    """For each new seat, the old seat of its person."""
    dealer: int = NOBODY
    """The first dealer; ``NOBODY``: drawn later."""
    kings: tuple[tuple[int, Card], ...] = ()
    """The kings that decided, in order, each with the new seat of its owner."""


def formed(table: Table, how: str, chance: Chance) -> Formed:
    """Forms the teams by this rule: ``by_kings``, ``random``, or ``manual`` (people stay)."""
    everyone = tuple(range(table.players))
    if how == "by_kings":
        return _by_kings(table, chance)
    if (
        how == "random" and table.players == 3
    ):  # only the player who plays alone is drawn (TR-GAL-02)
        first = chance.below(3)
        return Formed((*everyone[first:], *everyone[:first]))
    if how == "random" and table.players > 2:
        drawn = shuffled(everyone, chance)
        half = table.players // 2
        return Formed(_seated(tuple(sorted(drawn[:half])), everyone))
    return Formed(everyone)


def _by_kings(table: Table, chance: Chance) -> Formed:
    """Deals cards face up. The first players with a king are partners, and the first of them deals.
    With six or eight players the kings may not be enough; the other partners are drawn."""
    players = table.players
    everyone = tuple(range(players))
    kings: dict[int, Card] = {}
    """The first king of each player, in the order in which they came."""
    for number, card in enumerate(shuffled(table.deck, chance)):
        if card % RANKS == KING:
            kings.setdefault(number % players, card)
    first = next(iter(kings))
    if players < 4:
        return Formed(everyone, first, ((first, kings[first]),))
    half = players // 2
    rest = shuffled([seat for seat in everyone if seat not in kings], chance)
    partners = tuple(sorted([*kings, *rest][:half]))
    order = _seated(partners, everyone)
    drawn = tuple((order.index(seat), card) for seat, card in kings.items() if seat in partners)
    return Formed(order, order.index(first), drawn)


def _seated(partners: tuple[int, ...], everyone: tuple[int, ...]) -> tuple[int, ...]:
    """Partners on the even seats, the other people between them, in their old order."""
    others = tuple(seat for seat in everyone if seat not in partners)
    pairs = zip(partners, others, strict=False)
    return tuple(seat for pair in pairs for seat in pair)

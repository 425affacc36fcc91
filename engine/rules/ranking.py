"""The order of the cards in a hand with a turned card.

The order of a variant is a list of steps, strongest first; the cards of one step are equal. Where a
card is turned after the deal, a function of :data:`PROMOTIONS` makes the order of the hand from the
order of the variant. The turned card itself is out of play.
"""

from collections.abc import Callable
from typing import Final

from engine.cards import RANKS, SUITS, UNKNOWN, Card
from engine.rules.rule_set import CardRules

Order = tuple[tuple[Card, ...], ...]


def _next_rank(cards: CardRules, turned: Card) -> Order:
    """The rank that follows the turned card's rank beats every other card, clubs first (PA-CAR-02
    to PA-CAR-04)."""
    cycle = cards.cycle
    rank = cycle[(cycle.index(turned % RANKS) + 1) % len(cycle)]
    manilhas = tuple((suit * RANKS + rank,) for suit in range(SUITS))
    rest = tuple(
        tuple(card for card in step if card != turned)
        for step in cards.order
        if step[0] % RANKS != rank
    )
    return manilhas + rest


def _pieces(cards: CardRules, turned: Card) -> Order:
    """Some cards of the turned card's suit, the pieces, beat every other card; no two of them are
    equal (UY-CAR-01)."""
    pieces = [card for card, _ in pieces_of(cards, turned)]
    rest = (
        tuple(card for card in step if card != turned and card not in pieces)
        for step in cards.order
    )
    return (*((card,) for card in pieces), *(step for step in rest if step))


def pieces_of(cards: CardRules, turned: Card) -> tuple[tuple[Card, int], ...]:
    """The pieces of a hand as (card, points), strongest first; empty when no card is turned.

    When the turned card is itself a piece, the substitute of its suit takes its place (UY-CAR-03,
    VE-CAR-03).
    """
    if turned == UNKNOWN:
        return ()
    suit, up = divmod(turned, RANKS)
    return tuple(
        (suit * RANKS + (cards.substitute if piece.rank == up else piece.rank), piece.points)
        for piece in cards.pieces
    )


PROMOTIONS: Final[dict[str, Callable[[CardRules, Card], Order]]] = {
    "next_rank": _next_rank,
    "pieces": _pieces,
}
"""The functions by which a turned card changes the order, by the name in
:attr:`CardRules.promotion`."""


def order_with(cards: CardRules, turned: Card) -> Order:
    """The order of a hand with this turned card, strongest first, without that card."""
    return PROMOTIONS[cards.promotion](cards, turned) if cards.promotion else cards.order

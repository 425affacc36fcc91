"""Which card beats which, once a card has been turned.

A variant's order is a list of steps, strongest first, equal cards together. Where a card is turned
after the deal, a named promotion turns that order into the hand's: the function behind the name
stands in :data:`PROMOTIONS`. The turned card itself is out of play.
"""

from collections.abc import Callable
from typing import Final

from engine.cards import RANKS, SUITS, UNKNOWN, Card
from engine.rules.rule_set import CardRules

Order = tuple[tuple[Card, ...], ...]


def _next_rank(cards: CardRules, turned: Card) -> Order:
    """The rank above the turned card's beats everything, clubs first (PA-CAR-02 to PA-CAR-04)."""
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
    """Some ranks of the turned card's suit beat everything, each for itself (UY-CAR-01)."""
    pieces = [card for card, _ in pieces_of(cards, turned)]
    rest = (
        tuple(card for card in step if card != turned and card not in pieces)
        for step in cards.order
    )
    return (*((card,) for card in pieces), *(step for step in rest if step))


def pieces_of(cards: CardRules, turned: Card) -> tuple[tuple[Card, int], ...]:
    """The pieces with their points, strongest first; none where no card promotes any.

    A piece that was turned up itself is replaced by the substitute of its suit (UY-CAR-03,
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


def order_with(cards: CardRules, turned: Card) -> Order:
    """The hand's order, strongest first, without the turned card."""
    return PROMOTIONS[cards.promotion](cards, turned) if cards.promotion else cards.order

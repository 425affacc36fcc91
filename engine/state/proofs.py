"""The cards that prove points, and what they tell about the other cards of their seat (AR-MOS)."""

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations

from engine.cards import UNKNOWN, Card
from engine.errors import UnknownCard
from engine.events import Shown
from engine.numbers import NO_NUMBER, Kind, Seat
from engine.rules.points import Points
from engine.state.facts import HOLDS, Fact, known
from engine.state.state import FLOR_POINTS_KIND, DueProof
from engine.state.table import Cards, Table


def proof(points: Points, kind: Kind, dealt: Cards, seen: Cards, stated: int = NO_NUMBER) -> Cards:
    """The smallest set of further cards that proves the points (AR-MOS-01: only the scoring cards).

    Of several smallest sets it takes the one with the lowest card numbers; so the set does not
    reveal the order of the deal. ``stated``: the number that the cards have to prove. If the number
    is wrong, the set holds all cards.
    """
    hidden = sorted([card for card in dealt if card not in seen])
    if kind == FLOR_POINTS_KIND:
        return tuple(hidden)
    number = points.envido_points(dealt) if stated == NO_NUMBER else stated
    for count in range(len(hidden)):
        for cards in combinations(hidden, count):
            if points.envido_points(seen + cards) == number:
                return cards
    return tuple(hidden)


@lru_cache(maxsize=20_000)
def _ruled_out(points: Points, cards: Cards, seen: Cards, turned: Card, stated: int) -> Cards:
    """The cards that a seat cannot hold because it showed these for its envido: with one of them it
    would have shown another set. ``seen``: its cards that lay face up before, sorted, so that the
    same cards are found again. At least one card of the seat is still hidden.

    Example: a seat that shows 7 and 11 of a suit for 27 does not hold the 10 of that suit. The 10
    proves as much and would have been chosen first.
    """
    shown = (*seen, *cards)
    worth = points.envido_points
    number = worth(shown)
    deck = sorted(card for equal in points.rules.order for card in equal)
    others = [card for card in deck if card not in shown and card != turned]
    if stated == NO_NUMBER:
        others = [card for card in others if worth((*shown, card)) == number]
    else:
        number = stated
    return tuple([card for card in others if _goes_first(points, card, cards, seen, number)])


def _goes_first(points: Points, card: Card, cards: Cards, seen: Cards, number: int) -> bool:
    """Whether a seat that also holds this card shows a set with it in place of ``cards``: a smaller
    set, or one as large with lower numbers (:func:`proof`)."""
    for count in range(len(cards)):
        for some in combinations(cards, count):
            rival = tuple(sorted((*some, card)))
            before = count + 1 < len(cards) or rival < cards
            if before and points.envido_points(seen + rival) == number:
                return True
    return False


def turned_up(
    table: Table,
    seat: Seat,
    kind: Kind,
    dealt: Cards,
    seen: Cards,
    turned: Card,
    stated: int = NO_NUMBER,
) -> tuple[Cards, tuple[Fact, ...]]:
    """The cards that a seat has to turn up for these points, and the facts that follow from them.
    Raises :class:`UnknownCard` if the cards dealt to it are not known."""
    if UNKNOWN in dealt:
        raise UnknownCard
    points = table.points(turned)
    cards = proof(points, kind, dealt, seen, stated)
    if not cards:
        return (), ()
    told = [Fact(HOLDS, seat, "show", card=card) for card in cards]
    if kind != FLOR_POINTS_KIND and len(seen) + len(cards) < 3:
        absent = _ruled_out(points, cards, tuple(sorted(seen)), turned, stated)
        told[:0] = [Fact(HOLDS, seat, "show", card=card, negated=True) for card in absent]
    return cards, tuple(told)


def all_turned_up(
    table: Table,
    proofs: Iterable[DueProof],
    dealt: tuple[Cards, ...],
    seen: tuple[Cards, ...],
    facts: tuple[Fact, ...],
    turned: Card,
) -> tuple[tuple[Cards, ...], tuple[Fact, ...], list[Shown]]:
    """Every seat turns up the cards that it has to show. Returns the cards of each seat that lie
    face up then, the facts known then, and the events. Raises :class:`UnknownCard`."""
    face_up = list(seen)
    events: list[Shown] = []
    for due in proofs:
        seat = due.seat
        cards, learnt = turned_up(table, seat, due.kind, dealt[seat], face_up[seat], turned)
        if cards:
            face_up[seat] += cards
            facts = known(facts, learnt)
            events.append(Shown(seat, cards))
    return tuple(face_up), facts, events

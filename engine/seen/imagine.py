"""Deals that could be true, for robots that think ahead.

:func:`imagine` deals the cards that a seat has not seen. Each deal that fits what the seat knows is
equally likely: its own cards, the turned card, the cards face up, and the facts. Cards that a fact
puts into a hand (a partner's cards, seen before the hand) are dealt to it first. Then each seat
with further facts draws one of the sets of cards that fit it, independently of the others. A draw
that needs the same card twice is thrown away; the draws that are left are uniform. Seats without
facts are dealt last, and so is the looking seat if it may not see its own cards.

When many seats have facts (after a blind call all have), nearly all draws would be thrown away.
Then the seats that most sets of cards fit are dealt last as well, and the whole deal is thrown away
if one of them does not fit.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations
from math import comb
from random import Random
from typing import Final

from msgspec.structs import replace

from engine.cards import RANKS, SUITS, UNKNOWN, Card
from engine.numbers import NOBODY
from engine.seen.view import SeatView, table_of
from engine.state.facts import (
    ABOVE,
    ENVIDO_POINTS,
    FLOR_AT_MOST,
    FLOR_POINTS,
    HAS_FLOR,
    HOLDS,
    PLAIN_FLOR,
    RESERVADA,
    Fact,
)
from engine.state.table import Cards, Table

PATIENCE = 2000
"""The number of draws that are tried before :class:`Impossible` is raised; no real hand needs so
many."""


MANY: Final = 4
"""If at least this many seats have facts, the seats that most sets of cards fit are dealt last."""

DECK: Final = SUITS * RANKS
UNJUDGED, FITS, FITS_NOT = range(3)
"""The possible results of the check of three cards against some facts."""

Loose = dict[int, frozenset[Cards]]
"""The seats with facts that are dealt last, each with the sets of cards that fit it; without the
cards that it is known to have."""


class Impossible(Exception):
    """No deal was found that fits the view: it does not come from a real hand."""


def fits(table: Table, dealt: Cards, facts: tuple[Fact, ...], turned: Card = UNKNOWN) -> bool:  # noqa: C901, asked for every imagined deal
    """Whether three dealt cards agree with all facts about their seat."""
    for fact in facts:
        if fact.kind == HAS_FLOR:
            if bool(table.has_flor(dealt, turned)) != bool(fact.low):
                return False
        elif fact.kind == FLOR_AT_MOST:
            if table.has_flor(dealt, turned) and table.flor_points(dealt, turned) > fact.high:
                return False
        elif fact.kind == PLAIN_FLOR:
            plain = table.has_flor(dealt, turned) and not table.reservada(dealt, turned)
            if bool(plain) != bool(fact.low):
                return False
        elif fact.kind == RESERVADA:
            if bool(table.reservada(dealt, turned)) != bool(fact.low):
                return False
        elif fact.kind == HOLDS:
            if (fact.card in dealt) == fact.negated:
                return False
        elif fact.kind == ABOVE:
            heights = table.heights(turned)
            if sum(1 for card in dealt if heights[card] > heights[fact.card]) > fact.high:
                return False
        elif fact.kind == FLOR_POINTS:
            # Three cards of different suits have a number too; only a flor can be compared.
            if not table.has_flor(dealt, turned):
                return False
            if not fact.low <= table.flor_points(dealt, turned) <= fact.high:
                return False
        else:
            assert fact.kind == ENVIDO_POINTS, f"a fact that nobody reads: {fact.kind}"
            if (fact.low <= table.envido_points(dealt, turned) <= fact.high) == fact.negated:
                return False
    return True


def known_cards(view: SeatView) -> list[Cards]:
    """By seat, the cards that the looking seat knows to have been dealt to it."""
    known: list[Cards] = []
    for seat in range(view.players):
        own = view.dealt if seat == view.seat else ()
        held = [
            fact.card
            for fact in view.facts
            if fact.seat == seat and fact.kind == HOLDS and not fact.negated
        ]
        cards = dict.fromkeys((*own, *view.seen[seat], *held))
        cards.pop(UNKNOWN, None)
        known.append(tuple(cards))
    return known


def imagine(view: SeatView, rng: Random) -> tuple[Cards, ...]:
    """A deal that fits the view: the three cards of every seat (four of a seat that has still to
    put one away).

    The looking seat has its own cards, in the order in which they were dealt. In the other hands,
    and in its own if it may not see it, the order means nothing. Raises :class:`Impossible` when no
    deal fits.
    """
    return imagine_many(view, rng, 1)[0]


def imagine_many(view: SeatView, rng: Random, count: int) -> list[tuple[Cards, ...]]:
    """``count`` independent deals that fit the view, as :func:`imagine` gives one; the facts are
    read only once."""
    table = table_of(view)
    known = known_cards(view)
    gone: set[Card] = {card for cards in known for card in cards}
    gone.update((view.turned, view.put_away))
    pool = [card for card in table.deck if card not in gone]
    bound: dict[int, list[Cards]] = {}
    for seat in range(view.players):
        facts = tuple(
            fact
            for fact in view.facts
            if fact.seat == seat and (fact.kind != HOLDS or fact.negated)
        )
        missing = 3 - len(known[seat])
        if not facts or not missing:
            continue
        bound[seat] = fitting(table, known[seat], pool, facts, view.turned)
        if not bound[seat]:
            raise Impossible
    loose: Loose = {}
    if len(bound) >= MANY:
        for seat in tuple(bound):
            if 2 * len(bound[seat]) > comb(len(pool), 3 - len(known[seat])):
                loose[seat] = frozenset(bound.pop(seat))
    return [_draw(view, rng, known, pool, bound, loose) for _ in range(count)]


def fitting(
    table: Table, known: Cards, pool: list[Card], facts: tuple[Fact, ...], turned: Card
) -> list[Cards]:
    """The cards of the pool that may complete a hand with these known cards, in agreement with the
    facts about it."""
    facts = tuple(replace(fact, seat=NOBODY) for fact in facts)
    if not known:
        gone = _bits(table.deck) ^ _bits(pool)
        return [cards for bits, cards in _all_fitting(table, facts, turned) if not bits & gone]
    judged = _judged(table, facts, turned)
    found: list[Cards] = []
    for rest in combinations(pool, 3 - len(known)):
        cards = (*known, *rest)
        place = (cards[0] * DECK + cards[1]) * DECK + cards[2]
        if judged[place] == UNJUDGED:
            judged[place] = FITS if fits(table, tuple(sorted(cards)), facts, turned) else FITS_NOT
        if judged[place] == FITS:
            found.append(rest)
    return found


def _bits(cards: Iterable[Card]) -> int:
    """A number with one bit for each of these cards."""
    return sum([1 << card for card in cards])


@lru_cache(maxsize=8)
def _hands(deck: Cards) -> tuple[tuple[int, Cards], ...]:
    """All hands of three cards, each with its bits."""
    return tuple([(_bits(cards), cards) for cards in combinations(deck, 3)])


@lru_cache(maxsize=128)
def _all_fitting(
    table: Table, facts: tuple[Fact, ...], turned: Card
) -> tuple[tuple[int, Cards], ...]:
    """All hands of the deck that agree with these facts, each with its bits. Most decisions ask
    about the same few facts again and again."""
    return tuple(
        [
            hand
            for hand in _hands(table.deck)
            if turned not in hand[1] and fits(table, hand[1], facts, turned)
        ]
    )


@lru_cache(maxsize=128)
def _judged(table: Table, facts: tuple[Fact, ...], turned: Card) -> bytearray:
    """A cache of earlier results: for three cards, as a number, whether they agree with these
    facts. It is used when one or two of the cards are known. Threads may write to it at the same
    time, because they write the same values."""
    return bytearray(DECK**3)


def _draw(
    view: SeatView,
    rng: Random,
    known: list[Cards],
    pool: list[Card],
    bound: dict[int, list[Cards]],
    loose: Loose,
) -> tuple[Cards, ...]:
    """One deal. ``known``: the known cards by seat; ``pool``: all cards that may be anywhere;
    ``bound``: by seat with facts, the sets of cards that fit it."""
    for _ in range(PATIENCE):
        drawn = {seat: sets[rng.randrange(len(sets))] for seat, sets in bound.items()}
        used = {card for cards in drawn.values() for card in cards}
        if len(used) < sum(len(cards) for cards in drawn.values()):
            continue
        rest = [card for card in pool if card not in used] if used else pool[:]
        hands: list[Cards] = []
        for seat in range(view.players):
            cards = [*known[seat], *drawn.get(seat, ())]
            # A seat that has still to put a card away holds four (TR-GAL-04).
            size = 3 + (view.position is not None and view.position.discard == seat)
            while len(cards) < size:
                # The last card of the list moves to where the drawn one was.
                at = int(rng.random() * len(rest))
                last = rest.pop()
                if at < len(rest):
                    cards.append(rest[at])
                    rest[at] = last
                else:
                    cards.append(last)
            hands.append(tuple(cards))
        if all(
            tuple(sorted(hands[seat][len(known[seat]) :])) in fitting
            for seat, fitting in loose.items()
        ):
            return tuple(hands)
    raise Impossible

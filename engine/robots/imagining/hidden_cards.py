"""The possible cards of the others: imagined deals, each with a weight.

:func:`engine.seen.imagine.imagine_many` deals the unseen cards in agreement with all facts. The
words, the señas and the silence of the players make some of these deals likelier than others
(:mod:`engine.robots.imagining.likelihood`).
"""

import random
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from engine.cards import UNKNOWN, Card
from engine.numbers import Seat
from engine.robots.imagining.likelihood import LIE, likelihood
from engine.robots.reading.situation import Situation
from engine.seen.imagine import Impossible, imagine_many
from engine.seen.senas import cards_of
from engine.seen.view import SeatView, table_of
from engine.state.facts import FLOR_POINTS, HAS_FLOR, Fact
from engine.state.table import Cards


class Guess(Struct, frozen=True):
    """One imagined deal."""

    weight: float
    """How well the deal explains what has happened, beside other deals."""
    dealt: tuple[tuple[Card, ...], ...]
    """The cards dealt to each seat."""
    cards: tuple[tuple[Card, ...], ...]
    """The cards that each seat still holds."""


def guesses(situation: Situation, rng: random.Random, budget: float) -> list[Guess]:
    """As many imagined deals as the budget says, each with its weight; none when it is below 1."""
    view = situation.view
    promised = _promised(situation)
    found: list[Guess] = []
    if budget < 1:
        return found
    for dealt in _imagined(view, rng, int(budget)):
        cards = _still_held(situation, dealt, rng)
        if promised:
            dealt, cards = _with_promises(situation, dealt, cards, promised, rng)
        found.append(Guess(likelihood(situation, dealt, cards), dealt, cards))
    return found


def _imagined(view: SeatView, rng: random.Random, count: int) -> list[tuple[Cards, ...]]:
    """``count`` deals that fit the view.

    Where a flor may be false (TR-FLO-03), a seat that has said flor is believed as long as that
    contradicts no fact: a false one costs points, so hardly anybody says it.
    """
    claims = said_flores(view)
    known = {fact.seat for fact in view.facts if fact.kind in (HAS_FLOR, FLOR_POINTS)}
    believed = tuple(
        Fact(HAS_FLOR, seat, "flor.fault", 1, 1)
        for seat in claims
        if seat != view.seat and seat not in known
    )
    if believed:
        try:
            return imagine_many(replace(view, facts=(*view.facts, *believed)), rng, count)
        except Impossible:
            pass  # the cards that were seen show that one of them has no flor
    return imagine_many(view, rng, count)


def said_flores(view: SeatView) -> tuple[Seat, ...]:
    """The seats that have said flor at a table where that may be false (TR-FLO-03)."""
    if view.position is None:
        return ()
    both = view.position.stated & view.position.flores
    return tuple(seat for seat in table_of(view).seats if both >> seat & 1)


def _still_held(
    situation: Situation, dealt: Sequence[tuple[Card, ...]], rng: random.Random
) -> tuple[tuple[Card, ...], ...]:
    """The cards that each seat would still hold in an imagined deal. Of a seat that has laid cards
    face down, chance decides which of its cards these were."""
    view = situation.view
    rest: list[tuple[Card, ...]] = []
    for seat, hand in enumerate(dealt):
        if seat == view.seat and UNKNOWN not in view.cards:
            rest.append(view.cards)
            continue
        left = [card for card in hand if card not in situation.laid]
        while len(left) > view.counts[seat]:
            left.pop(rng.randrange(len(left)))
        rest.append(tuple(left))
    return tuple(rest)


# --- señas -------------------------------------------------------------------------------------


def _promised(situation: Situation) -> list[tuple[int, frozenset[Card], int]]:
    """The partners' señas about single cards, as (seat, cards, number): the seat says that it holds
    at least this many of these cards."""
    return [
        (seat, cards_of(situation.table, sena, situation.view.turned), sena.least)
        for seat, sena in situation.senas
        if sena.of_cards
    ]


def _with_promises(
    situation: Situation,
    dealt: Sequence[tuple[Card, ...]],
    cards: Sequence[tuple[Card, ...]],
    promised: list[tuple[int, frozenset[Card], int]],
    rng: random.Random,
) -> tuple[tuple[tuple[Card, ...], ...], tuple[tuple[Card, ...], ...]]:
    """An imagined deal after swaps of cards: most of the time a seat now holds what it signalled.

    Among random deals those that fit a seña are rare, and a swap makes one at once. Seats that
    appear in a fact keep their cards.
    """
    view = situation.view
    bound = {fact.seat for fact in view.facts}
    hands = [list(hand) for hand in dealt]
    rest = [list(hand) for hand in cards]
    out = [card for card in situation.table.deck if not any(card in hand for hand in hands)]
    if view.turned in out:
        out.remove(view.turned)
    for seat, wanted, least in [promise for promise in promised for _ in range(promise[2])]:
        if (
            seat in bound
            or rng.random() < LIE
            or len(wanted.intersection(hands[seat])) >= least
            or not rest[seat]
        ):
            continue
        found_at = [
            (owner, card)
            for owner in range(view.players)
            if owner not in (seat, view.seat) and owner not in bound
            for card in rest[owner]
            if card in wanted
        ]
        found_at += [(-1, card) for card in out if card in wanted]
        if not found_at:
            continue
        owner, card = found_at[rng.randrange(len(found_at))]
        spare = [
            own_card
            for own_card in rest[seat]
            if not any(own_card in w for s, w, _ in promised if s == seat)
        ]
        if not spare:
            continue
        given = spare[rng.randrange(len(spare))]
        _swap(hands[seat], given, card)
        _swap(rest[seat], given, card)
        if owner < 0:
            _swap(out, card, given)
        else:
            _swap(hands[owner], card, given)
            _swap(rest[owner], card, given)
    return tuple(tuple(hand) for hand in hands), tuple(tuple(hand) for hand in rest)


def _swap(hand: list[Card], old: Card, new: Card) -> None:
    hand[hand.index(old)] = new

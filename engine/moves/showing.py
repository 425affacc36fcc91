"""Showing the cards that won points (AR-MOS): which cards, when, and what happens to points whose
cards are not shown."""

from itertools import combinations

from msgspec.structs import replace

from engine import memo
from engine.actions import MOSTRAR
from engine.cards import UNKNOWN, Card
from engine.errors import UnknownCard
from engine.events import Shown
from engine.moves.draft import Draft
from engine.numbers import BIT, NO_NUMBER, NO_SEATS, Kind, Seat, Seats, Side, the_one
from engine.state.facts import HOLDS, Fact
from engine.state.state import FLOR_POINTS_KIND, TRUCO_POINTS_KIND, Entry, other
from engine.state.table import Cards, Table


def proof(
    table: Table, kind: Kind, dealt: Cards, seen: Cards, turned: Card, stated: int = NO_NUMBER
) -> Cards:
    """The smallest set of further cards that proves the points (AR-MOS-01: only the scoring cards).

    Of several smallest sets it takes the one with the lowest card numbers; so the set does not
    reveal the order of the deal. ``stated``: the number that the cards have to prove. If the number
    is wrong, the set holds all cards.
    """
    hidden = sorted([card for card in dealt if card not in seen])
    if kind == FLOR_POINTS_KIND:
        return tuple(hidden)
    worth = table.points(turned)
    points = worth.envido_points(dealt) if stated == NO_NUMBER else stated
    for count in range(len(hidden)):
        for cards in combinations(hidden, count):
            if worth.envido_points(seen + cards) == points:
                return cards
    return tuple(hidden)


def show_proofs(draft: Draft) -> None:
    """``show=auto``: the program turns the scoring cards up, also when somebody has gone to the
    deck."""
    if draft.rules.show.claim:
        return
    for shown_proof in draft.proofs:
        show(draft, shown_proof.seat, shown_proof.kind)
    draft.proofs = ()


def show(draft: Draft, seat: Seat, kind: Kind, stated: int = NO_NUMBER) -> None:
    """Turns up the cards that this seat has to show."""
    dealt = draft.dealt_to(seat)
    if UNKNOWN in dealt:
        raise UnknownCard
    seen = draft.seen_of(seat)
    cards = proof(draft.table, kind, dealt, seen, draft.turned, stated)
    if not cards:
        return
    draft.see(seat, cards)
    absent = _ruled_out(draft, kind, cards, seen, stated)
    draft.learn_all([Fact(HOLDS, seat, "show", card=card, negated=True) for card in absent])
    draft.learn_all([Fact(HOLDS, seat, "show", card=card) for card in cards])
    draft.events.append(Shown(seat, cards))


def _ruled_out(draft: Draft, kind: Kind, cards: Cards, seen: Cards, stated: int) -> Cards:
    """The cards that a seat cannot hold because it showed these: with one of them it would have
    shown another set.

    Example: a seat that shows 7 and 11 of a suit for 27 does not hold the 10 of that suit. The 10
    proves as much and would have been chosen first.
    """
    table, turned = draft.table, draft.turned
    shown = (*seen, *cards)
    if kind == FLOR_POINTS_KIND or len(shown) == 3:
        return ()

    def work_out() -> Cards:
        worth = table.points(turned)
        points = worth.envido_points(shown)
        others = [card for card in table.deck if card not in shown and card != turned]
        if stated == NO_NUMBER:
            others = [card for card in others if worth.envido_points((*shown, card)) == points]
        return tuple(
            card
            for card in others
            if proof(table, kind, (*shown, card), seen, turned, stated) != cards
        )

    return memo.ruled_out(table, (cards, frozenset(seen), turned, stated), work_out)


def _unshown(draft: Draft, seats: Seats, kind: Kind) -> Seats:
    """The seats among these that have scoring cards that nobody has seen yet."""
    missing = NO_SEATS
    for seat in draft.table.seats:
        if seats >> seat & 1:
            dealt = draft.dealt_to(seat)
            if UNKNOWN in dealt:
                raise UnknownCard
            if proof(draft.table, kind, dealt, draft.seen_of(seat), draft.turned):
                missing |= BIT << seat
    return missing


def owing(draft: Draft) -> Seats:
    """The seats that still have to show the cards of points in escrow.

    As long as a number may be denounced, only cards that everybody sees decide this. Otherwise a
    seat with nothing left to show would reveal whether its number was true (TR-FAL-05).
    """
    mask = NO_SEATS
    for held in draft.held:
        if held.show and held.stated == NO_NUMBER:
            mask |= _unshown(draft, held.seats, held.kind)
        elif held.show:
            seen = draft.seen_of(the_one(held.seats))
            said = bool(seen) and draft.table.envido_points(seen, draft.turned) == held.stated
            mask |= NO_SEATS if said or len(seen) == 3 else held.seats
    return mask


def mostrar(draft: Draft, seat: Seat) -> None:
    """AR-MOS-02: show the cards of points in escrow."""
    draft.speak(seat, MOSTRAR)
    for held in draft.held:
        if held.seats >> seat & 1:
            show(draft, seat, held.kind, held.stated)
    draft.owing &= ~(BIT << seat)


def resolve_held(draft: Draft) -> None:
    """AR-MOS-03: points whose cards were not shown go to the others."""
    for held in draft.held:
        shown = not _unshown(draft, held.seats, held.kind)
        draft.decide_held(held, good=shown, failed="show.missing")
        if not shown and draft.rules.show.hand_too:
            draft.entries = tuple(
                _hand_to_others(entry, held.duel, held.side) for entry in draft.entries
            )
            draft.waiting = tuple(
                _hand_to_others(entry, held.duel, held.side) for entry in draft.waiting
            )
    draft.held = ()


def _hand_to_others(entry: Entry, duel: int, side: Side) -> Entry:
    """AR-MOS-03, ``envido_and_truco``: a side that did not show also loses the hand's points."""
    if entry.kind == TRUCO_POINTS_KIND and entry.duel == duel and entry.side == side:
        return replace(entry, side=other(side), article="show.missing")
    return entry

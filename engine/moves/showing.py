"""Showing the cards that won points (AR-MOS): which cards, when, and what happens to points whose
cards are not shown."""

from msgspec.structs import replace

from engine.actions import MOSTRAR
from engine.cards import UNKNOWN
from engine.errors import UnknownCard
from engine.events import Shown
from engine.moves.draft import Draft
from engine.moves.scoring import decide_held
from engine.numbers import BIT, NO_NUMBER, NO_SEATS, Kind, Seat, Seats, Side, the_one
from engine.state.proofs import proof, turned_up
from engine.state.state import TRUCO_POINTS_KIND, Entry, other


def show_proofs(draft: Draft) -> None:
    """``show=auto``: the program turns the scoring cards up, also when somebody has gone to the
    deck."""
    if draft.rules.show.claim:
        return
    draft.turn_up_proofs()


def show(draft: Draft, seat: Seat, kind: Kind, stated: int = NO_NUMBER) -> None:
    """Turns up the cards that this seat has to show."""
    dealt, seen = draft.dealt_to(seat), draft.seen_of(seat)
    cards, learnt = turned_up(draft.table, seat, kind, dealt, seen, draft.turned, stated)
    if cards:
        draft.see(seat, cards)
        draft.learn_all(learnt)
        draft.events.append(Shown(seat, cards))


def _unshown(draft: Draft, seats: Seats, kind: Kind) -> Seats:
    """The seats among these that have scoring cards that nobody has seen yet."""
    missing = NO_SEATS
    for seat in draft.table.seats:
        if seats >> seat & 1:
            dealt = draft.dealt_to(seat)
            if UNKNOWN in dealt:
                raise UnknownCard
            if proof(draft.table.points(draft.turned), kind, dealt, draft.seen_of(seat)):
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
        decide_held(draft, held, good=shown, failed="show.missing")
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

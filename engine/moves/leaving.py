"""Going to the deck (AR-MAZ)."""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from engine.actions import MAZO
from engine.cards import suit_of
from engine.events import WentToDeck
from engine.moves import blind, envido, flor
from engine.moves.draft import Draft
from engine.moves.negotiation import answerers, pop_call
from engine.moves.scoring import win, win_shown
from engine.moves.tricks import pass_turn
from engine.moves.truco import settle_refused_truco, worth
from engine.numbers import BIT, NO_NUMBER, NOBODY, Seat, Side
from engine.state.facts import HAS_FLOR
from engine.state.seats import pie
from engine.state.state import (
    ACCEPTED,
    BLIND_GAME,
    DECLARATION,
    ENVIDO_GAME,
    ENVIDO_POINTS_KIND,
    FLOR_GAME,
    FLOR_POINTS_KIND,
    OPEN,
    REFUSED,
    TRUCO_GAME,
    Pending,
    other,
)


def leave(draft: Draft, seat: Seat) -> None:
    """A seat goes to the deck. By the table's rules it leaves for its whole side (AR-MAZ-01), or
    alone (AR-MAZ-09)."""
    side = draft.table.sides[seat]
    whole = draft.rules.leave.whole_team or draft.seats_in(side) == (seat,)
    draft.speak(seat, MAZO)
    draft.events.append(WentToDeck(seat, whole))
    if whole:
        _give_up(draft, side)
    else:
        _step_out(draft, seat)


def _give_up(draft: Draft, side: Side) -> None:
    """Gives the other side its points (AR-MAZ-02 to AR-MAZ-07): those of flor and envido before
    those of the hand.

    Leaving is one event: the other side receives all of these points, even if the first of them
    reach the target.
    """
    rivals = other(side)
    top = draft.stack[-1] if draft.stack else None
    article = "leave.hand"
    points = NO_NUMBER
    if top is not None and top.game == BLIND_GAME:
        points = blind.leave(draft, side)  # TR-COM-10
    elif top is not None and top.game == FLOR_GAME:
        flor.settle_refused(draft, "leave.flor")  # AR-MAZ-07: as with *con flor me achico*
        _refuse_beneath(draft, rivals)
    elif top is not None and top.game == ENVIDO_GAME:
        pop_call(draft)
        win(draft, ENVIDO_POINTS_KIND, top.side, top.refused, "leave.envido")  # AR-MAZ-05
    elif top is not None and top.game == DECLARATION:
        envido.abandon_declaration(draft, side)
    elif top is not None and top.game == TRUCO_GAME:
        article = "leave.truco"  # AR-MAZ-04: the hand's worth before that call
    elif EARLY[draft.rules.leave.early](draft, side):
        article = _leave_early(draft, rivals)
        points = draft.rules.leave.early_hand or NO_NUMBER
    passed = next((pending for pending in draft.stack if _is_passed(draft, pending)), None)
    draft.stack = ()
    if passed is not None:  # TR-COM-07: the refusal of that truco still counts
        draft.decided = (passed.side, passed.refused, "truco.refused")
        return
    draft.decided = (rivals, worth(draft, rivals) if points == NO_NUMBER else points, article)


def _is_passed(draft: Draft, pending: Pending) -> bool:
    """Whether this is a truco that all seats still in on the other side have refused (TR-COM-06).
    It is paid after the calls above it on the stack are settled."""
    asked = draft.seats_in(other(pending.side))
    return pending.game == TRUCO_GAME and all(pending.said_no >> seat & 1 for seat in asked)


def _refuse_beneath(draft: Draft, rivals: Side) -> None:
    """Leaving under a flor also refuses an envido of the other side that the flor did not annul
    (VE-FLO-07)."""
    for pending in draft.stack:
        if pending.game == ENVIDO_GAME and pending.side == rivals:
            win(draft, ENVIDO_POINTS_KIND, rivals, pending.refused, "leave.envido")


def _silent(draft: Draft, side: Side) -> bool:
    """TR-GEN-03: whether the side has no card on the table and nobody has called anything."""
    said = draft.envido != OPEN or draft.level  # a flor that is said makes the envido void
    return not said and not draft.opened & draft.table.seats_of[side]


EARLY: Final[dict[str, Callable[[Draft, Side], bool]]] = {
    # AR-MAZ-02: no envido has been called, and no truco accepted.
    "unspoken": lambda draft, side: not draft.trick and draft.envido == OPEN and not draft.level,
    # GA-FOL-01: neither an envido nor a flor has been settled.
    "unsettled": lambda draft, side: (
        not draft.trick and draft.envido not in (ACCEPTED, REFUSED) and draft.flor != ACCEPTED
    ),
    "silent": _silent,
}
"""Whether a side leaves early, which costs more; asked when no call is pending. By the name in
:attr:`LeaveRules.early`."""


def _leave_early(draft: Draft, rivals: Side) -> str:
    """Pays the other side for an early leave: for its flores, or else for the envido that it might
    have called (AR-MAZ-02, AR-MAZ-06). Returns the key of the article for the points of the
    hand."""
    rules = draft.rules.leave
    if rules.early_flor and draft.rules.flor is not None and draft.flor == OPEN:
        holders, empty = flor.announceable(draft, rivals)
        for seat in holders:
            draft.learn(HAS_FLOR, seat, "leave.early_flor", 1, 1)
        for seat in empty:
            draft.learn(HAS_FLOR, seat, "leave.early_flor", 0, 0)
        if holders:
            draft.flores |= draft.table.mask_of(holders)
            points = rules.early_flor * len(holders)
            win_shown(draft, FLOR_POINTS_KIND, rivals, points, "leave.early_flor", holders)
            return "leave.early" if rules.early_hand else "leave.hand"
    win(draft, ENVIDO_POINTS_KIND, rivals, rules.early_envido, "leave.early")
    return "leave.early"


def _step_out(draft: Draft, seat: Seat) -> None:
    """AR-MAZ-09: one player leaves and his side plays on. A call does not wait for his answer any
    more."""
    draft.gone |= BIT << seat
    if draft.rules.leave.ask_leaver and not draft.flores >> seat & 1:
        laid = draft.trick + (draft.laid >> seat & 1)
        suits = {suit_of(card) for card in draft.seen_of(seat)} if laid > 1 else set()
        if len(suits) < 2:
            draft.suspects |= BIT << seat
    if draft.stack:
        top = draft.stack[-1]
        if top.game == DECLARATION:
            pass
        elif top.game == BLIND_GAME:
            asked = pie(draft.table, draft.position(), other(top.side))
            draft.stack = (*draft.stack[:-1], replace(top, asked=BIT << asked))
        elif top.asked >> seat & 1:
            rest = top.asked & ~(BIT << seat)
            draft.stack = (*draft.stack[:-1], replace(top, asked=rest))
            if rest:
                return
            if flor.is_opening(draft, top):
                pop_call(draft)
                blind.open_bet(draft)
            else:
                flor.settle_refused(draft)


def catch_up(draft: Draft) -> None:
    """AR-MAZ-09: after any step, does what must happen because a player has left alone.

    First, a call is refused when every seat that is still in has refused it; this also holds for a
    call that has only now become the one to be answered. Then, if nothing is pending, the turn
    passes on from a player who has left. While a call is pending the turn stays: passing it could
    end the trick and the hand before the bet is answered.
    """
    while draft.stack and draft.stack[-1].said_no and _settle_if_all_refused(draft):
        pass
    seat = draft.turn
    if draft.stack or draft.home or draft.stopped or draft.decided is not None:
        return
    if seat != NOBODY and draft.gone >> seat & 1:
        pass_turn(draft, seat)
        if not draft.laid:
            draft.lead = draft.turn


def _settle_if_all_refused(draft: Draft) -> bool:
    """Refuses the pending call if all seats of the asked side that are left have refused it
    (AR-PLA-03). Returns whether it did."""
    top = draft.stack[-1]
    if (
        draft.home
        or draft.stopped
        or any(not top.said_no >> answerer & 1 for answerer in answerers(draft))
    ):
        return False
    if top.game == TRUCO_GAME:
        settle_refused_truco(draft)
    elif top.game == ENVIDO_GAME:
        envido.settle_refused(draft)
    else:
        flor.settle_refused(draft)
    return True

"""The flor: announced, answered, compared (AR-FLO, GA-FLO).

The negotiation is data (:class:`engine.rules.calls.FlorRules`): a list of calls; each says what
it pays and how it is answered. Where numbers are not enough, the data name a function: which flores
a call pays for (:data:`COUNTED`), by which formula (:data:`RESTO_FORMULAS`), what accepting does
(:data:`ACCEPTED_BY`), when the program announces (:data:`AUTOMATIC`).
"""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from engine.actions import FLOR, PASSO
from engine.events import Annulled, Answered, FlorAnnounced, FlorCompared, Shown
from engine.guard.flor import flor_raise
from engine.moves import own_flores as flores
from engine.moves.draft import Draft
from engine.moves.flor_worth import announced, pay, rules_of, shown
from engine.moves.negotiation import everyone_refused, pop_call, raise_call
from engine.numbers import BIT, NO_SIDE, NOBODY, Seat, Side
from engine.rules.calls import FlorCall
from engine.state.facts import FLOR_AT_MOST, FLOR_POINTS, HAS_FLOR, HOLDS
from engine.state.state import (
    ACCEPTED,
    CALLED,
    ENVIDO_GAME,
    FLOR_GAME,
    FLOR_LATE,
    FLOR_PARTNERS,
    FLOR_SAID,
    GAME_NAMES,
    OPEN,
    TRUCO_GAME,
    VOID,
    Pending,
)
from engine.state.ties import first_of


def announceable(
    draft: Draft, side: Side, but: Seat = NOBODY
) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """The seats of a side that have not laid a card, without the seat ``but``: (those with a flor,
    those without).

    Raises :class:`UnknownCard` when the record does not know the cards of one of them.
    """
    holders: list[Seat] = []
    empty: list[Seat] = []
    for seat in draft.seats_in(side):
        if draft.opened >> seat & 1 or seat == but:
            continue
        (holders if draft.has_flor(seat) else empty).append(seat)
    return tuple(holders), tuple(empty)


# --- the words --------------------------------------------------------------------------------


def say(draft: Draft, seat: Seat) -> None:
    """*Flor*: the announcement, a partner's addition to it, or an answer to the others'."""
    if rules_of(draft).each_his_own:
        flores.say(draft, seat)
        return
    game = draft.stack[-1].game if draft.stack else None
    if game == FLOR_PARTNERS:
        _add(draft, seat)
    elif game == FLOR_GAME:
        respond(draft, seat, FLOR)
    else:
        announce(draft, seat)


def respond(draft: Draft, seat: Seat, verb: str) -> None:
    """A word over a pending flor: it accepts it, declines it, or raises it."""
    if rules_of(draft).each_his_own:
        flores.respond(draft, seat, verb)
        return
    top = draft.stack[-1]
    call = rules_of(draft).calls[top.step]
    if verb == call.accept:
        _accept(draft, seat, verb)
    elif verb == call.decline and draft.table.sides[seat] == top.side:
        _yield(draft, seat, verb)
    elif verb == call.decline:
        if everyone_refused(draft, seat):
            settle_refused(draft)
    else:
        _raise(draft, seat, verb)


# --- announced ----------------------------------------------------------------------------------


def announce(draft: Draft, seat: Seat, *, by_program: bool = False) -> None:
    """A seat says *flor*: this annuls the envido (AR-FLO-04), and the holders of the other side
    have to answer.

    The flores of its partners are announced with it (AR-FLO-09), or the partners are asked first
    (GA-FLO-04). Everybody learns who holds a flor, because only holders are asked (AR-FLO-05,
    AR-FLO-06).
    """
    table, rules = draft.table, rules_of(draft)
    side = table.sides[seat]
    claimant = seat if rules.fault and not by_program else NOBODY
    if claimant == NOBODY:
        draft.has_flor(seat)  # raises if a record does not know these cards
    holders, empty = announceable(draft, side, claimant)
    if claimant != NOBODY:
        _claim(draft, seat)
        holders = tuple(
            holder for holder in draft.seats_in(side) if holder == seat or holder in holders
        )
    draft.speak(seat, FLOR)
    by = NOBODY if by_program else seat
    if rules.partners == "announced":
        asked = _ask(draft, side, by, holders, empty, claimant)
        _annul_envido(draft)
        _await(draft, side, seat, asked)
        return
    draft.flores |= BIT << seat
    draft.flor = CALLED
    partners = tuple(holder for holder in holders if holder != seat)
    if not partners:
        asked = _ask(draft, side, by, (seat,), empty)
        _annul_envido(draft)
        _await(draft, side, seat, asked)
        return
    draft.events.append(FlorAnnounced(by, (seat,), (), partners))
    for holder in (seat, *partners):
        draft.learn(HAS_FLOR, holder, "flor.partners", 1, 1)
    for partner in empty:
        draft.learn(HAS_FLOR, partner, "flor.partners", 0, 0)
    _annul_envido(draft)
    waiting = Pending(FLOR_PARTNERS, side, seat, 0, asked=draft.table.mask_of(partners))
    draft.stack = (*draft.stack, waiting)


def _claim(draft: Draft, seat: Seat) -> None:
    """Notes that a seat said *flor* at a table where anybody may say it (TR-FLO-03). The word
    proves nothing about its cards; it may be denounced, and is checked when the hand is over."""
    said = FLOR_LATE if draft.opened >> seat & 1 else FLOR_SAID
    draft.stated |= BIT << seat
    draft.statements = (*draft.statements, (draft.duel, seat, said))


def _ask(
    draft: Draft,
    side: Side,
    by: Seat,
    own: tuple[Seat, ...],
    empty: tuple[Seat, ...],
    claimant: Seat = NOBODY,
) -> tuple[Seat, ...]:
    """Returns the holders of the other side, who have to answer. Stores as facts what everybody
    learns about the seats that are asked and those that are not.

    ``claimant``: a seat that has only said that it has a flor; about it nothing is stored.
    """
    asked, rivals_without = announceable(draft, 1 - side)
    if own or asked:
        draft.events.append(FlorAnnounced(by, own, asked))
    for holder in own:
        if holder != claimant:
            draft.learn(HAS_FLOR, holder, "flor.partners", 1, 1)
    for holder in asked:
        draft.learn(HAS_FLOR, holder, "flor.asked", 1, 1)
    for partner in empty:
        draft.learn(HAS_FLOR, partner, "flor.partners", 0, 0)
    for rival in rivals_without:
        draft.learn(HAS_FLOR, rival, "flor.alone", 0, 0)
    draft.flores |= draft.table.mask_of((*own, *asked))
    return asked


def _annul_envido(draft: Draft) -> None:
    if draft.stack and draft.stack[-1].game == ENVIDO_GAME:
        pop_call(draft)
        draft.envido = VOID
        draft.events.append(Annulled(GAME_NAMES[ENVIDO_GAME], "envido.annulled"))
    elif draft.envido == OPEN:
        draft.envido = VOID


def _await(draft: Draft, side: Side, seat: Seat, asked: tuple[Seat, ...]) -> None:
    """Waits for the answer to an announcement; if nobody can answer, the flor scores at once."""
    rules = rules_of(draft)
    if asked:
        draft.flor = CALLED
        draft.stack = (*draft.stack, _pending(draft, side, seat, 0, asked))
        return
    pay(draft, side, rules.unanswered, side, seat, "flor.alone")
    _settled(draft)


def _add(draft: Draft, seat: Seat) -> None:
    """A partner adds his flor (GA-FLO-04)."""
    draft.speak(seat, FLOR)
    draft.flores |= BIT << seat
    draft.events.append(FlorAnnounced(seat, (seat,), ()))
    _next_partner(draft, seat)


def keep(draft: Draft, seat: Seat) -> None:
    """*Passo*: a partner does not add his flor (GA-FLO-04). That flor scores nothing
    (GA-FIN-01)."""
    draft.speak(seat, PASSO)
    draft.events.append(Answered(seat, GAME_NAMES[FLOR_PARTNERS], PASSO, True, False))
    _next_partner(draft, seat)


def _next_partner(draft: Draft, seat: Seat) -> None:
    """Asks the next partner; after the last one it asks the other side."""
    top = pop_call(draft)
    if rest := top.asked & ~(BIT << seat):
        draft.stack = (*draft.stack, Pending(FLOR_PARTNERS, top.side, top.seat, 0, asked=rest))
        return
    asked = _ask(draft, top.side, NOBODY, (), ())
    _await(draft, top.side, top.seat, asked)


def pending_of(draft: Draft, side: Side, seat: Seat, name: str) -> Pending:
    """A new bet with this name. The holders of the other side have to answer it."""
    calls = rules_of(draft).calls
    step = next(index for index, call in enumerate(calls) if call.label == name)
    return _pending(draft, side, seat, step, announced(draft, 1 - side))


OPENED: Final = "opened"
"""The name of a bet that a holder has to begin (TR-COM-08)."""


def must_open(draft: Draft) -> None:
    """The holder nearest the mano has to begin the bet (TR-COM-08)."""
    holder = next(seat for seat in draft.everyone_in() if draft.flores >> seat & 1)
    made = pending_of(draft, 1 - draft.table.sides[holder], NOBODY, OPENED)
    draft.stack = (*draft.stack, replace(made, asked=BIT << holder))


def is_opening(draft: Draft, pending: Pending) -> bool:
    """Whether this bet waits for a holder who must speak first (:func:`must_open`)."""
    return pending.game == FLOR_GAME and rules_of(draft).calls[pending.step].name == OPENED


# --- raised, declined, accepted -------------------------------------------------------------------


def _pending(draft: Draft, side: Side, seat: Seat, step: int, asked: tuple[Seat, ...]) -> Pending:
    call = rules_of(draft).calls[step]
    return Pending(
        FLOR_GAME,
        side,
        seat,
        step,
        wanted=0 if call.wanted.formula else shown(draft, call.wanted, side),
        refused=shown(draft, call.refused, side),
        asked=draft.table.mask_of(asked),
    )


def _raise(draft: Draft, seat: Seat, verb: str) -> None:
    """A higher call, *contraflor* or *contraflor al resto*; it accepts nothing (AR-FLO-06)."""
    step = flor_raise(draft.table, draft.stack[-1], verb)
    assert step is not None, "no such call over this one"
    side = draft.table.sides[seat]
    call = rules_of(draft).calls[step]
    asked = () if call.answered == "side" else announced(draft, 1 - side)
    raise_call(draft, _pending(draft, side, seat, step, asked), verb)


def settle_refused(draft: Draft, article: str = "") -> None:
    """Settles the pending flor bet after the asked side has declined it."""
    if rules_of(draft).each_his_own:
        flores.settle_refused(draft)
        return
    top = pop_call(draft)
    call = rules_of(draft).calls[top.step]
    pay(draft, top.side, call.refused, top.side, top.seat, article or call.declined)
    _settled(draft)


def _yield(draft: Draft, seat: Seat, verb: str) -> None:
    """*Con flor me achico*, said by the first holder himself (TR-FLO-05): the other side scores."""
    draft.speak(seat, verb)
    draft.events.append(Answered(seat, GAME_NAMES[FLOR_GAME], verb, True, False))
    top = pop_call(draft)
    rivals = 1 - top.side
    call = rules_of(draft).calls[top.step]
    pay(draft, rivals, call.refused, rivals, announced(draft, rivals)[0], "flor.refused")
    _settled(draft)


def _accept(draft: Draft, seat: Seat, verb: str) -> None:
    draft.speak(seat, verb)
    draft.events.append(Answered(seat, GAME_NAMES[FLOR_GAME], verb, True, False))
    settle_accepted(draft)


def settle_accepted(draft: Draft) -> None:
    """Settles the pending flor bet after the asked side has accepted it."""
    top = pop_call(draft)
    call = rules_of(draft).calls[top.step]
    ACCEPTED_BY[call.then](draft, top, call)
    _settled(draft)


def _compare_now(draft: Draft, top: Pending, call: FlorCall) -> None:
    """*Con flor quiero*: the best flor wins (AR-FLO-06)."""
    winner = _compare(draft)
    side = draft.table.sides[winner]
    pay(draft, side, call.wanted, top.side, winner, call.article, compared=True)


def _compare_and_end(draft: Draft, top: Pending, call: FlorCall) -> None:
    """Contraflor al resto: compares the flores, shows them on the table, and ends the hand
    (TR-FLO-08)."""
    _compare_now(draft, top, call)
    for seat in draft.everyone_in():
        if draft.flores >> seat & 1:
            dealt, seen = draft.dealt_to(seat), draft.seen_of(seat)
            cards = tuple(sorted(card for card in dealt if card not in seen))
            draft.see(seat, cards)
            for card in cards:
                draft.learn(HOLDS, seat, "flor.resto", card=card)
            draft.events.append(Shown(seat, cards))
    if not draft.home:
        draft.decided = (NO_SIDE, 0, "flor.resto")


ACCEPTED_BY: Final[dict[str, Callable[[Draft, Pending, FlorCall], None]]] = {
    "compare": _compare_now,
    "compare_and_end": _compare_and_end,
}


def _compare(draft: Draft) -> Seat:
    """Compares the flores and returns the seat with the best one (AR-FLO-10: ties). Stores as facts
    what the comparison tells of the others. A flor that is false, or was said late, beats no other
    (TR-FLO-03)."""
    table, turned, contest = draft.table, draft.turned, draft.contest
    tie = rules_of(draft).tie
    claimed = {seat: said for duel, seat, said in draft.statements if duel == draft.duel}
    seats = [seat for seat in draft.everyone_in() if draft.flores >> seat & 1]
    values = {
        seat: table.flor_points(draft.dealt_to(seat), turned)
        for seat in seats
        if seat not in claimed
        or (claimed[seat] == FLOR_SAID and table.has_flor(draft.dealt_to(seat), turned))
    }
    best = max(values.values())
    winner = first_of(table, tie, contest, [seat for seat in values if values[seat] == best])
    for seat in seats:
        if seat == winner:
            draft.learn(FLOR_POINTS, seat, "flor.accepted", best, best)
        elif claimed.get(seat) != FLOR_LATE:
            nearer = first_of(table, tie, contest, (seat, winner)) == seat
            kind = FLOR_AT_MOST if seat in claimed else FLOR_POINTS
            draft.learn(kind, seat, "flor.accepted", 0, best - nearer)
    draft.events.append(FlorCompared(winner, best))
    return winner


def _settled(draft: Draft) -> None:
    """Ends the flor and applies the rule for the truco after it (GA-FLO-10): the truco goes on, a
    pending truco is void, or the hand ends."""
    draft.flor = ACCEPTED
    rule = rules_of(draft).truco
    if rule == "goes_on" or draft.home:
        return
    if draft.stack and draft.stack[-1].game == TRUCO_GAME:
        pop_call(draft)
        draft.events.append(Annulled(GAME_NAMES[TRUCO_GAME], "truco.flor"))
    if rule == "hand_ends":
        draft.decided = (NO_SIDE, 0, "truco.flor")


# --- announced by the program (``flor_call=auto``) ------------------------------------------------


def _turn_or_call(draft: Draft) -> tuple[Seat, ...]:
    """AR-FLO-13: among these seats the program looks for a flor now: the seat on turn; while an
    envido is pending, everybody; while a truco is pending, the side that has to answer."""
    if not draft.stack:
        return (draft.turn,)
    top = draft.stack[-1]
    if top.game == ENVIDO_GAME:
        return draft.everyone_in()
    return draft.seats_in(1 - top.side) if top.game == TRUCO_GAME else ()


def _first_turn(draft: Draft) -> tuple[Seat, ...]:
    """GA-FIN-03: the program looks for a flor of the seat on turn, when no call is pending."""
    return () if draft.stack else (draft.turn,)


AUTOMATIC: Final[dict[str, Callable[[Draft], tuple[Seat, ...]]]] = {
    "turn_or_call": _turn_or_call,
    "first_turn": _first_turn,
}
"""Among which seats the program looks for a flor to announce now, by the name in
:attr:`FlorRules.automatic`."""


def announce_automatically(draft: Draft, when: str) -> None:
    """Announces the first flor whose moment has come. ``when``: a name of :data:`AUTOMATIC`.

    If a seat's moment passes without an announcement, everybody knows that it has no flor.
    """
    if draft.flor != OPEN or draft.blind != NOBODY or draft.discard != NOBODY:
        return
    for seat in AUTOMATIC[when](draft):
        if draft.opened >> seat & 1:
            continue
        if draft.has_flor(seat):
            announce(draft, seat, by_program=True)
            return
        draft.learn(HAS_FLOR, seat, "flor.automatic", 0, 0)

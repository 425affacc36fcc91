"""Flores that each holder announces for himself, settled when the hand is over (VE-FLO).

This module replaces :mod:`engine.moves.flor` where ``FlorRules.partners`` is ``own``. A holder says
his flor once, before he lays his first card. After *a ley* he may do so until he lays his second
card. A rival with a flor answers with his own, or with a bet. Flores are compared only at the end
of the hand. A holder loses his flor if he calls or accepts something else before he has said it; a
reservada is never lost.
"""

from collections.abc import Callable
from typing import Final

from engine.actions import ALEY, FLOR
from engine.errors import UnknownCard
from engine.events import Annulled, Answered, Called, FlorAnnounced, FlorCompared
from engine.guard.flor import flor_raise, may_say_own
from engine.moves.draft import Draft
from engine.moves.flor_worth import rules_of
from engine.moves.negotiation import everyone_refused, open_call, pop_call
from engine.moves.scoring import win, win_shown
from engine.numbers import BIT, NO_NUMBER, NO_SEATS, NOBODY, Seat
from engine.state.facts import FLOR_POINTS, HAS_FLOR, PLAIN_FLOR, RESERVADA
from engine.state.state import (
    ACCEPTED,
    CALLED,
    ENVIDO_GAME,
    ENVIDO_POINTS_KIND,
    FLOR_GAME,
    FLOR_POINTS_KIND,
    GAME_NAMES,
    OPEN,
    REFUSED,
    VOID,
    Bet,
    Pending,
)
from engine.state.table import Table
from engine.state.ties import first_of

# --- what cards are -------------------------------------------------------------------------------


def _must_say(draft: Draft, seat: Seat) -> bool:
    """Whether the seat holds a flor that has to be announced: no reservada (VE-FLO-04)."""
    return draft.has_flor(seat) and not _reservada(draft, seat)


def _reservada(draft: Draft, seat: Seat) -> bool:
    """Whether the seat was dealt all the pieces."""
    if (found := draft.asks(Table.reservada, seat)) is not None:
        return found
    rest = [other for other in draft.table.seats if other != seat]
    others = {card for other in rest for card in draft.dealt_to(other)}
    if others.isdisjoint(draft.table.points(draft.turned).pieces):
        raise UnknownCard
    return False


# --- said -----------------------------------------------------------------------------------------


def say(draft: Draft, seat: Seat) -> None:
    """*Flor*: the seat announces its own, at once or after *a ley*. Rivals with a flor have to
    speak next (VE-FLO-04)."""
    draft.has_flor(seat)  # raises if a record does not know these cards
    draft.speak(seat, FLOR)
    _announced(draft, seat)
    asked = _ask(draft, seat)
    draft.events.append(FlorAnnounced(seat, (seat,), asked))


def ley(draft: Draft, seat: Seat) -> None:
    """*A ley*: the seat may lay its first card before it says its flor (VE-FLO-05)."""
    draft.speak(seat, ALEY)
    draft.events.append(Called(seat, GAME_NAMES[FLOR_GAME], ALEY, NO_NUMBER, NO_NUMBER, 0))
    hide(draft, seat)


def hide(draft: Draft, seat: Seat) -> None:
    """Notes that the seat has said *a ley*, alone or with an envido. Where only holders may say it,
    everybody learns that the seat has a flor."""
    draft.aley |= BIT << seat
    if rules_of(draft).ley == "holders":
        draft.learn(HAS_FLOR, seat, "flor.ley", 1, 1)


def respond(draft: Draft, seat: Seat, verb: str) -> None:
    """A bet over a flor of the others, or the answer to one."""
    top = draft.stack[-1]
    call = rules_of(draft).calls[top.step]
    if verb == call.accept:
        draft.speak(seat, verb)
        draft.events.append(Answered(seat, GAME_NAMES[FLOR_GAME], verb, True, False))
        pop_call(draft)
        draft.flor = ACCEPTED
        draft.bets = (*draft.bets, Bet(FLOR_POINTS_KIND, top.side, top.step, 0, 0, True))
    elif verb == call.decline:
        if everyone_refused(draft, seat):
            settle_refused(draft)
    else:
        _bet(draft, seat, verb)


def _bet(draft: Draft, seat: Seat, verb: str) -> None:
    """*Con flor envido*: the bet also announces the seat's own flor. Partners of the first
    announcer who hold a flor still have to say it afterwards."""
    step = flor_raise(draft.table, draft.stack[-1], verb)
    assert step is not None, "no such bet over this one"
    rules = rules_of(draft)
    call = rules.calls[step]
    side = draft.table.sides[seat]
    rivals = tuple(holder for holder in draft.seats_in(1 - side) if draft.flores >> holder & 1)
    _announced(draft, seat)
    asked = _ask(draft, seat)
    draft.flor = CALLED
    pending = Pending(
        FLOR_GAME,
        side,
        seat,
        step,
        wanted=call.wanted.points,
        refused=call.refused.points,
        asked=draft.table.mask_of(rivals),
    )
    open_call(draft, pending, verb)
    if asked:
        draft.events.append(FlorAnnounced(NOBODY, (), asked))


def hear(draft: Draft, seat: Seat, verb: str) -> None:
    """Applies the effect of a word of this seat on its own flor. An envido *a ley* hides the flor.
    Any other call or acceptance loses a flor that has not been said (VE-FLO-03, VE-FLO-06)."""
    if any(call.verb == verb and call.ley for call in draft.rules.envido.calls):
        hide(draft, seat)
    elif verb in draft.table.binding_words and not draft.flores >> seat & 1:
        draft.mute |= BIT << seat


def _announced(draft: Draft, seat: Seat) -> None:
    """The seat has said its flor. That annuls the envido (VE-FLO-03), except an envido that this
    seat called with *a ley*."""
    draft.flores |= BIT << seat
    draft.learn(HAS_FLOR, seat, "flor.said", 1, 1)
    stack = []
    for pending in draft.stack:
        if pending.game == FLOR_GAME and pending.asked >> seat & 1:
            pending = _without(pending, seat)
            if not pending.asked:
                continue
        stack.append(pending)
    draft.stack = tuple(stack)
    if draft.ley != seat:
        _annul_envido(draft)


def _without(pending: Pending, seat: Seat) -> Pending:
    return Pending(
        pending.game,
        pending.side,
        pending.seat,
        pending.step,
        pending.counts,
        pending.wanted,
        pending.refused,
        pending.said_no,
        pending.asked & ~(BIT << seat),
    )


def _annul_envido(draft: Draft) -> None:
    """VE-FLO-03: annuls the envido, even an accepted one. A refused envido has been paid and
    stays."""
    if draft.envido in (CALLED, ACCEPTED):
        draft.stack = tuple(pending for pending in draft.stack if pending.game != ENVIDO_GAME)
        draft.bets = tuple(bet for bet in draft.bets if bet.kind != ENVIDO_POINTS_KIND)
        draft.envido = VOID
        draft.events.append(Annulled(GAME_NAMES[ENVIDO_GAME], "envido.annulled"))
    elif draft.envido == OPEN:
        draft.envido = VOID


def _ask(draft: Draft, seat: Seat) -> tuple[Seat, ...]:
    """Returns the rivals who hold a flor that they have to announce; they speak before anything
    else happens.

    Everybody learns that a rival who is asked holds a flor, and that a rival who is not asked holds
    none, or the reservada.
    """
    already = NO_SEATS
    for pending in draft.stack:
        if pending.game == FLOR_GAME and pending.step == 0:
            already |= pending.asked
    side = draft.table.sides[seat]
    position = draft.position()
    asked: list[Seat] = []
    for rival in draft.seats_in(1 - side):
        if already >> rival & 1 or not may_say_own(position, rival):
            continue
        must = _must_say(draft, rival)
        draft.learn(PLAIN_FLOR, rival, "flor.asked", int(must), int(must))
        if must:
            asked.append(rival)
    if asked:
        mask = draft.table.mask_of(tuple(asked))
        points = rules_of(draft).alone
        waiting = Pending(FLOR_GAME, side, seat, 0, wanted=points, refused=points, asked=mask)
        draft.stack = (*draft.stack, waiting)
    return tuple(asked)


def settle_refused(draft: Draft) -> None:
    """Settles a bet that was declined. When the holders who should answer an announcement have all
    left, there is no bet to pay."""
    top = pop_call(draft)
    if top.step:
        draft.flor = REFUSED
        draft.bets = (*draft.bets, Bet(FLOR_POINTS_KIND, top.side, top.step, 0, 0, False))


# --- settled --------------------------------------------------------------------------------------


def settle(draft: Draft) -> None:
    """Settles the flores when the hand is over: compares those that were said and not lost, and
    pays them (VE-FLO-04).

    The reservada is shown and counts even if it was not said (VE-FLO-08). It may change what the
    hand pays a side that has won it (VE-FLO-09): ``draft.decided``.
    """
    rules = rules_of(draft)
    silent = _silent(draft) if rules.reservada else NOBODY
    holder = _won_with_it(draft, silent) if rules.reservada else NOBODY
    if holder == NOBODY:
        _score(draft, silent)
    else:
        PAYS[rules.reservada](draft, silent, holder)


def _silent(draft: Draft) -> Seat:
    """The seat that now turns up a reservada which it has not said; ``NOBODY``: there is none.
    Everybody learns of each seat that said no flor whether it held the reservada."""
    found = NOBODY
    for seat in draft.contest:
        if not draft.flores >> seat & 1:
            holds = _reservada(draft, seat)
            draft.learn(RESERVADA, seat, "flor.reservada", int(holds), int(holds))
            found = seat if holds else found
    return found


def _won_with_it(draft: Draft, silent: Seat) -> Seat:
    """The seat with the reservada whose side has won the hand by its cards; ``NOBODY``: there is
    none."""
    assert draft.decided is not None
    side = draft.decided[0]
    if not draft.played_out:
        return NOBODY
    for seat in draft.contest:
        if draft.table.sides[seat] != side:
            continue
        if seat == silent:
            return seat
        if draft.flores >> seat & 1:  # the points of the hand reveal it
            holds = _reservada(draft, seat)
            draft.learn(RESERVADA, seat, "flor.reservada_hand", int(holds), int(holds))
            if holds:
                return seat
    return NOBODY


def _score(draft: Draft, silent: Seat) -> None:
    """Pays the side with the better flor, and for each of its flores. A declined bet pays its
    caller, unless a seat turns up the reservada."""
    table, rules = draft.table, rules_of(draft)
    playing = tuple(seat for seat in draft.contest if draft.flores >> seat & 1 or seat == silent)
    if not playing:
        return
    bet = next((flor_bet for flor_bet in draft.bets if flor_bet.kind == FLOR_POINTS_KIND), None)
    if bet is not None and not bet.accepted and silent == NOBODY:
        side, article = bet.side, "flor.refused"
        points = rules.calls[bet.step].refused.points
    else:
        points, article = rules.alone, "flor.alone"
        side = table.sides[playing[0]]
        if any(table.sides[seat] != side for seat in playing):
            side, article = table.sides[_best(draft, playing)], "flor.compared"
        if bet is not None and bet.accepted:
            points, article = rules.calls[bet.step].wanted.points, "flor.accepted"
        if silent != NOBODY:
            article = "flor.reservada"
    own = tuple(seat for seat in playing if table.sides[seat] == side)
    points += rules.alone * (len(own) - 1)
    win_shown(draft, FLOR_POINTS_KIND, side, points, article, own)


def _best(draft: Draft, seats: tuple[Seat, ...]) -> Seat:
    """The seat with the best flor. What the comparison reveals of the others becomes a fact
    (VE-FLO-02)."""
    table = draft.table
    values = {seat: table.flor_points(draft.dealt_to(seat), draft.turned) for seat in seats}
    best = max(values.values())
    tied = [seat for seat in seats if values[seat] == best]
    tie = rules_of(draft).tie
    winner = first_of(table, tie, draft.contest, tied)
    for seat in seats:
        if seat == winner:
            draft.learn(FLOR_POINTS, seat, "flor.accepted", best, best)
        else:
            nearer = first_of(table, tie, draft.contest, (seat, winner)) == seat
            draft.learn(FLOR_POINTS, seat, "flor.accepted", 0, best - nearer)
    draft.events.append(FlorCompared(winner, best))
    return winner


def _at_least_a_flor(draft: Draft, silent: Seat, holder: Seat) -> None:
    """Pays the flor, and at least as much for the hand. If accepted calls are worth more, that
    counts."""
    assert draft.decided is not None
    _score(draft, silent)
    side, points, _ = draft.decided
    if points < rules_of(draft).alone:
        draft.decided = (side, rules_of(draft).alone, "flor.reservada_hand")


def _five(draft: Draft, silent: Seat, holder: Seat) -> None:
    """Pays 3 for the flor, 1 for an envido and 1 for the hand, whatever was called and accepted."""
    assert draft.decided is not None
    side, _, article = draft.decided
    draft.bets = ()
    win_shown(draft, FLOR_POINTS_KIND, side, rules_of(draft).alone, "flor.reservada", (holder,))
    win(draft, ENVIDO_POINTS_KIND, side, 1, "flor.reservada_hand")
    if article == "hand":  # with another article the hand was for the game
        draft.decided = (side, 1, "flor.reservada_hand")


PAYS: Final[dict[str, Callable[[Draft, Seat, Seat], None]]] = {
    "seed": _at_least_a_flor,
    "five": _five,
}
"""The points of a side with the reservada for a hand that it has won (VE-FLO-09), by the name in
:attr:`FlorRules.reservada`."""

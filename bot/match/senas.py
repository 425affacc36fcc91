"""Señas: people send them to partners, adversaries who watch may see them, and robots make them."""

from msgspec.structs import replace

from bot.match import own_signs
from bot.match.match_draft import MatchDraft
from bot.match.players import player_of
from bot.messages import Accepted, AnyReply, LookAt, Refused, SendSena
from bot.reasons import ServiceReason
from bot.store.model import SentSena
from engine.guard.legal import needs
from engine.numbers import NOBODY
from engine.robots import sena_for
from engine.seen.senas import may_look, senas_for
from engine.state.seats import is_blind
from engine.state.state import State


def send_sena(draft: MatchDraft, command: SendSena) -> AnyReply:
    """A seña to the partners, or to one of them."""
    info = draft.info
    seat, state = player_of(draft, command.person)
    if state.hand is None:  # the first pack must still be cut
        return Refused(ServiceReason.NO_HAND, info.match)
    others = partners(state, seat.seat)
    if not others and len(state.hand.position.contest) < state.table.players:
        return Refused(ServiceReason.SENA_IN_DUEL, info.match)
    if not others:
        return Refused(ServiceReason.NO_PARTNER, info.match)
    # SI-01: in a blind hand nobody sees a card, so there is nothing to signal.
    blind = is_blind(state.table, state.hand.position.special)
    known = () if blind else senas_for(state.table)
    if not known:
        return Refused(ServiceReason.SENAS_OFF, info.match)
    own = own_signs.known_as(draft, command.person, command.sena)
    if command.sena not in known and own is None:
        return Refused(ServiceReason.NO_SUCH_SENA, info.match)
    if needs(state) != "seat":
        return Refused(ServiceReason.NO_HAND, info.match)
    if command.to != -1 and command.to not in others:
        return Refused(ServiceReason.NO_PARTNER, info.match)
    to = others if command.to == -1 else (command.to,)
    if own is not None:
        to = tuple(other for other in to if info.seats[other].person in own.people)
        if not to:
            return Refused(ServiceReason.SIGN_UNKNOWN, info.match)
    _send(draft, state, seat.seat, command.sena, to, "" if own is None else own.gesture)
    return Accepted(info.match)


def _send(
    draft: MatchDraft, state: State, seat: int, sena: str, to: tuple[int, ...], gesture: str = ""
) -> None:
    """Sends a seña to these seats, and to adversaries who watch this seat if the table allows that.
    ``gesture``: the gesture of an own sign."""
    match state.table.rules.option("senas"):
        case "public":
            to = tuple(other for other in range(state.table.players) if other != seat)
        case "risk":
            to = (*to, *_lookers(draft, seat))
        case _:
            pass
    _keep(draft, SentSena(seat, sena, to, gesture))


def _keep(draft: MatchDraft, sena: SentSena) -> None:
    """Adds a seña to those of the hand. If a partner gets the same seña again, it is kept once, as
    the newest. So nobody can flood a partner, or tell whether others got it too."""
    before = (
        replace(earlier, to=tuple(seat for seat in earlier.to if seat not in sena.to))
        if (earlier.seat, earlier.sena) == (sena.seat, sena.sena)
        else earlier
        for earlier in draft.row.senas
    )
    kept = (earlier for earlier in before if earlier.to)
    draft.row = replace(draft.row, senas=(*kept, sena))
    draft.touched = True


def _lookers(draft: MatchDraft, seat: int) -> tuple[int, ...]:
    """The adversaries who watch this seat now. Nobody is told who they are."""
    seats = draft.info.seats
    return tuple(looker for looker, at in draft.row.looks if at == seat and seats[looker].present)


def look_at(draft: MatchDraft, command: LookAt) -> AnyReply:
    """The person watches one adversary, or nobody, until they choose otherwise."""
    info = draft.info
    seat, state = player_of(draft, command.person)
    if not may_look(state.table):
        return Refused(ServiceReason.NO_RISK, info.match)
    others = (NOBODY, *range(state.table.players))
    sides = state.table.sides
    if command.seat not in others or (
        command.seat != NOBODY and sides[command.seat] == sides[seat.seat]
    ):
        return Refused(ServiceReason.NO_ADVERSARY, info.match)
    looks = tuple(look for look in draft.row.looks if look[0] != seat.seat)
    if command.seat != NOBODY:
        looks = (*looks, (seat.seat, command.seat))
    draft.row = replace(draft.row, looks=looks)
    draft.touched = True
    return Accepted(info.match)


def partners(state: State, seat: int) -> tuple[int, ...]:
    """The partners of this seat in the running contest; none in a duel (AR-PIC-06)."""
    assert state.hand is not None
    contest = state.hand.position.contest
    sides = state.table.sides
    if seat not in contest:
        return ()
    return tuple(
        other for other in sorted(contest) if other != seat and sides[other] == sides[seat]
    )


def of_robots(draft: MatchDraft) -> None:
    """Our own robots signal their cards to their partners, as players do after the deal."""
    state = draft.state
    if state is None or needs(state) != "seat" or not senas_for(state.table):
        return
    for seat in draft.info.seats:
        if seat.robot and not seat.foreign and (others := partners(state, seat.seat)):
            sena = sena_for(draft.view(seat.seat), draft.environment.chance.dice())
            if sena is not None:
                _send(draft, state, seat.seat, sena, others)

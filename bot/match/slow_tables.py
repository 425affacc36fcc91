"""Slow tables: the claims on time that people may make when the time of a turn runs out.

Nobody sits and waits there, so no robot takes a seat over without a word. When somebody's time runs
out, the people who play against them may claim the hand: it goes on as if the late person had gone
to the deck or declined, and a robot plays what is left of it. From the second time in a match on
they may claim the match too, which is then as if the late person had left. Until somebody claims,
the late person may still play. Nobody has to claim. Robots never claim, so against robots alone the
turn is played as at any other table."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from bot.match.match_draft import MatchDraft
from bot.match.players import player_of
from bot.messages import Accepted, AnyReply, ClaimOnTime, NotSeated, Refused, RestClock, Stale
from bot.model import LIVE, forfeited
from bot.reasons import ServiceReason
from engine.actions import ACHICO, CORRE, MAZO, NO_QUIERO, Action
from engine.guard.legal import legal_actions

_GIVING_UP: Final = (MAZO, CORRE, NO_QUIERO, ACHICO)
"""The words that give up most, those that give up more first."""


def may_be_claimed(draft: MatchDraft, seat: int) -> bool:
    """Whether other people could claim if the time of this seat ran out now."""
    state = draft.state
    assert state is not None
    late = replace(draft.info, late=(seat,))
    claims = draft.info.is_slow and draft.info.room is None
    return claims and bool(late.claimants(state.table.sides))


def run_out(draft: MatchDraft, seats: Sequence[int]) -> None:
    """Notes that the time of these seats of one side is up: now their adversaries may claim."""
    for seat in seats:
        late = draft.info.seats[seat]
        draft.set_seat(replace(late, late=late.late + 1))
    draft.set_info(late=tuple(seats))
    draft.is_late = True


def claim(draft: MatchDraft, command: ClaimOnTime) -> AnyReply:
    """Takes the hand or the match from the late person."""
    info = draft.info
    seat, state = player_of(draft, command.person)
    if not info.late or (command.whole and not info.losing):
        return Stale(info.match)
    assert state is not None
    if seat.seat not in info.claimants(state.table.sides):
        return Refused(ServiceReason.NOT_TO_CLAIM, info.match)
    if seat.lent:  # the person who claims is here
        draft.set_seat(replace(seat, away=False, lent=False))
    if command.whole:
        _claim_match(draft)
    else:
        _claim_hand(draft)
    return Accepted(info.match)


def rest(draft: MatchDraft, command: RestClock) -> AnyReply:
    """Lets the person's clock rest until a moment, longer or shorter than it would. The end of
    their running turn moves by as much."""
    info, now = draft.info, draft.environment.utc
    seat = info.seat_of(command.person)
    if seat is None:
        return NotSeated(info.match)
    if not info.is_slow or info.status not in LIVE:
        return Refused(ServiceReason.TABLE_CLOSED, info.match)
    draft.rests[seat.seat] = max(now, command.until) - max(now, seat.rests)
    draft.set_seat(replace(seat, rests=command.until))
    return Accepted(info.match)


def _claim_hand(draft: MatchDraft) -> None:
    """Gives up the late seats' part of the hand, as far as the rules let them give up now, and
    lends these seats to robots until the hand is over."""
    seats = draft.info.late
    for seat in seats:
        draft.set_seat(replace(draft.info.seats[seat], away=True, lent=True))
    for seat in seats:
        assert draft.state is not None
        legal = {step.verb for step in legal_actions(draft.state, seat)}
        verb = next((verb for verb in _GIVING_UP if verb in legal), None)
        if verb is not None:
            draft.take(Action(seat, verb), by_robot=seat)
    draft.set_info(late=())


def _claim_match(draft: MatchDraft) -> None:
    """Makes the late people leave the match. It is over if only one account has anybody left."""
    for seat in draft.info.losing:
        gone = replace(draft.info.seats[seat], away=True, left=True, gone=draft.info.version + 1)
        draft.set_seat(gone)
    assert draft.state is not None
    holders = draft.state.table.holders
    if len(holders) - len(forfeited(draft.info, holders)) == 1:
        draft.end("agreed")

"""Finds a person's seat, and tells whether they can play."""

from bot.match.match_draft import MatchDraft
from bot.messages import AnyReply, NotSeated, PersonId, Refused
from bot.model import Seat, Status
from bot.reasons import ServiceReason


def player_of(draft: MatchDraft, person: PersonId) -> Seat | AnyReply:
    """The person's seat, or a refusal: they have none, no match is running, or they left."""
    seat = seat_of(draft, person)
    if isinstance(seat, Seat) and seat.left:
        return Refused(ServiceReason.HAS_LEFT, draft.info.match)
    return seat


def seat_of(draft: MatchDraft, person: PersonId) -> Seat | AnyReply:
    """The person's seat in the running match, even after they left, or a refusal."""
    seat = draft.info.seat_of(person)
    if seat is None:
        if person in draft.info.removed:
            return Refused(ServiceReason.REMOVED, draft.info.match)
        return NotSeated(draft.info.match)
    if draft.info.status is not Status.PLAYING:
        return _not_playing(draft)
    return seat


def _not_playing(draft: MatchDraft) -> AnyReply:
    info = draft.info
    if info.status is Status.LOBBY:
        return Refused(ServiceReason.NOT_STARTED, info.match)
    return Refused(ServiceReason.TABLE_CLOSED, info.match, _ending(draft))


def _ending(draft: MatchDraft) -> tuple[tuple[str, str], ...]:
    """The end of a match, for a person who presses a button after it: each account with its points,
    ``winner`` for each person who has won, and the reason."""
    info, state = draft.info, draft.state
    if state is None or info.status is not Status.OVER:
        return ()
    holders, score = state.table.holders, info.final or state.score
    winners = holders[info.winner] if info.winner >= 0 else ()
    return (
        *(("winner", info.seats[seat].name) for seat in winners),
        *(
            pair
            for seats, points in zip(holders, score, strict=True)
            for pair in (
                *(("name", info.seats[seat].name) for seat in seats),
                ("points", str(points)),
            )
        ),
        ("ended", info.ended),
    )

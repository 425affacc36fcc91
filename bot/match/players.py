"""Finds a person's seat, and tells whether they can play."""

from bot.match.match_draft import MatchDraft
from bot.messages import AnyReply, NotSeated, PersonId, Refused
from bot.model import Seat, Status
from bot.reasons import ServiceReason
from engine.state.state import State


class NoPlayer(Exception):
    """A person who does not play here gave a command of players."""

    def __init__(self, reply: AnyReply) -> None:
        self.reply = reply


def player_of(draft: MatchDraft, person: PersonId) -> tuple[Seat, State]:
    """The person's seat, and the state of the running match. Raises :class:`NoPlayer` if they have
    no seat, no match is running, or they left."""
    seat, state = seat_of(draft, person)
    if seat.left:
        raise NoPlayer(Refused(ServiceReason.HAS_LEFT, draft.info.match))
    return seat, state


def seat_of(draft: MatchDraft, person: PersonId) -> tuple[Seat, State]:
    """The same of a person who may have left."""
    info, seat = draft.info, draft.info.seat_of(person)
    if seat is None and person in info.removed:
        raise NoPlayer(Refused(ServiceReason.REMOVED, info.match))
    if seat is None:
        raise NoPlayer(NotSeated(info.match))
    if info.status is not Status.PLAYING:
        raise NoPlayer(_not_playing(draft))
    assert draft.state is not None
    return seat, draft.state


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

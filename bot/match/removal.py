"""Removing a person from a table, and closing a table.

In a lobby the host removes people. In a match people vote, and only about an absent person: one who
has left or has let too many turns pass, so that a robot keeps the seat. Everybody who is present
has to agree, and at least two people have to vote, so that nobody can remove an adversary alone. If
the absent person comes back meanwhile, the vote ends.

A removed person can take no seat at this table again. A robot plays their seat to the end, and they
get the same result as without the vote. So nobody wins by removing somebody."""

from bot.match.match_draft import MatchDraft
from bot.match.options import not_host
from bot.match.settling import FEWEST_VOTERS
from bot.messages import Accepted, AnyReply, CloseTable, NotSeated, Refused, Remove
from bot.model import LIVE, MatchInfo, Seat, Status, Vote
from bot.reasons import ServiceReason


def remove(draft: MatchDraft, command: Remove) -> AnyReply:
    """A person wants another to be removed, or votes against it."""
    info = draft.info
    mine = info.seat_of(command.person)
    if mine is None:
        return NotSeated(info.match)
    if info.status is Status.LOBBY:
        return _by_host(draft, command)
    if info.status is not Status.PLAYING:
        return Refused(ServiceReason.TABLE_CLOSED, info.match)
    if mine.away:
        return Refused(ServiceReason.HAS_LEFT, info.match)
    return _vote(draft, command, mine)


def _by_host(draft: MatchDraft, command: Remove) -> AnyReply:
    """The host takes a seat away. The person of that seat cannot come back to this lobby."""
    info = draft.info
    if refused := not_host(info, command.person):
        return refused
    others = [seat for seat in info.people if seat.person != info.host]
    named = [seat for seat in others if seat.seat == command.seat]
    if command.seat == -1 and len(others) == 1:
        named = others
    if not named or not command.agree:
        return Refused(ServiceReason.NO_SUCH_SEAT, info.match)
    draft.set_seat(Seat(named[0].seat))
    draft.set_info(removed=(*info.removed, named[0].person))
    return Accepted(info.match)


def _vote(draft: MatchDraft, command: Remove, mine: Seat) -> AnyReply:
    info, vote = draft.info, draft.info.vote
    if command.seat not in range(-1, len(info.seats)):
        return Refused(ServiceReason.NO_SUCH_SEAT, info.match)
    if vote is not None and command.seat not in (-1, vote.seat):
        name = info.seats[vote.seat].name
        return Refused(ServiceReason.OTHER_VOTE, info.match, (("name", name),))
    if vote is None:
        return _propose(draft, command, mine)
    if not command.agree:
        draft.set_info(vote=None)
    elif mine.seat not in vote.agreed:
        draft.set_info(vote=Vote(vote.seat, (*vote.agreed, mine.seat)))
    return Accepted(info.match)


def _propose(draft: MatchDraft, command: Remove, mine: Seat) -> AnyReply:
    info, seat = draft.info, command.seat
    if not command.agree:
        return Refused(ServiceReason.NO_VOTE, info.match)
    if seat == -1 and len(info.removable) == 1:
        seat = info.removable[0]
    if seat not in info.removable:
        return Refused(ServiceReason.NOT_ABSENT, info.match)
    if len(info.voters) < FEWEST_VOTERS:
        return Refused(ServiceReason.TOO_FEW_VOTERS, info.match)
    draft.set_info(vote=Vote(seat, (mine.seat,)))
    return Accepted(info.match)


def may_be_closed(info: MatchInfo, command: CloseTable) -> bool:
    """Whether the person of this command may close the table: an administrator may, and the host of
    a lobby or of a tournament. The lobby of a tournament's table cannot be closed by its host. A
    tournament with a stake that has begun can only be cancelled by an administrator; otherwise a
    host who is losing could get the stake back."""
    if not command.as_host:
        return True
    if info.host != command.person:
        return False
    if info.tournament is not None:
        return not (info.stake and info.status is Status.HELD)
    return info.status is Status.LOBBY and not info.part_of


def close(draft: MatchDraft, command: CloseTable) -> AnyReply:
    if draft.info.status not in LIVE:
        return Refused(ServiceReason.TABLE_CLOSED, command.match)
    draft.void()
    return Accepted(command.match)

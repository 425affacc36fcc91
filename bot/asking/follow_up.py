"""Decides what a platform shows after a command, besides its answer."""

from msgspec import Struct

from bot import messages
from bot.match.onlookers import LOOKED_ON
from bot.match.signing_up import ENTERED, WITHDRAWN
from bot.reasons import ServiceReason


class FollowUp(Struct, frozen=True):
    """The things that an adapter shows after a command, and to whom."""

    match: messages.MatchId = ""
    """The table that the other fields are about; empty: nothing more is shown."""
    here: bool = False
    """The table is shown in the place of the command, unless it is shown there already."""
    seat: bool = False
    """The person gets their private picture of the table."""
    gone: bool = False
    """The person's private pictures of the table are no longer kept up to date."""
    looked_on: bool = False
    """The person no longer looks on at the table."""
    options: bool = False
    """The person gets the table's options."""
    signs: bool = False
    """The person gets the own signs that they know at the table."""
    ended: bool = False
    """The table that the person wanted is over. The answer is its result, for the person alone."""
    begins: bool = False
    """The match begins. A platform that gives each match a thread creates it now."""
    before: messages.MatchId = ""
    """``match`` is the rematch of this table. Places and people that saw this one see it now."""


def follow_up(command: messages.AnyCommand, reply: messages.AnyReply) -> FollowUp:  # noqa: C901, a branch for each command
    """The things that an adapter shows after a command, besides the answer. After a refusal there
    are none, but a person who comes to a table that is over sees its result."""
    if isinstance(reply, messages.Refused) and isinstance(command, messages.Join | messages.LookOn):
        ended = reply.reason is ServiceReason.TABLE_CLOSED and bool(reply.match)
        return FollowUp(reply.match, ended=True) if ended else FollowUp()
    if not isinstance(reply, messages.Accepted):
        return FollowUp()
    match command:
        case messages.OpenTable(format=form) if form:
            return FollowUp(reply.match, here=True)
        case messages.Join() if reply.note in ENTERED:
            return FollowUp(reply.match, here=True)
        case messages.PlayDaily():
            return FollowUp(reply.match, seat=True)
        case messages.OpenTable() | messages.Join():
            return FollowUp(reply.match, here=True, seat=True)
        case messages.LookOn(match=seen):
            return FollowUp(seen, seat=True)
        case messages.Return(match=back):
            return FollowUp(back, here=True, seat=True)
        case messages.Leave() if reply.note == WITHDRAWN:
            return FollowUp()
        case messages.Leave(match=left) | messages.Decline(match=left):
            return FollowUp(left, gone=True, looked_on=reply.note == LOOKED_ON)
        case messages.SeeOptions(match=seen):
            return FollowUp(seen, options=True)
        case messages.AgreeSign(match=agreed) | messages.DropSign(match=agreed):
            return FollowUp(agreed, signs=True)
        case messages.Start(match=started):
            return FollowUp(started, begins=True)
        case messages.Rematch(match=before):
            return FollowUp(reply.match, here=True, seat=True, before=before)
        case _:
            return FollowUp()

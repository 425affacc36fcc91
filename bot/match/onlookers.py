"""Onlookers: people without a seat who look on at a table.

They see the same as the channel. If the table says so, they see the table as it was when the hand
before the running one ended. The table lists them. They may sit down, leave and say phrases."""

from typing import Final

from msgspec.structs import replace

from bot.match.match_draft import MatchDraft
from bot.match.names import shown_name
from bot.match.running_match import RunningMatch, Seen
from bot.messages import Accepted, AnyReply, HandOver, LookOn, PersonId, Refused
from bot.model import LIVE, ROBOT_MARK, SPECTATORS_LATE, SPECTATORS_NO, MatchInfo, Onlooker, Status
from bot.reasons import ServiceReason
from engine.guard.legal import needs

MOST_ONLOOKERS: Final = 50
LOOKED_ON: Final = "reply.looked_on"
"""The note of the answer when an onlooker has left."""


def look_on(draft: MatchDraft, command: LookOn) -> AnyReply:
    """The person looks on from now on. The caller knows that they may, at a private table."""
    info, name = draft.info, shown_name(command.name)
    if not name:
        return Refused(ServiceReason.BAD_NAME, info.match)
    if info.seat_of(command.person) is not None:
        return Refused(ServiceReason.ALREADY_SEATED, info.match)
    if info.status not in LIVE:
        return Refused(ServiceReason.TABLE_CLOSED, info.match)
    if info.spectators == SPECTATORS_NO:
        return Refused(ServiceReason.NO_SPECTATORS, info.match, (("host", info.host_name),))
    if info.onlooker(command.person) is not None:
        return Accepted(info.match)
    if len(info.onlookers) >= MOST_ONLOOKERS:
        number = (("n", str(MOST_ONLOOKERS)),)
        return Refused(ServiceReason.TOO_MANY_ONLOOKERS, info.match, number)
    draft.set_info(onlookers=(*info.onlookers, Onlooker(command.person, name)))
    return Accepted(info.match, "reply.look_on")


def look_on_no_longer(draft: MatchDraft, person: PersonId) -> AnyReply:
    """Makes the onlooker leave."""
    info = draft.info
    draft.set_info(
        onlookers=tuple(onlooker for onlooker in info.onlookers if onlooker.person != person)
    )
    return Accepted(info.match, LOOKED_ON)


def hand_over(draft: MatchDraft, command: HandOver) -> None:
    """Makes the onlooker another person. That person is silenced if either of the two was."""
    info, before, to = draft.info, command.person, command.to

    def instead(person: PersonId) -> PersonId:
        return to if person == before else person

    by_person = {instead(onlooker.person): onlooker.name for onlooker in info.onlookers}
    draft.set_info(
        onlookers=tuple(Onlooker(person, name) for person, name in by_person.items()),
        silent_onlookers=tuple(dict.fromkeys(map(instead, info.silent_onlookers))),
        phrases=tuple(
            replace(phrase, onlooker=instead(phrase.onlooker)) for phrase in info.phrases
        ),
    )


def seen_by_onlookers(running: RunningMatch, info: MatchInfo) -> tuple[MatchInfo, Seen] | None:
    """The table as onlookers see it, if they see another one than the channel: the table when the
    hand before the running one ended. ``None``: they see the same as the channel. The people in the
    seats and the onlookers are those of now. A person counts as away if they were away then."""
    if (
        info.spectators != SPECTATORS_LATE
        or info.status is not Status.PLAYING
        or running.state is None
        or needs(running.state) == "deal"
    ):
        return None
    earlier, recorded = running.earlier, running.row.recorded
    assert earlier is not None, "a table that is looked on at late knows its last hand"
    seats = tuple(
        replace(
            seat,
            away=bool(seat.person) and recorded[seat.seat].endswith(f" {ROBOT_MARK}"),
            left=seat.left and recorded[seat.seat].endswith(f" {ROBOT_MARK}"),
            missed=0,
            bank_used=0.0,
            late=0,
            lent=False,
            rests=0.0,
        )
        for seat in info.seats
    )
    then = replace(
        info,
        seats=seats,
        deadline=None,
        rested=False,
        agreed=(),
        ready=(),
        late=(),
        phrases=tuple(phrase for phrase in info.phrases if phrase.onlooker),
    )
    return then, earlier

"""The tables of a day: the one that holds its secret, and the hands of the day.

The id of each is made from its day, game and person. So there is one of each, even if it is opened
several times or by several processes."""

from typing import Final

from msgspec.structs import replace

from bot.environment import Environment
from bot.match import daily, fair_deals
from bot.match.daily import PERSON, PLACE, PLAYERS, ROBOT, day_of
from bot.match.match_draft import MatchDraft
from bot.match.names import shown_name
from bot.match.opening import new_draft
from bot.messages import (
    Accepted,
    Act,
    AnyCommand,
    AnyReply,
    BeginMatch,
    DealDaily,
    GoOn,
    HandOver,
    Leave,
    MatchId,
    Refused,
    Return,
    SealDay,
    SeeOptions,
    ShareDaily,
    Start,
)
from bot.model import LIVE, NOBODY, SPECTATORS_NO, MatchInfo, Seat, Status
from bot.reasons import ServiceReason
from engine.fairness.deal import AZAR_1

_MAY: Final = (Act, GoOn, HandOver, Return, SeeOptions, Start)
"""The commands that a person may give in their hand of the day, besides leaving it."""


def seal(command: SealDay, environment: Environment) -> MatchDraft:
    """The table that holds the secret of a day. Nobody sits there. The secret of a day that hosts
    share follows from the word that these hosts have agreed on."""
    info, derived = _info(command, command.match, environment), None
    if daily.is_shared(info) and environment.secrets is not None:
        derived = environment.secrets.day_secret(command.number, command.variant)
        assert derived is not None, "this host shares no day"
    return new_draft(info, environment, derived)


def deal(command: DealDaily, environment: Environment) -> MatchDraft:
    """A person's hand of the day, or the master's. It has the commitment of its day."""
    info = _info(command, command.sealed, environment)
    person = Seat(PERSON, person=command.person, name=shown_name(command.name), since=1)
    info = replace(
        info,
        community=command.community,
        commitment=command.commitment,
        protocol=command.protocol,
        added=command.added,
        host=command.person,
        first_dealer=ROBOT,
        seats=(person, Seat(ROBOT)),
        daily=replace(day_of(command.number, command.sealed), asked_in=command.asked_in),
    )
    made = new_draft(info, environment)
    for seat in (PERSON, ROBOT):
        if made.info.seats[seat].free:
            made.put_robot(seat)
    return made


def _info(command: SealDay | DealDaily, sealed: MatchId, environment: Environment) -> MatchInfo:
    """A table without players: the game with its usual options. Nobody else sees it, and it does
    not count for any ranking."""
    return MatchInfo(
        match=command.match,
        community=PLACE,
        place=PLACE,
        variant=command.variant,
        options=(),
        players=PLAYERS,
        seats=tuple(Seat(seat) for seat in range(PLAYERS)),
        host=NOBODY,
        turn_seconds=environment.config.turn_seconds,
        status=Status.LOBBY,
        created=environment.utc,
        private=True,
        competitive=False,
        spectators=SPECTATORS_NO,
        daily=day_of(command.number, sealed),
    )


def fix(draft: MatchDraft, command: BeginMatch) -> AnyReply:
    """Fixes, once, the beacon's round for the deals of a day: the first one of that day."""
    info = draft.info
    if info.added or info.status is not Status.LOBBY:
        return Accepted(info.match)
    if fair_deals.protocol_of(info) is AZAR_1:
        draft.set_info(added=fair_deals.added_by_people(info, ()))
    else:
        draft.fixed = command.round or None
        draft.set_info(added=fair_deals.added(info, command.pulse, command.reason))
    return Accepted(info.match)


def refusal(draft: MatchDraft, command: AnyCommand) -> AnyReply | None:
    """The answer to a person's command at such a table; ``None``: the command is decided as at any
    table. If the day is over, any command ends the match, and the screen says so."""
    info = draft.info
    if info.is_sealed_day or info.seat_of(command.person) is None:
        # Its id follows from who plays: nobody shall learn from it whether they have begun.
        return Refused(ServiceReason.NO_SUCH_MATCH, info.match)
    if info.status in LIVE and daily.is_past(info, draft.environment.utc):
        end_day(draft)
        return Accepted(info.match)
    if isinstance(command, Leave):
        _give_up(draft)
        return Accepted(info.match)
    if isinstance(command, ShareDaily):
        return _share(draft)
    if info.status is Status.OVER and not isinstance(command, HandOver | SeeOptions):
        return Refused(ServiceReason.DAILY_OVER, info.match)
    return None if isinstance(command, _MAY) else Refused(ServiceReason.DAILY, info.match)


def _share(draft: MatchDraft) -> AnyReply:
    """Shows the result once, in the place where the person asked for the match. A notice that is
    stored with this step does it."""
    info = draft.info
    assert info.daily is not None
    if info.status is not Status.OVER:
        return Refused(ServiceReason.NOT_OVER, info.match)
    if not daily.has_result(info):
        return Refused(ServiceReason.DAILY_NO_RESULT, info.match)
    if info.daily.shared:
        return Refused(ServiceReason.DAILY_SHARED, info.match)
    if not daily.is_shareable(info):
        return Refused(ServiceReason.DAILY_ALONE, info.match)
    draft.set_info(daily=replace(info.daily, shared=True))
    return Accepted(info.match)


def _give_up(draft: MatchDraft) -> None:
    if draft.info.status is Status.LOBBY:
        draft.close()
    elif draft.info.status is Status.PLAYING:
        draft.end("abandoned")


def end_day(draft: MatchDraft) -> None:
    """Ends a hand of the day, or publishes the secret of a day, if the day is over. If it is not
    over, the clock was put back, and nothing happens."""
    info = draft.info
    if not daily.is_past(info, draft.environment.utc):
        return
    if info.status is Status.LOBBY:
        draft.close()
    elif info.status is Status.PLAYING:
        draft.end("agreed" if daily.is_complete(info) else "abandoned")

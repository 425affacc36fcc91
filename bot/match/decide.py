"""Decides a command: takes a match and a command, and returns the changes to store and a reply.

:func:`decide` is a pure function, apart from the chance in :class:`bot.environment.Environment`. It
does no harm to decide a command twice."""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.environment import Environment
from bot.match import (
    added_words,
    answering_ahead,
    daily_tables,
    league_rooms,
    lobby,
    onlookers,
    opening,
    options,
    own_signs,
    play,
    removal,
    senas,
    slow_tables,
    table_phrases,
    tournaments,
)
from bot.match.deadline_kinds import goes_on_with_series
from bot.match.finishing import finish
from bot.match.match_draft import MatchDraft
from bot.match.players import NoPlayer
from bot.match.running_match import RunningMatch
from bot.match.settling import settle
from bot.messages import (
    Accepted,
    Act,
    AddChance,
    AddRobot,
    AddWords,
    AgreeSign,
    AnswerAhead,
    AnyCommand,
    AnyReply,
    BeginMatch,
    ClaimOnTime,
    CloseTable,
    Cut,
    DealDaily,
    Decline,
    DropSign,
    GoOn,
    HandOver,
    Join,
    Leave,
    LetCall,
    LookAt,
    LookOn,
    OpenQuick,
    OpenRoom,
    OpenTable,
    PlayDaily,
    PlayingCommand,
    ProposeEnd,
    PublishDeals,
    Refused,
    Rematch,
    Remove,
    RemoveRobot,
    RestClock,
    Return,
    RobotActs,
    SayPhrase,
    SealDay,
    SealPairing,
    SeeOptions,
    SendSena,
    SetOptions,
    ShareDaily,
    Silence,
    SkipLesson,
    Start,
    TalkingCommand,
    Tick,
)
from bot.model import NOBODY, MatchInfo, Status, forfeited, teams
from bot.reasons import ServiceReason
from bot.store.changes import MatchChange

_OpensOnce = SealDay | DealDaily | SealPairing | OpenRoom


class Decision(Struct, frozen=True, gc=False):
    """A reply, and the changes to store."""

    reply: AnyReply
    after: tuple[RunningMatch, ...] = ()
    """The matches as they are after the changes; empty: nothing changes."""
    changes: tuple[MatchChange, ...] = ()


def decide(running: RunningMatch | None, command: AnyCommand, environment: Environment) -> Decision:
    """Decides a command to this match. ``running=None``: the match does not exist."""
    if isinstance(command, _OpensOnce):
        new = () if running is not None else (_opened_once(command, environment),)
        return _decision(command, Accepted(command.match), *new)
    assert not isinstance(command, PlayDaily), "the service knows which match that is"
    if isinstance(command, OpenTable):
        opens = tournaments.open_tournament if command.format else opening.open_table
        return _decision(command, *_one(opens(command, environment)))
    if isinstance(command, OpenQuick):
        made_quick = opening.open_quick(command, environment)
        return _decision(command, Accepted(made_quick.info.match), made_quick)
    if running is None:
        return Decision(Refused(ServiceReason.NO_SUCH_MATCH, command.match))
    if isinstance(command, CloseTable) and not removal.may_be_closed(running.info, command):
        return Decision(Refused(ServiceReason.NOT_ADMIN, command.match))
    draft = MatchDraft(running, environment)
    if running.info.tournament is not None:
        answer, tables = tournaments.reply(draft, command)
        return _decision(command, answer, *tables, draft)
    if running.is_lost:
        draft.void()
        return _decision(command, Accepted(running.info.match), draft)
    if isinstance(command, Rematch):
        made, reply = opening.rematch(draft, command)
        if made is not None:
            return _decision(command, reply, made, draft)
        return _decision(command, reply, draft)
    if isinstance(command, Tick) and goes_on_with_series(command.deadline):
        return _decision(command, *opening.series_tick(draft, command))
    try:
        reply = _reply(draft, command)
    except NoPlayer as no_player:
        reply = no_player.reply
    return _decision(command, reply, draft)


def with_tournament(
    decision: Decision, tournament: RunningMatch, table: RunningMatch, environment: Environment
) -> Decision:
    """A decision that ends a table of a tournament, together with the changes to the tournament."""
    draft = MatchDraft(tournament, environment)
    tables = tournaments.take_result(draft, table)
    if not draft.touched:
        return decision
    after, changes = zip(*(finish(changed, NOBODY) for changed in (*tables, draft)), strict=True)
    return replace(decision, after=(*after, *decision.after), changes=(*changes, *decision.changes))


def _opened_once(command: _OpensOnce, environment: Environment) -> MatchDraft:
    """A table whose id is known before it is opened: there is one of each."""
    match command:
        case SealDay():
            return daily_tables.seal(command, environment)
        case DealDaily():
            return daily_tables.deal(command, environment)
        case SealPairing():
            return league_rooms.seal(command, environment)
        case OpenRoom():
            return league_rooms.open_room(command, environment)


def _one(made: tuple[MatchDraft | None, AnyReply]) -> tuple[AnyReply, *tuple[MatchDraft, ...]]:
    draft, reply = made
    return (reply,) if draft is None else (reply, draft)


def _decision(command: AnyCommand, reply: AnyReply, *drafts: MatchDraft) -> Decision:
    after, changes = [], []
    for draft in drafts:
        if draft.touched and isinstance(reply, Accepted):
            settle(draft)
            answering_ahead.carry_out(draft)
            play.hurry(draft)
            running, change = finish(draft, command.person)
            after.append(running)
            changes.append(change)
    return Decision(reply, tuple(after), tuple(changes))


_SeatCommand = Join | Decline | Leave | AddRobot | RemoveRobot | Start
"""A command about the seats of a lobby, or the command that starts the match."""
_BEFORE_START: Final = (Join, Decline, AddRobot, RemoveRobot, SetOptions)
"""Commands that change players or game: impossible once the beacon's round is fixed."""
_UsualCommand = (
    Remove
    | CloseTable
    | Return
    | HandOver
    | LookOn
    | SetOptions
    | SeeOptions
    | AddChance
    | AddWords
    | BeginMatch
    | PlayingCommand
    | TalkingCommand
    | PublishDeals
    | ShareDaily
)
"""A command that goes to the same function in a lobby and in a running match."""


def _reply(draft: MatchDraft, command: _SeatCommand | _UsualCommand) -> AnyReply:
    if (refused := _refusal(draft, command)) is not None:
        return refused
    match command:
        case Leave() if draft.info.onlooker(command.person) is not None:
            return onlookers.look_on_no_longer(draft, command.person)
        case Join() | Decline() | Leave() | AddRobot() | RemoveRobot() | Start():
            if draft.info.status is Status.LOBBY:
                return _lobby_reply(draft, command)
            return _late_reply(draft, command)
        case _:
            return _usual_reply(draft, command)


def _refusal(draft: MatchDraft, command: _SeatCommand | _UsualCommand) -> AnyReply | None:
    """Why this kind of table (one that starts, a hand of the day, a table of a tournament, a guided
    match) does not take the command; ``None``: it may take it."""
    if isinstance(command, BeginMatch):
        return daily_tables.fix(draft, command) if draft.info.is_sealed_day else None
    stays = isinstance(command, Leave) and draft.info.part_of
    if draft.info.starting and (stays or isinstance(command, _BEFORE_START)):
        return Refused(ServiceReason.ALREADY_STARTED, command.match)
    if draft.info.daily is not None and not isinstance(command, Tick):
        refused = daily_tables.refusal(draft, command)
        if refused is not None:
            return refused
    if draft.info.room is not None and not isinstance(command, Tick):
        refused = league_rooms.refusal(draft, command)
        if refused is not None:
            return refused
    if draft.info.part_of and _is_settled(draft.info, command):
        return Refused(ServiceReason.TOURNAMENT_TABLE, command.match)
    if draft.info.lesson is not None and _is_set_for_learning(draft.info, command):
        return Refused(ServiceReason.TABLE_CLOSED, command.match)
    return None


def _usual_reply(draft: MatchDraft, command: _UsualCommand) -> AnyReply:  # noqa: C901, a branch for each command
    match command:
        case Tick():
            return play.tick(draft, command)
        case Act():
            return play.act(draft, command)
        case Cut():
            return play.cut(draft, command)
        case GoOn() if draft.info.status is Status.LOBBY:
            return lobby.agree_to_rematch(draft, command)
        case GoOn():
            return play.go_on(draft, command)
        case SendSena():
            return senas.send_sena(draft, command)
        case AgreeSign():
            return own_signs.agree(draft, command)
        case DropSign():
            return own_signs.drop(draft, command)
        case LookAt():
            return senas.look_at(draft, command)
        case LetCall():
            return play.let_call(draft, command)
        case RobotActs():
            return play.robot_acts(draft, command)
        case ClaimOnTime():
            return slow_tables.claim(draft, command)
        case AnswerAhead():
            return answering_ahead.answer_ahead(draft, command)
        case RestClock():
            return slow_tables.rest(draft, command)
        case LookOn():
            return onlookers.look_on(draft, command)
        case AddWords():
            return added_words.add_words(draft, command)
        case AddChance():
            return added_words.add_chance(draft, command)
        case BeginMatch():
            return lobby.begin(draft, command)
        case SayPhrase():
            return table_phrases.say_phrase(draft, command)
        case Silence():
            return table_phrases.silence(draft, command)
        case Remove():
            return removal.remove(draft, command)
        case CloseTable():
            return removal.close(draft, command)
        case ProposeEnd():
            return play.propose_end(draft, command)
        case ShareDaily() | PublishDeals():
            return Refused(ServiceReason.NO_SUCH_MATCH, command.match)
        case SkipLesson():
            return play.skip_lesson(draft, command.person)
        case Return():
            return play.come_back(draft, command.person)
        case SetOptions():
            return options.set_options(draft, command)
        case SeeOptions():
            return options.see_options(draft, command)
        case HandOver():
            return lobby.hand_over(draft, command)


def _late_reply(draft: MatchDraft, command: _SeatCommand) -> AnyReply:
    """The reply to a command about seats when the match has begun or is over."""
    if isinstance(command, Leave):
        return play.leave(draft, command.person)
    if draft.info.status is not Status.PLAYING:
        return Refused(ServiceReason.TABLE_CLOSED, command.match)
    if isinstance(command, Join):
        if command.person in draft.info.removed:
            return Refused(ServiceReason.REMOVED, command.match)
        seat = draft.info.seat_of(command.person)
        if seat is not None and seat.away:
            return play.come_back(draft, command.person)
        if seat is not None and command.from_tournament:
            return Accepted(command.match)
        if seat is not None:
            return Refused(ServiceReason.ALREADY_SEATED, command.match)
    return Refused(ServiceReason.ALREADY_STARTED, command.match)


def _is_settled(info: MatchInfo, command: AnyCommand) -> bool:
    """Whether nobody may give this command at a table of a tournament: its people choose neither
    the game and its terms, nor the players, nor an early end."""
    match command:
        case AddRobot() | RemoveRobot() | SetOptions() | Start():
            return info.status is not Status.OVER
        case Remove():
            return info.status is Status.LOBBY
        case ProposeEnd(agree=True):
            # When nobody is present, the end of the time to come back decides.
            present = any(seat.present for seat in info.people)
            return not present or not forfeited(info, teams(info))
        case _:
            return False


def _is_set_for_learning(info: MatchInfo, command: AnyCommand) -> bool:
    """Whether nobody may give this command before a guided match, where all is fixed."""
    decided = Join | AddRobot | RemoveRobot | SetOptions
    return info.status is Status.LOBBY and isinstance(command, decided)


def _lobby_reply(draft: MatchDraft, command: _SeatCommand) -> AnyReply:
    match command:
        case Join():
            reply = lobby.join(draft, command)
            senas.of_robots(draft)
            return reply
        case Decline():
            return lobby.decline(draft, command.person)
        case Leave():
            return lobby.leave(draft, command.person)
        case AddRobot():
            return lobby.add_robot(draft, command)
        case RemoveRobot():
            return lobby.remove_robot(draft, command)
        case Start():
            reply = lobby.start(draft, command)
            senas.of_robots(draft)
            return reply

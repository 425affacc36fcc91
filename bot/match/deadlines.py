"""The deadlines of a match: the things that happen by themselves, and their moments.

Deadlines follow from the match alone, so they are worked out after every change. A deadline for the
same thing as before keeps its moment, so nobody gets more time because another person sends a seña
or leaves."""

from typing import Final

from msgspec.structs import replace

from bot.environment import Config
from bot.match import consulting, daily, lesson, series
from bot.match.deadline_kinds import BY_THE_WALL_CLOCK, DeadlineKind, is_persons
from bot.match.match_draft import MatchDraft
from bot.match.running_match import RunningMatch
from bot.match.slow_turns import reminders_of
from bot.messages import LeagueRoom
from bot.model import PACES, MatchInfo, Status
from bot.store.model import Deadline
from bot.tournaments.state import Tournament
from engine.guard.legal import awaited, needs
from engine.robots import claim, speaker, speaks_up
from engine.seen.claimable import claimable
from engine.seen.view import PUBLIC
from engine.state.state import ENVIDO_GAME, State

_SOONEST: Final = 5.0
"""Seconds. A reminder that would come sooner than this after the call is left out."""

_AGAIN: Final = 12.0
"""Seconds from a start until its round is asked for again, in case the process that asked has died.
A round comes within four seconds; the process that asked waits as long again."""
_DAY: Final = 86_400.0
_LAST_LIMIT: Final = 14 * _DAY
"""Seconds for which a slow table waits for a late person, if nobody claims anything."""
_SAME: Final = 0.5
"""Seconds. Two moments that differ by less than this count as the same."""

_TO_READ: Final = 30.0
"""Seconds for looking at the end of a hand in a guided match; a press ends them sooner."""

Wanted = tuple[DeadlineKind, int, float]
"""Kind, seat (-1: none), and the time from now in seconds."""


def stand(draft: MatchDraft, before: tuple[Deadline, ...]) -> tuple[Deadline, ...]:
    """The deadlines the match has from now on."""
    info = draft.info
    known = {(deadline.kind, deadline.seat, deadline.moment): deadline for deadline in before}
    made = []
    for kind, seat, after in wanted(draft):
        # The time to come to a tournament's table begins once. Changes of its lobby do not begin it
        # again.
        once = kind is DeadlineKind.LOBBY and info.part_of
        moment = "0" if once else str(draft.row.moved)
        old = known.get((kind, seat, moment))
        if old is not None and kind in BY_THE_WALL_CLOCK:
            old = _by_the_wall_clock(draft, old)
        row = old or Deadline(
            match=info.match,
            id=f"{kind}.{seat}.{info.version}",
            kind=kind,
            due=draft.environment.now + after + _rest(draft, kind, seat),
            seat=seat,
            moment=moment,
            since=draft.environment.now,
        )
        if old is not None and is_persons(row) and seat in draft.rests:
            row = replace(old, due=old.due + draft.rests[seat])
        made.append(row)
        if is_persons(row) and info.is_slow:
            made.extend(_slow_reminder(draft, row, before, is_new=old is None))
            continue
        if (soon := _reminder(draft, row, after)) is not None:
            name = f"{DeadlineKind.REMIND}.{row.id}"
            made.append(replace(row, id=name, kind=DeadlineKind.REMIND, due=soon))
    return tuple(made)


def _slow_reminder(
    draft: MatchDraft, row: Deadline, before: tuple[Deadline, ...], *, is_new: bool
) -> tuple[Deadline, ...]:
    """The next reminder of a slow turn. Each reminder comes once. One that was sent ahead of its
    time is no longer among the deadlines, so it does not come again."""
    known = {deadline.id for deadline in before}
    names = {
        f"{DeadlineKind.REMIND}.{row.id}.{round(left)}": left
        for left in reminders_of(draft.info.turn_seconds)
    }
    kept = [name for name in names if name in known]
    if is_new:
        kept = [name for name, left in names.items() if row.due - left > draft.environment.now]
    elif not kept and draft.spent in names:
        kept = [name for name, left in names.items() if left < names[draft.spent]]
    return tuple(
        replace(
            row,
            id=name,
            kind=DeadlineKind.REMIND,
            due=max(draft.environment.now, row.due - names[name]),
        )
        for name in kept[:1]
    )


def _rest(draft: MatchDraft, kind: DeadlineKind, seat: int) -> float:
    """The seconds for which a person's clock still rests before this turn counts."""
    if seat < 0 or kind not in (DeadlineKind.TURN, DeadlineKind.DEAL) or not draft.info.is_slow:
        return 0.0
    return max(0.0, draft.info.seats[seat].rests - draft.environment.utc)


def _rested(draft: MatchDraft) -> tuple[Wanted, ...]:
    """The ends of holidays at a slow table."""
    info, now = draft.info, draft.environment.utc
    resting = (seat for seat in info.people if info.is_slow and seat.rests > now)
    return tuple((DeadlineKind.RESTED, seat.seat, seat.rests - now) for seat in resting)


def _by_the_wall_clock(draft: MatchDraft, old: Deadline) -> Deadline:
    """The deadline that starts a tournament or ends a day, moved to fit the wall clock, which may
    have been set since. If the clock jumps forward by more than a day at once, it may be wrong; the
    deadline then stays as it was."""
    environment, info = draft.environment, draft.info
    if info.room is not None:
        comes = info.room.closes
    elif info.daily is not None:
        comes = daily.closes(info)
    else:
        assert info.tournament is not None
        comes = info.tournament.begins
    left = comes - environment.utc
    ahead = old.due - environment.now - left
    if left <= 0 and ahead > _DAY:
        return old
    due = environment.now + max(0.0, left)
    return old if abs(old.due - due) < _SAME else replace(old, due=due)


def _reminder(draft: MatchDraft, row: Deadline, after: float) -> float | None:
    """The moment at which the people of this deadline are reminded next; ``None``: never, or they
    were reminded already. ``after``: how long the deadline lasts, in seconds."""
    now, tournament = draft.environment.now, draft.info.tournament
    if tournament is not None:
        config = draft.environment.config
        before = config.reminder
        wanted = row.kind == DeadlineKind.BEGIN and tournament.begins - draft.info.created > before
        if row.kind == DeadlineKind.ROUND:
            before, wanted = min(config.round_reminder, after / 2), True
        return max(now, row.due - before) if wanted and not tournament.reminded else None
    if not (is_persons(row) or _calls_twice(row, draft.info)) or after / 2 < _SOONEST:
        return None
    soon = row.due - after / 2
    return soon if soon > now else None


def wanted(draft: MatchDraft) -> tuple[Wanted, ...]:
    """The deadlines that the match needs now."""
    info, state, config = draft.info, draft.state, draft.environment.config
    if info.tournament is not None:
        return _of_tournament(draft, info.tournament)
    if info.daily is not None:
        return _of_daily(draft)
    if info.room is not None:
        return _of_room(draft, info.room)
    if info.status is Status.LOBBY:
        again = _AGAIN if info.round else 0.0
        start = ((DeadlineKind.START, -1, again),) if info.starting else ()
        if info.part_of:
            return ((DeadlineKind.LOBBY, -1, config.no_show), *start)
        if info.is_slow:  # nobody sits and waits
            waits = max(config.lobby, min(float(info.turn_seconds), _DAY))
            return ((DeadlineKind.LOBBY, -1, waits), *start)
        gone = ((DeadlineKind.GONE, -1, config.abandon),) if config.abandon < config.lobby else ()
        return (*gone, (DeadlineKind.LOBBY, -1, config.lobby), *start)
    if series.goes_on(info):
        return ((DeadlineKind.SERIES, -1, config.between),)
    if info.status is not Status.PLAYING or state is None:
        return ()
    if not any(seat.present for seat in info.people):
        comes_back = max(config.abandon, info.turn_seconds) if info.is_slow else config.abandon
        return ((DeadlineKind.ABANDON, -1, comes_back),)
    return (*_of_hand(draft, state), *_rested(draft))


def _of_daily(draft: MatchDraft) -> tuple[Wanted, ...]:
    """The deadlines of a hand of the day. Nobody waits for its person, so they have all the day.
    The hand begins by itself if the process has died before it could begin."""
    info, state = draft.info, draft.state
    end: Wanted = (DeadlineKind.DAY, -1, max(0.0, daily.closes(info) - draft.environment.utc))
    if info.is_sealed_day:
        return (end,) if info.status is Status.LOBBY else ()
    if info.status is Status.LOBBY:
        return ((DeadlineKind.START, -1, 0.0), end)
    if info.status is not Status.PLAYING or state is None:
        return ()
    return (*(due for due in _of_hand(draft, state) if due[0] is not DeadlineKind.TURN), end)


def _of_room(draft: MatchDraft, room: LeagueRoom) -> tuple[Wanted, ...]:
    """A league's room is played to its end, by robots if need be, until its time is up."""
    info, state = draft.info, draft.state
    end: Wanted = (DeadlineKind.DAY, -1, max(0.0, room.closes - draft.environment.utc))
    if info.status is Status.LOBBY:
        return (end,) if info.only_seals else ((DeadlineKind.START, -1, 0.0), end)
    if info.status is not Status.PLAYING or state is None:
        return ()
    return (*_of_hand(draft, state), *_rested(draft), end)


def _of_hand(draft: MatchDraft, state: State) -> tuple[Wanted, ...]:
    """The deadlines of a match that is being played."""
    info, config = draft.info, draft.environment.config
    match needs(state):
        case "deal" if info.cutter >= 0:
            present = info.seats[info.cutter].present
            seconds = _time_to_choose(info, config) if present else 0.0
            return ((DeadlineKind.DEAL, info.cutter, seconds),)
        case "deal":
            return (
                (DeadlineKind.DEAL, -1, _pause(info, config) if state.hand is not None else 0.0),
            )
        case "close":
            return _claims(draft)
        case _:
            turns = tuple(
                due
                for side in (0, 1)
                for due in _turns(
                    draft, [seat for seat in awaited(state) if state.table.sides[seat] == side]
                )
            )
            return _spoken_up(draft, state, turns)


def _time_to_choose(info: MatchInfo, config: Config) -> float:
    """Seconds for a choice for which the others wait: where to cut, or whether to look at one's
    cards. At a slow table nobody sits and waits, so a choice has the seconds of a turn; when they
    are over, the pack is cut, or the person looks."""
    turn = float(info.turn_seconds)
    return turn if info.is_slow else min(turn, config.cut)


def _pause(info: MatchInfo, config: Config) -> float:
    """Seconds from a hand's end to the next deal; more in a guided match, with more to read."""
    return max(config.pause, _TO_READ) if lesson.is_taught(info) else config.pause


def longest_sign_up(info: MatchInfo, config: Config) -> float:
    """The time for which people may sign up for a tournament, in seconds. Shorter on the page: all
    its tables share one place, and people may never come back."""
    return config.lobby if info.is_of_page else config.sign_up


def _of_tournament(draft: MatchDraft, tournament: Tournament) -> tuple[Wanted, ...]:
    info, environment = draft.info, draft.environment
    if info.status is Status.SIGN_UP and tournament.begins:
        return ((DeadlineKind.BEGIN, -1, max(0.0, tournament.begins - environment.utc)),)
    if info.status is Status.SIGN_UP:
        return ((DeadlineKind.LOBBY, -1, longest_sign_up(info, environment.config)),)
    if info.status is Status.HELD and tournament.days and not tournament.closing:
        return ((DeadlineKind.ROUND, tournament.round, _DAY * tournament.days),)
    lasts = info.status is Status.HELD and tournament.minutes and not tournament.closing
    return ((DeadlineKind.ARENA, -1, 60.0 * tournament.minutes),) if lasts else ()


def _robot_delay(draft: MatchDraft) -> float:
    """The time for which a robot waits at this table before it acts, in seconds."""
    return draft.environment.config.robot_delay * PACES[draft.info.pace]


def _robot_time(draft: MatchDraft, seat: int) -> float:
    """The time from now until one of our own robots takes the step of this robot's seat, in
    seconds. A robot from outside may answer before, unless it is away."""
    one = draft.info.seats[seat]
    thinks = one.foreign and not one.away
    return draft.environment.config.foreign_clock if thinks else _robot_delay(draft)


def _turn_time(info: MatchInfo, state: State | None, config: Config) -> float:
    """A person's time for the step that is awaited now, in seconds. The configuration may set
    another time for answers to calls. A time that the table has chosen holds for answers too."""
    hand = state.hand if state is not None else None
    called = hand is not None and bool(hand.position.stack) and not info.is_slow
    if called and config.bet_seconds is not None and info.turn_seconds == config.turn_seconds:
        return float(config.bet_seconds)
    return float(info.turn_seconds)


def _turns(draft: MatchDraft, seats: list[int]) -> tuple[Wanted, ...]:
    """The deadlines of one side's awaited seats: people have their time, robots wait for people."""
    if not seats:
        return ()
    people = [seat for seat in seats if draft.info.seats[seat].present]
    if people:
        config = draft.environment.config
        turn, bank = _turn_time(draft.info, draft.state, config), config.bank
        hand = draft.state.hand if draft.state is not None else None
        if hand is not None and hand.position.blind in people:
            # TR-COM-01: the others wait for this choice, so it takes no time from the bank.
            turn, bank = _time_to_choose(draft.info, config), 0.0
        if draft.info.is_slow:
            bank = 0.0
        seats_of = draft.info.seats
        return tuple(
            (DeadlineKind.LAST, seat, _LAST_LIMIT)
            if seat in draft.info.late
            else (DeadlineKind.TURN, seat, turn + max(0.0, bank - seats_of[seat].bank_used))
            for seat in people
        )
    if (consulted := consulting.question(draft)) is not None and consulted.seat in seats:
        waits = min(draft.environment.config.consult, float(draft.info.turn_seconds))
        return ((DeadlineKind.CONSULT, consulted.seat, waits),)
    speaks = speaker([draft.view(seat) for seat in seats])
    return ((DeadlineKind.ROBOT, speaks.seat, _robot_time(draft, speaks.seat)),)


def _spoken_up(draft: MatchDraft, state: State, turns: tuple[Wanted, ...]) -> tuple[Wanted, ...]:
    """Among awaited robots, the one that must say its flor goes before the others."""
    stack = state.hand.position.stack if state.hand is not None else ()
    if not stack or stack[-1].game != ENVIDO_GAME:
        return turns  # everyone knows this, so no seat's view is needed
    for seat in draft.info.seats:
        if seat.played_by_robot and speaks_up(draft.view(seat.seat)):
            people = tuple(due for due in turns if due[0] is not DeadlineKind.ROBOT)
            return (*people, (DeadlineKind.ROBOT, seat.seat, _robot_time(draft, seat.seat)))
    return turns


def robot_claimant(draft: MatchDraft) -> int | None:
    """The seat of a robot that has something to show or claim now; ``None``: there is none."""
    public = draft.view(PUBLIC)
    for seat in draft.info.seats:
        if (
            seat.played_by_robot
            and claimable(public, seat.seat)
            and claim(seen := draft.view(seat.seat), draft.dice(seen)) is not None
        ):
            return seat.seat
    return None


def _claims(draft: MatchDraft) -> tuple[Wanted, ...]:
    """Deadlines for the time for claims. Robots show and claim at once (a robot of ours does it for
    a robot from outside); the table waits for people who may show or claim."""
    config, seats = draft.environment.config, draft.info.seats
    if (claimant := robot_claimant(draft)) is not None:
        return ((DeadlineKind.ROBOT, claimant, _robot_delay(draft)),)
    public = draft.view(PUBLIC)
    patient = any(seat.present and claimable(public, seat.seat) for seat in seats)
    return ((DeadlineKind.CLOSE, -1, config.claims if patient else _robot_delay(draft)),)


def pausing(state: State, info: MatchInfo) -> bool:
    """Whether the match waits only for time to pass: for claims, or before the next hand."""
    if needs(state) == "close":
        return True
    return needs(state) == "deal" and info.cutter < 0 and state.hand is not None


WORDS: Final = {True: "bet", False: "turn"}


def asked(state: State, info: MatchInfo) -> dict[int, str]:
    """The seats of people for whom the table waits, each with the reason: ``bet`` (a call must be
    answered) or ``turn`` (a card must be laid, or the deck be cut)."""
    if info.status is not Status.PLAYING:
        return {}
    if needs(state) == "deal" and info.cutter >= 0 and info.seats[info.cutter].present:
        return {info.cutter: WORDS[False]}
    if needs(state) != "seat":
        return {}
    assert state.hand is not None
    word = WORDS[bool(state.hand.position.stack)]
    return {seat: word for seat in awaited(state) if info.seats[seat].present}


def foreign_asked(running: RunningMatch) -> Deadline | None:
    """The deadline of the step for which a robot from outside is asked now; ``None``: none is
    asked. The deadline names the seat and the end of the time."""
    if running.state is None or needs(running.state) != "seat":
        return None
    seats = running.info.seats
    steps = (row for row in running.deadlines if row.kind == DeadlineKind.ROBOT)
    return next((row for row in steps if seats[row.seat].foreign), None)


def use_bank(draft: MatchDraft, seat: int) -> None:
    """Takes the seconds that the person's turn used beyond its limit from their time bank. At a
    slow table, where a clock may rest, these seconds are not counted."""
    if draft.info.is_slow:
        return
    config, used = draft.environment.config, draft.info.seats[seat].bank_used
    time = _turn_time(draft.before.info, draft.before.state, config)
    for row in draft.before.deadlines:
        if row.kind == DeadlineKind.TURN and row.seat == seat:
            used += max(0.0, draft.environment.now - row.since - time)
    if (used := min(used, config.bank)) != draft.info.seats[seat].bank_used:
        draft.set_seat(replace(draft.info.seats[seat], bank_used=used))


def _calls_twice(row: Deadline, info: MatchInfo) -> bool:
    """Whether this deadline ends the time to come to a tournament's table."""
    return row.kind == DeadlineKind.LOBBY and bool(info.part_of)

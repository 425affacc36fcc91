"""Decides commands and deadlines while a hand is played: steps, leaving and returning, the cut and
the deal."""

from msgspec.structs import replace

from bot.match import (
    consulting,
    daily_tables,
    dealing,
    league_rooms,
    lesson,
    lobby,
    senas,
    slow_tables,
)
from bot.match.deadline_kinds import DeadlineKind
from bot.match.deadlines import asked, foreign_asked, pausing, robot_claimant, use_bank
from bot.match.match_draft import MatchDraft
from bot.match.players import player_of, seat_of
from bot.match.robot_turns import robot_turn
from bot.messages import (
    CLOCK_SET,
    TOUCH,
    Accepted,
    Act,
    AnyReply,
    Ask,
    Cut,
    GoOn,
    LetCall,
    PersonId,
    ProposeEnd,
    Refused,
    RobotActs,
    Stale,
    Tick,
)
from bot.model import Lesson, MatchInfo, Seat, Status
from bot.reasons import ServiceReason
from bot.tokens import point
from engine.actions import (
    ACHICO,
    FLOR_QUIERO,
    NO_QUIERO,
    NUMBER_VERBS,
    QUIERO,
    VER,
    Action,
    Close,
    Range,
)
from engine.errors import BadRecord, IllegalAction, Reason
from engine.fairness.contributions import OFF
from engine.guard.legal import awaited, legal_actions, needs, refusal, takes_choice
from engine.record.notation import CUTS, read_step
from engine.seen.claimable import claimable
from engine.seen.view import PUBLIC
from engine.state.state import State


def act(draft: MatchDraft, command: Act) -> AnyReply:
    """Takes a step of a person, if the press belongs to this moment and the rules allow it."""
    info = draft.info
    seat, state = player_of(draft, command.person)
    if command.point and command.point != point(state):
        deserted = not any(person.present for person in info.people)
        mine = seat.seat in awaited(state)
        return Stale(info.match, _awaited_names(info, state), mine=mine, deserted=deserted)
    if (asked := _number_asked(state, seat.seat, command.action)) is not None:
        return _untaught(draft, state, Action(seat.seat, asked)) or _ask(
            draft, state, seat.seat, asked
        )
    try:
        step = read_step(state, seat.seat, command.action)
        if takes_choice(state, step):
            raise IllegalAction(Reason.NOT_YOUR_TURN)
        if (untaught := _untaught(draft, state, step)) is not None:
            return untaught
        draft.take(step)
    except (IllegalAction, BadRecord) as error:
        told: tuple[tuple[str, str], ...] = ()
        if error.reason is Reason.NOT_YOUR_TURN and seat.seat not in awaited(state):
            told = tuple([("name", name) for name in _awaited_names(info, state)])
        return Refused(error.reason, info.match, told)
    use_bank(draft, seat.seat)
    # A person who plays is present, even if the clock had replaced them.
    _here(draft, draft.info.seats[seat.seat])
    return Accepted(info.match)


def _awaited_names(info: MatchInfo, state: State) -> tuple[str, ...]:
    """The names of the seats for which the table waits."""
    return tuple(info.seats[seat].name for seat in awaited(state))


def _untaught(draft: MatchDraft, state: State, step: Action) -> Refused | None:
    """The answer to a step not taught in this hand; ``None``: it may be taken."""
    if not lesson.is_taught(draft.info):
        return None
    hand, match = lesson.taught_in(state.table, step.verb), draft.info.match
    if not hand:
        return Refused(ServiceReason.NOT_TAUGHT, match)
    if hand <= state.number:
        return None
    return Refused(ServiceReason.NOT_TAUGHT_YET, match, (("n", str(hand)),))


def _number_asked(state: State, seat: int, action: str) -> str | None:
    """The verb of a call that still needs its number (``envido ?``); ``None``: no number is
    missing. A word that needs a number (*tengo*) asks for it even without the ``?``."""
    verb, *rest = action.split() or [""]
    if rest == ["?"]:
        return verb
    if rest or Action(seat, verb) in legal_actions(state, seat):
        return None
    return verb if _range(state, seat, verb) is not None or verb in NUMBER_VERBS else None


def _range(state: State, seat: int, verb: str) -> Range | None:
    """The numbers that this seat may say with this word now."""
    for legal in legal_actions(state, seat):
        if isinstance(legal, Range) and legal.verb == verb:
            return legal
    return None


def _ask(draft: MatchDraft, state: State, seat: int, verb: str) -> AnyReply:
    if (numbers := _range(state, seat, verb)) is not None:
        return Ask(draft.info.match, f"{verb} ?", numbers.low, numbers.high, point(state))
    return Refused(refusal(state, Action(seat, verb, 0)), draft.info.match)


def _here(draft: MatchDraft, seat: Seat) -> None:
    if seat.missed or seat.away:
        draft.set_seat(replace(seat, missed=0, away=False, left=False, lent=False))


def leave(draft: MatchDraft, person: PersonId) -> AnyReply:
    """Lets a person leave on purpose. From then on a robot plays the seat."""
    seat, _ = player_of(draft, person)
    gone = seat.gone if seat.away else draft.info.version + 1
    draft.set_seat(replace(seat, away=True, left=True, gone=gone, lent=False))
    return Accepted(draft.info.match)


def come_back(draft: MatchDraft, person: PersonId) -> AnyReply:
    """Gives a person the seat back that a robot has played for them."""
    seat, _ = seat_of(draft, person)
    if not seat.away:
        return Refused(ServiceReason.NOT_AWAY, draft.info.match)
    _here(draft, seat)
    return Accepted(draft.info.match)


def propose_end(draft: MatchDraft, command: ProposeEnd) -> AnyReply:
    """Takes a person's yes or no to an amicable end. The first yes proposes it. If robots play the
    seats of all people, any person may end the match alone."""
    info = draft.info
    dead = info.status is Status.PLAYING and not any(person.present for person in info.people)
    if dead and command.agree:
        draft.end("abandoned")
        return Accepted(info.match)
    seat, _ = seat_of(draft, command.person)
    if seat.away:
        return Refused(ServiceReason.HAS_LEFT, info.match)
    if command.agree:
        if command.person not in info.agreed:
            draft.set_info(agreed=(*info.agreed, command.person))
        return Accepted(info.match)
    if not info.agreed:
        return Refused(ServiceReason.NOT_PROPOSED, info.match)
    draft.set_info(agreed=())
    return Accepted(info.match)


def let_call(draft: MatchDraft, command: LetCall) -> AnyReply:
    """Lets a robot that has asked its partners call, or play without a call."""
    info = draft.info
    seat, state = player_of(draft, command.person)
    asked = consulting.question(draft)
    if asked is None or asked.moved != command.moment or seat.seat not in asked.to:
        return Stale(info.match)
    assert state is not None
    _here(draft, seat)
    if command.agree:
        draft.take(read_step(state, asked.seat, asked.call), by_robot=asked.seat)
    else:
        robot_turn(draft, asked.seat, calls=False)
    return Accepted(info.match)


def robot_acts(draft: MatchDraft, command: RobotActs) -> AnyReply:
    """Takes the step of a robot from outside, if it is asked for one now. If the command names no
    step, one of our own robots plays, and the robot from outside has let a turn pass."""
    info, state = draft.info, draft.state
    asked = foreign_asked(draft.before)
    if state is None or asked is None or asked.id != command.question:
        return Stale(info.match)
    seat = info.seats[asked.seat]
    if seat.foreign != command.person:
        return Stale(info.match)
    if not command.action:
        _missed(draft, seat)
        robot_turn(draft, seat.seat)
        return Accepted(info.match)
    try:
        draft.take(read_step(state, seat.seat, command.action))
    except (IllegalAction, BadRecord) as error:
        return Refused(error.reason, info.match)
    _here(draft, draft.info.seats[seat.seat])
    return Accepted(info.match)


def _robots_time(draft: MatchDraft, seat: int) -> None:
    """Takes a robot's step, because its time has come. A robot from outside has not answered in
    time, so one of our own robots plays for it."""
    robot = draft.info.seats[seat]
    if robot.foreign and draft.state is not None and needs(draft.state) == "seat":
        _missed(draft, robot)
    robot_turn(draft, seat, asks=not robot.foreign)


def skip_lesson(draft: MatchDraft, person: PersonId) -> AnyReply:
    """Ends the explanations of a guided match, if there are any, as the person wants."""
    seat_of(draft, person)
    if lesson.is_taught(draft.info):
        draft.set_info(lesson=Lesson(skipped=True))
    return Accepted(draft.info.match)


# --- what happens by itself -------------------------------------------------------------------


def tick(draft: MatchDraft, command: Tick) -> AnyReply:  # noqa: C901, a branch for each deadline
    """Handles a deadline that has come. Does nothing if the match no longer has that deadline."""
    if command.deadline == CLOCK_SET:
        draft.touched = draft.info.shares_deals
        return Accepted(draft.info.match)
    found = draft.due(command)
    if isinstance(found, Stale):
        return found
    match DeadlineKind(found.kind):
        case DeadlineKind.LOBBY | DeadlineKind.GONE if draft.info.starting:
            pass  # the match begins in a moment
        case DeadlineKind.LOBBY if draft.info.part_of:
            lobby.give_up(draft)
        case DeadlineKind.REMIND if draft.state is None:
            draft.called_again = True
        case DeadlineKind.LOBBY:
            draft.close()
        case DeadlineKind.GONE:
            lobby.look_who_is_here(draft, command.here, shown=command.shown)
        case DeadlineKind.START if draft.info.round and draft.environment.chain is not None:
            pass  # the service asks for the round again
        case DeadlineKind.START if draft.info.round:
            dealing.begin(draft, reason=OFF)
        case DeadlineKind.START:
            dealing.start(draft)
        case DeadlineKind.TURN:
            _turn_passed(draft, found.seat)
        case DeadlineKind.REMIND if not command.along:
            draft.remind(found.seat)
        case DeadlineKind.REMIND | DeadlineKind.RESTED:
            pass  # another table's message tells the person; screens no longer tell of holidays
        case DeadlineKind.ROBOT:
            _robots_time(draft, found.seat)
        case DeadlineKind.CONSULT:
            robot_turn(draft, found.seat, calls=False)
        case DeadlineKind.DEAL:
            deal(draft)
        case DeadlineKind.CLOSE:
            draft.take(Close())
        case DeadlineKind.DAY if draft.info.room is not None:
            league_rooms.close(draft)
        case DeadlineKind.DAY:
            daily_tables.end_day(draft)
        case DeadlineKind.ARENA | DeadlineKind.BEGIN | DeadlineKind.ROUND | DeadlineKind.SERIES:
            raise AssertionError(found)  # no match that is played has such a deadline
        case DeadlineKind.ABANDON | DeadlineKind.LAST:
            draft.end("abandoned")
    return Accepted(draft.info.match)


def deal(draft: MatchDraft) -> None:
    """Deals the next hand: the pause is over, or the time to cut has passed."""
    if draft.info.cutter >= 0:
        dealing.cut(draft)
    else:
        dealing.deal(draft)
    senas.of_robots(draft)


def go_on(draft: MatchDraft, command: GoOn) -> AnyReply:
    """Notes that a person wants to wait no longer. When all present people do, the wait ends."""
    info = draft.info
    seat, state = player_of(draft, command.person)
    if command.point and command.point != point(state):
        return Accepted(info.match)  # the next hand has begun already
    if not pausing(state, info):
        return Refused(ServiceReason.NO_PAUSE, info.match)
    _here(draft, seat)
    if command.person not in info.ready:
        draft.set_info(ready=(*info.ready, command.person))
    return Accepted(info.match)


def hurry(draft: MatchDraft) -> None:
    """Ends a wait that nobody needs: time for claims that nobody could make, or a wait that every
    present person wants to end. Robots first show and claim what they have to."""
    info, state = draft.info, draft.state
    if state is None or info.status is not Status.PLAYING or not pausing(state, info):
        return
    present = {seat.person for seat in info.people if seat.present}
    ready = bool(present) and present <= set(info.ready)
    if needs(state) == "close":
        public = draft.view(PUBLIC)
        open_claims = any(claimable(public, seat) for seat in range(state.table.players))
        if not ready and open_claims:
            return
        while open_claims and (seat_of := robot_claimant(draft)) is not None:
            robot_turn(draft, seat_of)
        if needs(draft.state or state) == "close":
            draft.take(Close())
    elif ready:
        deal(draft)


def cut(draft: MatchDraft, command: Cut) -> AnyReply:
    """Cuts the pack where a person chose, and deals (TR-DEA-02)."""
    seat, _ = seat_of(draft, command.person)
    if seat.seat != draft.info.cutter or command.where not in (*CUTS, TOUCH):
        return Refused(ServiceReason.NO_CUT, draft.info.match)
    _here(draft, seat)
    dealing.cut(draft, command.where)
    senas.of_robots(draft)
    return Accepted(draft.info.match)


def _turn_passed(draft: MatchDraft, late: int) -> None:
    """Plays for a side whose time has passed. If one of the seats that may act belongs to a robot,
    that robot plays. Otherwise a robot plays for the person, or silence counts as an answer."""
    state = draft.state
    assert state is not None
    sides = state.table.sides
    seats = [seat for seat in draft.view(late).awaited if sides[seat] == sides[late]]
    robots = [seat for seat in seats if draft.info.seats[seat].robot]
    passed = None if robots else silent_answer(state, late)
    people = [seat for seat in asked(state, draft.info) if sides[seat] == sides[late]]
    is_choice = passed is not None and passed.verb == VER
    if not is_choice and slow_tables.may_be_claimed(draft, late):
        if not robots:
            slow_tables.run_out(draft, people)
            return
    elif not is_choice:
        for seat in people:
            use_bank(draft, seat)
            _missed(draft, draft.info.seats[seat])
    if passed is None:
        robot_turn(draft, robots[0] if robots else late)
    else:
        draft.take(passed)


def silent_answer(state: State, seat: int) -> Action | None:
    """The answer that silence means; ``None``: silence means no answer. It is *paso* to a call that
    could be accepted, but not to a flor that was only announced (TR-GEN-02). A seat that may still
    call blind looks at its cards (TR-COM-01)."""
    said = {legal.verb for legal in legal_actions(state, seat)}
    if VER in said:
        return Action(seat, VER)
    if not state.table.rules.silence_passes:
        return None
    for accept, decline in ((QUIERO, NO_QUIERO), (FLOR_QUIERO, ACHICO)):
        if {accept, decline} <= said:
            return Action(seat, decline)
    return None


def _missed(draft: MatchDraft, seat: Seat) -> None:
    missed = seat.missed + 1
    away = missed >= draft.environment.config.misses
    gone = draft.info.version + 1 if away else seat.gone
    draft.set_seat(replace(seat, missed=missed, away=away, gone=gone))

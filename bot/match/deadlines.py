"""What happens by itself, and when: the deadlines of a match.

They follow from the match alone, so they are worked out after every change. A deadline for the same
thing as before keeps its time: a seña, or somebody leaving, gives nobody more time.
"""

from enum import StrEnum
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from bot.environment import Config
from bot.match import lesson
from bot.model import PACES, MatchInfo, Status
from bot.store.model import Deadline
from bot.tournaments.state import Tournament
from engine.guard.legal import awaited, needs
from engine.robots import claim, defers, speaks_up
from engine.seen.claimable import claimable
from engine.seen.view import PUBLIC
from engine.state.state import ENVIDO_GAME, State

if TYPE_CHECKING:
    from bot.match.match_draft import MatchDraft


class Kind(StrEnum):
    """The effects that a deadline can have."""

    LOBBY = "lobby"
    """A lobby that was never started is closed."""
    START = "start"
    """Everybody has had the time to look at the last list of phrases: the match begins."""
    TURN = "turn"
    """A person's time is up: a robot plays this turn."""
    REMIND = "remind"
    """Half of that time has passed: the person is told once more. Of a tournament: what its people
    wait for comes soon."""
    ROBOT = "robot"
    """A robot's turn."""
    DEAL = "deal"
    """The next hand."""
    CLOSE = "close"
    """The time for claims is over."""
    ABANDON = "abandon"
    """Nobody came back."""
    ARENA = "arena"
    """The time of an arena is over."""
    BEGIN = "begin"
    """The time has come that was set for the start of a tournament."""
    ROUND = "round"
    """A round of a league is over; its number stands in the place of a seat."""


_SOONEST: Final = 5.0
"""There is no reminder if it would come sooner than so many seconds after the call."""

_DAY: Final = 86_400.0
_SAME: Final = 0.5
"""Two moments that differ by less, in seconds, are the same."""

_TO_READ: Final = 30.0
"""Seconds for looking at the end of a hand in a guided match; a press ends them sooner."""

Wanted = tuple[Kind, int, float]
"""Kind, seat (-1: none), and how long from now, in seconds."""


def stand(draft: "MatchDraft", before: tuple[Deadline, ...]) -> tuple[Deadline, ...]:
    """The deadlines the match has from now on."""
    info = draft.info
    known = {(one.kind, one.seat, one.moment): one for one in before}
    made = []
    for kind, seat, after in wanted(draft):
        # The time to come to a tournament's table begins once, whatever moves its lobby.
        once = kind is Kind.LOBBY and info.part_of
        moment = "0" if once else str(draft.row.moved)
        old = known.get((kind, seat, moment))
        if old is not None and kind is Kind.BEGIN:
            old = _by_the_wall_clock(draft, old)
        if old is not None and kind is Kind.START and draft.new_list:
            old = _later(draft, old)
        row = old or Deadline(
            match=info.match,
            id=f"{kind}.{seat}.{info.version}",
            kind=kind,
            due=draft.environment.now + after,
            seat=seat,
            moment=moment,
            since=draft.environment.now,
        )
        made.append(row)
        soon = _reminder(draft, row, after)
        if soon is not None:
            made.append(replace(row, id=f"{Kind.REMIND}.{row.id}", kind=Kind.REMIND, due=soon))
    return tuple(made)


def _by_the_wall_clock(draft: "MatchDraft", old: Deadline) -> Deadline:
    """The start of a tournament when its time has come by the wall clock, which may have been set
    since. One that is set more than a day ahead at once may be wrong: it begins nothing by that."""
    environment, tournament = draft.environment, draft.info.tournament
    assert tournament is not None
    left = tournament.begins - environment.utc
    ahead = old.due - environment.now - left
    if left <= 0 and ahead > _DAY:
        return old
    due = environment.now + max(0.0, left)
    return old if abs(old.due - due) < _SAME else replace(old, due=due)


def _reminder(draft: "MatchDraft", row: Deadline, after: float) -> float | None:
    """When those for whom this deadline is are told once more; ``None``: never, or they were told.
    ``after``: how long it lasts."""
    now, tournament = draft.environment.now, draft.info.tournament
    if tournament is not None:
        config = draft.environment.config
        before = config.reminder
        wanted = row.kind == Kind.BEGIN and tournament.begins - draft.info.created > before
        if row.kind == Kind.ROUND:
            before, wanted = min(config.round_reminder, after / 2), True
        return max(now, row.due - before) if wanted and not tournament.reminded else None
    half = row.due - after / 2
    wanted = _is_persons(row) or _calls_twice(row, draft.info)
    return half if wanted and after / 2 >= _SOONEST and half > now else None


def begins_tournament(deadline: str) -> bool:
    """Whether the deadline of this id starts a tournament."""
    return deadline.startswith(f"{Kind.BEGIN}.")


def _later(draft: "MatchDraft", start: Deadline) -> Deadline:
    """The start once everybody has had the time for one more list; the whole has an end."""
    config = draft.environment.config
    due = min(draft.environment.now + config.last_phrases, start.since + config.longest_start)
    id = f"{start.kind}.{start.seat}.{draft.info.version}"
    return replace(start, id=id, due=max(start.due, due))


def is_list_settled(draft: "MatchDraft") -> bool:
    """Whether a start would last too long if everybody had the time for one more list."""
    config = draft.environment.config
    latest = draft.environment.now + config.last_phrases - config.longest_start
    return any(one.kind == Kind.START and one.since < latest for one in draft.before.deadlines)


def wanted(draft: "MatchDraft") -> tuple[Wanted, ...]:
    """The deadlines that the match needs now."""
    info, state, config = draft.info, draft.state, draft.environment.config
    if info.tournament is not None:
        return _of_tournament(draft, info.tournament)
    if info.status is Status.LOBBY:
        start = ((Kind.START, -1, config.last_phrases),) if info.starting else ()
        return ((Kind.LOBBY, -1, config.no_show if info.part_of else config.lobby), *start)
    if info.status is not Status.PLAYING or state is None:
        return ()
    if not any(seat.present for seat in info.people):
        return ((Kind.ABANDON, -1, config.abandon),)
    match needs(state):
        case "deal" if info.cutter >= 0:
            seconds = min(float(info.turn_seconds), config.cut)
            return ((Kind.DEAL, info.cutter, seconds if info.seats[info.cutter].present else 0.0),)
        case "deal":
            return ((Kind.DEAL, -1, _pause(info, config) if state.hand is not None else 0.0),)
        case "close":
            return _claims(draft)
        case _:
            turns = tuple(
                one
                for side in (0, 1)
                for one in _turns(
                    draft, [seat for seat in awaited(state) if state.table.sides[seat] == side]
                )
            )
            return _spoken_up(draft, state, turns)


def _pause(info: MatchInfo, config: Config) -> float:
    """From the end of a hand to the next deal; who learns has more to read."""
    return max(config.pause, _TO_READ) if lesson.is_taught(info) else config.pause


def longest_sign_up(info: MatchInfo, config: Config) -> float:
    """How long people may sign up, in seconds. The page has one place for everybody, and whoever
    closes their tab may never come back."""
    return config.lobby if info.is_of_page else config.sign_up


def _of_tournament(draft: "MatchDraft", tournament: Tournament) -> tuple[Wanted, ...]:
    info, environment = draft.info, draft.environment
    if info.status is Status.SIGN_UP and tournament.begins:
        return ((Kind.BEGIN, -1, max(0.0, tournament.begins - environment.utc)),)
    if info.status is Status.SIGN_UP:
        return ((Kind.LOBBY, -1, longest_sign_up(info, environment.config)),)
    if info.status is Status.HELD and tournament.days and not tournament.closing:
        return ((Kind.ROUND, tournament.round, _DAY * tournament.days),)
    lasts = info.status is Status.HELD and tournament.minutes and not tournament.closing
    return ((Kind.ARENA, -1, 60.0 * tournament.minutes),) if lasts else ()


def _robot_delay(draft: "MatchDraft") -> float:
    """A robot's time at this table, in seconds."""
    return draft.environment.config.robot_delay * PACES[draft.info.pace]


def _turn_time(info: MatchInfo, state: State | None, config: Config) -> float:
    """A person's time for what is asked now: a call may have its own. A table that has chosen a
    time of its own has chosen it for calls, too."""
    hand = state.hand if state is not None else None
    called = hand is not None and bool(hand.position.stack)
    if called and config.bet_seconds is not None and info.turn_seconds == config.turn_seconds:
        return float(config.bet_seconds)
    return float(info.turn_seconds)


def _turns(draft: "MatchDraft", seats: list[int]) -> tuple[Wanted, ...]:
    """The deadlines of one side's awaited seats: people have their time, robots wait for them."""
    if not seats:
        return ()
    people = [seat for seat in seats if draft.info.seats[seat].present]
    if people:
        config = draft.environment.config
        turn, bank = _turn_time(draft.info, draft.state, config), config.bank
        hand = draft.state.hand if draft.state is not None else None
        if hand is not None and hand.position.blind in people:
            # TR-COM-01: others wait for it, so no bank is spent on it.
            turn, bank = min(turn, config.cut), 0.0
        seats_of = draft.info.seats
        return tuple(
            (Kind.TURN, seat, turn + max(0.0, bank - seats_of[seat].bank_used)) for seat in people
        )
    ready = [seat for seat in seats if not defers(draft.view(seat))]
    return ((Kind.ROBOT, (ready or seats)[0], _robot_delay(draft)),)


def _spoken_up(draft: "MatchDraft", state: State, turns: tuple[Wanted, ...]) -> tuple[Wanted, ...]:
    """A robot that must say its flor before others answer, before the other robots of these."""
    stack = state.hand.position.stack if state.hand is not None else ()
    if not stack or stack[-1].game != ENVIDO_GAME:
        return turns  # nobody's view is needed to know that
    for seat in draft.info.seats:
        if seat.played_by_robot and speaks_up(draft.view(seat.seat)):
            people = tuple(one for one in turns if one[0] is not Kind.ROBOT)
            return (*people, (Kind.ROBOT, seat.seat, _robot_delay(draft)))
    return turns


def robot_claimant(draft: "MatchDraft") -> int | None:
    """A robot that shows or claims something now; ``None``: none does."""
    public = draft.view(PUBLIC)
    for seat in draft.info.seats:
        if (
            seat.played_by_robot
            and claimable(public, seat.seat)
            and claim(draft.view(seat.seat), draft.environment.chance.dice()) is not None
        ):
            return seat.seat
    return None


def _claims(draft: "MatchDraft") -> tuple[Wanted, ...]:
    """Robots show and claim at once; the table waits for people who may."""
    config, seats = draft.environment.config, draft.info.seats
    claimant = robot_claimant(draft)
    if claimant is not None:
        return ((Kind.ROBOT, claimant, _robot_delay(draft)),)
    public = draft.view(PUBLIC)
    patient = any(seat.present and claimable(public, seat.seat) for seat in seats)
    return ((Kind.CLOSE, -1, config.claims if patient else _robot_delay(draft)),)


def pausing(state: State, info: MatchInfo) -> bool:
    """Whether only time has to pass: for claims, or before the next hand."""
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


def bank_used(draft: "MatchDraft", seat: int) -> float:
    """How much of the bank the person in this seat has used when their turn ends now."""
    config, used = draft.environment.config, draft.info.seats[seat].bank_used
    time = _turn_time(draft.before.info, draft.before.state, config)
    for row in draft.before.deadlines:
        if row.kind == Kind.TURN and row.seat == seat:
            beyond = draft.environment.now - row.since - time
            used += max(0.0, beyond)
    return min(used, config.bank)


_TIMED: Final = (
    *(Kind.LOBBY, Kind.START, Kind.CLOSE, Kind.ABANDON),
    *(Kind.ARENA, Kind.BEGIN, Kind.ROUND),
)


def turn_ends(rows: tuple[Deadline, ...]) -> Deadline | None:
    """The deadline that people see: the end of the awaited people's time, or of the time for
    claims. In a lobby: when it closes, or when the match begins; where robots keep every seat: when
    the match is abandoned."""
    asking = [row for row in rows if row.kind in _TIMED or _is_persons(row)]
    return min(asking, key=lambda row: row.due, default=None)


def _is_persons(row: Deadline) -> bool:
    """Whether this deadline ends a person's time to play, to answer or to cut."""
    return row.kind == Kind.TURN or (row.kind == Kind.DEAL and row.seat >= 0)


def _calls_twice(row: Deadline, info: MatchInfo) -> bool:
    """Whether this deadline ends the time to come to a tournament's table."""
    return row.kind == Kind.LOBBY and bool(info.part_of)

"""A match in memory, and how it is rebuilt from the store.

If log and snapshot differ, the log decides. The snapshot is the match just before the running hand.
Only the few lines after it are replayed; they rebuild the state and the events of the hand."""

from collections.abc import Iterable

from msgspec import Struct

from bot.match.fair_deals import Dealing, hand_lines
from bot.messages import MatchId, PersonId
from bot.model import NO_SIGNS, SPECTATORS_LATE, MatchInfo, SeenSign, SignsOf, Status
from bot.store import Store
from bot.store.errors import DamagedMatch
from bot.store.model import ConditionalAnswer, Consulted, Deadline, LogRow, MatchRow
from bot.store.queries import match_queries
from bot.store.records import is_log_whole, record_text
from bot.store.seals import is_whole
from engine.actions import AnyAction, Close, Deal, End
from engine.apply import apply
from engine.events import AnyEvent, Dealt, disclosed
from engine.numbers import NOBODY
from engine.record.codec import BadSnapshot, decode
from engine.record.notation import header_of, parse_record, resolve, write_header
from engine.record.notation.record import Closed, Ended, HandDealt, RecordedStep, Statement
from engine.record.replay import deal_of, start_of
from engine.seen.view import PUBLIC, Heard, SeatView, view
from engine.state.state import State


class Seen(Struct, frozen=True, gc=False):
    """A match at one moment: the game, and the events of the hand."""

    state: State
    events: tuple[AnyEvent, ...]


class RunningMatch(Struct, frozen=True, gc=False):
    """A match as it is now."""

    row: MatchRow
    deadlines: tuple[Deadline, ...]
    state: State | None = None
    """``None`` in the lobby."""
    events: tuple[AnyEvent, ...] = ()
    """The events of the running (or last) hand, from its deal on. They hold everybody's cards."""
    earlier: Seen | None = None
    """The match just before the last deal: the end of the hand before. Only a running match has it.
    Its events may be missing after a restart, but not where onlookers see the table late."""
    lines: tuple[str, ...] = ()
    """The record's lines of the running (or last) hand, at a table with a commitment."""
    dealing: Dealing | None = None
    """Secret and decks of the match's deals; ``None``: no commitment, or no deal needed yet."""

    @property
    def is_lost(self) -> bool:
        """Whether the next deal cannot be made: the secret is missing, or no key opens it."""
        return self.dealing is not None and self.dealing.secret is None

    @property
    def claimants(self) -> tuple[int, ...]:
        """The seats of the people who may claim, because an adversary's time has run out."""
        return () if self.state is None else self.info.claimants(self.state.table.sides)

    @property
    def info(self) -> MatchInfo:
        return self.row.info

    def heard(self, seat: int) -> tuple[Heard, ...]:
        """The señas of the game that this seat has got in this hand."""
        return tuple(
            [
                Heard(sena.seat, sena.sena)
                for sena in self.row.senas
                if seat in sena.to and not sena.gesture
            ]
        )

    def signs_of(self, person: PersonId | None) -> SignsOf:
        """The own signs that this person knows, and those that they have seen in this hand."""
        if not self.row.signs and not self.row.senas:
            return NO_SIGNS
        known = tuple(sign for sign in self.row.signs if person in sign.people)
        means = {sign.gesture: sign.meaning for sign in known}
        seat = self.seat_of(person)
        sides = () if self.state is None else self.state.table.sides
        got = [sena for sena in self.row.senas if seat in sena.to]
        seen = tuple(
            SeenSign(
                sena.seat,
                sena.gesture,
                # A gesture of the adversaries may be the same as one of ours and have another
                # meaning.
                means.get(sena.gesture, "") if sides[sena.seat] == sides[seat] else "",
                sum(not earlier.gesture for earlier in got[:place]),
            )
            for place, sena in enumerate(got)
            if sena.gesture
        )
        return SignsOf(known, seen)

    def looks_at(self, seat: int) -> int:
        """The seat whose señas this seat watches; ``NOBODY``: none."""
        return dict(self.row.looks).get(seat, NOBODY)

    def asks(self, seat: int) -> Consulted | None:
        """The question of a robot to this seat now; ``None``: there is none."""
        asked = self.row.consulted
        if asked is None or asked.moved != self.row.moved or seat not in asked.to:
            return None
        return asked

    def ahead(self, seat: int) -> tuple[ConditionalAnswer, ...]:
        """The conditional answers of this seat for the running hand, dropped ones too."""
        state = self.state
        if not self.row.ahead or state is None or state.hand is None:
            return ()
        at = (state.number, state.hand.duel)
        mine = (answer for answer in self.row.ahead if answer.seat == seat)
        return tuple(answer for answer in mine if (answer.hand, answer.duel) == at)

    def view(self, seat: int, public: SeatView | None = None) -> SeatView | None:
        """The game as this seat sees it (``PUBLIC``: the channel); ``None`` in the lobby.
        ``public``: what the public sees of it now, if that was worked out already."""
        if self.state is None or (public is not None and seat == PUBLIC):
            return public
        return view(self.state, seat, self.heard(seat), public)

    def events_for(self, seat: int, first: int = 0) -> tuple[AnyEvent, ...]:
        """The hand's events as this seat may know them. ``first``: the index of the first one."""
        return _disclosed(self.events[first:], seat)

    def seat_of(self, person: str | None) -> int:
        """The person's seat; ``PUBLIC`` for everybody else."""
        seat = self.info.seat_of(person) if person else None
        return PUBLIC if seat is None else seat.seat


def public_view(seen: Seen) -> tuple[SeatView, tuple[AnyEvent, ...]]:
    """A moment of a match as everybody may know it."""
    return view(seen.state, PUBLIC), _disclosed(seen.events, PUBLIC)


def _disclosed(events: tuple[AnyEvent, ...], seat: int) -> tuple[AnyEvent, ...]:
    return tuple([disclosed(event, seat) for event in events])


async def load(store: Store, match: MatchId) -> RunningMatch | None:
    """The match as it is stored now; ``None`` for an unknown one. Raises :class:`DamagedMatch` when
    its rows are not as they were written."""
    stored = await store.read(match_queries.load, match)
    if stored is None:
        return None
    row, snapshot = stored.row, stored.row.snapshot
    if snapshot is None:
        whole = is_log_whole(row, stored.log, stored.packed)
    else:
        numbers = range(snapshot.number + 1, row.info.version + 1)
        whole = is_whole(stored.log, snapshot.seal, numbers, row.sealed)
    if not whole:
        raise DamagedMatch(match)
    if row.info.tournament is not None or row.info.status in (Status.LOBBY, Status.CLOSED):
        return RunningMatch(row, stored.deadlines)
    lines = _lines(row, stored.log)
    if snapshot is None:
        return RunningMatch(row, stored.deadlines, *_from_log(stored.log), lines)
    if row.info.status is Status.PLAYING and row.info.spectators == SPECTATORS_LATE:
        return RunningMatch(row, stored.deadlines, *_from_log(await _whole_log(store, row)), lines)
    try:
        state, events, earlier = _from_snapshot(decode(snapshot.data), stored.log)
    except BadSnapshot:
        # The snapshot was written by another version of the engine.
        state, events, earlier = _from_log(await _whole_log(store, row))
    if row.info.status is not Status.PLAYING:
        earlier = None
    return RunningMatch(row, stored.deadlines, state, events, earlier, lines)


def _lines(row: MatchRow, log: Iterable[LogRow]) -> tuple[str, ...]:
    """The record's lines that a match with a commitment needs."""
    derived = row.info.commitment and row.info.status is Status.PLAYING
    return hand_lines(logged.text for logged in log if logged.text) if derived else ()


async def _whole_log(store: Store, row: MatchRow) -> tuple[LogRow, ...]:
    log = (await store.read(match_queries.whole_log, row.info.match))[: row.info.version]
    if not is_log_whole(row, log, 0):
        raise DamagedMatch(row.info.match) from None
    return log


def from_log(log: Iterable[LogRow]) -> tuple[State, tuple[AnyEvent, ...]]:
    """The state that the whole log gives, and the events of the last hand."""
    state, events, _ = _from_log(log)
    return state, events


def _from_log(log: Iterable[LogRow]) -> tuple[State, tuple[AnyEvent, ...], Seen | None]:
    """The same, and the match just before the last deal."""
    record = parse_record(record_text(log))
    return _play(start_of(record), record.statements)


def hand_ends(log: Iterable[LogRow]) -> tuple[Seen, ...]:
    """The match before each deal but the first: the end of each hand. ``log``: all of it."""
    record = parse_record(record_text(log))
    ends: list[Seen] = []
    _play(start_of(record), record.statements, ends)
    return tuple(ends[1:])


def _from_snapshot(
    state: State, log: Iterable[LogRow]
) -> tuple[State, tuple[AnyEvent, ...], Seen | None]:
    # The record's own parser reads the lines, and it needs a header before them.
    header = "\n".join(write_header(header_of(state.table))) + "\n"
    return _play(state, parse_record(header + record_text(log)).statements)


def _play(
    state: State, statements: Iterable[Statement], ends: list[Seen] | None = None
) -> tuple[State, tuple[AnyEvent, ...], Seen | None]:
    """The state after these statements, the events of the last hand, and the match just before the
    last deal. ``ends`` gets the match just before each deal."""
    events: tuple[AnyEvent, ...] = ()
    earlier: Seen | None = None
    for statement in statements:
        action = _action(state, statement)
        if action is None:
            continue
        if isinstance(action, Deal):
            earlier = Seen(state, events)
            if ends is not None:
                ends.append(earlier)
        state, new = apply(state, action)
        events = follow(events, new)
    return state, events, earlier


def follow(events: tuple[AnyEvent, ...], new: tuple[AnyEvent, ...]) -> tuple[AnyEvent, ...]:
    """The events of the hand with the new events of a step. A deal begins a new list."""
    return new if new and isinstance(new[0], Dealt) else events + new


def _action(state: State, statement: Statement) -> AnyAction | None:
    match statement:
        case HandDealt():
            return deal_of(state.table, statement)
        case RecordedStep(action):
            return resolve(state, action)
        case Closed():
            return Close()
        case Ended(reason):
            return End(reason)
        case _:
            return None

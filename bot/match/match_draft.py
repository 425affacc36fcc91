"""The working copy of one match, while one command is decided.

A handler changes a :class:`MatchDraft` and returns a reply; :func:`bot.match.finishing.finish` then
returns what has to be stored. Nothing else has a reference to the draft, and the match from which
it was made does not change."""

from collections.abc import Iterable
from random import Random

from msgspec.structs import replace

from bot.environment import Environment
from bot.match import daily, fair_deals, lesson, results
from bot.match.names import robot_name
from bot.match.running_match import RunningMatch, Seen, follow
from bot.match.slow_turns import TOGETHER
from bot.messages import PersonId, Stale, Tick
from bot.model import ROBOT_MARK, VOID, MatchInfo, OwnSign, Seat, Status
from bot.store.model import Deadline, HandSnapshot, SealedSecret
from bot.store.results import statistics
from bot.store.results.model import MatchResult, Transfer
from engine.actions import AnyAction, Close, Deal, End
from engine.apply import apply, new_match
from engine.events import AnyEvent, GameEnded, HandEnded, MatchEnded
from engine.fairness.proof import secret_proof, transcript_proof
from engine.guard.legal import needs
from engine.numbers import NO_ACCOUNT, NOBODY
from engine.record import notation
from engine.record.codec import encode
from engine.seen.view import SeatView, view
from engine.state.state import State
from engine.variants import table_for


class MatchDraft:
    """A match that is being changed. ``environment``: clock, chance, configuration."""

    def __init__(
        self, before: RunningMatch, environment: Environment, *, new: bool = False
    ) -> None:
        self.before = before
        self.environment = environment
        self.info: MatchInfo = before.info
        self.state: State | None = before.state
        self.events = before.events
        self.earlier = before.earlier
        self.row = before.row
        self.texts: list[str] = []
        self.results: tuple[MatchResult, ...] = ()
        self.transfers: tuple[Transfer, ...] = ()
        self.spent: str = ""
        """The id of the deadline that has just come; empty if the command is no deadline."""
        self.is_late = False
        """A person's time at a slow table has just run out: the adversaries may claim."""
        self.rests: dict[int, float] = {}
        """The seats whose holidays have just changed, and by how many seconds they end later."""
        self.reminded: int = NOBODY
        """The seat whose time is half over, if the command is such a deadline."""
        self.called_again = False
        """The people who have not come to this table of a tournament are called once more."""
        self.summons: tuple[PersonId, ...] = ()
        """The people who are notified now of something that concerns all of them."""
        self.summoned_to = ""
        """The kind of the notices that they get."""
        self.lines = before.lines
        self.dealing = before.dealing
        self.secret: SealedSecret | None = None
        """The secret of a table that is being opened."""
        self.fixed: int | None = None
        """The round of the beacon that is fixed now."""
        self.answers: dict[str, str] = {}
        """The robots' answers in positions of a day that had no answer before."""
        self.touched = new
        self.new = new
        self._is_voided = False

    # --- changing --------------------------------------------------------------------------

    def set_info(self, **fields: object) -> None:
        """Replaces fields of the table's :class:`~bot.model.MatchInfo`."""
        before, self.info = self.info, replace(self.info, **fields)
        if self.info.phrases or self.info.silent:
            self.info = _without_words_of_others(before, self.info)
        self.touched = True

    def set_seat(self, seat: Seat) -> None:
        seats = list(self.info.seats)
        seats[seat.seat] = seat
        self.set_info(seats=tuple(seats))

    def put_robot(self, seat: int) -> None:
        """Gives this seat to a robot of our own."""
        taken = {other.name for other in self.info.seats}
        name = robot_name(taken, self.environment.chance, self.info.skill)
        self.set_seat(Seat(seat, name=name, robot=True, since=self.info.version + 1))

    def due(self, command: Tick) -> Deadline | Stale:
        """Takes the deadline of this tick from the match and returns it. Returns ``Stale`` if the
        match no longer has that deadline, or its time has not come."""
        found = next(
            (deadline for deadline in self.before.deadlines if deadline.id == command.deadline),
            None,
        )
        ahead = TOGETHER if command.along else 0.0
        if found is None or found.due > self.environment.now + ahead:
            return Stale(self.info.match)
        self.spent = found.id
        self.touched = True
        return found

    def remind(self, seat: int) -> None:
        """Notes that the person in this seat gets a reminder that the table waits for them."""
        self.reminded = seat

    def summon(self, kind: str, people: Iterable[PersonId]) -> None:
        """Notes that these people get a notice of this kind."""
        self.summons, self.summoned_to = tuple(people), kind

    def begin(self) -> None:
        """Starts the match and writes the header of its record."""
        table = table_for(self.info.variant, self.info.players, dict(self.info.options))
        names = self._names()
        header = notation.write_header(notation.header_of(table, names))
        if self.info.commitment:
            header = (*header, *self._proof_of_table(header))
            self.lines = header
        self.texts.append("\n".join(header))
        self.row = replace(self.row, recorded=names, counts=statistics.none(table.players))
        self.state = new_match(table)
        self.set_info(status=Status.PLAYING)

    def _proof_of_table(self, header: tuple[str, ...]) -> tuple[str, ...]:
        """Works out the hash of the table, and returns the record's lines about it."""
        assert self.dealing is not None
        assert self.dealing.kept is not None
        self.set_info(table_hash=fair_deals.table_hash(self.info, header).hex())
        return fair_deals.header_lines(self.info, self.dealing.kept)

    def renew_lobby(self) -> None:
        """Begins the time of the lobby again."""
        self.row = replace(self.row, moved=self.info.version + 1)

    def take(
        self, action: AnyAction, cut: str = "", proof: tuple[str, ...] = (), by_robot: int = NOBODY
    ) -> tuple[AnyEvent, ...]:
        """Applies a step of the game and returns its events. If the engine raises, nothing has
        changed. ``by_robot``: the seat for which a robot takes it."""
        assert self.state is not None
        before = self.state
        after, events = apply(before, action)
        taken_over = () if isinstance(action, Deal | End) else self._taken_over(by_robot)
        lines = (*taken_over, *notation.write_step(before.table, action))
        if cut:
            lines = (lines[0], f"cut {cut}", *lines[1:])
        if isinstance(action, Deal):
            lines = (*self._changed_names(), *lines, *proof)
            self.lines, self.dealing = (), fair_deals.before_deal(self.dealing)
            snapshot = HandSnapshot(self.info.version + len(self.texts), encode(before))
            self.row = replace(self.row, snapshot=snapshot, senas=(), taken_over=())
            self.set_info(phrases=())
            self.earlier = Seen(before, self.events)
        lines = (*lines, *self._openings(after, events, lines))
        for event in events:
            if isinstance(event, HandEnded):
                lines = (*lines, notation.write_result(event.points))
        lines = (*lines, *self._transcript(events, lines))
        self.texts.append("\n".join(lines))
        self.row = replace(
            self.row,
            moved=self.info.version + len(self.texts),
            points=_points(self.row.points, events),
        )
        if self.info.ready:
            self.set_info(ready=())
        if self.info.late:
            self.set_info(late=())
        self.state = after
        self.events = follow(self.events, events)
        self.touched = True
        self._count(events)
        self._keep_points(events)
        if self.info.daily is not None:
            self.set_info(daily=daily.counted(self.info.daily, events))
        self._after(events)
        return events

    def _taken_over(self, by_robot: int = NOBODY) -> tuple[str, ...]:
        """The record's lines about the seats of people that a robot has taken over since the last
        step. ``by_robot``: the seat for which a robot takes a step now."""
        new = tuple(
            seat.seat
            for seat in self.info.seats
            if seat.played_by_robot or seat.seat == by_robot
            if seat.seat not in self.row.taken_over
            and not statistics.is_robot(self.row.recorded[seat.seat])
        )
        if new:
            self.row = replace(self.row, taken_over=(*self.row.taken_over, *new))
        return tuple(map(notation.write_robot, new))

    def write_taken_over(self) -> None:
        """Records the people who have left a hand that goes on, or have let a turn pass."""
        if self.state is None or needs(self.state) not in ("seat", "close"):
            return
        if lines := self._taken_over():
            self.texts.append("\n".join(lines))
            if self.dealing is not None and self.dealing.secret is not None:
                self.lines = (*self.lines, *lines)

    def _count(self, events: tuple[AnyEvent, ...]) -> None:
        """Adds to the seats' statistics when a hand ends."""
        if self.row.counts and any(isinstance(event, HandEnded) for event in events):
            row, state = self.row, self.state
            assert state is not None
            robots = {seat for seat, name in enumerate(row.recorded) if statistics.is_robot(name)}
            robots.update(row.taken_over)
            velo = self.info.velo
            counts = statistics.count_hand(row.counts, state, self.events, robots, velo=velo)
            self.row = replace(row, counts=counts)

    def _keep_points(self, events: tuple[AnyEvent, ...]) -> None:
        """Keeps the points of each hand of a duplicate match."""
        assert self.state is not None
        if self.state.table.deals:
            ended = tuple(event.points for event in events if isinstance(event, HandEnded))
            if ended:
                self.set_info(by_hand=(*self.info.by_hand, *ended))

    def _openings(
        self, state: State, events: tuple[AnyEvent, ...], lines: tuple[str, ...]
    ) -> tuple[str, ...]:
        """The record's lines that open the cards which a step has shown to everybody."""
        if self.dealing is None or self.dealing.secret is None:
            return ()
        self.dealing = fair_deals.with_deck(self.dealing, self.info, state.table, state.number)
        assert self.dealing.deck is not None
        before = (*self.lines, *lines)
        return fair_deals.opening_lines(self.info, self.dealing.deck, state.table, before, events)

    def _transcript(self, events: tuple[AnyEvent, ...], lines: tuple[str, ...]) -> tuple[str, ...]:
        """Closes the lines of a hand, and opens the secret when the match is over."""
        if self.dealing is None or self.dealing.secret is None:
            return ()
        self.lines = (*self.lines, *lines)
        if not any(isinstance(event, HandEnded | MatchEnded) for event in events):
            return ()
        made = fair_deals.next_transcript(self.info, self.row.transcript, self.lines)
        self.row = replace(self.row, transcript=made)
        closing: tuple[str, ...] = (transcript_proof(bytes.fromhex(made)),)
        over = any(isinstance(event, MatchEnded) for event in events)
        if over and not self.info.velo and not self.info.shares_deals:
            secret = self.dealing.secret.reveal()
            self.set_info(secret=secret.hex())
            closing = (*closing, secret_proof(secret))
        self.lines = (*self.lines, *closing)
        return closing

    def close(self) -> None:
        """Closes a lobby that has not started."""
        self.set_info(status=Status.CLOSED, starting=False)

    def void(self) -> None:
        """Ends the match so that it counts for nobody, or closes the lobby. Then it makes no
        difference that people leave, or that the time for claims ends."""
        if self.info.status is Status.LOBBY:
            self.close()
        elif self.info.status is Status.PLAYING:
            self._is_voided = True
            self.end(VOID)

    def end(self, reason: str) -> None:
        """Stops the match before its end. This also ends the time for claims, as in a record, so a
        person may still win the match by it."""
        assert self.state is not None
        if needs(self.state) == "close":
            self.take(Close())
        if self.info.status is Status.PLAYING:
            # The engine counts nothing of an unfinished hand, but people have seen this score.
            self.set_info(final=results.standing(self.state))
            self.take(End(reason))

    def _after(self, events: tuple[AnyEvent, ...]) -> None:
        assert self.state is not None
        if needs(self.state) != "seat":
            self.row = replace(self.row, senas=())
        for event in events:
            if isinstance(event, MatchEnded):
                winner, ended = self._outcome(event)
                over = {"status": Status.OVER, "ended": ended, "winner": winner}
                self.set_info(**over, agreed=(), vote=None)
                if self.info.lesson is not None and self.info.planned is None:
                    self.set_info(planned=lesson.ordinary(self.info, self.environment.config))
                if winner != NO_ACCOUNT and self.info.competitive and not self.info.has_foreign:
                    self.results = results.of_people(self._ending(), winner)
                if self.info.staked:
                    self.transfers = results.pot_of(self._ending(), winner)

    def _outcome(self, event: MatchEnded) -> tuple[int, str]:
        """The account that wins the match, and why the match has ended."""
        if self._is_voided:
            return NO_ACCOUNT, VOID
        winner = results.winner_of(self._ending(), event.account)
        ended = "left" if winner != event.account else event.reason or "won"
        if winner == NO_ACCOUNT and self.info.part_of and ended == "abandoned":
            winner = results.ahead(self._ending())
        return winner, ended

    def _ending(self) -> results.EndingMatch:
        assert self.state is not None
        now = self.environment.utc
        return results.EndingMatch(self.before.info, self.info, self.state, self.row, now)

    def _names(self) -> tuple[str, ...]:
        return tuple(
            f"{seat.name} {ROBOT_MARK}".lstrip() if seat.played_by_robot else seat.name
            for seat in self.info.seats
        )

    def _changed_names(self) -> tuple[str, ...]:
        names = self._names()
        lines = tuple(
            notation.write_seat(seat, name)
            for seat, (name, old) in enumerate(zip(names, self.row.recorded, strict=True))
            if name != old
        )
        self.row = replace(self.row, recorded=names)
        return lines

    def set_signs(self, signs: tuple[OwnSign, ...]) -> None:
        """Replaces the signs that were agreed at the table."""
        self.row = replace(self.row, signs=signs)
        self.touched = True

    def dice(self, seen: SeatView) -> Random:
        """The dice of the robot that has this view. On a hand of the day they follow from the day's
        secret and the position."""
        if self.info.daily is None or self.dealing is None or self.dealing.secret is None:
            return self.environment.chance.dice()
        return daily.dice(self.dealing.secret, self.info, self.position(seen))

    def position(self, seen: SeatView) -> str:
        """The position of a hand of the day as this seat knows it."""
        return daily.position(seen, self.lines)

    # --- reading ---------------------------------------------------------------------------

    def view(self, seat: int) -> SeatView:
        """The game as the seat sees it now."""
        assert self.state is not None
        return view(self.state, seat, RunningMatch(self.row, ()).heard(seat))


def _without_words_of_others(before: MatchInfo, after: MatchInfo) -> MatchInfo:
    """The table without phrases that were said from a seat by a person who no longer sits there. If
    that seat was silenced, this ends too."""
    pairs = zip(before.seats, after.seats, strict=False)
    same = {now.seat for was, now in pairs if was.person == now.person}
    return replace(
        after,
        phrases=tuple(
            phrase
            for phrase in after.phrases
            if phrase.seat in same or after.onlooker(phrase.onlooker) is not None
        ),
        silent=tuple(seat for seat in after.silent if seat in same),
    )


def _points(points: tuple[int, ...], events: tuple[AnyEvent, ...]) -> tuple[int, ...]:
    """Adds the score of a finished game."""
    ended = [event for event in events if isinstance(event, HandEnded)]
    if not any(isinstance(event, GameEnded) for event in events):
        return points
    score = ended[-1].score
    return tuple(a + b for a, b in zip(points or (0,) * len(score), score, strict=True))

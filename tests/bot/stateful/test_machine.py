"""Presses, repeats, stale and forged tokens, strangers, timeouts, failed deliveries, two processes,
and restarts at every step: nothing is lost, doubled, or shown before it is stored.

What holds is checked against the store itself after every step: the log only ever grows, the match
is what its log tells, every accepted press stands in it once, every live match has a deadline, and
no picture is newer than, or different from, what is stored.
"""

import asyncio
import shutil
import tempfile
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, TypeVar, cast

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from msgspec.structs import replace

from bot import screens
from bot.environment import Config
from bot.match.ahead import ABOUT, LOWEST, WINNING, choices
from bot.match.running_match import RunningMatch, from_log, load
from bot.match.vault import Vault
from bot.messages import (
    Accepted,
    Act,
    AddRobot,
    AddWords,
    AnswerAhead,
    AnyCommand,
    AnyReply,
    Ask,
    GoOn,
    Join,
    Leave,
    NotSeated,
    OpenQuick,
    OpenTable,
    PersonId,
    ProposeEnd,
    Refused,
    Rematch,
    RemoveRobot,
    Return,
    SendSena,
    SetOptions,
    Stale,
    Start,
    Tick,
)
from bot.model import MatchInfo, Seat, Status
from bot.screen import Screen
from bot.service import Service
from bot.showing.platform import FAILED, LOST, SAME, SHOWN, Delivery, Moved, NoticeWords, Wait
from bot.store import Changes, Store
from bot.store.changes import Outcome
from bot.store.model import RegisterEntry, Surface
from bot.store.notices import Notice
from bot.store.queries import commitment_register, match_queries
from bot.store.records import record_text
from bot.tokens import BadToken, command, point
from engine.actions import NO_QUIERO, QUIERO, Action, Range
from engine.fairness.deal import AZAR_2, FIRST_LINK
from engine.fairness.verify import verify
from engine.record.notation import parse_record, write_action
from engine.record.replay import replay
from engine.seen.view import PUBLIC
from tests.bot import stored_results
from tests.bot.helpers import (
    ANA,
    BETO,
    CARLA,
    COMMUNITY,
    DANI,
    NAMES,
    PLACE,
    STRANGER,
    Dice,
    FakeTime,
    QuietPlatform,
)
from tests.examples import many
from tests.narrow import present

Result = TypeVar("Result")
PEOPLE = (ANA, BETO, CARLA, DANI)
EVERYBODY = (*PEOPLE, STRANGER)
CONFIG = Config(turn_seconds=30, robot_budget=0, lobby=900, abandon=120)
OPTIONS: tuple[tuple[tuple[str, str], ...], ...] = (
    (),
    (("flor", "con"),),
    (("target", "12"), ("declare", "manual"), ("show", "claim")),
    (("flor", "con"), ("mazo", "player"), ("answer_by", "accept_prevails")),
)

people = st.sampled_from(PEOPLE)
everybody = st.sampled_from(EVERYBODY)
picks = st.integers(0, 2**16)
crashes = st.sampled_from(["before", "after"])


def assert_linked(entries: Sequence[RegisterEntry]) -> None:
    """The register has no gap, and each entry follows from the one before."""
    link = FIRST_LINK
    for number, entry in enumerate(entries, start=1):
        link = AZAR_2.link_of(link, number, entry.match, entry.commitment)
        assert (entry.number, entry.link) == (number, link)


class Crash(Exception):
    """The process dies here."""


class CrashingStore:
    """A store whose process may die just before or just after a commit. Several services use it."""

    alone = False

    def __init__(self, store: Store) -> None:
        self._store = store
        self.crash = ""

    async def commit(self, changes: Sequence[Changes]) -> tuple[Outcome, ...]:
        # Only a step of a match: crashes while showing are what `deliver` is about.
        crash = self.crash if any(change.matches for change in changes) else ""
        if crash:
            self.crash = ""
        if crash == "before":
            raise Crash
        outcomes = await self._store.commit(changes)
        if crash == "after":
            raise Crash
        return outcomes

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


class Witness(QuietPlatform):
    """A platform that looks at the store before it believes a picture."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.deliveries: list[Delivery | Exception] = []
        self.last: dict[str, Screen] = {}
        self.busy: set[str] = set()
        self.notices: list[str] = []
        self.retired: list[tuple[str, str | None]] = []

    async def show(self, surface: Surface, screen: Screen) -> Delivery:
        assert surface.id not in self.busy, "two at a time to one surface"
        self.busy.add(surface.id)
        try:
            live = present(await load(self.store, surface.match))
            assert screen.version <= live.info.version, "shown before it is stored"
            if surface.person not in [seat.person for seat in live.info.people]:
                assert screen.cards == (), "somebody else's cards"
            if screen.version == live.info.version:
                seat = live.seat_of(surface.person or None)
                told = screens.build(
                    live.info,
                    live.view(seat),
                    screen.locale,
                    live.events_for(seat),
                    screens.OwnMatters(ahead=live.ahead(seat)),
                )
                person = surface.person
                if person and told.kind == "lobby":
                    told = screens.for_person(told, live.info, person)
                shown = replace(screen, deadline=None, finest=None)  # it comes from the record
                assert shown == replace(told, deadline=None)
            delivery = self.deliveries.pop(0) if self.deliveries else SHOWN
            if isinstance(delivery, Exception):
                raise delivery
            if delivery in (SHOWN, SAME) or isinstance(delivery, Moved):
                self.last[surface.id] = screen
            return delivery
        finally:
            self.busy.discard(surface.id)

    async def retire(self, before: Surface, now: Surface | None) -> Delivery:
        self.retired.append((before.address, None if now is None else now.address))
        return SHOWN

    async def notify(self, notice: Notice, words: NoticeWords) -> Delivery:
        assert notice.id not in self.notices, "a notice twice"
        assert await words() != ""
        self.notices.append(notice.id)
        return SHOWN


class Machine(RuleBasedStateMachine):
    """People at tables, and whatever may happen to them and to the process."""

    kind = "memory"

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = Path(tempfile.mkdtemp(prefix="truco-test-"))
        self.matches: list[str] = []
        self.logs: dict[str, list[str]] = {}
        self.answered: list[tuple[AnyCommand, AnyReply]] = []
        self.tokens: list[str] = []
        self.surfaces: dict[str, tuple[str, PersonId]] = {}
        self.requests = 0

    def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        return self.loop.run_until_complete(work)

    def teardown(self) -> None:
        try:
            for match in self.matches:
                self._check_record(match)
            if self.matches:
                self._check_register()
        finally:
            if hasattr(self, "store"):
                self.run(self.store.close())
            self.run(self.loop.shutdown_default_executor())
            self.loop.close()
            shutil.rmtree(self.folder)

    def _check_register(self) -> None:
        """It has every table once, without a gap; every one that is over is open, and of no other
        is there more than its commitment."""
        entries = self.run(self.store.read(commitment_register.entries, 1, 99))
        live = {
            unopened.entry.match
            for unopened in self.run(self.store.read(commitment_register.unopened))
            if unopened.live
        }
        assert {entry.match for entry in entries} == set(self.matches)
        assert_linked(entries)
        for entry in entries:
            kept = present(self.run(self.store.read(commitment_register.secret_of, entry.match)))
            if entry.match in live:
                assert (entry.ended, entry.secret) == ("", None)
                assert kept.sealed is not None
            else:
                assert entry.ended
                assert entry.secret is not None
                assert AZAR_2.commitment_of(entry.match, entry.secret) == entry.commitment
                assert kept.sealed is None

    def _check_record(self, match: str) -> None:
        text = record_text(self.run(self.store.read(match_queries.whole_log, match)))
        if text:
            assert replay(parse_record(text), close=False).error is None
        live = self._live(match)
        over = live.info.status is Status.OVER
        if over:
            assert verify(text).holds, text
        assert self.run(self.service.matches.record(match)) == (text if over else None)

    @initialize(
        seed=st.integers(0, 2**16),
        players=st.sampled_from([2, 4, 2, 6]),
        seated=st.integers(1, 4),
        options=st.sampled_from(OPTIONS),
        slow=st.booleans(),
        steps=st.integers(0, 25),
    )
    def begin(
        self,
        seed: int,
        players: int,
        seated: int,
        options: tuple[tuple[str, str], ...],
        slow: bool,
        steps: int,
    ) -> None:
        """A table of some people; most often in the middle of a match."""
        self.time = FakeTime()
        self.dice = Dice(seed)
        self.accepted: dict[tuple[PersonId, str], float] = {}
        """By person and button: when it was last accepted."""
        self.vault = Vault(b"k" * 32, random=Random(seed).randbytes)
        self.store: Store = self.run(self._open())
        self.crashing = CrashingStore(self.store)
        self.witness = Witness(self.store)
        self._new_process()
        self.opens(ANA, players, options)
        if slow:
            self.chooses(0, ("turn_seconds", "86400"))
        for who in PEOPLE[1:seated]:
            self.joins(who, 0, "")
        for who in ("", *PEOPLE[:seated]):
            self.watches(0, who)
        if steps:
            self.starts(0)
            self.plays(seed, steps)
        self.delivers_everything()

    async def _open(self) -> Store:
        if self.kind == "memory":
            return Store.in_memory()
        return await Store.open(f"sqlite:///{self.folder}/truco.db")

    def _new_process(self) -> None:
        self.crashing.crash = ""
        self.service = self._service()

    def _service(self) -> Service:
        store = cast(Store, self.crashing)
        made = Service(store, CONFIG, time=self.time, chance=self.dice, vault=self.vault)
        made.add_platform(self.witness)
        return made

    def _request(self) -> str:
        self.requests += 1
        return f"r{self.requests}"

    def _info(self, match: str) -> MatchInfo:
        return present(self.run(self.service.matches.info(match)))

    def _live(self, match: str) -> RunningMatch:
        """The match as it is stored."""
        return present(self.run(load(self.store, match)))

    def _some_match(self, pick: int) -> str:
        """Mostly one where something can happen."""
        rows = self.run(self.store.read(match_queries.matches_at, PLACE))
        live = [row.info.match for row in rows]
        chosen = live if live and pick % 8 else self.matches
        return chosen[pick % len(chosen)]

    # --- sending, and what must hold of every answer ---------------------------------------

    def _send(self, sent: AnyCommand) -> AnyReply:
        before = self._all_logs()
        ahead = self._said_ahead(sent.match) if isinstance(sent, Act) else 0
        reply = self.run(self.service.handle(sent))
        after = self._all_logs()
        if not isinstance(reply, Accepted):
            assert after == before, (sent, reply)
        if isinstance(sent, Act) and isinstance(reply, Accepted):
            new = after[sent.match][len(before[sent.match]) :]
            assert len(new) <= 2 + ahead, "one step, what was said ahead, the end of the match"
        if isinstance(sent, AnswerAhead) and isinstance(reply, Accepted):
            new = after[sent.match][len(before[sent.match]) :]
            assert not any(new), "it is no step, and nobody reads of it"
        if not isinstance(sent, Tick):
            self.answered.append((sent, reply))
        if isinstance(reply, Accepted) and reply.match not in self.matches:
            self.matches.append(reply.match)
        return reply

    def _ask(
        self, kind: Callable[..., AnyCommand], person: PersonId, match: str, **fields: object
    ) -> AnyReply:
        return self._send(kind(request=self._request(), person=person, match=match, **fields))

    def _said_ahead(self, match: str) -> int:
        """How many conditional answers wait there."""
        live = self.run(load(self.store, match)) if match in self.matches else None
        return 0 if live is None else sum(not answer.dropped for answer in live.row.ahead)

    def _all_logs(self) -> dict[str, list[str]]:
        return {match: self._log(match) for match in self.matches}

    def _log(self, match: str) -> list[str]:
        return [row.text for row in self.run(self.store.read(match_queries.whole_log, match))]

    # --- the lobby ---------------------------------------------------------------------------

    @precondition(lambda self: len(self.matches) < 4)
    @rule(who=people, players=st.sampled_from([2, 2, 4, 6]), options=st.sampled_from(OPTIONS))
    def opens(self, who: PersonId, players: int, options: tuple[tuple[str, str], ...]) -> None:
        self._send(self._opening(who, players, options))

    def _opening(
        self, who: PersonId, players: int = 2, options: tuple[tuple[str, str], ...] = ()
    ) -> OpenTable:
        return OpenTable(
            request=self._request(),
            person=who,
            community=COMMUNITY,
            place=PLACE,
            name=NAMES[who],
            players=players,
            options=options,
        )

    @precondition(lambda self: len(self.matches) < 4)
    @rule(person=people, other_person=people)
    def two_processes_open_tables_at_once(self, person: PersonId, other_person: PersonId) -> None:
        """Each table that is opened gets a number of its own."""
        one, other = self._opening(person), self._opening(other_person)
        replies = self.run(_together(self.service.handle(one), self._service().handle(other)))
        self.matches += [reply.match for reply in replies if isinstance(reply, Accepted)]
        self.answered += [(one, replies[0]), (other, replies[1])]

    @precondition(lambda self: self.matches)
    @rule(who=people, pick=picks)
    def adds_words(self, who: PersonId, pick: int) -> None:
        """Also while everybody looks at the last list of them."""
        self._ask(AddWords, who, self._some_match(pick), words=f"frase {pick % 5}")

    @precondition(lambda self: self.matches)
    @rule(who=people, pick=picks, team=st.sampled_from(["", "A", "B"]))
    def joins(self, who: PersonId, pick: int, team: str) -> None:
        match = self._some_match(pick)
        self._ask(Join, who, match, name=NAMES[who], team=team)
        info = self._info(match)
        assert len({seat.person for seat in info.people}) == len(info.people)

    @precondition(lambda self: self.matches)
    @rule(
        who=everybody,
        pick=picks,
        kind=st.sampled_from([AddRobot, RemoveRobot, Leave, Return, ProposeEnd, Rematch, GoOn]),
    )
    def asks(self, who: PersonId, pick: int, kind: type[Leave]) -> None:
        reply = self._ask(kind, who, self._some_match(pick))
        if who == STRANGER:
            assert not isinstance(reply, Accepted)

    @precondition(lambda self: self.matches)
    @rule(
        pick=picks,
        option=st.sampled_from(
            [
                ("players", "4"),
                ("players", "2"),
                ("flor", "con"),
                ("flor", "quizás"),
                ("turn_seconds", "1"),
                ("turn_seconds", "45"),
                ("turn_seconds", "21600"),
                ("senas", "off"),
            ]
        ),
    )
    def chooses(self, pick: int, option: tuple[str, str]) -> None:
        match = self._some_match(pick)
        info = self._info(match)
        self._ask(SetOptions, info.host, match, options=(option,))

    @precondition(lambda self: self.matches)
    @rule(pick=picks, agree=st.lists(st.booleans(), min_size=1, max_size=4))
    def agrees_to_end(self, pick: int, agree: list[bool]) -> None:
        match = self._some_match(pick)
        for who, yes in zip(PEOPLE, agree, strict=False):
            self._ask(ProposeEnd, who, match, agree=yes)

    @precondition(lambda self: self.matches)
    @rule(pick=picks)
    def starts(self, pick: int) -> None:
        match = self._some_match(pick)
        info = self._info(match)
        reply = self._ask(Start, info.host, match)
        assert isinstance(reply, Accepted) == (info.status is Status.LOBBY)

    # --- playing -----------------------------------------------------------------------------

    @precondition(lambda self: self.matches)
    @rule(pick=picks, steps=st.integers(1, 15))
    def plays(self, pick: int, steps: int) -> None:
        """Whoever is awaited does something that is offered; the rest comes by itself."""
        match = self._some_match(pick)
        for step in range(steps):
            if (pick + step) % 5 == 4:
                self._race(match, pick, pick + 1)
            elif not self._play_once(match, pick + 7 * step):
                return

    def _play_once(self, match: str, pick: int) -> bool:
        info = self._info(match)
        if info.status is not Status.PLAYING:
            return False
        if info.is_slow and info.people:
            self._chooses_ahead(match, info.people[pick % len(info.people)], pick)
        for seat in info.people:
            view = present(self.run(self.service.matches.view(match, seat.person)))
            if seat.present and seat.seat in view.awaited and view.offered:
                legal = view.offered[pick % len(view.offered)]
                if isinstance(legal, Range):
                    legal = Action(legal.seat, legal.verb, legal.high)
                self._press_legal(match, seat.person, legal)
                return True
        self._time_passes()
        return True

    def _chooses_ahead(self, match: str, seat: Seat, pick: int) -> None:
        """One of those who play says ahead what they may, also in place of what they said."""
        view = self.run(self.service.matches.view(match, seat.person))
        offered = list(choices(view)) if view is not None else []
        if offered and seat.present:
            one = offered[pick % len(offered)]
            reply = self._ask(AnswerAhead, seat.person, match, about=one.about, answer=one.answer)
            assert isinstance(reply, Accepted), reply
            assert self._said_ahead(match)

    def _press_legal(self, match: str, person: PersonId, action: Action) -> None:
        live = self._live(match)
        assert live.state is not None
        text = write_action(live.state.table, action)
        before = len(self._log(match))
        reply = self._ask(Act, person, match, action=text, point=point(live.state))
        assert isinstance(reply, Accepted), (text, reply)
        added = self._log(match)[before]
        assert added.splitlines()[0] == f"{action.seat} {text}"

    @precondition(lambda self: self.tokens)
    @rule(who=everybody, pick=picks)
    def presses_a_button(self, who: PersonId, pick: int) -> None:
        """Any button that was ever shown to anybody, however old."""
        # Older ones seldom: most presses are of the last pictures.
        recent = self.tokens[-40:] if pick % 4 else self.tokens
        token = recent[pick % len(recent)]
        sent = command(token, person=who, request=self._request(), name=NAMES[who])
        if sent is None:
            return
        assert not isinstance(sent, OpenTable | OpenQuick)
        live = self._live(sent.match)
        now, first = self.time.now(), self.accepted.get((who, token))
        reply = self._send(sent)
        if isinstance(reply, Accepted):
            self.accepted[who, token] = now
        if isinstance(sent, Act) and live.info.status is Status.PLAYING:
            seat = live.info.seat_of(who)
            if seat is None:
                assert isinstance(reply, NotSeated)
            elif sent.point != point(live.state) and not seat.left:
                # An equal press within two seconds is the same one, unless the process has died.
                twice = first is not None and now - first < 2
                assert isinstance(reply, Accepted | Stale if twice else Stale)
            else:
                assert isinstance(reply, Accepted | Refused | Ask)

    @precondition(lambda self: self.matches)
    @rule(
        who=everybody,
        pick=picks,
        about=st.sampled_from([*ABOUT, "x"]),
        answer=st.sampled_from([QUIERO, NO_QUIERO, LOWEST, WINNING, "", "x"]),
        moment=st.sampled_from(["", "zzzzzzzz"]),
    )
    def answers_ahead(self, who: PersonId, pick: int, about: str, answer: str, moment: str) -> None:
        """Most of it is nonsense at this moment."""
        match = self._some_match(pick)
        reply = self._ask(AnswerAhead, who, match, about=about, answer=answer, point=moment)
        if who == STRANGER:
            assert isinstance(reply, NotSeated)

    @precondition(lambda self: self.matches)
    @rule(
        who=everybody,
        pick=picks,
        words=st.sampled_from(
            [
                *("play 1e", "play ??", "cover 1e", "truco", "quiero", "noquiero", "mazo"),
                *("envido", "tengo 33", "tengo ?", "flor", "pidoflor 9", "mostrar"),
                *("xyzzy", "play", "HAND", ""),
            ]
        ),
        moment=st.sampled_from(["", "0000", "1000", "zzzzzzzz"]),
    )
    def says_anything(self, who: PersonId, pick: int, words: str, moment: str) -> None:
        match = self._some_match(pick)
        reply = self._ask(Act, who, match, action=words, point=moment)
        if who == STRANGER:
            assert isinstance(reply, NotSeated)

    @rule(
        text=st.one_of(
            st.text(max_size=70),
            st.builds(
                "t1.{}.{}.{}".format,
                st.sampled_from(["abcdefgh", "22222222", "x"]),
                st.sampled_from(["", "1000", "\u0661"]),
                st.sampled_from(["play 7o", "JOIN", "START", "LEAVE", "SENA x y z", "quiero\n"]),
            ),
        ),
        who=everybody,
    )
    def forges_a_token(self, text: str, who: PersonId) -> None:
        try:
            sent = command(text, person=who, request=self._request(), name=NAMES[who])
        except BadToken:
            return
        if sent is not None and getattr(sent, "match", "") not in self.matches:
            assert isinstance(self._send(sent), Refused)

    @precondition(lambda self: self.matches)
    @rule(who=everybody, pick=picks, sena=st.sampled_from(["SE-AR-01", "SE-AR-12", "no"]))
    def winks(self, who: PersonId, pick: int, sena: str) -> None:
        match = self._some_match(pick)
        reply = self._ask(SendSena, who, match, sena=sena)
        live = self._live(match)
        if isinstance(reply, Accepted):
            mine = live.seat_of(who)
            for seat in range(live.info.players):
                told = {heard.seat for heard in live.heard(seat)}
                assert (mine in told) <= (seat != mine and seat % 2 == mine % 2)

    @precondition(lambda self: self.answered)
    @rule(pick=picks)
    def repeats_a_request(self, pick: int) -> None:
        sent, first = self.answered[-1 - pick % len(self.answered)]
        before = self._all_logs()
        assert self.run(self.service.handle(sent)) == first
        assert self._all_logs() == before

    @precondition(lambda self: self.answered and self.matches)
    @rule(pick=picks, match_pick=picks)
    def another_command_under_an_old_request(self, pick: int, match_pick: int) -> None:
        sent, first = self.answered[-1 - pick % len(self.answered)]
        other = Leave(request=sent.request, person=sent.person, match=self._some_match(match_pick))
        before = self._all_logs()
        assert self.run(self.service.handle(other)) == first
        assert self._all_logs() == before

    # --- time --------------------------------------------------------------------------------

    @rule()
    def time_passes(self) -> None:
        self._time_passes()

    def _time_passes(self) -> None:
        """Until the next deadline, which must then change something."""
        earliest = self.run(self.store.next_due())
        if earliest is None:
            return
        self.time.moment = max(self.time.moment, earliest)
        rows = self.run(self.store.due(self.time.now(), 99))
        self.run(self.service.clock.send_due())
        still = self.run(self.store.due(self.time.now(), 99))
        assert not set(rows) & set(still), "a deadline that nothing came of"
        self._find_rematches()

    def _find_rematches(self) -> None:
        for match in list(self.matches):
            info = self.run(self.service.matches.info(match))
            if info is not None and info.successor and info.successor not in self.matches:
                self.matches.append(info.successor)

    @rule(seconds=st.floats(0, 20))
    def a_little_later(self, seconds: float) -> None:
        self.time.pass_by(seconds)

    @precondition(lambda self: self.matches)
    @rule(pick=picks, forged=st.sampled_from(["turn.0.1", "deal.-1.3", "lobby.-1.1", "turn"]))
    def a_tick_too_early_or_forged(self, pick: int, forged: str) -> None:
        """A deadline is only what stands in the store, and only when its time has come."""
        now = self.time.now()
        rows = self.run(self.store.due(float("inf"), 99))
        early = [(row.match, row.id) for row in rows if row.due > now]
        standing = {(row.match, row.id) for row in rows}
        unknown = (self._some_match(pick), forged)
        for match, deadline in (early[:2], [unknown])[pick % 2]:
            if (match, deadline) in early or (match, deadline) not in standing:
                sent = Tick(request="x", person="clock:", match=match, deadline=deadline)
                assert isinstance(self._send(sent), Stale)

    # --- the process -------------------------------------------------------------------------

    @rule()
    def restarts(self) -> None:
        self._new_process()

    @precondition(lambda self: self.matches)
    @rule(pick=picks, when=crashes)
    def crashes_on_a_press(self, pick: int, when: str) -> None:
        """The answer never arrives, the press is sent again to the next process."""
        match = self._some_match(pick)
        live = self._live(match)
        who = live.info.people[0].person if live.info.people else STRANGER
        view = live.view(live.seat_of(who))
        action = "mazo"
        if view is not None and live.state is not None and view.offered:
            legal = view.offered[pick % len(view.offered)]
            if isinstance(legal, Action):
                action = write_action(live.state.table, legal)
        sent = Act(request=self._request(), person=who, match=match, action=action)
        before = len(self._log(match))
        self.crashing.crash = when
        try:
            self.run(self.service.handle(sent))
            crashed = False
        except Crash:
            crashed = True
        between = len(self._log(match))
        self._new_process()
        if crashed:
            assert (between > before) == (when == "after")
        reply = self.run(self.service.handle(sent))
        after = len(self._log(match))
        if crashed and when == "after":
            assert isinstance(reply, Accepted)
            assert after == between
        assert (after > before) == isinstance(reply, Accepted)
        self.answered.append((sent, reply))

    def _crashing(self, sent: AnyCommand, when: str) -> None:
        """The process dies on it, and it is sent again to the next one."""
        self.crashing.crash = when
        with suppress(Crash):
            self.run(self.service.handle(sent))
        self._new_process()
        self._send(sent)

    @precondition(lambda self: len(self.matches) < 4)
    @rule(who=people, when=crashes)
    def crashes_on_an_opening(self, who: PersonId, when: str) -> None:
        """There is one table in the end, under one number of the register."""
        self._crashing(self._opening(who), when)

    @precondition(lambda self: self.matches)
    @rule(pick=picks, when=crashes, kind=st.sampled_from([Leave, ProposeEnd]))
    def crashes_while_everybody_ends_it(self, pick: int, when: str, kind: type[Leave]) -> None:
        """Whoever was last: the secret is out once."""
        match = self._some_match(pick)
        for seat in self._info(match).people:
            sent = kind(request=self._request(), person=seat.person, match=match)
            self._crashing(sent, when)

    @precondition(lambda self: self.matches)
    @rule(when=crashes)
    def crashes_on_a_deadline(self, when: str) -> None:
        earliest = self.run(self.store.next_due())
        if earliest is None:
            return
        self.time.moment = max(self.time.moment, earliest)
        self.crashing.crash = when
        self.run(self.service.clock.send_due())
        self._new_process()
        self._time_passes()

    @precondition(lambda self: self.matches)
    @rule(pick=picks, one=picks, two=picks)
    def two_processes_at_once(self, pick: int, one: int, two: int) -> None:
        self._race(self._some_match(pick), one, two)

    def _race(self, match: str, one: int, two: int) -> None:
        """Two services on one store, each with its own memory, decide at the same moment."""
        other = self._service()
        self.run(other.matches.info(match))
        live = self._live(match)
        # Those who are awaited: what each of them does the other's must be decided again after.
        playing = [seat for seat in live.info.people if seat.present and live.state is not None]
        table = live.view(PUBLIC)
        awaited = [seat for seat in playing if table and seat.seat in table.awaited]
        actors = (awaited or playing or [Seat(-1, STRANGER)]) * 2
        sent: list[AnyCommand] = []
        for actor, choice in zip(actors, (one, two), strict=False):
            view = live.view(actor.seat) if live.state is not None else None
            action = "truco"
            if view is not None and live.state is not None and view.offered:
                legal = view.offered[choice % len(view.offered)]
                if isinstance(legal, Action):
                    action = write_action(live.state.table, legal)
            sent.append(
                Act(request=self._request(), person=actor.person, match=match, action=action)
            )
        before, ahead = self._log(match), self._said_ahead(match)
        replies = self.run(_together(self.service.handle(sent[0]), other.handle(sent[1])))
        added = [text for text in self._log(match)[len(before) :] if text[:1].isdigit()]
        accepted = sum(isinstance(reply, Accepted) for reply in replies)
        assert accepted <= len(added) <= accepted + ahead
        self.answered.extend(zip(sent, replies, strict=True))

    # --- pictures ----------------------------------------------------------------------------

    @precondition(lambda self: self.matches)
    @rule(pick=picks, who=st.sampled_from(["", *EVERYBODY]))
    def watches(self, pick: int, who: PersonId) -> None:
        match = self._some_match(pick)
        address = f"{match}/{who}"
        surface = self.run(
            self.service.surfaces.add(
                match, platform="web", address=address, chat=who, person=who or None, locale="es"
            )
        )
        self.witness.last.pop(surface, None)
        self.surfaces[surface] = (match, who)

    @precondition(lambda self: self.surfaces)
    @rule(
        deliveries=st.lists(
            st.sampled_from(
                [SHOWN, SAME, FAILED, LOST, Wait(3.0), Moved("there"), RuntimeError("broken")]
            ),
            max_size=6,
        )
    )
    def delivers(self, deliveries: list[Delivery | Exception]) -> None:
        self.witness.deliveries = deliveries
        self.run(self.service.updater.bring_all())
        self.witness.deliveries = []

    @precondition(lambda self: self.surfaces)
    @rule()
    def delivers_everything(self) -> None:
        """Once platforms behave, everything not lost shows the newest picture."""
        self.time.pass_by(120)
        self.run(self.service.updater.bring_all())
        assert not self.run(self.store.surfaces_behind())
        for surface, (match, who) in self.surfaces.items():
            row = self.run(self.store.surface(surface))
            if row is None or row.lost:
                continue
            newest = self.run(self.service.screens.screen(match, who or None, "es"))
            assert newest is not None, "a person who may not look still has a picture"
            shown = self.witness.last[surface]
            assert replace(shown, version=0) == replace(newest, version=0)
            self.tokens += _tokens(shown)

    # --- what always holds -------------------------------------------------------------------

    @invariant()
    def the_log_only_grows_and_tells_the_match(self) -> None:
        for match in self.matches:
            rows = self.run(self.store.read(match_queries.whole_log, match))
            told = [row.text for row in rows]
            known = self.logs.get(match, [])
            if told == known:
                continue
            assert told[: len(known)] == known, "something was lost"
            self.logs[match] = told
            assert [row.number for row in rows] == list(range(1, len(rows) + 1))
            live = self._live(match)
            assert live.info.version == len(rows)
            if live.state is None:
                continue
            state, events = from_log(rows)
            assert live.state == state
            assert live.events == events
            seen = self.run(self.service.matches.view(match, ANA))
            assert seen == live.view(live.seat_of(ANA))

    @invariant()
    def every_live_match_goes_on_by_itself(self) -> None:
        rows = self.run(self.store.due(float("inf"), 999)) if self.matches else ()
        for match in self.matches:
            info = self._info(match)
            alive = info.status in (Status.LOBBY, Status.PLAYING)
            assert alive == any(row.match == match for row in rows)

    @invariant()
    def a_match_counts_once(self) -> None:
        if not self.matches:
            return
        results = self.run(self.store.read(stored_results.in_community, COMMUNITY))
        for match in self.matches:
            info = self._info(match)
            counted = info.ended in ("won", "left")  # left: the others have won
            people = sorted(seat.person for seat in info.people) if counted else []
            assert sorted(row.person for row in results if row.match == match) == people


class SqlMachine(Machine):
    """The same on a database."""

    kind = "sqlite"


async def _together(
    one: Coroutine[Any, Any, AnyReply], two: Coroutine[Any, Any, AnyReply]
) -> tuple[AnyReply, AnyReply]:
    return await asyncio.gather(one, two)


def _tokens(screen: Screen) -> list[str]:
    cards = [token for card in screen.cards for token in (card.token, card.cover_token)]
    buttons = [button.token for button in (*screen.buttons, *screen.senas)]
    return [token for token in (*cards, *buttons) if token]


@pytest.mark.errors("deadline_failed", "surface_failed", "notice_failed", "retire_failed")
@pytest.mark.parametrize(("machine", "matches"), [(Machine, 25), (SqlMachine, 8)])
def test_nothing_is_lost_doubled_or_shown_too_early(machine: type[Machine], matches: int) -> None:
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=many(matches),
            stateful_step_count=30,
            suppress_health_check=list(HealthCheck),
        ),
    )

"""Tables are opened, dealt and ended while processes crash, restart and race: the register has no
gap, and every entry of it is open in the end, or belongs to a table that goes on.

Two processes share one store.
"""

import asyncio
import shutil
import tempfile
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random
from typing import Any, TypeVar, cast

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from bot.match.vault import Vault
from bot.messages import (
    Accepted,
    AddWords,
    AnyCommand,
    GoOn,
    Join,
    Leave,
    OpenTable,
    PersonId,
    ProposeEnd,
    Start,
)
from bot.model import Status
from bot.service import Service
from bot.store import Store
from bot.store.queries import commitment_register
from engine.fairness.deal import AZAR_2
from engine.fairness.verify import verify
from tests.bot.conftest import new_database
from tests.bot.helpers import ANA, BETO, CARLA, COMMUNITY, NAMES, PLACE, Dice, FakeTime
from tests.bot.stateful.test_machine import CONFIG, Crash, CrashingStore, assert_linked
from tests.examples import many

Result = TypeVar("Result")
PEOPLE = (ANA, BETO, CARLA)
KEY = b"k" * 32

crashes = st.sampled_from(["", "", "before", "after"])
picks = st.integers(0, 2**16)
processes = st.integers(0, 1)


class RegisterMachine(RuleBasedStateMachine):
    """Tables of two processes."""

    url = ""
    """Of an empty database; empty: the store in memory."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.requests = 0
        self.stores: list[Store] = []

    def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        return self.loop.run_until_complete(work)

    @initialize(seed=picks)
    def begin(self, seed: int) -> None:
        self.time = FakeTime()
        self.dice = Dice(seed)
        self.random = Random(seed)
        url = self._new_url()
        if url:
            self.stores = [self.run(Store.open(url, exclusive=False)) for _ in range(2)]
        else:
            self.stores = [Store.in_memory()] * 2
        self.crashing = [CrashingStore(store) for store in self.stores]
        self.services = [self._service(0), self._service(1)]

    def _new_url(self) -> str:
        return self.url

    def _service(self, process: int) -> Service:
        vault = Vault(KEY, random=self.random.randbytes)
        store = cast(Store, self.crashing[process])
        return Service(store, CONFIG, time=self.time, chance=self.dice, vault=vault)

    def _request(self) -> str:
        self.requests += 1
        return f"r{self.requests}"

    def _send(self, process: int, sent: AnyCommand, crash: str) -> None:
        """The process may die on it; then the press is sent again to the next one."""
        self.crashing[process].crash = crash
        try:
            self.run(self.services[process].handle(sent))
        except Crash:
            self._restart(process)
            self.run(self.services[process].handle(sent))
        self.crashing[process].crash = ""

    def _ask(
        self,
        process: int,
        crash: str,
        kind: Callable[..., AnyCommand],
        person: PersonId,
        match: str,
        **fields: object,
    ) -> None:
        sent = kind(request=self._request(), person=person, match=match, **fields)
        self._send(process, sent, crash)

    def _restart(self, process: int) -> None:
        self.crashing[process].crash = ""
        self.services[process] = self._service(process)

    def _some_match(self, pick: int) -> str:
        entries = self.run(self.stores[0].read(commitment_register.entries, 1, 99))
        live = [
            unopened.entry
            for unopened in self.run(self.stores[0].read(commitment_register.unopened))
        ]
        chosen = live if live and pick % 4 else entries
        return chosen[pick % len(chosen)].match if chosen else ""

    def _open(self, who: PersonId) -> OpenTable:
        return OpenTable(
            request=self._request(),
            person=who,
            community=COMMUNITY,
            place=f"{PLACE}{self.requests}",
            name=NAMES[who],
            options=(("target", "12"),),
        )

    @rule(process=processes, who=st.sampled_from(PEOPLE), crash=crashes)
    def opens(self, process: int, who: PersonId, crash: str) -> None:
        self._send(process, self._open(who), crash)

    @rule(person=st.sampled_from(PEOPLE), other_person=st.sampled_from(PEOPLE))
    def both_open(self, person: PersonId, other_person: PersonId) -> None:
        """At the same moment: both get a number."""

        async def at_once() -> None:
            await asyncio.gather(
                self.services[0].handle(self._open(person)),
                self.services[1].handle(self._open(other_person)),
            )

        self.run(at_once())

    @rule(process=processes, who=st.sampled_from(PEOPLE), pick=picks, crash=crashes)
    def joins(self, process: int, who: PersonId, pick: int, crash: str) -> None:
        self._ask(process, crash, Join, who, self._some_match(pick), name=NAMES[who])

    @rule(process=processes, pick=picks, crash=crashes)
    def starts(self, process: int, pick: int, crash: str) -> None:
        match = self._some_match(pick)
        info = self.run(self.services[process].matches.info(match))
        if info is not None:
            self._ask(process, crash, Start, info.host, match)

    @rule(process=processes, who=st.sampled_from(PEOPLE), pick=picks, crash=crashes)
    def says(self, process: int, who: PersonId, pick: int, crash: str) -> None:
        """A phrase, also while everybody looks at the last list."""
        words = f"frase {pick % 5}"
        self._ask(process, crash, AddWords, who, self._some_match(pick), words=words)

    @rule(process=processes, pick=picks, crash=crashes)
    def all_have_looked(self, process: int, pick: int, crash: str) -> None:
        """At the last list of phrases; elsewhere it is refused."""
        match = self._some_match(pick)
        info = self.run(self.services[process].matches.info(match))
        for seat in () if info is None else info.people:
            self._ask(process, crash, GoOn, seat.person, match)
            crash = ""

    @rule(process=processes, pick=picks, crash=crashes, agree=st.booleans())
    def ends(self, process: int, pick: int, crash: str, agree: bool) -> None:
        match = self._some_match(pick)
        info = self.run(self.services[process].matches.info(match))
        for seat in () if info is None else info.people:
            self._ask(process, crash, ProposeEnd if agree else Leave, seat.person, match)
            crash = ""

    @rule(process=processes, times=st.integers(1, 6), crash=crashes)
    def time_passes(self, process: int, times: int, crash: str) -> None:
        """Robots play, packs are cut, hands are dealt."""
        for _ in range(times):
            rows = self.run(self.stores[process].deadlines())
            if not rows:
                return
            self.time.moment = max(self.time.moment, min(row.due for row in rows))
            self.crashing[process].crash = crash
            self.run(self.services[process].clock.send_due())
            if crash:
                self._restart(process)
                crash = ""

    @precondition(lambda self: self.requests)
    @rule()
    def both_send_what_is_due(self) -> None:
        rows = self.run(self.stores[0].deadlines())
        if not rows:
            return
        self.time.moment = max(self.time.moment, min(row.due for row in rows))

        async def at_once() -> None:
            await asyncio.gather(*(service.clock.send_due() for service in self.services))

        self.run(at_once())

    @rule(process=processes)
    def restarts(self, process: int) -> None:
        self._restart(process)

    def teardown(self) -> None:
        try:
            if self.stores:
                self._check()
        finally:
            for store in {id(store): store for store in self.stores}.values():
                self.run(store.close())
            self.run(self.loop.shutdown_default_executor())
            self.loop.close()

    def _check(self) -> None:
        store, service = self.stores[0], self._service(0)
        entries = self.run(store.read(commitment_register.entries, 1, 99))
        assert_linked(entries)
        for entry in entries:
            info = self.run(service.matches.info(entry.match))
            kept = self.run(store.read(commitment_register.secret_of, entry.match))
            assert info is not None
            assert kept is not None
            assert info.commitment == entry.commitment.hex()
            live = info.status in (Status.LOBBY, Status.PLAYING)
            assert live == (entry.ended == "") == (kept.sealed is not None)
            assert live == (entry.secret is None)
            if entry.secret is not None:
                assert AZAR_2.commitment_of(entry.match, entry.secret) == entry.commitment
            if info.status is Status.OVER:
                text = self.run(service.matches.record(entry.match))
                assert text is not None
                assert verify(text).holds, text
        overdue = [
            unopened.entry
            for unopened in self.run(store.read(commitment_register.unopened))
            if not unopened.live
        ]
        assert overdue == []


def tried(machine: type[RegisterMachine], matches: int) -> None:
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=many(matches),
            stateful_step_count=20,
            suppress_health_check=list(HealthCheck),
            deadline=None,
        ),
    )


@pytest.mark.errors("deadline_failed")
def test_in_memory() -> None:
    tried(RegisterMachine, 20)


@pytest.mark.errors("deadline_failed")
def test_in_a_file_of_two_processes(empty_database: Path) -> None:
    class FileMachine(RegisterMachine):
        def __init__(self) -> None:
            super().__init__()
            self.folder = Path(tempfile.mkdtemp(prefix="truco-test-"))

        def _new_url(self) -> str:
            shutil.copy(empty_database, self.folder / "truco.db")
            return f"sqlite:///{self.folder}/truco.db"

        def teardown(self) -> None:
            super().teardown()
            shutil.rmtree(self.folder)

    tried(FileMachine, 8)


@pytest.mark.dear
@pytest.mark.errors("deadline_failed")
def test_in_postgresql(postgres: str) -> None:
    class PostgresMachine(RegisterMachine):
        def _new_url(self) -> str:
            return self.run(new_database(postgres))

    tried(PostgresMachine, 5)


async def test_two_processes_on_postgresql_never_take_the_same_number(postgres: str) -> None:
    """Both open tables at the same moment, again and again."""
    url = await new_database(postgres)
    stores = [await Store.open(url, exclusive=False) for _ in range(2)]
    vault = Vault(KEY)
    services = [Service(store, CONFIG, time=FakeTime(), vault=vault) for store in stores]

    def opening(number: int, process: int) -> OpenTable:
        request, who = f"r{number}.{process}", f"web:{number}.{process}"
        place = f"{PLACE}{number}.{process}"
        return OpenTable(request=request, person=who, community=COMMUNITY, place=place, name="Ana")

    try:
        for number in range(8):
            both = (service.handle(opening(number, at)) for at, service in enumerate(services))
            replies = await asyncio.gather(*both)
            assert all(isinstance(reply, Accepted) for reply in replies)
        entries = await stores[0].read(commitment_register.entries, 1, 99)
    finally:
        for store in stores:
            await store.close()
    assert len(entries) == 16
    assert_linked(entries)

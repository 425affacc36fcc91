"""Several processes on one PostgreSQL database: who may do what, and what becomes of the dead."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from types import SimpleNamespace
from typing import Any, Final
from unittest.mock import AsyncMock

import asyncpg
import pytest

from bot.common.lived_time import Lived, Time
from bot.community.linked_users import Outcome
from bot.environment import Config
from bot.messages import Accepted, Leave
from bot.reasons import ServiceReason
from bot.store import Changes, Store
from bot.store.changes import Committed, Lost, SurfaceSeen
from bot.store.errors import DatabaseTrouble, StoreError
from bot.store.model import Deadline, Surface
from bot.store.notices import Notice
from bot.store.postgres import processes as postgres_processes
from bot.store.postgres.errors import POSTGRES_ERRORS
from bot.store.postgres.processes import PostgresProcesses
from bot.store.processes import News, WindowNews, Written
from bot.store.queries import match_queries
from tests.bot.conftest import new_database
from tests.bot.helpers import ANA, BETO, CARLA, COMMUNITY, PLACE, FakeTime, Table, reason
from tests.bot.store.test_store import MATCH, step
from tests.narrow import of_kind, present
from tests.postgres import cut

Open = Callable[[], Awaitable[Store]]


@pytest.fixture
async def url(postgres: str) -> str:
    return await new_database(postgres)


@pytest.fixture
async def opened(url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Open]:
    """Opens a store of one more process. Signs of life are given by the test alone, and last for
    the whole test."""
    monkeypatch.setattr(postgres_processes, "BEAT", 3600.0)
    monkeypatch.setattr(postgres_processes, "LEASE", 3600.0)
    stores: list[Store] = []

    async def open_one() -> Store:
        stores.append(await Store.open(url))
        for store in stores:
            await processes(store).beat()  # so that each knows of the others
        return stores[-1]

    yield open_one
    for store in stores:
        await store.close()


def processes(store: Store) -> PostgresProcesses:
    return of_kind(PostgresProcesses, store.processes)


async def dies(url: str, store: Store) -> None:
    """The process ends without a word: it gives no sign of life until its row has ended."""
    mine = processes(store)
    present(mine._beating).cancel()
    mine._trusted_until = 0.0
    connection = await asyncpg.connect(url)
    await connection.execute(
        "UPDATE processes SET until = clock_timestamp() - interval '1 second' WHERE process = $1",
        mine.me,
    )
    await connection.close()


async def arrived(mine: PostgresProcesses, has_come: Callable[[], bool]) -> None:
    """Waits for a message of another process: the server hands it on a moment after it was sent."""
    assert mine._line is not None
    while not has_come():
        await mine._line.fetchval("SELECT 1")


async def settled(*tables: Table) -> None:
    """Everything is shown that these processes show, and all news have arrived."""
    for _ in range(8):
        for table in tables:
            mine = table.store.processes
            if isinstance(mine, PostgresProcesses) and mine._telling is not None:
                await asyncio.wait((mine._telling,))
            if isinstance(mine, PostgresProcesses) and mine._line is not None:
                await mine._line.fetchval("SELECT 1")  # what was told before has arrived now
            await table.service.updater._start_all()
            await asyncio.gather(*table.service.updater._tasks.busy.values())


async def stored(*tables: Table) -> None:
    """What these processes have kept back is stored."""
    for table in tables:
        await table.store._batches.finish()


# --- leases -----------------------------------------------------------------------------------


async def test_one_process_has_a_lease(opened: Open) -> None:
    one, other = processes(await opened()), processes(await opened())
    assert (one.number, other.number) == (2, 2)
    assert await one.claim(["a", "b"]) == {"a", "b"}
    assert await other.claim(["b", "c"]) == {"c"}
    assert [other.has(lease) for lease in "abc"] == [False, False, True]
    await one.release(["b"])
    assert not one.has("b")
    assert await other.claim(["b"]) == {"b"}
    assert await one.claim(["a", "b", "c"]) == {"a"}


async def test_a_lease_is_asked_for_again_when_the_connection_is_cut(
    opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = processes(await opened())
    cut_once = AsyncMock(side_effect=[asyncpg.ConnectionDoesNotExistError(), [("a",)]])
    monkeypatch.setattr(one, "_pool", SimpleNamespace(fetch=cut_once))
    assert await one.claim(["a", "b"]) == {"a"}
    cut_once.side_effect = asyncpg.ConnectionDoesNotExistError
    with pytest.raises(StoreError) as caught:
        await one.claim(["b"])
    assert caught.value.trouble is DatabaseTrouble.UNREACHABLE
    monkeypatch.undo()


async def test_of_many_who_claim_at_once_one_gets_it(opened: Open) -> None:
    all_of_them = [processes(await opened()) for _ in range(3)]
    leases = [f"chat:{number}" for number in range(40)]
    # Each in another order: nobody may wait for somebody who waits.
    found = await asyncio.gather(
        *(
            process.claim(leases[start:] + leases[:start])
            for start, process in enumerate(all_of_them)
        )
    )
    assert sorted(lease for mine in found for lease in mine) == sorted(leases)


async def test_leases_end_with_their_process(url: str, opened: Open) -> None:
    first, second = await opened(), await opened()
    one, other = processes(first), processes(second)
    heard: list[News] = []
    other.listen(heard.append)
    await one.claim(["a"])
    assert await other.claim(["a"]) == set()
    await dies(url, first)
    assert await other.claim(["a"]) == {"a"}
    await other.beat()
    assert heard[-1].everything
    assert other.number == 1
    # It was not dead, only very slow: it does not believe what it had.
    assert not one.has("a")
    await one.beat()
    assert await one.claim(["a"]) == set()


async def test_a_process_that_cannot_reach_the_database_trusts_no_lease(opened: Open) -> None:
    one = processes(await opened())
    await one.claim(["a"])
    one._trusted_until = 0.0  # so long since its last sign of life
    assert not one.has("a")
    assert await one.claim(["a", "b"]) == set()
    await one.beat()
    assert one.has("a"), "its row had not ended: nobody can have taken it"


async def test_signs_of_life_go_on_after_a_failure(
    opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = processes(await opened())
    again = asyncio.Event()
    troubles = [
        StoreError(DatabaseTrouble.UNREACHABLE, "It cannot be reached."),
        OSError(),
        TimeoutError(),
    ]

    async def fails() -> None:
        if troubles:
            raise troubles.pop()
        again.set()

    monkeypatch.setattr(one, "beat", fails)
    monkeypatch.setattr(postgres_processes, "BEAT", 0.0)
    assert one._beating is not None
    one._beating.cancel()
    one._beating = asyncio.ensure_future(one._beat_on())
    await again.wait()
    monkeypatch.setattr(postgres_processes, "BEAT", 3600.0)


async def test_who_leaves_gives_back_and_tells(opened: Open) -> None:
    first, second = await opened(), await opened()
    other = processes(second)
    heard = asyncio.Event()
    other.listen(lambda news: heard.set() if news.everything else None)
    await first.processes.claim(["a"])
    await first.close()
    await heard.wait()
    assert await other.claim(["a"]) == {"a"}


async def test_leases_without_use_go_back(opened: Open) -> None:
    one, other = processes(await opened()), processes(await opened())
    await one.claim(["used", "idle"])
    await one.claim(["kept"], keep=True)
    one._used["idle"] = one._used["kept"] = float("-inf")
    await one.beat()
    assert await other.claim(["used", "idle", "kept"]) == {"idle"}


# --- news -------------------------------------------------------------------------------------


async def test_the_others_hear_of_a_change(opened: Open) -> None:
    first, second = await opened(), await opened()
    heard: list[News] = []
    arrived = asyncio.Event()
    own: list[News] = []
    processes(first).listen(own.append)

    def hear(news: News) -> None:
        heard.append(news)
        if sum(len(told.changed) for told in heard) == 400:
            arrived.set()

    processes(second).listen(hear)
    matches = [f"match{number:032}" for number in range(400)]
    await first.commit([step(1, match) for match in matches])
    await arrived.wait()
    assert sorted(match for news in heard for match in news.changed) == matches
    assert len(heard) < 10, "many at a time"
    assert not any(news.changed for news in own), "nobody hears what they said"


async def test_a_process_is_known_before_the_next_sign_of_life(url: str, opened: Open) -> None:
    """A line that was written just after it had joined was lost."""
    first = processes(await opened())
    said = list[dict[str, Any]]()
    spy = await asyncpg.connect(url)  # before the second one is there to hear it
    await spy.add_listener("truco", lambda *told: said.append(json.loads(told[-1])))
    second_store = await Store.open(url)
    second = processes(second_store)
    heard = list[News]()
    second.listen(heard.append)
    await arrived(first, lambda: first.number == 2)
    assert second.number == 2
    line = Written("12345678", ANA, "Hola")
    first.tell(News(written=(line,)))
    await asyncio.wait((present(first._telling),))
    await arrived(second, lambda: any(news.written for news in heard))
    assert [written for news in heard for written in news.written] == [line]
    await spy.fetchval("SELECT 1")  # what was told before has arrived now
    await spy.close()
    told = [message["news"] for message in said if message["sender"] == first.me]
    assert any(news.get("everything") for news in told)
    await second_store.close()


class JoinedMeanwhile:
    """The line of a process, to which another one that joins says so just after it has looked who
    lives."""

    def __init__(self, mine: PostgresProcesses, name: str) -> None:
        self._line: Any = mine._line
        self._mine, self._name = mine, name

    def __getattr__(self, name: str) -> Any:
        return getattr(self._line, name)

    async def fetch(self, *asked: Any) -> Any:
        found = await self._line.fetch(*asked)
        said = {"sender": self._name, "news": {}}
        self._mine._received(None, 0, "", json.dumps(said))
        return found


async def test_who_joins_during_a_sign_of_life_stays_known(opened: Open) -> None:
    """Who was forgotten heard nothing until the next sign of life."""
    mine = processes(await opened())
    line = mine._line
    joined: Any = JoinedMeanwhile(mine, "joined")
    mine._line = joined
    await mine.beat()
    mine._line = line
    assert mine.number == 2
    await mine.beat()
    assert mine.number == 1, "who gives no sign of life is gone"


async def test_many_windows_are_told_before_what_follows_from_them(opened: Open) -> None:
    """A message of PostgreSQL has room for some thirty of them, and of calls, which come last."""
    first, second = processes(await opened()), processes(await opened())
    heard = list[News]()
    second.listen(heard.append)
    told = tuple(
        WindowNews(f"web:{number:016x}", "telegram:1234567890123", "abcdefgh", closed=True)
        for number in range(100)
    )
    calls = tuple(
        Notice(f"abcdefgh.1234.k{number}", "abcdefgh", "telegram:1234567890123", "turn", "9", 1e9)
        for number in range(100)
    )
    first.tell(News(look=("m",), windows=told, calls=calls))
    await asyncio.wait((present(first._telling),))
    await arrived(second, lambda: sum(len(news.calls) for news in heard) == len(calls))
    assert tuple(window for news in heard for window in news.windows) == told
    assert tuple(call for news in heard for call in news.calls) == calls
    order = ["look" if news.look else "calls" for news in heard if news.look or news.calls]
    assert order[0] == "look"


async def test_who_may_have_missed_news_looks_at_everything(url: str, opened: Open) -> None:
    one = processes(await opened())
    heard: list[News] = []
    one.listen(heard.append)
    await cut(url)
    with contextlib.suppress(*POSTGRES_ERRORS):
        await one.beat()  # it may not have noticed yet
    await one.beat()
    assert News(everything=True) in heard


async def test_strange_news_are_no_news(url: str, opened: Open) -> None:
    one = processes(await opened())
    heard: list[News] = []
    one.listen(heard.append)
    connection = await asyncpg.connect(url)
    for payload in ("", "{", '{"sender": 1}', '{"sender": "x", "news": {"changed": 3}}'):
        await connection.execute("SELECT pg_notify('truco', $1)", payload)
    await connection.execute(
        "SELECT pg_notify('truco', $1)", '{"sender": "x", "news": {"look": ["m"]}}'
    )
    await connection.close()
    await arrived(one, lambda: bool(heard))
    assert heard == [News(look=("m",))]


# --- surfaces ---------------------------------------------------------------------------------


async def two_tables(opened: Open) -> tuple[Table, Table]:
    """Ana and Beto play; two processes serve them."""
    time = FakeTime()
    one, other = [Table(await opened(), time=time, seed=seed) for seed in (1, 2)]
    await one.heads_up()
    other.match = one.match
    other.requests = 1000
    return one, other


async def newest(table: Table) -> int:
    """The version of its match."""
    return await table.store.read(match_queries.version, table.match)


async def test_each_chat_is_written_to_by_one_process(opened: Open) -> None:
    """Both processes make steps; each shows what is in its chats, also after the other's steps."""
    one, other = await two_tables(opened)
    for table, chat, person in ((one, "group", None), (other, "ana", ANA), (one, "beto", BETO)):
        await table.shown_in(chat, person)
    await settled(one, other)
    steps = ((other, ANA, "truco"), (one, BETO, "quiero"), (other, ANA, "play 7o"))
    for table, person, action in steps:
        await table.do(person, action)
        await settled(one, other)
    version = await newest(one)
    for table, chats in ((one, ("group", "beto")), (other, ("ana",))):
        seen = {chat: screens[-1].version for chat, screens in table.platform.shown.items()}
        assert seen == dict.fromkeys(chats, version)
    await stored(one, other)
    assert await one.store.surfaces_behind() == ()
    called = [*one.platform.notices, *other.platform.notices]
    assert len({notice.id for notice, _ in called}) == len(called), "nobody is called twice"
    # Where a person sees the match, there they are called.
    assert [notice.person for notice, _ in one.platform.notices] == [BETO, BETO]
    assert [notice.person for notice, _ in other.platform.notices] == [ANA]


async def test_a_process_knows_what_it_has_shown_before_it_is_stored(opened: Open) -> None:
    one, other = await opened(), await opened()
    places = ("a", "b", "c")
    for store in (one, other):
        assert await store.commit([step(1, match=f"match{store is one}")]) == (Committed(),)
    surfaces = [Surface(id, "matchTrue", "web", id, id, wanted=1) for id in places]
    await one.commit([Changes(surfaces=(surface,)) for surface in surfaces])
    for row in surfaces:
        assert await one.note(SurfaceSeen(row.id, 1, "look", read=row))
    assert await one.surfaces_behind() == ()
    assert await other.surfaces_behind() != ()
    shown = present(await one.surface("a"))
    assert (shown.shown, shown.digest) == (1, "look")
    # Whoever asks meanwhile that it be shown anew, or moves it, is not overlooked.
    await other.commit([Changes(doubted=("a",))])
    moved = SurfaceSeen("b", 1, "elsewhere", address="there", read=surfaces[1])
    await other.commit([Changes(seen=(moved,))])
    for _ in range(2):
        (again,) = await one.surfaces_behind()
        assert again.id == "a"
        assert present(await one.surface("b")).address == "there"
        await one._batches.finish()  # what was kept back is stored
        assert one._known.shown == {}
    a, b, c = await other.surfaces_of("matchTrue")
    assert a.shown < 0
    assert (b.shown, c.shown) == (1, 1)


async def test_reading_while_it_is_being_stored(
    opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was kept back is written after the reading has begun and before it has ended."""
    store = await opened()
    await store.commit([step(1)])
    row = Surface("a", MATCH, "web", "a", "a", wanted=1)
    await store.commit([Changes(surfaces=(row,))])
    await store.note(SurfaceSeen("a", 1, "look", read=row))
    read = store._driver.read

    async def slow(*given: Any, **named: Any) -> Any:
        found = await read(*given, **named)
        await store.commit([step(1, match="another")])
        return found

    monkeypatch.setattr(store._driver, "read", slow)
    assert await store.surfaces_behind() == ()


async def test_what_a_dead_process_showed_is_shown_by_another(url: str, opened: Open) -> None:
    one, other = await two_tables(opened)
    await one.shown_in("group")
    await settled(one, other)
    await dies(url, one.store)
    await other.do(ANA, "truco")
    await processes(other.store).beat()
    await settled(other)
    (shown,) = other.platform.shown.values()
    assert shown[-1].version == await newest(other)


async def test_pages_are_connected_to_one_process(url: str, opened: Open) -> None:
    """A tab that has long been still is not taken over by a process that cannot show it."""
    one, other = await two_tables(opened)
    tab = await one.service.surfaces.add(
        one.match, platform="web", address="tab", chat="tab", person=ANA, only_here=True
    )
    await settled(one, other)
    processes(one.store)._used["chat:web:tab"] = float("-inf")
    await processes(one.store).beat()
    await other.do(ANA, "truco")
    await settled(other, one)
    assert other.platform.shown == {}
    assert one.platform.shown["tab"][-1].version == await newest(one)
    await one.service.surfaces.remove(tab)
    assert await other.store.processes.claim(["chat:web:tab"]) == {"chat:web:tab"}


async def test_nobody_shows_what_only_another_platform_shows(opened: Open) -> None:
    """A process without that platform leaves the chat, and the call, to one that has it."""
    one, other = await two_tables(opened)
    other.service.updater._platforms.clear()
    await other.service.surfaces.add(one.match, platform="web", address="a", chat="a", person=ANA)
    await settled(other)
    assert other.platform.shown == {}
    await processes(other.store).release(["chat:web:a"])
    await other.do(ANA, "truco")
    await settled(other, one)
    assert one.platform.shown["a"][-1].version == await newest(one)
    assert [notice.person for notice, _ in one.platform.notices] == [BETO]


async def test_a_step_tells_where_others_show_the_match(opened: Open) -> None:
    """Another process has begun to show the match a moment ago, and no news of it have come."""
    one, other = await two_tables(opened)
    await one.shown_in("a", ANA)
    await settled(one, other)
    await one.do(ANA, "truco")
    await settled(one)
    await other.service.surfaces.add(one.match, platform="web", address="b", chat="b", person=BETO)
    await settled(other)
    one.store.processes.claim = AsyncMock(wraps=one.store.processes.claim)  # type: ignore[method-assign]
    await one.do(BETO, "quiero")
    await one.service.updater._start_all()
    asked = {lease for call in one.store.processes.claim.await_args_list for lease in call.args[0]}
    assert {"chat:web:a", "chat:web:b"} <= asked
    await settled(one, other)
    for table, chat in ((one, "a"), (other, "b")):
        assert set(table.platform.shown) == {chat}
        assert table.platform.shown[chat][-1].version == await newest(one)


async def test_a_surface_is_never_older_than_a_step_beside_it(url: str, opened: Open) -> None:
    """A step that another process is writing just then raises the new surface, too."""
    one, other = await opened(), await opened()
    await one.commit([step(1)])
    connection = await asyncpg.connect(url)
    async with connection.transaction():
        # A step half done: its row is written, its surfaces have been raised.
        await connection.execute("UPDATE matches SET version = 2 WHERE match = $1", MATCH)
        surface = Surface("s", MATCH, "web", "chat", "there", wanted=1)
        adding = asyncio.ensure_future(other.commit([Changes(surfaces=(surface,))]))
        while not adding.done() and not await one_waits(connection):  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0)
    assert await adding == (Lost(),)
    await connection.close()
    again = Surface("s", MATCH, "web", "chat", "there", wanted=2)
    assert await other.commit([Changes(surfaces=(again,))]) == (Committed(),)


async def one_waits(connection: "asyncpg.Connection[asyncpg.Record]") -> bool:
    """Whether another connection waits for this one. Of locks a transaction sees those of now; the
    connections that it sees are those of its first look."""
    found = await connection.fetchval(
        "SELECT count(*) FROM pg_locks WHERE NOT granted"
        " AND pg_backend_pid() = ANY(pg_blocking_pids(pid))"
    )
    return bool(found)


# --- deadlines --------------------------------------------------------------------------------


FAR: Final = float(2**40)
"""After every deadline."""


async def turn(table: Table) -> Deadline:
    """The deadline of the person whose turn it is."""
    (found,) = [row for row in table.store._known.deadlines.due(FAR, 9) if row.kind == "turn"]
    return found


async def test_each_process_sends_its_own_deadlines(opened: Open) -> None:
    one, other = await two_tables(opened)
    await settled(one, other)
    one.time.moment = (await turn(one)).due - 30
    assert await one.clock.send_due() == 1, "the reminder"
    one.time.moment = (await turn(one)).due
    assert await other.clock.send_due() == 0
    assert await one.clock.send_due() == 1


async def test_deadlines_of_a_dead_process_are_sent_by_another(url: str, opened: Open) -> None:
    one, other = await two_tables(opened)
    third = Table(await opened(), time=one.time, seed=3)
    one.time.moment = (await turn(one)).due - 30
    await one.clock.send_due()
    await dies(url, one.store)
    one.time.pass_by(30)
    assert await other.clock.send_due() == 0, "the other may only be a little late"
    one.time.pass_by(2.5)
    sent = await asyncio.gather(other.clock.send_due(), third.clock.send_due())
    assert sorted(bool(number) for number in sent) == [False, True], "one of the two"
    info = await other.info()
    assert info.seats[0].missed == 1


async def test_late_news_of_an_older_step_take_no_deadlines_along(opened: Open) -> None:
    one, other = await two_tables(opened)
    await settled(one, other)
    await other.do(ANA, "truco")
    await settled(one, other)
    info = await one.info()
    await one.do(BETO, "quiero")
    mine = one.store._known.deadlines.due(FAR, 9)
    assert mine
    # What the other process has said arrives only now, or again.
    one.store._known.hear(News(changed={one.match: info.version}))
    assert one.store._known.deadlines.due(FAR, 9) == mine
    one.store._known.hear(News(changed={one.match: info.version + 2}))
    assert one.store._known.deadlines.due(FAR, 9) == ()


async def test_a_step_elsewhere_takes_the_deadlines_along(opened: Open) -> None:
    one, other = await two_tables(opened)
    await settled(one, other)
    assert (await turn(one)).seat == 0
    await other.do(ANA, "truco")
    await settled(one, other)
    assert one.store._known.deadlines.due(FAR, 9) == ()
    assert (await turn(other)).seat == 1


# --- beginning --------------------------------------------------------------------------------


class Machine(FakeTime):
    """The time of a machine that may sleep."""

    def begin(self, lived: Lived | None) -> None:
        Time.begin(self, lived)


async def test_who_begins_first_goes_on_and_the_others_join(url: str, opened: Open) -> None:
    """Time rests for the whole club, or for nobody."""
    machines = [Machine(), Machine()]
    before = Table(await Store.open(url), time=machines[0])
    await before.heads_up()
    await before.clock.begin()
    await before.clock.end()
    await before.store.close()
    for machine in machines:
        machine.pass_by(3600)
    one = Table(await opened(), time=machines[0])
    await one.service.surfaces.add(before.match, platform="web", address="group", chat="group")
    await one.clock.begin()
    assert one.time.rested > 0
    for _ in range(20):
        machines[0].pass_by(1)
        one.time.now()
    machines[1].pass_by(20)
    await settled(one)
    await stored(one)
    other = Table(await opened(), time=machines[1])
    await other.clock.begin()
    await other.clock.look()
    assert other.time.now() == pytest.approx(one.time.now(), abs=0.1)
    assert other.time.rested < 0, "it went along"
    assert await other.store.surfaces_behind() == (), "nothing has to be shown anew"


async def test_of_those_who_begin_at_once_one_is_first(url: str, opened: Open) -> None:
    several = [processes(await opened()) for _ in range(3)]
    waiting = [asyncio.ensure_future(process.is_first()) for process in several]
    assert await waiting[0]
    assert not any(answer.done() for answer in waiting[1:])
    await several[0].begun()
    assert await asyncio.gather(*waiting) == [True, False, False]
    assert await processes(await opened()).is_first() is False


async def test_who_dies_while_it_begins_is_waited_for_no_longer(url: str, opened: Open) -> None:
    first, second = await opened(), await opened()
    assert await first.processes.is_first()
    await dies(url, first)
    assert await second.processes.is_first()


async def test_a_process_that_stood_still_catches_up(opened: Open) -> None:
    """The machine slept, and the others did not: their deadlines are times of theirs."""
    machines = [Machine(), Machine()]
    one, other = [Table(await opened(), time=machine) for machine in machines]
    await one.heads_up()
    await one.clock.begin()
    await other.clock.begin()
    for _ in range(200):  # the first one looks all the time
        machines[0].pass_by(1)
        one.time.now()
    machines[1].pass_by(200)
    await one.clock.end()
    await other.clock.look()
    assert other.time.now() == pytest.approx(one.time.now(), abs=0.1)


# --- what holds over all processes ---------------------------------------------------------------


async def test_a_double_press_at_two_processes_is_one_press(opened: Open) -> None:
    one, other = await two_tables(opened)
    one.requests = other.requests = 77
    replies = await asyncio.gather(one.act(ANA, "truco"), other.act(ANA, "truco"))
    assert list(replies) == [Accepted(one.match)] * 2


async def test_the_tables_of_a_person_are_counted_over_all_processes(opened: Open) -> None:
    """So are those of a place, and every process lists them as they are now."""
    config, time = Config(robot_budget=0, tables=3), FakeTime()
    one = Table(await opened(), config=config, time=time)
    other = Table(await opened(), config=config, time=time)
    other.requests = 1000
    await one.service.settings.save(COMMUNITY, mesas="4")
    for table in (one, other, one):
        await table.seated(ANA)
        assert await one.service.matches.at_place(PLACE) == await other.service.matches.at_place(
            PLACE
        )
    for table in (one, other):
        assert reason(await table.open(ANA)) == ServiceReason.TOO_MANY_TABLES
    await one.open(BETO)
    assert reason(await other.open(CARLA)) == ServiceReason.ENOUGH_TABLES
    other.match = one.match
    await other.join(CARLA)
    info = await one.info()
    assert info.seat_of(CARLA) is not None


# --- linked users --------------------------------------------------------------------------------


async def test_a_link_is_known_to_all_processes(opened: Open) -> None:
    """A code of one process is typed at another. Everybody then knows whose user it is, and nobody
    can sit down as somebody else."""
    one, two = Table(await opened()), Table(await opened())
    users = one.service.users, two.service.users
    assert [await known.person_of(BETO) for known in users] == [BETO, BETO]
    await one.open(BETO)
    two.match = one.match
    code = await users[0].new_code(ANA)
    assert await users[1].link(BETO, code) is Outcome.LINKED
    await settled(one, two)
    assert [await known.person_of(BETO) for known in users] == [ANA, ANA]
    for table in (one, two):
        assert reason(await table.join(BETO)) == "ALREADY_SEATED"
        assert await table.service.matches.of_person(ANA) == (one.match,)
    assert await users[0].unlink(ANA, BETO)
    await settled(one, two)
    assert [await known.person_of(BETO) for known in users] == [BETO, BETO]


async def test_a_link_of_which_no_news_have_come_yet_counts(opened: Open) -> None:
    """Else the second link would forget the first, and an erasure would forget that user."""
    one, two = Table(await opened()), Table(await opened())
    assert await one.link(ANA, BETO) is Outcome.LINKED
    code = await one.service.users.new_code(ANA)
    await settled(one, two)
    two.store._known.owners[ANA] = two.store._known.owners[BETO] = (None, {})  # as it was before
    assert await two.service.users.link(CARLA, code) is Outcome.LINKED
    await settled(one, two)
    assert set((await one.service.users.of(ANA)).others) == {BETO, CARLA}


async def test_one_code_is_typed_at_two_processes_at_once(opened: Open) -> None:
    one, two = Table(await opened()), Table(await opened())
    code = await one.service.users.new_code(ANA)
    outcomes = await asyncio.gather(
        one.service.users.link(BETO, code), two.service.users.link(CARLA, code)
    )
    assert outcomes.count(Outcome.LINKED) == 1
    assert set(outcomes) <= {Outcome.LINKED, Outcome.WRONG, Outcome.BUSY}
    await settled(one, two)
    linked = (await one.service.users.of(ANA)).others or (await two.service.users.of(ANA)).others
    assert len(linked) == 1


async def test_the_last_table_of_a_person_is_given_once(opened: Open) -> None:
    """Two processes open one at the same instant."""
    config = Config(robot_budget=0, tables=1)
    one, other = Table(await opened(), config=config), Table(await opened(), config=config)

    other.requests = 1000
    for attempt in range(5):
        places = ((one, f"{COMMUNITY}/a{attempt}"), (other, f"{COMMUNITY}/b{attempt}"))
        replies = await asyncio.gather(*(table.opens(ANA, place=place) for table, place in places))
        (row,) = await one.store.read(match_queries.matches_of, ANA)
        told = {reason(reply) for reply in replies if not isinstance(reply, Accepted)}
        assert told <= {"TRY_AGAIN", "TOO_MANY_TABLES"}
        assert isinstance(await one.ask(Leave, ANA, match=row.info.match), Accepted)

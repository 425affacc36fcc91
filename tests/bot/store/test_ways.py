"""How often a press asks a PostgreSQL server, counted: each time is a way there and back. No count
depends on the machine, so each is what is said here and nothing else."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any

import asyncpg
import pytest

from bot.store import Changes, Store
from bot.store.changes import Committed, Lost, Repeated
from bot.store.postgres import driver
from bot.store.postgres import processes as postgres_processes
from bot.store.queries import match_queries
from tests.bot.conftest import new_database
from tests.bot.helpers import ANA, BETO, Table
from tests.bot.showing.test_costs import shown
from tests.bot.store.test_processes import processes
from tests.bot.store.test_store import MATCH, step
from tests.postgres import rows_of
from tests.ways import Ways, counted

WARM = (ANA, "play 7o"), (BETO, "truco"), (ANA, "quiero")
"""Presses after which nothing is done for the first time any more."""
PRESSES = (BETO, "play 3e"), (ANA, "play 4c")
WRITE, MARK, NEWS = "write", "mark", "news"

Open = Callable[[], Awaitable[Store]]


@pytest.fixture
def ways(monkeypatch: pytest.MonkeyPatch) -> Iterator[Ways]:
    monkeypatch.setattr(postgres_processes, "BEAT", 3600.0)
    monkeypatch.setattr(postgres_processes, "LEASE", 7200.0)
    monkeypatch.setattr(postgres_processes, "_SOON", 0.0)
    with counted() as made:
        yield made


@pytest.fixture
async def url(postgres: str) -> str:
    return await new_database(postgres)


@pytest.fixture
async def opened(url: str, ways: Ways) -> AsyncIterator[Open]:
    stores: list[Store] = []

    async def open_one() -> Store:
        stores.append(await Store.open(url))
        for store in stores:
            await processes(store).beat()
        return stores[-1]

    yield open_one
    for store in stores:
        await store.close()


def kinds(asked: list[str]) -> list[str]:
    """What each way was for."""
    return [
        NEWS
        if "pg_notify" in statement
        else WRITE
        if statement.startswith("SELECT * FROM pg_temp.")
        else MARK
        if statement.startswith("SELECT pg_temp.")
        else statement
        for statement in asked
    ]


async def presses(table: Table, ways: Ways) -> list[list[str]]:
    """The ways of each press."""
    async with table.service.running():
        for person, verb in WARM:
            await ways.of(table.act(person, verb))
        return [kinds(await ways.of(table.act(*press))) for press in PRESSES]


async def test_a_press(opened: Open, ways: Ways) -> None:
    """One way stores it, with the notes about pictures before it, and tells what has to be shown.
    One more notes that somebody is called, before that is done."""
    table = await shown(await opened())
    assert await presses(table, ways) == [[WRITE, MARK]] * len(PRESSES)


async def test_a_press_beside_another_process(opened: Open, ways: Ways) -> None:
    """The other one is told."""
    table = await shown(await opened())
    await opened()
    assert [sorted(found) for found in await presses(table, ways)] == [[MARK, NEWS, WRITE]] * len(
        PRESSES
    )


async def test_many_presses_go_together(opened: Open, ways: Ways) -> None:
    store = await opened()
    matches = [f"match{number:03}" for number in range(20)]

    async def all_step(version: int) -> None:
        await store.commit(
            [step(version, match, request=f"{match}.{version}") for match in matches]
        )

    await all_step(1)
    assert kinds(await ways.of(all_step(2))) == [WRITE]


async def test_what_others_were_faster_with_leaves_nothing(
    opened: Open, url: str, ways: Ways
) -> None:
    """Of three steps written together one comes too late, and one was answered before: nothing is
    stored of them, and the third is stored."""
    one, other = await opened(), await opened()
    await one.commit([step(1, match, request=f"{match}.1") for match in ("aaaa2222", MATCH)])
    await other.commit([step(2, request="theirs")])
    before = await rows_of(url)
    late, again = step(2, request="late"), step(2, "aaaa2222", request="aaaa2222.1")
    assert [type(found) for found in await one.commit([late, again])] == [Lost, Repeated]
    assert await rows_of(url) == before
    outcomes = await one.commit([late, again, step(1, "bbbb2222", request="new")])
    assert [type(found) for found in outcomes] == [Lost, Repeated, Committed]
    assert await one.read(match_queries.version, MATCH) == 2
    assert await one.read(match_queries.version, "aaaa2222") == 1
    assert await one.read(match_queries.version, "bbbb2222") == 1
    assert '"late"' not in (await rows_of(url))["log"]


async def test_a_user_who_may_not_make_functions(
    opened: Open, ways: Ways, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each statement then goes its own way."""
    tried = 0

    async def refused(*_: Any) -> None:
        nonlocal tried
        tried += 1
        raise asyncpg.InsufficientPrivilegeError

    monkeypatch.setattr(driver, "run_at_once", refused)
    store = await opened()
    for version in (1, 2):
        assert await store.commit([step(version)]) == (Committed(),)
    assert tried == 1
    assert await store.commit([Changes(forgotten=("nothing",))]) == (Committed(),)

"""PostgreSQL as the store: who may use it, connections that are cut, what is said when not."""

import asyncio
import contextlib
import os
import signal
import tempfile
import uuid
from collections.abc import AsyncIterator
from pathlib import Path

import asyncpg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, text
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import create_async_engine

from bot.host import database
from bot.model import Status
from bot.store import DatabaseTrouble, Store, StoreError
from bot.store.changes import Committed, Repeated
from bot.store.migrations import newest
from bot.store.queries import match_queries
from bot.store.queries.scoreboard_queries import BY_POINTS
from bot.store.results.standings import ALWAYS, Scope
from bot.store.statements.tables import METADATA
from tests.bot.conftest import new_database, trouble_of
from tests.bot.helpers import ANA, BETO, Table
from tests.bot.store.test_store import MATCH, step
from tests.bot.version_0_1_0 import fill_database
from tests.narrow import present
from tests.pooler import pooled
from tests.postgres import address, cut, make_database, missing, server


@pytest.fixture
async def url(postgres: str) -> str:
    return await new_database(postgres)


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    made = await Store.open(url)
    yield made
    await made.close()


async def checked_indexes(url: str) -> list[str]:
    """The indexes of a database, after its tables were compared with those of the program."""
    engine = create_async_engine(make_url(url).set(drivername="postgresql+asyncpg"))

    def compare(connection: Connection) -> tuple[object, str | None]:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return compare_metadata(context, METADATA), context.get_current_revision()

    async with engine.connect() as connection:
        assert await connection.run_sync(compare) == ([], newest())
        found = await connection.execute(text("SELECT indexdef FROM pg_indexes"))
        indexes = sorted(found.scalars())
    await engine.dispose()
    return indexes


async def test_migrations_make_the_tables_the_program_uses(url: str, postgres: str) -> None:
    old = await make_database(postgres, f"old{uuid.uuid4().hex}")
    await fill_database(old)
    await database.upgrade(old)
    assert await database.check(old) == ()
    assert await checked_indexes(old) == await checked_indexes(url)


async def test_what_cannot_be_opened(postgres: str) -> None:
    assert (await trouble_of(address(postgres, "nowhere"))).trouble is DatabaseTrouble.MISSING
    nobody = f"postgresql://truco:hunter2@/empty?host={postgres}/elsewhere"
    error = await trouble_of(nobody)
    assert error.trouble is DatabaseTrouble.UNREACHABLE
    assert "hunter2" not in str(error)


async def test_steps_go_on_after_all_connections_were_cut(url: str, store: Store) -> None:
    """Whoever got an answer has it for ever; whoever got none asks again and gets one answer."""
    answered = 0
    for version in range(1, 40):
        if version % 8 == 0:
            await cut(url)
        change = step(version, request=f"r{version}")
        while True:
            with contextlib.suppress(StoreError):
                (outcome,) = await store.commit([change])
                break
        assert isinstance(outcome, Committed | Repeated)
        answered = version
        assert await store.read(match_queries.version, MATCH) == answered
    assert await store.read(match_queries.load, MATCH) is not None
    assert [row.number for row in await store.read(match_queries.whole_log, MATCH)] == list(
        range(1, answered + 1)
    )
    await store.check()


async def test_cut_in_the_middle_of_many(url: str, store: Store) -> None:
    """Batches of many matches: each match has all steps that were answered, and no gap."""
    matches = [f"match{number:03}" for number in range(20)]
    answered = dict.fromkeys(matches, 0)
    playing = True

    async def play(match: str) -> None:
        version = 1
        while playing:
            with contextlib.suppress(StoreError):
                (outcome,) = await store.commit(
                    [step(version, match, request=f"{match}.{version}")]
                )
                assert isinstance(outcome, Committed | Repeated)
                answered[match] = version
                version += 1

    players = [asyncio.ensure_future(play(match)) for match in matches]
    for _ in range(4):
        enough = sum(answered.values()) + 40
        while sum(answered.values()) < enough:  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0)
        await cut(url)
    playing = False
    await asyncio.gather(*players)
    for match in matches:
        numbers = [row.number for row in await store.read(match_queries.whole_log, match)]
        assert numbers == list(range(1, len(numbers) + 1))
        assert answered[match] <= len(numbers) <= answered[match] + 1


async def test_a_value_that_no_column_takes_is_no_cut_connection(store: Store) -> None:
    with pytest.raises(StoreError) as caught:
        await store.read(BY_POINTS.page, Scope("web:club"), ALWAYS, "all")  # type: ignore[arg-type]
    assert caught.value.trouble is DatabaseTrouble.OTHER


async def test_a_match_goes_on_in_the_next_process(url: str) -> None:
    store = await Store.open(url)
    table = Table(store)
    await table.heads_up()
    await table.act(ANA, "truco")
    await store.close()
    assert await database.check(url) == ()
    store = await Store.open(url)
    table.store = store
    table.restart()
    await table.act(BETO, "quiero")
    await table.act(ANA, "play 7o")
    view = await table.view(BETO)
    assert view.seat in view.awaited
    info = await table.info()
    assert info.status is Status.PLAYING
    await store.close()


async def test_a_database_of_a_version_that_is_not_read(url: str) -> None:
    connection = await asyncpg.connect(url)
    newest = await connection.fetchval("SELECT version_num FROM alembic_version")
    change = "UPDATE alembic_version SET version_num = $1"
    await connection.execute(change, "0016")
    assert (await trouble_of(url)).trouble is DatabaseTrouble.OLDER
    await connection.execute(change, newest)  # the database is used again
    await connection.close()


@pytest.mark.parametrize(("most", "in_turn"), [(1, False), (2, False), (2, True), (3, True)])
async def test_a_pooler_that_knows_transactions_only(
    postgres: str, url: str, most: int, in_turn: bool
) -> None:
    await (await Store.open(url)).close()
    database_name = present(make_url(url).database)
    # The path of a socket is short, whatever the folder of the tests is.
    with tempfile.TemporaryDirectory(prefix="pg", dir="/tmp") as folder:
        async with pooled(postgres, Path(folder), most, in_turn=in_turn) as place:
            error = await trouble_of(address(place, database_name))
    assert error.trouble is DatabaseTrouble.POOLED
    assert "pool_mode" in str(error)


async def test_it_is_copied_by_other_means(url: str, tmp_path: object) -> None:
    with pytest.raises(StoreError):
        await database.backup(url, Path("data/truco"))


@pytest.mark.dear
@pytest.mark.skipif(bool(missing()), reason=missing())
def test_a_signal_that_ends_the_process_ends_its_server() -> None:
    with pytest.raises(SystemExit), server() as folder:
        os.kill(os.getpid(), signal.SIGTERM)
    assert not Path(folder).exists()

"""Another program has locked the file: people hear that it takes longer, and nothing is lost."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.host import database
from bot.match import commands_under_way
from bot.messages import Accepted, Act
from bot.store.sqlite import driver as sqlite_driver
from tests.bot.conftest import open_store
from tests.bot.helpers import ANA, Table


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "truco.db"


@pytest.fixture
async def table(file: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Table]:
    """A hand between Ana and Beto. Whoever opens the file waits a moment for it; a change waits
    longer."""
    monkeypatch.setattr(sqlite_driver, "_BUSY_SECONDS", 0.01)
    monkeypatch.setattr(commands_under_way, "_SLOW", 0.3)
    async with open_store(f"sqlite:///{file}") as store:
        table = Table(store)
        await table.heads_up()
        yield table


async def test_a_press_counts_when_the_lock_goes(table: Table, file: Path) -> None:
    """It is answered twice: soon, that it takes longer, and then as ever. Pressed again meanwhile,
    it counts once. The pictures come."""
    await table.shown_in("a", person=None)
    told: list[str] = []
    waiting = asyncio.Event()

    async def slow() -> None:
        told.append("slow")
        if len(told) == 2:
            waiting.set()

    def press(request: str) -> Act:
        return Act(
            request=request, person=ANA, match=table.match, action="truco", point="", pressed=True
        )

    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        async with table.service.running():
            await table.platform.next_picture()
            other.execute("BEGIN IMMEDIATE")
            presses = [
                asyncio.create_task(table.service.handle(press(request), slow))
                for request in ("one", "two")
            ]
            await waiting.wait()
            assert not any(press.done() for press in presses)
            assert (await table.view(None)).said == ()
            other.execute("ROLLBACK")
            assert await asyncio.gather(*presses) == [Accepted(table.match)] * 2
            await table.platform.next_picture()
        assert told == ["slow", "slow"]
        assert [word.verb for word in (await table.view(None)).said] == ["truco"]
    assert await database.check(f"sqlite:///{file}") == ()


async def test_a_quick_answer_comes_alone(table: Table) -> None:
    async def slow() -> None:
        raise AssertionError

    act = Act(request="one", person=ANA, match=table.match, action="truco", point="")
    assert isinstance(await table.service.handle(act, slow), Accepted)

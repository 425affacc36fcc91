"""Every test of the service runs on every store."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store import MemoryStore, SqlStore, Store
from tests.bot.helpers import Table


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with its tables, to be copied: making them anew takes longer than most tests."""
    file = tmp_path_factory.mktemp("database") / "truco.db"

    async def make() -> None:
        await (await SqlStore.open(f"sqlite:///{file}")).close()

    asyncio.run(make())
    return file


async def empty_store(kind: str, folder: Path, empty_database: Path) -> Store:
    """``memory``; ``sqlite``, a file of one process; ``shared``, a file of several."""
    if kind == "memory":
        return MemoryStore()
    shutil.copy(empty_database, folder / "truco.db")
    return await SqlStore.open(f"sqlite:///{folder}/truco.db", exclusive=kind == "sqlite")


@pytest.fixture(params=["memory", "sqlite"])
async def store(
    request: pytest.FixtureRequest, tmp_path: Path, empty_database: Path
) -> AsyncIterator[Store]:
    """An empty store of each kind."""
    made = await empty_store(request.param, tmp_path, empty_database)
    yield made
    await made.close()


@pytest.fixture
def table(store: Store) -> Table:
    """A service with a time, a chance and a platform of the test's own."""
    return Table(store)

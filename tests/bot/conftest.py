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


@pytest.fixture(params=["memory", "sqlite"])
async def store(
    request: pytest.FixtureRequest, tmp_path: Path, empty_database: Path
) -> AsyncIterator[Store]:
    """An empty store of each kind."""
    made: Store
    if request.param == "memory":
        made = MemoryStore()
    else:
        shutil.copy(empty_database, tmp_path / "truco.db")
        made = await SqlStore.open(f"sqlite:///{tmp_path}/truco.db")
    yield made
    await made.close()


@pytest.fixture
def table(store: Store) -> Table:
    """A service with a time, a chance and a platform of the test's own."""
    return Table(store)

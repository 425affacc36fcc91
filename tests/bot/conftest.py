"""Every test of the service runs on every store."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store import MemoryStore, SqlStore, Store
from tests.bot.helpers import Table


@pytest.fixture(params=["memory", "sqlite"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    """An empty store of each kind."""
    made: Store
    if request.param == "memory":
        made = MemoryStore()
    else:
        made = await SqlStore.open(f"sqlite:///{tmp_path}/truco.db")
    yield made
    await made.close()


@pytest.fixture
def table(store: Store) -> Table:
    """A service with a time, a chance and a platform of the test's own."""
    return Table(store)

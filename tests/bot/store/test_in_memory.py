"""A store in memory: the statements of the product, without a file and without a thread."""

import asyncio
from collections.abc import Awaitable

import pytest

from bot.store import Changes, Store, StoreError
from bot.store.model import Preference, Setting
from bot.store.queries import match_queries
from bot.store.statements import tables
from bot.store.statements.preparing import upsert
from bot.store.transaction import Work, tell
from tests.bot.helpers import ANA
from tests.stores import all_bytes

_PREFERENCE = upsert(tables.preferences)
SAYS = Changes(preferences=(Preference(ANA, "pt"),))


async def test_each_is_a_database_of_its_own() -> None:
    one, other = Store.in_memory(), Store.in_memory()
    await one.commit([SAYS])
    assert await one.locale_of(ANA) == "pt"
    assert await other.locale_of(ANA) is None


async def test_what_fails_leaves_nothing(store: Store) -> None:
    def failing() -> Work[None]:
        yield from tell(_PREFERENCE, [{"owner": ANA, "locale": "pt"}])
        yield from tell(_PREFERENCE, [{"owner": ANA, "locale": None}])

    with pytest.raises(StoreError):
        await store._driver.write(failing)
    assert await store.locale_of(ANA) is None
    await store.commit([SAYS])


async def test_others_run_before_each_work(store: Store) -> None:
    """As beside a file: a race between two commands is one here too."""

    async def lets_in(work: Awaitable[object]) -> bool:
        ran = asyncio.Event()
        asyncio.get_running_loop().call_soon(ran.set)
        await work
        return ran.is_set()

    row = {"owner": ANA, "locale": "pt"}
    assert await lets_in(store._driver.write(lambda: tell(_PREFERENCE, [row])))
    assert await lets_in(store.read(match_queries.version, "abcd2345"))


async def test_what_is_deleted_is_overwritten(store: Store) -> None:
    for value in ("oculto-77", ""):
        await store.commit([Changes(settings=(Setting(ANA, "a", value),))])
        assert (b"oculto-77" in all_bytes(store)) == bool(value)

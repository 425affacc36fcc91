"""More at once than can be done: an answer at once, nothing changed, and robots wait first."""

import asyncio
from collections.abc import Sequence

import pytest

from bot.messages import Accepted, Refused
from bot.reasons import ServiceReason
from bot.store import Changes, Store
from bot.store.changes import Outcome
from bot.store.driver import Driver
from bot.store.queries import match_queries
from tests.bot.helpers import ANA, BETO, CARLA, DANI, TWO, Table
from tests.narrow import of_kind


class SlowStore(Store):
    """Commits wait for a gate."""

    def __init__(self, driver: Driver) -> None:
        super().__init__(driver)
        self.gate = asyncio.Event()
        self.gate.set()
        self.waiting = 0
        self.awaited = asyncio.Event()
        """Three commits wait."""

    async def commit(self, changes: Sequence[Changes]) -> tuple[Outcome, ...]:
        self.waiting += 1
        if self.waiting == 3:
            self.awaited.set()
        await self.gate.wait()
        self.waiting -= 1
        return await super().commit(changes)


async def test_who_comes_when_too_many_wait_is_told_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.match.commands_under_way._AT_ONCE", 4)
    store = SlowStore.in_memory()
    table = Table(store)
    await table.heads_up()
    before = await table.store.read(match_queries.version, table.match)
    store.gate.clear()
    waiting = [asyncio.ensure_future(table.act(ANA, "truco")) for _ in range(4)]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert of_kind(Refused, await table.act(BETO, "mazo")).reason is ServiceReason.BUSY
    assert table.service._play.under_way.are_many()
    store.gate.set()
    replies = await asyncio.gather(*waiting)
    assert [isinstance(reply, Accepted) for reply in replies] == [True, False, False, False]
    assert not table.service._play.under_way.are_many()
    assert await table.store.read(match_queries.version, table.match) == before + 1
    assert isinstance(await table.act(BETO, "quiero"), Accepted)


async def test_deadlines_that_come_together_are_stored_together() -> None:
    store = SlowStore.in_memory()
    table = Table(store)
    matches = []
    for people in ((ANA, BETO), (CARLA, DANI), ("web:e", "web:f")):
        await table.dealt(*TWO, dealer=1, people=people)
        matches.append(table.match)
    table.time.pass_by(59)
    await table.clock.send_due()
    versions = [await store.read(match_queries.version, match) for match in matches]
    table.time.pass_by(1)
    store.gate.clear()
    sending = asyncio.ensure_future(table.clock.send_due())
    await store.awaited.wait()
    store.gate.set()
    assert await sending == 3
    assert [await store.read(match_queries.version, match) for match in matches] == [
        version + 1 for version in versions
    ]


async def test_deadlines_wait_while_people_have_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock looks again soon, and sends what is due once there is room."""
    store = SlowStore.in_memory()
    table = Table(store)
    await table.heads_up()
    table.time.pass_by(60)
    before = await store.read(match_queries.version, table.match)
    busy = True
    monkeypatch.setattr(table.service._play.under_way, "are_many", lambda: busy)
    running = asyncio.ensure_future(table.clock.run())
    while not table.time.sleepers:  # noqa: ASYNC110 - likewise
        await asyncio.sleep(0)
    assert await store.read(match_queries.version, table.match) == before
    busy = False
    table.clock.wake()
    while await store.read(match_queries.version, table.match) == before:  # noqa: ASYNC110 - nobody tells
        await asyncio.sleep(0)
    running.cancel()

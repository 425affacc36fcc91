"""More at once than can be done: an answer at once, nothing changed, and robots wait first."""

import asyncio
from collections.abc import Sequence

import pytest

from bot.messages import Accepted, Refused
from bot.reasons import ServiceReason
from bot.store import Changes, MemoryStore
from bot.store.changes import Outcome
from tests.bot.helpers import ANA, BETO, Table

TWO = ("7o 4c 1b", "3e 12c 5o")


class SlowStore(MemoryStore):
    """Commits wait for a gate."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = asyncio.Event()
        self.gate.set()

    async def commit(self, changes: Sequence[Changes]) -> tuple[Outcome, ...]:
        await self.gate.wait()
        return await super().commit(changes)


async def test_who_comes_when_too_many_wait_is_told_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.service._AT_ONCE", 4)
    store = SlowStore()
    table = Table(store)
    await table.dealt(*TWO, dealer=1, people=(ANA, BETO))
    before = await table.store.version(table.match)
    store.gate.clear()
    waiting = [asyncio.ensure_future(table.act(ANA, "truco")) for _ in range(4)]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    refused = await table.act(BETO, "mazo")
    assert isinstance(refused, Refused)
    assert refused.reason is ServiceReason.BUSY
    assert table.service.clock._busy()
    store.gate.set()
    replies = await asyncio.gather(*waiting)
    assert [isinstance(reply, Accepted) for reply in replies] == [True, False, False, False]
    assert not table.service.clock._busy()
    assert await table.store.version(table.match) == before + 1
    assert isinstance(await table.act(BETO, "quiero"), Accepted)

"""Locks by key: one user after another, and nothing is left behind."""

import asyncio

from bot.common.queues import Queues


async def test_a_lock_lasts_until_its_last_user_is_done() -> None:
    queues = Queues()
    used: list[str] = []

    async def use(name: str) -> None:
        async with queues.turn("key"):
            used.append(name)
            await asyncio.sleep(0)
            used.append(name)

    await asyncio.gather(use("Ana"), use("Beto"), use("Caro"))
    assert used == ["Ana", "Ana", "Beto", "Beto", "Caro", "Caro"]
    assert not queues._locks
    assert not queues._users

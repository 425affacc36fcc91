"""A start of a window belongs to the page that took it first, whichever process it came to."""

import asyncio

from bot.common.lived_time import Time
from bot.community.taken_starts import TakenStarts
from bot.store import Store
from bot.store.changes import Changes, Tidy

ANA, BETO = "telegram:42", "telegram:43"


async def test_one_page_of_all_processes_takes_a_start(two_stores: list[Store]) -> None:
    ours, others = (TakenStarts(store, Time()) for store in two_stores)
    taken = await asyncio.gather(ours.take(ANA, "m", "page"), others.take(ANA, "m", "other"))
    assert sorted(taken) == [False, True]
    first = ("page", "other")[taken.index(True)]
    for both in (ours, others):
        assert await both.take(ANA, "m", first), "it was loaded anew"
        assert not await both.take(ANA, "m", "third")
        assert await both.take(ANA, "n", "third")
        assert await both.take(BETO, "m", "third")


async def test_starts_are_cleared_away_with_the_answers() -> None:
    store, clock = Store.in_memory(), Time()
    starts = TakenStarts(store, clock)
    assert await starts.take(ANA, "m", "page")
    await store.commit([Changes(tidy=Tidy(clock.utc() - 3600))])
    assert not await starts.take(ANA, "m", "other")
    await store.commit([Changes(tidy=Tidy(clock.utc() + 1))])
    assert await starts.take(ANA, "m", "other")
    await store.close()

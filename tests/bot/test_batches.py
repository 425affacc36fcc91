"""Changes that wait for the database: who waits hears of a failure, and nobody suffers from it."""

import asyncio
from collections.abc import Iterable, Sequence

import pytest

from bot.store.batches import Batches, Waiting
from bot.store.changes import Changes, Committed
from bot.store.errors import DatabaseTrouble, StoreError
from bot.store.model import Preference

GOOD = Changes()
BAD = Changes(preferences=(Preference("web:ana", "en"),))


class Broken:
    """A database that takes no preferences."""

    def __init__(self, *, locked: bool = False) -> None:
        self.locked = locked
        self.sizes: list[int] = []
        self.left = 0
        self.later: list[Waiting] = []
        self.batches = Batches(self)

    async def write(self, batch: Sequence[Waiting], later: Iterable[Waiting]) -> None:
        self.sizes.append(len(batch))
        await asyncio.sleep(0)
        self.later = list(later)
        if self.locked:
            raise StoreError(DatabaseTrouble.IN_USE, "It is locked.")
        if any(one.change == BAD for one in batch):
            raise ValueError("no preferences")
        for one in batch:
            if one.future is not None and not one.future.done():
                one.future.set_result(Committed())

    def tried(self, batch: Sequence[Waiting]) -> None:
        self.left += len(batch)


async def test_whoever_waits_for_a_change_that_fails_hears_of_it() -> None:
    broken = Broken()
    with pytest.raises(ValueError, match="no preferences"):
        await broken.batches.add(BAD)
    assert (broken.sizes, broken.left) == ([1], 1)


async def test_the_others_of_its_batch_are_written_one_by_one() -> None:
    broken = Broken()
    first = broken.batches.add(GOOD)
    await asyncio.sleep(0)  # it is being written; the others come meanwhile
    found = [broken.batches.add(change) for change in (BAD, GOOD)]
    told = await asyncio.gather(first, *found, return_exceptions=True)
    assert [type(one) for one in told] == [Committed, ValueError, Committed]
    assert (broken.sizes, broken.left) == ([1, 2, 1, 1], 3)


async def test_a_locked_database_is_waited_for_once() -> None:
    """Each change by itself would wait as long as all of them have waited together."""
    locked = Broken(locked=True)
    first = locked.batches.add(GOOD)
    await asyncio.sleep(0)
    found = [locked.batches.add(GOOD) for _ in range(3)]
    told = await asyncio.gather(first, *found, return_exceptions=True)
    assert [type(one) for one in told] == [StoreError] * 4
    assert locked.sizes == [1, 3]


async def test_nobody_hears_of_a_change_that_nobody_waits_for() -> None:
    """The next ones are written all the same, and the writer ends without an error."""
    broken = Broken()
    broken.batches.keep_back(BAD)
    await broken.batches.finish()
    assert broken.later == []
    assert isinstance(await broken.batches.add(GOOD), Committed)
    assert (broken.sizes, broken.left) == ([1, 1], 2)


async def test_whoever_waits_no_longer_stops_nobody() -> None:
    broken = Broken()
    gone = broken.batches.add(BAD)
    gone.cancel()
    await broken.batches.finish()
    assert isinstance(await broken.batches.add(GOOD), Committed)

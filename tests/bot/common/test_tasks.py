"""Background work: one piece for each key, what fails is told, and nothing is left at the end."""

import asyncio

from bot.common.tasks import Background


class _Work:
    """Pieces of work that go on until they are let go."""

    def __init__(self) -> None:
        self.began: list[str] = []
        self.failed: list[Exception] = []
        self.go = asyncio.Event()
        self.background = Background(self.failed.append)

    async def piece(self, name: str) -> None:
        self.began.append(name)
        await self.go.wait()
        if name == "wrong":
            raise ValueError(name)


async def test_a_key_has_one_piece_of_work_at_a_time() -> None:
    work = _Work()
    assert work.background.once("key", work.piece("one")) is not None
    assert work.background.once("key", work.piece("two")) is None
    work.background.start(work.piece("three"))
    work.background.start(work.piece("four"))
    work.go.set()
    await work.background.settled()
    assert work.began == ["one", "three", "four"]
    assert work.background.once("key", work.piece("five")) is not None
    await work.background.settled()


async def test_a_failure_is_told_and_ends_nothing_else() -> None:
    work = _Work()
    work.background.start(work.piece("wrong"))
    work.background.start(work.piece("right"))
    work.go.set()
    await work.background.settled()
    assert [type(error) for error in work.failed] == [ValueError]
    assert work.background.tasks == {}


async def test_nobody_waits_longer_than_they_want() -> None:
    work = _Work()
    await work.background.soon(work.piece("long"), 0.0)
    assert len(work.background.tasks) == 1
    work.go.set()
    await work.background.settled()


async def test_nothing_begins_after_the_end() -> None:
    work = _Work()
    work.background.start(work.piece("one"))
    await asyncio.sleep(0)
    work.background.start(work.piece("cancelled before it has begun"))
    await work.background.stop()
    assert work.background.start(work.piece("two")) is None
    assert work.began == ["one"]
    assert work.background.tasks == {}

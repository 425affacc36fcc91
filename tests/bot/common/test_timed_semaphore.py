"""Permits of which there are a few, and what keeps one for too long."""

import asyncio

from bot.common.timed_semaphore import TimedSemaphore
from tests.virtual import VirtualLoop, pass_by, settle

LONGEST = 30.0


class Guests:
    """People who want one of two permits."""

    def __init__(self) -> None:
        self.permits = TimedSemaphore(2, LONGEST)
        self.inside = list[str]()
        self.gates = dict[str, asyncio.Event]()
        self.tasks = list[asyncio.Task[None]]()

    async def come(self, *names: str) -> None:
        for name in names:
            self.gates[name] = asyncio.Event()
            self.tasks.append(asyncio.create_task(self._stay(name)))
        await settle()

    async def _stay(self, name: str) -> None:
        async with self.permits:
            self.inside.append(name)
            await self.gates[name].wait()

    async def go(self, *names: str) -> None:
        for name in names:
            self.gates[name].set()
        await settle()


def test_whoever_finds_no_place_waits_for_one() -> None:
    async def play() -> None:
        guests = Guests()
        await guests.come("Ana", "Beto", "Carla")
        assert guests.inside == ["Ana", "Beto"]
        await guests.go("Ana")
        assert guests.inside == ["Ana", "Beto", "Carla"]
        await guests.go("Beto", "Carla")
        await asyncio.gather(*guests.tasks)

    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(play())


def test_a_place_that_is_had_for_too_long_goes_on_once() -> None:
    """Whoever lost it goes on without, and gives nothing back at the end."""

    async def play() -> None:
        guests = Guests()
        await guests.come("Ana")
        await pass_by(LONGEST / 2)
        await guests.come("Beto", "Carla", "Dani", "Eva")
        assert guests.inside == ["Ana", "Beto"]
        await pass_by(LONGEST / 2)
        assert guests.inside == ["Ana", "Beto", "Carla"]
        await guests.go("Ana")
        assert guests.inside == ["Ana", "Beto", "Carla"], "two places are two"
        await pass_by(LONGEST / 2)
        assert guests.inside == ["Ana", "Beto", "Carla", "Dani"]
        await guests.go("Carla")
        assert guests.inside == ["Ana", "Beto", "Carla", "Dani", "Eva"]
        await guests.go("Beto", "Dani", "Eva")
        await asyncio.gather(*guests.tasks)

    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(play())

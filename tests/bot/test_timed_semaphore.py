"""Permits of which there are a few, and what keeps one for too long."""

import asyncio

from bot.common.timed_semaphore import TimedSemaphore


async def steps() -> None:
    """Everybody else gets to do what can be done now."""
    for _ in range(10):
        await asyncio.sleep(0)


class Guests:
    """People who want one of two permits, for at most so many seconds."""

    def __init__(self) -> None:
        self.permits = TimedSemaphore(2)
        self.inside = list[str]()
        self.gates = dict[str, asyncio.Event]()
        self.tasks = list[asyncio.Task[None]]()

    def come(self, name: str, longest: float = 3600.0) -> None:
        self.gates[name] = asyncio.Event()
        self.tasks.append(asyncio.create_task(self._stay(name, longest)))

    async def _stay(self, name: str, longest: float) -> None:
        async with self.permits.permit(longest):
            self.inside.append(name)
            await self.gates[name].wait()

    async def go(self, *names: str) -> None:
        for name in names:
            self.gates[name].set()
        await steps()


async def test_whoever_finds_no_place_waits_for_one() -> None:
    guests = Guests()
    for name in ("Ana", "Beto", "Carla"):
        guests.come(name)
    await steps()
    assert guests.inside == ["Ana", "Beto"]
    await guests.go("Ana")
    assert guests.inside == ["Ana", "Beto", "Carla"]
    await guests.go("Beto", "Carla")
    await asyncio.gather(*guests.tasks)


async def test_a_place_that_is_had_for_too_long_goes_on_once() -> None:
    """Whoever lost it goes on without, and gives nothing back at the end."""
    guests = Guests()
    guests.come("Ana", longest=0.0)
    await steps()
    for name in ("Beto", "Carla", "Dani"):
        guests.come(name)
    await steps()
    assert guests.inside == ["Ana", "Beto", "Carla"]
    await guests.go("Ana")
    assert guests.inside == ["Ana", "Beto", "Carla"], "two places are two"
    await guests.go("Beto")
    assert guests.inside == ["Ana", "Beto", "Carla", "Dani"]
    await guests.go("Carla", "Dani")
    await asyncio.gather(*guests.tasks)

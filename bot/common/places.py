"""So many things at the same time, of which none that takes long keeps the others out for good."""

import asyncio


class Place:
    """A place that somebody has for as long as the context lasts, or until it is given back."""

    def __init__(self, free: asyncio.Semaphore, longest: float) -> None:
        self._free = free
        self._longest = longest
        self._late: asyncio.TimerHandle | None = None
        """Gives the place back when it was had for too long; ``None``: nobody has it."""

    async def __aenter__(self) -> None:
        await self._free.acquire()
        loop = asyncio.get_running_loop()
        self._late = loop.call_later(self._longest, self._give_back)

    async def __aexit__(self, *_: object) -> None:
        self._give_back()

    def _give_back(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None
            self._free.release()


class Places:
    """A number of places; whoever finds none free waits."""

    def __init__(self, number: int) -> None:
        self._free = asyncio.Semaphore(number)

    def place(self, longest: float) -> Place:
        """A place for so many seconds at most: then it goes to somebody else, and what was begun in
        it goes on without one."""
        return Place(self._free, longest)

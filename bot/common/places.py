"""A limit for how many things happen at the same time. A thing that takes too long loses its place,
so it cannot keep others out for good."""

import asyncio


class Place:
    """A place for one thing. It is taken when the context begins, and given back at the end of the
    context or after its longest time."""

    def __init__(self, free: asyncio.Semaphore, longest: float) -> None:
        self._free = free
        self._longest = longest
        self._late: asyncio.TimerHandle | None = None
        """The timer that gives the place back after its longest time; ``None``: the place is not
        taken."""

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
    """A number of places. A caller that finds none free waits."""

    def __init__(self, number: int) -> None:
        self._free = asyncio.Semaphore(number)

    def place(self, longest: float) -> Place:
        """A place for at most ``longest`` seconds. After that it goes to somebody else, and the
        work that began in it continues without a place."""
        return Place(self._free, longest)

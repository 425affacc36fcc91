"""A limit for how many things happen at the same time. A thing that takes too long loses its
permit, so it cannot keep others out for good."""

import asyncio


class TimedPermit:
    """A permit for one thing. It is taken when the context begins, and given back at the end of the
    context or after its longest time."""

    def __init__(self, free: asyncio.Semaphore, longest: float) -> None:
        self._free = free
        self._longest = longest
        self._late: asyncio.TimerHandle | None = None
        """The timer that gives the permit back after its longest time; ``None``: the permit is not
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


class TimedSemaphore:
    """A number of permits. A caller that finds none free waits."""

    def __init__(self, number: int) -> None:
        self._free = asyncio.Semaphore(number)

    def permit(self, longest: float) -> TimedPermit:
        """A permit for at most ``longest`` seconds. After that it goes to somebody else, and the
        work that began with it continues without a permit."""
        return TimedPermit(self._free, longest)

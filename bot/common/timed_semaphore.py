"""A limit for how many things happen at the same time. A thing that takes too long loses its
permit, so it cannot keep others out for good."""

import asyncio


class TimedPermit:
    """A permit for one thing. It is taken when the context begins, and given back at the end of the
    context, or after its longest time if somebody may need it."""

    def __init__(self, free: asyncio.Semaphore, taken: "set[TimedPermit]", longest: float) -> None:
        self._free = free
        self._taken = taken
        """The permits that are taken and have no timer yet."""
        self._longest = longest
        self._until: float | None = None
        """The end of the longest time, by the loop's clock; ``None``: the permit is not taken."""
        self._late: asyncio.TimerHandle | None = None
        """The timer that gives the permit back after its longest time."""

    async def __aenter__(self) -> None:
        await self._free.acquire()
        loop = asyncio.get_running_loop()
        self._until = loop.time() + self._longest
        self._taken.add(self)
        if self._free.locked():  # somebody may have to wait; usually no timer is needed
            for permit in self._taken:
                assert permit._until is not None
                permit._late = loop.call_at(permit._until, permit._give_back)
            self._taken.clear()

    async def __aexit__(self, *_: object) -> None:
        self._give_back()

    def _give_back(self) -> None:
        if self._until is not None:
            self._until = None
            self._taken.discard(self)
            if self._late is not None:
                self._late.cancel()
            self._free.release()


class TimedSemaphore:
    """A number of permits. A caller that finds none free waits."""

    def __init__(self, number: int) -> None:
        self._free = asyncio.Semaphore(number)
        self._taken = set[TimedPermit]()

    def permit(self, longest: float) -> TimedPermit:
        """A permit for at most ``longest`` seconds. After that it goes to somebody else, and the
        work that began with it continues without a permit."""
        return TimedPermit(self._free, self._taken, longest)

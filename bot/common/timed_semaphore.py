"""A limit for how many things happen at the same time. A thing that takes too long loses its
permit, so it cannot keep others out for good."""

import asyncio
from typing import Any, Final


class TimedSemaphore:
    """A number of permits. As a context it is a permit for the task, which waits until one is free.
    While none is free, permits that were taken ``longest`` seconds ago go to somebody else; the
    work that began with them continues without."""

    def __init__(self, number: int, longest: float) -> None:
        self._free = asyncio.Semaphore(number)
        self._longest: Final = longest
        self._since: dict[asyncio.Task[Any] | None, float] = {}
        """The moment at which each task took its permit, by the loop's clock; the oldest first."""
        self._timer: asyncio.TimerHandle | None = None

    async def __aenter__(self) -> None:
        await self._free.acquire()
        self._since[asyncio.current_task()] = asyncio.get_running_loop().time()
        self._look_later()

    async def __aexit__(self, *_: object) -> None:
        if self._since.pop(asyncio.current_task(), None) is not None:
            self._free.release()

    def _look_later(self) -> None:
        if self._timer is None and self._since and self._free.locked():
            at = next(iter(self._since.values())) + self._longest
            self._timer = asyncio.get_running_loop().call_at(at, self._take_back)

    def _take_back(self) -> None:
        self._timer, until = None, asyncio.get_running_loop().time() - self._longest
        for task in [task for task, since in self._since.items() if since <= until]:
            del self._since[task]
            self._free.release()
        self._look_later()

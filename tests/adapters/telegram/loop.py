"""An event loop whose time passes only when nobody has anything left to do.

Sockets are real, waiting is not: when no socket is readable, nothing runs in a thread and the next
thing is a timer, the loop's clock is put forward to that timer. An hour at a table takes seconds,
and a request that hangs runs into its own time limit at once. Whatever is tested must therefore
take its time from the loop (:class:`LoopTime` gives it to the service).
"""

import asyncio
import selectors
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import pytest
from aiosqlite.core import Connection

from bot.showing.clock import SystemTime

EPOCH: Final = 1_790_000_000.0
"""The moment at which every test begins, in UTC seconds."""

GRACE: Final = 0.0004
"""Real seconds in which what one end of a socket has written reaches the other."""
_STUCK: Final = 20.0
"""Real seconds after which a loop that waits for nothing is told so."""


class Stuck(Exception):
    """Nothing can ever happen again: whoever waits, waits for something that does not come."""


class _Selector(selectors.DefaultSelector):
    """Looks at the sockets; when they are silent, time passes instead."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 1000.0
        self.threads = 0
        self.grace = GRACE
        self.jumps = 0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        found = super().select(0)
        if found or (timeout is not None and timeout <= 0):
            return found
        if self.threads or timeout is None:
            return self._wait(timeout is None)
        found = super().select(self.grace)
        if not found:
            self.now += timeout
            self.jumps += 1
        return found

    def _wait(self, for_ever: bool) -> list[tuple[selectors.SelectorKey, int]]:
        """A thread is at work, or there is no timer: only a socket can end this."""
        began = time.monotonic()
        while not (found := super().select(0.05)):
            if time.monotonic() - began > _STUCK:
                raise Stuck
            if not for_ever:
                break
        return found


class VirtualLoop(asyncio.SelectorEventLoop):
    """The loop of every test here."""

    def __init__(self) -> None:
        self._virtual = _Selector()
        self.origin = self._virtual.now
        """The loop's time at :data:`EPOCH`."""
        super().__init__(self._virtual)

    def time(self) -> float:
        return self._virtual.now

    @property
    def jumps(self) -> int:
        """How often time was put forward."""
        return self._virtual.jumps

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """A thread that the loop did not start has something to do: no time passes meanwhile."""
        self._virtual.threads += 1
        try:
            yield
        finally:
            self._virtual.threads -= 1

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Callable[..., Any], *args: Any
    ) -> asyncio.Future[Any]:
        future = super().run_in_executor(executor, func, *args)
        self._virtual.threads += 1
        future.add_done_callback(self._thread_is_done)
        return future

    def _thread_is_done(self, _: asyncio.Future[Any]) -> None:
        self._virtual.threads -= 1


def count_threads_of_databases(patch: pytest.MonkeyPatch) -> None:
    """aiosqlite has a thread for each connection; what is asked of it takes no time."""
    for name in ("_execute", "_connect"):
        patch.setattr(Connection, name, _counted(getattr(Connection, name)))


def _counted(method: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    async def counted(*args: Any, **more: Any) -> Any:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        with loop.at_work():
            return await method(*args, **more)

    return counted


def now() -> float:
    """UTC seconds since the epoch, as everybody in a test reads them."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, VirtualLoop)
    return EPOCH + loop.time() - loop.origin


def begin_again() -> None:
    """It is the same moment again as when the test began: for a second playing of the same."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, VirtualLoop)
    loop.origin = loop.time()


class LoopTime(SystemTime):
    """The service's time (:class:`bot.showing.clock.Time`), read from the loop."""

    def now(self) -> float:
        return now()


async def pass_by(seconds: float) -> None:
    """Lets so much time pass, with everything that happens in it."""
    await asyncio.sleep(seconds)

"""An event loop whose time is its own: an hour at a table takes seconds.

Sockets, tasks and threads run as ever; only ``loop.time()`` belongs to the test, and with it every
timer: a rate bucket's pause of five seconds, the three seconds of an interaction, a token's quarter
of an hour cost nothing, and nothing comes too early or too late because a machine is slow.

Time stands still as long as anything can happen without it. Then :func:`settle` returns to those
that wait for this moment; if nobody does, time passes to the next timer. So a test may simply wait
(:func:`pass_by`), or look at every moment (:func:`until`). Whatever is tested must take its time
from the loop: :class:`LoopTime` gives it to the service.
"""

import asyncio
import os
import select
import selectors
import socket
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import contextmanager
from selectors import SelectorKey
from typing import Any, Final, TypeVar, cast

import pytest
from aiosqlite.core import Connection

from bot.common.lived_time import Time

T = TypeVar("T")

EPOCH: Final = 1_800_000_000.0
"""What every clock of a test shows when its loop begins, in UTC seconds."""
_BEGIN: Final = 1000.0
"""The loop's own time then. A machine's is not 0 either."""

_PATIENCE: Final = float(os.environ.get("TEST_PATIENCE", "30"))
"""Real seconds without any event, where no timer is set: a test hangs."""


class Hangs(Exception):
    """Nothing can ever happen again: whoever waits, waits for something that does not come."""


class _Probe:
    """A byte through the loopback: what was sent before it has arrived when it has."""

    def __init__(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            self._out = socket.create_connection(listener.getsockname())
            self._in, _ = listener.accept()
        self._out.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def go(self) -> None:
        self._out.send(b"x")
        select.select([self._in], [], [], 1.0)
        self._in.recv(16)

    def close(self) -> None:
        self._out.close()
        self._in.close()


class _Selector(selectors.BaseSelector):
    """Looks at the sockets; when they are silent, time passes instead."""

    def __init__(self) -> None:
        self.inner = selectors.DefaultSelector()
        self.loop: VirtualLoop | None = None
        self.probe = _Probe()

    def select(self, timeout: float | None = None) -> list[tuple[SelectorKey, int]]:
        events = self.inner.select(0)
        loop = self.loop
        if events or loop is None or (timeout is not None and timeout <= 0):
            return events
        if loop.working:
            return self.inner.select(0.5)  # a thread or the kernel will wake us
        for _ in range(2):
            self.probe.go()
            if events := self.inner.select(0):
                return events
        if loop.waiting_for_rest:
            loop.rest()
        elif timeout is not None:
            loop.jump(loop.time() + timeout)
        elif not (events := self.inner.select(_PATIENCE)):
            raise Hangs
        return events

    def register(self, fileobj: Any, events: int, data: Any = None) -> SelectorKey:
        return self.inner.register(fileobj, events, data)

    def unregister(self, fileobj: Any) -> SelectorKey:
        return self.inner.unregister(fileobj)

    def modify(self, fileobj: Any, events: int, data: Any = None) -> SelectorKey:
        return self.inner.modify(fileobj, events, data)

    def get_key(self, fileobj: Any) -> SelectorKey:
        return self.inner.get_key(fileobj)

    def get_map(self) -> Mapping[Any, SelectorKey]:
        return self.inner.get_map()

    def close(self) -> None:
        self.inner.close()
        self.probe.close()


class VirtualLoop(asyncio.SelectorEventLoop):
    """See the module."""

    def __init__(self) -> None:
        selector = _Selector()
        self._moment = _BEGIN
        self._origin = _BEGIN
        self.working = 0
        """Threads that work for this loop now, and connections under way."""
        self.waiting_for_rest: list[asyncio.Future[None]] = []
        super().__init__(selector)
        selector.loop = self

    def time(self) -> float:
        return self._moment

    def now(self) -> float:
        """UTC seconds since the epoch, as everybody in a test reads them."""
        return EPOCH + self._moment - self._origin

    def begin_again(self) -> None:
        self._origin = self._moment

    def set_clocks(self, utc: float) -> None:
        self._origin = self._moment + EPOCH - utc

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """A thread or the kernel has something to do: no time passes meanwhile."""
        self.working += 1
        try:
            yield
        finally:
            self.working -= 1

    def run_in_executor(  # type: ignore[override]
        self, executor: Executor | None, func: Callable[..., T], *args: Any
    ) -> asyncio.Future[T]:
        future = super().run_in_executor(executor, func, *args)
        self.working += 1

        def done(_: asyncio.Future[T]) -> None:
            self.working -= 1

        future.add_done_callback(done)
        return future

    async def sock_connect(self, sock: socket.socket, address: Any) -> None:
        # A full queue of the listener makes the kernel try again a second later, of its own time.
        with self.at_work():
            await super().sock_connect(sock, address)

    def rest(self) -> None:
        """Nothing is left to do at this moment."""
        waiting, self.waiting_for_rest = self.waiting_for_rest, []
        for future in waiting:
            if not future.done():
                future.set_result(None)

    def next_timer(self) -> float | None:
        """When the earliest timer rings."""
        timers = cast("list[asyncio.TimerHandle]", vars(self)["_scheduled"])
        return min((timer.when() for timer in timers if not timer.cancelled()), default=None)

    def jump(self, moment: float) -> None:
        self._moment = max(self._moment, moment)


def the_loop() -> VirtualLoop:
    loop = asyncio.get_running_loop()
    assert isinstance(loop, VirtualLoop), "this test needs a loop of its own time"
    return loop


def now() -> float:
    """UTC seconds since the epoch, as everybody in a test reads them."""
    return the_loop().now()


def begin_again() -> None:
    """It is the same moment again as when the test began: for a second playing of the same."""
    the_loop().begin_again()


def set_clocks(utc: float) -> None:
    """It is this moment, in UTC seconds: for a test that begins late in a day. Nobody may have read
    a clock before."""
    the_loop().set_clocks(utc)


async def settle() -> None:
    """Until everything that needs no time has happened."""
    loop = the_loop()
    future: asyncio.Future[None] = loop.create_future()
    loop.waiting_for_rest.append(future)
    await future


async def until(true: Callable[[], object], within: float = 30.0, what: str = "") -> None:
    """Lets time pass, timer by timer, until it is so. Fails after ``within`` virtual seconds."""
    loop = the_loop()
    deadline = loop.time() + within
    while True:
        await settle()
        if true():
            return
        moment = loop.next_timer()
        if moment is None or moment > deadline:
            break
        loop.jump(moment)
    loop.jump(deadline)
    await settle()
    assert true(), what or f"not within {within} s"


async def pass_by(seconds: float) -> None:
    """Lets so much time pass, with everything that happens in it."""
    await asyncio.sleep(seconds)
    await settle()


async def run(work: Coroutine[Any, Any, T], within: float = 60.0) -> T:
    """Awaits something that may take virtual time."""
    return await asyncio.wait_for(work, within)


class LoopTime(Time):
    """The service's time, read from the loop."""

    def __init__(self) -> None:
        super().__init__(now, now)


def count_threads_of_databases(patch: pytest.MonkeyPatch) -> None:
    """aiosqlite has a thread for each connection; what is asked of it takes no time."""
    for name in ("_execute", "_connect"):
        patch.setattr(Connection, name, _counted(getattr(Connection, name)))


def _counted(method: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    async def counted(*args: Any, **more: Any) -> Any:
        with the_loop().at_work():
            return await method(*args, **more)

    return counted

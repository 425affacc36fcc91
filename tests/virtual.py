"""An event loop whose time is its own: an hour at a table takes seconds.

Sockets, tasks and threads run as ever (but connections within the loop go through no kernel:
:mod:`tests.loopback`); only ``loop.time()`` belongs to the test, and with it every timer: a rate
bucket's pause of five seconds, the three seconds of an interaction, a token's quarter of an hour
cost nothing, and nothing comes too early or too late because a machine is slow.

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
from ssl import SSLError
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from aiosqlite.core import Connection

from bot.common.lived_time import Time
from tests.loopback import Factory, connected

if TYPE_CHECKING:
    import pytest  # what `make bench` measures runs without it

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
        self.listening: set[int] = set()
        """The sockets at which somebody from outside may knock."""
        self._probe: _Probe | None = None

    @property
    def is_talking(self) -> bool:
        """Whether there are sockets beyond those that listen and the one that wakes the loop."""
        return len(self.inner.get_map()) > len(self.listening) + 1

    def select(self, timeout: float | None = None) -> list[tuple[SelectorKey, int]]:
        loop = self.loop
        at_once = timeout is not None and timeout <= 0
        if at_once and loop is not None and not loop.working and not self.is_talking:
            return []  # the kernel has nothing that could not wait
        events = self.inner.select(0)
        if events or loop is None or at_once:
            return events
        if loop.working:
            return self.inner.select(0.5)  # a thread or the kernel will wake us
        if self.is_talking:
            self._probe = self._probe or _Probe()
            for _ in range(2):
                self._probe.go()
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
        found = self.inner.unregister(fileobj)
        self.listening.discard(found.fd)
        return found

    def modify(self, fileobj: Any, events: int, data: Any = None) -> SelectorKey:
        return self.inner.modify(fileobj, events, data)

    def get_key(self, fileobj: Any) -> SelectorKey:
        return self.inner.get_key(fileobj)

    def get_map(self) -> Mapping[Any, SelectorKey]:
        return self.inner.get_map()

    def close(self) -> None:
        self.inner.close()
        if self._probe is not None:
            self._probe.close()


class VirtualLoop(asyncio.SelectorEventLoop):
    """See the module."""

    def __init__(self) -> None:
        selector = self._sockets = _Selector()
        self._servers: dict[int, tuple[asyncio.Server, Factory]] = {}
        """What listens on this loop, by its port."""
        self._dialled: dict[int, int] = {}
        """The ports of such servers to which a socket is connected, by the socket."""
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

    async def create_server(  # type: ignore[override]
        self, factory: Factory, *args: Any, ssl: Any = None, **more: Any
    ) -> asyncio.Server:
        server = await super().create_server(factory, *args, ssl=ssl, **more)
        for listening in server.sockets:
            self._sockets.listening.add(listening.fileno())
            if ssl is None and listening.family == socket.AF_INET:
                self._servers[listening.getsockname()[1]] = server, factory
        return server

    def _serves(self, port: Any) -> bool:
        found = self._servers.get(port)
        return found is not None and found[0].is_serving()

    async def create_connection(  # type: ignore[override]
        self,
        factory: Factory,
        host: Any = None,
        port: Any = None,
        *,
        ssl: Any = None,
        sock: socket.socket | None = None,
        **more: Any,
    ) -> tuple[asyncio.BaseTransport, asyncio.BaseProtocol]:
        """To a server on this loop without the kernel (:mod:`tests.loopback`)."""
        if sock is not None:
            port = self._dialled.pop(sock.fileno(), None)
            if port is not None:
                sock.close()
        if ssl is None and self._serves(port) and (sock or host in ("127.0.0.1", "localhost")):
            client = factory()
            near = connected(self, client, self._servers[port][1], port)
            await asyncio.sleep(0)
            return near, client
        if sock is not None and port is not None:
            raise SSLError if ssl else ConnectionResetError
        return await super().create_connection(factory, host, port, ssl=ssl, sock=sock, **more)

    async def sock_connect(self, sock: socket.socket, address: Any) -> None:
        if sock.family == socket.AF_INET and self._serves(address[1]):
            self._dialled[sock.fileno()] = address[1]
            return
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


def loop_time() -> Time | None:
    """The running loop's time; ``None``: it has none of its own, and runs in the machine's."""
    return LoopTime() if isinstance(asyncio.get_running_loop(), VirtualLoop) else None


def count_threads_of_databases(patch: "pytest.MonkeyPatch") -> None:
    """aiosqlite has a thread for each connection; what is asked of it takes no time."""
    for name in ("_execute", "_connect"):
        patch.setattr(Connection, name, _counted(getattr(Connection, name)))


def _counted(method: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    async def counted(*args: Any, **more: Any) -> Any:
        with the_loop().at_work():
            return await method(*args, **more)

    return counted

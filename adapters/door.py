"""The door of a server of ours: it counts connections and ends those that say nothing.

asyncio's own server accepts every connection and keeps it as long as the other side wants. Every
connection takes a descriptor of this process. Without a free descriptor, no new connection and no
file can be opened. Three rules keep some free.

- A *visit* is a connection that asks for pages. It ends when it is silent, and in any case after a
  while; a browser then opens another one.
- A *line* is a connection that stays (a WebSocket of a known person). Lines take at most three
  quarters of the room.
- When there is no room for a new connection, the oldest visit ends.

No answer names a program or its version. A request that is not HTTP is answered with a status
number alone, without the parser's sentence.
"""

import asyncio
import errno
import math
import socket
import sys
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from http import HTTPStatus
from typing import Any, Final

import structlog
from aiohttp import web
from aiohttp.http import SERVER_SOFTWARE

from bot.common.tasks import end

CONNECTIONS: Final = 512
"""The most open connections, at most half of the descriptors that this process may have."""
SILENT_SECONDS: Final = 20.0
"""Seconds. A visit that has not sent a whole request for this long is ended."""
VISIT_SECONDS: Final = 120.0
"""Seconds. The next answer to a visit that is older than this is its last one."""
CUT_SECONDS: Final = 150.0
"""Seconds. A visit that is older than this is cut off at once."""
PAUSE_SECONDS: Final = 0.5
"""Seconds for which no connection is accepted after the system had no descriptor left."""
LOG_SECONDS: Final = 60.0
"""Seconds between two log lines about the same trouble; each says how often it happened."""

_log = structlog.get_logger(__name__)


def room() -> int:
    """The number of connections that may be open at once."""
    if sys.platform == "win32":
        return CONNECTIONS
    import resource

    allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return CONNECTIONS if allowed == resource.RLIM_INFINITY else min(CONNECTIONS, allowed // 2)


class Seldom:
    """Logs a trouble that others can cause at any rate: seldom, with a count."""

    def __init__(self, event: str) -> None:
        self._event = event
        self._times = 0
        self._silent_until = -math.inf

    def note(self, **values: object) -> None:
        """Notes that the trouble has happened again."""
        self._times += 1
        now = time.monotonic()
        if now >= self._silent_until:
            _log.warning(self._event, times=self._times, **values)
            self._times, self._silent_until = 0, now + LOG_SECONDS


class Door:
    """Accepts connections at these sockets, which listen already."""

    def __init__(self, sockets: Sequence[socket.socket], most: int | None = None) -> None:
        self._sockets = tuple(sockets)
        self._most = room() if most is None else most
        self._visits: dict[_Connection, asyncio.TimerHandle] = {}
        """The open visits, the oldest first, each with the timer that cuts it off."""
        self._lines: set[_Connection] = set()
        self._full = Seldom("door.full")
        self._exhausted = Seldom("door.exhausted")
        self._unclear = Seldom("door.unclear")

    def __len__(self) -> int:
        """The number of open connections."""
        return len(self._visits) + len(self._lines)

    @asynccontextmanager
    async def open(self, application: web.Application) -> AsyncIterator[None]:
        """Serves the application for as long as the context lasts."""
        application.on_response_prepare.append(self._before_an_answer)
        runner = web.AppRunner(
            application, access_log=None, handle_signals=False, shutdown_timeout=2.0
        )
        await runner.setup()
        assert runner.server is not None
        tasks = [
            asyncio.create_task(self._accept(listening, runner.server))
            for listening in self._sockets
        ]
        try:
            yield
        finally:
            await end(*tasks)
            await runner.cleanup()

    # --- lines -----------------------------------------------------------------------------

    @property
    def takes_lines(self) -> bool:
        """Whether there is room for one more line."""
        return len(self._lines) < self._most * 3 // 4

    @contextmanager
    def line(self, request: web.Request) -> Iterator[None]:
        """While the context lasts, the connection of this request is a line."""
        connection = request.protocol
        assert isinstance(connection, _Connection)
        self._forget(connection)
        self._lines.add(connection)
        try:
            yield
        finally:
            if connection in self._lines:
                self._lines.remove(connection)
                self._visit(connection)

    # --- accepting -------------------------------------------------------------------------

    async def _accept(self, listening: socket.socket, server: web.Server) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                accepted, _ = await loop.sock_accept(listening)
            except ConnectionAbortedError:
                continue  # the other side was gone before it was accepted
            except OSError as error:
                self._exhausted.note(error=errno.errorcode.get(error.errno or 0, ""))
                self._end_oldest(1 + len(self._visits) // 4)
                await asyncio.sleep(PAUSE_SECONDS)
                continue
            try:
                await loop.connect_accepted_socket(lambda: _Connection(self, server), accepted)
            except OSError:
                accepted.close()

    def came(self, connection: "_Connection") -> None:
        """Notes that a connection was opened."""
        self._visit(connection)
        if len(self) > self._most:
            self._full.note()
            self._end_oldest(len(self) - self._most)

    def went(self, connection: "_Connection") -> None:
        """Notes that a connection was closed."""
        self._forget(connection)
        self._lines.discard(connection)

    def unclear(self) -> None:
        """Notes that a request came that is not HTTP."""
        self._unclear.note()

    def _visit(self, connection: "_Connection") -> None:
        loop = asyncio.get_running_loop()
        connection.until = loop.time() + VISIT_SECONDS
        self._visits[connection] = loop.call_later(CUT_SECONDS, self._end, connection)

    async def _before_an_answer(self, request: web.Request, response: web.StreamResponse) -> None:
        if response.headers.get("Server") == SERVER_SOFTWARE:
            del response.headers["Server"]
        connection = request.protocol
        assert isinstance(connection, _Connection)
        is_old = asyncio.get_running_loop().time() > connection.until
        if is_old and not isinstance(response, web.WebSocketResponse):
            response.force_close()
            response.headers["Connection"] = "close"

    def _end_oldest(self, number: int) -> None:
        for connection in list(self._visits)[:number]:
            self._end(connection)

    def _end(self, connection: "_Connection") -> None:
        if connection in self._visits:
            self._forget(connection)
            connection.cut()

    def _forget(self, connection: "_Connection") -> None:
        if (timer := self._visits.pop(connection, None)) is not None:
            timer.cancel()


class _Answered(ConnectionError):
    """Raised when the answer is written and the connection should end."""


class _Connection(web.RequestHandler):
    """A connection that the door knows of."""

    __slots__ = ("_door", "_wire", "until")

    def __init__(self, door: Door, server: web.Server) -> None:
        options: dict[str, Any] = {"access_log": None, "keepalive_timeout": SILENT_SECONDS}
        super().__init__(server, loop=asyncio.get_running_loop(), **options)
        self._door = door
        self.until = math.inf
        """The moment, in the loop's time, after which the next answer is the last one."""
        self._wire: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._wire = self.transport
        self._door.came(self)

    def connection_lost(self, exc: BaseException | None) -> None:
        self._door.went(self)
        super().connection_lost(exc)

    def cut(self) -> None:
        """Ends the connection at once, even if the other side reads nothing."""
        if self._wire is not None:
            self._wire.abort()

    def _is_closed(self) -> bool:
        """Whether the other side has gone, for example because a page was loaded again."""
        return self.transport is None or self.transport.is_closing()

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = HTTPStatus.INTERNAL_SERVER_ERROR,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """Writes the answer itself: aiohttp would add its name, its version and its complaint."""
        if isinstance(exc, _Answered):
            raise exc
        if status < HTTPStatus.INTERNAL_SERVER_ERROR:
            self._door.unclear()
        elif not (isinstance(exc, ConnectionError) and self._is_closed()):
            _log.error("door.failed", exc_info=exc)
        if self._wire is not None and not request.writer.output_size:
            phrase = HTTPStatus(status).phrase
            head = f"HTTP/1.1 {status} {phrase}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            self._wire.write(head.encode())
        raise _Answered

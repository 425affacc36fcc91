"""Connections between two ends of one process that go through no kernel.

In a test the look-alike of a platform and the bot that talks to it run on the same loop. Through
real sockets each message costs a handful of system calls, and nobody knows when it arrives; here it
is handed over at the loop's next turn. Servers still listen at a real port, so whoever is outside
the loop (a thread, a process) connects as ever.
"""

import asyncio
import itertools
import os
import socket
from collections.abc import Callable
from typing import Final, cast

Factory = Callable[[], asyncio.BaseProtocol]

_AT_ONCE: Final = 256 * 1024
"""Bytes that one reading brings at most."""
_ENOUGH: Final = 64 * 1024
"""Bytes under way from which on the writer is asked to pause."""
_PORTS: Final = itertools.cycle(range(40_000, 60_000))
_SILENT: Final = os.pipe()[0]
"""Nothing ever arrives here."""


class _Socket:
    """What is asked of the socket of a connection: above all whether its other end has closed
    it."""

    family = socket.AF_UNIX

    def __init__(self, end: "End", here: tuple[str, int], there: tuple[str, int]) -> None:
        self._end = end
        self._here = here
        self._there = there

    def getsockname(self) -> tuple[str, int]:
        return self._here

    def getpeername(self) -> tuple[str, int]:
        return self._there

    def fileno(self) -> int:
        """-1, as of a closed socket, if there is something to read."""
        return -1 if self._end.is_closing() or self._end.has_news() else _SILENT

    def setsockopt(self, *option: object) -> None:
        """There is nothing that could be set."""


class End(asyncio.Transport):
    """One end of a connection."""

    other: "End"

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        protocol: asyncio.BaseProtocol,
        here: tuple[str, int],
        there: tuple[str, int],
    ) -> None:
        end = _Socket(self, here, there)
        super().__init__({"sockname": here, "peername": there, "socket": end})
        self._loop = loop
        self._protocol = protocol
        self._came: list[bytes] = []
        self._bytes = 0
        """How many bytes have come and were not read yet."""
        self._ended = False
        """Whether the other end writes no more."""
        self._told_of_end = False
        self._reading = True
        self._closing = False
        self._shut = False
        self._expected = False
        self._writer_waits = False

    def begin(self) -> None:
        self._protocol.connection_made(self)

    # --- writing -----------------------------------------------------------------------------

    def write(self, data: bytes | bytearray | memoryview) -> None:
        if self._closing or self._shut or not data:
            return
        self.other.arrive(bytes(data))

    def write_eof(self) -> None:
        if not self._shut and not self._closing:
            self._shut = True
            self.other.end()

    def can_write_eof(self) -> bool:
        return True

    def get_write_buffer_size(self) -> int:
        return self.other._bytes

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """They are what they are."""

    # --- reading -----------------------------------------------------------------------------

    def arrive(self, data: bytes) -> None:
        """The other end has written this."""
        if self._closing:
            return
        self._came.append(data)
        self._bytes += len(data)
        if self._bytes > _ENOUGH and not self._writer_waits:
            self._writer_waits = True
            cast(asyncio.Protocol, self.other._protocol).pause_writing()
        self._expect()

    def end(self) -> None:
        """The other end writes no more."""
        self._ended = True
        self._expect()

    def has_news(self) -> bool:
        return bool(self._came) or self._ended

    def _expect(self) -> None:
        if self._reading and not self._expected and not self._closing:
            self._expected = True
            self._loop.call_soon(self._read)

    def _read(self) -> None:
        self._expected = False
        if not self._reading or self._closing:
            return
        if self._came:
            read = b"".join(self._came)
            self._came = [read[_AT_ONCE:]] if len(read) > _AT_ONCE else []
            self._bytes = len(read) - len(read[:_AT_ONCE])
            if self._writer_waits and self._bytes <= _ENOUGH:
                self._writer_waits = False
                self.other._resume_writing()
            cast(asyncio.Protocol, self._protocol).data_received(read[:_AT_ONCE])
            if self.has_news():
                self._expect()
        elif self._ended and not self._told_of_end:
            self._told_of_end = True
            if not cast(asyncio.Protocol, self._protocol).eof_received():
                self.close()

    def _resume_writing(self) -> None:
        if not self._closing:
            cast(asyncio.Protocol, self._protocol).resume_writing()

    def is_reading(self) -> bool:
        return self._reading and not self._closing

    def pause_reading(self) -> None:
        self._reading = False

    def resume_reading(self) -> None:
        if not self._reading:
            self._reading = True
            if self.has_news():
                self._expect()

    # --- both --------------------------------------------------------------------------------

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self._protocol = protocol

    def get_protocol(self) -> asyncio.BaseProtocol:
        return self._protocol

    def is_closing(self) -> bool:
        return self._closing

    def close(self) -> None:
        if self._closing:
            return
        self._closing = True
        self._came.clear()
        self._bytes = 0
        self.other.end()
        self._loop.call_soon(self._protocol.connection_lost, None)

    def abort(self) -> None:
        self.close()


def connected(
    loop: asyncio.AbstractEventLoop, client: asyncio.BaseProtocol, serve: Factory, port: int
) -> End:
    """The client's end of a new connection to the server of this port, whose protocols ``serve``
    makes. Both ends begin at the loop's next turn."""
    here, there = ("127.0.0.1", next(_PORTS)), ("127.0.0.1", port)
    near = End(loop, client, here, there)
    near.other = End(loop, serve(), there, here)
    near.other.other = near
    loop.call_soon(near.other.begin)
    loop.call_soon(near.begin)
    return near

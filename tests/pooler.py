"""A stand-in for a pooler before PostgreSQL that knows transactions only, as PgBouncer does with
``pool_mode = transaction``.

It is written from the description of PostgreSQL's protocol. Several connections of programs share
few to the server: whoever says something gets a free one until that one's transaction is over.
"""

import asyncio
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from bot.common.tasks import end

_SOCKET: Final = ".s.PGSQL.5432"
_Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def _message(reader: asyncio.StreamReader) -> bytes:
    head = await reader.readexactly(5)
    (length,) = struct.unpack("!I", head[1:])
    return head + await reader.readexactly(length - 4)


class _Pooler:
    def __init__(self, server: str, most: int, *, in_turn: bool) -> None:
        self._server = server
        self._most = most
        self._in_turn = in_turn
        self._greeting = b""
        self._free: list[_Line] = []
        self._some = asyncio.Condition()
        self._lines: list[_Line] = []
        self.tasks: set[asyncio.Task[None]] = set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection of a program."""
        task = asyncio.current_task()
        assert task is not None
        self.tasks.add(task)
        try:
            (length,) = struct.unpack("!I", await reader.readexactly(4))
            hello = await reader.readexactly(length - 4)
            if len(self._lines) < self._most:
                await self._connect(struct.pack("!I", length) + hello)
            writer.write(self._greeting)
            said = await _message(reader)
            while said[:1] != b"X":
                said = await self._transaction(said, reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()
            self.tasks.discard(task)

    async def _connect(self, hello: bytes) -> None:
        line = await asyncio.open_unix_connection(f"{self._server}/{_SOCKET}")
        self._lines.append(line)
        line[1].write(hello)
        said = told = b""
        while said[:1] != b"Z":
            said = await _message(line[0])
            told += said
        self._greeting = self._greeting or told
        await self._give_back(line)

    async def _give_back(self, line: _Line) -> None:
        async with self._some:
            self._free.append(line)
            self._some.notify()

    async def _transaction(
        self, said: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> bytes:
        """What a program says until its transaction is over; returns what it says next."""
        async with self._some:
            await self._some.wait_for(lambda: bool(self._free))
            line = self._free.pop(0 if self._in_turn else -1)
        open_ones = 0

        async def answered() -> None:
            nonlocal open_ones
            while True:
                told = await _message(line[0])
                writer.write(told)
                open_ones -= told[:1] == b"Z"
                if told[:1] == b"Z" and told[5:6] == b"I" and not open_ones:
                    return

        answers = asyncio.create_task(answered())
        try:
            while True:
                open_ones += said[:1] in (b"Q", b"S")
                line[1].write(said)
                reading = asyncio.create_task(_message(reader))
                await asyncio.wait((reading, answers), return_when=asyncio.FIRST_COMPLETED)
                if answers.done():
                    await self._give_back(line)
                    return await reading
                said = reading.result()
        finally:
            answers.cancel()

    def close(self) -> None:
        for _, writer in self._lines:
            writer.close()


@asynccontextmanager
async def pooled(server: str, folder: Path, most: int, *, in_turn: bool) -> AsyncIterator[str]:
    """A pooler before the server whose socket is in that folder, with so many connections to it;
    gives the address of its own socket's folder. ``in_turn``: of the free ones it takes the one
    that was used longest ago, and not the last."""
    pooler = _Pooler(server, most, in_turn=in_turn)
    listening = await asyncio.start_unix_server(pooler.serve, f"{folder}/{_SOCKET}")
    async with listening:
        yield str(folder)
        await end(*pooler.tasks)
        pooler.close()

"""The loop of these tests: its time passes when nothing else can happen, and only then."""

import asyncio
import socket
import time
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager

import pytest

from tests.virtual import now, settle, the_loop, until


async def test_settling_waits_for_sockets_and_threads() -> None:
    heard: list[bytes] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while line := await reader.readline():
            await asyncio.to_thread(time.sleep, 0.002)
            writer.write(line)
        writer.close()

    async def ask() -> None:
        for number in range(50):
            writer.write(b"%d\n" % number)
            heard.append(await reader.readline())

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
    asking = asyncio.create_task(ask())
    await settle()
    assert len(heard) == 50
    await asking
    writer.close()
    await writer.wait_closed()
    server.close()


@asynccontextmanager
async def echo() -> AsyncIterator[int]:
    """A server that says everything once more; gives its port."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while said := await reader.read(2**20):
            writer.write(said)
            await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    yield server.sockets[0].getsockname()[1]
    server.close()


async def test_who_is_outside_the_loop_connects_as_ever() -> None:
    def ask(port: int) -> bytes:
        with socket.create_connection(("127.0.0.1", port)) as connection:
            connection.sendall(b"hello")
            return connection.recv(16)

    async with echo() as port:
        assert await asyncio.to_thread(ask, port) == b"hello"


async def test_all_arrives_in_its_order_however_much_it_is() -> None:
    """And the end after it. Who writes more than is read is asked to wait."""
    sent = b"".join(b"%d\n" % number for number in range(200_000))
    async with echo() as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(sent)
        drained = asyncio.create_task(writer.drain())
        await settle()
        assert not drained.done()
        assert await reader.readexactly(len(sent)) == sent
        await drained
        writer.write_eof()
        assert await reader.read() == b""
        writer.close()
        await writer.wait_closed()


async def test_who_has_gone_is_reached_no_more() -> None:
    async with echo() as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.transport.abort()
        assert await reader.read() == b""
    with pytest.raises(ConnectionRefusedError):
        await asyncio.open_connection("127.0.0.1", port)


@pytest.mark.dear
async def test_settling_waits_for_connections_that_the_kernel_puts_off() -> None:
    """A full queue turns them away without a word; they come back after a second of real time."""
    loop = the_loop()
    with socket.create_server(("127.0.0.1", 0), backlog=0) as listener, ExitStack() as sockets:

        def another() -> socket.socket:
            client = sockets.enter_context(socket.socket())
            client.setblocking(False)
            return client

        async def connect(client: socket.socket) -> None:
            await loop.sock_connect(client, listener.getsockname())

        connecting = [asyncio.create_task(connect(another())) for _ in range(5)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert not all(task.done() for task in connecting)
        listener.listen(5)
        await settle()
        assert all(task.done() for task in connecting)
        await asyncio.gather(*connecting)


async def test_what_never_comes_is_told() -> None:
    begin = now()
    with pytest.raises(AssertionError, match="no bus"):
        await until(lambda: False, within=60, what="no bus")
    assert now() - begin == 60

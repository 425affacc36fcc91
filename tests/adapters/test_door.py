"""Who comes in: silent connections end, newcomers find room, and the log stays short."""

import asyncio
import errno
import resource
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from types import SimpleNamespace

import pytest
import structlog
from aiohttp import ClientSession, web

from adapters import door
from adapters.door import Door

ASKED = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n"
Wires = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Hall:
    """A small server behind a door."""

    def __init__(self, way: Door, port: int) -> None:
        self.door = way
        self.port = port

    @asynccontextmanager
    async def caller(self) -> AsyncIterator[Wires]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            yield reader, writer
        finally:
            writer.transport.abort()

    async def is_served(self) -> bool:
        """Whether a newcomer gets an answer."""
        async with self.caller() as (reader, writer):
            writer.write(ASKED)
            return b"200 OK" in await reader.readline()

    async def counts(self, number: int) -> None:
        """Waits until so many connections are counted."""
        while len(self.door) != number:  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0)


@asynccontextmanager
async def hall(most: int = 100) -> AsyncIterator[Hall]:
    async def answer(_: web.Request) -> web.Response:
        return web.Response(text="hello")

    async def stay(request: web.Request) -> web.StreamResponse:
        if not way.takes_lines:
            raise web.HTTPServiceUnavailable
        line = web.WebSocketResponse()
        await line.prepare(request)
        with way.line(request):
            await line.receive()
        return line

    async def fail(_: web.Request) -> web.Response:
        raise RuntimeError

    async def leave(request: web.Request) -> web.StreamResponse:
        assert request.transport is not None
        request.transport.close()
        line = web.StreamResponse()
        await line.prepare(request)
        await line.write(b"hello")
        return line

    application = web.Application()
    application.router.add_get("/", answer)
    application.router.add_get("/leave", leave)
    application.router.add_get("/stay", stay)
    application.router.add_get("/fail", fail)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.setblocking(False)
        way = Door([listening], most)
        async with way.open(application):
            yield Hall(way, listening.getsockname()[1])


async def ended(reader: asyncio.StreamReader) -> bool:
    """Waits for the end of a connection; whether nothing was said before it."""
    try:
        return await reader.read() == b""
    except ConnectionError:
        return True


@pytest.mark.parametrize("said", [b"", b"GET / HT", ASKED[:-2]])
async def test_silent_connections_end(monkeypatch: pytest.MonkeyPatch, said: bytes) -> None:
    monkeypatch.setattr(door, "SILENT_SECONDS", 0.05)
    async with hall() as house, AsyncExitStack() as stack:
        callers = [await stack.enter_async_context(house.caller()) for _ in range(20)]
        for _, writer in callers:
            writer.write(said)
        assert all([await ended(reader) for reader, _ in callers])
        await house.counts(0)


async def test_who_reads_nothing_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers that nobody takes must not keep a connection: it asks for ever."""
    monkeypatch.setattr(door, "SILENT_SECONDS", 3600.0)
    monkeypatch.setattr(door, "CUT_SECONDS", 0.05)
    async with hall() as house, house.caller() as (_, writer):
        writer.write(ASKED * 20_000)
        async with house.caller() as (reader, _):
            assert await ended(reader), "the later one has come and gone, too"
        await house.counts(0)


async def test_an_old_visit_gets_its_last_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "SILENT_SECONDS", 3600.0)
    monkeypatch.setattr(door, "VISIT_SECONDS", -1.0)
    async with hall() as house, house.caller() as (reader, writer):
        writer.write(ASKED)
        answer = await reader.read()
        assert answer.startswith(b"HTTP/1.1 200")
        assert b"Connection: close" in answer


async def test_a_newcomer_takes_the_place_of_the_oldest_visit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(door, "SILENT_SECONDS", 3600.0)
    async with hall(most=8) as house, AsyncExitStack() as stack:
        callers = [await stack.enter_async_context(house.caller()) for _ in range(8)]
        await house.counts(8)
        with structlog.testing.capture_logs() as logs:
            for _ in range(20):
                assert await house.is_served()
        assert await ended(callers[0][0])
        assert [entry["event"] for entry in logs] == ["door.full"], "once, not each time"


async def test_lines_leave_room_for_visits() -> None:
    """A quarter of the connections is kept for those who only begin to load the page."""
    upgrade = (
        b"GET /stay HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    async with hall(most=8) as house, AsyncExitStack() as stack:
        answers = []
        for _ in range(8):
            reader, writer = await stack.enter_async_context(house.caller())
            writer.write(upgrade)
            answers.append((await reader.readline()).split()[1])
        assert answers == [b"101"] * 6 + [b"503"] * 2
        assert not house.door.takes_lines
        for _ in range(20):
            assert await house.is_served()
        assert not house.door.takes_lines, "no line ended for a visit"


async def test_a_line_outlives_what_ends_visits() -> None:
    async with hall() as house, house.caller() as (silent, _), ClientSession() as session:
        line = await session.ws_connect(f"http://127.0.0.1:{house.port}/stay")
        await house.counts(2)
        while not house.door._lines:  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0)
        house.door._end_oldest(100)
        assert await ended(silent)
        await house.counts(1)
        await line.close()
        await house.counts(0)


async def test_without_descriptors_visits_make_room_and_the_log_stays_short(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The system refuses until enough of the silent connections have ended."""
    monkeypatch.setattr(door, "SILENT_SECONDS", 3600.0)
    monkeypatch.setattr(door, "PAUSE_SECONDS", 0.0)
    loop = asyncio.get_running_loop()
    accept = loop.sock_accept
    refused = 0

    async with hall() as house, AsyncExitStack() as stack:
        for _ in range(40):
            await stack.enter_async_context(house.caller())
        await house.counts(40)

        async def scarce(listening: socket.socket) -> tuple[socket.socket, object]:
            nonlocal refused
            if len(house.door) > 10:
                refused += 1
                raise OSError(errno.EMFILE, "too many")
            return await accept(listening)

        monkeypatch.setattr(loop, "sock_accept", scarce)
        with structlog.testing.capture_logs() as logs:
            assert await house.is_served(), "the one that is accepted already"
            assert await house.is_served()
    assert refused > 3
    assert [entry["event"] for entry in logs] == ["door.exhausted"]
    assert (logs[0]["error"], logs[0]["times"]) == ("EMFILE", 1)


def test_a_trouble_is_logged_once_in_a_while_with_how_often_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = iter((1.0, 2.0, 3.0, 1.0 + door.LOG_SECONDS))
    monkeypatch.setattr(door, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    seldom = door.Seldom("door.full")
    with structlog.testing.capture_logs() as logs:
        for _ in range(4):
            seldom.note()
    assert [entry["times"] for entry in logs] == [1, 3]


def test_half_of_the_descriptors_are_kept_for_other_things() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))
        assert door.room() == 128
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.parametrize(
    "said",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",  # somebody speaks TLS
        b"NONSENSE\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost : here\r\n\r\n",
        b"GET / HTTP/1.1\r\nX: " + b"x" * 9000 + b"\r\n\r\n",
        b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\n\r\n",
    ],
)
async def test_what_is_not_http_learns_nothing_about_us(said: bytes) -> None:
    nothing = b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    async with hall() as house:
        with structlog.testing.capture_logs() as logs:
            for _ in range(5):
                async with house.caller() as (reader, writer):
                    writer.write(said)
                    assert await reader.read() == nothing
        assert [entry["event"] for entry in logs] == ["door.unclear"]


@pytest.mark.parametrize("path", [b"/", b"/nothing"])
async def test_no_answer_names_the_program(path: bytes) -> None:
    async with hall() as house, house.caller() as (reader, writer):
        writer.write(
            ASKED.replace(b"/ ", path + b" ").replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
        )
        answer = await reader.read()
        assert b"\r\nContent-Type: " in answer
        assert b"\r\nServer:" not in answer


@pytest.mark.errors("door.failed")
async def test_a_mistake_of_ours_tells_nothing_either() -> None:
    async with hall() as house, house.caller() as (reader, writer):
        writer.write(ASKED.replace(b"/ ", b"/fail "))
        answer = await reader.read()
        assert answer.startswith(b"HTTP/1.1 500 ")
        assert answer.endswith(b"\r\n\r\n")
        assert b"Server:" not in answer


async def test_whoever_leaves_before_the_answer_is_no_mistake() -> None:
    with structlog.testing.capture_logs() as logs:
        async with hall() as house, house.caller() as (reader, writer):
            writer.write(ASKED.replace(b"/ ", b"/leave "))
            assert await ended(reader)
            await house.counts(0)
    assert logs == []

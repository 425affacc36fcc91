"""Two processes on one PostgreSQL are restarted one after the other while people play on the page.

Nobody at a table notices more than that the page's line broke and was opened again: no press is
lost or refused for good, everybody keeps seat and cards, deadlines go on.
"""

import asyncio
import itertools
import json
import random
import signal
import socket
import subprocess
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from aiohttp import ClientError, ClientSession, ClientWebSocketResponse, WSMsgType

from tests.adapters.test_run import PATIENCE, TRUCO, environment
from tests.postgres import make_database, missing, server

Message = dict[str, Any]


@pytest.fixture
def database() -> Iterator[str]:
    """The address of an empty database."""
    if why := missing():
        pytest.skip(why)
    with server() as folder:
        yield asyncio.run(make_database(folder, "club"))


class Processes:
    """``truco run`` twice, each on a port that stays its own."""

    def __init__(self, folder: Path, database: str) -> None:
        self._folder = folder
        self._database = database
        self.ports = [free_port(), free_port()]
        self._running: list[subprocess.Popen[str] | None] = [None, None]

    async def start(self, number: int) -> None:
        settings = {
            "TRUCO_DATABASE_URL": self._database,
            "TRUCO_BEACON": "off",
            "TRUCO_PLAYGROUND_PORT": str(self.ports[number]),
            "TRUCO_LOG_LEVEL": "warning",
            "TRUCO_ROBOT_DELAY": "0",
            "TRUCO_SECRET_KEY": "k" * 32,
        }
        process = self._running[number] = self._begin(settings)
        assert process.stdout is not None
        told = await asyncio.to_thread(process.stdout.readline)
        assert "http://" in told, process.communicate()[1]

    def _begin(self, settings: dict[str, str]) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [*TRUCO, "run"],
            cwd=self._folder,
            env=environment(**settings),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    async def stop(self, number: int) -> None:
        """In order; nothing is said on standard error."""
        process = self._running[number]
        assert process is not None
        process.send_signal(signal.SIGTERM)
        _, told = await asyncio.to_thread(process.communicate, timeout=PATIENCE)
        assert (process.returncode, told) == (0, "")

    def kill(self) -> None:
        for process in self._running:
            if process is not None:
                process.kill()
                process.communicate()


@contextmanager
def processes(folder: Path, database: str) -> Iterator[Processes]:
    both = Processes(folder, database)
    try:
        yield both
    finally:
        both.kill()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Page:
    """What the page's script does: opens its line again, at whichever process answers, says who it
    is, and asks again for what got no answer."""

    def __init__(self, session: ClientSession, ports: list[int], name: str) -> None:
        self._session = session
        self._ports = ports
        self.at = 0
        """Which process its proxy sends it to."""
        self.name = name
        self.match = ""
        self.matches: set[str] = set()
        """Every match it has shown."""
        self.screen: Message = {}
        self.lines = 0
        """So often it has been welcomed."""
        self.up = asyncio.Event()
        self.answers: dict[str, Message] = {}
        self.shown: list[Message] = []
        self._waiting: dict[str, Message] = {}
        self._ids = itertools.count(1)
        self._socket: ClientWebSocketResponse | None = None
        self.news = asyncio.Event()

    async def live(self) -> None:
        while True:
            address = f"http://127.0.0.1:{self._ports[self.at]}"
            with suppress(ClientError, OSError):
                async with self._session.ws_connect(
                    f"{address}/ws", headers={"Origin": address}
                ) as self._socket:
                    await self._talk(self._socket)
            self.up.clear()
            self._socket = None
            self.at = 1 - self.at
            await asyncio.sleep(0.1)

    async def _talk(self, line: ClientWebSocketResponse) -> None:
        key = f"{self.name:_<22}"
        await line.send_json({"t": "hello", "key": key, "name": self.name, "match": self.match})
        async for frame in line:
            if frame.type is not WSMsgType.TEXT:
                return
            message = json.loads(frame.data)
            if message["t"] == "welcome":
                self.lines += 1
                self.up.set()
                for asked in list(self._waiting.values()):
                    await line.send_json(asked)
            if message.get("id"):
                self._waiting.pop(message["id"], None)
                self.answers[message["id"]] = message
            if message["t"] == "watching":
                self.match = message["match"]
                self.matches.add(self.match)
            if message["t"] == "picture" and message["screen"]:
                self.screen = message["screen"]
                self.shown.append(self.screen)
            self.news.set()

    async def ask(self, t: str, **fields: object) -> Message:
        """Asks for something, once, and gives the answer."""
        id = f"{self.name}-{next(self._ids)}"
        self._waiting[id] = {"t": t, "id": id, **fields}
        if self._socket is not None and self.up.is_set():
            with suppress(ConnectionError, ClientError):
                await self._socket.send_json(self._waiting[id])
        await self.until(lambda: id in self.answers)
        return self.answers[id]

    async def until(self, holds: Any) -> None:
        async with asyncio.timeout(PATIENCE):
            while not holds():
                self.news.clear()
                await self.news.wait()

    @property
    def mine(self) -> list[str]:
        """The steps of the running hand that this page offers while it is asked."""
        seats = [seat["seat"] for seat in self.screen.get("seats", ()) if seat["me"]]
        if not seats or seats[0] not in self.screen["asked"]:
            return []
        marks = [*self.screen["cards"], *self.screen["buttons"]]
        found = [mark["token"] for mark in marks if mark["token"]]
        return [token for token in found if token.split(".")[3][:1].islower() and "?" not in token]

    @property
    def over(self) -> bool:
        """Whether the match on the page has ended."""
        return any(
            button["token"].endswith(".REMATCH") for button in self.screen.get("buttons", ())
        )

    @property
    def cards(self) -> list[str]:
        return [card["code"] for card in self.screen.get("cards", ())]


@asynccontextmanager
async def at_the_page(both: Processes, *names: str) -> AsyncIterator[list[Page]]:
    async with ClientSession() as session:
        pages = [Page(session, both.ports, name) for name in names]
        for number, page in enumerate(pages):
            page.at = number % 2
        lives = [asyncio.create_task(page.live()) for page in pages]
        try:
            yield pages
        finally:
            for life in lives:
                life.cancel()
            await asyncio.wait(lives)


async def seated(ana: Page, beto: Page) -> None:
    """A table for two, whose time for a turn outlasts the test."""
    await ana.ask("line", text="/jugar jugadores:2 variante:argentino puntos:30 tiempo:600")
    await ana.until(lambda: ana.match)
    assert (await beto.ask("sit", match=ana.match))["tone"] == "ok"
    await beto.until(lambda: beto.match == ana.match)
    await ana.until(
        lambda: any(button["token"].endswith(".START") for button in ana.screen.get("buttons", ()))
    )
    start = next(button for button in ana.screen["buttons"] if button["token"].endswith(".START"))
    assert (await ana.ask("press", token=start["token"]))["tone"] == "ok"
    for page in (ana, beto):
        await page.until(lambda page=page: len(page.cards) == 3)


class Players:
    """They play on whatever happens, and remember what they were told.

    ``alone`` plays with a robot and begins another match when hers has ended: one accepted falta
    envido may end a match in its first hand.
    """

    def __init__(self, pages: list[Page], alone: Page) -> None:
        self._pages = pages
        self._alone = alone
        self._rng = random.Random(1)
        self._news = asyncio.Event()
        self._over = False
        self.accepted: list[str] = []
        self.wrong: list[Message] = []

    async def play(self) -> None:
        await asyncio.gather(*(self._plays(page) for page in self._pages))

    def end(self) -> None:
        """They press no more; what is pressed is answered still."""
        self._over = True
        for page in self._pages:
            page.news.set()

    async def _plays(self, page: Page) -> None:
        while True:
            await page.until(lambda: page.mine or self._over or (page is self._alone and page.over))
            if self._over:
                return
            if page is self._alone and page.over:
                await page.ask("quick", players=2)
                await page.until(lambda: not page.over)
                continue
            steps = [token for token in page.mine if ".play " in token] or page.mine
            step = self._rng.choice(steps)
            answer = await page.ask("press", token=step)
            if answer["t"] == "reply" and answer["tone"] == "ok":
                self.accepted.append(step)
                self._news.set()
                # However long the line is down: what is pressed next is pressed in a newer picture.
                # A page that comes back to the other process may be shown the one before once more,
                # and counts its pictures anew; but a step is offered at one moment alone.
                await page.until(lambda step=step: step not in page.mine or self._over)
                continue
            if answer["t"] != "reply" or answer["tone"] != "stale":
                self.wrong.append(answer)
            before = page.screen
            with suppress(TimeoutError):
                async with asyncio.timeout(1.0):
                    await page.until(lambda before=before: page.screen is not before)

    async def taken(self, more: int) -> None:
        """Waits until so many more steps have been accepted."""
        wanted = len(self.accepted) + more
        async with asyncio.timeout(PATIENCE):
            while len(self.accepted) < wanted:
                self._news.clear()
                await self._news.wait()


async def steps_of(matches: set[str], database: str) -> list[str]:
    """What was done at these tables, as the log tells it."""
    connection = await asyncpg.connect(database)
    rows = await connection.fetch("SELECT text FROM log WHERE match = ANY($1)", list(matches))
    await connection.close()
    lines = [line for row in rows for line in row["text"].splitlines()]
    return [line.partition(" ")[2] for line in lines if line[:1].isdigit()]


async def robot_acts(players: Players, alone: Page, database: str) -> None:
    """Waits until more has been done at her tables than she could do without the robot.

    It is looked up after each step of anybody: two people who press at once take many steps while
    a robot thinks.
    """
    before = len(await steps_of(alone.matches, database))
    async with asyncio.timeout(PATIENCE):
        while len(await steps_of(alone.matches, database)) <= before + 1:
            await players.taken(1)


@pytest.mark.dear
async def test_a_rolling_restart_is_not_noticed_at_the_table(tmp_path: Path, database: str) -> None:
    with processes(tmp_path, database) as both:
        await asyncio.gather(both.start(0), both.start(1))
        async with at_the_page(both, "Ana", "Beto", "Carla") as (ana, beto, carla):
            await seated(ana, beto)
            await carla.ask("quick", players=2)  # a robot's turn is a deadline
            players = Players([ana, beto, carla], alone=carla)
            playing = asyncio.create_task(players.play())
            try:
                await players.taken(4)
                for number in (0, 1):
                    await both.stop(number)
                    await players.taken(4)
                    await both.start(number)
                    await players.taken(2)
                    await robot_acts(players, carla, database)
            finally:
                players.end()
                await playing
            assert players.wrong == []
            assert ana.lines + beto.lines + carla.lines >= 6
            told = {
                line["id"]
                for page in (ana, beto, carla)
                for screen in page.shown
                for line in screen["lines"]
            }
            assert "clock.rested" not in told
        accepted = Counter(
            step.split(".")[3] for step in players.accepted if step.split(".")[1] == ana.match
        )
        log = Counter(await steps_of({ana.match}, database))
        assert accepted == log, "none is lost, and none done twice"

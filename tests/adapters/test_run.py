"""``truco run`` and ``truco health`` as whoever hosts them meets them."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import aiohttp
import asyncpg
import pytest

from tests.postgres import make_database, missing, server
from tests.rights import without_privileges

ROOT = Path(__file__).parents[2]
PATIENCE: Final = 200.0
"""Seconds until something that does not happen is missed."""
TRUCO = [sys.executable, "-m", "adapters.cli"]


def environment(**settings: str) -> dict[str, str]:
    plain = {name: value for name, value in os.environ.items() if not name.startswith("TRUCO_")}
    return plain | {"PYTHONPATH": str(ROOT), "TRUCO_BEACON": "off", **settings}


def truco(folder: Path, command: str, **settings: str) -> subprocess.CompletedProcess[str]:
    return answer_of([*TRUCO, command], folder, **settings)


def answer_of(words: list[str], folder: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        words,
        cwd=folder,
        env=environment(**settings),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


@contextmanager
def running(folder: Path, **settings: str) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """The process, and the address that it announced."""
    settings = {"TRUCO_PLAYGROUND_PORT": "0", "TRUCO_LOG_LEVEL": "warning", **settings}
    process = subprocess.Popen(
        [*TRUCO, "run"],
        cwd=folder,
        env=environment(**settings),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        told = process.stdout.readline()
        assert "http://" in told, process.communicate()[1]
        yield process, next(word for word in told.split() if word.startswith("http://"))
    finally:
        process.kill()
        process.communicate()


def one_line(answer: subprocess.CompletedProcess[str], *words: str, code: int = 2) -> None:
    assert answer.returncode == code, answer
    assert answer.stdout == ""
    assert answer.stderr.startswith("truco: ")
    assert answer.stderr.count("\n") == 1, answer.stderr
    for word in words:
        assert word in answer.stderr


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield int(other.getsockname()[1])


TELEGRAM: Final = {
    "TELEGRAM_TOKEN": "4242:abc",
    "TELEGRAM_API_URL": "http://127.0.0.1:1",
    "TELEGRAM_WEBHOOK_URL": "https://truco.example.org/telegram",
    "TELEGRAM_WEBHOOK_SECRET": "sesame",
}
ELSEWHERE: Final = {"PLAYGROUND_HOST": "192.0.2.1", "PLAYGROUND_PORT": "0"}
NO_START: Final[dict[str, tuple[dict[str, str], str]]] = {
    "a taken port": ({"PLAYGROUND_PORT": "TAKEN"}, "TAKEN taken TRUCO_PLAYGROUND_PORT"),
    "a taken port of the webhook": (
        {**TELEGRAM, "TELEGRAM_WEBHOOK_PORT": "TAKEN"},
        "TAKEN taken TRUCO_TELEGRAM_WEBHOOK_PORT",
    ),
    "an address of somebody else": (ELSEWHERE, "192.0.2.1 TRUCO_PLAYGROUND_HOST"),
    "a wrong port": ({"PLAYGROUND_PORT": "99999"}, "TRUCO_PLAYGROUND_PORT"),
    "a wrong database": ({"DATABASE_URL": "data/truco.db"}, "TRUCO_DATABASE_URL"),
}
"""By what is wrong: the settings, and words of the one sentence that tells it."""


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param(wrong, marks=[pytest.mark.dear] * (wrong != "a taken port"))
        for wrong in NO_START
    ],
)
def test_it_does_not_start(tmp_path: Path, taken: int, wrong: str) -> None:
    given, told = NO_START[wrong]
    settings = {
        f"TRUCO_{name}": str(taken) if value == "TAKEN" else value for name, value in given.items()
    }
    one_line(truco(tmp_path, "run", **settings), *told.replace("TAKEN", str(taken)).split())
    if "webhook" not in wrong:
        assert list(tmp_path.iterdir()) == [], "before anything is written"


@pytest.mark.dear
def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("buy yerba\n" * 100)
    answer = truco(
        tmp_path, "run", TRUCO_DATABASE_URL="sqlite:///notes.txt", TRUCO_PLAYGROUND_PORT="0"
    )
    one_line(answer, "notes.txt")
    assert (tmp_path / "notes.txt").read_text() == "buy yerba\n" * 100


@pytest.mark.dear
def test_killed_behind_a_proxy(tmp_path: Path) -> None:
    """The public address was announced; what it wrote last is old after a while; and a database
    that cannot be written is told."""
    public = "http://truco.example.org"
    with running(tmp_path, TRUCO_PUBLIC_URL=public) as (_, address):
        assert address == public
    file = tmp_path / "data" / "truco.db.health"
    told = json.loads(file.read_text())
    file.write_text(json.dumps(told | {"at": told["at"] - 60}))
    one_line(truco(tmp_path, "health"), "sign of life", code=1)
    database = tmp_path / "data" / "truco.db"
    database.chmod(0o400)
    words = without_privileges([*TRUCO, "run"])
    answer = answer_of(words, tmp_path, TRUCO_PLAYGROUND_PORT="0")
    one_line(answer, "read-only")


def stopped(process: "subprocess.Popen[str]", number: signal.Signals) -> None:
    process.send_signal(number)
    _, told = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert told == ""


@pytest.mark.dear
def test_from_its_start_until_it_is_asked_to_stop(tmp_path: Path) -> None:
    """It is well only while it runs, and no second process may use its file."""
    one_line(truco(tmp_path, "health"), "no bot", "truco.db", code=1)
    with running(tmp_path) as (process, address):
        with urllib.request.urlopen(f"{address}health", timeout=PATIENCE) as answer:
            assert answer.status == 200
        well = truco(tmp_path, "health")
        assert (well.returncode, well.stdout) == (0, "ok\n")
        second = truco(tmp_path, "run", TRUCO_PLAYGROUND_PORT="0")
        one_line(second, "truco.db", "another process")
        stopped(process, signal.SIGINT)
        one_line(truco(tmp_path, "health"), "no bot", code=1)


async def test_killed_and_started_again_the_hand_goes_on(tmp_path: Path) -> None:
    """The page opens its line again and finds its cards, as if nothing had happened; and what is
    asked to stop stops."""
    key = "killed-and-started-again"
    with running(tmp_path) as (process, address):
        before = await cards_of(address, key, quick=True)
        process.kill()
    with running(tmp_path) as (process, address):
        assert await cards_of(address, key, quick=False) == before
        stopped(process, signal.SIGTERM)
    assert len(before) == 3


async def cards_of(address: str, key: str, *, quick: bool) -> list[str]:
    """The cards that this person's tab is shown, at a table for two opened now or before."""
    origin = {"Origin": address.rstrip("/")}
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{address}ws", headers=origin) as line,
        asyncio.timeout(PATIENCE),
    ):
        await line.send_json({"t": "hello", "key": key, "name": "Ana"})
        if quick:
            await line.send_json({"t": "quick", "id": "1", "players": 2})
        while True:
            message = await line.receive_json()
            if message["t"] == "seal":
                azar = {"t": "azar", "match": message["match"], "chance": "0a" * 32}
                await line.send_json(azar)
            if message["t"] == "picture" and message["screen"]["kind"] == "hand":
                return [card["code"] for card in message["screen"]["cards"]]


KEY: Final = {"TRUCO_SECRET_KEY": "k" * 32}


@pytest.fixture
def postgresql() -> Iterator[str]:
    """The address of an empty database."""
    if why := missing():
        pytest.skip(why)
    with server() as folder:
        yield asyncio.run(make_database(folder, "club"))


@pytest.mark.dear
def test_the_doctor_looks_at_postgresql(tmp_path: Path, postgresql: str) -> None:
    """An empty database is well before the first start; an old one, and none at all, are not."""

    def doctor(url: str) -> tuple[int, str]:
        answer = answer_of([*TRUCO, "doctor"], tmp_path, TRUCO_DATABASE_URL=url, **KEY)
        return answer.returncode, answer.stdout

    code, said = doctor(postgresql)
    assert (code, "first start" in said) == (0, True)
    answer_of([*TRUCO, "db", "upgrade"], tmp_path, TRUCO_DATABASE_URL=postgresql, **KEY)
    assert doctor(postgresql)[0] == 0

    async def make_old() -> None:
        connection = await asyncpg.connect(postgresql)
        await connection.execute("UPDATE alembic_version SET version_num = '0001'")
        await connection.close()

    asyncio.run(make_old())
    code, said = doctor(postgresql)
    assert (code, "0001" in said) == (1, True)
    code, said = doctor(postgresql.replace("club", "nowhere"))
    assert (code, "There is no database" in said) == (1, True)


@pytest.mark.dear
def test_on_postgresql(tmp_path: Path, postgresql: str) -> None:
    """Two processes share it, and a folder; health and check say that all is well."""
    url = {"TRUCO_DATABASE_URL": postgresql, **KEY}
    with running(tmp_path, **url) as (first, _), running(tmp_path, **url):
        assert truco(tmp_path, "health", **url).stdout == "ok\n"
        os.kill(first.pid, signal.SIGSTOP)
        stuck = tmp_path / "data" / "club.health"
        told = json.loads(stuck.read_text())
        assert told["process"] == first.pid
        stuck.write_text(json.dumps(told | {"at": told["at"] - 60}))
        one_line(truco(tmp_path, "health", **url), str(first.pid), code=1)
        os.kill(first.pid, signal.SIGCONT)
        check = answer_of([*TRUCO, "db", "check"], tmp_path, **url)
        assert (check.returncode, check.stdout) == (0, "ok\n")
        copy = answer_of([*TRUCO, "db", "backup", "copy.db"], tmp_path, **url)
        one_line(copy, "pg_dump")

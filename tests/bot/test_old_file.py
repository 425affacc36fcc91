"""A file that an older version wrote while people played goes forwards and back.

``data/file-0002.sql.gz`` was written by the bot as it was before its tables had sums, seals and
lived time: a lobby, a match that is over, and ten that run, of every game, in the middle of a hand.
"""

import gzip
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from bench.presses import turn
from bot import tokens
from bot.host import database
from bot.match.vault import Vault
from bot.messages import Accepted
from bot.model import Status
from bot.store import SqlStore
from engine.record.notation import parse_record
from engine.record.replay import replay
from engine.variants import VARIANTS
from tests.bot.helpers import FakeTime, Table, migrated

OLD: Final = Path(__file__).parent / "data" / "file-0002.sql.gz"
PLAYED: Final = 600
"""More steps than any of its matches needs to end."""

Rows = dict[str, list[tuple[Any, ...]]]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "truco.db"
    with closing(sqlite3.connect(made)) as connection:
        connection.executescript(gzip.decompress(OLD.read_bytes()).decode())
    return made


def rows_of(file: Path) -> Rows:
    """Everything in the tables of the old version, but for the moments of deadlines: these rest
    while no bot runs."""
    with closing(sqlite3.connect(file)) as connection:
        names = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
        found: Rows = {
            name: sorted(connection.execute(f'SELECT * FROM "{name}"'), key=repr)
            for (name,) in names.fetchall()
        }
    found["deadlines"] = [(*row[:3], *row[4:]) for row in found["deadlines"]]
    found["matches"] = [
        tuple(_read(value) if str(value).startswith("{") else value for value in row)
        for row in found["matches"]
    ]
    return found


def _read(text: str) -> dict[str, Any]:
    """What stands in the row of a match; the old version passes over the seal."""
    return {name: value for name, value in json.loads(text).items() if name != "sealed"}


async def played(table: Table, rng: Random, most: int) -> None:
    """So many steps of people or of the clock, unless the match ends before."""
    for _ in range(most):
        info = await table.service.matches.info(table.match)
        assert info is not None
        if info.status is not Status.PLAYING:
            return
        people = [seat.person for seat in info.seats]
        chosen = await turn(table.service.matches, table.match, people, str, rng)
        if chosen is None:
            await table.next_deadline()
        else:
            person, token = chosen
            command = tokens.command(token, person=person, request=table.request(), name="Ana")
            assert command is not None
            assert isinstance(await table.send(command), Accepted)


async def opened_and_closed(file: Path) -> None:
    store = await SqlStore.open(f"sqlite:///{file}")
    await store.close()


OLD_KINDS: Final = {"lobby", "turn", "robot", "deal", "close", "abandon"}
"""Of deadlines: the old version knows no others."""


async def test_what_went_forwards_comes_back_as_it_was(file: Path) -> None:
    before = rows_of(file)
    assert len(before["log"]) > 400
    await opened_and_closed(file)
    assert await database.check(f"sqlite:///{file}") == ()
    migrated(file, "0002")
    assert rows_of(file) == before


async def test_what_was_played_since_comes_back_too(file: Path) -> None:
    before = rows_of(file)
    store = await SqlStore.open(f"sqlite:///{file}")
    time = FakeTime()
    time.begin(await store.lived())
    table, rng = Table(store, time=time), Random(1)
    table.requests = 1_000_000
    for table.match in await store.matches():
        await played(table, rng, 3)
    await store.close()
    migrated(file, "0002")
    after = rows_of(file)
    assert {row[2] for row in after["deadlines"]} <= OLD_KINDS
    assert len(after["log"]) > len(before["log"]) + 20
    assert set(after) == set(before)


async def test_a_match_without_a_commitment_is_dealt_as_before(file: Path) -> None:
    """A vault makes secrets for new tables only."""
    store = await SqlStore.open(f"sqlite:///{file}")
    time = FakeTime()
    time.begin(await store.lived())
    table = Table(store, time=time, vault=Vault(b"k" * 32))
    table.requests = 1_000_000
    try:
        rows = [await store.load(match) for match in await store.matches()]
        running = [one for one in rows if one and one.row.info.status is Status.PLAYING]
        table.match = running[0].row.info.match
        before = running[0].row.info.version
        await played(table, Random(1), 60)
        info = await table.service.matches.info(table.match)
        assert info is not None
        assert info.version > before + 40
        assert info.commitment == info.root == ""
        texts = [row.text for row in await store.log(table.match)]
        assert sum("hand dealer" in text for text in texts[before:]) > 1
        assert not [text for text in texts if "proof" in text]
        assert await store.secret_of(table.match) is None
    finally:
        await store.close()


@pytest.mark.dear
async def test_its_matches_are_played_to_the_end(file: Path) -> None:
    store = await SqlStore.open(f"sqlite:///{file}")
    time = FakeTime()
    time.begin(await store.lived())
    rng, games = Random(1), set[str]()
    try:
        for match in await store.matches():
            table = Table(store, time=time)
            table.match, table.requests = match, 1_000_000
            info = await table.service.matches.info(match)
            assert info is not None
            if info.status is not Status.PLAYING:
                continue
            games.add(info.variant)
            await played(table, rng, PLAYED)
            info = await table.service.matches.info(match)
            assert info is not None
            assert info.status is Status.OVER
            text = await table.service.matches.record(match)
            assert text is not None
            assert replay(parse_record(text)).error is None
    finally:
        await store.close()
    assert games == set(VARIANTS)
    assert await database.check(f"sqlite:///{file}") == ()
    migrated(file, "0002")
    old = rows_of(file)
    assert len({row[0] for row in old["results"]}) == len(games) + 5

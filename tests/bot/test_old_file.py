"""A file that version 0.1.0 wrote while people played goes forwards and back.

``data/file-0017.sql.gz`` has a lobby, matches that run, of every game, in the middle of a hand, and
matches that are over: of people, of a person and a robot, of two and more; most are packed. Half of
those that run have no commitment, and the first results are older than games and earnings.
"""

import gzip
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from bench.presses import turn
from bot import tokens
from bot.environment import Config
from bot.host import database
from bot.match.vault import Vault
from bot.messages import Accepted
from bot.model import MatchInfo, Status
from bot.store import Store
from bot.store.queries import commitment_register, match_queries
from engine.record.notation import parse_record
from engine.record.replay import replay
from engine.variants import VARIANTS
from tests.bot.helpers import FakeTime, Table, migrated
from tests.narrow import present

OLD: Final = Path(__file__).parent / "data" / "file-0017.sql.gz"
PLAYED: Final = 600
"""More steps than any of its matches needs to end."""

FILLED: Final = (
    "log",
    "records",
    "results",
    "ratings",
    "rated",
    "transfers",
    "register",
    "secrets",
)
"""Tables in which the file has rows."""

Rows = dict[str, list[tuple[Any, ...]]]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "truco.db"
    with closing(sqlite3.connect(made)) as connection:
        connection.executescript(gzip.decompress(OLD.read_bytes()).decode())
    return made


def rows_of(file: Path) -> Rows:
    """Everything in the tables."""
    with closing(sqlite3.connect(file)) as connection:
        names = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
        return {
            name: sorted(connection.execute(f'SELECT * FROM "{name}"'), key=repr)
            for (name,) in names.fetchall()
        }


async def played(table: Table, rng: Random, most: int) -> None:
    """So many steps of people or of the clock, unless the match ends before."""
    for _ in range(most):
        info = await table.info()
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


async def opened(file: Path) -> tuple[Store, Table]:
    """A service on the file, with the key of its secrets, at the moment when it was closed."""
    store = await Store.open(f"sqlite:///{file}")
    time = FakeTime()
    time.begin(await store.read(match_queries.lived))
    config = Config(robot_budget=0, turn_seconds=3600)  # time for the people of every match
    table = Table(store, time=time, config=config, vault=Vault(b"k" * 32))
    table.requests = 9_000_000
    return store, table


async def running(store: Store) -> list[MatchInfo]:
    """The matches that are played."""
    rows = [
        await store.read(match_queries.load, match)
        for match in await store.read(match_queries.all_matches)
    ]
    return [found.row.info for found in rows if found and found.row.info.status is Status.PLAYING]


async def test_what_went_forwards_comes_back_as_it_was(file: Path) -> None:
    before = rows_of(file)
    assert [name for name in FILLED if not before[name]] == []
    await database.upgrade(f"sqlite:///{file}")
    assert await database.check(f"sqlite:///{file}") == ()
    migrated(file, "0017")
    assert rows_of(file) == before


async def test_broken_deadlines_break_no_other_match(file: Path) -> None:
    broken = set[str]()
    with closing(sqlite3.connect(file)) as connection:
        rows = connection.execute(
            "SELECT min(rowid), match FROM deadlines GROUP BY match"
        ).fetchall()
        damages = ("due = 'soon'", "kind = x'ff00'", "match = x'ff00'")
        for (row, match), damage in zip(rows, damages, strict=False):
            connection.execute(f"UPDATE deadlines SET {damage} WHERE rowid = {row}")
            broken.add(match)
        connection.commit()
    await database.upgrade(f"sqlite:///{file}")
    found = await database.check(f"sqlite:///{file}")
    assert len(found) == len(damages)
    assert all(any(match in problem for problem in found) for match in broken)
    store = await Store.open(f"sqlite:///{file}")
    others = {row.match for row in await store.deadlines()} - broken
    assert len(others) > 2
    for match in others:
        assert await store.read(match_queries.load, match) is not None
    await store.close()


async def test_what_was_played_since_comes_back_too(file: Path) -> None:
    """A match without a commitment is dealt as before: a vault makes secrets for new tables
    only."""
    before = rows_of(file)
    store, table = await opened(file)
    rng = Random(1)
    try:
        playing = await running(store)
        for info in playing:
            table.match = info.match
            await played(table, rng, 3)
        uncommitted = [info for info in playing if not info.commitment]
        table.match = next(info.match for info in uncommitted if info.variant == "argentino")
        began = (await table.info()).version
        await played(table, rng, 60)
        info = await table.info()
        assert info.version > began + 40
        assert info.commitment == info.root == ""
        texts = [row.text for row in await store.read(match_queries.whole_log, table.match)]
        assert sum("hand dealer" in text for text in texts[began:]) > 1
        assert not [text for text in texts if "proof" in text]
        assert await store.read(commitment_register.secret_of, table.match) is None
    finally:
        await store.close()
    migrated(file, "0017")
    after = rows_of(file)
    assert len(after["log"]) > len(before["log"]) + 20
    assert set(after) == set(before)


@pytest.mark.dear
async def test_its_matches_are_played_to_the_end(file: Path) -> None:
    before = {row[0] for row in rows_of(file)["results"]}
    store, table = await opened(file)
    rng = Random(1)
    try:
        matches = await running(store)
        for info in matches:
            table.match = info.match
            await played(table, rng, PLAYED)
            assert (await table.info()).status is Status.OVER
            text = present(await table.service.matches.record(info.match))
            assert replay(parse_record(text)).error is None
    finally:
        await store.close()
    assert {info.variant for info in matches} == set(VARIANTS)
    assert await database.check(f"sqlite:///{file}") == ()
    migrated(file, "0017")
    after = {row[0] for row in rows_of(file)["results"]}
    assert after - before == {info.match for info in matches}

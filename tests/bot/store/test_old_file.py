"""A file that version 0.1.0 wrote while people played goes forwards."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from bot.environment import Config
from bot.host import database
from bot.match.vault import Vault
from bot.messages import Accepted, Refused
from bot.model import MatchInfo, Status
from bot.store import Changes, Store
from bot.store.changes import Repeated, marked
from bot.store.model import StoredAnswer
from bot.store.notices import NoticeState
from bot.store.queries import commitment_register, match_queries, scoreboard_queries
from bot.store.results.standings import ALONE, ALWAYS, EVERYWHERE, Scope
from engine.record.notation import parse_record
from engine.record.replay import replay
from engine.variants import VARIANTS
from tests.bot.conftest import open_store
from tests.bot.helpers import FakeTime, Table
from tests.bot.match.proofs import go_on
from tests.bot.version_0_1_0 import write_file
from tests.narrow import present
from tests.stores import asked, execute

PLAYED: Final = 600
"""More steps than any of its matches needs to end."""

AS_THEY_WERE: Final = (
    *("answers", "badges", "balances", "finished", "matches", "meetings", "notices", "records"),
    *("secrets", "settings", "sitting", "transfers"),
)
"""Tables whose rows stay as they are."""

Rows = dict[str, list[tuple[Any, ...]]]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "truco.db"
    write_file(made)
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
        await go_on(table, info, rng)


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


async def test_nothing_is_lost_on_the_way(file: Path) -> None:
    before = rows_of(file)
    await database.upgrade(f"sqlite:///{file}")
    assert await database.check(f"sqlite:///{file}") == ()
    after = rows_of(file)
    for table in AS_THEY_WERE:
        assert before[table], table
        assert after[table] == before[table], table
    for table, new in {"log": 4, "register": 1}.items():
        assert before[table], table
        assert after[table] == [(*row, *[None] * new) for row in before[table]], table
    told = [deadline for _, _, rows in after["deadlines"] for deadline in json.loads(rows)]
    assert sorted(tuple(row.values()) for row in told) == sorted(before["deadlines"])


async def test_what_was_answered_and_called_counts_still(file: Path) -> None:
    """It has rows of its own; later answers and calls stand in the log."""
    before = rows_of(file)
    person, request, reply, _ = before["answers"][0]
    waiting = {row[0] for row in before["notices"] if row[-1] == "waiting"}
    async with open_store(f"sqlite:///{file}") as store:
        again = StoredAnswer(person, request, Refused("NOT_YOUR_TURN"), 2e9)
        (outcome,) = await store.commit([Changes(answer=again)])
        assert json.loads(reply)["type"] == "Accepted"
        assert outcome == Repeated(Accepted(json.loads(reply)["match"]))
        notices = await store.notices_waiting()
        assert {notice.id for notice in notices} == waiting
        taken, *others = notices
        await store.commit([marked(taken, NoticeState.TAKEN)])
        assert await store.notices_waiting() == tuple(others)


async def test_a_surface_should_show_the_version_of_its_match(file: Path) -> None:
    """Version 0.1.0 wrote that version beside the surface."""
    execute(file, "UPDATE surfaces SET shown = wanted - 1")
    wanted = set(asked(file, "SELECT id, wanted FROM surfaces"))
    async with open_store(f"sqlite:///{file}") as store:
        behind = await store.surfaces_behind()
    assert {(surface.id, surface.wanted) for surface in behind} == wanted != set()


async def test_ratings_of_each_size_become_one(file: Path) -> None:
    """One rating for each game, counted from its matches again."""
    moved = "match = '8xdfx26k'"
    execute(
        file,
        f"UPDATE rated SET players = 4, number = 1 WHERE {moved}",
        f"UPDATE results SET players = 4 WHERE {moved}",
    )
    await database.upgrade(f"sqlite:///{file}")
    ratings = "SELECT variant, person, matches FROM ratings WHERE community = '*' ORDER BY 1, 2"
    assert asked(file, ratings) == [
        ("argentino", "discord:1", 1),
        ("argentino", "discord:3", 1),
        ("argentino", "telegram:2", 2),
        ("paulista", "discord:1", 1),
        ("paulista", "discord:3", 1),
        ("paulista", "telegram:2", 1),
    ]
    rated = "SELECT number FROM rated WHERE person = 'telegram:2' AND variant = 'argentino'"
    assert sorted(asked(file, rated)) == [(1,), (2,)]
    problems = await database.check(f"sqlite:///{file}")
    assert [problem for problem in problems if "rating" in problem] == []


async def test_practice_leaves_the_scoreboards(file: Path) -> None:
    """What was played against robots alone stays in the profile, as one sum."""
    alone = "match = 'sa75pqw3'"
    execute(
        file,
        f"UPDATE results SET person = 'discord:9' WHERE {alone}",
        f"UPDATE sitting SET person = 'discord:9' WHERE {alone}",
        "INSERT INTO purses SELECT community, 'discord:9', name, minus_amount"
        " FROM purses WHERE person = 'discord:1'",
    )
    await database.upgrade(f"sqlite:///{file}")
    async with open_store(f"sqlite:///{file}") as store:
        scopes = [Scope(ALONE), Scope(EVERYWHERE)]
        mine, there = await store.read(scoreboard_queries.sums_of, "discord:9", scopes, ALWAYS)
        assert (present(mine).lost, there) == (1, None)
    sums = "SELECT community FROM standings WHERE person = 'discord:9'"
    assert asked(file, sums) == [("alone",)]
    purses = asked(file, "SELECT person FROM purses")
    assert ("discord:9",) not in purses
    assert ("discord:1",) in purses


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


async def test_its_matches_go_on(file: Path) -> None:
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
    assert len(rows_of(file)["log"]) > len(before["log"]) + 20
    assert await database.check(f"sqlite:///{file}") == ()


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
    after = {row[0] for row in rows_of(file)["results"]}
    assert after - before == {info.match for info in matches}

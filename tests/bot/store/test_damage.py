"""What was changed in the file is found, and harms no other table."""

import asyncio
import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.host import database
from bot.messages import Accepted, Refused
from bot.reasons import ServiceReason
from bot.store import Changes, DatabaseTrouble, Store, StoreError
from bot.store.changes import Committed
from bot.store.model import Setting
from bot.store.queries import match_queries
from bot.store.sqlite import page_check
from bot.store.sqlite.driver import SqliteDriver
from tests.bot.conftest import open_store
from tests.bot.helpers import ANA, BETO, PLACE, Table
from tests.examples import many
from tests.narrow import of_kind, present

KEYS = {"log": 2, "matches": 1, "deadlines": 1, "sitting": 2}
"""The tables of a match, and how many columns each one's key has."""
NOT_SEALED = ("person", "request", "reply", "calls")
"""Columns of the log whose values may be taken away."""


async def _play(file: Path) -> tuple[str, str]:
    """Two tables in the middle of their second hand; which they are."""
    store = await Store.open(f"sqlite:///{file}")
    table = Table(store)
    for _ in range(2):
        await table.heads_up()
        await table.do(ANA, "envido")
        await table.do(BETO, "noquiero")
        await table.do(ANA, "mazo")
        while (await table.view(None)).number < 2:
            await table.next_deadline()
        await table.do(BETO, "truco")
    bad, good = await table.service.matches.of_person(ANA)
    await store.close()
    return bad, good


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, str]:
    """A file with these tables, to be copied."""
    file = tmp_path_factory.mktemp("played") / "played.db"
    return file, *asyncio.run(_play(file))


def other(value: Any, chance: random.Random) -> Any:
    """The value with something changed in it."""
    if isinstance(value, int | float):
        return value + 1000
    if isinstance(value, str) and value:
        at = chance.randrange(len(value))
        return value[:at] + chr(ord(value[at]) ^ 1) + value[at + 1 :]
    if isinstance(value, bytes) and value:
        at = chance.randrange(len(value))
        return value[:at] + bytes([value[at] ^ 1 << chance.randrange(8)]) + value[at + 1 :]
    return "x"


def damage(file: Path, match: str, chance: random.Random) -> str:
    """Changes a value, deletes a row or swaps two; says what it was."""
    table, keys = chance.choice(list(KEYS.items()))
    with closing(sqlite3.connect(file)) as connection:
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        names = [name for name in columns if name not in NOT_SEALED]
        order = ", ".join(names[:keys])
        asked = f"SELECT {', '.join(names)} FROM {table} WHERE match = ? ORDER BY {order}"
        rows = connection.execute(asked, (match,)).fetchall()
        this = " AND ".join(f"{name} = ?" for name in names[:keys])
        values = chance.choice(rows)
        key = values[:keys]
        what = chance.choice(["change", "change", "change", "delete", "swap"])
        if what == "swap" and len(rows) > 1 and len(names) > keys:
            one, two = chance.sample(rows, 2)
            settings = ", ".join(f"{name} = ?" for name in names[keys:])
            for there, row in ((one, two), (two, one)):
                values = (*row[keys:], *there[:keys])
                connection.execute(f"UPDATE {table} SET {settings} WHERE {this}", values)
            what = f"swap of {one} and {two} in {table}"
        elif what == "delete":
            connection.execute(f"DELETE FROM {table} WHERE {this}", key)
            what = f"deletion of {values} from {table}"
        else:
            at = chance.randrange(len(names))
            new = other(values[at], chance)
            connection.execute(f"UPDATE {table} SET {names[at]} = ? WHERE {this}", (new, *key))
            what = f"{table}.{names[at]}: {values[at]!r} is {new!r}"
        connection.commit()
    return what


async def test_every_damage_is_found(played: tuple[Path, str, str], tmp_path: Path) -> None:
    file, match, _ = played
    assert await database.check(f"sqlite:///{file}") == ()
    for seed in range(many(60)):
        copy = tmp_path / "copy.db"
        shutil.copy(file, copy)
        what = damage(copy, match, random.Random(seed))
        assert await database.check(f"sqlite:///{copy}"), what


@pytest.fixture
def spoiled(played: tuple[Path, str, str], tmp_path: Path) -> tuple[Path, str, str]:
    """A copy of them."""
    copy = tmp_path / "spoiled.db"
    shutil.copy(played[0], copy)
    return copy, played[1], played[2]


SPOILS = {
    "a step of the running hand": "UPDATE log SET text = '1 envido' WHERE match = ? AND"
    " number = (SELECT max(number) FROM log)",
    "the last step is missing": "DELETE FROM log WHERE match = ? AND"
    " number = (SELECT max(number) FROM log)",
    "the snapshot": "UPDATE matches SET snapshot = x'00' || snapshot WHERE match = ?",
    "the row": "UPDATE matches SET row = replace(row, 'Beto', 'Bert') WHERE match = ?",
    "nothing can be read": "UPDATE matches SET row = CAST(x'7bff00' AS TEXT) WHERE match = ?",
    "a deadline": "UPDATE deadlines SET due = due - 1000 WHERE match = ?",
    "what a deadline says": "UPDATE deadlines SET rows = replace(rows, '\"seat\":', '\"seat\":1')"
    " WHERE match = ?",
    "a deadline is missing": "UPDATE deadlines SET rows = json_remove(rows, '$[#-1]')"
    " WHERE match = ?",
}


@pytest.mark.parametrize("how", SPOILS)
@pytest.mark.errors("match_damaged")
async def test_a_damaged_match_is_set_aside(spoiled: tuple[Path, str, str], how: str) -> None:
    """People are told, the log says which match it is, and the other table plays on."""
    file, bad, good = spoiled
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(SPOILS[how], (bad,))
        connection.commit()
    async with open_store(f"sqlite:///{file}") as store:
        table = Table(store)
        table.requests = 1000
        table.match = bad
        refused = of_kind(Refused, await table.act(ANA, "quiero"))
        assert (refused.reason, refused.match) == (ServiceReason.DAMAGED, bad)
        assert await table.service.screens.screen(bad, ANA, "es") is None
        assert good in await table.service.matches.at_place(PLACE)
        table.match = good
        assert isinstance(await table.act(ANA, "quiero"), Accepted)
        version = await store.read(match_queries.version, good)
        # Its deadlines are tried, and then wait: the loop has other things to do.
        table.time.pass_by(100)
        assert await table.clock.send_due() >= 2
        assert await store.read(match_queries.version, good) > version
        table.time.pass_by(60)
        rows = await store.due(table.time.now(), 99)
        assert bad in {row.match for row in rows}
        assert await table.clock.send_due() <= len([row for row in rows if row.match != bad])


@pytest.mark.parametrize("where", [0.3, 0.6, 0.9])
async def test_a_damaged_file_is_not_opened(spoiled: tuple[Path, str, str], where: float) -> None:
    file, *_ = spoiled
    data = bytearray(file.read_bytes())
    page = int(len(data) * where) // 4096 * 4096
    data[page : page + 4096] = b"\xff" * 4096
    file.write_bytes(data)
    with pytest.raises(StoreError) as caught:
        await Store.open(f"sqlite:///{file}")
    assert caught.value.trouble is DatabaseTrouble.DAMAGED
    assert file.read_bytes() == data


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """No file is small enough to be looked through before it is used."""
    monkeypatch.setattr(page_check, "_SMALL", 0)
    monkeypatch.setattr(page_check, "_STEPS", 1)
    monkeypatch.setattr(page_check, "_PAUSE", 0.0)


def later_check(store: Store) -> page_check.LaterCheck:
    return of_kind(SqliteDriver, store._driver)._check


@pytest.mark.usefixtures("large")
@pytest.mark.errors("database_damaged")
@pytest.mark.parametrize("table", ["records", "results_by_person"])
async def test_nothing_is_written_once_a_large_file_is_found_damaged(
    spoiled: tuple[Path, str, str], table: str
) -> None:
    """A page of a table or an index that nobody has needed yet."""
    file, *_ = spoiled
    with closing(sqlite3.connect(file)) as connection:
        pages = "SELECT pageno FROM dbstat WHERE name = ?"
        (page,) = connection.execute(pages, (table,)).fetchone()
    data = bytearray(file.read_bytes())
    data[(page - 1) * 4096 : page * 4096] = b"\xff" * 4096
    file.write_bytes(data)
    store = await Store.open(f"sqlite:///{file}")
    note = Changes(settings=(Setting(ANA, "some", "value"),))
    assert await store.commit([note]) == (Committed(),)
    await asyncio.to_thread(later_check(store)._check)
    for asked in (store.commit([note]), store.check()):
        with pytest.raises(StoreError) as caught:
            await asked
        assert caught.value.trouble is DatabaseTrouble.DAMAGED
    await store.close()


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize(("later", "pause"), [(0.0, 0.0), (3600.0, 0.0), (0.0, 3600.0)])
async def test_a_large_file_that_is_well(
    spoiled: tuple[Path, str, str], monkeypatch: pytest.MonkeyPatch, later: float, pause: float
) -> None:
    """It is used at once, and after it was looked through. Nobody waits for that to close it,
    whether it has begun or not."""
    file, *_ = spoiled
    monkeypatch.setattr(page_check, "_LATER", later)
    monkeypatch.setattr(page_check, "_PAUSE", pause)
    for _ in range(2):
        store = await Store.open(f"sqlite:///{file}")
        task = present(later_check(store)._task)
        if not later + pause:
            await task
        while not later and not later_check(store)._connection:  # noqa: ASYNC110 - a thread
            await asyncio.sleep(0)
        await store.commit([Changes(settings=(Setting(ANA, "some", "value"),))])
        await store.check()
        await store.close()

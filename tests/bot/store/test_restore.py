"""The way back: a backup takes the place of the database."""

# ruff: noqa: ASYNC240 - a test's files are small, and nobody else waits

import shutil
import sqlite3
from contextlib import closing
from errno import ENOSPC
from pathlib import Path

import pytest

from bot.host import database
from bot.host.restore import _copy, restore
from bot.store import DatabaseTrouble, StoreError
from bot.store.migrations import newest
from tests.bot.conftest import open_store
from tests.bot.helpers import ANA, BETO, FakeTime, Table
from tests.bot.version_0_1_0 import write_file


@pytest.fixture
def file(tmp_path: Path, empty_database: Path) -> Path:
    made = tmp_path / "data" / "truco.db"
    made.parent.mkdir()
    shutil.copy(empty_database, made)
    return made


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return tmp_path / "copy.db"


def url_of(file: Path) -> str:
    return f"sqlite:///{file}"


async def trouble(file: Path, copy: Path) -> DatabaseTrouble:
    with pytest.raises(StoreError) as caught:
        await restore(url_of(file), copy)
    assert "\n" not in str(caught.value)
    return caught.value.trouble


async def played(file: Path, copy: Path) -> Table:
    """A match that went on after the backup was made."""
    async with open_store(url_of(file)) as store:
        table = Table(store)
        await table.heads_up()
        await table.do(ANA, "envido")
        async with table.service.running():
            await database.backup(url_of(file), copy)
            await table.do(BETO, "noquiero")
            assert await trouble(file, copy) is DatabaseTrouble.IN_USE, "the bot runs"
            await table.do(ANA, "truco")
    return table


async def test_the_way_back(file: Path, copy: Path) -> None:
    """Play, copy while the bot runs, play on, restore: the match goes on from the copy."""
    table = await played(file, copy)
    copied = copy.read_bytes()
    kept = await restore(url_of(file), copy)
    assert kept == file.with_name("truco.db.replaced-1")
    assert copy.read_bytes() == copied
    assert file.stat().st_mode & 0o777 == kept.stat().st_mode & 0o777 == 0o600
    names = {path.name for path in file.parent.iterdir()}
    assert names == {"truco.db", "truco.db.lock", "truco.db.replaced-1"}
    for database_file, said in ((file, ["envido"]), (kept, ["envido", "noquiero", "truco"])):
        assert await database.check(url_of(database_file)) == ()
        async with open_store(url_of(database_file)) as store:
            again = Table(store, time=FakeTime(table.time.utc() + 7 * 86_400))
            again.match, again.requests = table.match, 1000
            async with again.service.running():
                assert [word.verb for word in (await again.view(None)).said] == said
                await again.do(BETO, "quiero")


async def test_what_is_replaced_is_kept_whole(file: Path, copy: Path) -> None:
    """Even if its process died: its newest steps lie beside the file. No name is used twice."""
    table = await played(file, copy)
    with closing(sqlite3.connect(file)) as held:
        held.execute("BEGIN")
        held.execute("SELECT count(*) FROM log").fetchone()
        with closing(sqlite3.connect(file)) as other:
            other.execute("UPDATE settings SET value = value")
            other.execute("INSERT INTO settings VALUES ('a', 'b', 'c')")
            other.commit()
        assert file.with_name("truco.db-wal").stat().st_size
        first = await restore(url_of(file), copy)
    second = await restore(url_of(file), copy)
    assert first is not None
    assert second is not None
    assert first != second
    with closing(sqlite3.connect(first)) as connection:
        found = connection.execute("SELECT value FROM settings WHERE owner = 'a'").fetchone()
        assert found == ("c",)
    assert table.match


async def test_where_nothing_was(file: Path, copy: Path, tmp_path: Path) -> None:
    await played(file, copy)
    elsewhere = tmp_path / "new" / "truco.db"
    assert await restore(url_of(elsewhere), copy) is None
    assert await database.check(url_of(elsewhere)) == ()


async def test_the_check_of_a_file_says_what_is_wrong_with_it(file: Path) -> None:
    wrong: list[str] = []
    with closing(sqlite3.connect(file)) as source, source:
        for change in (
            "UPDATE alembic_version SET version_num = 'old'",
            "DROP TABLE alembic_version",
            "CREATE TABLE a(b); INSERT INTO a VALUES (NULL); PRAGMA writable_schema = ON;"
            "UPDATE sqlite_master SET sql = 'CREATE TABLE a(b NOT NULL)' WHERE name = 'a'",
        ):
            source.executescript(change)
            wrong += await database.check(url_of(file))
    assert wrong == [
        f"The database {file} has revision old; this version needs {newest()}.",
        f"The database {file} holds no tables of truco.",
        f"The database {file} is damaged: NULL value in a.b.",
    ]
    file.write_bytes(b"no database " * 99)
    with pytest.raises(StoreError, match=str(file)) as caught:
        await database.check(url_of(file))
    assert caught.value.trouble is DatabaseTrouble.NOT_A_DATABASE


async def test_a_damaged_database_is_replaced_by_an_older_backup(file: Path, copy: Path) -> None:
    await played(file, copy)
    file.write_bytes(b"\xff" * 8192)
    copy.unlink()
    write_file(copy)
    assert await restore(url_of(file), copy) is not None
    assert await database.check(url_of(file)) == ()


async def test_a_backup_that_is_not_well_replaces_nothing(
    file: Path, copy: Path, tmp_path: Path
) -> None:
    await played(file, copy)
    before = file.read_bytes()
    assert await trouble(file, tmp_path / "none.db") is DatabaseTrouble.MISSING
    nonsense = tmp_path / "nonsense.db"
    nonsense.write_text("once upon a time " * 1000)
    assert await trouble(file, nonsense) is DatabaseTrouble.NOT_A_DATABASE
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("DELETE FROM log WHERE number = 2")
        connection.commit()
    assert await trouble(file, copy) is DatabaseTrouble.DAMAGED
    for revision, why in (("0016", DatabaseTrouble.OLDER), ("9999", DatabaseTrouble.NEWER)):
        with closing(sqlite3.connect(copy)) as connection:
            connection.execute("UPDATE alembic_version SET version_num = ?", (revision,))
            connection.commit()
        assert await trouble(file, copy) is why
    assert file.read_bytes() == before
    assert {path.name for path in file.parent.iterdir()} == {"truco.db", "truco.db.lock"}


async def test_a_database_that_cannot_be_replaced(
    file: Path, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise the host would believe that the backup is in its place."""
    await played(file, copy)

    def full(*_: object) -> None:
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr("bot.host.restore._replace", full)
    assert await trouble(file, copy) is DatabaseTrouble.FOLDER
    assert not file.with_name(f"{file.name}.restoring").exists()
    monkeypatch.undo()
    assert await restore(url_of(file), copy) is not None


async def test_postgres_has_its_own_way(copy: Path) -> None:
    with pytest.raises(StoreError) as caught:
        await restore("postgresql://nobody@127.0.0.1/none", copy)
    assert "pg_restore" in str(caught.value)


async def test_nobody_else_may_read_the_copy_while_it_is_made(
    file: Path, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await played(file, copy)
    connect, modes = sqlite3.connect, []

    def watched(path: object, **more: bool) -> sqlite3.Connection:
        if isinstance(path, Path):
            modes.append(path.stat().st_mode & 0o777)
        return connect(path, **more)  # type: ignore[call-overload,no-any-return]

    with monkeypatch.context() as patched:
        patched.setattr(sqlite3, "connect", watched)
        made = file.with_name("truco.db.restoring")
        _copy(copy, made)
    assert modes == [0o600]

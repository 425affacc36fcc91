"""The database as a file: who may open it, what is said when not, backups and checks."""

# ruff: noqa: ASYNC240 - a test's files are small, and nobody else waits

import asyncio
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from msgspec.structs import replace
from sqlalchemy import CheckConstraint, create_engine

from bot.host import database
from bot.messages import Accepted
from bot.model import Status
from bot.store import Changes, DatabaseTrouble, Store, StoreError
from bot.store.batch_writer import BatchWriter
from bot.store.changes import Committed, Lost, Mark, MatchChange, Repeated, SurfaceSeen
from bot.store.migrations import newest
from bot.store.model import Preference, Setting, Surface
from bot.store.notices import Notice, NoticeState
from bot.store.people.chips import MINT, pot
from bot.store.postgres import driver as postgres
from bot.store.queries import match_queries
from bot.store.results.model import MatchResult, Transfer
from bot.store.seals import sealed
from bot.store.sqlite import driver as sqlite
from bot.store.sqlite.driver import SqliteDriver
from bot.store.statements.tables import METADATA
from tests.bot.conftest import open_store, trouble_of
from tests.bot.helpers import ANA, BETO, Table
from tests.bot.results import match
from tests.bot.store.test_store import MATCH, OTHER, step
from tests.bot.version_0_1_0 import write_file
from tests.narrow import of_kind, present
from tests.rights import without_privileges
from tests.stores import execute


@pytest.fixture
def file(tmp_path: Path, empty_database: Path) -> Path:
    """A file with its tables."""
    folder = tmp_path / "data"
    folder.mkdir()
    return Path(shutil.copy(empty_database, folder / "truco.db"))


@pytest.fixture
def no_file(file: Path) -> Path:
    """Its place, before there is such a file or a folder for it."""
    file.unlink()
    file.parent.rmdir()
    return file


@pytest.fixture
def url(file: Path) -> str:
    return f"sqlite:///{file}"


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    """The store in this file, open."""
    made = await Store.open(url)
    yield made
    await made.close()


async def make(url: str) -> None:
    await (await Store.open(url)).close()


def sizes_of_batches(store: Store, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of changes in each batch that is written from now on."""
    sizes: list[int] = []
    write = store._writer.write

    async def counted(batch: Any, later: Any) -> None:
        sizes.append(len(batch))
        await write(batch, later)

    monkeypatch.setattr(store._writer, "write", counted)
    return sizes


# --- opening ----------------------------------------------------------------------------------


async def test_the_folder_is_made(url: str, no_file: Path) -> None:
    await make(url)
    assert no_file.is_file()


@pytest.mark.usefixtures("no_file")
@pytest.mark.parametrize(("part", "name"), [(sqlite, "_migrate"), (BatchWriter, "learn")])
async def test_an_opening_that_fails_leaves_the_file_to_others(
    url: str, monkeypatch: pytest.MonkeyPatch, part: object, name: str
) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError

    with monkeypatch.context() as patched:
        patched.setattr(part, name, fails)
        with pytest.raises(RuntimeError):
            await Store.open(url)
    await make(url)


@pytest.mark.parametrize(
    ("error", "told"), [(ConnectionResetError, StoreError), (RuntimeError, RuntimeError)]
)
async def test_an_opening_that_fails_leaves_no_connection_to_a_server(
    monkeypatch: pytest.MonkeyPatch, error: type[Exception], told: type[Exception]
) -> None:
    ended: list[str] = []

    class Connection:
        async def fetchval(self, _asked: str) -> str:
            return "0001"

    class Pool:
        @asynccontextmanager
        async def acquire(self) -> AsyncIterator[Connection]:
            yield Connection()

        async def close(self) -> None:
            ended.append("closed")

    async def pool(*_: object) -> Pool:
        return Pool()

    async def fails(*_: object) -> None:
        raise error

    monkeypatch.setattr(postgres, "_pool", pool)
    monkeypatch.setattr(postgres, "_migrate", fails)
    with pytest.raises(told):
        await Store.open("postgresql://somebody@127.0.0.1:1/truco")
    assert ended == ["closed"]


async def test_the_settings_that_keep_it_safe(store: Store) -> None:
    driver = of_kind(SqliteDriver, store._driver)
    assert driver._writer is not None
    mode = await driver._writer.execute_fetchall("PRAGMA journal_mode")
    level = await driver._writer.execute_fetchall("PRAGMA synchronous")
    assert [*mode, *level] == [("wal",), (2,)]


@pytest.mark.parametrize("old", [False, True])
async def test_migrations_make_the_tables_the_program_uses(
    url: str, no_file: Path, old: bool
) -> None:
    if old:
        no_file.parent.mkdir()
        write_file(no_file)
    await make(url)
    engine = create_engine(f"sqlite:///{no_file}")
    with engine.connect() as connection:
        options = {"compare_type": True, "include_object": lambda made, *_: _is_of_files(made)}
        context = MigrationContext.configure(connection, opts=options)
        assert compare_metadata(context, METADATA) == []
        assert context.get_current_revision() == newest()
    engine.dispose()
    with closing(sqlite3.connect(no_file)) as rows:
        made = dict(rows.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'table'"))
    for table in METADATA.sorted_tables:  # nothing else compares how rows are kept and checked
        by_number = table.dialect_options["sqlite"]["with_rowid"]
        assert ("WITHOUT ROWID" in made[table.name]) is not by_number, table.name
        checks = any(isinstance(part, CheckConstraint) for part in table.constraints)
        assert ("CHECK" in made[table.name]) is checks, table.name


def _is_of_files(made: Any) -> bool:
    """Not one of the indexes that only PostgreSQL has."""
    return getattr(getattr(made, "_ddl_if", None), "dialect", "sqlite") == "sqlite"


async def test_migrating_twice_changes_nothing(url: str, file: Path) -> None:
    await make(url)
    before = schema(file)
    await make(url)
    assert schema(file) == before
    assert await database.upgrade(url) == newest()


def schema(file: Path) -> list[tuple[str]]:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute("SELECT sql FROM sqlite_schema ORDER BY name").fetchall()


async def test_one_process_a_file(url: str) -> None:
    async with open_store(url):
        assert (await trouble_of(url)).trouble is DatabaseTrouble.IN_USE
    await make(url)


async def test_another_process_has_it(url: str, no_file: Path) -> None:
    """The lock is the operating system's: it goes with its process, however that ends."""
    no_file.parent.mkdir()
    code = (
        "import sys, bot.store.sqlite.lock as l, pathlib\n"
        f"lock = l.FileLock(pathlib.Path({str(no_file)!r})); lock.take()\n"
        "print('held', flush=True); sys.stdin.read()"
    )
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", code,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        cwd=Path(__file__).parents[3],
    )  # fmt: skip
    assert await present(process.stdout).readline() == b"held\n"
    assert (await trouble_of(url)).trouble is DatabaseTrouble.IN_USE
    assert not no_file.exists(), "nothing was written"
    process.kill()
    await process.communicate()
    await make(url)


async def test_not_a_database(url: str, no_file: Path) -> None:
    no_file.parent.mkdir()
    no_file.write_text("Once upon a time there was a card player. " * 50)
    before = no_file.read_bytes()
    assert (await trouble_of(url)).trouble is DatabaseTrouble.NOT_A_DATABASE
    assert no_file.read_bytes() == before


async def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file")
    error = await trouble_of(f"sqlite:///{tmp_path}/data/truco.db")
    assert error.trouble is DatabaseTrouble.FOLDER


async def test_a_folder_in_the_place_of_the_file(url: str, no_file: Path) -> None:
    no_file.mkdir(parents=True)
    assert (await trouble_of(url)).trouble is DatabaseTrouble.FOLDER


@pytest.mark.parametrize(
    ("revision", "trouble"),
    [
        ("0001", DatabaseTrouble.OLDER),
        ("0016", DatabaseTrouble.OLDER),
        ("9999", DatabaseTrouble.NEWER),
    ],
)
async def test_a_database_of_a_version_that_is_not_read(
    url: str, file: Path, revision: str, trouble: DatabaseTrouble
) -> None:
    await make(url)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", (revision,))
        connection.commit()
    before = file.read_bytes()
    error = await trouble_of(url)
    assert error.trouble is trouble
    assert ("0.1.0" in str(error)) is (trouble is DatabaseTrouble.OLDER), "the version to go by"
    assert file.read_bytes() == before
    assert (await database.check(url))[0].startswith("The database")


OPEN = """
import asyncio, sys
from bot.store import Store, StoreError
async def main():
    for url in sys.argv[1:]:
        try:
            await (await Store.open(url)).close()
        except StoreError as error:
            print(error.trouble)
asyncio.run(main())
"""


def opened_without_privileges(*urls: str) -> list[str]:
    """What a process is told that has no more rights than the files give it."""
    command = without_privileges([sys.executable, "-B", "-c", OPEN, *urls])
    done = subprocess.run(
        command, cwd=Path(__file__).parents[3], capture_output=True, text=True, check=True
    )
    return done.stdout.split()


async def test_what_cannot_be_written(url: str, file: Path) -> None:
    """In one folder not even a lock can be made, in the other one the file cannot be written."""
    await make(url)
    other = file.parent.with_name("other")
    shutil.copytree(file.parent, other)
    for path in (*file.parent.iterdir(), *other.iterdir(), file.parent):
        path.chmod(0o444 if path.is_file() else 0o555)
    other.chmod(0o755)
    (other / "truco.db.lock").chmod(0o644)
    before = file.read_bytes()
    urls = [f"sqlite:///{folder}/truco.db" for folder in (file.parent, other)]
    assert opened_without_privileges(*urls) == ["folder", "read_only"]
    for folder in (file.parent, other):
        assert (folder / "truco.db").read_bytes() == before
        assert [path.name for path in folder.iterdir() if path.suffix == ".db"] == ["truco.db"]


# --- writing ----------------------------------------------------------------------------------


async def test_what_cannot_be_written_harms_nobody_else(store: Store) -> None:
    """Commits that wait for one another go into one transaction; one of them is a bug's."""
    result = MatchResult("m", "p", "c", "n", True, 1, 2, 3.0)
    bad = step(1, results=(replace(result, name=object()),))
    good, wrong = await asyncio.gather(
        store.commit([step(1, OTHER)]), store.commit([bad]), return_exceptions=True
    )
    assert good == (Committed(),)
    assert isinstance(wrong, Exception)
    assert (
        await store.read(match_queries.version, MATCH),
        await store.read(match_queries.version, OTHER),
    ) == (0, 1)


async def test_those_who_wait_are_written_together(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Group commit: a hundred commits at once take a handful of transactions."""
    batches = sizes_of_batches(store, monkeypatch)
    matches = [f"match{number:03}" for number in range(100)]
    outcomes = await asyncio.gather(*(store.commit([step(1, name)]) for name in matches))
    assert outcomes == [(Committed(),)] * 100
    assert sum(batches) == 100
    assert len(batches) <= 3


COMMITTING = """
import asyncio, sys
from bot.store import Store
from tests.bot.store.test_store import MATCH, step
async def main():
    store = await Store.open(sys.argv[1])
    for version in range(1, 100_000):
        await store.commit([step(version, request=f"r{version}")])
        print(version, flush=True)
asyncio.run(main())
"""


async def test_what_was_answered_is_there_after_the_process_was_killed(url: str) -> None:
    """In the middle of committing, without a warning: every answer given is kept, whole."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", COMMITTING, url,
        stdout=asyncio.subprocess.PIPE, cwd=Path(__file__).parents[3],
    )  # fmt: skip
    assert process.stdout is not None
    answered = 0
    while answered < 25:
        answered = int(await process.stdout.readline())
    process.kill()
    rest, _ = await process.communicate()
    answered = max(answered, *map(int, rest.split()), 0)
    async with open_store(url) as store:
        stored = present(await store.read(match_queries.load, MATCH))
        version = stored.row.info.version
        assert answered <= version <= answered + 1
        assert [row.number for row in stored.log] == list(range(1, version + 1))
        (again,) = await store.commit([step(version + 1, request=f"r{answered}")])
        assert again == Repeated(Accepted(MATCH, f"v{answered}"))


# --- backup and check -------------------------------------------------------------------------


async def playing(store: Store) -> Table:
    table = Table(store)
    await table.heads_up()
    await table.do(ANA, "envido")
    return table


async def test_a_backup_while_the_bot_runs_goes_on_where_it_was(url: str, tmp_path: Path) -> None:
    async with open_store(url) as store:
        copy = tmp_path / "copy.db"
        table = await playing(store)
        await database.backup(url, copy)
        assert await database.check(url) == (), "while the bot runs"
        before = await table.view(BETO)
        await table.do(BETO, "noquiero")
    async with open_store(f"sqlite:///{copy}") as restored:
        again = Table(restored)
        again.match = table.match
        again.requests = 100
        assert await again.view(BETO) == before
        await again.do(BETO, "quiero")
    for address in (url, f"sqlite:///{copy}"):
        assert await database.check(address) == ()
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


async def test_a_backup_replaces_nothing(url: str, tmp_path: Path) -> None:
    await make(url)
    target = tmp_path / "there"
    target.write_text("precious")
    with pytest.raises(StoreError) as caught:
        await database.backup(url, target)
    assert caught.value.trouble is DatabaseTrouble.EXISTS
    assert target.read_text() == "precious"


async def test_backups_that_cannot_be(url: str, no_file: Path, tmp_path: Path) -> None:
    with pytest.raises(StoreError) as caught:
        await database.backup(url, tmp_path / "copy.db")
    assert caught.value.trouble is DatabaseTrouble.MISSING
    assert not no_file.exists()
    await make(url)
    with pytest.raises(StoreError):
        await database.backup(url, tmp_path / "no" / "such" / "folder.db")
    no_file.write_text("nonsense " * 1000)
    with pytest.raises(StoreError):
        await database.backup(url, tmp_path / "copy.db")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data"]


TWO = (("discord:1", 0, 20), ("discord:2", 1, 5))
CHIPS = Changes(transfers=(Transfer("g", 1.0, "daily", "", MINT, "discord:1", 25),))
RESULTS = (match("m1", *TWO), match("m2", *TWO))
"""Of matches that were never played."""


OF_THE_LOG = (
    ("UPDATE log SET text = '0 truco' WHERE text = '0 envido'", "changed or is missing"),
    ("DROP TABLE alembic_version", "no tables"),
)
OF_CHIPS = (
    ("UPDATE balances SET amount = amount + 1 WHERE owner = 'discord:1'", "discord:1"),
    ("DELETE FROM balances WHERE owner = 'mint'", "mint"),
    ("INSERT INTO balances VALUES ('discord:9', 5)", "come from nowhere"),
    ("UPDATE transfers SET amount = 7 WHERE kind = 'daily'", "discord:1"),
)
OF_RESULTS = (
    ("UPDATE results SET earned = 21 WHERE earned = 20", "not what it was worth"),
    ("UPDATE standings SET won = won + 1 WHERE variant = ''", "are not what the results make"),
    ("DELETE FROM standings WHERE person = 'discord:1' AND players = 2", "are missing"),
    ("UPDATE ratings SET mu = mu + 1, minus_mu = minus_mu - 1", "not what the matches make"),
    ("UPDATE ratings SET sigma = 1 WHERE community <> '*'", "not that person's rating"),
    ("UPDATE rated SET mu_before = 26 WHERE match = 'm2' AND place = 0", "does not begin"),
    ("UPDATE rated SET account = 1 - account WHERE match = 'm1'", "not what its end makes"),
    ("UPDATE rated SET number = 3 WHERE number = 2", "does not begin with"),
)


@pytest.mark.parametrize(
    ("stored", "damage", "said"),
    [
        *(((), *damage) for damage in OF_THE_LOG),
        *(((CHIPS,), *damage) for damage in OF_CHIPS),
        *((RESULTS, *damage) for damage in OF_RESULTS),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_a_check_finds(
    url: str, file: Path, stored: tuple[Changes, ...], damage: str, said: str
) -> None:
    """A step, chips, sums and ratings that nobody has made."""
    async with open_store(url) as store:
        await playing(store)
        for change in stored:
            await store.commit([change])
    before = set(await database.check(url))
    assert len(before) == (len(stored) if stored == RESULTS else 0), "they have no match"
    execute(file, damage)
    found = set(await database.check(url)) - before
    assert any(said in problem for problem in found)
    assert stored or len(found) == 1


async def test_a_check_finds_a_pot_that_nobody_shared(url: str) -> None:
    store = await Store.open(url)
    await playing(store)
    (match,) = await store.read(match_queries.all_matches)
    held = [
        Transfer("g", 1.0, "daily", "", MINT, "discord:1", 25),
        Transfer("h", 1.0, "hold", match, "discord:1", pot(match), 25),
    ]
    await store.commit([Changes(transfers=(transfer,)) for transfer in held])
    assert await database.check(url) == ()
    stored = present(await store.read(match_queries.load, match))
    info = replace(stored.row.info, status=Status.OVER, version=stored.row.info.version + 1)
    log = sealed(stored.row.sealed, match, info.version, 2.0, ("",))
    row = replace(stored.row, info=info, sealed=log[-1].seal)
    await store.commit([Changes(matches=(MatchChange(row, log, ()),))])
    await store.close()
    problems = await database.check(url)
    assert any("pot" in problem for problem in problems)


async def test_a_damaged_file(url: str, file: Path) -> None:
    await make(url)
    data = bytearray(file.read_bytes())
    data[5000:9000] = b"\xff" * 4000
    file.write_bytes(data)
    try:
        found = await database.check(url)
    except StoreError as error:
        found = (str(error),)
    assert "damaged" in found[0]


async def test_no_secret_in_what_is_said(store: Store, file: Path) -> None:
    """A driver's own text holds the statement and its values: cards, names."""
    table = await playing(store)
    execute(file, "DROP TABLE log")
    with pytest.raises(StoreError) as caught:
        await table.act(BETO, "quiero")
    text = str(caught.value) + repr(caught.value)
    assert "quiero" not in text
    assert "INSERT" not in text
    assert caught.value.__suppress_context__


# --- a file that is what it seems -------------------------------------------------------------


@pytest.mark.parametrize("how", ["deleted", "replaced"])
async def test_a_file_that_is_gone_takes_no_more_steps(store: Store, file: Path, how: str) -> None:
    """What is written to it would be found by nobody: it is refused, and told."""
    assert await store.commit([step(1)]) == (Committed(),)
    copy = file.with_name("other.db")
    shutil.copy(file, copy)
    file.unlink()
    if how == "replaced":
        copy.rename(file)
    with pytest.raises(StoreError) as caught:
        await store.commit([step(2)])
    assert caught.value.trouble is DatabaseTrouble.GONE
    assert await store.read(match_queries.version, MATCH) == 1


async def test_a_link_to_the_file_is_the_same_file(store: Store, file: Path) -> None:
    link = file.with_name("link.db")
    link.symlink_to(file)
    assert (await trouble_of(f"sqlite:///{link}")).trouble is DatabaseTrouble.IN_USE
    second = file.with_name("second.db")
    second.hardlink_to(file)
    assert (await trouble_of(f"sqlite:///{second}")).trouble is DatabaseTrouble.IN_USE


async def test_nobody_else_may_read_it(
    no_file: Path, store: Store, url: str, tmp_path: Path
) -> None:
    """Running hands are in the file, in what lies beside it, and in a backup."""
    await store.commit([step(1)])
    copy = tmp_path / "copy.db"
    await database.backup(url, copy)
    modes = {path.name: path.stat().st_mode & 0o777 for path in (*no_file.parent.iterdir(), copy)}
    assert {f"truco.db{end}" for end in ("", "-wal", "-shm", ".lock")} < set(modes)
    assert set(modes.values()) == {0o600}


async def test_a_file_that_others_could_read_is_closed_to_them(url: str, file: Path) -> None:
    file.chmod(0o644)
    await make(url)
    assert file.stat().st_mode & 0o777 == 0o600


async def test_what_was_shown_costs_no_transaction(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It goes before the next change about its place, or is stored by the end. That somebody was
    called goes with the next batch."""
    async with open_store(url) as store:
        batches = sizes_of_batches(store, monkeypatch)
        surface = Surface("s", MATCH, "web", "chat", "there", wanted=1)
        notice = Notice("n", MATCH, "web:ana", "turn", "1", 1.0)
        await store.commit([step(1, notices=(notice,))])
        await store.commit([Changes(surfaces=(surface,))])
        batches.clear()
        seen = SurfaceSeen("s", 1, "look", read=surface)
        assert await store.note(seen)
        mark = Changes(mark=Mark("n", NoticeState.TAKEN))
        assert await store.commit([mark]) == (Committed(),)
        assert await store.commit([mark]) == (Lost(),), "it was taken"
        assert (await store.surfaces_behind(), await store.notices_waiting()) == ((), ())
        assert batches == []
        await store.commit([step(2)])
        assert batches == [2], "the mark; soon something else is shown"
        moved = SurfaceSeen("s", 2, "look", address="elsewhere", read=surface)
        assert await store.note(moved)
        assert batches == [2, 2], "where a message is must not be forgotten"
        assert not await store.note(SurfaceSeen("s", 2, "late", read=surface)), "it has moved"
        assert await store.note(SurfaceSeen("s", 2, "other"))
    async with open_store(url) as again:
        found = present(await again.surface("s"))
        assert (found.address, found.digest, found.shown) == ("elsewhere", "other", 2)


async def test_health_knows_that_nothing_can_be_written(store: Store, file: Path) -> None:
    """Somebody else keeps the file locked: matches can be read still, and that is not enough."""
    driver = of_kind(SqliteDriver, store._driver)
    await present(driver._writer).execute_fetchall("PRAGMA busy_timeout=1")
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        await store.commit([step(1)])
        await store.check()
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError):
            await store.commit([step(2)])
        with pytest.raises(StoreError) as caught:
            await store.check()
        assert caught.value.trouble is DatabaseTrouble.IN_USE
        other.execute("ROLLBACK")
        await store.check()
        assert await store.settings_of("health:") == {}
        file.unlink()
        with pytest.raises(StoreError) as caught:
            await store.check()
        assert caught.value.trouble is DatabaseTrouble.GONE


async def test_languages_and_settings_are_read_once(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the process that has the file to itself. One that is set while it is being read is not
    forgotten for it."""
    store = await Store.open(url)
    reads = 0
    read = store._driver.read

    async def spied(work: Any, **how: Any) -> Any:
        nonlocal reads
        reads += 1
        found = await read(work, **how)
        if reads == 1:
            await store.commit([Changes(preferences=(Preference("web:ana", "en"),))])
        return found

    monkeypatch.setattr(store._driver, "read", spied)
    try:
        await store.locale_of("web:ana")
        assert await store.locale_of("web:ana") == "en"
        assert await store.settings_of("web:ana") == {}
        assert reads == 2
        await store.commit([Changes(settings=(Setting("web:ana", "game", "mineiro"),))])
        assert await store.settings_of("web:ana") == {"game": "mineiro"}
        assert await store.locale_of("web:ana") == "en"
        assert reads == 3
    finally:
        await store.close()
    shared = [await Store.open(url, exclusive=False) for _ in range(2)]
    for locale in ("es", "pt_BR"):
        await shared[0].commit([Changes(preferences=(Preference("web:ana", locale),))])
        assert await shared[1].locale_of("web:ana") == locale, "it is not alone"
    for shared_store in shared:
        await shared_store.close()


async def test_what_was_kept_back_outlives_a_failed_write(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is known by heart is read anew, and what was not stored yet is part of it."""
    notices = tuple(Notice(id, MATCH, "web:ana", "turn", "1", 1.0) for id in ("first", "second"))
    await store.commit([step(1, notices=notices)])
    surface = Surface("s", MATCH, "web", "chat", "there", wanted=1)
    await store.commit([Changes(surfaces=(surface,))])
    kept = Changes(mark=Mark("first", NoticeState.TAKEN))
    assert await store.commit([kept]) == (Committed(),)
    assert await store.note(SurfaceSeen("s", 2, "look", read=surface))
    write = store._driver.write

    async def fails(work: Any, **_: Any) -> Any:
        monkeypatch.setattr(store._driver, "write", write)
        raise StoreError(DatabaseTrouble.UNREACHABLE, "The database cannot be reached.")

    monkeypatch.setattr(store._driver, "write", fails)
    committing = asyncio.ensure_future(store.commit([step(2)]))
    await asyncio.sleep(0)  # the batch is on its way; what is kept back now waits for the next
    late = Changes(mark=Mark("second", NoticeState.TAKEN))
    assert await store.commit([late]) == (Committed(),)
    assert await committing == (Committed(),)
    assert await store.notices_waiting() == ()
    assert await store.commit([late]) == (Lost(),)
    found = present(await store.surface("s"))
    assert (found.shown, found.digest, found.wanted) == (2, "look", 2)


async def test_what_is_stored_although_nobody_was_told_is_learnt(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection breaks after each attempt; the next one reads what is there."""
    await store.commit([step(1)])
    write, tried = store._driver.write, 0

    async def cut(work: Any, **how: Any) -> Any:
        nonlocal tried
        tried += 1
        await write(work, **how)
        raise StoreError(DatabaseTrouble.UNREACHABLE, "The database cannot be reached.")

    monkeypatch.setattr(store._driver, "write", cut)
    surface = Surface("s", MATCH, "web", "chat", "there", wanted=1)
    with pytest.raises(StoreError):
        await store.commit([Changes(surfaces=(surface,))])
    assert tried == 3
    monkeypatch.setattr(store._driver, "write", write)
    await store.commit([step(2)])
    assert await store.surface("s") is not None


async def test_only_a_connection_that_is_cut_is_tried_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = 0

    async def locked(*_: Any, **__: Any) -> None:
        nonlocal tried
        tried += 1
        raise StoreError(DatabaseTrouble.IN_USE, "It is locked.")

    with monkeypatch.context() as patched:
        patched.setattr(store._driver, "write", locked)
        with pytest.raises(StoreError):
            await store.commit([step(1)])
    assert tried == 1

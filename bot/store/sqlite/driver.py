"""SQLite over aiosqlite: a work runs in the connection's own thread, without interruption.

Safety. One connection writes, others read; by the write-ahead log readers see the last whole commit
while it writes. ``synchronous=FULL``: a commit that returned is on the disk. The driver's own
transactions are off, because they begin late, and a writer would learn too late that another one is
writing: a writing transaction begins with ``BEGIN IMMEDIATE``.

Before each commit the driver looks at the file. If the file was deleted, or another was put in its
place, the commit is refused: it would go to a file that nobody will ever open again."""

import asyncio
import os
import sqlite3
import weakref
from collections.abc import Awaitable, Callable
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Final, TypeVar

import aiosqlite
from sqlalchemy import URL, Connection, create_engine, event
from sqlalchemy.pool import StaticPool

from bot.common.database_address import sqlite_file
from bot.store.errors import DRIVER_ERRORS, DatabaseTrouble, StoreError, explained
from bot.store.migrations import REVISION, newest
from bot.store.sqlite.lock import FileLock
from bot.store.sqlite.page_check import LaterCheck, check_at_once
from bot.store.transaction import Rows, Work

T = TypeVar("T")

_MEMORY: Final = ":memory:"
_BUSY_SECONDS: Final = 10.0
_LOCKED_SECONDS: Final = 60.0
"""Seconds for which a change waits for a file that another program locked; reading goes on."""
_READERS: Final = 3
_SECURE_DELETE: Final = "PRAGMA secure_delete=ON"
"""Makes SQLite overwrite deleted data at once, also the pages that nothing uses any more."""
_PRAGMAS: Final = ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", _SECURE_DELETE)
"""The settings of a connection that writes. Readers need not set the write-ahead log, because the
file itself says that it has one."""
_FIRST_QUESTION: Final = ("PRAGMA schema_version",)
"""The first query of a connection that only reads. It opens the write-ahead log at once, because
later the file may be gone."""
OWNER_ONLY: Final = 0o600
"""The permissions of the file: its owner alone reads it, because it holds running hands."""


class SqliteDriver:
    """The file's connections. Made by :meth:`open` or :meth:`reading`."""

    def __init__(self, file: Path, lock: FileLock | None) -> None:
        self.alone: Final = lock is not None
        self.processes: Final = None
        self._file = file
        self._lock = lock
        self._check = LaterCheck(file)
        self._identity: tuple[int, int] | None = None
        self._writer: aiosqlite.Connection | None = None
        self._all: list[aiosqlite.Connection] = []
        self._readers: asyncio.Queue[aiosqlite.Connection] = asyncio.Queue()

    @classmethod
    async def open(cls, url: str, *, exclusive: bool) -> "SqliteDriver":
        """Opens a file, making and migrating it first where that is needed. ``exclusive``: refuse
        to share the file with another process. Raises :class:`StoreError`."""
        file = sqlite_file(url)
        _make_folder(file.parent)
        lock = FileLock(file) if exclusive else None
        if lock is not None:
            lock.take()
        driver = cls(file, lock)
        try:
            revision, checked = await asyncio.to_thread(_try_file, file)
            if revision != newest():
                await asyncio.to_thread(_migrate, file)
            driver._identity = _identity(file)
            driver._writer = await driver._connection(_PRAGMAS, _LOCKED_SECONDS)
            for _ in range(_READERS):
                driver._readers.put_nowait(await driver._connection())
            if not checked:
                driver._check.begin()
        except DRIVER_ERRORS as error:
            await driver.close()
            raise explained(error, file) from None
        except BaseException:
            await driver.close()
            raise
        return driver

    @classmethod
    async def reading(cls, url: str) -> "SqliteDriver":
        """Opens an existing file as it is, also if others use it. Nothing may be written."""
        driver = cls(sqlite_file(url), None)
        driver._readers.put_nowait(await driver._connection())
        return driver

    async def _connection(
        self, pragmas: tuple[str, ...] = _FIRST_QUESTION, patience: float = _BUSY_SECONDS
    ) -> aiosqlite.Connection:
        """``patience``: seconds for which it waits while the file is locked."""
        connection = aiosqlite.connect(self._file, timeout=patience, isolation_level=None)
        # A process that ends without closing is not held up by the connection's thread.
        connection._thread.daemon = True
        await connection
        # A text that is damaged is read all the same, and found to be damaged.
        connection.text_factory = _text
        self._all.append(connection)
        for pragma in pragmas:
            await connection.execute_fetchall(pragma)
        return connection

    async def close(self) -> None:
        """Closes the connections, and gives back the lock on the file."""
        await self._check.end()
        for connection in self._all:
            await connection.close()
        self._all.clear()
        if self._lock is not None:
            self._lock.release()

    async def scrub(self) -> bool:
        """Empties the write-ahead log, which has pages of before. Raises :class:`StoreError`."""
        assert self._writer is not None, "opened for reading"
        try:
            ((busy, *_),) = await self._writer.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")
        except DRIVER_ERRORS as error:
            raise explained(error, self._file) from None
        return not busy

    async def check(self) -> None:
        """Raises :class:`StoreError` when the file was deleted or replaced, or is damaged."""
        await asyncio.to_thread(self._look_at_file)

    async def write(self, work: Callable[[], Work[T]]) -> T:
        """Runs a work in a transaction of its own; durable when this returns. Works run one at a
        time. Raises :class:`StoreError`; then nothing of the work is stored."""
        assert self._writer is not None, "opened for reading"
        return await self._done(self._writer, work(), writes=True)

    async def read(self, work: Callable[[], Work[T]], *, of_one_moment: bool = True) -> T:
        """Runs a work that only reads, at one moment. Raises :class:`StoreError`."""
        connection = await self._readers.get()
        try:
            return await self._done(connection, work(), writes=False)
        finally:
            self._readers.put_nowait(connection)

    async def _done(self, connection: aiosqlite.Connection, work: Work[T], *, writes: bool) -> T:
        try:
            # The driver's public methods go to the thread and back for every statement.
            run: Callable[..., Awaitable[T]] = connection._execute
            return await run(self._do, connection, work, writes)
        except DRIVER_ERRORS as error:
            raise explained(error, self._file) from None

    def _do(self, connection: aiosqlite.Connection, work: Work[T], writes: bool) -> T:
        """Runs a work; called in the connection's thread."""
        if writes:
            return _transacted(connection._conn, "BEGIN IMMEDIATE", work, self._look_at_file)
        return _transacted(connection._conn, "BEGIN", work)

    def _look_at_file(self) -> None:
        if self._check.damage is not None:
            raise self._check.damage
        try:
            now = _identity(self._file)
        except OSError:
            now = None
        if now != self._identity:
            raise StoreError(
                DatabaseTrouble.GONE,
                f"The database {self._file} was deleted or replaced while the bot was running.",
            )


class MemoryDriver:
    """A database in memory that is lost with its process: for tests and measures. Each work runs in
    the caller's thread. Other tasks get a turn before it, as they do with a file."""

    def __init__(self) -> None:
        self.alone: Final = True
        self.processes: Final = None
        database = sqlite3.connect(_MEMORY, isolation_level=None, check_same_thread=False)
        database.deserialize(_empty())
        database.execute(_SECURE_DELETE)
        database.text_factory = _text
        self._database = database
        # Many of these databases are never closed: they hold nothing but memory.
        weakref.finalize(self, database.close)

    async def write(self, work: Callable[[], Work[T]]) -> T:
        """See :meth:`SqliteDriver.write`."""
        await asyncio.sleep(0)
        try:
            return _transacted(self._database, "BEGIN", work())
        except sqlite3.Error as error:
            raise explained(error, Path(_MEMORY)) from None

    async def read(self, work: Callable[[], Work[T]], *, of_one_moment: bool = True) -> T:
        """See :meth:`SqliteDriver.read`. No transaction: nobody can write meanwhile."""
        await asyncio.sleep(0)
        try:
            return _run(self._database.cursor(), work())
        except sqlite3.Error as error:
            raise explained(error, Path(_MEMORY)) from None

    async def scrub(self) -> bool:
        """There is no file."""
        return True

    async def check(self) -> None:
        """There is no file."""

    async def close(self) -> None:
        """Forgets everything."""
        self._database.close()


@cache
def _empty() -> bytes:
    """A database with empty tables, to be copied: making them takes longer than most tests."""
    from bot.store.migrations.upgrading import migrate

    with closing(sqlite3.connect(_MEMORY)) as database:
        engine = create_engine("sqlite://", creator=lambda: database, poolclass=StaticPool)
        with engine.begin() as connection:
            migrate(connection, _MEMORY)
        return database.serialize()


def _text(data: bytes) -> str:
    return data.decode(errors="surrogateescape")


def _transacted(
    database: sqlite3.Connection,
    begin: str,
    work: Work[T],
    before_commit: Callable[[], None] = lambda: None,
) -> T:
    database.execute(begin)
    try:
        result = _run(database.cursor(), work)
        before_commit()
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise
    return result


def _run(cursor: sqlite3.Cursor, work: Work[T]) -> T:
    try:
        step = next(work)
        while True:
            found: Rows = []
            statement, rows, asks, *_ = step
            if statement.is_lock:
                step = work.send(found)
                continue
            prepared = statement.sqlite
            if asks:
                for row in rows:
                    found += cursor.execute(prepared.text, prepared.values(row)).fetchall()
            else:
                cursor.executemany(prepared.text, [prepared.values(row) for row in rows])
            step = work.send(found)
    except StopIteration as end:
        result: T = end.value
        return result


def _identity(file: Path) -> tuple[int, int]:
    found = os.stat(file)
    return found.st_dev, found.st_ino


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            DatabaseTrouble.FOLDER, f"The folder {folder} cannot be made: {error.strerror}."
        ) from None


def _try_file(file: Path) -> tuple[str | None, bool]:
    """The revision of the file, and whether all its pages were checked. Raises :class:`StoreError`
    if the file cannot be opened: before there are connections, the reason can be told more clearly.
    A new file can be read by its owner alone."""
    if file.exists() and not os.access(file, os.W_OK):
        # SQLite itself would notice at the first write, which may be a day later.
        raise StoreError(DatabaseTrouble.READ_ONLY, f"The database {file} is read-only.")
    try:
        if not file.is_dir():
            os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, OWNER_ONLY))
            file.chmod(OWNER_ONLY)
            if file.stat().st_nlink > 1:
                # By its other name another process could open the file without seeing our lock.
                raise StoreError(
                    DatabaseTrouble.IN_USE, f"The database {file} has a second name (a hard link)."
                )
        with closing(sqlite3.connect(file, timeout=_BUSY_SECONDS)) as connection:
            connection.execute("PRAGMA schema_version")
            checked = check_at_once(connection, file)
            return revision_of_file(connection), checked
    except sqlite3.Error as error:
        raise explained(error, file) from None
    except OSError as error:
        raise StoreError(
            DatabaseTrouble.FOLDER,
            f"The database {file} cannot be opened or made: {error.strerror}.",
        ) from None


def revision_of_file(connection: sqlite3.Connection) -> str | None:
    """The revision of that file; ``None``: it has no tables of ours."""
    ours = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'alembic_version'"
    if connection.execute(ours).fetchone() is None:
        return None
    found = connection.execute(REVISION).fetchone()
    return None if found is None else found[0]


def _migrate(file: Path) -> None:
    from bot.store.migrations.upgrading import migrate  # a file that is up to date does not need it

    at = URL.create("sqlite", database=str(file))
    engine = create_engine(at, connect_args={"timeout": _BUSY_SECONDS}, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def _connected(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None
        for pragma in _PRAGMAS:
            connection.execute(pragma)

    @event.listens_for(engine, "begin")
    def _begun(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    try:
        with engine.begin() as connection:
            migrate(connection, str(file))
    finally:
        engine.dispose()

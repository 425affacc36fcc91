"""Checks all pages of a file for damage. A small file is checked before it is used. A large file is
checked while it is in use, one table after another, so that a restart does not wait for the check;
if the check finds damage, nothing more is written to the file."""

import asyncio
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path
from threading import Event
from typing import Final

import structlog

from bot.store.errors import DAMAGED, DatabaseTrouble, StoreError

log = structlog.get_logger(__name__)

_SMALL: Final = 64_000_000
"""The most bytes of a small file: the check of so many takes a tenth of a second."""
_LATER: Final = 30.0
"""Seconds after the start at which the check of a large file begins, once that has calmed."""
_STEPS: Final = 10_000
"""Steps of SQLite between pauses. A table's pages are one step; Python's threads go on."""
_PAUSE: Final = 0.002
"""Seconds of a pause, longer than the steps before it: commands get most of the processor."""
_FOUND_NOTHING: Final = ("ok",)


def check_at_once(connection: sqlite3.Connection, file: Path) -> bool:
    """Checks all pages of a small file. ``False``: the file is large and was not checked. Raises
    :class:`StoreError` if a page is damaged."""
    if file.stat().st_size > _SMALL:
        return False
    if connection.execute("PRAGMA quick_check(1)").fetchone() != _FOUND_NOTHING:
        raise _damaged(file)
    return True


class LaterCheck:
    """The check of a large file that is in use."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._stop = Event()
        self._task: asyncio.Task[None] | None = None
        self._has_file = False
        self._connection: sqlite3.Connection | None = None
        self.damage: StoreError | None = None
        """The damage that was found; ``None``: none so far."""

    def begin(self) -> None:
        """Starts the check, which begins some seconds later."""
        self._task = asyncio.create_task(self._run())

    async def end(self) -> None:
        """Stops the check, if it is under way, and waits until it has closed the file."""
        self._stop.set()
        if self._task is not None:
            if not self._has_file:
                self._task.cancel()
            elif self._connection is not None:
                with suppress(sqlite3.ProgrammingError):  # the connection was closed in this moment
                    self._connection.interrupt()
            await asyncio.wait((self._task,))

    async def _run(self) -> None:
        await asyncio.sleep(_LATER)
        self._has_file = True
        try:
            await asyncio.to_thread(self._check)
        finally:
            self._stop.set()

    def _check(self) -> None:
        begun = time.monotonic()
        try:
            with closing(sqlite3.connect(self._file, check_same_thread=False)) as connection:
                self._connection = connection
                self._check_tables(connection)
        except sqlite3.DatabaseError as error:
            if self._stop.is_set():
                return
            name = error.sqlite_errorname
            if not name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
                log.warning("database_not_looked_through", error=name)
                return
            self.damage = _damaged(self._file)
        if self._stop.is_set():
            return
        if self.damage is not None:
            log.error("database_damaged", file=str(self._file))
        else:
            log.info("database_looked_through", seconds=round(time.monotonic() - begun, 1))

    def _check_tables(self, connection: sqlite3.Connection) -> None:
        """Checks one table with its indexes after another: a check of all tables at one moment
        would hold up the write-ahead log."""
        connection.set_progress_handler(lambda: self._stop.wait(_PAUSE), _STEPS)
        tables = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
        for (name,) in tables.fetchall():
            if self._stop.is_set():
                return
            found = connection.execute(f"PRAGMA quick_check('{name}')").fetchone()
            if found != _FOUND_NOTHING:
                self.damage = _damaged(self._file)
                return


def _damaged(file: Path) -> StoreError:
    return StoreError(DatabaseTrouble.DAMAGED, DAMAGED.format(file=file))

"""``truco db restore``: puts a backup in the place of the database file.

The backup is copied, brought to this version's tables and checked first. Only then it replaces the
database, by a rename. The old file is kept beside it."""

import asyncio
import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Final

from bot.common.database_address import is_postgres, sqlite_file
from bot.host.database import check, upgrade
from bot.store.errors import DatabaseTrouble, StoreError, explained
from bot.store.sqlite.driver import OWNER_ONLY
from bot.store.sqlite.lock import FileLock

_BESIDE: Final = ("", "-wal", "-shm")
"""The files that SQLite keeps beside an open database, by the endings of their names."""


async def restore(url: str, backup: Path) -> Path | None:
    """Puts the backup in the place of the database. No bot may use the database meanwhile. Returns
    where the old file is kept; ``None``: there was none. The backup itself does not change."""
    if is_postgres(url):
        raise StoreError(
            DatabaseTrouble.OTHER, "A PostgreSQL database is restored with pg_restore."
        )
    if not await asyncio.to_thread(backup.is_file):
        raise StoreError(DatabaseTrouble.MISSING, f"There is no backup {backup}.")
    # If the path is a link, the file that it points to is replaced, and the link stays.
    file = await asyncio.to_thread(sqlite_file(url).resolve)
    await asyncio.to_thread(_make_room, file)
    lock = FileLock(file)
    lock.take()
    part = file.with_name(file.name + ".restoring")
    try:
        await asyncio.to_thread(_copy, backup, part)
        await upgrade(f"sqlite:///{part}")
        if problems := await check(f"sqlite:///{part}"):
            raise StoreError(
                DatabaseTrouble.DAMAGED, f"The backup {backup} is not well: {problems[0]}"
            )
        return await asyncio.to_thread(_replace, file, part)
    except OSError as error:
        raise StoreError(
            DatabaseTrouble.FOLDER, f"The database {file} cannot be replaced: {error.strerror}."
        ) from None
    finally:
        await asyncio.to_thread(_remove, part)
        lock.release()


def _make_room(file: Path) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            DatabaseTrouble.FOLDER, f"The folder {file.parent} cannot be made: {error.strerror}."
        ) from None


def _copy(backup: Path, part: Path) -> None:
    """Copies the backup, with the files that lie beside it if it was in use."""
    _remove(part)
    os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY))
    try:
        with (
            closing(sqlite3.connect(f"{backup.resolve().as_uri()}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(part)) as made,
        ):
            source.backup(made)
    except sqlite3.Error as error:
        raise explained(error, backup) from None


def _replace(file: Path, part: Path) -> Path | None:
    kept = _unused(file)
    was_there = file.exists()
    # The files beside the old database go first: they must never lie beside another database.
    for end in reversed(_BESIDE):
        old = file.with_name(file.name + end)
        if old.exists():
            old.chmod(OWNER_ONLY)
            old.rename(kept.with_name(kept.name + end))
    with part.open("rb+") as copied:
        os.fsync(copied.fileno())
    part.rename(file)
    if sys.platform != "win32":
        folder = os.open(file.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    return kept if was_there else None


def _unused(file: Path) -> Path:
    """A file name beside this one that no file has yet."""
    number = 1
    while (name := file.with_name(f"{file.name}.replaced-{number}")).exists():
        number += 1
    return name


def _remove(part: Path) -> None:
    for end in (*_BESIDE, "-journal", ".lock"):
        part.with_name(part.name + end).unlink(missing_ok=True)

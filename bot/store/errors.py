"""The reasons why a database cannot be used, each in one sentence for the host of the bot."""

import sqlite3
from enum import StrEnum
from pathlib import Path

from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError


class DatabaseTrouble(StrEnum):
    """A reason why a database cannot be used."""

    FOLDER = "folder"
    READ_ONLY = "read_only"
    IN_USE = "in_use"
    NOT_A_DATABASE = "not_a_database"
    DAMAGED = "damaged"
    OLDER = "older"
    """An earlier version has to bring it to its tables first."""
    NEWER = "newer"
    NO_ROOM = "no_room"
    MISSING = "missing"
    GONE = "gone"
    """The file that was opened has been deleted or replaced."""
    EXISTS = "exists"
    UNREACHABLE = "unreachable"
    DENIED = "denied"
    POOLED = "pooled"
    """A pooler hands each transaction to another connection of the server."""
    OTHER = "other"


class StoreError(Exception):
    """The database cannot be used. As text it is one clear sentence."""

    def __init__(self, trouble: DatabaseTrouble, sentence: str) -> None:
        super().__init__(sentence)
        self.trouble = trouble


class DamagedMatch(Exception):
    """The stored rows of a match differ from what was written."""

    def __init__(self, match: str) -> None:
        super().__init__(f"What is stored of match {match} was changed or is missing.")
        self.match = match


DAMAGED = "The database {file} is damaged; truco db restore puts a backup in its place."

_BY_NAME = {
    "SQLITE_READONLY": (DatabaseTrouble.READ_ONLY, "The database {file} is read-only."),
    "SQLITE_NOTADB": (DatabaseTrouble.NOT_A_DATABASE, "{file} is not an SQLite database."),
    "SQLITE_CORRUPT": (DatabaseTrouble.DAMAGED, DAMAGED),
    "SQLITE_BUSY": (DatabaseTrouble.IN_USE, "The database {file} is in use by another process."),
    "SQLITE_LOCKED": (DatabaseTrouble.IN_USE, "The database {file} is in use by another process."),
    "SQLITE_FULL": (DatabaseTrouble.NO_ROOM, "There is no room left for the database {file}."),
    "SQLITE_CANTOPEN": (DatabaseTrouble.FOLDER, "The database {file} cannot be opened or made."),
    "SQLITE_PERM": (DatabaseTrouble.FOLDER, "The database {file} cannot be opened or made."),
}


def explained(error: Exception, file: Path) -> StoreError:
    """The sentence for an error of the driver."""
    original = error.orig if isinstance(error, DBAPIError) else error
    name = getattr(original, "sqlite_errorname", "") or ""
    for known, (trouble, sentence) in _BY_NAME.items():
        if name.startswith(known):
            return StoreError(trouble, sentence.format(file=file))
    # The text leaves out the statement and its values, because values can hold cards.
    kind = name or type(original).__name__
    return StoreError(DatabaseTrouble.OTHER, f"The database {file} cannot be used ({kind}).")


DRIVER_ERRORS = (DBAPIError, sqlite3.Error)


def name_of(url: URL) -> str:
    """The name of a PostgreSQL database for people, without its password."""
    return f"{url.database} on {url.host or 'this machine'}"

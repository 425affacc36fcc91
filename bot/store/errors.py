"""The reasons why a database cannot be used, each in one sentence for the host of the bot."""

import sqlite3
from enum import StrEnum
from pathlib import Path

import asyncpg
from sqlalchemy.exc import DBAPIError


class DatabaseTrouble(StrEnum):
    """Why a database cannot be used."""

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

CUT = (
    asyncpg.PostgresConnectionError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.CannotConnectNowError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    OSError,
)
"""The connection to PostgreSQL is lost, or there is none."""
POSTGRES_ERRORS = (DBAPIError, asyncpg.PostgresError, *CUT)
"""The exceptions that PostgreSQL's driver may raise."""


def pooled(name: str) -> StoreError:
    """What is said of a PostgreSQL behind a pooler that keeps no session."""
    return StoreError(
        DatabaseTrouble.POOLED,
        f"The database {name} is behind a pooler that gives each transaction another connection:"
        " set its pool_mode to session, or let TRUCO_DATABASE_URL name the server itself.",
    )


def explained_postgres(error: Exception, name: str) -> StoreError:
    """The sentence for an error of PostgreSQL, or of the network between."""
    original = error.orig if isinstance(error, DBAPIError) else error
    match original:
        case asyncpg.InvalidPasswordError() | asyncpg.InvalidAuthorizationSpecificationError():
            return StoreError(
                DatabaseTrouble.DENIED, f"The database {name} does not let this user in."
            )
        case asyncpg.InvalidSQLStatementNameError() | asyncpg.DuplicatePreparedStatementError():
            return pooled(name)  # what was prepared on one connection is asked for on another
        case asyncpg.InvalidCatalogNameError():
            return StoreError(DatabaseTrouble.MISSING, f"There is no database {name}.")
        case asyncpg.DiskFullError():
            return StoreError(
                DatabaseTrouble.NO_ROOM, f"There is no room left for the database {name}."
            )
        case asyncpg.ReadOnlySQLTransactionError():
            return StoreError(DatabaseTrouble.READ_ONLY, f"The database {name} is read-only.")
        case _ if isinstance(original, CUT) and not isinstance(original, ValueError):
            # (If a column cannot take a value, asyncpg raises an InterfaceError too.)
            return StoreError(
                DatabaseTrouble.UNREACHABLE, f"The database {name} cannot be reached."
            )
        case _:
            # The text leaves out the statement and its values, because values can hold cards.
            kind = type(original).__name__
            return StoreError(
                DatabaseTrouble.OTHER, f"The database {name} cannot be used ({kind})."
            )

"""The reasons why PostgreSQL cannot be used, each in one sentence for the host of the bot."""

import asyncpg
from sqlalchemy.exc import DBAPIError

from bot.store.errors import DatabaseTrouble, StoreError

CUT = (
    asyncpg.PostgresConnectionError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.CannotConnectNowError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    OSError,
)
"""The exceptions that say that the connection to PostgreSQL is lost, or that there is none."""
POSTGRES_ERRORS = (DBAPIError, asyncpg.PostgresError, *CUT)
"""The exceptions that PostgreSQL's driver may raise."""


def pooled(name: str) -> StoreError:
    """The error for a PostgreSQL behind a pooler that keeps no session."""
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
            return pooled(name)  # prepared on one connection, used on another one
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

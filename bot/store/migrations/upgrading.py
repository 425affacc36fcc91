"""Brings a database to the newest revision.

Only a new or an old database needs this module: Alembic takes longer to load than the rest of
opening a database does."""

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, insert
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.errors import DatabaseTrouble, StoreError
from bot.store.migrations import newest
from bot.store.statements.tables import METADATA, register_end
from engine.fairness.hashes import HASH_SIZE

_PASSED_THROUGH: Final = "0.1.0"
"""The version that brings every older database to our first revision."""

_ONE_AT_A_TIME: Final = 0x6D696772
"""The key of PostgreSQL's lock on migrations."""


def config() -> Config:
    """Alembic's configuration; the connection is given at the moment of use."""
    made = Config()
    made.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    made.set_main_option("path_separator", "os")
    return made


async def upgrade(engine: AsyncEngine, name: str) -> None:
    """Brings the database to the newest revision in one transaction; an empty one gets the tables
    as they are now. ``name``: what people call the database.

    Raises :class:`StoreError` when a newer version of the program has used the database, or when
    only an older version reads it."""
    async with engine.begin() as connection:
        await connection.run_sync(migrate, name)


def migrate(connection: Connection, name: str) -> None:
    """Does what :func:`upgrade` does, in the transaction of this connection."""
    if connection.dialect.name == "postgresql":
        # If two processes start at once, the second waits and then finds everything done.
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_ONE_AT_A_TIME})")
    revision = MigrationContext.configure(connection).get_current_revision()
    if revision == newest():
        return
    made = config()
    known = {script.revision for script in ScriptDirectory.from_config(made).walk_revisions()}
    if revision is not None and revision not in known:
        raise _unreadable(revision, min(known), name)
    made.attributes["connection"] = connection
    if revision is None:
        METADATA.create_all(connection, checkfirst=False)
        connection.execute(insert(register_end), {"id": 1, "number": 0, "link": bytes(HASH_SIZE)})
        command.stamp(made, "head")
    else:
        command.upgrade(made, "head")


def _unreadable(revision: str, first: str, name: str) -> StoreError:
    """The error for a database with a revision that cannot be used; ``first``: the oldest revision
    that can."""
    if revision < first:
        return StoreError(
            DatabaseTrouble.OLDER,
            f"The database {name} is of a version before {_PASSED_THROUGH}:"
            f" open it once with truco {_PASSED_THROUGH}, then with this version.",
        )
    return StoreError(
        DatabaseTrouble.NEWER, f"The database {name} was written by a newer version of truco."
    )

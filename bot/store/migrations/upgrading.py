"""Makes the tables of a new database, and brings an old database to the newest revision.

Only such databases need this module, and only old ones need Alembic, which takes longer to load
than the rest of opening a database does."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy import Column, Connection, MetaData, String, Table, insert, inspect
from sqlalchemy import PrimaryKeyConstraint as PrimaryKey

from bot.store.errors import DatabaseTrouble, StoreError
from bot.store.migrations import REVISION, newest
from bot.store.statements.tables import METADATA, register_end
from engine.fairness.hashes import HASH_SIZE

if TYPE_CHECKING:
    from alembic.config import Config

_PASSED_THROUGH: Final = "0.1.0"
"""The version that brings every older database to our first revision."""

_ONE_AT_A_TIME: Final = 0x6D696772
"""The key of PostgreSQL's lock on migrations."""

_REVISION_TABLE: Final = Table(
    "alembic_version",
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKey("version_num", name="alembic_version_pkc"),
)
"""Alembic's own table, as Alembic makes it."""


def config() -> "Config":
    """Alembic's configuration; the connection is given at the moment of use."""
    from alembic.config import Config

    made = Config()
    made.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    made.set_main_option("path_separator", "os")
    return made


def migrate(connection: Connection, name: str) -> None:
    """Brings the database to the newest revision, in the transaction of this connection; an empty
    one gets the tables as they are now. ``name``: what people call the database. Raises
    :class:`StoreError` when a newer version of the program has used the database, or when only an
    older version reads it."""
    if connection.dialect.name == "postgresql":
        # If two processes start at once, the second waits and then finds everything done.
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_ONE_AT_A_TIME})")
    has_tables = inspect(connection).has_table(_REVISION_TABLE.name)
    revision = connection.exec_driver_sql(REVISION).scalar() if has_tables else None
    if revision is None:
        METADATA.create_all(connection, checkfirst=False)
        connection.execute(insert(register_end), {"id": 1, "number": 0, "link": bytes(HASH_SIZE)})
        _REVISION_TABLE.create(connection, checkfirst=True)
        connection.execute(insert(_REVISION_TABLE), {"version_num": newest()})
    elif revision != newest():
        _take_steps(connection, revision, name)


def _take_steps(connection: Connection, revision: str, name: str) -> None:
    from alembic import command
    from alembic.script import ScriptDirectory

    made = config()
    known = {script.revision for script in ScriptDirectory.from_config(made).walk_revisions()}
    if revision not in known:
        raise _unreadable(revision, min(known), name)
    made.attributes["connection"] = connection
    command.upgrade(made, "head")


def _unreadable(revision: str, first: str, name: str) -> StoreError:
    """The error for a revision that cannot be used; ``first``: the oldest one that can."""
    if revision < first:
        return StoreError(
            DatabaseTrouble.OLDER,
            f"The database {name} is of a version before {_PASSED_THROUGH}:"
            f" open it once with truco {_PASSED_THROUGH}, then with this version.",
        )
    return StoreError(
        DatabaseTrouble.NEWER, f"The database {name} was written by a newer version of truco."
    )

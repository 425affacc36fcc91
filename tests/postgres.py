"""A PostgreSQL server of the tests' own, in a folder that goes away, reached by a socket there."""

import asyncio
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import asyncpg

from tests.places import in_memory

RUNNING: Final = "TEST_POSTGRESQL"
"""The variable with the folder of a server that runs already, for many runs of the tests."""

_PLACES = ("/usr/lib/postgresql", "/usr/local/pgsql", "/opt/homebrew/opt")


def program(name: str) -> str | None:
    """Where a program of the server is; ``None``: it is not installed."""
    found = shutil.which(name)
    if found:
        return found
    for place in _PLACES:
        for file in sorted(Path(place).glob(f"*/bin/{name}"), reverse=True):
            return str(file)
    return None


def missing() -> str:
    """Why there can be no server here; empty: there can."""
    if program("initdb") is None or program("pg_ctl") is None:
        return "this system has no PostgreSQL server (Debian: the package postgresql)"
    if os.getuid() == 0:
        if shutil.which("setpriv") is None:
            return "PostgreSQL does not run as root, and this system has no setpriv"
        try:
            pwd.getpwnam("postgres")
        except KeyError:
            return "PostgreSQL does not run as root, and this system has no user postgres"
    return ""


@contextmanager
def server(place: str = "/tmp", *, durable: bool = False) -> Iterator[str]:
    """Runs a server with its files there; gives the address of its socket's folder. A signal that
    ends this process ends the server too. ``durable``: it waits for the disk at each commit, as a
    server with its own settings does."""
    # The path of a socket is short, whatever the folder of the tests is.
    folder = Path(tempfile.mkdtemp(prefix="pg", dir=place))
    data = folder / "data"
    settings = f"-c listen_addresses='' -c unix_socket_directories={folder} -c max_connections=50"
    if not durable:
        settings += " -c fsync=off -c synchronous_commit=off -c full_page_writes=off"
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        as_user = []
        if os.getuid() == 0:
            shutil.chown(folder, "postgres", "postgres")
            as_user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]

        def run(*command: str | None) -> None:
            assert all(command)
            subprocess.run(
                [*as_user, *(str(word) for word in command)],
                check=True,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd=folder,
                env={"PATH": os.environ["PATH"], "LC_ALL": "C", "PGCTLTIMEOUT": "300"},
            )

        user = ("-U", "truco", "-A", "trust", "-E", "UTF8", "--no-sync")
        run(program("initdb"), "-D", str(data), *user)
        log = ("-l", str(folder / "log"))
        run(program("pg_ctl"), "-D", str(data), "-w", *log, "-o", settings, "start")
        try:
            yield str(folder)
        finally:
            run(program("pg_ctl"), "-D", str(data), "-m", "immediate", "-w", "stop")
    finally:
        signal.signal(signal.SIGTERM, before)
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def shared() -> Iterator[str]:
    """The server that runs already, or else one that is run for this; gives the address of its
    socket's folder. Databases of earlier runs may be there still."""
    if folder := os.environ.get(RUNNING):
        yield folder
        return
    with server(in_memory() or "/tmp") as folder:
        yield folder


async def drop_databases(folder: str) -> None:
    """Drops all databases on that server but its own."""
    connection = await asyncpg.connect(address(folder, "postgres"))
    names = await connection.fetch(
        "SELECT datname FROM pg_database WHERE NOT datistemplate AND datname <> 'postgres'"
    )
    for name in names:
        await connection.execute(f'DROP DATABASE "{name[0]}" WITH (FORCE)')
    await connection.close()


async def make_database(folder: str, name: str, template: str = "template1") -> str:
    """Makes a database on that server; gives its address."""
    connection = await asyncpg.connect(address(folder, "postgres"))
    # From version 15 on a server writes each page of the copy to its log, unless it is told not to.
    copied = " STRATEGY FILE_COPY" if connection.get_server_version().major >= 15 else ""
    await connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}{copied}")
    await connection.close()
    return address(folder, name)


async def cut(url: str) -> None:
    """Ends every connection to this database but our own."""
    connection = await asyncpg.connect(url)
    await _end_others(connection)
    await connection.close()


async def rows_of(url: str) -> dict[str, str]:
    """All rows of a database, by table, as JSON; without its revision and tables without rows."""
    connection = await asyncpg.connect(url)
    found = {
        name: await connection.fetchval(f'SELECT json_agg(one)::text FROM "{name}" AS one')
        for name in await _tables(connection)
    }
    await connection.close()
    return {name: rows for name, rows in found.items() if rows is not None}


async def _tables(connection: "asyncpg.Connection[Any]") -> list[str]:
    rows = await connection.fetch(
        "SELECT tablename FROM pg_tables"
        " WHERE schemaname = 'public' AND tablename <> 'alembic_version'"
    )
    return [row[0] for row in rows]


async def empty(url: str, rows: Mapping[str, str]) -> None:
    """Ends every connection to this database, and deletes all rows of the tables in it, which have
    no numbers of their own, but for these (:func:`rows_of`) and its revision."""
    connection = await asyncpg.connect(url)
    # What one was about to store is not stored later.
    while await _end_others(connection):  # noqa: ASYNC110 - the server tells nobody
        await asyncio.sleep(0.01)
    tables = await _tables(connection)
    await connection.execute("; ".join(f'DELETE FROM "{name}"' for name in tables))
    for name, those in rows.items():
        await connection.execute(
            f'INSERT INTO "{name}" SELECT * FROM json_populate_recordset(NULL::"{name}", $1)', those
        )
    await connection.close()


async def _end_others(connection: "asyncpg.Connection[Any]") -> int:
    """Ends every connection to this database but this one; gives how many there were."""
    found: int = await connection.fetchval(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    return found


def address(folder: str, database: str) -> str:
    """The address of a database of that server."""
    return f"postgresql://truco@/{database}?host={folder}"

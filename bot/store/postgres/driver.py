"""PostgreSQL over asyncpg: a work runs on one connection, in one transaction.

A batch of presses is one statement (:mod:`bot.store.postgres.at_once`), a transaction by itself.

Safety. A step's log rows are its lock: of two transactions that insert the same key the second
waits for the first, and then inserts nothing. If two batches wait for each other, PostgreSQL stops
one of them, and that batch runs again. ``synchronous_commit`` is the server's own setting, by
default on.

Any number of processes may use one database; :mod:`bot.store.postgres.processes` says how they
share the work."""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any, Final, TypeVar

import asyncpg
import structlog
from sqlalchemy.engine import URL, make_url

from bot.store.errors import name_of
from bot.store.migrations import REVISION, newest
from bot.store.postgres.at_once import NOT_FORESEEN, Connection, foresee, run_at_once
from bot.store.postgres.errors import CUT, POSTGRES_ERRORS, explained_postgres, pooled
from bot.store.postgres.processes import PostgresProcesses
from bot.store.transaction import Work

log = structlog.get_logger(__name__)

T = TypeVar("T")

_CONNECTIONS: Final = 4
_AGAIN: Final = 5
"""The most attempts at a transaction that PostgreSQL stops because of other transactions."""
_SECONDS: Final = 10.0
_NO_FUNCTIONS: Final = (asyncpg.InsufficientPrivilegeError, asyncpg.UndefinedObjectError)
"""The errors that say that the user of this database may not make functions, or that the database
has no language for them."""


class PostgresDriver:
    """A pool of connections to one database. Made by :meth:`open`."""

    def __init__(self, url: URL, pool: "asyncpg.Pool[Any]") -> None:
        self.alone: Final = False
        self.processes: PostgresProcesses | None = None
        """The processes that share this database; ``None``: this process only reads it."""
        self._name: Final = name_of(url)
        self._dsn: Final = _dsn(url)
        self._pool = pool
        self._at_once = True
        """Whether works may run as one statement: the user of the database may make functions."""

    @classmethod
    async def open(cls, url: str) -> "PostgresDriver":
        """Connects, and makes or migrates the tables where needed. Raises :class:`StoreError`."""
        parsed = make_url(url)
        driver = cls(parsed, await _pool(parsed, _CONNECTIONS))
        try:
            async with driver._pool.acquire() as connection:
                revision = await revision_on_server(connection)
            if revision != newest():
                await _migrate(parsed)
            driver.processes = await PostgresProcesses.join(driver._dsn, driver._pool, driver._name)
            if await driver.processes.share_a_session():
                raise pooled(driver._name)
        except POSTGRES_ERRORS as error:
            await driver.close()
            raise explained_postgres(error, driver._name) from None
        except BaseException:
            await driver.close()
            raise
        return driver

    @classmethod
    async def reading(cls, url: str) -> "PostgresDriver":
        """Opens an existing database as it is, also if others use it. Nothing may be written."""
        parsed = make_url(url)
        return cls(parsed, await _pool(parsed, 1))

    async def close(self) -> None:
        """Ends all connections."""
        if self.processes is not None:
            await self.processes.leave()
        try:
            async with asyncio.timeout(_SECONDS):
                await self._pool.close()
        except TimeoutError:
            self._pool.terminate()

    async def scrub(self) -> bool:
        """Does nothing: the files belong to the server, which clears deleted rows itself."""
        return True

    async def check(self) -> None:
        """Does nothing: a database on a server cannot be replaced as a file can."""

    async def write(self, work: Callable[[], Work[T]]) -> T:
        """Runs a work in a transaction of its own; durable when this returns. It takes one round
        trip to the server, unless another process was faster, or the work's rows could not be
        foreseen. Raises :class:`StoreError`. If the connection was cut during the commit, nobody
        knows whether the work is stored."""
        for attempt in range(_AGAIN):
            try:
                async with self._pool.acquire() as connection:
                    return await self._write_on(connection, work)
            except (asyncpg.DeadlockDetectedError, asyncpg.SerializationError) as error:
                if attempt == _AGAIN - 1:
                    raise explained_postgres(error, self._name) from None
            except POSTGRES_ERRORS as error:
                raise explained_postgres(error, self._name) from None
        raise AssertionError

    async def _write_on(self, connection: Any, work: Callable[[], Work[T]]) -> T:
        if self._at_once and (foreseen := foresee(work())) is not None:
            try:
                return await run_at_once(connection, foreseen)
            except _NO_FUNCTIONS as error:
                log.warning("many_ways_to_database", why=type(error).__name__)
                self._at_once = False
            except asyncpg.PostgresError as error:
                if error.sqlstate != NOT_FORESEEN:
                    raise
        async with connection.transaction():
            return await _run(connection, work())

    async def read(self, work: Callable[[], Work[T]], *, of_one_moment: bool = True) -> T:
        """Runs a work that only reads. Raises :class:`StoreError`. ``of_one_moment`` costs two more
        round trips to the server."""
        for attempt in range(_AGAIN):
            try:
                async with self._pool.acquire() as connection, AsyncExitStack() as transaction:
                    if of_one_moment:
                        await transaction.enter_async_context(
                            connection.transaction(isolation="repeatable_read", readonly=True)
                        )
                    return await _run(connection, work())
            except POSTGRES_ERRORS as error:
                # The pool may still hold a connection that was cut.
                if attempt == _AGAIN - 1 or not isinstance(error, CUT):
                    raise explained_postgres(error, self._name) from None
        raise AssertionError


async def revision_on_server(connection: Any) -> str | None:
    """The revision of that database; ``None``: it has no tables of ours."""
    try:
        found: str | None = await connection.fetchval(REVISION)
    except asyncpg.UndefinedTableError:
        return None
    return found


async def _migrate(url: URL) -> None:
    from sqlalchemy.ext.asyncio import create_async_engine  # only migrations need it

    from bot.store.migrations.upgrading import migrate

    engine = create_async_engine(url.set(drivername="postgresql+asyncpg"), hide_parameters=True)
    try:
        async with engine.begin() as connection:
            await connection.run_sync(migrate, name_of(url))
    finally:
        await engine.dispose()


async def _pool(url: URL, most: int) -> "asyncpg.Pool[Any]":
    try:
        return await asyncpg.create_pool(
            _dsn(url),
            min_size=1,
            max_size=most,
            timeout=_SECONDS,
            reset=_leave_as_it_is,
            connection_class=Connection,
        )
    except POSTGRES_ERRORS as error:
        raise explained_postgres(error, name_of(url)) from None


async def _leave_as_it_is(_connection: object) -> None:
    """Does nothing when a connection goes back to the pool: nothing here changes a connection, and
    a reset would be one more round trip to the server."""


async def _run(connection: Any, work: Work[T]) -> T:
    try:
        step = next(work)
        while True:
            statement, rows, asks, *_ = step
            prepared = statement.postgresql
            values = [prepared.values(row) for row in rows]
            made: list[Any] = []
            if not asks:
                await connection.executemany(prepared.text, values)
            elif len(values) == 1:
                made = await connection.fetch(prepared.text, *values[0])
            else:  # one round trip to the server
                made = await connection.fetchmany(prepared.text, values)
            step = work.send([tuple(row) for row in made])
    except StopIteration as end:
        result: T = end.value
        return result


def _dsn(url: URL) -> str:
    return url.set(drivername="postgresql").render_as_string(hide_password=False)

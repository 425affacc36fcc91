"""PostgreSQL over asyncpg: a work is done on one connection, in one transaction.

How it is safe. A step's log rows are its lock: of two transactions that insert the same key the
second waits for the first, and then inserts nothing. Where two batches wait for each other,
PostgreSQL stops one of them and it is done again.
``synchronous_commit`` is the server's own setting, by default on.

A process that wants the database to itself takes an advisory lock, which ends with its connection,
and leaves its name in a row. When the connection was cut it takes the lock again; only if the row
still has its name has nobody else been here meanwhile.
"""

import asyncio
import uuid
from collections.abc import Callable
from typing import Any, Final, TypeVar

import asyncpg
from sqlalchemy.engine import URL, make_url
from sqlalchemy.ext.asyncio import create_async_engine

from bot.store.errors import CUT, POSTGRES_ERRORS, StoreError, Trouble, explained_postgres
from bot.store.migrations import upgrade
from bot.store.statements import Statements, statements
from bot.store.work import Rows, Work

T = TypeVar("T")

_CONNECTIONS: Final = 4
_LOCK: Final = 0x74727563
"""The key of the advisory lock."""
_AGAIN: Final = 5
"""How often a transaction is tried that PostgreSQL stops because of others."""
_SECONDS: Final = 10.0
_OWNER: Final = ("process:", "owner")


class PostgresDriver:
    """A pool of connections to one database. Made by :meth:`open`."""

    def __init__(self, url: URL, pool: "asyncpg.Pool[Any]", *, alone: bool) -> None:
        self.statements: Final[Statements] = statements("postgresql")
        self.alone: Final = alone
        self._name: Final = name_of(url)
        self._dsn: Final = _dsn(url)
        self._pool = pool
        self._me: Final = uuid.uuid4().hex
        self._guard: asyncpg.Connection[Any] | None = None
        """The connection with the lock."""

    @classmethod
    async def open(cls, url: str, *, exclusive: bool) -> "PostgresDriver":
        """Connects, and makes and migrates the tables first where that is needed.

        ``exclusive``: refuse to share the database with another process.
        Raises :class:`StoreError`."""
        parsed = make_url(url)
        pool = await _pool(parsed, _CONNECTIONS)
        driver = cls(parsed, pool, alone=exclusive)
        try:
            if exclusive:
                await driver._take_lock()
            engine = create_async_engine(
                parsed.set(drivername="postgresql+asyncpg"), hide_parameters=True
            )
            try:
                await upgrade(engine, driver._name)
            finally:
                await engine.dispose()
            if exclusive:
                async with pool.acquire() as connection:
                    await connection.execute(_SIGN, *_OWNER, driver._me)
        except POSTGRES_ERRORS as error:
            await driver.close()
            raise explained_postgres(error, driver._name) from None
        except BaseException:
            await driver.close()
            raise
        return driver

    @classmethod
    async def reading(cls, url: str) -> "PostgresDriver":
        """An existing database as it is, whoever else uses it; nothing may be written."""
        parsed = make_url(url)
        return cls(parsed, await _pool(parsed, 1), alone=False)

    async def _take_lock(self) -> None:
        connection = await asyncpg.connect(self._dsn, timeout=_SECONDS)
        if not await connection.fetchval("SELECT pg_try_advisory_lock($1)", _LOCK):
            await connection.close()
            raise StoreError(
                Trouble.IN_USE,
                f"The database {self._name} is in use by another process; only one may.",
            )
        self._guard = connection

    async def _hold_lock(self) -> None:
        """Takes the lock again if its connection was cut."""
        if not self.alone or (self._guard is not None and not self._guard.is_closed()):
            return
        await self._take_lock()
        async with self._pool.acquire() as connection:
            owner = await connection.fetchval(_WHO, *_OWNER)
        if owner != self._me:
            assert self._guard is not None
            await self._guard.close()
            raise StoreError(
                Trouble.GONE,
                f"Another process has used the database {self._name} in the meantime.",
            )

    async def close(self) -> None:
        """Ends all connections."""
        try:
            async with asyncio.timeout(_SECONDS):
                await self._pool.close()
        except TimeoutError:
            self._pool.terminate()
        if self._guard is not None and not self._guard.is_closed():
            await self._guard.close()

    async def check(self) -> None:
        """Raises :class:`StoreError` when another process has taken the database over."""
        try:
            await self._hold_lock()
        except POSTGRES_ERRORS as error:
            raise explained_postgres(error, self._name) from None

    async def write(self, work: Callable[[], Work[T]]) -> T:
        """Does a work in a transaction of its own; durable when this returns.

        Raises :class:`StoreError`. When the connection was cut during the commit, nobody knows
        whether it is stored."""
        for attempt in range(_AGAIN):
            try:
                await self._hold_lock()
                async with self._pool.acquire() as connection, connection.transaction():
                    return await _run(connection, work())
            except (asyncpg.DeadlockDetectedError, asyncpg.SerializationError) as error:
                if attempt == _AGAIN - 1:
                    raise explained_postgres(error, self._name) from None
            except POSTGRES_ERRORS as error:
                raise explained_postgres(error, self._name) from None
        raise AssertionError

    async def read(self, work: Callable[[], Work[T]]) -> T:
        """Does a work that only reads, all of one moment. Raises :class:`StoreError`."""
        for attempt in range(_AGAIN):
            try:
                async with (
                    self._pool.acquire() as connection,
                    connection.transaction(isolation="repeatable_read", readonly=True),
                ):
                    return await _run(connection, work())
            except POSTGRES_ERRORS as error:
                # A connection that was cut may lie in the pool still.
                if attempt == _AGAIN - 1 or not isinstance(error, CUT):
                    raise explained_postgres(error, self._name) from None
        raise AssertionError


_SIGN: Final = (
    "INSERT INTO settings (owner, name, value) VALUES ($1, $2, $3)"
    " ON CONFLICT (owner, name) DO UPDATE SET value = excluded.value"
)
_WHO: Final = "SELECT value FROM settings WHERE owner = $1 AND name = $2"


async def _pool(url: URL, most: int) -> "asyncpg.Pool[Any]":
    try:
        return await asyncpg.create_pool(_dsn(url), min_size=1, max_size=most, timeout=_SECONDS)
    except POSTGRES_ERRORS as error:
        raise explained_postgres(error, name_of(url)) from None


async def _run(connection: Any, work: Work[T]) -> T:
    try:
        step = next(work)
        while True:
            found: Rows = []
            prepared, rows, asks = step
            if asks:
                for row in rows:
                    made = await connection.fetch(prepared.text, *prepared.values(row))
                    found += [tuple(one) for one in made]
            else:
                await connection.executemany(prepared.text, [prepared.values(row) for row in rows])
            step = work.send(found)
    except StopIteration as end:
        result: T = end.value
        return result


def name_of(url: URL) -> str:
    """What people call the database: never its password."""
    return f"{url.database} on {url.host or 'this machine'}"


def _dsn(url: URL) -> str:
    return url.set(drivername="postgresql").render_as_string(hide_password=False)

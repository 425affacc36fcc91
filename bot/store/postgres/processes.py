"""Processes on one PostgreSQL database: each gives signs of life, and its leases end with it.

A process has a row that it renews every two seconds. A process that has not renewed it for six
seconds (by the database's clock) counts as dead, and its leases are free for the others. A process
that could not renew its row in time does not trust its leases any more, even if nobody took them.

News go through ``LISTEN`` and ``NOTIFY``, many matches at a time. They are sent outside the
transactions that they are about, because a transaction with a ``NOTIFY`` in it waits for all other
transactions of the database."""

import asyncio
import time
import uuid
from collections.abc import Callable, Collection
from typing import Any, Final

import asyncpg
import msgspec
import structlog

from bot.common.tasks import end
from bot.messages import MatchId
from bot.store.notices import Notice
from bot.store.postgres.errors import CUT, POSTGRES_ERRORS, explained_postgres
from bot.store.processes import News, WindowNews, Written, late_lease, matches_late

log = structlog.get_logger(__name__)

BEAT: Final = 2.0
"""Seconds between two signs of life."""
LEASE: Final = 6.0
"""Seconds after the last sign of life until a process is taken for dead."""
MARGIN: Final = 1.0
"""Seconds. A process stops trusting its row this long before the row ends."""
IDLE: Final = 60.0
"""Seconds after which an unused lease goes back."""
_SOON: Final = 0.01
"""Seconds. News within this time is told together."""
_AT_ONCE: Final = 60
"""The most of each kind in one message: PostgreSQL takes less than 8000 bytes."""
_LINES: Final = 7
"""The most lines of people in one message: each may have 200 characters of four bytes."""
_WINDOWS: Final = 30
"""The most windows or calls in one message: each takes some 200 bytes."""
_CHANNEL: Final = "truco"
_FORGET: Final = 60.0
"""Seconds after the end of a process at which its row is deleted."""
_SECONDS: Final = 10.0
_AGAIN: Final = 5
"""The most attempts at a statement while the connection is cut."""

_IS_ALIVE: Final = (
    "SELECT until > clock_timestamp() + $2 * interval '1 second' FROM processes WHERE process = $1"
)
_LIVE: Final = (
    "INSERT INTO processes (process, until, since, begun)"
    " VALUES ($1, clock_timestamp() + $2 * interval '1 second', clock_timestamp(), $3)"
    " ON CONFLICT (process) DO UPDATE SET until = excluded.until"
)
_FORGET_PROCESSES: Final = (
    "DELETE FROM processes WHERE until < clock_timestamp() - $1 * interval '1 second'"
)
_FORGET_LEASES: Final = (
    "DELETE FROM leases WHERE NOT EXISTS (SELECT 1 FROM processes WHERE process = leases.process)"
)
_ALL: Final = "SELECT process FROM processes WHERE until > clock_timestamp()"
_BEGUN: Final = "UPDATE processes SET begun = true WHERE process = $1"
_BEFORE: Final = (
    "SELECT other.begun FROM processes AS other JOIN processes AS me ON me.process = $1"
    " WHERE other.process <> $1 AND other.until > clock_timestamp()"
    " AND (other.begun OR (other.since, other.process) < (me.since, me.process))"
)
_CLAIM: Final = (
    "INSERT INTO leases (lease, process) SELECT wanted, $2 FROM unnest($1::text[]) AS wanted"
    " ON CONFLICT (lease) DO UPDATE SET process = excluded.process"
    " WHERE leases.process = excluded.process OR NOT EXISTS (SELECT 1 FROM processes AS other"
    " WHERE other.process = leases.process AND other.until > clock_timestamp())"
    " RETURNING lease"
)
_LATE_MATCHES: Final = (
    # Two processes that look at the same moment find different rows.
    "SELECT match FROM deadlines WHERE due <= $1 ORDER BY due LIMIT $2 FOR UPDATE SKIP LOCKED"
)
_RELEASE: Final = "DELETE FROM leases WHERE process = $1 AND lease = ANY($2::text[])"
_RELEASE_ALL: Final = "DELETE FROM leases WHERE process = $1"
_LEAVE: Final = "DELETE FROM processes WHERE process = $1"
_SESSION: Final = "SELECT pg_backend_pid()"
_TELL: Final = "SELECT pg_notify($1, $2)"


class _Message(msgspec.Struct, frozen=True):
    """News as they are sent, with the process that sends them."""

    sender: str
    news: News


_message_decoder: Final = msgspec.json.Decoder(_Message)


class PostgresProcesses:
    """The :class:`bot.store.processes.Processes` of a PostgreSQL database. Made by :meth:`join`,
    when the database has its tables."""

    alone: Final = False

    def __init__(self, dsn: str, pool: "asyncpg.Pool[Any]", name: str) -> None:
        self._dsn: Final = dsn
        self._pool: Final = pool
        self._name: Final = name
        self.me: Final = uuid.uuid4().hex
        self._line: asyncpg.Connection[Any] | None = None
        """The connection on which this process listens and gives its signs of life."""
        self._begun = False
        self._trusted_until = 0.0
        self._used: dict[str, float] = {}
        """The leases that this process has, each with the moment of its last use."""
        self._kept: set[str] = set()
        """The leases that do not go back when they are not used."""
        self._others: frozenset[str] = frozenset()
        self._heard: list[Callable[[News], None]] = []
        self._changed: dict[MatchId, int] = {}
        self._owners: dict[str, None] = {}
        self._look: dict[MatchId, None] = {}
        self._written: list[Written] = []
        self._windows: list[WindowNews] = []
        self._calls: list[Notice] = []
        self._everything = False
        """Whether other processes must still be told that anything may have changed."""
        self._telling: asyncio.Task[None] | None = None
        self._beating: asyncio.Task[None] | None = None

    @classmethod
    async def join(cls, dsn: str, pool: "asyncpg.Pool[Any]", name: str) -> "PostgresProcesses":
        """Becomes one of the processes of this database. Raises one of ``POSTGRES_ERRORS``."""
        made = cls(dsn, pool, name)
        await made.beat()
        await made._send_news()  # the others hear of this process before their next sign of life
        made._beating = asyncio.create_task(made._beat_on())
        return made

    async def leave(self) -> None:
        """Gives all leases back and ends, so that the others need not wait until they end."""
        await end(*(task for task in (self._beating, self._telling) if task is not None))
        self._trusted_until = 0.0
        try:
            async with asyncio.timeout(_SECONDS):
                await self._pool.execute(_RELEASE_ALL, self.me)
                await self._pool.execute(_LEAVE, self.me)
                self._everything = True
                if self._others:
                    await self._send_news()
        except (*POSTGRES_ERRORS, TimeoutError) as error:
            log.warning("processes_not_told", error=type(error).__name__)
        if self._line is not None:
            self._line.terminate()

    # --- signs of life -------------------------------------------------------------------------

    async def _beat_on(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            try:
                async with asyncio.timeout(LEASE):
                    await self.beat()
            except Exception as error:
                # Any error counts: a process that gives no sign of life is taken for dead.
                log.warning("processes_out_of_reach", error=type(error).__name__)
                if self._line is not None:
                    self._line.terminate()
                    self._line = None

    async def beat(self) -> None:
        """Gives a sign of life, and reads who else lives. Raises one of ``POSTGRES_ERRORS``."""
        line = await self._connected()
        begun, known = time.monotonic(), self._others
        async with line.transaction():
            was_alive = await line.fetchval(_IS_ALIVE, self.me, MARGIN)
            await line.execute(_LIVE, self.me, LEASE, self._begun)
            if await line.execute(_FORGET_PROCESSES, _FORGET) != "DELETE 0":
                await line.execute(_FORGET_LEASES)
            living = frozenset(row[0] for row in await line.fetch(_ALL))
        if not was_alive:
            # The others may have taken every lease meanwhile.
            self._used.clear()
        self._trusted_until = begun + LEASE - MARGIN
        # Processes that have joined since the database was asked have sent news of it.
        others = (living - {self.me}) | (self._others - known)
        gone, new, self._others = self._others - others, others - self._others, others
        # This process has told nothing to processes that it did not know.
        self._everything |= bool(new)
        if not was_alive:
            await self.claim(self._kept)
        if gone or not was_alive:
            self._hear(News(everything=True))
        await self._give_back()
        if self._has_news():
            self._tell_soon()  # the last attempt to send them failed

    async def _connected(self) -> "asyncpg.Connection[Any]":
        if self._line is not None and not self._line.is_closed():
            return self._line
        again = self._line is not None or bool(self._trusted_until)
        self._line = await asyncpg.connect(self._dsn, timeout=_SECONDS)
        await self._line.add_listener(_CHANNEL, self._received)
        if again:
            self._hear(News(everything=True))  # news that were sent meanwhile are lost
        return self._line

    async def share_a_session(self) -> bool:
        """Whether two of our connections share a session of the server, or one of them changes its
        session. Then there is a pooler in between that gives a session to each transaction, not to
        each connection. Behind such a pooler nothing that is set up on a connection lasts: no
        prepared statement, no function of its own, no ``LISTEN``.

        It works for poolers that take the session used last or each in turn."""
        line = await self._connected()
        async with self._pool.acquire() as other:
            mine, theirs = set[int](), set[int]()
            for connection, seen in ((line, mine), (other, theirs), (other, theirs), (line, mine)):
                seen.add(await connection.fetchval(_SESSION))
            mine.add(await line.fetchval(_SESSION))
        return len(mine) + len(theirs) > 2 or mine == theirs

    @property
    def number(self) -> int:
        return 1 + len(self._others)

    async def is_first(self) -> bool:
        while before := await self._asked(_BEFORE, self.me):
            if any(row[0] for row in before):
                return False
            await asyncio.sleep(_SOON)
        return True

    async def begun(self) -> None:
        self._begun = True
        await self._asked(_BEGUN, self.me)

    # --- leases --------------------------------------------------------------------------------

    async def _asked(self, sql: str, *values: object) -> list[Any]:
        """A statement's rows; it may run twice. Raises :class:`bot.store.errors.StoreError`."""
        for left in reversed(range(_AGAIN)):
            try:
                return list(await self._pool.fetch(sql, *values))
            except POSTGRES_ERRORS as error:
                # A connection that was cut may lie in the pool still.
                if not left or not isinstance(error, CUT):
                    raise explained_postgres(error, self._name) from None
        raise AssertionError

    def _is_trusted(self) -> bool:
        return time.monotonic() < self._trusted_until

    def has(self, lease: str) -> bool:
        if lease not in self._used or not self._is_trusted():
            return False
        self._used[lease] = time.monotonic()
        return True

    async def claim(self, leases: Collection[str], *, keep: bool = False) -> frozenset[str]:
        wanted = sorted({lease for lease in leases if not self.has(lease)})
        if wanted and self._is_trusted():
            self._take(row[0] for row in await self._asked(_CLAIM, wanted, self.me))
        mine = frozenset(lease for lease in leases if self.has(lease))
        if keep:
            self._kept |= mine
        return mine

    async def claim_late(self, before: float, most: int) -> frozenset[MatchId]:
        """Takes matches with deadlines that should have been sent before that moment. From now on
        no other process sends them."""
        if not self._is_trusted():
            return frozenset()
        try:
            async with self._pool.acquire() as connection, connection.transaction():
                late = await connection.fetch(_LATE_MATCHES, before, most)
                wanted = sorted({late_lease(row[0]) for row in late})
                found = await connection.fetch(_CLAIM, wanted, self.me)
        except POSTGRES_ERRORS as error:
            raise explained_postgres(error, self._name) from None
        return matches_late(self._take(row[0] for row in found))

    def _take(self, leases: Any) -> list[str]:
        now = time.monotonic()
        taken = list(leases) if self._is_trusted() else []
        self._used.update(dict.fromkeys(taken, now))
        return taken

    async def release(self, leases: Collection[str]) -> None:
        mine = [lease for lease in leases if self._used.pop(lease, None) is not None]
        self._kept.difference_update(mine)
        if mine:
            await self._asked(_RELEASE, self.me, mine)

    async def _give_back(self) -> None:
        old = time.monotonic() - IDLE
        await self.release(
            [lease for lease, at in self._used.items() if at < old and lease not in self._kept]
        )

    # --- news ----------------------------------------------------------------------------------

    def listen(self, heard: Callable[[News], None]) -> None:
        self._heard.append(heard)

    def _hear(self, news: News) -> None:
        for heard in self._heard:
            heard(news)

    def _received(self, _connection: Any, _pid: int, _channel: str, payload: Any) -> None:
        try:
            message = _message_decoder.decode(payload)
        except msgspec.DecodeError:
            log.warning("news_unreadable")
            return
        if message.sender == self.me:
            return
        if message.sender not in self._others:
            self._others |= {message.sender}
            self._everything = True  # this process has told nothing to the sender so far
            self._tell_soon()
        self._hear(message.news)

    def tell(self, news: News) -> None:
        if not self._others:
            return
        for match, version in news.changed.items():
            self._changed[match] = max(version, self._changed.get(match, 0))
        self._owners.update(dict.fromkeys(news.owners))
        self._look.update(dict.fromkeys(news.look))
        self._written += news.written
        self._windows += news.windows
        self._calls += news.calls
        self._everything |= news.everything
        self._tell_soon()

    def _has_news(self) -> bool:
        told = self._changed, self._owners, self._look, self._written, self._windows, self._calls
        return self._everything or any(told)

    def _tell_soon(self) -> None:
        if self._telling is None or self._telling.done():
            self._telling = asyncio.create_task(self._tell_later())

    async def _tell_later(self) -> None:
        while self._has_news():
            await asyncio.sleep(_SOON)
            try:
                await self._send_news()
            except POSTGRES_ERRORS as error:
                log.warning("news_not_told", error=type(error).__name__)
                return  # the next sign of life sends the news that are left

    async def _send_news(self) -> None:
        changed = self._changed
        matches, owners, look = tuple(changed), tuple(self._owners), tuple(self._look)
        everything, self._everything = self._everything, False
        written, self._written = self._written, []
        windows, self._windows = tuple(self._windows), []
        calls, self._calls = tuple(self._calls), []
        self._changed, self._owners, self._look = {}, {}, {}
        # News of windows go first: the pictures to be shown depend on the windows in which people
        # look.
        parts = [
            News(windows=windows[first : first + _WINDOWS])
            for first in range(0, len(windows), _WINDOWS)
        ]
        parts += [
            News(
                changed={match: changed[match] for match in matches[first : first + _AT_ONCE]},
                owners=owners[first : first + _AT_ONCE],
                look=look[first : first + _AT_ONCE],
                everything=everything,
            )
            for first in range(0, max(len(matches), len(owners), len(look), 1), _AT_ONCE)
        ]
        parts += [
            News(calls=calls[first : first + _WINDOWS]) for first in range(0, len(calls), _WINDOWS)
        ]
        parts += [
            News(written=tuple(written[first : first + _LINES]))
            for first in range(0, len(written), _LINES)
        ]
        payloads = [msgspec.json.encode(_Message(self.me, part)).decode() for part in parts]
        try:
            await self._pool.executemany(_TELL, [(_CHANNEL, payload) for payload in payloads])
        except BaseException:
            # Lines of people are not sent again: they may have arrived, and later they mean
            # nothing.
            again = News(changed=changed, owners=owners, look=look, everything=everything)
            self.tell(msgspec.structs.replace(again, windows=windows, calls=calls))
            raise

"""The store in a database.

How it is quick. Commits that come together are written together (:mod:`bot.store.batches`): one
way to the database and back, one transaction, one flush to the disk. A
process that has the database to itself also knows what stands in it
(:class:`bot.store.cache.Present`) and asks it for nothing while people play.

Small things are kept back until the next batch, or for a few seconds: that a picture was shown and,
where there is only one process, that a notice was handed over. Should the process die meanwhile,
the picture is shown and the notice told once more.
"""

import asyncio
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from typing import Concatenate, Final, ParamSpec, Protocol, Self, TypeVar

from cachetools import FIFOCache

from bot.messages import CommunityId, MatchId, PersonId
from bot.store.batches import Batches, Waiting
from bot.store.cache import Present, after
from bot.store.changes import (
    Changes,
    Committed,
    Lost,
    Outcome,
    SurfaceSeen,
    Tidied,
)
from bot.store.deadline_queue import DeadlineQueue
from bot.store.errors import DatabaseTrouble, StoreError
from bot.store.model import (
    Deadline,
    Notice,
    Setting,
    Surface,
)
from bot.store.postgres.driver import PostgresDriver
from bot.store.postgres.processes import PostgresProcesses
from bot.store.processes import News, OneProcess, Processes
from bot.store.queries import match_queries, people_queries
from bot.store.sqlite.driver import MemoryDriver, SqliteDriver
from bot.store.statements import Statements
from bot.store.transaction import Work, needs_one_moment
from bot.store.writing import is_one_statement, write

P = ParamSpec("P")
T = TypeVar("T")

_OWNERS: Final = 20_000
"""People and communities known by heart."""
_VERSIONS: Final = 100_000
"""Matches of which the newest version is known, some 0.2 kB each."""
_GONE: Final = 2**31
"""The version of a match that was deleted: newer than any."""
_CUT: Final = 3
"""How often a batch is written whose connection is cut."""
_LATE: Final = 2.0
"""A deadline that is so many seconds late is not being sent by the process that should."""
_TAKEN_OVER: Final = 500
"""The most matches whose deadlines are taken over at once."""


class Driver(Protocol):
    """Speaks to one kind of database."""

    @property
    def statements(self) -> Statements:
        """The statements, compiled for this database."""

    @property
    def alone(self) -> bool:
        """Whether no other process may write to this database."""

    @property
    def processes(self) -> PostgresProcesses | None:
        """The processes that share the database; ``None``: only this one uses it, or they do not
        know each other."""

    async def write(self, work: Callable[[], Work[T]], *, one_statement: bool = False) -> T:
        """Runs a work in a transaction of its own. What it wrote is durable when this returns.
        ``work`` makes the work; it is called again if the database asks to repeat the transaction.
        ``one_statement``: the work is only one statement."""

    async def read(self, work: Callable[[], Work[T]], *, of_one_moment: bool = True) -> T:
        """Runs a work that only reads. ``of_one_moment``: all its statements see the database at
        the same moment."""

    async def scrub(self) -> bool:
        """Overwrites deleted data, as far as the database is in files of ours: see
        :meth:`bot.store.store.Store.scrub`."""

    async def check(self) -> None:
        """Raises :class:`StoreError` when this is no longer the database that was opened."""

    async def close(self) -> None:
        """Closes files and connections."""


class Store:
    """Matches and people in a database: :meth:`commit` writes, :meth:`read` answers a query. It is
    made by :meth:`open`."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver
        self._use = driver.statements
        self._present: Present | None = None
        self._batches = Batches(self._write_batch, self._forget_shown)
        self._owners: FIFOCache[str, tuple[str | None, dict[str, str]]] = FIFOCache(_OWNERS)
        """Languages and settings known by heart, by person and community."""
        self._owners_changed = 0
        """How often a language or a setting has changed. If the number changed while some were read
        from the database, what was read may be old."""
        self._failed = False
        """The last batch could not be written."""
        self._in_doubt = False
        """What is known by heart may not be what stands in the database."""
        self.processes: Processes = driver.processes or OneProcess()
        """The processes that share this store."""
        self._own_deadlines = DeadlineQueue()
        """Of several processes each sends the deadlines of the matches that it changed last."""
        self._own_versions: FIFOCache[MatchId, int] = FIFOCache(_VERSIONS)
        """The versions of the matches to which those belong, or that another process has made. News
        may come late: what is older than what is known here changes nothing."""
        self._late_at = 0.0
        """When to look for deadlines that nobody has sent."""
        self._shown: dict[str, tuple[SurfaceSeen, ...]] = {}
        """Of several processes each knows what it has shown where, before it is stored: by surface,
        in order."""

    @classmethod
    async def open(cls, url: str, *, exclusive: bool = True) -> "Store":
        """Opens the database, making and migrating it first where that is needed.

        ``exclusive``: refuse to share a file with another process (tests of races share it).
        Raises :class:`StoreError`, whose text says in one sentence what is wrong."""
        if is_postgres(url):
            store = cls(await PostgresDriver.open(url))
            store.processes.listen(store._hear)
            return store
        store = cls(await SqliteDriver.open(url, exclusive=exclusive))
        try:
            await store._learn()
        except BaseException:
            await store.close()
            raise
        return store

    @classmethod
    def in_memory(cls) -> Self:
        """A new database in memory that is lost with its process: for tests and measures."""
        store = cls(MemoryDriver())
        store._present = Present()
        return store

    @property
    def alone(self) -> bool:
        """Whether no other process may write to this database."""
        return self._driver.alone

    def _hear(self, news: News) -> None:
        for match, version in news.changed.items():
            if version > self._own_versions.get(match, 0):
                self._stand(match, version, ())
        self._forget_owners(self._owners if news.everything else news.owners)
        if news.everything:
            self._late_at = 0.0

    def _stand(self, match: MatchId, version: int, deadlines: tuple[Deadline, ...]) -> None:
        """Notes the deadlines of a match that this process has to send from that version on."""
        if version >= self._own_versions.get(match, 0):
            self._own_versions[match] = version
            self._own_deadlines.stand(match, deadlines)

    def _forget_owners(self, owners: Iterable[str]) -> None:
        for owner in tuple(owners):
            self._owners.pop(owner, None)
            self._owners_changed += 1

    async def _learn(self, batch: Sequence[Waiting] = ()) -> None:
        """Reads into memory what is in a database that no other process writes to.

        Changes that were kept back were reported as stored, so they are added: those in the
        ``batch`` that is to be written now, and those in the queue.
        """
        if self._driver.alone:
            stands = await self.read(match_queries.by_heart)
            present = Present()
            present.fill(stands.deadlines, stands.surfaces, stands.communities, stands.notices)
            for change, future in (*batch, *self._batches):
                if future is None and present.may(change):
                    present.apply(change)
            self._present = present
            self._owners.clear()
            self._owners_changed += 1
        self._in_doubt = False

    @classmethod
    async def reading(cls, url: str) -> "Store":
        """Opens an existing database only for reading, also if others use it."""
        driver = PostgresDriver if is_postgres(url) else SqliteDriver
        return cls(await driver.reading(url))

    async def check(self) -> None:
        await self._driver.check()
        await self.read(match_queries.last_match_at, "")
        if self._failed:
            # Nobody may have played since: it is tried with something of no consequence.
            for value in ("?", ""):
                await self.commit([Changes(settings=(Setting("health:", "probe", value),))])

    async def close(self) -> None:
        try:
            await self._batches.finish()
        finally:
            await self._driver.close()

    # --- writing -------------------------------------------------------------------------

    async def commit(self, changes: Sequence[Changes]) -> tuple[Outcome, ...]:
        """Writes each of these changes as a whole or not at all. If one fails its condition, the
        others are written all the same. Written changes survive a crash of the machine."""
        futures = [self._taken(change) for change in changes]
        if len(futures) == 1:
            return (await futures[0],)
        return tuple(await asyncio.gather(*futures))

    def _taken(self, change: Changes) -> asyncio.Future[Outcome]:
        """The outcome of a change: at once if the change is kept back, else when it is stored."""
        if self._present is not None and (change.mark is not None or _is_seen(change)):
            outcome = self._keep_back(self._present, change)
        elif self._driver.processes is not None and _is_seen(change):
            outcome = self._keep_seen(change)
        else:
            return self._batches.add(change)
        future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        future.set_result(outcome)
        return future

    def _keep_back(self, present: Present, change: Changes) -> Outcome:
        if not present.may(change):
            return Lost()
        present.apply(change)
        self._batches.keep_back(change)
        return Committed()

    def _keep_seen(self, change: Changes) -> Outcome:
        (seen,) = change.seen
        self._shown[seen.surface] = (*self._shown.get(seen.surface, ()), seen)
        self._batches.keep_back(change)
        return Committed()

    def _forget_shown(self, batch: Sequence[Waiting]) -> None:
        """Forgets kept-back notes about pictures, because they are stored, or lost; then the
        picture is shown once more."""
        for change, future in batch:
            if future is None and self._shown:
                (seen,) = change.seen
                left = tuple(
                    waiting for waiting in self._shown.pop(seen.surface) if waiting is not seen
                )
                if left:
                    self._shown[seen.surface] = left

    async def _write_batch(self, batch: Sequence[Waiting]) -> None:
        outcomes = await self._write_changes(batch)
        for (change, future), outcome in zip(batch, outcomes, strict=True):
            if future is None:
                continue  # it was applied when it was kept back
            if isinstance(outcome, Committed):
                if self._present is not None:
                    self._present.apply(change)
                owners = [row.owner for row in change.preferences]
                owners += [row.owner for row in change.settings]
                self._forget_owners(owners)
                self._tell(change, owners)
            if not future.done():
                future.set_result(outcome)
        for outcome in outcomes:
            if isinstance(outcome, Tidied):
                self._cleared(outcome)

    def _cleared(self, outcome: Tidied) -> None:
        """Removes from memory what was cleared away or erased."""
        if self._present is not None:
            self._present.forget(outcome)
        self._forget_owners(outcome.owners)
        if self._driver.processes is None:
            return
        gone = dict.fromkeys(outcome.deleted, _GONE)
        for match in gone:
            self._stand(match, _GONE, ())
        if outcome.owners or gone:
            self.processes.tell(News(changed=gone, owners=outcome.owners))

    def _tell(self, change: Changes, owners: Sequence[str]) -> None:
        """Tells the other processes what they may remember in an older state."""
        if self._driver.processes is None:
            return
        changed = {part.row.info.match: part.row.info.version for part in change.matches}
        for part in change.matches:
            self._stand(part.row.info.match, part.row.info.version, part.deadlines)
        if changed or owners:
            self.processes.tell(News(changed=changed, owners=tuple(owners)))

    async def _write_changes(self, batch: Sequence[Waiting]) -> list[Outcome]:
        changes = [waiting.change for waiting in batch]
        for left in reversed(range(_CUT)):
            try:
                if self._in_doubt:
                    await self._learn(batch)
                outcomes = await self._driver.write(
                    partial(write, self._use, changes), one_statement=is_one_statement(changes)
                )
            except StoreError as error:
                # Where the connection was cut during a commit, it is stored or not. To write it
                # again does no harm: then the log has these rows, and the request its answer.
                self._failed = self._in_doubt = True
                if error.trouble is not DatabaseTrouble.UNREACHABLE or not left:
                    raise
            else:
                self._failed = False
                return outcomes
        raise AssertionError

    # --- reading -------------------------------------------------------------------------

    async def read(
        self,
        query: Callable[Concatenate[Statements, P], Work[T]],
        *given: P.args,
        **named: P.kwargs,
    ) -> T:
        """What a query tells: a function of :mod:`bot.store.queries`, such as ``matches_at``. It
        sees only whole commits."""
        return await self._driver.read(
            partial(query, self._use, *given, **named), of_one_moment=needs_one_moment(query)
        )

    # --- what is known by heart ------------------------------------------------------------

    async def due(self, now: float, limit: int) -> tuple[Deadline, ...]:
        """At most ``limit`` deadlines that have come at ``now`` and that this process should send,
        the oldest first."""
        if self._present is not None:
            return self._present.deadlines.due(now, limit)
        if self._driver.processes is not None:
            await self._take_over(self._driver.processes, now)
            return self._own_deadlines.due(now, limit)
        return await self.read(match_queries.due, now, limit)

    async def deadlines(self) -> tuple[Deadline, ...]:
        """Every deadline there is."""
        if self._present is not None:
            return self._present.deadlines.all()
        return await self.read(match_queries.all_deadlines)

    async def next_due(self) -> float | None:
        """The moment of the earliest deadline that this process should send; ``None``: there is
        none."""
        if self._present is not None:
            return self._present.deadlines.next_due()
        if self._driver.processes is not None:
            return self._own_deadlines.next_due()
        return await self.read(match_queries.next_due)

    async def _take_over(self, processes: PostgresProcesses, now: float) -> None:
        """Takes over the matches whose deadlines were not sent, because their process is gone."""
        if now < self._late_at:
            return
        self._late_at = now + _LATE
        for match in await processes.claim_late(now - _LATE, _TAKEN_OVER):
            stored = await self.read(match_queries.load, match)
            if stored is not None:
                self._stand(match, stored.row.info.version, stored.deadlines)

    async def surface(self, surface: str) -> Surface | None:
        """The surface with this id; ``None``: there is none."""
        if self._present is not None:
            return self._present.surface(surface)
        shown = self._shown.copy()
        found = await self.read(match_queries.surface, surface)
        return None if found is None else self._as_shown((found,), shown)[0]

    async def surfaces_of(self, match: MatchId) -> tuple[Surface, ...]:
        """The surfaces of a match, without those that their platform has given up as lost."""
        if self._present is not None:
            return self._present.surfaces_of(match)
        shown = self._shown.copy()
        return self._as_shown(await self.read(match_queries.surfaces_of, match), shown)

    async def surfaces_behind(
        self, matches: Collection[MatchId] | None = None
    ) -> tuple[Surface, ...]:
        """Surfaces that do not show the version that they should, of these matches or of all
        (``None``)."""
        if self._present is not None:
            return self._present.surfaces_behind(matches)
        shown = self._shown.copy()
        found = self._as_shown(await self.read(match_queries.surfaces_behind, matches), shown)
        return tuple(surface for surface in found if surface.shown < surface.wanted)

    def _as_shown(
        self, found: tuple[Surface, ...], before: dict[str, tuple[SurfaceSeen, ...]]
    ) -> tuple[Surface, ...]:
        """Surfaces that were read, with what was kept back when that began or is kept back now."""
        made = []
        for surface in found:
            for seen in (*before.get(surface.id, ()), *self._shown.get(surface.id, ())):
                surface = after(surface, seen)
            made.append(surface)
        return tuple(made)

    async def notices_waiting(
        self, matches: Collection[MatchId] | None = None
    ) -> tuple[Notice, ...]:
        """Notices that still wait to be sent, of these matches or of all (``None``), the oldest
        first."""
        if self._present is not None:
            return self._present.notices_waiting(matches)
        return await self.read(match_queries.notices_waiting, matches)

    async def locale_of(self, owner: PersonId | CommunityId) -> str | None:
        """The language that a person chose, or that was chosen for a community; ``None``: none
        was."""
        return (await self._owner(owner))[0]

    async def settings_of(self, owner: PersonId | CommunityId) -> dict[str, str]:
        """All settings of a person or a community: values by name."""
        return dict((await self._owner(owner))[1])

    async def scrub(self) -> bool:
        return await self._driver.scrub()

    async def _owner(self, owner: PersonId | CommunityId) -> tuple[str | None, dict[str, str]]:
        """The language and the settings of a person or a community."""
        if owner in self._owners:
            return self._owners[owner]
        changed = self._owners_changed
        found = await self.read(people_queries.owner, owner)
        knows = self._present is not None or self._driver.processes is not None
        if knows and changed == self._owners_changed:
            self._owners[owner] = found
        return found


def is_postgres(url: str) -> bool:
    """Whether that is the address of a PostgreSQL database; otherwise it is an SQLite file's."""
    return url.startswith("postgresql")


def _is_seen(change: Changes) -> bool:
    """Whether the change says only that a picture was shown where it was. To lose such a change
    does no harm.

    A new address of a picture, or its loss, is stored at once: otherwise nobody could find the
    message again.
    """
    return (
        len(change.seen) == 1
        and change.seen[0].address is None
        and not change.seen[0].lost
        and change == Changes(seen=change.seen)
    )

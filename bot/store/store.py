"""The store in a database.

Speed. Commits that come together are written together (:mod:`bot.store.batches`): one round trip to
the database, one transaction, one flush to the disk. A process that has the database to itself
keeps the newest rows in memory (:class:`bot.store.cache.Present`) and reads nothing while people
play. If several processes share the database, each step returns to its process the surfaces and
notices of the match (:class:`bot.store.stepped.Stepped`).

Small changes are kept back. If there is only one process, the note that a notice was handed over is
written together with a change that somebody waits for, or after a few seconds. The notes that a
picture was shown, or that a person was called to a step, are written when nothing else has happened
there for a while, so while people play, a press writes none of them. If the process dies meanwhile,
the picture is shown and the notice told once more."""

import asyncio
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final, ParamSpec, Self, TypeVar

from bot.common.database_address import is_postgres
from bot.messages import CommunityId, MatchId, PersonId
from bot.store.batch_writer import BatchWriter
from bot.store.batches import Batches
from bot.store.cache import Present
from bot.store.changes import Changes, Committed, Lost, Mark, Outcome, SurfaceSeen
from bot.store.driver import Driver
from bot.store.known import Known
from bot.store.model import Deadline, Setting, Surface
from bot.store.notices import Notice
from bot.store.processes import OneProcess, Processes
from bot.store.queries import deadline_queries, match_queries, people_queries
from bot.store.sqlite.driver import MemoryDriver, SqliteDriver
from bot.store.stepped import Stepped
from bot.store.transaction import Work, needs_one_moment

if TYPE_CHECKING:
    from bot.store.postgres.processes import PostgresProcesses

P = ParamSpec("P")
T = TypeVar("T")

_LATE: Final = 2.0
"""Seconds. If a deadline is late by more than this, another process than its own may send it."""
_TAKEN_OVER: Final = 500
"""The most matches whose deadlines are taken over at once."""


class Store:
    """Matches and people: :meth:`commit` writes, :meth:`read` answers. Made by :meth:`open`."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver
        self._known = Known()
        self._writer = BatchWriter(driver, self._known)
        self._batches = Batches(self._writer)
        self.processes: Processes = driver.processes or OneProcess()
        """The processes that share this store."""

    @classmethod
    async def open(cls, url: str, *, exclusive: bool = True) -> "Store":
        """Opens the database, making and migrating it first where that is needed. ``exclusive``:
        refuse to share a file with another process (tests of races share it). Raises
        :class:`StoreError`; its text is one sentence about the fault."""
        if is_postgres(url):
            from bot.store.postgres.driver import PostgresDriver  # a file needs none of it

            store = cls(await PostgresDriver.open(url))
            store._known.stepped = Stepped(store.processes.has)
            store.processes.listen(store._known.hear)
            return store
        store = cls(await SqliteDriver.open(url, exclusive=exclusive))
        try:
            await store._writer.learn()
        except BaseException:
            await store.close()
            raise
        return store

    @classmethod
    def in_memory(cls) -> Self:
        """A new database in memory that is lost with its process: for tests and measures."""
        store = cls(MemoryDriver())
        store._known.present = Present()
        return store

    @property
    def alone(self) -> bool:
        """Whether no other process may write to this database."""
        return self._driver.alone

    @classmethod
    async def reading(cls, url: str) -> "Store":
        """Opens an existing database only for reading, also if others use it."""
        if is_postgres(url):
            from bot.store.postgres.driver import PostgresDriver

            return cls(await PostgresDriver.reading(url))
        return cls(await SqliteDriver.reading(url))

    async def check(self) -> None:
        await self._driver.check()
        await self.read(match_queries.last_match_at, "")
        if self._writer.failed:
            # Nobody may have played since, so a write of no consequence is tried.
            for value in ("?", ""):
                await self.save(Setting("health:", "probe", value))

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

    async def save(self, *settings: Setting) -> None:
        """Writes these settings and leaves all others as they are."""
        if settings:
            await self.commit([Changes(settings=settings)])

    def _taken(self, change: Changes) -> asyncio.Future[Outcome]:
        """The outcome of a change: at once if the change is kept back, else when it is stored."""
        if self._known.present is None or change.mark is None:
            return self._batches.add(change)
        future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        future.set_result(self._keep_back(self._known.present, change, change.mark))
        return future

    def _keep_back(self, present: Present, change: Changes, mark: Mark) -> Outcome:
        if present.match_waiting(mark.notice) is None:
            return Lost()
        present.apply(change)
        if mark.call is not None:
            self._batches.keep_call(change)
        else:
            self._batches.keep_back(change)
        return Committed()

    async def note(self, seen: SurfaceSeen) -> bool:
        """Notes what a surface shows. Returns ``False`` if it has moved or gone since it was read.
        A new address, or a loss, is stored at once: otherwise nobody could find the message again.
        Any other note is kept back if nobody else may look: it does no harm to lose it."""
        present = self._known.present
        stays = seen.address is None and not seen.lost
        if not stays or (present is None and self._driver.processes is None):
            (outcome,) = await self.commit([Changes(seen=(seen,))])
            return isinstance(outcome, Committed)
        if present is None:
            self._known.keep_shown(seen)
        elif not present.see(seen):
            return False
        self._batches.keep_note(seen)
        return True

    # --- reading -------------------------------------------------------------------------

    async def read(self, query: Callable[P, Work[T]], *given: P.args, **named: P.kwargs) -> T:
        """The result of a query. ``query``: a function of :mod:`bot.store.queries`, such as
        ``matches_at``. It sees only whole commits."""
        return await self._driver.read(
            partial(query, *given, **named), of_one_moment=needs_one_moment(query)
        )

    # --- rows that may be in memory ------------------------------------------------------------

    async def due(self, now: float, limit: int) -> tuple[Deadline, ...]:
        """At most ``limit`` deadlines that have come at ``now`` and that this process should send,
        the oldest first."""
        if self._known.present is not None:
            return self._known.present.deadlines.due(now, limit)
        if self._driver.processes is not None:
            await self._take_over(self._driver.processes, now)
            return self._known.deadlines.due(now, limit)
        return await self.read(deadline_queries.due, now, limit)

    async def deadlines(self) -> tuple[Deadline, ...]:
        if self._known.present is not None:
            return self._known.present.deadlines.all()
        return await self.read(deadline_queries.all_deadlines)

    async def next_due(self) -> float | None:
        """The moment of the earliest deadline for this process; ``None``: there is none."""
        if self._known.present is not None:
            return self._known.present.deadlines.next_due()
        if self._driver.processes is not None:
            return self._known.deadlines.next_due()
        return await self.read(deadline_queries.next_due)

    async def _take_over(self, processes: "PostgresProcesses", now: float) -> None:
        """Takes over the matches whose deadlines were not sent, because their process is gone."""
        if now < self._known.late_at:
            return
        self._known.late_at = now + _LATE
        for match in await processes.claim_late(now - _LATE, _TAKEN_OVER):
            if (stored := await self.read(match_queries.load, match)) is not None:
                self._known.stand(match, stored.row.info.version, stored.deadlines)

    async def surface(self, surface: str) -> Surface | None:
        """The surface with this id; ``None``: there is none."""
        if self._known.present is not None:
            return self._known.present.surface(surface)
        stepped = self._known.stepped
        if stepped is not None and (known := stepped.surface(surface)) is not None:
            return known
        shown = self._known.shown.copy()
        found = await self.read(match_queries.surface, surface)
        return None if found is None else self._known.as_shown((found,), shown)[0]

    async def surfaces_of(self, match: MatchId) -> tuple[Surface, ...]:
        """The surfaces of a match, without those that their platform has given up as lost."""
        if self._known.present is not None:
            return self._known.present.surfaces_of(match)
        stepped = self._known.stepped
        if stepped is not None and (known := stepped.surfaces_of(match)) is not None:
            return known
        shown = self._known.shown.copy()
        return self._known.as_shown(await self.read(match_queries.surfaces_of, match), shown)

    async def surfaces_behind(
        self, matches: Collection[MatchId] | None = None
    ) -> tuple[Surface, ...]:
        """Surfaces that do not show the version they should, of these or all matches (``None``)."""
        if self._known.present is not None:
            return self._known.present.surfaces_behind(matches)
        known: tuple[Surface, ...] = ()
        if self._known.stepped is not None:
            if matches is None:
                self._known.stepped.forget_all()
            else:
                known, matches = self._known.stepped.behind(matches)
                if not matches:
                    return known
        shown = self._known.shown.copy()
        found = self._known.as_shown(await self.read(match_queries.surfaces_behind, matches), shown)
        return (*known, *(surface for surface in found if surface.shown < surface.wanted))

    async def notices_waiting(
        self, matches: Collection[MatchId] | None = None
    ) -> tuple[Notice, ...]:
        """Notices that wait to be sent, of these matches or all (``None``), the oldest first."""
        if self._known.present is not None:
            return self._known.present.notices_waiting(matches)
        known: tuple[Notice, ...] = ()
        if self._known.stepped is not None and matches is not None:
            known, matches = self._known.stepped.waiting(matches)
            if not matches:
                return known
        found = (*known, *await self.read(match_queries.notices_waiting, matches))
        return tuple(sorted(found, key=lambda notice: (notice.at, notice.id)))

    async def locale_of(self, owner: PersonId | CommunityId) -> str | None:
        """The language that a person or a community has chosen; ``None``: none."""
        return (await self._owner(owner))[0]

    async def settings_of(self, owner: PersonId | CommunityId) -> dict[str, str]:
        """All settings of a person or a community: values by name."""
        return dict((await self._owner(owner))[1])

    async def scrub(self) -> bool:
        return await self._driver.scrub()

    async def _owner(self, owner: PersonId | CommunityId) -> tuple[str | None, dict[str, str]]:
        """The language and the settings of a person or a community."""
        if owner in self._known.owners:
            return self._known.owners[owner]
        changed = self._known.owners_changed
        found = await self.read(people_queries.owner, owner)
        knows = self._known.present is not None or self._driver.processes is not None
        if knows and changed == self._known.owners_changed:
            self._known.owners[owner] = found
        return found

"""Writes batches of changes into the database, and keeps the rows in memory up to date."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Final

from bot.messages import MatchId
from bot.store.batches import Waiting
from bot.store.cache import Present
from bot.store.changes import Changes, Committed, Outcome, Tidied
from bot.store.driver import Driver
from bot.store.errors import DatabaseTrouble, StoreError
from bot.store.known import GONE, Known
from bot.store.processes import News
from bot.store.queries import match_queries
from bot.store.queries.showing import Shown, shown
from bot.store.transaction import Work
from bot.store.writing import write

_CUT: Final = 3
"""The most attempts to write a batch while the connection is cut."""


class BatchWriter:
    """Writes one batch after another, when :class:`bot.store.batches.Batches` asks for it."""

    def __init__(self, driver: Driver, known: Known) -> None:
        self._driver = driver
        self._known = known
        self.failed = False
        """The last batch could not be written."""
        self._in_doubt = False
        """The cache may differ from the database."""

    async def learn(self, waiting: Iterable[Waiting] = ()) -> None:
        """Reads the newest rows into memory, if no other process writes to this database. Changes
        that were kept back were reported as stored. So this adds those that are ``waiting``."""
        if self._driver.alone:
            stands = await self._driver.read(match_queries.by_heart)
            present = Present()
            present.fill(stands.deadlines, stands.surfaces, stands.communities, stands.notices)
            for change, future, *_ in waiting:
                if future is None:
                    present.apply(change)
            self._known.learn(present)
        self._in_doubt = False

    async def write(self, batch: Sequence[Waiting], later: Iterable[Waiting]) -> None:
        """See :class:`bot.store.batches.Writer`."""
        outcomes, found = await self._write_changes(batch, later)
        self._learn_steps(batch, outcomes, found)
        for (change, future, *_), outcome in zip(batch, outcomes, strict=True):
            if future is None:
                continue  # it was applied when it was kept back
            if isinstance(outcome, Committed):
                if self._known.present is not None:
                    self._known.present.apply(change)
                owners = [row.owner for row in change.preferences]
                owners += [row.owner for row in change.settings]
                self._known.forget_owners(owners)
                self._tell(change, owners)
            if not future.done():
                future.set_result(outcome)
        for outcome in outcomes:
            if isinstance(outcome, Tidied):
                self._cleared(outcome)

    def _learn_steps(
        self, batch: Sequence[Waiting], outcomes: Sequence[Outcome], found: Shown
    ) -> None:
        """Keeps the rows of matches that other processes change too up to date in memory."""
        stepped = self._known.stepped
        if stepped is None:
            return
        for (change, *_), outcome in zip(batch, outcomes, strict=True):
            if isinstance(outcome, Committed):
                stepped.apply(change)
            elif isinstance(outcome, Tidied):
                stepped.forget_all()
            else:
                stepped.lose(change)
        for match, (surfaces, notices) in found.items():
            stepped.step(match, self._known.as_shown(surfaces, {}), notices)

    def tried(self, batch: Sequence[Waiting]) -> None:
        """Forgets kept-back notes about pictures: after this batch they are stored, or lost."""
        if self._known.shown:
            for waiting in batch:
                for seen in waiting.notes:
                    self._known.forget_shown(seen)

    def _cleared(self, outcome: Tidied) -> None:
        """Removes the rows that were cleared away or erased from memory."""
        if self._known.present is not None:
            self._known.present.forget(outcome)
        self._known.forget_owners(outcome.owners)
        if self._driver.processes is None:
            return
        gone = dict.fromkeys(outcome.deleted, GONE)
        for match in gone:
            self._known.stand(match, GONE, ())
        if outcome.owners or gone:
            self._driver.processes.tell(News(changed=gone, owners=outcome.owners))

    def _tell(self, change: Changes, owners: Sequence[str]) -> None:
        """Tells the other processes which matches and owners they may know in an older state."""
        if self._driver.processes is None:
            return
        changed = {part.row.info.match: part.row.info.version for part in change.matches}
        for part in change.matches:
            self._known.stand(part.row.info.match, part.row.info.version, part.deadlines)
        if changed or owners:
            self._driver.processes.tell(News(changed=changed, owners=tuple(owners)))

    async def _write_changes(
        self, batch: Sequence[Waiting], later: Iterable[Waiting]
    ) -> tuple[list[Outcome], Shown]:
        changes = [waiting.change for waiting in batch]
        for left in reversed(range(_CUT)):
            try:
                if self._in_doubt:
                    await self.learn((*batch, *later))
                if self._known.stepped is not None:
                    self._known.stepped.begin()
                made = await self._driver.write(partial(self._work, changes))
            except StoreError as error:
                # If the connection was cut during a commit, nobody knows whether the batch is
                # stored. It does no harm to write it again: if it is stored, the log has these rows
                # already, and the request has its answer.
                self.failed = self._in_doubt = True
                if self._known.stepped is not None:
                    self._known.stepped.forget_all()
                if error.trouble is not DatabaseTrouble.UNREACHABLE or not left:
                    raise
            else:
                self.failed = False
                return made
        raise AssertionError

    def _work(self, changes: Sequence[Changes]) -> Work[tuple[list[Outcome], Shown]]:
        """Writes the changes. In a shared database also reads what each match with a step shows."""
        outcomes = yield from write(changes)
        stepped: dict[MatchId, None] = {}
        if self._known.stepped is not None:
            for change, outcome in zip(changes, outcomes, strict=True):
                if isinstance(outcome, Committed):
                    stepped.update((part.row.info.match, None) for part in change.matches)
        if not stepped:
            return outcomes, {}
        return outcomes, (yield from shown(tuple(stepped)))

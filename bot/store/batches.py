"""Collects changes for a database. Changes that come while a batch is being written form the next
batch.

A change that nobody waits for is kept back until the next batch, or for a few seconds. Changes that
people wait for go first."""

import asyncio
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Final, NamedTuple, Protocol

from bot.messages import MatchId
from bot.store.changes import Changes, Outcome, SurfaceSeen
from bot.store.errors import DatabaseTrouble, StoreError
from bot.store.notices import Notice
from bot.store.seen import joined

_KEPT_BACK: Final = 3.0
"""The most seconds that a change is kept back."""
_BATCH: Final = 500
"""The most changes in one batch, so that the first commits do not wait for all the others."""
_STILL: Final = 10.0
"""Seconds for which a surface must stay as it is before the note about its picture is written:
while people play, it soon shows another picture."""
_ALONG: Final = 32
"""The most notes written together with few changes. Callers hardly notice so many."""
_ALONG_EACH: Final = 4
"""The most notes that are written with each change of a large batch: more than one step brings."""
_ALONE: Final = 100
"""The most notes in a batch of their own. A press that comes meanwhile waits for this batch."""


class Waiting(NamedTuple):
    """A change that is not stored yet."""

    change: Changes
    future: asyncio.Future[Outcome] | None
    """The future for a caller that waits; ``None``: it was kept back, and memory has it."""
    notes: tuple[SurfaceSeen, ...] = ()
    """The notes about a surface that became this change."""
    since: float = 0.0
    """The moment at which the last of these notes was kept back, by the loop's clock."""


class Writer(Protocol):
    """Writes batches: :class:`bot.store.batch_writer.BatchWriter`."""

    async def write(self, batch: Sequence[Waiting], later: Iterable[Waiting]) -> None:
        """Writes a batch and sets its futures' results. ``later``: changes for the next batch."""

    def tried(self, batch: Sequence[Waiting]) -> None:
        """Takes note of a batch after it was tried, whether or not it is stored."""


class Batches:
    """Has one batch written at a time. If it cannot be written, each change of the batch is tried
    by itself, unless the database is locked.

    Changes that somebody waits for come first. Notes that a picture was shown, one for each
    surface, wait until the surface has been still for a while. Then they go along in small numbers,
    or alone when nobody waits. A note is written before the next change about its surface."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._queue: deque[Waiting] = deque()
        self._notes: dict[str, Waiting] = {}
        """Notes that wait, the oldest first: by surface, the note about the last picture; by call,
        the mark that the call was told."""
        self._called: dict[MatchId, list[Notice]] = {}
        """By match, the calls whose marks wait, or have waited since the match's last step."""
        self._writing: asyncio.Task[None] | None = None
        self._later: asyncio.TimerHandle | None = None
        """The timer that writes the changes that were kept back, even if no other change comes."""
        self._all = False
        """Whether notes are written alone, because no change came to write them with."""
        self._finishing = False
        """Whether every note is written at once, because the store closes."""

    def __iter__(self) -> Iterator[Waiting]:
        """Everything that waits, in the order in which it is written."""
        return chain(self._queue, self._notes.values())

    def add(self, change: Changes) -> asyncio.Future[Outcome]:
        """Adds a change to be written as soon as possible. Returns the future of its outcome."""
        future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._queue_notes(change)
        self._queue.append(Waiting(change, future))
        self._start()
        return future

    def keep_back(self, change: Changes) -> None:
        """Adds a change that is written with the next batch, or after a few seconds."""
        self._queue.append(Waiting(change, None))
        self._start_later()

    def keep_note(self, seen: SurfaceSeen) -> None:
        """Adds the note that a surface shows a picture and has not moved. The note is written soon
        after the surface has shown nothing else for a while."""
        notes: tuple[SurfaceSeen, ...] = (seen,)
        if (before := self._notes.pop(seen.surface, None)) is not None:
            (older,) = before.change.seen
            if (both := joined(older, seen)) is None:
                self._queue.append(before)
            else:
                seen, notes = both, (*before.notes, seen)
        now = asyncio.get_running_loop().time()
        self._notes[seen.surface] = Waiting(Changes(seen=(seen,)), None, notes, now)
        if self._later is None or self._queue:  # no older note waits
            self._start_later()

    def keep_call(self, change: Changes) -> None:
        """Adds the mark that a call was told, or is no longer true. The mark waits like a note
        about a picture. It is never written if the match goes on before."""
        assert change.mark is not None
        call = change.mark.call
        assert call is not None
        self._notes[call.id] = Waiting(change, None, (), asyncio.get_running_loop().time())
        self._called.setdefault(call.match, []).append(call)
        self._start_later()

    async def finish(self) -> None:
        """Writes everything that waits."""
        self._finishing = True
        self._start_all()
        while self._writing is not None:
            await asyncio.wait((self._writing,))
            self._start_all()
        self._finishing = False

    def _forget_calls(self, change: Changes) -> None:
        """Forgets the marks on calls that this written change has ended."""
        for part in change.matches if self._called else ():
            for call in self._called.pop(part.row.info.match, ()):
                if call.moment != str(part.row.moved):
                    self._notes.pop(call.id, None)
                elif call.id in self._notes:
                    self._called.setdefault(call.match, []).append(call)

    def _queue_notes(self, change: Changes) -> None:
        """Puts notes in the queue that must be written before this change."""
        surfaces: Iterable[str] = self._notes
        if not change.preferences:  # a language may concern any surface
            surfaces = (
                *(surface.id for surface in change.surfaces),
                *change.forgotten,
                *(seen.surface for seen in change.seen),
                *change.doubted,
            )
        for surface in tuple(surfaces):
            if (note := self._notes.pop(surface, None)) is not None:
                self._queue.append(note)

    def _start_later(self) -> None:
        """Starts the timer that writes what was kept back, even if no other change comes."""
        if self._writing is not None or not (self._queue or self._notes):
            return
        loop = asyncio.get_running_loop()
        oldest = next(iter(self._notes.values()), None)
        at = loop.time() + _KEPT_BACK
        if not self._queue and oldest is not None:
            at = max(at, oldest.since + _STILL)
        if self._later is None or self._later.when() > at:
            self._end_timer()
            self._later = loop.call_at(at, self._start_all)

    def _start_all(self) -> None:
        self._end_timer()
        self._all = self._is_still()
        self._start()
        self._start_later()

    def _still(self) -> Iterator[str]:
        """The surfaces (and calls) whose notes need not wait any longer, the oldest note first."""
        until = asyncio.get_running_loop().time() - _STILL
        for surface, note in self._notes.items():
            if note.since > until and not self._finishing:
                return
            yield surface

    def _is_still(self) -> bool:
        return next(self._still(), None) is not None

    def _end_timer(self) -> None:
        if self._later is not None:
            self._later.cancel()
            self._later = None

    def _start(self) -> None:
        if self._writing is None and (self._queue or (self._all and self._is_still())):
            # A task of its own: one caller may be cancelled, but the work that others wait for must
            # not be.
            self._writing = asyncio.create_task(self._write_all())
            self._writing.add_done_callback(self._end)

    def _end(self, _: asyncio.Task[None]) -> None:
        self._writing = None
        if any(waiting.future is not None for waiting in self._queue):
            self._start()
        else:
            self._start_later()

    async def _write_all(self) -> None:
        while self._queue or (self._all and self._is_still()):
            await self._write(self._next_batch())
            if not self._all and not any(waiting.future is not None for waiting in self._queue):
                return  # nobody waits for the rest
        self._all = False

    def _next_batch(self) -> list[Waiting]:
        """The next batch to be written. The timer ends; what is left starts another."""
        batch = [self._queue.popleft() for _ in range(min(_BATCH, len(self._queue)))]
        room = max(_ALONG, _ALONG_EACH * len(batch)) if batch else _ALONE
        batch += [self._notes.pop(surface) for surface in tuple(islice(self._still(), room))]
        self._end_timer()
        return batch

    async def _write(self, batch: Sequence[Waiting]) -> None:
        try:
            await self._writer.write(batch, self)
            for waiting in batch:
                self._forget_calls(waiting.change)
        except Exception as error:
            if len(batch) == 1 or _is_locked(error):
                for waiting in batch:
                    _fail(waiting.future, error)
                return
            # The values of one change cannot be written; the other changes must not suffer from
            # that.
            for waiting in batch:
                try:
                    await self._writer.write([waiting], self)
                except Exception as own_error:
                    _fail(waiting.future, own_error)
        finally:
            self._writer.tried(batch)


def _is_locked(error: Exception) -> bool:
    """Whether another program has locked the database: every change would wait as long again."""
    return isinstance(error, StoreError) and error.trouble is DatabaseTrouble.IN_USE


def _fail(future: asyncio.Future[Outcome] | None, error: Exception) -> None:
    if future is not None and not future.done():
        future.set_exception(error)

"""Collects changes for a database. Changes that come while a batch is being written form the next
batch.

A change that nobody waits for is kept back until the next batch, or for a few seconds.
"""

import asyncio
from collections import deque
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, Protocol

from bot.store.changes import Changes, Outcome
from bot.store.errors import DatabaseTrouble, StoreError

_KEPT_BACK: Final = 3.0
"""The most seconds that a change is kept back."""
_BATCH: Final = 500
"""The most changes in one batch, so that the first commits do not wait for all the others."""


class Waiting(NamedTuple):
    """A change that is not stored yet."""

    change: Changes
    future: asyncio.Future[Outcome] | None
    """The future for a caller that waits; ``None``: the change was kept back, and memory already
    has it."""


class Writer(Protocol):
    """Writes batches: :class:`bot.store.batch_writer.BatchWriter`."""

    async def write(self, batch: Sequence[Waiting], later: Iterable[Waiting]) -> None:
        """Writes a batch and sets the results of its futures. ``later``: the changes that wait for
        the next batch."""

    def tried(self, batch: Sequence[Waiting]) -> None:
        """Is told of each batch that has been tried."""


class Batches:
    """Has one batch written at a time. If it cannot be written, each change of the batch is tried
    by itself, unless the database is locked."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._queue: deque[Waiting] = deque()
        self._writing: asyncio.Task[None] | None = None
        self._later: asyncio.TimerHandle | None = None
        """The timer that writes the changes that were kept back, even if no other change comes."""

    def add(self, change: Changes) -> asyncio.Future[Outcome]:
        """Adds a change to be written as soon as possible. Returns the future of its outcome."""
        future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._queue.append(Waiting(change, future))
        self._start()
        return future

    def keep_back(self, change: Changes) -> None:
        """Adds a change that is written with the next batch, or after a few seconds."""
        self._queue.append(Waiting(change, None))
        if self._writing is None:
            self._start_later()

    async def finish(self) -> None:
        """Writes everything that waits."""
        self._start()
        while self._writing is not None:
            await asyncio.wait((self._writing,))
            self._start()

    def _start_later(self) -> None:
        if self._later is None:
            self._later = asyncio.get_running_loop().call_later(_KEPT_BACK, self._start)

    def _start(self) -> None:
        if self._later is not None:
            self._later.cancel()
            self._later = None
        if self._writing is None and self._queue:
            # A task of its own: one caller may be cancelled, but the work that others wait for must
            # not be.
            self._writing = asyncio.create_task(self._write_all())
            self._writing.add_done_callback(self._end)

    def _end(self, _: asyncio.Task[None]) -> None:
        self._writing = None
        if any(waiting.future is not None for waiting in self._queue):
            self._start()
        elif self._queue:
            self._start_later()

    async def _write_all(self) -> None:
        while self._queue:
            batch = [self._queue.popleft() for _ in range(min(_BATCH, len(self._queue)))]
            try:
                await self._writer.write(batch, self._queue)
            except Exception as error:
                if len(batch) == 1 or _is_locked(error):
                    for waiting in batch:
                        _fail(waiting.future, error)
                    continue
                # The values of one change cannot be written; the other changes must not suffer from
                # that.
                for waiting in batch:
                    try:
                        await self._writer.write([waiting], self._queue)
                    except Exception as own_error:
                        _fail(waiting.future, own_error)
            finally:
                self._writer.tried(batch)
            if not any(waiting.future is not None for waiting in self._queue):
                return  # nobody waits for the rest


def _is_locked(error: Exception) -> bool:
    """Whether another program has locked the database: every change would wait as long again."""
    return isinstance(error, StoreError) and error.trouble is DatabaseTrouble.IN_USE


def _fail(future: asyncio.Future[Outcome] | None, error: Exception) -> None:
    if future is not None and not future.done():
        future.set_exception(error)

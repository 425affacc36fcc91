"""Collects changes for a database. Changes that come while a batch is being written form the next
batch.

A change that nobody waits for is kept back until the next batch, or for a few seconds.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Final, NamedTuple

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


class Batches:
    """Writes one batch at a time.

    ``write`` writes a batch and sets the results of its futures. If it raises, each change of the
    batch is tried by itself, unless the database is locked. ``left`` is told of each batch that has
    been tried."""

    def __init__(
        self,
        write: Callable[[Sequence[Waiting]], Awaitable[None]],
        left: Callable[[Sequence[Waiting]], None],
    ) -> None:
        self._write = write
        self._left = left
        self._queue: deque[Waiting] = deque()
        self._writer: asyncio.Task[None] | None = None
        self._later: asyncio.TimerHandle | None = None
        """The timer that writes the changes that were kept back, even if no other change comes."""

    def __iter__(self) -> Iterator[Waiting]:
        """The changes that wait for the next batch."""
        return iter(self._queue)

    def add(self, change: Changes) -> asyncio.Future[Outcome]:
        """Adds a change to be written as soon as possible. Returns the future of its outcome."""
        future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._queue.append(Waiting(change, future))
        self._start()
        return future

    def keep_back(self, change: Changes) -> None:
        """Adds a change that is written with the next batch, or after a few seconds."""
        self._queue.append(Waiting(change, None))
        if self._writer is None:
            self._start_later()

    async def finish(self) -> None:
        """Writes everything that waits."""
        self._start()
        while self._writer is not None:
            await asyncio.wait((self._writer,))
            self._start()

    def _start_later(self) -> None:
        if self._later is None:
            self._later = asyncio.get_running_loop().call_later(_KEPT_BACK, self._start)

    def _start(self) -> None:
        if self._later is not None:
            self._later.cancel()
            self._later = None
        if self._writer is None and self._queue:
            # A task of its own: one caller may be cancelled, but the work that others wait for must
            # not be.
            self._writer = asyncio.create_task(self._write_all())
            self._writer.add_done_callback(self._end)

    def _end(self, _: asyncio.Task[None]) -> None:
        self._writer = None
        if any(waiting.future is not None for waiting in self._queue):
            self._start()
        elif self._queue:
            self._start_later()

    async def _write_all(self) -> None:
        while self._queue:
            batch = [self._queue.popleft() for _ in range(min(_BATCH, len(self._queue)))]
            try:
                await self._write(batch)
            except Exception as error:
                if len(batch) == 1 or _is_locked(error):
                    for waiting in batch:
                        _fail(waiting.future, error)
                    continue
                # The values of one change cannot be written; the other changes must not suffer from
                # that.
                for waiting in batch:
                    try:
                        await self._write([waiting])
                    except Exception as own_error:
                        _fail(waiting.future, own_error)
            finally:
                self._left(batch)
            if not any(waiting.future is not None for waiting in self._queue):
                return  # nobody waits for the rest


def _is_locked(error: Exception) -> bool:
    """Whether another program has locked the database: every change would wait as long again."""
    return isinstance(error, StoreError) and error.trouble is DatabaseTrouble.IN_USE


def _fail(future: asyncio.Future[Outcome] | None, error: Exception) -> None:
    if future is not None and not future.done():
        future.set_exception(error)

"""Changes on their way to a database: what comes while a batch is being written waits for the next
one, which takes all that wait.

A change that nobody waits for is kept back until the next batch, or for a few seconds.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Final, NamedTuple

from bot.store.changes import Changes, Outcome

_KEPT_BACK: Final = 3.0
"""Seconds at most."""
_BATCH: Final = 500
"""The most changes in one batch, so that the first commits do not wait for all the others."""


class Waiting(NamedTuple):
    """A change that is not stored yet."""

    change: Changes
    future: asyncio.Future[Outcome] | None
    """For whoever waits for it; ``None``: it is kept back, and known by heart already."""


class Batches:
    """Writes one batch at a time.

    ``write`` writes a batch and answers its futures, or raises: then each change of the batch is
    tried by itself. ``left`` is told of each batch that has been tried."""

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
        """When what is kept back is written, whether or not anything else is."""

    def __iter__(self) -> Iterator[Waiting]:
        """What waits for the next batch."""
        return iter(self._queue)

    def add(self, change: Changes) -> asyncio.Future[Outcome]:
        """A change to write as soon as can be; what comes of it."""
        future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._queue.append(Waiting(change, future))
        self._start()
        return future

    def keep_back(self, change: Changes) -> None:
        """A change that goes with the next batch, or in a few seconds."""
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
            # A task of its own: who waits may be cancelled, what others wait for may not.
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
                if len(batch) == 1:
                    _fail(batch[0].future, error)
                    continue
                # Somebody's values cannot be written: the others must not suffer from it.
                for one in batch:
                    try:
                        await self._write([one])
                    except Exception as own_error:
                        _fail(one.future, own_error)
            finally:
                self._left(batch)
            if not any(waiting.future is not None for waiting in self._queue):
                return  # nobody waits for the rest


def _fail(future: asyncio.Future[Outcome] | None, error: Exception) -> None:
    if future is not None and not future.done():
        future.set_exception(error)

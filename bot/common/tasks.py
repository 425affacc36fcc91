"""Background tasks: how they are started, ended, and awaited."""

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from contextlib import suppress
from typing import Any, Final

import structlog

_log = structlog.get_logger(__name__)


async def end(*tasks: asyncio.Task[None]) -> None:
    """Cancels these tasks and waits until they have ended; raises what one of them raises."""
    for task in tasks:
        task.cancel()
    for task in tasks:
        with suppress(asyncio.CancelledError):
            await task


def logged(event: str) -> Callable[[Exception], None]:
    """Logs an error as this event, without the error's text."""
    return lambda error: _log.error(event, error=type(error).__name__)


class Background:
    """Work for which nobody waits, each piece in a task of its own."""

    def __init__(self, failed: Callable[[Exception], None]) -> None:
        """``failed`` is called with what a piece of work has raised."""
        self._failed = failed
        self.tasks: Final[dict[Hashable, asyncio.Task[None]]] = {}
        """The running tasks by their keys; work without a key has one of its own."""
        self._stopped = False

    def start(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[None] | None:
        """Starts this work; ``None``: the background has been stopped."""
        return self.once(object(), work)

    def once(self, key: Hashable, work: Coroutine[Any, Any, Any]) -> asyncio.Task[None] | None:
        """Starts this work, unless work with the same key is under way. Returns its task; ``None``:
        it was not started."""
        if self._stopped or key in self.tasks:
            work.close()
            return None
        task = self.tasks[key] = asyncio.create_task(self._careful(work))
        task.add_done_callback(lambda _: self._forget(key, task, work))
        return task

    async def soon(
        self, work: Coroutine[Any, Any, Any], seconds: float, key: Hashable | None = None
    ) -> None:
        """Starts work and waits at most this many seconds for it. ``key``: see :meth:`once`."""
        task = self.start(work) if key is None else self.once(key, work)
        if task is not None:
            await asyncio.wait((task,), timeout=seconds)

    def _forget(
        self, key: Hashable, task: asyncio.Task[None], work: Coroutine[Any, Any, Any]
    ) -> None:
        work.close()  # It has not begun if its task was cancelled before.
        if self.tasks.get(key) is task:
            del self.tasks[key]

    async def _careful(self, work: Coroutine[Any, Any, Any]) -> None:
        try:
            await work
        except Exception as error:
            self._failed(error)

    async def settled(self) -> None:
        """Waits until no work is under way."""
        while self.tasks:
            await asyncio.wait(list(self.tasks.values()))

    async def stop(self) -> None:
        """Cancels all work, and starts no more."""
        self._stopped = True
        await end(*self.tasks.values())

"""Time, and the loop that sends due deadlines.

Deadlines are rows, so a restart loses nothing. The loop asks the store which of them have come,
sends each as a command, and sleeps until the earliest of the others.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final, Protocol

import structlog

from bot.messages import AnyReply, Tick
from bot.store.changes import Changes, Store
from bot.store.model import Deadline

log = structlog.get_logger(__name__)

CLOCK: Final = "clock:"
"""The person in whose name deadlines are sent."""

_AT_ONCE: Final = 200
_TIDY_EVERY: Final = 3600.0
_LATER: Final = 5.0
_BUSY: Final = 0.2
"""Seconds until it is seen again whether the service is busy."""


class Time(Protocol):
    """The time; tests have one of their own."""

    def now(self) -> float:
        """UTC seconds since the epoch."""

    async def wait(self, wake: asyncio.Event, until: float | None) -> None:
        """Returns when ``wake`` is set or the moment has come (``None``: never by itself)."""


class SystemTime:
    """The machine's time."""

    def now(self) -> float:
        return time.time()

    async def wait(self, wake: asyncio.Event, until: float | None) -> None:
        try:
            async with asyncio.timeout(None if until is None else max(0.0, until - self.now())):
                await wake.wait()
        except TimeoutError:
            pass


class Clock:
    """Sends deadlines when they come. One per process is enough; two do no harm.

    While the service is ``busy`` with people's commands, deadlines wait a little."""

    def __init__(
        self,
        store: Store,
        time: Time,
        handle: Callable[[Tick], Awaitable[AnyReply]],
        keep: float,
        busy: Callable[[], bool] = lambda: False,
    ) -> None:
        self._store = store
        self._time = time
        self._handle = handle
        self._keep = keep
        self._busy = busy
        self._wake = asyncio.Event()
        self._later: dict[tuple[str, str], float] = {}
        self._tidy_at = 0.0

    def wake(self) -> None:
        """Something has changed: there may be an earlier deadline."""
        self._wake.set()

    async def run(self) -> None:
        """Runs until it is cancelled. What goes wrong with one match stops no other."""
        while True:
            self._wake.clear()
            until: float | None = self._time.now() + _LATER
            try:
                await self._tidy()
                until = await self._next()
                if until is not None and until <= self._time.now():
                    if self._busy():
                        until = self._time.now() + _BUSY
                    else:
                        await self.send_due()
                        until = await self._next()
            except Exception as error:
                log.error("clock_failed", error=type(error).__name__)
            await self._time.wait(self._wake, until)

    async def send_due(self) -> int:
        """Sends the deadlines that have come; returns how many."""
        now = self._time.now()
        self._later = {key: until for key, until in self._later.items() if until > now}
        rows = await self._store.due(now, _AT_ONCE + len(self._later))
        ready = [row for row in rows if (row.match, row.id) not in self._later]
        # Side by side: what becomes of them is then stored together.
        await asyncio.gather(*(self._send(row) for row in ready))
        return len(ready)

    async def _send(self, row: Deadline) -> None:
        try:
            await self._handle(
                Tick(
                    request=f"{row.match}.{row.id}", person=CLOCK, match=row.match, deadline=row.id
                )
            )
        except Exception as error:
            # The deadline is still in the store; other matches must not wait for it.
            self._later[row.match, row.id] = self._time.now() + _LATER
            log.error("deadline_failed", match=row.match, error=type(error).__name__)

    async def _next(self) -> float | None:
        earliest = await self._store.next_due()
        if earliest is None:
            return self._tidy_at
        if self._later:
            # The deadlines that failed are the earliest in the store; a look at the others can wait
            # as long.
            earliest = max(earliest, min(self._time.now() + 1.0, *self._later.values()))
        return min(earliest, self._tidy_at)

    async def _tidy(self) -> None:
        now = self._time.now()
        if now >= self._tidy_at:
            self._tidy_at = now + _TIDY_EVERY
            await self._store.commit([Changes(outdated=now - self._keep)])

"""Lived time: the clock by which the service waits.

Lived time passes while the bot runs, one second for each second, even if the machine's wall clock
jumps. It stands still while the bot is down, so nobody loses a turn because the bot was away.
Deadlines are moments of lived time. So nothing in the store has to change when the wall clock jumps
or after the bot was down.

The store keeps the last moment of lived time (:class:`Lived`), and the next process continues from
it; this also works after a power cut and with a backup of last week. People and platforms are told
times in UTC."""

import asyncio
import math
import time
from collections.abc import Callable
from typing import Final

from msgspec import Struct

_ASLEEP: Final = 30.0
"""Seconds. The bot's clock asks for the time every few seconds. If nobody has asked for this long,
the process stood still: the machine slept, or the process was stopped."""
_TOLD: Final = 10.0
"""Seconds. A rest at least this long is told to the people."""
_TOLERATED: Final = 2.0
"""Seconds. A deadline on a screen may be wrong by this much before the screen is drawn anew."""
_AFTER: Final = 2**-10
"""Seconds. Lived time after a rest begins this much later, so that moments stay in order."""


class Lived(Struct, frozen=True):
    """The last moment of lived time, as the store keeps it."""

    moment: float
    """Lived time, in seconds."""
    ahead: float
    """The seconds by which UTC was ahead of lived time, as people were last told."""


class Time:
    """The lived time of one process. Tests pass in clocks of their own."""

    def __init__(
        self, monotonic: Callable[[], float] = time.monotonic, wall: Callable[[], float] = time.time
    ) -> None:
        self._monotonic = monotonic
        self._wall = wall
        self._origin = wall() - monotonic()
        """Lived time minus the monotonic clock."""
        self._ahead = 0.0
        self._looked: float | None = None
        """The monotonic clock when the time was last asked; ``None``: not regularly yet."""
        self.rested = -math.inf
        """The moment of lived time at which the last long rest ended. A turn that began earlier was
        interrupted by the rest."""
        self.was_down = 0.0
        """For how many seconds the bot was down before this process began."""

    def now(self) -> float:
        """Lived time, in seconds."""
        reading = self._monotonic()
        if self._looked is not None:
            if reading - self._looked > _ASLEEP:
                self._go_on(self._looked + self._origin, told=True)
            self._looked = reading
        return reading + self._origin

    def utc(self) -> float:
        """UTC seconds since the epoch, as the machine has them just now. They may jump."""
        return self._wall()

    def shown(self, moment: float) -> float:
        """A moment of lived time as people read it, in UTC seconds since the epoch. The answer for
        a moment stays the same until :meth:`mend` returns ``True``."""
        return moment + self._ahead

    def lived(self) -> Lived:
        """The last moment of lived time, for the store."""
        return Lived(self.now(), self._ahead)

    def begin(self, lived: Lived | None) -> None:
        """Continues the lived time of an earlier process; ``None``: there was none. From now on
        :meth:`now` must be called every few seconds."""
        self._looked = self._monotonic()
        if lived is not None:
            self._ahead = lived.ahead
            away = self.utc() - self.shown(lived.moment)
            self.was_down = max(0.0, away)
            self._go_on(lived.moment, told=away >= _TOLD)

    def join(self, lived: Lived) -> None:
        """Takes over the lived time of other processes that are already at work."""
        self._looked = self._monotonic()
        self._ahead = lived.ahead
        self._origin = self.utc() - lived.ahead - self._monotonic()

    def _go_on(self, moment: float, *, told: bool) -> None:
        """Continues lived time from here after a rest. ``told``: people are told of the rest."""
        self._origin = moment + _AFTER - self._monotonic()
        if told:
            self.rested = moment + _AFTER

    def mend(self) -> bool:
        """Checks whether the wall clock has moved against lived time. ``True``: it has, and all
        times that :meth:`shown` gave before are wrong now."""
        ahead = self.utc() - self.now()
        if abs(ahead - self._ahead) <= _TOLERATED:
            return False
        self._ahead = ahead
        return True

    async def wait(self, wake: asyncio.Event, until: float | None) -> None:
        """Returns when ``wake`` is set, or at this moment of lived time. ``until=None``: waits for
        ``wake`` alone."""
        try:
            async with asyncio.timeout(None if until is None else max(0.0, until - self.now())):
                await wake.wait()
        except TimeoutError:
            pass

    async def pause(self, seconds: float) -> None:
        """Returns after so many seconds of lived time."""
        await self.wait(asyncio.Event(), self.now() + seconds)

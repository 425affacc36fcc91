"""Lived time: the one time by which the service waits.

It passes while the bot runs, a second for each second, whatever the wall clock of the machine does.
It rests while the bot is down: nobody loses a turn because the bot was away. Deadlines are moments
of lived time, so nothing in the store has to change when the wall clock jumps or the bot was down.

The store keeps the last moment that was lived through (:class:`Lived`), and the next process goes
on from there: also after a power cut, and with a backup of last week. What people read, and what a
platform counts by, is UTC.
"""

import asyncio
import math
import time
from collections.abc import Callable
from typing import Final

from msgspec import Struct

_ASLEEP: Final = 30.0
"""The clock looks every few seconds. If nobody looked for so long, the process stood still: the
machine slept, or the process was stopped."""
_TOLD: Final = 10.0
"""A rest of so many seconds is worth telling."""
_TOLERATED: Final = 2.0
"""What people see of a deadline may be so many seconds wrong before it is shown anew."""
_AFTER: Final = 2**-10
"""What begins after a rest is later than everything before it."""


class Lived(Struct, frozen=True):
    """The last moment lived through, as the store keeps it."""

    moment: float
    """Lived time."""
    ahead: float
    """By how many seconds UTC was ahead of it, in what was shown to people."""


class Time:
    """The time of a process; tests give it clocks of their own."""

    def __init__(
        self,
        monotonic: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
    ) -> None:
        self._monotonic = monotonic
        self._wall = wall
        self._origin = wall() - monotonic()
        """What lived time is more than the monotonic clock."""
        self._ahead = 0.0
        self._looked: float | None = None
        """The monotonic clock when somebody last looked; ``None``: nobody looks regularly."""
        self.rested = -math.inf
        """The moment of lived time of the last long rest: what began before it has rested."""

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
        """A moment of lived time as people read it, in UTC seconds since the epoch. It stays the
        same until :meth:`mend` says otherwise."""
        return moment + self._ahead

    def lived(self) -> Lived:
        """What the store keeps."""
        return Lived(self.now(), self._ahead)

    def begin(self, lived: Lived | None) -> None:
        """The process begins where another one ended; ``None``: there was none. From now on
        :meth:`now` must be asked every few seconds."""
        self._looked = self._monotonic()
        if lived is not None:
            self._ahead = lived.ahead
            away = self.utc() - self.shown(lived.moment)
            self._go_on(lived.moment, told=away >= _TOLD)

    def join(self, lived: Lived) -> None:
        """Other processes are at work, and their time has passed meanwhile: from now on it is
        this one's, too."""
        self._looked = self._monotonic()
        self._ahead = lived.ahead
        self._origin = self.utc() - lived.ahead - self._monotonic()

    def _go_on(self, moment: float, *, told: bool) -> None:
        """After a rest lived time goes on from that moment."""
        self._origin = moment + _AFTER - self._monotonic()
        if told:
            self.rested = moment + _AFTER

    def mend(self) -> bool:
        """Looks whether the wall clock has left lived time; if so, everything that :meth:`shown`
        gave before is wrong."""
        ahead = self.utc() - self.now()
        if abs(ahead - self._ahead) <= _TOLERATED:
            return False
        self._ahead = ahead
        return True

    async def wait(self, wake: asyncio.Event, until: float | None) -> None:
        """Returns when ``wake`` is set or the moment has come (``None``: never by itself)."""
        try:
            async with asyncio.timeout(None if until is None else max(0.0, until - self.now())):
                await wake.wait()
        except TimeoutError:
            pass

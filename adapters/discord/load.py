"""Estimates how long interactions wait for their answer, and whether that comes near Discord's 3 s.

Usually an answer is ready at once and is the first thing that Discord hears. When many interactions
come at the same moment, the last one waits for all others. A timer does not help, because the timer
waits too. So an interaction that would wait long is acknowledged before it is decided.

Two things are measured. The first is the age of interactions when they reach us, minus the smallest
age of late, because clocks may differ. The second is the time in which one interaction was answered
while others waited, times the number of those that wait now.
"""

import asyncio
from collections import deque
from typing import Final

LONG: Final = 0.5
"""Seconds. An interaction that would wait this long is acknowledged first."""
_FIRST_GUESS: Final = 0.02
"""Seconds for one interaction, until a first one was measured."""
_REMEMBERED: Final = 50
_WEIGHT: Final = 0.2


class Load:
    """Measures in the time of the event loop."""

    def __init__(self) -> None:
        self._ages: deque[float] = deque(maxlen=_REMEMBERED)
        self._waiting = 0
        self._took = _FIRST_GUESS
        self._last = 0.0
        """The moment of the last answer, or the moment when the first of the waiting interactions
        came."""

    def came(self, age: float) -> bool:
        """An interaction of this age has come. Returns whether it would wait long."""
        self._ages.append(age)
        late = age - min(self._ages)
        if not self._waiting:
            self._last = _now()
        self._waiting += 1
        return late + self._waiting * self._took > LONG

    def done(self) -> None:
        """An interaction has been answered."""
        now = _now()
        self._took += _WEIGHT * (now - self._last - self._took)
        self._last = now
        self._waiting -= 1


def _now() -> float:
    return asyncio.get_running_loop().time()

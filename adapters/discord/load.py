"""How long interactions wait before they are answered, and when that gets near Discord's 3 s.

Usually an answer is ready at once and is the first thing Discord hears. When many interactions come
at the same moment, the last one waits for all before it; a timer does not help, because it waits
with them. So an interaction that would wait long is acknowledged before it is decided.

Two things are measured: how old interactions are when they reach us, less the smallest age of late
(clocks may differ); and how long one took to be answered while others waited, times the number that
wait now.
"""

import asyncio
from collections import deque
from typing import Final

LONG: Final = 0.5
"""An interaction that would wait so many seconds is acknowledged first."""
_FIRST_GUESS: Final = 0.02
"""The seconds that one interaction takes, before any was measured."""
_REMEMBERED: Final = 50
_WEIGHT: Final = 0.2


class Load:
    """Measures, in the event loop's time."""

    def __init__(self) -> None:
        self._ages: deque[float] = deque(maxlen=_REMEMBERED)
        self._waiting = 0
        self._took = _FIRST_GUESS
        self._last = 0.0
        """When the last one was answered, or when the first of those that wait came."""

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

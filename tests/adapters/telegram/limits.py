"""Flood limits as Telegram's pages and maintainers state them, counted on the test's clock.

Sliding windows: 30 writes a second over all; a private chat one a second after a small burst; a
group 20 a minute, where **edits count like new messages** and ephemeral messages are assumed to.
Answers to callback queries, reading, deleting and commands' lists are free. What is refused is told
when it may be tried again, and counts for nothing.
"""

import math
from collections import defaultdict, deque
from typing import Final

GROUP_WRITES: Final = 20
GROUP_SECONDS: Final = 60.0
PRIVATE_BURST: Final = 6
PRIVATE_SECONDS: Final = 6.0
ALL_WRITES: Final = 30
ALL_SECONDS: Final = 1.0


class Window:
    """So many in so many seconds, at every moment."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most = most
        self._seconds = seconds
        self._times: deque[float] = deque()

    def wait(self, now: float) -> float:
        """How long until one more is allowed; 0: now."""
        while self._times and self._times[0] <= now - self._seconds:
            self._times.popleft()
        if len(self._times) < self._most:
            return 0.0
        return self._times[-self._most] + self._seconds - now

    def count(self, now: float) -> None:
        """One has been."""
        self._times.append(now)


class Quota:
    """All windows of one bot."""

    def __init__(self) -> None:
        self.on = True
        self._all = Window(ALL_WRITES, ALL_SECONDS)
        self._groups: defaultdict[int, Window] = defaultdict(
            lambda: Window(GROUP_WRITES, GROUP_SECONDS)
        )
        self._private: defaultdict[int, Window] = defaultdict(
            lambda: Window(PRIVATE_BURST, PRIVATE_SECONDS)
        )

    def retry_after(self, chat: int, now: float) -> int:
        """Seconds to wait before writing to this chat; 0: it is allowed, and counted."""
        if not self.on:
            return 0
        windows = [self._all, self._groups[chat] if chat < 0 else self._private[chat]]
        wait = max(window.wait(now) for window in windows)
        if wait > 0:
            return max(1, math.ceil(wait))
        for window in windows:
            window.count(now)
        return 0

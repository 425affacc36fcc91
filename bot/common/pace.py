"""Spreads heavy work on the event loop: one piece at a time, with short work in between.

The loop takes its tasks in turn. Suppose that hundreds of tasks draw a picture. A press of a button
takes several turns of the loop, and without this module each of these turns would wait for hundreds
of pictures.

The piece that has waited longest begins first. While there is so much short work that pieces wait
long, more of them begin in each turn: both kinds of work become slower, and neither stands still.
"""

import asyncio
from collections import deque
from typing import Final

_LONG: Final = 0.25
"""Seconds. For each such time that the oldest piece waits, one more begins in each turn."""
_MOST: Final = 4
"""The most pieces that begin in one turn, so that an answer never waits long for them."""


class Pace:
    """Lets one piece of heavy work begin in each turn of the loop, or a few if they are late."""

    def __init__(self) -> None:
        self._waiting: deque[tuple[float, asyncio.Future[None]]] = deque()
        """Since when each piece waits; the oldest first."""
        self._has_begun = False
        """Whether a piece has begun in this turn of the loop, or others wait for the next."""

    async def turn(self) -> None:
        """Waits until it is the caller's turn to begin."""
        loop = asyncio.get_running_loop()
        if not self._has_begun:
            self._has_begun = True
            loop.call_soon(self._begin, loop)
            return
        future: asyncio.Future[None] = loop.create_future()
        self._waiting.append((loop.time(), future))
        await future

    def _begin(self, loop: asyncio.AbstractEventLoop) -> None:
        """Lets the pieces of this turn begin."""
        self._has_begun = bool(self._waiting)
        if not self._waiting:
            return
        since, _ = self._waiting[0]
        for _ in range(min(_MOST, 1 + int((loop.time() - since) / _LONG), len(self._waiting))):
            _, future = self._waiting.popleft()
            if not future.done():  # its caller may have been cancelled
                future.set_result(None)
        loop.call_soon(self._begin, loop)

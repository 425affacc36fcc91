"""Spreads heavy work on the event loop: one piece at a time, with short work in between.

The loop takes its tasks in turn. Suppose that hundreds of tasks draw a picture. A press of a button
takes several turns of the loop, and without this module each of these turns would wait for hundreds
of pictures.
"""

import asyncio


class Pace:
    """Lets only one piece of heavy work begin in each turn of the loop."""

    def __init__(self) -> None:
        self._first = asyncio.Lock()

    async def turn(self) -> None:
        """Waits until it is the caller's turn to begin. Between two callers the loop goes round
        once."""
        async with self._first:
            await asyncio.sleep(0)

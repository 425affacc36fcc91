"""Heavy work on the event loop, one piece at a time, so that short work goes in between.

The loop takes its tasks in turn. If hundreds of them draw a picture, a person's press, which takes
several turns, waits for hundreds of pictures each time.
"""

import asyncio


class Pace:
    """Lets one piece of heavy work begin in a turn of the loop."""

    def __init__(self) -> None:
        self._first = asyncio.Lock()

    async def turn(self) -> None:
        """Waits until the heavy work that came before has begun, and the loop has gone round
        since."""
        async with self._first:
            await asyncio.sleep(0)

"""What runs beside something else for as long as that lasts."""

import asyncio
from contextlib import suppress


async def end(*tasks: asyncio.Task[None]) -> None:
    """Cancels these and waits until they have ended; what one of them raises is raised."""
    for task in tasks:
        task.cancel()
    for task in tasks:
        with suppress(asyncio.CancelledError):
            await task

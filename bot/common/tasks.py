"""Ending background tasks."""

import asyncio
from contextlib import suppress


async def end(*tasks: asyncio.Task[None]) -> None:
    """Cancels these tasks and waits until they have ended; raises what one of them raises."""
    for task in tasks:
        task.cancel()
    for task in tasks:
        with suppress(asyncio.CancelledError):
            await task

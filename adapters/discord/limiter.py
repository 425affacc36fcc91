"""Discord's limit for all requests of one bot: fifty in a second, to all addresses together.

discord.py keeps the limits that Discord's answers report, route by route. That for all requests is
not reported before it is broken. So every request waits here, just before it is sent, until it fits
into the second. Answers to interactions, and requests with their tokens, do not count."""

import asyncio
from collections import deque
from collections.abc import Callable
from http import HTTPStatus
from types import SimpleNamespace
from typing import Final

import aiohttp

PER_SECOND: Final = 45
"""A few less than Discord allows: Discord counts when requests arrive, not when they are sent."""
_FREE: Final = ("/interactions/", "/webhooks/")


class Limiter:
    """Lets a limited number of requests through in any second, in the order in which they came.
    ``refused`` is called for every request that Discord refuses in spite of this. ``processes``:
    how many processes send requests for the same bot; each has an equal part."""

    def __init__(
        self,
        per_second: int = PER_SECOND,
        refused: Callable[[], None] = lambda: None,
        processes: Callable[[], int] = lambda: 1,
    ) -> None:
        self._per_second = per_second
        self._refused = refused
        self._processes = processes
        self._sent: deque[float] = deque()
        self._turn = asyncio.Lock()

    async def wait(self) -> None:
        """Waits until one more request may be sent."""
        async with self._turn:
            loop = asyncio.get_running_loop()
            part = max(1, self._per_second // self._processes())
            while len(self._sent) > part:
                self._sent.popleft()  # more processes share the limit than a second ago
            if len(self._sent) == part:
                await asyncio.sleep(self._sent.popleft() + 1.0 - loop.time())
            self._sent.append(loop.time())

    def trace(self) -> aiohttp.TraceConfig:
        """The trace that makes a client's requests wait."""
        config = aiohttp.TraceConfig()
        config.on_request_start.append(self._before)
        config.on_request_end.append(self._after)
        return config

    async def _before(
        self,
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        request: aiohttp.TraceRequestStartParams,
    ) -> None:
        if not any(part in request.url.path for part in _FREE):
            await self.wait()

    async def _after(
        self,
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        answered: aiohttp.TraceRequestEndParams,
    ) -> None:
        if answered.response.status == HTTPStatus.TOO_MANY_REQUESTS:
            self._refused()

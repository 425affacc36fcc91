"""Decides deadlines in a thread beside the event loop. A robot may think for a while, and people's
commands must not wait for it.

Only one thread thinks at a time; two would only take turns. Deadlines that come together are
decided together, for at most :data:`AT_A_TIME`, and their results are stored together. So tables
whose time ends at the same moment do not wait for one another's pictures."""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct

from bot.environment import Environment
from bot.match.decide import Decision
from bot.match.running_match import RunningMatch
from bot.messages import Tick

AT_A_TIME: Final = 0.02
"""Seconds. After this time the loop gets the results so far; the rest follows in the next batch."""

Decide = Callable[[RunningMatch | None, Tick, Environment], Decision]


class _Waiting(Struct, frozen=True, eq=False):
    running: RunningMatch | None
    tick: Tick
    environment: Environment
    result: asyncio.Future[Decision]


class Thinking:
    """Decides deadlines in a thread with ``decide``. ``now``: a clock in seconds."""

    def __init__(self, decide: Decide, now: Callable[[], float] = time.monotonic) -> None:
        self._decide = decide
        self._now = now
        self._waiting: deque[_Waiting] = deque()
        self._at_work: asyncio.Task[None] | None = None

    async def decide(
        self, running: RunningMatch | None, tick: Tick, environment: Environment
    ) -> Decision:
        """Decides a deadline after those that came before it. Raises what ``decide`` raises."""
        result: asyncio.Future[Decision] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(running, tick, environment, result))
        if self._at_work is None:
            self._at_work = asyncio.create_task(self._work())
        return await result

    async def _work(self) -> None:
        try:
            while self._waiting:
                batch = tuple(self._waiting)
                decided = await asyncio.to_thread(self._think, batch)
                for waiting, result in zip(batch, decided, strict=False):
                    self._waiting.popleft()
                    if waiting.result.done():
                        continue  # nobody waits for it any more
                    if isinstance(result, Exception):
                        waiting.result.set_exception(result)
                    else:
                        waiting.result.set_result(result)
        finally:
            self._at_work = None
            for waiting in self._waiting:
                waiting.result.cancel()
            self._waiting.clear()

    def _think(self, batch: Sequence[_Waiting]) -> list[Decision | Exception]:
        """The results for the first deadlines of the batch, at least for one of them."""
        until = self._now() + AT_A_TIME
        results: list[Decision | Exception] = []
        for waiting in batch:
            try:
                results.append(self._decide(waiting.running, waiting.tick, waiting.environment))
            except Exception as error:  # the error concerns this one match
                results.append(error)
            if self._now() > until:
                break
        return results

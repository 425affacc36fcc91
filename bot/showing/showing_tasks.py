"""The running tasks that show surfaces and send notices: one for each surface and notice."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from typing import Final

from bot.common.tasks import end
from bot.messages import MatchId
from bot.showing.agenda import Agenda
from bot.store.changes import SurfaceSeen
from bot.store.model import Surface
from bot.store.notices import Notice


class ShowingTasks:
    """Starts tasks, and knows what they work on."""

    def __init__(self, agenda: Agenda) -> None:
        self._agenda = agenda
        self.busy: Final[dict[str, asyncio.Task[None]]] = {}
        """By surface and notice, the task that works on it."""
        self.work: Final[dict[asyncio.Task[None], str]] = {}
        """All running tasks, each with its platform."""
        self.ending = asyncio.Event()
        """Set at the end: what would be tried again later is tried now, for the last time."""
        self._again: dict[str, Surface | Notice] = {}
        """Surfaces and notices to be started while a task worked on them, as they were then."""
        self._brought: dict[str, tuple[Surface, SurfaceSeen]] = {}
        """Surfaces that a task has just brought up to date: as it read them, and what it stored."""

    def is_busy(self, one: Surface | Notice) -> bool:
        """Whether a task already works on this surface or notice; then it is looked at again."""
        busy = one.id in self.busy
        if busy:
            self._again[one.id] = one
        return busy

    def brought(self, read: Surface, seen: SurfaceSeen) -> None:
        """Notes that a task has brought a surface up to date: as it read it, and what it stored."""
        self._brought[read.id] = read, seen

    def start(
        self, platform: str, keys: Mapping[str, MatchId], work: Coroutine[None, None, None]
    ) -> None:
        """Starts a task for these surfaces or notices. No other task may work on any of them."""

        def done() -> None:
            for key, match in keys.items():
                del self.busy[key]
                if self._is_behind_still(key):
                    self._agenda.wake(match)

        self.busy.update(dict.fromkeys(keys, self.run(platform, work, done)))

    def run(
        self,
        platform: str,
        work: Coroutine[None, None, None],
        done: Callable[[], None] = lambda: None,
    ) -> asyncio.Task[None]:
        """Starts a task. ``done`` is called when it has ended."""

        def end_of(task: asyncio.Task[None]) -> None:
            del self.work[task]
            done()

        task = asyncio.create_task(work)
        self.work[task] = platform
        task.add_done_callback(end_of)
        return task

    def _is_behind_still(self, key: str) -> bool:
        """Whether a surface or a notice has to be looked at again, now that its task has ended. The
        task may already have done everything that was wanted."""
        found, done = self._again.pop(key, None), self._brought.pop(key, None)
        if not isinstance(found, Surface) or done is None:
            return found is not None
        read, seen = done
        # If it now shows less than the task read, somebody has asked to show it anew.
        return found.wanted > seen.shown or found.shown < read.shown

    async def settle(self, seconds: float, platform: str | None = None) -> None:
        """Waits so many seconds for the tasks of a platform, or of all; then cancels them."""
        work = [task for task, name in self.work.items() if platform in (None, name)]
        if not work:
            return
        self.ending.set()
        _, late = await asyncio.wait(work, timeout=seconds)
        self.ending = asyncio.Event()
        await end(*late)

"""The queue of the teacher's long tasks, done beside the event loop: one at a time, one for each
person.

People's commands and the robots at tables go first. Between two pieces of a task it checks whether
somebody waits; before each deal that is played on, the task's thread lets other threads run. If a
task takes long, the person reads its progress, and the task goes on."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar, cast

import structlog
from msgspec import Struct

from bot.messages import PersonId

log = structlog.get_logger(__name__)

AT_ONCE: Final = 50
"""The most tasks that may run or wait. A person who asks then is told to come back."""
_PAUSE: Final = 0.02
_BREATH: Final = 0.001
"""Seconds for which the thread leaves the processor to others before each deal."""
_PAUSES: Final = 250
"""The most pauses for which a piece waits."""


class Progress(Struct, frozen=True):
    """A task that is under way."""

    wanted: str
    """The subject of the task: a match, or another name that the caller gives it."""
    at: int
    """The hand or match that the task has reached; 0: it waits for others."""
    of: int
    so_far: Struct | None = None
    """The results so far, if they can be told."""


class Nothing(Struct, frozen=True):
    """There is no answer. ``why``: the id of the message that says so."""

    why: str


class QueuedTask:
    """A task of the queue: it is under way, or waits."""

    def __init__(self, wanted: str) -> None:
        self.wanted = wanted
        self.progress = Progress(wanted, 0, 0)
        self.task: asyncio.Task[Struct] | None = None
        self.is_over = False

    def goes_on(self) -> bool:
        """Whether the answer is still wanted. The thread that works on it asks; first it leaves the
        processor to others."""
        time.sleep(_BREATH)
        return not self.is_over


Answer = TypeVar("Answer", bound=Struct)
Making = Callable[[QueuedTask], Awaitable[Answer]]


class TaskQueue:
    """Does one task at a time. ``is_busy``: whether people or robots at tables wait."""

    def __init__(self, is_busy: Callable[[], bool]) -> None:
        self._is_busy = is_busy
        self._under_way: dict[PersonId, QueuedTask] = {}
        self._one = asyncio.Semaphore(1)

    async def answer(
        self,
        person: PersonId,
        wanted: str,
        begin: Callable[[], Awaitable[Answer | Making[Answer]]],
        patience: float,
    ) -> Answer | Progress | Nothing:
        """The answer to this person. ``begin`` returns it at once, or returns the work that makes
        it. After ``patience`` seconds the answer is the progress of the work. The same holds if an
        earlier task of this person is not ready."""
        work = self._under_way.get(person)
        if work is None:
            found = await begin()
            if isinstance(found, Struct):
                return found
            work = self._under_way.get(person)  # another task may have begun meanwhile
            if work is None:
                if len(self._under_way) >= AT_ONCE:
                    return Nothing("analysis.busy")
                work = self._under_way[person] = QueuedTask(wanted)
                work.task = asyncio.create_task(self._made(work, found, person))
        assert work.task is not None, "begun"
        await asyncio.wait((work.task,), timeout=patience)
        if not work.task.done():
            return work.progress
        if work.wanted != wanted:
            return await self.answer(person, wanted, begin, patience)
        return cast("Answer | Nothing", work.task.result())

    async def end(self) -> None:
        """Cancels the tasks that run or wait."""
        tasks = [work.task for work in self._under_way.values() if work.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def let_others_go_first(self) -> None:
        """Waits while others are served, a few seconds at most."""
        for _ in range(_PAUSES):
            if not self._is_busy():
                return
            await asyncio.sleep(_PAUSE)

    async def _made(self, work: QueuedTask, make: Making[Answer], person: PersonId) -> Struct:
        try:
            async with self._one:
                return await make(work)
        except Exception as error:  # The error concerns only this task.
            log.error("analysis_failed", match=work.wanted, error=type(error).__name__)
            return Nothing("analysis.failed")
        finally:
            work.is_over = True
            del self._under_way[person]

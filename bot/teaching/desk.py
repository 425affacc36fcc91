"""Where the teacher works: beside the loop, one task after another, and one for each person.

A task waits behind people's commands and the robots at tables: between two pieces it looks whether
somebody else is to be served, and before each deal that is played on its thread lets the other
threads go first. What takes longer says how far it is, and goes on by itself.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar, cast

import structlog
from msgspec import Struct

from bot.messages import PersonId

log = structlog.get_logger(__name__)

AT_ONCE: Final = 50
"""Tasks under way or waiting; whoever asks then is told to come back."""
_PAUSE: Final = 0.02
_BREATH: Final = 0.001
"""Seconds for which the thread leaves the processor to others before each deal."""
_PAUSES: Final = 250
"""For so many pauses a piece waits for others at most."""


class Progress(Struct, frozen=True):
    """A task that is under way."""

    wanted: str
    """What it is about: a match, or what else its asker calls it."""
    at: int
    """The hand, or the match, that is looked at now; 0: it waits for others."""
    of: int
    so_far: Struct | None = None
    """What was found already, if that can be told."""


class Nothing(Struct, frozen=True):
    """There is no answer. ``why``: the id of the message that says so."""

    why: str


class Work:
    """A task under way."""

    def __init__(self, wanted: str) -> None:
        self.wanted = wanted
        self.progress = Progress(wanted, 0, 0)
        self.task: asyncio.Task[Struct] | None = None
        self.is_over = False

    def goes_on(self) -> bool:
        """Whether the answer is still wanted. Asked by the thread that works it out; it leaves the
        processor to others first."""
        time.sleep(_BREATH)
        return not self.is_over


Answer = TypeVar("Answer", bound=Struct)
Making = Callable[[Work], Awaitable[Answer]]


class Desk:
    """Does one task at a time. ``is_busy``: whether people or robots at tables wait."""

    def __init__(self, is_busy: Callable[[], bool]) -> None:
        self._is_busy = is_busy
        self._under_way: dict[PersonId, Work] = {}
        self._one = asyncio.Semaphore(1)

    async def answer(
        self,
        person: PersonId,
        wanted: str,
        begin: Callable[[], Awaitable[Answer | Making[Answer]]],
        patience: float,
    ) -> Answer | Progress | Nothing:
        """The answer to this person. ``begin`` gives it at once, or says how it is made. After
        ``patience`` seconds the answer is how far it is; so it is where the person has asked for
        something else before that is not ready."""
        work = self._under_way.get(person)
        if work is None:
            found = await begin()
            if isinstance(found, Struct):
                return found
            work = self._under_way.get(person)  # begun while this was being looked up
            if work is None:
                if len(self._under_way) >= AT_ONCE:
                    return Nothing("analysis.busy")
                work = self._under_way[person] = Work(wanted)
                work.task = asyncio.create_task(self._made(work, found, person))
        assert work.task is not None, "begun"
        await asyncio.wait((work.task,), timeout=patience)
        if not work.task.done():
            return work.progress
        if work.wanted != wanted:
            return await self.answer(person, wanted, begin, patience)
        return cast("Answer | Nothing", work.task.result())

    async def end(self) -> None:
        """Gives up what is under way."""
        tasks = [work.task for work in self._under_way.values() if work.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def let_others_go_first(self) -> None:
        """Waits while others are being served, for some seconds at most."""
        for _ in range(_PAUSES):
            if not self._is_busy():
                return
            await asyncio.sleep(_PAUSE)

    async def _made(self, work: Work, make: Making[Answer], person: PersonId) -> Struct:
        try:
            async with self._one:
                return await make(work)
        except Exception as error:  # it concerns this one task
            log.error("analysis_failed", match=work.wanted, error=type(error).__name__)
            return Nothing("analysis.failed")
        finally:
            work.is_over = True
            del self._under_way[person]

"""The commands that are being decided or stored now."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final, TypeVar

from bot.common.observer import Observer
from bot.messages import AnyCommand, AnyReply, Refused, Tick
from bot.reasons import ServiceReason

_AT_ONCE: Final = 1000
"""The most commands decided and stored at the same time. More are refused with the reason."""
_SLOW: Final = 2.0
"""Seconds after which a person who waits for an answer is told that it takes longer."""

C = TypeVar("C", bound=AnyCommand)


class CommandsUnderWay:
    """Counts commands from their beginning to their end, and refuses further ones when there are
    too many. ``observer`` is told how long the answer to each took."""

    def __init__(self, observer: Observer) -> None:
        self._observer = observer
        self._begun: set[asyncio.Task[AnyReply]] = set()

    @property
    def number(self) -> int:
        """The number of commands that are being decided or stored."""
        return len(self._begun)

    def are_many(self) -> bool:
        """Whether people's commands would have to wait if the clock sent deadlines now."""
        return len(self._begun) >= _AT_ONCE // 2

    def are_any(self) -> bool:
        """Whether commands of people, or of robots at tables, are being decided or stored."""
        return bool(self._begun)

    async def finish(
        self,
        command: C,
        decide: Callable[[C], Coroutine[Any, Any, AnyReply]],
        slow: Callable[[], Awaitable[None]] | None = None,
    ) -> AnyReply:
        """Decides a command with ``decide``, and returns the answer. A command that has begun is
        finished, even if nobody waits for the answer any more. ``slow`` is called once if that
        takes longer than two seconds; it may not raise."""
        if len(self._begun) >= _AT_ONCE and not isinstance(command, Tick):
            return Refused(ServiceReason.BUSY, getattr(command, "match", ""))
        task = asyncio.create_task(decide(command))
        self._begun.add(task)
        task.add_done_callback(self._begun.discard)
        began = asyncio.get_running_loop().time()
        if slow is not None:
            await asyncio.wait({task}, timeout=_SLOW)
            if not task.done():
                await slow()
        reply = await asyncio.shield(task)
        if not isinstance(command, Tick):
            self._observer.answered(asyncio.get_running_loop().time() - began)
        return reply

    async def end(self) -> None:
        """Waits until every command that has begun is finished."""
        if self._begun:
            await asyncio.wait(self._begun)

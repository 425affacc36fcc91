"""Work of the bot on Telegram for which nobody waits: an answer in a private chat, the buttons of a
message that is over."""

import asyncio
from collections.abc import Awaitable, Coroutine
from typing import Any, Final

import structlog

from adapters.telegram.limits import GROUP_SPARE
from adapters.telegram.trouble import Trouble
from adapters.telegram.wire import Wire

log = structlog.get_logger(__name__)


class Delayed:
    """Runs work in tasks, one for each key: what is under way is not begun again."""

    def __init__(self) -> None:
        self.tasks: Final[dict[str, asyncio.Task[None]]] = {}
        self._stopped = False

    def start(self, key: str, work: Coroutine[None, None, None]) -> None:
        """Runs this work, unless work with the same key is under way."""
        if self._stopped or key in self.tasks:
            work.close()
            return
        task = asyncio.create_task(careful(work))
        self.tasks[key] = task
        task.add_done_callback(
            lambda _: self.tasks.pop(key, None) if self.tasks.get(key) is task else None
        )

    async def stop(self) -> None:
        """Ends all delayed work; no more is delayed after this."""
        self._stopped = True
        tasks = list(self.tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def careful(work: Awaitable[Any]) -> None:
    """Runs work for which nobody waits: failures are logged here."""
    try:
        await work
    except Trouble as trouble:
        log.info("telegram_trouble", kind=type(trouble).__name__)
    except Exception:
        log.exception("telegram_failed")


async def room_to_spare(wire: Wire, chat: int) -> None:
    """Waits until a message to this chat takes no room from more urgent ones, and takes the room
    for one."""
    limits = wire.limits
    while not limits.room(chat, GROUP_SPARE) or limits.send(chat):
        await wire.pause(max(1.0, limits.would_wait(chat)))

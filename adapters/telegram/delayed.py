"""Work of the bot on Telegram for which nobody waits: an answer in a private chat, the buttons of a
message that is over."""

import math

import structlog

from adapters.telegram.limits import GROUP_SPARE
from adapters.telegram.trouble import Trouble
from adapters.telegram.wire import Wire

log = structlog.get_logger(__name__)


def note_failure(error: Exception) -> None:
    """Logs what has become of work for which nobody waits."""
    if isinstance(error, Trouble):
        log.info("telegram_trouble", kind=type(error).__name__)
    else:
        log.error("telegram_failed", exc_info=error)


async def room_to_spare(wire: Wire, chat: int, patience: float = math.inf) -> bool:
    """Waits until a message to this chat takes no room from more urgent ones, and takes the room
    for one. ``False``: there was none in ``patience`` seconds."""
    limits, waited = wire.limits, 0.0
    while not limits.room(chat, GROUP_SPARE) or limits.send(chat):
        wait = max(1.0, limits.would_wait(chat))
        waited += wait
        if waited > patience:
            return False
        await wire.pause(wait)
    return True

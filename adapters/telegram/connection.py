"""The bot's connection to the Bot API: calls, chats that have to wait, outages and refused tokens.
:mod:`adapters.telegram.trouble` has the errors that calls raise."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Final, TypeVar

import structlog
from msgspec import Struct
from telegram import Bot
from telegram.error import TelegramError

from adapters.telegram.limits import Limits
from adapters.telegram.trouble import Flooded, Rejected, Revoked, Trouble, Unsure, trouble_of
from bot.common.lived_time import Time

log = structlog.get_logger(__name__)

_T = TypeVar("_T")
_PATIENCE: Final = 20.0
"""Seconds that a new message waits for its chat's turn."""
_DOWN: Final = 60.0
"""Seconds. Without an answer for this long, Telegram counts as out of reach."""
REVOKED_PAUSE: Final = 300.0
"""Seconds after which a token that was refused is tried again."""
REFUSED: Final = (
    "Telegram does not know the token of TRUCO_TELEGRAM_TOKEN; BotFather shows the right one with"
    " /token."
)


class ApiAccess(Struct, frozen=True):
    """What a connection stands on."""

    bot: Bot
    limits: Limits
    time: Time
    back: Callable[[float], None]
    """Called when a call is answered after others failed, with the seconds since the first."""
    flooded: Callable[[], None]
    """Called whenever Telegram asks to wait."""


class ApiConnection:
    """Calls the Bot API."""

    def __init__(self, access: ApiAccess) -> None:
        self.bot = access.bot
        self.limits = access.limits
        self._time = access.time
        self._closed = False
        self._back = access.back
        self.flooded: Final = access.flooded
        self._down_since: float | None = None
        self._running: set[asyncio.Task[Any]] = set()
        self._revoked_until = 0.0

    @property
    def is_down(self) -> bool:
        """Whether no call has been answered for a while."""
        since = self._down_since
        return since is not None and self._time.now() - since > _DOWN

    @property
    def is_revoked(self) -> bool:
        """Whether the server has refused the token. For a while no calls are made then."""
        return self._time.now() < self._revoked_until

    def revoked(self) -> None:
        """Notes that the token was refused. Logs it once, until it is accepted again."""
        if not self._revoked_until:
            log.error("telegram_token_refused", why=REFUSED)
        self._revoked_until = self._time.now() + REVOKED_PAUSE

    async def is_back(self) -> bool:
        """Asks Telegram for something small; returns whether it answered."""
        with suppress(Trouble):
            await self.call(0, self.bot.get_me())
        return not self.is_down

    async def close(self) -> None:
        """Refuses further calls, and waits until the running ones are done."""
        self._closed = True
        while self._running:
            await asyncio.wait(self._running)

    def up(self) -> None:
        """Notes that a call was answered, so the token is valid."""
        self._revoked_until = 0.0
        since, self._down_since = self._down_since, None
        if since is not None:
            self._back(self._time.now() - since)

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled():
            task.exception()  # the caller has the error, if it still waits

    async def call(self, chat: int, work: Coroutine[Any, Any, _T]) -> _T:
        """Makes a call that is about this chat; 0: about none."""
        if self._closed or self.is_revoked:
            work.close()
            raise Unsure("closed")
        # A call that has begun is finished, so that its connection is given back.
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._finished)
        try:
            done = await asyncio.shield(task)
        except TelegramError as error:
            trouble = trouble_of(error)
        except Exception as error:
            # The library could not read the answer; the call may have been carried out.
            log.error("telegram_unreadable", error=type(error).__name__)
            raise Unsure("unreadable") from error
        else:
            self.up()
            return done
        if isinstance(trouble, Revoked):
            self.revoked()
        elif isinstance(trouble, Unsure):
            self._down_since = self._down_since or self._time.now()
        else:
            self.up()
        if isinstance(trouble, Flooded):
            self.flooded()
            self.limits.hold(chat, trouble.seconds)
            log.warning("telegram_flooded", chat=chat, seconds=trouble.seconds)
        elif isinstance(trouble, Rejected):
            log.error("telegram_rejected", chat=chat, why=str(trouble))
        raise trouble

    async def turn(self, chat: int) -> None:
        """Waits until this chat may have a new message, which then counts as sent. Raises
        :class:`Flooded` if that takes too long."""
        await self._until(self.limits.send, chat)

    async def until_room(self, chat: int) -> None:
        """The same, but nothing counts as sent yet."""
        await self._until(self.limits.would_wait, chat)

    async def _until(self, wait_for: Callable[[int], float], chat: int) -> None:
        waited = 0.0
        while wait := wait_for(chat):
            waited += wait
            if waited > _PATIENCE:
                raise Flooded(wait)
            await self.pause(wait)

    async def pause(self, seconds: float) -> None:
        await self._time.pause(seconds)

"""The adapter: connects, listens, and passes on every update.

Of the library only ``Bot`` is used, because its ``Application`` keeps order either for all tables
together or for none. Here the updates of one person are taken in order, and those of different
people at the same time; the service keeps the order of each table. Updates are confirmed only after
their commands have been decided, so a crash loses none. An update that comes twice is decided once.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any, Final

import structlog
from cachetools import FIFOCache
from telegram import Bot, MenuButton, MenuButtonCommands, MenuButtonWebApp, Update, WebAppInfo
from telegram.error import Conflict, InvalidToken, RetryAfter, TelegramError, TimedOut
from telegram.request import HTTPXRequest

from adapters.telegram.account import Account
from adapters.telegram.addresses import PLATFORM
from adapters.telegram.connection import REFUSED, REVOKED_PAUSE, ApiAccess
from adapters.telegram.groups import Groups
from adapters.telegram.limits import Limits
from adapters.telegram.menus import fingerprint, set_menus
from adapters.telegram.platform import TelegramPlatform
from adapters.telegram.updates import Updates
from adapters.telegram.webhook import WebhookServer
from adapters.telegram.wire import Wire
from bot.common.queues import Queues
from bot.common.tasks import end
from bot.happenings import ActedInWindow, ChatTakesOver
from bot.host.log import withhold
from bot.messages import MatchId, UserId
from bot.service import Service
from bot.showing.platform import CannotConnect
from bot.store.processes import listening_lease, listens
from bot.words import words_for

log = structlog.get_logger(__name__)

LISTENED: Final = ("message", "callback_query", "inline_query", "guest_message", "my_chat_member")
POLL_SECONDS: Final = 30
_READ_SECONDS: Final = 20.0
_DECIDED_SECONDS: Final = 2.0
"""Seconds. The next updates wait at most this long until the present ones are decided."""
_AT_ONCE: Final = 256
_FIRST_PAUSE: Final = 1.0
_LONGEST_PAUSE: Final = 8.0
"""The longest pause in seconds between two attempts after an outage."""
_REMEMBERED: Final = 4096
_LISTENING: Final = listening_lease("telegram")
_MENUS: Final = "menus"
"""The adapter's setting with the fingerprint of commands' lists and of the description."""
OUTAGE: Final = 100.0
"""Seconds. After an outage longer than this, presses may have been lost."""


class Telegram:
    """The bot's connection to Telegram. It works while ``async with telegram.running():`` lasts."""

    def __init__(self, service: Service, account: Account) -> None:
        withhold(account.token)
        self._service = service
        self._account = account
        self._lines = (_request(), _request())
        self._bot = Bot(
            account.token,
            base_url=f"{account.api_url}/bot",
            base_file_url=f"{account.api_url}/file/bot",
            request=self._lines[0],
            get_updates_request=self._lines[1],
        )
        processes = service.store.processes
        self.limits: Final = Limits(service.time.now, lambda: processes.number)
        flooded = partial(service.observer.asked_to_wait, "telegram")
        access = ApiAccess(self._bot, self.limits, service.time, self._answered, flooded)
        self.wire: Final = Wire(access)
        self.groups: Final = Groups(service)
        self.platform: Final = TelegramPlatform(service, self.wire, self.groups, account.window)
        service.happenings.listen(ActedInWindow, self._acted_in_window)
        service.happenings.listen(ChatTakesOver, self._take_over)
        self.updates: Final = Updates(service, self.wire, self.groups, self.platform)
        self.connected: Final = asyncio.Event()
        """Set when the adapter has begun to listen for updates."""
        self.webhook: WebhookServer | None = None
        self._seen: FIFOCache[int, None] = FIFOCache(_REMEMBERED)
        self._people = Queues()
        self._at_once = asyncio.Semaphore(_AT_ONCE)
        self._heard_at = service.time.now()

    async def _acted_in_window(self, acted: ActedInWindow) -> None:
        self.platform.attention.heard(acted.person)

    async def _take_over(self, happened: ChatTakesOver) -> None:
        self.platform.attention.forget(happened.person)
        await self.platform.take_over(happened.match, happened.person)

    async def share(self, user: UserId, name: str, locale: str, match: MatchId) -> str:
        """Prepares an invitation that the person sends from a window (see
        :meth:`adapters.telegram.inline.Inline.prepare`)."""
        window = self._account.window
        if window is None or not window.username:
            return ""
        return await self.updates.inline.prepare(window, user, name, locale, match)

    def window_link(self, target: str) -> str:
        """The link that opens a window for a table or for the code of an invitation; empty: there
        are no windows, or the bot is not connected yet."""
        window = self._account.window
        return "" if window is None or not window.username else window.link(target)

    @property
    def address(self) -> str:
        """The bot's public address, once it is connected."""
        return self.updates.answers.link()

    async def well(self) -> bool | str:
        """Whether Telegram answers; a text says why not, if that is known."""
        if self.wire.is_revoked:
            return "the token is refused"
        if not self.connected.is_set():
            return False
        if self._account.webhook is not None:
            return not self.wire.is_down or await self.wire.is_back()
        return self._service.time.now() - self._heard_at < OUTAGE + POLL_SECONDS

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Connects (again and again while the network is down) and listens. Raises
        :class:`CannotConnect` when Telegram does not know the token, and
        :class:`adapters.listener.TakenPort` when the webhook's port is not free."""
        if self._account.webhook is not None:
            self.webhook = WebhookServer(self._account.webhook, self.take_raw)
        self._heard_at = self._service.time.now()
        try:
            first = await self._try_to_connect()
        except CannotConnect:
            await self._hang_up()
            raise
        task = asyncio.create_task(self._serve(first))
        try:
            yield
        finally:
            await end(task)
            await self.platform.delayed.stop()
            await self.updates.answers.settled()
            await self.wire.close()
            await self._hang_up()

    async def _hang_up(self) -> None:
        """Closes every connection, also of a bot that was never fully connected."""
        with suppress(TelegramError, RuntimeError):
            await self._bot.shutdown()
        for line in self._lines:
            with suppress(RuntimeError):
                await line.shutdown()
        if self.webhook is not None:
            self.webhook.close()

    async def _try_to_connect(self) -> bool:
        try:
            await self._bot.initialize()
        except InvalidToken:
            raise CannotConnect(REFUSED) from None
        except TelegramError as error:
            log.warning("telegram_not_reached", error=type(error).__name__)
            return False
        return True

    async def _serve(self, connected: bool) -> None:
        pause = _FIRST_PAUSE
        while not connected:
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)
            try:
                connected = await self._try_to_connect()
            except CannotConnect as error:
                log.error("telegram_refused", why=str(error))
                return
        self.updates.answers.username = self._bot.username
        if self._account.window is not None:
            self._account.window.username = self._bot.username
        await self.wire.ask_whether_hidden(self._bot.id)
        self._service.add_platform(self.platform)
        self.updates.answers.spawn(self._present())
        silent = self._service.time.now() - self._heard_at
        if self._service.time.was_down + silent > OUTAGE:
            self.updates.answers.spawn(self._offer_again())
        log.info("telegram_connected", bot=self._bot.username, hidden=self.wire.hidden)
        if self._account.webhook is not None:
            await self._be_called()
        else:
            await self._poll()

    async def _present(self) -> None:
        """Sets the commands' lists and the description, if changed since Telegram took them."""
        owner, hidden = f"{PLATFORM}:app/{self._bot.id}", self.wire.hidden
        button = self._menu_button()
        mark = fingerprint(button, hidden=hidden)
        if (await self._service.settings.of(owner)).get(_MENUS) == mark:
            return
        if await set_menus(self._bot, button, hidden=hidden):
            await self._service.settings.save(owner, **{_MENUS: mark})

    def _menu_button(self) -> MenuButton:
        """The button beside the field of a private chat: it opens a window if there are windows,
        otherwise the list of commands."""
        window = self._account.window
        if window is None:
            return MenuButtonCommands()
        label = words_for(self._service.config.default_locale).text("window.open")
        return MenuButtonWebApp(label, WebAppInfo(window.address))

    # --- polling -------------------------------------------------------------------------------

    async def _poll(self) -> None:
        offset, pause = 0, _FIRST_PAUSE
        cleared = False
        while True:
            if not await listens(self._service.store.processes, _LISTENING):
                # Another process takes the updates. If it does not confirm some, they come here
                # when this process takes over.
                offset, cleared = 0, False
                self._heard_at = self._service.time.now()
                self.connected.set()
                await asyncio.sleep(_FIRST_PAUSE)
                continue
            # After a failure we ask with no waiting time: an empty answer at once shows that
            # Telegram is there again.
            wait = POLL_SECONDS if pause == _FIRST_PAUSE else 0
            try:
                if not cleared:
                    await self._bot.delete_webhook()
                    cleared = True
                found = await self._get_updates(offset, wait)
            except RetryAfter as error:
                self.wire.flooded()
                told = error.retry_after
                await asyncio.sleep(told if isinstance(told, int) else told.total_seconds())
                continue
            except Conflict:
                log.error("telegram_conflict", why="another process asks for the same updates")
                cleared = False
                await asyncio.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)
                continue
            except InvalidToken:
                self.wire.revoked()
                await asyncio.sleep(REVOKED_PAUSE)
                continue
            except TelegramError as error:
                if not isinstance(error, TimedOut):
                    log.warning("telegram_not_reached", error=type(error).__name__)
                await asyncio.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)
                continue
            self.wire.up()
            pause = _FIRST_PAUSE
            silent = self._heard()
            if found:
                offset = max(update.update_id for update in found) + 1
                await self._take_all(found)
            if silent > OUTAGE + POLL_SECONDS:
                self._recovered()

    async def _get_updates(self, offset: int, wait: int) -> list[Update]:
        self.connected.set()
        try:
            found = await self._bot.get_updates(
                offset=offset or None, timeout=wait, allowed_updates=list(LISTENED)
            )
        except TelegramError:
            raise
        except Exception as error:
            log.error("telegram_unreadable", error=type(error).__name__)
            return await self._get_each(offset)
        return list(found)

    async def _get_each(self, offset: int) -> list[Update]:
        """Gets updates one by one: one that the library cannot read must not stop the others."""
        asked = {"allowed_updates": list(LISTENED)} | ({"offset": offset} if offset else {})
        found = await self._bot.do_api_request("getUpdates", asked)
        assert isinstance(found, list)
        return [self._read(data) or Update(int(data.get("update_id", offset))) for data in found]

    def _read(self, data: dict[str, Any]) -> Update | None:
        try:
            return Update.de_json(data, self._bot)
        except Exception as error:
            log.error("telegram_unreadable", error=type(error).__name__)
            return None

    def _heard(self) -> float:
        """Notes that Telegram answered. Returns the seconds since the last answer."""
        if not self.wire.hidden_asked:
            self.updates.answers.spawn(self.wire.ask_whether_hidden(self._bot.id))
        now = self._service.time.now()
        silent, self._heard_at = now - self._heard_at, now
        return silent

    def _recovered(self) -> None:
        """Asks people again for their open decisions: their presses may have been lost."""
        self._heard_at = self._service.time.now()
        log.info("telegram_back")
        self.updates.answers.spawn(self._offer_again())

    async def _take_all(self, found: list[Update]) -> None:
        """Waits until at least one of these updates is taken, and takes some."""
        tasks = [asyncio.create_task(self.take(update)) for update in found]
        await asyncio.wait(tasks, timeout=_DECIDED_SECONDS)

    def _answered(self, silent: float) -> None:
        """Notes that a call was answered. ``silent``: seconds without an answer to any call."""
        waiting = self._service.time.now() - self._heard_at > OUTAGE
        if silent > OUTAGE and (waiting or self.webhook is not None):
            self._recovered()

    # --- webhook -------------------------------------------------------------------------------

    async def _be_called(self) -> None:
        webhook = self._account.webhook
        assert webhook is not None
        assert self.webhook is not None
        async with self.webhook.running():
            pause = _FIRST_PAUSE
            while True:
                try:
                    await self._bot.set_webhook(
                        webhook.url, secret_token=webhook.secret, allowed_updates=list(LISTENED)
                    )
                    break
                except TelegramError as error:
                    log.warning("telegram_not_reached", error=type(error).__name__)
                    await asyncio.sleep(pause)
                    pause = min(2 * pause, _LONGEST_PAUSE)
            self.connected.set()
            await asyncio.Event().wait()

    # --- updates -------------------------------------------------------------------------------

    async def take_raw(self, data: dict[str, Any]) -> None:
        """Takes one update in Telegram's own form."""
        if (update := self._read(data)) is not None:
            await self.take(update)

    async def take(self, update: Update) -> None:
        """Takes one update. An update that comes twice is taken once."""
        if update.update_id in self._seen:
            return
        self._seen[update.update_id] = None
        user = update.effective_user
        async with self._at_once, self._people.turn(str(0 if user is None else user.id)):
            await self.updates.receive(update)

    async def _offer_again(self) -> None:
        for person in await self._service.matches.awaited_people():
            await self.platform.offer_again(person)


def _request() -> HTTPXRequest:
    return HTTPXRequest(
        connection_pool_size=128,
        read_timeout=_READ_SECONDS,
        write_timeout=10.0,
        connect_timeout=10.0,
        pool_timeout=10.0,
    )

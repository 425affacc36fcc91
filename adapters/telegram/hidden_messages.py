"""Messages in a group that only one member sees."""

import asyncio
from contextlib import suppress
from typing import Any, Final

import structlog
from msgspec import Struct
from telegram import Bot, InputMediaPhoto
from telegram.error import BadRequest, EndPointNotFound, Forbidden, TelegramError

from adapters.telegram.connection import ApiAccess
from adapters.telegram.markup import NO_PREVIEW, keyboard
from adapters.telegram.message import Page
from adapters.telegram.picture_files import PictureFiles, photo_of
from adapters.telegram.trouble import Missing, Trouble
from bot.pictures.deck import BACK
from bot.pictures.row import CardRow

log = structlog.get_logger(__name__)

TRIAL: Final = Page("🂠", picture=CardRow("spanish", (BACK,)))
"""A message that everybody may see."""
_NO_SUCH_MESSAGE: Final = 2**31 - 1
"""The number of a hidden message that does not exist."""
_NO_SUCH_FILE: Final = "none"


class Receiver(Struct, frozen=True):
    """The only person in a group who gets a message; others do not see it."""

    user: int
    query: str = ""
    """The id of the press that the message answers, at most fifteen seconds old."""
    command: int = 0
    """Or the number of that person's hidden command."""


async def knows_hidden(bot: Bot, me: int) -> bool:
    """Whether the server has a method of hidden messages. Raises other errors of the call."""
    return await _knows(bot, me, "deleteEphemeralMessage")


async def _knows(bot: Bot, me: int, method: str, **more: Any) -> bool:
    asked = {"chat_id": me, "receiver_user_id": me, "ephemeral_message_id": _NO_SUCH_MESSAGE}
    try:
        with suppress(BadRequest, Forbidden):
            await bot.do_api_request(method, asked | more)
    except EndPointNotFound:
        return False
    return True


class HiddenMessages(PictureFiles):
    """Sends, edits and deletes them."""

    def __init__(self, access: ApiAccess) -> None:
        super().__init__(access)
        self.hidden = False
        """Whether the server knows messages that only one member of a group sees (Bot API 10.2)."""
        self.hidden_asked = False
        """Whether the server was asked about such messages."""
        self.depicts = False
        """Whether it also replaces the picture of such a message (Bot API 10.3)."""
        self._hides = False
        """Whether a message has come back hidden: then the server really hides them."""
        self._hides_pictures = False
        """Whether one with a picture has."""
        self._trial = asyncio.Lock()

    async def ask_whether_hidden(self, me: int) -> None:
        """Asks whether the server knows hidden messages. An older server ignores the parameter that
        hides a message, and would show a hand to the whole group. So the bot calls a method that
        came with hidden messages and does nothing here. A server may have this method without
        knowing the parameter: see :meth:`send_hidden`."""
        try:
            self.hidden = await knows_hidden(self.bot, me)
            media = InputMediaPhoto(_NO_SUCH_FILE)
            self.depicts = self.hidden and await _knows(
                self.bot, me, "editEphemeralMessageMedia", media=media
            )
        except TelegramError:
            return  # the server does not know the method
        self.hidden_asked = True

    async def send_hidden(self, chat: int, page: Page, to: Receiver, *, thread: int = 0) -> int:
        """Sends a message that only one member sees. Returns its number; 0: the server cannot do
        that. The first such message is sent empty, as words, and the first with a picture too. It
        gets its content only when the answer shows that it is hidden. So no hand is at risk while
        the bot finds out what the server does."""
        async with self._trial:
            is_pictured = page.picture is not None and self.depicts and self.takes_pictures(chat)
            tries_words = self.hidden and not self._hides
            if tries_words or (self.hidden and is_pictured and not self._hides_pictures):
                number = await self._send_hidden(chat, TRIAL, to, thread)
                self._hides = bool(number)
                self._hides_pictures = (chat, to.user, number) in self._pictures
                if number:
                    await self._say_hidden(chat, to.user, number, page)
                return number
        return await self._send_hidden(chat, page, to, thread) if self.hidden else 0

    async def _say_hidden(self, chat: int, user: int, number: int, page: Page) -> None:
        """Fills a message that was sent empty. If that fails, the message is deleted."""
        try:
            await self.turn(chat)
            await self.edit_hidden(chat, user, number, page)
        except Trouble:
            await self.delete_hidden(chat, user, number)
            raise

    async def _send_hidden(self, chat: int, page: Page, to: Receiver, thread: int) -> int:
        shown: dict[str, Any] = {"receiver_user_id": to.user}
        if to.query:
            shown["callback_query_id"] = to.query
        asked: dict[str, Any] = {"ephemeral_message_parameters": shown}
        if to.command:
            asked["reply_parameters"] = {"ephemeral_message_id": to.command}
        usual: dict[str, Any] = {
            "parse_mode": "HTML",
            "reply_markup": keyboard(page.keys),
            "message_thread_id": thread or None,
            "api_kwargs": asked,
        }
        sent = await self.send_picture(chat, page, usual) if self.depicts and self._hides else None
        pictured = sent is not None
        if sent is None:
            sent = await self.call(
                chat,
                self.bot.send_message(chat, page.html, link_preview_options=NO_PREVIEW, **usual),
            )
        number = int((sent.api_kwargs or {}).get("ephemeral_message_id", 0))
        if not number:
            # Everybody sees the message, so this server must never be used for hidden messages
            # again.
            self.hidden = False
            with suppress(Trouble):
                await self.call(chat, self.bot.delete_message(chat, sent.message_id))
            log.error("telegram_not_hidden", chat=chat)
        elif pictured:
            self._pictures[chat, to.user, number] = page.picture
        return number

    async def delete_hidden(self, chat: int, user: int, number: int) -> None:
        asked = {"chat_id": chat, "receiver_user_id": user, "ephemeral_message_id": number}
        with suppress(Trouble):
            await self.call(chat, self.bot.do_api_request("deleteEphemeralMessage", asked))

    async def edit_hidden(self, chat: int, user: int, number: int, page: Page) -> None:
        """Replaces the content of a hidden message. A message of words stays one; one with a
        picture gets the picture of the page. Raises :class:`Missing` if it cannot."""
        asked: dict[str, Any] = {
            "chat_id": chat,
            "receiver_user_id": user,
            "ephemeral_message_id": number,
        }
        if keys := keyboard(page.keys):
            asked["reply_markup"] = keys
        if (chat, user, number) in self._pictures:
            await self._edit_pictured((chat, user, number), page, asked)
            return
        asked |= {"text": page.html, "parse_mode": "HTML", "link_preview_options": NO_PREVIEW}
        await self.call(chat, self.bot.do_api_request("editEphemeralMessageText", asked))

    async def _edit_pictured(
        self, where: tuple[int, ...], page: Page, asked: dict[str, Any]
    ) -> None:
        """Replaces the words below a picture, and the picture if it is another one."""
        api, chat, picture = self.bot.do_api_request, where[0], page.picture
        if picture is not None and picture == self._pictures[where]:
            asked |= {"caption": page.html, "parse_mode": "HTML"}
            await self.call(chat, api("editEphemeralMessageCaption", asked))
            return
        self._pictures[where] = None  # not known, as long as the call is not answered
        if picture is None or not await self.pictured(
            chat,
            picture,
            lambda photo: api(
                "editEphemeralMessageMedia", asked | {"media": photo_of(photo, page)}
            ),
        ):
            raise Missing("a picture")
        self._pictures[where] = picture

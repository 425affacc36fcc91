"""Pictures in messages: each is drawn once, and sent to Telegram as a file once."""

from collections.abc import Callable, Coroutine
from typing import Any, Final

import structlog
from cachetools import FIFOCache, TTLCache
from telegram import InputMediaPhoto, Message

from adapters.telegram.connection import ApiAccess, ApiConnection
from adapters.telegram.message import Page
from adapters.telegram.trouble import Forgotten, NoPictures, Rejected
from bot.pictures.drawn import drawn
from bot.pictures.kinds import Picture

log = structlog.get_logger(__name__)

_REMEMBERED: Final = 20_000
_READY: Final = 64
"""The number of pictures that may be drawn and not sent yet; some 20 kB each."""
WORDS: Final = 600.0
"""Seconds. A chat that refused a picture gets only words for this long."""
PICTURE: Final = "truco.png"
"""The file name of every picture. It reveals nothing."""

Call = Callable[[str | bytes], Coroutine[Any, Any, Any]]
"""Makes a request with a picture: with the id of its file, or with the file."""


class PictureFiles(ApiConnection):
    """The connection, with the pictures that messages show."""

    def __init__(self, access: ApiAccess) -> None:
        super().__init__(access)
        self._pictures: FIFOCache[tuple[int, ...], Picture | None] = FIFOCache(_REMEMBERED)
        """The pictures that messages show, as far as they are known: by the chat and the number of
        a message, and of a hidden one also by the person who sees it. ``None``: one not known."""
        self._files: FIFOCache[Picture, str] = FIFOCache(_REMEMBERED)
        """Pictures that Telegram already has, with its ids, so that they are not sent again."""
        self._ready: FIFOCache[Picture, bytes] = FIFOCache(_READY)
        """Files of pictures that are about to be sent."""
        self._wordy: TTLCache[int, None] = TTLCache(_REMEMBERED, WORDS, timer=access.time.now)
        """Chats that refused a picture a while ago: they get only words."""

    async def prepare(self, picture: Picture | None) -> None:
        """Draws a picture that is about to be sent. So nothing is waited for between the permission
        to write to the chat and the request: late requests would come in a heap."""
        if picture is None or picture in self._files or picture in self._ready:
            return
        if (file := await _file_of(picture)) is not None:
            self._ready[picture] = file

    def takes_pictures(self, chat: int) -> bool:
        """Whether the chat has refused no picture lately."""
        return chat not in self._wordy

    def note_no_pictures(self, chat: int) -> None:
        """Notes that the chat has refused a picture."""
        self._wordy[chat] = None

    async def send_picture(self, chat: int, page: Page, usual: dict[str, Any]) -> Message | None:
        """Sends a message with its picture; ``None``: it has none, or it cannot be sent, so the
        caller must send the words alone. ``usual``: what else the request says."""
        if page.picture is None or not self.takes_pictures(chat):
            return None
        sent = await self.pictured(
            chat,
            page.picture,
            lambda photo: self.bot.send_photo(
                chat, photo, caption=page.html, filename=PICTURE, **usual
            ),
        )
        if isinstance(sent, Message):
            return sent
        await self.turn(chat)  # a request that was refused has counted
        return None

    async def pictured(self, chat: int, picture: Picture, call: Call) -> Message | bool:
        """Makes a call that puts a picture into a message; returns its answer. A picture that
        Telegram already has is not uploaded again. ``False``: the picture cannot be sent, so the
        caller must send the words alone."""
        try:
            had = picture in self._files
            sent = await self._known(chat, picture, call)
            if not sent:
                if had:
                    await self.turn(chat)  # a request that was refused has counted
                file = self._ready.pop(picture, None) or await _file_of(picture)
                if file is None:
                    return False
                sent = await self.call(chat, call(file))
        except NoPictures:
            self.note_no_pictures(chat)
            return False
        except Rejected:
            return False
        if isinstance(sent, Message) and sent.photo:
            self._files[picture] = sent.photo[-1].file_id
        return sent

    async def _known(self, chat: int, picture: Picture, call: Call) -> Message | bool:
        """Makes the call with Telegram's id for the picture; ``False``: there is no such id, or
        Telegram no longer takes it."""
        known = self._files.get(picture)
        if known is None:
            return False
        try:
            sent: Message | bool = await self.call(chat, call(known))
        except (Forgotten, Rejected):
            self._files.pop(picture, None)
            return False
        return sent


def photo_of(photo: str | bytes, page: Page) -> InputMediaPhoto:
    """A picture and the words below it, to replace the content of a message."""
    return InputMediaPhoto(photo, caption=page.html, parse_mode="HTML", filename=PICTURE)


async def _file_of(picture: Picture) -> bytes | None:
    """The picture as a file; ``None``: it cannot be drawn. The log never says what it shows."""
    try:
        return await drawn(picture)
    except Exception as error:
        log.error("telegram_not_drawn", error=type(error).__name__)
        return None

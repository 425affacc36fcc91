"""Sends, edits and deletes messages on Telegram, and answers presses."""

from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any, Final

import structlog
from cachetools import FIFOCache, TLRUCache, TTLCache
from telegram import (
    Bot,
    ChatMember,
    ChatMemberRestricted,
    InlineQueryResultsButton,
    InputFile,
    InputMediaPhoto,
    Message,
    ReplyParameters,
)
from telegram.constants import ChatMemberStatus, ReactionEmoji

from adapters.telegram.hidden_messages import HiddenMessages
from adapters.telegram.limits import Limits
from adapters.telegram.markup import NO_PREVIEW, Invited, OfferedCard, article, keyboard, result
from adapters.telegram.message import InlineButton, Page
from adapters.telegram.trouble import (
    Flooded,
    Forgotten,
    Missing,
    NoPictures,
    Rejected,
    Trouble,
    Unsure,
)
from bot.common.lived_time import Time
from bot.pictures.drawn import Picture, drawn

log = structlog.get_logger(__name__)

_REMEMBERED: Final = 20_000
_READY: Final = 64
"""The number of pictures that may be drawn and not sent yet; some 20 kB each."""
_WORDS: Final = 600.0
"""Seconds. A chat that refused a picture gets only words for this long, and one that refused a
reaction gets none."""
PICTURE: Final = "truco.png"
"""The file name of every picture. It reveals nothing."""
ACCEPTED: Final = ReactionEmoji.THUMBS_UP
"""The reaction to a typed call that was accepted, of those that bots may use."""


class Wire(HiddenMessages):
    """The connection, with the calls that the bot makes through it."""

    def __init__(
        self,
        bot: Bot,
        limits: Limits,
        time: Time,
        back: Callable[[float], None],
        flooded: Callable[[], None],
    ) -> None:
        super().__init__(bot, limits, time, back, flooded)
        self._pictures: FIFOCache[tuple[int, int], Picture] = FIFOCache(_REMEMBERED)
        """The pictures that messages show, as far as they are known."""
        self._files: FIFOCache[Picture, str] = FIFOCache(_REMEMBERED)
        """Pictures that Telegram already has, with Telegram's ids, so that they are not sent
        again."""
        self._ready: FIFOCache[Picture, bytes] = FIFOCache(_READY)
        """Files of pictures that are about to be sent."""
        self._newest: FIFOCache[int, int] = FIFOCache(_REMEMBERED)
        """The last message of each chat, as far as it is known."""
        self._wordy: TTLCache[int, None] = TTLCache(_REMEMBERED, _WORDS, timer=time.now)
        """Chats that refused a picture a while ago: they get only words."""
        self._unmoved: TLRUCache[int, float] = TLRUCache(
            _REMEMBERED, lambda _, seconds, now: now + seconds, timer=time.now
        )
        """Chats that refused a reaction, each with the seconds for which it gets none."""

    def note_message(self, chat: int, message: int) -> None:
        """Notes that a message of this number stands in the chat."""
        self._newest[chat] = max(message, self._newest.get(chat, 0))

    def is_last(self, chat: int, message: int) -> bool:
        """Whether no message is known to stand below this one."""
        return self._newest.get(chat, 0) <= message

    async def send(
        self, chat: int, page: Page, *, thread: int = 0, silent: bool = False, reply_to: int = 0
    ) -> int:
        """Sends a new message; returns its number. The caller has drawn the picture
        (:meth:`prepare`) and then waited for the chat's turn (:meth:`turn`). If no picture can be
        sent, only the text is sent."""
        answered = ReplyParameters(reply_to, allow_sending_without_reply=True)
        usual: dict[str, Any] = {
            "parse_mode": "HTML",
            "reply_markup": keyboard(page.keys),
            "message_thread_id": thread or None,
            "disable_notification": silent or None,
            "reply_parameters": answered if reply_to else None,
        }
        if page.picture is not None and self._takes_pictures(chat):
            sent = await self._pictured(
                chat,
                page.picture,
                lambda photo: self.bot.send_photo(
                    chat, photo, caption=page.html, filename=PICTURE, **usual
                ),
            )
            if sent is not None:
                self.note_message(chat, sent.message_id)
                return sent.message_id
            await self.turn(chat)  # a request that was refused has counted
        sent = await self.call(
            chat,
            self.bot.send_message(chat, page.html, link_preview_options=NO_PREVIEW, **usual),
        )
        self.note_message(chat, sent.message_id)
        return sent.message_id

    async def prepare(self, picture: Picture | None) -> None:
        """Draws a picture that is about to be sent. So nothing is waited for between the permission
        to write to the chat and the request: late requests would come in a heap."""
        if picture is None or picture in self._files or picture in self._ready:
            return
        if (file := await _file_of(picture)) is not None:
            self._ready[picture] = file

    def _takes_pictures(self, chat: int) -> bool:
        return chat not in self._wordy

    def _note_no_pictures(self, chat: int) -> None:
        self._wordy[chat] = None

    async def _pictured(
        self, chat: int, picture: Picture, call: Callable[[str | bytes], Coroutine[Any, Any, Any]]
    ) -> Message | None:
        """Makes a call that puts a picture into a message. A picture that Telegram already has is
        not uploaded again. ``None``: the picture cannot be sent, so the caller must send the words
        alone."""
        try:
            had = picture in self._files
            sent = await self._known(chat, picture, call)
            if sent is None:
                if had:
                    await self.turn(chat)  # a request that was refused has counted
                file = self._ready.pop(picture, None) or await _file_of(picture)
                if file is None:
                    return None
                sent = await self.call(chat, call(file))
        except NoPictures:
            self._note_no_pictures(chat)
            return None
        except Rejected:
            return None
        assert isinstance(sent, Message)
        self._pictures[(chat, sent.message_id)] = picture
        if sent.photo:
            self._files[picture] = sent.photo[-1].file_id
        return sent

    async def _known(
        self, chat: int, picture: Picture, call: Callable[[str | bytes], Coroutine[Any, Any, Any]]
    ) -> Message | None:
        """Makes the call with Telegram's id for the picture; ``None``: there is no such id, or
        Telegram no longer takes it."""
        known = self._files.get(picture)
        if known is None:
            return None
        try:
            sent: Message = await self.call(chat, call(known))
        except (Forgotten, Rejected):
            self._files.pop(picture, None)
            return None
        return sent

    async def send_file(
        self, chat: int, name: str, data: bytes, *, thread: int = 0, caption: str = ""
    ) -> None:
        """Sends a file, perhaps with a text below it. The caller has waited for the chat's turn."""
        sent = await self.call(
            chat,
            self.bot.send_document(
                chat,
                InputFile(data, filename=name),
                caption=caption or None,
                message_thread_id=thread or None,
            ),
        )
        self.note_message(chat, sent.message_id)

    async def edit(self, chat: int, message: int, page: Page) -> None:
        """Replaces the content of a message. A picture that it already shows is not sent again.
        Raises :class:`Missing` if a message with a picture should become one without, or if it
        cannot be changed because pictures are no longer allowed."""
        before = self._pictures.get((chat, message))
        if page.picture is not None and before == page.picture:
            await self._edit_words_below(chat, message, page)
            return
        if page.picture is not None and self._takes_pictures(chat):
            if await self._replace_picture(chat, message, page, page.picture):
                return
            if before is None:
                await self.turn(chat)  # a request that was refused has counted
        if before is not None:
            raise Missing("a picture")
        await self.call(
            chat,
            self.bot.edit_message_text(
                page.html,
                chat_id=chat,
                message_id=message,
                parse_mode="HTML",
                link_preview_options=NO_PREVIEW,
                reply_markup=keyboard(page.keys),
            ),
        )

    async def _edit_words_below(self, chat: int, message: int, page: Page) -> None:
        """Replaces the words below the present picture of a message."""
        try:
            await self.call(
                chat,
                self.bot.edit_message_caption(
                    chat,
                    message,
                    caption=page.html,
                    parse_mode="HTML",
                    reply_markup=keyboard(page.keys),
                ),
            )
        except NoPictures as trouble:
            self._note_no_pictures(chat)
            raise Missing("a picture") from trouble

    async def _replace_picture(self, chat: int, message: int, page: Page, picture: Picture) -> bool:
        """Puts a picture into an existing message; ``False``: the caller must send the words
        alone."""
        keys = keyboard(page.keys)
        try:
            there = await self._pictured(
                chat,
                picture,
                lambda photo: self.bot.edit_message_media(
                    InputMediaPhoto(photo, caption=page.html, parse_mode="HTML", filename=PICTURE),
                    chat_id=chat,
                    message_id=message,
                    reply_markup=keys,
                ),
            )
        except Unsure:
            # The call may have been carried out, so nobody knows which picture the message shows.
            self._pictures.pop((chat, message), None)
            raise
        return there is not None

    async def edit_keys(
        self, chat: int, message: int, keys: Sequence[Sequence[InlineButton]]
    ) -> None:
        """Replaces the buttons of a message."""
        await self.call(
            chat,
            self.bot.edit_message_reply_markup(
                chat_id=chat, message_id=message, reply_markup=keyboard(keys)
            ),
        )

    async def delete(self, chat: int, message: int) -> None:
        """Deletes a message of ours, if that is possible."""
        with suppress(Trouble):
            await self.call(chat, self.bot.delete_message(chat, message))

    async def react(self, chat: int, message: int) -> None:
        """Puts a sign that it was accepted below somebody's message, if the chat allows that. It is
        no message, so it waits for no turn, and a refusal holds no messages up."""
        if chat in self._unmoved:
            return
        try:
            await self.call(0, self.bot.set_message_reaction(chat, message, ACCEPTED))
        except Missing:
            pass  # the message was deleted
        except Flooded as trouble:
            self._unmoved[chat] = trouble.seconds
        except Trouble:
            self._unmoved[chat] = _WORDS

    async def is_admin(self, chat: int, user: int) -> bool:
        """Whether this user is an administrator of the group. ``False`` if that cannot be found
        out."""
        member = await self._member(chat, user)
        return member is not None and member.status in (
            ChatMemberStatus.OWNER,
            ChatMemberStatus.ADMINISTRATOR,
        )

    async def is_member(self, chat: int, user: int) -> bool:
        """Whether this user is in the group. ``False`` if that cannot be found out."""
        member = await self._member(chat, user)
        if isinstance(member, ChatMemberRestricted):
            return member.is_member
        return member is not None and member.status not in (
            ChatMemberStatus.LEFT,
            ChatMemberStatus.BANNED,
        )

    async def _member(self, chat: int, user: int) -> ChatMember | None:
        try:
            return await self.call(chat, self.bot.get_chat_member(chat, user))
        except Trouble:
            return None

    async def answer(
        self, query: str, text: str = "", *, alert: bool = False, url: str = ""
    ) -> None:
        """Answers a press. Answers have no limit, and a late one does no harm."""
        with suppress(Trouble):
            await self.call(
                0,
                self.bot.answer_callback_query(
                    query, text or None, show_alert=alert or None, url=url or None
                ),
            )

    async def answer_inline(
        self, query: str, offered: Sequence[Invited | OfferedCard], hint: str, payload: str
    ) -> None:
        """Answers what a person writes after the bot's name in any chat. ``hint``: a button above
        the answers that starts the private chat with the bot; empty: no button."""
        results = [result(answer) for answer in offered]
        button = InlineQueryResultsButton(hint, start_parameter=payload) if hint else None
        with suppress(Trouble):
            await self.call(
                0,
                self.bot.answer_inline_query(
                    query, results, cache_time=0, is_personal=True, button=button
                ),
            )

    async def answer_as_guest(self, query: str, invited: Invited) -> None:
        """Answers, with one message, a chat in which the bot is not. Raises
        :class:`adapters.telegram.trouble.Trouble`."""
        await self.call(0, self.bot.answer_guest_query(query, article(invited)))

    async def prepare_invitation(self, user: int, invited: Invited) -> str:
        """Stores an invitation that this person may send from a window into a chat of their choice;
        returns its id. Raises :class:`adapters.telegram.trouble.Trouble`."""
        made = await self.call(
            0,
            self.bot.save_prepared_inline_message(
                user,
                article(invited),
                allow_user_chats=True,
                allow_group_chats=True,
                allow_channel_chats=True,
            ),
        )
        return made.id


async def _file_of(picture: Picture) -> bytes | None:
    """The picture as a file; ``None``: it cannot be drawn. The log never says what it shows."""
    try:
        return await drawn(picture)
    except Exception as error:
        log.error("telegram_not_drawn", error=type(error).__name__)
        return None

"""Sends, edits and deletes messages on Telegram, and answers presses."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

from cachetools import FIFOCache, TLRUCache
from telegram import (
    ChatMember,
    ChatMemberRestricted,
    InlineQueryResultsButton,
    InputFile,
    ReplyParameters,
)
from telegram.constants import ChatMemberStatus, ReactionEmoji

from adapters.telegram.connection import ApiAccess
from adapters.telegram.hidden_messages import HiddenMessages
from adapters.telegram.markup import NO_PREVIEW, Invited, OfferedCard, article, keyboard, result
from adapters.telegram.message import InlineButton, Page
from adapters.telegram.picture_files import photo_of
from adapters.telegram.trouble import Flooded, Missing, NoPictures, Trouble, Unsure
from bot.pictures.kinds import Picture

_REMEMBERED: Final = 20_000
_UNMOVED: Final = 600.0
"""Seconds. A chat that refused a reaction gets none for this long."""
ACCEPTED: Final = ReactionEmoji.THUMBS_UP
"""The reaction to a typed call that was accepted, of those that bots may use."""


class Wire(HiddenMessages):
    """The connection, with the calls that the bot makes through it."""

    def __init__(self, access: ApiAccess) -> None:
        super().__init__(access)
        self._newest: FIFOCache[int, int] = FIFOCache(_REMEMBERED)
        """The last message of each chat, as far as it is known."""
        self._unmoved: TLRUCache[int, float] = TLRUCache(
            _REMEMBERED, lambda _, seconds, now: now + seconds, timer=access.time.now
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
        sent = await self.send_picture(chat, page, usual)
        if sent is None:
            sent = await self.call(
                chat,
                self.bot.send_message(chat, page.html, link_preview_options=NO_PREVIEW, **usual),
            )
        else:
            self._pictures[chat, sent.message_id] = page.picture
        self.note_message(chat, sent.message_id)
        return sent.message_id

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
        if page.picture is not None and self.takes_pictures(chat):
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
            self.note_no_pictures(chat)
            raise Missing("a picture") from trouble

    async def _replace_picture(self, chat: int, message: int, page: Page, picture: Picture) -> bool:
        """Puts a picture into an existing message; ``False``: only words can be sent."""
        keys = keyboard(page.keys)
        try:
            there = await self.pictured(
                chat,
                picture,
                lambda photo: self.bot.edit_message_media(
                    photo_of(photo, page), chat_id=chat, message_id=message, reply_markup=keys
                ),
            )
        except Unsure:
            # The call may have been carried out, so nobody knows which picture the message shows.
            self._pictures.pop((chat, message), None)
            raise
        if there:
            self._pictures[chat, message] = picture
        return bool(there)

    async def edit_keys(
        self, chat: int, message: int, keys: Sequence[Sequence[InlineButton]]
    ) -> None:
        await self.call(
            chat,
            self.bot.edit_message_reply_markup(
                chat_id=chat, message_id=message, reply_markup=keyboard(keys)
            ),
        )

    async def delete(self, chat: int, message: int) -> None:
        """Deletes a message of ours if possible. After two days it stays, without buttons."""
        with suppress(Trouble):
            try:
                await self.call(chat, self.bot.delete_message(chat, message))
            except Missing:
                await self.edit_keys(chat, message, ())

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
            self._unmoved[chat] = _UNMOVED

    async def is_admin(self, chat: int, user: int) -> bool:
        """Whether this user is an administrator of the group. ``False`` if unknown."""
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
        """Answers a chat without the bot, with one message. Raises :class:`Trouble`."""
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

"""Calls the Bot API. :mod:`adapters.telegram.trouble` has the errors that it raises."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any, Final, TypeVar

import structlog
from cachetools import FIFOCache
from msgspec import Struct
from telegram import (
    Bot,
    ChatMember,
    ChatMemberRestricted,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InlineQueryResultArticle,
    InlineQueryResultsButton,
    InputFile,
    InputMediaPhoto,
    InputTextMessageContent,
    LinkPreviewOptions,
    Message,
    ReplyParameters,
    WebAppInfo,
)
from telegram.constants import ChatMemberStatus, ReactionEmoji
from telegram.error import (
    BadRequest,
    EndPointNotFound,
    Forbidden,
    TelegramError,
)

from adapters.telegram.limits import Limits
from adapters.telegram.message import InlineButton, Page
from adapters.telegram.trouble import (
    Flooded,
    Forgotten,
    Missing,
    NoPictures,
    Rejected,
    Revoked,
    Trouble,
    Unsure,
    trouble_of,
)
from bot.common.lived_time import Time
from bot.pictures.drawn import Picture, drawn

log = structlog.get_logger(__name__)

_T = TypeVar("_T")
_NO_PREVIEW: Final = LinkPreviewOptions(is_disabled=True)
_PATIENCE: Final = 20.0
"""Seconds that a new message waits for its chat's turn."""
_DOWN: Final = 60.0
"""Seconds. Without an answer for this long, Telegram counts as out of reach."""
_REMEMBERED: Final = 20_000
_READY: Final = 64
"""How many pictures may be drawn and not sent yet; some 20 kB each."""
_WORDS: Final = 600.0
"""Seconds. A chat that refused a picture gets only words for this long, and one that refused a
reaction gets none."""
PICTURE: Final = "truco.png"
"""The file name of every picture. It reveals nothing."""
ACCEPTED: Final = ReactionEmoji.THUMBS_UP
"""The reaction to a typed call that was accepted, of those that bots may use."""
REVOKED_PAUSE: Final = 300.0
"""Seconds after which a token that was refused is tried again."""
REFUSED: Final = (
    "Telegram does not know the token of TRUCO_TELEGRAM_TOKEN; BotFather shows the right one with"
    " /token."
)
TRIAL: Final = Page("🂠")
"""A message that everybody may see."""
NO_SUCH_MESSAGE: Final = 2**31 - 1
"""The number of a hidden message that does not exist, to find out whether the server knows such
messages."""


class Invited(Struct, frozen=True):
    """A table that somebody may send into any chat as an invitation."""

    id: str
    title: str
    about: str
    text: str
    """The text of the message, without formatting."""
    links: tuple[tuple[str, str], ...]
    """The message's buttons, each below the one before: the label, and where it leads."""


class Receiver(Struct, frozen=True):
    """The only person in a group who gets a message; others do not see it."""

    user: int
    query: str = ""
    """The id of the press that the message answers, at most fifteen seconds old."""
    command: int = 0
    """Or the number of that person's hidden command."""


class Wire:
    """The bot's connection to the Bot API.

    ``flooded`` is called whenever Telegram asks to wait."""

    def __init__(
        self,
        bot: Bot,
        limits: Limits,
        time: Time,
        back: Callable[[float], None],
        flooded: Callable[[], None],
    ) -> None:
        self.bot = bot
        self.limits = limits
        self._time = time
        self._closed = False
        self._back = back
        self.flooded: Final = flooded
        self._down_since: float | None = None
        self._running: set[asyncio.Task[Any]] = set()
        self._revoked_until = 0.0
        self._pictures: FIFOCache[tuple[int, int], Picture] = FIFOCache(_REMEMBERED)
        """The pictures that messages show, as far as they are known."""
        self._files: FIFOCache[Picture, str] = FIFOCache(_REMEMBERED)
        """Pictures that Telegram already has, with Telegram's ids, so that they are not sent
        again."""
        self._ready: FIFOCache[Picture, bytes] = FIFOCache(_READY)
        """Files of pictures that are about to be sent."""
        self._newest: FIFOCache[int, int] = FIFOCache(_REMEMBERED)
        """The last message of each chat, as far as it is known."""
        self._wordy: FIFOCache[int, float] = FIFOCache(_REMEMBERED)
        """Chats that refused a picture, each with the moment until which it gets only words."""
        self._unmoved: FIFOCache[int, float] = FIFOCache(_REMEMBERED)
        """Chats that refused a reaction, each with the moment until which it gets none."""
        self.hidden = False
        """Whether the server knows messages that only one member of a group sees (Bot API 10.2)."""
        self.hidden_asked = False
        """Whether the server was asked about such messages."""
        self._hides = False
        """Whether a message has come back hidden: then the server really hides them."""
        self._trial = asyncio.Lock()

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
            await self._call(0, self.bot.get_me())
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

    async def _call(self, chat: int, work: Coroutine[Any, Any, _T]) -> _T:
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

    # --- messages ----------------------------------------------------------------------------

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
        """Waits so many seconds."""
        await self._time.wait(asyncio.Event(), self._time.now() + seconds)

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
        sent = await self._call(
            chat,
            self.bot.send_message(chat, page.html, link_preview_options=_NO_PREVIEW, **usual),
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
        return self._wordy.get(chat, 0.0) <= self._time.now()

    def _note_no_pictures(self, chat: int) -> None:
        self._wordy[chat] = self._time.now() + _WORDS

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
                sent = await self._call(chat, call(file))
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
            sent: Message = await self._call(chat, call(known))
        except (Forgotten, Rejected):
            self._files.pop(picture, None)
            return None
        return sent

    async def send_file(
        self, chat: int, name: str, data: bytes, *, thread: int = 0, caption: str = ""
    ) -> None:
        """Sends a file, perhaps with a text below it. The caller has waited for the chat's turn."""
        sent = await self._call(
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
        await self._call(
            chat,
            self.bot.edit_message_text(
                page.html,
                chat_id=chat,
                message_id=message,
                parse_mode="HTML",
                link_preview_options=_NO_PREVIEW,
                reply_markup=keyboard(page.keys),
            ),
        )

    async def _edit_words_below(self, chat: int, message: int, page: Page) -> None:
        """Replaces the words below the present picture of a message."""
        try:
            await self._call(
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
        await self._call(
            chat,
            self.bot.edit_message_reply_markup(
                chat_id=chat, message_id=message, reply_markup=keyboard(keys)
            ),
        )

    async def delete(self, chat: int, message: int) -> None:
        """Deletes a message of ours, if that is possible."""
        with suppress(Trouble):
            await self._call(chat, self.bot.delete_message(chat, message))

    async def react(self, chat: int, message: int) -> None:
        """Puts a sign that it was accepted below somebody's message, if the chat allows that. It is
        no message, so it waits for no turn, and a refusal holds no messages up."""
        if self._unmoved.get(chat, 0.0) > self._time.now():
            return
        try:
            await self._call(0, self.bot.set_message_reaction(chat, message, ACCEPTED))
        except Missing:
            pass  # the message was deleted
        except Flooded as trouble:
            self._unmoved[chat] = self._time.now() + trouble.seconds
        except Trouble:
            self._unmoved[chat] = self._time.now() + _WORDS

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
            return await self._call(chat, self.bot.get_chat_member(chat, user))
        except Trouble:
            return None

    async def answer(
        self, query: str, text: str = "", *, alert: bool = False, url: str = ""
    ) -> None:
        """Answers a press. Answers have no limit, and a late one does no harm."""
        with suppress(Trouble):
            await self._call(
                0,
                self.bot.answer_callback_query(
                    query, text or None, show_alert=alert or None, url=url or None
                ),
            )

    async def answer_inline(
        self, query: str, offered: Sequence[Invited], hint: str, payload: str
    ) -> None:
        """Answers what a person writes after the bot's name in any chat. ``hint``: a button above
        the answers that starts the private chat with the bot; empty: no button."""
        results = [_article(invited) for invited in offered]
        button = InlineQueryResultsButton(hint, start_parameter=payload) if hint else None
        with suppress(Trouble):
            await self._call(
                0,
                self.bot.answer_inline_query(
                    query, results, cache_time=0, is_personal=True, button=button
                ),
            )

    async def answer_as_guest(self, query: str, invited: Invited) -> None:
        """Answers, with one message, a chat in which the bot is not."""
        with suppress(Trouble):
            await self._call(0, self.bot.answer_guest_query(query, _article(invited)))

    async def prepare_invitation(self, user: int, invited: Invited) -> str:
        """Stores an invitation that this person may send from a window into a chat of their choice;
        returns its id. Raises :class:`adapters.telegram.trouble.Trouble`."""
        made = await self._call(
            0,
            self.bot.save_prepared_inline_message(
                user,
                _article(invited),
                allow_user_chats=True,
                allow_group_chats=True,
                allow_channel_chats=True,
            ),
        )
        return made.id

    # --- messages that only one member of a group sees ------------------------------------------

    async def ask_whether_hidden(self, me: int) -> None:
        """Asks whether the server knows hidden messages.

        An older server ignores the parameter that hides a message, and would show a hand to the
        whole group. So the bot calls a method that came with hidden messages and does nothing here.
        A server may have this method without knowing the parameter: see :meth:`send_hidden`."""
        try:
            await self.bot.do_api_request(
                "deleteEphemeralMessage",
                {"chat_id": me, "receiver_user_id": me, "ephemeral_message_id": NO_SUCH_MESSAGE},
            )
        except EndPointNotFound:
            self.hidden = False
        except (BadRequest, Forbidden):
            self.hidden = True
        except TelegramError:
            return  # the server does not know the method
        else:
            self.hidden = True
        self.hidden_asked = True

    async def send_hidden(self, chat: int, page: Page, to: Receiver, *, thread: int = 0) -> int:
        """Sends a message that only one member sees. Returns its number; 0: the server cannot do
        that.

        The first such message is sent empty. It gets its content only when the answer shows that it
        is hidden. So no hand is at risk while the bot finds out what the server does."""
        async with self._trial:
            if self.hidden and not self._hides:
                number = await self._send_hidden(chat, TRIAL, to, thread)
                self._hides = bool(number)
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
        sent = await self._call(
            chat,
            self.bot.send_message(
                chat,
                page.html,
                parse_mode="HTML",
                link_preview_options=_NO_PREVIEW,
                reply_markup=keyboard(page.keys),
                message_thread_id=thread or None,
                api_kwargs=asked,
            ),
        )
        number = (sent.api_kwargs or {}).get("ephemeral_message_id", 0)
        if not number:
            # Everybody sees the message, so this server must never be used for hidden messages
            # again.
            self.hidden = False
            await self.delete(chat, sent.message_id)
            log.error("telegram_not_hidden", chat=chat)
        return int(number)

    async def delete_hidden(self, chat: int, user: int, number: int) -> None:
        """Deletes a hidden message, if that is possible."""
        asked = {"chat_id": chat, "receiver_user_id": user, "ephemeral_message_id": number}
        with suppress(Trouble):
            await self._call(chat, self.bot.do_api_request("deleteEphemeralMessage", asked))

    async def edit_hidden(self, chat: int, user: int, number: int, page: Page) -> None:
        """Replaces the content of a hidden message."""
        asked: dict[str, Any] = {
            "chat_id": chat,
            "receiver_user_id": user,
            "ephemeral_message_id": number,
            "text": page.html,
            "parse_mode": "HTML",
            "link_preview_options": _NO_PREVIEW,
        }
        if keys := keyboard(page.keys):
            asked["reply_markup"] = keys
        await self._call(chat, self.bot.do_api_request("editEphemeralMessageText", asked))


async def _file_of(picture: Picture) -> bytes | None:
    """The picture as a file; ``None``: it cannot be drawn. The log never says what it shows."""
    try:
        return await drawn(picture)
    except Exception as error:
        log.error("telegram_not_drawn", error=type(error).__name__)
        return None


def keyboard(keys: Sequence[Sequence[InlineButton]]) -> InlineKeyboardMarkup | None:
    """Buttons in the library's form; ``None``: there are none."""
    rows = [[_button(key) for key in row] for row in keys if row]
    return InlineKeyboardMarkup(rows) if rows else None


def _button(key: InlineButton) -> InlineKeyboardButton:
    if key.url:
        return InlineKeyboardButton(key.label, url=key.url)
    if key.window:
        return InlineKeyboardButton(key.label, web_app=WebAppInfo(key.window))
    return InlineKeyboardButton(key.label, callback_data=key.data, style=key.style or None)


def _article(invited: Invited) -> InlineQueryResultArticle:
    return InlineQueryResultArticle(
        invited.id,
        invited.title,
        InputTextMessageContent(invited.text),
        InlineKeyboardMarkup([[InlineKeyboardButton(*link)] for link in invited.links]),
        description=invited.about,
    )

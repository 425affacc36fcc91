"""Presses: each is answered at once and exactly once, and only its person sees the answer."""

from typing import Final, assert_never

from telegram import CallbackQuery, Chat, Message

from adapters.telegram import own_presses
from adapters.telegram.answers import Answers
from adapters.telegram.caller import Caller, Press, hidden_number
from adapters.telegram.group_settings import GroupSettings
from adapters.telegram.groups import Groups
from adapters.telegram.lines import Lines
from adapters.telegram.platform import TelegramPlatform
from adapters.telegram.table_presses import TablePresses
from adapters.telegram.views import Views
from adapters.telegram.words import say
from bot.asking import AtTable, Resume, TurnPage, Unclear, UnknownPage
from bot.words import words_for

AT_ONCE: Final = 1.0
"""Seconds after which a press is answered in any case."""


class Presses:
    """Serves presses."""

    def __init__(
        self,
        groups: Groups,
        platform: TelegramPlatform,
        answers: Answers,
        settings: GroupSettings,
        views: Views,
        lines: Lines,
        at_table: TablePresses,
    ) -> None:
        self._groups = groups
        self._platform = platform
        self._answers = answers
        self._settings = settings
        self._views = views
        self._lines = lines
        self._at_table = at_table

    async def take(self, query: CallbackQuery) -> None:
        """Serves one press, and answers it in time."""
        press = self._answers.press(query.id)
        await self._answers.soon(self._press(query, press), AT_ONCE)
        press.answer(press.meanwhile)

    async def _press(self, query: CallbackQuery, press: Press) -> None:
        message, data = query.message, query.data
        if data is None:
            return
        pressed = own_presses.read_data(data)
        if message is None and not isinstance(pressed, own_presses.LayCard):
            return
        # Below a message that was sent with @bot the chat is not known.
        chat = Chat(query.from_user.id, Chat.PRIVATE) if message is None else message.chat
        held = message if isinstance(message, Message) else None
        private = message is not None and chat.type == Chat.PRIVATE
        known = await self._groups.known(query.from_user, here=private)
        spot = await self._groups.spot(chat, held)
        caller = Caller(
            known=known,
            spot=spot,
            locale=await self._groups.locale(known, spot.community),
            request=f"telegram:q{query.id}",
            message=0 if message is None else message.message_id,
            query=query.id,
            hidden=hidden_number(held),
        )
        self._platform.attention.heard(known.person)
        # A modified client may send any data for any of our messages, and a button may be gone when
        # its press arrives. Neither changes what a message shows.
        real = message is not None and (held is None or bool(caller.hidden) or _carries(held, data))
        match pressed:
            case TurnPage() | UnknownPage() | own_presses.OpenMenu() if not real:
                pass
            case TurnPage(key=key):
                await self._views.turn_page(caller, press, key)
            case AtTable():
                await self._at_table.take(caller, press, pressed, real=real)
            case Resume():
                await self._lines.resume(caller, pressed, press)
            case own_presses.PlayNow():
                await self._lines.play_now(caller, press)
            case own_presses.PlayLine(line=line):
                press.answer()
                await self._lines.take(caller, line)
            case own_presses.PanelButton(setting=setting, value=value):
                await self._settings.press(caller, press, setting, value)
            case own_presses.ChooseLanguage(locale=locale):
                spoken = await self._settings.speak(caller, locale)
                press.answer(words_for(spoken).text("language.set"))
            case UnknownPage() | Unclear():
                press.answer(say(caller.locale, "unclear"), alert=True)
            case _:
                assert_never(pressed)


def _carries(message: Message, data: str) -> bool:
    """Whether the message, as it is now, has a button with this token."""
    markup = message.reply_markup
    rows = markup.inline_keyboard if markup is not None else ()
    return any(button.callback_data == data for row in rows for button in row)

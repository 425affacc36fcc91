"""Menus under messages of a table: señas, cards to cover, a lobby's options."""

from contextlib import suppress
from typing import Final

from adapters.telegram import layout
from adapters.telegram.answers import Answers
from adapters.telegram.caller import Caller, Press
from adapters.telegram.commands import Commands
from adapters.telegram.hidden_messages import Receiver
from adapters.telegram.layout import hand_page, page_of
from adapters.telegram.message import Page
from adapters.telegram.message_keys import MessageKeys
from adapters.telegram.own_presses import OpenMenu
from adapters.telegram.pages import sheet_page
from adapters.telegram.platform import TelegramPlatform
from adapters.telegram.trouble import Same
from adapters.telegram.wire import Wire
from adapters.telegram.words import say
from bot import messages
from bot.messages import MatchId
from bot.screen import Screen
from bot.screens import reply_text
from bot.service import Service
from bot.words import words_for

_OPTIONS: Final = frozenset({"options", "more", "option"})
"""The menus of a lobby, for its host."""


class TableMenus:
    """Puts other buttons under a message of a table."""

    def __init__(
        self,
        service: Service,
        wire: Wire,
        platform: TelegramPlatform,
        answers: Answers,
        commands: Commands,
        keys: MessageKeys,
    ) -> None:
        self._service = service
        self._wire = wire
        self._platform = platform
        self._answers = answers
        self._commands = commands
        self._keys = keys

    async def open(self, caller: Caller, press: Press, menu: OpenMenu) -> None:
        """Serves a press that asks for other buttons."""
        person, match, words = caller.known.person, menu.token.match, menu.words
        if words[:1] == ("list",):
            await self._list(caller, press, match, *words[1:3])
            return
        at_table = not caller.spot.private and not caller.hidden
        screen = await self._service.screens.screen(
            match, None if at_table else person, "" if at_table else caller.locale
        )
        if screen is None:
            press.answer(words_for(caller.locale).text("say.no_table"), alert=True)
            return
        if words and words[0] in _OPTIONS and not await self._may_choose(caller, press, match):
            return
        match words:
            case ["senas"] if at_table:
                await self._senas_from_table(caller, press, match)
            case ["senas"]:
                press.answer()
                await self._keys.put(caller, screen, layout.senas_keys(screen))
            case ["covered"]:
                press.answer()
                await self._keys.put(caller, screen, layout.covered_keys(screen))
            case ["options" | "more" as which]:
                press.answer()
                keys = layout.options_keys(screen, rest=which == "more")
                await self._keys.put(caller, screen, keys)
            case ["option", name]:
                press.answer()
                await self._keys.put(caller, screen, layout.option_keys(screen, name))
            case _:
                press.answer()
                await self._put_back(caller, screen)

    async def _put_back(self, caller: Caller, screen: Screen) -> None:
        """Puts the buttons of the moment back where a menu was."""
        info = await self._service.matches.info(screen.match)
        if info is None:
            return
        at_table = not caller.spot.private and not caller.hidden
        seated = info.seat_of(caller.known.person) is not None
        if at_table and not seated and not self._answers.may_have(caller):
            return
        shown = self._platform.messages
        places = await self._platform.attention.needs_places(info)
        page = page_of(await shown.for_reader(screen, info, caller.spot.chat), places=places)
        page = shown.with_window(page, screen, private=caller.spot.private)
        await self._keys.put(caller, screen, page.keys)

    async def _may_choose(self, caller: Caller, press: Press, match: MatchId) -> bool:
        """Whether this person may choose the options. If not, they are told the present ones."""
        info = await self._service.matches.info(match)
        if info is None or info.host == caller.known.person:
            return info is not None
        see = messages.SeeOptions(request=caller.request, person=caller.known.person, match=match)
        await self._commands.send(caller, see, press=press)
        return False

    async def _list(
        self, caller: Caller, press: Press, match: MatchId, name: str = "", value: str = ""
    ) -> None:
        """Serves a button in the list of a table's options: an option, or one of its values."""
        if value:
            chosen = messages.SetOptions(
                request=caller.request,
                person=caller.known.person,
                pressed=True,
                match=match,
                options=((name, value),),
            )
            await self._commands.send(caller, chosen, press=press)
            name = ""
        sheet = await self._service.screens.options(match, caller.known.person, caller.locale)
        press.answer()
        if sheet is not None:
            await self._wire.turn(caller.spot.chat)
            with suppress(Same):
                await self._answers.put_page(caller, sheet_page(sheet, name))

    async def _senas_from_table(self, caller: Caller, press: Press, match: MatchId) -> None:
        """Shows señas to the reader of the table's message: in private, or hidden in the group."""
        screen = await self._service.screens.screen(match, caller.known.person, caller.locale)
        info = await self._service.matches.info(match)
        if screen is None or info is None or info.seat_of(caller.known.person) is None:
            press.answer(reply_text(messages.NotSeated(match), caller.locale), alert=True)
        elif not screen.senas:
            press.answer(say(caller.locale, "senas.none"), alert=True)
        elif not caller.known.open and self._wire.hidden:
            press.answer()
            if not self._wire.limits.send(caller.spot.chat):
                page = Page(hand_page(screen).html, layout.senas_keys(screen))
                to = Receiver(caller.known.user, caller.query)
                await self._wire.send_hidden(caller.spot.chat, page, to, thread=caller.spot.thread)
        else:
            press.answer(url=self._answers.link(f"s{match}"))

"""Presses: each is answered at once and exactly once, and only its person sees the answer.

A press is the command in its token; a few buttons only change the buttons under a message.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from cachetools import FIFOCache
from msgspec.structs import replace
from telegram import CallbackQuery, Chat, Message

from adapters.telegram import layout
from adapters.telegram import message as telegram_message
from adapters.telegram import pages as telegram_pages
from adapters.telegram.addresses import read_address
from adapters.telegram.answers import Answers
from adapters.telegram.caller import Caller, Press, hidden_number
from adapters.telegram.commands import Commands
from adapters.telegram.group_settings import GroupSettings
from adapters.telegram.groups import Groups
from adapters.telegram.layout import hand_page, page_of
from adapters.telegram.limits import GROUP_SPARE
from adapters.telegram.message import (
    ALERT,
    MENU,
    SURE,
    InlineButton,
    Keys,
    Page,
    clipped,
    own_token,
)
from adapters.telegram.pages import sheet_page
from adapters.telegram.platform import TelegramPlatform
from adapters.telegram.trouble import Missing, Same
from adapters.telegram.views import Views
from adapters.telegram.wire import Receiver, Wire
from adapters.telegram.words import say
from bot import messages, tokens
from bot.asking import PREFIX as RESUMED
from bot.messages import AnyReply, MatchId, PersonId
from bot.pages.readable import page_behind
from bot.screen import Screen, asked_first
from bot.screens import pages, reply_text
from bot.service import Service
from bot.showing.platform import digest
from bot.store.model import ANNOUNCEMENT
from bot.words import words_for
from engine.actions import DENUNCIA, FLOR, MAZO
from engine.cards import UNKNOWN
from engine.variants import table_for

AT_ONCE: Final = 1.0
"""Seconds after which a press is answered in any case."""
DOUBLE: Final = 1.5
"""Seconds. The same button pressed again within this time counts as one press."""
ASKED_FIRST: Final = frozenset({MAZO, FLOR, DENUNCIA, tokens.DECLINE, tokens.LEAVE})
"""Words that may need confirmation; the screen tells whether they do."""

_REMEMBERED: Final = 5000

_OPTIONS: Final = frozenset({"options", "more", "option"})
"""The menus of a lobby, for its host."""


class Presses:
    """Serves presses.

    ``line`` serves a button that stands for a typed line, ``resume`` the answer to "which table?",
    and ``play_now`` opens a table with robots and begins."""

    def __init__(
        self,
        service: Service,
        wire: Wire,
        groups: Groups,
        platform: TelegramPlatform,
        answers: Answers,
        commands: Commands,
        settings: GroupSettings,
        views: Views,
        line: Callable[[Caller, str], Awaitable[None]],
        resume: Callable[[Caller, str, Press], Awaitable[None]],
        play_now: Callable[[Caller, Press], Awaitable[None]],
    ) -> None:
        self._service = service
        self._wire = wire
        self._groups = groups
        self._platform = platform
        self._answers = answers
        self._commands = commands
        self._settings = settings
        self._views = views
        self._line = line
        self._resume = resume
        self._play_now = play_now
        self._last: FIFOCache[PersonId, tuple[int, str, float]] = FIFOCache(_REMEMBERED)
        """Each person's last press, and its time."""
        self._warned: FIFOCache[PersonId, str] = FIFOCache(_REMEMBERED)
        """By person, the last button in a group for which they were asked to confirm."""

    async def take(self, query: CallbackQuery) -> None:
        """Serves one press, and answers it in time."""
        press = Press(self._wire, query.id, self._answers.spawn)
        work = self._answers.spawn(self._press(query, press))
        await asyncio.wait({work}, timeout=AT_ONCE)
        press.answer(press.meanwhile)

    async def _press(self, query: CallbackQuery, press: Press) -> None:
        message = query.message
        if message is None or query.data is None:
            return
        held = message if isinstance(message, Message) else None
        private = message.chat.type == Chat.PRIVATE
        known = await self._groups.known(query.from_user, here=private)
        spot = await self._groups.spot(message.chat, held)
        caller = Caller(
            known=known,
            spot=spot,
            locale=await self._groups.locale(known, spot.community),
            request=f"telegram:q{query.id}",
            message=message.message_id,
            query=query.id,
            hidden=hidden_number(held),
        )
        self._platform.attention.heard(known.person)
        # A modified client may send any data for any of our messages, and a button may be gone when
        # its press arrives. Neither changes what a message shows.
        real = held is None or bool(caller.hidden) or _carries(held, query.data)
        if query.data.startswith(pages.PREFIX):
            if real:
                await self._views.turn_page(caller, press, query.data)
            return
        if query.data.startswith("g1."):
            await self._press_own(caller, press, query.data.split(".")[1:])
            return
        if query.data.startswith(RESUMED):
            await self._resume(caller, query.data, press)
            return
        try:
            token = tokens.decode(query.data)
        except tokens.BadToken:
            press.answer(say(caller.locale, "unclear"), alert=True)
            return
        if not real and token.action.split(" ")[0] == MENU:
            return
        if self._is_double(caller, query.data, token):
            return
        await self._press_token(caller, press, query.data, token)
        if real and token.action.split(" ")[:2] != [MENU, "list"]:
            self._answers.spawn(self._clear_orphan(caller, token.match))

    def _is_double(self, caller: Caller, data: str, token: tokens.Token) -> bool:
        """Whether this is the second press of a double tap on a step of the game.

        Other buttons may be pressed twice on purpose. So may a button that needs confirmation."""
        now = self._service.time.now()
        message, before, at = self._last.get(caller.known.person, (0, "", 0.0))
        self._last[caller.known.person] = (caller.message, data, now)
        same = (message, before) == (caller.message, data) and now - at < DOUBLE
        return same and bool(token.point) and token.action not in ASKED_FIRST

    async def _press_token(
        self, caller: Caller, press: Press, data: str, token: tokens.Token
    ) -> None:
        locale = await self._service.screens.regional(token.match, caller.locale)
        caller = replace(caller, locale=locale)
        word, *rest = token.action.split(" ")
        match word:
            case telegram_message.WHY:
                await self._answers.tell_waiting(caller, press)
                return
            case telegram_message.MENU:
                await self._menu(caller, press, token.match, rest)
                return
            case telegram_message.PLACE:
                await self._play_place(caller, press, token, rest)
                return
            case tokens.MY_HAND:
                await self._views.show_hand(caller, press, token.match)
                return
            case tokens.ORDER:
                await self._views.show_order(caller, press, token.match)
                return
            case _ if (key := page_behind(token)) is not None:
                await self._views.show_page(caller, press, key)
                return
            case _ if await self._must_confirm(caller, press, token, data):
                return
            case _:
                pass
        try:
            if word == SURE:
                data = tokens.encode(token.match, token.point, " ".join(rest))
            command = tokens.command(
                data, person=caller.known.person, request=caller.request, name=caller.known.name
            )
        except tokens.BadToken:
            press.answer(say(caller.locale, "unclear"), alert=True)
            return
        if command is not None:
            await self._commands.send(caller, command, press=press)

    async def _must_confirm(
        self, caller: Caller, press: Press, token: tokens.Token, data: str
    ) -> bool:
        """Whether the step needs confirmation first. If so, asks for it.

        Below a hand, a button confirms. Below the group's table, which others read too, a second
        press confirms."""
        if token.action not in ASKED_FIRST:
            return False
        person = caller.known.person
        public = not caller.spot.private and not caller.hidden
        screen = await self._service.screens.screen(token.match, person, caller.locale)
        table = (
            await self._service.screens.screen(token.match, None, caller.locale) if public else None
        )
        button = asked_first(data, screen, table)
        if button is None or screen is None:
            return False
        if public:
            if self._warned.pop(person, "") == data:
                return False
            self._warned[person] = data
            text = f"{button.confirm} {say(caller.locale, 'again')}"
            press.answer(clipped(text, ALERT), alert=True)
            return True
        sure = own_token(token.match, token.point, SURE, token.action)
        keys = ((InlineButton(button.label, sure, style="danger"), layout.back_key(screen)),)
        press.answer(clipped(button.confirm, ALERT))
        await self._put_keys(caller, screen, keys)
        return True

    async def _put_keys(self, caller: Caller, screen: Screen, keys: Keys) -> None:
        """Changes the buttons under the pressed message, if the match still looks the same. If a
        newer message has replaced the pressed one meanwhile, its buttons change instead."""
        await self._wire.turn(caller.spot.chat)
        reader = caller.known.person if screen.kind == "hand" else None
        newest = await self._service.screens.screen(screen.match, reader, screen.locale)
        if newest is None or digest(newest) != digest(screen):
            self._wire.limits.give_back(caller.spot.chat)
            return
        if caller.hidden:
            self._platform.hidden.changed(screen.match, caller.known.person)
            page = page_of(screen)
            await self._answers.put_page(caller, Page(page.html, keys))
        else:
            await self._edit_keys(caller, screen.match, keys)

    async def _edit_keys(self, caller: Caller, match: MatchId, keys: Keys) -> None:
        """Changes the buttons of the pressed message or of the one that has replaced it. The
        pressed one may be deleted before its replacement is known; then there is a second try."""
        message = await self._replaced_by(caller, match) or caller.message
        try:
            await self._wire.edit_keys(caller.spot.chat, message, keys)
        except Missing:
            await self._wire.turn(caller.spot.chat)
            if not (replaced := await self._replaced_by(caller, match)):
                raise
            await self._wire.edit_keys(caller.spot.chat, replaced, keys)

    async def _play_place(
        self, caller: Caller, press: Press, token: tokens.Token, rest: list[str]
    ) -> None:
        """Plays a card by its place in the deal."""
        view = await self._service.matches.view(token.match, caller.known.person)
        place = int(rest[0]) if rest and rest[0] in ("1", "2", "3") else 0
        if view is None or view.seat < 0 or not place:
            reply: AnyReply = messages.NotSeated(token.match)
            press.answer(clipped(reply_text(reply, caller.locale), ALERT), alert=True)
            return
        dealt = view.dealt
        if place > len(dealt):
            press.answer(words_for(caller.locale).text("hand.none"), alert=True)
            return
        card = dealt[place - 1]
        spelling = table_for(view.variant, view.players, dict(view.options)).spelling
        named = str(place) if card == UNKNOWN else spelling.write(card)
        act = messages.Act(
            request=caller.request,
            person=caller.known.person,
            match=token.match,
            action=f"play {named}",
            point=token.point,
        )
        await self._commands.send(caller, act, press=press)

    async def _clear_orphan(self, caller: Caller, match: MatchId) -> None:
        """Removes the buttons of a message that no longer shows the match."""
        chat = caller.spot.chat
        limits = self._wire.limits
        if not await self._replaced_by(caller, match) or not limits.room(chat, GROUP_SPARE):
            return
        if limits.send(chat):
            return
        if await self._replaced_by(caller, match):
            with suppress(Missing):
                await self._wire.edit_keys(chat, caller.message, ())
        else:
            limits.give_back(chat)

    async def _replaced_by(self, caller: Caller, match: MatchId) -> int:
        """The number of the message that shows the match here instead of the pressed one; 0: the
        pressed one still belongs to the match.

        A message newer than all known ones also belongs to the match: it was just sent, and the
        answer to its sending has not come yet."""
        spot = caller.spot
        person = caller.known.person if spot.private else ""
        seen = [read_address(one.address) for one in await self._platform.seen_at(match, person)]
        here = [one.message for one in seen if (one.chat, one.thread) == (spot.chat, spot.thread)]
        if caller.hidden or self._platform.is_current(spot.chat, caller.message):
            return 0
        announced = await self._platform.seen_at(match, ANNOUNCEMENT)
        if caller.message in {read_address(one.address).message for one in announced}:
            return 0
        return max(here) if here and caller.message < min(here) else 0

    async def _menu(self, caller: Caller, press: Press, match: MatchId, rest: list[str]) -> None:
        person = caller.known.person
        if rest[:1] == ["list"]:
            await self._list(caller, press, match, *rest[1:3])
            return
        at_table = not caller.spot.private and not caller.hidden
        screen = await self._service.screens.screen(
            match, None if at_table else person, "" if at_table else caller.locale
        )
        if screen is None:
            press.answer(words_for(caller.locale).text("say.no_table"), alert=True)
            return
        if rest and rest[0] in _OPTIONS and not await self._may_choose(caller, press, match):
            return
        match rest:
            case ["senas"] if at_table:
                await self._senas_from_table(caller, press, match)
            case ["senas"]:
                press.answer()
                await self._put_keys(caller, screen, layout.senas_keys(screen))
            case ["covered"]:
                press.answer()
                await self._put_keys(caller, screen, layout.covered_keys(screen))
            case ["options" | "more" as which]:
                press.answer()
                keys = layout.options_keys(screen, rest=which == "more")
                await self._put_keys(caller, screen, keys)
            case ["option", name]:
                press.answer()
                await self._put_keys(caller, screen, layout.option_keys(screen, name))
            case _:
                press.answer()
                info = await self._service.matches.info(match)
                seated = info is not None and info.seat_of(person) is not None
                if at_table and not seated and not self._answers.may_have(caller):
                    return
                places = info is not None and await self._platform.attention.needs_places(info)
                await self._put_keys(caller, screen, page_of(screen, places=places).keys)

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
        """Shows señas to a person who looks at the table's message: in private, or hidden in the
        group."""
        screen = await self._service.screens.screen(match, caller.known.person, caller.locale)
        info = await self._service.matches.info(match)
        if screen is None or info is None or info.seat_of(caller.known.person) is None:
            text = reply_text(messages.NotSeated(match), caller.locale)
            press.answer(clipped(text, ALERT), alert=True)
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

    async def _press_own(self, caller: Caller, press: Press, words: list[str]) -> None:
        """Serves a button that is about no match."""
        match words:
            case ["jugar", "robots"]:
                await self._play_now(caller, press)
            case ["jugar", *rest]:
                press.answer()
                await self._line(caller, f"/jugar {'.'.join(rest)}".strip())
            case [telegram_pages.SET, *rest]:
                await self._settings.press(caller, press, rest)
            case ["idioma", locale]:
                spoken = await self._settings.speak(caller, locale)
                press.answer(words_for(spoken).text("language.set"))
            case _:
                press.answer(say(caller.locale, "unclear"), alert=True)


def _carries(message: Message, data: str) -> bool:
    """Whether the message, as it is now, has a button with this token."""
    markup = message.reply_markup
    rows = markup.inline_keyboard if markup is not None else ()
    return any(button.callback_data == data for row in rows for button in row)

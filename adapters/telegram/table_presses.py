"""Presses on buttons of a table: steps of the game, the hand, pages, menus."""

from typing import Final, assert_never

from cachetools import FIFOCache
from msgspec.structs import replace

from adapters.telegram import layout
from adapters.telegram.answers import Answers
from adapters.telegram.caller import Caller, Press
from adapters.telegram.commands import Commands
from adapters.telegram.message import InlineButton
from adapters.telegram.message_keys import MessageKeys
from adapters.telegram.own_presses import (
    SURE,
    AnyOwnAtTable,
    LayCard,
    OpenMenu,
    PlayPlace,
    Sure,
    TellWaiting,
    own_token,
)
from adapters.telegram.table_menus import TableMenus
from adapters.telegram.views import Views
from adapters.telegram.words import say
from bot import messages, tokens
from bot.asking import Do, OpenPage, SeeHand, SeeOrder, Unclear, UnknownWord
from bot.messages import AnyReply, PersonId
from bot.screen import asked_first
from bot.screens import reply_text
from bot.service import Service
from bot.tokens import Token
from bot.words import words_for
from engine.actions import DENUNCIA, FLOR, MAZO
from engine.cards import UNKNOWN
from engine.variants import table_for

DOUBLE: Final = 1.5
"""Seconds. The same button pressed again within this time counts as one press."""
ASKED_FIRST: Final = frozenset({MAZO, FLOR, DENUNCIA, tokens.DECLINE, tokens.LEAVE})
"""Words that may need confirmation; the screen tells whether they do."""
_REMEMBERED: Final = 5000


class TablePresses:
    """Serves presses on buttons of a table."""

    def __init__(
        self,
        service: Service,
        answers: Answers,
        commands: Commands,
        views: Views,
        keys: MessageKeys,
        menus: TableMenus,
    ) -> None:
        self._service = service
        self._answers = answers
        self._commands = commands
        self._views = views
        self._keys = keys
        self._menus = menus
        self._last: FIFOCache[PersonId, tuple[int, Token | None, float]] = FIFOCache(_REMEMBERED)
        """Each person's last press, and its time."""
        self._warned: FIFOCache[PersonId, Token] = FIFOCache(_REMEMBERED)
        """By person, the last button in a group for which they were asked to confirm."""

    async def take(
        self, caller: Caller, press: Press, pressed: AnyOwnAtTable, *, real: bool
    ) -> None:
        """Serves one press. ``real``: the message has this button now."""
        if self._is_double(caller, pressed.token):
            return
        await self._serve(caller, press, pressed)
        if real and not (isinstance(pressed, OpenMenu) and pressed.words[:1] == ("list",)):
            self._answers.spawn(self._keys.clear_orphan(caller, pressed.token.match))

    def _is_double(self, caller: Caller, token: Token) -> bool:
        """Whether this is the second press of a double tap on a step of the game. Other buttons may
        be pressed twice on purpose. So may a button that needs confirmation."""
        now = self._service.time.now()
        message, before, at = self._last.get(caller.known.person, (0, None, 0.0))
        self._last[caller.known.person] = (caller.message, token, now)
        same = (message, before) == (caller.message, token) and now - at < DOUBLE
        return same and bool(token.point) and token.action not in ASKED_FIRST

    async def _serve(self, caller: Caller, press: Press, pressed: AnyOwnAtTable) -> None:
        match = pressed.token.match
        caller = replace(caller, locale=await self._service.screens.regional(match, caller.locale))
        match pressed:
            case TellWaiting():
                await self._answers.tell_waiting(caller, press)
            case OpenMenu():
                await self._menus.open(caller, press, pressed)
            case PlayPlace():
                await self._play_place(caller, press, pressed)
            case SeeHand() | LayCard():
                await self._views.show_hand(caller, press, match)
            case SeeOrder():
                await self._views.show_order(caller, press, match)
            case OpenPage(key=key):
                await self._views.show_page(caller, press, key)
            case Do():
                if not await self._must_confirm(caller, press, pressed.token):
                    await self._do(caller, press, pressed)
            case Sure(step=Do() as step):
                await self._do(caller, press, step)
            case Sure(step=UnknownWord() | Unclear()) | UnknownWord():
                press.answer(say(caller.locale, "unclear"), alert=True)
            case Sure():
                pass  # only a forged token confirms what shows something
            case _:
                assert_never(pressed)

    async def _do(self, caller: Caller, press: Press, step: Do) -> None:
        command = step.by(
            person=caller.known.person, request=caller.request, name=caller.known.name
        )
        await self._commands.send(caller, command, press=press)

    async def _must_confirm(self, caller: Caller, press: Press, token: Token) -> bool:
        """Whether the step needs confirmation first. If so, asks for it. Below a hand, a button
        confirms. Below the group's table, which others read too, a second press confirms."""
        if token.action not in ASKED_FIRST:
            return False
        person = caller.known.person
        public = not caller.spot.private and not caller.hidden
        screen = await self._service.screens.screen(token.match, person, caller.locale)
        table = (
            await self._service.screens.screen(token.match, None, caller.locale) if public else None
        )
        button = asked_first(str(token), screen, table)
        if button is None or screen is None:
            return False
        if public:
            if self._warned.pop(person, None) == token:
                return False
            self._warned[person] = token
            press.answer(f"{button.confirm} {say(caller.locale, 'again')}", alert=True)
            return True
        sure = own_token(token.match, token.point, SURE, token.action)
        keys = ((InlineButton(button.label, sure, style="danger"), layout.back_key(screen)),)
        press.answer(button.confirm)
        await self._keys.put(caller, screen, keys)
        return True

    async def _play_place(self, caller: Caller, press: Press, pressed: PlayPlace) -> None:
        """Plays a card by its place in the deal."""
        token, place = pressed.token, pressed.place
        view = await self._service.matches.view(token.match, caller.known.person)
        if view is None or view.seat < 0 or not place:
            reply: AnyReply = messages.NotSeated(token.match)
            press.answer(reply_text(reply, caller.locale), alert=True)
            return
        dealt = view.dealt
        if place > len(dealt):
            press.answer(words_for(caller.locale).text("hand.none"), alert=True)
            return
        card = dealt[place - 1]
        laid = (play.card for play in view.plays if play.seat == view.seat)
        if tokens.is_same_hand(token.point, tokens.point(view)) and card in laid:
            press.answer(say(caller.locale, "key.place.laid", n=place), alert=True)
            return
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

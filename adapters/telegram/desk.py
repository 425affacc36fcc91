"""What people press and write, put to the service; what comes of it, put to them.

Nothing is decided here. A press is the command that its token says, a typed line is what the
catalogue makes of it, and who acts is whoever Telegram says has acted.

A press is answered at once and exactly once; what it is told, that person alone sees. What is typed
in a group is answered there only when everybody may read it.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Coroutine
from contextlib import suppress
from html import escape
from typing import Any, Final

import structlog
from msgspec import Struct
from msgspec.structs import replace
from telegram import CallbackQuery, Chat, ChatMemberUpdated, Message, Update, User
from telegram.constants import ChatMemberStatus

from adapters.telegram import layout
from adapters.telegram.addresses import person_id, read_address
from adapters.telegram.layout import (
    ALERT,
    LONGEST,
    SURE,
    WHY,
    Key,
    Page,
    alert_text,
    clipped,
    hand_page,
    own_token,
    page_of,
    panel_page,
    question_page,
    setting_page,
    text_page,
)
from adapters.telegram.menus import set_group_menu
from adapters.telegram.places import ANONYMOUS, Known, Places, Spot
from adapters.telegram.platform import TelegramPlatform
from adapters.telegram.wire import Receiver, Same, Trouble, Unreachable, Wire
from adapters.telegram.words import say
from bot import messages, tokens
from bot.catalogue import (
    Asker,
    Cannot,
    Pick,
    Send,
    Show,
    Typed,
    command_named,
    interpret,
    parse,
)
from bot.messages import AnyCommand, AnyReply, MatchId
from bot.model import MatchInfo, Status
from bot.pages import page_for
from bot.reasons import ServiceReason
from bot.screens import (
    cannot_text,
    pages,
    question_of,
    reply_text,
    standings_text,
)
from bot.screens.pages import HELP, RULES, PageKey
from bot.screens.panel import Panel
from bot.screens.types import Question, Screen
from bot.service import Service
from bot.words import words_for
from engine.cards import UNKNOWN
from engine.errors import Reason
from engine.table import table_for

log = structlog.get_logger(__name__)

AT_ONCE: Final = 1.0
"""Seconds after which a press is answered whatever becomes of it."""
_REMEMBERED: Final = 5000
_PERIODS: Final = {"semana": 7 * 86_400.0, "mes": 30 * 86_400.0}
_PRIVATE_REASONS: Final = frozenset(reason.value for reason in Reason)
"""Refusals by the rules may tell what somebody holds: they are for that person alone."""
_WITHOUT_A_NAME: Final = frozenset({"configurar", "ayuda", "reglas", "marcador", "mesa"})
"""Commands that need nobody in particular."""


class Scene(Struct, frozen=True):
    """Somebody did something somewhere."""

    known: Known
    spot: Spot
    locale: str
    request: str
    message: int = 0
    """The message that was written, or under which was pressed."""
    query: str = ""
    """The press."""
    hidden: int = 0
    """The number of a message that only this person and we see: the command, or the one pressed."""
    chosen: bool = False
    """Pressed, not written."""
    admin: bool = False
    """An administrator without a name."""


class Desk:
    """Serves people, any number at once."""

    def __init__(
        self, service: Service, wire: Wire, places: Places, platform: TelegramPlatform
    ) -> None:
        self._service = service
        self._wire = wire
        self._places = places
        self._platform = platform
        self.username = ""
        self._tasks: set[asyncio.Task[None]] = set()
        self._waiting: OrderedDict[int, tuple[str, Question | None]] = OrderedDict()
        """What somebody is to be told alone, and has to press for first."""
        self._asked: OrderedDict[int, Question] = OrderedDict()
        """The last question a person was asked in private: a typed number answers it."""

    # --- work beside the updates ---------------------------------------------------------------

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Does it beside everything else."""
        task = asyncio.create_task(self._careful(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _careful(self, work: Awaitable[Any]) -> None:
        try:
            await work
        except Trouble as trouble:
            log.info("telegram_trouble", kind=type(trouble).__name__)
        except Exception:
            log.exception("telegram_failed")

    async def settled(self) -> None:
        """Waits for everything that was begun."""
        while self._tasks:
            await asyncio.wait(list(self._tasks))

    # --- what comes in -------------------------------------------------------------------------

    async def receive(self, update: Update) -> None:
        """Does what an update asks for; nothing is raised."""
        try:
            if update.callback_query is not None:
                await self._pressed(update.callback_query)
            elif update.message is not None:
                await self._written(update.message, f"u{update.update_id}")
            elif update.my_chat_member is not None:
                await self._changed(update.my_chat_member)
        except Trouble as trouble:
            log.info("telegram_trouble", kind=type(trouble).__name__)
        except Exception:
            log.exception("telegram_failed")

    # --- presses -------------------------------------------------------------------------------

    async def _pressed(self, query: CallbackQuery) -> None:
        press = _Press(self._wire, query.id, self.spawn)
        work = asyncio.create_task(self._careful(self._press(query, press)))
        self._tasks.add(work)
        work.add_done_callback(self._tasks.discard)
        done, _ = await asyncio.wait({work}, timeout=AT_ONCE)
        if not done:
            press.answer()
        else:
            press.answer()

    async def _press(self, query: CallbackQuery, press: "_Press") -> None:
        message = query.message
        if message is None or query.data is None:
            press.answer()
            return
        held = message if isinstance(message, Message) else None
        private = message.chat.type == Chat.PRIVATE
        known = await self._places.known(query.from_user, here=private)
        spot = await self._places.spot(message.chat, held)
        scene = Scene(
            known=known,
            spot=spot,
            locale=await self._places.locale(known, spot.community),
            request=f"telegram:q{query.id}",
            message=message.message_id,
            query=query.id,
            hidden=_hidden_number(held),
            chosen=True,
        )
        self._platform.heard(known.person)
        if query.data.startswith(pages.PREFIX):
            await self._turn_page(scene, press, query.data)
            return
        if query.data.startswith("g1."):
            await self._press_own(scene, press, query.data.split(".")[1:])
            return
        try:
            token = tokens.decode(query.data)
        except tokens.BadToken:
            press.answer(say(scene.locale, "unclear"), alert=True)
            return
        await self._press_token(scene, press, query.data, token)
        self.spawn(self._clear_orphan(scene, token.match))

    async def _press_token(
        self, scene: Scene, press: "_Press", data: str, token: tokens.Token
    ) -> None:
        word, *rest = token.action.split(" ")
        match word:
            case layout.WHY:
                await self._tell_waiting(scene, press)
                return
            case layout.MENU:
                await self._menu(scene, press, token.match, rest)
                return
            case layout.PLACE:
                await self._play_place(scene, press, token, rest)
                return
            case tokens.MY_HAND:
                await self._show_hand(scene, press, token.match)
                return
            case layout.SURE:
                data = tokens.encode(token.match, token.point, " ".join(rest))
            case _ if await self._must_confirm(scene, press, token, data):
                return
            case _:
                pass
        try:
            command = tokens.command(
                data, person=scene.known.person, request=scene.request, name=scene.known.name
            )
        except tokens.BadToken:
            press.answer(say(scene.locale, "unclear"), alert=True)
            return
        if command is not None:
            await self._send(scene, command, press=press)

    async def _must_confirm(
        self, scene: Scene, press: "_Press", token: tokens.Token, data: str
    ) -> bool:
        """Going to the deck is asked about first."""
        if token.action != "mazo":
            return False
        screen = await self._service.picture(token.match, scene.known.person, scene.locale)
        buttons = screen.buttons if screen is not None else ()
        button = next((one for one in buttons if one.token == data and one.confirm), None)
        if button is None or screen is None:
            return False
        sure = Key(button.label, own_token(token.match, token.point, SURE, "mazo"), style="danger")
        keys = ((sure, layout.back_key(screen)),)
        press.answer(clipped(button.confirm, ALERT))
        await self._put_keys(scene, screen, keys)
        return True

    async def _put_keys(self, scene: Scene, screen: Screen, keys: layout.Keys) -> None:
        """Other buttons under the message that was pressed."""
        await self._wire.turn(scene.spot.chat)
        if scene.hidden:
            page = page_of(screen)
            await self._put_page(scene, Page(page.html, keys))
        else:
            await self._wire.edit_keys(scene.spot.chat, scene.message, keys)

    async def _play_place(
        self, scene: Scene, press: "_Press", token: tokens.Token, rest: list[str]
    ) -> None:
        """A card by its place in the deal."""
        view = await self._service.view(token.match, scene.known.person)
        place = int(rest[0]) if rest and rest[0] in "123" else 0
        if view is None or view.seat < 0 or not place:
            reply: AnyReply = messages.NotSeated(token.match)
            press.answer(clipped(reply_text(reply, scene.locale), ALERT), alert=True)
            return
        dealt = view.dealt
        if place > len(dealt):
            press.answer(words_for(scene.locale).text("hand.none"), alert=True)
            return
        card = dealt[place - 1]
        spelling = table_for(view.variant, view.players, dict(view.options)).spelling
        named = str(place) if card == UNKNOWN else spelling.write(card)
        act = messages.Act(
            request=scene.request,
            person=scene.known.person,
            match=token.match,
            action=f"play {named}",
            point=token.point,
        )
        await self._send(scene, act, press=press)

    async def _show_hand(self, scene: Scene, press: "_Press", match: MatchId) -> None:
        """My cards, to me alone: at once in the answer, and with buttons where that is possible."""
        info = await self._service.info(match)
        screen = await self._service.picture(match, scene.known.person, scene.locale)
        if info is None or screen is None:
            press.answer(words_for(scene.locale).text("say.no_table"), alert=True)
            return
        if info.seat_of(scene.known.person) is None:
            text = reply_text(messages.NotSeated(match), scene.locale)
            press.answer(clipped(text, ALERT), alert=True)
            return
        press.answer(alert_text(screen, await self._dealt(match, scene.known)), alert=True)
        if scene.known.open:
            if not await self._platform.seen_at(match, scene.known.person):
                await self._platform.show_to(match, scene.known)
        elif not scene.spot.private and screen.kind == "hand":
            await self._show_hidden_hand(scene, match, screen)

    async def _dealt(self, match: MatchId, known: Known) -> list[str]:
        view = await self._service.view(match, known.person)
        if view is None or view.seat < 0:
            return []
        spelling = table_for(view.variant, view.players, dict(view.options)).spelling
        return ["back" if card == UNKNOWN else spelling.write(card) for card in view.dealt]

    async def _show_hidden_hand(self, scene: Scene, match: MatchId, screen: Screen) -> None:
        """The hand as a message of the group that nobody else sees."""
        to = Receiver(
            scene.known.user,
            scene.query if scene.chosen else "",
            0 if scene.chosen else scene.hidden,
        )
        spot = scene.spot
        await self._platform.hidden.show(match, scene.known, screen, spot.chat, spot.thread, to)

    async def _clear_orphan(self, scene: Scene, match: MatchId) -> None:
        """Takes the buttons from a message that shows the match no longer."""
        if scene.hidden or self._platform.is_current(scene.spot.chat, scene.message):
            return
        person = scene.known.person if scene.spot.private else ""
        seen = [read_address(one.address) for one in await self._platform.seen_at(match, person)]
        info = await self._service.info(match)
        if info is None or not seen or any(not one.message for one in seen):
            return
        if any((one.chat, one.message) == (scene.spot.chat, scene.message) for one in seen):
            return
        if not self._wire.limits.send(scene.spot.chat):
            await self._wire.edit_keys(scene.spot.chat, scene.message, ())

    # --- menus ---------------------------------------------------------------------------------

    async def _menu(self, scene: Scene, press: "_Press", match: MatchId, rest: list[str]) -> None:
        person = scene.known.person
        at_table = not scene.spot.private and not scene.hidden
        screen = await self._service.picture(
            match, None if at_table else person, "" if at_table else scene.locale
        )
        if screen is None:
            press.answer(words_for(scene.locale).text("say.no_table"), alert=True)
            return
        match rest:
            case ["senas"] if at_table:
                await self._senas_from_table(scene, press, match)
            case ["senas"]:
                press.answer()
                await self._put_keys(scene, screen, layout.senas_keys(screen))
            case ["covered"]:
                press.answer()
                await self._put_keys(scene, screen, layout.covered_keys(screen))
            case ["options" | "more" as which]:
                press.answer()
                keys = layout.options_keys(screen, rest=which == "more")
                await self._put_keys(scene, screen, keys)
            case ["option", name]:
                press.answer()
                await self._put_keys(scene, screen, layout.option_keys(screen, name))
            case _:
                press.answer()
                info = await self._service.info(match)
                places = info is not None and await self._platform.need_places(info)
                await self._put_keys(scene, screen, page_of(screen, places=places).keys)

    async def _senas_from_table(self, scene: Scene, press: "_Press", match: MatchId) -> None:
        """Señas for somebody who looks at the table: in private, or hidden in the group."""
        screen = await self._service.picture(match, scene.known.person, scene.locale)
        info = await self._service.info(match)
        if screen is None or info is None or info.seat_of(scene.known.person) is None:
            text = reply_text(messages.NotSeated(match), scene.locale)
            press.answer(clipped(text, ALERT), alert=True)
        elif not screen.senas:
            press.answer(say(scene.locale, "senas.none"), alert=True)
        elif not scene.known.open and self._wire.hidden:
            press.answer()
            if not self._wire.limits.send(scene.spot.chat):
                page = Page(hand_page(screen).html, layout.senas_keys(screen))
                to = Receiver(scene.known.user, scene.query)
                await self._wire.send_hidden(scene.spot.chat, page, to, thread=scene.spot.thread)
        else:
            press.answer(url=self.link(f"s{match}"))

    def link(self, payload: str = "") -> str:
        """The address of the private chat."""
        return f"https://t.me/{self.username}" + (f"?start={payload}" if payload else "")

    # --- commands and what they answer -----------------------------------------------------------

    async def _send(
        self,
        scene: Scene,
        command: AnyCommand,
        then: tuple[AnyCommand, ...] = (),
        press: "_Press | None" = None,
    ) -> None:
        """Hands commands over, one after another for as long as they are accepted."""
        reply = await self._service.handle(command)
        match = getattr(reply, "match", "")
        for more in then:
            if not isinstance(reply, messages.Accepted):
                break
            reply = await self._service.handle(replace(more, match=match))
        match reply:
            case messages.Ask():
                await self._ask(scene, question_of(reply, scene.locale), press)
            case messages.Accepted():
                await self._accepted(scene, command, reply, match, press)
            case _:
                text = reply_text(reply, scene.locale)
                private = isinstance(reply, messages.Refused) and reply.reason in _PRIVATE_REASONS
                await self._tell(scene, text, press=press, private=private)
        if press is not None and scene.hidden:
            self.spawn(self._refresh_hidden(scene, match))

    async def _accepted(
        self,
        scene: Scene,
        command: AnyCommand,
        reply: messages.Accepted,
        match: MatchId,
        press: "_Press | None",
    ) -> None:
        text = reply_text(reply, scene.locale)
        match command:
            case messages.Rematch():
                await self._platform.show_where(command.match, match)
                await self._follow(scene, match)
            case messages.OpenTable() | messages.Join() | messages.Return():
                if press is not None and not text and self._needs_link(scene, command):
                    press.answer(url=self.link("hola"))
                await self._follow(scene, match)
                if press is None and self._needs_link(scene, command):
                    await self._invite(scene)
            case _:
                pass
        if text:
            await self._tell(scene, text, press=press)
        elif press is not None:
            press.answer()

    def _needs_link(self, scene: Scene, command: AnyCommand) -> bool:
        """Who sat down in a group and cannot be written to is offered the private chat."""
        return (
            isinstance(command, messages.Join) and not scene.known.open and not scene.spot.private
        )

    async def _invite(self, scene: Scene) -> None:
        text = say(scene.locale, "hand.here", name=scene.known.name)
        key = Key(say(scene.locale, "key.open"), url=self.link("hola"))
        self.spawn(self._reply(scene, Page(escape(text), ((key,),))))

    async def _follow(self, scene: Scene, match: MatchId) -> None:
        """The match is shown where somebody sat down at it."""
        if scene.spot.private or scene.known.open:
            info = await self._service.info(match)
            if scene.spot.private or (info is not None and info.status is Status.PLAYING):
                await self._platform.show_to(match, scene.known)
        if not scene.spot.private:
            await self._platform.show_in(match, scene.spot)

    async def _refresh_hidden(self, scene: Scene, match: MatchId) -> None:
        """A hand that only its owner sees is redrawn when they did something with it."""
        screen = await self._service.picture(match, scene.known.person, scene.locale)
        if screen is None or self._wire.limits.send(scene.spot.chat):
            return
        await self._put_page(scene, page_of(screen))

    # --- telling -------------------------------------------------------------------------------

    async def _tell(
        self, scene: Scene, text: str, *, press: "_Press | None" = None, private: bool = False
    ) -> None:
        """Tells the person; ``private``: nobody else may read it."""
        if press is not None:
            press.answer(clipped(text, ALERT), alert=len(text) > 60)
            return
        await self._give(scene, Page(escape(text)), text, private=private)

    async def _give(
        self,
        scene: Scene,
        page: Page,
        brief: str,
        *,
        private: bool,
        question: Question | None = None,
    ) -> None:
        if scene.spot.private or not private:
            if scene.hidden:
                self.spawn(self._give_hidden(scene, page, scene.hidden))
            else:
                self.spawn(self._reply(scene, page))
            return
        if scene.hidden:
            self.spawn(self._give_hidden(scene, page, scene.hidden))
        elif scene.known.open:
            self.spawn(self._send_private(scene.known, page))
        else:
            _keep(self._waiting, scene.known.user, (brief, question))
            key = Key(say(scene.locale, "key.why"), own_token("aaaaaaaa", "", WHY))
            told = say(scene.locale, "for_you", name=scene.known.name)
            self.spawn(self._reply(scene, Page(escape(told), ((key,),))))

    async def _give_hidden(self, scene: Scene, page: Page, command: int) -> None:
        if self._wire.limits.send(scene.spot.chat):
            return
        to = Receiver(scene.known.user, command=command)
        await self._wire.send_hidden(scene.spot.chat, page, to, thread=scene.spot.thread)

    async def _reply(self, scene: Scene, page: Page) -> None:
        await self._wire.turn(scene.spot.chat)
        await self._wire.send(
            scene.spot.chat,
            page,
            thread=scene.spot.thread,
            reply_to=0 if scene.spot.private or scene.chosen else scene.message,
        )

    async def _send_private(self, known: Known, page: Page) -> None:
        try:
            await self._wire.turn(known.user)
            await self._wire.send(known.user, page)
        except Unreachable:
            await self._places.closed(known.user)
            raise

    async def _tell_waiting(self, scene: Scene, press: "_Press") -> None:
        """Somebody presses for what waits for them."""
        text, question = self._waiting.get(scene.known.user, ("", None))
        if not text:
            press.answer(say(scene.locale, "not_for_you"), alert=True)
            return
        press.answer(clipped(text, ALERT), alert=True)
        if question is not None and self._wire.hidden:
            page = question_page(question)
            if page is not None and not self._wire.limits.send(scene.spot.chat):
                to = Receiver(scene.known.user, scene.query)
                await self._wire.send_hidden(scene.spot.chat, page, to, thread=scene.spot.thread)

    # --- questions -----------------------------------------------------------------------------

    async def _ask(self, scene: Scene, question: Question, press: "_Press | None" = None) -> None:
        """A number or a choice: by buttons where nobody else sees them, or as a typed word."""
        page = question_page(question)
        how = self._how_typed(question, scene.locale)
        brief = f"{question.text} {how}".strip()
        if page is None:
            page = Page(escape(brief))
        if scene.spot.private:
            _keep(self._asked, scene.known.user, question)
        if press is None:
            if not scene.spot.private and scene.known.open:
                _keep(self._asked, scene.known.user, question)
            await self._give(scene, page, brief, private=True, question=question)
        elif scene.spot.private:
            press.answer()
            self.spawn(self._send_private(scene.known, page))
        elif scene.known.open:
            press.answer(url=self.link("hola"))
            _keep(self._asked, scene.known.user, question)
            self.spawn(self._send_private(scene.known, page))
        elif self._wire.hidden and not self._wire.limits.send(scene.spot.chat):
            press.answer()
            to = Receiver(scene.known.user, scene.query)
            await self._wire.send_hidden(scene.spot.chat, page, to, thread=scene.spot.thread)
        else:
            press.answer(clipped(brief, ALERT), alert=True)

    def _how_typed(self, question: Question, locale: str) -> str:
        action = tokens.decode(question.token).action.partition(" ")[0]
        id = {"tengo": "type.tengo", "play": "type.card"}.get(action, "")
        return say(locale, id) if id else ""

    # --- what is written -------------------------------------------------------------------------

    async def _written(self, message: Message, update: str) -> None:
        if message.migrate_to_chat_id:
            await self._places.moved(message.chat.id, message.migrate_to_chat_id)
            return
        if message.migrate_from_chat_id:
            await self._places.moved(message.migrate_from_chat_id, message.chat.id)
            return
        if message.left_chat_member is not None:
            await self._left(message, message.left_chat_member, update)
            return
        user, text = message.from_user, message.text
        if (
            not text
            or user is None
            or message.is_automatic_forward
            or (user.is_bot and user.id not in ANONYMOUS)
        ):
            return
        line = self._for_us(message, text)
        if line is None:
            return
        if user.id in ANONYMOUS or message.sender_chat is not None:
            await self._written_anonymously(message, line)
            return
        private = message.chat.type == Chat.PRIVATE
        known = await self._places.known(user, here=private)
        spot = await self._places.spot(message.chat, message)
        hidden = _hidden_number(message)
        scene = Scene(
            known=known,
            spot=spot,
            locale=await self._places.locale(known, spot.community),
            request=f"telegram:{update if hidden else f'm{spot.chat}.{message.message_id}'}",
            message=message.message_id,
            hidden=hidden,
        )
        self._platform.heard(known.person)
        await self._line(scene, line)

    async def _left(self, message: Message, user: User, update: str) -> None:
        """Who leaves the group leaves its tables."""
        spot = await self._places.spot(message.chat, message)
        person = person_id(user.id)
        for match in await self._service.matches_of(person):
            info = await self._service.info(match)
            if info is not None and info.community == spot.community:
                request = f"telegram:{update}.{match}"
                leave = messages.Leave(request=request, person=person, match=match)
                await self._service.handle(leave)

    def _for_us(self, message: Message, text: str) -> str | None:
        """The line without the bot's name; ``None`` when it is another bot's."""
        if not text.startswith("/"):
            return text
        name, blank, rest = text.partition(" ")
        command, at, bot = name.partition("@")
        if at and bot.lower() != self.username.lower():
            return None
        return command + blank + rest

    async def _line(self, scene: Scene, text: str) -> None:
        word, _, rest = text.partition(" ")
        if word.lower() == "/start" and await self._start(scene, rest.strip()):
            return
        if scene.spot.private and await self._answered(scene, text):
            return
        if text.startswith("/") and command_named(word[1:]) is None and not scene.spot.private:
            return  # another bot's, most likely
        asker, info = await self._asker(scene)
        variant = asker.game
        loose = info is not None and ("words", "loose") in info.options
        typed = parse(text, scene.locale, variant, loose=loose)
        if typed is None:
            if scene.spot.private:
                await self._tell(scene, say(scene.locale, "talk"))
            return
        plays = asker.view is not None and asker.view.seat >= 0
        if not text.startswith("/") and not scene.spot.private and not plays:
            # Talk in a group that happens to be a word of the game is only taken from its players.
            return
        outcome = typed if isinstance(typed, Cannot) else interpret(typed, asker)
        match outcome:
            case Cannot():
                await self._tell(scene, cannot_text(outcome, scene.locale))
            case Pick(question=question):
                await self._ask(scene, question)
            case Send(command=command, then=then):
                await self._send(scene, command, then)
            case Show():
                assert isinstance(typed, Typed)
                await self._show(scene, outcome, info)

    async def _answered(self, scene: Scene, text: str) -> bool:
        """A typed number answers the question that was asked last."""
        question = self._asked.get(scene.known.user)
        if question is None or question.choices or not text.strip().isdecimal():
            return False
        number = int(text.strip())
        if not question.low <= number <= question.high:
            return False
        self._asked.pop(scene.known.user, None)
        token = question.token.replace("?", str(number), 1)
        command = tokens.command(
            token, person=scene.known.person, request=scene.request, name=scene.known.name
        )
        assert command is not None
        await self._send(scene, command)
        return True

    async def _asker(self, scene: Scene) -> tuple[Asker, MatchInfo | None]:
        """Who asks, and about which table."""
        match = await self._table_of(scene)
        info = await self._service.info(match) if match else None
        asker = Asker(
            request=scene.request,
            person=scene.known.person,
            name=scene.known.name,
            community=scene.spot.community,
            place=scene.spot.place,
            locale=scene.locale,
            match=match,
            view=await self._service.view(match, scene.known.person) if info else None,
            seats=tuple(seat.name for seat in info.seats) if info else (),
            variant=info.variant if info else "",
            defaults=await self._service.habits_for(scene.spot.community, scene.known.person),
        )
        return asker, info

    async def _table_of(self, scene: Scene) -> MatchId:
        """The table that somebody speaks of: theirs here, else the newest here; in private, the
        one where they are awaited."""
        person, place = scene.known.person, scene.spot.place
        if scene.spot.private:
            mine = await self._service.matches_of(person)
            for match in mine:
                view = await self._service.view(match, person)
                if view is not None and view.seat in view.awaited:
                    return match
            return mine[0] if mine else ""
        found = await self._service.match_of(person, place)
        if found is None:
            here = await self._service.matches_at(place)
            found = here[0] if here else None
        return found or ""

    # --- /start ----------------------------------------------------------------------------------

    async def _start(self, scene: Scene, payload: str) -> bool:
        """The platform's own first word; whether that was all."""
        if not scene.spot.private:
            here = [
                await self._service.info(one)
                for one in await self._service.matches_at(scene.spot.place)
            ]
            if not payload and any(one is not None and one.status is Status.LOBBY for one in here):
                return False
            await self._greet_group(scene)
            return True
        match = payload[1:] if payload[:1] in ("j", "s") else ""
        info = await self._service.info(match) if match else None
        if info is not None and payload[0] == "j" and info.status is Status.LOBBY:
            join = messages.Join(
                request=scene.request, person=scene.known.person, match=match, name=scene.known.name
            )
            await self._send(scene, join)
            return True
        mine = await self._service.matches_of(scene.known.person)
        if not mine:
            key = Key(
                say(scene.locale, "key.group"),
                url=self.link().replace("?", "") + "?startgroup=truco",
            )
            play = Key(say(scene.locale, "key.robots"), "g1.jugar.robots")
            await self._give(
                scene, Page(escape(say(scene.locale, "hello")), ((play,), (key,))), "", private=True
            )
            return True
        for one in mine:
            await self._platform.show_to(one, scene.known)
        await self._tell(scene, say(scene.locale, "hello.again"))
        return True

    async def _greet_group(self, scene: Scene) -> None:
        key = Key(say(scene.locale, "key.play"), "g1.jugar.")
        self.spawn(self._reply(scene, Page(escape(say(scene.locale, "hello.group")), ((key,),))))

    async def _written_anonymously(self, message: Message, line: str) -> None:
        """An administrator without a name, or a channel: they may want a table, but a seat needs a
        person, and a press says who that is."""
        command = command_named(line[1:].partition(" ")[0]) if line.startswith("/") else None
        if command is None or message.chat.type == Chat.CHANNEL:
            return
        spot = await self._places.spot(message.chat, message)
        locale = await self._places.group_locale(spot.community)
        nobody = Known("telegram:0", 0, "", locale, False)
        admin = message.sender_chat is not None and message.sender_chat.id == message.chat.id
        scene = Scene(nobody, spot, locale, "", message.message_id, admin=admin)
        if command.id in _WITHOUT_A_NAME:
            await self._line(scene, line)
            return
        if command.id != "jugar":
            await self._tell(scene, say(locale, "anonymous"))
            return
        data = "g1.jugar." + line.partition(" ")[2]
        if len(data.encode()) > tokens.LIMIT:
            data = "g1.jugar."
        key = Key(say(locale, "key.play"), data)
        self.spawn(self._reply(scene, Page(escape(say(locale, "anonymous.play")), ((key,),))))

    async def _press_own(self, scene: Scene, press: "_Press", words: list[str]) -> None:
        """A button that is about no match."""
        match words:
            case ["jugar", *rest]:
                press.answer()
                line = ".".join(rest)
                if line == "robots":
                    await self._line(scene, "/jugar")
                else:
                    await self._line(scene, f"/jugar {line}".strip())
            case [layout.SET, *rest]:
                await self._press_settings(scene, press, rest)
            case ["idioma", locale]:
                spoken = await self._speak(scene, locale)
                press.answer(words_for(spoken).text("language.set"))
            case _:
                press.answer(say(scene.locale, "unclear"), alert=True)

    # --- things to look at -----------------------------------------------------------------------

    async def _show(self, scene: Scene, show: Show, info: MatchInfo | None) -> None:
        values = dict(show.values)
        match show.what:
            case "table" if info is not None:
                await self._show_table(scene, info)
            case "hand" if info is not None:
                await self._show_typed_hand(scene, info)
            case "help":
                await self._read(scene, PageKey(HELP, info.match if info else ""))
            case "rules" | "options":
                topic = values.get("tema", "")
                await self._read(scene, PageKey(RULES, info.match if info else "", topic))
            case "scoreboard":
                await self._scoreboard(scene, values.get("periodo", ""))
            case "record":
                await self._record(scene, values.get("partida", ""))
            case "language":
                await self._language(scene, values.get("idioma", ""))
            case "settings":
                await self._settings(scene, values)
            case _:
                await self._tell(scene, words_for(scene.locale).text("say.no_table"))

    async def _show_table(self, scene: Scene, info: MatchInfo) -> None:
        """The table at the bottom of the chat."""
        if scene.spot.private:
            await self._platform.show_to(info.match, scene.known)
            seen = await self._platform.seen_at(info.match, scene.known.person)
        else:
            await self._platform.show_in(info.match, scene.spot)
            seen = await self._platform.seen_at(info.match)
        for surface in seen:
            address = read_address(surface.address)
            here = (address.chat, address.thread) == (scene.spot.chat, scene.spot.thread)
            if here and address.message:
                self.spawn(self._platform.put_below(surface.id))

    async def _show_typed_hand(self, scene: Scene, info: MatchInfo) -> None:
        known = scene.known
        screen = await self._service.picture(info.match, known.person, scene.locale)
        if screen is None or info.seat_of(known.person) is None:
            await self._tell(scene, words_for(scene.locale).text("say.not_seated"))
        elif scene.hidden:
            self.spawn(self._show_hidden_hand(scene, info.match, screen))
        elif known.open:
            seen = await self._platform.seen_at(info.match, known.person)
            await self._platform.show_to(info.match, known)
            if seen and read_address(seen[0].address).message:
                self.spawn(self._platform.put_below(seen[0].id))
        else:
            key = Key(
                words_for(scene.locale).text("button.hand"),
                tokens.encode(info.match, "", tokens.MY_HAND),
            )
            text = say(scene.locale, "hand.press", name=known.name)
            self.spawn(self._reply(scene, Page(escape(text), ((key,),))))

    async def _read(self, scene: Scene, key: PageKey) -> None:
        """A page of help or rules. In a group it goes to whoever asked, where that is possible."""
        reader = scene.known.person if scene.spot.private or scene.known.open else None
        found = await page_for(self._service, key, reader, scene.locale)
        if scene.spot.private or scene.known.open:
            await self._give(scene, text_page(found), found.title, private=True)
        else:
            await self._long(scene, f"{found.title}\n{found.text}")

    async def _turn_page(self, scene: Scene, press: "_Press", data: str) -> None:
        """Another page in place of the one that was read."""
        try:
            key = pages.read_key(data)
        except pages.BadKey:
            press.answer(say(scene.locale, "unclear"), alert=True)
            return
        reader = scene.known.person if scene.spot.private or scene.hidden else None
        found = await page_for(self._service, key, reader, scene.locale)
        press.answer()
        with suppress(Same):
            await self._put_page(scene, text_page(found))

    async def _long(self, scene: Scene, text: str) -> None:
        """A text of any length; a long one does not fill a group."""
        parts = list(_parts(text))
        if not scene.spot.private and len(text) > 700:
            if scene.known.open:
                for part in parts:
                    await self._give(scene, Page(escape(part)), part, private=True)
                return
            key = Key(say(scene.locale, "key.open"), url=self.link("ayuda"))
            short = clipped(text, 700)
            await self._give(scene, Page(escape(short), ((key,),)), short, private=False)
            return
        for part in parts:
            await self._give(scene, Page(escape(part)), part, private=False)

    async def _scoreboard(self, scene: Scene, period: str) -> None:
        now = self._service.time.now()
        since = now - _PERIODS[period] if period in _PERIODS else None
        sums = await self._service.scoreboard(scene.spot.community, since=since)
        name = say(scene.locale, "group")
        await self._long(scene, standings_text(sums, name, scene.locale))

    async def _record(self, scene: Scene, match: MatchId) -> None:
        wanted = match.lower() or await self._service.last_match_at(scene.spot.place) or ""
        text = await self._service.record(wanted, scene.known.person) if wanted else None
        if text is None:
            await self._tell(scene, words_for(scene.locale).text("record.none"))
            return
        self.spawn(self._send_record(scene, wanted, text))

    async def _send_record(self, scene: Scene, match: MatchId, text: str) -> None:
        await self._wire.turn(scene.spot.chat)
        await self._wire.send_file(
            scene.spot.chat, f"truco-{match}.truco", text.encode(), thread=scene.spot.thread
        )

    async def _language(self, scene: Scene, wanted: str) -> None:
        if wanted:
            # For whoever asks; and for the whole group, if they run it.
            spoken = await self._speak(scene, wanted)
            if not scene.spot.private and await self._is_admin(scene):
                await self._configure(scene, {"idioma": wanted})
            await self._tell(scene, words_for(spoken).text("language.set"))
            return
        keys = tuple(
            (Key(words_for(one).text(f"language.{one}"), f"g1.idioma.{one}"),)
            for one in ("es", "pt_BR", "en")
        )
        page = Page(escape(say(scene.locale, "language.ask")), keys)
        await self._give(scene, page, "", private=False)

    async def _settings(self, scene: Scene, values: dict[str, str]) -> None:
        """What the group has agreed on: everybody may see it, administrators change it."""
        admin = await self._is_admin(scene)
        if not values:
            await self._give(
                scene, panel_page(await self._panel(scene), press=admin), "", private=False
            )
        elif admin:
            reply = await self._configure(scene, values)
            await self._tell(scene, reply_text(reply, scene.locale))
        else:
            refused = messages.Refused(ServiceReason.NOT_ADMIN)
            await self._tell(scene, reply_text(refused, scene.locale))

    async def _panel(self, scene: Scene) -> Panel:
        here = (scene.spot.place, say(scene.locale, "settings.topic"))
        places = (here,) if scene.spot.forum else ()
        return await self._service.panel(scene.spot.community, scene.locale, places)

    async def _press_settings(self, scene: Scene, press: "_Press", words: list[str]) -> None:
        """The panel: of one of its lists, of an entry, back to it."""
        if not await self._is_admin(scene):
            refused = messages.Refused(ServiceReason.NOT_ADMIN)
            press.answer(clipped(reply_text(refused, scene.locale), ALERT), alert=True)
            return
        name, value = (*words, "", "")[:2]
        panel = await self._panel(scene)
        setting = panel.setting(name)
        if value and setting is not None:
            reply = await self._configure(scene, {name: setting.with_(value)})
            if not isinstance(reply, messages.Accepted):
                text = reply_text(reply, scene.locale)
                press.answer(clipped(text, ALERT), alert=True)
                return
        press.answer()
        # The page is made once it may be written: of many presses the last one counts.
        await self._wire.turn(scene.spot.chat)
        panel = await self._panel(scene)
        setting = panel.setting(name)
        if setting is None or (value and not setting.many):
            page = panel_page(panel, press=True)
        else:
            page = setting_page(panel, setting, scene.locale)
        with suppress(Same):
            await self._put_page(scene, page)

    async def _put_page(self, scene: Scene, page: Page) -> None:
        """Another content of the message that was pressed."""
        if scene.hidden:
            await self._wire.edit_hidden(scene.spot.chat, scene.known.user, scene.hidden, page)
        else:
            await self._wire.edit(scene.spot.chat, scene.message, page)

    async def _configure(self, scene: Scene, values: dict[str, str]) -> AnyReply:
        reply = await self._service.configure(scene.spot.community, values)
        if "idioma" in values and isinstance(reply, messages.Accepted) and not scene.spot.private:
            locale = await self._places.group_locale(scene.spot.community)
            self.spawn(
                set_group_menu(self._wire.bot, scene.spot.chat, locale, hidden=self._wire.hidden)
            )
        return reply

    async def _is_admin(self, scene: Scene) -> bool:
        """Whether somebody runs the place; in their private chat everybody does."""
        if scene.spot.private or scene.admin:
            return True
        return await self._wire.is_admin(scene.spot.chat, scene.known.user)

    async def _speak(self, scene: Scene, wanted: str) -> str:
        spoken = await self._service.set_language(scene.known.person, wanted)
        await self._places.chose(scene.known.user)
        return spoken or scene.locale

    # --- what becomes of the bot -----------------------------------------------------------------

    async def _changed(self, change: ChatMemberUpdated) -> None:
        """The bot was added, removed, blocked or allowed again."""
        status = change.new_chat_member.status
        here = status in (ChatMemberStatus.MEMBER, ChatMemberStatus.ADMINISTRATOR)
        if change.chat.type == Chat.PRIVATE:
            if not here:
                await self._places.closed(change.from_user.id)
            return
        if change.chat.type == Chat.CHANNEL:
            return
        admin = status == ChatMemberStatus.ADMINISTRATOR
        self._platform.hidden.became(change.chat.id, admin=admin)
        if not here:
            return
        spot = await self._places.spot(change.chat)
        tables = await self._platform.show_all(spot.community)
        was_here = change.old_chat_member.status in (
            ChatMemberStatus.MEMBER,
            ChatMemberStatus.ADMINISTRATOR,
            ChatMemberStatus.RESTRICTED,
        )
        if tables or was_here:
            return
        known = await self._places.known(change.from_user)
        if known.locale and not await self._service.language_of(spot.community):
            await self._service.set_language(spot.community, known.locale)
        locale = await self._places.group_locale(spot.community)
        scene = Scene(known, spot, locale, "")
        await self._greet_group(scene)


class _Press:
    """The answer to a press: given once, beside everything else."""

    def __init__(self, wire: Wire, query: str, spawn: Any) -> None:
        self._wire = wire
        self._query = query
        self._spawn = spawn
        self._done = False

    def answer(self, text: str = "", *, alert: bool = False, url: str = "") -> None:
        """Only the first counts."""
        if not self._done:
            self._done = True
            self._spawn(self._wire.answer(self._query, text, alert=alert, url=url))


def _hidden_number(message: Message | None) -> int:
    """The number of a message that one member of a group alone sees; 0: everybody sees it."""
    if message is None:
        return 0
    return int((message.api_kwargs or {}).get("ephemeral_message_id", 0))


def _parts(text: str) -> list[str]:
    """Pieces that fit into a message, cut between lines."""
    made, piece = [], ""
    for line in text.splitlines():
        if piece and len(piece) + 1 + len(line) > LONGEST - 96:
            made.append(piece)
            piece = line
        else:
            piece = f"{piece}\n{line}" if piece else line
    return [*made, piece] if piece else made


def _keep(memory: OrderedDict[Any, Any], key: Any, value: Any) -> None:
    memory[key] = value
    memory.move_to_end(key)
    while len(memory) > _REMEMBERED:
        memory.popitem(last=False)

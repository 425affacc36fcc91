"""What people press and type, put to the service; what comes of it, answered.

Answered first: after the commit and before anything is edited or sent elsewhere. Nothing that can
wait for Discord's limits stands between a press and its answer.
"""

from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from typing import Any, Final

import discord
import structlog
from msgspec import Struct
from msgspec.structs import replace

from adapters.discord import community, layout
from adapters.discord.address import DIRECT, HERE, Address, read
from adapters.discord.answer import PATIENCE, Answer, Form
from adapters.discord.caller import Caller, caller_of
from adapters.discord.ids import PLATFORM
from adapters.discord.load import Load
from adapters.discord.message import CHOICES, Message, button, choice, cut, select
from adapters.discord.platform import DiscordPlatform
from adapters.discord.reachability import TOKEN_SECONDS
from adapters.discord.words import say
from bot import messages, tokens
from bot.asking import PREFIX as RESUMED
from bot.asking import Asking, Whereabouts, follow_up
from bot.match.lobby import not_host
from bot.messages import AnyCommand, AnyReply, MatchId
from bot.pages import page_for
from bot.screen import Question, Screen, asked_first
from bot.screens import pages, question_of, reply_text
from bot.screens.pages import PageKey
from bot.service import Service
from bot.showing.surface_turns import Beside
from bot.store.model import Surface
from bot.words import words_for

_log = structlog.get_logger(__name__)

FIELD: Final = "value"
_FORM: Final = "t1."


class Pressed(Struct, frozen=True):
    """The surface on which the pressed button stands, and the leave to write there."""

    surface: Surface
    beside: Beside


class Interactions:
    """Serves presses; :class:`adapters.discord.slash.Slash` serves what is typed."""

    def __init__(
        self, service: Service, platform: DiscordPlatform, *, patience: float = PATIENCE
    ) -> None:
        self.service = service
        self.platform = platform
        self.reach = platform.reach
        self._load = Load()
        self._turns = service.updater.turns
        self.patience = patience
        self.asking: Final = Asking(service)
        self.resume: Callable[[Caller, Answer, discord.Interaction, str], Awaitable[None]]
        """What the answer to "which table?" is given to: what is typed is served elsewhere."""

    # --- presses -------------------------------------------------------------------------------

    async def component(self, interaction: discord.Interaction, data: dict[str, Any]) -> None:
        """A button, or an entry of a list."""
        id = str(data.get("custom_id", ""))
        value = str((data.get("values") or [""])[0])
        # A form can only be a first answer.
        async with self.answering(interaction, first=id.startswith(_FORM) and "?" in id) as answer:
            caller = await caller_of(interaction, self.service)
            if id.startswith(layout.LIST):
                await self._picked(caller, answer, interaction, id, value)
            elif id.startswith(community.PANEL):
                values = tuple(str(one) for one in data.get("values") or ())
                await self._set(caller, answer, id.removeprefix(community.PANEL), values)
            elif id.startswith(layout.ASIDE):
                await self._aside(caller, answer, interaction, id.removeprefix(layout.ASIDE))
            elif id.startswith(layout.CONFIRM):
                await self._confirm(caller, answer, id.removeprefix(layout.CONFIRM))
            else:
                await self.press(caller, answer, interaction, id)

    async def submitted(self, interaction: discord.Interaction, data: dict[str, Any]) -> None:
        """A form with a number or a short text: the ``?`` of its token is filled in."""
        async with self.answering(interaction) as answer:
            caller = await caller_of(interaction, self.service)
            value = _field(data).strip()
            if not value.isascii() or not value.replace("-", "").replace("_", "").isalnum():
                await answer.private(layout.note(say(caller.locale, "unclear")))
                return
            id = str(data.get("custom_id", ""))
            await self.press(caller, answer, interaction, id.replace("?", value, 1))

    async def _picked(
        self,
        caller: Caller,
        answer: Answer,
        interaction: discord.Interaction,
        id: str,
        value: str,
    ) -> None:
        """An entry of a list: its value is a token, what a token wants, or an option's name."""
        if id.startswith(f"{layout.LIST}option"):
            await self.options(caller, answer, id.rpartition(".")[2], value)
        elif id.startswith((f"{layout.LIST}t1.", f"{layout.LIST}{RESUMED}")):
            token = id.removeprefix(layout.LIST).replace("?", value, 1)
            await self.press(caller, answer, interaction, token)
        else:
            await self.press(caller, answer, interaction, value)

    async def press(
        self, caller: Caller, answer: Answer, interaction: discord.Interaction, id: str
    ) -> None:
        """A token, a page's key, or the answer to "which table?"."""
        if id.startswith(pages.PREFIX):
            await self._page_pressed(caller, answer, id)
            return
        if id.startswith(RESUMED):
            await self.resume(caller, answer, interaction, id)
            return
        try:
            token = tokens.decode(id)
            if token.action == layout.OPTIONS:
                await self.options(caller, answer, token.match)
                return
            command = tokens.command(
                id, person=caller.person, request=caller.request, name=caller.name
            )
        except tokens.BadToken:
            await answer.private(layout.note(say(caller.locale, "unclear")))
            return
        if command is None:
            await self.hand(caller, answer, interaction, token.match)
            return
        with ExitStack() as stack:
            found = await self._pressed(token.match, interaction)
            press = None
            if found is not None:
                press = Pressed(found, stack.enter_context(self._turns.beside(found.id)))
            reply = await self.service.handle(command)
            await self._answer_press(caller, answer, interaction, command, reply, press)
        await self.after(caller, command, reply)

    async def _pressed(self, match: MatchId, interaction: discord.Interaction) -> Surface | None:
        """The surface on which the pressed button stands."""
        if interaction.message is None:
            return None
        for surface in await self.platform.surfaces_of(match):
            if _stands_on(surface, interaction):
                return surface
        return None

    async def _answer_press(
        self,
        caller: Caller,
        answer: Answer,
        interaction: discord.Interaction,
        command: AnyCommand,
        reply: AnyReply,
        press: "Pressed | None",
    ) -> None:
        pressed = None if press is None else press.surface
        said = reply_text(reply, caller.locale)
        own = pressed is not None and pressed.person == caller.person
        match reply:
            case messages.Ask():
                await self.ask(answer, question_of(reply, caller.locale))
            case messages.Accepted() if isinstance(command, messages.SetOptions):
                await self._answer_option(caller, answer, command, pressed)
            case messages.Accepted():
                await self._redraw(caller, answer, interaction, command, press)
                if said:
                    await answer.private(layout.note(said))
            case messages.Stale() if own:
                await self._redraw(caller, answer, interaction, command, press)
                await answer.private(layout.note(said))
            case _:
                await answer.private(layout.note(said))
                if pressed is not None and isinstance(reply, messages.Stale):
                    await self.service.surfaces.redraw(pressed.id)

    async def _redraw(
        self,
        caller: Caller,
        answer: Answer,
        interaction: discord.Interaction,
        command: AnyCommand,
        press: "Pressed | None",
    ) -> None:
        """The answer shows the pressed message as it is now: in that message, as long as it is the
        surface's. While another one is on its way in its place, nothing is written there."""
        match = getattr(command, "match", "")
        if press is None:
            await self._redraw_note(caller, answer, interaction, match)
            return
        # Found before it was known that nobody puts it elsewhere.
        pressed = await self.service.surfaces.find(press.surface.id)
        if pressed is None or not press.beside.may or not _stands_on(pressed, interaction):
            await answer.nothing()
            return
        seen = await self.service.screens.info_and_screen(
            match, pressed.person or None, _locale(pressed, caller)
        )
        if seen is None:
            await answer.nothing()
            return
        info, screen = seen
        message = self.platform.message(screen, info, greeting=pressed.person != "")
        address = read(pressed.address)
        with press.beside.writing():
            arrived = await answer.redraw(message, self.platform.known(address.message))
        if answer.shown is not None:
            self.platform.remember(address.message, answer.shown)
        alone = not press.beside.crossed
        if not arrived or not alone:
            self.platform.doubt(address.message)
        if arrived and alone:
            if address.kind == HERE:
                address = self._renewed(address, interaction)
            else:
                address = replace(address, hand=screen.number)
            await self.service.surfaces.move(pressed, str(address), screen)
        else:
            # What cannot be edited (a thread that sleeps) can be answered by nothing at all.
            await answer.nothing()
            await self.service.surfaces.redraw(pressed.id)

    async def _redraw_note(
        self, caller: Caller, answer: Answer, interaction: discord.Interaction, match: MatchId
    ) -> None:
        """A note was pressed (a confirmation, a choice): it has done its part. Whoever has no
        private chat with the bot gets the hand in its place."""
        if interaction.message is None or not interaction.message.flags.ephemeral:
            await answer.nothing()
            return
        for surface in await self.platform.surfaces_of(match):
            if surface.person == caller.person and read(surface.address).kind == DIRECT:
                done = words_for(caller.locale).text("reply.done")
                await answer.redraw(layout.note(done))
                return
        if await self.service.matches.view(match, caller.person) is None:
            await answer.nothing()
        else:
            await self.hand(caller, answer, interaction, match, in_place=True)

    def _renewed(self, address: Address, interaction: discord.Interaction) -> Address:
        """A press gives an answer's message a new token: another quarter of an hour."""
        until = int(self.service.time.now() + TOKEN_SECONDS)
        return replace(address, token=interaction.token, until=until)

    async def after(self, caller: Caller, command: AnyCommand, reply: AnyReply) -> None:
        """What else an accepted command brings, once it is answered."""
        after = follow_up(command, reply)
        if after.before:
            await self.platform.follow_on(after.before)
            return
        if after.here and not caller.direct:
            await self._table_here(caller, after.match)
        # In the private chat the answer to opening a table is the table itself.
        if after.seat and not (caller.direct and isinstance(command, messages.OpenTable)):
            await self.reach.seat(after.match, caller.person)
        if after.gone:
            for surface in await self.service.surfaces.of_match(after.match):
                if surface.person == caller.person:
                    await self.service.surfaces.remove(surface.id)
        if after.begins:
            await self._thread(caller, after.match)

    async def whereabouts(self, caller: Caller) -> Whereabouts:
        """Who asks and where, in the service's terms."""
        return Whereabouts(
            request=caller.request,
            person=caller.person,
            name=caller.name,
            community=caller.community,
            place=caller.place,
            locale=caller.locale,
            private=caller.direct,
            shown=await self._shown_in(caller) if caller.thread else "",
        )

    async def _shown_in(self, caller: Caller) -> MatchId:
        """The table of a thread: the newest that is shown there; empty: none."""
        for match in await self.service.matches.at_place(caller.place):
            for surface in await self.platform.surfaces_of(match):
                if not surface.person and read(surface.address).target == caller.channel:
                    return match
        return ""

    async def _table_here(self, caller: Caller, match: MatchId) -> None:
        """Whoever sits down sees the table where they are."""
        for surface in await self.platform.surfaces_of(match):
            if not surface.person and read(surface.address).target == caller.channel:
                return
        info = await self.service.matches.info(match)
        if (info is not None and info.place == caller.place) or caller.missing:
            return
        if not await self.service.settings.allows_tables(caller.community, caller.place):
            return
        home = info is not None and info.community == caller.community
        locale = "" if home else caller.shared
        await self.platform.add_table(match, caller.channel, locale)

    async def _thread(self, caller: Caller, match: MatchId) -> None:
        """Where the server wants it so, the match moves into a thread below its lobby."""
        info = await self.service.matches.info(match)
        if info is None or caller.direct:
            return
        ways = await community.ways_of(self.service, info.community)
        if ways.threads:
            names = ", ".join(seat.name for seat in info.seats)
            self.reach.later(self.platform.into_thread(match, caller.guild, cut(names, 100)))

    # --- hands ---------------------------------------------------------------------------------

    async def hand(
        self,
        caller: Caller,
        answer: Answer,
        interaction: discord.Interaction,
        match: MatchId,
        *,
        in_place: bool = False,
    ) -> None:
        """This person's cards, as the answer; the answer is kept up to date while that is possible.

        ``in_place``: instead of the pressed message, which is an answer of that kind itself."""
        seen = await self.service.screens.info_and_screen(match, caller.person, caller.locale)
        if seen is None:
            await answer.private(layout.note(words_for(caller.locale).text("say.no_table")))
            return
        info, screen = seen
        if info.seat_of(caller.person) is None:
            await answer.private(layout.note(words_for(caller.locale).text("reply.not_seated")))
            return
        message = self.platform.message(screen, info)
        if in_place and interaction.message is not None:
            sent = interaction.message.id if await answer.redraw(message) else 0
        elif caller.direct:
            sent = await answer.post(message)
        else:
            sent = await answer.private(message)
        if sent:
            direct = caller.direct and not in_place
            self.platform.remember(sent, answer.shown or message)
            await self._keep_hand(caller, interaction, match, screen, sent, direct=direct)

    async def _keep_hand(
        self,
        caller: Caller,
        interaction: discord.Interaction,
        match: MatchId,
        screen: Screen,
        sent: int,
        *,
        direct: bool,
    ) -> None:
        if direct:
            await self.reach.opened(caller.person)
            address = Address(DIRECT, caller.user, caller.channel, sent, screen.number)
        else:
            until = int(self.service.time.now() + TOKEN_SECONDS)
            address = Address(HERE, caller.user, 0, sent, 0, until, interaction.token)
        await self.service.surfaces.add(
            match,
            platform=PLATFORM,
            address=str(address),
            chat=f"{address.kind}{address.target}",
            person=caller.person,
            key=address.kind,
            lifetime=None if direct else TOKEN_SECONDS,
            shown=screen,
        )

    # --- questions -----------------------------------------------------------------------------

    async def ask(self, answer: Answer, question: Question) -> None:
        """A number or a text by a form, a choice by a list or a few buttons."""
        if question.choices:
            await answer.private(_choices(question))
            return
        hint = f"{question.low}-{question.high}" if question.high else ""
        field: dict[str, Any] = {
            "type": 4,
            "custom_id": FIELD,
            "style": 1,
            "min_length": 1,
            "max_length": 10,
            "required": True,
        }
        if hint:
            field["placeholder"] = hint
        label = {"type": 18, "label": cut(question.text, 45), "component": field}
        if not await answer.ask(Form(question.token, cut(question.text, 45), label)):
            await answer.private(layout.note(question.text))

    async def _confirm(self, caller: Caller, answer: Answer, id: str) -> None:
        """The question that stands before a press that cannot be taken back."""
        try:
            match = tokens.decode(id).match
        except tokens.BadToken:
            await answer.private(layout.note(say(caller.locale, "unclear")))
            return
        own = await self.service.screens.screen(match, caller.person, caller.locale)
        table = await self.service.screens.screen(match, None, caller.locale)
        found = asked_first(id, own, table)
        if found is None:
            await answer.private(layout.note(words_for(caller.locale).text("reply.stale")))
            return
        sure = button(id, found.label, "danger")
        await answer.private(layout.note(found.confirm, sure))

    # --- the host's options --------------------------------------------------------------------

    async def options(
        self, caller: Caller, answer: Answer, match: MatchId, chosen: str = ""
    ) -> None:
        """The options of a lobby, for its host; everybody else is told whose they are."""
        screen = await self.service.screens.screen(match, None, caller.locale)
        info = await self.service.matches.info(match)
        if screen is None or info is None or not screen.fields:
            await answer.private(layout.note(words_for(caller.locale).text("reply.stale")))
        elif info.host != caller.person:
            await answer.private(layout.note(reply_text(not_host(info), caller.locale)))
        elif chosen:
            await answer.redraw(layout.options(screen, chosen))
        else:
            await answer.private(layout.options(screen))

    async def _answer_option(
        self,
        caller: Caller,
        answer: Answer,
        command: messages.SetOptions,
        pressed: Surface | None,
    ) -> None:
        screen = await self.service.screens.screen(command.match, None, caller.locale)
        if pressed is None and screen is not None:
            done = words_for(caller.locale).text("reply.done")
            await answer.redraw(layout.options(screen, command.options[0][0], done))
        else:
            await answer.nothing()

    # --- pages ---------------------------------------------------------------------------------

    async def page(self, caller: Caller, answer: Answer, key: PageKey) -> None:
        """A page of help or rules, to read and to turn."""
        found = await page_for(self.service, key, caller.person, caller.locale)
        await answer.private(layout.page(found, caller.locale))

    async def _page_pressed(self, caller: Caller, answer: Answer, id: str) -> None:
        """Another page in place of the one that was read."""
        try:
            key = pages.read_key(id)
        except pages.BadKey:
            await answer.private(layout.note(say(caller.locale, "unclear")))
            return
        found = await page_for(self.service, key, caller.person, caller.locale)
        await answer.redraw(layout.page(found, caller.locale))

    # --- settings ------------------------------------------------------------------------------

    async def settings(self, caller: Caller, answer: Answer) -> None:
        """The server's settings, for those who manage it."""
        if not caller.manages:
            text = words_for(caller.locale).text("reason.NOT_ADMIN")
            await answer.private(layout.note(text))
            return
        panel = await self._panel(caller, community.RULES)
        await answer.private(panel)

    async def _panel(self, caller: Caller, page: str) -> Message:
        return await community.panel(self.service, caller.community, caller.locale, page)

    async def _set(
        self, caller: Caller, answer: Answer, name: str, values: tuple[str, ...]
    ) -> None:
        if not caller.manages:
            text = words_for(caller.locale).text("reason.NOT_ADMIN")
            await answer.private(layout.note(text))
            return
        if name.startswith(community.PAGE):
            await answer.redraw(await self._panel(caller, name.removeprefix(community.PAGE)))
            return
        reply = await community.choose(self.service, caller.community, caller.locale, name, values)
        if reply is None:
            await answer.private(layout.note(say(caller.locale, "unclear")))
            return
        page = community.page_of(
            name, await self.service.screens.panel(caller.community, caller.locale)
        )
        await answer.redraw(await self._panel(caller, page))
        if not isinstance(reply, messages.Accepted):
            await answer.private(layout.note(reply_text(reply, caller.locale)))

    async def _aside(
        self, caller: Caller, answer: Answer, interaction: discord.Interaction, match: MatchId
    ) -> None:
        """Somebody would rather see their cards in the channel than in their own chat."""
        note = layout.note(say(caller.locale, "aside.done"))
        if interaction.message is not None and await answer.redraw(note):
            self.platform.remember(interaction.message.id, note)
        await self.reach.prefer_here(match, caller.person)

    # --- one interaction -----------------------------------------------------------------------

    def answering(
        self, interaction: discord.Interaction, *, public: bool = False, first: bool = False
    ) -> "_Answering":
        """An answer within its time, whatever happens while it is worked out. ``first``: what is
        worked out has to be the first answer."""
        answer = Answer(
            interaction, patience=self.patience, public=public, begun=self.reach.pressed
        )
        return _Answering(answer, interaction, self._load, self.service.time.now, first)


class _Answering:
    """Sees to it that every interaction is answered, by an apology if need be."""

    def __init__(
        self,
        answer: Answer,
        interaction: discord.Interaction,
        load: Load,
        clock: Callable[[], float],
        first: bool,
    ) -> None:
        self._answer = answer
        self._locale = str(interaction.locale)
        self._load = load
        self._age = clock() - interaction.created_at.timestamp()
        self._first = first

    async def __aenter__(self) -> Answer:
        if self._load.came(self._age) and not self._first:
            await self._answer.defer()
        return self._answer

    async def __aexit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        failed = isinstance(error, Exception)
        if failed:
            _log.error("discord.failed", exc_info=error)
            locale = words_for(self._locale).locale
            await self._answer.private(layout.note(say(locale, "broken")))
        await self._answer.done()
        self._load.done()
        return failed


def _stands_on(surface: Surface, interaction: discord.Interaction) -> bool:
    """What was pressed stands on the message that is the surface's."""
    message = interaction.message
    return message is not None and read(surface.address).message == message.id


def _locale(pressed: Surface, caller: Caller) -> str:
    """The language of a surface, where it is known without asking; empty: to be asked."""
    if pressed.person == caller.person:
        return pressed.locale or caller.locale
    return pressed.locale if pressed.person or caller.direct else pressed.locale or caller.shared


def _choices(question: Question) -> Message:
    """A few choices are buttons, more of them a list."""
    if len(question.choices) <= 5:
        buttons = [
            button(question.token.replace("?", value, 1), label, "primary")
            for value, label in question.choices
        ]
        return layout.note(question.text, *buttons)
    listed = [choice(value, label) for value, label in question.choices[:CHOICES]]
    menu = select(f"{layout.LIST}{question.token}", question.text, listed)
    return Message((*layout.note(question.text).components, menu))


def _field(data: dict[str, Any]) -> str:
    """What was written into the form's one field, wherever Discord wraps it."""
    for component in data.get("components", ()):
        for inner in (component.get("component"), *component.get("components", ())):
            if inner and inner.get("custom_id") == FIELD:
                return str(inner.get("value", ""))
    return ""

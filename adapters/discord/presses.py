"""Serves presses: translates them into commands, and answers.

The answer comes first: after the commit and before anything is edited or sent elsewhere. Nothing
that can wait for Discord's limits comes between a press and its answer."""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack
from functools import partial
from typing import Any, assert_never

import discord
from msgspec import Struct
from msgspec.structs import replace

from adapters.discord import layout
from adapters.discord.address import DIRECT, Address, read
from adapters.discord.answer import Answer
from adapters.discord.answering import Answering
from adapters.discord.caller import Caller, caller_of
from adapters.discord.follow_up import FollowUps
from adapters.discord.last_presses import TOKEN_SECONDS
from adapters.discord.own_presses import (
    FORM,
    Aside,
    ChooseOptions,
    Confirm,
    OpenWindow,
    PanelChoice,
    read_component,
)
from adapters.discord.platform import DiscordPlatform
from adapters.discord.views import FIELD, Views
from adapters.discord.words import say
from bot import messages
from bot.asking import (
    AtTable,
    Do,
    OpenPage,
    Press,
    Resume,
    SeeHand,
    SeeOrder,
    TurnPage,
    Unclear,
    UnknownPage,
    UnknownWord,
    follow_up,
    read_press,
)
from bot.messages import AnyCommand, AnyReply, MatchId
from bot.screens import question_of, reply_text
from bot.service import Service
from bot.showing.surface_turns import Beside
from bot.store.model import Surface
from bot.words import words_for

ServeResumed = Callable[[Caller, Answer, discord.Interaction, Resume], Awaitable[None]]
"""The function that serves the answer to "which table?"."""


class Pressed(Struct, frozen=True):
    """The surface whose message was pressed, and whether writing there is allowed."""

    surface: Surface
    beside: Beside


class Presses:
    """Serves buttons, lists and forms. Typed commands: :class:`adapters.discord.slash.Slash`."""

    def __init__(
        self,
        service: Service,
        platform: DiscordPlatform,
        answering: Answering,
        views: Views,
        follow_up: FollowUps,
        resume: ServeResumed,
    ) -> None:
        self._service = service
        self._platform = platform
        self._answering = answering
        self._views = views
        self._follow_up = follow_up
        self._resume = resume
        self._turns = service.updater.turns

    async def component(self, interaction: discord.Interaction, data: dict[str, Any]) -> None:
        """Serves a button, or an entry of a list."""
        id = str(data.get("custom_id", ""))
        pressed = read_component(id, [str(value) for value in data.get("values") or ()])
        # A form, and a window, are only possible as the first answer.
        asks = isinstance(pressed, AtTable) and "?" in pressed.token.action
        first = asks or isinstance(pressed, ChooseOptions | OpenWindow)
        public = id == layout.PLAY_NOW
        async with self._answering.answer(interaction, public=public, first=first) as answer:
            caller = await caller_of(interaction, self._service)
            match pressed:
                case ChooseOptions(match=match, options=options):
                    await self._views.option_form(caller, answer, match, options)
                case PanelChoice(setting=setting, values=values):
                    await self._views.set(caller, answer, setting, values)
                case Aside(match=match):
                    await self._aside(caller, answer, match)
                case OpenWindow(match=match):
                    await self._platform.open_window(caller, answer, match)
                case Confirm(match=match, token=token):
                    await self._views.confirm(caller, answer, match, token)
                case _:
                    await self._press(caller, answer, interaction, pressed)

    async def submitted(self, interaction: discord.Interaction, data: dict[str, Any]) -> None:
        """Serves a form: a table's options; or a number or short text for its token's ``?``."""
        async with self._answering.answer(interaction) as answer:
            caller = await caller_of(interaction, self._service)
            id = str(data.get("custom_id", ""))
            if id.startswith(FORM):
                await self._set_options(caller, answer, id.removeprefix(FORM), _chosen(data))
                return
            value = _field(data).strip()
            if not value.isascii() or not value.replace("-", "").replace("_", "").isalnum():
                await answer.private(layout.note(say(caller.locale, "unclear")))
                return
            await self._press(caller, answer, interaction, read_press(id.replace("?", value)))

    async def _set_options(
        self, caller: Caller, answer: Answer, match: MatchId, values: dict[str, str]
    ) -> None:
        """Changes these options of a table, and shows them again."""
        command = messages.SetOptions(
            request=caller.request, person=caller.person, match=match, options=tuple(values.items())
        )
        reply = await self._service.handle(command, partial(_say_slow, caller, answer))
        if isinstance(reply, messages.Accepted):
            await self._views.option_set(caller, answer, command, None)
        else:
            await answer.private(layout.note(reply_text(reply, caller.locale)))

    async def _press(
        self, caller: Caller, answer: Answer, interaction: discord.Interaction, pressed: Press
    ) -> None:
        """Serves a press that every platform has."""
        match pressed:
            case TurnPage(key=key):
                message = interaction.message
                alone = caller.direct or (message is not None and message.flags.ephemeral)
                await self._views.turn_page(caller, answer, key, alone=alone)
            case OpenPage(key=key):
                await self._views.page(caller, answer, key)
            case Resume():
                await self._resume(caller, answer, interaction, pressed)
            case SeeOrder(token=token):
                await self._views.order(caller, answer, token.match)
            case SeeHand(token=token):
                await self._views.hand(caller, answer, interaction, token.match)
            case Do():
                await self._do(caller, answer, interaction, pressed)
            case UnknownPage() | UnknownWord() | Unclear():
                await answer.private(layout.note(say(caller.locale, "unclear")))
            case _:
                assert_never(pressed)

    async def _do(
        self, caller: Caller, answer: Answer, interaction: discord.Interaction, pressed: Do
    ) -> None:
        """Sends the command of a button, and answers in the pressed message."""
        match = pressed.token.match
        command = pressed.by(person=caller.person, request=caller.request, name=caller.name)
        locale = await self._service.screens.regional(match, caller.locale)
        caller = replace(caller, locale=locale)
        with ExitStack() as stack:
            found = await self._pressed(match, interaction)
            press = None
            if found is not None:
                if isinstance(command, messages.Act):
                    self._platform.pressed(found)
                press = Pressed(found, stack.enter_context(self._turns.beside(found.id)))
            reply = await self._service.handle(command, partial(_say_slow, caller, answer))
            await self._answer_press(caller, answer, interaction, command, reply, press)
        await self._follow_up.after(caller, command, reply)

    async def _pressed(self, match: MatchId, interaction: discord.Interaction) -> Surface | None:
        """The surface whose message was pressed; ``None``: it shows no surface."""
        if interaction.message is None:
            return None
        for surface in await self._platform.surfaces.of_match(match):
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
        press: Pressed | None,
    ) -> None:
        pressed = None if press is None else press.surface
        said = reply_text(reply, caller.locale)
        own = pressed is not None and pressed.person == caller.person
        match reply:
            case messages.Ask():
                await self._views.ask(answer, question_of(reply, caller.locale))
            case messages.Accepted() if isinstance(command, messages.SetOptions):
                await self._views.option_set(caller, answer, command, pressed)
            case messages.Accepted() if isinstance(command, messages.SeeOptions):
                await self._views.options(caller, answer, command.match)
            case messages.Accepted():
                await self._redraw(caller, answer, interaction, command, press)
                if said:
                    await answer.private(layout.note(said))
            case messages.Refused() if (after := follow_up(command, reply)).ended:
                await self._views.ended(caller, answer, after.match, reply)
            case messages.Stale() if own:
                await self._redraw(caller, answer, interaction, command, press)
                await answer.private(layout.note(said))
            case _:
                await answer.private(layout.note(said))
                if pressed is not None and isinstance(reply, messages.Stale):
                    await self._service.surfaces.redraw(pressed.id)

    async def _redraw(
        self,
        caller: Caller,
        answer: Answer,
        interaction: discord.Interaction,
        command: AnyCommand,
        press: Pressed | None,
    ) -> None:
        """Answers with the newest picture in the pressed message, as long as that message belongs
        to the surface. Nothing is written there while another one is sent in its place."""
        match = getattr(command, "match", "")
        if press is None:
            await self._redraw_note(caller, answer, interaction, match)
            return
        # Read the surface again: it may have moved before we were allowed to write.
        pressed = await self._service.surfaces.find(press.surface.id)
        if pressed is None or not press.beside.may or not _stands_on(pressed, interaction):
            await answer.nothing()
            return
        seen = await self._service.screens.info_and_screen(
            match, pressed.person or None, _locale(pressed, caller)
        )
        if seen is None:
            await answer.nothing()
            return
        info, screen = seen
        message = self._platform.message(
            screen, info, greeting=info.seat_of(pressed.person) is not None
        )
        address = read(pressed.address)
        with press.beside.writing():
            arrived = await answer.redraw(message, self._platform.sent.known(address.message))
        if answer.shown is not None:
            self._platform.sent.remember(address.message, answer.shown)
        alone = not press.beside.crossed
        if not arrived or not alone:
            self._platform.sent.doubt(address.message)
        if arrived and alone:
            if address.answers:
                address = self._renewed(address, interaction)
            else:
                address = replace(address, hand=screen.number)
            await self._service.surfaces.move(pressed, str(address), screen)
        else:
            # A message that cannot be edited (in a thread that sleeps) gets an empty answer.
            await answer.nothing()
            await self._service.surfaces.redraw(pressed.id)

    async def _redraw_note(
        self, caller: Caller, answer: Answer, interaction: discord.Interaction, match: MatchId
    ) -> None:
        """Answers a press below a note (a confirmation, a choice): the note is no longer needed. If
        the person has no private chat with the bot, their hand replaces the note."""
        if interaction.message is None or not interaction.message.flags.ephemeral:
            await answer.nothing()
            return
        for surface in await self._platform.surfaces.of_match(match):
            if surface.person == caller.person and read(surface.address).kind == DIRECT:
                done = words_for(caller.locale).text("reply.done")
                await answer.redraw(layout.note(done))
                return
        if await self._service.matches.view(match, caller.person) is None:
            await answer.nothing()
        else:
            await self._views.hand(caller, answer, interaction, match, in_place=True)

    def _renewed(self, address: Address, interaction: discord.Interaction) -> Address:
        """The address with a new token. Each press brings a private answer a new token, so it can
        be edited for another quarter of an hour."""
        until = int(self._service.time.utc() + TOKEN_SECONDS)
        return replace(address, token=interaction.token, until=until)

    async def _aside(self, caller: Caller, answer: Answer, match: MatchId) -> None:
        """The person wants to see their cards in the channel and not in the private chat. The
        pressed message goes with the hand."""
        await answer.private(layout.note(say(caller.locale, "aside.done")))
        await self._platform.reachability.prefer_here(match, caller.person)


async def _say_slow(caller: Caller, answer: Answer) -> None:
    """Tells that a press takes longer. The first answer stays free for the pressed message."""
    await answer.defer()
    await answer.private(layout.note(words_for(caller.locale).text("reply.slow")))


def _stands_on(surface: Surface, interaction: discord.Interaction) -> bool:
    """Whether the pressed message belongs to the surface."""
    message = interaction.message
    return message is not None and read(surface.address).message == message.id


def _locale(pressed: Surface, caller: Caller) -> str:
    """The language of a surface, if it is known already; empty: it must be looked up."""
    if pressed.person == caller.person:
        return pressed.locale or caller.locale
    return pressed.locale if pressed.person or caller.direct else pressed.locale or caller.shared


def _field(data: dict[str, Any]) -> str:
    """The text of the form's one field."""
    texts = (
        str(field.get("value", "")) for field in _fields(data) if field.get("custom_id") == FIELD
    )
    return next(texts, "")


def _chosen(data: dict[str, Any]) -> dict[str, str]:
    """The chosen values of each list of a form."""
    return {
        str(field.get("custom_id", "")): str(value)
        for field in _fields(data)
        for value in field.get("values") or ()
    }


def _fields(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The fields of a form, wherever Discord puts them."""
    for component in data.get("components", ()):
        for inner in (component.get("component"), *component.get("components", ())):
            if inner:
                yield inner

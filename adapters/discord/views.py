"""Answers that show or ask something: hands, questions, options, pages, settings."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final

import discord

from adapters.discord import community, layout, pages
from adapters.discord.address import DIRECT, HERE, Address
from adapters.discord.answer import Answer, Form
from adapters.discord.caller import Caller
from adapters.discord.ids import PLATFORM, user_id
from adapters.discord.last_presses import TOKEN_SECONDS
from adapters.discord.message import (
    CHOICES,
    FIELD_LABEL,
    FIELDS,
    Message,
    button,
    choice,
    cut,
    select,
)
from adapters.discord.own_presses import FORM, LIST
from adapters.discord.platform import DiscordPlatform
from adapters.discord.words import say
from bot import messages
from bot.asking.arriving import ArrivingPages
from bot.asking.standing_lists import StandingList, StandingLists
from bot.catalogue import page_for
from bot.messages import AnyReply, MatchId
from bot.pages.links import linking
from bot.pages.page_spec import Community
from bot.screen import Question, Screen, asked_first
from bot.screens import reply_text
from bot.screens.pages import TABLE_LIST, Page, PageKey
from bot.service import Service
from bot.store.model import Surface
from bot.words import words_for

FIELD: Final = "value"


class Views:
    """Shows things to one person."""

    def __init__(self, service: Service, platform: DiscordPlatform) -> None:
        self._service = service
        self._platform = platform
        self._reachability = platform.reachability
        self._arriving = ArrivingPages()
        self._lists = StandingLists(service, self._reachability.later)

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
        """Shows this person's cards as the answer, and keeps the answer up to date as long as
        possible. ``in_place``: in the pressed message, which is itself such an answer."""
        known = await self._service.matches.info(match)
        if known is not None and known.seat_of(caller.person) is None:
            await answer.private(layout.note(words_for(caller.locale).text("reply.not_seated")))
            return
        seen = await self._service.screens.info_and_screen(match, caller.person, caller.locale)
        if seen is None:
            await answer.private(layout.note(words_for(caller.locale).text("say.no_table")))
            return
        info, screen = seen
        message = self._platform.message(screen, info, greeting=False)
        if in_place and interaction.message is not None:
            sent = interaction.message.id if await answer.redraw(message) else 0
        elif caller.direct:
            sent = await answer.post(message)
        else:
            sent = await answer.private(message)
        if sent:
            direct = caller.direct and not in_place
            self._platform.sent.remember(sent, answer.shown or message)
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
            await self._reachability.opened(caller.person)
            address = Address(DIRECT, caller.user, caller.channel, sent, screen.number)
        else:
            until = int(self._service.time.utc() + TOKEN_SECONDS)
            address = Address(HERE, caller.user, 0, sent, 0, until, interaction.token)
        await self._service.surfaces.add(
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
        """Asks for a number with a form, or for a choice with a list or a few buttons."""
        if question.choices:
            await answer.private(_choices(question))
            return
        field: dict[str, Any] = {
            "type": 4,
            "custom_id": FIELD,
            "style": 1,
            "min_length": 1,
            "max_length": 10,
            "required": True,
            "placeholder": f"{question.low}-{question.high}",
        }
        label = {"type": 18, "label": cut(question.text, FIELD_LABEL), "component": field}
        if not await answer.ask(Form(question.token, cut(question.text, FIELD_LABEL), label)):
            await answer.private(layout.note(question.text))

    async def confirm(self, caller: Caller, answer: Answer, match: MatchId, token: str) -> None:
        """Asks the question before a press that cannot be taken back."""
        own = await self._service.screens.screen(match, caller.person, caller.locale)
        table = await self._service.screens.screen(match, None, caller.locale)
        found = asked_first(token, own, table)
        if found is None:
            await answer.private(layout.note(words_for(caller.locale).text("reply.stale")))
            return
        sure = button(token, found.label, "danger")
        await answer.private(layout.note(found.confirm, sure))

    # --- a table's options -----------------------------------------------------------------------

    async def options(self, caller: Caller, answer: Answer, match: MatchId, note: str = "") -> None:
        """Shows the options of a table. ``note``: again in the same message, with it."""
        sheet = await self._service.screens.options(match, caller.person, caller.locale)
        if sheet is None:
            await answer.private(layout.note(words_for(caller.locale).text("reply.stale")))
        elif note:
            await answer.redraw(pages.options(sheet, note))
        else:
            await answer.private(pages.options(sheet))

    async def option_form(
        self, caller: Caller, answer: Answer, match: MatchId, names: tuple[str, ...]
    ) -> None:
        """Asks for the values of these options of a table with a form."""
        sheet = await self._service.screens.options(match, caller.person, caller.locale)
        fields = [] if sheet is None else [field for field in sheet.fields if field.name in names]
        if sheet is None or not sheet.mine or not fields:
            await answer.private(layout.note(words_for(caller.locale).text("reply.stale")))
            return
        values = map(pages.option_values, fields[:FIELDS])
        if not await answer.ask(Form(f"{FORM}{match}", cut(sheet.title, FIELD_LABEL), *values)):
            await answer.private(layout.note(say(caller.locale, "broken")))

    async def option_set(
        self, caller: Caller, answer: Answer, command: messages.SetOptions, pressed: Surface | None
    ) -> None:
        """Shows the host's list again after a choice in it."""
        if pressed is None:
            done = words_for(caller.locale).text("reply.done")
            await self.options(caller, answer, command.match, done)
        else:
            await answer.nothing()

    async def order(self, caller: Caller, answer: Answer, match: MatchId) -> None:
        """Shows the order of the cards in the running hand to one person alone."""
        screen = await self._service.screens.screen(match, caller.person, caller.locale)
        if screen is None or not screen.order:
            await answer.private(layout.note(words_for(caller.locale).text("order.none")))
            return
        await answer.private(pages.order(screen, self._platform.emoji))

    async def ended(self, caller: Caller, answer: Answer, match: MatchId, reply: AnyReply) -> None:
        """Shows to one person alone how a match ended; ``reply`` if they may not see it."""
        seen = await self._service.screens.info_and_screen(match, None, caller.locale)
        if seen is None or not await self._service.screens.may_look(seen[0], caller.person):
            await answer.private(layout.note(reply_text(reply, caller.locale)))
            return
        info, screen = seen
        message = self._platform.message(screen, info, greeting=False)
        await answer.private(message)

    # --- pages ---------------------------------------------------------------------------------

    async def page(self, caller: Caller, answer: Answer, key: PageKey) -> Page:
        """Shows a page of help, rules or the scoreboard, with buttons to other pages."""
        found = await self._made(caller, key)
        if sent := await answer.private(self._laid_out(caller, key, found)):
            self._stands(caller, key, sent, found, partial(answer.rewrite, sent))
            self._arrive(caller, sent, found, partial(answer.rewrite, sent))
        return found

    def _laid_out(self, caller: Caller, key: PageKey, page: Page) -> Message:
        message = pages.page(page, caller.locale)
        is_list = key.what == TABLE_LIST
        return self._platform.beside_list(caller, message) if is_list else message

    def _arrive(
        self, caller: Caller, message: int, page: Page, put: Callable[[Message], Awaitable[bool]]
    ) -> None:
        """Brings a page up to date that is not complete yet; its answer is given already."""
        if page.again:
            made = partial(self._made, caller)
            arriving = self._arriving.arrive(
                message, page, made, lambda page: put(pages.page(page, caller.locale))
            )
            self._reachability.later(arriving)

    def _stands(
        self,
        caller: Caller,
        key: PageKey,
        message: int,
        page: Page,
        rewrite: Callable[[Message], Awaitable[bool]],
    ) -> None:
        """Lets a list of tables follow them for as long as its answer can be edited."""
        if key.what != TABLE_LIST:
            return
        standing = StandingList(
            caller.community,
            page,
            partial(self._made, caller, key),
            lambda made: rewrite(self._laid_out(caller, key, made)),
            self._service.time.now() + TOKEN_SECONDS,
        )
        self._lists.stands(message, standing)

    async def link(self, caller: Caller, answer: Answer, code: str) -> None:
        """Shows the person's users to that person alone. With a code it first links one more."""
        found = await linking(self._service, user_id(caller.user), code, caller.locale)
        await answer.private(pages.page(found.page, caller.locale))
        for match in found.tables:
            await self._reachability.seat(match, found.person)

    async def turn_page(self, caller: Caller, answer: Answer, key: PageKey, *, alone: bool) -> None:
        """Shows another page in place of the one before. ``alone``: nobody else sees the pressed
        message. If others see it, the press was forged, because such pages may hold what concerns
        one person alone; the page then goes to that person alone."""
        if not alone:
            await self.page(caller, answer, key)
            return
        found = await self._made(caller, key)
        self._arriving.turned(answer.pressed)
        self._lists.turned(answer.pressed)
        if await answer.redraw(self._laid_out(caller, key, found)):
            self._stands(caller, key, answer.pressed, found, answer.redraw)
            self._arrive(caller, answer.pressed, found, answer.redraw)

    async def _made(self, caller: Caller, key: PageKey) -> Page:
        here = Community(caller.community, caller.community_name)
        return await page_for(self._service, key, user_id(caller.user), caller.locale, here)

    # --- settings ------------------------------------------------------------------------------

    async def settings(self, caller: Caller, answer: Answer) -> None:
        """Shows the server's settings to people who manage it."""
        if await self._manages(caller, answer):
            await answer.private(await self._panel(caller, community.RULES))

    async def _manages(self, caller: Caller, answer: Answer) -> bool:
        """Whether the person manages the server. If not, they are told so."""
        if not caller.manages:
            text = words_for(caller.locale).text("reason.NOT_ADMIN")
            await answer.private(layout.note(text))
        return caller.manages

    async def _panel(self, caller: Caller, page: str) -> Message:
        return await community.panel(self._service, caller.community, caller.locale, page)

    async def set(self, caller: Caller, answer: Answer, name: str, values: tuple[str, ...]) -> None:
        if not await self._manages(caller, answer):
            return
        if name.startswith(community.PAGE):
            await answer.redraw(await self._panel(caller, name.removeprefix(community.PAGE)))
            return
        reply = await community.choose(self._service, caller.community, caller.locale, name, values)
        if reply is None:
            await answer.private(layout.note(say(caller.locale, "unclear")))
            return
        page = community.page_of(
            name, await self._service.screens.panel(caller.community, caller.locale)
        )
        await answer.redraw(await self._panel(caller, page))
        if not isinstance(reply, messages.Accepted):
            await answer.private(layout.note(reply_text(reply, caller.locale)))


def _choices(question: Question) -> Message:
    """The message of a question: a few choices as buttons, more of them as a list."""
    if len(question.choices) <= 5:
        buttons = [
            button(question.token.replace("?", value, 1), label, "primary")
            for value, label in question.choices
        ]
        return layout.note(question.text, *buttons)
    listed = [choice(value, label) for value, label in question.choices[:CHOICES]]
    menu = select(f"{LIST}{question.token}", question.text, listed)
    return Message((*layout.note(question.text).components, menu))

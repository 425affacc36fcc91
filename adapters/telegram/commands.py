"""Sends commands to the service, and shows what follows an accepted one."""

from collections.abc import Awaitable, Callable
from functools import partial
from html import escape
from typing import Final

from adapters.telegram.addresses import user_id
from adapters.telegram.answers import Answers
from adapters.telegram.caller import Caller, Press
from adapters.telegram.groups import Groups
from adapters.telegram.message import InlineButton, Page
from adapters.telegram.pages import sheet_brief, sheet_page, text_page
from adapters.telegram.platform import TelegramPlatform
from adapters.telegram.words import say
from bot import messages
from bot.asking import FollowUp, follow_up
from bot.catalogue import page_for
from bot.common.queues import Queues
from bot.messages import AnyCommand, MatchId
from bot.model import Status
from bot.pages.page_spec import Community
from bot.screens import question_of, reply_text
from bot.screens.pages import SIGNS, PageKey
from bot.service import Service
from bot.words import locale_of_client, words_for
from engine.errors import Reason

_PRIVATE_REASONS: Final = frozenset(reason.value for reason in Reason)
"""Reasons that may reveal a person's cards, so only that person is told them."""


class Commands:
    """Sends commands to the service and answers the person who gave them."""

    def __init__(
        self, service: Service, groups: Groups, platform: TelegramPlatform, answers: Answers
    ) -> None:
        self._service = service
        self._groups = groups
        self._platform = platform
        self._answers = answers
        self._opening = Queues()
        """The tables that are being opened, by community."""

    async def send(
        self,
        caller: Caller,
        command: AnyCommand,
        then: tuple[AnyCommand, ...] = (),
        press: Press | None = None,
        *,
        alone: bool = False,
    ) -> bool:
        """Sends the commands, one after another, until one is not accepted. Returns whether all
        were. ``alone``: a refusal is told to the person alone."""
        if isinstance(command, messages.Act) and not (caller.spot.private or caller.hidden):
            self._platform.attention.acted_in_group(caller.known.person)
        slow = words_for(caller.locale).text("reply.slow")
        if press is not None:
            press.meanwhile = slow
        say_slow = partial(self._say_slow, caller, slow) if press is None else None
        first, reply = await self._handle(caller, command, then, say_slow)
        if press is not None:
            press.meanwhile = ""
        match = getattr(first, "match", "")
        match reply:
            case messages.Ask():
                await self._answers.ask(caller, question_of(reply, caller.locale), press)
            case messages.Accepted():
                await self._accepted(caller, command, reply, press)
            case messages.Refused() if press is None and await self._ended(caller, command, reply):
                await self._platform.show_last(reply.match, caller.known)
            case _:
                await self._refused(caller, reply, press, alone=alone)
        accepted = isinstance(reply, messages.Accepted)
        if isinstance(command, messages.Act) and not isinstance(reply, messages.Ask):
            self._answers.take_back(caller, match)
        if press is not None and caller.hidden:
            # The step changes the hidden hand whose button was pressed.
            refresh = self._platform.hidden.refresh
            self._answers.spawn(refresh(match, caller.known, caller.spot.chat, caller.hidden))
        elif press is not None and caller.spot.private and not accepted:
            # The person may have pressed what the hand showed of an earlier moment.
            await self._platform.surfaces.catch_up(match, caller.known.person)
        return accepted

    async def _handle(
        self,
        caller: Caller,
        command: AnyCommand,
        then: tuple[AnyCommand, ...],
        say_slow: Callable[[], Awaitable[None]] | None,
    ) -> tuple[messages.AnyReply, messages.AnyReply]:
        """Gives the commands to the service. Tables of a group are opened one after another: if the
        first is refused, the next one chooses the group's language."""
        if not isinstance(command, messages.OpenTable):
            return await self._service.handle_each(command, then, say_slow)
        async with self._opening.turn(caller.spot.community):
            adopted = await self._adopt(caller)
            first, reply = await self._service.handle_each(command, then, say_slow)
            if adopted and not isinstance(first, messages.Accepted):
                await self._service.languages.forget(caller.spot.community, adopted)
        return first, reply

    async def _adopt(self, caller: Caller) -> str | None:
        """Sets the language of a group before its first table says anything there, and returns it;
        ``None``: it had one. In a private chat, the person's language is also the chat's."""
        own = "" if caller.spot.private else caller.known.locale
        named = locale_of_client(caller.named) if caller.named else own
        same = own[:2] == named[:2]
        return await self._groups.adopt(caller.spot.community, own if same else named)

    async def _say_slow(self, caller: Caller, text: str) -> None:
        """Answers a written line that takes long. A person who wrote to a group is answered in
        private, or in the group if it has room to spare now."""
        if caller.spot.private or caller.hidden:
            await self._answers.tell(caller, text)
        else:
            self._answers.spawn(self._answers.tell_now(caller, text))

    async def _refused(
        self, caller: Caller, reply: messages.AnyReply, press: Press | None, *, alone: bool
    ) -> None:
        text = reply_text(reply, caller.locale)
        secret = isinstance(reply, messages.Refused) and reply.reason in _PRIVATE_REASONS
        if press is not None and press.given and (caller.spot.private or caller.hidden):
            press = None  # its one answer was that it takes longer
        if press is not None and isinstance(reply, messages.Stale):
            press.answer(text)  # the table has moved on, and its message shows that
        await self._answers.tell(caller, text, press=press, private=alone or secret)

    async def _ended(self, caller: Caller, command: AnyCommand, reply: messages.Refused) -> bool:
        """Whether this private chat shows the end of the match that the person came for."""
        after = follow_up(command, reply)
        info = await self._service.matches.info(after.match) if after.ended else None
        if info is None or not caller.spot.private:
            return False
        return await self._service.screens.may_look(info, caller.known.person)

    async def _accepted(  # noqa: C901, a branch for each command
        self, caller: Caller, command: AnyCommand, reply: messages.Accepted, press: Press | None
    ) -> None:
        text = reply_text(reply, caller.locale)
        after = follow_up(command, reply)
        if after.before:
            await self._platform.surfaces.follow_on(after.before)
        if after.options:
            await self._show_options(caller, after.match, press)
            return
        if after.signs:
            key, here = PageKey(SIGNS, after.match), Community(caller.spot.community, "")
            user = user_id(caller.known.user)
            found = await page_for(self._service, key, user, caller.locale, here)
            await self._answers.give(caller, text_page(found), found.title, private=True)
            return
        if after.looked_on:
            for surface in await self._platform.surfaces.seen_at(after.match, caller.known.person):
                await self._service.surfaces.remove(surface.id)
        if after.here and not after.seat:
            await self._follow(caller, after)
        if after.seat:
            invites = self._needs_link(caller, command)
            looks = isinstance(command, messages.LookOn)
            payload = f"m{after.match}" if looks else "hola"
            if press is not None and not text and invites:
                press.answer(url=self._answers.link(payload))
            surfaces = self._platform.surfaces
            shown = press is None and await surfaces.seen_at(after.match, caller.known.person)
            await self._follow(caller, after)
            if shown:  # /diaria again: it stands somewhere above
                self._answers.spawn(self._platform.messages.put_below(shown[0].id))
            if press is None and invites:
                await self._invite(caller, payload, "watch.here" if looks else "hand.here")
        if text:
            await self._answers.tell(caller, text, press=press)
        elif press is not None:
            # Pictures of a group come later, so a person who pressed is told at once what the press
            # did.
            press.answer(await self._service.screens.deed(command, reply.match, caller.locale))
        elif isinstance(command, messages.Leave) and caller.spot.private:
            # The lobby that shows it stands somewhere above; a result comes below.
            if deed := await self._service.screens.deed(command, reply.match, caller.locale):
                await self._answers.tell(caller, deed)
        elif isinstance(command, messages.Act | messages.Leave | messages.ProposeEnd):
            self._answers.accept(caller)

    async def _show_options(self, caller: Caller, match: MatchId, press: Press | None) -> None:
        """Shows the options of a table: in answer to a press the new ones, otherwise all."""
        sheet = await self._service.screens.options(match, caller.known.person, caller.locale)
        if sheet is None:
            return
        if press is not None:
            press.answer(sheet_brief(sheet), alert=True)
        else:
            await self._answers.give(caller, sheet_page(sheet), sheet_brief(sheet), private=True)

    def _needs_link(self, caller: Caller, command: AnyCommand) -> bool:
        """Whether somebody at a table of a group has no private chat and should get its link."""
        comes = isinstance(command, messages.Join | messages.LookOn)
        return comes and not caller.known.open and not caller.spot.private

    async def _invite(self, caller: Caller, payload: str, id: str) -> None:
        text = say(caller.locale, id, name=caller.known.name)
        key = InlineButton(say(caller.locale, "key.open"), url=self._answers.link(payload))
        self._answers.spawn(self._answers.reply(caller, Page(escape(text), ((key,),))))

    async def _follow(self, caller: Caller, after: FollowUp) -> None:
        """Shows the match where a person sat down. An onlooker sees it in private only, and so do
        the people of a table of the queue."""
        match = after.match
        info = await self._service.matches.info(match)
        if caller.spot.private or caller.known.open:
            playing = info is not None and info.status is Status.PLAYING
            if caller.spot.private or playing or not after.here:
                await self._platform.surfaces.show_to(match, caller.known)
        spot = caller.spot
        if (
            after.here
            and not spot.private
            and not (info is not None and info.quick)
            and await self._service.settings.allows_tables(spot.community, spot.place)
        ):
            await self._platform.surfaces.show_in(match, spot)

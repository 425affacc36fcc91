"""Inline mode: a person who writes ``@bot`` in any chat gets a list of the lobbies at which they
sit, and sends one of them to that chat as an invitation. A window has a button for that."""

from typing import Final

from telegram import InlineQuery

from adapters.telegram.answers import Answers
from adapters.telegram.groups import Groups
from adapters.telegram.markup import Invited
from adapters.telegram.trouble import Trouble
from adapters.telegram.window import Window
from adapters.telegram.wire import Wire
from adapters.telegram.words import say
from bot.community.admission import may_invite
from bot.messages import MatchId, UserId
from bot.model import MatchInfo
from bot.screens import build
from bot.service import Service

MOST: Final = 10
"""The most lobbies in the list."""
OPEN_CHAT: Final = "hola"
"""The start parameter of the bot for a person who has no table to invite to."""


class Inline:
    """Answers inline queries."""

    def __init__(self, service: Service, wire: Wire, groups: Groups, answers: Answers) -> None:
        self._service = service
        self._wire = wire
        self._groups = groups
        self._answers = answers

    async def answer(self, query: InlineQuery) -> None:
        """Offers this person's lobbies. Without any, it offers the private chat."""
        known = await self._groups.known(query.from_user)
        locale = known.locale or self._service.config.default_locale
        found = [
            await self._service.matches.info(match)
            for match in await self._service.matches.of_person(known.person)
        ]
        tables = [info for info in found if info is not None and may_invite(info, known.person)]
        offered = [
            await self._invited(info, known.name, locale, await self._link(info))
            for info in tables[:MOST]
        ]
        hint = "" if offered else say(locale, "inline.none")
        await self._wire.answer_inline(query.id, offered, hint, OPEN_CHAT)

    async def prepare(
        self, window: Window, user: UserId, name: str, locale: str, match: MatchId
    ) -> str:
        """Prepares an invitation to a lobby, which this person sends from a window; its link opens
        the table in a window. Returns its id; empty: this person may not invite to that table, or
        Telegram does not take it."""
        info = await self._service.matches.info(match)
        person = await self._service.users.person_of(user)
        target = "" if info is None else await self._service.admission.invites_to(info, person)
        if info is None or not target:
            return ""
        invited = await self._invited(info, name, locale, window.link(target))
        try:
            return await self._wire.prepare_invitation(int(user.partition(":")[2]), invited)
        except Trouble:
            return ""

    async def _link(self, info: MatchInfo) -> str:
        """The link to a seat in the private chat with the bot. It may hold the secret of a private
        table: only for its host (may_invite)."""
        if info.private:
            return self._answers.link(f"i{await self._service.admission.invitation(info.match)}")
        return self._answers.link(f"j{info.match}")

    async def _invited(self, info: MatchInfo, name: str, locale: str, link: str) -> Invited:
        screen = build(info, None, locale)
        return Invited(
            id=info.match,
            title=screen.title,
            about=screen.lines[0].text,
            text=say(locale, "inline.text", name=name, table=screen.title),
            label=say(locale, "inline.join"),
            url=link,
        )

"""Inline mode: a person who writes ``@bot`` in any chat gets a list of the lobbies at which they
sit, and sends one of them to that chat as an invitation."""

from typing import Final

from telegram import InlineQuery

from adapters.telegram.answers import Answers
from adapters.telegram.groups import Groups
from adapters.telegram.wire import Invited, Wire
from adapters.telegram.words import say
from bot.messages import PersonId
from bot.model import MatchInfo, Status
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
        tables = [info for info in found if info is not None and _may_invite(info, known.person)]
        offered = [await self._invited(info, known.name, locale) for info in tables[:MOST]]
        hint = "" if offered else say(locale, "inline.none")
        await self._wire.answer_inline(query.id, offered, hint, OPEN_CHAT)

    async def _invited(self, info: MatchInfo, name: str, locale: str) -> Invited:
        screen = build(info, None, locale)
        # This may hold the secret of a private table: only its host gets here (_may_invite).
        payload = (
            f"i{await self._service.admission.invitation(info.match)}"
            if info.private
            else f"j{info.match}"
        )
        return Invited(
            id=info.match,
            title=screen.title,
            about=screen.lines[0].text,
            text=say(locale, "inline.text", name=name, table=screen.title),
            label=say(locale, "inline.join"),
            url=self._answers.link(payload),
        )


def _may_invite(info: MatchInfo, person: PersonId) -> bool:
    """Whether a person at this lobby may invite others. To a private table only the host may
    invite."""
    return info.status is Status.LOBBY and (not info.private or info.host == person)

"""The bot's offers in chats to which it may not belong: invitations, and in a group one's cards.

Inline mode: a person who writes ``@bot`` in any chat gets a list of the lobbies at which they sit,
and sends one of them to that chat; in a group, while they play, their cards
(:mod:`adapters.telegram.inline_cards`). A window has a button for invitations. Guest mode: a person
sends a message with ``@bot`` in it, and the bot answers with one message."""

from typing import Final

from msgspec.structs import replace
from telegram import InlineQuery, Message

from adapters.telegram.answers import Answers
from adapters.telegram.groups import Groups
from adapters.telegram.inline_cards import InlineCards
from adapters.telegram.markup import Invited
from adapters.telegram.trouble import Trouble
from adapters.telegram.window import Window
from adapters.telegram.wire import Wire
from adapters.telegram.words import say
from bot.community.admission import may_invite
from bot.messages import MatchId, PersonId, UserId
from bot.model import MatchInfo
from bot.screens import build
from bot.service import Service
from bot.words import words_for

MOST: Final = 10
"""The most lobbies in the list."""
OPEN_CHAT: Final = "hola"
"""The start parameter of the bot for a person who has no table to invite to."""


class Inline:
    """Answers inline queries."""

    def __init__(
        self,
        service: Service,
        wire: Wire,
        groups: Groups,
        answers: Answers,
        cards: InlineCards,
        window: Window | None,
    ) -> None:
        """``window``: makes the links to windows; ``None``: there are no windows."""
        self._service = service
        self._wire = wire
        self._groups = groups
        self._answers = answers
        self._cards = cards
        self._window = window

    async def answer(self, query: InlineQuery) -> None:
        """Offers this person's cards in a group, else their lobbies, else the private chat."""
        known = await self._groups.known(query.from_user)
        if cards := await self._cards.offered(query, known):
            await self._wire.answer_inline(query.id, cards, "", OPEN_CHAT)
            return
        locale = known.locale or self._service.config.default_locale
        offered = [
            self._invited(info, known.name, locale, await self._link(info))
            for info in (await self._lobbies(known.person))[:MOST]
        ]
        hint = "" if offered else say(locale, "inline.none")
        await self._wire.answer_inline(query.id, offered, hint, OPEN_CHAT)

    async def answer_as_guest(self, message: Message) -> None:
        """Answers a person who has called the bot into a chat to which it does not belong: with an
        invitation to their lobby, or else with the ways to play. The bot does not read the text
        written there and keeps nothing about that chat, whose number may be another's."""
        query, user = message.guest_query_id, message.from_user
        if query is None:
            return
        locale, lobbies = self._service.config.default_locale, []
        name = ""
        if user is not None:
            known = await self._groups.known(user)
            locale, name = known.locale or locale, known.name
            lobbies = [lobby for lobby in await self._lobbies(known.person) if not lobby.private]
        if lobbies:
            invited = self._invited(lobbies[0], name, locale, await self._link(lobbies[0]))
        else:
            invited = self._ways(locale)
        if self._window is not None and self._window.username:
            target = lobbies[0].match if lobbies else ""
            opens = words_for(locale).text("window.open"), self._window.link(target)
            invited = replace(invited, links=(*invited.links, opens))
        await self._wire.answer_as_guest(query, invited)

    def _ways(self, locale: str) -> Invited:
        """An invitation to no table: into the private chat, and of the bot into a group."""
        return Invited(
            id=OPEN_CHAT,
            title=say(locale, "inline.play"),
            about="",
            text=say(locale, "inline.guest"),
            links=(
                (say(locale, "inline.play"), self._answers.link(OPEN_CHAT)),
                (say(locale, "key.group"), self._answers.link_to_group),
            ),
        )

    async def _lobbies(self, person: PersonId) -> list[MatchInfo]:
        """The lobbies to which this person may invite, the newest first."""
        matches = self._service.matches
        found = await matches.infos(await matches.of_person(person))
        return [info for info in found if may_invite(info, person)]

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
        invited = self._invited(info, name, locale, window.link(target))
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

    def _invited(self, info: MatchInfo, name: str, locale: str, link: str) -> Invited:
        screen = build(info, None, locale)
        return Invited(
            id=info.match,
            title=screen.title,
            about=screen.lines[0].text,
            text=say(locale, "inline.text", name=name, table=screen.title),
            links=((say(locale, "inline.join"), link),),
        )

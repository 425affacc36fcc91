"""The page in a window of Discord: the presses that open it, and the table of each window.

Discord opens an *activity* as the answer to a press or to a command, and the answer bears no
parameter. So the press is remembered: a person who opens a window in that channel soon afterwards
means the table of that button."""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from adapters.discord import layout
from adapters.discord.answer import Answer
from adapters.discord.caller import Caller
from adapters.discord.ids import botless_id, community_id, place_id
from adapters.discord.message import Message, button
from adapters.discord.own_presses import WINDOW
from adapters.discord.words import say
from adapters.windows import HALL, LEADING, WindowTarget
from bot.messages import MatchId, PersonId, PlaceId, UserId
from bot.screen import Screen
from bot.service import Service
from bot.words import words_for

PRESSED: Final = "discord_window"
"""A person's setting: the table for which they last opened a window, the channel, and the time."""
SOON: Final = 600
"""Seconds after a press in which a window opens: a client may have to be updated first."""

_LINK: Final = "https://discord.com/activities/"
"""The beginning of a window's link. The application's id and the data for its page follow."""


class Launcher:
    """Opens windows, and makes the links to them."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self.application = 0
        """The application's id; 0: it is not known yet."""
        self.parent_of: Callable[[int, int], int] = lambda _guild, channel: channel
        """The channel to which a thread of a server belongs; any other channel is its own."""

    def beside(self, message: Message, screen: Screen) -> Message:
        """The message with the button below it, if its screen is one of a running table."""
        if screen.kind not in LEADING:
            return message
        label = words_for(screen.locale).text("window.open")
        row = {"type": 1, "components": [button(f"{WINDOW}{screen.match}", label)]}
        plain = (*message.plain, row) if message.plain else ()
        return replace(message, components=(*message.components, row), plain=plain)

    def link(self, target: str) -> str:
        """The link that opens a window for a table or for the code of an invitation; empty: the
        application is not known yet."""
        return f"{_LINK}{self.application}?custom_id={target}" if self.application else ""

    async def share(self, user: UserId, name: str, locale: str, match: MatchId) -> str:
        """The target of the link of an invitation to this lobby, which the person sends from a
        window; empty: they may not invite to it."""
        del name, locale  # the client shows whose message it is, and the page knows the words
        info = await self._service.matches.info(match)
        person = await self._service.users.person_of(user)
        return "" if info is None else await self._service.admission.invites_to(info, person)

    def below(self, message: Message, locale: str) -> Message:
        """The message with the button below it that opens the hall."""
        label = words_for(locale).text("window.hall")
        row = {"type": 1, "components": [button(f"{WINDOW}{HALL}", label)]}
        return replace(message, components=(*message.components, row))

    async def open(self, caller: Caller, answer: Answer, match: MatchId) -> None:
        """Opens the window for a person. ``match``: the one meant, or :data:`HALL`; empty: none."""
        told = f"{match}/{caller.channel}/{int(self._service.time.utc())}" if match else ""
        await self._service.settings.save(caller.person, **{PRESSED: told})
        if not await answer.launch():
            await no_window(caller, answer)

    async def wanted(self, user: UserId, guild: int, channel: int) -> WindowTarget:
        """The target for which this user opens a window in this channel. Whether they may see it is
        not checked here. ``guild``: 0 in a private chat."""
        person = await self._service.users.person_of(user)
        community = community_id(guild, 0)
        place = place_id(community, self.parent_of(guild, channel)) if guild else ""
        places = [place_id(botless_id(channel), channel), *([place] if place else ())]
        return WindowTarget(await self._table(person, channel, places), place)

    async def _table(self, person: PersonId, channel: int, places: list[PlaceId]) -> MatchId:
        if told := (await self._service.settings.of(person)).get(PRESSED, ""):
            match, pressed, at = told.split("/")
            is_new = self._service.time.utc() - int(at) < SOON
            if is_new and int(pressed) == channel:
                return match
        known = self._service.matches
        for place in places:
            if (own := await known.of_person_at(person, place)) is not None:
                return own
        there = [match for place in places for match in await known.at_place(place)]
        shown = [info.match for info in await known.infos(there) if not info.private]
        return shown[0] if len(shown) == 1 else ""


async def no_window(caller: Caller, answer: Answer) -> None:
    """Tells the person that no window opens, and where the table is."""
    await answer.private(layout.note(say(caller.locale, "window.failed")))

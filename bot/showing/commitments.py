"""Publishes the commitment of a table: in its place before anybody else can sit down there, and to
each person alone who sits down. Nobody changes these messages later."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from bot.common.bounded import keep
from bot.community.languages import Languages
from bot.community.linked_users import platform_of
from bot.match.running_match import RunningMatch
from bot.match.running_matches import RunningMatches
from bot.messages import Join, MatchId, OpenTable, PersonId, Rematch
from bot.showing.surface_updater import Platform
from bot.words import words_for

_REMEMBERED: Final = 5_000


class Commitments:
    """Publishes each commitment once.

    ``platforms``: those of this process, by name. ``tell``: tells a person something that concerns
    them alone."""

    def __init__(
        self,
        running: RunningMatches,
        languages: Languages,
        platforms: Mapping[str, Platform],
        tell: Callable[[PersonId, str], Awaitable[None]],
    ) -> None:
        self._running = running
        self._languages = languages
        self._platforms = platforms
        self._tell = tell
        self._published: OrderedDict[MatchId, None] = OrderedDict()
        """Tables whose commitments this process has published in their places."""

    async def publish(self, command: OpenTable | Join | Rematch, match: MatchId) -> None:
        """This command has just been accepted: what the people it concerns have to know."""
        found = await self._running.load(match)
        if found is None or not found.info.commitment:
            return
        opened = not isinstance(command, Join) and found.info.host == command.person
        if opened and match not in self._published:
            keep(self._published, match, None, _REMEMBERED)
            await self._publish_in_place(found)
            for seat in found.info.people:
                await self._tell_alone(found, seat.person)
        elif isinstance(command, Join):
            words = found.row.words_of(command.person)
            if words is not None and words.text == command.request:
                await self._tell_alone(found, command.person)

    async def _publish_in_place(self, found: RunningMatch) -> None:
        platform = self._platforms.get(platform_of(found.info.community))
        if platform is not None:
            text = await self._text(found, None)
            await platform.publish(found.info.community, found.info.place, text)

    async def _tell_alone(self, found: RunningMatch, person: PersonId) -> None:
        await self._tell(person, await self._text(found, person))

    async def _text(self, found: RunningMatch, person: PersonId | None) -> str:
        words = words_for(await self._languages.spoken(person, found.info.community))
        return words.text("proof.told", code=found.info.match, seal=found.info.commitment)

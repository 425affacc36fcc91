"""Publishes the commitment of a tournament, or of a table at which people stake chips.

The commitment of a tournament is published in its place once, when the tournament is opened,
because the secrets of its tables follow from its own secret. A person who signs up from elsewhere,
or on the page, where nothing is published, gets it in a message of their own. So everybody gets it
once. The commitment of a table is in its place before anybody else can sit down there, and each
person who sits down gets it in a message of their own. These messages never change. At other tables
``/verificar`` shows the commitment.

A notice :data:`SEAL` is stored with the table until this is done. So if the process dies meanwhile,
another process does it; some messages may then be sent twice."""

from typing import Final

from cachetools import FIFOCache

from bot.community.languages import Languages
from bot.community.linked_users import platform_of
from bot.match.running_match import RunningMatch
from bot.match.running_matches import RunningMatches
from bot.messages import Join, MatchId, OpenTable, PersonId, Rematch
from bot.model import MatchInfo
from bot.showing.platforms import Platforms
from bot.store import Store
from bot.store.changes import Changes, Mark
from bot.store.notices import SEAL, Notice, NoticeState, notice_id
from bot.words import words_for

_REMEMBERED: Final = 5_000


class Commitments:
    """Publishes each commitment once."""

    def __init__(
        self, store: Store, running: RunningMatches, languages: Languages, platforms: Platforms
    ) -> None:
        self._store = store
        self._running = running
        self._languages = languages
        self._platforms = platforms
        self._published: FIFOCache[MatchId, None] = FIFOCache(_REMEMBERED)
        """Tables whose commitments this process has published in their places."""
        self._told: FIFOCache[tuple[MatchId, PersonId], None] = FIFOCache(_REMEMBERED)
        """The commitments that this process has told each person alone."""

    async def publish(self, command: OpenTable | Join | Rematch, match: MatchId) -> None:
        """Tells the people concerned what they have to know after this accepted command."""
        found = await self._running.load(match)
        if found is None or not found.info.commitment or not found.info.shows_seal:
            return
        opened = not isinstance(command, Join) and found.info.host == command.person
        if opened and match not in self._published:
            await self._publish(found)
        elif isinstance(command, Join):
            sees = found.info.tournament is not None and _sees_place(found.info, command.person)
            if not sees:
                await self._tell_alone(found, command.person)

    async def post(self, notice: Notice) -> None:
        """Publishes the commitment of a notice that still waits."""
        await self.publish_late(notice.match)

    async def publish_late(self, match: MatchId) -> None:
        """Publishes a commitment: the process that opened the table died before it did."""
        if match in self._published:
            return
        found = await self._running.newest(match)
        if found is not None and found.info.keeps_secret:
            if found.info.commitment and found.info.shows_seal:
                await self._publish(found)
        else:
            await self._mark(match, NoticeState.DROPPED)

    async def _publish(self, found: RunningMatch) -> None:
        """Publishes a commitment in the table's place, and tells all who already sit there."""
        match = found.info.match
        self._published[match] = None
        try:
            is_out = await self._publish_in_place(found)
            for person in _told_alone(found.info):
                await self._tell_alone(found, person)
            if is_out:
                await self._mark(match, NoticeState.TAKEN)
        except BaseException:
            self._published.pop(match, None)
            raise

    async def _mark(self, match: MatchId, state: NoticeState) -> None:
        """Notes that this notice no longer waits."""
        await self._store.commit([Changes(mark=Mark(notice_id(match, SEAL), state))])

    async def _publish_in_place(self, found: RunningMatch) -> bool:
        """Publishes the commitment in the table's place. ``False``: its platform is not here."""
        platform = self._platforms.of(found.info.community)
        if platform is None:
            return False
        text = await self._text(found, None)
        await platform.publish(found.info.community, found.info.place, text)
        return True

    async def _tell_alone(self, found: RunningMatch, person: PersonId) -> None:
        match = found.info.match
        if found.info.tournament is not None and (match, person) in self._told:
            return  # they choose their partner later
        self._told[match, person] = None
        await self._platforms.tell(person, await self._text(found, person))

    async def _text(self, found: RunningMatch, person: PersonId | None) -> str:
        words = words_for(await self._languages.spoken(person, found.info.community))
        told = "proof.told" if found.info.tournament is None else "proof.told.torneo"
        return words.text(told, code=found.info.match, seal=found.info.commitment)


def _told_alone(info: MatchInfo) -> tuple[PersonId, ...]:
    """The people who get the commitment in a message of their own: everybody at a table; for a
    tournament the people who do not see the place in which it is published."""
    if info.tournament is None:
        return tuple(seat.person for seat in info.people)
    return tuple(person for person in info.sitting if not _sees_place(info, person))


def _sees_place(info: MatchInfo, person: PersonId) -> bool:
    """Whether this person can read the place of a tournament."""
    return not info.is_of_page and platform_of(person) == platform_of(info.place)

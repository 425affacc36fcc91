"""The league teams of this house: their players, their clubs' chats, and the people who wait for a
room.

All of it are settings of people and of communities, so it is given out and erased with their other
data. Whoever says the word of a team plays for it, and an administrator who says the word of a club
has its community take part (:meth:`bot.leagues.hosting.LeagueDesk.word_of_team`).
"""

from typing import Final

import msgspec
from msgspec import Struct

from bot.community.linked_users import LinkedUsers
from bot.messages import CommunityId, PersonId, PlaceId
from bot.store import Store
from bot.store.changes import Changes
from bot.store.model import Setting
from bot.store.queries import people_queries

WAIT: Final = "league.wait"
"""The setting of a person who waits for a room."""
LONGEST: Final = 1800.0
"""Seconds for which anybody waits for a room that is played at one sitting."""
_TEAM: Final = "league.team."
_CLUB: Final = "league.club."
_POSTED: Final = "league.posted."
_HOST: Final = "league:"
"""The owner's name under which posts are remembered: no person and no community has this id."""
_DIGITS: Final = 16
"""So much of the id of a league stands in the names of settings."""


class Member(Struct, frozen=True):
    """A person of a team."""

    team: int
    name: str
    """As shown when they said the word."""


class ClubHome(Struct, frozen=True):
    """Where a club of a league is."""

    community: CommunityId
    place: PlaceId
    """Where the league posts."""


class RoomWait(Struct, frozen=True):
    """A person who is there to play a room."""

    person: PersonId
    name: str
    team: int
    round: int
    board: int
    at: float
    """Since when, UTC seconds since the epoch."""
    slow: bool = False
    """They do not sit and wait: a turn may last a day."""


class _Home(Struct, frozen=True):
    club: int
    place: PlaceId


class Posted(Struct, frozen=True):
    """What the clubs of this host were told of a league."""

    round: int = 0
    """The newest round whose pairings they were told."""
    results: tuple[tuple[int, int], ...] = ()
    """Round and board of the pairings whose results they were told."""


_MEMBER: Final = msgspec.json.Decoder(Member)
_HOME: Final = msgspec.json.Decoder(_Home)
_WAIT: Final = msgspec.json.Decoder(RoomWait)
_TOLD: Final = msgspec.json.Decoder(Posted)
_ENCODER: Final = msgspec.json.Encoder()


class LeagueTeams:
    """Teams, clubs and those who wait, as they are stored. ``league``: the id of a league."""

    def __init__(self, store: Store, users: LinkedUsers) -> None:
        self._store = store
        self._users = users

    async def members(self, league: str) -> dict[PersonId, Member]:
        """Everybody who plays for a team at this house."""
        found = {}
        for owner, value in (await self._named(_TEAM + league[:_DIGITS])).items():
            person = await self._users.person_of(owner)
            if person not in found or owner == person:
                found[person] = _MEMBER.decode(value)
        return found

    async def join(self, league: str, person: PersonId, member: Member | None) -> None:
        """From now on this person plays for a team; ``None``: for none, by whatever user of theirs
        they had joined."""
        name = _TEAM + league[:_DIGITS]
        rows = [Setting(person, name, _written(member))]
        for user in (await self._users.of(person)).all:
            if user != person and (await self._store.settings_of(user)).get(name):
                rows.append(Setting(user, name, ""))
        if member is None:
            rows.append(waits_no_more(person))
        await self._store.commit([Changes(settings=tuple(rows))])

    async def homes(self, league: str) -> dict[int, ClubHome]:
        """Where the clubs are, by their numbers."""
        kept = await self._named(_CLUB + league[:_DIGITS])
        found = {owner: _HOME.decode(value) for owner, value in kept.items()}
        return {home.club: ClubHome(owner, home.place) for owner, home in found.items()}

    async def settle(self, league: str, club: int, home: ClubHome) -> None:
        """From now on this club is there, and nowhere else; nor is another club there."""
        name = _CLUB + league[:_DIGITS]
        before = (await self.homes(league)).get(club)
        value = _written(_Home(club, home.place))
        rows = [Setting(home.community, name, value)]
        if before is not None and before.community != home.community:
            rows.append(Setting(before.community, name, ""))
        await self._store.commit([Changes(settings=tuple(rows))])

    async def waiting(self) -> list[RoomWait]:
        """Everybody who waits for a room, the longest first."""
        kept = await self._named(WAIT)
        found = [_WAIT.decode(value) for value in kept.values()]
        return sorted(found, key=lambda wait: (wait.at, wait.person))

    async def wait_of(self, person: PersonId) -> RoomWait | None:
        """How this person waits; ``None``: they do not."""
        value = (await self._store.settings_of(person)).get(WAIT)
        return None if not value else _WAIT.decode(value)

    async def wait(self, wait: RoomWait) -> None:
        """From now on this person waits."""
        row = Setting(wait.person, WAIT, _written(wait))
        await self._store.commit([Changes(settings=(row,))])

    async def leave(self, person: PersonId) -> None:
        """This person waits no longer."""
        await self._store.commit([Changes(settings=(waits_no_more(person),))])

    async def posted(self, league: str) -> Posted:
        """What the clubs of this host were told."""
        value = (await self._store.settings_of(_HOST)).get(_POSTED + league[:_DIGITS])
        return Posted() if not value else _TOLD.decode(value)

    async def note_posted(self, league: str, posted: Posted) -> None:
        """Notes what they are told now."""
        row = Setting(_HOST, _POSTED + league[:_DIGITS], _written(posted))
        await self._store.commit([Changes(settings=(row,))])

    async def _named(self, name: str) -> dict[str, str]:
        kept = await self._store.read(people_queries.settings_named, name)
        return {owner: value for owner, value in kept.items() if value}


def waits_no_more(person: PersonId) -> Setting:
    """The setting of a person who waits for no room any more."""
    return Setting(person, WAIT, "")


def _written(value: Struct | None) -> str:
    return "" if value is None else _ENCODER.encode(value).decode()

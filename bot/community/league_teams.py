"""The league teams of this house: their players, their clubs' chats, and the people who wait for a
room.

All of these are settings of people and of communities, so they are given out and erased with their
other data. A person who says the word of a team plays for it. If an administrator says the word of
a club, the community takes part as that club (:meth:`bot.leagues.hosting.LeagueDesk.word_of_team`).
"""

from typing import Final

from msgspec import Struct
from msgspec.json import Decoder

from bot.community.linked_users import LinkedUsers
from bot.messages import CommunityId, PersonId, PlaceId
from bot.store import Store
from bot.store.json_settings import JsonSetting
from bot.store.model import Setting

WAIT: Final = "league.wait"
"""The setting of a person who waits for a room."""
LONGEST: Final = 1800.0
"""The most seconds for which a person waits for a room that is played at one sitting."""
_TEAM: Final = "league.team."
_CLUB: Final = "league.club."
_POSTED: Final = "league.posted."
_HOST: Final = "league:"
"""The owner's name under which posts are remembered: no person and no community has this id."""
_DIGITS: Final = 16
"""The number of characters of a league's id that stand in the names of settings."""


class Member(Struct, frozen=True):
    """A person of a team."""

    team: int
    name: str
    """The person's name, as shown when they said the word."""


class ClubHome(Struct, frozen=True):
    """The community and the place of a club of a league."""

    community: CommunityId
    place: PlaceId
    """The place where the league posts."""


class RoomWait(Struct, frozen=True):
    """A person who is there to play a room."""

    person: PersonId
    name: str
    team: int
    round: int
    board: int
    at: float
    """The moment since which the person waits, in UTC seconds since the epoch."""
    slow: bool = False
    """The person does not sit and wait: a turn may last a day."""


class _Home(Struct, frozen=True):
    club: int
    place: PlaceId


class Posted(Struct, frozen=True):
    """The posts about a league that the clubs of this host have had."""

    round: int = 0
    """The newest round whose pairings they were told."""
    results: tuple[tuple[int, int], ...] = ()
    """Round and board of the pairings whose results they were told."""


_WAITS: Final = JsonSetting(WAIT, Decoder(RoomWait))
_MEMBER: Final = Decoder(Member)
_HOME: Final = Decoder(_Home)
_TOLD: Final = Decoder(Posted)


def _member(league: str) -> JsonSetting[Member]:
    return JsonSetting(_TEAM + league[:_DIGITS], _MEMBER)


def _home(league: str) -> JsonSetting[_Home]:
    return JsonSetting(_CLUB + league[:_DIGITS], _HOME)


def _posted(league: str) -> JsonSetting[Posted]:
    return JsonSetting(_POSTED + league[:_DIGITS], _TOLD)


class LeagueTeams:
    """The stored teams, clubs and people who wait. ``league``: the id of a league."""

    def __init__(self, store: Store, users: LinkedUsers) -> None:
        self._store = store
        self._users = users

    async def members(self, league: str) -> dict[PersonId, Member]:
        """All people who play for a team at this house."""
        found = {}
        for owner, member in (await self._store.read(_member(league).of_all)).items():
            person = await self._users.person_of(owner)
            if person not in found or owner == person:
                found[person] = member
        return found

    async def join(self, league: str, person: PersonId, member: Member | None) -> None:
        """Notes that this person plays for a team; ``None``: for none, whichever of their users had
        joined."""
        setting = _member(league)
        rows = [setting.row(person, member)]
        for user in (await self._users.of(person)).all:
            if user != person and setting.name in await self._store.settings_of(user):
                rows.append(setting.row(user, None))
        if member is None:
            rows.append(waits_no_more(person))
        await self._store.save(*rows)

    async def homes(self, league: str) -> dict[int, ClubHome]:
        """The homes of the clubs, by the clubs' numbers."""
        found = await self._store.read(_home(league).of_all)
        return {home.club: ClubHome(owner, home.place) for owner, home in found.items()}

    async def settle(self, league: str, club: int, home: ClubHome) -> None:
        """Moves this club to this home: the club has no other, and the community no other club."""
        setting, before = _home(league), (await self.homes(league)).get(club)
        rows = [setting.row(home.community, _Home(club, home.place))]
        if before is not None and before.community != home.community:
            rows.append(setting.row(before.community, None))
        await self._store.save(*rows)

    async def waiting(self) -> list[RoomWait]:
        """Everybody who waits for a room, the longest first."""
        found = await self._store.read(_WAITS.of_all)
        return sorted(found.values(), key=lambda wait: (wait.at, wait.person))

    async def wait_of(self, person: PersonId) -> RoomWait | None:
        """The wait of this person; ``None``: they do not wait."""
        return _WAITS.read(await self._store.settings_of(person))

    async def wait(self, wait: RoomWait) -> None:
        await self._store.save(_WAITS.row(wait.person, wait))

    async def leave(self, person: PersonId) -> None:
        await self._store.save(waits_no_more(person))

    async def posted(self, league: str) -> Posted:
        """The posts that the clubs of this host have had."""
        return _posted(league).read(await self._store.settings_of(_HOST)) or Posted()

    async def note_posted(self, league: str, posted: Posted) -> None:
        """Notes the posts that the clubs get now."""
        await self._store.save(_posted(league).row(_HOST, posted))


def waits_no_more(person: PersonId) -> Setting:
    """The setting of a person who waits for no room any more."""
    return _WAITS.row(person, None)

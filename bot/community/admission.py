"""Decides which people may sit at a private table, or look on there: its guests, its host's
friends, and everybody who has its invitation.

All of this is stored in settings. A person has a setting for each friend. A table has one for each
guest and one for its invitation. The invitation, which is a secret, has a setting with its table.
The invitation ends with its lobby, the guests with the table. Nothing of it is in
:class:`~bot.model.MatchInfo`, which everybody may see."""

from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Final

from bot.chance import Chance, new_invitation
from bot.messages import MatchId, PersonId, Refused, UserId, told_back
from bot.model import MatchInfo, Status, is_someone
from bot.reasons import ServiceReason
from bot.store import Store
from bot.store.errors import DamagedMatch
from bot.store.model import Setting
from bot.store.queries import match_queries, people_queries
from bot.words.shouts import plain

MOST_FRIENDS: Final = 100
MOST_GUESTS: Final = 50
_MATCHES: Final = 40
"""The number of a person's latest matches that are searched for a name."""
_FRIEND: Final = "friend "
_GUEST: Final = "guest "
_UNNAMED: Final = "1"
"""The value of a guest who was not invited by name."""
_INVITATION: Final = "invitation"
_MATCH: Final = "match"


def may_invite(info: MatchInfo, person: PersonId) -> bool:
    """Whether a person at this lobby may invite others. To a private table only the host may."""
    return info.status is Status.LOBBY and (not info.private or info.host == person)


def settings_about(person: PersonId) -> tuple[str, ...]:
    """The names of other owners' settings that are about this person."""
    return f"{_FRIEND}{person}", f"{_GUEST}{person}"


def _table(match: MatchId) -> str:
    return f"table:{match}"


def _invitation(code: str) -> str:
    return f"{_INVITATION}:{code}"


def only_one(
    found: dict[PersonId, str], asker: PersonId, name: str
) -> tuple[PersonId, str] | Refused:
    """The only person besides the asker who has this name, among the people that were found; a
    refusal if there is none, or more than one."""
    others = [named for named in found.items() if named[0] != asker]
    told = (("name", told_back(name)),)
    if not others:
        return Refused(ServiceReason.NO_SUCH_PERSON, parameters=told)
    if len(others) > 1:
        return Refused(ServiceReason.SEVERAL_PEOPLE, parameters=told)
    return others[0]


class Admission:
    """Friends, guests and invitations."""

    def __init__(self, store: Store, chance: Chance) -> None:
        self._store = store
        self._chance = chance

    # --- private tables ------------------------------------------------------------------------

    async def admits(self, info: MatchInfo, users: Collection[UserId]) -> bool:
        """Whether the person with these users may be at the table. The invitation may name any of
        these users, because they may have been linked later."""
        if not info.private or any(user in dict(info.kept) for user in users):
            return True
        return not (await self.admitted(info)).isdisjoint(users)

    async def admitted(self, info: MatchInfo) -> frozenset[PersonId]:
        """The people with a seat at this private table, its guests, and its host's friends."""
        seated = {seat.person for seat in info.people}
        friends = await self.friends(info.host)
        return frozenset(seated | set(await self._guests(info.match)) | set(friends))

    async def _guests(self, match: MatchId) -> tuple[PersonId, ...]:
        kept = await self._store.settings_of(_table(match))
        return tuple(name.removeprefix(_GUEST) for name in kept if name.startswith(_GUEST))

    async def invite(self, match: MatchId, *people: PersonId, expected: str = "") -> Refused | None:
        """Lets these people sit at the table. Refuses if it would have too many guests.
        ``expected``: the name of a person who was invited by name, and may come; empty: nobody
        waits for these people."""
        guests = await self._guests(match)
        new = [person for person in people if person not in guests]
        if len(guests) + len(new) > MOST_GUESTS:
            number = (("n", str(MOST_GUESTS)),)
            return Refused(ServiceReason.TOO_MANY_GUESTS, match, number)
        value = expected or _UNNAMED
        await self._store.save(
            *(Setting(_table(match), f"{_GUEST}{guest}", value) for guest in new)
        )
        return None

    async def expected(self, match: MatchId) -> tuple[tuple[PersonId, str], ...]:
        """The people who were invited to the table by name, and their names."""
        kept = await self._store.settings_of(_table(match))
        return tuple(
            (name.removeprefix(_GUEST), value)
            for name, value in kept.items()
            if name.startswith(_GUEST) and value != _UNNAMED
        )

    async def is_guest(self, match: MatchId, person: PersonId) -> bool:
        """Whether this person was invited to the table."""
        return person in await self._guests(match)

    async def invitation(self, match: MatchId) -> str:
        """The code of the table's invitation. It is made when somebody first asks for it."""
        code = (await self._store.settings_of(_table(match))).get(_INVITATION, "")
        if not code:
            code = new_invitation(self._chance)
            await self._store.save(
                Setting(_table(match), _INVITATION, code), Setting(_invitation(code), _MATCH, match)
            )
        return code

    async def invites_to(self, info: MatchInfo, person: PersonId) -> str:
        """The target of an invitation by a person who sits at a lobby: the table itself, or the
        code of its invitation; empty: the person may not invite."""
        if info.seat_of(person) is None or not may_invite(info, person):
            return ""
        return await self.invitation(info.match) if info.private else info.match

    async def match_of(self, code: str) -> MatchId:
        """The lobby to which this invitation belongs; empty: there is no such invitation, or its
        table has begun or closed."""
        match = (await self._store.settings_of(_invitation(code))).get(_MATCH, "")
        info = await self._info(match) if match else None
        return match if info is not None and info.status is Status.LOBBY else ""

    async def end_lobby(self, match: MatchId) -> None:
        """Makes the invitation invalid, because the lobby is over."""
        await self._forget(match, lambda name: name == _INVITATION)

    async def end(self, match: MatchId) -> None:
        """Removes the table's invitation and guests, because the table is over."""
        await self._forget(match, lambda name: True)

    async def _forget(self, match: MatchId, is_gone: Callable[[str], bool]) -> None:
        kept = await self._store.settings_of(_table(match))
        gone = [Setting(_table(match), name, "") for name in kept if is_gone(name)]
        if code := kept.get(_INVITATION):
            gone.append(Setting(_invitation(code), _MATCH, ""))
        await self._store.save(*gone)

    # --- friends -------------------------------------------------------------------------------

    async def friends(self, person: PersonId) -> dict[PersonId, str]:
        """By id, the names of people who may always sit at this person's private tables."""
        kept = await self._store.settings_of(person)
        return {
            name.removeprefix(_FRIEND): value
            for name, value in kept.items()
            if name.startswith(_FRIEND)
        }

    async def befriend(self, person: PersonId, friend: PersonId, name: str) -> Refused | None:
        """Lets the friend always sit at this person's private tables, or refuses. The friend is not
        asked, because their own tables are not opened to anybody."""
        friends = await self.friends(person)
        if friend not in friends and len(friends) >= MOST_FRIENDS:
            return Refused(ServiceReason.TOO_MANY_FRIENDS, parameters=(("n", str(MOST_FRIENDS)),))
        await self._store.save(Setting(person, f"{_FRIEND}{friend}", name))
        return None

    async def unfriend(self, person: PersonId, friend: PersonId) -> None:
        """Takes that right away from the friend."""
        await self._store.save(Setting(person, f"{_FRIEND}{friend}", ""))

    async def find(self, person: PersonId, name: str) -> tuple[PersonId, str] | Refused:
        """The person with this name among the friends of ``person`` and the people they have played
        with, and the name; a refusal if there is none, or more than one."""
        wanted, found = plain(name), dict[PersonId, str]()
        for friend, called in (await self.friends(person)).items():
            if plain(called) == wanted:
                found[friend] = called
        here = [row.info for row in await self._store.read(match_queries.matches_of, person)]
        for table in here:
            found.update(_named(table, wanted))
        if not found:
            for match in (await self._store.read(people_queries.matches_sat_at, person))[:_MATCHES]:
                info = await self._info(match)
                found.update(_named(info, wanted) if info is not None else {})
        return only_one(found, person, name)

    async def _info(self, match: MatchId) -> MatchInfo | None:
        with suppress(DamagedMatch):
            stored = await self._store.read(match_queries.load, match)
            return None if stored is None else stored.row.info
        return None


def _named(info: MatchInfo, wanted: str) -> dict[PersonId, str]:
    return {
        seat.person: seat.name
        for seat in info.people
        if plain(seat.name) == wanted and not is_someone(seat.person)
    }

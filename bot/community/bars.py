"""Bars: the administrators of a community keep people away from its tables, or silence their
phrases, for a reason and until a moment.

A bar is a setting of the community and of a hash of the user's id. So it holds although nobody can
learn from it which user it bars. It holds for a person with all linked users: those linked when it
was set, and those linked later. When a person is deleted, the bar still holds until its end,
without name and reason."""

import hashlib
from typing import Final

from msgspec import Struct
from msgspec.json import Decoder

from bot.common.lived_time import Time
from bot.community.admission import only_one
from bot.community.linked_users import LinkedUsers
from bot.environment import Config
from bot.match.names import shown_name
from bot.messages import CommunityId, PersonId, Refused, UserId
from bot.model import is_someone
from bot.reasons import ServiceReason
from bot.store import Store
from bot.store.json_settings import JsonSetting
from bot.store.model import Setting
from bot.store.queries import match_queries, result_queries
from bot.store.queries.scoreboard_queries import BY_POINTS
from bot.store.results.standings import ALWAYS, Scope
from bot.words.shouts import plain

BAR: Final = "bar"
"""Keeps away from the tables, and silences."""
MUTE: Final = "mute"
"""Silences only."""
MOST: Final = 500
"""The most bars of each kind that one community may have at a time."""
LONGEST_REASON: Final = 60
"""The most characters of a reason."""
_REASONS: Final = {BAR: ServiceReason.BARRED, MUTE: ServiceReason.MUTED}
_SCOREBOARD: Final = 200
"""How many rows of the scoreboard, and results against robots, are searched for a name."""


class Bar(Struct, frozen=True):
    """A bar against one person: the person is kept away, or silenced."""

    until: float
    """UTC seconds since the epoch."""
    name: str = ""
    """The person's name when the bar was set; empty: the person was deleted."""
    reason: str = ""


_DECODER: Final = Decoder(Bar)
_BARS: Final = {kind: JsonSetting(kind, _DECODER) for kind in (BAR, MUTE)}


class Listed(Struct, frozen=True):
    """A bar in the list of a community."""

    kind: str
    owner: str
    bar: Bar


class Bars:
    """Sets, lifts and looks up bars."""

    def __init__(self, store: Store, users: LinkedUsers, time: Time, config: Config) -> None:
        self._store = store
        self._users = users
        self._time = time
        self._config = config

    # --- whether a person is barred --------------------------------------------------------------

    async def refusal(
        self, community: CommunityId, person: PersonId, *kinds: str
    ) -> Refused | None:
        """The refusal if this person may not sit down in the community, or, with :data:`MUTE` among
        ``kinds``, may not say anything; ``None``: they may."""
        users = (await self._users.of(person)).all
        if self._config.barred.intersection(users):
            return Refused(ServiceReason.BARRED_EVERYWHERE)
        for kind in kinds or (BAR,):
            for user in users:
                bar = _BARS[kind].read(await self._store.settings_of(_owner(community, user)))
                if bar is not None and bar.until > self._time.utc():
                    told = (("until", repr(bar.until)), ("reason", bar.reason))
                    return Refused(_REASONS[kind], parameters=told)
        return None

    # --- what administrators do ------------------------------------------------------------------

    async def set(
        self, community: CommunityId, person: PersonId, kind: str, bar: Bar
    ) -> Refused | None:
        """Sets a bar, in place of an earlier one of this kind. Refuses if there are too many."""
        users = (await self._users.of(person)).all
        if len([listed for listed in await self.of(community) if listed.kind == kind]) >= MOST:
            return Refused(ServiceReason.TOO_MANY_BARS, parameters=(("n", str(MOST)),))
        bar = Bar(bar.until, bar.name, shown_name(bar.reason, longest=LONGEST_REASON))
        await self._store.save(*(_BARS[kind].row(_owner(community, user), bar) for user in users))
        return None

    async def lift(self, community: CommunityId, person: PersonId) -> bool:
        """Lifts all bars of this person in the community; ``False``: there were none."""
        owners = {_owner(community, user) for user in (await self._users.of(person)).all}
        return await self._lift(
            [listed for listed in await self.of(community) if listed.owner in owners]
        )

    async def lift_named(self, community: CommunityId, name: str) -> bool:
        """Lifts all bars of the person with this name in the list; ``False``: there were none."""
        named = [
            listed for listed in await self.of(community) if plain(listed.bar.name) == plain(name)
        ]
        return await self._lift(named)

    async def _lift(self, found: list[Listed]) -> bool:
        await self._store.save(*(Setting(listed.owner, listed.kind, "") for listed in found))
        return bool(found)

    async def of(self, community: CommunityId) -> tuple[Listed, ...]:
        """The bars that hold in the community, those that end first in front."""
        found = [listed for listed in await self._all() if listed.owner.startswith(f"{community} ")]
        now = self._time.utc()
        return tuple(sorted((listed for listed in found if listed.bar.until > now), key=_end))

    async def find(
        self, community: CommunityId, asker: PersonId, name: str
    ) -> tuple[PersonId, str] | Refused:
        """The person with this name at a table of the community, on its scoreboard or among those
        who have practised there lately, and the name."""
        practised = await self._store.read(result_queries.practised_in, community, _SCOREBOARD)
        people = {result.person: result.name for result in practised}
        for standing in await self._store.read(
            BY_POINTS.page, Scope(community), ALWAYS, _SCOREBOARD
        ):
            people[standing.person] = standing.name
        for row in await self._store.read(match_queries.matches_in, community):
            people.update({seat.person: seat.name for seat in row.info.people})
        wanted = plain(name)
        found = {
            await self._users.person_of(person): called
            for person, called in people.items()
            if plain(called) == wanted and not is_someone(person)
        }
        return only_one(found, asker, name)

    # --- what is kept ----------------------------------------------------------------------------

    async def about(self, user: UserId) -> tuple[tuple[CommunityId, Listed], ...]:
        """The bars against this user, each with its community."""
        mark = f" {_mark(user)}"
        return tuple(
            (listed.owner.removesuffix(mark), listed)
            for listed in await self._all()
            if listed.owner.endswith(mark)
        )

    async def forget_who(self, user: UserId) -> None:
        """Removes name and reason from the bars of a deleted user. The bars hold until they end."""
        for _, listed in await self.about(user):
            await self._store.save(_BARS[listed.kind].row(listed.owner, Bar(listed.bar.until)))

    async def owners(self, community: CommunityId) -> tuple[str, ...]:
        """The owners of the settings in which the community's bars are stored."""
        found = (listed.owner for listed in await self._all())
        return tuple({owner for owner in found if owner.startswith(f"{community} ")})

    async def tidy(self) -> None:
        """Removes the bars that have ended."""
        now = self._time.utc()
        await self._lift([listed for listed in await self._all() if listed.bar.until <= now])

    async def _all(self) -> list[Listed]:
        return [
            Listed(kind, owner, bar)
            for kind, setting in _BARS.items()
            for owner, bar in (await self._store.read(setting.of_all)).items()
        ]


def _end(one: Listed) -> float:
    return one.bar.until


def _mark(user: UserId) -> str:
    return hashlib.sha256(b"truco bar\0" + user.encode()).hexdigest()[:32]


def _owner(community: CommunityId, user: UserId) -> str:
    return f"{community} {_mark(user)}"

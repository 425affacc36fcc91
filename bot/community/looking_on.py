"""Remembers the tables at which a person looks on, so that these are found from anywhere: an
onlooker has no seat by which a table could be looked up.

The tables are a setting of the person. The table itself says whether they still look on."""

from typing import Final

from bot.community.linked_users import LinkedUsers
from bot.match.match_reader import MatchReader
from bot.messages import MatchId, PersonId
from bot.store import Store
from bot.store.model import Setting

LOOKS_ON: Final = "looks_on"
"""A person's setting: the tables, the newest first, separated by blanks."""
_MOST: Final = 10


class LookingOn:
    """Keeps the tables at which each person looks on."""

    def __init__(self, store: Store, matches: MatchReader, users: LinkedUsers) -> None:
        self._store = store
        self._matches = matches
        self._users = users

    async def of(self, person: PersonId) -> tuple[MatchId, ...]:
        """The tables at which this person looks on, the newest first."""
        found = []
        for user in (await self._users.of(person)).all:
            for match in (await self._store.settings_of(user)).get(LOOKS_ON, "").split():
                info = await self._matches.info(match)
                if info is not None and info.onlooker(person) is not None:
                    found.append(match)
        return tuple(dict.fromkeys(found))

    async def changed(self, person: PersonId, match: MatchId) -> None:
        """Notes that this person has begun to look on at this table, or has left it."""
        info = await self._matches.info(match)
        looks = info is not None and info.onlooker(person) is not None
        others = tuple(looked_at for looked_at in await self.of(person) if looked_at != match)
        tables = (match, *others)[:_MOST] if looks else others
        if tables or LOOKS_ON in await self._store.settings_of(person):
            await self._store.save(Setting(person, LOOKS_ON, " ".join(tables)))

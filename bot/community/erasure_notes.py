"""Notes of erasures to come: of people who have asked for theirs, and of communities that the bot
has left.

A note is a setting of the user or the community. Its value is the moment, in UTC seconds since the
epoch. :mod:`bot.service.erasures` carries them out."""

from collections.abc import Collection
from typing import Final

from bot.common.lived_time import Time
from bot.environment import Config
from bot.messages import CommunityId, PersonId, UserId
from bot.store import Store
from bot.store.model import Setting
from bot.store.queries import people_queries

PERSON: Final = "erased_at"
"""A person's setting: the moment at which everything about the person is erased."""
COMMUNITY: Final = "purged_at"
"""A community's setting: the moment at which everything about the community is erased."""


class ErasureNotes:
    """Reads and writes the notes."""

    def __init__(self, store: Store, time: Time, config: Config) -> None:
        self._store = store
        self._time = time
        self._config = config

    async def moment_of(self, users: Collection[UserId]) -> float | None:
        """The earliest moment at which one of these users is erased; ``None``: none has asked."""
        moments = [_moment((await self._store.settings_of(user)).get(PERSON, "")) for user in users]
        return min((at for at in moments if at is not None), default=None)

    async def is_leaving(self, users: Collection[UserId]) -> bool:
        """Whether one of these users is to be erased, by the store: memory here may be older."""
        noted = await self._store.read(people_queries.settings_named, PERSON)
        return any(_moment(noted.get(user, "")) is not None for user in users)

    async def ask(self, person: PersonId) -> float:
        """Notes that the person is to be erased some days from now, and returns the moment."""
        at = self._time.utc() + self._config.erase
        await self._store.save(Setting(person, PERSON, repr(at)))
        return at

    async def undo(self, users: Collection[UserId]) -> None:
        await self._store.save(*(Setting(user, PERSON, "") for user in users))

    async def left(self, *names: CommunityId) -> None:
        """Notes that a community has removed the bot. ``names``: all ids by which it is stored."""
        at = self._time.utc() + self._config.purge
        for name in names:
            if COMMUNITY not in await self._store.settings_of(name):
                await self._store.save(Setting(name, COMMUNITY, repr(at)))

    async def back(self, *names: CommunityId) -> None:
        """Notes that the community has added the bot again."""
        for name in names:
            if COMMUNITY in await self._store.settings_of(name):
                await self._store.save(Setting(name, COMMUNITY, ""))

    async def due(self, name: str, before: float) -> tuple[str, ...]:
        """The owners of notes of this name (:data:`PERSON`, :data:`COMMUNITY`) whose moment has
        come before this one, in order."""
        noted = await self._store.read(people_queries.settings_named, name)
        moments = {owner: _moment(value) for owner, value in noted.items()}
        return tuple(
            sorted(owner for owner, at in moments.items() if at is not None and at <= before)
        )


def _moment(value: str) -> float | None:
    try:
        return float(value)
    except ValueError:
        return None

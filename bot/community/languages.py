"""The languages that people and communities have chosen."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from bot.common.bounded import keep
from bot.messages import CommunityId, PersonId
from bot.store.changes import Changes, Store
from bot.store.model import Preference
from bot.words import LOCALES, closest_locale

_REMEMBERED: Final = 20_000
"""Languages kept in memory."""


class Languages:
    """The language of each person and community.

    ``default`` holds where nobody has chosen. ``alone``: nobody else writes to this store, so what
    is remembered here is the newest there is. ``changed`` is called after each choice."""

    def __init__(
        self, store: Store, default: str, *, alone: bool, changed: Callable[[], None]
    ) -> None:
        self._store = store
        self._default = default
        self._alone = alone
        self._changed = changed
        self._known: OrderedDict[PersonId | CommunityId, str | None] = OrderedDict()

    async def of(self, owner: PersonId | CommunityId) -> str | None:
        """The language chosen by a person or for a community; ``None``: none was."""
        if owner in self._known:
            return self._known[owner]
        chosen = await self._store.locale_of(owner)
        if not self._alone:
            return chosen
        if owner not in self._known:  # what was set meanwhile is newer
            keep(self._known, owner, chosen, _REMEMBERED)
        return self._known[owner]

    async def spoken(self, person: PersonId | None, community: CommunityId) -> str:
        """The person's choice, else the community's, else the default."""
        mine = await self.of(person) if person else None
        return mine or await self.of(community) or self._default

    async def choose(self, owner: PersonId | CommunityId, locale: str) -> str | None:
        """Stores a choice; returns the catalogue's name for it, ``None``: we have no such one."""
        spoken = closest_locale(locale)
        if spoken not in LOCALES or spoken[:2].lower() != locale[:2].lower():
            return None
        try:
            await self._store.commit([Changes(preferences=(Preference(owner, spoken),))])
        except BaseException:
            self._known.pop(owner, None)  # it may be stored or not
            raise
        if self._alone:
            keep(self._known, owner, spoken, _REMEMBERED)
        self._changed()
        return spoken

"""The languages that people and communities have chosen."""

from bot.happenings import Happenings, LanguageChanged
from bot.messages import CommunityId, PersonId
from bot.store import Store
from bot.store.changes import Changes
from bot.store.model import Preference
from bot.words import closest_locale


class Languages:
    """The language of each person and community. ``default``: of those who have not chosen."""

    def __init__(self, store: Store, default: str, happenings: Happenings) -> None:
        self._store = store
        self._default = default
        self._happenings = happenings

    async def of(self, owner: PersonId | CommunityId) -> str | None:
        """The language chosen by a person or for a community; ``None``: none was."""
        return await self._store.locale_of(owner) or None

    async def spoken(self, person: PersonId | None, community: CommunityId) -> str:
        """The person's choice, else the community's, else the default."""
        mine = await self.of(person) if person else None
        return mine or await self.of(community) or self._default

    async def choose(self, owner: PersonId | CommunityId, locale: str) -> str | None:
        """Stores a choice. Returns the matching one of :data:`bot.words.CHOICES`; ``None``: no such
        language exists here."""
        spoken = closest_locale(locale)
        if spoken[:2].lower() != locale[:2].lower():
            return None
        await self._keep(owner, spoken)
        return spoken

    async def forget(self, owner: CommunityId, locale: str) -> None:
        """From now on the community has chosen no language, unless it has another one by now."""
        if await self.of(owner) == locale:
            await self._keep(owner, "")

    async def _keep(self, owner: PersonId | CommunityId, locale: str) -> None:
        await self._store.commit([Changes(preferences=(Preference(owner, locale),))])
        await self._happenings.publish(LanguageChanged(owner))

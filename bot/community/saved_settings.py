"""The settings that are saved for people and communities, by name."""

from collections.abc import Mapping

from bot.community.community_rules import LANGUAGE, CommunityRules, changed, habits_of, rules_of
from bot.community.languages import Languages
from bot.community.table_defaults import (
    TableDefaults,
    is_newcomer,
    last_setting,
    newcomer_variant,
    recalled,
)
from bot.environment import Config
from bot.match.options import BadOptions
from bot.messages import Accepted, AnyReply, CommunityId, PersonId, PlaceId, Refused
from bot.reasons import ServiceReason
from bot.store import Store
from bot.store.model import Setting


class SavedSettings:
    """Reads and writes settings, and works out what a community's settings mean."""

    def __init__(self, store: Store, languages: Languages, config: Config) -> None:
        self._store = store
        self._languages = languages
        self._config = config

    async def of(self, owner: PersonId | CommunityId) -> dict[str, str]:
        """The settings of a person or a community, by name."""
        return await self._store.settings_of(owner)

    async def save(self, owner: PersonId | CommunityId, **values: str) -> None:
        """Stores these settings and leaves the others; an empty value removes one."""
        await self._store.save(*(Setting(owner, name, value) for name, value in values.items()))

    async def configure(self, owner: CommunityId, values: Mapping[str, str]) -> AnyReply:
        """Sets a community's language, rules and habits: all of these or none. The adapter has
        checked that the person may do so. The value :data:`bot.community.community_rules.USUAL`
        takes a setting back."""
        wanted = {name: value for name, value in values.items() if name != LANGUAGE}
        try:
            made = changed(owner, await self.of(owner), wanted, self._config)
        except BadOptions as error:
            return Refused(error.reason, parameters=error.problems)
        if LANGUAGE in values and await self._languages.choose(owner, values[LANGUAGE]) is None:
            return Refused(ServiceReason.NO_SUCH_LANGUAGE)
        await self.save(owner, **made)
        return Accepted(note="settings.set")

    async def rules(self, community: CommunityId) -> CommunityRules:
        """The rules that the community's administrators have set."""
        return rules_of(await self.of(community))

    async def allows_tables(self, community: CommunityId, place: PlaceId) -> bool:
        """Whether tables may be opened in this place. It may also show tables of other places."""
        return (await self.rules(community)).stand_in(place)

    async def table_defaults(
        self, community: CommunityId, person: PersonId, locale: str = ""
    ) -> TableDefaults:
        """The defaults of a table that this person opens in the community. ``locale`` is the
        person's language; empty: it is not known."""
        settings = await self.of(community)
        mine = await self.of(person)
        return TableDefaults(
            habits_of(settings),
            recalled(mine.get(last_setting(community), "")),
            rules_of(settings).games,
            newcomer_variant(locale),
            is_newcomer(mine),
        )

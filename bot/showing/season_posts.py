"""Posts the champions of a season in their community. The notice is stored with the first result
after the season's end, and is posted at most once: it is marked before."""

from bot.community.champions import Champions, season_of
from bot.community.languages import Languages
from bot.community.linked_users import platform_of
from bot.screens.standings import champions_text
from bot.showing.day_posts import is_first
from bot.showing.platforms import Platforms
from bot.store import Store
from bot.store.model import Notice
from bot.words import words_for


class SeasonPosts:
    """Posts champions of seasons."""

    def __init__(
        self,
        store: Store,
        champions: Champions,
        languages: Languages,
        platforms: Platforms,
    ) -> None:
        self._store = store
        self._champions = champions
        self._languages = languages
        self._platforms = platforms

    async def post(self, notice: Notice) -> None:
        """Posts the champions in the place that the notice names. Where nothing can be posted (on
        the page), each of them is told. Nothing if there is nobody: the community was erased."""
        community, place, key = notice.person, notice.moment, season_of(notice.match)
        champions = await self._champions.of(community, key)
        platform = self._platforms.by_name[platform_of(place)]
        if not await is_first(self._store, notice) or not champions:
            return
        if await platform.address_in(place) is not None:
            words = words_for(await self._languages.spoken(None, community))
            await platform.publish(community, place, champions_text(key, champions, words))
            return
        for champion in champions:
            words = words_for(await self._languages.spoken(champion.person, community))
            await self._platforms.tell(champion.person, champions_text(key, champions, words))

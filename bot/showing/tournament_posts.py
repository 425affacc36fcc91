"""Posts the end of a tournament where it was held: a message of its own, because nobody hears of an
edited one. The notice is stored with the step that ends the tournament, and is posted at most once:
it is marked before."""

from bot.community.languages import Languages
from bot.community.linked_users import platform_of
from bot.match.running_matches import RunningMatches
from bot.model import is_someone
from bot.screens.tournament import ending_text
from bot.showing.day_posts import is_first
from bot.showing.platforms import Platforms
from bot.store import Store
from bot.store.model import Notice
from bot.words import words_for


class TournamentPosts:
    """Posts ends of tournaments."""

    def __init__(
        self,
        store: Store,
        running: RunningMatches,
        languages: Languages,
        platforms: Platforms,
    ) -> None:
        self._store = store
        self._running = running
        self._languages = languages
        self._platforms = platforms

    async def post(self, notice: Notice) -> None:
        """Posts who has won, in the place of the tournament. Where nothing can be posted (on the
        page), each of its people is told."""
        found, place = await self._running.newest(notice.match), notice.moment
        platform = self._platforms.by_name[platform_of(place)]
        if not await is_first(self._store, notice) or found is None:
            return
        info = found.info
        if await platform.address_in(place) is not None:
            words = words_for(await self._languages.spoken(None, info.community), info.variant)
            await platform.publish(info.community, place, ending_text(info, words), aloud=True)
            return
        for entrant in info.tournament.entrants if info.tournament is not None else ():
            if not is_someone(entrant.person):
                locale = await self._languages.spoken(entrant.person, info.community)
                await self._platforms.tell(
                    entrant.person, ending_text(info, words_for(locale, info.variant))
                )

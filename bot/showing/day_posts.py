"""Posts what concerns hands of the day where everybody of a place reads it.

Each post is a notice, stored with the step that asks for it, and is sent at most once: it is marked
before."""

from collections.abc import Mapping

from bot.community.languages import Languages
from bot.community.linked_users import platform_of
from bot.daily.standings import DailyStandings
from bot.match.running_matches import RunningMatches
from bot.model import MatchInfo
from bot.screens.daily import share_line
from bot.showing.platform import Platform
from bot.store.changes import Changes, Committed, Mark, Store
from bot.store.model import Notice, NoticeState
from bot.words import words_for


class DayPosts:
    """Posts results that people share.

    ``platforms``: the platforms of this process, by name."""

    def __init__(
        self,
        store: Store,
        running: RunningMatches,
        languages: Languages,
        standings: DailyStandings,
        platforms: Mapping[str, Platform],
    ) -> None:
        self._store = store
        self._running = running
        self._languages = languages
        self._standings = standings
        self._platforms = platforms

    async def share(self, notice: Notice) -> None:
        """Posts the result of a hand of the day in the place that the notice names: who shares it,
        and the line. Nothing if its person has been erased meanwhile."""
        found = await self._running.newest(notice.match)
        text = "" if found is None else await self._shared(found.info)
        platform = self._platforms[platform_of(notice.moment)]
        if await self._is_first(notice) and text and found is not None:
            await platform.publish(found.info.community, notice.moment, text)

    async def _shared(self, info: MatchInfo) -> str:
        standing = await self._standings.of(info)
        if standing is None:
            return ""
        words = words_for(await self._languages.spoken(None, info.community), info.variant)
        line = share_line(standing, info, words)
        return words.text("daily.shared", name=info.people[0].name, line=line)

    async def _is_first(self, notice: Notice) -> bool:
        """Marks the notice; whether nobody has done so before."""
        mark = Mark(notice.id, NoticeState.TAKEN)
        (outcome,) = await self._store.commit([Changes(mark=mark)])
        return isinstance(outcome, Committed)

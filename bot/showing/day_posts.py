"""Posts what concerns hands of the day where everybody of a place reads it.

Each post is a notice, stored with the step that asks for it, and is sent at most once: it is marked
before."""

from bot.community.board_places import board_in
from bot.community.languages import Languages
from bot.community.linked_users import platform_of
from bot.daily.parts import DayParts
from bot.match import daily
from bot.match.parts import PlayParts
from bot.model import MatchInfo
from bot.screens.daily import share_line
from bot.screens.day_board import written
from bot.showing.platforms import Platforms
from bot.store import Store
from bot.store.changes import Changes, Committed, Mark
from bot.store.model import DAY_BOARD, Notice, NoticeState
from bot.words import words_for


async def is_first(store: Store, notice: Notice) -> bool:
    """Marks a notice as taken; whether nobody has done so before."""
    (outcome,) = await store.commit([Changes(mark=Mark(notice.id, NoticeState.TAKEN))])
    return isinstance(outcome, Committed)


class DayPosts:
    """Posts results that people share, and scoreboards of days that are over."""

    def __init__(
        self, play: PlayParts, day: DayParts, languages: Languages, platforms: Platforms
    ) -> None:
        self._store = play.store
        self._running = play.running
        self._time = play.time
        self._standings = day.standings
        self._boards = day.boards
        self._languages = languages
        self._platforms = platforms

    async def post(self, notice: Notice) -> None:
        """Posts what the notice is about."""
        await (self._board(notice) if notice.kind == DAY_BOARD else self._share(notice))

    async def _share(self, notice: Notice) -> None:
        """Posts the result of a hand of the day in the place that the notice names: who shares it,
        and the line. Nothing if its person has been erased meanwhile."""
        found = await self._running.newest(notice.match)
        text = "" if found is None else await self._shared(found.info)
        platform = self._platforms.by_name[platform_of(notice.moment)]
        if await is_first(self._store, notice) and text and found is not None:
            await platform.publish(found.info.community, notice.moment, text)

    async def _shared(self, info: MatchInfo) -> str:
        standing = await self._standings.of(info)
        if standing is None:
            return ""
        words = words_for(await self._languages.spoken(None, info.community), info.variant)
        line = share_line(standing, info, words)
        return words.text("daily.shared", name=info.people[0].name, line=line)

    async def _board(self, notice: Notice) -> None:
        """Posts the scoreboard of a day in the place that the notice names. Nothing if nobody is
        named on it, if the community wants it there no longer, or if the day after it is over: the
        bot was away."""
        community, place = notice.person, notice.moment
        number = daily.number_of_board(notice.match)
        text = ""
        is_late = self._time.utc() >= daily.day_of(number + 1, "").ends
        if not is_late and await board_in(self._store, community) == place:
            words = words_for(await self._languages.spoken(None, community))
            text = written(await self._boards.of(community, number), words)
        if await is_first(self._store, notice) and text:
            await self._platforms.by_name[platform_of(place)].publish(community, place, text)

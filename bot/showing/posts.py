"""Sends posts that are due in places where everybody reads them. Each post is a message of its own,
because an edited message notifies nobody.

Each post is a notice, stored with the step that asks for it. It is sent at most once, because it is
marked before."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import partial

from bot.community.board_places import board_in
from bot.community.champions import season_of
from bot.community.linked_users import platform_of
from bot.community.parts import PeopleParts
from bot.daily.parts import DayParts
from bot.happenings import PostDue
from bot.match import daily
from bot.match.parts import PlayParts
from bot.messages import CommunityId, PersonId, PlaceId
from bot.model import MatchInfo, is_someone
from bot.screens.community.standings import champions_text
from bot.screens.daily.daily import share_line
from bot.screens.daily.day_board import written
from bot.screens.tournaments.tournament import ending_text
from bot.showing.commitments import Commitments
from bot.showing.platform import Platform
from bot.showing.platforms import Platforms
from bot.store.changes import Committed, marked
from bot.store.notices import CHAMPIONS, CONCLUDED, DAY_BOARD, SEAL, Notice, NoticeState
from bot.words import Words, words_for


class Posts:
    """Posts commitments, ends of tournaments, champions of seasons, results of the hand of the day
    that people share, and scoreboards of days that are over."""

    def __init__(
        self,
        play: PlayParts,
        people: PeopleParts,
        day: DayParts,
        platforms: Platforms,
        commitments: Commitments,
    ) -> None:
        self._store = play.store
        self._running = play.running
        self._time = play.time
        self._champions = people.champions
        self._languages = people.languages
        self._day = day
        self._platforms = platforms
        self._by_kind: Mapping[str, Callable[[Notice], Awaitable[None]]] = {
            SEAL: commitments.post,
            CONCLUDED: self._end_of_tournament,
            CHAMPIONS: self._champions_of_season,
            DAY_BOARD: self._board,
        }

    async def post(self, due: PostDue) -> None:
        await self._by_kind.get(due.notice.kind, self._share)(due.notice)

    async def _is_first(self, notice: Notice) -> bool:
        """Marks a notice as taken. Returns whether it was unmarked."""
        (outcome,) = await self._store.commit([marked(notice, NoticeState.TAKEN)])
        return isinstance(outcome, Committed)

    async def _end_of_tournament(self, notice: Notice) -> None:
        """Posts the winners in the place of the tournament. If nothing can be posted there (on the
        page), tells each of its people."""
        found = await self._running.newest(notice.match)
        platform = self._platforms.by_name[platform_of(notice.moment)]
        if not await self._is_first(notice) or found is None:
            return
        info = found.info
        entrants = () if info.tournament is None else info.tournament.entrants
        await self._publish_or_tell(
            platform,
            info.community,
            notice.moment,
            [entrant.person for entrant in entrants if not is_someone(entrant.person)],
            partial(ending_text, info),
            variant=info.variant,
            aloud=True,
        )

    async def _champions_of_season(self, notice: Notice) -> None:
        """Posts the champions in the place that the notice names. If nothing can be posted there
        (on the page), tells each of them. Does nothing if there are no champions, because the
        community was erased."""
        community, key = notice.person, season_of(notice.match)
        champions = await self._champions.of(community, key)
        platform = self._platforms.by_name[platform_of(notice.moment)]
        if not await self._is_first(notice) or not champions:
            return
        people = [champion.person for champion in champions]
        text = partial(champions_text, key, champions)
        await self._publish_or_tell(platform, community, notice.moment, people, text)

    async def _publish_or_tell(
        self,
        platform: Platform,
        community: CommunityId,
        place: PlaceId,
        people: Iterable[PersonId],
        text: Callable[[Words], str],
        *,
        variant: str = "",
        aloud: bool = False,
    ) -> None:
        """Posts a text in a place; where nothing can be posted, each of these people is told."""
        if await platform.address_in(place) is not None:
            words = await self._words(None, community, variant)
            await platform.publish(community, place, text(words), aloud=aloud)
            return
        for person in people:
            words = await self._words(person, community, variant)
            await self._platforms.tell(person, text(words))

    async def _share(self, notice: Notice) -> None:
        """Posts the result of a hand of the day in the place that the notice names: the name of the
        person who shares it, and the line. Does nothing if the person has been erased meanwhile."""
        found = await self._running.newest(notice.match)
        text = "" if found is None else await self._shared(found.info)
        platform = self._platforms.by_name[platform_of(notice.moment)]
        if await self._is_first(notice) and text and found is not None:
            await platform.publish(found.info.community, notice.moment, text)

    async def _shared(self, info: MatchInfo) -> str:
        standing = await self._day.standings.of(info)
        if standing is None:
            return ""
        words = await self._words(None, info.community, info.variant)
        line = share_line(standing, info, words)
        return words.text("daily.shared", name=info.people[0].name, line=line)

    async def _board(self, notice: Notice) -> None:
        """Posts the scoreboard of a day in the place that the notice names. Does nothing if nobody
        is named on it, if the community no longer wants it there, or if the day after it is over
        because the bot was away."""
        community, place = notice.person, notice.moment
        number = daily.number_of_board(notice.match)
        text = ""
        is_late = self._time.utc() >= daily.day_of(number + 1, "").ends
        if not is_late and await board_in(self._store, community) == place:
            words = await self._words(None, community)
            text = written(await self._day.boards.of(community, number), words)
        if await self._is_first(notice) and text:
            await self._platforms.by_name[platform_of(place)].publish(community, place, text)

    async def _words(
        self, person: PersonId | None, community: CommunityId, variant: str = ""
    ) -> Words:
        """The words for a person; ``None``: for everybody in the community."""
        return words_for(await self._languages.spoken(person, community), variant)

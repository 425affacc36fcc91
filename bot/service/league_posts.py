"""Posts for the clubs of a league between houses."""

from typing import Final

import structlog

from bot.community.league_teams import ClubHome, Posted, RoomWait
from bot.community.parts import PeopleParts
from bot.leagues.terms import Fixture
from bot.screens.tournaments import league
from bot.service.league_now import LeagueNow
from bot.showing.platforms import Platforms
from bot.tournaments.state import UNDECIDED
from bot.words import Words, words_for

log: Final = structlog.get_logger(__name__)


class LeaguePosts:
    """Posts rounds, results and the table. Calls a team whose adversary is there."""

    def __init__(self, people: PeopleParts, platforms: Platforms) -> None:
        self._teams = people.league_teams
        self._languages = people.languages
        self._calls = people.calls
        self._platforms = platforms

    async def post(self, now: LeagueNow) -> None:
        """Posts a round that can be played, and new results with the table, to the clubs of this
        host. Each is posted at most once, because it is noted before."""
        homes = await self._teams.homes(now.id)
        posted = await self._teams.posted(now.id)
        decided = [result for result in now.verdict.results if result.winner != UNDECIDED]
        new = [result for result in decided if result.fixture.place not in posted.results]
        begins = now.round > posted.round and now.round in now.dealt
        if not homes or not (new or begins):
            return
        places = (result.fixture.place for result in decided)
        told = Posted(now.round if begins else posted.round, tuple(places))
        await self._teams.note_posted(now.id, told)
        for club, home in homes.items():
            words = await self._words(now, home)
            pairings = [
                fixture
                for fixture in now.fixtures
                if fixture.round == now.round and now.has(club, fixture)
            ]
            if begins and pairings:
                text = league.round_post(now.terms, now.round, pairings, words)
                await self._publish_in(home, text)
            if new:
                text = league.results_post(now.terms, new, now.verdict.rows, words)
                await self._publish_in(home, text)

    async def call(self, now: LeagueNow, fixture: Fixture, wait: RoomWait) -> None:
        """Tells the other team's club, if it is at this host, that a person is there to play."""
        (other,) = {fixture.one, fixture.other} - {wait.team}
        home = (await self._teams.homes(now.id)).get(now.terms.teams[other].club)
        if home is None or self._calls.refusal(wait.person) is not None:
            return
        self._calls.note(wait.person)
        words = await self._words(now, home)
        teams = now.terms.teams
        said = {"team": teams[wait.team].name, "other": teams[other].name}
        await self._publish_in(home, words.text("league.call", name=wait.name, **said))

    async def _publish_in(self, home: ClubHome, text: str) -> None:
        if (platform := self._platforms.of(home.place)) is not None:
            try:
                await platform.publish(home.community, home.place, text)
            except Exception as error:  # The other clubs still get their posts.
                log.error("league_post_failed", error=type(error).__name__)

    async def _words(self, now: LeagueNow, home: ClubHome) -> Words:
        return words_for(await self._languages.spoken(None, home.community), now.terms.variant)

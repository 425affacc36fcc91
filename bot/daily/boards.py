"""The scoreboard of a day. A community may have it posted when the day is over.

Everybody plays the hand of the day alone, so a person is named only if they have shared their
result in the community. The others are counted. Some people are never named: people who stay off
scoreboards, are hidden in films, may not speak in the community, or are about to be erased."""

from bot.community.bars import BAR, MUTE, Bars
from bot.community.erasure_notes import ErasureNotes
from bot.community.linked_users import LinkedUsers
from bot.community.profiles import FILM_HIDDEN
from bot.daily.standings import DailyStandings, streak
from bot.match import daily
from bot.messages import CommunityId, MatchId, PersonId
from bot.screens.daily.day_board import DayBoard, DayRow, GameBoard
from bot.store import Store
from bot.store.queries import daily_hands, match_queries
from bot.store.results.model import DailyResult
from bot.store.results.standings import UNLISTED
from engine.variants import VARIANTS


class DayBoards:
    """Makes the scoreboards of days."""

    def __init__(
        self,
        store: Store,
        users: LinkedUsers,
        bars: Bars,
        standings: DailyStandings,
        erasure_notes: ErasureNotes,
    ) -> None:
        self._store = store
        self._users = users
        self._bars = bars
        self._standings = standings
        self._erasure_notes = erasure_notes

    async def of(self, community: CommunityId, number: int) -> DayBoard:
        """The scoreboard of a day that is over."""
        games = [await self._game(community, number, variant) for variant in VARIANTS]
        return DayBoard(number, tuple(game for game in games if game.rows))

    async def _game(self, community: CommunityId, number: int, variant: str) -> GameBoard:
        shared, sealed = daily.tables_of(number, variant)
        results = await self._store.read(daily_hands.results_in, sealed, community)
        if not results:
            sealed = shared
            results = await self._store.read(daily_hands.results_in, sealed, community)
        named = [result for result in results if await self._is_named(result)]
        rows = [await self._row(result) for result in named]
        par = await self._standings.par(sealed) if rows else None
        return GameBoard(variant, par, tuple(rows), len(results) - len(rows))

    async def _row(self, one: DailyResult) -> DayRow:
        played = {
            other.number for other in await self._store.read(daily_hands.results_of, one.person)
        }
        hands = tuple(int(points) for points in one.hands.split(","))
        return DayRow(one.name, one.points, hands, streak(played, one.number))

    async def _is_named(self, one: DailyResult) -> bool:
        if not await self._has_shared(one.match):
            return False
        return not (
            await self._hides(one.person)
            or await self._bars.refusal(one.community, one.person, BAR, MUTE)
            or await self._erasure_notes.is_leaving((await self._users.of(one.person)).all)
        )

    async def _has_shared(self, match: MatchId) -> bool:
        # Not from memory: there are many, and nobody looks at them again.
        stored = await self._store.read(match_queries.load, match)
        day = None if stored is None else stored.row.info.daily
        return day is not None and day.shared

    async def _hides(self, person: PersonId) -> bool:
        settings = await self._store.settings_of(person)
        return bool(settings.get(UNLISTED) or settings.get(FILM_HIDDEN))

"""The champions of a season: the first three of a community's scoreboard when it is over.

The community is told of them once. The first result after the season's end stores the notice about
them (:data:`bot.store.notices.CHAMPIONS`) and a setting of the community with the season's key, so
that no later result tells of them again."""

from collections.abc import Sequence
from typing import Final

from bot.community.community_rules import rules_of
from bot.community.scoreboard import Scoreboards
from bot.messages import CommunityId, MatchId, PlaceId
from bot.store import Store
from bot.store.changes import MatchChange
from bot.store.model import Setting
from bot.store.notices import CHAMPIONS, Notice, notice_id
from bot.store.queries.scoreboard_queries import BY_POINTS
from bot.store.results.model import Standing
from bot.store.results.standings import SEASONS, Scope, season

TOLD: Final = "champions"
"""A community's setting: the key of the last season whose champions were told."""
_CHAMPIONS: Final = 3
Due = tuple[tuple[Notice, ...], tuple[Setting, ...]]
"""Notices and settings to store."""
_NOTHING: Final[Due] = ((), ())


def season_id(key: str) -> MatchId:
    """The id in place of a match's for the champions of a season. No match has it."""
    return f"season-{key}"


def season_of(match: MatchId) -> str:
    """The key of the season of such an id."""
    return match.removeprefix("season-")


class Champions:
    """Finds seasons whose champions were not told yet, and the champions of a season."""

    def __init__(self, store: Store, scoreboards: Scoreboards) -> None:
        self._store = store
        self._scoreboards = scoreboards

    async def due(self, changes: Sequence[MatchChange], now: float) -> Due:
        """The notices and settings to store with these changes, so that the community is told of
        the champions of the last season. None if the changes hold no first result of the running
        season, or the champions were told already, or nobody has played in an earlier season.
        ``now``: seconds in UTC since the epoch."""
        for change in changes:
            if any(not result.alone for result in change.results):
                info = change.row.info
                return await self._due(info.community, info.place, now)
        return _NOTHING

    async def _due(self, community: CommunityId, place: PlaceId, now: float) -> Due:
        settings = await self._store.settings_of(community)
        rules, scope = rules_of(settings), Scope(community)
        running = SEASONS[rules.season](now)
        if await self._store.read(BY_POINTS.page, scope, running, 1):
            return _NOTHING
        over = await self._scoreboards.before(scope, running)
        if over is None or over.key == settings.get(TOLD):
            return _NOTHING
        match = season_id(over.key)
        place = rules.day_board_in or rules.announced_in or place
        notice = Notice(notice_id(match, community), match, community, CHAMPIONS, place, now)
        return (notice,), (Setting(community, TOLD, over.key),)

    async def of(self, community: CommunityId, key: str) -> tuple[Standing, ...]:
        """The champions of the season with this key, the best first; empty: nobody has played, or
        the data of the community are erased."""
        period = season(key)
        return (
            ()
            if period is None
            else await self._store.read(BY_POINTS.page, Scope(community), period, _CHAMPIONS)
        )

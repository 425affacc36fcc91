"""The scoreboards: lists of people by ranking points, rating or chips, in one community or in
all."""

from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from bot.community.community_rules import rules_of
from bot.messages import CommunityId, PersonId
from bot.store import Store
from bot.store.queries.scoreboard_queries import BY_CHIPS, BY_POINTS, BY_RATING, ScoreboardQueries
from bot.store.results.model import Purse, Rating, Standing
from bot.store.results.standings import (
    ALWAYS,
    EVERYWHERE,
    SEASONS,
    UNLISTED,
    Period,
    Scope,
    month,
    quarter,
    season,
    week,
)
from engine.variants import VARIANTS

SHOWN: Final = 10
"""The number of people on one page."""
HERE: Final = "aqui"
ALL: Final = "todo"
AMBITS: Final = (HERE, ALL)
"""The choices of the people whose results are shown: this community's people, or everybody."""
FOREVER: Final = "siempre"
PERIODS: Final[dict[str, Callable[[float], Period]]] = {
    FOREVER: lambda _: ALWAYS,
    "mes": month,
    "semana": week,
}
"""The choices of the time whose results are shown."""


SEASON: Final = "temporada"
"""The choice of the running season."""
WHENS: Final = (*PERIODS, SEASON)
BEFORE: Final = "-"
"""A word in place of a season's key: the last season before the running one."""
_BACK: Final = 24
"""The most seasons that the search for an earlier season with results goes back."""
POINTS: Final = "puntos"
STRENGTH: Final = "fuerza"
CHIPS: Final = "fichas"
ORDERS: Final = (POINTS, STRENGTH, CHIPS)
"""The orders of people: ranking points, rating, chips."""
_GAME: Final = next(iter(VARIANTS))
"""The game of a scoreboard by rating, if the person chooses none. Such a scoreboard is always for
one game, and for tables of every size."""


class Wanted(Struct, frozen=True):
    """The scoreboard that a person wants to see, by the choices of ``/marcador``."""

    ambit: str = HERE
    period: str = FOREVER
    variant: str = ""
    """Empty: all games."""
    players: int = 0
    """0: tables of every size."""
    page: int = 0
    by: str = POINTS
    season: str = ""
    """The key of a season, or :data:`BEFORE`. Empty: the running one, with :data:`SEASON`."""

    def settled(self) -> "Wanted":
        """The same choice without the parts that its order cannot use. A rating is always for one
        game and for tables of every size, over all time. Chips are for all games, over all time."""
        if self.by == STRENGTH:
            variant = self.variant or _GAME
            return replace(self, period=FOREVER, season="", variant=variant, players=0)
        if self.by == CHIPS:
            return replace(self, period=FOREVER, season="", variant="", players=0)
        return self

    def scope(self, community: CommunityId) -> Scope:
        """The results that count, when somebody in this community asks."""
        return Scope(EVERYWHERE if self.ambit == ALL else community, self.variant, self.players)


BoardRow = Standing | Rating | Purse
"""A row of a scoreboard, by its order."""
_QUERIES: Final[dict[str, ScoreboardQueries[Any]]] = {
    POINTS: BY_POINTS,
    STRENGTH: BY_RATING,
    CHIPS: BY_CHIPS,
}


class Scoreboard(Struct, frozen=True):
    """One page of a scoreboard, the best first. Robots are never on it."""

    wanted: Wanted
    rows: tuple[BoardRow, ...] = ()
    """The people of this page."""
    more: bool = False
    """There is another page after this one."""
    place: int = 0
    """The reader's place, from 1; 0: there is no reader, or the reader is not on the scoreboard."""
    is_over: bool = False
    """The page shows a season that has ended; its first three are its champions."""
    earlier: str = ""
    """The key of the last season before this one with results; empty: there is none."""
    mine: BoardRow | None = None
    """The reader's own row, even if the reader is not on the scoreboard."""

    @property
    def first(self) -> int:
        """The number of people before this page."""
        return self.wanted.page * SHOWN


class Scoreboards:
    """The scoreboards of all communities, from stored sums."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(
        self, community: CommunityId, wanted: Wanted, now: float, reader: PersonId | None = None
    ) -> Scoreboard:
        """A page of a scoreboard. ``now``: seconds in UTC since the epoch. If the page does not
        exist, it is the last one."""
        wanted = wanted.settled()
        scope = wanted.scope(community)
        queries = _QUERIES[wanted.by]
        period, earlier = await self._when(community, wanted, scope, now)
        if wanted.period == SEASON:
            wanted = replace(wanted, season=period.key)
        mine: BoardRow | None = None
        place = 0
        if reader is not None:
            before, mine = await self._store.read(queries.place_of, scope, period, reader)
            if mine is not None and queries.is_listed(mine):
                place = await self._place(scope, reader, before)
        found = await self._page(queries, scope, period, wanted.page)
        if not found and wanted.page:
            people = await self._store.read(queries.people, scope, period)
            wanted = replace(wanted, page=max(people - 1, 0) // SHOWN)
            found = await self._page(queries, scope, period, wanted.page)
        return Scoreboard(
            wanted,
            found[:SHOWN],
            more=len(found) > SHOWN,
            place=place,
            is_over=period.ends <= now,
            earlier=earlier,
            mine=mine,
        )

    async def _page(
        self, queries: ScoreboardQueries[Any], scope: Scope, period: Period, page: int
    ) -> tuple[BoardRow, ...]:
        """The people of a page, and one more if there is another page."""
        return await self._store.read(queries.page, scope, period, SHOWN + 1, page * SHOWN)

    async def _when(
        self, community: CommunityId, wanted: Wanted, scope: Scope, now: float
    ) -> tuple[Period, str]:
        """The period that the person wants. For a season also the key of the season before it, else
        an empty text."""
        if wanted.period != SEASON:
            return PERIODS[wanted.period](now), ""
        rules = rules_of(await self._store.settings_of(community))
        period = season(wanted.season) or SEASONS[rules.season](now)
        earlier = await self.before(scope, period)
        if wanted.season == BEFORE and earlier is not None:
            period, earlier = earlier, await self.before(scope, earlier)
        return period, "" if earlier is None else earlier.key

    async def before(self, scope: Scope, period: Period) -> Period | None:
        """The last season before this one with results; ``None``: there is none in two years (of
        months) or six (of quarters)."""
        kind = quarter if period == quarter(period.begins) else month
        for _ in range(_BACK):
            period = kind(period.begins - 1)
            if await self._store.read(BY_POINTS.page, scope, period, 1):
                return period
        return None

    async def _place(self, scope: Scope, reader: PersonId, before: int) -> int:
        """The place, from 1, of a reader on this scoreboard; 0: they do not want to stand there."""
        hidden = scope.community == EVERYWHERE and UNLISTED in (
            await self._store.settings_of(reader)
        )
        return 0 if hidden else before + 1

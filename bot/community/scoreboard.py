"""The scoreboards: lists of people by ranking points, rating or chips, in one community or in
all."""

from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.community.community_rules import rules_of
from bot.messages import CommunityId, PersonId
from bot.store import Store
from bot.store.queries import scoreboard_queries
from bot.store.results.model import Purse, Rating, Standing
from bot.store.results.ratings import is_provisional
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
    """The key of a season, or :data:`BEFORE`. Empty: the running season, if the period is
    :data:`SEASON`."""

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


class Scoreboard(Struct, frozen=True):
    """One page of a scoreboard, the best first. Robots are never on it."""

    wanted: Wanted
    standings: tuple[Standing, ...] = ()
    """By ranking points."""
    ratings: tuple[Rating, ...] = ()
    purses: tuple[Purse, ...] = ()
    more: bool = False
    """There is another page after this one."""
    place: int = 0
    """The reader's place, from 1; 0: there is no reader, or the reader is not on the scoreboard."""
    is_over: bool = False
    """The page shows a season that has ended; its first three are its champions."""
    earlier: str = ""
    """The key of the last season before this one with results; empty: there is none."""
    mine: Standing | Rating | Purse | None = None
    """The reader's own row, even if the reader is not on the scoreboard."""

    @property
    def rows(self) -> Sequence[Standing | Rating | Purse]:
        """The people of this page."""
        return self.standings or self.ratings or self.purses

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
        if wanted.by == STRENGTH:
            return await self._by_rating(wanted, scope, reader)
        if wanted.by == CHIPS:
            return await self._by_chips(wanted, scope, reader)
        period, earlier = await self._when(community, wanted, scope, now)
        if wanted.period == SEASON:
            wanted = replace(wanted, season=period.key)
        mine: Standing | None = None
        place = 0
        if reader is not None:
            before, mine = await self._store.read(
                scoreboard_queries.place_of, scope, period, reader
            )
            place = await self._place(scope, reader, before, stands=mine is not None)
        found = await self._store.read(
            scoreboard_queries.standings, scope, period, SHOWN + 1, wanted.page * SHOWN
        )
        if not found and wanted.page:
            last = await self._store.read(scoreboard_queries.people_in, scope, period)
            wanted = _at_end(wanted, last)
            found = await self._store.read(
                scoreboard_queries.standings, scope, period, SHOWN + 1, wanted.page * SHOWN
            )
        more = len(found) > SHOWN
        board = Scoreboard(wanted, found[:SHOWN], more=more, place=place, mine=mine)
        return replace(board, is_over=period.ends <= now, earlier=earlier)

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
            if await self._store.read(scoreboard_queries.standings, scope, period, 1):
                return period
        return None

    async def _by_rating(self, wanted: Wanted, scope: Scope, reader: PersonId | None) -> Scoreboard:
        mine: Rating | None = None
        place = 0
        if reader is not None:
            before, mine = await self._store.read(scoreboard_queries.rating_place, scope, reader)
            stands = mine is not None and not is_provisional(mine)
            place = await self._place(scope, reader, before, stands=stands)
        found = await self._store.read(
            scoreboard_queries.ratings, scope, SHOWN + 1, wanted.page * SHOWN
        )
        if not found and wanted.page:
            wanted = _at_end(wanted, await self._store.read(scoreboard_queries.people_rated, scope))
            found = await self._store.read(
                scoreboard_queries.ratings, scope, SHOWN + 1, wanted.page * SHOWN
            )
        more = len(found) > SHOWN
        return Scoreboard(wanted, ratings=found[:SHOWN], more=more, place=place, mine=mine)

    async def _by_chips(self, wanted: Wanted, scope: Scope, reader: PersonId | None) -> Scoreboard:
        mine: Purse | None = None
        place = 0
        if reader is not None:
            before, mine = await self._store.read(
                scoreboard_queries.purse_place, scope.community, reader
            )
            stands = mine is not None and mine.amount > 0
            place = await self._place(scope, reader, before, stands=stands)
        found = await self._store.read(
            scoreboard_queries.purses, scope.community, SHOWN + 1, wanted.page * SHOWN
        )
        if not found and wanted.page:
            wanted = _at_end(
                wanted,
                await self._store.read(scoreboard_queries.people_with_chips, scope.community),
            )
            found = await self._store.read(
                scoreboard_queries.purses, scope.community, SHOWN + 1, wanted.page * SHOWN
            )
        more = len(found) > SHOWN
        return Scoreboard(wanted, purses=found[:SHOWN], more=more, place=place, mine=mine)

    async def _place(self, scope: Scope, reader: PersonId, before: int, *, stands: bool) -> int:
        """The reader's place, from 1; 0: the reader is not on this scoreboard."""
        if not stands:
            return 0
        hidden = scope.community == EVERYWHERE and UNLISTED in (
            await self._store.settings_of(reader)
        )
        return 0 if hidden else before + 1


def _at_end(wanted: Wanted, people: int) -> Wanted:
    """The same choice, with the number of the last page of a list with this many people."""
    return replace(wanted, page=max(people - 1, 0) // SHOWN)

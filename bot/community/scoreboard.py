"""The scoreboards: people by what they have won, in a community or in all of them."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.messages import CommunityId, PersonId
from bot.store.changes import Store
from bot.store.model import Standing
from bot.store.standings import ALWAYS, EVERYWHERE, Period, Scope, month, week

SHOWN: Final = 10
"""So many people stand on one page."""
HERE: Final = "aqui"
ALL: Final = "todo"
AMBITS: Final = (HERE, ALL)
"""The choices of whose results count: those of this community, or of all."""
FOREVER: Final = "siempre"
PERIODS: Final[dict[str, Callable[[float], Period]]] = {
    FOREVER: lambda _: ALWAYS,
    "mes": month,
    "semana": week,
}
"""The choices of when."""


class Wanted(Struct, frozen=True):
    """Which scoreboard somebody wants to see, by the choices of ``/marcador``."""

    ambit: str = HERE
    period: str = FOREVER
    variant: str = ""
    """Empty: all games."""
    players: int = 0
    """0: tables of every size."""
    page: int = 0

    def scope(self, community: CommunityId) -> Scope:
        """Whose results count, when it is asked for in this community."""
        return Scope(EVERYWHERE if self.ambit == ALL else community, self.variant, self.players)


class Scoreboard(Struct, frozen=True):
    """One page of people, the best first, of robots none."""

    wanted: Wanted
    standings: tuple[Standing, ...]
    more: bool = False
    """There is a page after this."""
    place: int = 0
    """Where the reader stands, the best being 1; 0: there is no reader, or without a result."""
    mine: Standing | None = None
    """The reader's sums."""

    @property
    def first(self) -> int:
        """How many people stand before this page."""
        return self.wanted.page * SHOWN


class Scoreboards:
    """The scoreboards of all communities, from stored sums."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(
        self, community: CommunityId, wanted: Wanted, now: float, reader: PersonId | None = None
    ) -> Scoreboard:
        """A page of a scoreboard at this moment (seconds UTC). A page after the last is the
        last."""
        scope, period = wanted.scope(community), PERIODS[wanted.period](now)
        mine: Standing | None = None
        place = 0
        if reader is not None:
            before, mine = await self._store.place_of(scope, period, reader)
            place = 0 if mine is None else before + 1
        found = await self._store.standings(scope, period, SHOWN + 1, wanted.page * SHOWN)
        if not found and wanted.page:
            last = await self._store.people_in(scope, period)
            wanted = replace(wanted, page=max(last - 1, 0) // SHOWN)
            found = await self._store.standings(scope, period, SHOWN + 1, wanted.page * SHOWN)
        return Scoreboard(wanted, found[:SHOWN], len(found) > SHOWN, place, mine)

"""The scoreboard of a community: its people by what they have won."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from bot.messages import CommunityId
from bot.store.changes import Store
from bot.store.model import Standing
from bot.store.standings import ALWAYS, Period, month, week

SHOWN: Final = 20
"""At most so many people stand on it."""
_PERIODS: Final[dict[str, Callable[[float], Period]]] = {"semana": week, "mes": month}
"""By the choices of ``/marcador``."""


def period(choice: str, now: float) -> Period:
    """The chosen period, at this moment (seconds UTC); all time when none was chosen."""
    return _PERIODS[choice](now) if choice in _PERIODS else ALWAYS


class Scoreboard(Struct, frozen=True):
    """A community's people, the best first, of robots none."""

    community: CommunityId
    standings: tuple[Standing, ...]


class Scoreboards:
    """The scoreboards of all communities, from stored sums."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, community: CommunityId, period: Period = ALWAYS) -> Scoreboard:
        """A community's people by what they have won in a period."""
        return Scoreboard(community, await self._store.standings(community, period, SHOWN))

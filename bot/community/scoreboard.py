"""The sums of ``/marcador``: by community, of people only."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from bot.messages import CommunityId, PersonId
from bot.store.changes import Store
from bot.store.model import Result

_PERIODS: Final = {"semana": 7 * 86_400.0, "mes": 30 * 86_400.0}
"""Length in seconds, by the choices of ``/marcador``."""


def since(period: str, now: float) -> float | None:
    """When the chosen period began, if it ends now (seconds UTC); ``None``: no period, count
    everything."""
    return now - _PERIODS[period] if period in _PERIODS else None


class Standing(Struct, frozen=True):
    """One person's sums."""

    person: PersonId
    name: str
    """As shown at their last match."""
    won: int
    lost: int
    points_for: int
    points_against: int
    streak: int
    """Matches won in a row up to now; 0 after a loss."""
    best_streak: int

    @property
    def matches(self) -> int:
        """Finished matches."""
        return self.won + self.lost


class Scoreboard(Struct, frozen=True):
    """A community's people, the best first."""

    community: CommunityId
    standings: tuple[Standing, ...]


class Scoreboards:
    """The scoreboards of all communities, from stored results."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, community: CommunityId, *, since: float | None = None) -> Scoreboard:
        """A community's people by what they have won; ``since`` in seconds UTC."""
        return scoreboard(community, await self._store.results(community, since))


def scoreboard(community: CommunityId, results: Iterable[Result]) -> Scoreboard:
    """Adds up results, which come oldest first.

    The order is by matches won, then fewer lost, then the difference of points, then the name."""
    standings: dict[PersonId, Standing] = {}
    for result in results:
        standings[result.person] = _with(standings.get(result.person), result)
    return Scoreboard(community, tuple(sorted(standings.values(), key=_rank)))


def _with(before: Standing | None, result: Result) -> Standing:
    old = before or Standing(result.person, result.name, 0, 0, 0, 0, 0, 0)
    streak = old.streak + 1 if result.won else 0
    return Standing(
        person=result.person,
        name=result.name,
        won=old.won + result.won,
        lost=old.lost + (not result.won),
        points_for=old.points_for + result.points_for,
        points_against=old.points_against + result.points_against,
        streak=streak,
        best_streak=max(old.best_streak, streak),
    )


def _rank(standing: Standing) -> tuple[int, int, int, str, PersonId]:
    difference = standing.points_for - standing.points_against
    return (-standing.won, standing.lost, -difference, standing.name.casefold(), standing.person)

"""The sums that a scoreboard shows: each stored result is added to the sums of its scopes.

A scope is a community or all communities, or a person's matches against robots alone; with all
games or one, and with tables of every size or of one. In each scope a person has the sums of all
time, of a week, of a month and of a quarter of a year; against robots alone those of all time and
all games. Months and quarters stay: they are the seasons. Weeks, months and quarters begin at
midnight in Buenos Aires, Montevideo and Brasília. Results are added in the order of their time. A
result that comes late, after the clock was put back, cannot be added to a streak: then that
person's sums of that period are made again from the results."""

import math
import re
from collections.abc import Callable, Iterable
from datetime import date, timedelta
from typing import Final

from msgspec import Struct

from bot.messages import CommunityId, PersonId
from bot.store.results.model import MatchResult, Standing

_DAY: Final = 86_400.0
_MIDNIGHT: Final = 3 * 3600.0
"""Seconds after midnight UTC."""
_FIRST_DAY: Final = date(1970, 1, 1)

Moment = tuple[float, str]
"""The order of a person's results: by time, then by match."""


class Period(Struct, frozen=True, gc=False):
    """A time whose results are added up. Keys of weeks, months and quarters each sort by time."""

    key: str
    begins: float = -1e308
    """UTC seconds since the epoch."""
    ends: float = 1e308
    """The first moment after it."""

    def holds(self, at: float) -> bool:
        """Whether this moment belongs to it."""
        return self.begins <= at < self.ends


EVERYWHERE: Final = "*"
"""Stands for all communities."""


ALONE: Final = "alone"
"""Stands in place of a community for the matches against robots alone, wherever they were played.
These sums are for the person's own profile; nobody else sees them."""


UNLISTED: Final = "unlisted"
"""The setting of a person who stands on no scoreboard of all communities."""


class Scope(Struct, frozen=True, gc=False, order=True):
    """The results that are added up together."""

    community: CommunityId
    """Or :data:`EVERYWHERE`, or :data:`ALONE`."""
    variant: str = ""
    """A game; empty: all games."""
    players: int = 0
    """Tables with so many seats; 0: all tables."""

    def holds(self, result: MatchResult) -> bool:
        """Whether this result belongs to it."""
        return self in scopes(result)


def scopes(result: MatchResult) -> tuple[Scope, ...]:
    """The scopes to whose sums a result belongs. For matches against robots alone only the sums of
    all games are shown, so only they are kept."""
    if result.alone:
        return (Scope(ALONE),)
    return tuple(
        Scope(community, variant, players)
        for community in (result.community, EVERYWHERE)
        for variant in dict.fromkeys(("", result.variant))
        for players in dict.fromkeys((0, result.players))
    )


ALWAYS: Final = Period("")
_WEEK: Final = "w"
_MONTH: Final = "m"
_QUARTER: Final = "q"
"""The first characters of the keys of weeks, months and quarters."""
_SEASON: Final = re.compile(r"m\d{4}-(?:0[1-9]|1[0-2])|q\d{4}-[1-4]")


def week(at: float) -> Period:
    """The week of this moment; it begins on Monday."""
    day = _day(at)
    monday = day - timedelta(days=day.weekday())
    year, number, _ = day.isocalendar()
    return Period(f"{_WEEK}{year}-{number:02}", _begin(monday), _begin(monday + timedelta(days=7)))


def month(at: float) -> Period:
    """The calendar month of this moment."""
    first = _day(at).replace(day=1)
    following = (first + timedelta(days=31)).replace(day=1)
    return Period(f"{_MONTH}{first.year}-{first.month:02}", _begin(first), _begin(following))


def quarter(at: float) -> Period:
    """The quarter of the calendar year of this moment."""
    day = _day(at)
    number = (day.month + 2) // 3
    first = day.replace(month=3 * number - 2, day=1)
    following = (first + timedelta(days=100)).replace(day=1)
    return Period(f"{_QUARTER}{day.year}-{number}", _begin(first), _begin(following))


MONTHLY: Final = "mes"
SEASONS: Final[dict[str, Callable[[float], Period]]] = {MONTHLY: month, "trimestre": quarter}
"""The lengths of a community's seasons, by the choices of ``/configurar``."""


def season(key: str) -> Period | None:
    """The month or quarter with this key; ``None``: there is none."""
    if not _SEASON.fullmatch(key) or key[1:5] in ("0000", "9999"):
        return None
    number = int(key[6:])
    first = date(int(key[1:5]), number if key[0] == _MONTH else 3 * number - 2, 1)
    return (month if key[0] == _MONTH else quarter)(_begin(first))


def sums_with(result: MatchResult) -> tuple[tuple[Period, Scope], ...]:
    """The periods and scopes to whose sums a result is added. For matches against robots alone only
    the sums of all time are shown, so only they are kept."""
    when = (ALWAYS,) if result.alone else periods(result.at)
    return tuple((period, scope) for period in when for scope in scopes(result))


def periods(at: float) -> tuple[Period, ...]:
    """The periods to whose sums a result of this moment belongs."""
    return ALWAYS, week(at), month(at), quarter(at)


def day(at: float) -> str:
    """The key of the day of this moment. Keys sort by time."""
    return _day(at).isoformat()


def ended(before: float) -> tuple[tuple[str, str], ...]:
    """The periods that ended before this moment and are not kept, as ranges of keys: from the first
    of a pair up to the second, which does not belong to it."""
    return ((_WEEK, week(before).key),)


def _day(at: float) -> date:
    return _FIRST_DAY + timedelta(days=math.floor((at - _MIDNIGHT) / _DAY))


def _begin(day: date) -> float:
    return (day - _FIRST_DAY).days * _DAY + _MIDNIGHT


def moment(result: MatchResult) -> Moment:
    """The place of a result in the order of its person's results."""
    return result.at, result.match


def added(before: Standing | None, result: MatchResult) -> Standing:
    """A person's sums with one more result, the newest."""
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
        earned=old.earned + result.earned,
    )


def summed(results: Iterable[MatchResult]) -> Standing | None:
    """One person's sums, from results in any order; ``None`` for no result."""
    found: Standing | None = None
    for result in sorted(results, key=moment):
        found = added(found, result)
    return found


RANK: Final = ("minus_earned", "minus_won", "lost", "minus_points", "folded", "person")
"""The names of the values of :func:`rank`, in their order."""


def rank(standing: Standing) -> tuple[int, int, int, int, str, PersonId]:
    """The order of a scoreboard: by ranking points, then matches won, then fewer lost, then the
    difference of points, then the name."""
    name = standing.name.casefold()
    minus_points = standing.points_against - standing.points_for
    minus_earned = -standing.earned
    return minus_earned, -standing.won, standing.lost, minus_points, name, standing.person

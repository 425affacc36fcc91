"""The standings of a tournament: the place of each unit (a player, pair or trio)."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from bot.tournaments.state import NOBODY, Format, Tournament

_WIN_IN_ARENA: Final = 2
_WIN_IN_LEAGUE: Final = 3
"""A draw brings one."""
_STREAK: Final = 2
"""After so many wins in a row each further one counts double in an arena."""


class Placing(Struct, frozen=True):
    """One unit's place in a tournament."""

    unit: int
    points: int
    """Pairings won, byes included; in an arena two for each, or four on a streak; in a league three
    for each and one for a draw."""
    won: int
    """Pairings won against somebody."""
    lost: int
    buchholz: int = 0
    """What the adversaries have: who has won against stronger ones stands higher."""
    among: int = 0
    """Pairings won against those who have the same points."""
    drawn: int = 0
    """In a league: pairings that nobody has won."""


def standings(tournament: Tournament) -> tuple[Placing, ...]:
    """All units, the best first.

    With equal points counts: in a Swiss tournament what the adversaries have; then who has won
    against the others with the same points; then who was seeded higher."""
    units = range(len(tournament.units))
    points = [_points(tournament, unit) for unit in units]
    swiss = tournament.format is Format.SWISS
    elimination = tournament.format is Format.ELIMINATION
    places = []
    for unit in units:
        met = [one for one in tournament.of_unit(unit) if not one.is_bye and not one.is_open]
        others = [one.other if one.one == unit else one.one for one in met]
        beaten = [o for one, o in zip(met, others, strict=True) if one.winner == unit]
        league = tournament.format is Format.LEAGUE
        # A draw is for those who still play, here as in the points.
        draws = league and not tournament.units[unit].out
        drawn = sum(one.winner == NOBODY for one in met) if draws else 0
        same = [other for other in beaten if points[other] == points[unit]]
        places.append(
            Placing(
                unit,
                points[unit],
                len(beaten),
                len(met) - len(beaten) - drawn,
                sum(points[other] for other in others) if swiss else 0,
                0 if elimination else len(same),
                drawn,
            )
        )
    return tuple(sorted(places, key=lambda one: (-one.points, -one.buchholz, -one.among, one.unit)))


def _points(tournament: Tournament, unit: int) -> int:
    mine = [one for one in tournament.of_unit(unit) if not one.is_open]
    if tournament.format is Format.ARENA:
        return _in_arena(one.winner == unit for one in mine)
    if tournament.format in (Format.ROUND_ROBIN, Format.LEAGUE):
        # Everybody rests as often as the others.
        mine = [one for one in mine if not one.is_bye]
    if tournament.format is Format.LEAGUE:
        # A draw counts for people who still play. A player who has left gets nothing.
        drawn = sum(one.winner == NOBODY for one in mine if not tournament.units[unit].out)
        return drawn + _WIN_IN_LEAGUE * sum(one.winner == unit for one in mine)
    return sum(one.winner == unit for one in mine)


def _in_arena(won: Iterable[bool]) -> int:
    """The points for a unit's results in an arena, in the order of play: two for a win, or four
    when it has won at least the last two."""
    points = streak = 0
    for win in won:
        if win:
            points += _WIN_IN_ARENA * (2 if streak >= _STREAK else 1)
        streak = streak + 1 if win else 0
    return points


def podium(tournament: Tournament) -> tuple[tuple[int, ...], ...]:
    """The units in the first three places of a tournament that is over; fewer if nobody has earned
    a place.

    In a bracket the other finalist is second, and both losers of the semifinals are third; nobody
    has a place if the final has no winner. Elsewhere a unit without points has no place, and
    neither has one that met nobody. A unit that has left has none either, except in an arena.
    """
    if tournament.format is Format.ELIMINATION:
        steps = _of_bracket(tournament)
        return steps if steps and has_met(tournament, steps[0][0]) else ()
    back = tournament.format is Format.ARENA  # who has left may come back there
    ranked = [
        one.unit
        for one in standings(tournament)
        if one.points and (back or not tournament.units[one.unit].out)
    ]
    return tuple((unit,) for unit in ranked if has_met(tournament, unit))[:3]


def has_met(tournament: Tournament, unit: int) -> bool:
    """Whether the unit has taken part in at least one pairing: it played a match, or won a match
    that the others gave up. Byes do not count, and neither does a match at which both sides were
    missing. In a league, a win against a unit that has left counts even without a table."""
    league = tournament.format is Format.LEAGUE
    return any(
        one.played or (one.winner == unit and not one.is_bye and (league or bool(one.match)))
        for one in tournament.of_unit(unit)
    )


def _of_bracket(tournament: Tournament) -> tuple[tuple[int, ...], ...]:
    last = max((one.round for one in tournament.pairings), default=0)
    final = [one for one in tournament.pairings if one.round == last]
    semifinals = [one for one in tournament.pairings if one.round == last - 1]
    first = tuple(one.winner for one in final if one.winner != NOBODY)
    second = tuple(unit for one in final for unit in one.sides if unit not in (*first, NOBODY))
    third = tuple(
        unit
        for one in semifinals
        for unit in one.sides
        if unit not in (*first, *second, NOBODY) and one.winner not in (unit, NOBODY)
    )
    return tuple(filter(None, (first, second, third))) if first else ()

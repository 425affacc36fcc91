"""The standings of a tournament: the place of each unit (a player, pair or trio), and the
tie-breaks between units with the same points."""

from collections.abc import Iterable
from enum import StrEnum
from itertools import groupby, pairwise
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.tournaments.state import NOBODY, Format, Tournament

_WIN: Final = {Format.ARENA: 2, Format.LEAGUE: 3}
"""The points for a win where it brings more than one."""
DRAW_IN_LEAGUE: Final = 1
STREAK: Final = 2
"""The number of wins in a row after which each further win counts double in an arena."""
_PODIUM: Final = 3
"""The number of places on the podium."""


class TieBreak(StrEnum):
    """The tie-breaks between units with the same points, in this order."""

    BUCHHOLZ = "buchholz"
    """Only in a Swiss tournament."""
    SONNEBORN = "sonneborn"
    DIFFERENCE = "difference"
    DIRECT = "direct"
    SHARED = "shared"
    """No tie-break decides: the units share the place."""


class Placing(Struct, frozen=True):
    """One unit's place in a tournament."""

    unit: int
    points: int
    """One point for each pairing won, byes included. In an arena a win brings two points, or four
    on a streak; in a league three, and a draw one."""
    won: int
    """Pairings won against another unit: without byes."""
    lost: int
    buchholz: int
    """In a Swiss tournament: the points of all adversaries; one who was met twice counts twice."""
    sonneborn: int
    """Twice the Sonneborn-Berger score: the points of each adversary that the unit has beaten, and
    half of the points of each adversary with which it has drawn. A win without playing counts as
    any other; a bye has no adversary and brings nothing here. Who was beaten twice counts twice."""
    difference: int
    """The points of the game made in all matches, less those of the other side."""
    drawn: int
    """In a league: pairings that nobody has won."""
    place: int = 1
    """The place, from 1. Units have the same place if no tie-break decides between them. The next
    unit then has the place that it would have if they stood one after another."""
    ties: tuple[TieBreak, ...] = ()
    """The tie-breaks that were compared with neighbours of the same points, up to the one that
    decided; empty: no neighbour has the same points."""


def standings(tournament: Tournament) -> tuple[Placing, ...]:
    """All units, the best first. The tie-breaks between units with equal points are, in this order:
    in a Swiss tournament the points of the adversaries (Buchholz); Sonneborn-Berger; the difference
    of points; the matches between the units that are still equal. If none of them decides, the
    units share the place, in the order of their seeds."""
    units = range(len(tournament.units))
    points = [_points(tournament, unit) for unit in units]
    ranked = sorted((_counted(tournament, unit, points) for unit in units), key=_order)
    placed: list[Placing] = []
    for _, equal in groupby(ranked, key=_order):
        for group in _by_direct_matches(tournament, [*equal]):
            placed += [replace(placing, place=len(placed) + 1) for placing in group]
    return _with_ties(placed, swiss=tournament.format is Format.SWISS)


def _counted(tournament: Tournament, unit: int, points: list[int]) -> Placing:
    """The numbers of a unit, without its place. ``points``: the points of all units."""
    swiss = tournament.format is Format.SWISS
    # A draw counts only for units that still play, here as in the points.
    draws = tournament.format is Format.LEAGUE and not tournament.units[unit].out
    met = [
        pairing
        for pairing in tournament.of_unit(unit)
        if not pairing.is_bye and not pairing.is_open
    ]
    others = [points[pairing.other if pairing.one == unit else pairing.one] for pairing in met]
    pairs = list(zip(met, others, strict=True))
    won = [other for pairing, other in pairs if pairing.winner == unit]
    drawn = [other for pairing, other in pairs if draws and pairing.winner == NOBODY]
    scores = [
        pairing.score if pairing.one == unit else pairing.score[::-1]
        for pairing in met
        if pairing.score
    ]
    return Placing(
        unit,
        points[unit],
        len(won),
        len(met) - len(won) - len(drawn),
        sum(others) if swiss else 0,
        2 * sum(won) + sum(drawn),
        sum(own - other for own, other in scores),
        len(drawn),
    )


def _order(one: Placing) -> tuple[int, int, int, int]:
    return -one.points, -one.buchholz, -one.sonneborn, -one.difference


def _by_direct_matches(tournament: Tournament, equal: list[Placing]) -> list[list[Placing]]:
    """Groups of units that are equal in everything else, by their wins less their losses against
    one another; so units that have not met stay equal. Each group shares a place. Units that are
    still equal are compared again, only with one another."""
    among = {placing.unit for placing in equal}
    net = dict.fromkeys(among, 0)
    for pairing in tournament.pairings:
        if among.issuperset(pairing.sides) and pairing.winner in among:
            for unit in pairing.sides:
                net[unit] += 1 if unit == pairing.winner else -1
    if len(set(net.values())) == 1:
        return [equal]
    found: list[list[Placing]] = []
    for _, group in groupby(sorted(equal, key=lambda x: -net[x.unit]), key=lambda x: net[x.unit]):
        found += _by_direct_matches(tournament, [*group])
    return found


def _with_ties(placed: list[Placing], *, swiss: bool) -> tuple[Placing, ...]:
    """The same places, each with the tie-breaks compared with neighbours of equal points."""
    compared = [tie for tie in TieBreak if swiss or tie is not TieBreak.BUCHHOLZ]
    deepest = [0] * len(placed)
    for upper, (higher, other) in enumerate(pairwise(placed)):
        if higher.points == other.points:
            depth = compared.index(_decided(higher, other)) + 1
            deepest[upper] = max(deepest[upper], depth)
            deepest[upper + 1] = depth
    return tuple(
        replace(placing, ties=tuple(compared[:depth]))
        for placing, depth in zip(placed, deepest, strict=True)
    )


def _decided(one: Placing, other: Placing) -> TieBreak:
    """The tie-break that decided between two neighbours with the same points."""
    if one.buchholz != other.buchholz:
        return TieBreak.BUCHHOLZ
    if one.sonneborn != other.sonneborn:
        return TieBreak.SONNEBORN
    if one.difference != other.difference:
        return TieBreak.DIFFERENCE
    return TieBreak.SHARED if one.place == other.place else TieBreak.DIRECT


def win_worth(form: Format, streak: int = 0) -> int:
    """The points for a win. ``streak``: how many matches in a row the unit had won before."""
    worth = _WIN.get(form, 1)
    return 2 * worth if form is Format.ARENA and streak >= STREAK else worth


def _points(tournament: Tournament, unit: int) -> int:
    mine = [pairing for pairing in tournament.of_unit(unit) if not pairing.is_open]
    if tournament.format is Format.ARENA:
        return _in_arena(pairing.winner == unit for pairing in mine)
    if tournament.format in (Format.ROUND_ROBIN, Format.LEAGUE):
        # Every unit rests equally often.
        mine = [pairing for pairing in mine if not pairing.is_bye]
    points = win_worth(tournament.format) * sum(pairing.winner == unit for pairing in mine)
    if tournament.format is Format.LEAGUE and not tournament.units[unit].out:
        # A draw counts only for units that still play.
        points += DRAW_IN_LEAGUE * sum(pairing.winner == NOBODY for pairing in mine)
    return points


def _in_arena(won: Iterable[bool]) -> int:
    """The points for a unit's results in an arena, in the order of play: two for a win, or four
    when it has won at least the last two."""
    points = streak = 0
    for win in won:
        if win:
            points += win_worth(Format.ARENA, streak)
        streak = streak + 1 if win else 0
    return points


def podium(tournament: Tournament) -> tuple[tuple[int, ...], ...]:
    """The units in the first three places of a tournament that is over; fewer if nobody has earned
    a place. A place that is shared has several units, and the place after it is then empty.

    In a bracket the other finalist is second, and both losers of the semifinals are third; nobody
    has a place if the final has no winner. Elsewhere a unit without points has no place, and
    neither has a unit that met no other unit. Nor has one that left, but in an arena."""
    if tournament.format is Format.ELIMINATION:
        steps = _of_bracket(tournament)
        return steps if steps and has_met(tournament, steps[0][0]) else ()
    back = tournament.format is Format.ARENA  # people who have left may come back there
    ranked = [
        placing
        for placing in standings(tournament)
        if placing.points and (back or not tournament.units[placing.unit].out)
        if has_met(tournament, placing.unit)
    ]
    found: list[tuple[int, ...]] = []
    for _, group in groupby(ranked, key=lambda placing: placing.place):
        better = sum(map(len, found))
        if better < _PODIUM:
            empty = [()] * (better - len(found))
            found += [*empty, tuple(placing.unit for placing in group)]
    return tuple(found)


def has_met(tournament: Tournament, unit: int) -> bool:
    """Whether the unit has taken part in at least one pairing: it played a match, or won a match
    that the others gave up. Byes do not count, and neither does a match at which both sides were
    missing. In a league, a win against a unit that has left counts even without a table."""
    league = tournament.format is Format.LEAGUE
    return any(
        pairing.played
        or (pairing.winner == unit and not pairing.is_bye and (league or bool(pairing.match)))
        for pairing in tournament.of_unit(unit)
    )


def _of_bracket(tournament: Tournament) -> tuple[tuple[int, ...], ...]:
    last = max((pairing.round for pairing in tournament.pairings), default=0)
    final = [pairing for pairing in tournament.pairings if pairing.round == last]
    semifinals = [pairing for pairing in tournament.pairings if pairing.round == last - 1]
    first = tuple(pairing.winner for pairing in final if pairing.winner != NOBODY)
    second = tuple(
        unit for pairing in final for unit in pairing.sides if unit not in (*first, NOBODY)
    )
    third = tuple(
        unit
        for pairing in semifinals
        for unit in pairing.sides
        if unit not in (*first, *second, NOBODY) and pairing.winner not in (unit, NOBODY)
    )
    return tuple(filter(None, (first, second, third))) if first else ()

"""Swiss: each round pairs units that stand near one another and have not met. The first round pairs
the stronger half with the weaker half, by seed, so that the strongest do not meet at once.

The pairings of a later round are found by trying, the nearest adversaries first. This is fast:
there are at most six rounds, so a unit has met at most five others. Among any fourteen units each
unit has therefore more than half of the other units still to meet, and such a group can always be
paired (Dirac). So the search can only fail among the last twelve units."""

from collections.abc import Sequence
from typing import Final

from bot.tournaments.standings import standings
from bot.tournaments.state import NOBODY, Pairing, Tournament

_MOST_ROUNDS: Final = 6

Pairs = list[tuple[int, int]]


def rounds(units: int) -> int:
    """The rounds for so many units: enough that only one unit can have won all of them."""
    return min(_MOST_ROUNDS, max(1, (units - 1).bit_length()))


def next_pairings(tournament: Tournament) -> tuple[Pairing, ...]:
    """The next round, once the one before it is decided; nothing after the last."""
    number = 1 + max((pairing.round for pairing in tournament.pairings), default=-1)
    if tournament.open or number >= rounds(len(tournament.units)):
        return ()
    active = set(tournament.active)
    order = [placing.unit for placing in standings(tournament) if placing.unit in active]
    if len(order) < 2:
        return ()
    resting = _resting(tournament, order)
    playing = [unit for unit in order if unit != resting]
    if not number:
        half = len(playing) // 2
        playing = [
            unit for pair in zip(playing[:half], playing[half:], strict=True) for unit in pair
        ]
    met = {frozenset(pairing.sides) for pairing in tournament.pairings}
    for again in range(len(playing) // 2 + 1):
        pairs = _paired(playing, met, again)
        if pairs is not None:
            break
    else:
        pairs = []
    if resting != NOBODY:
        pairs.append((resting, NOBODY))
    return tuple(Pairing(number, place, *pair) for place, pair in enumerate(pairs))


def _resting(tournament: Tournament, order: Sequence[int]) -> int:
    """The unit that has a bye if the number of units is odd: of the units with the fewest byes, the
    last one in the standings."""
    if len(order) % 2 == 0:
        return NOBODY
    byes = {unit: sum(pairing.is_bye for pairing in tournament.of_unit(unit)) for unit in order}
    fewest = min(byes.values())
    return [unit for unit in order if byes[unit] == fewest][-1]


def _paired(order: Sequence[int], met: set[frozenset[int]], again: int) -> Pairs | None:
    """All units in pairs, the nearest first, with at most ``again`` pairs that have met before;
    ``None``: this is not possible."""
    if not order:
        return []
    first, rest = order[0], order[1:]
    for place, other in enumerate(rest):
        repeated = frozenset((first, other)) in met
        if repeated and not again:
            continue
        following = _paired((*rest[:place], *rest[place + 1 :]), met, again - repeated)
        if following is not None:
            return [(first, other), *following]
    return None

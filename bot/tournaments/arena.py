"""Arena: for a set time, each free player plays the next free player."""

from bot.tournaments.standings import standings
from bot.tournaments.state import NOBODY, Pairing, Tournament


def next_pairings(tournament: Tournament) -> tuple[Pairing, ...]:
    """Pairs the free units, those that stand near one another first. No unit plays the same
    adversary twice in a row as long as another table is being played, because the people of that
    table will soon be free too."""
    if tournament.closing:
        return ()
    playing = {unit for pairing in tournament.open for unit in pairing.sides}
    active = set(tournament.active)
    order = [placing.unit for placing in standings(tournament) if placing.unit in active - playing]
    last = {unit: _last_adversary(tournament, unit) for unit in order}
    pairs: list[tuple[int, int]] = []
    while len(order) > 1:
        first = order.pop(0)
        fresh = [unit for unit in order if last[first] != unit or last[unit] != first]
        if not fresh and (playing or pairs):
            continue  # another unit will soon be free
        other = (fresh or order)[0]
        order.remove(other)
        pairs.append((first, other))
    number = len(tournament.pairings)
    return tuple(Pairing(number + more, 0, *pair) for more, pair in enumerate(pairs))


def _last_adversary(tournament: Tournament, unit: int) -> int:
    mine = tournament.of_unit(unit)
    if not mine:
        return NOBODY
    one, other = mine[-1].sides
    return other if one == unit else one

"""Single elimination: a bracket in which the strongest units meet last."""

from bot.tournaments.state import NOBODY, Pairing, Tournament


def slots(units: int) -> tuple[int, ...]:
    """The numbers of the units in the order of the bracket; :data:`NOBODY` gives its adversary a
    bye. The two strongest can meet only in the final, and the byes go to the strongest."""
    order = [0]
    while len(order) < units:
        last = 2 * len(order) - 1
        order = [seed for higher_seed in order for seed in (higher_seed, last - higher_seed)]
    return tuple(seed if seed < units else NOBODY for seed in order)


def rounds(units: int) -> int:
    """The number of rounds that so many units need."""
    return max(0, units - 1).bit_length()


def next_pairings(tournament: Tournament) -> tuple[Pairing, ...]:
    """The pairings whose two sides are known by now and that are not made yet."""
    made = {(pairing.round, pairing.place): pairing for pairing in tournament.pairings}
    found = []
    sides = slots(len(tournament.units))
    for number in range(rounds(len(tournament.units))):
        for place in range(len(sides) >> (number + 1)):
            if (number, place) in made:
                continue
            if number == 0:
                found.append(Pairing(0, place, sides[2 * place], sides[2 * place + 1]))
                continue
            before = [made.get((number - 1, 2 * place + side)) for side in (0, 1)]
            winners = [
                pairing.winner for pairing in before if pairing is not None and not pairing.is_open
            ]
            if len(winners) == len(before):
                one, other = winners
                found.append(Pairing(number, place, one, other))
    return tuple(found)

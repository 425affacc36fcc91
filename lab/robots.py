"""The strength of the robots: ``python -m lab.robots [--variant paulista] [--players 2] ...``.

Duplicate deals: every deal is played twice from the same score with the sides exchanged, so the
luck of the cards cancels out. Prints points a hand and the share of matches won, both with a 95 %
interval. :mod:`lab.decisions` measures the time of a decision.
"""

import random
from collections.abc import Callable, Sequence
from math import sqrt

from engine import robots
from engine.apply import new_match
from engine.robots.players.matches import Signals, gained_by_side, steps
from engine.robots.reading.stakes import pace_of, race
from engine.seen.view import Heard, view
from engine.state.state import State
from engine.state.table import Table
from lab.arguments import arguments, table_of
from lab.players import PLAYERS, Player, Seated


def signals(state: State, players: Sequence[Player], rng: random.Random) -> Signals:
    """The señas that each seat has got from its partners at the start of a hand."""
    count = state.table.players
    heard: list[tuple[Heard, ...]] = [()] * count
    for seat in range(count):
        if not players[seat].senas:
            continue
        sena = robots.sena_for(view(state, seat), rng)
        if sena is None:
            continue
        for partner in range(seat % 2, count, 2):
            if partner != seat:
                heard[partner] = (*heard[partner], Heard(seat, sena))
    return tuple(heard)


def play(
    state: State,
    players: Sequence[Player],
    rng: random.Random,
    *,
    deal: random.Random,
    hands: int | None = None,
) -> State:
    """Play on from ``state``, which needs a deal, for this many hands or to the end of the
    match."""
    seats = [Seated(player, rng) for player in players]
    played = steps(
        state, seats, deal=deal, hands=hands, signals=lambda dealt: signals(dealt, players, rng)
    )
    for _, after in played:
        state = after
    return state


def drawn_hand(
    table: Table, players: Sequence[Player], draw: random.Random, below: int
) -> tuple[State, tuple[int, int]]:
    """A hand from a random score, with less than ``below`` points for each side: the state at its
    end, and the score before it."""
    least = table.rules.truco.base
    score = (draw.randrange(0, below, least), draw.randrange(0, below, least))
    state = play(
        new_match(table, score),
        players,
        random.Random(draw.getrandbits(64)),
        deal=random.Random(draw.getrandbits(64)),
        hands=1,
    )
    return state, score


def seated(table: Table, one: Player, two: Player) -> list[Player]:
    """``one`` on side A, ``two`` on side B."""
    return [one if side == 0 else two for side in table.sides]


Measure = Callable[[State, tuple[int, int], int], float]
"""A measure of a hand for a side. Its arguments are the state at the end of the hand, the score
before it, and the side."""


def in_points(state: State, before: tuple[int, int], side: int) -> float:
    """The points that this side won more than the other side. Points beyond the target do not
    count."""
    gained = gained_by_side(state, before)
    return gained[side] - gained[1 - side]


def in_chance(state: State, before: tuple[int, int], side: int) -> float:
    """The growth of this side's chance of winning the match, in hundredths, by
    :func:`engine.robots.reading.stakes.race`."""
    target = state.table.rules.match.target
    gained = gained_by_side(state, before)
    mine, theirs = target - before[side], target - before[1 - side]
    after = chance(state.table, mine - gained[side], theirs - gained[1 - side])
    return after - chance(state.table, mine, theirs)


def chance(table: Table, mine: int, theirs: int) -> float:
    """The chance of winning the match for a side that lacks this many points, in hundredths."""
    return 100 * race(table.rules.match.target, pace_of(table))[mine][theirs]


def duplicate(
    table: Table,
    one: Player,
    two: Player,
    pairs: int,
    seed: int | str,
    measure: Measure = in_points,
    at: tuple[int, int] | None = None,
) -> tuple[float, float]:
    """The gain of ``one`` over ``two`` in a hand, with the half width of the 95 % interval.

    ``at``: the score of every hand. Without it each pair of hands has a new random score, so that
    all parts of a match are measured.
    """
    target = table.rules.match.target
    least = table.rules.truco.base  # where a hand pays two, all scores are even
    found: list[float] = []
    draw = random.Random(seed)
    for _ in range(pairs):
        score = at or (draw.randrange(0, target, least), draw.randrange(0, target, least))
        deal_seed = draw.getrandbits(64)
        total = 0.0
        for swapped in (False, True):
            own = 1 if swapped else 0
            first = (score[1], score[0]) if swapped else score
            # The same cards go to the other side: seats turn by one, the dealer with them.
            players = seated(table, two, one) if swapped else seated(table, one, two)
            state = play(
                new_match(table, first),
                players,
                random.Random(deal_seed + 1),
                deal=random.Random(deal_seed),
                hands=1,
            )
            total += measure(state, first, own)
        found.append(total / 2)
    return mean(found)


def mean(found: Sequence[float]) -> tuple[float, float]:
    """The mean of these numbers and the half width of its 95 % interval."""
    middle = sum(found) / len(found)
    spread = sqrt(sum((value - middle) ** 2 for value in found) / max(1, len(found) - 1))
    return middle, 1.96 * spread / sqrt(len(found))


def has_won(table: Table, one: Player, two: Player, seed: int, *, swapped: bool) -> bool:
    """Whether ``one`` wins the match with these deals, on side B if ``swapped``."""
    players = seated(table, two, one) if swapped else seated(table, one, two)
    state = play(new_match(table), players, random.Random(seed + 1), deal=random.Random(seed))
    return state.winner == int(swapped)


def matches(
    table: Table, one: Player, two: Player, pairs: int, seed: int | str
) -> tuple[float, float]:
    """The share of matches won by ``one``, with the half width of the 95 % interval. Both matches
    of a pair have the same deals, with the sides exchanged."""
    draw = random.Random(seed)
    seeds = [draw.getrandbits(64) for _ in range(pairs)]
    return mean(
        [
            sum(has_won(table, one, two, deals, swapped=swapped) for swapped in (False, True)) / 2
            for deals in seeds
        ]
    )


def main() -> None:
    """Print the measures."""
    parser = arguments(__doc__)
    parser.add_argument("--one", choices=sorted(PLAYERS), default="heuristic")
    parser.add_argument("--two", choices=sorted(PLAYERS), default="random")
    parser.add_argument("--pairs", type=int, default=2000)
    parser.add_argument("--matches", type=int, default=100, help="pairs of matches; 0: none")
    given = parser.parse_args()
    table = table_of(given)
    one, two = PLAYERS[given.one], PLAYERS[given.two]
    print(f"{one.name} against {two.name}, {given.variant}, {given.players} players")
    points, width = duplicate(table, one, two, given.pairs, given.seed)
    print(f"  points a hand  {points:+.3f} +- {width:.3f} ({given.pairs} duplicate deals)")
    if given.matches:
        share, width = matches(table, one, two, given.matches, given.seed)
        print(f"  matches won    {share:.1%} +- {width:.1%} ({2 * given.matches} matches)")


if __name__ == "__main__":
    main()

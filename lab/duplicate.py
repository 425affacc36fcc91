"""The worth of duplicate matches as a measure: ``python -m lab.duplicate [--one maestro] ...``.

Robots of two skills play duplicate matches (``docs/duplicate.md``), and the same number of matches
of the same length in which every deal is new. The program prints, for both kinds of matches, the
lead of the first skill with its 95 % interval, and the ratio of the variances. Robots imagine no
cards here and judge by look-up tables; a seed always gives the same numbers.
"""

import random
from collections.abc import Iterator, Sequence

from engine.actions import AnyAction
from engine.apply import apply, deal_from, new_match, next_dealer, next_mode
from engine.cards import Card
from engine.fairness.deal import AZAR_2
from engine.guard.legal import needs
from engine.robots import SKILLS
from engine.robots.players.matches import Player, RobotPlayer, next_action
from engine.state.state import State
from engine.state.table import Table
from engine.variants import VARIANTS
from lab.arguments import arguments, table_of
from lab.robots import mean


def packs(table: Table, rng: random.Random, *, again: bool) -> Iterator[tuple[Card, ...]]:
    """The pack of each hand of a match. ``again``: in the second half the packs of the first half
    come back; else every pack is new."""
    order = AZAR_2.order_again(rng.randbytes(32), "", rng.randbytes(32), table.deals)
    first: list[tuple[Card, ...]] = []
    for hand in range(2 * table.deals):
        if again and hand >= table.deals:
            yield first[order[hand - table.deals] - 1]
            continue
        pack = list(table.deck)
        rng.shuffle(pack)
        first.append(tuple(pack))
        yield first[-1]


def play(table: Table, players: Sequence[Player], rng: random.Random, *, again: bool) -> State:
    """A whole match of these players, by seat."""
    state, dealt = new_match(table), packs(table, rng, again=again)
    first = rng.randrange(table.players)
    while (need := needs(state)) != "over":
        action: AnyAction
        if need == "deal":
            dealer = next_dealer(state) if state.number else first
            action = deal_from(table, dealer, next(dealt), next_mode(state))
        else:
            action = next_action(state, players)
        state = apply(state, action).state
    return state


def leads(table: Table, one: str, two: str, matches: int, seed: int, *, again: bool) -> list[float]:
    """For each match, the points by which the skill ``one`` (side A) leads ``two`` in the end."""
    found: list[float] = []
    for number in range(matches):
        rng = random.Random(f"{seed} {again} {number}")
        players = [
            RobotPlayer(random.Random(rng.getrandbits(64)), SKILLS[(one, two)[side]], 0.0)
            for side in table.sides
        ]
        state = play(table, players, rng, again=again)
        found.append(float(state.games[0] - state.games[1]))
    return found


def main() -> None:
    """Prints the measures."""
    parser = arguments(__doc__)
    parser.add_argument("--one", choices=sorted(SKILLS), default="maestro")
    parser.add_argument("--two", choices=sorted(SKILLS), default="principiante")
    parser.add_argument("--deals", choices=("6", "10", "15"), default="10")
    parser.add_argument("--matches", type=int, default=400)
    parser.add_argument("--uncapped", action="store_true", help="all points count")
    given = parser.parse_args()
    cap = str(VARIANTS[given.variant].hand_cap)
    cap = "off" if given.uncapped else cap
    given.option += [f"duplicate={given.deals}", f"hand_cap={cap}"]
    table = table_of(given)
    ways = {
        name: leads(table, given.one, given.two, given.matches, given.seed, again=again)
        for name, again in (("duplicate", True), ("ordinary", False))
    }
    whole = {name: mean(found) for name, found in ways.items()}
    ratio = (whole["duplicate"][1] / whole["ordinary"][1]) ** 2
    print(
        f"{given.one} against {given.two}, {given.variant}, {given.players} players, "
        f"{given.deals} deals ({2 * int(given.deals)} hands a match), seed {given.seed}"
    )
    for name, (lead, width) in whole.items():
        print(f"  {name:9}  lead {lead:+.2f} +- {width:.2f} points a match")
    print(f"  variance of a match, duplicate / ordinary  {ratio:.3f}")
    print(f"  ordinary matches for the same interval     {1 / ratio:.2f} for each duplicate one")


if __name__ == "__main__":
    main()

"""The gain of robots that notice the habits of a rival: ``python -m lab.noticing``.

A robot that notices and a robot that does not play the same deals against the same rival. After a
fixed number of hands a new match begins and the counts start again. The program prints for each
rival the gain of both robots in points a hand, and the difference with a 95 % interval. With
``--usual`` it counts the calls and refusals of robots among themselves: ``USUAL`` in
``engine/robots/reading/noticed.py``.
"""

import random
from typing import Final

from bot.match.robot_turns import noticed_of
from bot.store.model import SeatCount
from bot.store.results.statistics import count_hand, none
from engine.actions import Action
from engine.apply import apply, new_match
from engine.events import AnyEvent
from engine.robots.players import heuristic
from engine.robots.players.matches import steps
from engine.robots.reading.noticed import Noticed
from engine.seen.view import SeatView
from engine.state.table import Table
from lab.arguments import arguments, table_of
from lab.bullies import RULES, bully
from lab.players import PLAYERS, Player, Seated
from lab.robots import in_points, mean

RIVALS: Final = (
    "fold-truco",
    "accept-truco",
    "raise",
    "reraise",
    "silent",
    "weak",
    "last",
    "honest",
    "equity",
    "heuristic",
)
"""The rivals that are met when the command names no others."""


class Noticing(Seated):
    """A robot that uses the counted words of the other seat in the hands before."""

    noticed: Noticed | None = None

    def choose(self, seen: SeatView) -> Action:
        return heuristic.choose(seen, self.rng, noticed=self.noticed)


def hands_of(
    table: Table, one: Player, two: Player, hands: int, seed: str, *, notices: bool
) -> tuple[float, tuple[SeatCount, ...]]:
    """The points a hand that ``one`` gains over ``two`` in this many hands from random scores, with
    the seats in turn; and the counts of both, as the bot counts. ``notices``: ``one`` is a robot
    and uses the counted words of ``two``."""
    draw = random.Random(seed)
    least, target = table.rules.truco.base, table.rules.match.target
    counts = none(2)
    total = 0.0
    for number in range(hands):
        score = (draw.randrange(0, target, least), draw.randrange(0, target, least))
        deal, chance = draw.getrandbits(64), draw.getrandbits(64)
        own = number % 2
        rng = random.Random(chance)
        mine = Noticing(one, rng) if notices else Seated(one, rng)
        if isinstance(mine, Noticing):
            mine.noticed = noticed_of(counts[1])
        players = [mine, Seated(two, rng)] if own == 0 else [Seated(two, rng), mine]
        state = new_match(table, score)
        events: tuple[AnyEvent, ...] = ()
        for action, after in steps(state, players, deal=random.Random(deal), hands=1):
            events += apply(state, action).events
            state = after
        total += in_points(state, score, own)
        by_seat = count_hand(_by_seat(counts, own), state, events, (), velo=False)
        counts = _by_seat(by_seat, own)
    return total / hands, counts


def _by_seat(counts: tuple[SeatCount, ...], own: int) -> tuple[SeatCount, ...]:
    """The counts by seat from those by player, or the other way round. ``own``: the seat of the
    first player."""
    return counts if own == 0 else counts[::-1]


def rival(name: str) -> Player:
    return PLAYERS[name] if name in PLAYERS else bully(name)


def usual(table: Table, hands: int, seed: int) -> str:
    """The calls and refusals of robots among themselves."""
    robot = PLAYERS["heuristic"]
    counts = hands_of(table, robot, robot, hands, f"usual {seed}", notices=False)[1]
    called = sum(count.trucos_called for count in counts) / (2 * hands)
    refused = sum(count.trucos_refused for count in counts)
    answered = refused + sum(count.trucos_accepted for count in counts)
    return f"called {called:.3f} a hand, refused {refused / max(answered, 1):.3f} of {answered}"


def main() -> None:
    """Print a line for each rival."""
    parser = arguments(__doc__, "paulista")
    parser.add_argument("--rival", action="append", default=[], choices=[*PLAYERS, *RULES])
    parser.add_argument("--hands", type=int, default=24, help="hands until the rival begins anew")
    parser.add_argument("--times", type=int, default=100, help="how often it begins anew")
    parser.add_argument("--usual", action="store_true")
    given = parser.parse_args()
    table = table_of(given)
    if given.usual:
        print(f"{given.variant}: {usual(table, given.hands * given.times, given.seed)}")
        return
    robot = PLAYERS["heuristic"]
    for name in given.rival or RIVALS:
        without: list[float] = []
        noticing: list[float] = []
        for time in range(given.times):
            seed = f"{given.seed} {time}"
            for notices, found in ((False, without), (True, noticing)):
                gained = hands_of(table, robot, rival(name), given.hands, seed, notices=notices)
                found.append(gained[0])
        gains = [after - before for before, after in zip(without, noticing, strict=True)]
        more, width = mean(gains)
        print(
            f"{given.variant} {name:14} {mean(without)[0]:+.3f} without, "
            f"{mean(noticing)[0]:+.3f} noticing, {more:+.3f} +- {width:.3f} more",
            flush=True,
        )


if __name__ == "__main__":
    main()

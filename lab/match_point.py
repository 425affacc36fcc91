"""The gain of plain envido rules when the next point wins: ``python -m lab.match_point``.

A rule says: with this many points of the envido or more I open it, otherwise I play as the robot
does; or: with fewer points I never open it. Robots play hands from one score. When a seat may open
the envido for the first time, the hand is played on twice with the same cards and random numbers:
after the envido, and after silence. If the robot does the same as the rule, the difference is 0, so
few deals tell much. The program prints the gain of each rule in the chance of winning the match, in
hundredths, for the mano and for the pie.
"""

import random
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from engine import robots
from engine.actions import Action, AnyAction
from engine.apply import apply, deal_from, new_match
from engine.guard.legal import awaited, needs
from engine.numbers import Seat
from engine.robots.players.heuristic import DEFAULT_BUDGET
from engine.seen.view import SeatView, view
from engine.state.state import ENVIDO_GAME, State
from engine.state.table import Table
from engine.teacher.rollouts import Counting, played_on
from lab.arguments import arguments, table_of
from lab.robots import mean

FROM: Final = (20, 23, 25, 27, 28, 29, 30, 31, 33)
"""The lowest points with which the rules call that are measured when the command names no
others."""


class Opening(Struct, frozen=True):
    """One hand in which a seat might have opened the envido."""

    points: int
    often: float
    """How often the robot opens it."""
    more: float
    """How much higher the chance of winning the match is after the call than after silence."""


def opened(
    table: Table, score: tuple[int, int], robot: Seat, deals: int, seed: int | str
) -> list[Opening]:
    """The worth of opening the envido to this seat of a robot (0 is the mano), in this many deals.
    The rival is a robot too. ``score``: the score of the mano and of the pie."""
    found: list[Opening] = []
    for number in range(deals):
        rng = random.Random(f"{seed} {robot} {number}")
        deck = list(table.deck)
        rng.shuffle(deck)
        start = new_match(table, score)
        state = apply(start, deal_from(table, Seat(1), tuple(deck))).state
        moment = _may_open(state, robot, rng)
        if moment is None:
            found.append(Opening(0, 0.0, 0.0))
            continue
        state, seen, call = moment
        calls = {known.verb for known in table.rules.envido.calls}
        thought = robots.evaluate(seen, random.Random(number))
        often = sum(one.share for step, one in thought.items() if step.verb in calls)
        silent = {step: one for step, one in thought.items() if step.verb not in calls}
        other = max(silent, key=lambda step: (silent[step].share, silent[step].chance))
        counting = Counting(start, robot, state.dealer, seen.duel)
        dice = rng.getrandbits(64)
        called, quiet = (
            played_on(apply(state, step).state, dice, DEFAULT_BUDGET, counting).chance
            for step in (call, other)
        )
        found.append(Opening(table.envido_points(seen.dealt, seen.turned), often, called - quiet))
    return found


def _may_open(
    state: State, robot: Seat, rng: random.Random
) -> tuple[State, SeatView, Action] | None:
    """The first moment at which this seat may open the envido, with the view of the seat and the
    call that opens it; ``None``: there is none in this hand."""
    opens = [call.verb for call in state.table.rules.envido.calls if call.opens]
    while needs(state) == "seat":
        seen = view(state, awaited(state)[0])
        pending = seen.position.stack[-1].game if seen.position and seen.position.stack else None
        if pending == ENVIDO_GAME and seen.seat == robot:
            return None
        offered = [legal for legal in seen.offered if legal.verb == opens[0]]
        if seen.seat == robot and offered and pending != ENVIDO_GAME:
            calls = [
                legal if isinstance(legal, Action) else Action(robot, legal.verb, legal.low)
                for legal in offered
            ]
            return state, seen, calls[0]
        step: AnyAction = robots.choose(seen, rng)
        state = apply(state, step).state
    return None


def gains(
    found: Sequence[Opening], rules: Sequence[int]
) -> Iterator[tuple[int, tuple[float, float], tuple[float, float]]]:
    """For each of these numbers of points, the gain in the chance of winning the match, in
    hundredths with the half width of the 95 % interval: of a call with this many points or more,
    and of silence with fewer points."""
    for least in rules:
        calls = [
            100 * (1 - opening.often) * opening.more * (opening.points >= least)
            for opening in found
        ]
        silent = [
            -100 * opening.often * opening.more * (opening.points < least) for opening in found
        ]
        yield least, mean(calls), mean(silent)


def main() -> None:
    """Print a line for each seat and rule."""
    parser = arguments(__doc__)
    parser.add_argument("--lacks", type=int, nargs=2, default=(1, 1), metavar=("MANO", "PIE"))
    parser.add_argument("--deals", type=int, default=1000, help="for each seat")
    parser.add_argument("--least", type=int, action="append", default=[], metavar="POINTS")
    given = parser.parse_args()
    table = table_of(given)
    target = table.rules.match.target
    score = (target - given.lacks[0], target - given.lacks[1])
    print(f"{given.variant}, {score[0]}-{score[1]}, {given.deals} deals a seat, of the match")
    for robot, name in ((Seat(0), "mano"), (Seat(1), "pie")):
        found = opened(table, score, robot, given.deals, given.seed)
        for least, calls, silent in gains(found, given.least or FROM):
            print(
                f"  {name}: called from {least} on {calls[0]:+.2f} +- {calls[1]:.2f} %, "
                f"silent below {silent[0]:+.2f} +- {silent[1]:.2f} %",
                flush=True,
            )


if __name__ == "__main__":
    main()

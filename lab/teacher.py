"""The reliability of the teacher: ``python -m lab.teacher [--variant paulista] ...``.

``--matches``: robots of each skill play whole matches, and the teacher judges them. The program
prints the number of choices in a match, the number of mistakes among them, their total cost, and
the processor time of the teacher.

``--positions``: choices of weak robots whose cost was measured are played on by masters in other
imagined deals. The program prints how often the new cost lies within the teacher's interval; both
costs are uncertain, and both uncertainties count.
"""

import random
import time
from collections.abc import Callable, Iterator
from math import hypot

from engine import robots
from engine.actions import AnyAction, Close
from engine.apply import apply, deal_from, new_match, next_dealer
from engine.guard.legal import awaited, needs
from engine.numbers import Seat
from engine.record.replay import Played
from engine.robots import DEFAULT_BUDGET, SKILLS, Skill
from engine.seen.view import SeatView, view
from engine.state.state import State
from engine.state.table import Table
from engine.teacher import Match, Verdict, moments, verdict
from engine.teacher.rollouts import Counting, Measured, effective_size, measured, played_on, worlds
from engine.teacher.verdicts import FEW
from lab.arguments import arguments, table_of

AGAIN = 200
"""The number of other deals in which masters play a position on."""


Chooser = Callable[[SeatView], AnyAction]
"""A function that gives the step of an awaited seat with this view."""


def played(table: Table, skill: Skill, rng: random.Random) -> Match:
    return played_by(table, lambda seen: robots.choose(seen, rng, DEFAULT_BUDGET, skill), rng)


def played_by(table: Table, choose: Chooser, rng: random.Random) -> Match:
    """A match in which this function chooses every step of the seats."""
    start = state = new_match(table)
    steps: list[Played] = []
    while needs(state) != "over":
        action = _next(state, choose, rng)
        state, events = apply(state, action)
        steps.append(Played(0, state, events, action))
    return Match(start, tuple(steps), ((),) * table.players)


def _next(state: State, choose: Chooser, rng: random.Random) -> AnyAction:
    table, need = state.table, needs(state)
    if need == "deal":
        deck = list(table.deck)
        rng.shuffle(deck)
        return deal_from(table, next_dealer(state) if state.number else 0, tuple(deck))
    if need == "close":
        claims = (robots.claim(view(state, seat), rng) for seat in table.seats)
        return next((claim for claim in claims if claim is not None), Close())
    views = [view(state, seat) for seat in awaited(state)]
    return choose(robots.speaker(views))


def judged(match: Match, seat: Seat, seed: int) -> Iterator[Verdict]:
    for moment in moments(match, seat):
        yield verdict(moment, seed + moment.place)


def again(found: Verdict, seed: int) -> tuple[Measured, Measured] | None:
    """The cost of a choice, in points and in chance, measured by masters in other deals."""
    moment, rng = found.moment, random.Random(seed)
    counting = Counting(moment.start, moment.seen.seat, moment.seen.dealer, moment.seen.duel)
    pairs = []
    drawn = worlds(moment, rng, AGAIN)
    size = effective_size(drawn)
    if size < FEW:
        return None
    for state in drawn:
        dice = rng.getrandbits(64)
        pairs.append(
            [
                played_on(apply(state, step).state, dice, DEFAULT_BUDGET, counting)
                for step in (found.best, moment.chosen)
            ]
        )
    return (
        measured([best.points - mine.points for best, mine in pairs], size=size),
        measured([best.chance - mine.chance for best, mine in pairs], size=size),
    )


def agrees(told: Measured, checked: Measured) -> bool:
    """Whether two measurements of the same thing agree within their uncertainties."""
    return abs(told.mean - checked.mean) <= hypot(told.margin, checked.margin)


def of_skills(table: Table, matches: int, seed: int, skills: list[str]) -> None:
    for skill in (SKILLS[name] for name in skills):
        rng, choices, mistakes, cost, began = random.Random(seed), 0, 0, 0.0, time.process_time()
        spent = 0.0
        for number in range(matches):
            match = played(table, skill, rng)
            began = time.process_time()
            for found in judged(match, table.seats[number % table.players], seed):
                choices += 1
                mistakes += found.is_mistake
                cost += found.points.mean if found.is_mistake else 0.0
            spent += time.process_time() - began
        print(
            f"  {skill.name:13} {choices / matches:5.1f} choices, {mistakes / matches:5.2f} "
            f"mistakes, {cost / matches:6.2f} points a match; {100 * mistakes / choices:4.1f} % of "
            f"choices, {cost / choices:.3f} points a choice; {spent / matches:.1f} s",
            flush=True,
        )


def of_positions(table: Table, positions: int, seed: int) -> None:
    """Prints how often masters agree with the teacher's verdicts."""
    rng = random.Random(seed)
    points = chances = count = 0
    apart = 0.0
    while count < positions:
        match = played(table, SKILLS["principiante"], rng)
        for found in judged(match, table.seats[0], seed):
            checked = again(found, seed + 1) if found.points.margin else None
            if checked is None or count == positions:
                continue
            count += 1
            points += agrees(found.points, checked[0])
            chances += agrees(found.chance, checked[1])
            apart += found.points.mean - checked[0].mean
    print(
        f"  {count} positions: points agree in {points}, chances in {chances}; "
        f"the teacher's cost is higher by {apart / count:+.3f} points",
        flush=True,
    )


def main() -> None:
    """Prints the measures that the command names."""
    parser = arguments(__doc__, "")
    parser.add_argument("--matches", type=int, default=0)
    parser.add_argument("--positions", type=int, default=0)
    parser.add_argument("--skill", choices=list(SKILLS), action="append", default=[])
    given = parser.parse_args()
    for name in given.variant:
        table = table_of(given, name)
        print(f"{name}, {given.players} players, seed {given.seed}", flush=True)
        if given.matches:
            of_skills(table, given.matches, given.seed, given.skill or list(SKILLS))
        if given.positions:
            of_positions(table, given.positions, given.seed)


if __name__ == "__main__":
    main()

"""What a choice cost, judged from what its seat knew; and apart from it, what luck made of it.

Three questions, each dearer than the one before. How often would the master have done the same?
What is done often enough costs nothing. Does the other step look better in a few imagined deals? If
not, the two are as good. Else both are played on in many others; these give the cost and its
interval. The deals that raise the doubt are not among those that measure it, so it does not make
the cost look higher than it is. Measuring ends early in one way only: where the rest would hardly
make it a mistake. So no interval is told of fewer deals because these looked as one hoped.
"""

import random
from collections.abc import Sequence
from hashlib import sha256
from math import sqrt
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from engine import robots
from engine.actions import Action
from engine.apply import apply
from engine.state.state import State
from engine.teacher.moments import Match, Moment
from engine.teacher.rollouts import (
    NORMAL,
    Compared,
    GoesOn,
    Measured,
    always,
    ask,
    compared,
    counting_of,
    measured,
    played_on,
    together,
)

OFTEN: Final = 0.1
"""A step that the master takes at least so often is his step as well."""
GLANCE: Final = 16
"""Deals that tell whether there is anything to measure."""
DEALS: Final = 96
"""Deals that measure a cost."""
PART: Final = 32
"""After each such part of them it is asked whether the rest could still make it a mistake."""
HARDLY: Final = 1.5
"""By so many standard errors what the rest brings may be higher than what was found so far."""
BUDGET: Final = 6
"""With how many imagined deals the robots decide that play a hand on."""
DOUBT: Final = 0.15
"""Points by which playing on with so few deals may differ from how masters would have played:
part of every interval."""
LUCK_DEALS: Final = 16
"""How often the true deal is played on."""
FEW: Final = 8
"""With a smaller effective size nothing is measured."""

NOTHING: Final = Measured(0.0, 0.0)


class Verdict(Struct, frozen=True):
    """What the teacher says of one choice."""

    moment: Moment
    best: Action
    """What the master would have done most often."""
    often: float
    """How often the master would have done that, from 0 to 1."""
    share: float
    """How often the master would have done what was chosen."""
    points: Measured = NOTHING
    """What the choice cost, in points of this hand."""
    chance: Measured = NOTHING
    """What it cost, in the chance of winning the match."""
    worth: float = 0.0
    """The points that the choice was worth, by what the seat knew; 0 where no cost was measured."""

    @property
    def is_mistake(self) -> bool:
        """Whether the choice was worse by more than the estimate is uncertain."""
        return self.chance.low > 0 and self.points.low > 0


class Opinion(Struct, frozen=True):
    """What the master thinks of one choice, before anything is played on."""

    found: Verdict
    """Without a cost."""
    seems: float
    """By how much the choice seems worse than the master's, in the chance of winning; 1 where he
    did not think of it."""

    @property
    def is_doubtful(self) -> bool:
        """Whether the master would hardly have done the same, so that a cost is to be measured."""
        return self.found.share < OFTEN and self.found.best != self.found.moment.chosen


class Luck(Struct, frozen=True):
    """What the hidden cards made of a choice."""

    points: float
    """The points that it was worth with the true cards, less what it was worth by what the seat
    knew."""
    margin: float
    """The half width of its interval of 95 %."""


def seed_of(match: str, place: int) -> int:
    """The seed of a moment: the same whenever somebody asks, and without any hidden card."""
    return int.from_bytes(sha256(f"{match} {place}".encode()).digest()[:8], "big")


def verdict(moment: Moment, seed: int, goes_on: GoesOn = always) -> Verdict:
    """What this choice cost. The same moment and seed give the same verdict.

    Raises ``Stopped`` where ``goes_on`` says no."""
    return weighed(opinion_of(moment, seed), seed, goes_on)


def opinion_of(moment: Moment, seed: int) -> Opinion:
    """What the master thinks of this choice: a small part of the time that a verdict takes."""
    thought = robots.evaluate(moment.seen, random.Random(seed))
    best = max(thought, key=lambda one: (thought[one].share, thought[one].points))
    mine = thought.get(moment.chosen)
    found = Verdict(moment, best, thought[best].share, mine.share if mine else 0.0)
    return Opinion(found, thought[best].chance - mine.chance if mine else 1.0)


def weighed(opinion: Opinion, seed: int, goes_on: GoesOn = always) -> Verdict:
    """The verdict on a choice of which the master's opinion is known.

    Raises ``Stopped`` where ``goes_on`` says no."""
    found = opinion.found
    if not opinion.is_doubtful:
        return found
    moment, rng = found.moment, random.Random(f"{seed} deals")
    steps = (found.best, moment.chosen)
    if not _is_doubtful(compared(moment, steps, rng, GLANCE, BUDGET, goes_on), moment):
        return found
    both = _played_on(moment, steps, rng, goes_on)
    if both is None:
        return found
    cost = _cost(both, moment)
    worth = sum(mine.points for _, mine in both.worths) / len(both.worths)
    return replace(found, points=cost.points, chance=cost.chance, worth=worth)


def _played_on(
    moment: Moment, steps: Sequence[Action], rng: random.Random, goes_on: GoesOn
) -> Compared | None:
    """The deals that measure a cost. ``None``: too few explain the moment, or the rest of them
    would hardly make it a mistake."""
    parts: list[Compared] = []
    while True:
        parts.append(compared(moment, steps, rng, PART, BUDGET, goes_on))
        both, done = together(parts), len(parts) * PART / DEALS
        if both.size < FEW * done:
            return None
        if done >= 1:
            return both
        if both.size >= FEW and _is_hopeless(_cost(both, moment), moment, done):
            return None


def total_cost(mistakes: Sequence[Verdict]) -> Measured:
    """What they cost together, in points. What chance does differs from one to the next; ``DOUBT``
    may lean to the same side in all of them, so it is added as often as there are mistakes."""
    chance = sum((one.points.margin - DOUBT) ** 2 for one in mistakes) ** 0.5
    mean = sum(one.points.mean for one in mistakes)
    return Measured(mean, chance + DOUBT * len(mistakes))


def _is_doubtful(both: Compared, moment: Moment) -> bool:
    """Whether the choice looks worse than the other step, so that it is worth measuring."""
    least = DOUBT * counting_of(moment).per_point / 2
    if len(both.worths) < FEW:
        return False
    cost = [better.chance - mine.chance for better, mine in both.worths]
    return sum(cost) / len(cost) > least


def _is_hopeless(cost: "_Cost", moment: Moment, done: float) -> bool:
    """Whether the rest of the deals would hardly make it a mistake. ``done``: the part of them that
    was played on, from 0 to 1."""
    doubt = DOUBT * counting_of(moment).per_point
    return would_hardly(cost.points, DOUBT, done) or would_hardly(cost.chance, doubt, done)


def would_hardly(part: Measured, doubt: float, done: float) -> bool:
    """Whether a cost that was measured in this part of the deals would hardly end above its
    interval. ``doubt``: the part of the interval that more deals do not narrow."""
    by_chance = part.margin - doubt
    margin = by_chance * sqrt(done) + doubt
    return part.mean + HARDLY * by_chance / NORMAL * sqrt(1 - done) <= margin


class _Cost(Struct, frozen=True):
    points: Measured
    chance: Measured


def _cost(both: Compared, moment: Moment) -> _Cost:
    return _Cost(
        measured([better.points - mine.points for better, mine in both.worths], DOUBT, both.size),
        measured(
            [better.chance - mine.chance for better, mine in both.worths],
            DOUBT * counting_of(moment).per_point,
            both.size,
        ),
    )


def luck_of(match: Match, found: Verdict, seed: int, goes_on: GoesOn = always) -> Luck:
    """What the hidden cards made of a choice whose cost was measured. This alone looks at them.

    Raises ``Stopped`` where ``goes_on`` says no."""
    moment = found.moment
    state: State = apply(match.before(moment.place), moment.chosen).state
    counting = counting_of(moment)
    true = []
    for number in range(LUCK_DEALS):
        ask(goes_on)
        true.append(played_on(state, seed + number, BUDGET, counting).points)
    value = measured(true)
    return Luck(value.mean - found.worth, value.margin)

"""The cost of a choice by what its seat knew, and, kept apart, the part of luck.

There are three questions, and each takes longer than the one before. How often would the master
have taken the same step? If often enough, the step costs nothing. Does the master's step look
better in a few imagined deals? If not, the two steps are equally good. If it does, both steps are
played on in many other deals; these give the cost and its interval. The few deals that raise the
doubt are not used to measure it; otherwise the cost would look higher than it is. Measuring ends
early in one case only: the remaining deals would hardly show a mistake. So a cost is never taken
from fewer deals because their results looked convincing. Words about the envido of two, steps of
tricks 2 and 3 of two and answers to a truco in the first one need no deals: their worths are known.
"""

import random
from collections.abc import Mapping, Sequence
from hashlib import sha256
from math import sqrt
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from engine import robots
from engine.actions import Action
from engine.apply import apply
from engine.robots.reading.situation import Situation
from engine.state.state import State
from engine.teacher.envido import envido_cost
from engine.teacher.moments import Match, Moment
from engine.teacher.rollouts import (
    NORMAL,
    Compared,
    GoesOn,
    Measured,
    Worth,
    always,
    ask,
    compared,
    counting_of,
    measured,
    played_on,
    together,
)
from engine.teacher.tricks import trick_worths

OFTEN: Final = 0.1
"""A step that the master takes at least this often costs nothing."""
GLANCE: Final = 16
"""The number of deals that tell whether a cost has to be measured."""
DEALS: Final = 96
"""The number of deals that measure a cost."""
PART: Final = 32
"""After every this many deals the teacher checks whether the rest of the deals could still show a
mistake."""
HARDLY: Final = 1.5
"""The standard errors by which the rest of the deals may bring more than the deals so far."""
BUDGET: Final = 6
"""The imagined deals with which the robots that play a hand on decide."""
DOUBT: Final = 0.15
"""Points. Robots with so small a budget may play this much worse than masters, and a worth that is
known without deals may be wrong by as much. This is part of every interval."""
LUCK_DEALS: Final = 16
"""How many times the true deal is played on."""
FEW: Final = 8
"""The smallest effective number of deals with which something is measured."""

NOTHING: Final = Measured(0.0, 0.0)


class Verdict(Struct, frozen=True):
    """The teacher's verdict on one choice."""

    moment: Moment
    best: Action
    """The step that the master would take most often; if the worths are known without deals, the
    best of the steps that it takes often."""
    often: float
    """How often the master would take that step, from 0 to 1."""
    share: float
    """How often the master would take the chosen step, from 0 to 1."""
    points: Measured = NOTHING
    """The cost of the choice, in points of this hand."""
    chance: Measured = NOTHING
    """The cost in the chance of winning the match, from 0 to 1."""
    worth: float = 0.0
    """The worth of the choice, in points, by the seat's knowledge; 0 if no cost was measured."""

    @property
    def is_mistake(self) -> bool:
        """Whether the choice was worse by more than the estimate is uncertain."""
        return self.chance.low > 0 and self.points.low > 0


class Opinion(Struct, frozen=True):
    """The master's opinion of one choice, before any deal is played on."""

    found: Verdict
    """The verdict without a cost."""
    seems: float
    """How much worse the choice seems than the master's step, in the chance of winning; 1: the
    master did not consider the choice."""
    usual: dict[Action, float]
    """The steps that the master takes so often that they cost nothing, and how often it takes
    them."""

    @property
    def is_doubtful(self) -> bool:
        """Whether a cost has to be measured, because the master would seldom take the same step."""
        return self.found.share < OFTEN and self.found.best != self.found.moment.chosen


class Luck(Struct, frozen=True):
    """The part of luck in a choice: the effect of the hidden cards."""

    points: float
    """The worth of the choice with the true cards minus its worth by the seat's knowledge, in
    points."""
    margin: float
    """The half width of its interval of 95 %."""


def seed_of(match: str, place: int) -> int:
    """The seed of a moment. It is always the same for a moment, and does not depend on hidden
    cards."""
    return int.from_bytes(sha256(f"{match} {place}".encode()).digest()[:8], "big")


def verdict(moment: Moment, seed: int, goes_on: GoesOn = always) -> Verdict:
    """The verdict on this choice. The same moment and seed give the same verdict.

    Raises ``Stopped`` where ``goes_on`` says no."""
    return weighed(opinion_of(moment, seed), seed, goes_on)


def opinion_of(moment: Moment, seed: int) -> Opinion:
    """The master's opinion of this choice. Getting it takes a small part of a verdict's time."""
    thought = robots.evaluate(moment.seen, random.Random(seed))
    best = max(thought, key=lambda action: (thought[action].share, thought[action].points))
    mine = thought.get(moment.chosen)
    found = Verdict(moment, best, thought[best].share, mine.share if mine else 0.0)
    usual = {action: one.share for action, one in thought.items() if one.share >= OFTEN}
    return Opinion(found, thought[best].chance - mine.chance if mine else 1.0, usual)


def weighed(opinion: Opinion, seed: int, goes_on: GoesOn = always) -> Verdict:
    """The verdict on a choice of which the master's opinion is known.

    Raises ``Stopped`` where ``goes_on`` says no."""
    found = opinion.found
    if not opinion.is_doubtful:
        return found
    moment, rng = found.moment, random.Random(f"{seed} deals")
    steps = (found.best, moment.chosen)
    if (solved := envido_cost(moment.seen, found.best, moment.chosen)) is not None:
        known = _of_the_envido(found, solved, rng, goes_on)
        if known is not None:
            return known
    worths = trick_worths(moment.seen, (moment.chosen, *opinion.usual))
    if {*steps} <= worths.keys():
        return _of_the_tricks(opinion, worths)
    if not _is_doubtful(compared(moment, steps, rng, GLANCE, BUDGET, goes_on), moment):
        return found
    both = _played_on(moment, steps, rng, goes_on)
    if both is None:
        return found
    cost = _cost(both, moment)
    worth = sum(mine.points for _, mine in both.worths) / len(both.worths)
    return replace(found, points=cost.points, chance=cost.chance, worth=worth)


def _of_the_envido(
    found: Verdict, cost: float, rng: random.Random, goes_on: GoesOn
) -> Verdict | None:
    """The verdict on a word about the envido whose cost, in points, is known without deals. Some
    deals are played on for its ``worth``. ``None``: by the solution it is no certain mistake (it
    may be one against others who bet otherwise), or too few deals explain the moment."""
    moment = found.moment
    per_point = counting_of(moment).per_point
    points = Measured(cost, DOUBT)
    known = replace(found, points=points, chance=Measured(cost * per_point, DOUBT * per_point))
    if not known.is_mistake:
        return None
    both = compared(moment, (moment.chosen,), rng, PART, BUDGET, goes_on)
    if both.size < FEW:
        return None
    return replace(known, worth=sum(one.points for (one,) in both.worths) / len(both.worths))


def _of_the_tricks(opinion: Opinion, worths: Mapping[Action, Worth]) -> Verdict:
    """The verdict on a step, if the worths of this step and of the master's frequent steps are
    known without deals."""
    found, moment = opinion.found, opinion.found.moment
    mine = worths[moment.chosen]
    known = [action for action in opinion.usual if action in worths]
    step = max(known, key=lambda one: worths[one].chance)
    best = worths[step]
    counting, situation = counting_of(moment), Situation(moment.seen)
    points, chance = best.points - mine.points, (best.chance - mine.chance) * counting.of_match
    if points <= 0 or chance <= 0:
        return found
    before = situation.table.by_side(moment.start.score)
    gained = [now - then for now, then in zip(situation.score, before, strict=True)]
    won, lost = gained[situation.table_side], gained[1 - situation.table_side]
    return replace(
        found,
        best=step,
        often=opinion.usual[step],
        points=Measured(points, DOUBT),
        chance=Measured(chance, DOUBT * counting.per_point),
        worth=won - lost + mine.points,
    )


def _played_on(
    moment: Moment, steps: Sequence[Action], rng: random.Random, goes_on: GoesOn
) -> Compared | None:
    """Both steps, played on in the deals that measure a cost. ``None``: too few deals explain the
    moment, or the rest of them would hardly show a mistake."""
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
    """The cost of these choices together, in points. The errors of chance of the mistakes are
    independent. ``DOUBT`` may have the same sign in all of them, so it is added once for each
    mistake."""
    chance = sum((mistake.points.margin - DOUBT) ** 2 for mistake in mistakes) ** 0.5
    mean = sum(mistake.points.mean for mistake in mistakes)
    return Measured(mean, chance + DOUBT * len(mistakes))


def _is_doubtful(both: Compared, moment: Moment) -> bool:
    """Whether the choice looks worse than the other step, so that it is worth measuring."""
    least = DOUBT * counting_of(moment).per_point / 2
    if len(both.worths) < FEW:
        return False
    cost = [better.chance - mine.chance for better, mine in both.worths]
    return sum(cost) / len(cost) > least


def _is_hopeless(cost: "_Cost", moment: Moment, done: float) -> bool:
    """Whether the rest of the deals would hardly show a mistake. ``done``: the part of the deals
    that was played on, from 0 to 1."""
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
    """The part of luck in a choice whose cost was measured. Only this function looks at the hidden
    cards.

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

"""A player that chooses at random among the offered steps: for tests and comparisons."""

import random

from engine.actions import Action, Range
from engine.seen.view import SeatView


def choose(view: SeatView, rng: random.Random, budget: float = 0) -> Action:
    """One of ``view.offered``, all equally likely; a free number is drawn from its range.
    ``budget`` is ignored.

    Raises ``ValueError`` when nothing is offered.
    """
    if not view.offered:
        raise ValueError("nothing is offered to this seat")
    step = view.offered[rng.randrange(len(view.offered))]
    if isinstance(step, Range):
        return Action(step.seat, step.verb, rng.randint(step.low, step.high))
    return step

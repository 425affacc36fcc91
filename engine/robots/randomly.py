"""A player who does anything that is offered, for tests and as the weakest measure."""

import random

from engine.actions import Action, Range
from engine.seen.view import SeatView


def choose(view: SeatView, rng: random.Random, budget: float = 0) -> Action:
    """One of ``view.offered``, each as likely; a free number is drawn from its range.

    Raises ``ValueError`` when nothing is offered.
    """
    if not view.offered:
        raise ValueError("nothing is offered to this seat")
    step = view.offered[rng.randrange(len(view.offered))]
    if isinstance(step, Range):
        return Action(step.seat, step.verb, rng.randint(step.low, step.high))
    return step

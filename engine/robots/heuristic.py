"""The sensible player: counts, estimates, bluffs a little."""

import random
from typing import Final

from engine.actions import Action
from engine.robots import randomly
from engine.view import SeatView

DEFAULT_BUDGET: Final = 24
"""How many deals a robot imagines for one decision."""


def choose(view: SeatView, rng: random.Random, budget: float = DEFAULT_BUDGET) -> Action:
    """What the seat does now: always one of ``view.offered``.

    ``budget`` is the number of deals it may imagine; 0: it judges from tables alone.
    Raises ``ValueError`` when nothing is offered.
    """
    return randomly.choose(view, rng, budget)


def claim(view: SeatView, rng: random.Random) -> Action | None:
    """What the seat says in the time for claims, after the last card; ``None``: nothing."""
    return None


def defers(view: SeatView) -> bool:
    """Whether the seat would rather let an awaited partner speak first."""
    return False


def sena_for(view: SeatView, rng: random.Random) -> str | None:
    """The seña for the partner at the start of a hand; ``None``: a straight face."""
    return None

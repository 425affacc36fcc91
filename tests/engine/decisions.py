"""How often a robot does what, from the shares of its mix instead of from many draws.

A draw sees what is done one time in a hundred only now and then; the mix says so at once. Only what
the robot imagines differs from look to look.
"""

from collections.abc import Callable
from random import Random
from typing import Final

from engine import robots
from engine.actions import Action
from engine.seen.view import SeatView

LOOKS: Final = 6
"""How often the robot imagines other cards."""


class Often(dict[str, float]):
    """How many times of so many each thing is done; 0: never."""

    def __missing__(self, done: str) -> float:
        return 0.0


def verb(action: Action) -> str:
    return action.verb


def how_often(seen: SeatView, times: int, write: Callable[[Action], str] = verb) -> Often:
    """Of so many decisions of the seat: how many would be what ``write`` says of them."""
    found = Often()
    for seed in range(LOOKS):
        for action, worth in robots.evaluate(seen, Random(seed)).items():
            if worth.share > 0:
                found[write(action)] += worth.share * times / LOOKS
    return Often({done: round(often, 6) for done, often in found.items()})

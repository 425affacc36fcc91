"""How long requests are on their way, in the time of the test: each as the test says, or by lot."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

from tests.adapters.discord.lookalike.rest import Request


@dataclass(frozen=True)
class Way:
    """Of one request: seconds until it is done, and from then until its answer is back."""

    there: float = 0.0
    back: float = 0.0
    lost: bool = False
    """Done, but the connection breaks before the answer."""


Pace = Callable[[Request], Way]


def at_once(request: Request) -> Way:
    """Nothing takes time."""
    return Way()


def paced(ways: Mapping[str, Way]) -> Pace:
    """By operation; everything else at once."""
    return lambda request: ways.get(request.operation, Way())


def by_lot(rng: Random, longest: float, *, lost: float = 0.0) -> Pace:
    """Any delay, so that answers come in any order; some of them, of those operations that may be
    repeated, never. The same for the same random numbers."""

    def way(request: Request) -> Way:
        there, back = (rng.random() ** 3 * longest for _ in range(2))
        # What interactions are answered with has to arrive within three seconds.
        if request.operation == "create_interaction_response":
            return Way(min(there, 1.0), back)
        may_be_lost = request.operation in ("create_message", "update_message", "delete_message")
        return Way(there, back, may_be_lost and rng.random() < lost)

    return way

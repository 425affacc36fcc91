"""Mixed decisions: the share of each action, with the sum 1. An action is drawn only at the end."""

from collections.abc import Callable, Iterable, Sequence
from math import erf, exp, pi, sqrt
from typing import Final, TypeAlias

from engine.actions import Action

Mix: TypeAlias = dict[Action | None, float]
"""The share of each action; the sum is 1. The key ``None`` is the share of the cases that are
undecided here and left to the next decision."""

UNDECIDED: Final[Mix] = {None: 1.0}

NEVER: Final = 1e-4
"""An action with a smaller share than this is left out."""

REACH: Final = 4.0
"""A whim is never larger than this many standard deviations."""
PARTS: Final = 32
"""The number of parts into which the whims of one option are divided."""


def surely(action: Action | None) -> Mix:
    """This action, or nothing, without a choice."""
    return {action: 1.0}


def blend(parts: Iterable[tuple[float, Mix]]) -> Mix:
    """Each of these mixes with its share; the shares add up to 1."""
    found: Mix = {}
    for share, mix in parts:
        if share > 0:
            for action, often in mix.items():
                found[action] = found.get(action, 0.0) + share * often
    return found


def without(mix: Mix, action: Action, instead: Action) -> Mix:
    """This mix without one action. The others keep their proportions; if there are none,
    ``instead`` is done."""
    often = mix.get(action, 0.0)
    if often <= 0:
        return mix
    kept: Mix = {other: share for other, share in mix.items() if other != action and share > 0}
    if not kept:
        return surely(instead)
    return {other: share / sum(kept.values()) for other, share in kept.items()}


def then(mix: Mix, further: Callable[[], Mix]) -> Mix:
    """The same mix with its undecided share divided as in ``further``."""
    undecided = mix.get(None, 0.0)
    if undecided <= NEVER:
        return mix
    decided: Mix = {action: share for action, share in mix.items() if action is not None}
    return blend([(1.0, decided), (undecided, further())])


def beats(gap: float, spread: float) -> float:
    """How often something that is better by ``gap`` stays better when a whim with the standard
    deviation ``spread`` is added to it."""
    return 0.5 * (1 + erf(gap / (spread * sqrt(2))))


def best_of(values: Sequence[float], spread: float) -> list[float]:
    """How often each value is the highest when a whim with this standard deviation is added to
    each."""
    if len(values) == 1:
        return [1.0]
    if len(values) == 2:
        first = beats(values[0] - values[1], spread * sqrt(2))
        return [first, 1 - first]
    width = 2 * REACH / PARTS
    found = [0.0] * len(values)
    for part in range(PARTS):
        whim = -REACH + (part + 0.5) * width
        weight = exp(-whim * whim / 2) / sqrt(2 * pi) * width
        for index, value in enumerate(values):
            share = weight
            for other, rival in enumerate(values):
                if other != index:
                    share *= beats(value - rival + whim * spread, spread)
            found[index] += share
    total = sum(found)
    return [wins / total for wins in found]

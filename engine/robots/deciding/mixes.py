"""Mixed decisions: the share of each action, with the sum 1. An action is drawn only at the end."""

from collections.abc import Callable, Iterable, Sequence
from math import exp
from typing import Final, TypeAlias

from engine.actions import Action

Mix: TypeAlias = dict[Action | None, float]
"""The share of each action; the sum is 1. The key ``None`` is the share of the cases that are
undecided here and left to the next decision."""

UNDECIDED: Final[Mix] = {None: 1.0}

NEVER: Final = 1e-4
"""An action with a smaller share than this is left out."""


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


def softmax(values: Sequence[float], temperature: float) -> list[float]:
    """How often each of these values is chosen: the better, the more often. A value that is lower
    by ``temperature`` is chosen a third as often (1/e)."""
    best = max(values)
    weights = [exp((value - best) / temperature) for value in values]
    total = sum(weights)
    return [weight / total for weight in weights]

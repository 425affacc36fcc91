"""Ratings of an arena: the strength of each robot on the Elo scale, with intervals.

The strengths are those of Bradley and Terry: a robot with 400 points more than another wins ten
matches of eleven. In addition, half a won match and half a lost match are counted for each pairing,
so that a robot that has won everything has a rating too. The 95 % intervals come from a Bayesian
bootstrap: in each round every pair of matches gets another random weight. Both matches of a pair
get the same weight, because they had the same cards."""

import random
from collections.abc import Sequence
from math import log10
from typing import Final

from msgspec import Struct

from adapters.arena.tournament import Meeting

MEAN: Final = 1500
ROUNDS: Final = 60
"""The rounds of the iteration that finds the strengths."""
DRAWS: Final = 400
PRIOR: Final = 0.5


class ArenaRating(Struct, frozen=True):
    """A rating with its 95 % interval."""

    value: int
    low: int
    high: int


Wins = list[list[float]]
"""``wins[one][two]``: how many matches one has won against two."""


def ratings(count: int, pairings: Sequence[Meeting], seed: int) -> list[ArenaRating]:
    """The rating of each robot; their mean is :data:`MEAN`."""
    values = _strengths(_wins(count, pairings, None))
    dice = random.Random(seed)
    drawn = [_strengths(_wins(count, pairings, dice)) for _ in range(DRAWS)]
    found = []
    for robot, value in enumerate(values):
        ordered = sorted(draw[robot] for draw in drawn)
        low, high = ordered[DRAWS // 40], ordered[-1 - DRAWS // 40]
        found.append(ArenaRating(round(value), round(min(low, value)), round(max(high, value))))
    return found


def _wins(count: int, pairings: Sequence[Meeting], dice: random.Random | None) -> Wins:
    """The matches won. With ``dice`` every pair of matches gets a random weight."""
    wins = [[0.0] * count for _ in range(count)]
    for pairing in pairings:
        one, two = pairing.one, pairing.two
        wins[one][two] += PRIOR if dice is None else dice.gammavariate(PRIOR, 1)
        wins[two][one] += PRIOR if dice is None else dice.gammavariate(PRIOR, 1)
        for first, second in pairing.won:
            weight = 1.0 if dice is None else dice.expovariate(1)
            wins[one][two] += weight * first
            wins[two][one] += weight * second
    return wins


def _strengths(wins: Wins) -> list[float]:
    """The likeliest strengths, by Hunter's iteration."""
    robots = range(len(wins))
    strength = [1.0 for _ in robots]
    for _ in range(ROUNDS):
        strength = [
            sum(wins[robot])
            / sum(
                (wins[robot][other] + wins[other][robot]) / (strength[robot] + strength[other])
                for other in robots
                if other != robot
            )
            for robot in robots
        ]
    points = [400 * log10(value) for value in strength]
    return [MEAN + point - sum(points) / len(points) for point in points]

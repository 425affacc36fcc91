"""The levels that a table's robots may have: the skills, and one that follows a person's rating.

``skill_of`` says how well a robot plays. For :data:`EVEN` that lies between the skills, as the
rating of those who play against it lies between theirs. A rating says how often a robot does what,
and nothing else of it reaches a decision.
"""

from itertools import pairwise
from typing import Final

from msgspec.structs import asdict

from engine.robots.players.skills import BEGINNER, CLUB, FRIEND, MASTER, SKILLS, Skill

EVEN: Final = "igual"
"""Robots play as well as the people at their table."""
LEVELS: Final = (*SKILLS, EVEN)
"""What a table may ask of its robots; the usual level comes first."""

RATED: Final = ((BEGINNER, -220), (FRIEND, -105), (CLUB, 0), (MASTER, 90))
"""How many points of rating each skill stands above a club player, who is rated as somebody who has
no rating yet. ``docs/robots.md`` tells how that was measured."""


def skill_of(level: str, points: int = 0) -> Skill:
    """How well a robot of this level plays. ``points``: what the people at the table are rated
    above somebody without a rating; it counts for :data:`EVEN` alone."""
    return even(points) if level == EVEN else SKILLS[level]


def even(points: float) -> Skill:
    """The skill of somebody who is rated so many points above a club player; no worse than the
    worst skill and no better than the best."""
    points = min(max(points, RATED[0][1]), RATED[-1][1])
    (lower, low), (higher, high) = next(pair for pair in pairwise(RATED) if points <= pair[1][1])
    return _between(lower, higher, (points - low) / (high - low))


def _between(lower: Skill, higher: Skill, part: float) -> Skill:
    """A skill so far on the way from one to the other."""
    to = asdict(higher)
    mixed = {
        name: value + part * (to[name] - value)
        for name, value in asdict(lower).items()
        if name != "name"
    }
    return Skill(EVEN, **mixed)

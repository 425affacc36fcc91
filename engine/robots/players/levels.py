"""The levels of a table's robots: the skills, and one level that follows the ratings of the people.

``skill_of`` gives the skill of a level. The skill of :data:`EVEN` lies between two named skills, as
the rating of the people at the table lies between the ratings of these skills. A rating has no
other effect on a decision.
"""

from itertools import pairwise
from typing import Final

from msgspec.structs import asdict

from engine.robots.players.skills import BEGINNER, CLUB, FRIEND, MASTER, SKILLS, Skill

EVEN: Final = "igual"
"""The level at which robots play as well as the people at their table."""
LEVELS: Final = (*SKILLS, EVEN)
"""The levels that a table may choose for its robots; the usual level comes first."""

RATED: Final = ((BEGINNER, -220), (FRIEND, -105), (CLUB, 0), (MASTER, 90))
"""The rating of each skill, in points above a club player. A club player has the rating of a person
without results. ``docs/robots.md`` tells how that was measured."""


def skill_of(level: str, points: int = 0) -> Skill:
    """How well a robot of this level plays. ``points``: the mean rating of the people at the table,
    in points above a person without a rating; it counts only for :data:`EVEN`."""
    return even(points) if level == EVEN else SKILLS[level]


def even(points: float) -> Skill:
    """The skill with a rating of this many points above a club player. It is never below the lowest
    skill or above the highest."""
    points = min(max(points, RATED[0][1]), RATED[-1][1])
    (lower, low), (higher, high) = next(pair for pair in pairwise(RATED) if points <= pair[1][1])
    return _between(lower, higher, (points - low) / (high - low))


def _between(lower: Skill, higher: Skill, part: float) -> Skill:
    """The skill at this part of the way from one skill to another."""
    to = asdict(higher)
    mixed = {
        name: value + part * (to[name] - value)
        for name, value in asdict(lower).items()
        if name != "name"
    }
    return Skill(EVEN, **mixed)

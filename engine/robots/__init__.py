"""Players that are programs. A robot reads a :class:`~engine.seen.view.SeatView`, nothing else.

``choose`` gives the step of an awaited seat, drawn from ``evaluate``, which says what every step is
worth and how often a robot takes it. ``claim`` gives the step of a seat after the last card, when
nobody is awaited. ``speaker`` tells which of several awaited robots speaks. ``speaks_up`` tells
whether a robot that is not awaited should speak now. ``sena_for`` gives the seña for the partner.
``SKILLS``: how well a robot may play. ``LEVELS``: the levels that a table may choose for its
robots, by name; ``skill_of`` gives the skill of a level. ``Noticed``: the counted words of the only
rival in the match so far.
"""

from engine.robots.deciding.values import Estimate
from engine.robots.players.heuristic import (
    DEFAULT_BUDGET,
    choose,
    claim,
    evaluate,
    sena_for,
    speaker,
    speaks_up,
)
from engine.robots.players.levels import EVEN, LEVELS, skill_of
from engine.robots.players.skills import MASTER, SKILLS, Skill
from engine.robots.reading.noticed import Noticed

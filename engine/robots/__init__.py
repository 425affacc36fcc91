"""Players that are programs. They read a :class:`~engine.seen.view.SeatView` and nothing else.

``choose`` answers for an awaited seat; ``claim`` after the last card, when nobody has to speak;
``defers`` tells whether an awaited robot would rather let an awaited partner speak first,
``speaks_up`` whether one that is not awaited has something to ``choose`` all the same.
"""

from engine.robots.heuristic import DEFAULT_BUDGET, choose, claim, defers, sena_for, speaks_up

__all__ = ["DEFAULT_BUDGET", "choose", "claim", "defers", "sena_for", "speaks_up"]

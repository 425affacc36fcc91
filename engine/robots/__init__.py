"""Players that are programs. A robot reads a :class:`~engine.seen.view.SeatView`, nothing else.

``choose`` gives the step of an awaited seat. ``claim`` gives the step of a seat after the last
card, when nobody is awaited. ``defers`` tells whether an awaited robot wants an awaited partner to
speak first. ``speaks_up`` tells whether a robot that is not awaited should speak now. ``sena_for``
gives the seña for the partner.
"""

from engine.robots.heuristic import DEFAULT_BUDGET, choose, claim, defers, sena_for, speaks_up

__all__ = ["DEFAULT_BUDGET", "choose", "claim", "defers", "sena_for", "speaks_up"]

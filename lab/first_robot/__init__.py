"""The robot as it was before it solved the ends of a hand: a yardstick that does not change.

Later robots are measured against it, so what it decides stays the same to the byte; a test holds
that. The modules here are those that decide. What only reads the table (situation, scale, stakes,
playout, claims) is the engine's.
"""

from lab.first_robot.heuristic import DEFAULT_BUDGET, choose

__all__ = ["DEFAULT_BUDGET", "choose"]

"""When people are reminded of a turn at a slow table.

They are told at half time, and an hour before the end. Reminders of several tables that fall within
an hour are one message: what comes first tells of the others too.
"""

from typing import Final

LAST_HOUR: Final = 3600.0
"""Seconds before the end of a turn at which people are told for the last time."""
TOGETHER: Final = 3600.0
"""Seconds. Reminders of several tables that fall within this time are one message."""
A_DAY: Final = 3
"""So many reminders of slow turns a person gets in 24 hours at most. Each turn was told of when it
began; a table whose reminder is left out is told of with the next one."""


def reminders_of(turn: float) -> tuple[float, ...]:
    """How long before the end of a slow turn people are reminded of it, in seconds, the earliest
    reminder first. ``turn``: how long it lasts."""
    return (turn / 2, LAST_HOUR)

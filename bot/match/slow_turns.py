"""The moments at which people are reminded of a turn at a slow table.

They are told at half time, and an hour before the end. Reminders of several tables that fall within
an hour are one message: the first reminder tells of the other tables too."""

from typing import Final

LAST_HOUR: Final = 3600.0
"""Seconds before the end of a turn at which people are told for the last time."""
TOGETHER: Final = 3600.0
"""Seconds. Reminders of several tables that fall within this time are one message."""
A_DAY: Final = 3
"""The most reminders of slow turns that a person gets in 24 hours. The person was told of each turn
when it began; if a reminder is left out, the next one tells of its table too."""


def reminders_of(turn: float) -> tuple[float, ...]:
    """The times from each reminder of a slow turn to the end of that turn, in seconds, the earliest
    reminder first. ``turn``: the length of the turn."""
    return (turn / 2, LAST_HOUR)

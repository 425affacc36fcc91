"""Threads of one process: the loop, the database's, those in which robots think."""

import sys
from typing import Final

SWITCH: Final = 0.0005
"""Seconds after which a thread must let another have a turn. With Python's own five milliseconds
each statement of a batch waits so long for a loop that is busy, and the loop for a robot that
thinks."""


def switch_often() -> None:
    """Lets the threads of this process take turns more often."""
    sys.setswitchinterval(SWITCH)

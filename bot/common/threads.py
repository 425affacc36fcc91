"""The threads of a process: the event loop, the database's thread, and the threads in which robots
think."""

import sys
from typing import Final

SWITCH: Final = 0.0005
"""Seconds after which a thread must let another one run. Python's own value is five milliseconds.
With it each statement of a batch would wait that long for a busy loop, and the loop would wait that
long for a thinking robot."""


def switch_often() -> None:
    """Lets the threads of this process take turns more often."""
    sys.setswitchinterval(SWITCH)

"""Where tests have their files: in memory, where that is a folder with room.

A database waits for the disk at every commit. The tests do not ask what a disk keeps when the power
fails: what a process wrote before it was killed is there in either place.
"""

import os
from pathlib import Path
from typing import Final

_MEMORY: Final = Path("/dev/shm")
_ROOM: Final = 2**30
"""The bytes that must be free: a run of all tests with a server in each worker has less at once."""


def in_memory() -> str | None:
    """The folder that is memory; ``None``: this system has none, it is nearly full, or nothing may
    be started from there."""
    try:
        found = os.statvfs(_MEMORY)
    except OSError:
        return None
    roomy = found.f_bavail * found.f_frsize >= _ROOM
    usable = os.access(_MEMORY, os.W_OK) and not found.f_flag & os.ST_NOEXEC
    return str(_MEMORY) if roomy and usable else None

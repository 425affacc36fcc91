"""The states of a table, and the ways in which a match ends."""

from enum import StrEnum
from typing import Final


class Status(StrEnum):
    """The state of a table."""

    LOBBY = "lobby"
    """People sit down; nothing has been dealt."""
    PLAYING = "playing"
    OVER = "over"
    """Won, or stopped (:attr:`MatchInfo.ended` says why)."""
    CLOSED = "closed"
    """A lobby that everybody left or whose time was up; a tournament cancelled or never started."""
    SIGN_UP = "sign_up"
    """A tournament for which people sign up. The states from here on are only for tournaments."""
    HELD = "held"
    CONCLUDED = "concluded"


LIVE: Final = (Status.LOBBY, Status.PLAYING)
"""A table that is open: people sit down there, or play."""

LIVE_TOURNAMENT: Final = (Status.SIGN_UP, Status.HELD)
"""A tournament that is not over."""

ENDED: Final = (Status.OVER, Status.CLOSED, Status.CONCLUDED)
"""The states in which nothing changes any more."""

WALKOVER: Final = "walkover"
"""The end of a tournament's table if an entrant did not come."""

VEILED: Final = "velo"
"""In the register, the outcome of a table with velo: its secret is never published."""

VOID: Final = "void"
"""The end of a match that counts for nobody: an administrator closed it, or no deal was left."""

TOO_FEW: Final = "too_few"
"""The end of a tournament with too few people at the moment of its start."""

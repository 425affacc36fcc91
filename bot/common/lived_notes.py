"""Decides when the moment of lived time is stored together with another change."""

import math
from typing import Final

from bot.common.lived_time import Lived, Time

_NOTED_EVERY: Final = 1.0
"""Seconds. The moment of lived time is stored together with other changes, at most this often."""


class LivedNotes:
    """Remembers when the moment was last stored with another change."""

    def __init__(self, time: Time) -> None:
        self._time = time
        self._noted_at = -math.inf

    def note(self) -> Lived | None:
        """The moment of lived time, to be stored together with another change. ``None``: the stored
        moment is recent enough."""
        lived = self._time.lived()
        if lived.moment < self._noted_at + _NOTED_EVERY:
            return None
        self._noted_at = lived.moment
        return lived

"""Gives the second of two equal presses the reply of the first."""

import math
from typing import Final

from cachetools import FIFOCache
from msgspec.structs import replace

from bot.common.lived_time import Time
from bot.messages import Accepted, AnyCommand, AnyReply, Ask, MatchId

_REMEMBERED: Final = 2000
"""How many accepted presses are remembered."""
_TWICE: Final = 2.0
"""Seconds within which an equal press counts as the same press."""


class DoublePresses:
    """Remembers the presses that were accepted lately."""

    def __init__(self, time: Time) -> None:
        self._time = time
        self._accepted: FIFOCache[AnyCommand, tuple[float, MatchId]] = FIFOCache(_REMEMBERED)
        """The accepted commands without their request ids, each with its moment and its match."""

    def once(self, command: AnyCommand, reply: AnyReply) -> AnyReply:
        """The reply for a person. A second press asks for a step that was just taken; without this
        it would be refused as too late. Typed commands are not treated in this way."""
        if not command.pressed:
            return reply
        key, now = replace(command, request=""), self._time.now()
        if isinstance(reply, Accepted):
            self._accepted[key] = (now, reply.match)
            return reply
        at, match = self._accepted.get(key, (-math.inf, ""))
        twice = now - at < _TWICE and not isinstance(reply, Ask)
        return Accepted(match) if twice else reply

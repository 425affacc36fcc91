"""Fetches rounds of the beacon for matches that were started, and lets these matches begin."""

from typing import Final

from bot.beacon import Beacon, NoPulse
from bot.common.tasks import Background, logged
from bot.handling.seating import MatchFinder
from bot.match.parts import PlayParts
from bot.messages import (
    Accepted,
    AnyReply,
    BeginMatch,
    Join,
    MatchId,
    OpenQuick,
    Rematch,
    Start,
    Tick,
)
from bot.model import MatchInfo, Status

BEACON: Final = "beacon:"
"""The person in whose name matches begin."""


class Rounds:
    """Waits for rounds. If the host uses no beacon, no match waits for a round."""

    def __init__(self, play: PlayParts, finder: MatchFinder) -> None:
        self._beacon = play.beacon
        self._running = play.running
        self._under_way = play.under_way
        self._finder = finder
        self._waiting = Background(logged("round_failed"))

    async def followed(
        self, command: Start | Join | Rematch | Tick | OpenQuick, reply: Accepted
    ) -> AnyReply:
        """A step after such commands (:mod:`bot.handling.steps`): if their match was started and
        waits for its round, it is begun when the round has come."""
        await self._follow(reply.match)
        return reply

    async def _follow(self, match: MatchId) -> None:
        if self._beacon is None or match in self._waiting.tasks:
            return
        found = await self._running.load(match)
        info = None if found is None else found.info
        if info is None or info.status is not Status.LOBBY or not (info.starting and info.round):
            return
        self._waiting.once(match, self._begin(self._beacon, info))

    async def _begin(self, beacon: Beacon, info: MatchInfo) -> None:
        pulse, reason = None, ""
        try:
            pulse = await beacon.pulse(info.round)
        except NoPulse as missing:
            reason = missing.reason
        request = f"round.{info.match}.{info.round}"
        begin = BeginMatch(
            request=request,
            person=BEACON,
            match=info.match,
            round=info.round,
            pulse=pulse,
            reason=reason,
        )
        await self._under_way.finish(begin, self._finder.decide)

    async def end(self) -> None:
        """Stops waiting for all rounds. Another process, or the next one, fetches them again."""
        await self._waiting.stop()

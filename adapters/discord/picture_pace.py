"""The pace of pictures of a match in Discord: some wait a while for the next step."""

from typing import Final

import discord
from cachetools import FIFOCache

from adapters.discord.address import Address
from bot.model import MatchInfo
from bot.screen import Screen, asks_reader, is_done, laid_of
from bot.screens.teaching.lesson import LINES
from bot.service import Service
from bot.store.model import Surface

OLD: Final = 50 * 60.0
"""Seconds after which a message is sent anew instead of edited (the limit is an hour)."""
CARDS_REST: Final = 4.5
WORDS_REST: Final = 20.0
"""Seconds that a message by which nobody plays waits for the next step: somebody's hand, or a table
with a card that it does not show yet; and a table without one, also that of a new deal."""
PLAYS: Final = 120.0
"""Seconds. A person who pressed a button of a table less than this long ago plays there."""
_REMEMBERED: Final = 4000


def is_old(address: Address, utc: float) -> bool:
    """Whether the message at this address has to be sent anew instead of edited."""
    sent = discord.utils.snowflake_time(address.message).timestamp()
    return utc - sent >= OLD


class PicturePace:
    """Decides how long pictures wait."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._laid: FIFOCache[str, tuple[tuple[int, int], int]] = FIFOCache(_REMEMBERED)
        """By surface, the hand and the cards on the table that it shows, and the version."""
        self._resting: FIFOCache[str, tuple[float, float]] = FIFOCache(_REMEMBERED)
        """By surface that waits: since when, and until when a card on it may wait."""
        self._pressed: FIFOCache[str, float] = FIFOCache(_REMEMBERED)
        """By surface, the moment of the last press of one of its buttons."""

    async def rests(
        self, surface: Surface, screen: Screen, address: Address, info: MatchInfo
    ) -> float:
        """Seconds that the present message waits for the next step: nobody is asked by it, and it
        tells no end. Cards wait shorter than words."""
        seen, version = self._laid.get(surface.id, (None, -1))
        laid, now = laid_of(screen), self._service.time.now()
        is_dealt = seen is not None and seen[0] != laid[0]
        is_awaited = (
            not address.message
            or is_old(address, self._service.time.utc())
            or (is_dealt and (bool(surface.person) or not address.hand))
            or version in (-1, screen.version)
            or surface.shown < 0
            or is_done(screen)
            or await self.is_played(surface, screen, info)
        )
        since, urgent = self._resting.pop(surface.id, (now, now + WORDS_REST))
        if (laid != seen and laid[1]) or surface.person:
            urgent = min(urgent, now + CARDS_REST)
        until = min(since + WORDS_REST, urgent)
        if is_awaited or until <= now:
            self._laid[surface.id] = laid, screen.version
            return 0.0
        self._resting[surface.id] = since, urgent
        return until - now

    async def is_played(self, surface: Surface, screen: Screen, info: MatchInfo) -> bool:
        """Whether somebody waits for this picture: the hand's owner, or a person who plays by the
        table's buttons."""
        taught = any(line.id.startswith(LINES) for line in screen.lines)
        if screen.kind != "table" or surface.person:
            return screen.kind != "hand" or taught or asks_reader(screen)
        if self._pressed.get(surface.id, 0.0) > self._service.time.now() - PLAYS:
            return True
        shown = await self._service.surfaces.of_match(info.match)
        hands = {there.person for there in shown if there.person and not there.lost}
        return any(seat.person not in hands for seat in info.people)

    def pressed(self, surface: Surface) -> None:
        """Notes that somebody plays by the buttons of this surface."""
        self._pressed[surface.id] = self._service.time.now()

"""The pace of pictures of a match on Telegram: some wait a while, some have news."""

from collections.abc import Callable
from functools import partial
from typing import Final

from cachetools import FIFOCache, TTLCache

from adapters.telegram.addresses import Address, hand_of
from adapters.telegram.attention import PeoplesAttention
from adapters.telegram.limits import Limits, Urgency
from adapters.telegram.match_surfaces import MatchSurfaces
from bot.messages import CommunityId
from bot.model import MatchInfo
from bot.screen import IN_WINDOWS, Screen, asks_reader, is_done, laid_of
from bot.screens.teaching.lesson import LINES
from bot.service import Service
from bot.store.model import Surface

_REMEMBERED: Final = 20_000
REST: Final = 3.0
"""Seconds that a private hand waits for the next step if the table does not wait for its owner."""
OWN_REST: Final = 10.0
"""The same after the owner's own step."""
_LOOKED_AGAIN: Final = 10.0
"""Seconds for which the answer is remembered whether people of a group play in windows."""

Permission = Callable[[], float]
"""Takes the permission to write to a chat, just before the request. Gives the seconds to wait if
there is none; 0: it is taken."""


class PicturePace:
    """Decides how long pictures wait."""

    def __init__(
        self, service: Service, limits: Limits, surfaces: MatchSurfaces, attention: PeoplesAttention
    ) -> None:
        self._service = service
        self._limits = limits
        self._surfaces = surfaces
        self._attention = attention
        self._laid: FIFOCache[str, tuple[tuple[int, int], int]] = FIFOCache(_REMEMBERED)
        """By surface: the hand and cards that it shows (:func:`laid_of`), and the version."""
        self._resting: FIFOCache[str, tuple[int, float]] = FIFOCache(_REMEMBERED)
        """By private hand that waits because it needs no answer: the version of the match, and the
        moment until which it waits."""
        self._with_windows: TTLCache[CommunityId, bool] = TTLCache(
            _REMEMBERED, _LOOKED_AGAIN, timer=service.time.now
        )
        """By group: whether people play in windows there."""

    def rests(self, surface: Surface, screen: Screen, address: Address) -> float:
        """Seconds that a private hand waits in any case: its owner has seen its cards, is not
        asked, and is taught nothing."""
        news = not surface.person or screen.kind != "hand" or hand_of(screen) != address.hand
        taught = any(line.id.startswith(LINES) for line in screen.lines)
        asked = surface.shown < 0 or asks_reader(screen)
        if news or taught or asked or is_done(screen):
            return 0.0
        now = self._service.time.now()
        version, until = self._resting.get(surface.id, (-1, float("inf")))
        if version != screen.version:
            is_own = self._attention.acted_just_now(surface.person)
            until = min(until, now + (OWN_REST if is_own else REST))
            self._resting[surface.id] = screen.version, until
        return max(0.0, until - now)

    def note_shown(self, surface: Surface, screen: Screen) -> None:
        """Notes that the surface shows this screen now."""
        self._laid[surface.id] = laid_of(screen), screen.version
        self._resting.pop(surface.id, None)

    async def of(
        self, surface: Surface, screen: Screen, address: Address, info: MatchInfo
    ) -> Urgency:
        if not await self._is_read(surface, screen, info):
            return Urgency()
        slow = screen.kind != IN_WINDOWS and await self._has_windows(info.community)
        calm = not self._has_news(surface, screen, address, slow=slow)
        return Urgency(read=True, calm=calm, slow=slow and calm)

    async def stays_so(self, surface: Surface, screen: Screen, info: MatchInfo) -> bool:
        """Whether a table in a group shows how a hand ended to people who only read it: the message
        is written as it will stay, without buttons."""
        ends = screen.kind == "table" and is_done(screen)
        return ends and await self._is_read(surface, screen, info)

    async def _is_read(self, surface: Surface, screen: Screen, info: MatchInfo) -> bool:
        """Whether a table in a group is only read, because its people play in private."""
        if screen.kind == IN_WINDOWS:
            return True
        if surface.person or screen.kind != "table" or surface.shown < 0:
            return False  # or it is drawn on request
        return not await self._attention.plays_in_group(info)

    async def _has_windows(self, community: CommunityId) -> bool:
        """Whether a person plays in a window at a table of this group, remembered for a while."""
        windows, known = self._service.windows, self._with_windows.get(community)
        if known is None:
            found = await self._service.matches.infos(windows.tables())
            known = self._with_windows[community] = any(
                info.community == community and windows.any_looks(info) for info in found
            )
        return known

    def _has_news(self, surface: Surface, screen: Screen, address: Address, *, slow: bool) -> bool:
        """Whether the table shows a card that the group has not seen, or, where the group is not
        busy, that the match has begun or how a hand ended. Without news the picture may wait for
        the next card: the words, the end and the next deal are shown together with that card.
        ``slow``: people of the group play in windows, and people who want to see more open one;
        then only the beginning is news."""
        if screen.kind == IN_WINDOWS:
            return False
        seen, version = self._laid.get(surface.id, (None, -1))
        if version == screen.version or surface.shown < 0:
            return True  # it is drawn again on request
        laid = laid_of(screen)
        if seen != laid and laid[1] > 0 and not slow:
            return True
        begins = address.message > 0 and address.hand == 0
        ends = is_done(screen) and not slow
        return (begins or ends) and not self._limits.is_busy(address.chat)

    async def permission(
        self,
        surface: Surface,
        screen: Screen,
        address: Address,
        info: MatchInfo,
        pace: Urgency,
        *,
        edits: bool,
    ) -> tuple[float, Permission]:
        """Seconds that a picture has to wait in any case, and how its permission is taken when it
        is drawn. A table that calls nobody is a picture like others: a new hand waits for its turn,
        but for the first where people play by its buttons."""
        chat, limits = await self._surfaces.chat(address), self._limits
        if not edits:
            uncalled = await self._attention.is_somebody_uncalled(surface, screen, info)
            first = not address.hand and not pace.read
            if surface.person or uncalled or first or not address.message:
                return limits.would_wait(chat), partial(limits.send, chat)
        wait = limits.picture(chat, surface.id, pace, take=False)
        return wait, partial(limits.picture, chat, surface.id, pace)

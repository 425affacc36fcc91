"""The hall of a community: its tables, as far as each viewer may know about them."""

import asyncio
import math
import time
from typing import Final

from adapters.web import limits
from adapters.web.tabs import Tab
from adapters.web.windows import WindowHome
from bot.messages import MatchId, PersonId, PlaceId, UserId
from bot.model import MatchInfo
from bot.service import Service


class Hall:
    """The tables of a community: those of the page's own channel, or of a chat."""

    def __init__(self, service: Service, home: WindowHome, *, invites: bool) -> None:
        """``invites``: a private table is shown to everybody who may sit there; otherwise only to
        the people who sit there."""
        self.home: Final = home
        self._service = service
        self._invites = invites
        self._reading = asyncio.Lock()
        self._read_at = -math.inf
        """The moment when the tables were last read; ``-inf``: they have to be read again."""
        self.infos: tuple[MatchInfo, ...] = ()
        """The tables as they were read last."""
        self._admitted: dict[MatchId, frozenset[PersonId]] = {}
        """The tabs that see the private tables among them."""
        self._told: tuple[object, object] = ((), {})
        """The tables in the hall, and the tabs that look at it."""

    def is_old(self) -> None:
        """Notes that something may have changed: the tables are read again when they are needed."""
        self._read_at = -math.inf

    def has_news(self) -> bool:
        """Whether the tables that were read differ from those at the last call of this function."""
        before, self._told = self._told, (self.infos, self._admitted)
        return self._told != before

    async def read(self) -> None:
        """Reads the tables, unless just read. Simultaneous callers share one reading."""
        async with self._reading:
            now = time.monotonic()
            if now - self._read_at < limits.LIST_SECONDS:
                return
            self._read_at = now
            held = await self._service.tournaments.near(self.home.place, "")
            matches = (*held, *await self._service.matches.in_community(self.home.community))
            infos = tuple(await self._service.matches.infos(matches))
            admitted = {info.match: await self._people(info) for info in infos if info.private}
            self.infos, self._admitted = infos, admitted

    async def _people(self, info: MatchInfo) -> frozenset[PersonId]:
        if self._invites:
            return await self._service.admission.admitted(info)
        return frozenset(seat.person for seat in info.people)

    async def shown_to(self, tab: Tab) -> list[MatchInfo]:
        """The tables that the tab's person may know of: not everybody reads each place."""
        return [info for info in self.infos if await self._is_shown(info, tab)]

    async def _is_shown(self, info: MatchInfo, tab: Tab) -> bool:
        if info.seat_of(tab.person) is not None:
            return True
        if info.private:
            return tab.person in self._admitted[info.match]
        if info.lesson is not None or info.shares_deals:
            return False
        here = info.place == self.home.place
        return here or await reads(self._service, info.place, tab.user)


async def reads(service: Service, place: PlaceId, user: UserId) -> bool:
    """Whether a user may read this place. Its platform is asked."""
    platform = service.platforms.of(place)
    return platform is not None and await platform.may_read(place, user)

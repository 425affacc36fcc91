"""Announces a lobby that seeks players, once, in the place that its community has chosen."""

from bot.common.queues import Queues
from bot.community.calls import Calls
from bot.community.linked_users import platform_of
from bot.community.saved_settings import SavedSettings
from bot.match.options import not_host
from bot.messages import PersonId, Refused
from bot.model import MatchInfo, Status
from bot.reasons import ServiceReason
from bot.screens.lobby.announcement import sought
from bot.showing.platforms import Platforms
from bot.showing.surface_registry import SurfaceRegistry


class Announcements:
    """Decides whether a lobby may be announced, and announces it."""

    def __init__(
        self,
        settings: SavedSettings,
        surfaces: SurfaceRegistry,
        platforms: Platforms,
        calls: Calls,
        queues: Queues,
    ) -> None:
        self._settings = settings
        self._surfaces = surfaces
        self._platforms = platforms
        self._calls = calls
        self._queues = queues

    async def refusal(self, info: MatchInfo, person: PersonId) -> Refused | None:
        """Why this person may not announce that table; ``None``: they may."""
        found = await self._judged(info, person)
        return found if isinstance(found, Refused) else None

    async def _judged(self, info: MatchInfo, person: PersonId) -> Refused | tuple[str, str]:
        """The place where this person may announce the table, or the refusal."""
        if refused := not_host(info, person):
            return refused
        if info.private:
            host = (("host", info.host_name),)
            return Refused(ServiceReason.PRIVATE_TABLE, info.match, host)
        if info.status is not Status.LOBBY:
            return Refused(ServiceReason.ALREADY_STARTED, info.match)
        if sought(info) <= 0:
            return Refused(ServiceReason.TABLE_FULL, info.match)
        if (address := await self._address(info)) is None:
            return Refused(ServiceReason.NO_ANNOUNCEMENTS, info.match)
        if await self._surfaces.is_announced(info.match, platform_of(info.community)):
            return Refused(ServiceReason.ANNOUNCED, info.match)
        return self._calls.refusal(person) or address

    async def announce(self, info: MatchInfo, person: PersonId) -> Refused | None:
        """Announces the table for this person, or returns the refusal."""
        async with self._queues.turn("announcement " + info.match):
            found = await self._judged(info, person)
            if isinstance(found, Refused):
                return found
            self._calls.note(person)
            await self._surfaces.announce(info.match, platform_of(info.community), *found)
        return None

    async def _address(self, info: MatchInfo) -> tuple[str, str] | None:
        """The place that the community has chosen for announcements; ``None``: it has chosen none,
        or this process cannot write there."""
        place = (await self._settings.rules(info.community)).announced_in
        platform = self._platforms.of(info.community)
        return await platform.address_in(place) if place and platform is not None else None

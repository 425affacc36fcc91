"""Announces a lobby that seeks players, once, in the place that its community has chosen."""

from collections.abc import Mapping

from bot.common.queues import Queues
from bot.community.calls import Calls
from bot.community.linked_users import platform_of
from bot.community.saved_settings import SavedSettings
from bot.match.options import not_host
from bot.messages import PersonId, Refused
from bot.model import MatchInfo, Status
from bot.reasons import ServiceReason
from bot.screens.announcement import sought
from bot.showing.surface_registry import SurfaceRegistry
from bot.showing.surface_updater import Platform


class Announcements:
    """Says whether a lobby may be announced, and announces it.

    ``platforms``: those of this process, by name."""

    def __init__(
        self,
        settings: SavedSettings,
        surfaces: SurfaceRegistry,
        platforms: Mapping[str, Platform],
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
        if refused := not_host(info, person):
            return refused
        if info.private:
            host = (("host", info.host_name),)
            return Refused(ServiceReason.PRIVATE_TABLE, info.match, host)
        reason = None
        if info.status is not Status.LOBBY:
            reason = ServiceReason.ALREADY_STARTED
        elif sought(info) <= 0:
            reason = ServiceReason.TABLE_FULL
        elif await self._address(info) is None:
            reason = ServiceReason.NO_ANNOUNCEMENTS
        elif await self._surfaces.is_announced(info.match, platform_of(info.community)):
            reason = ServiceReason.ANNOUNCED
        if reason is not None:
            return Refused(reason, info.match)
        return self._calls.refusal(person)

    async def announce(self, info: MatchInfo, person: PersonId) -> Refused | None:
        """Announces the table for this person; why not, if they may not."""
        async with self._queues.turn("announcement " + info.match):
            if refused := await self.refusal(info, person):
                return refused
            address = await self._address(info)
            if address is None:
                return Refused(ServiceReason.NO_ANNOUNCEMENTS, info.match)
            self._calls.note(person)
            await self._surfaces.announce(info.match, platform_of(info.community), *address)
        return None

    async def _address(self, info: MatchInfo) -> tuple[str, str] | None:
        """Where the community wants announcements; ``None``: nowhere, or this process cannot write
        there."""
        place = (await self._settings.rules(info.community)).announced_in
        platform = self._platforms.get(platform_of(info.community))
        return await platform.address_in(place) if place and platform is not None else None

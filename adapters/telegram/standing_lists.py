"""The newest list of a group's tables, which changes by itself when tables open, fill or close.

It is an edit of the message that stands there, a while after the change and from spare room alone:
nobody is called by it, and nothing is sent. Which message that is, is known until the bot ends;
then its button *look again* makes it the group's list anew.
"""

from collections.abc import Awaitable, Callable
from typing import Final

from cachetools import FIFOCache
from msgspec import Struct
from msgspec.structs import replace

from adapters.telegram.delayed import Delayed
from adapters.telegram.limits import GROUP_SPARE
from adapters.telegram.message import Page
from adapters.telegram.trouble import Missing, Same, Unreachable
from adapters.telegram.wire import Wire
from bot.happenings import MatchChanged
from bot.messages import CommunityId
from bot.service import Service

REST: Final = 10.0
"""Seconds that a list waits after a change for what follows."""
_REMEMBERED: Final = 2000


class StandingList(Struct, frozen=True):
    """A list of tables in a group."""

    chat: int
    message: int
    page: Page
    """What it shows."""
    make: Callable[[], Awaitable[Page]]
    """Makes the list of now."""


class StandingLists:
    """Brings the newest list of each group to what is there now."""

    def __init__(self, service: Service, wire: Wire, delayed: Delayed) -> None:
        self._service = service
        self._wire = wire
        self._delayed = delayed
        self._lists: FIFOCache[CommunityId, StandingList] = FIFOCache(_REMEMBERED)
        self._old: set[CommunityId] = set()
        """The groups whose list may have changed."""
        self._listens = False

    def stands(self, community: CommunityId, standing: StandingList) -> None:
        """From now on this is the group's list. One before it stays as it is."""
        if not self._listens:  # from the first list on
            self._service.happenings.listen(MatchChanged, self.match_changed)
            self._listens = True
        self._lists[community] = standing

    async def match_changed(self, changed: MatchChanged) -> None:
        """The list of the group in which this match was opened may have changed."""
        info = await self._service.matches.info(changed.match)
        if info is not None and info.community in self._lists:
            self._old.add(info.community)
            self._delayed.start(f"list of {info.community}", self._follow(info.community))

    async def _follow(self, community: CommunityId) -> None:
        while community in self._old:
            await self._wire.pause(REST)
            self._old.discard(community)
            if (standing := self._lists.get(community)) is not None:
                await self._edit(community, standing)

    async def _edit(self, community: CommunityId, standing: StandingList) -> None:
        chat, limits = standing.chat, self._wire.limits
        while not limits.room(chat, GROUP_SPARE) or limits.send(chat):
            await self._wire.pause(max(1.0, limits.would_wait(chat)))
        page = await standing.make()
        if page == standing.page:
            return
        try:
            await self._wire.edit(chat, standing.message, page)
        except Same:
            pass
        except (Missing, Unreachable):
            if self._lists.get(community) is standing:
                del self._lists[community]
            return
        if self._lists.get(community) is standing:
            self._lists[community] = replace(standing, page=page)

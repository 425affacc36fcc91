"""Lists of tables that stay up to date: tables open, fill, begin and close.

The message with the list is edited a while after each change. Nobody is notified, and no new
message is sent. The bot forgets at its end which messages it keeps up to date; after that the
button *look again* starts it anew for its message."""

import asyncio
import math
from collections.abc import Awaitable, Callable, Coroutine, Hashable
from typing import Any, Final

from cachetools import FIFOCache
from msgspec import Struct
from msgspec.structs import replace

from bot.happenings import MatchChanged
from bot.messages import CommunityId, MatchId
from bot.model import MatchInfo
from bot.screens.pages import Page
from bot.service import Service

REST: Final = 10.0
"""Seconds that a list waits after a change, so that it can take in further changes."""
_REMEMBERED: Final = 2000


class StandingList(Struct, frozen=True):
    """A message with the tables of a community."""

    community: CommunityId
    page: Page
    """The list that the message shows."""
    make: Callable[[], Awaitable[Page]]
    """Makes a new list, as soon as the message may be written."""
    put: Callable[[Page], Awaitable[bool]]
    """Writes a list into the message. Returns whether that message is still there."""
    until: float = math.inf
    """The last moment at which the message can be written, in lived time."""


class StandingLists:
    """Keeps lists of tables up to date."""

    def __init__(
        self, service: Service, start: Callable[[Coroutine[Any, Any, None]], object]
    ) -> None:
        """``start`` runs work in the background for as long as the platform is there."""
        self._service = service
        self._start = start
        self._lists: FIFOCache[Hashable, StandingList] = FIFOCache(_REMEMBERED)
        """The newest list of each place."""
        self._told: FIFOCache[MatchId, Hashable] = FIFOCache(_REMEMBERED)
        """The values by which each match stands in lists."""
        self._old: set[Hashable] = set()
        """The places in which a list may have changed."""
        self._followed: set[Hashable] = set()
        """The places in which a task will soon look at the list."""
        self._listens = False

    def stands(self, where: Hashable, standing: StandingList) -> None:
        """Makes this the list of the place. The list before is no longer kept up to date."""
        if not self._listens:  # since the first list
            self._service.happenings.listen(MatchChanged, self.match_changed)
            self._listens = True
        self._lists[where] = standing

    def turned(self, where: Hashable) -> None:
        """Notes that another page is shown there now."""
        self._lists.pop(where, None)

    async def match_changed(self, changed: MatchChanged) -> None:
        """The lists of the community in which this match was opened may have changed."""
        info = await self._service.matches.info(changed.match)
        if info is None or self._told.get(info.match) == (told := _told(info)):
            return
        self._told[info.match] = told
        for where, standing in self._lists.items():
            if standing.community == info.community:
                self._old.add(where)
                if where not in self._followed:
                    self._followed.add(where)
                    self._start(self._follow(where))

    async def _follow(self, where: Hashable) -> None:
        try:
            while where in self._old:
                await asyncio.sleep(REST)
                self._old.discard(where)
                if (standing := self._lists.get(where)) is not None:
                    await self._bring(where, standing)
        finally:
            self._followed.discard(where)

    async def _bring(self, where: Hashable, standing: StandingList) -> None:
        is_there = standing.until > self._service.time.now()
        page = await standing.make() if is_there else standing.page
        if self._lists.get(where) is not standing:
            return
        if is_there and page != standing.page:
            is_there = await standing.put(page)
        if self._lists.get(where) is not standing:
            return
        if is_there:
            self._lists[where] = replace(standing, page=page)
        else:
            del self._lists[where]


def _told(info: MatchInfo) -> Hashable:
    """The values that decide a match's line in lists. Steps of the match change none of them."""
    names = tuple(seat.name for seat in info.seats)
    terms = info.variant, info.players, info.options, info.turn_seconds, info.private
    return info.status, info.starting, names, info.kept, terms

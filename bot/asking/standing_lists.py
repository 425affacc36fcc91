"""Lists of tables that follow what happens: tables open, fill, begin and close.

The message that stands there is edited, a while after the change: nobody is called by it, and
nothing is sent. Which messages follow is known until the bot ends; then the button *look again*
makes its message follow anew.
"""

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
"""Seconds that a list waits after a change for what follows."""
_REMEMBERED: Final = 2000


class StandingList(Struct, frozen=True):
    """A message with the tables of a community."""

    community: CommunityId
    page: Page
    """What the message shows."""
    make: Callable[[], Awaitable[Page]]
    """Makes the list of now, as soon as the message may be written."""
    put: Callable[[Page], Awaitable[bool]]
    """Writes a list into the message. Returns whether that message is still there."""
    until: float = math.inf
    """The last moment at which the message can be written, in lived time."""


class StandingLists:
    """Brings lists of tables to what is there now."""

    def __init__(
        self, service: Service, start: Callable[[Coroutine[Any, Any, None]], object]
    ) -> None:
        """``start`` runs work in the background for as long as the platform is there."""
        self._service = service
        self._start = start
        self._lists: FIFOCache[Hashable, StandingList] = FIFOCache(_REMEMBERED)
        """The newest list of each place."""
        self._told: FIFOCache[MatchId, Hashable] = FIFOCache(_REMEMBERED)
        """What lists tell of each match."""
        self._old: set[Hashable] = set()
        """Where a list may have changed."""
        self._followed: set[Hashable] = set()
        """Where a task is about to look."""
        self._listens = False

    def stands(self, where: Hashable, standing: StandingList) -> None:
        """From now on this is the list of the place. One before it stays as it is."""
        if not self._listens:  # from the first list on
            self._service.happenings.listen(MatchChanged, self.match_changed)
            self._listens = True
        self._lists[where] = standing

    def turned(self, where: Hashable) -> None:
        """Another page stands there from now on."""
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
    """What decides whether a list tells of a match, and what: a step of the match changes nothing
    of it."""
    names = tuple(seat.name for seat in info.seats)
    terms = info.variant, info.players, info.options, info.turn_seconds, info.private
    return info.status, info.starting, names, info.kept, terms

"""The matches that have something to show, and what has to wait before it is shown: chats and
surfaces with which a platform has asked to wait, and whatever has failed a moment ago."""

import asyncio
from typing import Final

from bot.common.lived_time import Time
from bot.messages import MatchId
from bot.showing.platform import Wait
from bot.store.model import Surface
from bot.store.processes import News

FIRST_PAUSE: Final = 1.0
LONGEST_PAUSE: Final = 60.0
"""Seconds of the pause after a first failure, and after many."""
_LOOK_AROUND: Final = 60.0
"""Seconds between two looks at all matches."""


class Agenda:
    """The matches to look at, and until when surfaces and notices wait, in lived time."""

    def __init__(self, time: Time) -> None:
        self._time = time
        self.woken: Final = asyncio.Event()
        """Set when there is something new to look at, or a new moment to wait for."""
        self._asked: set[MatchId] = set()
        """The matches to look at next."""
        self._told: set[MatchId] = set()
        """The matches to look at next because another process has said so."""
        self._look_around_at = 0.0
        """The moment of the next look at all matches."""
        self._chats: dict[tuple[str, str], float] = {}
        """The moment until which each chat waits."""
        self._alone: dict[str, float] = {}
        """The moment until which each surface waits while its chat does not."""
        self._calm: dict[str, tuple[int, int]] = {}
        """The wanted and the shown version of such a surface, if its present content may wait: a
        newer version, or a request to draw it anew, is shown earlier."""
        self._pauses: dict[str, tuple[float, float]] = {}
        """By failed surface or notice: the end of the pause after it, and its length in seconds."""
        self._later: dict[MatchId, float] = {}
        """Matches with something that has to wait until this moment."""

    def hear(self, news: News) -> None:
        """Takes news of other processes: matches with something to show in our chats."""
        self._told.update(news.look)
        if news.everything:
            self._look_around_at = 0.0
        if news.look or news.everything:
            self.woken.set()

    def wake(self, match: MatchId | None = None) -> None:
        """Notes that something of this match has to be shown; ``None``: of any match."""
        if match is None:
            self._look_around_at = 0.0
        else:
            self._asked.add(match)
        self.woken.set()

    def take(self) -> tuple[set[MatchId], set[MatchId]] | None:
        """The matches to look at now, and those of which another process has told; ``None``: all
        matches. Forgets them, and everything that waits no longer."""
        now = self._time.now()
        if self._chats or self._alone:
            self._chats = {chat: until for chat, until in self._chats.items() if until > now}
            self._alone = {id: until for id, until in self._alone.items() if until > now}
            self._calm = {id: shown for id, shown in self._calm.items() if id in self._alone}
        asked, told, self._asked, self._told = self._asked, self._told, set(), set()
        if self._later:
            asked |= {match for match, until in self._later.items() if until <= now}
            self._later = {match: until for match, until in self._later.items() if until > now}
        if now < self._look_around_at:
            return asked, told
        self._look_around_at = now + _LOOK_AROUND
        return None

    def next(self) -> float:
        """The next moment at which there is something to look at."""
        return min([self._look_around_at, *self._later.values()])

    def look_around_soon(self) -> float:
        """Looks at all matches again after a failure; returns the moment."""
        self._look_around_at = self._time.now() + FIRST_PAUSE
        return self._look_around_at

    def waits(self, match: MatchId, until: float) -> bool:
        """Whether this moment has not come yet. If so, the match is looked at again then."""
        if not until or until <= self._time.now():
            return False
        self._later[match] = min(until, self._later.get(match, until))
        return True

    def is_held(self, surface: Surface) -> bool:
        """Whether a surface has to wait. If so, its match is looked at again afterwards."""
        if not (self._chats or self._alone or self._pauses):
            return False
        until = self._chats.get((surface.platform, surface.chat), 0.0)
        now = surface.wanted, surface.shown
        if self._calm.get(surface.id, now) == now:
            until = max(until, self._alone.get(surface.id, 0.0))
        return self.waits(surface.match, max(until, self._pause_of(surface.id)))

    def is_paused(self, match: MatchId, key: str) -> bool:
        """Whether there is a pause after a failure of this surface or notice (``key``). If so, the
        match is looked at again afterwards."""
        return self.waits(match, self._pause_of(key))

    def _pause_of(self, key: str) -> float:
        return self._pauses.get(key, (0.0, 0.0))[0]

    def asked_to_wait(self, surface: Surface, wanted: Wait) -> None:
        """Notes that a platform asks to wait with this surface."""
        until = self._time.now() + wanted.seconds
        if wanted.alone:
            self._alone[surface.id] = until
            self._calm.pop(surface.id, None)
            if wanted.calm:
                self._calm[surface.id] = surface.wanted, surface.shown
        else:
            self._chats[surface.platform, surface.chat] = until
        if not self.waits(surface.match, until):
            self._asked.add(surface.match)
        self.woken.set()

    def failed(self, match: MatchId, key: str) -> None:
        """Pauses after a failure of this surface or notice (``key``), each time twice as long."""
        _, length = self._pauses.get(key, (0.0, FIRST_PAUSE / 2))
        length = min(2 * length, LONGEST_PAUSE)
        until = self._time.now() + length
        self._pauses[key] = (until, length)
        self.waits(match, until)
        self.woken.set()

    def succeeded(self, key: str) -> None:
        """Notes that this surface or notice (``key``) has been shown or sent: its next failure is a
        first one again."""
        self._pauses.pop(key, None)

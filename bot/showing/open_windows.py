"""Knows the people who look at a table in a window of their chat platform, or at a page in a
browser.

A window is a page inside a chat platform. While a person looks at their table in a window, their
chats do not show the table's changes. A person who sees a page in a browser, with any content, is
not called by Web Push. This module only knows who looks;
:class:`bot.showing.match_screens.MatchScreens` says what rests because of that, and
:mod:`bot.service.taking_over` what follows when a person stops looking.

Nothing of this is stored. The process that has a page's connection knows the page. It tells the
other processes (:class:`bot.store.processes.News`), at once and then from time to time, and they
believe it for a while. So when a process dies, its windows are forgotten, and after a restart
nobody looks."""

import math
from typing import Final

from cachetools import TTLCache

from bot.common.lived_time import Time
from bot.community.linked_users import platform_of
from bot.happenings import PersonLinked
from bot.messages import MatchId, PersonId
from bot.model import MatchInfo
from bot.store.processes import News, Processes, WindowNews

GRACE: Final = 1.0
"""Seconds. A window back within this time was never closed: it was loaded anew, or was cut."""
CHAT_USED: Final = 30.0
"""Seconds. A person who did something in the chat within this time is shown the table there too."""
IDLE: Final = 600.0
"""Seconds. A window in which nothing was done for this long counts as closed. Where turns are long,
a window may stay open while nobody looks."""
TOLD_AGAIN: Final = 20.0
"""Seconds between two messages to the other processes about all windows."""
BELIEVED: Final = 3 * TOLD_AGAIN
"""Seconds for which the window of another process is believed to be open."""
SEEN: Final = "seen"
"""Stands in place of a table for a page in a browser that its person can see."""
HIDDEN: Final = "hidden"
"""Stands in place of a table for a page in a browser that is open and not seen: it can ring."""
_REMEMBERED: Final = 20_000

_Look = tuple[MatchId, PersonId]


class OpenWindows:
    """Knows which person looks at which table in a window."""

    def __init__(self, time: Time, processes: Processes) -> None:
        self._time = time
        self._processes = processes
        self._here: Final[dict[str, _Look]] = {}
        """The table and the person of each window of this process."""
        self._until: Final[dict[_Look, dict[str, float]]] = {}
        """By table and person, the windows of all processes that show it, and their end."""
        self._chat_used: Final[TTLCache[_Look, None]] = TTLCache(
            _REMEMBERED, CHAT_USED, timer=time.now
        )
        """The tables and people whose chat shows the table although a window does too."""
        self._used: Final[dict[str, float]] = {}
        """The moment of the last activity in each window of this process."""

    # --- the windows of this process -----------------------------------------------------------

    def shows(self, window: str, match: MatchId, person: PersonId) -> _Look | None:
        """Notes the table that a window shows; an empty ``match``: it shows none, or is closed.
        Returns the table and the person that the window showed before; ``None``: it showed none, or
        the same. That person counts as looking until :meth:`left`. ``window``: the platform of the
        page, a colon, and the page's connection ("web:5f3c"). A page that connects again is another
        window. Called again after each activity there."""
        look = match, person
        before = self._here.get(window)
        was_idle = self._is_idle(window)
        self._used[window] = self._time.now()
        if before == look and was_idle:
            self._tell([(window, look)])
        if not match:
            del self._used[window]
        if before == look or (before is None and not match):
            return None
        self._here.pop(window, None)
        if match:
            self._here[window] = look
            self._until.setdefault(look, {})[window] = math.inf
            self._tell([(window, look)])
        return before

    def left(self, window: str, look: _Look) -> bool:
        """Notes that a window no longer shows this table to this person. Returns whether no other
        window does; then their chat takes over."""
        if self._here.get(window) == look:
            return False  # The window has opened again.
        self._forget(window, look)
        self._tell([(window, look)], closed=True)
        return not self._is_open(look)

    def page_is(self, page: str, what: MatchId, person: PersonId) -> None:
        """Notes that a page in a browser is :data:`SEEN` or :data:`HIDDEN`; empty: it is closed. No
        chat takes over from such a page. Called again after each activity there."""
        if (before := self.shows(page, what, person)) is not None:
            self.left(page, before)

    async def person_linked(self, linked: PersonLinked) -> None:
        """Gives the windows of a linked person to the person to whom they belong now."""
        for window, (match, person) in list(self._here.items()):
            if person == linked.before:
                self.shows(window, match, linked.person)
                self.left(window, (match, person))

    # --- the windows of other processes --------------------------------------------------------

    def hear(self, news: News) -> None:
        """Takes in news about the windows of other processes."""
        if news.everything:
            # A process may have died. The living ones tell about their windows again.
            for look, windows in list(self._until.items()):
                for window in [there for there in windows if there not in self._here]:
                    self._forget(window, look)
            self._tell_all()
        for told in news.windows:
            look = told.match, told.person
            if told.closed:
                self._forget(told.window, look)
            else:
                until = self._time.now() + BELIEVED
                self._until.setdefault(look, {})[told.window] = until

    async def run(self) -> None:
        """Tells the other processes again and again which windows are open here."""
        while not self._processes.alone:
            await self._time.pause(TOLD_AGAIN)
            self._tell_all()

    def _tell_all(self) -> None:
        self._tell(
            [open_here for open_here in self._here.items() if not self._is_idle(open_here[0])]
        )

    def _is_idle(self, window: str) -> bool:
        """Whether this window was without activity for long, if it belongs to this process."""
        now = self._time.now()
        return now - self._used.get(window, now) >= IDLE

    def _tell(self, shown: list[tuple[str, _Look]], *, closed: bool = False) -> None:
        if shown and not self._processes.alone:
            told = tuple(
                WindowNews(window, person, match, closed) for window, (match, person) in shown
            )
            self._processes.tell(News(windows=told))

    def _forget(self, window: str, look: _Look) -> None:
        windows = self._until.get(look, {})
        windows.pop(window, None)
        if not windows:
            self._until.pop(look, None)

    # --- people who look -----------------------------------------------------------------------

    def _is_open(self, look: _Look, beside: str = "") -> bool:
        return look in self._until and self._open_until(look, beside) > self._time.now()

    def _open_until(self, look: _Look, beside: str = "") -> float:
        ends = (
            min(until, self._used.get(window, math.inf) + IDLE)
            for window, until in self._until.get(look, {}).items()
            if platform_of(window) != beside
        )
        return max(ends, default=0.0)

    def sees_page_until(self, person: PersonId) -> float:
        """Until when, in lived time, this person counts as seeing a page in a browser without
        further activity. 0: they have no such page. In the past: their page is open, but unused."""
        return self._open_until((SEEN, person))

    def has_page(self, person: PersonId) -> bool:
        """Whether this person sees a page in a browser, or has a hidden one that can ring."""
        return self._is_open((SEEN, person)) or self._is_open((HIDDEN, person))

    def looks(self, match: MatchId, person: PersonId, beside: str = "") -> bool:
        """Whether this person looks at this table in a window, and does not play by the buttons of
        a chat. ``beside``: windows of this platform are not counted, because a page that shows the
        table is not replaced by another."""
        look = match, person
        return self._is_open(look, beside) and look not in self._chat_used

    def all_look(self, info: MatchInfo, beside: str) -> bool:
        """Whether all people with a seat look at the table in a window."""
        if not self._until:
            return False
        people = [seat for seat in info.people if not info.has_gone(seat)]
        return bool(people) and all(self.looks(info.match, seat.person, beside) for seat in people)

    def tables(self) -> frozenset[MatchId]:
        """The tables at which a person looks in a window."""
        looks = self._until.keys()
        return frozenset(
            match
            for match, person in looks
            if match not in (SEEN, HIDDEN) and self.looks(match, person)
        )

    def any_looks(self, info: MatchInfo) -> bool:
        """Whether a person with a seat looks at the table in a window."""
        return any(self.looks(info.match, seat.person) for seat in info.people)

    def chat_used(self, match: MatchId, person: PersonId, platform: str) -> bool:
        """Notes that this person has just done something about this table on this platform. Returns
        whether a chat of theirs had rested and is used again."""
        look = match, person
        if not self._is_open(look, platform):
            return False
        rested = self.looks(match, person, platform)
        self._chat_used[look] = None
        return rested

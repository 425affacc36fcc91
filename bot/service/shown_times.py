"""Finds the tables whose screens show a wrong end of the running time.

While the bot is down the time of all tables rests, so their deadlines come later than their screens
say. This harms nobody, and drawing every table anew would keep the platforms busy for minutes. So
such a table is drawn anew only when the moment that it shows has come, unless it has been drawn
since. A screen that promises more time than there is, because the wall clock was set back, is drawn
anew at once.

Only a few tables are drawn anew at a time, those whose time is over first."""

import math
from collections.abc import Iterable
from typing import Final, NamedTuple

from bot.happenings import Happenings, ScreensOutdated
from bot.match.deadline_kinds import turn_ends
from bot.match.running_matches import RunningMatches
from bot.messages import MatchId
from bot.store.model import Deadline

_AT_ONCE: Final = 20
"""The most tables that are drawn anew together."""
_PAUSE: Final = 2.0
"""The shortest pause between two such groups, in seconds."""


class _Moved(NamedTuple):
    """A deadline whose time is wrong on screens."""

    deadline: Deadline
    by: float
    """The seconds by which screens show the deadline too early; below 0: too late."""

    @property
    def moment(self) -> float:
        """The moment of lived time at which the screens have to be drawn anew."""
        return self.deadline.due - self.by if self.by > 0 else -math.inf


class ShownTimes:
    """The deadlines whose time is wrong on screens, and when to draw these screens anew."""

    def __init__(self, running: RunningMatches, happenings: Happenings) -> None:
        self._running = running
        self._happenings = happenings
        self._wrong: dict[MatchId, _Moved] = {}
        self._look_at = math.inf
        """The moment of the next look, in lived time."""

    def moved(self, rows: Iterable[Deadline], by: float) -> None:
        """Notes that all deadlines come this many seconds later, in UTC (below 0: earlier)."""
        of: dict[MatchId, list[Deadline]] = {}
        for row in rows:
            of.setdefault(row.match, []).append(row)
        before, self._wrong = self._wrong, {}
        for match, theirs in of.items():
            deadline, known = turn_ends(tuple(theirs)), before.get(match)
            if deadline is None:
                continue
            more = known.by if known is not None and known.deadline == deadline else 0.0
            if by + more:
                self._wrong[match] = _Moved(deadline, by + more)
        self._look_at = -math.inf

    async def mend(self, now: float) -> None:
        """Has those tables drawn anew whose moment has come at ``now``. Cheap if there are none."""
        if now < self._look_at:
            return
        come = sorted(
            (wrong.deadline.due, match)
            for match, wrong in self._wrong.items()
            if wrong.moment <= now
        )
        done, still_shown = [], set()
        for _, match in come:
            running = await self._running.newest(match)
            done.append(match)
            if running is not None and turn_ends(running.deadlines) == self._wrong[match].deadline:
                still_shown.add(match)
                if len(still_shown) == _AT_ONCE:
                    break
        if still_shown:
            await self._happenings.publish(ScreensOutdated(frozenset(still_shown)))
        for match in done:
            del self._wrong[match]
        earliest = min((wrong.moment for wrong in self._wrong.values()), default=math.inf)
        self._look_at = max(earliest, now + _PAUSE) if still_shown else earliest

"""The loop that sends deadlines when they are due, and keeps lived time.

Deadlines are rows of the store, so a restart loses none. The loop asks the store for the deadlines
that are due, sends each as a command, and sleeps until the next one. Every few seconds it compares
lived time with the wall clock (:mod:`bot.common.lived_time`)."""

import asyncio
import math
from typing import Final

import structlog

from bot.common.lived_time import Lived
from bot.handling.own_commands import OwnCommands
from bot.happenings import DeadlinesSet, OldDataCleared
from bot.match.deadline_kinds import BY_THE_WALL_CLOCK
from bot.match.parts import PlayParts
from bot.match.slow_reminders import is_slow_reminder
from bot.messages import CLOCK_SET, Refused, Tick
from bot.service.shown_times import ShownTimes
from bot.store.changes import Changes, Tidied, Tidy
from bot.store.errors import StoreError
from bot.store.model import Deadline, Setting
from bot.store.queries import match_queries

log = structlog.get_logger(__name__)

CLOCK: Final = "clock:"
"""The person in whose name deadlines are sent."""

_AT_ONCE: Final = 200
_TIDY_EVERY: Final = 3600.0
_TIDY_ON: Final = 0.2
"""Seconds until the next step of clearing away, while there is more to clear away."""
_LATER: Final = 5.0
_SET_ASIDE: Final = 3600.0
"""Seconds. A deadline that was refused is tried again after this time."""
_BUSY: Final = 0.2
"""Seconds between two looks at whether the service is busy."""
_LOOK_EVERY: Final = 5.0
"""Seconds between two looks at the wall clock."""
_TAKEN_OVER: Final = 2.0
"""Seconds between two looks for deadlines that another process should have sent."""
_BEHIND: Final = 2.0
"""Seconds. The lived times of several processes may differ by this much."""
_COMPARED: Final = 1.0
"""Seconds between two looks at the lived time of the other processes."""
_DOUBTFUL: Final = 86_400.0
"""Seconds. If the wall clock jumps by more than this, it may be wrong. Clearing away cannot be
undone, so nothing old is cleared away until the clock has kept pace for as long again."""
_DOUBTED_UNTIL: Final = "doubted_until"
"""The setting with the end of that doubt, as a moment of lived time. It outlives the process."""


class Clock:
    """Sends deadlines when they are due. One clock for each process is enough; two do no harm.
    While there are many commands of people, deadlines wait a little."""

    def __init__(self, play: PlayParts, commands: OwnCommands) -> None:
        self._store = play.store
        self._time = play.time
        self._config = play.config
        self._under_way = play.under_way
        self._happenings = play.happenings
        self._commands = commands
        self._slow_reminders = play.slow_reminders
        self._shown_times = ShownTimes(play.running, play.happenings)
        self._wake = asyncio.Event()
        self._until = math.inf
        """The moment of the loop's next look; ``inf``: it looks now."""
        self._later: dict[tuple[str, str], float] = {}
        self._tidy_at = 0.0
        self._compare_at = -math.inf
        """The moment of the next look at the lived time of the other processes."""
        self._doubted_until = -math.inf
        self._away = 0.0
        """The seconds by which the wall clock has moved against lived time, until everything is
        corrected; 0: everything is correct."""
        self._moved = 0.0
        """Seconds by which deadlines come later in UTC until screens' times are noted as wrong."""

    def wake(self) -> None:
        """Makes the loop look at the deadlines now, because there may be an earlier one."""
        self._wake.set()

    async def deadlines_set(self, _: DeadlinesSet) -> None:
        """Looks at the deadlines if there is an earlier one now."""
        if await self._next() < self._until:
            self.wake()

    async def begin(self) -> None:
        """Continues lived time from the last stored moment, or from processes at work."""
        first = await self._store.processes.is_first()
        lived = await self._store.read(match_queries.lived)
        settings = await self._store.settings_of(CLOCK)
        self._doubted_until = float(settings.get(_DOUBTED_UNTIL, -math.inf))
        if not first and lived is not None:
            away = self._time.utc() - lived.moment - lived.ahead
            self._time.join(lived)
            if abs(away) > _DOUBTFUL:
                await self._doubt()
            await self._store.processes.begun()
            return
        if lived is not None:
            # A crash may have lost the last stored moment, but no deadline.
            rows = await self._store.deadlines()
            newest = max((row.since for row in rows), default=lived.moment)
            lived = Lived(max(lived.moment, newest), lived.ahead)
        self._time.begin(lived)
        await self.look(begins=True)
        await self._store.commit([Changes(lived=self._time.lived())])
        await self._store.processes.begun()

    async def end(self) -> None:
        """Stores the last moment of lived time. The next process continues from it."""
        try:
            await self._store.commit([Changes(lived=self._time.lived())])
        except StoreError as error:
            log.error("moment_not_noted", error=str(error))

    async def run(self) -> None:
        """Runs until it is cancelled. A failure in one match does not stop the others."""
        while True:
            self._wake.clear()
            self._until = math.inf
            until = self._time.now() + _LATER
            try:
                await self.look()
                await self._tidy()
                until = await self._next()
                if not self._store.processes.alone or until <= self._time.now():
                    if self._under_way.are_many():
                        until = self._time.now() + _BUSY
                    else:
                        await self.send_due()
                        until = await self._next()
            except Exception as error:
                log.error("clock_failed", error=type(error).__name__)
            every = _LOOK_EVERY if self._store.processes.alone else _TAKEN_OVER
            self._until = min(until, self._time.now() + every)
            await self._time.wait(self._wake, self._until)

    async def look(self, *, begins: bool = False) -> None:
        """Compares lived time with the wall clock. If they differ, corrects the deadlines by the
        wall clock, and has screens with a wrong time drawn anew (:mod:`bot.service.shown_times`).
        ``begins``: the process has just begun, so the difference is the time it was down, and there
        is no warning."""
        if self._store.processes.number > 1 and self._time.now() >= self._compare_at:
            self._compare_at = self._time.now() + _COMPARED
            lived = await self._store.read(match_queries.lived)
            if lived is not None and lived.moment > self._time.now() + _BEHIND:
                self._time.join(lived)  # Only this process stood still, not the others.
        ahead = self._time.lived().ahead
        if self._time.mend():
            moved = self._time.lived().ahead - ahead
            self._away, self._moved = max(self._away, abs(moved)), self._moved + moved
        if self._away:
            if self._away > _DOUBTFUL:
                await self._doubt()
            rows = await self._store.deadlines()
            if not begins:
                log.warning("wall_clock_differs", deadlines=len(rows))
            self._shown_times.moved(rows, self._moved)
            self._moved = 0.0
            for row in rows:
                if row.kind in BY_THE_WALL_CLOCK:
                    request = f"{row.match}.{row.id}.{self._time.now()}"
                    await self._commands.tick(
                        Tick(request=request, person=CLOCK, match=row.match, deadline=CLOCK_SET)
                    )
            self._away = 0.0
        await self._shown_times.mend(self._time.now())

    async def _doubt(self) -> None:
        """Notes that the wall clock may be wrong: for :data:`_DOUBTFUL` seconds nothing old is
        cleared away, by any process."""
        self._doubted_until = self._time.now() + _DOUBTFUL
        until = Setting(CLOCK, _DOUBTED_UNTIL, str(self._doubted_until))
        await self._store.commit([Changes(settings=(until,))])
        log.warning("nothing_is_cleared_away", seconds=_DOUBTFUL)

    async def send_due(self) -> int:
        """Sends the deadlines that have come; returns how many."""
        now = self._time.now()
        self._later = {key: until for key, until in self._later.items() if until > now}
        rows = await self._store.due(now, _AT_ONCE + len(self._later))
        ready = [row for row in rows if (row.match, row.id) not in self._later]
        slow = sorted(filter(is_slow_reminder, ready), key=lambda row: (row.due, row.match))
        # All at the same time, so that their results are stored together.
        others = (self._send(row) for row in ready if not is_slow_reminder(row))
        await asyncio.gather(self._remind(slow), *others)
        return len(ready)

    async def _remind(self, rows: list[Deadline]) -> None:
        """Reminds people of turns at slow tables, the earliest first. Other reminders for the same
        person that are due within the hour are included, so that one notice is enough. A person who
        has had enough reminders today gets none."""
        for row in rows:
            if await self._slow_reminders.are_enough(row):
                await self._send(row, along=True)
                continue
            for other in await self._slow_reminders.with_(row):
                await self._send(other, along=True)
            await self._send(row)

    async def _send(self, row: Deadline, *, along: bool = False) -> None:
        try:
            request = f"{row.match}.{row.id}{'.along' if along else ''}"
            tick = Tick(
                request=request, person=CLOCK, match=row.match, deadline=row.id, along=along
            )
            if isinstance(await self._commands.tick(tick), Refused):
                # The match is damaged or gone. Only a restored backup could help.
                self._later[row.match, row.id] = self._time.now() + _SET_ASIDE
        except Exception as error:
            # The deadline is still in the store; other matches must not wait for it.
            self._later[row.match, row.id] = self._time.now() + _LATER
            log.error("deadline_failed", match=row.match, error=type(error).__name__)

    async def _next(self) -> float:
        earliest = await self._store.next_due()
        if earliest is None:
            return self._tidy_at
        if self._later:
            # The deadlines that failed are the earliest in the store, so the next look may wait
            # until they are tried again.
            earliest = max(earliest, min(self._time.now() + 1.0, *self._later.values()))
        return min(earliest, self._tidy_at)

    async def _tidy(self) -> None:
        now = self._time.now()
        if now >= self._tidy_at and not self._under_way.are_many():
            self._tidy_at = now + _TIDY_EVERY
            if now < self._doubted_until:
                await self._store.commit([Changes(lived=self._time.lived())])
                return
            utc = self._time.utc()
            records = self._config.keep_records
            records = None if records is None else utc - records
            tidied, _ = await self._store.commit(
                [
                    Changes(tidy=Tidy(utc - self._config.keep, records)),
                    Changes(lived=self._time.lived()),
                ]
            )
            if isinstance(tidied, Tidied) and tidied.more:
                self._tidy_at = now + _TIDY_ON
            else:
                await self._happenings.publish(OldDataCleared())

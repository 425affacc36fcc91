"""Finds the slow tables of which one message reminds a person."""

from typing import Final

from bot.common.lived_time import Time
from bot.match.deadline_kinds import is_persons, reminds_of_turn
from bot.match.deadlines import asked
from bot.match.running_match import RunningMatch
from bot.match.running_matches import RunningMatches
from bot.match.slow_turns import A_DAY, TOGETHER, reminders_of
from bot.messages import MatchId, PersonId
from bot.model import SLOW
from bot.store import Store
from bot.store.model import Deadline
from bot.store.notices import REMIND, NoticeState
from bot.store.queries import match_queries, people_queries

_DAY: Final = 86_400.0
_CLOCK_LATE: Final = 300.0
"""Seconds by which a busy clock may send a reminder too late."""


def is_slow_reminder(row: Deadline) -> bool:
    """Whether this deadline reminds somebody of a turn at a slow table."""
    return reminds_of_turn(row.id) and row.due - row.since >= SLOW / 2


class SlowReminders:
    """Finds the other slow tables of which a reminder tells beside its own table."""

    def __init__(self, store: Store, running: RunningMatches, time: Time) -> None:
        self._store = store
        self._running = running
        self._time = time

    async def with_(self, row: Deadline) -> list[Deadline]:
        """The reminders of the same person at other tables that would come within an hour after
        this one: they are sent with it."""
        found = await self._running.newest(row.match)
        if found is None:
            return []
        person = found.info.seats[row.seat].person
        first, last = (row.due, row.match), row.due + TOGETHER
        return [
            other
            for running, turn in await self._turns(person)
            for other in running.deadlines
            if is_slow_reminder(other) and other.seat == turn.seat
            if first < (other.due, other.match) and other.due <= last
        ]

    async def are_enough(self, row: Deadline) -> bool:
        """Whether the person of this reminder has already had the most reminders of a day."""
        found = await self._running.newest(row.match)
        if found is None:
            return False
        since = self._time.utc() - _DAY
        sent = [
            notice
            for notice in await self._store.read(
                people_queries.notices_to, found.info.seats[row.seat].person
            )
            if notice.kind == REMIND and notice.state != NoticeState.DROPPED and notice.at > since
        ]
        slow = [notice for notice in sent if await self._is_slow(notice.match)]
        return len(slow) >= A_DAY

    async def _is_slow(self, match: MatchId) -> bool:
        found = await self._running.newest(match)
        return found is not None and found.info.is_slow

    async def told(self, person: PersonId, match: MatchId, at: float) -> int:
        """The number of other slow tables of which a reminder of this match tells the person. They
        still wait for the person, and their own reminders would come within an hour after this one,
        or had to come since it was made. ``at``: the moment at which this reminder was made, in UTC
        seconds since the epoch."""
        now = self._time.now()
        begins = now - (self._time.utc() - at) - _CLOCK_LATE
        ends = max(begins + _CLOCK_LATE + TOGETHER, now)
        return sum(
            any(
                begins <= turn.due - left <= ends
                for left in reminders_of(running.info.turn_seconds)
            )
            for running, turn in await self._turns(person)
            if running.info.match != match
        )

    async def _turns(self, person: PersonId) -> list[tuple[RunningMatch, Deadline]]:
        """The slow tables that wait for this person in time, with the ends of their turns."""
        found = []
        for row in await self._store.read(match_queries.matches_of, person):
            running = await self._running.newest(row.info.match) if row.info.is_slow else None
            if running is None or running.state is None:
                continue
            seat = running.info.seat_of(person)
            if seat is None or seat.seat not in asked(running.state, running.info):
                continue
            turns = filter(is_persons, running.deadlines)
            found += [(running, turn) for turn in turns if turn.seat == seat.seat]
        return found

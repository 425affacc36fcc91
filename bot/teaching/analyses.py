"""The analyses of finished matches: whose, worked out beside the loop, and remembered for a while.

Only somebody who played a match gets its analysis, and only of their own seat. An analysis waits
behind people's commands and the robots at tables: between two choices it looks whether somebody
else is to be served, and before each deal that is played on it lets the other threads go first. A
person has one under way at a time.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Final

import structlog
from msgspec import Struct

from bot.common.bounded import keep
from bot.community.linked_users import LinkedUsers
from bot.match.match_reader import MatchReader
from bot.messages import MatchId, PersonId
from bot.model import ROBOT_MARK, MatchInfo, Status
from bot.store.changes import Store
from engine.actions import Deal
from engine.numbers import Seat
from engine.record.notation import parse_record
from engine.teacher import (
    GoesOn,
    Luck,
    Match,
    Measured,
    Moment,
    Reason,
    Verdict,
    luck_of,
    match_of,
    moments,
    reason_of,
    seed_of,
    total_cost,
    verdict,
)

log = structlog.get_logger(__name__)

DEAREST: Final = 3
"""So many mistakes are told."""
REMEMBERED: Final = 200
"""Analyses kept in memory."""
AT_ONCE: Final = 50
"""Analyses under way or waiting; whoever asks then is told to come back."""
_PAUSE: Final = 0.02
_BREATH: Final = 0.001
"""Seconds for which the thread leaves the processor to others before each deal."""
_PAUSES: Final = 250
"""For so many pauses a choice waits for others at most."""


class Mistake(Struct, frozen=True):
    """One of the dearest mistakes of a match."""

    verdict: Verdict
    reason: Reason
    luck: Luck


class Analysis(Struct, frozen=True):
    """What the teacher says of one seat of a match."""

    info: MatchInfo
    choices: int
    """How many were judged."""
    mistakes: int
    cost: Measured
    """What all mistakes cost together, in points; 0 without mistakes."""
    dearest: tuple[Mistake, ...]
    """The dearest first."""


class Progress(Struct, frozen=True):
    """An analysis that is under way."""

    match: MatchId
    hand: int
    """The hand that is looked at now; 0: it waits for others."""
    hands: int


class NoAnalysis(Struct, frozen=True):
    """There is none. ``why``: the id of the message that says so."""

    why: str


class _Work:
    """An analysis under way."""

    def __init__(self, match: MatchId) -> None:
        self.match = match
        self.progress = Progress(match, 0, 0)
        self.task: asyncio.Task[Analysis | NoAnalysis] | None = None
        self.is_over = False

    def goes_on(self) -> bool:
        """Whether the answer is still wanted. Asked by the thread that works it out; it leaves the
        processor to others first."""
        time.sleep(_BREATH)
        return not self.is_over


Found = Analysis | Progress | NoAnalysis


class Analyses:
    """Analyses of stored matches. ``is_busy``: whether people or robots at tables wait."""

    def __init__(
        self, store: Store, matches: MatchReader, users: LinkedUsers, is_busy: Callable[[], bool]
    ) -> None:
        self._store = store
        self._matches = matches
        self._users = users
        self._is_busy = is_busy
        self._done: OrderedDict[tuple[MatchId, int], Analysis] = OrderedDict()
        self._work: dict[PersonId, _Work] = {}
        self._one = asyncio.Semaphore(1)

    async def last(self, person: PersonId) -> MatchId:
        """The person's newest match that is over; empty: there is none."""
        users = (await self._users.of(person)).all
        rows = [await self._store.last_match_of(user) for user in users]
        infos = [row.info for row in rows if row is not None]
        return max(infos, key=lambda info: info.created).match if infos else ""

    async def of(self, match: MatchId, person: PersonId, patience: float) -> Found:
        """The analysis of this person's seat; begun if there is none yet. After ``patience``
        seconds it says how far it is, and goes on by itself."""
        work = self._work.get(person)
        if work is None:
            found = await self._begin(match, person)
            if not isinstance(found, _Work):
                return found
            work = found
        assert work.task is not None, "begun"
        await asyncio.wait((work.task,), timeout=patience)
        if not work.task.done():
            return work.progress
        if work.match != match:
            return await self.of(match, person, patience)
        return work.task.result()

    async def end(self) -> None:
        """Gives up what is under way."""
        tasks = [work.task for work in self._work.values() if work.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _begin(self, match: MatchId, person: PersonId) -> _Work | Analysis | NoAnalysis:
        info = await self._matches.info(match) if match else None
        users = (await self._users.of(person)).all
        if info is None or not _may_be_told(info, users):
            return NoAnalysis("analysis.none")
        if info.velo:
            return NoAnalysis("analysis.velo")
        if info.daily is not None and await self._matches.record(match) is None:
            return NoAnalysis("analysis.daily")
        mine = [seat.seat for user in users if (seat := info.seat_in_result(user)) is not None]
        if (match, mine[0]) in self._done:
            return self._done[match, mine[0]]
        if len(self._work) >= AT_ONCE:
            return NoAnalysis("analysis.busy")
        if person in self._work:  # begun while this one was being looked up
            return self._work[person]
        work = self._work[person] = _Work(match)
        work.task = asyncio.create_task(self._make(work, info, mine[0], person))
        return work

    async def _make(
        self, work: _Work, info: MatchInfo, number: int, person: PersonId
    ) -> Analysis | NoAnalysis:
        try:
            async with self._one:
                found = await self._judged(work, info, number)
        except Exception as error:  # it concerns this one match
            log.error("analysis_failed", match=info.match, error=type(error).__name__)
            return NoAnalysis("analysis.failed")
        finally:
            work.is_over = True
            del self._work[person]
        keep(self._done, (info.match, number), found, REMEMBERED)
        return found

    async def _judged(self, work: _Work, info: MatchInfo, number: int) -> Analysis:
        text = await self._matches.record(info.match)
        match, choices = await asyncio.to_thread(_played, text or "", number)
        hands = sum(isinstance(step.action, Deal) for step in match.steps)
        verdicts: list[Verdict] = []
        for moment in choices:
            work.progress = Progress(info.match, moment.seen.number, hands)
            await self._let_others_go_first()
            seed = seed_of(info.match, moment.place)
            verdicts.append(await asyncio.to_thread(verdict, moment, seed, work.goes_on))
        return await asyncio.to_thread(_summed_up, info, match, verdicts, work.goes_on)

    async def _let_others_go_first(self) -> None:
        for _ in range(_PAUSES):
            if not self._is_busy():
                return
            await asyncio.sleep(_PAUSE)


def _may_be_told(info: MatchInfo, users: Sequence[PersonId]) -> bool:
    """Whether one of these users played a match that is over."""
    played = any(info.seat_in_result(user) is not None for user in users)
    return played and info.status is Status.OVER


def _played(text: str, number: int) -> tuple[Match, tuple[Moment, ...]]:
    match = match_of(parse_record(text), ROBOT_MARK)
    seat: Seat = match.start.table.seats[number]
    return match, tuple(moments(match, seat))


def _summed_up(
    info: MatchInfo, match: Match, verdicts: Sequence[Verdict], goes_on: GoesOn
) -> Analysis:
    mistakes = [one for one in verdicts if one.is_mistake]
    mistakes.sort(key=lambda one: one.chance.mean, reverse=True)
    return Analysis(
        info=info,
        choices=len(verdicts),
        mistakes=len(mistakes),
        cost=total_cost(mistakes),
        dearest=tuple(
            Mistake(one, reason_of(one), _luck(info, match, one, goes_on))
            for one in mistakes[:DEAREST]
        ),
    )


def _luck(info: MatchInfo, match: Match, found: Verdict, goes_on: GoesOn) -> Luck:
    return luck_of(match, found, seed_of(info.match, found.moment.place), goes_on)

"""The analyses of finished matches: their readers, the work on them, and those kept in memory.

Only a person who played the match gets its analysis, and only of their own seat. First the master
gives an opinion of every choice. Then the doubtful choices are measured; those that seem to cost
most come first. Meanwhile the person can read the mistakes found so far. In the end every choice
has a verdict."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Final

from cachetools import FIFOCache
from msgspec import Struct
from msgspec.structs import replace

from bot.community.linked_users import LinkedUsers
from bot.match.match_reader import MatchReader
from bot.messages import MatchId, PersonId
from bot.model import ROBOT_MARK, MatchInfo, Status
from bot.store import Store
from bot.store.queries import match_queries
from bot.teaching.task_queue import Nothing, Progress, QueuedTask, TaskQueue
from engine.actions import Deal
from engine.numbers import Seat
from engine.record.notation import parse_record
from engine.teacher import (
    Explanation,
    GoesOn,
    Luck,
    Match,
    Measured,
    Moment,
    Opinion,
    Verdict,
    luck_of,
    match_of,
    moments,
    opinion_of,
    reason_of,
    seed_of,
    total_cost,
    weighed,
)

DEAREST: Final = 3
"""The number of mistakes that are told first."""
REMEMBERED: Final = 100
"""Analyses kept in memory."""


class Mistake(Struct, frozen=True):
    """A mistake of a match."""

    verdict: Verdict
    reason: Explanation
    luck: Luck | None = None
    """The part of luck; ``None``: not worked out yet."""


class SoFar(Struct, frozen=True):
    """The state of an analysis while choices are measured."""

    info: MatchInfo
    left: int
    """The number of choices that are still to be measured."""
    dearest: tuple[Mistake, ...]


class Analysis(Struct, frozen=True):
    """The teacher's analysis of one seat of a match."""

    info: MatchInfo
    verdicts: tuple[Verdict, ...]
    """The verdicts on all choices that were judged, in the order of the match."""
    mistakes: tuple[Mistake, ...]
    """The mistakes; those that cost most come first."""
    cost: Measured
    """The cost of all mistakes together, in points; 0 without mistakes."""

    @property
    def dearest(self) -> tuple[Mistake, ...]:
        """The mistakes that are told first."""
        return self.mistakes[:DEAREST]


Found = Analysis | Progress | Nothing


class Analyses:
    """Analyses of stored matches, made in a task queue."""

    def __init__(
        self, store: Store, matches: MatchReader, users: LinkedUsers, tasks: TaskQueue
    ) -> None:
        self._store = store
        self._matches = matches
        self._users = users
        self._tasks = tasks
        self._done: FIFOCache[tuple[MatchId, int], Analysis] = FIFOCache(REMEMBERED)

    async def last(self, person: PersonId) -> MatchId:
        """The person's newest match that is over; empty: there is none."""
        users = (await self._users.of(person)).all
        rows = [
            row
            for user in users
            for row in await self._store.read(match_queries.last_matches_of, user, 1)
        ]
        infos = [row.info for row in rows]
        return max(infos, key=lambda info: info.created).match if infos else ""

    async def of(self, match: MatchId, person: PersonId, patience: float) -> Found:
        """The analysis of this person's seat. If there is none yet, the work begins. After
        ``patience`` seconds the answer is the progress of the work, which goes on."""
        return await self._tasks.answer(person, match, lambda: self._begin(match, person), patience)

    async def ready(self, match: MatchId, person: PersonId) -> Analysis | None:
        """The analysis of this person's seat, if in memory; ``None``: it is not. No work begins."""
        if not any(done == match for done, _ in self._done):
            return None
        found = await self._begin(match, person)
        return found if isinstance(found, Analysis) else None

    async def is_theirs(self, match: MatchId, person: PersonId) -> bool:
        """Whether this person may read an analysis of this match."""
        info = await self._matches.info(match)
        users = (await self._users.of(person)).all
        return info is not None and not info.velo and _may_be_told(info, users)

    async def _begin(
        self, match: MatchId, person: PersonId
    ) -> Analysis | Nothing | Callable[[QueuedTask], Awaitable[Analysis | Nothing]]:
        info = await self._matches.info(match) if match else None
        users = (await self._users.of(person)).all
        if info is None or not _may_be_told(info, users):
            return Nothing("analysis.none")
        if info.velo:
            return Nothing("analysis.velo")
        if info.shares_deals and await self._matches.record(match) is None:
            return Nothing("analysis.daily" if info.room is None else "analysis.room")
        mine = [seat.seat for user in users if (seat := info.seat_in_result(user)) is not None]
        if (match, mine[0]) in self._done:
            return self._done[match, mine[0]]
        return lambda work: self._made(work, info, mine[0])

    async def _made(self, work: QueuedTask, info: MatchInfo, number: int) -> Analysis:
        found = await self._judged(work, info, number)
        self._done[(info.match, number)] = found
        return found

    async def _judged(self, work: QueuedTask, info: MatchInfo, number: int) -> Analysis:
        text = await self._matches.record(info.match)
        match, choices = await asyncio.to_thread(_played, text or "", number)
        hands = sum(isinstance(step.action, Deal) for step in match.steps)
        opinions: list[Opinion] = []
        for moment in choices:
            work.progress = Progress(info.match, moment.seen.number, hands)
            await self._tasks.let_others_go_first()
            opinions.append(await asyncio.to_thread(opinion_of, moment, _seed(info, moment)))
        verdicts = await self._measured(work, info, opinions)
        return await asyncio.to_thread(_summed_up, info, match, verdicts, work.goes_on)

    async def _measured(
        self, work: QueuedTask, info: MatchInfo, opinions: Sequence[Opinion]
    ) -> list[Verdict]:
        verdicts = [thought.found for thought in opinions]
        doubtful = [place for place, thought in enumerate(opinions) if thought.is_doubtful]
        doubtful.sort(key=lambda place: -opinions[place].seems)
        mistakes: list[Verdict] = []
        for number, place in enumerate(doubtful):
            opinion = opinions[place]
            dearest = tuple(Mistake(verdict, reason_of(verdict)) for verdict in mistakes[:DEAREST])
            so_far = SoFar(info, len(doubtful) - number, dearest)
            work.progress = replace(work.progress, so_far=so_far)
            await self._tasks.let_others_go_first()
            seed = _seed(info, opinion.found.moment)
            found = await asyncio.to_thread(weighed, opinion, seed, work.goes_on)
            verdicts[place] = found
            mistakes = _dearest_first((*mistakes, found))
        return verdicts


def _may_be_told(info: MatchInfo, users: Sequence[PersonId]) -> bool:
    """Whether the match is over and one of these users played it."""
    played = any(info.seat_in_result(user) is not None for user in users)
    return played and info.status is Status.OVER


def _played(text: str, number: int) -> tuple[Match, tuple[Moment, ...]]:
    match = match_of(parse_record(text), ROBOT_MARK)
    seat: Seat = match.start.table.seats[number]
    return match, tuple(moments(match, seat))


def _dearest_first(verdicts: Iterable[Verdict]) -> list[Verdict]:
    """The mistakes among these verdicts; those that cost most come first."""
    mistakes = [verdict for verdict in verdicts if verdict.is_mistake]
    return sorted(mistakes, key=lambda verdict: (-verdict.chance.mean, verdict.moment.place))


def _summed_up(
    info: MatchInfo, match: Match, verdicts: Sequence[Verdict], goes_on: GoesOn
) -> Analysis:
    mistakes = _dearest_first(verdicts)
    told = tuple(
        Mistake(verdict, reason_of(verdict), _luck(info, match, verdict, goes_on))
        for verdict in mistakes
    )
    return Analysis(info, tuple(verdicts), told, total_cost(mistakes))


def _luck(info: MatchInfo, match: Match, found: Verdict, goes_on: GoesOn) -> Luck:
    return luck_of(match, found, _seed(info, found.moment), goes_on)


def _seed(info: MatchInfo, moment: Moment) -> int:
    return seed_of(info.match, moment.place)

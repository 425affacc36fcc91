"""The analyses of finished matches: whose they are, how they are made, and which are remembered.

Only somebody who played a match gets its analysis, and only of their own seat. First the master's
opinion of every choice is asked for; then the doubtful ones are measured, those first that seem the
dearest, and what was found so far can be read meanwhile.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.common.bounded import keep
from bot.community.linked_users import LinkedUsers
from bot.match.match_reader import MatchReader
from bot.messages import MatchId, PersonId
from bot.model import ROBOT_MARK, MatchInfo, Status
from bot.store.changes import Store
from bot.teaching.desk import Desk, Nothing, Progress, Work
from engine.actions import Deal
from engine.numbers import Seat
from engine.record.notation import parse_record
from engine.teacher import (
    GoesOn,
    Luck,
    Match,
    Measured,
    Moment,
    Opinion,
    Reason,
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
"""So many mistakes are told."""
REMEMBERED: Final = 200
"""Analyses kept in memory."""


class Mistake(Struct, frozen=True):
    """One of the dearest mistakes of a match."""

    verdict: Verdict
    reason: Reason
    luck: Luck | None = None
    """``None``: not worked out yet."""


class SoFar(Struct, frozen=True):
    """What is known while choices are measured."""

    info: MatchInfo
    left: int
    """How many are still to be measured."""
    dearest: tuple[Mistake, ...]


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


Found = Analysis | Progress | Nothing


class Analyses:
    """Analyses of stored matches, made at a desk."""

    def __init__(self, store: Store, matches: MatchReader, users: LinkedUsers, desk: Desk) -> None:
        self._store = store
        self._matches = matches
        self._users = users
        self._desk = desk
        self._done: OrderedDict[tuple[MatchId, int], Analysis] = OrderedDict()

    async def last(self, person: PersonId) -> MatchId:
        """The person's newest match that is over; empty: there is none."""
        users = (await self._users.of(person)).all
        rows = [row for user in users for row in await self._store.last_matches_of(user, 1)]
        infos = [row.info for row in rows]
        return max(infos, key=lambda info: info.created).match if infos else ""

    async def of(self, match: MatchId, person: PersonId, patience: float) -> Found:
        """The analysis of this person's seat; begun if there is none yet. After ``patience``
        seconds it says how far it is, and goes on by itself."""
        return await self._desk.answer(person, match, lambda: self._begin(match, person), patience)

    async def _begin(
        self, match: MatchId, person: PersonId
    ) -> Analysis | Nothing | Callable[[Work], Awaitable[Analysis | Nothing]]:
        info = await self._matches.info(match) if match else None
        users = (await self._users.of(person)).all
        if info is None or not _may_be_told(info, users):
            return Nothing("analysis.none")
        if info.velo:
            return Nothing("analysis.velo")
        if info.daily is not None and await self._matches.record(match) is None:
            return Nothing("analysis.daily")
        mine = [seat.seat for user in users if (seat := info.seat_in_result(user)) is not None]
        if (match, mine[0]) in self._done:
            return self._done[match, mine[0]]
        return lambda work: self._made(work, info, mine[0])

    async def _made(self, work: Work, info: MatchInfo, number: int) -> Analysis:
        found = await self._judged(work, info, number)
        keep(self._done, (info.match, number), found, REMEMBERED)
        return found

    async def _judged(self, work: Work, info: MatchInfo, number: int) -> Analysis:
        text = await self._matches.record(info.match)
        match, choices = await asyncio.to_thread(_played, text or "", number)
        hands = sum(isinstance(step.action, Deal) for step in match.steps)
        opinions: list[Opinion] = []
        for moment in choices:
            work.progress = Progress(info.match, moment.seen.number, hands)
            await self._desk.let_others_go_first()
            opinions.append(await asyncio.to_thread(opinion_of, moment, _seed(info, moment)))
        mistakes = await self._measured(work, info, opinions)
        return await asyncio.to_thread(
            _summed_up, info, match, len(opinions), mistakes, work.goes_on
        )

    async def _measured(
        self, work: Work, info: MatchInfo, opinions: Sequence[Opinion]
    ) -> list[Verdict]:
        """The mistakes, the dearest first."""
        doubtful = sorted((one for one in opinions if one.is_doubtful), key=lambda one: -one.seems)
        mistakes: list[Verdict] = []
        for number, opinion in enumerate(doubtful):
            dearest = tuple(Mistake(one, reason_of(one)) for one in mistakes[:DEAREST])
            so_far = SoFar(info, len(doubtful) - number, dearest)
            work.progress = replace(work.progress, so_far=so_far)
            await self._desk.let_others_go_first()
            seed = _seed(info, opinion.found.moment)
            found = await asyncio.to_thread(weighed, opinion, seed, work.goes_on)
            if found.is_mistake:
                mistakes.append(found)
                mistakes.sort(key=lambda one: (-one.chance.mean, one.moment.place))
        return mistakes


def _may_be_told(info: MatchInfo, users: Sequence[PersonId]) -> bool:
    """Whether one of these users played a match that is over."""
    played = any(info.seat_in_result(user) is not None for user in users)
    return played and info.status is Status.OVER


def _played(text: str, number: int) -> tuple[Match, tuple[Moment, ...]]:
    match = match_of(parse_record(text), ROBOT_MARK)
    seat: Seat = match.start.table.seats[number]
    return match, tuple(moments(match, seat))


def _summed_up(
    info: MatchInfo, match: Match, choices: int, mistakes: Sequence[Verdict], goes_on: GoesOn
) -> Analysis:
    return Analysis(
        info=info,
        choices=choices,
        mistakes=len(mistakes),
        cost=total_cost(mistakes),
        dearest=tuple(
            Mistake(one, reason_of(one), _luck(info, match, one, goes_on))
            for one in mistakes[:DEAREST]
        ),
    )


def _luck(info: MatchInfo, match: Match, found: Verdict, goes_on: GoesOn) -> Luck:
    return luck_of(match, found, _seed(info, found.moment), goes_on)


def _seed(info: MatchInfo, moment: Moment) -> int:
    return seed_of(info.match, moment.place)

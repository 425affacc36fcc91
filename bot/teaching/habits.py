"""A person's habits over their last matches, and one thing to try.

They are counted from the person's own choices with the knowledge they had then, and only this
person reads them. Some matches are left out: those with ``velo``, guided matches, and hands of a
day that is not over. Choices that a robot made in the person's seat are left out too."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Final

from cachetools import FIFOCache
from msgspec import Struct

from bot.community.linked_users import LinkedUsers
from bot.match.match_reader import MatchReader
from bot.messages import MatchId, PersonId
from bot.model import ROBOT_MARK, MatchInfo
from bot.store import Store
from bot.store.queries import match_queries
from bot.teaching.task_queue import Nothing, Progress, QueuedTask, TaskQueue
from engine.record.notation import parse_record
from engine.teacher import match_of
from engine.teacher.habits import Case, Found, cases_of, habits_of, to_try

MATCHES: Final = 50
"""The number of matches that are looked at: the newest ones."""
GAMES: Final = 3
"""The number of games that are told: those that were played most."""
REMEMBERED: Final = 2000
"""Seats of matches whose cases are kept in memory."""
WANTED: Final = "habitos"
"""The task queue's name for the task."""


class GameHabits(Struct, frozen=True):
    """The person's habits in one game."""

    variant: str
    matches: int
    found: tuple[Found, ...]


class Habits(Struct, frozen=True):
    """The habits of a person as the page shows them."""

    games: tuple[GameHabits, ...]
    """The game that was played most is the first."""
    variant: str
    """The game of :attr:`advice`."""
    advice: Found | None
    """The one thing to try; ``None``: nothing is certain."""


class HabitReader:
    """Counts habits from stored matches, in a task queue."""

    def __init__(
        self, store: Store, matches: MatchReader, users: LinkedUsers, tasks: TaskQueue
    ) -> None:
        self._store = store
        self._matches = matches
        self._users = users
        self._tasks = tasks
        self._cases: FIFOCache[tuple[MatchId, int], tuple[Case, ...]] = FIFOCache(REMEMBERED)

    async def of(self, person: PersonId, patience: float) -> Habits | Progress | Nothing:
        """This person's habits, or after ``patience`` seconds the progress of the count."""
        return await self._tasks.answer(person, WANTED, lambda: self._begin(person), patience)

    async def _begin(
        self, person: PersonId
    ) -> Nothing | Callable[[QueuedTask], Awaitable[Habits | Nothing]]:
        users = (await self._users.of(person)).all
        found: dict[MatchId, tuple[MatchInfo, int]] = {}
        for user in users:
            for row in await self._store.read(match_queries.last_matches_of, user, MATCHES):
                seat = row.info.seat_in_result(user)
                if seat is not None and not row.info.velo and row.info.lesson is None:
                    found[row.info.match] = (row.info, seat.seat)
        newest = sorted(found.values(), key=lambda played: -played[0].created)[:MATCHES]
        if not newest:
            return Nothing("habits.none")
        return lambda work: self._counted(work, newest)

    async def _counted(
        self, work: QueuedTask, matches: list[tuple[MatchInfo, int]]
    ) -> Habits | Nothing:
        by_game: dict[str, list[Case]] = {}
        played: Counter[str] = Counter()
        for number, (info, seat) in enumerate(matches, 1):
            work.progress = Progress(WANTED, number, len(matches))
            if (cases := await self._cases_in(info, seat)) is not None:
                played[info.variant] += 1
                by_game.setdefault(info.variant, []).extend(cases)
        games = [
            GameHabits(variant, count, habits_of(variant, by_game[variant]))
            for variant, count in played.most_common()
        ]
        return advised([game for game in games if game.found])

    async def _cases_in(self, info: MatchInfo, seat: int) -> tuple[Case, ...] | None:
        """The person's cases in one match. ``None``: the record may not be read yet, for example of
        a hand of a day that is not over."""
        key = (info.match, seat)
        if key not in self._cases:
            await self._tasks.let_others_go_first()
            text = await self._matches.record(info.match)
            if text is None:
                return None
            self._cases[key] = await asyncio.to_thread(_cases, text, seat)
        return self._cases[key]


def _cases(text: str, number: int) -> tuple[Case, ...]:
    match = match_of(parse_record(text), ROBOT_MARK)
    return tuple(cases_of(match, match.start.table.seats[number]))


def advised(games: list[GameHabits]) -> Habits | Nothing:
    """The habits of the most played of these games, and the one thing to try in any of them."""
    if not games:
        return Nothing("habits.none")
    told = tuple(games[:GAMES])
    best = to_try(finding for game in told for finding in game.found)
    variant = next((game.variant for game in told if best in game.found), "")
    return Habits(told, variant, best)

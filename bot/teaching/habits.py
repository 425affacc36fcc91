"""A person's habits over their last matches, and one thing to try.

They are counted from the person's own choices with what they knew then, and told to nobody else.
Matches that were played with ``velo``, and guided ones, are left out; so is a hand of the day until
its day is over, and what a robot did in the person's seat.
"""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable
from typing import Final

from msgspec import Struct

from bot.common.bounded import keep
from bot.community.linked_users import LinkedUsers
from bot.match.match_reader import MatchReader
from bot.messages import MatchId, PersonId
from bot.model import ROBOT_MARK, MatchInfo
from bot.store.changes import Store
from bot.teaching.desk import Desk, Nothing, Progress, Work
from engine.record.notation import parse_record
from engine.teacher import match_of
from engine.teacher.habits import Case, Found, cases_of, habits_of, to_try

MATCHES: Final = 50
"""So many matches are looked at, the newest."""
GAMES: Final = 3
"""So many games are told, those that were played most."""
REMEMBERED: Final = 2000
"""Seats of matches whose cases are kept in memory."""
WANTED: Final = "habitos"
"""How the desk calls the task."""


class GameHabits(Struct, frozen=True):
    """What was counted at one game."""

    variant: str
    matches: int
    found: tuple[Found, ...]


class Habits(Struct, frozen=True):
    """What is told a person of their habits."""

    games: tuple[GameHabits, ...]
    """The game that was played most is the first."""
    variant: str = ""
    """The game of :attr:`advice`."""
    advice: Found | None = None
    """The one thing to try; ``None``: nothing is certain."""


class HabitReader:
    """Counts habits from stored matches, at a desk."""

    def __init__(self, store: Store, matches: MatchReader, users: LinkedUsers, desk: Desk) -> None:
        self._store = store
        self._matches = matches
        self._users = users
        self._desk = desk
        self._cases: OrderedDict[tuple[MatchId, int], tuple[Case, ...]] = OrderedDict()

    async def of(self, person: PersonId, patience: float) -> Habits | Progress | Nothing:
        """The habits of this person. After ``patience`` seconds it says how far it is, and goes on
        by itself."""
        return await self._desk.answer(person, WANTED, lambda: self._begin(person), patience)

    async def _begin(
        self, person: PersonId
    ) -> Nothing | Callable[[Work], Awaitable[Habits | Nothing]]:
        users = (await self._users.of(person)).all
        found: dict[MatchId, tuple[MatchInfo, int]] = {}
        for user in users:
            for row in await self._store.last_matches_of(user, MATCHES):
                seat = row.info.seat_in_result(user)
                if seat is not None and not row.info.velo and row.info.lesson is None:
                    found[row.info.match] = (row.info, seat.seat)
        newest = sorted(found.values(), key=lambda one: -one[0].created)[:MATCHES]
        if not newest:
            return Nothing("habits.none")
        return lambda work: self._counted(work, newest)

    async def _counted(self, work: Work, matches: list[tuple[MatchInfo, int]]) -> Habits | Nothing:
        by_game: dict[str, list[Case]] = {}
        played: Counter[str] = Counter()
        for number, (info, seat) in enumerate(matches, 1):
            work.progress = Progress(WANTED, number, len(matches))
            cases = await self._cases_in(info, seat)
            if cases is not None:
                played[info.variant] += 1
                by_game.setdefault(info.variant, []).extend(cases)
        games = [
            GameHabits(variant, count, habits_of(variant, by_game[variant]))
            for variant, count in played.most_common()
        ]
        return advised([game for game in games if game.found])

    async def _cases_in(self, info: MatchInfo, seat: int) -> tuple[Case, ...] | None:
        """``None``: the record may not be read yet, as of a hand of the day that others still
        play."""
        key = (info.match, seat)
        if key not in self._cases:
            await self._desk.let_others_go_first()
            text = await self._matches.record(info.match)
            if text is None:
                return None
            keep(self._cases, key, await asyncio.to_thread(_cases, text, seat), REMEMBERED)
        return self._cases[key]


def _cases(text: str, number: int) -> tuple[Case, ...]:
    match = match_of(parse_record(text), ROBOT_MARK)
    return tuple(cases_of(match, match.start.table.seats[number]))


def advised(games: list[GameHabits]) -> Habits | Nothing:
    """These games, the most played of them, with the one thing to try in any of these."""
    if not games:
        return Nothing("habits.none")
    told = tuple(games[:GAMES])
    best = to_try(one for game in told for one in game.found)
    variant = next((game.variant for game in told if best in game.found), "")
    return Habits(told, variant, best)

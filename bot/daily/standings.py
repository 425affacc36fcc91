"""The results of people in the hands of the day."""

import asyncio
from pathlib import Path

from bot.common.lived_time import Time
from bot.community.board_places import board_in
from bot.daily.day_folder import DayFolder
from bot.match import daily
from bot.match.parts import PlayParts
from bot.messages import MatchId, PersonId
from bot.model import MatchInfo
from bot.store import Store
from bot.store.queries import daily_hands
from bot.store.results.model import DailyStanding


class DailyStandings:
    """Reads results of hands of the day. Others' results are told only after one's own."""

    def __init__(self, play: PlayParts) -> None:
        self._store: Store = play.store
        self._running = play.running
        self._time: Time = play.time
        self._shares = play.vault is not None and play.vault.shares_days
        folder = play.config.day_folder
        self._folder = DayFolder(Path(folder)) if folder else None

    async def of(self, info: MatchInfo) -> DailyStanding | None:
        """The result of this hand of the day beside those of others. ``None``: the match is no hand
        of the day, it was not played to its end, or another match of the same day counts."""
        day = info.daily
        if day is None or not info.people:
            return None
        person = info.people[0].person
        mine = await self._store.read(daily_hands.results_of, person)
        here = next((result for result in mine if result.match == info.match), None)
        if here is None:
            return None
        counts = await self._store.read(daily_hands.counts, day.sealed)
        is_shared = daily.is_shared(info)
        return DailyStanding(
            points=here.points,
            hands=day.hands,
            players=sum(counts.values()),
            better_than=sum(n for points, n in counts.items() if points < here.points),
            equal_to=counts.get(here.points, 1) - 1,
            par=await self.par(day.sealed),
            streak=streak({result.number for result in mine}, day.number),
            next_at=day.ends,
            is_over=self._time.utc() >= day.ends,
            on_board=bool(day.asked_in and await board_in(self._store, info.community)),
            is_shared=is_shared,
            lacks_beacon=self._shares and not is_shared,
            everywhere=await self._everywhere(info, here.points) if is_shared else None,
        )

    async def _everywhere(self, info: MatchInfo, points: int) -> tuple[int, int, int] | None:
        """The standing of these points among the people of all houses whose files are here."""
        assert info.daily is not None
        now = self._time.utc()
        if self._folder is None or now < info.daily.ends:
            return None
        cards = (info.variant, info.table_hash)
        told = await asyncio.to_thread(
            self._folder.everywhere, info.daily.number, cards, points, now
        )
        if told is None or told.houses < 2:
            return None
        return told.percent, told.people, told.houses

    async def counted(self, sealed: MatchId, person: PersonId) -> MatchId | None:
        """The match of this person's result on the day of this table; ``None``: they have none."""
        mine = await self._store.read(daily_hands.results_of, person)
        return next((result.match for result in mine if result.sealed == sealed), None)

    async def par(self, sealed: MatchId) -> int | None:
        """The master's result on the day of this table, in points; ``None``: there is none yet."""
        master: PersonId = ""
        found = await self._running.newest(daily.hand_id(sealed, master))
        if found is None or found.info.daily is None:
            return None
        info = found.info
        done = daily.is_complete(info) or info.ended == daily.WON
        return info.daily.points if done and info.daily is not None else None


def streak(numbers: set[int], last: int) -> int:
    """The number of days in a row, up to ``last``, on which a person has played. ``numbers``: all
    days on which they have played."""
    length = 0
    while last - length in numbers:
        length += 1
    return length

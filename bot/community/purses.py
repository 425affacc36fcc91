"""The chips of each person. A person who plays or looks at their chips gets the present of the day,
and a present for each level reached since."""

from typing import Final

from cachetools import FIFOCache

from bot.common.lived_time import Time
from bot.community.profiles import level
from bot.messages import PersonId, Refused
from bot.model import is_registered
from bot.reasons import ServiceReason
from bot.store import Store
from bot.store.changes import Changes
from bot.store.people.chips import daily_present, first_present, level_present
from bot.store.queries import chip_queries, scoreboard_queries
from bot.store.results.standings import ALWAYS, EVERYWHERE, Scope, day

_REMEMBERED: Final = 10_000


class Purses:
    """The chips of people with an account at a platform."""

    def __init__(self, store: Store, time: Time) -> None:
        self._store = store
        self._time = time
        self._given: FIFOCache[PersonId, tuple[str, int]] = FIFOCache(_REMEMBERED)
        """For people whom this process remembers: the last day on which they got a present, and the
        level that they had then."""

    async def of(self, person: PersonId) -> int:
        """The person's chips, after the presents of the day and of the levels."""
        if not is_registered(person):
            return 0
        now = self._time.utc()
        today = day(now)
        (sums,) = await self._store.read(
            scoreboard_queries.sums_of, person, [Scope(EVERYWHERE)], ALWAYS
        )
        reached = 1 if sums is None else level(sums.earned).number
        if self._given.get(person) != (today, reached):
            presents = [first_present(person, now), daily_present(person, today, now)]
            presents += (level_present(person, number, now) for number in range(2, reached + 1))
            # Each transfer has an id and is stored once, so a present that was already given is not
            # given again.
            await self._store.commit([Changes(transfers=tuple(presents))])
            self._given[person] = (today, reached)
        return await self._store.read(chip_queries.chips_of, person) or 0

    async def refusal(self, person: PersonId, stake: int) -> Refused | None:
        """The refusal of this person at a table with this stake; ``None``: they may."""
        if not stake:
            return None
        if not is_registered(person):
            return Refused(ServiceReason.NOT_REGISTERED)
        have = await self.of(person)
        if have >= stake:
            return None
        numbers = (("have", str(have)), ("stake", str(stake)))
        return Refused(ServiceReason.TOO_FEW_CHIPS, parameters=numbers)

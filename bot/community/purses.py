"""Who has how many chips. Whoever plays or looks gets the day's present."""

from collections import OrderedDict
from typing import Final

from bot.common.bounded import keep
from bot.common.lived_time import Time
from bot.messages import PersonId, Refused
from bot.model import is_registered
from bot.reasons import ServiceReason
from bot.store.changes import Changes, Store
from bot.store.chips import daily_present, first_present
from bot.store.standings import day

_REMEMBERED: Final = 10_000


class Purses:
    """The chips of people with an account at a platform."""

    def __init__(self, store: Store, time: Time) -> None:
        self._store = store
        self._time = time
        self._given = OrderedDict[PersonId, str]()
        """The last day on which these people got a present, as far as it is remembered."""

    async def of(self, person: PersonId) -> int:
        """How many chips the person has, the day's present among them."""
        if not is_registered(person):
            return 0
        now = self._time.utc()
        today = day(now)
        if self._given.get(person) != today:
            presents = (first_present(person, now), daily_present(person, today, now))
            await self._store.commit([Changes(transfers=presents)])
            keep(self._given, person, today, _REMEMBERED)
        return await self._store.chips_of(person) or 0

    async def refusal(self, person: PersonId, stake: int) -> Refused | None:
        """Why this person may not sit at a table with that stake; ``None``: they may."""
        if not stake:
            return None
        if not is_registered(person):
            return Refused(ServiceReason.NOT_REGISTERED)
        have = await self.of(person)
        if have >= stake:
            return None
        numbers = (("have", str(have)), ("stake", str(stake)))
        return Refused(ServiceReason.TOO_FEW_CHIPS, parameters=numbers)

"""Holidays: some days a month on which a person's clock rests at their slow tables.

A day is 24 hours from the moment of the command, so no time zone is needed, and nobody wins or
loses anything when clocks are put forward or back, or by travelling. The month is that of UTC in
which the holidays were taken."""

from datetime import UTC, datetime
from typing import Final

from msgspec import Struct

from bot.common.lived_time import Time
from bot.common.queues import Queues
from bot.community.saved_settings import SavedSettings
from bot.messages import PersonId

DAY: Final = 86_400.0
MOST: Final = 7
"""Days that a person may take in a month."""
HOLIDAYS: Final = "holidays"
"""The setting of a person: the month, the seconds taken in it, and the end of the last holidays."""


class Holidays(Struct, frozen=True):
    """A person's holidays in this month."""

    taken: float = 0.0
    """Seconds."""
    until: float = 0.0
    """The end of the holidays, in UTC seconds since the epoch; if it is past, the clock runs."""

    @property
    def left(self) -> float:
        """Seconds that may still be taken in this month."""
        return max(0.0, MOST * DAY - self.taken)


class HolidayBook:
    """Keeps the holidays of each person."""

    def __init__(self, settings: SavedSettings, queues: Queues, time: Time) -> None:
        self._settings = settings
        self._queues = queues
        self._time = time

    async def of(self, person: PersonId) -> Holidays:
        """The person's holidays, as far as this month counts them."""
        month, taken, until = _read((await self._settings.of(person)).get(HOLIDAYS, ""))
        return Holidays(taken if month == self._month() else 0.0, until)

    async def take(self, person: PersonId, days: int) -> Holidays:
        """Lets the person's clock rest for so many days from now, in place of days that they have
        taken before and not used. They get at most the days that are left in the month. ``0``: the
        clock runs again at once."""
        async with self._queues.turn(f"holidays {person}"):
            before, now = await self.of(person), self._time.utc()
            rest = max(0.0, before.until - now)
            more = min(days * DAY - rest, before.left)
            made = Holidays(max(0.0, before.taken + more), now + rest + more)
            kept = f"{self._month()} {made.taken!r} {made.until!r}"
            await self._settings.save(person, **{HOLIDAYS: kept})
        return made

    def _month(self) -> str:
        return f"{datetime.fromtimestamp(self._time.utc(), UTC):%Y-%m}"


def _read(kept: str) -> tuple[str, float, float]:
    month, taken, until = kept.split() if kept else ("", "0", "0")
    return month, float(taken), float(until)

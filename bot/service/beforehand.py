"""Steps before a person's command comes to its match."""

from typing import TypeVar

from msgspec.structs import replace

from bot.common.lived_time import Time
from bot.community.parts import PeopleParts
from bot.daily.days import Days
from bot.messages import AnyCommand, AnyReply, Join, OpenTable, Refused, ShareDaily
from bot.reasons import ServiceReason

C = TypeVar("C", bound=AnyCommand)
SitsDown = TypeVar("SitsDown", OpenTable, Join)


class Beforehand:
    """Steps before commands (:mod:`bot.service.steps`)."""

    def __init__(self, people: PeopleParts, days: Days, time: Time) -> None:
        self._holidays = people.holidays
        self._time = time
        self._users = people.users
        self._erasure_notes = people.erasure_notes
        self._days = days

    async def stays(self, command: C) -> C | AnyReply:
        """Refuses the command of a person who is about to be erased."""
        users = (await self._users.of(command.person)).all
        if await self._erasure_notes.moment_of(users) is None:
            return command
        return Refused(ServiceReason.LEAVING_US, getattr(command, "match", ""))

    async def rests(self, command: SitsDown) -> SitsDown:
        """Adds the holidays of a person who sits down, because they hold at this table too."""
        until = (await self._holidays.of(command.person)).until
        return command if until <= self._time.utc() else replace(command, rests=until)

    async def counts(self, command: ShareDaily) -> ShareDaily | AnyReply:
        """Refuses to share a hand of the day that does not count."""
        if not await self._days.is_beside(command):
            return command
        return Refused(ServiceReason.DAILY_NO_RESULT, command.match)

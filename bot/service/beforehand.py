"""What is asked before a person's command comes to its match."""

from typing import TypeVar

from bot.community.parts import PeopleParts
from bot.daily.days import Days
from bot.messages import AnyCommand, AnyReply, Refused, ShareDaily
from bot.reasons import ServiceReason

C = TypeVar("C", bound=AnyCommand)


class Beforehand:
    """Steps of commands (:mod:`bot.service.steps`)."""

    def __init__(self, people: PeopleParts, days: Days) -> None:
        self._users = people.users
        self._erasure_notes = people.erasure_notes
        self._days = days

    async def stays(self, command: C) -> C | AnyReply:
        """Refuses a person who is to be erased."""
        users = (await self._users.of(command.person)).all
        if await self._erasure_notes.moment_of(users) is None:
            return command
        return Refused(ServiceReason.LEAVING_US, getattr(command, "match", ""))

    async def counts(self, command: ShareDaily) -> ShareDaily | AnyReply:
        """Refuses to share a hand of the day that does not count."""
        if not await self._days.is_beside(command):
            return command
        return Refused(ServiceReason.DAILY_NO_RESULT, command.match)

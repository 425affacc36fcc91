"""The bot's own commands: a deadline has come, a person is taken from a table."""

from typing import Final

from bot.handling.rounds import Rounds
from bot.handling.seating import MatchFinder
from bot.handling.steps import Steps
from bot.match.commands_under_way import CommandsUnderWay
from bot.messages import Accepted, AnyReply, Leave, PersonId, Reply, Tick
from bot.model import MatchInfo


class OwnCommands:
    """Decides the bot's own commands, and takes the steps that follow. :class:`bot.service.Service`
    decides the commands of people. ``leaving``: the steps of leaving a table. They are the same for
    commands of people and of the bot."""

    def __init__(
        self,
        under_way: CommandsUnderWay,
        finder: MatchFinder,
        leaving: Steps[Leave],
        rounds: Rounds,
    ) -> None:
        self._under_way = under_way
        self._finder = finder
        self._rounds = rounds
        self.leaving: Final = leaving

    async def tick(self, tick: Tick) -> AnyReply:
        """Sends a deadline that has come. Then a match may wait for its round again."""
        reply = await self._under_way.finish(tick, self._finder.decide)
        return await self._rounds.followed(tick, reply) if isinstance(reply, Accepted) else reply

    async def leave(self, person: PersonId, info: MatchInfo, why: str) -> AnyReply:
        """Takes a person from a table. ``why``: the same at most once for a state of the table."""
        request = f"{why}.{info.match}.{info.version}"
        command = Leave(request=request, person=person, match=info.match)
        return await self._under_way.finish(command, self._leave)

    async def _leave(self, command: Leave) -> AnyReply:
        found = await self.leaving.begin(command)
        if isinstance(found, Reply):
            return found
        return await self.leaving.follow(found, await self._finder.decide(found))

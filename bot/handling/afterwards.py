"""The consequences outside of its match when a person leaves a table, closes one, or looks on."""

from bot.community.looking_on import LookingOn
from bot.handling.seating import MatchFinder
from bot.match.onlookers import LOOKED_ON
from bot.match.tournament_reader import TournamentReader
from bot.messages import Accepted, AnyReply, CloseTable, Leave, LookOn


class Afterwards:
    """Steps after such commands (:mod:`bot.handling.steps`)."""

    def __init__(
        self, tournaments: TournamentReader, looking_on: LookingOn, finder: MatchFinder
    ) -> None:
        self._tournaments = tournaments
        self._looking_on = looking_on
        self._finder = finder

    async def at_tables(self, command: Leave | CloseTable, reply: Accepted) -> AnyReply:
        """Sends what follows at a tournament's tables when a person left it or it was cancelled."""
        for follows in await self._tournaments.following(command):
            await self._finder.decide(follows)
        return reply

    async def looks(self, command: LookOn, reply: Accepted) -> AnyReply:
        """Notes that the person looks on from now on."""
        await self._looking_on.changed(command.person, reply.match)
        return reply

    async def looks_no_longer(self, command: Leave, reply: Accepted) -> AnyReply:
        """Notes that the person no longer looks on, if the command has ended that. A person who
        left a seat did not look on."""
        if reply.note == LOOKED_ON:
            await self._looking_on.changed(command.person, reply.match)
        return reply

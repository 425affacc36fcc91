"""The consequences when a person opens a table, sits down at one, or wants a rematch."""

from msgspec.structs import replace

from bot.handling.parts import HandlingParts
from bot.match.parts import PlayParts
from bot.match.tournaments import OPENED
from bot.messages import (
    Accepted,
    AnyReply,
    GoOn,
    Join,
    MatchId,
    OpenTable,
    PersonId,
    Rematch,
    Return,
    Start,
)
from bot.model import Status, waits_for
from bot.service.seat_owners import SeatOwners
from bot.showing.parts import ShowingParts


class Arrivals:
    """Steps after such commands (:mod:`bot.service.steps`)."""

    def __init__(
        self,
        play: PlayParts,
        handling: HandlingParts,
        showing: ShowingParts,
        seat_owners: SeatOwners,
    ) -> None:
        self._running = play.running
        self._matches = play.matches
        self._finder = handling.finder
        self._hand_overs = handling.hand_overs
        self._screens = showing.screens
        self._surfaces = showing.surfaces
        self._platforms = showing.platforms
        self._commitments = showing.commitments
        self._seat_owners = seat_owners

    async def seated(self, command: OpenTable | Join | Return, reply: Accepted) -> AnyReply:
        """The person has a seat now. If they were barred in the meantime, they lose it again."""
        seated = await self._seat_owners.unless_barred(command.person, reply)
        if isinstance(seated, Accepted):
            await self._tell_apart(command.person, seated.match)
        return seated

    async def _tell_apart(self, person: PersonId, match: MatchId) -> None:
        """Draws the person's pictures of their other table again, because with a second table the
        pictures name the table's place."""
        others = [other for other in await self._matches.of_person(person) if other != match]
        if len(others) != 1:  # With several other tables, their pictures name the place already.
            return
        self._screens.sits_anew(person)
        info = await self._matches.info(others[0])
        if info is None or not await self._platforms.place_name(info.place, person):
            return
        for surface in await self._surfaces.of_match(others[0]):
            if surface.person == person:
                await self._surfaces.redraw(surface.id)

    async def published(self, command: OpenTable | Join | Rematch, reply: Accepted) -> AnyReply:
        """Tells the table's commitment to the people concerned."""
        await self._commitments.publish(command, reply.match)
        return reply

    async def entered(self, command: Join, reply: Accepted) -> AnyReply:
        """Gives the person a seat who has just opened the table of their match in a tournament."""
        if reply.note != OPENED:
            return reply
        await self._commitments.publish_late(reply.match)
        sits = replace(command, match=reply.match, request=f"{command.request}+")
        return await self._finder.decide(replace(sits, from_tournament=True))

    async def begun_again(self, command: Rematch, reply: Accepted) -> AnyReply:
        """Gives the seats of a rematch to the people to whom the users belong now. The rematch
        starts at once if nobody else has to agree and no browser adds its chance first; its
        commitment is already in the register."""
        await self._hand_overs.unite(reply.match)
        found = await self._running.load(reply.match)
        if found is None or found.info.status is not Status.LOBBY:
            return reply
        people = [seat.person for seat in found.info.people]
        if command.person in waits_for(found.info) and not command.adds_chance:
            request = f"{command.request}+"
            await self._finder.decide(
                GoOn(request=request, person=command.person, match=reply.match)
            )
        if people == [command.person] and not command.adds_chance:
            request = f"alone.{reply.match}"
            await self._finder.decide(
                Start(request=request, person=command.person, match=reply.match)
            )
        return reply

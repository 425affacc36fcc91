"""Changes of seats when people change: seats of users who are linked, and seats of barred
people."""

from msgspec.structs import replace

from bot.community.parts import PeopleParts
from bot.handling.parts import HandlingParts
from bot.happenings import PersonLinked, SurfaceLost, UserParted
from bot.match.parts import PlayParts
from bot.messages import Accepted, AnyReply, CommunityId, MatchId, PersonId
from bot.showing.surface_registry import SurfaceRegistry
from bot.store.queries import match_queries, people_queries


class SeatOwners:
    """Moves what people have at tables, and takes people away from tables."""

    def __init__(
        self,
        play: PlayParts,
        people: PeopleParts,
        handling: HandlingParts,
        surfaces: SurfaceRegistry,
    ) -> None:
        self._store = play.store
        self._running = play.running
        self._bars = people.bars
        self._hand_overs = handling.hand_overs
        self._commands = handling.own_commands
        self._surfaces = surfaces

    # --- people whose users are linked -----------------------------------------------------------

    async def move(self, linked: PersonLinked) -> None:
        """Moves everything that one person has at tables to another person: seats, and private
        pictures, also those of finished matches that are still shown."""
        before, person = linked.before, linked.person
        rows = (
            *await self._store.read(match_queries.tournaments_of, before),
            *await self._store.read(match_queries.matches_of, before),
        )
        live = [row.info.match for row in rows]
        shown = [
            surface.match
            for surface in (await self._store.read(people_queries.kept_of, before)).surfaces
        ]
        for match in dict.fromkeys((*live, *shown)):
            await self._hand_overs.unite(match)
            await self._surfaces.give(match, before, person)
        for row in await self._store.read(match_queries.matches_of, person):
            if await self._bars.refusal(row.info.community, person):
                await self.put_out(row.info.community, person)

    async def show_anew(self, parted: UserParted) -> None:
        """Draws the person's private pictures anew after a user was unlinked, because that user
        must no longer see the person's hand."""
        for row in await self._store.read(match_queries.matches_of, parted.person):
            for surface in await self._store.surfaces_of(row.info.match):
                if surface.person == parted.person:
                    await self._surfaces.redraw(surface.id)

    # --- people who go ---------------------------------------------------------------------------

    async def put_out(self, community: CommunityId, person: PersonId) -> None:
        """Takes a barred person away from the community's tables, also as an onlooker. In running
        matches a robot keeps the seat."""
        for row in await self._store.read(match_queries.matches_of, person):
            info, seat = row.info, row.info.seat_of(person)
            if info.community == community and seat is not None and not seat.left:
                await self._commands.leave(person, info, "barred")
        for row in await self._store.read(match_queries.tournaments_of, person):
            if row.info.community == community:
                await self._commands.leave(person, row.info, "barred")
        for row in await self._store.read(match_queries.matches_in, community):
            if row.info.onlooker(person) is not None:
                await self._commands.leave(person, row.info, "barred")

    async def unless_barred(self, person: PersonId, reply: Accepted) -> AnyReply:
        """Takes the person away again, if another process has barred them while they sat down.
        Returns the reply that the person gets."""
        found = await self._running.load(reply.match)
        if found is None:
            return reply
        refused = await self._bars.refusal(found.info.community, person)
        if refused is None:
            return reply
        await self.put_out(found.info.community, person)
        return replace(refused, match=reply.match)

    async def let_onlooker_go(self, lost: SurfaceLost) -> None:
        """Ends a person's looking on if this lost surface was their last one of the table."""
        surface = lost.surface
        await self.look_on_no_longer(surface.match, surface.person, surface.id)

    async def look_on_no_longer(self, match: MatchId, person: PersonId, gone: str) -> None:
        """Ends a person's looking on, unless another surface still shows them the table. ``gone``:
        the id of a surface that no longer counts."""
        found = await self._running.newest(match) if person else None
        if found is None or found.info.onlooker(person) is None:
            return
        if any(surface.person == person for surface in await self._store.surfaces_of(match)):
            return
        await self._commands.leave(person, found.info, f"gone.{gone}")

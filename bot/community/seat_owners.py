"""Keeps track of which person each seat belongs to. Seats follow users who are linked, and barred
people lose theirs."""

from collections.abc import Awaitable, Callable
from typing import Protocol

from msgspec.structs import replace

from bot.community.bars import Bars
from bot.community.linked_users import LinkedUsers
from bot.match.running_matches import RunningMatches
from bot.match.tournament_reader import TournamentReader
from bot.messages import (
    Accepted,
    AnyCommand,
    AnyReply,
    CommunityId,
    HandOver,
    Leave,
    MatchId,
    PersonId,
)
from bot.model import MatchInfo, Status
from bot.store.changes import Store
from bot.store.model import Surface


class _Surfaces(Protocol):
    """Where matches are shown."""

    async def give(self, match: MatchId, before: PersonId, person: PersonId) -> None: ...

    async def redraw(self, surface: str) -> None: ...


class SeatOwners:
    """Moves seats from one person to another, and takes people away from tables.

    ``decided`` decides a command that follows from another command; ``handle`` decides a command of
    its own.
    """

    def __init__(
        self,
        store: Store,
        running: RunningMatches,
        tournaments: TournamentReader,
        users: LinkedUsers,
        bars: Bars,
        surfaces: _Surfaces,
        *,
        decided: Callable[[AnyCommand], Awaitable[AnyReply]],
        handle: Callable[[AnyCommand], Awaitable[AnyReply]],
    ) -> None:
        self._store = store
        self._running = running
        self._tournaments = tournaments
        self._users = users
        self._bars = bars
        self._surfaces = surfaces
        self._decided = decided
        self._handle = handle

    # --- people whose users are linked -----------------------------------------------------------

    async def in_name_of_person(self, command: AnyCommand) -> AnyCommand:
        """The command with the person to whom its user belongs now. If the command has a table, the
        seats of that table are corrected first.

        The adapter has looked the person up before. Since then the user may have been linked, and
        the process that linked them may have died before it moved the seats.
        """
        person = await self._users.person_of(command.person)
        match = getattr(command, "match", "")
        if match and (await self._users.of(person)).others:
            await self.unite(match)
        return command if person == command.person else replace(command, person=person)

    async def unite(self, match: MatchId) -> None:
        """Gives each seat of a table, also a kept one, to the person to whom its user belongs now.
        A table that has just ended is included, because it may have a rematch.

        For a table of a tournament, the tournament is corrected first, because it knows the person
        by the old id. If two units belong to one person now, one of them gives its match up.
        """
        found = await self._running.newest(match)
        if found is not None and found.info.part_of:
            await self._unite_one(found.info.part_of)
        await self._unite_one(match)

    async def _unite_one(self, match: MatchId) -> None:
        found = await self._running.newest(match)
        if found is None or found.info.status is Status.CLOSED:
            return
        for number, before in enumerate(_everybody(found.info)):
            person = await self._users.person_of(before)
            if person != before:
                request = f"linked.{match}.{found.info.version}.{number}"
                await self._hand_over(
                    HandOver(request=request, person=before, match=match, to=person)
                )

    async def _hand_over(self, command: HandOver) -> None:
        given_up = await self._tournaments.following(command)
        if isinstance(await self._decided(command), Accepted):
            for follows in given_up:
                await self._decided(follows)
        if table := await self._tournaments.table_of(command.match, command.to):
            await self._unite_one(table)

    async def move(self, before: PersonId, person: PersonId) -> None:
        """Moves everything that one person has at tables to another person: seats, and private
        pictures, also those of finished matches that are still shown."""
        rows = (
            *await self._store.tournaments_of(before),
            *await self._store.matches_of(before),
        )
        live = [row.info.match for row in rows]
        shown = [one.match for one in (await self._store.kept_of(before)).surfaces]
        for match in dict.fromkeys((*live, *shown)):
            await self.unite(match)
            await self._surfaces.give(match, before, person)
        for row in await self._store.matches_of(person):
            if await self._bars.refusal(row.info.community, person):
                await self.put_out(row.info.community, person)

    async def show_anew(self, person: PersonId) -> None:
        """Draws the person's private pictures anew, after a user was unlinked: the user must no
        longer see the person's hand."""
        for row in await self._store.matches_of(person):
            for surface in await self._store.surfaces_of(row.info.match):
                if surface.person == person:
                    await self._surfaces.redraw(surface.id)

    # --- people who go ---------------------------------------------------------------------------

    async def put_out(self, community: CommunityId, person: PersonId) -> None:
        """Takes a barred person away from the community's tables, also as an onlooker. In running
        matches a robot keeps the seat."""
        for info in (row.info for row in await self._store.matches_of(person)):
            seat = info.seat_of(person)
            if info.community == community and seat is not None and not seat.left:
                await self._take_away(info, person)
        for info in (row.info for row in await self._store.tournaments_of(person)):
            if info.community == community:
                await self._take_away(info, person)
        for info in (row.info for row in await self._store.matches_in(community)):
            if info.onlooker(person) is not None:
                await self._take_away(info, person)

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

    async def let_onlooker_go(self, lost: Surface) -> None:
        """Ends a person's looking on if this lost surface was the last one that showed them the
        table."""
        await self.look_on_no_longer(lost.match, lost.person, lost.id)

    async def look_on_no_longer(self, match: MatchId, person: PersonId, gone: str) -> None:
        """Ends a person's looking on, unless another surface still shows them the table. ``gone``:
        the id of a surface that no longer counts."""
        found = await self._running.newest(match) if person else None
        if found is None or found.info.onlooker(person) is None:
            return
        if any(one.person == person for one in await self._store.surfaces_of(match)):
            return
        request = f"gone.{match}.{gone}.{found.info.version}"
        await self._handle(Leave(request=request, person=person, match=match))

    async def _take_away(self, info: MatchInfo, person: PersonId) -> None:
        request = f"barred.{info.match}.{info.version}"
        await self._handle(Leave(request=request, person=person, match=info.match))


def _everybody(info: MatchInfo) -> tuple[PersonId, ...]:
    """All people who have a place at a table, each once: in a seat (also a kept one) and as
    onlookers. In a tournament also its host and the partners that people have asked for."""
    held = info.tournament
    there = (
        *info.sitting,
        *((info.host, *held.chosen) if held is not None else ()),
        *dict(info.kept),
        *(one.person for one in info.onlookers),
        *info.silent_onlookers,
    )
    return tuple(dict.fromkeys(there))

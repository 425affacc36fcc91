"""The part of handling before a match decides: it finds the table of a command, asks whether the
community allows the command, and makes sure that two commands at once cannot pass a limit together.
"""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from msgspec.structs import replace

from bot.community.house_rules import HouseRules
from bot.community.parts import PeopleParts
from bot.handling.commits import Commits
from bot.handling.hand_overs import HandOvers
from bot.handling.presence import Presence
from bot.match.deadline_kinds import begins_tournament, goes_on_with_series, looks_who_is_here
from bot.match.parts import PlayParts
from bot.match.strengths import strength_of
from bot.messages import (
    Accepted,
    AddRobot,
    AnyCommand,
    AnyReply,
    Join,
    LookOn,
    MatchId,
    OpenQuick,
    OpenRoom,
    OpenTable,
    PersonId,
    Refused,
    Rematch,
    Return,
    SayPhrase,
    SetOptions,
    ShareDaily,
    Start,
    Tick,
)
from bot.model import MatchInfo, Status, with_terms
from bot.reasons import ServiceReason
from bot.store.processes import held
from bot.store.queries import match_queries


class MatchFinder:
    """Takes each command to its match, or refuses it before that."""

    def __init__(
        self, play: PlayParts, people: PeopleParts, commits: Commits, hand_overs: HandOvers
    ) -> None:
        self._store = play.store
        self._queues = play.queues
        self._running = play.running
        self._tournaments = play.tournaments
        self._admission = people.admission
        self._bars = people.bars
        self._users = people.users
        self._calls = people.calls
        self._erasure_notes = people.erasure_notes
        self._named_people = people.named_people
        self._partners = people.partners
        self._quick_queue = people.quick_queue
        self._league_teams = people.league_teams
        self._profiles = people.profiles
        self._foreign_robots = people.foreign_robots
        self._commits = commits
        self._hand_overs = hand_overs
        self._house_rules = HouseRules(play, people)
        self._presence = Presence(play.store, play.running, play.time, play.config)

    async def decide(self, command: AnyCommand) -> AnyReply:
        """Decides a command and returns the answer; those of one match one after another."""
        if isinstance(command, OpenTable):
            return await self._open(command)
        if isinstance(command, OpenQuick | OpenRoom):
            return await self._open_for(command)
        if isinstance(command, Join):
            meant = await self._meant(command)
            if isinstance(meant, Refused):
                return await self._commits.refuse(command, meant)
            command = meant
        elif isinstance(command, LookOn | Return | Rematch | SayPhrase | ShareDaily) and (
            barred := await self._house_rules.keep_away(command)
        ):
            return await self._commits.refuse(command, barred)
        async with self._queues.turn(command.match):
            if isinstance(command, Rematch):
                return await self._open_again(command)
            if isinstance(command, Join) and await self._is_new(command):
                return await self._sit_down(command)
            if isinstance(command, LookOn | SetOptions) and (
                refused := await self._forbidden(command)
            ):
                return await self._commits.refuse(command, refused)
            if isinstance(command, AddRobot | Start):
                prepared = await self._prepared(command)
                if isinstance(prepared, Refused):
                    return await self._commits.refuse(command, prepared)
                command = prepared
            if isinstance(command, Tick):
                return await self._tick(command)
            return await self._commits.decide(command, command.match)

    async def _prepared(self, command: AddRobot | Start) -> AddRobot | Start | Refused:
        """The command with everything that its match has to know, or the refusal."""
        if isinstance(command, AddRobot):
            if not command.foreign:
                return command
            found = await self._running.load(command.match)
            info = None if found is None else found.info
            return await self._foreign_robots.seated(command, info)
        command = replace(command, seeds=await self._tournaments.seeds(command.match))
        strength = await strength_of(self._store, self._running, command.match)
        expected = await self._admission.expected(command.match)
        return replace(command, strength=strength, expected=expected)

    @asynccontextmanager
    async def alone(self, person: PersonId) -> AsyncIterator[bool]:
        """Prevents others from giving this person a seat while the context lasts, so that a limit
        holds. Gives ``False`` if another process is doing so now."""
        async with (
            self._queues.turn("person " + person),
            held(self._store.processes, f"seating:{person}") as alone,
        ):
            yield alone

    # --- a new table -----------------------------------------------------------------------------

    async def _open(self, command: OpenTable) -> AnyReply:
        # Only one table at a time for a person and for a place. Otherwise two tables opened at once
        # could both take the last room.
        async with self.alone(command.person) as alone, self._queues.turn("place " + command.place):
            if not alone:
                return Refused(ServiceReason.TRY_AGAIN)
            # The bot is back in a community where people play.
            await self._erasure_notes.back(command.community)
            here = await self._store.read(match_queries.matches_at, command.place)
            if forbidden := await self._house_rules.refuse_opening(command, here):
                return await self._commits.refuse(command, forbidden)
            if command.challenged:
                found = await self._challenged(command)
                if isinstance(found, Refused):
                    return await self._commits.refuse(command, found)
                met = await self._profiles.head_to_head(command.person, found[0])
                command = replace(command, kept=(found,), met=met)
            return await self._commits.decide(command, "")

    async def _challenged(self, command: OpenTable) -> tuple[PersonId, str] | Refused:
        """The person who is challenged and their name, or the refusal."""
        if refused := self._calls.refusal(command.person):
            return refused
        found = await self._named_people.found(command.person, command.challenged, command.called)
        if isinstance(found, Refused):
            return found
        person, name = await self._users.person_of(found[0]), found[1]
        if await self._bars.refusal(command.community, person):
            return Refused(ServiceReason.PERSON_BARRED, parameters=(("name", name),))
        self._calls.note(command.person)
        return person, name

    async def _open_again(self, command: Rematch) -> AnyReply:
        """Opens a rematch, under the community's rules for any table, unless it is open already."""
        async with self.alone(command.person) as alone:
            if not alone:
                return Refused(ServiceReason.TRY_AGAIN, command.match)
            found = await self._running.newest(command.match)
            if found is None or found.info.status is not Status.OVER or found.info.successor:
                return await self._commits.decide(command, command.match)
            reply = await self._rematch(command, found.info)
            if isinstance(reply, Accepted):
                await self._invite_again(reply.match, found.info)
            return reply

    async def _rematch(self, command: Rematch, info: MatchInfo) -> AnyReply:
        wanted = with_terms(info, info.coming)
        async with self._queues.turn("place " + info.place):
            here = await self._store.read(match_queries.matches_at, info.place)
            if forbidden := await self._house_rules.refuse_rematch(wanted, command.person, here):
                return await self._commits.refuse(command, replace(forbidden, match=info.match))
            people = [seat.person for seat in info.people]
            barred = [
                person for person in people if await self._bars.refusal(info.community, person)
            ]
            command = replace(command, without=tuple(barred))
            return await self._commits.decide(command, command.match)

    async def _tick(self, command: Tick) -> AnyReply:
        """Decides about a deadline. First it adds the facts that the match needs."""
        if begins_tournament(command.deadline):
            command = replace(command, seeds=await self._tournaments.seeds(command.match))
        if looks_who_is_here(command.deadline):
            command = await self._presence.noted(command)
        if goes_on_with_series(command.deadline):
            return await self._go_on_with_series(command)
        return await self._commits.decide(command, command.match)

    async def _go_on_with_series(self, command: Tick) -> AnyReply:
        """Begins the next match of a series, unless the community bars one of its people, or one of
        them cannot pay the stake."""
        if (found := await self._running.load(command.match)) is not None:
            info = found.info
            for seat in info.people:
                if await self._bars.refusal(info.community, seat.person):
                    command = replace(command, stops=True)
        reply = await self._commits.decide(command, command.match)
        if isinstance(reply, Refused) and reply.reason is ServiceReason.SHORT_OF_CHIPS:
            return await self._commits.decide(replace(command, stops=True), command.match)
        return reply

    async def _invite_again(self, match: MatchId, before: MatchInfo) -> None:
        """Invites the people of a private table to its rematch."""
        made = await self._running.load(match)
        if made is not None and made.info.private and made.info.status is Status.LOBBY:
            await self._admission.invite(match, *(seat.person for seat in before.people))

    # --- the queue -------------------------------------------------------------------------------

    async def _open_for(self, command: OpenQuick | OpenRoom) -> AnyReply:
        """Opens a match with people who already have their seats."""
        if isinstance(command, OpenQuick):
            return await self._open_quick(command)
        return await self._open_room(command)

    async def _open_quick(self, command: OpenQuick) -> AnyReply:
        """Opens a match for people who waited in the queue. Nobody else can give them a seat
        meanwhile. Each must still wait and sit nowhere. If not, the refusal names the person."""
        people = [person for person, _ in command.people]
        async with AsyncExitStack() as stack:
            for person in sorted(people):
                if not await stack.enter_async_context(self.alone(person)):
                    return Refused(ServiceReason.TRY_AGAIN)
            for person in people:
                told = (("person", person),)
                if await self._quick_queue.ticket_of(person) is None:
                    return Refused(ServiceReason.NOT_WAITING, parameters=told)
                if await self.quick_refusal(person) is not None:
                    return Refused(ServiceReason.ALREADY_SEATED, parameters=told)
            return await self._commits.decide(command, "")

    async def _open_room(self, command: OpenRoom) -> AnyReply:
        """Opens a room of a league for people who wait for it. Nobody else can give them a seat
        meanwhile. Each must still wait and sit nowhere. If not, the refusal names the person."""
        async with AsyncExitStack() as stack:
            for person in sorted(person for person, _ in command.people):
                if not await stack.enter_async_context(self.alone(person)):
                    return Refused(ServiceReason.TRY_AGAIN)
            for person, _ in command.people:
                told = (("person", person),)
                if await self._league_teams.wait_of(person) is None:
                    return Refused(ServiceReason.NOT_WAITING, parameters=told)
                if await self._bars.refusal(command.community, person) is not None:
                    return Refused(ServiceReason.NOT_WAITING, parameters=told)
                if not command.slow and await self.quick_refusal(person) is not None:
                    return Refused(ServiceReason.ALREADY_SEATED, parameters=told)
            async with self._queues.turn(command.match):
                return await self._commits.decide(command, command.match)

    async def quick_refusal(self, person: PersonId) -> Refused | None:
        """The reason why this person may not wait in the queue; ``None``: they may. A person in a
        match that does not last for days has a match already."""
        if refused := await self._bars.refusal("", person):
            return refused
        for row in await self._store.read(match_queries.matches_of, person):
            info, seat = row.info, row.info.seat_of(person)
            sits = seat is not None and not info.has_gone(seat)
            if sits and info.daily is None and not info.is_slow:
                return Refused(ServiceReason.ALREADY_SEATED, info.match)
        return await self._house_rules.too_many_tables(person)

    # --- a seat at a table -----------------------------------------------------------------------

    async def _meant(self, command: Join) -> Join | Refused:
        """The command with the table that it means and the partner that it names. A refusal if
        there is none for this person."""
        if command.invitation:
            match = await self._admission.match_of(command.invitation)
            if not match:
                return Refused(ServiceReason.NO_SUCH_INVITATION)
            command = replace(command, match=match)
        if barred := await self._house_rules.keep_away(command):
            return barred
        if command.invitation:
            await self._admission.invite(command.match, command.person)
        if command.partner:
            found = await self._running.load(command.match)
            return command if found is None else await self._partners.found(command, found.info)
        return command if command.accepts else await self._at_tournament(command)

    async def _at_tournament(self, command: Join) -> Join | Refused:
        """Sends an entrant of a tournament to their own table of it. If the entrant opens the table
        with this command, the other side is called; so too many calls are refused."""
        if table := await self._tournaments.table_of(command.match, command.person):
            await self._hand_overs.unite(table)
            return replace(command, match=table, from_tournament=True)
        if await self._tournaments.would_open(command.match, command.person):
            if often := self._calls.refusal(command.person):
                return replace(often, match=command.match)
            self._calls.note(command.person)
        return command

    async def _sit_down(self, command: Join) -> AnyReply:
        """Decides about a seat that the person does not have yet."""
        if refused := await self._house_rules.refuse_seat(command):
            return await self._commits.refuse(command, refused)
        async with self.alone(command.person) as alone:
            if not alone:
                return Refused(ServiceReason.TRY_AGAIN, command.match)
            if not await self._is_expected(command) and (
                enough := await self._house_rules.too_many_tables(command.person)
            ):
                return await self._commits.refuse(command, replace(enough, match=command.match))
            return await self._commits.decide(command, command.match)

    async def _is_new(self, command: Join) -> bool:
        """Whether the person has no seat at that table yet."""
        found = await self._running.load(command.match)
        return found is not None and found.info.seat_of(command.person) is None

    async def _is_expected(self, command: Join) -> bool:
        """Whether the person already plays in that tournament, or in the tournament of that table.
        No limit keeps such a person from their match."""
        found = await self._running.load(command.match)
        if found is None:
            return False
        tournament, kept = found.info.tournament, dict(found.info.kept)
        entered = tournament is not None and tournament.entrant(command.person) is not None
        return entered or (bool(found.info.part_of) and command.person in kept)

    async def _forbidden(self, command: LookOn | SetOptions) -> Refused | None:
        """The reason why the community forbids this command; ``None``: it is allowed."""
        if isinstance(command, LookOn):
            return await self._house_rules.shut_out(command)
        return await self._house_rules.refuse_options(command)

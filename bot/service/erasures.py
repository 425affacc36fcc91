"""Erases people who ask for it, and communities that the bot has left.

A person who asks is erased some days later. Nothing is lost before that moment, and they may change
their mind until then. After that moment, all matches are written without the person, one after
another. Then all other data are deleted in one transaction, together with the note that the person
is to be erased. If a process dies before that, the note is still there, and another process starts
again from the beginning.

The notes are in :mod:`bot.community.erasure_notes`."""

from collections.abc import Awaitable
from typing import Final

import structlog

from bot.community.admission import settings_about
from bot.community.erasure_notes import COMMUNITY, PERSON
from bot.community.foreign_robots import foreign_id
from bot.community.parts import PeopleParts
from bot.community.quick_queue import avoided
from bot.community.table_defaults import last_setting
from bot.handling.own_commands import OwnCommands
from bot.happenings import MatchChanged, OldDataCleared, UserErased
from bot.match.parts import PlayParts
from bot.messages import CommunityId, MatchId, PersonId, UserId
from bot.store.changes import Changes, Committed, Erase
from bot.store.errors import DamagedMatch
from bot.store.processes import held
from bot.store.queries import match_queries, people_queries
from bot.store.records import is_log_whole
from bot.store.writing.erasing import erased

_LEASE: Final = "erasures"
_DAY: Final = 86_400.0
_GRACE: Final = 60.0
"""Seconds to wait after the moment, because the clocks of several processes differ."""
_ATTEMPTS: Final = 20

log = structlog.get_logger(__name__)


def homes_of(person: PersonId) -> tuple[CommunityId, ...]:
    """The communities that may belong to this person alone: private chats with the bot."""
    platform, _, key = person.partition(":")
    return person, f"{platform}:@{key}"


class Erasures:
    """Lets people ask to be erased, and erases people and communities when the moment has come."""

    def __init__(self, play: PlayParts, people: PeopleParts, commands: OwnCommands) -> None:
        self._store = play.store
        self._running = play.running
        self._queues = play.queues
        self._time = play.time
        self._config = play.config
        self._happenings = play.happenings
        self._users = people.users
        self._bars = people.bars
        self._foreign_robots = people.foreign_robots
        self._notes = people.erasure_notes
        self._commands = commands
        self._unscrubbed = True

    # --- asking --------------------------------------------------------------------------------

    async def moment_of(self, person: PersonId) -> float | None:
        """The moment at which all data about this person are erased; ``None``: nobody asked. If one
        of their users asked just before it was linked, this counts for the whole person."""
        return await self._notes.moment_of((await self._users.of(person)).all)

    async def ask(self, person: PersonId) -> float:
        """Notes that the person is to be erased some days from now. Returns the moment (UTC seconds
        since the epoch). A second request changes nothing. The person leaves their tables at once,
        and can sit down nowhere until then."""
        person = await self._users.person_of(person)
        at = await self.moment_of(person)
        if at is None:
            at = await self._notes.ask(person)
            log.info("erasure_asked")
        await self._leave_tables(person)
        return at

    async def undo(self, person: PersonId) -> bool:
        """Withdraws the person's wish to be erased; ``False``: there was none, or it is due."""
        at = await self.moment_of(person)
        if at is None or at <= self._time.utc():
            return False
        await self._notes.undo((await self._users.of(person)).all)
        log.info("erasure_undone")
        return True

    async def _leave_tables(self, person: PersonId) -> None:
        for row in await self._store.read(match_queries.tournaments_of, person):
            await self._commands.leave(person, row.info, "erased")
        for row in await self._store.read(match_queries.matches_of, person):
            seat = row.info.seat_of(person)
            if seat is not None and not seat.left:
                await self._commands.leave(person, row.info, "erased")
        for match in dict.fromkeys(
            surface.match
            for surface in (await self._store.read(people_queries.kept_of, person)).surfaces
        ):
            found = await self._running.newest(match)
            if found is not None and found.info.onlooker(person) is not None:
                await self._commands.leave(person, found.info, "erased")

    # --- carrying out --------------------------------------------------------------------------

    async def old_data_cleared(self, _: OldDataCleared) -> None:
        """Erases people and communities that are due, and does other hourly work about people."""
        await self.carry_out()
        await self._bars.tidy()
        await self._users.merge_left_over()

    async def carry_out(self) -> None:
        """Erases everybody whose moment has come. Of several processes only one does it."""
        before = self._time.utc() - _GRACE
        people = await self._notes.due(PERSON, before)
        communities = await self._notes.due(COMMUNITY, before)
        if people or communities:
            async with held(self._store.processes, _LEASE) as alone:
                if not alone:
                    return
                for person in people:
                    await self._careful(self._erase(person))
                for community in communities:
                    await self._careful(self._purge(community))
            self._unscrubbed = True
        if self._unscrubbed:
            self._unscrubbed = not await self._store.scrub()

    async def _careful(self, work: Awaitable[None]) -> None:
        """Runs one erasure. If it fails, the others go on, and it is tried again an hour later."""
        try:
            await work
        except Exception as error:
            log.error("erasure_failed", error=type(error).__name__)

    async def _erase(self, user: UserId) -> None:
        # The user may have been linked at the moment at which they asked.
        person = await self._users.person_of(user)
        await self._leave_tables(person)
        # The matches from before a user was linked name the user itself.
        users = tuple(dict.fromkeys((*(await self._users.of(person)).all, user)))
        homes = tuple(home for user in users for home in homes_of(user))
        owners = tuple(dict.fromkeys((*users, *homes)))
        damaged: list[MatchId] = []
        for user in users:
            damaged += await self._write_all_without(user, homes_of(user))
            # The person's robot has its name from them, and its seat holds their name.
            damaged += await self._write_all_without(foreign_id(user), ())
            await self._bars.forget_who(user)
        # Answers to others may name this person, if the person was at a table then.
        since = self._time.utc() - self._config.erase + _DAY
        await self._store.commit(
            [
                Changes(
                    erase=Erase(
                        owners=owners,
                        settings=(
                            *(last_setting(home) for home in homes),
                            *(
                                name
                                for user in users
                                for name in (*settings_about(user), avoided(user))
                            ),
                        ),
                        answers_before=since,
                        matches=tuple(damaged),
                    )
                )
            ]
        )
        for user in users:
            await self._happenings.publish(UserErased(user))
        log.info("erasure_done")

    async def _write_all_without(
        self, who: PersonId, homes: tuple[CommunityId, ...]
    ) -> list[MatchId]:
        """Writes all matches without a person or a robot from outside. Returns the damaged ones."""
        damaged = []
        for match in await self._store.read(people_queries.matches_naming, (who, *homes)):
            async with self._queues.turn(match):
                if not await self._write_without(match, who, homes):
                    damaged.append(match)
                self._running.forget(match)
            await self._happenings.publish(MatchChanged(match))
        return damaged

    async def _write_without(
        self, match: MatchId, person: PersonId, homes: tuple[CommunityId, ...]
    ) -> bool:
        """Writes a match anew without a person. Returns ``False`` if the match is damaged, because
        then it is unknown where it names the person."""
        for _ in range(_ATTEMPTS):
            try:
                stored = await self._store.read(match_queries.load, match)
                rows = await self._store.read(match_queries.whole_log, match)
            except DamagedMatch:
                return False
            if stored is None:
                return True
            whole = tuple(row for row in rows if row.number <= stored.row.info.version)
            if not is_log_whole(stored.row, whole, stored.packed):
                return False
            changes = Changes(matches=(erased(stored, whole, person, homes),))
            (outcome,) = await self._store.commit([changes])
            if isinstance(outcome, Committed):
                return True
        raise TimeoutError(match)

    async def _purge(self, community: CommunityId) -> None:
        """Erases everything about a community. A match of somebody who has played elsewhere too is
        kept, without its place. Nothing is erased while somebody plays."""
        if await self._store.read(match_queries.matches_in, community):
            return
        gone = []
        elsewhere: dict[PersonId, bool] = {}
        for match in await self._store.read(people_queries.matches_naming, (community,)):
            async with self._queues.turn(match):
                running = await self._running.newest(match)
                people = () if running is None else running.info.people
                needed = [
                    await self._plays_elsewhere(seat.person, community, elsewhere)
                    for seat in people
                ]
                if not any(needed) or not await self._write_without(match, "", (community,)):
                    gone.append(match)
                self._running.forget(match)
        kept_under = (community, *await self._bars.owners(community))
        erase = Erase(kept_under, (last_setting(community),), matches=tuple(gone))
        await self._store.commit([Changes(erase=erase)])
        await self._foreign_robots.forget_community(community)
        log.info("community_purged")

    async def _plays_elsewhere(
        self, person: PersonId, community: CommunityId, known: dict[PersonId, bool]
    ) -> bool:
        """Whether a person has results elsewhere. ``known``: the answers so far, by person."""
        if person not in known:
            results = (await self._store.read(people_queries.kept_of, person)).results
            known[person] = any(result.community != community for result in results)
        return known[person]

"""Gives each seat to the person to whom its user belongs now.

A user may be linked with others at any moment (:mod:`bot.community.linked_users`), and the process
that linked them may die before it has moved their seats."""

from typing import TypeVar

from msgspec.structs import replace

from bot.community.linked_users import LinkedUsers
from bot.handling.commits import Commits
from bot.match.running_matches import RunningMatches
from bot.match.tournament_reader import TournamentReader
from bot.messages import Accepted, AnyCommand, HandOver, MatchId, PersonId
from bot.model import MatchInfo, Status

C = TypeVar("C", bound=AnyCommand)


class HandOvers:
    """Replaces users with the people to whom they belong."""

    def __init__(
        self,
        running: RunningMatches,
        tournaments: TournamentReader,
        users: LinkedUsers,
        commits: Commits,
    ) -> None:
        self._running = running
        self._tournaments = tournaments
        self._users = users
        self._commits = commits

    async def in_name_of_person(self, command: C) -> C:
        """The command with the person to whom its user belongs now. If the command has a table, the
        seats of that table are corrected first. The adapter has looked the person up before. Since
        then the user may have been linked."""
        person = await self._users.person_of(command.person)
        match = getattr(command, "match", "")
        if match and (await self._users.of(person)).others:
            await self.unite(match)
        return command if person == command.person else replace(command, person=person)

    async def unite(self, match: MatchId) -> None:
        """Gives each seat of a table, also a kept one, to the person to whom its user belongs now.
        A table that has just ended is included, because it may have a rematch. For a table of a
        tournament, the tournament is corrected first, because it knows the person by the old id. If
        two units now belong to one person, one of the units gives its match up."""
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
        if isinstance(await self._commits.in_turn(command), Accepted):
            for follows in given_up:
                await self._commits.in_turn(follows)
        if table := await self._tournaments.table_of(command.match, command.to):
            await self._unite_one(table)


def _everybody(info: MatchInfo) -> tuple[PersonId, ...]:
    """All people who have a place at a table, each once: in a seat (also a kept one) and as
    onlookers. In a tournament also its host and the partners that people have asked for."""
    held = info.tournament
    there = (
        *info.sitting,
        *((info.host, *held.chosen) if held is not None else ()),
        *dict(info.kept),
        *(onlooker.person for onlooker in info.onlookers),
        *info.silent_onlookers,
    )
    return tuple(dict.fromkeys(there))

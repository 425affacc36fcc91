"""Decides a command on the newest state of its match, and stores the result.

If another process has changed the match meanwhile, nothing is stored, and it is decided again."""

import asyncio
from typing import Final

from msgspec.structs import replace

from bot.community.board_places import boards_wanted
from bot.community.league_teams import waits_no_more
from bot.community.parts import PeopleParts
from bot.community.quick_queue import gone
from bot.community.table_defaults import TAUGHT, last_setting, remembered
from bot.environment import NO_ANSWERS, Environment
from bot.happenings import DeadlinesSet, MatchChanged
from bot.match.daily import is_past
from bot.match.day_answers import DayAnswers
from bot.match.decide import Decision, decide, with_tournament
from bot.match.parts import PlayParts
from bot.match.running_match import RunningMatch
from bot.match.thinking import Thinking
from bot.match.tournament_reader import Following
from bot.match.tournaments import has_ended
from bot.messages import (
    AnyCommand,
    AnyReply,
    CommunityId,
    HandOver,
    MatchId,
    OpenQuick,
    OpenRoom,
    PersonId,
    PlaceId,
    Refused,
    Start,
    Tick,
)
from bot.model import Status
from bot.reasons import ServiceReason
from bot.store.changes import Changes, Committed, Repeated, Short
from bot.store.model import Setting, StoredAnswer

_ATTEMPTS: Final = 20


class Commits:
    """Decides commands and stores the results. The caller makes sure that the commands of one match
    are decided one after another; :meth:`in_turn` does so itself."""

    def __init__(self, play: PlayParts, people: PeopleParts) -> None:
        self._store = play.store
        self._config = play.config
        self._time = play.time
        self._chance = play.chance
        self._vault = play.vault
        self._chain = None if play.beacon is None else play.beacon.chain
        self._observer = play.observer
        self._happenings = play.happenings
        self._queues = play.queues
        self._lived = play.lived
        self._running = play.running
        self._admission = people.admission
        self._purses = people.purses
        self._users = people.users
        self._champions = people.champions
        self._thinking = Thinking(decide)
        self._answers = DayAnswers(play.store)

    async def in_turn(self, command: HandOver | Following) -> AnyReply:
        """Decides a command after those that came before it for its match."""
        async with self._queues.turn(command.match):
            return await self.decide(command, command.match)

    async def refuse(self, command: AnyCommand, refused: Refused) -> AnyReply:
        """Refuses a command undecided. A request that was answered before gets its first answer."""
        return await self._commit(command, Decision(refused)) or refused

    async def decide(self, command: AnyCommand, match: MatchId) -> AnyReply:
        """Decides a command for this match (empty: a new one), stores it, returns the answer."""
        for _ in range(_ATTEMPTS):
            found = await self._running.with_secret(match) if match else None
            if found is None and self._running.is_damaged(match):
                return Refused(ServiceReason.DAMAGED, match)
            day = "" if found is None or found.info.daily is None else found.info.sealed_as
            environment = Environment(
                self._time.now(),
                self._time.utc(),
                self._chance,
                self._config,
                self._vault,
                await self._answers.of(day) if day else NO_ANSWERS,
                self._chain,
                await self._boards_of(found),
            )
            if isinstance(command, Tick):
                decision = await self._thinking.decide(found, command, environment)
            else:
                decision = decide(found, command, environment)
            unchanged = found if not decision.changes else None
            if unchanged is not None and not await self._running.is_newest(unchanged):
                continue
            if (reply := await self._stored(command, found, decision, environment)) is not None:
                return reply
            self._running.forget(match)
            self._answers.forget(day)
        return Refused(ServiceReason.TRY_AGAIN, match)

    async def _boards_of(
        self, found: RunningMatch | None
    ) -> tuple[tuple[CommunityId, PlaceId], ...]:
        """The places of communities that want the scoreboard of the day, if this table holds the
        day's secret and closes now."""
        day = None if found is None else found.info.daily
        if found is None or day is None or not found.info.is_sealed_day:
            return ()
        closes = found.info.status is Status.LOBBY and is_past(found.info, self._time.utc())
        return await boards_wanted(self._store, day.number) if closes else ()

    async def _stored(
        self,
        command: AnyCommand,
        before: RunningMatch | None,
        decision: Decision,
        environment: Environment,
    ) -> AnyReply | None:
        """Stores a decision. If it ends a table of a tournament, the change to the tournament is
        stored with it. Returns as :meth:`_commit`."""
        tables = [
            table for table in decision.after if before and has_ended(before.info, table.info)
        ]
        if not tables:
            return await self._commit(command, decision)
        ended = tables[0]
        # Matches of a tournament that end at the same time are stored one after another.
        async with self._queues.turn(ended.info.part_of):
            tournament = await self._running.newest_with_secret(ended.info.part_of)
            if tournament is not None:
                decision = with_tournament(decision, tournament, ended, environment)
            return await self._commit(command, decision)

    async def _commit(self, command: AnyCommand, decision: Decision) -> AnyReply | None:
        """Stores a decision. Returns the reply; ``None``: another process was faster."""
        answer = None
        if not isinstance(command, Tick):
            now = self._time.utc()
            answer = StoredAnswer(command.person, command.request, decision.reply, now)
        elif not decision.changes:
            return decision.reply
        notices, told = await self._champions.due(decision.changes, self._time.utc())
        if notices:
            first, *others = decision.changes
            first = replace(first, notices=(*first.notices, *notices))
            decision = replace(decision, changes=(first, *others))
        try:
            changes = Changes(
                matches=decision.changes,
                answer=answer,
                settings=(*_remembered(command, decision), *told),
                lived=self._lived.note(),
            )
            began = asyncio.get_running_loop().time()
            (outcome,) = await self._store.commit([changes])
            took = asyncio.get_running_loop().time() - began
        except BaseException:
            # It is unknown whether the decision was stored, so the remembered matches can no longer
            # be trusted.
            for after in decision.after:
                self._running.forget(after.info.match)
            raise
        match outcome:
            case Committed():
                for change in decision.changes:
                    self._answers.note(change.answers)
                await self._tell(command, decision, took)
                return decision.reply
            case Repeated(reply):
                return reply
            case Short(people):
                return await self._short_of_chips(decision, people)
            case _:
                return None

    async def _tell(self, command: AnyCommand, decision: Decision, took: float) -> None:
        """Publishes that these matches have changed, to all parts that depend on them."""
        steps = sum(len(change.log) for change in decision.changes)
        self._observer.committed(took, steps)
        for after in decision.after:
            self._running.remember(after)
            await self._happenings.publish(MatchChanged(after.info.match))
            if after.info.status in (Status.CLOSED, Status.OVER):
                await self._admission.end(after.info.match)
            elif isinstance(command, Start):
                await self._admission.end_lobby(after.info.match)
            if after.deadlines:
                await self._happenings.publish(DeadlinesSet(after.info.match))
        for change in decision.changes:
            for notice in change.notices:
                await self._happenings.publish(MatchChanged(notice.match))

    async def _short_of_chips(self, decision: Decision, people: tuple[PersonId, ...]) -> Refused:
        """The refusal to begin a match because these people have spent their chips since they sat
        down. For a tournament: to enter a person who has spent them since they were asked."""
        info = decision.after[-1].info
        if info.tournament is not None:
            refused = await self._purses.refusal(people[0], info.stake)
            return replace(refused or Refused(ServiceReason.TRY_AGAIN), match=info.match)
        seats = [(seat.name, await self._users.person_of(seat.person)) for seat in info.people]
        names = [name for name, person in seats if person in people]
        parameters = (("names", ", ".join(names)),)
        return Refused(ServiceReason.SHORT_OF_CHIPS, info.match, parameters)


def _remembered(command: AnyCommand, decision: Decision) -> tuple[Setting, ...]:
    """The settings that are stored with the decision. When a match starts, its options are stored
    as the host's last ones. Of a guided match, only its beginning is stored. Of a hand of the day
    nothing is stored, because its options are not the person's. For people who got a match by the
    queue or a league, the note that they wait is removed."""
    if isinstance(command, OpenQuick):
        return tuple(gone(person) for person, _ in command.people)
    if isinstance(command, OpenRoom):
        return tuple(waits_no_more(person) for person, _ in command.people)
    if not isinstance(command, Start) or not decision.after:
        return ()
    info = decision.after[-1].info
    if info.lesson is not None:
        return (Setting(command.person, TAUGHT, info.variant),)
    if info.daily is not None:
        return ()
    if info.tournament is not None:
        info = replace(info, stake=0)
    return (Setting(command.person, last_setting(info.community), remembered(info)),)

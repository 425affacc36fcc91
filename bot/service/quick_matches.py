"""Brings together those who want to play with somebody now (:mod:`bot.community.quick_queue`).

Every process does so, for everybody who waits. A match is opened while nobody else can give one of
its people a seat, and in one transaction with their leaving the queue. So nobody is brought
together with two, and if the process dies, either the match is there or they still wait.
"""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Final

import structlog

from bot.community.parts import PeopleParts
from bot.community.quick_queue import PLAYERS, USUAL, QueueState, Ticket, Wish, candidates, game_of
from bot.handling.parts import HandlingParts
from bot.match.names import shown_name
from bot.match.parts import PlayParts
from bot.match.strengths import rating_of
from bot.messages import Accepted, CommunityId, OpenQuick, PersonId, Refused
from bot.reasons import ServiceReason
from bot.store.results.ratings import START

_LOOKS_AGAIN: Final = 2.0
"""Seconds between two looks at those who wait."""
_LOOKS_ANYWAY: Final = 60.0
"""Seconds after which a process looks that knows of nobody who waits."""

log = structlog.get_logger(__name__)


class QuickMatches:
    """Puts people into the queue, and makes matches of those who wait."""

    def __init__(self, play: PlayParts, people: PeopleParts, handling: HandlingParts) -> None:
        self._store = play.store
        self._time = play.time
        self._under_way = play.under_way
        self._bars = people.bars
        self._queue = people.quick_queue
        self._finder = handling.finder
        self._rounds = handling.rounds
        self._wake = asyncio.Event()

    # --- what a person does --------------------------------------------------------------------

    async def wait(
        self, person: PersonId, name: str, community: CommunityId, wish: Wish = USUAL
    ) -> Refused | None:
        """From now on this person waits, unless they may not."""
        if not shown_name(name):
            return Refused(ServiceReason.BAD_NAME)
        barred = await self._bars.refusal(community, person)
        async with self._finder.alone(person) as alone:
            if not alone:
                return Refused(ServiceReason.TRY_AGAIN)
            refused = barred or await self._finder.quick_refusal(person)
            if refused is None:
                await self._queue.put(person, name, community, wish)
        if refused is None:
            await self.bring_together()
            self._wake.set()
        return refused

    async def leave(self, person: PersonId) -> Refused | None:
        """This person waits no longer."""
        if await self._queue.ticket_of(person) is None:
            return Refused(ServiceReason.NOT_WAITING)
        async with self._finder.alone(person) as alone:
            if not alone:
                return Refused(ServiceReason.TRY_AGAIN)
            if await self._queue.ticket_of(person) is None:
                return Refused(ServiceReason.NOT_WAITING)
            await self._queue.drop(person)
        return None

    async def against_robot(self, person: PersonId) -> Refused | None:
        """This person, who waits, plays against a robot at once."""
        ticket = await self._queue.ticket_of(person)
        if ticket is None:
            return Refused(ServiceReason.NOT_WAITING)
        return await self._open(ticket)

    async def of(self, person: PersonId) -> QueueState:
        """How this person waits."""
        everybody = await self._queue.waiting()
        mine = next((ticket for ticket in everybody if ticket.person == person), None)
        others = sum(mine is not None and mine.wants(ticket) for ticket in everybody)
        return QueueState(mine, others)

    # --- what happens by itself ------------------------------------------------------------------

    async def run(self) -> None:
        """Looks for people who may play together, again and again."""
        while True:
            self._wake.clear()
            waits = True
            try:
                waits = await self.bring_together()
            except Exception as error:  # those who wait are looked at again in a moment
                log.error("quick_failed", error=type(error).__name__)
            pause = _LOOKS_AGAIN if waits else _LOOKS_ANYWAY
            await self._time.wait(self._wake, self._time.now() + pause)

    async def bring_together(self) -> bool:
        """Opens the matches that are possible now. Returns whether anybody still waits."""
        left = list(await self._queue.waiting())
        ratings = await self._ratings(left) if len(left) > 1 else {}
        while left:
            ticket = left.pop(0)
            try:
                await self._find(ticket, left, ratings)
            except Exception as error:  # the others do not wait for it
                log.error("quick_failed", error=type(error).__name__)
        return bool(await self._queue.waiting())

    async def _find(
        self, ticket: Ticket, left: list[Ticket], ratings: Mapping[PersonId, int]
    ) -> None:
        """Opens a match for this person, if one is possible now, and takes out of ``left`` whoever
        plays in it or does not wait any more."""
        now = self._time.utc()
        if await self._queue.is_stale(ticket):
            await self._queue.drop(ticket.person)
            return
        group = [ticket]
        for other in candidates(ticket, left, ratings, now):
            if not await self._may_join(group, other):
                continue
            group.append(other)
            if len(group) == ticket.players and await self._opened(group, left):
                return
        if ticket.fills(now):
            await self._opened([waiting for waiting in group if waiting.fill], left)

    async def _opened(self, group: list[Ticket], left: list[Ticket]) -> bool:
        """Tries to open the match of these people, with robots where they are too few. Returns
        whether the first of them needs none any more. If there was no match, ``group`` keeps those
        who may still play together; whoever does not wait any more leaves ``left`` too."""
        refused = await self._open(*group)
        out = "" if refused is None else _who_is_out(refused)
        gone = [ticket for ticket in group if refused is None or ticket.person == out]
        is_done = group[0] in gone
        if not gone:
            gone = group[-1:]  # nobody knows who cannot play just now: somebody else may
        else:
            left[:] = [ticket for ticket in left if ticket not in gone]
        group[:] = [ticket for ticket in group if ticket not in gone]
        return is_done

    async def _ratings(self, tickets: Sequence[Ticket]) -> dict[PersonId, int]:
        """The ratings of all of them, each in the game that they want."""
        found = {}
        for ticket in tickets:
            rating = await rating_of(self._store, ticket.person, game_of(ticket))
            found[ticket.person] = START if rating is None else rating
        return found

    async def _may_join(self, group: Sequence[Ticket], other: Ticket) -> bool:
        """Whether somebody wants to play what each of the others wants, none of them avoids the
        other, and none is barred where the other one asked."""
        if not all(ticket.wants(other) for ticket in group):
            return False
        for mine, theirs in (
            pair for ticket in group for pair in ((ticket, other), (other, ticket))
        ):
            if theirs.person in await self._queue.avoids(mine.person):
                return False
            if await self._bars.refusal(mine.asked_in, theirs.person) is not None:
                return False
        return True

    async def _open(self, *tickets: Ticket) -> Refused | None:
        """Opens the match of these people, with robots where they are too few. Of four the
        strongest and the weakest are partners. People who no longer wait, or sit somewhere, are
        named in the refusal and leave the queue; the others stay where they were."""
        ratings = await self._ratings(tickets)
        if len(tickets) == max(PLAYERS):
            first, second, third, last = sorted(tickets, key=lambda one: -ratings[one.person])
            tickets = (first, second, last, third)
        whose = "+".join(f"{ticket.person}@{ticket.mark or ticket.at}" for ticket in tickets)
        command = OpenQuick(
            request=f"quick.{whose}",
            person=tickets[0].person,
            people=tuple((ticket.person, ticket.name) for ticket in tickets),
            variant=game_of(*tickets),
            players=tickets[0].players,
            strength=round(sum(ratings.values()) / len(ratings)) - START,
        )
        reply = await self._under_way.finish(command, self._finder.decide)
        if isinstance(reply, Accepted):
            await self._rounds.followed(command, reply)
            return None
        if not isinstance(reply, Refused):
            return Refused(ServiceReason.TRY_AGAIN)
        if out := _who_is_out(reply):
            await self._queue.drop(out)
        return reply


def _who_is_out(refused: Refused) -> PersonId:
    """The person who cannot play; empty: nobody in particular."""
    return dict(refused.parameters).get("person", "")

"""Brings people together who want to play with somebody now (:mod:`bot.community.quick_queue`).

Every process does so for all waiting people. A match is opened while nobody else can give its
people a seat. In the same transaction they leave the queue. So no person gets two matches, and if
the process dies, either the match exists or its people still wait."""

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
"""Seconds between two looks at the queue."""
_LOOKS_ANYWAY: Final = 60.0
"""Seconds between two looks if, as far as this process knows, nobody waits."""

log = structlog.get_logger(__name__)


class QuickMatches:
    """Puts people into the queue, and makes matches of them."""

    def __init__(self, play: PlayParts, people: PeopleParts, handling: HandlingParts) -> None:
        self._store = play.store
        self._time = play.time
        self._under_way = play.under_way
        self._bars = people.bars
        self._queue = people.quick_queue
        self._finder = handling.finder
        self._rounds = handling.rounds
        self._wake = asyncio.Event()

    # --- commands of a person ------------------------------------------------------------------

    async def wait(
        self, person: PersonId, name: str, community: CommunityId, wish: Wish = USUAL
    ) -> Refused | None:
        """Puts this person into the queue, or returns the refusal."""
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
        """Takes this person out of the queue."""
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
        """Gives this waiting person a match against a robot at once."""
        ticket = await self._queue.ticket_of(person)
        if ticket is None:
            return Refused(ServiceReason.NOT_WAITING)
        return await self._open(ticket)

    async def of(self, person: PersonId) -> QueueState:
        """The person's ticket in the queue."""
        everybody = await self._queue.waiting()
        mine = next((ticket for ticket in everybody if ticket.person == person), None)
        others = sum(mine is not None and mine.wants(ticket) for ticket in everybody)
        return QueueState(mine, others)

    # --- in the background ---------------------------------------------------------------------

    async def run(self) -> None:
        """Looks again and again for people who may play together."""
        while True:
            self._wake.clear()
            waits = True
            try:
                waits = await self.bring_together()
            except Exception as error:  # The next look tries the waiting people again.
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
            except Exception as error:  # The other people do not wait for this one.
                log.error("quick_failed", error=type(error).__name__)
        return bool(await self._queue.waiting())

    async def _find(
        self, ticket: Ticket, left: list[Ticket], ratings: Mapping[PersonId, int]
    ) -> None:
        """Opens a match for this person, if one is possible now. Removes from ``left`` the people
        who play in it and those who no longer wait."""
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
        """Tries to open the match of these people, with robots in the other seats. Returns whether
        the first of them needs no match any more. If there was no match, ``group`` keeps the people
        who may still play together, and people who no longer wait are removed from ``left`` too."""
        refused = await self._open(*group)
        out = "" if refused is None else _who_is_out(refused)
        gone = [ticket for ticket in group if refused is None or ticket.person == out]
        is_done = group[0] in gone
        if not gone:
            gone = group[-1:]  # It is unknown who cannot play just now, so another person is tried.
        else:
            left[:] = [ticket for ticket in left if ticket not in gone]
        group[:] = [ticket for ticket in group if ticket not in gone]
        return is_done

    async def _ratings(self, tickets: Sequence[Ticket]) -> dict[PersonId, int]:
        """The ratings of these people, each in the game that they want."""
        found = {}
        for ticket in tickets:
            rating = await rating_of(self._store, ticket.person, game_of(ticket))
            found[ticket.person] = START if rating is None else rating
        return found

    async def _may_join(self, group: Sequence[Ticket], other: Ticket) -> bool:
        """Whether the wishes of this person fit those of each person in the group. None of them may
        avoid the other, and none may be barred in the community where the other one asked."""
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
        """Opens the match of these people, with robots in the other seats. Of four people, the
        strongest and the weakest are partners. If a person no longer waits, or has a seat, the
        refusal names them and they leave the queue; the others stay in their places."""
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
    """The person who cannot play; empty: the refusal names nobody."""
    return dict(refused.parameters).get("person", "")

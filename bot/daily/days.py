"""Opens days and the hands of the day that people play.

Everything here may be done twice, and by several processes at once, because the id of a table of a
day is made from the day, the game and the person."""

from collections.abc import Iterable
from typing import Final, Protocol

from msgspec.structs import replace

from bot.beacon import NoPulse
from bot.community.parts import PeopleParts
from bot.daily.standings import DailyStandings
from bot.handling.parts import HandlingParts
from bot.happenings import UsersParting
from bot.match import daily
from bot.match.fair_deals import contributions_of
from bot.match.names import shown_name
from bot.match.parts import PlayParts
from bot.messages import (
    Accepted,
    AnyReply,
    BeginMatch,
    DealDaily,
    Leave,
    MatchId,
    PersonId,
    PlaceId,
    PlayDaily,
    Refused,
    SealDay,
    ShareDaily,
    Start,
    UserId,
    told_back,
)
from bot.model import MatchInfo, Status
from bot.reasons import ServiceReason
from engine.fairness.contributions import OFF
from engine.fairness.deal import AZAR_1
from engine.variants import VARIANTS

DAYS: Final = "day:"
"""The person in whose name days are opened."""


class Places(Protocol):
    """The places in which the bot can post."""

    async def takes_posts(self, place: PlaceId) -> bool:
        """Whether the bot can post in a place so that everybody there reads it."""


class Days:
    """Opens days and begins hands of the day."""

    def __init__(
        self,
        play: PlayParts,
        people: PeopleParts,
        handling: HandlingParts,
        standings: DailyStandings,
        places: Places,
    ) -> None:
        self._running = play.running
        self._matches = play.matches
        self._time = play.time
        self._users = people.users
        self._bars = people.bars
        self._finder = handling.finder
        self._hand_overs = handling.hand_overs
        self._standings = standings
        self._places = places
        self._beacon = play.beacon
        self.sealing: Final = play.vault is not None
        """Whether deals are sealed here: without seals there is no hand of the day."""
        wanted = play.vault is not None and play.vault.shares_days
        self.sharing: Final = wanted and play.beacon is not None
        """Whether this host deals the day that hosts share. Without a beacon the cards could be
        known before the day."""

    async def play(self, command: PlayDaily) -> AnyReply:
        """Begins the person's hand of the day, or finds the one that they have left or finished."""
        if not self.sealing:
            return Refused(ServiceReason.NO_DAILY)
        if not shown_name(command.name):
            return Refused(ServiceReason.BAD_NAME)
        if command.variant not in VARIANTS:
            wrong = (("variant", told_back(command.variant)),)
            return Refused(ServiceReason.NO_SUCH_VARIANT, parameters=wrong)
        if barred := await self._bars.refusal(command.community, command.person):
            return barred
        number = daily.number_at(self._time.utc())
        day = await self._today(number, command.variant)
        # The seals of the next day are published before that day begins.
        for table in self._tables(number + 1, command.variant):
            await self.sealed(table, number + 1, command.variant)
        if day is None:
            return Refused(ServiceReason.TRY_AGAIN)
        if (mine := await self._of_person(day.match, command)) is None:
            if day.status is not Status.LOBBY:
                # The clock was put back, so these cards may be public by now.
                return Refused(ServiceReason.DAILY_OPENED)
            await self._deal(day, command, daily.hand_id(day.match, ""), is_par=True)
            match = daily.hand_id(day.match, command.person)
            reply = await self._deal(day, command, match, is_par=False)
            if not isinstance(reply, Accepted):
                return reply
            mine = match
        return await self._begun(mine, command)

    async def part(self, parting: UsersParting) -> None:
        """Gives up hands of the day for users who are about to be parted, because they know the
        same cards. If one of the users has begun the hand of a day, each of the others gives it up.
        """
        users, number = parting.users, daily.number_at(self._time.utc())
        for variant in VARIANTS:
            for table in daily.tables_of(number, variant):
                await self._part(users, table)

    async def _part(self, users: Iterable[UserId], table: MatchId) -> None:
        day = await self._running.newest(table)
        if day is None or not day.info.is_sealed_day:
            return
        hands = {user: daily.hand_id(table, user) for user in users}
        begun = {hand for hand in hands.values() if await self._running.newest(hand) is not None}
        if not begun or (info := await self._mixed(day.info)) is None:
            return
        for user, match in hands.items():
            if match not in begun:
                await self._give_up(info, user, match)

    async def _give_up(self, day: MatchInfo, user: UserId, match: MatchId) -> None:
        given_up = _dealt(day, request=f"part.{match}", person=user, match=match)
        await self._finder.decide(given_up)
        await self._finder.decide(Leave(request=f"part.{match}.leave", person=user, match=match))

    async def is_beside(self, command: ShareDaily) -> bool:
        """Whether this hand of the day was played to its end and yet does not count, because its
        person has another result for that day."""
        found = await self._running.newest(command.match)
        if found is None or found.info.seat_of(command.person) is None:
            return False
        if not daily.has_result(found.info):
            return False
        counted = await self._standings.counted(found.info.sealed_as, command.person)
        return counted != command.match

    async def _today(self, number: int, variant: str) -> MatchInfo | None:
        """The table by which this host deals a day: the shared table, if the beacon has given its
        round for it, or else the host's own. A day goes on with the secret with which it began.
        ``None``: no table could be opened."""
        shared, own = daily.tables_of(number, variant)
        begun = await self._running.newest(own)
        if begun is None or not begun.info.added:
            there = await self._running.newest(shared)
            day = None if there is None else there.info
            if self.sharing:
                day = await self._mixed(await self.sealed(shared, number, variant))
                if day is None:
                    return None
            if day is not None and day.added and contributions_of(day).pulse is not None:
                return day
        return await self._mixed(await self.sealed(own, number, variant))

    def _tables(self, number: int, variant: str) -> tuple[MatchId, ...]:
        """The tables that may hold the secret of a day; this host will deal by one of them."""
        shared, own = daily.tables_of(number, variant)
        return (shared, own) if self.sharing else (own,)

    async def sealed(self, match: MatchId, number: int, variant: str) -> MatchInfo | None:
        """A table that holds the secret of a day, opened if it does not exist yet; ``None``: it
        could not be opened."""
        found = await self._running.newest(match)
        if found is None:
            await self._finder.decide(
                SealDay(
                    request=f"day.{match}", person=DAYS, match=match, number=number, variant=variant
                )
            )
            found = await self._running.newest(match)
        return found.info if found is not None and found.info.is_sealed_day else None

    async def _mixed(self, day: MatchInfo | None) -> MatchInfo | None:
        """The table of a day with the additions to its deals: the first round of the beacon in the
        day, the same for everybody (AZ-35)."""
        if day is None or day.added or day.daily is None:
            return day
        pulse, reason, number = None, OFF, 0
        if self._beacon is not None and day.protocol != AZAR_1.name:
            number = self._beacon.chain.round_after(day.daily.begins)
            try:
                pulse = await self._beacon.pulse(number)
            except NoPulse as missing:
                reason = missing.reason
        await self._finder.decide(
            BeginMatch(
                request=f"mix.{day.match}",
                person=DAYS,
                match=day.match,
                round=number,
                pulse=pulse,
                reason="" if pulse is not None else reason,
            )
        )
        found = await self._running.newest(day.match)
        return None if found is None else found.info

    async def _of_person(self, sealed: MatchId, command: PlayDaily) -> MatchId | None:
        """The person's match of that day, by any of their users; ``None``: there is none. If there
        are several, because the users were linked later, it is the match with their result, or else
        one that is still played."""
        users = (await self._users.of(command.person)).all
        counted = await self._standings.counted(sealed, command.person)
        own = [daily.hand_id(sealed, user) for user in dict.fromkeys((command.person, *users))]
        live = await self._matches.infos(await self._matches.of_person(command.person))
        going = [info.match for info in live if info.sealed_as == sealed]
        for match in dict.fromkeys((counted or "", *going, *own)):
            if match and await self._running.newest(match) is not None:
                await self._hand_overs.unite(match)
                return match
        return None

    async def _deal(
        self, day: MatchInfo, command: PlayDaily, match: MatchId, *, is_par: bool
    ) -> AnyReply:
        if await self._running.newest(match) is not None:
            return Accepted(match)
        if is_par:
            return await self._finder.decide(
                _dealt(day, request=f"{command.request}+par", person="", match=match)
            )
        shares = not command.private and await self._places.takes_posts(command.place)
        hand = _dealt(day, request=f"{command.request}+deal", person=command.person, match=match)
        asked_in = command.place if shares else ""
        return await self._finder.decide(
            replace(hand, name=command.name, community=command.community, asked_in=asked_in)
        )

    async def _begun(self, match: MatchId, command: PlayDaily) -> AnyReply:
        """Deals the first cards, unless they are dealt already."""
        found = await self._running.newest(match)
        if found is None:
            return Refused(ServiceReason.TRY_AGAIN)
        gone = found.info.status is Status.CLOSED
        if gone or found.info.seat_of(command.person) is None:
            return Refused(ServiceReason.DAILY_PLAYED, match)
        if found.info.status is Status.LOBBY:
            start = Start(request=f"{command.request}+start", person=command.person, match=match)
            await self._finder.decide(start)
        return Accepted(match)


def _dealt(day: MatchInfo, *, request: str, person: PersonId, match: MatchId) -> DealDaily:
    """The command that opens a hand of this day in no community."""
    assert day.daily is not None
    return DealDaily(
        request=request,
        person=person,
        match=match,
        name="",
        community=daily.PLACE,
        sealed=day.match,
        commitment=day.commitment,
        protocol=day.protocol,
        added=day.added,
        number=day.daily.number,
        variant=day.variant,
    )

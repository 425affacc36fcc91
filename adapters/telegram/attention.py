"""The people who look at Telegram now, and those that must be called by name in a group."""

from typing import Final

from cachetools import FIFOCache

from adapters.telegram.groups import Groups
from bot.messages import PersonId
from bot.model import MatchInfo, Seat
from bot.screen import Screen
from bot.service import Service
from bot.showing.attention import Attention
from bot.store.model import Surface

PLAYS: Final = 120.0
"""Seconds. A person who acted in a group less than this long ago plays there, not in private."""
_REMEMBERED: Final = 20_000


class PeoplesAttention(Attention):
    """Remembers who is looking and who has been called, and decides who must be called."""

    def __init__(self, service: Service, groups: Groups) -> None:
        super().__init__(service.time)
        self._service = service
        self._groups = groups
        self._called: FIFOCache[str, tuple[str, frozenset[int]]] = FIFOCache(_REMEMBERED)
        """By surface: a moment, and the seats that its message has called at that moment."""
        self._acted: FIFOCache[PersonId, float] = FIFOCache(_REMEMBERED)
        """The moment when each person last acted in a group, where others see the table."""

    def acted_in_group(self, person: PersonId) -> None:
        """Notes that this person has just acted by the buttons of a group, or by a line there."""
        self._acted[person] = self._service.time.now()

    async def plays_in_group(self, info: MatchInfo) -> bool:
        """Whether a person plays by the match's message in the group and waits for its picture."""
        since = self._service.time.now() - PLAYS
        if any(self._acted.get(seat.person, since) > since for seat in info.people):
            return True
        return await self.needs_places(info)

    # --- calling by name -----------------------------------------------------------------------

    def note_called(self, surface: Surface, screen: Screen, seats: list[Seat]) -> None:
        """Notes that the surface's message calls these people at this moment."""
        called = frozenset(seat.seat for seat in seats)
        self._called[surface.id] = (screen.point, called)

    def forget_called(self, surface: Surface) -> None:
        self._called.pop(surface.id, None)

    async def still_called(
        self, surface: Surface, screen: Screen, info: MatchInfo
    ) -> list[tuple[int, str]]:
        """Users and names of the people whom the message calls and the table still awaits."""
        called = self._called_at(surface, screen)
        return await self.named(
            [seat for seat in info.seats if seat.seat in called and seat.seat in screen.asked]
        )

    async def named(self, seats: list[Seat]) -> list[tuple[int, str]]:
        """Users and names of the people in these seats who have a user here."""
        users = [(await self._groups.user_of(seat.person), seat.name) for seat in seats]
        return [(user, name) for user, name in users if user is not None]

    def _called_at(self, surface: Surface, screen: Screen) -> frozenset[int]:
        moment, called = self._called.get(surface.id, ("", frozenset()))
        return called if moment == screen.point else frozenset()

    async def to_be_called(self, screen: Screen, info: MatchInfo) -> list[Seat]:
        """The seats whose people must be called: the table waits for them, they are not active,
        look at it in no window, and have no private chat with the bot."""
        found = []
        for seat in info.seats:
            if seat.seat not in screen.asked or not seat.present:
                continue
            user = await self._groups.user_of(seat.person)
            if user is None:
                continue
            looks = self.is_active(seat.person) or self._service.windows.looks(
                info.match, seat.person
            )
            if not (await self._groups.of(user)).open and not looks:
                found.append(seat)
        return found

    async def is_somebody_uncalled(self, surface: Surface, screen: Screen, info: MatchInfo) -> bool:
        """Whether somebody has to be called and the surface's message does not do so yet."""
        wanted = {seat.seat for seat in await self.to_be_called(screen, info)}
        return not wanted <= self._called_at(surface, screen)

    # --- buttons of a table --------------------------------------------------------------------

    async def needs_places(self, info: MatchInfo) -> bool:
        """Whether the table's message needs buttons that name cards by their place. People without
        a private chat may have no other buttons for their cards. The buttons stay while others
        play, because pictures in a group come late and the cards themselves do not change."""
        for seat in info.people:
            user = await self._groups.user_of(seat.person)
            if user is not None and not (await self._groups.of(user)).open:
                return True
        return False

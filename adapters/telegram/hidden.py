"""Hands as messages of the group that nobody but their owner sees, for people whose private chat
is closed.

An ordinary bot may send one only in answer to a press or a hidden command of that person; one that
runs the group may at any time, so there each new hand comes by itself, and again when its owner is
awaited. Nobody is told whether such a message arrives: notices on the screen, and the places of the
cards on the table's buttons, do without it.
"""

from collections import OrderedDict
from typing import Final

import structlog
from msgspec import Struct

from adapters.telegram.addresses import user_of
from adapters.telegram.layout import hand_page
from adapters.telegram.limits import GROUP_SPARE
from adapters.telegram.places import Known, Places
from adapters.telegram.wire import Receiver, Same, Trouble, Unreachable, Wire
from bot.messages import MatchId, PersonId
from bot.model import MatchInfo
from bot.queues import Queues
from bot.recent import keep
from bot.screens.types import Screen
from bot.service import Service

log = structlog.get_logger(__name__)

_REMEMBERED: Final = 5000


class _Shown(Struct, frozen=True):
    """Such a message."""

    chat: int
    number: int
    hand: int


class HiddenHands:
    """Shows them, one for each person and match."""

    def __init__(self, service: Service, wire: Wire, places: Places) -> None:
        self._service = service
        self._wire = wire
        self._places = places
        self._shown: OrderedDict[tuple[MatchId, PersonId], _Shown] = OrderedDict()
        self._runs: OrderedDict[int, bool] = OrderedDict()
        """Whether the bot is an administrator of a group."""
        self._refused: OrderedDict[tuple[int, PersonId], None] = OrderedDict()
        """Whom the server did not let us write to in a group: it is not tried again and again."""
        self._alone = Queues()

    def became(self, chat: int, *, admin: bool) -> None:
        """What the bot is in a group from now on."""
        keep(self._runs, chat, admin, _REMEMBERED)
        for one in [one for one in self._refused if one[0] == chat]:
            del self._refused[one]

    async def show(
        self, match: MatchId, known: Known, screen: Screen, chat: int, thread: int, to: Receiver
    ) -> None:
        """The hand as the answer to a press or a hidden command, where there is room for it."""
        if self._wire.hidden:
            async with self._alone.turn(f"{match} {known.person}"):
                await self._show(match, known, screen, chat, thread, to)

    async def _show(
        self, match: MatchId, known: Known, screen: Screen, chat: int, thread: int, to: Receiver
    ) -> None:
        before = self._shown.get((match, known.person))
        page = hand_page(screen)
        if before is not None and (before.chat, before.hand) == (chat, screen.number):
            if self._wire.limits.send(chat):
                return
            try:
                await self._wire.edit_hidden(chat, known.user, before.number, page)
                return
            except Same:
                return
            except Trouble:
                self._shown.pop((match, known.person), None)
        if self._wire.limits.send(chat):
            return
        number = await self._wire.send_hidden(chat, page, to, thread=thread)
        if not number:
            return
        keep(self._shown, (match, known.person), _Shown(chat, number, screen.number), _REMEMBERED)
        if before is not None and before.chat == chat and before.hand != screen.number:
            await self._wire.delete_hidden(chat, known.user, before.number)

    async def deal(self, info: MatchInfo, chat: int, thread: int, number: int) -> None:
        """The hand of this number, for those who can be shown it without having asked, as soon as
        the group has room for it."""
        for seat in info.people:
            if not seat.present or not await self._may_push(seat.person, chat):
                continue
            while not self._wire.limits.room(chat):
                await self._wire.pause(max(1.0, self._wire.limits.would_wait(chat)))
            screen = await self._service.picture(info.match, seat.person)
            if screen is not None and (screen.kind, screen.number) == ("hand", number):
                await self._push(screen, seat.person, chat, thread)

    async def call(self, match: MatchId, person: PersonId, chat: int, thread: int) -> None:
        """The buttons of the moment for somebody who is awaited, where the group has room to spare:
        the table calls them, too."""
        if not self._wire.limits.room(chat, GROUP_SPARE) or not await self._may_push(person, chat):
            return
        screen = await self._service.picture(match, person)
        if screen is not None and screen.kind == "hand":
            await self._push(screen, person, chat, thread)

    async def _may_push(self, person: PersonId, chat: int) -> bool:
        user = user_of(person)
        if not self._wire.hidden or user is None or (chat, person) in self._refused:
            return False
        return await self._in_charge(chat) and not (await self._places.of(user)).open

    async def _push(self, screen: Screen, person: PersonId, chat: int, thread: int) -> None:
        """What goes wrong is nobody's trouble: there are other ways."""
        known = await self._places.of(user_of(person) or 0)
        async with self._alone.turn(f"{screen.match} {person}"):
            if (chat, person) in self._refused:
                return  # meanwhile
            try:
                await self._show(screen.match, known, screen, chat, thread, Receiver(known.user))
            except Trouble as trouble:
                log.info("telegram_not_pushed", kind=type(trouble).__name__)
                if isinstance(trouble, Unreachable):
                    keep(self._refused, (chat, person), None, _REMEMBERED)

    async def _in_charge(self, chat: int) -> bool:
        known = self._runs.get(chat)
        if known is None:
            known = await self._wire.is_admin(chat, self._wire.bot.id)
            keep(self._runs, chat, known, _REMEMBERED)
        return known

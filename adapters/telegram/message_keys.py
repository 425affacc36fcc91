"""Changes the buttons under messages of a table."""

from contextlib import suppress

from adapters.telegram.addresses import read_address
from adapters.telegram.answers import Answers
from adapters.telegram.caller import Caller
from adapters.telegram.limits import GROUP_SPARE
from adapters.telegram.message import Keys
from adapters.telegram.platform import TelegramPlatform
from adapters.telegram.trouble import Missing
from adapters.telegram.wire import Wire
from bot.messages import MatchId
from bot.screen import Screen
from bot.service import Service
from bot.showing.platform import digest
from bot.store.model import ANNOUNCEMENT


class MessageKeys:
    """Changes the buttons under a pressed message, or under the message that has replaced it."""

    def __init__(
        self, service: Service, wire: Wire, platform: TelegramPlatform, answers: Answers
    ) -> None:
        self._service = service
        self._wire = wire
        self._platform = platform
        self._answers = answers

    async def put(self, caller: Caller, screen: Screen, keys: Keys) -> None:
        """Changes the buttons under the pressed message, if the match still looks the same. If a
        newer message has replaced the pressed one meanwhile, its buttons change instead."""
        await self._wire.turn(caller.spot.chat)
        reader = caller.known.person if screen.kind == "hand" else None
        newest = await self._service.screens.screen(screen.match, reader, screen.locale)
        if newest is None or digest(newest) != digest(screen):
            self._wire.limits.give_back(caller.spot.chat)
            return
        if caller.hidden:
            page = self._platform.hidden.menu_page(caller.known.person, screen, keys)
            await self._answers.put_page(caller, page)
        else:
            await self._edit(caller, screen.match, keys)

    async def _edit(self, caller: Caller, match: MatchId, keys: Keys) -> None:
        """Changes the buttons of the pressed message or of the one that has replaced it. The
        pressed one may be deleted before its replacement is known; then there is a second try."""
        message = await self._replaced_by(caller, match) or caller.message
        try:
            await self._wire.edit_keys(caller.spot.chat, message, keys)
        except Missing:
            await self._wire.turn(caller.spot.chat)
            if not (replaced := await self._replaced_by(caller, match)):
                raise
            await self._wire.edit_keys(caller.spot.chat, replaced, keys)

    async def clear_orphan(self, caller: Caller, match: MatchId) -> None:
        """Removes the buttons of a message that no longer shows the match."""
        chat = caller.spot.chat
        limits = self._wire.limits
        if not await self._replaced_by(caller, match) or not limits.room(chat, GROUP_SPARE):
            return
        if limits.send(chat):
            return
        if await self._replaced_by(caller, match):
            with suppress(Missing):
                await self._wire.edit_keys(chat, caller.message, ())
        else:
            limits.give_back(chat)

    async def _replaced_by(self, caller: Caller, match: MatchId) -> int:
        """The number of the message that shows the match here instead of the pressed one; 0: the
        pressed one still belongs to the match. A message newer than all known ones also belongs to
        the match: it was just sent, and the answer to its sending has not come yet."""
        spot = caller.spot
        person = caller.known.person if spot.private else ""
        seen = [
            read_address(surface.address)
            for surface in await self._platform.surfaces.seen_at(match, person)
        ]
        here = [
            address.message
            for address in seen
            if (address.chat, address.thread) == (spot.chat, spot.thread)
        ]
        if caller.hidden or self._platform.messages.is_current(spot.chat, caller.message):
            return 0
        announced = await self._platform.surfaces.seen_at(match, ANNOUNCEMENT)
        if caller.message in {read_address(surface.address).message for surface in announced}:
            return 0
        return max(here) if here and caller.message < min(here) else 0

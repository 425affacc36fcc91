"""What the service shows in Discord: tables in channels, hands in private.

One message is edited for as long as a hand lasts. The next hand begins a new one, which stands at
the bottom, calls those who have to act, and spares Discord's limit on edits of old messages.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Collection
from contextlib import suppress
from functools import partial
from typing import Final

import discord
import structlog
from msgspec.structs import replace

from adapters.discord import pictures
from adapters.discord.address import DIRECT, HERE, TABLE, Address, read
from adapters.discord.emoji import Emoji
from adapters.discord.ids import PLATFORM, channel_of, guild_of, user_of
from adapters.discord.layout import at_rest, draw
from adapters.discord.message import Message, Prepared, mentions
from adapters.discord.pens import Pens
from adapters.discord.reach import Reach
from adapters.discord.trouble import ANY, NETWORK
from bot.messages import CommunityId, MatchId, PlaceId
from bot.model import MatchInfo
from bot.recent import keep
from bot.screens.types import Screen
from bot.service import Service
from bot.surfaces import FAILED, LOST, SHOWN, Moved, Notice, Outcome, Surface, Wait

OLD: Final = 50 * 60.0
"""Seconds after which a message is sent anew instead of edited (the limit is an hour)."""
_REMEMBERED: Final = 4000
_SOON: Final = 30.0

GONE: Final = frozenset({10003, 10004, 50001, 50013, 160005})
"""No such channel or server; not to be seen, not to be written to; a thread that is locked."""
ANEW: Final = frozenset({10008, 30046, 50083})
"""The message is gone; too old to be edited so often; in a thread that a new message wakes up."""
CLOSED: Final = frozenset({50007, 50278})
TOO_FAST: Final = 40003

_log = structlog.get_logger(__name__)


class _Sending:
    """A drawing under way."""

    task: asyncio.Task[Outcome]
    left = False
    """Nobody waits for it any longer."""


class DiscordPlatform:
    """Draws surfaces. It never raises for what the network does."""

    def __init__(self, client: discord.Client, service: Service, emoji: Emoji) -> None:
        self._client = client
        self._service = service
        self.emoji = emoji
        self.pens: Final = Pens()
        self.reach: Final = Reach(client, service)
        self.closing = False
        """The connection ends: nothing is sent any more, the store remembers what is wanted."""
        self._drawn: OrderedDict[int, Message] = OrderedDict()
        self._sending: dict[str, _Sending] = {}

    @property
    def name(self) -> str:
        """``discord``."""
        return PLATFORM

    # --- drawing -------------------------------------------------------------------------------

    async def show(self, surface: Surface, screen: Screen) -> Outcome:
        """The newest picture for a surface."""
        info = await self._service.info(surface.match)
        if info is None:
            return LOST
        if self.closing:
            return FAILED
        if info.successor:
            await self.follow_on(surface.match)
        if (before := self._sending.get(surface.id)) is not None:
            # It was given up on, and goes on all the same: what it sent is where the surface is.
            await asyncio.wait((before.task,))
            return Wait(0.0)
        sending = _Sending()
        sending.task = asyncio.create_task(self._send(surface, screen, info, sending))
        self._sending[surface.id] = sending
        try:
            return await asyncio.shield(sending.task)
        except asyncio.CancelledError:
            sending.left = True
            raise

    async def _send(
        self, surface: Surface, screen: Screen, info: MatchInfo, sending: "_Sending"
    ) -> Outcome:
        """Draws, to the end: discord.py sleeps after the request that emptied a bucket, with the
        message sent. Whoever waited may have left by then."""
        try:
            outcome = await self._draw(surface, screen, info)
            if sending.left and isinstance(outcome, Moved):
                await self._service.move_surface(surface.id, outcome.address, screen)
            return outcome
        finally:
            del self._sending[surface.id]

    async def settle(self, seconds: float) -> None:
        """Waits for what is being sent, so long at most; then it is given up."""
        tasks = [one.task for one in self._sending.values()]
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=seconds)
            for task in late:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _draw(self, surface: Surface, screen: Screen, info: MatchInfo) -> Outcome:
        message = self.message(screen, info, greeting=surface.person != "")
        async with self.pens.drawing(surface.id) as drawn:
            if drawn:
                return Wait(0.0)
            address = read(surface.address)
            try:
                match address.kind:
                    case "#":
                        outcome = await self._table(address, screen, message)
                    case "@":
                        outcome = await self._direct(address, surface, screen, message)
                    case _:
                        outcome = await self._here(address, screen, message)
            except discord.RateLimited as error:
                return Wait(error.retry_after)
            except discord.HTTPException as error:
                return await self._refused(surface, address, error)
            except NETWORK as error:
                _log.warning("discord.unsent", match=surface.match, error=type(error).__name__)
                return FAILED
        return outcome

    def message(self, screen: Screen, info: MatchInfo, *, greeting: bool = False) -> Message:
        """A screen as a message; ``greeting``: for one of its people alone."""
        people = {seat.seat: user_of(seat.person) for seat in info.seats}
        known = {seat: user for seat, user in people.items() if user is not None}
        # A table in somebody's own chat has no other place for its buttons.
        elsewhere = guild_of(info.community) is not None or channel_of(info.place) is None
        return draw(screen, self.emoji, known, greeting=greeting and elsewhere)

    def known(self, id: int) -> Message | None:
        """What stands in this message, if that is still known."""
        return self._drawn.get(id)

    def remember(self, id: int, message: Message) -> None:
        """What stands in this message."""
        keep(self._drawn, id, message, _REMEMBERED)

    def doubt(self, id: int) -> None:
        """Two have written to this message at once, or one without learning what came of it: which
        picture it shows nobody knows."""
        known = self._drawn.get(id)
        if known is not None:
            self._drawn[id] = replace(known, row=None)

    async def _table(self, address: Address, screen: Screen, message: Message) -> Outcome:
        channel = self._client.get_partial_messageable(address.target)
        await self.reach.uncall(screen.match)
        if self._lasts(address, screen) and await self._edit(channel, address.message, message):
            return _edited(address, screen)
        made = await channel.send(
            view=Prepared(message.components), allowed_mentions=mentions(message)
        )
        self.remember(made.id, message)
        if address.message:
            await self._rest(channel, address.message)
        return Moved(str(Address(TABLE, address.target, address.target, made.id, screen.number)))

    async def _direct(
        self, address: Address, surface: Surface, screen: Screen, message: Message
    ) -> Outcome:
        channel = self._client.get_partial_messageable(address.channel)
        if self._lasts(address, screen) and await self._edit(channel, address.message, message):
            return _edited(address, screen)
        if not address.channel:
            opened = await self._client.create_dm(discord.Object(address.target))
            channel = self._client.get_partial_messageable(opened.id)
        made, message = await pictures.post(message, channel.send)
        self.remember(made.id, message)
        await self.reach.opened(surface.person)
        if address.message:
            await _quietly(channel.get_partial_message(address.message).delete())
        moved = Address(DIRECT, address.target, channel.id, made.id, screen.number)
        return Moved(str(moved))

    async def _here(self, address: Address, screen: Screen, message: Message) -> Outcome:
        now = self._service.time.now()
        if not address.message:
            if screen.kind == "lobby":
                return SHOWN  # there are no cards yet
            sent = await self.reach.follow(address.target, message)
            if sent is None:
                return LOST
            to, message = sent
            self.remember(to.message, message)
            return Moved(str(to))
        if now >= address.until:
            return LOST
        change = partial(
            self.reach.webhook(address.token).edit_message,
            address.message,
            allowed_mentions=discord.AllowedMentions.none(),
        )
        try:
            _, message = await pictures.edit(message, self.known(address.message), change)
        except NETWORK:
            self.doubt(address.message)
            raise
        self.remember(address.message, message)
        return SHOWN

    async def _edit(self, channel: discord.PartialMessageable, id: int, message: Message) -> bool:
        """Whether the message could be edited; otherwise it has to be sent anew."""
        change = partial(
            channel.get_partial_message(id).edit, allowed_mentions=discord.AllowedMentions.none()
        )
        try:
            _, message = await pictures.edit(message, self.known(id), change)
        except discord.HTTPException as error:
            if error.code in ANEW:
                return False
            raise
        except NETWORK:
            self.doubt(id)
            raise
        self.remember(id, message)
        return True

    def _lasts(self, address: Address, screen: Screen) -> bool:
        """There is a message, it is this hand's, and not so old that edits of it are rationed.

        The lobby's message becomes the first hand's."""
        if not address.message or 0 < address.hand < screen.number:
            return False
        sent = discord.utils.snowflake_time(address.message).timestamp()
        return self._service.time.now() - sent < OLD

    async def _rest(self, channel: discord.PartialMessageable, id: int) -> None:
        """The message before: its buttons go, what it tells stays."""
        known = self._drawn.pop(id, None)
        before = channel.get_partial_message(id)
        if known is None:
            await _quietly(before.delete())
        else:
            await _quietly(before.edit(view=Prepared(at_rest(known).components)))

    async def surfaces_of(self, match: MatchId) -> list[Surface]:
        """Where a match is shown in Discord."""
        known = await self._service.surfaces_of(match)
        return [one for one in known if one.platform == PLATFORM and not one.lost]

    # --- where things are shown ----------------------------------------------------------------

    async def add_table(self, match: MatchId, channel: int, locale: str = "") -> None:
        """The table is to be seen in this channel, at the bottom; in its own server's language
        where none is given."""
        await self._service.add_surface(
            match,
            platform=PLATFORM,
            address=str(Address(TABLE, channel)),
            chat=f"{TABLE}{channel}",
            key=f"{TABLE}{channel}",
            locale=locale,
        )

    async def into_thread(self, match: MatchId, guild: int, name: str) -> None:
        """The match goes on in a thread of its own; the lobby's message stays above it."""
        for surface in await self.surfaces_of(match):
            address = read(surface.address)
            if surface.person or not address.message:
                continue
            channel = self._client.get_partial_messageable(address.target, guild_id=guild)
            lobby = channel.get_partial_message(address.message)
            thread = await lobby.create_thread(name=name)
            known = self._drawn.get(address.message)
            await self._service.remove_surface(surface.id)
            await self.add_table(match, thread.id)
            if known is not None:
                await _quietly(lobby.edit(view=Prepared(at_rest(known).components)))
            return

    async def take_away(self, address: Address) -> None:
        """A message that another one has replaced."""
        if address.kind == HERE:
            if self._service.time.now() >= address.until:
                return
            webhook = self.reach.webhook(address.token)
            await _quietly(webhook.delete_message(address.message))
        else:
            channel = self._client.get_partial_messageable(address.channel)
            await _quietly(channel.get_partial_message(address.message).delete())

    async def gone(self, place: PlaceId) -> None:
        """This channel is no more, or not for us: its tables' people are told where they can be."""
        target = channel_of(place)
        for match in await self._service.matches_at(place):
            for surface in await self.surfaces_of(match):
                if not surface.person and read(surface.address).target == target:
                    await self._service.remove_surface(surface.id)
                    await self.reach.lost_table(surface)

    async def back(self, community: CommunityId, channels: Collection[int]) -> None:
        """The tables of a server are shown again where they stood, if they no longer are."""
        for match in await self._service.matches_in(community):
            info = await self._service.info(match)
            target = channel_of(info.place) if info is not None else None
            shown = [one for one in await self.surfaces_of(match) if not one.person]
            if target in channels and target is not None and not shown:
                self.reach.found_table(match)
                await self.add_table(match, target)

    async def follow_on(self, match: MatchId) -> None:
        """The rematch is shown where the match was, and its people get their hands."""
        info = await self._service.info(match)
        after = await self._service.info(info.successor) if info is not None else None
        if after is None:
            return
        shown = {
            (read(one.address).kind, read(one.address).target)
            for one in await self.surfaces_of(after.match)
        }
        for surface in await self.surfaces_of(match):
            address = read(surface.address)
            if address.kind == TABLE and (TABLE, address.target) not in shown:
                await self.add_table(after.match, address.target)
        for seat in after.people:
            user = user_of(seat.person)
            if user is not None and not {(DIRECT, user), (HERE, user)} & shown:
                await self.reach.seat(after.match, seat.person)

    # --- what went wrong -----------------------------------------------------------------------

    async def _refused(
        self, surface: Surface, address: Address, error: discord.HTTPException
    ) -> Outcome:
        code = error.code
        _log.warning("discord.refused", match=surface.match, status=error.status, code=code)
        if address.kind == DIRECT and (code in CLOSED or code == TOO_FAST):
            await self.reach.closed(surface, for_good=code in CLOSED)
            return LOST if code in CLOSED else Wait(_SOON)
        if address.kind == HERE and error.status in (401, 403, 404):
            return LOST
        if code in GONE:
            if address.kind == TABLE:
                await self.reach.lost_table(surface)
            return LOST
        if error.status == 429:
            return Wait(_SOON)
        return FAILED

    async def notify(self, notice: Notice, text: str) -> Outcome:
        """See :mod:`adapters.discord.reach`."""
        return await self.reach.notify(notice, text)


def _edited(address: Address, screen: Screen) -> Outcome:
    """The lobby's message is the first hand's from now on."""
    if address.hand == screen.number:
        return SHOWN
    return Moved(str(replace(address, hand=screen.number)))


async def _quietly(call: Awaitable[object]) -> None:
    """For tidying up: nothing depends on it."""
    with suppress(*ANY):
        await call

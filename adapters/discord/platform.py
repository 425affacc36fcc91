"""Shows what the service wants in Discord: tables in channels, hands in private.

The table has one message for each hand, which is edited; the next hand begins a new message, which
is the last one in the channel. A person's own cards stand in one message for the whole match. An
edit makes no sound, and neither does a new message: only a call does
(:mod:`adapters.discord.reachability`)."""

from functools import partial
from typing import Final

import discord
import structlog
from cachetools import FIFOCache
from msgspec.structs import replace

from adapters.discord.address import DIRECT, TABLE, Address, read
from adapters.discord.answer import Answer
from adapters.discord.caller import Caller
from adapters.discord.community import ways_of
from adapters.discord.emoji import Emoji
from adapters.discord.ids import PLATFORM, channel_of, guild_of, user_of
from adapters.discord.layout import announcement, at_rest, draw
from adapters.discord.match_surfaces import MatchSurfaces
from adapters.discord.message import Message, PreparedMessage, mentions, text
from adapters.discord.picture_pace import PicturePace, is_old
from adapters.discord.reachability import Reachability
from adapters.discord.sent_messages import SentMessages
from adapters.discord.trouble import NETWORK
from adapters.discord.window import Launcher, no_window
from adapters.discord.words import plain
from bot.messages import CommunityId, MatchId, PersonId, PlaceId, UserId
from bot.model import MatchInfo
from bot.screen import Screen, is_done
from bot.service import Service
from bot.showing.platform import (
    FAILED,
    LOST,
    MOMENT,
    SAME,
    SHOWN,
    Delivery,
    Moved,
    NoticeWords,
    Wait,
)
from bot.store.model import Surface
from bot.store.notices import Notice

_REMEMBERED: Final = 4000
_SOON: Final = 30.0
GONE: Final = frozenset({10003, 10004, 50001, 50013, 160005})
"""Discord's errors when the channel or server is gone, hidden from us, or closed to our messages,
or when a thread is locked."""
CLOSED: Final = frozenset({50007, 50278})
TOO_FAST: Final = 40003

_log = structlog.get_logger(__name__)


class DiscordPlatform:
    """Draws surfaces in Discord. It never raises when the network fails."""

    def __init__(
        self, client: discord.Client, service: Service, emoji: Emoji, window: Launcher | None
    ) -> None:
        """``window``: opens the page in windows; ``None``: there are none."""
        self._client = client
        self._service = service
        self._window = window
        self.emoji = emoji
        self.reachability: Final = Reachability(client, service)
        self.surfaces: Final = MatchSurfaces(client, service, self.reachability)
        self.sent: Final = SentMessages(client, service, self.reachability)
        self._pace = PicturePace(service)
        self.pressed: Final = self._pace.pressed
        self.address_in: Final = self.surfaces.address_in
        self.place_name: Final = self.surfaces.place_name
        self.may_read: Final = self.surfaces.may_read
        self.closing = False
        """Whether the connection is about to end and nothing is sent: the store remembers."""
        self._users: FIFOCache[PersonId, int] = FIFOCache(_REMEMBERED)
        """By person, the user with which they are mentioned."""
        self._in_words: set[MatchId] = set()
        """Matches that were drawn before all cards had emoji."""

    @property
    def name(self) -> str:
        """``discord``."""
        return PLATFORM

    # --- drawing -------------------------------------------------------------------------------

    async def show(self, surface: Surface, screen: Screen) -> Delivery:
        """Writes the newest screen at a surface's address."""
        info = await self._service.matches.info(surface.match)
        if info is None:
            return LOST
        if self.closing:
            return FAILED
        address = read(surface.address)
        if not await self._is_theirs(surface, address):
            return LOST
        await self._follow_change(surface, info)
        if rest := await self._pace.rests(surface, screen, address, info):
            return Wait(rest, alone=True, calm=True)
        message = await self._drawn_for(surface, screen, info)
        try:
            match address.kind:
                case "#" if surface.announces:
                    return await self._announce(address, surface, screen, info, message)
                case "#":
                    return await self._table(address, surface, screen, message)
                case "@":
                    return await self._direct(address, surface, screen, message)
                case "!":
                    return await self._botless(address, surface, message)
                case _:
                    return await self._here(address, surface, screen, message)
        except discord.RateLimited as error:
            return Wait(error.retry_after)
        except discord.HTTPException as error:
            return await self._refused(surface, address, error)
        except NETWORK as error:
            _log.warning("discord.unsent", match=surface.match, error=type(error).__name__)
            return FAILED

    async def _is_theirs(self, surface: Surface, address: Address) -> bool:
        """Whether the surface still belongs to the person for whom it was made."""
        if surface.announces or not surface.person:
            return True
        return await self.reachability.is_theirs(address.target, surface.person)

    async def _follow_change(self, surface: Surface, info: MatchInfo) -> None:
        """Does what a change of the match brings besides new pictures: calls go that are no longer
        true, and a rematch is shown."""
        if not surface.person:
            await self.reachability.uncall(info.match)
        if info.successor:
            await self.surfaces.follow_on(info.match)

    async def _drawn_for(self, surface: Surface, screen: Screen, info: MatchInfo) -> Message:
        """The screen as a message; as it will stay, if a hand is over and nobody plays by it."""
        await self._learn(info)
        message = self.message(screen, info, greeting=info.seat_of(surface.person) is not None)
        is_end = screen.kind == "table" and is_done(screen)
        if is_end and not await self._pace.is_played(surface, screen, info):
            return at_rest(message)
        return message

    def message(self, screen: Screen, info: MatchInfo, *, greeting: bool) -> Message:
        """A screen as a message. ``greeting``: it is for one of the table's people alone."""
        if screen.kind == "announcement":
            return announcement(screen, channel_of(info.place))
        if self.emoji.uploading:
            self._in_words.add(info.match)
        known = {
            seat.seat: self._users[seat.person] for seat in info.seats if seat.person in self._users
        }
        # In a private chat no other message has the table's buttons.
        elsewhere = guild_of(info.community) is not None or channel_of(info.place) is None
        server = self._server(info) if screen.kind == "result" else ""
        greets = greeting and elsewhere
        drawn = draw(screen, self.emoji, known, greeting=greets, server=server)
        return drawn if self._window is None else self._window.beside(drawn, screen)

    def beside_list(self, caller: Caller, message: Message) -> Message:
        """The list of a server's tables, with the button to its hall if there are windows."""
        if self._window is None or guild_of(caller.community) is None:
            return message
        return self._window.below(message, caller.locale)

    async def open_window(self, caller: Caller, answer: Answer, match: MatchId) -> None:
        """Opens the page in a window for somebody, or tells them that there is none. ``match``: the
        table that they mean, or the hall; empty: none."""
        if self._window is None:
            await no_window(caller, answer)  # a button of another time
        else:
            await self._window.open(caller, answer, match)

    def _server(self, info: MatchInfo) -> str:
        """The name of the server where a match is played; empty: it is private or elsewhere."""
        guild = self._client.get_guild(guild_of(info.community) or 0)
        return "" if guild is None or info.private else guild.name

    async def _learn(self, info: MatchInfo) -> None:
        """Notes which Discord user to mention for each person at a table."""
        for seat in info.people:
            user = await self.reachability.user_of(seat.person)
            if user is None:
                self._users.pop(seat.person, None)
            else:
                self._users[seat.person] = user

    async def pictured(self) -> None:
        """Draws again the messages that were drawn without card emoji, because these exist now."""
        matches, self._in_words = self._in_words, set()
        for match in matches:
            for surface in await self.surfaces.of_match(match):
                await self._service.surfaces.redraw(surface.id)

    async def _table(
        self, address: Address, surface: Surface, screen: Screen, message: Message
    ) -> Delivery:
        channel = self._client.get_partial_messageable(address.target)
        if self._lasts(address, screen) and await self.sent.try_edit(address, message):
            return _edited(address, screen)
        if await self._leave(surface):
            return Wait(0.0)
        send = partial(channel.send, allowed_mentions=mentions(message))
        made = await self.sent.send(surface, message, send)
        return Moved(str(Address(TABLE, address.target, address.target, made, screen.number)))

    async def _announce(
        self, address: Address, surface: Surface, screen: Screen, info: MatchInfo, message: Message
    ) -> Delivery:
        """Announces a lobby once, by a message that is edited. A new one mentions the role too."""
        channel = self._client.get_partial_messageable(address.target)
        if address.message:
            return SHOWN if await self.sent.try_edit(address, message) else LOST
        if await self._leave(surface):
            return Wait(0.0)
        ways = await ways_of(self._service, info.community)
        message = announcement(screen, channel_of(info.place), ways.role)
        send = partial(channel.send, allowed_mentions=mentions(message))
        made = await self.sent.send(surface, message, send)
        return Moved(str(Address(TABLE, address.target, address.target, made)))

    async def _direct(
        self, address: Address, surface: Surface, screen: Screen, message: Message
    ) -> Delivery:
        channel = self._client.get_partial_messageable(address.channel)
        if self._lasts(address, screen) and await self.sent.try_edit(address, message):
            return _edited(address, screen)
        if not address.channel:
            opened = await self._client.create_dm(discord.Object(address.target))
            channel = self._client.get_partial_messageable(opened.id)
        if await self._leave(surface):
            return Wait(0.0)
        # It makes a sound only for a person who is not here and has no message yet.
        silent = bool(address.message) or self.reachability.looks(address.target)
        made = await self.sent.send(surface, message, partial(channel.send, silent=silent))
        await self.reachability.opened(surface.person)
        return Moved(str(Address(DIRECT, address.target, channel.id, made, screen.number)))

    async def _leave(self, surface: Surface) -> bool:
        """Stops other writers from using the surface's present message. Returns whether one of them
        is still writing to it. The message then has to be checked again."""
        return await self._service.updater.turns.leave(surface.id)

    async def _here(
        self, address: Address, surface: Surface, screen: Screen, message: Message
    ) -> Delivery:
        now = self._service.time.utc()
        if not address.message:
            if screen.kind == "lobby":
                return SHOWN  # there are no cards yet
            if await self._leave(surface):
                return Wait(0.0)
            sent = await self.reachability.follow(address.target, message)
            if sent is None:
                return LOST
            to, message = sent
            self.sent.remember(to.message, message)
            return Moved(str(to))
        if now >= address.until:
            return LOST
        await self.sent.edit(address, message)
        return SHOWN

    async def _botless(self, address: Address, surface: Surface, message: Message) -> Delivery:
        """Shows the table where the bot is not. While nobody presses anything there, it cannot be
        changed; the next press brings it anew."""
        if address.message and self._service.time.utc() < address.until:
            await self.sent.edit(address, message)
            return SHOWN
        if await self._leave(surface):
            return Wait(0.0)
        sent = await self.reachability.follow_openly(address.target, message)
        if sent is None:
            return Wait(_SOON, alone=True, calm=True)
        to, message = sent
        self.sent.remember(to.message, message)
        return Moved(str(to))

    def _lasts(self, address: Address, screen: Screen) -> bool:
        """Whether the surface has a message that can show this hand and is not too old for edits. A
        channel keeps a message for each hand. The lobby's message becomes the first hand's."""
        is_next = address.kind == TABLE and 0 < address.hand < screen.number
        return (
            bool(address.message) and not is_next and not is_old(address, self._service.time.utc())
        )

    async def retire(self, before: Surface, now: Surface | None) -> Delivery:
        """Deletes a message that no longer belongs to its surface, or takes its buttons away. The
        message of a finished hand stays in the channel without buttons. So does a table's last
        message in a place. Any other message is deleted: that of a person who gave the surface up,
        an announcement whose lobby has ended, and one that was replaced."""
        old, new = read(before.address), None if now is None else read(now.address)
        if not old.message or (new is not None and new.message == old.message):
            return SAME
        if old.answers and self._service.time.utc() >= old.until:
            return LOST
        told = not before.person if new is None else old.kind == TABLE and old.hand < new.hand
        try:
            await self.sent.put_away(old, stays=told)
        except discord.RateLimited as error:
            return Wait(error.retry_after)
        except discord.HTTPException as error:
            if error.status == 429 or error.status >= 500:
                return FAILED
            _log.info("discord.left", status=error.status, code=error.code)
            return LOST
        except NETWORK:
            return FAILED
        return SHOWN

    # --- what went wrong -----------------------------------------------------------------------

    async def _refused(
        self, surface: Surface, address: Address, error: discord.HTTPException
    ) -> Delivery:
        code = error.code
        _log.warning("discord.refused", match=surface.match, status=error.status, code=code)
        if address.kind == DIRECT and (code in CLOSED or code == TOO_FAST):
            await self.reachability.closed(surface, for_good=code in CLOSED)
            return LOST if code in CLOSED else Wait(_SOON)
        if address.answers and error.status in (401, 403, 404):
            return LOST
        if code in GONE:
            if address.kind == TABLE and not surface.announces:
                await self.reachability.lost_table(surface)
            return LOST
        if error.status == 429:
            return Wait(_SOON)
        return FAILED

    async def tell(self, user: UserId, text: str) -> None:
        """Tells a user something in an answer that only they see, or else in the private chat."""
        if (number := user_of(user)) is not None:
            self.reachability.later(self.reachability.tell_alone(number, text))

    async def publish(
        self, community: CommunityId, place: PlaceId, text: str, *, aloud: bool = False
    ) -> None:
        """Writes into the place's channel, in small letters and silently unless ``aloud``."""
        channel = channel_of(place)
        if channel is not None and guild_of(community) is not None and not self.closing:
            await self.reachability.soon(self._publish(channel, text, aloud=aloud), MOMENT)

    async def _publish(self, channel: int, said: str, *, aloud: bool) -> None:
        small = "" if aloud else "-# "
        written = "\n".join(f"{small}{plain(line)}" for line in said.split("\n"))
        await self._client.get_partial_messageable(channel).send(
            view=PreparedMessage([text(written)]),
            allowed_mentions=discord.AllowedMentions.none(),
            silent=not aloud,
        )

    async def notify(self, notice: Notice, words: NoticeWords) -> Delivery:
        """Calls a person's attention to a notice: see :meth:`Reachability.notify`."""
        return await self.reachability.notify(notice, words)


def _edited(address: Address, screen: Screen) -> Delivery:
    """The result of an edit. The lobby's message becomes the message of the first hand."""
    if address.hand == screen.number:
        return SHOWN
    return Moved(str(replace(address, hand=screen.number)))

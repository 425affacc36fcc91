"""Shows what the service wants in Discord: tables in channels, hands in private.

The table has one message for each hand, which is edited; the next hand begins a new message, which
is the last one in the channel. A person's own cards stand in one message for the whole match. An
edit makes no sound, and neither does a new message: only a call does
(:mod:`adapters.discord.reachability`).
"""

import secrets
from collections.abc import Collection
from functools import partial
from typing import Final

import discord
import structlog
from cachetools import FIFOCache
from msgspec.structs import replace

from adapters.discord import pictures
from adapters.discord.address import BOTLESS, DIRECT, HERE, TABLE, Address, read
from adapters.discord.answer import Answer
from adapters.discord.caller import Caller
from adapters.discord.community import ways_of
from adapters.discord.emoji import Emoji
from adapters.discord.ids import PLATFORM, channel_of, community_id, guild_of, is_botless, user_of
from adapters.discord.layout import announcement, at_rest, draw
from adapters.discord.message import Message, PreparedMessage, mentions, text
from adapters.discord.pictures import Call
from adapters.discord.reachability import Reachability
from adapters.discord.trouble import ANY, NETWORK
from adapters.discord.window import Launcher, no_window
from adapters.discord.words import plain
from bot.match.names import shown_name
from bot.messages import CommunityId, MatchId, PersonId, PlaceId, UserId
from bot.model import MatchInfo
from bot.screen import Screen, asks_reader, is_done, laid_of
from bot.screens.teaching.lesson import LINES
from bot.service import Service
from bot.showing.platform import FAILED, LOST, SAME, SHOWN, Delivery, Moved, NoticeWords, Wait
from bot.store.model import Surface
from bot.store.notices import Notice

OLD: Final = 50 * 60.0
"""Seconds after which a message is sent anew instead of edited (the limit is an hour)."""
CARDS_REST: Final = 4.5
WORDS_REST: Final = 20.0
"""Seconds that a message by which nobody plays waits for the next step: somebody's hand, or a table
with a card that it does not show yet; and a table without one, also that of a new deal."""
PLAYS: Final = 120.0
"""Seconds. A person who pressed a button of a table less than this long ago plays there."""
_REMEMBERED: Final = 4000
_SOON: Final = 30.0
_ASKED_AGAIN: Final = {True: 600.0, False: 30.0}
"""Seconds for which the readers of a channel are remembered: they may join the server, or could not
be asked for."""

GONE: Final = frozenset({10003, 10004, 50001, 50013, 160005})
"""Discord's errors when the channel or server is gone, hidden from us, or closed to our messages,
or when a thread is locked."""
ANEW: Final = frozenset({10008, 30046, 50083})
"""Discord's errors when a new message is needed: the old one is gone, is too old for more edits, or
is in a thread that sleeps until a new message comes."""
CLOSED: Final = frozenset({50007, 50278})
TOO_FAST: Final = 40003

_log = structlog.get_logger(__name__)


class DiscordPlatform:
    """Draws surfaces in Discord. It never raises when the network fails."""

    def __init__(
        self,
        client: discord.Client,
        service: Service,
        emoji: Emoji,
        window: Launcher | None = None,
    ) -> None:
        """``window``: opens the page in windows; ``None``: there are none."""
        self._client = client
        self._service = service
        self._window = window
        self.emoji = emoji
        self.reachability: Final = Reachability(client, service)
        self.closing = False
        """Whether the connection is about to end: nothing is sent any more. The store remembers
        what must be shown."""
        self._drawn: FIFOCache[int, Message] = FIFOCache(_REMEMBERED)
        self._users: FIFOCache[PersonId, int] = FIFOCache(_REMEMBERED)
        """By person, the user with which they are mentioned."""
        self._readers: FIFOCache[tuple[int, int], tuple[bool, float]] = FIFOCache(_REMEMBERED)
        """By channel and user: whether they may read there, and until when that is believed."""
        self._laid: FIFOCache[str, tuple[tuple[int, int], int]] = FIFOCache(_REMEMBERED)
        """By surface, the hand and the cards on the table that it shows, and the version."""
        self._resting: FIFOCache[str, tuple[float, float]] = FIFOCache(_REMEMBERED)
        """By surface that waits: since when, and until when a card on it may wait."""
        self._pressed: FIFOCache[str, float] = FIFOCache(_REMEMBERED)
        """By surface, the moment of the last press of one of its buttons."""
        self._in_words: set[MatchId] = set()
        """Matches that were drawn before all cards had emoji."""
        self._unsure: FIFOCache[tuple[str, str], str] = FIFOCache(_REMEMBERED)
        """Messages that may have been sent, because no answer came; by surface and address."""

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
        if rest := await self._rests(surface, screen, address, info):
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
            await self.follow_on(info.match)

    async def _drawn_for(self, surface: Surface, screen: Screen, info: MatchInfo) -> Message:
        """The screen as a message. It is as it will stay, if a hand is over and nobody plays by the
        table's buttons."""
        await self._learn(info)
        message = self.message(screen, info, greeting=info.seat_of(surface.person) is not None)
        is_end = screen.kind == "table" and is_done(screen)
        if is_end and not await self._is_played(surface, screen, info):
            return at_rest(message)
        return message

    async def _rests(
        self, surface: Surface, screen: Screen, address: Address, info: MatchInfo
    ) -> float:
        """Seconds that the present message waits for the next step: nobody is asked by it, and it
        tells no end. Cards wait shorter than words."""
        seen, version = self._laid.get(surface.id, (None, -1))
        laid, now = laid_of(screen), self._service.time.now()
        is_dealt = seen is not None and seen[0] != laid[0]
        is_awaited = (
            not address.message
            or self._is_old(address)
            or (is_dealt and (bool(surface.person) or not address.hand))
            or version in (-1, screen.version)
            or surface.shown < 0
            or is_done(screen)
            or await self._is_played(surface, screen, info)
        )
        since, urgent = self._resting.pop(surface.id, (now, now + WORDS_REST))
        if (laid != seen and laid[1]) or surface.person:
            urgent = min(urgent, now + CARDS_REST)
        until = min(since + WORDS_REST, urgent)
        if is_awaited or until <= now:
            self._laid[surface.id] = laid, screen.version
            return 0.0
        self._resting[surface.id] = since, urgent
        return until - now

    async def _is_played(self, surface: Surface, screen: Screen, info: MatchInfo) -> bool:
        """Whether somebody waits for this picture: the hand's owner, or a person who plays by the
        table's buttons."""
        taught = any(line.id.startswith(LINES) for line in screen.lines)
        if screen.kind != "table" or surface.person:
            return screen.kind != "hand" or taught or asks_reader(screen)
        if self._pressed.get(surface.id, 0.0) > self._service.time.now() - PLAYS:
            return True
        shown = await self._service.surfaces.of_match(info.match)
        hands = {there.person for there in shown if there.person and not there.lost}
        return any(seat.person not in hands for seat in info.people)

    def pressed(self, surface: Surface) -> None:
        """Notes that somebody plays by the buttons of this surface."""
        self._pressed[surface.id] = self._service.time.now()

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
        """The list of a server's tables with the button below it that opens its hall, if there are
        windows."""
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
        """The name of the server where a match is played; empty: the match is private, or is played
        elsewhere."""
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
            for surface in await self.surfaces_of(match):
                await self._service.surfaces.redraw(surface.id)

    def known(self, id: int) -> Message | None:
        """The content of this message, if it is known."""
        return self._drawn.get(id)

    def remember(self, id: int, message: Message) -> None:
        """Remembers the content of this message."""
        self._drawn[id] = message

    def doubt(self, id: int) -> None:
        """Forgets the content of this message. Two writers have written at once, or one got no
        answer: nobody knows which picture it shows."""
        known = self._drawn.get(id)
        if known is not None:
            self._drawn[id] = replace(known, picture=None)

    async def _table(
        self, address: Address, surface: Surface, screen: Screen, message: Message
    ) -> Delivery:
        channel = self._client.get_partial_messageable(address.target)
        if self._lasts(address, screen) and await self._edit(channel, address.message, message):
            return _edited(address, screen)
        if await self._leave(surface):
            return Wait(0.0)
        send = partial(channel.send, allowed_mentions=mentions(message))
        made = await self._send(surface, message, send)
        return Moved(str(Address(TABLE, address.target, address.target, made, screen.number)))

    async def _announce(
        self,
        address: Address,
        surface: Surface,
        screen: Screen,
        info: MatchInfo,
        message: Message,
    ) -> Delivery:
        """Announces a lobby once: the message is edited and never sent anew. A new message mentions
        the role too."""
        channel = self._client.get_partial_messageable(address.target)
        if address.message:
            return SHOWN if await self._edit(channel, address.message, message) else LOST
        if await self._leave(surface):
            return Wait(0.0)
        ways = await ways_of(self._service, info.community)
        message = announcement(screen, channel_of(info.place), ways.role)
        send = partial(channel.send, allowed_mentions=mentions(message))
        made = await self._send(surface, message, send)
        return Moved(str(Address(TABLE, address.target, address.target, made)))

    async def _direct(
        self, address: Address, surface: Surface, screen: Screen, message: Message
    ) -> Delivery:
        channel = self._client.get_partial_messageable(address.channel)
        if self._lasts(address, screen) and await self._edit(channel, address.message, message):
            return _edited(address, screen)
        if not address.channel:
            opened = await self._client.create_dm(discord.Object(address.target))
            channel = self._client.get_partial_messageable(opened.id)
        if await self._leave(surface):
            return Wait(0.0)
        # It makes a sound only for a person who is not here and has no message yet.
        silent = bool(address.message) or self.reachability.looks(address.target)
        made = await self._send(surface, message, partial(channel.send, silent=silent))
        await self.reachability.opened(surface.person)
        return Moved(str(Address(DIRECT, address.target, channel.id, made, screen.number)))

    async def _leave(self, surface: Surface) -> bool:
        """Stops other writers from using the surface's present message.

        Returns whether one of them is still writing to it. The message then has to be checked
        again.
        """
        return await self._service.updater.turns.leave(surface.id)

    async def _send(self, surface: Surface, message: Message, call: Call[discord.Message]) -> int:
        """Sends a new message for the surface; returns its id.

        An earlier message from the same address may have arrived without an answer. Then the new
        one has the same nonce, and Discord may give back the earlier message, with older
        content."""
        key = surface.id, surface.address
        before = self._unsure.pop(key, "")
        self._unsure[key] = (nonce := before or secrets.token_hex(12))
        try:
            made, message = await pictures.post(message, partial(call, nonce=nonce))
        except discord.HTTPException as error:
            if error.status < 500:
                del self._unsure[key]
            raise
        del self._unsure[key]
        self.remember(made.id, message)
        if before:
            self.doubt(made.id)
            await self._service.surfaces.redraw(surface.id)
        return made.id

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
            self.remember(to.message, message)
            return Moved(str(to))
        if now >= address.until:
            return LOST
        await self._edit_answer(address, message)
        return SHOWN

    async def _botless(self, address: Address, surface: Surface, message: Message) -> Delivery:
        """Shows the table where the bot is not. While nobody presses anything there, it cannot be
        changed; the next press brings it anew."""
        if address.message and self._service.time.utc() < address.until:
            await self._edit_answer(address, message)
            return SHOWN
        if await self._leave(surface):
            return Wait(0.0)
        sent = await self.reachability.follow_openly(address.target, message)
        if sent is None:
            return Wait(_SOON, alone=True, calm=True)
        to, message = sent
        self.remember(to.message, message)
        return Moved(str(to))

    async def _edit_answer(self, address: Address, message: Message) -> None:
        """Edits an answer by the token of its interaction."""
        change = partial(
            self.reachability.webhook(address.token).edit_message,
            address.message,
            allowed_mentions=discord.AllowedMentions.none(),
        )
        try:
            _, message = await pictures.edit(message, self.known(address.message), change)
        except NETWORK:
            self.doubt(address.message)
            raise
        self.remember(address.message, message)

    async def _edit(self, channel: discord.PartialMessageable, id: int, message: Message) -> bool:
        """Edits the message; returns whether that was possible. If not, it has to be sent anew."""
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
        """Whether the surface has a message that can show this hand and is not too old to be edited
        often.

        A channel keeps a message for each hand. The lobby's message becomes the first hand's."""
        is_next = address.kind == TABLE and 0 < address.hand < screen.number
        return bool(address.message) and not is_next and not self._is_old(address)

    def _is_old(self, address: Address) -> bool:
        """Whether the message at this address has to be sent anew instead of edited."""
        sent = discord.utils.snowflake_time(address.message).timestamp()
        return self._service.time.utc() - sent >= OLD

    async def surfaces_of(self, match: MatchId) -> list[Surface]:
        """The surfaces that show a match in Discord."""
        known = await self._service.surfaces.of_match(match)
        return [surface for surface in known if surface.platform == PLATFORM and not surface.lost]

    # --- where things are shown ----------------------------------------------------------------

    async def address_in(self, place: PlaceId) -> tuple[str, str] | None:
        """The address and the chat of a surface that will show its table as a new message in this
        channel. ``None``: the place is no channel of Discord."""
        channel = channel_of(place)
        return None if channel is None else (str(Address(TABLE, channel)), f"{TABLE}{channel}")

    async def may_read(self, place: PlaceId, user: UserId) -> bool:
        """Users may read a channel that they see; the private chat is their own. Of a channel in
        which the bot is not nobody can be asked."""
        community, number = place.rpartition("/")[0], user_of(user)
        if is_botless(community):
            return True
        if guild_of(community) is None:
            return number is not None and community == community_id(None, number)
        return await self._read_by(place, user) is not None

    async def place_name(self, place: PlaceId, user: UserId) -> str:
        """The server and the channel, for users who may read that channel."""
        channel = await self._read_by(place, user)
        if channel is None:
            return ""
        return f"{shown_name(channel.guild.name)} · #{shown_name(channel.name)}"

    async def _read_by(self, place: PlaceId, user: UserId) -> discord.abc.GuildChannel | None:
        """The channel of a place; ``None``: this user may not read it, or it is none."""
        guild = self._client.get_guild(guild_of(place.rpartition("/")[0]) or 0)
        channel = None if guild is None else guild.get_channel(channel_of(place) or 0)
        number = user_of(user)
        if guild is None or channel is None or number is None:
            return None
        known = self._readers.get((channel.id, number))
        now = self._service.time.now()
        if known is None or now >= known[1]:
            is_shown = await self._is_shown(guild, channel, number)
            known = is_shown, now + _ASKED_AGAIN[is_shown]
            self._readers[(channel.id, number)] = known
        return channel if known[0] else None

    async def _is_shown(
        self, guild: discord.Guild, channel: discord.abc.GuildChannel, user: int
    ) -> bool:
        try:
            member = await guild.fetch_member(user)
        except ANY:
            return False
        return channel.permissions_for(member).view_channel

    async def add_table(
        self, match: MatchId, channel: int, locale: str = "", kind: str = TABLE
    ) -> None:
        """Shows the table in this channel, as its last message; with no ``locale`` in its own
        server's language. ``kind``: :data:`~adapters.discord.address.BOTLESS` where the bot is
        not."""
        await self._service.surfaces.add(
            match,
            platform=PLATFORM,
            address=str(Address(kind, channel)),
            chat=f"{kind}{channel}",
            key=f"{kind}{channel}",
            locale=locale,
        )

    async def into_thread(self, match: MatchId, guild: int, name: str) -> None:
        """Moves the match into a new thread. The lobby's message stays above it."""
        for surface in await self.surfaces_of(match):
            address = read(surface.address)
            if surface.person or not address.message:
                continue
            channel = self._client.get_partial_messageable(address.target, guild_id=guild)
            lobby = channel.get_partial_message(address.message)
            thread = await lobby.create_thread(name=name)
            await self._service.surfaces.remove(surface.id)
            await self.add_table(match, thread.id)
            return

    async def retire(self, before: Surface, now: Surface | None) -> Delivery:
        """Deletes a message that no longer belongs to its surface, or takes its buttons away.

        The message of a finished hand stays in the channel without buttons. So does the last
        message of a person who gave the surface up. An announcement is deleted when its lobby has
        ended. Any other message that was replaced is deleted.
        """
        old, new = read(before.address), None if now is None else read(now.address)
        if not old.message or (new is not None and new.message == old.message):
            return SAME
        if old.answers and self._service.time.utc() >= old.until:
            return LOST
        known = self._drawn.pop(old.message, None)
        told = not before.announces if new is None else old.kind == TABLE and old.hand < new.hand
        try:
            if known is not None and told:
                await self._rest(old, known)
            else:
                await self._delete(old)
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

    async def _delete(self, address: Address) -> None:
        if address.answers:
            await self.reachability.webhook(address.token).delete_message(address.message)
        else:
            channel = self._client.get_partial_messageable(address.channel)
            await channel.get_partial_message(address.message).delete()

    async def _rest(self, address: Address, known: Message) -> None:
        resting = at_rest(known)
        if resting.components == known.components:
            return
        change = self.reachability.webhook(address.token).edit_message
        edit: Call[object] = partial(change, address.message)
        if not address.answers:
            channel = self._client.get_partial_messageable(address.channel)
            edit = channel.get_partial_message(address.message).edit
        await pictures.edit(resting, known, edit)

    async def gone(self, place: PlaceId) -> None:
        """Handles a channel that was deleted or closed to us: tells its tables' people where they
        can play on."""
        target = channel_of(place)
        for match in await self._service.matches.at_place(place):
            for surface in await self.surfaces_of(match):
                if not surface.person and read(surface.address).target == target:
                    await self._service.surfaces.lose(surface.id)
                    await self.reachability.lost_table(surface)

    async def back(self, community: CommunityId, channels: Collection[int]) -> int:
        """Shows the tables of a server again where they stood before. Returns how many tables the
        server has."""
        matches = await self._service.matches.in_community(community)
        for match in matches:
            info = await self._service.matches.info(match)
            target = channel_of(info.place) if info is not None else None
            shown = [surface for surface in await self.surfaces_of(match) if not surface.person]
            if target in channels and target is not None and not shown:
                self.reachability.found_table(match)
                await self.add_table(match, target)
        return len(matches)

    async def follow_on(self, match: MatchId) -> None:
        """Shows the rematch where the match was, and gives its people their hands."""
        info = await self._service.matches.info(match)
        after = await self._service.matches.info(info.successor) if info is not None else None
        if after is None:
            return
        shown = {
            (read(surface.address).kind, read(surface.address).target)
            for surface in await self.surfaces_of(after.match)
        }
        for surface in await self.surfaces_of(match):
            address = read(surface.address)
            if surface.announces:
                continue
            kind, target = address.kind, address.target
            if kind in (TABLE, BOTLESS) and (kind, target) not in shown:
                await self.add_table(after.match, target, surface.locale, kind)
        for seat in after.people:
            user = await self.reachability.user_of(seat.person)
            if user is not None and not {(DIRECT, user), (HERE, user)} & shown:
                await self.reachability.seat(after.match, seat.person)

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
        number = user_of(user)
        if number is not None:
            self.reachability.later(self.reachability.tell_alone(number, text))

    async def publish(
        self, community: CommunityId, place: PlaceId, text: str, *, aloud: bool = False
    ) -> None:
        """Writes into the place's channel: in small letters and without a notification, unless it
        is said ``aloud``."""
        channel = channel_of(place)
        if channel is not None and guild_of(community) is not None and not self.closing:
            await self.reachability.soon(self._publish(channel, text, aloud=aloud))

    async def _publish(self, channel: int, said: str, *, aloud: bool) -> None:
        small = "" if aloud else "-# "
        written = "\n".join(f"{small}{plain(line)}" for line in said.split("\n"))
        await self._client.get_partial_messageable(channel).send(
            view=PreparedMessage([text(written)]),
            allowed_mentions=discord.AllowedMentions.none(),
            silent=not aloud,
        )

    async def notify(self, notice: Notice, words: NoticeWords) -> Delivery:
        """Calls a person's attention to a notice: see
        :meth:`adapters.discord.reachability.Reachability.notify`."""
        return await self.reachability.notify(notice, words)


def _edited(address: Address, screen: Screen) -> Delivery:
    """The result of an edit. The lobby's message becomes the message of the first hand."""
    if address.hand == screen.number:
        return SHOWN
    return Moved(str(replace(address, hand=screen.number)))

"""The places where a match is shown in Discord: channels, threads of them, and private chats."""

from collections.abc import Collection

import discord

from adapters.discord.address import BOTLESS, DIRECT, HERE, TABLE, Address, read
from adapters.discord.ids import PLATFORM, channel_of, community_id, guild_of, is_botless, user_of
from adapters.discord.reachability import Reachability
from adapters.discord.trouble import ANY
from bot.match.names import shown_name
from bot.messages import CommunityId, MatchId, PlaceId, UserId
from bot.service import Service
from bot.showing.known_readers import known_readers
from bot.store.model import Surface


class MatchSurfaces:
    """Adds surfaces of matches, and finds those that there are."""

    def __init__(
        self, client: discord.Client, service: Service, reachability: Reachability
    ) -> None:
        self._client = client
        self._service = service
        self._reachability = reachability
        self._readers = known_readers(service.time)

    async def of_match(self, match: MatchId) -> list[Surface]:
        """The surfaces that show a match in Discord."""
        known = await self._service.surfaces.of_match(match)
        return [surface for surface in known if surface.platform == PLATFORM and not surface.lost]

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
        reads = self._readers.get((channel.id, number))
        if reads is None:
            reads = await self._is_shown(guild, channel, number)
            self._readers[channel.id, number] = reads
        return channel if reads else None

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
        """Shows the table as this channel's last message; without ``locale`` in the server's
        language. ``kind``: :data:`~adapters.discord.address.BOTLESS` where the bot is not."""
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
        for surface in await self.of_match(match):
            address = read(surface.address)
            if surface.person or not address.message:
                continue
            channel = self._client.get_partial_messageable(address.target, guild_id=guild)
            lobby = channel.get_partial_message(address.message)
            thread = await lobby.create_thread(name=name)
            await self._service.surfaces.remove(surface.id)
            await self.add_table(match, thread.id)
            return

    async def gone(self, place: PlaceId) -> None:
        """A channel was deleted or closed to us: its tables' people are told where to play on."""
        target = channel_of(place)
        for match in await self._service.matches.at_place(place):
            for surface in await self.of_match(match):
                if not surface.person and read(surface.address).target == target:
                    await self._service.surfaces.lose(surface.id)
                    await self._reachability.lost_table(surface)

    async def back(self, community: CommunityId, channels: Collection[int]) -> int:
        """Shows the tables of a server again where they stood before. Returns how many."""
        matches = await self._service.matches.in_community(community)
        for info in await self._service.matches.infos(matches):
            target = channel_of(info.place)
            shown = [surface for surface in await self.of_match(info.match) if not surface.person]
            if target in channels and target is not None and not shown:
                self._reachability.found_table(info.match)
                await self.add_table(info.match, target)
        return len(matches)

    async def follow_on(self, match: MatchId) -> None:
        """Shows the rematch where the match was, and gives its people their hands."""
        info = await self._service.matches.info(match)
        after = await self._service.matches.info(info.successor) if info is not None else None
        if after is None:
            return
        shown = {
            (read(surface.address).kind, read(surface.address).target)
            for surface in await self.of_match(after.match)
        }
        for surface in await self.of_match(match):
            address = read(surface.address)
            if surface.announces:
                continue
            kind, target = address.kind, address.target
            if kind in (TABLE, BOTLESS) and (kind, target) not in shown:
                await self.add_table(after.match, target, surface.locale, kind)
        for seat in after.people:
            user = await self._reachability.user_of(seat.person)
            if user is not None and not {(DIRECT, user), (HERE, user)} & shown:
                await self._reachability.seat(after.match, seat.person)

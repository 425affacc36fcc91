"""Shows the further results of an accepted command besides its answer: the table in this channel,
the person's hand, a thread. Also gives the place where a person is."""

from typing import Final

from adapters.discord import community
from adapters.discord.address import BOTLESS, TABLE, read
from adapters.discord.caller import Caller
from adapters.discord.message import cut
from adapters.discord.platform import DiscordPlatform
from bot import messages
from bot.asking import Whereabouts, follow_up
from bot.messages import AnyCommand, AnyReply, MatchId
from bot.model import Status
from bot.service import Service

_AGAIN: Final = 1.0
"""The number of times that the adapter checks whether a match that is about to start has begun."""


class FollowUps:
    """Shows what follows a command, after the command was answered."""

    def __init__(self, service: Service, platform: DiscordPlatform) -> None:
        self._service = service
        self._platform = platform
        self._reachability = platform.reachability
        self._starting: set[MatchId] = set()
        """The matches that will soon move into a thread."""

    async def after(self, caller: Caller, command: AnyCommand, reply: AnyReply) -> None:
        """Shows the further results of an accepted command besides its answer."""
        after = follow_up(command, reply)
        if after.before:
            await self._platform.surfaces.follow_on(after.before)
            return
        opened = isinstance(command, messages.OpenTable)  # the answer has shown it
        if after.here and not caller.direct and not opened:
            await self._table_here(caller, after.match)
        if after.seat and not (caller.direct and opened):
            await self._reachability.seat(after.match, caller.person)
        if after.gone:
            await self._put_down(after.match, caller)
        if after.begins:
            self._reachability.later(self._thread(caller, after.match))

    async def _put_down(self, match: MatchId, caller: Caller) -> None:
        """Writes to a person who has left no more; unless the match ended with that, or the button
        that takes the seat back stands on their hand alone, because no channel shows the match."""
        info = await self._service.matches.info(match)
        shown = await self._service.surfaces.of_match(match)
        seated = info is not None and info.seat_of(caller.person) is not None
        over = info is not None and info.status is Status.OVER
        if seated and (over or all(surface.person for surface in shown)):
            return
        for surface in shown:
            if surface.person == caller.person:
                await self._service.surfaces.remove(surface.id)

    async def whereabouts(self, caller: Caller) -> Whereabouts:
        """The person who asks and the place, in the service's terms."""
        return Whereabouts(
            request=caller.request,
            person=caller.person,
            name=caller.name,
            community=caller.community,
            place=caller.place,
            locale=caller.locale,
            private=caller.direct,
            shown=await self._shown_in(caller) if caller.thread else "",
        )

    async def _shown_in(self, caller: Caller) -> MatchId:
        """The newest table that is shown in the thread; empty: none."""
        for match in await self._service.matches.at_place(caller.place):
            for surface in await self._platform.surfaces.of_match(match):
                if not surface.person and read(surface.address).target == caller.channel:
                    return match
        return ""

    async def _table_here(self, caller: Caller, match: MatchId) -> None:
        """Shows the table in the channel where somebody sat down, unless it is there already, or is
        a table of the queue, which no channel shows."""
        for surface in await self._platform.surfaces.of_match(match):
            public = surface.announces or not surface.person
            if public and read(surface.address).target == caller.channel:
                return
        info = await self._service.matches.info(match)
        if (info is not None and (info.quick or info.place == caller.place)) or caller.missing:
            return
        if not await self._service.settings.allows_tables(caller.community, caller.place):
            return
        home = info is not None and info.community == caller.community
        locale = "" if home else caller.shared
        kind = BOTLESS if caller.botless else TABLE
        await self._platform.surfaces.add_table(match, caller.channel, locale, kind)

    async def _thread(self, caller: Caller, match: MatchId) -> None:
        """Moves a beginning match into a thread below its lobby, if the server wants that."""
        info = await self._service.matches.info(match)
        if info is None or caller.direct or match in self._starting:
            return
        if not (await community.ways_of(self._service, info.community)).threads:
            return
        self._starting.add(match)
        try:
            while info is not None and info.status is Status.LOBBY and info.starting:
                await self._service.time.pause(_AGAIN)
                info = await self._service.matches.info(match)
            if info is not None and info.status is Status.PLAYING:
                names = ", ".join(seat.name for seat in info.seats)
                await self._platform.surfaces.into_thread(match, caller.guild, cut(names, 100))
        finally:
            self._starting.discard(match)

"""The places where a match is shown on Telegram: groups and their topics, and private chats."""

from typing import Final

from cachetools import FIFOCache
from msgspec.structs import replace

from adapters.telegram.addresses import (
    PLATFORM,
    Address,
    key_of,
    read_address,
    thread_of,
    user_id,
    user_of,
)
from adapters.telegram.groups import Groups, KnownPerson, Spot
from adapters.telegram.wire import Wire
from bot.messages import CommunityId, MatchId, PersonId, PlaceId, UserId
from bot.model import MatchInfo
from bot.service import Service
from bot.showing.known_readers import known_readers
from bot.store.model import Surface

_REMEMBERED: Final = 20_000


class MatchSurfaces:
    """Adds surfaces of matches, and finds those that there are."""

    def __init__(self, service: Service, wire: Wire, groups: Groups) -> None:
        self._service = service
        self._wire = wire
        self._groups = groups
        self._seated: FIFOCache[tuple[MatchId, PersonId], None] = FIFOCache(_REMEMBERED)
        self._members = known_readers(service.time)

    async def seen_at(self, match: MatchId, person: PersonId = "") -> tuple[Surface, ...]:
        """The surfaces of the match: its tables in groups, or a person's private picture."""
        found = await self._service.surfaces.of_match(match)
        return tuple(
            surface
            for surface in found
            if surface.platform == PLATFORM and surface.person == person
        )

    async def catch_up(self, match: MatchId, person: PersonId) -> None:
        """Shows the person's hand of now at once, if it rests at an earlier moment."""
        info = await self._service.matches.info(match)
        for surface in await self.seen_at(match, person):
            if info is not None and surface.shown < info.version:
                await self._service.surfaces.redraw(surface.id)

    async def show_in(self, match: MatchId, spot: Spot) -> None:
        """Shows the match here from now on, unless it is already shown or announced here. A table
        of another community is shown in this community's language."""
        for surface in await self._service.surfaces.of_match(match):
            if surface.platform != PLATFORM or (surface.person and not surface.announces):
                continue
            address = read_address(surface.address)
            if await self._groups.chat(address.chat) == spot.chat and address.thread == spot.thread:
                return
        address = Address(spot.chat, spot.thread)
        info = await self._service.matches.info(match)
        home = info is None or info.community == spot.community
        await self._service.surfaces.add(
            match,
            platform=PLATFORM,
            address=address.write(),
            chat=str(spot.chat),
            locale="" if home else await self._groups.group_locale(spot.community),
        )

    async def address_in(self, place: PlaceId) -> tuple[str, str] | None:
        """The address of a new message in this group, or in this topic of it."""
        community, _, _ = place.rpartition("/")
        chat = await self._groups.chat_of(community)
        return None if chat is None else (Address(chat, thread_of(place)).write(), str(chat))

    async def place_name(self, place: PlaceId, user: UserId) -> str:
        """The name of the group and topic, for members, once something came that told it."""
        chat = await self._groups.chat_of(place.rpartition("/")[0])
        title = "" if chat is None else self._groups.title(chat)
        if chat is None or not title or not await self._is_member(chat, user):
            return ""
        topic = self._groups.topic(chat, thread_of(place))
        return f"{title} · {topic}" if topic else title

    async def may_read(self, place: PlaceId, user: UserId) -> bool:
        """Members of a group read all its topics; the private chat is the user's own. A group that
        has got another number has no places under it."""
        key = key_of(place.rpartition("/")[0])
        if key is None or await self._groups.key(key) != key:
            return False
        chat = await self._groups.chat(key)
        return chat == user_of(user) or await self._is_member(chat, user)

    async def _is_member(self, chat: int, user: UserId) -> bool:
        number = user_of(user)
        if number is None:
            return False
        is_in = self._members.get((chat, number))
        if is_in is None:
            is_in = self._members[chat, number] = await self._wire.is_member(chat, number)
        return is_in

    async def show_all(self, community: CommunityId) -> bool:
        """Shows a group's tables again after the bot was away. Returns whether there are any."""
        matches = await self._service.matches.in_community(community)
        if (chat := await self._groups.chat_of(community)) is not None:
            for info in await self._service.matches.infos(matches):
                spot = Spot(chat, thread_of(info.place), community, info.place, False)
                await self.show_in(info.match, spot)
        return bool(matches)

    async def follow_on(self, before: MatchId) -> None:
        """Shows the rematch where the match is shown, to groups and to its people in private."""
        old = await self._service.matches.info(before)
        info = await self._service.matches.info(old.successor) if old is not None else None
        if info is None:
            return
        for surface in await self._service.surfaces.of_match(before):
            if surface.platform != PLATFORM:
                continue
            gone = surface.person and info.seat_of(surface.person) is None
            if gone or not await self.is_theirs(surface):
                continue
            address = Address(await self.chat(read_address(surface.address)))
            address = replace(address, thread=read_address(surface.address).thread)
            shown = await self.seen_at(info.match, surface.person)
            known = [read_address(other.address) for other in shown]
            if not any(
                (place.chat, place.thread) == (address.chat, address.thread) for place in known
            ):
                await self._service.surfaces.add(
                    info.match,
                    platform=PLATFORM,
                    address=address.write(),
                    chat=str(address.chat),
                    person=surface.person or None,
                    locale=surface.locale,
                )

    async def show_to(self, match: MatchId, known: KnownPerson) -> None:
        """Shows the match to the person in the private chat from now on."""
        if not await self.seen_at(match, known.person):
            await self._service.surfaces.add(
                match,
                platform=PLATFORM,
                address=Address(known.user).write(),
                chat=str(known.user),
                person=known.person,
            )
        self._seated[(match, known.person)] = None

    async def show_to_players(self, info: MatchInfo) -> None:
        """Shows the match in private to its people whose private chat is open."""
        for seat in info.people:
            if (info.match, seat.person) in self._seated:
                continue
            user = await self._groups.user_of(seat.person)
            if user is None:
                continue
            known = await self._groups.of(user)
            if known.open:
                await self.show_to(info.match, known)

    async def is_theirs(self, surface: Surface) -> bool:
        """Whether the private chat still belongs to the person shown there, and is not unlinked."""
        user = user_id(read_address(surface.address).chat)
        if surface.announces or not surface.person:
            return True
        return await self._service.users.person_of(user) == surface.person

    async def chat(self, address: Address) -> int:
        """The present number of the chat of this address."""
        return await self._groups.chat(address.chat)

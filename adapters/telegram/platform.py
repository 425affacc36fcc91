"""Shows what the service wants on Telegram: the table in its group, a hand in its private chat.

The table has one message for each hand, which is edited. The message is sent anew, as the last one
of the group, when it must draw attention: a hand begins, or the table waits for a person who cannot
be told in private. The message before it is deleted, unless it shows how a hand ended. A private
hand has one message too, which is sent anew for whoever is away, or was asked and does not answer.
It is edited at once when the table waits for its owner or deals, and a moment later for what needs
no answer, so that what follows at once is shown with it. After the owner's own step, which the
answer to the press has told, it waits longer for the others.

Only one thing at a time is written for a surface, in the surface's turn
(:mod:`bot.showing.surface_turns`). The surface does not repeat what a notice has already shown.
Whether and how to call a person is decided last, when the chat and the surface both have their
turn. A call that is no longer true is dropped.
"""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from html import escape
from typing import Final

import structlog
from cachetools import FIFOCache
from msgspec.structs import replace

from adapters.telegram.addresses import (
    PLATFORM,
    Address,
    read_address,
    thread_of,
    user_id,
    user_of,
)
from adapters.telegram.attention import PeoplesAttention
from adapters.telegram.groups import Groups, KnownPerson, Spot
from adapters.telegram.hidden import HiddenHands
from adapters.telegram.layout import ends_of, mention_of, pictured
from adapters.telegram.limits import GROUP_SPARE, Pace
from adapters.telegram.message import InlineButton, Keys, Page
from adapters.telegram.trouble import (
    ChatMoved,
    Flooded,
    Missing,
    Rejected,
    Same,
    Trouble,
    Unreachable,
    Unsure,
)
from adapters.telegram.window import Window
from adapters.telegram.wire import Wire
from adapters.telegram.words import say
from bot.messages import CommunityId, Leave, MatchId, PersonId, PlaceId, UserId
from bot.model import MatchInfo, Seat, Status
from bot.screen import IN_WINDOWS, Screen, asks_reader, is_done, laid_of
from bot.screens.lesson import LINES
from bot.screens.pictured import picture_of
from bot.service import Service
from bot.showing.attention import TO_ANSWER
from bot.showing.platform import FAILED, LOST, SAME, SHOWN, Delivery, Moved, NoticeWords, Wait
from bot.store.model import (
    CHALLENGE,
    HOST_GONE,
    INVITED,
    OF_TOURNAMENT,
    REMIND,
    REMOVED,
    Notice,
    Surface,
)

log = structlog.get_logger(__name__)

RESULT: Final = -1
"""Stands in place of the number of the hand in the address of a result."""
WINDOWS: Final = -2
"""The same for the message that stands for a table whose people play in windows: it is another one
than the table's."""
_REMEMBERED: Final = 20_000
_ASKED_AGAIN: Final = 600.0
"""Seconds for which it is believed who is in a group."""
_NAMELESS: Final = "👤"
"""Stands for somebody who is called and whose name is not known."""
REST: Final = 3.0
"""Seconds that a private hand waits for the next step if the table does not wait for its owner."""
OWN_REST: Final = 10.0
"""The same after the owner's own step."""
_LOOKED_AGAIN: Final = 10.0
"""Seconds for which it is believed that people of a group play in windows, or that nobody does."""
_MOMENT: Final = 1.0
"""Seconds that a table waits for a message of its own before it is shown."""


class _Untrue(Exception):
    """The words of a call are no longer true."""


class _NotYet(Exception):
    """The chat may not be written to for this many seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


Permission = Callable[[], float]
"""Takes the permission to write to a chat, just before the request. Gives the seconds to wait if
there is none; 0: it is taken."""


class TelegramPlatform:
    """Shows pictures, and sends calls for attention."""

    def __init__(
        self, service: Service, wire: Wire, groups: Groups, window: Window | None = None
    ) -> None:
        self._service = service
        self._window = window
        self._wire = wire
        self._groups = groups
        self._seated: FIFOCache[tuple[MatchId, PersonId], None] = FIFOCache(_REMEMBERED)
        self._spent: FIFOCache[tuple[int, int], None] = FIFOCache(_REMEMBERED)
        """Messages that cannot become what is to be shown: a new one takes their place as soon as
        there is room."""
        self._members: FIFOCache[tuple[int, int], tuple[bool, float]] = FIFOCache(_REMEMBERED)
        """By group and user: whether they are in it, and until when that is believed."""
        self._with_windows: FIFOCache[CommunityId, tuple[bool, float]] = FIFOCache(_REMEMBERED)
        """By group: whether people play in windows there, and until when that is believed."""
        self._current: FIFOCache[tuple[int, int], None] = FIFOCache(_REMEMBERED)
        """Messages that surely show a picture of now."""
        self._laid: FIFOCache[str, tuple[tuple[int, int], int]] = FIFOCache(_REMEMBERED)
        """By surface, the hand and the cards on the table that it shows (:func:`laid_of`), and the
        version of the match."""
        self._resting: FIFOCache[str, tuple[int, float]] = FIFOCache(_REMEMBERED)
        """By private hand that waits with something that needs no answer: the version of the match,
        and until when it waits."""
        self._later: dict[str, asyncio.Task[None]] = {}
        self._stopped = False
        self.attention: Final = PeoplesAttention(service, groups)
        self.hidden: Final = HiddenHands(service, wire, groups)
        groups.on_closed = self._lost_in_private

    @property
    def name(self) -> str:
        """``telegram``."""
        return PLATFORM

    # --- messages of now -----------------------------------------------------------------------

    def _shows(self, address: Address) -> None:
        self._current[(address.chat, address.message)] = None

    def is_current(self, chat: int, message: int) -> bool:
        """Whether this message surely shows a picture of now. Other messages may do so too."""
        return (chat, message) in self._current

    async def stop(self) -> None:
        """Ends all delayed work; no more is delayed after this."""
        self._stopped = True
        tasks = list(self._later.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # --- where a match is shown ----------------------------------------------------------------

    async def seen_at(self, match: MatchId, person: PersonId = "") -> tuple[Surface, ...]:
        """The surfaces of the match: its tables in groups, or a person's private picture."""
        found = await self._service.surfaces.of_match(match)
        return tuple(
            surface
            for surface in found
            if surface.platform == PLATFORM and surface.person == person
        )

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
        """The name of the group and of its topic, for its members, as soon as something came from
        there that told it."""
        chat = await self._groups.chat_of(place.rpartition("/")[0])
        title = "" if chat is None else self._groups.title(chat)
        if chat is None or not title or not await self._is_member(chat, user):
            return ""
        topic = self._groups.topic(chat, thread_of(place))
        return f"{title} · {topic}" if topic else title

    async def may_read(self, place: PlaceId, user: UserId) -> bool:
        """Members of a group read all its topics; the private chat is the user's own."""
        chat = await self._groups.chat_of(place.rpartition("/")[0])
        own = chat == user_of(user)
        return chat is not None and (own or await self._is_member(chat, user))

    async def _is_member(self, chat: int, user: UserId) -> bool:
        number, now = user_of(user), self._service.time.now()
        if number is None:
            return False
        known = self._members.get((chat, number))
        if known is None or now >= known[1]:
            known = await self._wire.is_member(chat, number), now + _ASKED_AGAIN
            self._members[(chat, number)] = known
        return known[0]

    async def show_all(self, community: CommunityId) -> bool:
        """Shows every table of a group again, because the bot was away or could not write. Returns
        whether there are any."""
        matches = await self._service.matches.in_community(community)
        chat = await self._groups.chat_of(community)
        for match in matches:
            info = await self._service.matches.info(match)
            if info is not None and chat is not None:
                place = info.place
                await self.show_in(match, Spot(chat, thread_of(place), community, place, False))
        return bool(matches)

    async def follow_on(self, before: MatchId) -> None:
        """Shows the rematch in the groups that show the match, and to those of its people who saw
        the match in private."""
        old = await self._service.matches.info(before)
        info = await self._service.matches.info(old.successor) if old is not None else None
        if info is None:
            return
        for surface in await self._service.surfaces.of_match(before):
            if surface.platform != PLATFORM:
                continue
            gone = surface.person and info.seat_of(surface.person) is None
            if gone or not await self._is_theirs(surface):
                continue
            address = Address(await self._chat(read_address(surface.address)))
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

    async def show_last(self, match: MatchId, known: KnownPerson) -> None:
        """Shows the match to the person as the last message of the private chat."""
        seen = await self.seen_at(match, known.person)
        await self.show_to(match, known)
        for surface in seen:
            if read_address(surface.address).message:
                await self.put_below(surface.id)

    async def _show_to_players(self, info: MatchInfo) -> None:
        for seat in info.people:
            if (info.match, seat.person) in self._seated:
                continue
            user = await self._groups.user_of(seat.person)
            if user is None:
                continue
            known = await self._groups.of(user)
            if known.open:
                await self.show_to(info.match, known)

    # --- pictures ----------------------------------------------------------------------------

    async def show(self, surface: Surface, screen: Screen) -> Delivery:
        """Shows the newest picture, in place of the one before or as a new message."""
        address = read_address(surface.address)
        info = await self._service.matches.info(surface.match)
        if info is None or not await self._is_theirs(surface):
            return LOST
        if info.successor:
            await self.follow_on(surface.match)
        if not surface.person:
            await self._show_hands(info)
        if (address.chat, address.message) in self._spent:
            if surface.announces:
                return LOST
            address = replace(address, done=False)  # it no longer tells how a hand ended
        if rest := self._rests(surface, screen, address):
            return Wait(rest, alone=True, calm=True)
        edits = await self._in_place(surface, screen, address, info)
        is_read = await self._is_read(surface, screen, info)
        is_slow = is_read and await self._has_windows(info.community)
        has_news = self._has_news(surface, screen, address, slow=is_slow)
        pace = Pace(read=is_read, calm=is_read and not has_news, slow=is_slow and not has_news)
        wait, permit = await self._permission(surface, screen, address, info, pace, edits=edits)
        if wait:
            return Wait(wait, alone=True, calm=pace.calm)
        try:
            if edits:
                return await self._edit(surface, screen, address, info, permit)
            silent = not surface.announces
            moved = await self._send(surface, screen, address, info, permit, silent=silent)
            return Moved(moved.write())
        except _NotYet as wanted:
            return Wait(wanted.seconds, alone=True, calm=pace.calm)
        except Trouble as trouble:
            if isinstance(trouble, Unreachable) and not (surface.person or address.message):
                self._try_later(f"unseen {surface.id}", self._close_unseen(surface, info))
            return await self._made_of(trouble, address)

    async def _show_hands(self, info: MatchInfo) -> None:
        """Lets the hands that have no surface follow their table."""
        if info.status is Status.PLAYING:
            await self._show_to_players(info)
        for person in self.hidden.owners(info.match):
            if info.is_played_by(person) and self._service.windows.looks(info.match, person):
                continue
            work = self.hidden.catch_up(info.match, person)
            self._try_later(f"hand of {person} in {info.match}", work)

    async def take_over(self, match: MatchId, person: PersonId) -> None:
        """Shows the table to somebody who has just looked at it in a window, and does so no
        longer: also a table that no chat has shown so far."""
        info = await self._service.matches.info(match)
        user = await self._groups.user_of(person)
        if info is None or user is None or not info.is_played_by(person):
            return
        known = await self._groups.of(user)
        if known.open:
            await self.show_to(match, known)
        if person in self.hidden.owners(match):
            work = self.hidden.catch_up(match, person)
            self._try_later(f"hand of {person} in {match}", work)

    async def _close_unseen(self, surface: Surface, info: MatchInfo) -> None:
        """Closes a lobby that nobody can see, because the bot may not write where it was opened,
        and says so to its host alone."""
        others = await self._service.surfaces.of_match(info.match)
        if info.status is not Status.LOBBY or any(
            not (other.person or other.lost or other.id == surface.id) for other in others
        ):
            return
        await self._service.handle(
            Leave(request=f"telegram:unseen.{info.match}", person=info.host, match=info.match)
        )
        known = await self._groups.of(await self._groups.user_of(info.host) or 0)
        if known.open:
            locale = await self._groups.locale(known, info.community)
            title = self._groups.title(read_address(surface.address).chat)
            await self._tell_alone(known, say(locale, "group.mute", group=title))

    def _rests(self, surface: Surface, screen: Screen, address: Address) -> float:
        """Seconds that a private hand waits in any case: its owner has seen its cards, is not
        asked, and is taught nothing."""
        news = not surface.person or screen.kind != "hand" or hand_of(screen) != address.hand
        taught = any(line.id.startswith(LINES) for line in screen.lines)
        asked = surface.shown < 0 or asks_reader(screen)
        if news or taught or asked or is_done(screen):
            self._resting.pop(surface.id, None)
            return 0.0
        now = self._service.time.now()
        version, until = self._resting.get(surface.id, (-1, float("inf")))
        if version != screen.version:
            is_own = self.attention.acted_just_now(surface.person)
            until = min(until, now + (OWN_REST if is_own else REST))
            self._resting[surface.id] = screen.version, until
        return max(0.0, until - now)

    def _note_shown(self, surface: Surface, screen: Screen) -> None:
        self._laid[surface.id] = laid_of(screen), screen.version
        self._resting.pop(surface.id, None)

    async def _is_read(self, surface: Surface, screen: Screen, info: MatchInfo) -> bool:
        """Whether a table in a group is only read, because its people play in private."""
        if screen.kind == IN_WINDOWS:
            return True
        if surface.person or screen.kind != "table" or surface.shown < 0:
            return False  # or it is drawn on request
        return not await self.attention.plays_in_group(info)

    async def _has_windows(self, community: CommunityId) -> bool:
        """Whether somebody plays in a window at a table of this group. It is believed for a
        while."""
        now = self._service.time.now()
        known, until = self._with_windows.get(community, (False, now))
        if until <= now:
            found = [
                await self._service.matches.info(match) for match in self._service.windows.tables()
            ]
            known = any(
                info.community == community and self._service.windows.any_looks(info)
                for info in found
                if info is not None
            )
            self._with_windows[community] = known, now + _LOOKED_AGAIN
        return known

    def _has_news(self, surface: Surface, screen: Screen, address: Address, *, slow: bool) -> bool:
        """Whether the table shows a card that the group has not seen, or, where the group is not
        busy, that the match has begun or how a hand ended. Without news it may wait for the next
        card: what was said, the end and the next deal are told with that. ``slow``: people of the
        group play in windows, and whoever wants to see more opens one."""
        if screen.kind == IN_WINDOWS:
            return False
        seen, version = self._laid.get(surface.id, (None, -1))
        if version == screen.version or surface.shown < 0:
            return True  # it is drawn again on request
        laid = laid_of(screen)
        if seen != laid and laid[1] > 0 and not slow:
            return True
        begins = address.message > 0 and address.hand == 0
        ends = is_done(screen) and not slow
        return (begins or ends) and not self._wire.limits.is_busy(address.chat)

    async def _permission(
        self,
        surface: Surface,
        screen: Screen,
        address: Address,
        info: MatchInfo,
        pace: Pace,
        *,
        edits: bool,
    ) -> tuple[float, Permission]:
        """Seconds that a picture has to wait in any case, and how its permission is taken when it
        is drawn. A table that calls nobody is a picture like others: a new hand waits for its turn,
        but for the first where people play by its buttons."""
        chat, limits = await self._chat(address), self._wire.limits
        if not edits:
            uncalled = await self.attention.is_somebody_uncalled(surface, screen, info)
            first = not address.hand and not pace.read
            if surface.person or uncalled or first or not address.message:
                return limits.would_wait(chat), partial(limits.send, chat)
        wait = limits.picture(chat, surface.id, pace, take=False)
        return wait, partial(limits.picture, chat, surface.id, pace)

    async def _is_theirs(self, surface: Surface) -> bool:
        """Whether the private chat still belongs to the person whose picture it shows; a user may
        have been unlinked."""
        user = user_id(read_address(surface.address).chat)
        if surface.announces or not surface.person:
            return True
        return await self._service.users.person_of(user) == surface.person

    async def retire(self, before: Surface, now: Surface | None) -> Delivery:
        """Deletes a message that belongs to no surface. (Sending a new message already deletes the
        message before it.)"""
        address = read_address(before.address)
        for_nothing = now is None or read_address(now.address).message < address.message
        if for_nothing and address.message:
            await self._wire.delete(await self._chat(address), address.message)
        return SHOWN

    async def _chat(self, address: Address) -> int:
        return await self._groups.chat(address.chat)

    async def _in_place(
        self, surface: Surface, screen: Screen, address: Address, info: MatchInfo
    ) -> bool:
        """Whether the present message may be edited: an edit calls nobody."""
        if not address.message or await self._chat(address) != address.chat:
            return False
        if (address.chat, address.message) in self._spent:
            return False
        if surface.person:
            return True
        return hand_of(screen) == address.hand and not await self.attention.is_somebody_uncalled(
            surface, screen, info
        )

    async def _edit(
        self,
        surface: Surface,
        screen: Screen,
        address: Address,
        info: MatchInfo,
        permit: Permission,
    ) -> Delivery:
        mention = mention_of(await self.attention.still_called(surface, screen, info))
        places = await self.attention.needs_places(info)
        group = self._groups.title(address.chat)
        ends = await self._ends(surface, address.since)
        page = pictured(screen, mention=mention, places=places, group=group, ends=ends)
        page = self.with_window(page, screen, private=bool(surface.person))
        await self._wire.prepare(page.picture)
        if wait := permit():
            raise _NotYet(wait)
        try:
            await self._wire.edit(address.chat, address.message, page)
        except Same:
            pass
        except Missing:
            if surface.announces:
                return LOST  # a lobby is announced once
            # Somebody deleted the message, or it cannot show the new picture: a new message is
            # sent. The old one may still exist, so it is deleted after that.
            permit = partial(self._wire.limits.send, address.chat)
            anew = replace(address, done=False)
            try:
                moved = await self._send(surface, screen, anew, info, permit)
            except _NotYet:
                # Another try to edit it would use up the room for the new one.
                self._spent[(address.chat, address.message)] = None
                raise
            return Moved(moved.write())
        self._shows(address)
        self._note_shown(surface, screen)
        now = replace(address, hand=hand_of(screen), done=is_done(screen))
        return SHOWN if now == address else Moved(now.write())

    async def _ends(self, surface: Surface, since: int) -> str:
        """HTML that tells how the hands from this number on ended; 0: nothing is told."""
        if not since:
            return ""
        ended = await self._service.screens.ended_since(surface.match, since, surface.locale)
        return ends_of(ended)

    async def _send(
        self,
        surface: Surface,
        screen: Screen,
        address: Address,
        info: MatchInfo,
        permit: Permission,
        words: NoticeWords | None = None,
        *,
        silent: bool = True,
    ) -> Address:
        """Sends a new message; the one before is deleted unless it tells how a hand ended.

        In a busy group there is no room to remove the buttons of that one. Then it is deleted too,
        and the new message begins with how the hand ended. It does so as well if the message before
        does not show that yet.

        ``words``: the text of a call. They are asked for last, and then nothing is awaited before
        the message is sent. Raises :class:`_NotYet` without permission."""
        chat = await self._chat(address)
        group = self._groups.title(chat)
        found = picture_of(screen, group)
        await self._wire.prepare(None if found is None else found.shown)
        called: list[Seat] = []
        if not surface.person:
            called = await self.attention.to_be_called(screen, info)
            silent = not called
        places = await self.attention.needs_places(info)
        mention = mention_of(await self.attention.named(called))
        moved = Address(chat, address.thread, 0, hand_of(screen), is_done(screen))
        is_table, is_next = screen.kind == "table", address.hand != moved.hand
        stays = self._may_stay(surface, address, chat, is_table=is_table, is_next=is_next)
        told = is_table or screen.kind == "result"
        if told and not surface.person and address.message:
            since = _since(address, screen, stays=stays, is_next=is_next)
            moved = replace(moved, since=since)
        ends = await self._ends(surface, moved.since)
        notice = "" if words is None else await words()
        if notice is None:
            raise _Untrue
        page = pictured(
            screen, mention=mention, places=places, notice=notice, group=group, ends=ends
        )
        page = self.with_window(page, screen, private=bool(surface.person))
        if wait := permit():
            raise _NotYet(wait)
        message = await self._wire.send(chat, page, thread=address.thread, silent=silent)
        self.attention.note_called(surface, screen, called)
        moved = replace(moved, message=message)
        self._current.pop((address.chat, address.message), None)
        self._shows(moved)
        self._note_shown(surface, screen)
        if is_table and not surface.person and is_next:
            dealt = self.hidden.deal(info, chat, moved.thread, screen.number)
            self._try_later(f"{surface.id} {screen.number}", dealt)
        if stays:
            self._try_later(f"bare {chat} {address.message}", self._bare(chat, address.message))
        elif address.message and address.chat == chat:
            await self._wire.delete(chat, address.message)
        return moved

    def with_window(self, page: Page, screen: Screen, *, private: bool) -> Page:
        """The message with the button that opens its table in a window, if there are windows."""
        return page if self._window is None else self._window.beside(page, screen, private=private)

    def _may_stay(
        self, surface: Surface, address: Address, chat: int, *, is_table: bool, is_next: bool
    ) -> bool:
        """Whether the message before stays: it tells how a hand ended, and there is room to remove
        its buttons."""
        return (
            address.done
            and is_next
            and not surface.person
            and address.chat == chat
            and (not is_table or self._wire.limits.room(chat, GROUP_SPARE, who=surface.id))
        )

    async def _bare(self, chat: int, message: int) -> None:
        """Removes the buttons of a message that shows a hand that is over, from spare room."""
        limits = self._wire.limits
        while not limits.room(chat, GROUP_SPARE) or limits.send(chat):
            await self._wire.pause(max(1.0, limits.would_wait(chat)))
        await self._wire.edit_keys(chat, message, ())

    async def _made_of(self, trouble: Trouble, address: Address) -> Delivery:
        match trouble:
            case Flooded(seconds=seconds):
                return Wait(seconds)
            case ChatMoved(chat=chat):
                await self._groups.moved(address.chat, chat)
                return Wait(0.1)
            case Unreachable():
                if address.chat > 0:
                    await self._groups.closed(address.chat)
                return LOST
            case Missing():
                return LOST
            case Unsure() | Rejected() | _:
                return FAILED

    # --- who is awaited ------------------------------------------------------------------------

    def _lost_in_private(self, person: PersonId) -> None:
        """Draws the table again with buttons for this person's cards, because they have lost their
        private picture."""
        self._try_later(f"tables of {person}", self._redraw_tables(person))

    async def _redraw_tables(self, person: PersonId) -> None:
        for match in await self._service.matches.of_person(person):
            for surface in await self.seen_at(match):
                await self._service.surfaces.redraw(surface.id)

    # --- notices -----------------------------------------------------------------------------

    async def notify(self, notice: Notice, words: NoticeWords) -> Delivery:
        """Calls for a person's attention: in the private chat, or by name in the group."""
        user = user_of(notice.person)
        if user is None:
            return LOST
        known = await self._groups.of(user)
        if notice.kind == REMIND and known.open and self.attention.was_called_lately(notice):
            return SHOWN
        if notice.kind == REMIND:
            # Half the time has passed, so the person is not looking. People who were already called
            # by name are not called again, because a group has room for few messages.
            self.attention.forget(known.person)
        if notice.kind == REMOVED or (notice.kind in OF_TOURNAMENT and known.open):
            # A removal concerns nobody else, so it is not written to a group.
            if known.open:
                self._try_later(notice.id, self._tell_notice(notice, known, words))
            return SHOWN
        if notice.kind == INVITED:
            # The answer to whoever invites does not wait for the guest's chat.
            self._try_later(notice.id, self._call_to_lobby(notice, words, known))
            return SHOWN
        if notice.kind in TO_ANSWER and await self._looks_at_hand(notice, known):
            self._try_later(notice.id, self._call_later_in_private(notice, words, known))
            return SHOWN
        return await self._call_person(notice, words, known)

    async def _looks_at_hand(self, notice: Notice, known: KnownPerson) -> bool:
        """Whether the person was seen a moment ago, and their hand is the last message of the
        private chat: then it asks them by an edit."""
        if not known.open or not self.attention.is_active(known.person):
            return False
        for surface in await self.seen_at(notice.match, known.person):
            address = read_address(surface.address)
            return bool(address.message) and self._wire.is_last(address.chat, address.message)
        return False

    async def _call_later_in_private(
        self, notice: Notice, words: NoticeWords, known: KnownPerson
    ) -> None:
        """Calls a person who is looking, if they do not answer. Their hand has asked them at
        once."""
        unanswered = await self.attention.leaves_unanswered(known.person, words)
        if unanswered and not self._service.windows.looks(notice.match, known.person):
            await self._call_person(notice, words, known)

    async def _call_person(
        self, notice: Notice, words: NoticeWords, known: KnownPerson
    ) -> Delivery:
        if known.open:
            delivery = await self._notify_in_private(notice, words, known)
            if delivery == SHOWN and not self.attention.is_active(known.person):
                self.attention.rang(notice)
            if delivery != LOST:
                return delivery
        if notice.kind in (CHALLENGE, HOST_GONE, *OF_TOURNAMENT):
            await self._challenge(notice, words, known)
        elif notice.kind != "end":
            for surface in await self.seen_at(notice.match):
                await self.call(surface)
                address = read_address(surface.address)
                chat = await self._chat(address)
                shown = self.hidden.call(notice.match, known.person, chat, address.thread)
                self._try_later(f"{notice.id} {surface.id}", shown)
        return SHOWN

    async def _call_to_lobby(self, notice: Notice, words: NoticeWords, known: KnownPerson) -> None:
        if not known.open or await self._notify_in_private(notice, words, known) == LOST:
            await self._challenge(notice, words, known)

    async def _tell_notice(self, notice: Notice, known: KnownPerson, words: NoticeWords) -> None:
        if (text := await words()) is not None:
            await self._tell_alone(known, text, await self._keys_of(notice))

    async def _keys_of(self, notice: Notice) -> Keys:
        """The button of the table that a notice calls to."""
        button = await self._service.screens.notice_button(notice)
        return () if button is None else ((InlineButton(button.label, button.token),),)

    async def tell(self, user: UserId, text: str) -> None:
        """Tells the user something in the private chat. Without a private chat they are not told,
        because a group would read it."""
        number = user_of(user)
        known = None if number is None else await self._groups.of(number)
        if known is not None and known.open:
            self._try_later(f"tell {user}", self._tell_alone(known, text))

    async def _tell_alone(self, known: KnownPerson, text: str, keys: Keys = ()) -> None:
        await self._wire.turn(known.user)
        await self._wire.send(known.user, Page(escape(text), keys))

    async def publish(
        self, community: CommunityId, place: PlaceId, text: str, *, aloud: bool = False
    ) -> None:
        """Writes a message to the place, without a sound unless it is said ``aloud``."""
        chat = await self._groups.chat_of(community)
        if chat is not None and chat < 0:
            key = f"publish {place} {text}"
            self._try_later(key, self._publish(chat, thread_of(place), text, aloud=aloud))
            if (task := self._later.get(key)) is not None:
                await asyncio.wait((task,), timeout=_MOMENT)

    async def _publish(self, chat: int, thread: int, text: str, *, aloud: bool) -> None:
        await self._wire.turn(chat)
        await self._wire.send(chat, Page(escape(text)), thread=thread, silent=not aloud)

    async def _challenge(self, notice: Notice, words: NoticeWords, known: KnownPerson) -> None:
        """Calls a person by name in the groups that show the lobby, or the tournament that the
        lobby belongs to. (A tournament's own notices have no lobby.) In the lobby's own group it
        does so even before the lobby is shown there."""
        info = await self._service.matches.info(notice.match)
        if info is None:
            return
        entrant = None if info.tournament is None else info.tournament.entrant(known.person)
        called = entrant or info.seat_of(known.person)
        named = dict(info.kept).get(known.person) or ("" if called is None else called.name)
        name = named or known.name or _NAMELESS
        seen = await self.seen_at(notice.match) or await self.seen_at(info.part_of)
        addresses = [surface.address for surface in seen]
        if not seen and (home := await self.address_in(info.place)) is not None:
            addresses = [home[0]]
        for written in addresses:
            address = read_address(written)
            chat = await self._chat(address)
            await self._wire.turn(chat)
            if (text := await words()) is not None:
                said = f"{mention_of([(known.user, name)])}\n{escape(text)}"
                page = Page(said, await self._keys_of(notice))
                await self._wire.send(chat, page, thread=address.thread)

    async def _notify_in_private(
        self, notice: Notice, words: NoticeWords, known: KnownPerson
    ) -> Delivery:
        await self.show_to(notice.match, known)
        for surface in await self.seen_at(notice.match, known.person):
            return await self.put_below(surface.id, words=words)
        return LOST

    async def call(self, surface: Surface) -> None:
        """Sends a table anew, as the group's last message, if somebody has to be called and is not
        called yet.

        It waits until the group may have another message."""
        seen = await self._service.screens.info_and_screen(surface.match, None, surface.locale)
        if seen is None or not await self.attention.is_somebody_uncalled(surface, seen[1], seen[0]):
            return
        chat = await self._chat(read_address(surface.address))
        if self._wire.limits.would_wait(chat):
            self._try_later(surface.id, self._call_later(surface))
            return
        await self.put_below(surface.id, to_call=True)

    async def _call_later(self, surface: Surface) -> None:
        chat = await self._chat(read_address(surface.address))
        while wait := self._wire.limits.would_wait(chat):
            await self._wire.pause(wait)
        self._later.pop(surface.id, None)
        await self.call(surface)

    def _try_later(self, key: str, work: Coroutine[None, None, None]) -> None:
        if self._stopped or key in self._later:
            work.close()
            return
        task = asyncio.create_task(_careful(work))
        self._later[key] = task
        task.add_done_callback(
            lambda _: self._later.pop(key, None) if self._later.get(key) is task else None
        )

    async def put_below(
        self, surface_id: str, *, words: NoticeWords | None = None, to_call: bool = False
    ) -> Delivery:
        """Sends a surface's newest picture anew, as the chat's last message.

        ``words``: gives the text of a call. ``to_call``: sends only if somebody has to be called
        there. Both are checked just before sending, so a call that is no longer true is not
        sent."""
        while True:
            found = await self._service.surfaces.find(surface_id)
            if found is None or found.lost:
                return LOST
            chat = await self._chat(read_address(found.address))
            try:
                # The chat's turn comes first, because nobody should hold the surface's turn for
                # long.
                await self._wire.until_room(chat)
            except Flooded as trouble:
                return Wait(trouble.seconds)
            with suppress(_NotYet):  # somebody else was quicker
                return await self._put_below_now(surface_id, chat, words, to_call=to_call)

    async def _put_below_now(
        self, surface_id: str, chat: int, words: NoticeWords | None, *, to_call: bool
    ) -> Delivery:
        permit = partial(self._wire.limits.send, chat)
        async with self._service.surfaces.turn(surface_id) as surface:
            if surface is None or surface.lost:
                return LOST
            seen = await self._service.screens.info_and_screen(
                surface.match, surface.person or None, surface.locale
            )
            if seen is None:
                return LOST
            info, screen = seen
            if to_call and not await self.attention.is_somebody_uncalled(surface, screen, info):
                return SAME
            address = read_address(surface.address)
            looks = self._service.windows.looks(surface.match, surface.person)
            silent = words is not None and (looks or self.attention.is_active(surface.person))
            try:
                moved = await self._send(
                    surface, screen, address, info, permit, words, silent=silent
                )
            except _Untrue:
                return SAME
            except Trouble as trouble:
                delivery = await self._made_of(trouble, address)
                if delivery == LOST:
                    await self._service.surfaces.lose(surface_id)
                return delivery
            await self._service.surfaces.move(surface, moved.write(), screen)
            return SHOWN

    async def offer_again(self, person: PersonId) -> None:
        """Shows a person's open decisions once more: presses made while the bot did not listen are
        lost."""
        for match in await self._service.matches.of_person(person):
            info = await self._service.matches.info(match)
            view = await self._service.matches.view(match, person)
            if info is None or view is None or view.seat not in view.awaited:
                continue
            user = await self._groups.user_of(person)
            seen = await self.seen_at(match, person)
            if user is not None and (await self._groups.of(user)).open and seen:
                await self.put_below(seen[0].id)
            else:
                for surface in await self.seen_at(match):
                    self.attention.forget_called(surface)
                    await self.call(surface)


async def _careful(work: Coroutine[None, None, None]) -> None:
    """Runs work for which nobody waits: failures are logged here."""
    try:
        await work
    except Trouble as trouble:
        log.info("telegram_trouble", kind=type(trouble).__name__)
    except Exception:
        log.exception("telegram_failed")


def _since(address: Address, screen: Screen, *, stays: bool, is_next: bool) -> int:
    """From which hand on a new message of a table tells how hands ended; 0: it tells none.
    ``address``: the message before; ``stays``: that one goes on telling its hand's end."""
    if stays or address.hand == 0:
        untold = address.hand + 1  # hands that had no message of their own
        return untold if screen.number > untold and address.hand >= 0 else 0
    if screen.kind == "result" or not is_next:
        # A result comes soon, so it also keeps what the message before has told.
        return address.since or max(0, address.hand * is_next)
    return max(0, address.hand)


def hand_of(screen: Screen) -> int:
    """The number of the hand, in the form that addresses have."""
    return {"result": RESULT, IN_WINDOWS: WINDOWS}.get(screen.kind, screen.number)

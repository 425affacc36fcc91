"""Writes the messages that show a match on Telegram: the table in its group, a hand in its private
chat.

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
turn. A call that is no longer true is dropped."""

from contextlib import suppress
from functools import partial
from html import escape
from typing import Final

from cachetools import FIFOCache
from msgspec.structs import replace

from adapters.telegram.addresses import Address, hand_of, read_address, user_id
from adapters.telegram.attention import PeoplesAttention
from adapters.telegram.delayed import room_to_spare
from adapters.telegram.groups import Groups, Spot
from adapters.telegram.hidden import HiddenHands
from adapters.telegram.layout import ends_of, mention_of, pictured
from adapters.telegram.limits import GROUP_SPARE
from adapters.telegram.match_surfaces import MatchSurfaces
from adapters.telegram.message import Page
from adapters.telegram.picture_pace import Permission, PicturePace
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
from bot.common.tasks import Background
from bot.messages import Leave
from bot.model import MatchInfo, Seat, Status
from bot.screen import Screen, is_done
from bot.screens.rendering.pictured import picture_of
from bot.service import Service
from bot.showing.platform import FAILED, LOST, SAME, SHOWN, Delivery, Moved, NoticeWords, Wait
from bot.store.model import Surface
from bot.tokens import JOIN, START, decode
from bot.words import words_for

_REMEMBERED: Final = 20_000


class _Untrue(Exception):
    """The words of a call are no longer true."""


class _NotYet(Exception):
    """No message may be written to the chat for this many seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class SurfaceMessages:
    """Shows a surface's newest picture, in place of the one before or as a new message."""

    def __init__(
        self,
        service: Service,
        wire: Wire,
        groups: Groups,
        surfaces: MatchSurfaces,
        delayed: Background,
        window: Window | None,
    ) -> None:
        self._service = service
        self._window = window
        self._wire = wire
        self._groups = groups
        self._surfaces = surfaces
        self._delayed = delayed
        self._spent: FIFOCache[tuple[int, int], None] = FIFOCache(_REMEMBERED)
        """Messages that cannot become what is to be shown: a new one takes their place."""
        self._bared: FIFOCache[tuple[int, int], None] = FIFOCache(_REMEMBERED)
        """Messages that surely have no buttons."""
        self._current: FIFOCache[tuple[int, int], None] = FIFOCache(_REMEMBERED)
        """Messages that surely show a picture of now."""
        self.attention: Final = PeoplesAttention(service, groups)
        self._pace = PicturePace(service, wire.limits, surfaces, self.attention)
        self.hidden: Final = HiddenHands(service, wire, groups)

    def _shows(self, address: Address, page: Page) -> None:
        message = address.chat, address.message
        self._current[message] = None
        self._bared.pop(message, None)
        if not page.keys:
            self._bared[message] = None

    def is_current(self, chat: int, message: int) -> bool:
        """Whether this message surely shows a picture of now. Other messages may do so too."""
        return (chat, message) in self._current

    async def show(self, surface: Surface, screen: Screen) -> Delivery:
        """Shows the newest picture, in place of the one before or as a new message."""
        address = read_address(surface.address)
        info = await self._service.matches.info(surface.match)
        if info is None or not await self._surfaces.is_theirs(surface):
            return LOST
        if info.successor:
            await self._surfaces.follow_on(surface.match)
        if not surface.person:
            await self._show_hands(info)
        if (address.chat, address.message) in self._spent:
            if surface.announces:
                return LOST
            address = replace(address, done=False)  # it no longer tells how a hand ended
        if rest := self._pace.rests(surface, screen, address):
            return Wait(rest, alone=True, calm=True)
        edits = await self._in_place(surface, screen, address, info)
        pace = await self._pace.of(surface, screen, address, info)
        wait, permit = await self._pace.permission(
            surface, screen, address, info, pace, edits=edits
        )
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
                self._delayed.once(f"unseen {surface.id}", self._close_unseen(surface, info))
            return await self._made_of(trouble, address)

    async def _show_hands(self, info: MatchInfo) -> None:
        """Lets the hands that have no surface follow their table."""
        if info.status is Status.PLAYING:
            await self._surfaces.show_to_players(info)
        for person in self.hidden.owners(info.match):
            if info.is_played_by(person) and self._service.windows.looks(info.match, person):
                continue
            work = self.hidden.catch_up(info.match, person)
            self._delayed.once(f"hand of {person} in {info.match}", work)

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
            await self._wire.turn(known.user)
            await self._wire.send(known.user, Page(escape(say(locale, "group.mute", group=title))))

    async def retire(self, before: Surface, now: Surface | None) -> Delivery:
        """Deletes a message without a surface. (A new message already deletes the one before.)"""
        address = read_address(before.address)
        for_nothing = now is None or read_address(now.address).message < address.message
        if for_nothing and address.message:
            await self._wire.delete(await self._surfaces.chat(address), address.message)
        return SHOWN

    async def _in_place(
        self, surface: Surface, screen: Screen, address: Address, info: MatchInfo
    ) -> bool:
        """Whether the present message may be edited: an edit calls nobody."""
        if not address.message or await self._surfaces.chat(address) != address.chat:
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
        read = await self.for_reader(screen, info, address.chat)
        page = pictured(read, mention=mention, places=places, group=group, ends=ends)
        page = self.with_window(page, screen, private=bool(surface.person))
        if await self._pace.stays_so(surface, screen, info):
            page = replace(page, keys=())
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
        self._shows(address, page)
        self._pace.note_shown(surface, screen)
        now = replace(address, hand=hand_of(screen), done=is_done(screen))
        return SHOWN if now == address else Moved(now.write())

    async def for_reader(self, screen: Screen, info: MatchInfo, chat: int) -> Screen:
        """The screen as this chat shows it. A private chat has one reader, who is not asked to sit
        down where they sit or to start what only the host may, and may change teams."""
        if screen.kind != "lobby" or chat < 0:
            return screen
        person = await self._service.users.person_of(user_id(chat))
        seat = info.seat_of(person)
        out = set() if seat is None else {JOIN, f"{JOIN} {screen.seats[seat.seat].side}"}
        if info.host != person:
            out.add(START)
        words = words_for(screen.locale)
        buttons = []
        for button in screen.buttons:
            action, _, team = decode(button.token).action.partition(" ")
            if f"{action} {team}".strip() in out:
                continue
            if seat is not None and action == JOIN:
                button = replace(button, label=words.text("button.join.other", team=team))
            buttons.append(button)
        return replace(screen, buttons=tuple(buttons))

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

        In a busy group there is no room to remove the buttons of that one, if it has any. Then it
        is deleted too, and the new message begins with how the hand ended. It does so as well if
        the message before does not show that yet.

        ``words``: the text of a call. They are asked for last, and then nothing is awaited before
        the message is sent. Raises :class:`_NotYet` without permission."""
        chat = await self._surfaces.chat(address)
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
        read = await self.for_reader(screen, info, chat)
        notice = "" if words is None else await words()
        if notice is None:
            raise _Untrue
        page = pictured(read, mention=mention, places=places, notice=notice, group=group, ends=ends)
        page = self.with_window(page, screen, private=bool(surface.person))
        if wait := permit():
            raise _NotYet(wait)
        message = await self._wire.send(chat, page, thread=address.thread, silent=silent)
        self.attention.note_called(surface, screen, called)
        moved = replace(moved, message=message)
        self._current.pop((address.chat, address.message), None)
        self._shows(moved, page)
        self._pace.note_shown(surface, screen)
        if is_table and not surface.person and is_next:
            dealt = self.hidden.deal(info, chat, moved.thread, screen.number)
            self._delayed.once(f"{surface.id} {screen.number}", dealt)
        if stays and (chat, address.message) not in self._bared:
            self._delayed.once(f"bare {chat} {address.message}", self._bare(chat, address.message))
        elif address.message and address.chat == chat and not stays:
            await self._wire.delete(chat, address.message)
        return moved

    def with_hall(self, page: Page, spot: Spot, locale: str) -> Page:
        """The list of a group's tables, with the button to its hall if there are windows."""
        if self._window is None or spot.private:
            return page
        return self._window.below(page, spot.place, locale)

    def with_window(self, page: Page, screen: Screen, *, private: bool) -> Page:
        """The message with the button that opens its table in a window, if there are windows."""
        return page if self._window is None else self._window.beside(page, screen, private=private)

    def _may_stay(
        self, surface: Surface, address: Address, chat: int, *, is_table: bool, is_next: bool
    ) -> bool:
        """Whether the message before stays: it tells how a hand ended, and has no buttons, or there
        is room to remove them."""
        if not (address.done and is_next and not surface.person and address.chat == chat):
            return False
        if not is_table or (chat, address.message) in self._bared:
            return True
        return self._wire.limits.room(chat, GROUP_SPARE, who=surface.id)

    async def _bare(self, chat: int, message: int) -> None:
        """Removes the buttons of a message that shows a hand that is over, from spare room."""
        await room_to_spare(self._wire, chat)
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

    async def put_below(
        self, surface_id: str, *, words: NoticeWords | None = None, to_call: bool = False
    ) -> Delivery:
        """Sends a surface's newest picture anew, as the chat's last message. ``words``: gives the
        text of a call. ``to_call``: sends only if somebody has to be called there. Both are checked
        just before sending, so a call that is no longer true is not sent."""
        while True:
            found = await self._service.surfaces.find(surface_id)
            if found is None or found.lost:
                return LOST
            chat = await self._surfaces.chat(read_address(found.address))
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


def _since(address: Address, screen: Screen, *, stays: bool, is_next: bool) -> int:
    """The first hand whose end a new message of a table tells; 0: it tells none. ``address``: the
    message before; ``stays``: that message stays and goes on telling its hand's end."""
    if stays or address.hand == 0:
        untold = address.hand + 1  # hands that had no message of their own
        return untold if screen.number > untold and address.hand >= 0 else 0
    if screen.kind == "result" or not is_next:
        # A result comes soon, so it also keeps what the message before has told.
        return address.since or max(0, address.hand * is_next)
    return max(0, address.hand)

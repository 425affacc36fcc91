"""Telegram as the service sees it: it shows the service's pictures, and calls people.

Whether and how to call a person is decided last, when the chat and the surface both have their
turn. A call that is no longer true is dropped."""

from html import escape
from typing import Final

from adapters.telegram.addresses import PLATFORM, read_address, thread_of, user_of
from adapters.telegram.delayed import note_failure
from adapters.telegram.groups import Groups, KnownPerson
from adapters.telegram.layout import mention_of
from adapters.telegram.match_surfaces import MatchSurfaces
from adapters.telegram.message import InlineButton, Keys, Page
from adapters.telegram.surface_messages import SurfaceMessages
from adapters.telegram.window import Window
from adapters.telegram.wire import Wire
from bot.common.tasks import Background
from bot.messages import CommunityId, MatchId, PersonId, PlaceId, UserId
from bot.service import Service
from bot.showing.attention import TO_ANSWER
from bot.showing.platform import LOST, MOMENT, SHOWN, Delivery, NoticeWords
from bot.store.model import Surface
from bot.store.notices import (
    CHALLENGE,
    FULL,
    HOST_GONE,
    INVITED,
    OF_TOURNAMENT,
    REMIND,
    REMOVED,
    SEAT_FREE,
    Notice,
)

_NAMELESS: Final = "👤"
"""Stands for a called person without a known name."""


class TelegramPlatform:
    """Shows pictures, and sends calls for attention."""

    def __init__(self, service: Service, wire: Wire, groups: Groups, window: Window | None) -> None:
        self._service = service
        self.window: Final = window
        self._wire = wire
        self._groups = groups
        self.delayed: Final = Background(note_failure)
        self.surfaces: Final = MatchSurfaces(service, wire, groups)
        self.messages: Final = SurfaceMessages(
            service, wire, groups, self.surfaces, self.delayed, window
        )
        self.attention: Final = self.messages.attention
        self.hidden: Final = self.messages.hidden
        self.show: Final = self.messages.show
        self.retire: Final = self.messages.retire
        self.address_in: Final = self.surfaces.address_in
        self.place_name: Final = self.surfaces.place_name
        self.may_read: Final = self.surfaces.may_read
        groups.on_closed = self._lost_in_private

    @property
    def name(self) -> str:
        """``telegram``."""
        return PLATFORM

    async def show_last(self, match: MatchId, known: KnownPerson) -> None:
        """Shows the match to the person as the last message of the private chat."""
        seen = await self.surfaces.seen_at(match, known.person)
        await self.surfaces.show_to(match, known)
        for surface in seen:
            if read_address(surface.address).message:
                await self.messages.put_below(surface.id)

    async def take_over(self, match: MatchId, person: PersonId) -> None:
        """Shows the table to a person who has just stopped looking at it in a window, even a table
        that no chat has shown so far."""
        info = await self._service.matches.info(match)
        user = await self._groups.user_of(person)
        if info is None or user is None or not info.is_played_by(person):
            return
        known = await self._groups.of(user)
        if known.open:
            await self.surfaces.show_to(match, known)
        if person in self.hidden.owners(match):
            work = self.hidden.catch_up(match, person)
            self.delayed.once(f"hand of {person} in {match}", work)

    async def take_away(self, chat: int, message: int) -> None:
        """Deletes a person's message in a group, if the bot may do so."""
        if await self.hidden.in_charge(chat):
            await self._wire.delete(chat, message)

    def _lost_in_private(self, person: PersonId) -> None:
        """Draws the table with buttons for this person, who has lost their private picture."""
        self.delayed.once(f"tables of {person}", self._redraw_tables(person))

    async def _redraw_tables(self, person: PersonId) -> None:
        for match in await self._service.matches.of_person(person):
            for surface in await self.surfaces.seen_at(match):
                await self._service.surfaces.redraw(surface.id)

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
                self.delayed.once(notice.id, self._tell_notice(notice, known, words))
            return SHOWN
        if notice.kind == INVITED:
            # The answer to the inviting person does not wait for the guest's chat.
            self.delayed.once(notice.id, self._call_to_lobby(notice, words, known))
            return SHOWN
        if notice.kind in TO_ANSWER and await self._looks_at_hand(notice, known):
            self.delayed.once(notice.id, self._call_later_in_private(notice, words, known))
            return SHOWN
        return await self._call_person(notice, words, known)

    async def _looks_at_hand(self, notice: Notice, known: KnownPerson) -> bool:
        """Whether the person was seen a moment ago, and their hand is the last message of the
        private chat: then it asks them by an edit."""
        if not known.open or not self.attention.is_active(known.person):
            return False
        for surface in await self.surfaces.seen_at(notice.match, known.person):
            address = read_address(surface.address)
            return bool(address.message) and self._wire.is_last(address.chat, address.message)
        return False

    async def _call_later_in_private(
        self, notice: Notice, words: NoticeWords, known: KnownPerson
    ) -> None:
        """Calls a person who is looking but does not answer. Their hand has asked them at once."""
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
        if notice.kind in (CHALLENGE, HOST_GONE, FULL, SEAT_FREE, *OF_TOURNAMENT):
            await self._challenge(notice, words, known)
        elif notice.kind != "end":
            for surface in await self.surfaces.seen_at(notice.match):
                await self.call(surface)
                address = read_address(surface.address)
                chat = await self.surfaces.chat(address)
                shown = self.hidden.call(notice.match, known.person, chat, address.thread)
                self.delayed.once(f"{notice.id} {surface.id}", shown)
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
            self.delayed.once(f"tell {user}", self._tell_alone(known, text))

    async def _tell_alone(self, known: KnownPerson, text: str, keys: Keys = ()) -> None:
        await self._wire.turn(known.user)
        await self._wire.send(known.user, Page(escape(text), keys))

    async def publish(
        self, community: CommunityId, place: PlaceId, text: str, *, aloud: bool = False
    ) -> None:
        """Writes a message to the place, without a sound unless it is said ``aloud``."""
        chat = await self._groups.chat_of(community)
        if chat is not None and chat < 0:
            work = self._publish(chat, thread_of(place), text, aloud=aloud)
            await self.delayed.soon(work, MOMENT, f"publish {place} {text}")

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
        seen = await self.surfaces.seen_at(notice.match) or await self.surfaces.seen_at(
            info.part_of
        )
        addresses = [surface.address for surface in seen]
        if not seen and (home := await self.surfaces.address_in(info.place)) is not None:
            addresses = [home[0]]
        for written in addresses:
            address = read_address(written)
            chat = await self.surfaces.chat(address)
            await self._wire.turn(chat)
            if (text := await words()) is not None:
                said = f"{mention_of([(known.user, name)])}\n{escape(text)}"
                page = Page(said, await self._keys_of(notice))
                await self._wire.send(chat, page, thread=address.thread)

    async def _notify_in_private(
        self, notice: Notice, words: NoticeWords, known: KnownPerson
    ) -> Delivery:
        await self.surfaces.show_to(notice.match, known)
        for surface in await self.surfaces.seen_at(notice.match, known.person):
            return await self.messages.put_below(surface.id, words=words)
        return LOST

    async def call(self, surface: Surface) -> None:
        """Sends a table anew, as the group's last message, if somebody has to be called and is not
        called yet. It waits until the group may have another message."""
        seen = await self._service.screens.info_and_screen(surface.match, None, surface.locale)
        if seen is None or not await self.attention.is_somebody_uncalled(surface, seen[1], seen[0]):
            return
        chat = await self.surfaces.chat(read_address(surface.address))
        if self._wire.limits.would_wait(chat):
            self.delayed.once(surface.id, self._call_later(surface))
            return
        await self.messages.put_below(surface.id, to_call=True)

    async def _call_later(self, surface: Surface) -> None:
        chat = await self.surfaces.chat(read_address(surface.address))
        while wait := self._wire.limits.would_wait(chat):
            await self._wire.pause(wait)
        await self.messages.put_below(surface.id, to_call=True)

    async def offer_again(self, person: PersonId) -> None:
        """Shows a person's open decisions once more: presses on a deaf bot are lost."""
        for match in await self._service.matches.of_person(person):
            info = await self._service.matches.info(match)
            view = await self._service.matches.view(match, person)
            if info is None or view is None or view.seat not in view.awaited:
                continue
            user = await self._groups.user_of(person)
            seen = await self.surfaces.seen_at(match, person)
            if user is not None and (await self._groups.of(user)).open and seen:
                await self.messages.put_below(seen[0].id)
            else:
                for surface in await self.surfaces.seen_at(match):
                    self.attention.forget_called(surface)
                    await self.call(surface)

"""Hidden hands: messages in the group that only their owner sees, for people whose private chat is
closed.

An ordinary bot may send such a message only in answer to a press or a hidden command of that
person. A bot that is an administrator may send one at any time; then each new hand comes by itself,
and again when the table waits for its owner. Telegram does not tell us whether such a message
arrives. So notices are sent in any case, and the table always has buttons for cards by place. For
the same reason a hidden hand never stands in the place of the table's message
(``replace_callback_query_message``): whoever misses an edit would be left with old buttons alone.
"""

from collections.abc import Callable
from typing import Final

import structlog
from cachetools import FIFOCache
from msgspec import Struct
from msgspec.structs import replace

from adapters.telegram.groups import Groups, KnownPerson
from adapters.telegram.hidden_messages import Receiver
from adapters.telegram.layout import hand_page, pictured
from adapters.telegram.limits import GROUP_HANDS, GROUP_SPARE
from adapters.telegram.message import Keys, Page
from adapters.telegram.trouble import Flooded, Same, Trouble, Unreachable, Unsure
from adapters.telegram.wire import Wire
from bot.common.queues import Queues
from bot.messages import MatchId, PersonId
from bot.model import MatchInfo
from bot.screen import Screen, asks_reader
from bot.service import Service

log = structlog.get_logger(__name__)

_REMEMBERED: Final = 5000
_NOTHING: Final = Page("")
PATIENCE: Final = 6.0
"""Seconds that a new hand of an awaited person waits for spare room in the group."""
STALE: Final = 3.0
"""Seconds. While the table waits for a person, their hand may show an earlier moment this long
before it takes more than spare room, and twice as long before it takes any."""


class _Shown(Struct, frozen=True):
    """The message that shows a person's hand in a group: its chat and number, the number of the
    hand that it shows, and its content."""

    chat: int
    number: int
    hand: int
    page: Page


class HiddenHands:
    """Keeps one hidden message with the hand for each person and match."""

    def __init__(self, service: Service, wire: Wire, groups: Groups) -> None:
        self._service = service
        self._wire = wire
        self._groups = groups
        self._shown: FIFOCache[tuple[MatchId, PersonId], _Shown] = FIFOCache(_REMEMBERED)
        self._runs: FIFOCache[int, bool] = FIFOCache(_REMEMBERED)
        """Whether the bot is an administrator, by group."""
        self._refused: FIFOCache[tuple[int, PersonId], None] = FIFOCache(_REMEMBERED)
        """(group, person) pairs that refused hidden messages: they are not tried again."""
        self._catching_up: set[tuple[MatchId, PersonId]] = set()
        """The people whose message is being edited until it is up to date."""
        self._alone = Queues()

    def became(self, chat: int, *, admin: bool) -> None:
        """Notes whether the bot is an administrator of a group."""
        self._runs[chat] = admin
        for hand in [hand for hand in self._refused if hand[0] == chat]:
            del self._refused[hand]

    async def show(
        self,
        match: MatchId,
        known: KnownPerson,
        screen: Screen,
        chat: int,
        thread: int,
        to: Receiver,
    ) -> None:
        """Shows the hand as the answer to a press or a hidden command, if the group has room for
        it. A press has been told the cards already, so this leaves room for pictures."""
        if to.query and not self._wire.limits.room(chat, GROUP_HANDS, awaited=True):
            return
        if self._wire.hidden:
            async with self._alone.turn(f"{match} {known.person}"):
                await self._show(match, known, screen, chat, thread, to)

    async def _show(
        self,
        match: MatchId,
        known: KnownPerson,
        screen: Screen,
        chat: int,
        thread: int,
        to: Receiver,
    ) -> bool:
        """Shows the hand. Returns whether it is shown now; the group may have no room for it."""
        before = self._shown.get((match, known.person))
        page = await self._page_of(screen)
        if before is not None and (before.chat, before.hand) == (chat, screen.number):
            if before.page == page:
                return True
            if self._wire.limits.send(chat):
                return False
            if await self._edit(match, known, before, page):
                return True
        if self._wire.limits.send(chat):
            return False
        number = await self._wire.send_hidden(chat, page, to, thread=thread)
        if not number:
            return True  # this server has no hidden messages
        self._keep(match, known, _Shown(chat, number, screen.number, page))
        if before is not None and before.chat == chat and before.hand != screen.number:
            await self._wire.delete_hidden(chat, known.user, before.number)
        return True

    def _laid_out(self, screen: Screen) -> Page:
        return pictured(screen) if self._wire.depicts else hand_page(screen)

    async def _page_of(self, screen: Screen) -> Page:
        """The message with the hand, whose picture is ready to be sent."""
        page = self._laid_out(screen)
        await self._wire.prepare(page.picture)
        return page

    async def _edit(self, match: MatchId, known: KnownPerson, before: _Shown, page: Page) -> bool:
        """Replaces the content of a hidden message. Returns whether the message still existed."""
        try:
            await self._wire.edit_hidden(before.chat, known.user, before.number, page)
        except Same:
            pass
        except (Flooded, Unsure):
            page = _NOTHING  # its content is not known, so it is edited once more
        except Trouble:
            self._shown.pop((match, known.person), None)
            return False
        self._keep(match, known, replace(before, page=page))
        return True

    def _keep(self, match: MatchId, known: KnownPerson, shown: _Shown) -> None:
        self._shown[(match, known.person)] = shown

    async def refresh(self, match: MatchId, known: KnownPerson, chat: int, number: int) -> None:
        """Brings the pressed message up to date. It is the person's hand from now on: if that was
        in another message before, that message is deleted."""
        before = self._shown.get((match, known.person))
        if before is None or (before.chat, before.number) != (chat, number):
            screen = await self._service.screens.screen(match, known.person)
            hand = 0 if screen is None else screen.number
            self._keep(match, known, _Shown(chat, number, hand, _NOTHING))
            if before is not None:
                await self._wire.delete_hidden(before.chat, known.user, before.number)
        await self.catch_up(match, known.person)

    def owners(self, match: MatchId) -> tuple[PersonId, ...]:
        """The people whose hands of this match are in hidden messages."""
        return tuple(person for shown, person in self._shown if shown == match)

    async def catch_up(self, match: MatchId, person: PersonId) -> None:
        """Edits the person's message until it shows the newest hand. When the person has no hand
        any more, the message is deleted."""
        key = match, person
        if key in self._catching_up:
            return
        self._catching_up.add(key)
        try:
            began = self._service.time.now()
            while (shown := self._shown.get(key)) is not None:
                known = await self._groups.of(await self._groups.user_of(person) or 0)
                screen = await self._service.screens.screen(match, person)
                if screen is None or screen.kind != "hand":
                    self._shown.pop(key, None)
                    await self._wire.delete_hidden(shown.chat, known.user, shown.number)
                    return
                if shown.hand != screen.number and await self._may_push(person, shown.chat):
                    return  # the new hand gets a message of its own
                page = await self._page_of(screen)
                if page == shown.page:
                    return
                if not asks_reader(screen):
                    began = self._service.time.now()
                now = replace(shown, hand=screen.number)
                if not self._has_room(shown.chat, screen, began) or not await self._edit_newest(
                    match, known, shown, now
                ):
                    await self._wire.pause(max(1.0, self._wire.limits.would_wait(shown.chat)))
        finally:
            self._catching_up.discard(key)

    def _has_room(self, chat: int, screen: Screen, began: float) -> bool:
        """Whether a hand may be edited. ``began``: since when the table waits for its owner and the
        message shows an earlier moment."""
        limits, is_asked = self._wire.limits, asks_reader(screen)
        waited = self._service.time.now() - began
        if is_asked and waited >= 2 * STALE:
            return True
        most = GROUP_HANDS if is_asked and waited >= STALE else GROUP_SPARE
        return limits.room(chat, most, awaited=is_asked)

    async def _edit_newest(
        self, match: MatchId, known: KnownPerson, shown: _Shown, now: _Shown
    ) -> bool:
        """Edits a message, if it still has the content ``shown`` when its turn comes. Takes the
        permission last, directly before the request; ``False``: there is no permission."""
        async with self._alone.turn(f"{match} {known.person}"):
            screen = await self._service.screens.screen(match, known.person)
            is_hand = screen is not None and screen.kind == "hand"
            if self._shown.get((match, known.person)) is not shown or not is_hand:
                return True  # it is looked at again
            assert screen is not None
            if self._wire.limits.send(shown.chat):
                return False
            await self._edit(match, known, now, self._laid_out(screen))
            return True

    def menu_page(self, person: PersonId, screen: Screen, keys: Keys) -> Page:
        """The page that puts a menu of these keys under the person's hidden hand. Notes that the
        message does not show the buttons of the moment now."""
        if (shown := self._shown.get((screen.match, person))) is not None:
            self._shown[screen.match, person] = replace(shown, page=_NOTHING)
        # A message with a picture can only become one with a picture.
        return replace(self._laid_out(screen), keys=keys)

    async def deal(self, info: MatchInfo, chat: int, thread: int, number: int) -> None:
        """Shows the hand of this number to people who can see it without having asked, as soon as
        the group has room for it."""
        for seat in info.people:
            if seat.present:
                await self._bring(
                    info.match, seat.person, chat, thread, lambda hand: hand.number == number
                )

    async def call(self, match: MatchId, person: PersonId, chat: int, thread: int) -> None:
        """Shows the buttons of the moment to a person for whom the table waits. It waits for spare
        room in the group, because the table's message calls the person and has buttons too; after a
        while it takes more."""
        await self._bring(match, person, chat, thread, asks_reader, patience=PATIENCE)

    async def _bring(
        self,
        match: MatchId,
        person: PersonId,
        chat: int,
        thread: int,
        fits: Callable[[Screen], bool],
        *,
        patience: float = 0.0,
    ) -> None:
        """Tries until the newest hand is there, or until ``fits`` refuses it. ``patience``: seconds
        in which it takes spare room alone; there is some where the table waits for the person."""
        spared = self._service.time.now() + patience
        while await self._may_push(person, chat):
            screen = await self._service.screens.screen(match, person)
            if screen is None or screen.kind != "hand" or not fits(screen):
                return
            # This never uses the room that is kept for the table's own calls.
            is_patient = self._service.time.now() < spared
            limit, awaited = GROUP_SPARE if is_patient else GROUP_HANDS, patience > 0
            if self._wire.limits.room(chat, limit, awaited=awaited) and await self._push(
                match, person, chat, thread
            ):
                return
            await self._wire.pause(max(1.0, self._wire.limits.would_wait(chat)))

    async def _may_push(self, person: PersonId, chat: int) -> bool:
        user = await self._groups.user_of(person)
        if not self._wire.hidden or user is None or (chat, person) in self._refused:
            return False
        return await self.in_charge(chat) and not (await self._groups.of(user)).open

    async def _push(self, match: MatchId, person: PersonId, chat: int, thread: int) -> bool:
        """Sends the hand; returns whether that is all. A failure is only logged."""
        known = await self._groups.of(await self._groups.user_of(person) or 0)
        async with self._alone.turn(f"{match} {person}"):
            screen = await self._service.screens.screen(match, person)
            if screen is None or screen.kind != "hand" or (chat, person) in self._refused:
                return True  # the hand has changed meanwhile
            try:
                return await self._show(match, known, screen, chat, thread, Receiver(known.user))
            except Trouble as trouble:
                log.info("telegram_not_pushed", kind=type(trouble).__name__)
                if isinstance(trouble, Unreachable):
                    self._refused[(chat, person)] = None
                return True

    async def in_charge(self, chat: int) -> bool:
        """Whether the bot is an administrator of the group."""
        known = self._runs.get(chat)
        if known is None:
            known = await self._wire.is_admin(chat, self._wire.bot.id)
            self._runs[chat] = known
        return known

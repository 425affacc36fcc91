"""The playground as a platform of the service: a surface is one tab that looks at one table."""

from collections.abc import Callable
from contextlib import suppress
from typing import Final

from adapters.web.elsewhere import tell_elsewhere
from adapters.web.personal import for_reader
from adapters.web.protocol import Attention, Told
from adapters.web.pushes import Pushes
from adapters.web.tabs import PLATFORM, Tab, Tabs
from bot.common.tasks import Background, logged
from bot.community.linked_users import platform_of
from bot.happenings import PersonCalled
from bot.messages import CommunityId, MatchId, PlaceId, UserId
from bot.screen import Screen
from bot.service import Service
from bot.showing.platform import LOST, SHOWN, Delivery, NoticeWords
from bot.store.errors import StoreError
from bot.store.model import Surface
from bot.store.notices import PAIRED, Notice
from bot.store.processes import News


class WebPlatform:
    """Hands pictures and calls for attention to the right tabs, and to no others."""

    def __init__(
        self,
        service: Service,
        tabs: Tabs,
        follow: Callable[[Tab, MatchId, MatchId], None],
        pushes: Pushes | None,
    ) -> None:
        """``follow`` makes a tab that looks at the first table look at the second one soon.
        ``pushes``: calls people while their page is closed; ``None``: nobody is."""
        self._pushes = pushes
        self._service = service
        self._tabs = tabs
        self._follow = follow
        self._telling: Final = Background(logged("playground.not_told"))
        service.store.processes.listen(self._hear)
        service.happenings.listen(PersonCalled, self._called)

    @property
    def name(self) -> str:
        """``web``."""
        return PLATFORM

    async def show(self, surface: Surface, screen: Screen) -> Delivery:
        """The newest picture for a tab. A tab that is closed, or looks elsewhere, is lost."""
        tab = self._tabs.find(surface.address)
        if tab is not None:
            tab.person = await self._service.users.person_of(tab.user)
        if tab is None or tab.match != surface.match:
            return LOST
        if surface.person not in ("", tab.person):
            # The tab's user was unlinked: it opens the table anew, as the person it is now.
            if tab.surface == surface.id:
                self._follow(tab, surface.match, surface.match)
            return LOST
        info = await self._service.matches.info(surface.match)
        if info is None:
            return LOST
        tab.seal(info)
        if screen.kind == "lobby" and tab.hidden == surface.match:
            return SHOWN
        tab.show(for_reader(screen, info, tab.person), again=surface.shown < 0)
        if info.successor and surface.shown >= 0:
            after = await self._service.matches.info(info.successor)
            looked_on = info.seat_of(tab.person) is None
            if after is not None and (looked_on or after.seat_of(tab.person) is not None):
                self._follow(tab, surface.match, after.match)
        return SHOWN

    async def retire(self, before: Surface, now: Surface | None) -> Delivery:
        """A tab keeps nothing. If its person had a seat or looked on, and does so no longer, the
        tab opens the table again, like any other tab."""
        tab = self._tabs.find(before.address)
        if tab is not None and tab.surface == before.id and now is None:
            self._follow(tab, before.match, before.match)
        return SHOWN

    async def tell(self, user: UserId, text: str) -> None:
        """Shows the text in every tab of the user."""
        for tab in self._tabs.of(user):
            tab.say(Told(text))

    async def publish(
        self, community: CommunityId, place: PlaceId, text: str, *, aloud: bool = False
    ) -> None:
        """Does nothing: each person on the page is told alone."""

    async def address_in(self, place: PlaceId) -> tuple[str, str] | None:
        """``None``: the page lists open tables by itself."""
        return None

    async def may_read(self, place: PlaceId, user: UserId) -> bool:
        """The page is one place."""
        return True

    async def place_name(self, place: PlaceId, user: UserId) -> str:
        """The page is one place."""
        return ""

    async def notify(self, notice: Notice, words: NoticeWords) -> Delivery:
        """Shows the notice in every tab of the person, at every process, and in a browser of theirs
        that wants calls while the page is closed."""
        if (text := await words()) is None:
            return SHOWN
        delivery = await self._say(notice, text)
        if self._pushes is not None and await self._pushes.call(notice, words):
            delivery = SHOWN
        return delivery

    async def _called(self, called: PersonCalled) -> None:
        """Handles a call to a person who may have a page at another process, or a window."""
        notice = called.notice
        if platform_of(notice.person) == PLATFORM or notice.kind == PAIRED:
            self._service.store.processes.tell(News(calls=(notice,)))
        await self._open_in_windows(notice)

    async def _open_in_windows(self, notice: Notice) -> None:
        """Shows a table that the queue has opened in the windows of its person."""
        if notice.kind != PAIRED:
            return
        person = await self._service.users.person_of(notice.person)
        for tab in self._tabs:
            if tab.in_window and tab.person == person and tab.match != notice.match:
                self._follow(tab, tab.match, notice.match)

    def _hear(self, news: News) -> None:
        """Handles a call by another process to a person who may have a page here."""
        for notice in news.calls if len(self._tabs) else ():
            self._telling.start(self._say_here(notice))

    async def _say_here(self, notice: Notice) -> None:
        with suppress(StoreError):  # the list of tables tells it later
            await self._open_in_windows(notice)
            if not any(self._tabs.of(notice.person)):
                return
            if (text := await self._service.screens.notice(notice)) is not None:
                await self._say(notice, text)

    async def _say(self, notice: Notice, text: str) -> Delivery:
        delivery: Delivery = LOST
        for tab in self._tabs.of(notice.person):
            tab.say(Attention(text))
            if notice.kind == PAIRED and not tab.in_window:
                self._follow(tab, tab.match, notice.match)
            await tell_elsewhere(self._service, tab)
            delivery = SHOWN
        return delivery

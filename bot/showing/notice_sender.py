"""Sends notices: calls for a person's attention, and posts that are due."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from functools import partial

import structlog
from msgspec import Struct
from msgspec.structs import replace

from bot.community.linked_users import platform_of
from bot.happenings import Happenings, PersonCalled, PostDue
from bot.messages import MatchId, PersonId, UserId
from bot.showing.agenda import Agenda
from bot.showing.attention import is_said_by
from bot.showing.match_screens import MatchScreens
from bot.showing.platform import Platform
from bot.showing.showing_tasks import ShowingTasks
from bot.store import Store
from bot.store.changes import Committed, marked
from bot.store.model import Surface
from bot.store.notices import Notice, NoticeState

log = structlog.get_logger(__name__)


class Call(Struct, frozen=True):
    """A notice, and the user to whom it goes."""

    notice: Notice
    user: UserId

    @property
    def platform(self) -> str:
        return platform_of(self.user)


class NoticeSender:
    """Sends notices that are still true, each at most once."""

    def __init__(
        self,
        store: Store,
        screens: MatchScreens,
        platforms: Mapping[str, Platform],
        happenings: Happenings,
        tasks: ShowingTasks,
        agenda: Agenda,
    ) -> None:
        self._store = store
        self._screens = screens
        self._platforms = platforms
        self._happenings = happenings
        self._tasks = tasks
        self._agenda = agenda
        self._calls: dict[tuple[MatchId, PersonId], list[asyncio.Event]] = {}
        """The calls that are being sent, by match and person: an event for the end of each."""

    async def called(self, surface: Surface) -> None:
        """Waits until the calls that are being sent to a surface's person have been sent."""
        while surface.person and (calls := self._calls.get((surface.match, surface.person))):
            await calls[-1].wait()

    async def start(self, waiting: Sequence[Call]) -> None:
        """Sends the notices that are true, and drops the others."""
        past: list[Notice] = []
        held: list[Notice] = []
        for call in sorted(waiting, key=lambda call: call.notice.at):
            notice = call.notice
            if self._agenda.is_paused(notice.match, notice.id) or self._tasks.is_busy(notice):
                continue
            try:
                is_true = call.platform in self._platforms and await self._screens.is_true(notice)
            except Exception as error:  # only for this match; the other notices go on
                log.error("notice_failed", match=notice.match, error=type(error).__name__)
                self._agenda.failed(notice.match, notice.id)
                continue
            if is_true and await self._screens.is_held(notice, call.user):
                (past if is_said_by(notice, held) else held).append(notice)
                continue
            if is_true:
                sent = asyncio.Event()
                self._calls.setdefault((notice.match, notice.person), []).append(sent)
                work = self._notify(call, sent)
                self._tasks.start(call.platform, {notice.id: notice.match}, work)
            else:
                past.append(notice)
        if past:
            self._tasks.start("", {notice.id: notice.match for notice in past}, self._drop(past))

    def start_posts(self, notices: Iterable[Notice]) -> None:
        """Sends due posts, such as commitments that the opening process has not published."""
        for notice in notices:
            platform = platform_of(notice.moment)
            rests = self._agenda.is_paused(notice.match, notice.id)
            if platform in self._platforms and not rests and not self._tasks.is_busy(notice):
                self._tasks.start(platform, {notice.id: notice.match}, self._post(notice))

    async def _post(self, notice: Notice) -> None:
        try:
            await self._happenings.publish(PostDue(notice))
        except Exception as error:
            log.error("post_failed", match=notice.match, error=type(error).__name__)
            self._agenda.failed(notice.match, notice.id)

    async def _drop(self, past: Sequence[Notice]) -> None:
        """Marks notices that are no longer true, so that they no longer wait."""
        try:
            await self._store.commit([marked(notice, NoticeState.DROPPED) for notice in past])
        except Exception as error:
            for notice in past:
                log.error("notice_failed", match=notice.match, error=type(error).__name__)
                self._agenda.failed(notice.match, notice.id)

    async def _notify(self, call: Call, sent: asyncio.Event) -> None:
        """Sends a notice at most once: it is marked before it is sent, and then never sent again.
        ``sent`` is set at the end."""
        notice = call.notice
        try:
            (outcome,) = await self._store.commit([marked(notice, NoticeState.TAKEN)])
            if isinstance(outcome, Committed):
                called = replace(notice, person=call.user)
                await self._happenings.publish(PersonCalled(called))
                await self._platforms[call.platform].notify(
                    called, partial(self._screens.notice, notice)
                )
        except Exception as error:
            log.error("notice_failed", match=notice.match, error=type(error).__name__)
            self._agenda.failed(notice.match, notice.id)
        finally:
            key = notice.match, notice.person
            self._calls[key].remove(sent)
            if not self._calls[key]:
                del self._calls[key]
            sent.set()

"""When people close the window in which they saw a table, their chats take over."""

import asyncio
from collections.abc import Coroutine
from typing import Final

import structlog

from bot.common.tasks import end
from bot.community.linked_users import platform_of
from bot.happenings import ChatTakesOver
from bot.match.parts import PlayParts
from bot.messages import AnyCommand, MatchId, PersonId
from bot.showing.open_windows import GRACE
from bot.showing.parts import ShowingParts

log = structlog.get_logger(__name__)


class TakingOver:
    """Brings chats up to date that have rested because of a window."""

    def __init__(self, play: PlayParts, showing: ShowingParts) -> None:
        self._store = play.store
        self._time = play.time
        self._happenings = play.happenings
        self._windows = showing.windows
        self._surfaces = showing.surfaces
        self._updater = showing.updater
        self._under_way: Final[set[asyncio.Task[None]]] = set()

    def window_shows(self, window: str, match: MatchId, person: PersonId) -> None:
        """Notes the table that a window shows (:meth:`bot.showing.open_windows.OpenWindows.shows`).
        If the window no longer shows its last table, the chats take over soon."""
        if (before := self._windows.shows(window, match, person)) is not None:
            self._begin(self._take_over_soon(window, *before))

    def commanded(self, command: AnyCommand, match: MatchId) -> None:
        """Notes a command of a person about this table. If a person uses the buttons of a chat, the
        table is shown there, whatever windows are open."""
        platform = platform_of(command.request)
        if match and self._windows.chat_used(match, command.person, platform):
            self._begin(self._take_over(match, command.person))

    async def end(self) -> None:
        await end(*self._under_way)

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def _take_over_soon(self, window: str, match: MatchId, person: PersonId) -> None:
        await self._time.pause(GRACE)
        if self._windows.left(window, (match, person)):
            # Listeners must know that the person no longer looks, before the next notice depends on
            # that.
            try:
                await self._happenings.publish(ChatTakesOver(match, person))
            finally:
                await self._take_over(match, person)

    async def _take_over(self, match: MatchId, person: PersonId) -> None:
        """Draws the surfaces that have rested: the person's private ones and the public ones. The
        person waits for them, so they do not wait for the next step."""
        try:
            for surface in await self._store.surfaces_of(match):
                if surface.person in ("", person) and surface.shown < surface.wanted:
                    await self._surfaces.redraw(surface.id)
        except Exception as error:
            log.error("not_taken_over", match=match, error=type(error).__name__)
        self._updater.wake(match)

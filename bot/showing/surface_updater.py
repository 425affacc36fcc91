"""Brings every surface to the newest picture, and sends calls for attention.

There is no queue of pictures. A surface is a row with two versions of its match: the version that
it should show, and the version that it shows. If they differ, the newest picture is shown. So older
pictures are skipped and a crash loses nothing. A slow address, a lost one, or one that must wait
does not delay the others. The updater looks at the matches that are known to have changed. At the
start and once a minute it looks at all matches, because another process may write to the store too.

The digest of a picture leaves the version out, so a picture that looks the same is not sent again.
This is right only as long as this process knows that no other picture was sent since; a picture
without an answer may have arrived. When a platform asks to wait, the whole chat waits. Only one
thing at a time is sent to a surface.

A surface moves in only one way: in its turn (:mod:`bot.showing.surface_turns`), from the address
that was read in that turn, by :meth:`SurfaceUpdater.note`. A message at an old address, or one sent
for a surface that has moved meanwhile, is taken out of use. So each surface has one message with
working buttons.

A surface that rests because its owner looks at the table in a window stays at its old version
(:mod:`bot.showing.open_windows`). It is shown when the match is looked at again.

A call for a person's attention goes before that person's own pictures, because the platform may
send the newest picture as the call. These pictures wait for it in their own tasks."""

import asyncio
from typing import Final

import structlog
from cachetools import FIFOCache
from msgspec.structs import replace

from bot.common.lived_time import Time
from bot.common.observer import Observer
from bot.common.timed_semaphore import TimedSemaphore
from bot.community.linked_users import LinkedUsers
from bot.happenings import Happenings, LanguageChanged, MatchChanged, SurfaceLost
from bot.messages import MatchId
from bot.screen import IN_WINDOWS
from bot.showing.agenda import FIRST_PAUSE, LONGEST_PAUSE, Agenda
from bot.showing.match_screens import MatchScreens
from bot.showing.notice_sender import Call, NoticeSender
from bot.showing.platform import FAILED, LOST, SAME, SHOWN, Moved, Platform, Wait, digest
from bot.showing.platforms import Platforms
from bot.showing.showing_tasks import ShowingTasks
from bot.showing.surface_turns import Turns
from bot.store import Store
from bot.store.changes import SurfaceSeen
from bot.store.model import Surface
from bot.store.notices import POSTS
from bot.store.processes import News, chat_lease, person_lease

log = structlog.get_logger(__name__)

_LONGEST_SHOW: Final = 30.0
"""Seconds. A show without an answer for this long no longer keeps others waiting."""
_GIVEN_UP: Final = 330.0
"""Seconds. A show without an answer for this long has failed."""
_RETIRED: Final = 8
"""How many times the bot tries to take a message out of use, after longer and longer pauses."""
_AT_ONCE: Final = 64
_KNOWN: Final = 100_000
"""The most surfaces for which the bot remembers the content that they certainly show."""
SCORE_PAUSE: Final = 120.0
"""Seconds between two messages, or edits, with the score of a table whose people play in windows.
Nobody plays by this message, and a person who wants to see more opens the window."""


class SurfaceUpdater:
    """Shows the newest pictures, and sends notices that are still true."""

    def __init__(
        self,
        store: Store,
        time: Time,
        screens: MatchScreens,
        users: LinkedUsers,
        platforms: Platforms,
        happenings: Happenings,
        observer: Observer,
    ) -> None:
        self._observer = observer
        self._store = store
        self._time = time
        self._screens = screens
        self._users = users
        self._happenings = happenings
        self._platforms = platforms.by_name
        self.turns: Final = Turns()
        """The turns of writers, by surface."""
        self._at_once = TimedSemaphore(_AT_ONCE, _LONGEST_SHOW)
        self._agenda = Agenda(time)
        self.hear = self._agenda.hear
        self.wake = self._agenda.wake
        self._tasks = ShowingTasks(self._agenda)
        self._notices = NoticeSender(
            store, screens, platforms.by_name, happenings, self._tasks, self._agenda
        )
        self._surely: FIFOCache[str, str] = FIFOCache(_KNOWN)
        """By surface, the digest of its picture, if nothing else was sent there since."""
        self._standing: FIFOCache[str, tuple[int, int, float]] = FIFOCache(_KNOWN)
        """For each surface whose message only replaces the table: the version that it should show,
        the version that it shows, and the moment until which its score may stay."""

    async def match_changed(self, changed: MatchChanged) -> None:
        """Something of this match has to be shown."""
        self.wake(changed.match)

    async def language_changed(self, _: LanguageChanged) -> None:
        """Something of any match may have to be shown."""
        self.wake()

    async def run(self) -> None:
        """Runs until it is cancelled; then waits for what is being shown or taken out of use."""
        try:
            while True:
                self._agenda.woken.clear()
                try:
                    await self._start_all()
                    until = self._agenda.next()
                except Exception as error:
                    log.error("surfaces_failed", error=type(error).__name__)
                    until = self._agenda.look_around_soon()
                await self._time.wait(self._agenda.woken, until)
        finally:
            await self._tasks.settle(_LONGEST_SHOW)

    async def bring_all(self) -> None:
        """Shows everything that can be shown now, and returns when that is done."""
        self.wake()
        while await self._start_all():
            await asyncio.wait(list(self._tasks.busy.values()))
            self.wake()

    async def settle(self, platform: str, seconds: float) -> None:
        """Waits up to this many seconds for the running tasks of a platform, then cancels them."""
        await self._tasks.settle(seconds, platform)

    async def _start_all(self) -> int:
        found = self._agenda.take()
        if found is None:
            await self._look_at(None)
        elif any(found):
            asked, told = found
            elsewhere = await self._look_at(asked | told)
            # A process that was told does not tell others. Otherwise two processes would go on
            # forever.
            if elsewhere := elsewhere & asked:
                self._store.processes.tell(News(look=tuple(elsewhere)))
        return len(self._tasks.busy)

    async def _look_at(self, matches: set[MatchId] | None) -> set[MatchId]:
        """Starts the work of showing and sending for these matches, or for all. Returns the matches
        with work in chats that belong to another process."""
        # Surfaces are looked at first: the notices of every picture that is found here are already
        # in the store.
        all_behind = await self._store.surfaces_behind(matches)
        notices = await self._store.notices_waiting(matches)
        self._notices.start_posts(notice for notice in notices if notice.kind in POSTS)
        called = [notice for notice in notices if notice.kind not in POSTS]
        all_waiting = tuple(
            [Call(notice, await self._users.reached_at(notice.person)) for notice in called]
        )
        behind, waiting, elsewhere = await self._ours(all_behind, all_waiting)
        await self._notices.start(waiting)
        for surface in behind:
            stands = not surface.person and self._stands(surface)
            if await self._screens.rests(surface, stands=stands):
                continue
            if not self._agenda.is_held(surface) and not self._tasks.is_busy(surface):
                one = {surface.id: surface.match}
                self._tasks.start(surface.platform, one, self._bring(surface))
        return elsewhere

    def _stands(self, surface: Surface) -> bool:
        """Whether the message that replaces the surface's table may stay: it shows the present
        score, or one from a short time ago."""
        wanted, shown, until = self._standing.get(surface.id, (-1, 0, 0.0))
        is_new = (wanted, shown) == (surface.wanted, surface.shown)
        return is_new or self._agenda.waits(surface.match, until)

    async def _ours(
        self, behind: tuple[Surface, ...], waiting: tuple[Call, ...]
    ) -> tuple[list[Surface], list[Call], set[MatchId]]:
        """The surfaces and notices that this process has to handle, and the matches of all others.
        One process at a time writes to a chat. A person is called by the process that shows them
        the match."""
        processes = self._store.processes
        if processes.alone:
            here = [surface for surface in behind if surface.platform in self._platforms]
            others = (surface for surface in behind if surface.platform not in self._platforms)
            return here, list(waiting), {surface.match for surface in others}
        surfaces = [
            (chat_lease(surface), surface)
            for surface in behind
            if surface.platform in self._platforms
        ]
        notices = [
            (await self._call_lease(call), call)
            for call in waiting
            # A notice for a platform that no process has is dropped.
            if processes.number == 1 or call.platform in self._platforms
        ]
        mine = await processes.claim({lease for lease, _ in (*surfaces, *notices)})
        ours = [surface for lease, surface in surfaces if lease in mine]
        calls = [call for lease, call in notices if lease in mine]
        found = {surface.id for surface in ours} | {call.notice.id for call in calls}
        elsewhere = {surface.match for surface in behind if surface.id not in found}
        elsewhere |= {call.notice.match for call in waiting if call.notice.id not in found}
        return ours, calls, elsewhere

    async def _call_lease(self, call: Call) -> str:
        if self._store.processes.number > 1:
            for surface in await self._store.surfaces_of(call.notice.match):
                theirs = surface.person == call.notice.person
                if theirs and surface.platform == call.platform:
                    return chat_lease(surface)
        return person_lease(call.notice.person)

    # --- one surface ---------------------------------------------------------------------

    async def _bring(self, surface: Surface) -> None:
        """Brings a surface up to date."""
        try:
            await self._notices.called(surface)
            since = self._time.now()
            async with self.turns.turn(surface.id):
                # The surface may have moved since it was found, or may be up to date already.
                known = await self._store.surface(surface.id)
                if not self._store.processes.has(chat_lease(surface)):
                    return  # The chat now belongs to another process, which looks at it.
                if known is not None and not known.lost and known.shown < known.wanted:
                    await self._bring_now(known, since)
        except Exception as error:
            log.error("surface_failed", match=surface.match, error=type(error).__name__)
            self._agenda.failed(surface.match, surface.id)

    async def _bring_now(self, surface: Surface, since: float) -> None:
        # A show that takes longer is finished all the same, because the picture may have been sent
        # already.
        async with self._at_once, asyncio.timeout(_GIVEN_UP):
            seen = await self._show(surface)
        if seen is not None:
            self._agenda.succeeded(surface.id)
            if await self.note(seen):
                self._tasks.brought(surface, seen)
                if seen.shown < 0:
                    until = self._time.now() + SCORE_PAUSE
                    self._standing[surface.id] = surface.wanted, surface.shown, until
            if seen.lost:
                await self._happenings.publish(SurfaceLost(surface))
            else:
                self._observer.pictured(self._time.now() - since)

    async def note(self, seen: SurfaceSeen) -> bool:
        """Stores the result for a surface. The caller read the surface (``seen.read``) in its turn,
        or beside it. Returns ``False`` if the surface has moved or gone meanwhile. The message that
        was sent for it is then taken out of use."""
        before, kept = seen.read, False
        assert before is not None
        try:
            if kept := await self._store.note(seen):
                self.is_sure(seen.surface, seen.digest)
        finally:
            if seen.address is not None and seen.address != before.address:
                now = replace(before, address=seen.address)
                self.retire(*((before, now) if kept else (now, before)))
            if not kept:
                self.wake(before.match)
        return kept

    def is_sure(self, surface: str, look: str) -> None:
        """Notes that a picture with this digest has arrived at this surface."""
        self._surely[surface] = look
        self._standing.pop(surface, None)

    def retire(self, before: Surface, now: Surface | None) -> None:
        """Takes a message that a surface has left out of use (:meth:`Platform.retire`), in the
        background. ``before``: the surface as it was with that message. ``now``: the surface as it
        is; ``None``: it is gone."""
        if (platform := self._platforms.get(before.platform)) is not None:
            self._tasks.run(before.platform, self._retire(platform, before, now))

    async def _retire(self, platform: Platform, before: Surface, now: Surface | None) -> None:
        pause, ending = FIRST_PAUSE, self._tasks.ending
        for _ in range(_RETIRED):
            last = ending.is_set()  # No other process would know of the message.
            try:
                delivery = await platform.retire(before, now)
            except Exception as error:
                log.error("retire_failed", match=before.match, error=type(error).__name__)
                delivery = FAILED
            if last or (delivery != FAILED and not isinstance(delivery, Wait)):
                return
            seconds = delivery.seconds if isinstance(delivery, Wait) else pause
            await self._time.wait(ending, self._time.now() + seconds)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _show(self, surface: Surface) -> SurfaceSeen | None:
        """The new row of the surface after showing it; ``None``: it is tried again later."""
        if surface.expires is not None and surface.expires <= self._time.utc():
            return _gone(surface)
        screen = await self._screens.of_surface(surface)
        if screen is None:
            self.retire(surface, None)
            return _gone(surface)
        look = digest(screen)
        # A message that only replaces the table is not stored as shown.
        known = look if screen.kind == IN_WINDOWS else surface.digest
        if look == self._surely.pop(surface.id, "") == known:
            return SurfaceSeen(surface.id, screen.version, look, read=surface)
        match await self._platforms[surface.platform].show(surface, screen):
            case Wait() as wanted:
                self._agenda.asked_to_wait(surface, wanted)
                return None
            case Moved(address):
                return SurfaceSeen(surface.id, screen.version, look, address, read=surface)
            case verdict if verdict in (SHOWN, SAME):
                return SurfaceSeen(surface.id, screen.version, look, read=surface)
            case verdict if verdict == LOST:
                return _gone(surface)
            case _:
                self._agenda.failed(surface.match, surface.id)
                return None


def _gone(surface: Surface) -> SurfaceSeen:
    """The note that nothing can be shown on a surface any more."""
    return SurfaceSeen(surface.id, surface.shown, surface.digest, lost=True, read=surface)

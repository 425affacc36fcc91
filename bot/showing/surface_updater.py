"""Bringing every surface to the newest picture, and calling for attention.

Nothing is queued to be sent. A surface is a row that says which version of its match should be seen
there and which one is; whoever finds them to differ shows the newest picture there is. Pictures in
between are thus skipped, a crash forgets nothing, and an address that is slow, gone or told to wait
holds up no other. Looked at are the matches of which something is known to have changed; all of
them at the start and once a minute, because another process may write to the store too.

A picture's digest leaves out its version: what looks the same is not sent again. A platform's wait
counts for a whole chat. Of what goes to one surface, one thing goes at a time.

Where a surface is changes in one way only: in the surface's turn
(:mod:`bot.showing.surface_turns`), from the address that was read in that turn, by
:meth:`SurfaceUpdater.note`. What stood at the address before, or was sent and became nobody's, is
taken out of use: of one surface one message is alive.

A call for somebody's attention goes before that person's own pictures: what a platform makes of it
may be the newest picture itself. Pictures that wait for it are looked at again afterwards.
"""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from functools import partial
from typing import Final, Protocol

import msgspec
import structlog
from msgspec import Struct
from msgspec.structs import replace

from bot.common.tasks import end
from bot.messages import MatchId, PersonId
from bot.screen import Screen
from bot.showing.clock import Time
from bot.showing.surface_turns import Turns
from bot.store.changes import Changes, Committed, Mark, Seen, Store
from bot.store.model import Notice, NoticeState, Surface

__all__ = [
    "FAILED",
    "LOST",
    "SAME",
    "SHOWN",
    "Delivery",
    "Moved",
    "Notice",
    "Platform",
    "Surface",
    "SurfaceUpdater",
    "Verdict",
    "Wait",
    "Words",
    "digest",
]

log = structlog.get_logger(__name__)

_FIRST_PAUSE: Final = 1.0
_LONGEST_PAUSE: Final = 60.0
_LONGEST_SHOW: Final = 30.0
"""A platform that has not answered by then keeps nobody else waiting ..."""
_GIVEN_UP: Final = 300.0
"""... and has failed by then."""
_RETIRED: Final = 8
"""So often it is tried to take a message out of use, after ever longer pauses."""
_AT_ONCE: Final = 64
_LOOK_AROUND: Final = 60.0
"""After so many seconds all matches are looked at."""


class Verdict(Struct, frozen=True):
    """What a platform made of a picture."""

    name: str


class Wait(Struct, frozen=True):
    """The platform asks for patience: nothing to this chat for so many seconds."""

    seconds: float


class Moved(Struct, frozen=True):
    """Shown, under another address from now on (a message sent anew, a group that moved)."""

    address: str


SHOWN: Final = Verdict("shown")
SAME: Final = Verdict("same")
"""It looked like this already."""
LOST: Final = Verdict("lost")
"""This address is gone for good; the table goes on without it."""
FAILED: Final = Verdict("failed")
"""Nothing is known; it is tried again after a while."""

Delivery = Verdict | Wait | Moved
"""What became of something that a platform was to show, retire or say."""

Words = Callable[[], Awaitable[str | None]]
"""What a notice says when it is asked; ``None``: it is no longer true, and not to be sent."""


class Platform(Protocol):
    """What an adapter offers to be shown things by. It never raises for what a network does."""

    @property
    def name(self) -> str:
        """``web``; the part of a person's id before the colon."""

    async def show(self, surface: Surface, screen: Screen) -> Delivery:
        """Puts the picture there, in place of the one before."""

    async def retire(self, before: Surface, now: Surface | None) -> Delivery:
        """What was sent to that address is the surface's no longer: nothing may be pressed there
        any more. ``now``: where the surface is instead (perhaps in the same message), or where it
        was when that message was sent for nothing; ``None``: it is no more."""

    async def notify(self, notice: Notice, words: Words) -> Delivery:
        """Draws the person's attention, in a way that others cannot see. Called once.

        A platform that has to wait asks for the ``words`` after it has waited."""


def digest(screen: Screen) -> str:
    """What two pictures that look the same have in common."""
    look = msgspec.json.encode(replace(screen, version=0))
    return hashlib.sha256(look).hexdigest()[:32]


class SurfaceUpdater:
    """Shows what is wanted where it is not seen yet, and sends notices that are still true.

    ``picture`` is the newest picture for a surface (``None``: there is nothing to show), ``words``
    a notice's text, or ``None`` when it is no longer true."""

    def __init__(
        self,
        store: Store,
        time: Time,
        picture: Callable[[Surface], Awaitable[Screen | None]],
        words: Callable[[Notice], Awaitable[str | None]],
    ) -> None:
        self._store = store
        self._time = time
        self._picture = picture
        self._words = words
        self._platforms: dict[str, Platform] = {}
        self._wake = asyncio.Event()
        self.turns: Final = Turns()
        """Who writes to which surface."""
        self._at_once = asyncio.Semaphore(_AT_ONCE)
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._work: dict[asyncio.Task[None], str] = {}
        """What is being sent or taken out of use, by platform."""
        self._chats: dict[tuple[str, str], float] = {}
        self._pauses: dict[str, tuple[float, float]] = {}
        self._asked: set[MatchId] = set()
        """To be looked at next ..."""
        self._look_around_at = 0.0
        """... and when all of them are."""
        self._later: dict[MatchId, float] = {}
        """Something of these has to wait so long."""
        self._again: set[str] = set()
        """What was busy when it was to be started."""
        self._calls: dict[str, tuple[MatchId, PersonId]] = {}
        """By notice: whose attention is being drawn just now."""
        self._held: set[MatchId] = set()
        """Pictures of these wait for such a call."""

    @property
    def platforms(self) -> Mapping[str, Platform]:
        """Who shows things, by name."""
        return self._platforms

    def add_platform(self, platform: Platform) -> None:
        """From now on its surfaces are shown."""
        self._platforms[platform.name] = platform
        self.wake()

    def wake(self, match: MatchId | None = None) -> None:
        """Something is wanted of this match; ``None``: of any."""
        if match is None:
            self._look_around_at = 0.0
        else:
            self._asked.add(match)
        self._wake.set()

    async def run(self) -> None:
        """Runs until it is cancelled; what was being shown is then waited for."""
        try:
            while True:
                self._wake.clear()
                try:
                    await self._start_all()
                    until = min([self._look_around_at, *self._later.values()])
                except Exception as error:
                    log.error("surfaces_failed", error=type(error).__name__)
                    until = self._look_around_at = self._time.now() + _FIRST_PAUSE
                await self._time.wait(self._wake, until)
        finally:
            if self._busy:
                await asyncio.wait(list(self._busy.values()), timeout=_LONGEST_SHOW)
            await end(*self._work)

    async def bring_all(self) -> None:
        """Shows everything that may be shown now, and returns when it is done."""
        self.wake()
        while await self._start_all():
            await asyncio.wait(list(self._busy.values()))
            self.wake()

    async def settle(self, platform: str, seconds: float) -> None:
        """Waits for what a platform is doing, so long at most; then that is given up."""
        work = [task for task, name in self._work.items() if name == platform]
        if work:
            _, late = await asyncio.wait(work, timeout=seconds)
            await end(*late)

    async def _start_all(self) -> int:
        now = self._time.now()
        self._chats = {chat: until for chat, until in self._chats.items() if until > now}
        asked = self._asked | {match for match, until in self._later.items() if until <= now}
        self._later = {match: until for match, until in self._later.items() if until > now}
        self._asked = set()
        if now >= self._look_around_at:
            self._look_around_at = now + _LOOK_AROUND
            await self._look_at(None)
        elif asked:
            await self._look_at(asked)
        return len(self._busy)

    async def _look_at(self, matches: set[MatchId] | None) -> None:
        """Starts what is to be done for these, or for all."""
        # Surfaces first: a picture that is wanted by then has its notices stored by then, too.
        behind = await self._store.surfaces_behind(matches)
        for notice in await self._store.notices_waiting(matches):
            if not self._waits(notice.match, self._rests(notice.id)):
                self._calls[notice.id] = notice.match, notice.person
                self._start(_platform(notice), notice.match, notice.id, self._notify(notice))
        called = set(self._calls.values())
        for surface in behind:
            if surface.platform not in self._platforms:
                continue
            if (surface.match, surface.person) in called:
                self._held.add(surface.match)
                continue
            until = self._chats.get((surface.platform, surface.chat), 0.0)
            if not self._waits(surface.match, max(until, self._rests(surface.id))):
                self._start(surface.platform, surface.match, surface.id, self._bring(surface))

    def _start(
        self, platform: str, match: MatchId, key: str, work: Coroutine[None, None, None]
    ) -> None:
        if key in self._busy:
            self._again.add(key)
            work.close()
            return
        task = self._runs(platform, work)
        self._busy[key] = task

        def done(_: asyncio.Task[None]) -> None:
            del self._busy[key]
            if key in self._again:
                self._again.discard(key)
                self._asked.add(match)
            self._wake.set()  # it may have been told to wait

        task.add_done_callback(done)

    def _runs(self, platform: str, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._work[task] = platform
        task.add_done_callback(self._work.pop)
        return task

    def _waits(self, match: MatchId, until: float) -> bool:
        """Whether that is still to come; the match is then looked at again."""
        if until <= self._time.now():
            return False
        self._later[match] = min(until, self._later.get(match, until))
        return True

    def _rests(self, key: str) -> float:
        """Until when, after a failure."""
        return self._pauses.get(key, (0.0, 0.0))[0]

    # --- one surface ---------------------------------------------------------------------

    async def _bring(self, surface: Surface) -> None:
        try:
            async with self.turns.turn(surface.id):
                # It may be elsewhere since it was found to be behind, or up to date.
                known = await self._store.surface(surface.id)
                if known is not None and not known.lost and known.shown < known.wanted:
                    await self._bring_now(known)
        except Exception as error:
            log.error("surface_failed", match=surface.match, error=type(error).__name__)
            self._pause(surface.match, surface.id)

    async def _bring_now(self, surface: Surface) -> None:
        async with self._at_once:
            showing = asyncio.create_task(self._show(surface))
            try:
                # What takes longer is finished all the same: it may have been sent already.
                await asyncio.wait((showing,), timeout=_LONGEST_SHOW)
            except asyncio.CancelledError:
                showing.cancel()
                await asyncio.wait((showing,))
                raise
        async with asyncio.timeout(_GIVEN_UP):
            seen = await showing
        if seen is not None:
            self._pauses.pop(surface.id, None)
            await self.note(surface, seen)

    async def note(self, before: Surface, seen: Seen) -> bool:
        """Notes what became of a surface that was read in its turn, or beside it. ``False``: it is
        elsewhere by now, or no more; what was sent for it is then taken out of use."""
        kept = False
        try:
            changes = Changes(seen=(replace(seen, read=before),))
            (outcome,) = await self._store.commit([changes])
            kept = isinstance(outcome, Committed)
        finally:
            if seen.address is not None and seen.address != before.address:
                now = replace(before, address=seen.address)
                self.retire(*((before, now) if kept else (now, before)))
            if not kept:
                self.wake(before.match)
        return kept

    def retire(self, before: Surface, now: Surface | None) -> None:
        """See :meth:`Platform.retire`; in its own time."""
        platform = self._platforms.get(before.platform)
        if platform is not None:
            self._runs(before.platform, self._retire(platform, before, now))

    async def _retire(self, platform: Platform, before: Surface, now: Surface | None) -> None:
        pause = _FIRST_PAUSE
        for _ in range(_RETIRED):
            try:
                delivery = await platform.retire(before, now)
            except Exception as error:
                log.error("retire_failed", match=before.match, error=type(error).__name__)
                delivery = FAILED
            if delivery != FAILED and not isinstance(delivery, Wait):
                return
            seconds = delivery.seconds if isinstance(delivery, Wait) else pause
            await self._time.wait(asyncio.Event(), self._time.now() + seconds)
            pause = min(2 * pause, _LONGEST_PAUSE)

    async def _show(self, surface: Surface) -> Seen | None:
        """What became of it; ``None``: to be tried again later."""
        gone = Seen(surface.id, surface.shown, surface.digest, lost=True)
        if surface.expires is not None and surface.expires <= self._time.now():
            return gone
        screen = await self._picture(surface)
        if screen is None:
            return gone
        look = digest(screen)
        if look == surface.digest:
            return Seen(surface.id, screen.version, look)
        match await self._platforms[surface.platform].show(surface, screen):
            case Wait(seconds):
                until = self._time.now() + seconds
                self._chats[surface.platform, surface.chat] = until
                if not self._waits(surface.match, until):
                    self._asked.add(surface.match)
                return None
            case Moved(address):
                return Seen(surface.id, screen.version, look, address)
            case verdict if verdict in (SHOWN, SAME):
                return Seen(surface.id, screen.version, look)
            case verdict if verdict == LOST:
                return gone
            case _:
                self._pause(surface.match, surface.id)
                return None

    def _pause(self, match: MatchId, key: str) -> None:
        """After a failure: twice as long as the last time."""
        _, length = self._pauses.get(key, (0.0, _FIRST_PAUSE / 2))
        length = min(2 * length, _LONGEST_PAUSE)
        until = self._time.now() + length
        self._pauses[key] = (until, length)
        self._waits(match, until)

    # --- one notice ----------------------------------------------------------------------

    async def _notify(self, notice: Notice) -> None:
        """At most once: it is taken before it is sent, and what then happens to it is not asked."""
        try:
            platform = self._platforms.get(_platform(notice))
            if platform is None or await self._words(notice) is None:
                mark = Mark(notice.id, NoticeState.DROPPED)
                await self._store.commit([Changes(mark=mark)])
                return
            mark = Mark(notice.id, NoticeState.TAKEN)
            (outcome,) = await self._store.commit([Changes(mark=mark)])
            if isinstance(outcome, Committed):
                await platform.notify(notice, partial(self._words, notice))
        except Exception as error:
            log.error("notice_failed", match=notice.match, error=type(error).__name__)
            self._pause(notice.match, notice.id)
        finally:
            self._calls.pop(notice.id, None)
            if notice.match in self._held:
                self._held.discard(notice.match)
                self._asked.add(notice.match)


def _platform(notice: Notice) -> str:
    return notice.person.partition(":")[0]

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
send the newest picture as the call. The pictures that waited for it are looked at again afterwards.
"""

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from functools import partial
from typing import Final

import structlog
from cachetools import FIFOCache
from msgspec import Struct
from msgspec.structs import replace

from bot.common.lived_time import Time
from bot.common.observer import Observer
from bot.common.tasks import end
from bot.common.timed_semaphore import TimedSemaphore
from bot.community.linked_users import LinkedUsers, platform_of
from bot.happenings import (
    Happenings,
    LanguageChanged,
    MatchChanged,
    PersonCalled,
    PostDue,
    SurfaceLost,
)
from bot.messages import MatchId, PersonId, UserId
from bot.screen import IN_WINDOWS
from bot.showing.attention import is_said_by
from bot.showing.match_screens import MatchScreens
from bot.showing.platform import FAILED, LOST, SAME, SHOWN, Moved, Platform, Wait, digest
from bot.showing.platforms import Platforms
from bot.showing.surface_turns import Turns
from bot.store import Store
from bot.store.changes import Changes, Committed, SurfaceSeen, marked
from bot.store.model import Surface
from bot.store.notices import POSTS, Notice, NoticeState
from bot.store.processes import News, chat_lease, person_lease

log = structlog.get_logger(__name__)

_FIRST_PAUSE: Final = 1.0
_LONGEST_PAUSE: Final = 60.0
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
_LOOK_AROUND: Final = 60.0
"""Seconds between two looks at all matches."""


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
        self._wake = asyncio.Event()
        self.turns: Final = Turns()
        """The turns of writers, by surface."""
        self._at_once = TimedSemaphore(_AT_ONCE)
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._ending = asyncio.Event()
        """Set at the end: attempts to take messages out of use are made now, for the last time."""
        self._work: dict[asyncio.Task[None], str] = {}
        """The tasks that send things or take messages out of use, each with its platform."""
        self._chats: dict[tuple[str, str], float] = {}
        """The moment until which each chat waits."""
        self._alone: dict[str, float] = {}
        """The moment until which each surface waits while its chat does not."""
        self._calm: dict[str, tuple[int, int]] = {}
        """The wanted and the shown version of such a surface, if its present content may wait: a
        newer version, or a request to draw it anew, is shown earlier."""
        self._pauses: dict[str, tuple[float, float]] = {}
        self._surely: FIFOCache[str, str] = FIFOCache(_KNOWN)
        """By surface, the digest of its picture, if nothing else was sent there since."""
        self._standing: FIFOCache[str, tuple[int, int, float]] = FIFOCache(_KNOWN)
        """For each surface whose message only replaces the table: the version that it should show,
        the version that it shows, and the moment until which its score may stay."""
        self._asked: set[MatchId] = set()
        """The matches to look at next."""
        self._told: set[MatchId] = set()
        """The matches to look at next because another process has said so."""
        self._look_around_at = 0.0
        """The moment of the next look at all matches."""
        self._later: dict[MatchId, float] = {}
        """Matches with something that has to wait until this moment."""
        self._again: dict[str, Surface | Notice] = {}
        """Surfaces and notices that should have been started while a task already worked on them,
        as they were then."""
        self._brought: dict[str, tuple[Surface, SurfaceSeen]] = {}
        """Surfaces that a task has just brought up to date: as it read them, and what it stored."""
        self._calls: dict[str, tuple[MatchId, PersonId]] = {}
        """The calls that are being sent, by notice: the match and the person."""
        self._held: set[MatchId] = set()
        """Matches with pictures that wait for such a call."""

    def hear(self, news: News) -> None:
        """Takes news of other processes: which matches have something to show in this process'
        chats."""
        self._told.update(news.look)
        if news.everything:
            self._look_around_at = 0.0
        if news.look or news.everything:
            self._wake.set()

    def wake(self, match: MatchId | None = None) -> None:
        """Notes that something of this match has to be shown; ``None``: of any match."""
        if match is None:
            self._look_around_at = 0.0
        else:
            self._asked.add(match)
        self._wake.set()

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
                self._wake.clear()
                try:
                    await self._start_all()
                    until = min([self._look_around_at, *self._later.values()])
                except Exception as error:
                    log.error("surfaces_failed", error=type(error).__name__)
                    until = self._look_around_at = self._time.now() + _FIRST_PAUSE
                await self._time.wait(self._wake, until)
        finally:
            await self._settle(list(self._work), _LONGEST_SHOW)

    async def bring_all(self) -> None:
        """Shows everything that can be shown now, and returns when that is done."""
        self.wake()
        while await self._start_all():
            await asyncio.wait(list(self._busy.values()))
            self.wake()

    async def settle(self, platform: str, seconds: float) -> None:
        """Waits up to this many seconds for the running tasks of a platform, then cancels them."""
        await self._settle([task for task, name in self._work.items() if name == platform], seconds)

    async def _settle(self, work: list[asyncio.Task[None]], seconds: float) -> None:
        if not work:
            return
        self._ending.set()
        _, late = await asyncio.wait(work, timeout=seconds)
        self._ending = asyncio.Event()
        await end(*late)

    async def _start_all(self) -> int:
        now = self._time.now()
        self._chats = {chat: until for chat, until in self._chats.items() if until > now}
        self._alone = {one: until for one, until in self._alone.items() if until > now}
        self._calm = {one: version for one, version in self._calm.items() if one in self._alone}
        asked = self._asked | {match for match, until in self._later.items() if until <= now}
        self._later = {match: until for match, until in self._later.items() if until > now}
        told, self._asked, self._told = self._told, set(), set()
        if now >= self._look_around_at:
            self._look_around_at = now + _LOOK_AROUND
            await self._look_at(None)
        elif asked or told:
            elsewhere = await self._look_at(asked | told)
            # A process that was told does not tell others. Otherwise two processes would go on
            # forever.
            if elsewhere := elsewhere & asked:
                self._store.processes.tell(News(look=tuple(elsewhere)))
        return len(self._busy)

    async def _look_at(self, matches: set[MatchId] | None) -> set[MatchId]:
        """Starts the work of showing and sending for these matches, or for all. Returns the matches
        with work in chats that belong to another process."""
        # Surfaces are looked at first: the notices of every picture that is found here are already
        # in the store.
        all_behind = await self._store.surfaces_behind(matches)
        notices = await self._store.notices_waiting(matches)
        self._start_posts(notice for notice in notices if notice.kind in POSTS)
        called = [notice for notice in notices if notice.kind not in POSTS]
        all_waiting = tuple(
            [_Call(notice, await self._users.reached_at(notice.person)) for notice in called]
        )
        behind, waiting, elsewhere = await self._ours(all_behind, all_waiting)
        await self._start_notices(waiting)
        calls = set(self._calls.values())
        for surface in behind:
            stands = not surface.person and self._stands(surface)
            if await self._screens.rests(surface, stands=stands):
                continue
            if (surface.match, surface.person) in calls:
                self._held.add(surface.match)
                continue
            until = self._chats.get((surface.platform, surface.chat), 0.0)
            now = surface.wanted, surface.shown
            if self._calm.get(surface.id, now) == now:
                until = max(until, self._alone.get(surface.id, 0.0))
            until = max(until, self._rests(surface.id))
            if self._waits(surface.match, until):
                continue
            if not self._is_busy(surface):
                one = {surface.id: surface.match}
                self._start(surface.platform, one, self._bring(surface, self._time.now()))
        return elsewhere

    def _stands(self, surface: Surface) -> bool:
        """Whether the message that replaces the surface's table may stay: it shows the present
        score, or one from a short time ago."""
        wanted, shown, until = self._standing.get(surface.id, (-1, 0, 0.0))
        is_new = (wanted, shown) == (surface.wanted, surface.shown)
        return is_new or self._waits(surface.match, until)

    async def _start_notices(self, waiting: Sequence["_Call"]) -> None:
        """Sends the notices that are true, and drops the others."""
        past: list[Notice] = []
        held: list[Notice] = []
        for call in sorted(waiting, key=lambda call: call.notice.at):
            notice = call.notice
            if self._waits(notice.match, self._rests(notice.id)) or self._is_busy(notice):
                continue
            try:
                is_true = call.platform in self._platforms and await self._screens.is_true(notice)
            except Exception as error:  # only for this match; the other notices go on
                log.error("notice_failed", match=notice.match, error=type(error).__name__)
                self._pause(notice.match, notice.id)
                continue
            if is_true and await self._screens.is_held(notice, call.user):
                (past if is_said_by(notice, held) else held).append(notice)
                continue
            if is_true:
                self._calls[notice.id] = notice.match, notice.person
                self._start(call.platform, {notice.id: notice.match}, self._notify(call))
            else:
                past.append(notice)
        if past:
            self._start("", {notice.id: notice.match for notice in past}, self._drop(past))

    def _start_posts(self, notices: Iterable[Notice]) -> None:
        """Sends the posts that are due, such as the commitments of tables whose opening process has
        not published them."""
        for notice in notices:
            platform = platform_of(notice.moment)
            rests = self._waits(notice.match, self._rests(notice.id))
            if platform in self._platforms and not rests and not self._is_busy(notice):
                self._start(platform, {notice.id: notice.match}, self._post(notice))

    async def _post(self, notice: Notice) -> None:
        try:
            await self._happenings.publish(PostDue(notice))
        except Exception as error:
            log.error("post_failed", match=notice.match, error=type(error).__name__)
            self._pause(notice.match, notice.id)

    async def _ours(
        self, behind: tuple[Surface, ...], waiting: tuple["_Call", ...]
    ) -> tuple[list[Surface], list["_Call"], set[MatchId]]:
        """The surfaces and notices that this process has to handle, and the matches of all others.

        One process at a time writes to a chat. A person is called by the process that shows them
        the match.
        """
        processes = self._store.processes
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

    async def _call_lease(self, call: "_Call") -> str:
        if self._store.processes.number > 1:
            for surface in await self._store.surfaces_of(call.notice.match):
                theirs = surface.person == call.notice.person
                if theirs and surface.platform == call.platform:
                    return chat_lease(surface)
        return person_lease(call.notice.person)

    def _is_busy(self, one: Surface | Notice) -> bool:
        """Whether a task already works on this surface or notice. If so, it is looked at again
        afterwards."""
        busy = one.id in self._busy
        if busy:
            self._again[one.id] = one
        return busy

    def _is_behind_still(self, key: str) -> bool:
        """Whether a surface or a notice has to be looked at again, now that its task has ended. The
        task may already have done everything that was wanted."""
        found, done = self._again.pop(key, None), self._brought.pop(key, None)
        if not isinstance(found, Surface) or done is None:
            return found is not None
        read, seen = done
        # If it now shows less than the task read, somebody has asked to show it anew.
        return found.wanted > seen.shown or found.shown < read.shown

    def _start(
        self, platform: str, keys: Mapping[str, MatchId], work: Coroutine[None, None, None]
    ) -> None:
        """Starts a task for these surfaces or notices. No other task may work on any of them."""

        def done() -> None:
            for key, match in keys.items():
                del self._busy[key]
                if self._is_behind_still(key):
                    self.wake(match)

        self._busy.update(dict.fromkeys(keys, self._runs(platform, work, done)))

    def _runs(
        self,
        platform: str,
        work: Coroutine[None, None, None],
        done: Callable[[], None] = lambda: None,
    ) -> asyncio.Task[None]:
        def end_of(task: asyncio.Task[None]) -> None:
            del self._work[task]
            done()

        task = asyncio.create_task(work)
        self._work[task] = platform
        task.add_done_callback(end_of)
        return task

    def _waits(self, match: MatchId, until: float) -> bool:
        """Whether this moment has not come yet. If so, the match is looked at again at that
        moment."""
        if not until or until <= self._time.now():
            return False
        self._later[match] = min(until, self._later.get(match, until))
        return True

    def _rests(self, key: str) -> float:
        """The moment at which the pause after a failure ends; 0 if there was no failure. ``key``:
        what failed."""
        return self._pauses.get(key, (0.0, 0.0))[0]

    # --- one surface ---------------------------------------------------------------------

    async def _bring(self, surface: Surface, since: float) -> None:
        """Brings a surface up to date. ``since``: the moment at which it was found behind."""
        try:
            async with self.turns.turn(surface.id):
                # The surface may have moved since it was found, or may be up to date already.
                known = await self._store.surface(surface.id)
                if not self._store.processes.has(chat_lease(surface)):
                    return  # The chat now belongs to another process, which looks at it.
                if known is not None and not known.lost and known.shown < known.wanted:
                    await self._bring_now(known, since)
        except Exception as error:
            log.error("surface_failed", match=surface.match, error=type(error).__name__)
            self._pause(surface.match, surface.id)

    async def _bring_now(self, surface: Surface, since: float) -> None:
        # A show that takes longer is finished all the same, because the picture may have been sent
        # already.
        async with self._at_once.permit(_LONGEST_SHOW), asyncio.timeout(_GIVEN_UP):
            seen = await self._show(surface)
        if seen is not None:
            self._pauses.pop(surface.id, None)
            if await self.note(surface, seen):
                self._brought[surface.id] = surface, seen
                if seen.shown < 0:
                    until = self._time.now() + SCORE_PAUSE
                    self._standing[surface.id] = surface.wanted, surface.shown, until
            if seen.lost:
                await self._happenings.publish(SurfaceLost(surface))
            else:
                self._observer.pictured(self._time.now() - since)

    async def note(self, before: Surface, seen: SurfaceSeen) -> bool:
        """Stores the result for a surface. The caller read the surface in its turn, or beside it.

        Returns ``False`` if the surface has moved or gone meanwhile. The message that was sent for
        it is then taken out of use."""
        kept = False
        try:
            changes = Changes(seen=(replace(seen, read=before),))
            (outcome,) = await self._store.commit([changes])
            kept = isinstance(outcome, Committed)
            if kept:
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
        platform = self._platforms.get(before.platform)
        if platform is not None:
            self._runs(before.platform, self._retire(platform, before, now))

    async def _retire(self, platform: Platform, before: Surface, now: Surface | None) -> None:
        pause, ending = _FIRST_PAUSE, self._ending
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
            pause = min(2 * pause, _LONGEST_PAUSE)

    async def _show(self, surface: Surface) -> SurfaceSeen | None:
        """The new row of the surface after showing it; ``None``: it is tried again later."""
        gone = SurfaceSeen(surface.id, surface.shown, surface.digest, lost=True)
        if surface.expires is not None and surface.expires <= self._time.utc():
            return gone
        screen = await self._screens.of_surface(surface)
        if screen is None:
            self.retire(surface, None)
            return gone
        look = digest(screen)
        # A message that only replaces the table is not stored as shown.
        known = look if screen.kind == IN_WINDOWS else surface.digest
        if look == self._surely.pop(surface.id, "") == known:
            return SurfaceSeen(surface.id, screen.version, look)
        match await self._platforms[surface.platform].show(surface, screen):
            case Wait(seconds, alone, calm):
                until = self._time.now() + seconds
                if alone:
                    self._alone[surface.id] = until
                    self._calm.pop(surface.id, None)
                    if calm:
                        self._calm[surface.id] = surface.wanted, surface.shown
                else:
                    self._chats[surface.platform, surface.chat] = until
                if not self._waits(surface.match, until):
                    self._asked.add(surface.match)
                self._wake.set()
                return None
            case Moved(address):
                return SurfaceSeen(surface.id, screen.version, look, address)
            case verdict if verdict in (SHOWN, SAME):
                return SurfaceSeen(surface.id, screen.version, look)
            case verdict if verdict == LOST:
                return gone
            case _:
                self._pause(surface.match, surface.id)
                return None

    def _pause(self, match: MatchId, key: str) -> None:
        """Pauses after a failure, each time twice as long."""
        _, length = self._pauses.get(key, (0.0, _FIRST_PAUSE / 2))
        length = min(2 * length, _LONGEST_PAUSE)
        until = self._time.now() + length
        self._pauses[key] = (until, length)
        self._waits(match, until)
        self._wake.set()

    # --- one notice ----------------------------------------------------------------------

    async def _drop(self, past: Sequence[Notice]) -> None:
        """Marks notices that are no longer true, so that they no longer wait."""
        try:
            await self._store.commit([marked(notice, NoticeState.DROPPED) for notice in past])
        except Exception as error:
            for notice in past:
                log.error("notice_failed", match=notice.match, error=type(error).__name__)
                self._pause(notice.match, notice.id)

    async def _notify(self, call: "_Call") -> None:
        """Sends a notice at most once: it is marked before it is sent, and then never sent
        again."""
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
            self._pause(notice.match, notice.id)
        finally:
            self._calls.pop(notice.id, None)
            if notice.match in self._held:
                self._held.discard(notice.match)
                self.wake(notice.match)


class _Call(Struct, frozen=True):
    """A notice, and the user to whom it goes."""

    notice: Notice
    user: UserId

    @property
    def platform(self) -> str:
        return platform_of(self.user)

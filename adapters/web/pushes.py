"""Tells people something while their page is closed: the calls that the service makes, by Web Push.

The service decides which people are called and when, and calls each of them once; this part only
takes the calls that a page gets (:class:`adapters.web.platform.WebPlatform`) further, to a browser
that wants them. Each call has a task from then on. It is not sent to a person who looks at a page,
at any process. It ends as soon as the call is no longer true; a shown message is then taken back.
In its person's quiet hours the service keeps the call back
(:meth:`bot.showing.match_screens.MatchScreens.is_held`). A message holds the sentence that a page
is told, which tells no card (:mod:`bot.screens.replies.notices`), and goes to its person alone."""

import asyncio
from base64 import urlsafe_b64encode
from collections.abc import Callable, Coroutine
from hashlib import sha256
from typing import Final

import msgspec
import structlog
from msgspec import Struct

from adapters.web.push_service import PushMessage, PushOutcome, PushService, PushVerdict
from adapters.web.tabs import Tabs
from adapters.web.words import say
from bot.common.tasks import Background, logged
from bot.community.push_subscriptions import DAY, KIND_OF, SEAT, TOURNAMENT, Subscription
from bot.happenings import MatchChanged
from bot.match.daily import day_of, number_at
from bot.messages import MatchId, UserId
from bot.service import Service
from bot.showing.attention import ANSWER, Attention
from bot.showing.platform import NoticeWords
from bot.store.notices import REMIND, Notice
from bot.store.queries import daily_hands

_TITLE: Final = "Truco"
_LONGEST: Final = 400
"""Characters of a sentence; those of the catalogues have fewer, whatever the names in them."""
_MOST: Final = 5000
"""Calls of this process that are waiting or shown; with more, further ones are not pushed."""
_AT_ONCE: Final = 8
_TRIES: Final = 5
_LOOK: Final = 60.0
"""Seconds between two checks that a call is still true (another process may have changed its
table), and between two checks whether a new day has begun."""
_LASTS: Final = 3600.0
"""Seconds for which a call lasts if its table has no deadline."""
_SHORTEST: Final = 30.0
_LONGEST_LIFE: Final = 7 * 86_400.0

_log = structlog.get_logger(__name__)


class PushShown(Struct, frozen=True, omit_defaults=True):
    """A message to the page's worker (``static/js/worker.js``)."""

    tag: str
    """The message replaces a message with the same tag."""
    title: str = ""
    text: str = ""
    """The text. If title and text are empty, the message with the tag is taken back."""
    path: str = ""
    """The path that a press opens."""


class Pushes:
    """Takes the calls of people to browsers whose page is closed."""

    def __init__(self, service: Service, tabs: Tabs, push: PushService) -> None:
        self._service = service
        self.subscriptions: Final = service.push_subscriptions
        self._time = service.time
        self._windows = service.windows
        self._tabs = tabs
        self.push: Final = push
        self._attention = Attention(service.time)
        self._at_once = asyncio.Semaphore(_AT_ONCE)
        self._changed: dict[MatchId, asyncio.Event] = {}
        """By match, the event that wakes its calls."""
        self.calls: Final = Background(logged("push.call_failed"))
        """The calls that wait or are shown, by notice."""
        self._day = 0
        """The day about which all reachable people were told."""
        service.happenings.listen(MatchChanged, self.match_changed)

    async def run(self) -> None:
        """Tells of each new day. Runs until it is cancelled; the calls end with it."""
        try:
            while True:
                try:
                    await self.tell_day()
                except Exception as error:
                    _log.error("push.day_failed", error=type(error).__name__)
                await self._time.pause(_LOOK)
        finally:
            await self.calls.stop()

    async def match_changed(self, changed: MatchChanged) -> None:
        """Wakes the calls about this match, which may be no longer true."""
        if woken := self._changed.pop(changed.match, None):
            woken.set()

    # --- calls ---------------------------------------------------------------------------------

    async def call(self, notice: Notice, words: NoticeWords) -> bool:
        """Takes a call further, if its user, or another of the person's, has a browser that wants
        it. Returns whether one does. Nothing waits for it: the rest is done in a task. A reminder
        that follows the call of the same turn closely is left out."""
        found = await self.subscriptions.reaching(notice.person)
        if found is None or (kind := await self._kind(notice)) not in found[1].kinds:
            return False
        if notice.kind == REMIND and self._attention.was_called_lately(notice):
            return True
        browser, _ = found
        self._start(notice.id, self._live(notice, browser, kind, words))
        return True

    async def _kind(self, notice: Notice) -> str:
        kind = KIND_OF.get(notice.kind, "")
        if kind == SEAT:
            info = await self._service.matches.info(notice.match)
            return TOURNAMENT if info is not None and info.part_of else SEAT
        return kind

    def _start(self, key: str, work: Coroutine[None, None, None]) -> None:
        if len(self.calls.tasks) < _MOST:
            self.calls.once(key, work)
        else:
            work.close()

    async def _live(self, notice: Notice, browser: UserId, kind: str, words: NoticeWords) -> None:
        """The whole life of one call: it waits, is shown, and is taken back."""
        person = await self._service.users.person_of(browser)
        lasts = await self._lasts(notice.match)
        is_shown = await self._delivered(
            browser,
            kind,
            words,
            lambda text: PushShown(notice.match, _TITLE, text, f"/mesa/{notice.match}"),
            match=notice.match,
            ends=self._time.now() + lasts,
            due=self._time.now() + (ANSWER if self._windows.has_page(person) else 0.0),
        )
        if not is_shown:
            return
        self._attention.rang(notice)
        ends = self._time.now() + lasts
        while self._time.now() < ends and await words() is not None:
            await self._wait(notice.match, min(ends, self._time.now() + _LOOK))
        if self._time.now() < ends and not any(self._tabs.of(browser)):
            # A page that is open has taken it away itself.
            wanted = await self.subscriptions.of(browser)
            if wanted is not None:
                await self._send(browser, wanted, PushShown(notice.match), ends - self._time.now())

    async def _delivered(
        self,
        browser: UserId,
        kind: str,
        words: NoticeWords,
        shown: Callable[[str], PushShown],
        *,
        match: MatchId,
        ends: float,
        due: float,
    ) -> bool:
        """Tells a browser something at the moment ``due`` or, if that cannot be, later. Returns
        whether its push service has taken it."""
        tries, looked = 0, False
        while (text := await words()) is not None:
            now, utc = self._time.now(), self._time.utc()
            wanted = await self.subscriptions.of(browser)
            if wanted is None or kind not in wanted.kinds or now >= ends or tries >= _TRIES:
                return False
            due = max(due, now + wanted.quiet.quiet_until(utc) - utc)
            if due > now:
                await self._wait(match, due)
                continue
            person = await self._service.users.person_of(browser)
            idle = self._windows.sees_page_until(person)
            if looked and not idle:
                return False  # they have seen it, and gone
            if idle > now:
                looked, due = True, min(idle, now + _LOOK)
                continue
            outcome = await self._send(browser, wanted, shown(text[:_LONGEST]), ends - now)
            if outcome.verdict is not PushVerdict.LATER:
                return outcome.verdict is PushVerdict.TAKEN
            tries, due = tries + 1, self._time.now() + outcome.rest
        return False

    async def _send(
        self, browser: UserId, wanted: Subscription, shown: PushShown, lasts: float
    ) -> PushOutcome:
        topic = urlsafe_b64encode(sha256(shown.tag.encode()).digest()[:24]).decode()
        message = PushMessage(msgspec.json.encode(shown), max(lasts, _SHORTEST), topic)
        async with self._at_once:
            outcome = await self.push.send(wanted, message)
        if outcome.verdict is PushVerdict.GONE:
            await self.subscriptions.end(browser, wanted.address)
        return outcome

    async def _wait(self, match: MatchId, until: float) -> None:
        """Waits until something at the table changes, or until this moment of lived time."""
        await self._time.wait(self._changed.setdefault(match, asyncio.Event()), until)

    async def _lasts(self, match: MatchId) -> float:
        """The seconds for which a call about this table lasts: until its deadline."""
        info = await self._service.matches.info(match)
        if info is None or info.deadline is None:
            return _LASTS
        return min(max(info.deadline - self._time.utc(), _SHORTEST), _LONGEST_LIFE)

    # --- the hand of the day -------------------------------------------------------------------

    async def tell_day(self) -> None:
        """Tells people who want it about the hand of a new day: once, and not in their quiet hours.
        A person who has played it, or who subscribed after the day began, is not told."""
        utc = self._time.utc()
        number = number_at(utc)
        if not self._service.days.sealing or self._day == number:
            return
        begins, is_done = day_of(number, "").begins, True
        for browser, wanted in (await self.subscriptions.wanting(DAY)).items():
            if wanted.since > begins:
                continue
            if wanted.quiet.is_quiet(utc):
                is_done = False
                continue
            person = await self._service.users.person_of(browser)
            played = await self._service.store.read(daily_hands.results_of, person)
            if any(result.number == number for result in played):
                continue
            if await self.subscriptions.is_first(person, f"day.{number}"):
                self._start(f"day.{browser}", self._live_day(browser, number))
        if is_done:
            self._day = number

    async def _live_day(self, browser: UserId, number: int) -> None:
        person = await self._service.users.person_of(browser)
        locale = await self._service.languages.spoken(person, "")

        async def words() -> str | None:
            return say(locale, "web.pocket.day") if number_at(self._time.utc()) == number else None

        left = day_of(number, "").ends - self._time.utc()
        now = self._time.now()
        await self._delivered(
            browser,
            DAY,
            words,
            lambda text: PushShown(DAY, _TITLE, text, "/"),
            match="",
            ends=now + left,
            due=now,
        )

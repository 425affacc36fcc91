"""How much may be written, chat by chat. Pure: the time is asked of whoever knows it.

Telegram says no numbers that hold: about 20 messages a minute in a group, edits included, one a
second in a private chat with short bursts, 30 a second in all. So we stay below by ourselves, and
when a chat is told to wait (429) that chat waits, and no other: the library's own limiter would
stop everything for one flooded group, answers to presses included.
"""

from collections import deque
from collections.abc import Callable
from typing import Final

MINUTE: Final = 60.0
GROUP_EDITS: Final = 15
"""Edits start only while fewer messages than this were written in a minute."""
GROUP_ALL: Final = 19
"""Messages that call for attention, and answers to people, up to this many."""
GROUP_PATIENCE: Final = 10.0
"""Seconds after which an edit that still waits may be one of those, too: hands that only their
owners see come in bursts, and the table must not stand still for the rest of a minute."""
GROUP_SPARE: Final = 10
"""What is only a convenience is written while fewer than this were."""
GROUP_GAP: Final = 3.0
"""Seconds between two edits in one group, as long as few were written."""
GROUP_BURST: Final = 6
GROUP_LONG_GAP: Final = 4.2
"""And after so many: rather a little slower always than nothing for a while."""
PRIVATE_BURST: Final = 5
PRIVATE_SPAN: Final = 6.0
"""A message a second, short bursts allowed: never more than so many in so many seconds. (Four in
four would make eight in six.)"""
_ON_THE_WAY: Final = 0.3
"""Seconds by which one call may take longer than another to reach the server."""
OVERALL: Final = 26.0
"""Per second, everything together."""
OVERALL_EDITS: Final = 17.0
"""Of these, pictures brought up to date; the rest is kept for calling people."""
_GRACE: Final = 1.0
"""Who does not ask again so long after the wait it was told has given up its turn."""
_BURST: Final = 0.15
"""Seconds' worth of messages that may go at once after a silence."""


class _Chat:
    def __init__(self) -> None:
        self.written: deque[float] = deque()
        self.edited = float("-inf")
        self.until = float("-inf")
        self.line: dict[str, tuple[float, float]] = {}
        """Who waits for an edit: since when, and when it will ask again."""


class _Bucket:
    """So many a second, with a short burst; who has to wait gets a time of their own, so that many
    who wait do not all come back at once."""

    def __init__(self, rate: float) -> None:
        self._each = 1.0 / rate
        self._free = float("-inf")
        """When the next one may go that has no time of its own."""
        self._times: dict[str, float] = {}

    def wait(self, now: float, who: str, *, take: bool) -> float:
        mine = self._times.get(who)
        if mine is not None and now <= mine + _GRACE:
            if take and now >= mine:
                del self._times[who]
            return max(0.0, mine - now)
        at = max(self._free, now - _BURST)
        if not take:
            return max(0.0, at - now)
        self._free = at + self._each
        if at <= now:
            return 0.0
        if len(self._times) > 1000:
            self._times = {one: time for one, time in self._times.items() if time + _GRACE >= now}
        self._times[who] = at
        return at - now

    def waits(self, who: str) -> bool:
        """Whether somebody has a time of their own."""
        return who in self._times


def _until_room(written: deque[float], most: int, span: float, now: float) -> float:
    """Seconds until fewer than so many were written in that span; not more than 0: they are."""
    return written[len(written) - most] + span - now if len(written) >= most else 0.0


class Limits:
    """Asks: how long until I may write here? 0 means now, and that it is written."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._chats: dict[int, _Chat] = {}
        self._overall = _Bucket(OVERALL)
        self._edits = _Bucket(OVERALL_EDITS)

    def edit(self, chat: int, who: str) -> float:
        """For bringing a picture up to date; ``who`` (a surface) gets its turn in its order."""
        return self._ask(chat, who)

    def send(self, chat: int) -> float:
        """For a new message that somebody waits for."""
        return self._ask(chat, None)

    def give_back(self, chat: int) -> None:
        """What was allowed last is not written after all."""
        written = self._chat(chat).written
        if written:
            written.pop()

    def would_wait(self, chat: int) -> float:
        """How long a new message would have to wait; asking takes nothing."""
        return self._ask(chat, None, take=False)

    def room(self, chat: int, most: int = GROUP_EDITS) -> bool:
        """Whether something may be written that nobody has asked for: only while fewer than
        ``most`` were in a minute. Asking takes nothing."""
        return not self.would_wait(chat) and len(self._chat(chat).written) < most

    def hold(self, chat: int, seconds: float) -> None:
        """The chat was told to wait."""
        known = self._chat(chat)
        known.until = max(known.until, self._now() + seconds)

    def _chat(self, chat: int) -> _Chat:
        if chat not in self._chats and len(self._chats) > 10_000:
            self._tidy()
        return self._chats.setdefault(chat, _Chat())

    def _tidy(self) -> None:
        old = self._now() - MINUTE
        self._chats = {
            number: chat
            for number, chat in self._chats.items()
            if chat.until > old or (chat.written and chat.written[-1] > old)
        }

    def _ask(self, number: int, who: str | None, *, take: bool = True) -> float:
        now, chat = self._now(), self._chat(number)
        wait = chat.until - now
        span, most = (PRIVATE_SPAN, PRIVATE_BURST) if number > 0 else (MINUTE, GROUP_ALL)
        span += _ON_THE_WAY
        while chat.written and chat.written[0] <= now - span:
            chat.written.popleft()
        if number < 0 and who is not None:
            most = GROUP_EDITS
            gap = GROUP_GAP if len(chat.written) < GROUP_BURST else GROUP_LONG_GAP
            wait = max(wait, chat.edited + gap - now, self._line_wait(chat, who, now))
        room = _until_room(chat.written, most, span, now)
        if number < 0 and who is not None and room > 0:
            since, _ = chat.line.get(who, (now, now))
            patience = since + GROUP_PATIENCE - now
            room = min(room, max(patience, _until_room(chat.written, GROUP_ALL, span, now)))
        wait = max(wait, room)
        if wait <= 0:
            wait = self._overall_wait(now, number, who, take)
        if wait > 0:
            if who is not None:
                since, _ = chat.line.get(who, (now, now))
                chat.line[who] = since, now + wait
            return wait
        if not take:
            return 0.0
        chat.written.append(now)
        if who is not None:
            chat.edited = now
            chat.line.pop(who, None)
        return 0.0

    def _line_wait(self, chat: _Chat, who: str, now: float) -> float:
        """Who was sent away before goes first: two tables of a group take turns."""
        chat.line = {
            one: (since, again)
            for one, (since, again) in chat.line.items()
            if again + _GRACE > now or one == who
        }
        mine, _ = chat.line.get(who, (now, now))
        return 0.5 if any(since < mine for since, _ in chat.line.values()) else 0.0

    def _overall_wait(self, now: float, number: int, who: str | None, take: bool) -> float:
        if who is not None and not self._overall.waits(who):
            wait = self._edits.wait(now, who, take=take)
            if wait:
                return wait
        return self._overall.wait(now, who or str(number), take=take)

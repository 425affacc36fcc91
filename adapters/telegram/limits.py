"""How much may be written to each chat. Pure: the time is passed in.

Telegram names no exact limits. They are about 20 messages a minute in a group, edits included; one
a second in a private chat, with short bursts; 30 a second in all. So the bot stays below these
numbers by itself. When Telegram asks to wait with a chat (429), only that chat waits. The library's
own limiter would stop everything because of one flooded group, even answers to presses.
"""

from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Final

MINUTE: Final = 60.0
GROUP_ALL: Final = 19
"""A message that somebody waits for, like a call or an answer, starts only if fewer messages than
this were written in the last minute."""
GROUP_PICTURES: Final = 18
"""The same limit for pictures of tables in a group where somebody was called or answered in the
last minute: one message is left for the next one. In other groups pictures have all."""
GROUP_HANDS: Final = 15
"""The same limit for hidden hands, and for new buttons under them: the table's message has such
buttons too."""
GROUP_PATIENCE: Final = 10.0
"""Seconds. A picture that has waited this long has the limit of such messages. Hidden hands come in
bursts, and the table must not stand still for the rest of a minute."""
GROUP_SPARE: Final = 10
"""The same limit for messages that are only convenient."""
GROUP_GAP: Final = 1.0
"""Seconds between two pictures in one group."""
GROUP_BURST: Final = 4
GROUP_WAIT: Final = 4.6
"""Seconds. The more was written in the last minute, the longer a picture waits, from nothing after
``GROUP_BURST`` messages to this long: what happens meanwhile is shown in it too. So two lively
tables spend a steady minute, and each step is seen in time."""
GROUP_PACE: Final = 7
GROUP_PACE_SPAN: Final = 20.0
"""A picture starts only if fewer than this were written in these seconds, a third of a minute: more
would leave nothing for the rest of it. All messages of these seconds count three times, like those
of a minute."""
GROUP_PACE_SHARE: Final = 3
PRIVATE_BURST: Final = 5
PRIVATE_SPAN: Final = 6.0
"""Pairs of numbers: at most so many messages in so many seconds. This is one a second, with short
bursts. (Four in four seconds would allow eight in six.)"""
_INSTANT: Final = 1e-6
"""Seconds. Sums of moments are not exact."""
_ON_THE_WAY: Final = 0.3
"""Seconds by which one call may take longer than another to reach the server."""
OVERALL: Final = 26.0
"""Messages per second to all chats together."""
OVERALL_EDITS: Final = 17.0
"""How many of these are for edits of pictures; the rest is kept for calling people."""
_GRACE: Final = 1.0
"""Seconds. A waiter that does not ask again this long after its wait has lost its turn."""
_BURST: Final = 0.15
"""Seconds. After a silence, the messages of this many seconds may be sent at once."""


class _Chat:
    def __init__(self) -> None:
        self.written: deque[float] = deque()
        self.pictured: deque[float] = deque(maxlen=GROUP_PACE)
        """When the last pictures were written."""
        self.answered = float("-inf")
        """When the last message that is no picture was written."""
        self.until = float("-inf")
        self.line: dict[str, tuple[float, float]] = {}
        """The waiters for an edit: since when each has waited, and when it will ask again."""


class _Bucket:
    """A limit of messages in a second, with a short burst, divided among ``processes``.

    Each waiter gets a time of its own, so that many waiters do not all come back at once."""

    def __init__(self, rate: float, processes: Callable[[], int]) -> None:
        self._rate = rate
        self._processes = processes
        self._free = float("-inf")
        """The next moment for a message without a time of its own."""
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
        self._free = at + self._processes() / self._rate
        if at <= now:
            return 0.0
        if len(self._times) > 1000:
            self._times = {one: time for one, time in self._times.items() if time + _GRACE >= now}
        self._times[who] = at
        return at - now

    def waits(self, who: str) -> bool:
        """Whether this sender has reserved a time for its next message."""
        return who in self._times


def _until_room(written: deque[float], most: int, span: float, now: float) -> float:
    """Seconds until fewer than ``most`` messages were written in the last ``span`` seconds. 0 or
    less: that is so now."""
    return written[len(written) - most] + span - now if len(written) >= most else 0.0


def _rest(count: int) -> float:
    """Seconds that a picture of a group waits for what may follow, after so many messages in the
    last minute."""
    return GROUP_WAIT * max(0, min(count, GROUP_ALL) - GROUP_BURST) / (GROUP_ALL - GROUP_BURST)


def _ends(times: Iterable[float], span: float) -> list[float]:
    """When each of these times is ``span`` seconds ago, the earliest first."""
    return [at + span for at in times]


def _to_come(ends: Sequence[float], moment: float) -> int:
    """How many of these are after a moment."""
    return len(ends) - bisect_right(ends, moment)


def _until_due(chat: _Chat, since: float, span: float, now: float) -> float:
    """Seconds until a picture that has waited since this moment is due. While it waits, messages
    leave the last ``span`` seconds, so it has less to wait."""
    first = max(now, chat.pictured[-1] + GROUP_GAP) if chat.pictured else now
    leaving = _ends(chat.written, span)
    leaving_pace = _ends(chat.written, GROUP_PACE_SPAN)
    pictures_leaving = _ends(chat.pictured, GROUP_PACE_SPAN)
    due = float("inf")
    for moment in (first, *leaving, *leaving_pace):
        at_least = max(moment, first) + _INSTANT
        count = _to_come(leaving, at_least)
        recent = _to_come(leaving_pace, at_least)
        pictures = _to_come(pictures_leaving, at_least)
        if count >= GROUP_ALL or pictures >= GROUP_PACE:
            continue
        most = GROUP_PICTURES if chat.answered + span > at_least else GROUP_ALL
        rest = _rest(max(count, recent * GROUP_PACE_SHARE)) if count < most else GROUP_PATIENCE
        due = min(due, max(at_least, since + rest))
    return due - now if due > now + 2 * _INSTANT else 0.0


class Limits:
    """Says how many seconds a message to a chat has to wait. The answer 0 means that it may be sent
    now, and counts it as sent.

    ``processes``: how many processes write for the same bot. Only one of them writes to a given
    chat; the limit of all chats together is divided by their number.
    """

    def __init__(self, now: Callable[[], float], processes: Callable[[], int] = lambda: 1) -> None:
        self._now = now
        self._chats: dict[int, _Chat] = {}
        self._overall = _Bucket(OVERALL, processes)
        self._edits = _Bucket(OVERALL_EDITS, processes)

    def picture(self, chat: int, who: str) -> float:
        """Seconds to wait before a picture is edited, or sent anew without calling anybody.
        ``who``: its surface. The surfaces of a chat take turns, in the order in which they
        asked."""
        return self._ask(chat, who)

    def send(self, chat: int) -> float:
        """Seconds to wait before a new message that somebody waits for."""
        return self._ask(chat, None)

    def give_back(self, chat: int) -> None:
        """Takes back the last permission, which was not used."""
        written = self._chat(chat).written
        if written:
            written.pop()

    def would_wait(self, chat: int) -> float:
        """Seconds that a new message would have to wait. Asking does not count as sending."""
        return self._ask(chat, None, take=False)

    def room(self, chat: int, most: int, *, awaited: bool = False) -> bool:
        """Whether a message that can be done without may be written: fewer than ``most`` were
        written in the last minute, and in a busy one the last third leaves room for the rest,
        unless somebody waits for it (``awaited``). Asking does not count as sending."""
        if self.would_wait(chat):
            return False
        written = self._chat(chat).written
        if len(written) >= most:
            return False
        if awaited or len(written) < GROUP_SPARE:
            return True
        recent = _to_come(_ends(written, GROUP_PACE_SPAN), self._now())
        return recent * GROUP_PACE_SHARE < GROUP_PICTURES

    def hold(self, chat: int, seconds: float) -> None:
        """Notes that Telegram asks us to wait this many seconds with this chat."""
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
            since, _ = chat.line.get(who, (now, now))
            room = max(_until_due(chat, since, span, now), self._line_wait(chat, who, now))
        else:
            room = _until_room(chat.written, most, span, now)
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
            chat.pictured.append(now)
            chat.line.pop(who, None)
        else:
            chat.answered = now
        return 0.0

    def _line_wait(self, chat: _Chat, who: str, now: float) -> float:
        """Seconds to wait because another surface of this chat is due and has waited longer.
        ``who``: the surface that asks. So the tables of a group take turns."""
        chat.line = {
            one: (since, again)
            for one, (since, again) in chat.line.items()
            if again + _GRACE > now or one == who
        }
        mine, _ = chat.line.get(who, (now, now))
        due = now - _rest(len(chat.written))
        return 0.5 if any(since < mine and since <= due for since, _ in chat.line.values()) else 0.0

    def _overall_wait(self, now: float, number: int, who: str | None, take: bool) -> float:
        if who is not None and not self._overall.waits(who):
            wait = self._edits.wait(now, who, take=take)
            if wait:
                return wait
        return self._overall.wait(now, who or str(number), take=take)

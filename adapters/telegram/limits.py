"""The limits of messages to each chat. The functions are pure: the time is passed in.

Telegram names no exact limits. They are about 20 messages a minute in a group, edits included; one
a second in a private chat, with short bursts; 30 a second in all. So the bot stays below these
numbers by itself. When Telegram asks to wait with a chat (429), only that chat waits. The library's
own limiter would stop everything because of one flooded group, even answers to presses."""

from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

MINUTE: Final = 60.0
GROUP_ALL: Final = 20
"""A message that somebody waits for, like a call or an answer, starts only if fewer messages than
this were written in the last minute."""
GROUP_PICTURES: Final = 19
"""The same limit for pictures by whose buttons somebody plays, in a group where somebody was called
or answered in the last minute: one message is left for the next one. Pictures that are only read
have all, and so have those of other groups: readers are not called there, and an answer to a
command waits three seconds for the next free message."""
GROUP_HANDS: Final = 15
"""The same for hidden hands and their buttons, which the table's message has too."""
GROUP_PATIENCE: Final = 10.0
"""Seconds. A picture that has waited this long has the limit of such messages. Hidden hands come in
bursts, and the table must not stand still for the rest of a minute."""
GROUP_SPARE: Final = 10
"""The same limit for messages that are only convenient, like answers to people who only ask."""
PERSON_ANSWERS: Final = 3
GROUP_ANSWERS: Final = 6
"""The most answers in a group in a minute: to one person, and to all people together."""
GROUP_TABLE: Final = 60.0
"""Seconds. People without a seat may have a table sent anew this often."""
GROUP_GAP: Final = 1.0
"""Seconds between two pictures in one group."""
GROUP_BURST: Final = 4
GROUP_WAIT: Final = 4.6
"""Seconds. The more was written in the last minute, the longer a picture waits, from nothing after
``GROUP_BURST`` messages to this long: what happens meanwhile is shown in it too. So two lively
tables spend a steady minute, and each step is seen in time."""
GROUP_WAIT_MORE: Final = 2.0
"""Seconds by which pictures wait longer for each lively table beyond two."""
GROUP_READ: Final = 3.5
"""Seconds that the picture of a table waits which people only read, because they play in private:
then one message shows a card and the one that is laid upon it."""
GROUP_CALM: Final = 9.0
"""Seconds, for each lively table and for two at least, that it waits without a new card. What was
called or answered, how a hand ended and the next deal come with the next card, if laid so soon."""
GROUP_SLOW: Final = 30.0
"""Seconds that it waits in any case where people of the group play in windows: a picture a hand."""
GROUP_PACE: Final = 8
GROUP_PACE_SPAN: Final = 20.0
"""A picture starts only if fewer than this were written in these seconds, a third of a minute: more
would leave nothing for the rest of it. Where somebody was called or answered it is one less. All
messages of these seconds count three times, like those of a minute."""
GROUP_PACE_SHARE: Final = 3
PRIVATE_BURST: Final = 5
PRIVATE_SPAN: Final = 6.0
"""Pairs of numbers (messages, seconds): at most this many messages in this many seconds. This is
one a second, with short bursts. (Four in four seconds would allow eight in six.)"""
_NEVER: Final = float("inf")
_INSTANT: Final = 1e-6
"""Seconds. Sums of moments are not exact."""
_ON_THE_WAY: Final = 0.6
"""Seconds by which one call may take longer than another to reach the server."""
OVERALL: Final = 26.0
"""Messages per second to all chats together."""
OVERALL_EDITS: Final = 17.0
"""The part of these messages for edits of pictures; the rest is kept for calling people."""
_GRACE: Final = 1.0
"""Seconds. A waiter that does not ask again this long after its wait has lost its turn."""
_BURST: Final = 0.15
"""Seconds. After a silence, the messages of this many seconds may be sent at once."""


class Urgency(NamedTuple):
    """The urgency of a picture."""

    read: bool = False
    """Nobody needs the picture's buttons."""
    calm: bool = False
    """The picture shows no new card either, and may wait for the next card."""
    slow: bool = False
    """People who want to see more of the table open a window."""


_AT_ONCE: Final = Urgency()


class _Waiter(NamedTuple):
    """A surface that waits for an edit."""

    since: float
    again: float
    """The moment when the waiter will ask again."""
    urgent: float
    """The moment since which it has a new card to show; infinity: it has no new card."""
    played: float
    """The moment since which a person needs its buttons; infinity: people only read it."""
    slow: bool = False
    """Whether people of the group play in windows."""

    def due(self, count: int, tables: int) -> float:
        """When its picture is due, after so many messages in the last minute at so many tables."""
        quiet = max(0, min(count, GROUP_BURST) - 1) / (GROUP_BURST - 1)
        read = quiet * GROUP_READ
        calm = GROUP_SLOW if self.slow else max(read, quiet * GROUP_CALM * max(2, tables))
        played = _rest(count, GROUP_WAIT + GROUP_WAIT_MORE * max(0, tables - 2))
        return min(self.since + calm, self.urgent + read, self.played + played)


class _Chat:
    def __init__(self) -> None:
        self.written: deque[float] = deque()
        self.pictured: deque[float] = deque(maxlen=GROUP_PACE)
        """The moments when the last pictures were written."""
        self.answered = float("-inf")
        """The moment when the last message that is no picture was written."""
        self.until = float("-inf")
        self.line: dict[str, _Waiter] = {}
        """The waiters for an edit."""
        self.tables: dict[str, float] = {}
        """For each surface with a picture in the last minute, the moment of that picture."""
        self.looks: dict[str, float] = {}
        """For each surface, the moment when it was last sent again for people without a seat."""
        self.answers: deque[tuple[float, str]] = deque()
        """The moments when people were answered in the group in the last minute."""


class _Bucket:
    """A limit of messages in a second, with a short burst, divided among ``processes``. Each waiter
    gets a time of its own, so that many waiters do not all come back at once."""

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
    """Seconds until fewer than ``most`` messages are in the last ``span`` seconds; 0: now."""
    return written[len(written) - most] + span - now if len(written) >= most else 0.0


def _rest(count: int, most: float) -> float:
    """Seconds that a picture of a group waits for further news, after this many messages in the
    last minute: 0 after ``GROUP_BURST`` messages, ``most`` after the largest allowed number."""
    return most * max(0, min(count, GROUP_ALL) - GROUP_BURST) / (GROUP_ALL - GROUP_BURST)


def _ends(times: Iterable[float], span: float) -> list[float]:
    """The moments at which each of these times is ``span`` seconds ago, the earliest first."""
    return [at + span for at in times]


def _to_come(ends: Sequence[float], moment: float) -> int:
    """How many of these moments are after a given moment."""
    return len(ends) - bisect_right(ends, moment)


def _until_due(chat: _Chat, waiter: _Waiter, span: float, now: float) -> float:
    """Seconds until a picture is due. Meanwhile messages leave ``span``, so it waits less."""
    first = max(now, chat.pictured[-1] + GROUP_GAP) if chat.pictured else now
    leaving = _ends(chat.written, span)
    leaving_pace = _ends(chat.written, GROUP_PACE_SPAN)
    pictures_leaving = _ends(chat.pictured, GROUP_PACE_SPAN)
    due, tables = _NEVER, len(chat.tables)
    for moment in (first, *leaving, *leaving_pace):
        at_least = max(moment, first) + _INSTANT
        count = _to_come(leaving, at_least)
        recent = _to_come(leaving_pace, at_least)
        pictures = _to_come(pictures_leaving, at_least)
        is_played = waiter.played < _NEVER
        kept = int(is_played and chat.answered + span > at_least)  # for the next call or answer
        if count >= GROUP_ALL or pictures >= GROUP_PACE - kept:
            continue
        most = GROUP_PICTURES if kept else GROUP_ALL
        busy = max(count, recent * GROUP_PACE_SHARE)
        wanted = waiter.due(busy, tables) if count < most else waiter.since + GROUP_PATIENCE
        due = min(due, max(at_least, wanted))
    return due - now if due > now + 2 * _INSTANT else 0.0


class Limits:
    """Says how many seconds a message to a chat has to wait. The answer 0 means that it may be sent
    now, and counts it as sent. ``processes``: how many processes write for the same bot. Only one
    of them writes to a given chat; the limit of all chats together is divided by their number."""

    def __init__(self, now: Callable[[], float], processes: Callable[[], int] = lambda: 1) -> None:
        self._now = now
        self._chats: dict[int, _Chat] = {}
        self._overall = _Bucket(OVERALL, processes)
        self._edits = _Bucket(OVERALL_EDITS, processes)

    def picture(self, chat: int, who: str, pace: Urgency = _AT_ONCE, *, take: bool = True) -> float:
        """Seconds to wait before a picture is edited, or sent anew without calling anybody.
        ``who``: its surface. The surfaces of a chat take turns, in the order in which they asked.
        Not ``take``: the surface takes its place in the line, and nothing counts as sent."""
        return self._ask(chat, who, pace, take=take)

    def send(self, chat: int) -> float:
        """Seconds to wait before a new message that somebody waits for."""
        return self._ask(chat, None)

    def give_back(self, chat: int) -> None:
        """Takes back the last permission, which was not used."""
        if written := self._chat(chat).written:
            written.pop()

    def would_wait(self, chat: int) -> float:
        """Seconds that a new message would have to wait. Asking does not count as sending."""
        return self._ask(chat, None, take=False)

    def room(self, chat: int, most: int, *, awaited: bool = False, who: str = "") -> bool:
        """Whether a message that can be done without may be written: fewer than ``most`` were
        written in the last minute, and in a busy one the last third leaves room for the rest,
        unless somebody waits for it (``awaited``). What is only convenient (:data:`GROUP_SPARE`)
        lets the pictures go first that wait now, but for that of ``who``. Asking is no sending."""
        if self.would_wait(chat):
            return False
        if most <= GROUP_SPARE and not awaited and self._is_waited(chat, who):
            return False
        written = self._chat(chat).written
        if len(written) >= most:
            return False
        if awaited or len(written) < GROUP_SPARE:
            return True
        recent = _to_come(_ends(written, GROUP_PACE_SPAN), self._now())
        return recent * GROUP_PACE_SHARE < GROUP_PICTURES

    def is_busy(self, chat: int) -> bool:
        """Whether the messages of the last minute leave no room to spare."""
        written = self._chat(chat).written
        return _to_come(_ends(written, MINUTE), self._now()) >= GROUP_SPARE

    def _is_waited(self, chat: int, who: str) -> bool:
        """Whether other pictures than ``who``'s wait in this chat, not because of windows."""
        now = self._now()
        line = self._chat(chat).line
        return any(
            one != who and not waiter.slow and waiter.again + _GRACE > now
            for one, waiter in line.items()
        )

    def answer(self, chat: int, person: str) -> bool:
        """Whether this person may have another answer in the group, whatever room there is: a few a
        minute for each person, and for all together. Counts it."""
        now, answers = self._now(), self._chat(chat).answers
        while answers and answers[0][0] <= now - MINUTE:
            answers.popleft()
        theirs = sum(asker == person for _, asker in answers)
        if len(answers) >= GROUP_ANSWERS or theirs >= PERSON_ANSWERS:
            return False
        answers.append((now, person))
        return True

    def look(self, chat: int, who: str) -> bool:
        """Whether a surface may be sent anew for people who have no seat there: once a minute, and
        from spare room alone. Counts the look; the message is not counted as sent."""
        now, known = self._now(), self._chat(chat)
        if known.looks.get(who, float("-inf")) > now - GROUP_TABLE:
            return False
        if not self.room(chat, GROUP_SPARE):
            return False
        known.looks = {one: at for one, at in known.looks.items() if at > now - GROUP_TABLE}
        known.looks[who] = now
        return True

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

    def _ask(
        self, number: int, who: str | None, pace: Urgency = _AT_ONCE, *, take: bool = True
    ) -> float:
        now, chat = self._now(), self._chat(number)
        wait = chat.until - now
        span, most = (PRIVATE_SPAN, PRIVATE_BURST) if number > 0 else (MINUTE, GROUP_ALL)
        span += _ON_THE_WAY
        while chat.written and chat.written[0] <= now - span:
            chat.written.popleft()
        chat.tables = {table: at for table, at in chat.tables.items() if at > now - span}
        known = None if who is None else chat.line.get(who)
        waiter = _Waiter(now, now, _NEVER, _NEVER) if known is None else known
        waiter = waiter._replace(slow=pace.slow)
        if not pace.calm and waiter.urgent == _NEVER:
            waiter = waiter._replace(urgent=now)
        if not (pace.read or pace.calm) and waiter.played == _NEVER:
            waiter = waiter._replace(played=now)
        if number < 0 and who is not None:
            room = max(_until_due(chat, waiter, span, now), self._line_wait(chat, who, waiter, now))
        else:
            room = _until_room(chat.written, most, span, now)
        wait = max(wait, room)
        if wait <= 0 and (take or who is None):
            wait = self._overall_wait(now, number, who, take)
        if who is not None and (wait > 0 or not take):
            chat.line[who] = waiter._replace(again=now + max(0.0, wait))
        if wait > 0 or not take:
            return max(0.0, wait)
        chat.written.append(now)
        if who is not None:
            chat.pictured.append(now)
            chat.tables[who] = now
            chat.line.pop(who, None)
        else:
            chat.answered = now
        return 0.0

    def _line_wait(self, chat: _Chat, who: str, mine: _Waiter, now: float) -> float:
        """Seconds to wait because another surface of this chat is due and has waited longer.
        ``who``: the surface that asks. So the tables of a group take turns."""
        chat.line = {
            name: waiter
            for name, waiter in chat.line.items()
            if waiter.again + _GRACE > now or name == who
        }
        count, tables = len(chat.written), len(chat.tables)
        due = min(now, mine.due(count, tables))
        return (
            0.5 if any(waiting.due(count, tables) < due for waiting in chat.line.values()) else 0.0
        )

    def _overall_wait(self, now: float, number: int, who: str | None, take: bool) -> float:
        if who is not None and not self._overall.waits(who):
            wait = self._edits.wait(now, who, take=take)
            if wait:
                return wait
        return self._overall.wait(now, who or str(number), take=take)

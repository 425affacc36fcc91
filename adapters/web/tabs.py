"""The open tabs: each one's person, the table it looks at, and the messages that wait for it."""

import asyncio
import hashlib
import re
import secrets
import time
from collections.abc import Iterator
from itertools import count
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from adapters.web import limits
from adapters.web.protocol import Games, Mine, Picture, Said, Seal, Tables, Watching, write
from adapters.web.windows import WindowHome
from bot.messages import MatchId, PersonId, UserId
from bot.model import MatchInfo, Status
from bot.screen import Screen
from bot.words import regional
from engine.fairness.deal import AZAR_2

PLATFORM: Final = "web"
_KEY = re.compile(r"[A-Za-z0-9_-]{22,128}")
_REQUEST = re.compile(r"[A-Za-z0-9_-]{1,40}")


class BadTabKey(Exception):
    """The key is too short, or has wrong letters."""


def user_of(key: str) -> UserId:
    """The user with this key (22 letters of base64 are 132 bits). Services, logs and databases see
    the user's id; the key cannot be worked out from it. Raises :class:`BadTabKey`."""
    if not _KEY.fullmatch(key):
        raise BadTabKey
    digest = hashlib.sha256(b"truco playground person\0" + key.encode()).hexdigest()
    return f"{PLATFORM}:{digest[:32]}"


def request_of(id: str) -> str | None:
    """The request id of a press; ``None`` when the page's own id is malformed."""
    return f"{PLATFORM}:{id}" if _REQUEST.fullmatch(id) else None


class Outbox:
    """The messages that wait for one page. Of pictures and lists only the newest one waits."""

    def __init__(self) -> None:
        self._waiting: dict[str, str] = {}
        self._numbers = count()
        self._ready = asyncio.Event()
        self.overflowed = False

    def put(self, message: Said) -> None:
        """Adds a message; never waits. A page that does not read in time loses its connection."""
        self.put_text(type(message), write(message))

    def put_text(self, kind: type[Said], text: str) -> None:
        """Adds a message of this kind that has been written already."""
        key = kind.__name__
        if not issubclass(kind, Picture | Tables | Mine | Games):
            key += str(next(self._numbers))
        self._waiting.pop(key, None)  # the newer message comes after the messages in between
        self._waiting[key] = text
        self.overflowed = self.overflowed or len(self._waiting) > limits.WAITING
        self._ready.set()

    async def take(self) -> str:
        """The next message, as soon as there is one."""
        while not self._waiting:
            self._ready.clear()
            await self._ready.wait()
        key = next(iter(self._waiting))
        return self._waiting.pop(key)


class Starting(Struct, frozen=True):
    """A table that one press opens and starts."""

    match: MatchId
    request: str
    """The request of its start."""
    id: str
    """The page's id of the press that waits for it, or empty."""


class Tab:
    """One open page of one person."""

    def __init__(
        self,
        user: UserId,
        name: str,
        locale: str,
        source: str = "",
        window: WindowHome | None = None,
    ) -> None:
        """``source``: see :meth:`adapters.web.security.Guard.source`. ``window``: the person's own
        chat, if the page stands in a window of a chat platform; ``None``: a browser."""
        self.source: Final = source
        self.window: Final = window
        self.hall: WindowHome | None = None
        """The chat whose tables a window shows; ``None``: it shows only its person's own tables."""
        self.hall_name = ""
        """The name of that chat on the platform; empty: it is not known."""
        self.id: Final = secrets.token_hex(8)
        """The page's address while its connection lasts; after a break it has another one."""
        self.user: Final = user
        self.person: PersonId = user
        """The person of the tab, as known from the last look-up."""
        self.name = name
        self.chosen = locale
        """The language of the page: one of :data:`bot.words.CHOICES`."""
        self.game = ""
        """The game of the table that the tab showed when its page last said something."""
        self.match: MatchId = ""
        self.surface = ""
        self.is_seen = True
        """Whether its person can see the page, as far as it has told."""
        self.looks = 0
        """The number of times that the tab has opened a table at which its person has no seat."""
        self.listed = ""
        """The list of tables as it was sent last."""
        self.mine: tuple[MatchId, ...] | None = None
        """The person's own tables, as the page was last told."""
        self.elsewhere = 0
        """The number of other tables that wait for the person, as the page was last told."""
        self.sealed: MatchId = ""
        """The table whose seal the page was last told."""
        self.starts: Starting | None = None
        """A table that starts when the page has added its chance."""
        self.hidden: MatchId = ""
        """A table whose lobby is not shown, as it starts at once: it would be drawn late."""
        self.outbox: Final = Outbox()
        self._shown: Screen | None = None
        self._pictures = 0
        self._allowance = float(limits.BURST)
        self._counted = time.monotonic()

    @property
    def page(self) -> str:
        """The name by which the service asks the page for its lookers-on."""
        return f"{PLATFORM}:{self.id}"

    @property
    def in_window(self) -> bool:
        """Whether the page stands in a window of a chat platform."""
        return self.window is not None

    @property
    def locale(self) -> str:
        """The language in which the tab is spoken to, about the table that it shows."""
        return regional(self.chosen, self.game if self.match else "")

    def say(self, message: Said) -> None:
        """Sends a message as soon as the connection is free."""
        self.outbox.put(message)

    def seal(self, info: MatchInfo) -> bool:
        """Tells the page the seal of a table for its chance. Returns whether it is such a table."""
        adds = info.commitment and info.protocol == AZAR_2.name and not info.shares_deals
        waits = info.status is Status.LOBBY and not info.starting
        if not adds or not waits or info.seat_of(self.person) is None:
            return False
        if self.sealed != info.match:
            self.sealed = info.match
            self.say(Seal(info.match, info.commitment))
        return True

    def watch(self, match: MatchId) -> None:
        """From now on the tab looks at this table; empty: at no table."""
        self.match = match
        self._shown = None
        self.say(Watching(match))

    def show(self, screen: Screen, *, again: bool) -> None:
        """Sends a picture of the table that it looks at, unless an older or, but ``again``, the
        same one. What others do in secret, like a seña, is a new version of the table too. So that
        a page cannot tell it, its pictures are counted by themselves."""
        before = self._shown
        if before is not None and before.match == screen.match:
            if screen.version < before.version:
                return
            if not again and replace(before, version=screen.version) == screen:
                return
        self._shown = screen
        self._pictures += 1
        self.say(Picture(self.match, time.time(), replace(screen, version=self._pictures)))

    def pass_on(self, kind: type[Said], text: str) -> None:
        """Sends a message that was written once for many tabs."""
        self.outbox.put_text(kind, text)

    def patience(self) -> float:
        """Seconds to wait before the next message of this tab is looked at; usually none."""
        now = time.monotonic()
        grown = self._allowance + (now - self._counted) * limits.PER_SECOND
        self._allowance = min(float(limits.BURST), grown) - 1
        self._counted = now
        return max(0.0, -self._allowance / limits.PER_SECOND)


class Tabs:
    """All tabs of this process."""

    def __init__(self) -> None:
        self._tabs: dict[str, Tab] = {}

    def __iter__(self) -> Iterator[Tab]:
        return iter(tuple(self._tabs.values()))

    def __len__(self) -> int:
        return len(self._tabs)

    def add(self, tab: Tab) -> None:
        self._tabs[tab.id] = tab

    def remove(self, tab: Tab) -> None:
        self._tabs.pop(tab.id, None)

    def find(self, id: str) -> Tab | None:
        """The tab of this id, if it is open."""
        return self._tabs.get(id)

    def of(self, user: UserId) -> Iterator[Tab]:
        """The open tabs of a user (a tab that was duplicated is the same user twice)."""
        return (tab for tab in self if tab.user == user)

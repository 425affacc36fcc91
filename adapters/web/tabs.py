"""The tabs that are open: who each one is, what it looks at, and what waits to be sent to it."""

import asyncio
import hashlib
import re
import secrets
import time
from collections.abc import Iterator
from typing import Final

from adapters.web import limits
from adapters.web.protocol import Picture, Said, Tables, write
from bot.messages import MatchId, PersonId

PLATFORM: Final = "web"
_KEY = re.compile(r"[A-Za-z0-9_-]{22,128}")
_REQUEST = re.compile(r"[A-Za-z0-9_-]{1,40}")


class BadKey(Exception):
    """Too short to be one, or not made of the right letters."""


def person_of(key: str) -> PersonId:
    """Who holds this key (22 letters of base64 are 132 bits).

    The person's id is seen by services, logs and databases; the key is not, and it cannot be
    worked out from the id. Raises :class:`BadKey`."""
    if not _KEY.fullmatch(key):
        raise BadKey
    digest = hashlib.sha256(b"truco playground person\0" + key.encode()).hexdigest()
    return f"{PLATFORM}:{digest[:32]}"


def request_of(id: str) -> str | None:
    """The service's name for a press; ``None`` when the page's is not one."""
    return f"{PLATFORM}:{id}" if _REQUEST.fullmatch(id) else None


class Outbox:
    """What waits to be sent to one page. Of pictures and lists only the newest waits."""

    def __init__(self) -> None:
        self._waiting: dict[str, str] = {}
        self._count = 0
        self._ready = asyncio.Event()
        self.overflowed = False

    def put(self, message: Said) -> None:
        """Never waits; a page that does not read in time loses its line instead."""
        self._count += 1
        key = type(message).__name__
        if not isinstance(message, Picture | Tables):
            key += str(self._count)
        self._waiting.pop(key, None)  # the newer one stands behind what was said in between
        self._waiting[key] = write(message)
        self.overflowed = self.overflowed or len(self._waiting) > limits.WAITING
        self._ready.set()

    async def take(self) -> str:
        """The next message, as soon as there is one."""
        while not self._waiting:
            self._ready.clear()
            await self._ready.wait()
        key = next(iter(self._waiting))
        return self._waiting.pop(key)


class Tab:
    """One open page of one person."""

    def __init__(self, person: PersonId, name: str, locale: str) -> None:
        self.id: Final = secrets.token_hex(8)
        """Where the page is found while its line is up; after a break it is another."""
        self.person: Final = person
        self.name = name
        self.locale = locale
        self.match: MatchId = ""
        self.surface = ""
        self.outbox: Final = Outbox()
        self._allowance = float(limits.BURST)
        self._counted = time.monotonic()

    def say(self, message: Said) -> None:
        """Sends it as soon as the line is free."""
        self.outbox.put(message)

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
        """It is open."""
        self._tabs[tab.id] = tab

    def remove(self, tab: Tab) -> None:
        """It is closed."""
        self._tabs.pop(tab.id, None)

    def find(self, id: str) -> Tab | None:
        """The tab of this id, if it is open."""
        return self._tabs.get(id)

    def of(self, person: PersonId) -> Iterator[Tab]:
        """The open tabs of a person (a tab that was duplicated is the same person twice)."""
        return (tab for tab in self if tab.person == person)

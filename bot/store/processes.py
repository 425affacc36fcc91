"""The cooperation of processes that share a database.

A *lease* is a name that one process has at a time: a chat to write to, the updates of a platform to
listen for. Leases end with their process. *News* is what one process tells the others: it makes
things quicker, and nothing depends on its arrival."""

from collections.abc import AsyncIterator, Callable, Collection, Iterable
from contextlib import asynccontextmanager
from typing import Final, Protocol

import structlog
from msgspec import Struct

from bot.messages import MatchId, PersonId
from bot.store.errors import StoreError
from bot.store.model import Surface
from bot.store.notices import Notice

log = structlog.get_logger(__name__)


class Written(Struct, frozen=True, omit_defaults=True):
    """A line that somebody has written to a table on the page. It is sent to pages, not stored."""

    match: MatchId
    writer: PersonId
    text: str = ""
    """Empty: the writer wants to write to a stranger."""
    reported: bool = False
    """If true, this is no line: somebody has reported the writer to the table's host."""


class WindowNews(Struct, frozen=True, omit_defaults=True):
    """News of a window's table (:mod:`bot.showing.open_windows`), for processes without it."""

    window: str
    person: PersonId
    match: MatchId
    closed: bool = False
    """If true, the window no longer shows this table."""


class News(Struct, frozen=True, omit_defaults=True):
    """A message to other processes about changes that this process has made."""

    changed: dict[MatchId, int] = {}
    """Matches that have a newer state, each with its version."""
    owners: tuple[str, ...] = ()
    """People and communities whose language or settings have changed."""
    look: tuple[MatchId, ...] = ()
    """Matches with something to show in chats that the sending process does not have."""
    written: tuple[Written, ...] = ()
    """Lines that people wrote at tables, for the pages of the other process."""
    windows: tuple[WindowNews, ...] = ()
    """Windows of the sending process."""
    calls: tuple[Notice, ...] = ()
    """Notices that the sender has sent, for pages of its people at the other process."""
    everything: bool = False
    """Anything may have changed, because a process is gone or news were missed."""


class Processes(Protocol):
    """The processes of one database, seen from one of them."""

    @property
    def alone(self) -> bool:
        """Whether there can be no other processes."""

    @property
    def number(self) -> int:
        """The number of processes, this one included; at least 1."""

    async def is_first(self) -> bool:
        """Whether this process begins before all other processes; ``False``: others are at work.
        Waits while another process begins. Raises :class:`bot.store.errors.StoreError`."""

    async def begun(self) -> None:
        """Notes that this process is at work."""

    def has(self, lease: str) -> bool:
        """Whether this process has the lease now, as far as it knows. The database is not asked."""

    async def claim(self, leases: Collection[str], *, keep: bool = False) -> frozenset[str]:
        """Takes the leases among these that no other process has. Returns the leases among these
        that this process then has. A lease that is not used for a while goes back by itself, unless
        it was claimed with ``keep``. Raises :class:`bot.store.errors.StoreError`."""

    async def release(self, leases: Collection[str]) -> None:
        """Gives these leases back, so that other processes can take them."""

    def listen(self, heard: Callable[[News], None]) -> None:
        """Calls ``heard`` with all news from now on."""

    def tell(self, news: News) -> None:
        """Tells the others, soon."""


class OneProcess:
    """A process that shares its database with nobody: it has every lease."""

    alone: Final = True
    number: Final = 1

    async def is_first(self) -> bool:
        return True

    async def begun(self) -> None:
        pass

    def has(self, lease: str) -> bool:
        return True

    async def claim(self, leases: Collection[str], *, keep: bool = False) -> frozenset[str]:
        return frozenset(leases)

    async def release(self, leases: Collection[str]) -> None:
        pass

    def listen(self, heard: Callable[[News], None]) -> None:
        pass

    def tell(self, news: News) -> None:
        pass


def chat_lease(surface: Surface) -> str:
    """The lease of the chat in which a surface is: one process at a time writes there."""
    return f"chat:{surface.platform}:{surface.chat or surface.id}"


def person_lease(person: PersonId) -> str:
    """The lease for calling a person who sees no surface of the match."""
    return f"person:{person}"


def late_lease(match: MatchId) -> str:
    """The lease of a match whose deadlines nobody else has sent in time."""
    return f"late:{match}"


def listening_lease(platform: str, part: str = "") -> str:
    """The lease for receiving the messages that people send on a platform, or in one part of it."""
    return f"listen:{platform}:{part}"


async def listens(processes: Processes, lease: str) -> bool:
    """Whether this process has the lease or takes it now. ``False`` without the database."""
    try:
        return lease in await processes.claim([lease], keep=True)
    except StoreError as error:
        log.error("not_listening", lease=lease, why=str(error))
        return False


@asynccontextmanager
async def held(processes: Processes, lease: str) -> AsyncIterator[bool]:
    """Holds a lease while the context lasts. Gives ``False`` if another process has it."""
    if lease not in await processes.claim([lease], keep=True):
        yield False
        return
    try:
        yield True
    finally:
        await processes.release([lease])


def matches_late(leases: Iterable[str]) -> frozenset[MatchId]:
    """The matches of these leases, which :func:`late_lease` has named."""
    return frozenset(lease.removeprefix("late:") for lease in leases)

"""The health of a running bot: a small file beside its database, written anew every few seconds.

``truco health`` and a container's health check read this file, because a bot without a playground
has no port to ask. If the file is no longer written, the process is gone or stuck.

Several processes may share a database and a folder. Each has a file of its own, the first one whose
lock is free. So a restarted process takes the place of the one that died."""

import asyncio
import json
import math
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import structlog

from adapters.health_files import STALE
from bot.common.tasks import end
from bot.store.errors import DatabaseTrouble, StoreError
from bot.store.sqlite.driver import OWNER_ONLY
from bot.store.sqlite.lock import FileLock

EVERY: Final = 5.0
"""Seconds between two looks."""
_PATIENCE: Final = 3.0

Well = Callable[[], Awaitable[bool | str]]
"""A function that says whether a part is well; a text says why it is not."""

_log = structlog.get_logger(__name__)


def _take_place(file: Path) -> tuple[Path, FileLock]:
    """The first file that no living process has, and the lock on it."""
    number = 1
    while True:
        place = file if number == 1 else file.with_name(f"{file.name}-{number}")
        lock = FileLock(place)
        try:
            lock.take()
        except StoreError as error:
            if error.trouble is not DatabaseTrouble.IN_USE:
                raise
            number += 1
        else:
            return place, lock


class Health:
    """Looks at every part while :meth:`kept` lasts."""

    def __init__(self, file: Path, now: Callable[[], float] = time.time) -> None:
        self._file = file
        self._now = now
        self._parts: dict[str, Well] = {}
        self._looked_at = -math.inf
        self._ill: list[str] = []

    def is_ready(self) -> bool:
        """Whether every part was well at the last look, and the look is recent."""
        return -STALE <= self._now() - self._looked_at <= STALE and not self._ill

    def watch(self, name: str, well: Well) -> None:
        """Adds a part that is looked at from now on."""
        self._parts[name] = well

    @asynccontextmanager
    async def kept(self) -> AsyncIterator[None]:
        """Writes the file while the context lasts, and deletes it afterwards."""
        await asyncio.to_thread(self._file.parent.mkdir, parents=True, exist_ok=True)
        self._file, lock = await asyncio.to_thread(_take_place, self._file)
        await self.write()
        task = asyncio.create_task(self._keep())
        try:
            yield
        finally:
            await end(task)
            self._looked_at = -math.inf
            self._file.unlink(missing_ok=True)
            lock.release()

    async def _keep(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            await self.write()

    async def write(self) -> None:
        """Looks at every part once, and writes down those that are not well."""
        looks = [(name, await _is_well(name, well)) for name, well in self._parts.items()]
        ill = [f"{name} ({how})" if how else name for name, how in looks if how is not True]
        self._looked_at, self._ill = self._now(), ill
        text = json.dumps({"at": self._looked_at, "ill": ill, "process": os.getpid()})
        fresh = self._file.with_name(self._file.name + ".new")
        try:
            await asyncio.to_thread(_write, fresh, text)
            await asyncio.to_thread(fresh.replace, self._file)
        except OSError as error:
            _log.error("health.unwritten", error=type(error).__name__)


def _write(file: Path, text: str) -> None:
    """Writes a file that only its owner may read, as everything beside the database."""
    file.unlink(missing_ok=True)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
    with os.fdopen(os.open(file, flags, OWNER_ONLY), "w", encoding="utf-8") as opened:
        opened.write(text)


async def _is_well(name: str, well: Well) -> bool | str:
    try:
        async with asyncio.timeout(_PATIENCE):
            return await well()
    except Exception as error:
        _log.error("health.failed", part=name, error=type(error).__name__)
        return False

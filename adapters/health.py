"""The health of a running bot: a small file beside its database, written anew every few seconds.

``truco health`` reads it, and so does a container's health check: a bot without a playground has no
port that could be asked. If the file is no longer written, the process is gone or stuck.
"""

import asyncio
import json
import math
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import structlog

from bot.common.tasks import end

EVERY: Final = 5.0
"""Seconds between two looks."""
STALE: Final = 30.0
"""A file older than so many seconds is no longer being written."""
_PATIENCE: Final = 3.0

Well = Callable[[], Awaitable[bool | str]]
"""Says whether a part is well; a text says why it is not."""

_log = structlog.get_logger(__name__)


def health_file(database: Path) -> Path:
    """The path of the file."""
    return database.with_name(database.name + ".health")


class Health:
    """Looks at every part as long as :meth:`kept` lasts."""

    def __init__(self, file: Path, now: Callable[[], float] = time.time) -> None:
        self._file = file
        self._now = now
        self._parts: dict[str, Well] = {}
        self._looked_at = -math.inf
        self._ill: list[str] = []

    def is_ready(self) -> bool:
        """Whether every part was well at the last look, and that was not long ago."""
        return -STALE <= self._now() - self._looked_at <= STALE and not self._ill

    def watch(self, name: str, well: Well) -> None:
        """From now on this part is looked at, too."""
        self._parts[name] = well

    @asynccontextmanager
    async def kept(self) -> AsyncIterator[None]:
        """Writes the file while the context lasts, and deletes it afterwards."""
        await asyncio.to_thread(self._file.parent.mkdir, parents=True, exist_ok=True)
        await self.write()
        task = asyncio.create_task(self._keep())
        try:
            yield
        finally:
            await end(task)
            self._looked_at = -math.inf
            self._file.unlink(missing_ok=True)

    async def _keep(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            await self.write()

    async def write(self) -> None:
        """Looks at every part once, and writes down those that are not well."""
        looks = [(name, await _is_well(name, well)) for name, well in self._parts.items()]
        ill = [f"{name} ({how})" if how else name for name, how in looks if how is not True]
        self._looked_at, self._ill = self._now(), ill
        text = json.dumps({"at": self._looked_at, "ill": ill})
        fresh = self._file.with_name(self._file.name + ".new")
        try:
            await asyncio.to_thread(fresh.write_text, text, "utf-8")
            await asyncio.to_thread(fresh.replace, self._file)
        except OSError as error:
            _log.error("health.unwritten", error=type(error).__name__)


async def _is_well(name: str, well: Well) -> bool | str:
    try:
        async with asyncio.timeout(_PATIENCE):
            return await well()
    except Exception as error:
        _log.error("health.failed", part=name, error=type(error).__name__)
        return False


def problems_of(file: Path, now: float) -> list[str]:
    """The problems, a sentence each; empty: there are none."""
    try:
        told = json.loads(file.read_text("utf-8"))
        at, ill = float(told["at"]), [str(name) for name in told["ill"]]
    except FileNotFoundError:
        return [f"no bot is running on {file.with_suffix('')}."]
    except (OSError, ValueError, KeyError, TypeError):
        return [f"{file} cannot be read."]
    if not -STALE <= now - at <= STALE:
        return [f"the bot has given no sign of life for {now - at:.0f} seconds."]
    return [f"not well: {name}." for name in ill]

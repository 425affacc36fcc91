"""The cost of a restart: the first press, and the pictures that are drawn although nobody acts.

    python -m bench.restart --tables 10000 --file tables.db

Tables as in :mod:`bench.service`, each shown in three places. The file is made if it does not
exist. A copy of it is opened, so several versions can be measured with the same tables. The bot is
down for forty seconds by its clock. Then it begins, somebody presses at once, and it runs until
nothing has been drawn for two seconds.
"""

import argparse
import asyncio
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

import structlog

from bench.service import COMMUNITY, TOGETHER, Club, Figures, lines, shown
from bot.common.collector import pass_over_what_stands
from bot.common.threads import switch_often
from bot.model import Status
from bot.store import Store

QUIET: Final = 2.0
"""Seconds without a picture after which the restart is over."""


async def make(file: Path, tables: int) -> None:
    """Makes a file with this many running tables."""
    store = await Store.open(f"sqlite:///{file}")
    club = Club(store)
    async with club.service.running():
        while len(club.tables) < tables:
            await club.opened(min(100, tables - len(club.tables)))
        await shown(store)
    await store.close()


async def restart(file: Path, down: float, longest: float) -> Figures:
    """The next process on that file, ``down`` seconds later by the wall clock."""
    begun, spent = time.monotonic(), time.process_time()
    store = await Store.open(f"sqlite:///{file}")
    club = Club(store)
    club.requests = 1_000_000_000
    club.time._wall = lambda: time.time() + down
    pass_over_what_stands()
    async with club.service.running():
        opened = time.monotonic() - begun
        match, *_ = await club.service.matches.in_community(f"{COMMUNITY}:{7 // TOGETHER}")
        info = await club.service.matches.info(match)
        assert info is not None
        assert info.status is Status.PLAYING
        one, two = info.seats
        club.tables[match] = one.person, two.person
        await asyncio.sleep(0.2)
        took = await club.press(match)
        assert took is not None
        seen, last = -1, time.monotonic()
        while time.monotonic() < min(last + QUIET, begun + longest):
            if club.platform.pictures != seen:
                seen, last = club.platform.pictures, time.monotonic()
            await asyncio.sleep(0.1)
        left = len(await store.surfaces_behind())
    await store.close()
    return {
        "opened after, s": opened,
        "first press, s": took,
        "pictures": club.platform.pictures,
        "left to draw": left,
        "processor time, s": time.process_time() - spent,
    }


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--file", type=Path, help="made if it is not there, and kept")
    parser.add_argument("--down", type=float, default=40.0, help="seconds")
    parser.add_argument("--longest", type=float, default=120.0, help="seconds that are measured")
    given = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    switch_often()
    with tempfile.TemporaryDirectory() as folder:
        file: Path = given.file or Path(folder) / "tables.db"
        if not file.exists():
            asyncio.run(make(file, given.tables))
        copy = Path(folder) / "restarted.db"
        shutil.copy(file, copy)
        found = asyncio.run(restart(copy, given.down, given.longest))
    sys.stdout.write("\n".join(lines({f"restart with {given.tables} tables": found})) + "\n")


if __name__ == "__main__":
    main()

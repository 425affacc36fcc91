"""Counts the writes of a press into SQLite's file: rows, statements, and pages by table.

    python -m bench.writes [--presses 200] [--among 200]

Argentino for two, both seats people, shown in three places, one press at a time, at one of many
tables (``--among``). The calls and the notes about shown pictures that follow a press count too.
Pages are the frames that a commit adds to the write-ahead log, with the tables and indexes that
they belong to. The usual press is the most frequent one; other presses begin or end something.
Nothing here depends on how fast the machine is.
"""

import argparse
import asyncio
import sqlite3
import struct
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import structlog

from bench.service import Club, shown
from bot.model import Status
from bot.store import Store
from bot.store.sqlite.driver import SqliteDriver
from bot.store.transaction import RowStatement, Work

_HEADER: Final = 32
"""Bytes at the beginning of a write-ahead log."""
_FRAME: Final = 24
"""Bytes before the page in each of its frames."""
_PAGE: Final = 4096
_STILL: Final = 0.02
"""Seconds after which all pictures of a press are shown."""


class Writes:
    """Counts the writes through a store."""

    def __init__(self, store: Store) -> None:
        self.rows: Counter[str] = Counter()
        self.statements: Counter[str] = Counter()
        self.transactions = 0
        write = store._driver.write

        async def writing(work: Callable[[], Work[Any]]) -> Any:
            self.transactions += 1
            return await write(lambda: self._counted(work()))

        store._driver.write = writing  # type: ignore[method-assign]

    def so_far(self, file: Path) -> tuple[int, int, int]:
        """Statements, rows, and pages in the file's write-ahead log."""
        frames = log_of(file).stat().st_size // (_FRAME + _PAGE)
        return self.statements.total(), self.rows.total(), frames

    def _counted(self, work: Work[Any]) -> Work[Any]:
        sent: Any = None
        try:
            while True:
                step = work.send(sent)
                if step.statement.is_lock:
                    sent = yield RowStatement(*step)
                    continue
                words = step.statement.sqlite.text.split()
                verb = words[0]
                name = f"{verb} {words[1 if verb == 'UPDATE' else 2]}" if verb != "SELECT" else verb
                self.statements[name] += 1
                if verb != "SELECT":
                    self.rows[name] += len(step.rows)
                sent = yield RowStatement(*step)
        except StopIteration as end:
            return end.value


def log_of(file: Path) -> Path:
    """A file's write-ahead log."""
    return file.with_name(f"{file.name}-wal")


def pages(file: Path) -> Iterator[int]:
    """The number of the page in each frame of a file's write-ahead log, in their order."""
    log, size = log_of(file).read_bytes(), _PAGE
    assert struct.unpack(">8xI20x", log[:_HEADER]) == (size,)
    salts = log[16:24]
    for start in range(_HEADER, len(log) - size, _FRAME + size):
        if log[start + 8 : start + 16] == salts:
            yield struct.unpack(">I", log[start : start + 4])[0]


def owners(file: Path) -> dict[int, str]:
    """The table or the index that each page belongs to."""
    with closing(sqlite3.connect(file)) as database:
        return dict(database.execute("SELECT pageno, name FROM dbstat"))


async def press(club: Club) -> None:
    """Makes one press at a table, and waits until all its pictures are shown."""
    while await club.press(match := club.rng.choice(list(club.tables))) is None:
        await asyncio.sleep(0.3)
        if (info := await club.matches.info(match)) and info.status is not Status.PLAYING:
            del club.tables[match]
            await club.open()
            await shown(club.store)
    await asyncio.sleep(_STILL)


async def measured(file: Path, presses: int, tables: int) -> None:
    store = await Store.open(f"sqlite:///{file}")
    try:
        club = Club(store)
        async with club.service.running():
            await club.opened(tables)
            await shown(store)
            for _ in range(20):
                await press(club)
            driver = store._driver
            assert isinstance(driver, SqliteDriver)
            assert driver._writer is not None
            await driver._writer.execute_fetchall("PRAGMA wal_autocheckpoint=0")
            await driver.scrub()
            writes, opened = Writes(store), club.made
            each = Counter[tuple[int, int, int]]()
            for _ in range(presses):
                before = writes.so_far(file)
                await press(club)
                made = (now - then for now, then in zip(writes.so_far(file), before, strict=True))
                each[next(made), next(made), next(made)] += 1
            (usual, times), *_ = each.most_common(1)
            print("the usual press: {} statements, {} rows, {} pages".format(*usual))
            print(f"    {times} of {presses}")
            print(f"{presses} presses, {club.made - opened} new tables among them")
            show("transactions", Counter({"": writes.transactions}), presses)
            show("statements", writes.statements, presses)
            show("rows", writes.rows, presses)
            belongs = owners(file)
            found = Counter(belongs.get(page, "free") for page in pages(file))
            show("pages", found, presses)
    finally:
        await store.close()


def show(what: str, found: Counter[str], presses: int) -> None:
    sys.stdout.write(f"{what} a press: {found.total() / presses:.2f}\n")
    for name, number in found.most_common():
        if name:
            sys.stdout.write(f"    {number / presses:6.2f}  {name}\n")


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--presses", type=int, default=200)
    parser.add_argument("--among", type=int, default=200)
    given = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(40))
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measured(Path(folder) / "writes.db", given.presses, given.among))


if __name__ == "__main__":
    main()

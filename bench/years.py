"""What very many finished matches cost: a start, a press, a page of a scoreboard.

    python -m bench.years [--matches 100000] [--people 10000]

A few matches are played and packed, as a day after their end. Their rows are then copied, each copy
between two others of so many people: what stands in SQLite's file after so many matches. The seals
of copies are wrong, and nobody looks at them. Before and after that are measured: opening the file;
a press at one of 100 tables, with its three pictures; the first page of a scoreboard. Bytes of a
match are told without sums: people who have played before have theirs.
"""

import argparse
import asyncio
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

import structlog

from bench.service import Club, shown
from bench.writes import press
from bot.store import Changes, Store
from bot.store.changes import Tidied, Tidy
from bot.store.queries import scoreboard_queries
from bot.store.results.standings import ALWAYS, EVERYWHERE, Scope

_TABLES: Final = 100
_PRESSES: Final = 200
_OPENED: Final = 5
_ONCE: Final = ("matches", "records")
_EACH: Final = ("sitting", "results", "rated")
"""Tables with a row for each person of a match."""


async def _play(file: Path) -> None:
    """Plays a few matches to their end, and packs them; others are being played."""
    store = await Store.open(f"sqlite:///{file}")
    club = Club(store)
    async with club.service.running():
        await club.opened(2)
        while club.made < 4:
            await press(club)
        await club.opened(_TABLES - len(club.tables))
        await shown(store)
    more = True
    while more:
        (outcome,) = await store.commit([Changes(tidy=Tidy(time.time() + 2e9))])
        assert isinstance(outcome, Tidied)
        more = outcome.more
    await store.close()


@contextmanager
def _without_indexes(database: sqlite3.Connection) -> Iterator[None]:
    """Keeps no log and no indexes meanwhile: to make them at the end takes a fraction of the
    time."""
    database.execute("PRAGMA journal_mode=OFF")
    database.execute("PRAGMA synchronous=OFF")
    tables = ", ".join(f"'{table}'" for table in (*_ONCE, *_EACH))
    indexes = database.execute(
        "SELECT name, sql FROM sqlite_schema"
        f" WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN ({tables})"
    ).fetchall()
    for name, _ in indexes:
        database.execute(f'DROP INDEX "{name}"')
    yield
    for _, made in indexes:
        database.execute(made)
    database.commit()


def _copy(file: Path, matches: int, people: int) -> None:
    """Adds so many finished matches, and their people to the scoreboard of all communities."""
    with closing(sqlite3.connect(file)) as database, _without_indexes(database):
        (model,) = database.execute("SELECT min(match) FROM records").fetchone()
        database.execute("CREATE TEMP TABLE numbers (n INTEGER PRIMARY KEY)")
        database.executemany("INSERT INTO numbers VALUES (?)", ((n,) for n in range(matches)))
        for table in (*_ONCE, *_EACH):
            names = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
            other = {
                "match": "printf('y%07x', n)",
                "person": f"printf('bench:y%06d', (n * 7 + length(row.person)"
                f" + unicode(substr(row.person, 7, 1)) % 2 * 3) % {people})",
            }
            values = ", ".join(other.get(name, f'row."{name}"') for name in names)
            database.execute(
                f'INSERT OR IGNORE INTO "{table}" SELECT {values}'
                f' FROM numbers, "{table}" AS row WHERE row."match" = ?',
                (model,),
            )
        names = [row[1] for row in database.execute("PRAGMA table_info(standings)")]
        other = {
            "person": "printf('bench:y%06d', n)",
            "won": "n % 50",
            "minus_won": "-(n % 50)",
            "earned": "n % 50 * 20",
            "minus_earned": "-(n % 50 * 20)",
        }
        values = ", ".join(other.get(name, f"one.{name}") for name in names)
        database.execute(
            f"INSERT INTO standings SELECT {values}"
            " FROM numbers, (SELECT * FROM standings WHERE period = '' AND community = '*'"
            " AND variant = '' AND players = 0 LIMIT 1) AS one WHERE n < ?",
            (people,),
        )


def _sizes(file: Path) -> dict[str, int]:
    """The bytes of the file's pages, by table and index."""
    with closing(sqlite3.connect(file)) as database:
        return dict(database.execute("SELECT name, sum(pgsize) FROM dbstat GROUP BY name"))


async def _measured(file: Path) -> tuple[float, float, float]:
    """Milliseconds of processor time: of an opening, of a press, of a page."""
    url = f"sqlite:///{file}"
    opened, page = [], []
    for _ in range(_OPENED):
        begun = time.process_time()
        store = await Store.open(url)
        opened.append(time.process_time() - begun)
        await store.close()
    store = await Store.open(url)
    club = Club(store, seed=time.monotonic_ns() % 2**32)
    club.made = time.monotonic_ns() % 2**40
    async with club.service.running():
        await club.opened(_TABLES)
        await shown(store)
        club.choosing, begun = 0.0, time.process_time()
        for _ in range(_PRESSES):
            await press(club)
        pressed = time.process_time() - begun - club.choosing
    for _ in range(_OPENED):
        begun = time.process_time()
        await store.read(scoreboard_queries.standings, Scope(EVERYWHERE), ALWAYS, 10)
        await store.read(scoreboard_queries.place_of, Scope(EVERYWHERE), ALWAYS, "bench:y000777")
        page.append(time.process_time() - begun)
    await store.close()
    return 1000 * min(opened), 1000 * pressed / _PRESSES, 1000 * min(page)


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--matches", type=int, default=100_000)
    parser.add_argument("--people", type=int, default=10_000)
    given = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(40))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "years.db"
        asyncio.run(_play(file))
        for matches in (0, given.matches):
            if matches:
                before = _sizes(file)
                _copy(file, matches, given.people)
                grown = {name: size - before.get(name, 0) for name, size in _sizes(file).items()}
                del grown["standings"], grown["standings_in_order"]
                sys.stdout.write(f"{sum(grown.values()) / matches:.0f} bytes a match:")
                for name in sorted(grown, key=lambda name: -grown[name])[:6]:
                    sys.stdout.write(f" {name} {grown[name] / matches:.0f}")
                sys.stdout.write("\n")
            opened, pressed, page = asyncio.run(_measured(file))
            sys.stdout.write(
                f"{matches} finished matches, {file.stat().st_size / 1e6:.0f} MB: opening"
                f" {opened:.1f} ms, a press {pressed:.2f} ms, a page {page:.2f} ms\n"
            )


if __name__ == "__main__":
    main()

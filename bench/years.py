"""The cost of very many finished matches: for a start, a press, a page of a scoreboard.

    python -m bench.years [--matches 100000] [--people 10000] [--store postgresql]

A few matches are played and packed, as a day after their end. Their rows are then copied, each copy
with two other people of a large number: so the database looks as after that many matches. The seals
of copies are wrong, but nothing checks them. Before and after the copying the bench measures:
opening the database; a press at one of 100 tables, with its three pictures; the first page of a
scoreboard. The bytes of a match are printed without the rows of sums, because people who have
played before have such rows already. PostgreSQL is a server of its own that waits for the disk, and
its processor time is told beside.
"""

import argparse
import asyncio
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

import asyncpg
import structlog

from bench.boards import Server
from bench.service import Club, shown
from bench.writes import press
from bot.store import Changes, Store
from bot.store.changes import Tidied, Tidy
from bot.store.queries.scoreboard_queries import BY_POINTS
from bot.store.results.standings import ALWAYS, EVERYWHERE, Scope
from bot.store.statements.tables import METADATA
from tests import postgres

_TABLES: Final = 100
_PRESSES: Final = 200
_OPENED: Final = 5
_ONCE: Final = ("matches", "records")
_EACH: Final = ("sitting", "results", "rated")
"""Tables with a row for each person of a match."""
_LOOKS: Final = 20


async def _play(url: str) -> None:
    """Plays a few matches to their end, and packs them; other matches are still running."""
    store = await Store.open(url)
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
    """Keeps no log and no indexes meanwhile: making them at the end takes a fraction of the
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


_MODEL: Final = "SELECT min(match) FROM records"
"""The match that is copied."""


def _copies(model: str, matches: int, people: int) -> Iterator[str]:
    """The statements that add this many finished matches, and their people to the scoreboard of all
    communities. Both kinds of database take them; SQLite is given ``lpad`` and ``ascii``."""
    yield "CREATE TEMP TABLE numbers (n INTEGER PRIMARY KEY)"
    yield (
        "INSERT INTO numbers WITH RECURSIVE counted (n) AS (SELECT 0 UNION ALL SELECT n + 1"
        f" FROM counted WHERE n < {matches - 1}) SELECT n FROM counted"
    )
    someone = "'bench:y' || lpad(CAST({} AS TEXT), 6, '0')"
    other = {
        "match": "'y' || lpad(CAST(n AS TEXT), 7, '0')",
        "person": someone.format(
            f"(n * 7 + length(model.person) + ascii(substr(model.person, 7, 1)) % 2 * 3) % {people}"
        ),
    }
    for table in (*_ONCE, *_EACH):
        yield (
            f'INSERT INTO "{table}" SELECT {_values(table, other)} FROM numbers, "{table}" AS model'
            f" WHERE model.\"match\" = '{model}' ON CONFLICT DO NOTHING"
        )
    sums = {
        "person": someone.format("n"),
        "won": "n % 50",
        "minus_won": "-(n % 50)",
        "earned": "n % 50 * 20",
        "minus_earned": "-(n % 50 * 20)",
    }
    yield (
        f"INSERT INTO standings SELECT {_values('standings', sums)}"
        " FROM numbers, (SELECT * FROM standings WHERE period = '' AND community = '*'"
        f" AND variant = '' AND players = 0 LIMIT 1) AS model WHERE n < {people}"
    )


def _values(table: str, other: Mapping[str, str]) -> str:
    """The values of a copy in the columns of this table: the model's value, or another one."""
    names = METADATA.tables[table].columns.keys()
    return ", ".join(other.get(name, f'model."{name}"') for name in names)


class _Sqlite:
    """A file."""

    server: Server | None = None

    def __init__(self, file: Path) -> None:
        self.url: Final = f"sqlite:///{file}"
        self._file = file

    async def copy(self, matches: int, people: int) -> None:
        """Adds this many finished matches."""
        with closing(sqlite3.connect(self._file)) as database, _without_indexes(database):
            database.create_function("lpad", 3, str.rjust, deterministic=True)
            database.create_function("ascii", 1, ord, deterministic=True)
            (model,) = database.execute(_MODEL).fetchone()
            for statement in _copies(model, matches, people):
                database.execute(statement)

    async def sizes(self) -> dict[str, int]:
        """The bytes of the pages, by table and index."""
        with closing(sqlite3.connect(self._file)) as database:
            return dict(database.execute("SELECT name, sum(pgsize) FROM dbstat GROUP BY name"))


class _Postgres:
    """A database on a server of its own."""

    def __init__(self, url: str, server: Server) -> None:
        self.url: Final = url
        self.server: Server | None = server

    async def copy(self, matches: int, people: int) -> None:
        """See :meth:`_Sqlite.copy`."""
        connection = await asyncpg.connect(self.url)
        await connection.execute("SET synchronous_commit = off")
        model = await connection.fetchval(_MODEL)
        for statement in _copies(model, matches, people):
            await connection.execute(statement)
        await connection.execute("VACUUM ANALYZE")
        await connection.close()

    async def sizes(self) -> dict[str, int]:
        """See :meth:`_Sqlite.sizes`."""
        connection = await asyncpg.connect(self.url)
        found = await connection.fetch(
            "SELECT relname, pg_relation_size(oid) FROM pg_class WHERE relkind IN ('r', 'i', 't')"
        )
        await connection.close()
        return {name: size for name, size in found if size}


class _Spent:
    """The milliseconds of processor time, of the bot and of the server, for one piece of work: the
    least of several."""

    def __init__(self, server: Server | None, each: int = 1) -> None:
        self._server = server
        self._each = each
        self._found: list[tuple[float, float]] = []

    @contextmanager
    def of_one(self, apart: Callable[[], float] = lambda: 0.0) -> Iterator[None]:
        """Adds one piece of work. ``apart``: the bot's seconds that do not count."""
        before, begun = self._beside(), time.process_time() - apart()
        yield
        spent = time.process_time() - apart() - begun, self._beside() - before
        self._found.append((1000 * spent[0] / self._each, 1000 * spent[1] / self._each))

    def _beside(self) -> float:
        return 0.0 if self._server is None else self._server.seconds()

    def __str__(self) -> str:
        own, beside = (min(times) for times in zip(*self._found, strict=True))
        return f"{own:.2f} ms" if self._server is None else f"{own:.2f} + {beside:.1f} ms"


async def _measured(url: str, server: Server | None) -> str:
    """The times of an opening, of a press, and of a page."""
    opened, pressed, looked = _Spent(server), _Spent(server, _PRESSES), _Spent(server, _LOOKS)
    for _ in range(_OPENED):
        with opened.of_one():
            store = await Store.open(url)
        await store.close()
    store = await Store.open(url)
    club = Club(store, seed=time.monotonic_ns() % 2**32)
    club.made = time.monotonic_ns() % 2**40
    async with club.service.running():
        await club.opened(_TABLES)
        await shown(store)
        with pressed.of_one(lambda: club.choosing):
            for _ in range(_PRESSES):
                await press(club)
    for _ in range(_OPENED):
        with looked.of_one():
            for _ in range(_LOOKS):
                await store.read(BY_POINTS.page, Scope(EVERYWHERE), ALWAYS, 10)
                await store.read(BY_POINTS.place_of, Scope(EVERYWHERE), ALWAYS, "bench:y000777")
    await store.close()
    return f"opening {opened}, a press {pressed}, a page {looked}"


async def _run(place: _Sqlite | _Postgres, matches: int, people: int) -> None:
    await _play(place.url)
    for finished in (0, matches):
        if finished:
            before = await place.sizes()
            await place.copy(finished, people)
            grown = {
                name: size - before.get(name, 0) for name, size in (await place.sizes()).items()
            }
            for name in [name for name in grown if name.startswith("standings")]:
                del grown[name]
            sys.stdout.write(f"{sum(grown.values()) / finished:.0f} bytes a match:")
            for name in sorted(grown, key=lambda name: -grown[name])[:6]:
                sys.stdout.write(f" {name} {grown[name] / finished:.0f}")
            sys.stdout.write("\n")
        size = sum((await place.sizes()).values()) / 1e6
        told = await _measured(place.url, place.server)
        sys.stdout.write(f"{finished} finished matches, {size:.0f} MB: {told}\n")
        sys.stdout.flush()


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--matches", type=int, default=100_000)
    parser.add_argument("--people", type=int, default=10_000)
    parser.add_argument("--store", choices=("sqlite", "postgresql"), default="sqlite")
    given = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(40))
    if given.store == "postgresql":
        with postgres.server(durable=True) as folder:
            url = asyncio.run(postgres.make_database(folder, "years"))
            place = _Postgres(url, Server(folder))
            asyncio.run(_run(place, given.matches, given.people))
        return
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_run(_Sqlite(Path(folder) / "years.db"), given.matches, given.people))


if __name__ == "__main__":
    main()

"""The cost of a scoreboard's page and of a profile with very many results, in processor time.

Usage: python -m bench.boards [--store postgresql] [--people 10000] [--results 1000000]

The rows are written directly into the tables, as they would be after this many matches: playing all
of them would take hours. The database is an SQLite file or a PostgreSQL server of its own, which is
deleted afterwards. For the server the program also prints the processor time of all its processes.
"""

import argparse
import asyncio
import os
import random
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import asyncpg
from sqlalchemy import Table, create_engine, insert

from bot.community.languages import Languages
from bot.community.profiles import Profiles
from bot.community.saved_settings import SavedSettings
from bot.community.scoreboard import ALL, HERE, ORDERS, SHOWN, Scoreboards, Wanted
from bot.environment import Config
from bot.happenings import Happenings
from bot.pages.profile import profile_page
from bot.screens import standings_page
from bot.store import Store
from bot.store.model import NUMBERS
from bot.store.results.badges import BADGES
from bot.store.results.ratings import SURE
from bot.store.results.statistics import none, written
from bot.store.statements import tables
from tests import postgres

_LOOKS: Final = 30
_ROWS: Final = 20_000
_COMMUNITY: Final = "bench:big"
_VARIANTS: Final = ("argentino", "mineiro")
_MATCHES: Final = 20
"""The number of each person's last matches that have rows of their own in the curve."""


def _rows(people: int, results: int) -> Iterator[tuple[Table, dict[str, Any]]]:
    chance = random.Random(1)
    played = max(1, results // people)
    for number in range(people):
        person, name = f"discord:{number:07d}", f"Ana {number}"
        won = chance.randint(0, played)
        earned = 20 * won + 5 * (played - won)
        mu, sigma = chance.gauss(25, 5), chance.uniform(1, 4)
        for community in (_COMMUNITY, "*"):
            yield (
                tables.purses,
                {
                    "community": community,
                    "person": person,
                    "name": name,
                    "minus_amount": -chance.randint(0, 5000),
                },
            )
            for variant in ("", *_VARIANTS):
                for players in (0, 2):
                    yield (
                        tables.standings,
                        {
                            "period": "",
                            "community": community,
                            "variant": variant,
                            "players": players,
                            "person": person,
                            "name": name,
                            "won": won,
                            "lost": played - won,
                            "points_for": 30 * won,
                            "points_against": 20 * won,
                            "streak": 1,
                            "best_streak": 5,
                            "earned": earned,
                            "minus_earned": -earned,
                            "minus_won": -won,
                            "minus_points": -10 * won,
                            "folded": name.casefold(),
                            "last_at": 1.0,
                            "last_match": "m",
                        },
                    )
            for variant in _VARIANTS:
                yield (
                    tables.ratings,
                    {
                        "community": community,
                        "variant": variant,
                        "person": person,
                        "name": name,
                        "mu": mu,
                        "sigma": sigma,
                        "matches": played,
                        "provisional": int(sigma > SURE),
                        "minus_mu": -mu,
                    },
                )
        for variant in _VARIANTS:
            sums = {name: chance.randint(0, 9 * played) for name in ("matches", *NUMBERS)}
            yield tables.statistics, {"person": person, "variant": variant, **sums}
        for badge in BADGES:
            yield tables.badges, {"person": person, "badge": badge, "match": "m", "at": 1.0}
        counts = written(none(2), 0, left=False)
        for index in range(played):
            at, match = float(number + index * people), f"z{number}.{index}"
            variant = _VARIANTS[index % 2]
            yield (
                tables.results,
                {
                    "match": match,
                    "person": person,
                    "community": _COMMUNITY,
                    "name": name,
                    "won": index < won,
                    "points_for": 30,
                    "points_against": 20,
                    "at": at,
                    "account": 0,
                    "variant": variant,
                    "players": 2,
                    "ranked": True,
                    "worth": 20,
                    "meeting": 1,
                    "earned": 20,
                    "seats": 1,
                    "counts": counts,
                },
            )
            yield (
                tables.rated,
                {
                    "match": match,
                    "place": 0,
                    "person": person,
                    "variant": variant,
                    "players": 2,
                    "number": index // 2 + 1,
                    "at": at,
                    "account": 0,
                    "seats": 1,
                    "left": False,
                    "winner": 0,
                    "mu_before": mu,
                    "sigma_before": sigma,
                    "mu": mu + chance.gauss(0, 1),
                    "sigma": sigma,
                },
            )


def _batches(people: int, results: int) -> Iterator[tuple[Table, list[dict[str, Any]]]]:
    waiting: dict[Table, list[dict[str, Any]]] = {}
    for table, row in _rows(people, results):
        rows = waiting.setdefault(table, [])
        rows.append(row)
        if len(rows) == _ROWS:
            yield table, rows
            rows.clear()
    yield from ((table, rows) for table, rows in waiting.items() if rows)


def _fill_sqlite(url: str, people: int, results: int) -> None:
    engine = create_engine(url)
    with engine.begin() as connection:
        for table, rows in _batches(people, results):
            connection.execute(insert(table), rows)
    engine.dispose()


async def _fill_postgres(url: str, people: int, results: int) -> None:
    connection = await asyncpg.connect(url)
    for table, rows in _batches(people, results):
        values = [tuple(row.values()) for row in rows]
        await connection.copy_records_to_table(table.name, records=values, columns=list(rows[0]))
    await connection.execute("VACUUM ANALYZE")
    await connection.close()


class Server:
    """The processor time of a PostgreSQL server and its processes."""

    def __init__(self, folder: str) -> None:
        self._main = (Path(folder) / "data" / "postmaster.pid").read_text().splitlines()[0]

    def seconds(self) -> float:
        """The seconds that all of them have used so far."""
        ticks = 0
        for file in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):  # a process that has just ended
                values = file.read_text().rpartition(")")[2].split()
                if self._main in (file.parent.name, values[1]):
                    ticks += int(values[11]) + int(values[12])
        return ticks / os.sysconf("SC_CLK_TCK")


async def _measured(
    what: str, look: Callable[[], Awaitable[object]], server: Server | None
) -> None:
    await look()
    beside = server.seconds() if server else 0.0
    begun = time.process_time()
    for _ in range(_LOOKS):
        await look()
    told = f"{what:44} {1000 * (time.process_time() - begun) / _LOOKS:7.2f} ms"
    if server:
        told += f", the server {1000 * (server.seconds() - beside) / _LOOKS:7.2f} ms"
    print(told, flush=True)


async def _measure(url: str, people: int, server: Server | None) -> None:
    store = await Store.open(url)
    try:
        boards, last = Scoreboards(store), people // SHOWN - 1
        reader = f"discord:{people // 2:07d}"
        for order in ORDERS:
            for ambit in (HERE, ALL):
                for page in (0, last // 2, last):
                    wanted = Wanted(ambit=ambit, page=page, by=order)

                    async def look(wanted: Wanted = wanted) -> None:
                        board = await boards.of(_COMMUNITY, wanted, 0.0, reader)
                        assert board.rows
                        standings_page(board, "x", "es")

                    await _measured(
                        f"scoreboard by {order}, {ambit}, page {page + 1}", look, server
                    )
        languages = Languages(store, "es", Happenings())
        profiles = Profiles(store, SavedSettings(store, languages, Config()))

        async def profile() -> None:
            found = await profiles.of(reader, 0.0)
            assert found.ratings
            profile_page(found, "Ana", "es", mine=True, registered=True)

        await _measured("profile", profile, server)
    finally:
        await store.close()


async def _run(url: str, people: int, results: int, server: Server | None) -> None:
    await (await Store.open(url)).close()
    begun = time.monotonic()
    if server is None:
        _fill_sqlite(url, people, results)
    else:
        await _fill_postgres(url, people, results)
    took = time.monotonic() - begun
    print(f"{people} people, {results} results, written in {took:.0f} s", flush=True)
    await _measure(url, people, server)


def main() -> None:
    """Fills a database and measures the pages."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=10_000)
    parser.add_argument("--results", type=int, default=1_000_000)
    parser.add_argument("--store", choices=("sqlite", "postgresql"), default="sqlite")
    given = parser.parse_args()
    if given.store == "postgresql":
        with postgres.server() as folder:
            url = asyncio.run(postgres.make_database(folder, "boards"))
            asyncio.run(_run(url, given.people, given.results, Server(folder)))
        return
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'boards.db'}"
        asyncio.run(_run(url, given.people, given.results, None))


if __name__ == "__main__":
    main()

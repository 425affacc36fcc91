"""The cost of a press, beside pokerkit's action and plain sqlite3, in one run.

    python -m bench.prices [--store sqlite|postgresql|memory] [--live 10 200 1000] [--rounds 3]
    python -m bench.prices --live 10000 --rounds 1

In each round pokerkit plays for half a second before each measure. "pk" is the processor time of
one of its actions: a machine that is slow makes both dearer. The load is that of
:mod:`bench.service`: argentino for two, three pictures of each table. Medians over the rounds are
printed; how long people wait, by wall time, is of all presses of the rounds together.

Pokerkit's actions follow one another at once, so their code is in the processor's caches. A press
at rest comes after a pause, and finds little there. So both are also measured in the other way, and
the table ends with the two fair ratios.

- at rest: one press at a time, until everything is shown, after a pause of 20 ms;
- at once: the same without a pause;
- saturated: 200 tables that are pressed again at once;
- live: so many tables, each pressed once in five seconds, for ten seconds, in a database of its
  own; how old pictures are, counted from the press;
- plain sqlite3: a log row and a match's row of our size, with the same flush to the disk, one and
  seventy presses a transaction.

A PostgreSQL server is one of the tests': it does not flush (``fsync=off``).
"""

import argparse
import asyncio
import json
import sqlite3
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, closing
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from statistics import median, quantiles
from typing import Final

import structlog

from bench import walks
from bench.service import PAUSE, Club, Counted, Figures, at_rest, live, saturated
from bot.common.collector import pass_over_what_stands
from bot.common.threads import switch_often
from bot.store import Store
from tests import postgres

PRESSES: Final = 100
"""The number of presses at rest in each round."""
TABLES: Final = 200
"""The number of tables of the saturated service."""
SECONDS: Final = 4.0
"""The seconds for which the service is saturated in each round."""
LIVE_SECONDS: Final = 10.0
BATCH: Final = 70
"""The number of presses in one transaction of plain sqlite3, measured beside one press."""
PK_SECONDS: Final = 0.5
"""The seconds of processor time for which pokerkit plays."""

Found = dict[str, list[float]]
"""The figures of the rounds, by name."""


class Pokerkit:
    """The processor time of one pokerkit action, measured again and again."""

    def __init__(self) -> None:
        self._walk = walks.pokerkit(1) if find_spec("pokerkit") else None
        self.found: list[float] = []
        """The seconds of an action in each measurement."""
        self.rested: list[float] = []
        """The same for actions after a pause."""

    def measure(self) -> None:
        if self._walk is None:
            return
        actions, begun, spent = 0, time.process_time(), 0.0
        while spent < PK_SECONDS:
            actions += self._walk(10)
            spent = time.process_time() - begun
        self.found.append(spent / actions)

    def measure_rested(self) -> None:
        """Measures as many actions as there are presses at rest, each after the same pause."""
        if self._walk is None:
            return
        spent, begun = 0.0, time.process_time()

        def rest() -> None:
            nonlocal spent, begun
            spent += time.process_time() - begun
            time.sleep(PAUSE)
            begun = time.process_time()

        walk, actions = walks.pokerkit(1, rest), 0
        while actions < PRESSES:
            actions += walk(1)
        self.rested.append(spent / actions)

    def in_pk(self, milliseconds: float) -> str:
        """Processor time as a number of pokerkit actions."""
        return f"{milliseconds / 1000 / median(self.found):.1f}" if self.found else "-"


class Stores:
    """Makes one database after another."""

    def __init__(self, kind: str, folder: Path, server: str) -> None:
        self._kind, self._folder, self._server, self._numbers = kind, folder, server, count()

    @asynccontextmanager
    async def club(self) -> AsyncIterator[Club]:
        """A running service on an empty database."""
        number = next(self._numbers)
        if self._kind == "sqlite":
            store = await Store.open(f"sqlite:///{self._folder}/{number}.db")
        elif self._kind == "postgresql":
            store = await Store.open(await postgres.make_database(self._server, f"n{number}"))
        else:
            store = Store.in_memory()
        try:
            club = Club(store)
            pass_over_what_stands()
            async with club.service.running():
                yield club
        finally:
            await store.close()


def plain(folder: Path, together: int, seconds: float = 1.0) -> tuple[float, float]:
    """A log row and a match's row, written by sqlite3 alone: presses a second, and milliseconds of
    processor time for each."""
    file = folder / f"plain-{together}-{time.monotonic_ns()}.db"
    row, text, seal = "x" * 1_760, "0 play 7o", b"s" * 16
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        for pragma in ("journal_mode=WAL", "synchronous=FULL"):
            database.execute(f"PRAGMA {pragma}")
        database.execute(
            "CREATE TABLE log (match TEXT, number INTEGER, at DOUBLE, text TEXT, seal BLOB,"
            " PRIMARY KEY (match, number)) WITHOUT ROWID"
        )
        database.execute("CREATE TABLE matches (match TEXT PRIMARY KEY, version INTEGER, row TEXT)")
        made, begun, before = 0, time.monotonic(), time.process_time()
        while time.monotonic() - begun < seconds:
            database.execute("BEGIN IMMEDIATE")
            for _ in range(together):
                number, table = divmod(made, TABLES)
                match = f"{table * 7919 % TABLES:08x}"
                database.execute(
                    "INSERT INTO log VALUES (?, ?, ?, ?, ?)", (match, number, begun, text, seal)
                )
                database.execute(
                    "INSERT INTO matches VALUES (?, ?, ?) ON CONFLICT (match) DO UPDATE"
                    " SET version = excluded.version, row = excluded.row",
                    (match, number, row),
                )
                made += 1
            database.execute("COMMIT")
        spent = time.process_time() - before
        return made / (time.monotonic() - begun), 1000 * spent / made


class Round:
    """Everything that one round measures."""

    def __init__(self, stores: Stores, folder: Path, counted: Counted, pk: Pokerkit) -> None:
        self._stores, self._folder, self._counted, self._pk = stores, folder, counted, pk
        self.found: Found = {}

    async def measure(self, sizes: list[int]) -> None:
        self._pk.measure_rested()
        await self._of_club("at rest", lambda club: at_rest(club, self._counted, PRESSES))
        await self._of_club("at once", lambda club: at_rest(club, self._counted, PRESSES, pause=0))
        await self._of_club(
            "saturated", lambda club: saturated(club, self._counted, TABLES, SECONDS)
        )
        for size in sizes:
            await self._live(size)
        for together in (1, BATCH):
            rate, spent = plain(self._folder, together)
            self._note(f"plain {together}, actions/s", rate)
            self._note(f"plain {together}, processor time, ms", spent)

    async def _of_club(self, name: str, run: Callable[[Club], Awaitable[Figures]]) -> None:
        self._pk.measure()
        async with self._stores.club() as club:
            figures = await run(club)
            for key, value in figures.items():
                if isinstance(value, float):
                    self._note(f"{name}, {key}", value)
            if name == "saturated":
                self._extend(f"{name}, picture", club.platform.ages)

    async def _live(self, size: int) -> None:
        name = f"live {size}"
        self._pk.measure()
        async with self._stores.club() as club:
            figures = await live(club, size, LIVE_SECONDS)
            for key in ("processor time, ms", "much going on"):
                value = figures[key]
                assert isinstance(value, int | float)
                self._note(f"{name}, {key}", value)
            self._extend(f"{name}, answer", club.answered)
            self._extend(f"{name}, picture", club.platform.ages)

    def _note(self, name: str, value: float) -> None:
        self._extend(name, [value])

    def _extend(self, name: str, values: list[float]) -> None:
        self.found.setdefault(name, []).extend(values)


def at(values: list[float], percent: int) -> str:
    """A percentile of the values, in milliseconds."""
    if len(values) < 2:
        return "-"
    return f"{1000 * quantiles(values, n=100, method='inclusive')[percent - 1]:.0f}"


def table(found: Found, pk: Pokerkit, sizes: list[int]) -> Iterator[str]:
    """The lines to print."""
    if pk.found:
        yield f"pk, the processor time of one pokerkit action: {1000 * median(pk.found):.3f} ms"
    else:
        yield "pokerkit is not installed here and is left out; `make bench` has it."
    yield (
        "| | processor time, ms | pk | presses/s | pictures | answer p99, ms | picture p95, ms"
        " | refused |"
    )
    yield "|---|---:|---:|---:|---:|---:|---:|---:|"
    rested, at_once = (
        median(found[f"{name}, processor time, ms"]) for name in ("at rest", "at once")
    )
    yield f"| at rest | {rested:.2f} | {pk.in_pk(rested)} | | 3 | | | |"
    yield f"| at once | {at_once:.2f} | {pk.in_pk(at_once)} | | 3 | | | |"
    spent = median(found["saturated, processor time, ms"])
    rate, pictures = (median(found[f"saturated, {name}"]) for name in ("actions/s", "pictures"))
    yield (
        f"| saturated | {spent:.2f} | {pk.in_pk(spent)} | {rate:,.0f} | {pictures:.1f} |"
        f" | {at(found['saturated, picture'], 95)} | |"
    )
    for size in sizes:
        name = f"live {size}"
        spent = median(found[f"{name}, processor time, ms"])
        answers, ages = found[f"{name}, answer"], found[f"{name}, picture"]
        each = max(1, len(answers))
        refused = sum(found[f"{name}, much going on"]) / each
        yield (
            f"| {size:,} live tables | {spent:.2f} | {pk.in_pk(spent)} | | {len(ages) / each:.1f}"
            f" | {at(answers, 99)} | {at(ages, 95)} | {100 * refused:.0f} % |"
        )
    for together in (1, BATCH):
        spent = median(found[f"plain {together}, processor time, ms"])
        rate = median(found[f"plain {together}, actions/s"])
        yield (
            f"| plain sqlite3, log + match, {together} a transaction | {spent:.3f}"
            f" | {pk.in_pk(spent)} | {rate:,.0f} | | | | |"
        )
    yield "at rest, a press: " + ", ".join(
        f"{median(found[f'at rest, {name}']):.2f} {name}"
        for name in ("writes", "transactions", "reads", "ways")
    )
    for name, spent, actions in (
        (f"after a pause of {1000 * PAUSE:.0f} ms", rested, pk.rested),
        ("without a pause", at_once, pk.found),
    ):
        if actions:
            action = 1000 * median(actions)
            yield (
                f"{name}: a press {spent:.2f} ms, an action of pokerkit {action:.3f} ms, ratio"
                f" {spent / action:.1f}"
            )


async def measured(kind: str, sizes: list[int], rounds: int) -> tuple[Found, Pokerkit]:
    pk = Pokerkit()
    with ExitStack() as open_things:
        folder = Path(open_things.enter_context(tempfile.TemporaryDirectory()))
        server = open_things.enter_context(postgres.server()) if kind == "postgresql" else ""
        counted = open_things.enter_context(Counted())
        made = Round(Stores(kind, folder, server), folder, counted, pk)
        for _ in range(rounds):
            await made.measure(sizes)
        return made.found, pk


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.prices", description="What a press costs, beside others."
    )
    parser.add_argument("--store", choices=("memory", "sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--live", nargs="*", type=int, default=[10, 200, 1000], metavar="TABLES")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    given = parser.parse_args()
    if given.rounds < 1 or min(given.live, default=1) < 1:
        parser.error("at least one round, of tables")
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(40))
    switch_often()
    found, pk = asyncio.run(measured(given.store, given.live, given.rounds))
    print(f"{given.store}, Python {sys.version.split()[0]}, {given.rounds} rounds")
    print("\n".join(table(found, pk, given.live)))
    if given.json is not None:
        report = {"store": given.store, "pokerkit_seconds": pk.found, "found": found}
        given.json.write_text(json.dumps(report) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""What a person does reads some rows of a year of matches, never all of them: no statement goes
through a whole table that grows with every match or person, apart from those named here. SQLite
says so itself (``EXPLAIN QUERY PLAN``), so no count depends on the machine."""

import importlib
import pkgutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from bot.store import queries, writing
from bot.store.statements.preparing import Statement

GROWN: Final = frozenset(
    (
        *("matches", "sitting", "records", "results", "rated", "ratings", "standings"),
        *("statistics", "badges", "transfers", "balances", "purses", "register", "settings"),
        *("preferences", "daily_results"),
    )
)
"""The tables that keep rows for good."""

CHECK: Final = {
    "_ALL_BALANCES",
    "_ALL_MATCHES",
    "_ALL_TRANSFERS",
    "_MATCHES_BESIDE",
    "_PEOPLE_COUNTED",
    "_RATED_MATCHES",
    "_WRONG_COPIES",
    "_WRONG_PURSES",
}
"""``truco db check`` reads everything."""
NAMED: Final = {"_MATCHES_NAMING", "_NOTHING_LEFT"}
"""Who is erased is looked for in all matches, which holds up nobody; and a community among the
places where somebody has played the day's hand."""
COUNTED: Final = {"_REGISTER_COUNTS", "_UNOPENED"}
"""On the register's page; those that are void, lost or unopened have indexes of their own."""


def statements() -> Iterator[tuple[str, Statement]]:
    """Every statement of the store, with its name."""
    for package in (queries, writing):
        names = [module.name for module in pkgutil.iter_modules(package.__path__)]
        modules = [importlib.import_module(f"{package.__name__}.{name}") for name in names]
        for module in (package, *modules):
            for name, value in vars(module).items():
                each = value if isinstance(value, tuple) else (value,)
                yield from (
                    (name, statement) for statement in each if isinstance(statement, Statement)
                )


def test_nobody_reads_every_match(empty_database: Path) -> None:
    scanned: set[str] = set()
    found = list(statements())
    assert len(found) > 150
    with closing(sqlite3.connect(empty_database)) as database:
        for name, statement in found:
            if statement.is_lock:
                continue
            prepared = statement.sqlite
            values = [None] * prepared.text.count("?")
            plan = database.execute(f"EXPLAIN QUERY PLAN {prepared.text}", values)
            scans = {row[3].split()[1] for row in plan if row[3].startswith("SCAN ")}
            scanned |= {name} if scans & GROWN else set()
    assert scanned == CHECK | NAMED | COUNTED

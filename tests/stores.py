"""Stores in memory and in files, as tests need them."""

import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.store import Store
from bot.store.processes import Processes
from bot.store.short_text import whole_text
from bot.store.sqlite.driver import MemoryDriver
from tests.narrow import of_kind


def store_beside(processes: Processes) -> Store:
    """A store of a process beside others, as the test has them."""
    store = Store.in_memory()
    store.processes = processes
    return store


def answer(
    patch: pytest.MonkeyPatch, store: Store, query: object, told: Callable[..., Awaitable[object]]
) -> None:
    """From now on the store tells this when it is asked that query."""
    read = store.read

    async def asked(wanted: Any, *given: Any, **named: Any) -> Any:
        return await (told(*given, **named) if wanted is query else read(wanted, *given, **named))

    patch.setattr(store, "read", asked)


def all_bytes(store: Store) -> bytes:
    """Every byte that a store in memory keeps: its pages, used or not, what is compressed also as
    it was before, and the rows that are known by heart."""
    database = of_kind(MemoryDriver, store._driver)._database
    by_heart = repr(vars(store._known.present)).encode()
    return b"\n".join((database.serialize(), *records(database), by_heart))


def records(database: sqlite3.Connection) -> list[bytes]:
    """The packed records of a database as they were before."""
    return [
        whole_text(moves).encode() for (moves,) in database.execute("SELECT moves FROM records")
    ]


def execute(file: Path, *statements: str) -> None:
    """Changes something in a file behind the program's back."""
    with closing(sqlite3.connect(file)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def asked(file: Path, query: str) -> list[tuple[Any, ...]]:
    """The rows that a query finds in a file."""
    with closing(sqlite3.connect(file)) as connection:
        found: list[tuple[Any, ...]] = connection.execute(query).fetchall()
    return found

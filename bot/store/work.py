"""What is done in one transaction, without saying how a database is spoken to.

A work is a generator: it gives a :class:`Step`, is sent the rows the database answered, and returns
its result at the end. A driver (:mod:`bot.store.sqlite`, :mod:`bot.store.postgres`) runs it where
that costs least: SQLite's in the connection's own thread, from the first step to the commit.
"""

from collections.abc import Generator, Sequence
from typing import Any, NamedTuple, TypeVar

from bot.store.preparing import Prepared, Values

T = TypeVar("T")

Rows = list[tuple[Any, ...]]
"""What a database answers: a tuple of values for each row."""


class Step(NamedTuple):
    """One statement for some rows of values."""

    statement: Prepared
    rows: Sequence[Values]
    asks: bool = False
    """The rows that it answers are wanted, those for the first row of values first."""


Work = Generator[Step, Rows, T]


def ask(statement: Prepared, *rows: Values) -> Work[Rows]:
    """What the database answers to a statement for these rows of values."""
    return (yield Step(statement, rows or ({},), asks=True))


def tell(statement: Prepared, rows: Sequence[Values]) -> Work[None]:
    """Does something for each of these rows of values; nothing for none."""
    if rows:
        yield Step(statement, rows)

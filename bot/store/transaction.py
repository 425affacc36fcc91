"""The steps of one transaction, for any driver of a database.

A work is a generator: it yields a :class:`RowStatement`, receives the rows of the database's
answer, and returns its result at the end. A driver (:mod:`bot.store.sqlite.driver`,
:mod:`bot.store.postgres.driver`) runs the work where it costs least. SQLite's driver runs it in the
connection's own thread, from the first step to the commit."""

from collections.abc import Callable, Generator, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from bot.store.statements.preparing import Statement, Values

T = TypeVar("T")

Rows = list[tuple[Any, ...]]
"""The rows that a database returns: a tuple of values for each row."""


class RowStatement(NamedTuple):
    """One statement for some rows of values."""

    statement: Statement
    rows: Sequence[Values]
    asks: bool = False
    """Whether the database's rows are returned, in the order of the rows of values."""
    foreseen: Rows | None = None
    """The rows that the statement returns unless another process was faster; then it returns fewer
    or more rows. ``None``: the rows cannot be foreseen."""
    is_last: bool = False
    """Whether no other statement follows."""


Work = Generator[RowStatement, Rows, T]

Query = TypeVar("Query", bound=Callable[..., Work[Any]])

_OF_ONE_MOMENT: Final = set[object]()


def of_one_moment(query: Query) -> Query:
    """Marks a query of several statements that must see the database at the same moment."""
    _OF_ONE_MOMENT.add(query)
    return query


def needs_one_moment(query: object) -> bool:
    """Whether a query, a function or a method, has the mark :func:`of_one_moment`."""
    return getattr(query, "__func__", query) in _OF_ONE_MOMENT


def ask(
    statement: Statement, *rows: Values, foreseen: Rows | None = None, is_last: bool = False
) -> Work[Rows]:
    """The rows that a statement returns for these rows of values. See :class:`RowStatement`."""
    return (yield RowStatement(statement, rows or ({},), True, foreseen, is_last))


def tell(statement: Statement, rows: Sequence[Values]) -> Work[None]:
    """Runs a statement for each of these rows of values."""
    if rows:
        yield RowStatement(statement, rows)

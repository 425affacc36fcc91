"""Prepares statements with SQLAlchemy Core: compiled once for each kind of database.

A statement stands in the module of the query that uses it. It is compiled to a text and the order
of its values, so SQLAlchemy does not run when the statement is used."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from sqlalchemy import ColumnElement, Integer, Table, Text, bindparam, delete, func, select, tuple_
from sqlalchemy.dialects import sqlite
from sqlalchemy.dialects.postgresql import Insert, asyncpg
from sqlalchemy.engine import Dialect
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.elements import ClauseElement
from sqlalchemy.sql.selectable import ReturnsRows

from bot.store.results.model import Standing
from bot.store.results.standings import Scope

Values = Mapping[str, Any]

RATING_KEY: Final = ("variant", "person")
"""The columns that name the rating of a row, whatever the row's community."""


class CompiledStatement:
    """A statement as one kind of driver takes it: its text, and the order of its values."""

    def __init__(
        self, element: ClauseElement, dialect: Dialect, columns: Sequence[str] | None
    ) -> None:
        compiled = element.compile(dialect=dialect, column_keys=columns)
        assert isinstance(compiled, SQLCompiler)
        self.text: Final = str(compiled)
        self._order: Final = tuple(compiled.positiontup or ())
        self._dialect: Final = dialect
        columns_answered = element.exported_columns if isinstance(element, ReturnsRows) else ()
        self._answered: Final = tuple(column.type for column in columns_answered)
        # The values that stand in the statement itself; each row brings the other values.
        self._fixed: Final = {
            name: value
            for name, value in compiled.params.items()
            if isinstance(value, str | int | float)
        }

    @property
    def answers(self) -> bool:
        """Whether the statement returns rows."""
        return bool(self._answered)

    def types_answered(self) -> tuple[str, ...]:
        """The types of the columns that the statement returns, in SQL."""
        return tuple(kind.compile(self._dialect) for kind in self._answered)

    def values(self, row: Values) -> tuple[Any, ...]:
        """A row's values in the statement's order."""
        given = {**self._fixed, **row} if self._fixed else row
        return tuple(map(given.__getitem__, self._order))


class Statement:
    """A statement for each kind of database. The names of values are those of the columns, unless a
    statement's comment says otherwise. ``is_lock``: the statement does nothing but lock. SQLite has
    one writer, so it leaves such a statement out, and nobody looks at its answer."""

    def __init__(
        self, element: ClauseElement, columns: Sequence[str] | None = None, *, is_lock: bool = False
    ) -> None:
        self._element = element
        self._columns = columns
        self.is_lock: Final = is_lock

    @cached_property
    def sqlite(self) -> CompiledStatement:
        """For SQLite; compiled when it is first used."""
        dialect = sqlite.dialect(paramstyle="qmark")
        return CompiledStatement(self._element, dialect, self._columns)

    @cached_property
    def postgresql(self) -> CompiledStatement:
        """For PostgreSQL; compiled when it is first used."""
        dialect = asyncpg.dialect()  # type: ignore[no-untyped-call]
        return CompiledStatement(self._element, dialect, self._columns)


def insert(table: Table) -> Insert:
    """PostgreSQL's form of an insertion; SQLite's dialect compiles it too."""
    return Insert(table)


def plain_insert(table: Table) -> Statement:
    return Statement(insert(table), names_of(table))


def insert_new(table: Table, unless: Sequence[ColumnElement[bool]] = ()) -> Statement:
    """Inserts a row unless its key is there, or one of these conditions holds. Returns the key of
    each row that was inserted."""
    names, into = names_of(table), insert(table)
    if unless:
        row = select(*(given(column) for column in table.columns))
        into = into.from_select(names, row.where(*(~condition for condition in unless)))
    statement = into.on_conflict_do_nothing().returning(*table.primary_key.columns)
    return Statement(statement, None if unless else names)


def upsert(table: Table, *fixed: str) -> Statement:
    """Inserts a row, or writes its values into the row with its key. ``fixed``: columns that an
    existing row keeps, so their indexes need not be written."""
    statement = insert(table)
    others = {
        column.name: statement.excluded[column.name]
        for column in table.columns
        if not column.primary_key and column.name not in fixed
    }
    keys = list(table.primary_key.columns)
    statement = (
        statement.on_conflict_do_update(index_elements=keys, set_=others)
        if others
        else statement.on_conflict_do_nothing()
    )
    return Statement(statement, names_of(table))


def adding_to(table: Table, *names: str) -> Statement:
    """Adds values to numbers, which count as 0 if there is no row yet. Returns the new numbers."""
    statement = insert(table)
    adds = statement.on_conflict_do_update(
        index_elements=list(table.primary_key.columns),
        set_={name: table.c[name] + statement.excluded[name] for name in names},
    ).returning(*(table.c[name] for name in names))
    return Statement(adds, names_of(table))


def some_of(table: Table, old: ColumnElement[bool], *more: ColumnElement[Any]) -> Statement:
    """Deletes at most ``most`` old rows. Returns the first column of their keys, and ``more``."""
    keys = list(table.primary_key.columns)
    some = select(*keys).where(old).limit(bindparam("most", type_=Integer))
    key = tuple_(*keys) if len(keys) > 1 else keys[0]
    return Statement(delete(table).where(key.in_(some)).returning(keys[0], *more))


def all_of(table: Table) -> Statement:
    """Deletes all rows of a match from a table."""
    return Statement(delete(table).where(is_given(table.c.match)))


def standing_columns(columns: Any) -> list[ColumnElement[Any]]:
    """The columns of a :class:`bot.store.results.model.Standing`, in its order."""
    return [columns[name] for name in Standing.__struct_fields__]


def scope_columns(columns: Any) -> list[ColumnElement[Any]]:
    """The columns of a :class:`bot.store.results.standings.Scope`, in its order."""
    return [columns[name] for name in Scope.__struct_fields__]


def given(column: ColumnElement[Any]) -> ColumnElement[Any]:
    """The value that a row brings for a column."""
    return bindparam(column.name, type_=column.type)


def is_given(column: ColumnElement[Any]) -> ColumnElement[bool]:
    """Whether the column has the value that a row brings for it."""
    return column == given(column)


def of_which(column: ColumnElement[Any]) -> ColumnElement[Any]:
    """The value of a column that finds a row, if the statement sets the column to another."""
    return bindparam(f"of_{column.name}", type_=column.type)


def lock_of(name: str) -> Statement:
    """Locks this value as a name until the transaction ends, whether or not a row has it."""
    called = func.hashtextextended(bindparam(name, type_=Text), 0)
    return Statement(select(func.pg_advisory_xact_lock(called)), is_lock=True)


def names_of(table: Table) -> list[str]:
    return [column.name for column in table.columns]

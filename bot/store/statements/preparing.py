"""Prepares statements with SQLAlchemy Core: compiled once for each kind of database.

A compiled statement is text and the order of its values. SQLAlchemy does not run when it is used.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Integer,
    Table,
    bindparam,
    delete,
    select,
    tuple_,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.dialects.postgresql import asyncpg as postgresql_asyncpg
from sqlalchemy.engine import Dialect
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.elements import ClauseElement

from bot.store.model import Standing
from bot.store.results.standings import Scope

Values = Mapping[str, Any]

RATING_KEY: Final = ("variant", "person")
"""Which rating a row of one is, whatever its community."""


class PreparedStatement:
    """A statement as its driver takes it."""

    def __init__(
        self, element: ClauseElement, dialect: Dialect, columns: Sequence[str] | None
    ) -> None:
        compiled = element.compile(dialect=dialect, column_keys=columns)
        assert isinstance(compiled, SQLCompiler)
        self.text: Final = str(compiled)
        self._order: Final = tuple(compiled.positiontup or ())
        # What stands in the statement itself; the rest is given with each row.
        self._fixed: Final = {
            name: value
            for name, value in compiled.params.items()
            if isinstance(value, str | int | float)
        }

    def values(self, row: Values) -> tuple[Any, ...]:
        """A row's values in the statement's order."""
        fixed = self._fixed
        return tuple([row[name] if name in row else fixed[name] for name in self._order])


class Preparing:
    """Prepares statements for one kind of database, and holds them as its attributes. Names of
    values are those of the columns, but where a statement's comment says otherwise."""

    def __init__(self, kind: str) -> None:
        self._dialect: Dialect
        self._insert: Callable[[Table], Any]
        self._kind = kind
        if kind == "postgresql":
            self._dialect = postgresql_asyncpg.dialect()  # type: ignore[no-untyped-call]
            self._insert = postgresql.insert
        else:
            self._dialect = sqlite.dialect(paramstyle="qmark")
            self._insert = sqlite.insert

    def _prepared(
        self, element: ClauseElement, columns: Sequence[str] | None = None
    ) -> PreparedStatement:
        return PreparedStatement(element, self._dialect, columns)

    def _plain_insert(self, table: Table) -> PreparedStatement:
        return self._prepared(self._insert(table), names_of(table))

    def _insert_new(self, table: Table) -> PreparedStatement:
        """Inserts a row unless its key is there, and gives the key of a row that was inserted."""
        keys = list(table.primary_key.columns)
        statement = self._insert(table).on_conflict_do_nothing().returning(*keys)
        return self._prepared(statement, names_of(table))

    def _upsert(self, table: Table) -> PreparedStatement:
        statement = self._insert(table)
        others = {
            column.name: statement.excluded[column.name]
            for column in table.columns
            if not column.primary_key
        }
        keys = list(table.primary_key.columns)
        statement = (
            statement.on_conflict_do_update(index_elements=keys, set_=others)
            if others
            else statement.on_conflict_do_nothing()
        )
        return self._prepared(statement, names_of(table))

    def _adding_to(self, table: Table, *names: str) -> Any:
        """Adds to numbers, which were 0 where there is no row yet; gives what they are then."""
        statement = self._insert(table)
        return statement.on_conflict_do_update(
            index_elements=list(table.primary_key.columns),
            set_={name: table.c[name] + statement.excluded[name] for name in names},
        ).returning(*(table.c[name] for name in names))

    def _some_of(
        self, table: Table, old: ColumnElement[bool], *more: ColumnElement[Any]
    ) -> PreparedStatement:
        """Deletes ``most`` of the rows that are old; gives the first column of their keys, and
        ``more``."""
        keys = list(table.primary_key.columns)
        some = select(*keys).where(old).limit(bindparam("most", type_=Integer))
        key = tuple_(*keys) if len(keys) > 1 else keys[0]
        return self._prepared(delete(table).where(key.in_(some)).returning(keys[0], *more))

    def _all_of(self, table: Table) -> PreparedStatement:
        """Deletes what a table has of a match."""
        return self._prepared(delete(table).where(table.c.match == bindparam("match")))


def standing_columns(columns: Any) -> list[ColumnElement[Any]]:
    """The columns of a :class:`bot.store.model.Standing`, in its order."""
    return [columns[name] for name in Standing.__struct_fields__]


def scope_columns(columns: Any) -> list[ColumnElement[Any]]:
    """The columns of a :class:`bot.store.results.standings.Scope`, in its order."""
    return [columns[name] for name in Scope.__struct_fields__]


def given(column: ColumnElement[Any]) -> ColumnElement[Any]:
    """The value that a row brings for a column."""
    return bindparam(column.name, type_=column.type)


def of_which(column: ColumnElement[Any]) -> ColumnElement[Any]:
    """The value by which a row is found whose column is set to another one."""
    return bindparam(f"of_{column.name}", type_=column.type)


def names_of(table: Table) -> list[str]:
    """The names of a table's columns."""
    return [column.name for column in table.columns]

"""A whole transaction as one statement, with one round trip to the server.

A work (:mod:`bot.store.transaction`) runs first without the database: each of its statements names
the rows that it foresees, so all statements are known before the first one is sent. Each statement
becomes a function of the connection, made and planned once. The transaction is one nested call of
these functions: each function gets the result of the function before it, so they run in order.

A function raises an error if the number of rows is not the foreseen one, because another process
was faster. Then nothing of the transaction is stored, and the work runs again step by step. So the
keys of the log decide in both ways of running it."""

import re
from functools import cache
from itertools import count
from typing import Any, Final, Generic, NamedTuple, TypeVar

import asyncpg

from bot.store.statements.preparing import Statement
from bot.store.transaction import Rows, RowStatement, Work

T = TypeVar("T")

NOT_FORESEEN: Final = "TR001"
"""The state (SQLSTATE) of the error when the number of rows is not the foreseen one."""
_VALUE: Final = re.compile(r"\$(\d+)")
_TYPE: Final = re.compile(r"\$(\d+)::([A-Z]+)")
_numbers: Final = count(1)


class Connection(asyncpg.Connection):
    """A connection that knows which functions were made on it."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.functions: Final = set[str]()


class Foreseen(Generic[T]):
    """A work whose statements are known before the first one is sent. Made by :func:`foresee`."""

    def __init__(self, work: Work[T]) -> None:
        self._work = work
        self.steps: Final[list[RowStatement]] = []
        self._result: T

    def goes(self) -> bool:
        """Runs through the work without the database. Returns whether all its rows are foreseen."""
        rows: Rows | None = None
        try:
            while True:
                step = self._work.send(rows)  # type: ignore[arg-type]
                self.steps.append(step)
                if step.asks and step.foreseen is None:
                    return step.is_last
                rows = step.foreseen or []
        except StopIteration as end:
            self._result = end.value
            return True

    def result(self, rows: Rows) -> T:
        """The result of the work. ``rows``: the answer to the last statement."""
        if self.steps and self.steps[-1].is_last:
            try:
                self._work.send(rows)
            except StopIteration as end:
                self._result = end.value
            else:
                raise AssertionError("a statement follows the last one")
        return self._result


def foresee(work: Work[T]) -> Foreseen[T] | None:
    """The work as one statement; ``None``: the work must run step by step, because its statements
    depend on rows that nobody can foresee."""
    made = Foreseen(work)
    return made if made.goes() else None


async def run_at_once(connection: Any, work: Foreseen[T]) -> T:
    """Runs a work as one statement. Raises an error with the state :data:`NOT_FORESEEN` if the
    number of rows is not the foreseen one; then nothing of it is stored."""
    if not work.steps:
        return work.result([])
    functions = [_function(step.statement, _kind(step)) for step in work.steps]
    if missing := {made.name: made for made in functions if made.name not in connection.functions}:
        await connection.execute(";\n".join(made.text for made in missing.values()))
        connection.functions.update(missing)
    call, values = "0", list[Any]()
    for function, step in zip(functions, work.steps, strict=True):
        given: list[Any] = [] if step.foreseen is None else [len(step.foreseen)]
        given += _columns(step)
        types = function.types
        places = [f"${len(values) + at}::{kind}" for at, kind in enumerate(types, 1)]
        values += given
        call = f"{function.name}({', '.join([call, *places])})"
    if not work.steps[-1].is_last:
        await connection.fetchval(f"SELECT {call}", *values)
        return work.result([])
    rows = await connection.fetch(f"SELECT * FROM {call}", *values)  # noqa: S608 - names of ours
    return work.result([tuple(row) for row in rows])


def _columns(step: RowStatement) -> list[list[Any]]:
    """The values of a statement's rows, as one list for each place in the rows."""
    values = step.statement.postgresql.values
    return [list(column) for column in zip(*map(values, step.rows), strict=True)]


class _Function(NamedTuple):
    name: str
    text: str
    """The statement that makes the function."""
    types: tuple[str, ...]
    """The types of the parameters but the first, the call of the function before it."""


def _kind(step: RowStatement) -> str:
    if step.is_last:
        return "last"
    return "foreseen" if step.foreseen is not None else "told"


_LOOP: Final = """\
CREATE FUNCTION {name}({parameters}) RETURNS {returned} LANGUAGE plpgsql AS $function$
#variable_conflict use_column
DECLARE
  _row record;
  _number integer;
  _all integer := 0;
BEGIN
  FOR _row IN SELECT * FROM unnest({arrays}) AS _given({places}) LOOP
    {statement};
  END LOOP;
  {end}
END
$function$"""
_COUNT: Final = """\
WITH _made AS ({statement}) SELECT count(*) INTO _number FROM _made;
    _all := _all + _number"""
_CHECK: Final = f"""\
IF _all <> _foreseen THEN
    RAISE EXCEPTION 'not foreseen' USING ERRCODE = '{NOT_FORESEEN}';
  END IF;
  RETURN 0;"""


@cache
def _function(statement: Statement, kind: str) -> _Function:
    """The function that runs a statement for each of its rows of values."""
    compiled = statement.postgresql
    name = f"pg_temp.statement_{next(_numbers)}"
    types = dict(_TYPE.findall(compiled.text))
    numbers = sorted(map(int, types))
    assert numbers == sorted({int(number) for number in _VALUE.findall(compiled.text)}), name
    assert numbers == list(range(1, len(numbers) + 1)), name
    text = _VALUE.sub(r"_row._v\1", compiled.text)
    returned, end = "integer", "RETURN 0;"
    parameters = ["_before integer"]
    given = []
    if kind == "foreseen":
        parameters.append("_foreseen integer")
        given.append("integer")
        end = _CHECK
    if kind == "last":
        columns = ", ".join(f"_c{at} {of}" for at, of in enumerate(compiled.types_answered(), 1))
        returned, end = f"TABLE({columns})", "RETURN;"
        text = f"RETURN QUERY {text}"
    elif compiled.answers:
        text = _COUNT.format(statement=text)
    arrays = [f"{types[str(number)]}[]" for number in numbers]
    parameters += [f"_p{number} {of}" for number, of in zip(numbers, arrays, strict=True)]
    made = _LOOP.format(
        name=name,
        parameters=", ".join(parameters),
        returned=returned,
        arrays=", ".join(f"_p{number}" for number in numbers),
        places=", ".join(f"_v{number}" for number in numbers),
        statement=text,
        end=end,
    )
    return _Function(name, made, (*given, *arrays))

"""Reads deadlines. All deadlines of a match are one row. Each function is a work
(:mod:`bot.store.transaction`)."""

from collections.abc import Iterable
from typing import Final

import msgspec
from sqlalchemy import Integer, bindparam, func, select

from bot.messages import MatchId
from bot.store.model import Deadline
from bot.store.statements import tables
from bot.store.statements.preparing import Statement, is_given
from bot.store.transaction import Work, ask

_decoder: Final = msgspec.json.Decoder(tuple[Deadline, ...])
_columns = tables.deadlines.c
_DEADLINES_OF: Final = Statement(
    select(_columns.due, _columns.rows).where(is_given(_columns.match))
)


def deadlines_of(match: MatchId) -> Work[tuple[Deadline, ...] | None]:
    """The deadlines of a match, the earliest first; ``None``: the row is damaged."""
    found = yield from ask(_DEADLINES_OF, {"match": match})
    rows = _in_order(text for _, text in found)
    return rows if [row.due for row in rows[:1]] == [due for due, _ in found] else None


_DUE: Final = Statement(  # ``now``; ``most``: of how many matches
    select(_columns.rows)
    .where(_columns.due <= bindparam("now"))
    .order_by(_columns.due, _columns.match)
    .limit(bindparam("most", type_=Integer))
)


def due(now: float, most: int) -> Work[tuple[Deadline, ...]]:
    """At most ``most`` deadlines that have come at ``now``, the oldest first."""
    found = yield from ask(_DUE, {"now": now, "most": most})
    return tuple(row for row in _in_order(text for (text,) in found) if row.due <= now)[:most]


_ALL_DEADLINES: Final = Statement(select(_columns.rows))


def all_deadlines() -> Work[tuple[Deadline, ...]]:
    """Every deadline, the earliest first."""
    return _in_order(text for (text,) in (yield from ask(_ALL_DEADLINES)))


_NEXT_DUE: Final = Statement(select(func.min(_columns.due)))


def next_due() -> Work[float | None]:
    """The moment of the earliest deadline; ``None``: there is none."""
    found = yield from ask(_NEXT_DUE)
    earliest: float | None = found[0][0]
    return earliest


def _in_order(texts: Iterable[str]) -> tuple[Deadline, ...]:
    """The deadlines of some matches, the earliest first, without those that cannot be read: the
    people of such a match are told when they press a button."""
    rows = list[Deadline]()
    for text in texts:
        try:
            rows += _decoder.decode(text)
        except (msgspec.MsgspecError, UnicodeError):
            continue
    return tuple(sorted(rows, key=lambda row: (row.due, row.match, row.id)))

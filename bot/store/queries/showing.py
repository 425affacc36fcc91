"""Reads the surfaces and the waiting notices of matches with one statement."""

from collections.abc import Collection
from typing import Any, Final

from sqlalchemy import ColumnElement, Integer, Text, false, literal_column, select

from bot.messages import MatchId
from bot.store.answers_and_calls import read_calls
from bot.store.model import Surface
from bot.store.notices import Notice, NoticeState
from bot.store.queries.match_queries import newest_calls, select_surfaces, surfaces_from
from bot.store.statements import tables
from bot.store.statements.preparing import Statement, given, is_given
from bot.store.transaction import Work, ask

Shown = dict[MatchId, tuple[list[Surface], list[Notice]]]
"""By match, all its surfaces and its waiting notices."""


def _showing() -> Statement:
    """One statement for the surfaces of a match, and for its waiting notices and calls, which it
    puts into the surfaces' columns."""
    surfaces, notices = tables.surfaces.c, tables.notices.c
    none, zero = literal_column("''", Text), literal_column("0", Integer)
    as_surfaces: tuple[ColumnElement[Any], ...] = (
        *(notices.id, notices.match, notices.kind, notices.moment, notices.state),
        *(notices.person, none, zero, zero, none, notices.at, false()),
    )
    rows = tables.log.c
    calls = (none, rows.match, none, none, rows.calls, none, none, zero, rows.number, none, rows.at)
    return Statement(
        select_surfaces(zero.label("what"))
        .where(is_given(surfaces.match))
        .union_all(
            select(*as_surfaces, literal_column("1")).where(
                notices.state == NoticeState.WAITING.value, is_given(notices.match)
            ),
            select(*calls, false(), literal_column("2")).where(
                newest_calls(given(rows.match)), rows.calls != none
            ),
        )
    )


_NOTICE: Final = 1
_CALLS: Final = 2
_SHOWN: Final = _showing()


def shown(some: Collection[MatchId]) -> Work[Shown]:
    """Surfaces and waiting notices of these matches. This must be the last part of a work."""
    made: Shown = {match: ([], []) for match in some}
    rows = yield from ask(_SHOWN, *({"match": match} for match in some), is_last=True)
    for *row, what in rows:
        surfaces, notices = made[row[1]]
        if what == _CALLS:
            _, match, _, _, calls, _, _, _, number, _, at, _ = row
            notices += read_calls(match, number, at, calls)
        elif what == _NOTICE:
            id, match, kind, moment, state, person, *_, at, _ = row
            notices.append(Notice(id, match, person, kind, moment, at, NoticeState(state)))
        else:
            surfaces += surfaces_from([tuple(row)])
    return made

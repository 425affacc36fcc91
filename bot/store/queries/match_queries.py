"""Reads matches and their logs, deadlines, surfaces and notices. Each function is a work
(:mod:`bot.store.transaction`)."""

from collections.abc import Collection, Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import replace
from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Integer,
    Select,
    and_,
    bindparam,
    func,
    or_,
    select,
    union,
    union_all,
)

from bot.common.lived_time import Lived
from bot.messages import CommunityId, MatchId, PersonId, PlaceId
from bot.model import ENDED, LIVE, LIVE_TOURNAMENT, Status
from bot.store.answers_and_calls import read_calls
from bot.store.changes import Stored
from bot.store.errors import DamagedMatch
from bot.store.model import Deadline, HandSnapshot, LogRow, MatchRow, Surface
from bot.store.notices import Notice, NoticeState
from bot.store.queries.deadline_queries import all_deadlines, deadlines_of
from bot.store.records import PackedRecord, unpacked
from bot.store.seals import seal_of_match
from bot.store.statements import tables
from bot.store.statements.preparing import Statement, given, is_given
from bot.store.transaction import Rows, Work, ask, of_one_moment

_match_decoder: Final = msgspec.json.Decoder(MatchRow)


def _rows(
    condition: ColumnElement[bool], limit: int | BindParameter[int] | None = None
) -> Statement:
    """Matches, the newest first."""
    columns = tables.matches.c
    statement = (
        select(columns.row, columns.snapshot, columns.snapshot_number, columns.snapshot_seal)
        .where(condition)
        .order_by(columns.created.desc(), columns.match)
    )
    return Statement(statement if limit is None else statement.limit(limit))


def _live() -> ColumnElement[bool]:
    """An open lobby or a running match."""
    return _has_status(LIVE)


def _is_tournament() -> ColumnElement[bool]:
    """A tournament that is not over."""
    return _has_status(LIVE_TOURNAMENT)


def _has_status(wanted: Sequence[Status]) -> ColumnElement[bool]:
    return or_(*(tables.matches.c.status == status.value for status in wanted))


WHOLE_MATCH: Final = Statement(select(tables.matches).where(is_given(tables.matches.c.match)))


@of_one_moment
def load(match: MatchId) -> Work[Stored | None]:
    """Everything that is needed to continue a match; ``None``: the match is unknown. Raises
    :class:`bot.store.errors.DamagedMatch` when the stored rows are not those that were written."""
    found = yield from ask(WHOLE_MATCH, {"match": match})
    if not found:
        return None
    *values, seal = found[0]
    deadlines = yield from deadlines_of(match)
    row = _match_row(*values[-4:])
    if row is None or deadlines is None or seal != seal_of_match(values, deadlines):
        raise DamagedMatch(match)
    record: PackedRecord | None = None
    if row.info.status in ENDED:
        record = yield from record_of(match)
    if record is not None:
        row = replace(row, snapshot=None)
    after = 0 if row.snapshot is None else row.snapshot.number
    log = yield from _log_from(match, record, after)
    return Stored(row, log, deadlines, 0 if record is None else record.number)


_RECORD_OF: Final = Statement(select(tables.records).where(is_given(tables.records.c.match)))


def record_of(match: MatchId) -> Work[PackedRecord | None]:
    """The packed record of a match; ``None``: nothing of it is packed."""
    found = yield from ask(_RECORD_OF, {"match": match})
    return PackedRecord(*found[0]) if found else None


@of_one_moment
def whole_log(match: MatchId) -> Work[tuple[LogRow, ...]]:
    """Every step of a match. One row stands for all packed rows, with the last one's number."""
    record = yield from record_of(match)
    return (yield from _log_from(match, record, 0))


def _log_from(match: MatchId, record: PackedRecord | None, after: int) -> Work[tuple[LogRow, ...]]:
    """The rows of the log after a row; the whole log if a part of it is packed."""
    if record is None:
        return (yield from log_after(match, after))
    return (unpacked(record), *(yield from log_after(match, record.number)))


_row = [tables.log.c[name] for name in LogRow.__struct_fields__]
_LOG_AFTER: Final = Statement(  # ``after``: a row's number
    select(*_row)
    .where(is_given(tables.log.c.match), tables.log.c.number > bindparam("after"))
    .order_by(tables.log.c.number)
)


def log_after(match: MatchId, number: int) -> Work[tuple[LogRow, ...]]:
    """A match's log rows after that number."""
    found = yield from ask(_LOG_AFTER, {"match": match, "after": number})
    return tuple(LogRow(*row) for row in found)


_VERSION: Final = Statement(
    select(tables.matches.c.version).where(is_given(tables.matches.c.match))
)


def version(match: MatchId) -> Work[int]:
    """The number of a match's last log row, or 0."""
    found = yield from ask(_VERSION, {"match": match})
    return found[0][0] if found else 0


_MATCHES_AT: Final = _rows(and_(is_given(tables.matches.c.place), _live()))


def matches_at(place: PlaceId) -> Work[tuple[MatchRow, ...]]:
    """Open lobbies and running matches of a place, the newest first."""
    return _match_rows((yield from ask(_MATCHES_AT, {"place": place})))


_MATCHES_IN: Final = _rows(  # ``first`` and ``end``: of the places that begin so
    and_(
        tables.matches.c.place > bindparam("first"),
        tables.matches.c.place < bindparam("end"),
        _live(),
    )
)


def matches_in(community: CommunityId) -> Work[tuple[MatchRow, ...]]:
    """Open lobbies and running matches of all places of a community, the newest first."""
    # The index finds all places that begin with the community and a slash: the character after "/"
    # is "0".
    values = {"first": f"{community}/", "end": f"{community}0"}
    return _match_rows((yield from ask(_MATCHES_IN, values)))


_LAST_MATCH_AT: Final = _rows(
    and_(
        is_given(tables.matches.c.place), or_(_live(), tables.matches.c.status == Status.OVER.value)
    ),
    limit=1,
)


def last_match_at(place: PlaceId) -> Work[MatchRow | None]:
    """The newest match of a place that has started, else its newest lobby; ``None``: neither."""
    return _first(_match_rows((yield from ask(_LAST_MATCH_AT, {"place": place}))))


_mine = select(tables.sitting.c.match).where(is_given(tables.sitting.c.person))
_MATCHES_OF: Final = _rows(and_(tables.matches.c.match.in_(_mine), _live()))


def matches_of(person: PersonId) -> Work[tuple[MatchRow, ...]]:
    """Open lobbies and running matches in which the person has a seat, the newest first."""
    return _match_rows((yield from ask(_MATCHES_OF, {"person": person})))


_over = tables.matches.c.status == Status.OVER.value
_most = bindparam("most", type_=Integer)
_LAST_MATCHES_OF: Final = _rows(and_(tables.matches.c.match.in_(_mine), _over), limit=_most)


def last_matches_of(person: PersonId, most: int) -> Work[tuple[MatchRow, ...]]:
    """At most ``most`` matches that are over in which the person has a seat, newest first."""
    values = {"person": person, "most": most}
    return _match_rows((yield from ask(_LAST_MATCHES_OF, values)))


_here = is_given(tables.matches.c.place)
_TOURNAMENTS_AT: Final = _rows(and_(_here, _is_tournament()))


def tournaments_at(place: PlaceId) -> Work[tuple[MatchRow, ...]]:
    """Tournaments of a place that are not over, the newest first."""
    return _match_rows((yield from ask(_TOURNAMENTS_AT, {"place": place})))


_TOURNAMENTS_OF: Final = _rows(and_(tables.matches.c.match.in_(_mine), _is_tournament()))


def tournaments_of(person: PersonId) -> Work[tuple[MatchRow, ...]]:
    """Tournaments for which the person has signed up that are not over, the newest first."""
    return _match_rows((yield from ask(_TOURNAMENTS_OF, {"person": person})))


_presses = union_all(
    *(
        select(table.c.at).where(is_given(table.c.person), table.c.request.is_not(None))
        for table in (tables.answers, tables.log)
    )
).subquery()
_LAST_PRESS_OF: Final = Statement(select(func.max(_presses.c.at)))


def last_press_of(person: PersonId) -> Work[float]:
    """The moment at which the person's newest answer was stored; 0: there is none."""
    ((at,),) = yield from ask(_LAST_PRESS_OF, {"person": person})
    return at or 0.0


# --- rows that a store may have in memory: call its methods, which call these functions -----


_LIVED: Final = Statement(select(tables.clock.c.moment, tables.clock.c.ahead))


def lived() -> Work[Lived | None]:
    """The last moment of lived time that was stored."""
    found = yield from ask(_LIVED)
    return Lived(*found[0]) if found else None


_newest = func.coalesce(tables.matches.c.version, 0)


def select_surfaces(*more: ColumnElement[Any]) -> Select[Any]:
    """Surfaces, with these other columns (``more``) of each surface's match. A surface should show
    the newest version of its match, so a step writes nothing about its surfaces."""
    columns = [
        _newest if name == "wanted" else tables.surfaces.c[name]
        for name in Surface.__struct_fields__
    ]
    return select(*columns, *more).outerjoin_from(
        tables.surfaces, tables.matches, tables.matches.c.match == tables.surfaces.c.match
    )


_behind = and_(tables.surfaces.c.shown < _newest, tables.surfaces.c.lost.is_(False))
_SURFACES_BEHIND: Final = Statement(select_surfaces().where(_behind))
_SURFACES_BEHIND_OF: Final = Statement(
    select_surfaces().where(_behind, is_given(tables.surfaces.c.match))
)


def surfaces_behind(some: Collection[MatchId] | None) -> Work[tuple[Surface, ...]]:
    """Surfaces that do not show the version they should, of some matches or of all (``None``)."""
    if some is None:
        return surfaces_from((yield from ask(_SURFACES_BEHIND)))
    if not some:
        return ()
    return surfaces_from(
        (yield from ask(_SURFACES_BEHIND_OF, *({"match": match} for match in some)))
    )


_in_order = (tables.notices.c.at, tables.notices.c.id)
_waiting = tables.notices.c.state == NoticeState.WAITING.value
_NOTICES_WAITING: Final = Statement(select(tables.notices).where(_waiting).order_by(*_in_order))
_NOTICES_WAITING_OF: Final = Statement(
    select(tables.notices).where(_waiting, is_given(tables.notices.c.match)).order_by(*_in_order)
)


def newest_calls(match: ColumnElement[str]) -> ColumnElement[bool]:
    """Whether a log row is its match's newest row with calls: only the calls of this row wait."""
    rows, columns = tables.log.alias().c, tables.log.c
    newest = (
        select(rows.number)
        .where(rows.match == match, rows.calls.is_not(None))
        .order_by(rows.number.desc())
        .limit(1)
        .scalar_subquery()
    )
    return and_(columns.match == match, columns.number == newest)


_called = (tables.log.c.match, tables.log.c.number, tables.log.c.at, tables.log.c.calls)
# A person who is called has a time to answer, so the match has a deadline. An outer join begins
# with its left table: there are few deadlines, and very many matches and log rows.
_CALLS: Final = Statement(
    select(*_called).outerjoin_from(
        tables.deadlines, tables.log, newest_calls(tables.deadlines.c.match)
    )
)
_CALLS_OF: Final = Statement(select(*_called).where(newest_calls(given(tables.log.c.match))))


def notices_waiting(some: Collection[MatchId] | None) -> Work[tuple[Notice, ...]]:
    """Notices that wait to be sent, of some matches or of all (``None``), the oldest first."""
    if some is None:
        found = yield from ask(_NOTICES_WAITING)
        calls = yield from ask(_CALLS)
    elif not some:
        return ()
    else:
        rows = [{"match": match} for match in some]
        found = yield from ask(_NOTICES_WAITING_OF, *rows)
        calls = yield from ask(_CALLS_OF, *rows)
    called = (notice for row in calls if row[-1] for notice in read_calls(*row))
    return tuple(sorted((*notices_from(found), *called), key=lambda notice: (notice.at, notice.id)))


_SURFACE_WITH: Final = Statement(select_surfaces().where(is_given(tables.surfaces.c.id)))


def surface(id: str) -> Work[Surface | None]:
    """The surface with this id; ``None``: there is none."""
    found = surfaces_from((yield from ask(_SURFACE_WITH, {"id": id})))
    return found[0] if found else None


_SURFACES_OF: Final = Statement(
    select_surfaces()
    .where(is_given(tables.surfaces.c.match), tables.surfaces.c.lost.is_(False))
    .order_by(tables.surfaces.c.id)
)


def surfaces_of(match: MatchId) -> Work[tuple[Surface, ...]]:
    return surfaces_from((yield from ask(_SURFACES_OF, {"match": match})))


_ALL_MATCHES: Final = Statement(select(tables.matches.c.match).order_by(tables.matches.c.match))


def all_matches() -> Work[tuple[MatchId, ...]]:
    return tuple(row[0] for row in (yield from ask(_ALL_MATCHES)))


_beside = (
    tables.log.c.match,
    tables.deadlines.c.match,
    tables.sitting.c.match,
    tables.records.c.match,
)
_known = select(tables.matches.c.match)
_MATCHES_BESIDE: Final = Statement(  # rows of matches that the table of matches does not have
    union(*(select(column).where(column.not_in(_known)) for column in _beside))
)


def matches_beside() -> Work[tuple[MatchId, ...]]:
    """Matches that have left rows in other tables, but have no row of their own."""
    return tuple(sorted(row[0] for row in (yield from ask(_MATCHES_BESIDE))))


_SITTING_AT: Final = Statement(
    select(tables.sitting.c.person).where(is_given(tables.sitting.c.match))
)


def sitting(match: MatchId) -> Work[frozenset[PersonId]]:
    """The people seated at a match, by the table in which matches are found by people."""
    found = yield from ask(_SITTING_AT, {"match": match})
    return frozenset(row[0] for row in found)


class ByHeart(msgspec.Struct, frozen=True):
    """All rows that a press may change and that do not grow in number with finished matches."""

    deadlines: tuple[Deadline, ...]
    surfaces: tuple[Surface, ...]
    communities: dict[MatchId, CommunityId]
    """By match, its community: for matches with deadlines, and others shown somewhere."""
    notices: tuple[Notice, ...]
    """The notices that wait."""


_LIVE_COMMUNITIES: Final = Statement(  # every open lobby and running match has a deadline
    select(tables.deadlines.c.match, tables.matches.c.community).outerjoin_from(
        tables.deadlines, tables.matches, tables.matches.c.match == tables.deadlines.c.match
    )
)
_ALL_SURFACES: Final = Statement(select_surfaces(tables.matches.c.community))


@of_one_moment
def by_heart() -> Work[ByHeart]:
    """Reads all rows of :class:`ByHeart`."""
    deadlines = yield from all_deadlines()
    shown = yield from ask(_ALL_SURFACES)
    notices = yield from notices_waiting(None)
    live = yield from ask(_LIVE_COMMUNITIES)
    of = (*((row[1], row[-1]) for row in shown), *live)
    communities = {match: community for match, community in of if community is not None}
    return ByHeart(deadlines, surfaces_from([row[:-1] for row in shown]), communities, notices)


def _match_rows(rows: Rows) -> tuple[MatchRow, ...]:
    made = (_match_row(*row) for row in rows)
    return tuple(row for row in made if row is not None)


def _match_row(
    text: str, snapshot: bytes | None, number: int | None, seal: bytes | None
) -> MatchRow | None:
    """The row; ``None``: it cannot be read, and a list leaves it out."""
    try:
        row = _match_decoder.decode(text)
    except (msgspec.MsgspecError, UnicodeError, TypeError):
        return None
    if snapshot is None or number is None or seal is None:
        return row
    return replace(row, snapshot=HandSnapshot(number, snapshot, seal))


def _first(rows: tuple[MatchRow, ...]) -> MatchRow | None:
    return rows[0] if rows else None


def surfaces_from(rows: Rows) -> tuple[Surface, ...]:
    return tuple(replace(Surface(*row), lost=bool(row[-1])) for row in rows)


def notices_from(rows: Rows) -> tuple[Notice, ...]:
    return tuple(replace(Notice(*row), state=NoticeState(row[-1])) for row in rows)

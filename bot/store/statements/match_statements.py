"""Statements about matches: what tables are, what happened there, where they are shown."""

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import (
    BindParameter,
    Boolean,
    ColumnElement,
    Double,
    Integer,
    LargeBinary,
    Text,
    Update,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    or_,
    select,
    union,
    update,
)
from sqlalchemy.sql.elements import ClauseElement

from bot.model import LIVE, LIVE_TOURNAMENT, Status
from bot.store.model import NoticeState
from bot.store.statements import tables
from bot.store.statements.preparing import PreparedStatement, Preparing, names_of

LONG_AGO: Final = -(2**31)
"""Less than what any surface has shown."""


class MatchStatements(Preparing):
    """Matches and what belongs to each of them; answers; settings; the register of commitments."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self._statements_that_write()
        self._statements_that_read()
        self._register_statements()

    def _statements_that_write(self) -> None:
        log, notices, surfaces = tables.log.c, tables.notices.c, tables.surfaces.c
        answers, settings = tables.answers.c, tables.settings.c
        self.new_answer = self._insert_new(tables.answers)
        self.new_log_row = self._prepared(self._appending())
        self.new_notice = self._insert_new(tables.notices)
        self.match = self._upsert(tables.matches)
        self.surface = self._upsert(tables.surfaces)
        self.preference = self._upsert(tables.preferences)
        self.setting = self._upsert(tables.settings)
        self.sitting = self._plain_insert(tables.sitting)
        self.deadline = self._plain_insert(tables.deadlines)
        self.live = self._prepared(self._living())
        self.no_answer = self._prepared(
            delete(tables.answers).where(
                answers.person == bindparam("person"), answers.request == bindparam("request")
            )
        )
        self.no_log_row = self._prepared(
            delete(tables.log).where(
                log.match == bindparam("match"), log.number == bindparam("number")
            )
        )
        self.no_sitting = self._all_of(tables.sitting)
        self.no_deadlines = self._all_of(tables.deadlines)
        self.no_setting = self._prepared(
            delete(tables.settings).where(
                settings.owner == bindparam("owner"), settings.name == bindparam("name")
            )
        )
        self.no_surface = self._prepared(
            delete(tables.surfaces).where(surfaces.id == bindparam("id"))
        )
        self.mark_notice = self._prepared(  # ``now``: what it is from now on
            update(tables.notices)
            .where(
                notices.id == bindparam("id"),
                notices.state == NoticeState.WAITING.value,
            )
            .values(state=bindparam("now", type_=Text))
            .returning(notices.id)
        )
        self.want = self._prepared(
            update(tables.surfaces)
            .where(surfaces.match == bindparam("match"))
            .values(wanted=bindparam("version", type_=Integer))
        )
        self.see = self._prepared(_seeing())
        self.see_there = self._prepared(  # ``there``: the address where it was
            _seeing().where(surfaces.address == bindparam("there")).returning(surfaces.id)
        )
        self.doubt = self._prepared(
            update(tables.surfaces)
            .where(surfaces.id == bindparam("surface"))
            .values(shown=_anew(), digest="")
        )
        theirs = select(tables.matches.c.match).where(
            tables.matches.c.community == bindparam("owner")
        )
        self.redraw = self._prepared(
            update(tables.surfaces)
            .where(
                surfaces.locale == "",
                or_(surfaces.person == bindparam("owner"), surfaces.match.in_(theirs)),
            )
            .values(shown=_anew())
        )

    def _statements_that_read(self) -> None:
        matches, log, surfaces = tables.matches.c, tables.log.c, tables.surfaces.c
        answers, deadlines = tables.answers.c, tables.deadlines.c
        notices = tables.notices.c
        self.answer_of = self._prepared(
            select(answers.reply).where(
                answers.person == bindparam("person"), answers.request == bindparam("request")
            )
        )
        self.last_press_of = self._prepared(
            select(func.max(answers.at)).where(answers.person == bindparam("person"))
        )
        self.whole_match = self._prepared(
            select(tables.matches).where(matches.match == bindparam("match"))
        )
        self.matches_at = self._rows(and_(matches.place == bindparam("place"), _live()))
        self.matches_in = self._rows(  # ``first`` and ``end``: of the places that begin so
            and_(
                matches.place > bindparam("first"),
                matches.place < bindparam("end"),
                _live(),
            )
        )
        self.last_match_at = self._rows(
            and_(
                matches.place == bindparam("place"),
                or_(_live(), matches.status == Status.OVER.value),
            ),
            limit=1,
        )
        mine = select(tables.sitting.c.match).where(tables.sitting.c.person == bindparam("person"))
        self.matches_of = self._rows(and_(matches.match.in_(mine), _live()))
        over = matches.status == Status.OVER.value
        most = bindparam("most", type_=Integer)
        self.last_matches_of = self._rows(and_(matches.match.in_(mine), over), limit=most)
        here = matches.place == bindparam("place")
        self.tournaments_at = self._rows(and_(here, _is_tournament()))
        self.tournaments_of = self._rows(and_(matches.match.in_(mine), _is_tournament()))
        self.all_matches = self._prepared(select(matches.match).order_by(matches.match))
        known = select(matches.match)
        beside = (log.match, deadlines.match, tables.sitting.c.match, tables.records.c.match)
        self.matches_beside = self._prepared(  # rows of what does not stand among the matches
            union(*(select(column).where(column.not_in(known)) for column in beside))
        )
        self.sitting_at = self._prepared(
            select(tables.sitting.c.person).where(tables.sitting.c.match == bindparam("match"))
        )
        self.live_communities = self._prepared(
            select(matches.match, matches.community).where(_live())
        )
        self.log_after = self._prepared(  # ``after``: a row's number
            select(tables.log)
            .where(log.match == bindparam("match"), log.number > bindparam("after"))
            .order_by(log.number)
        )
        self.record_of = self._prepared(
            select(tables.records).where(tables.records.c.match == bindparam("match"))
        )
        self.version = self._prepared(
            select(matches.version).where(matches.match == bindparam("match"))
        )
        self.version_locked = self._prepared(  # SQLite needs no lock: it has one writer
            select(tables.matches.c.version)
            .where(tables.matches.c.match == bindparam("match"))
            .with_for_update(read=True)
        )
        self.deadlines_of = self._prepared(
            select(tables.deadlines)
            .where(deadlines.match == bindparam("match"))
            .order_by(deadlines.due, deadlines.id)
        )
        self.due = self._prepared(  # ``now``; ``most``: how many
            select(tables.deadlines)
            .where(deadlines.due <= bindparam("now"))
            .order_by(deadlines.due, deadlines.match, deadlines.id)
            .limit(bindparam("most", type_=Integer))
        )
        self.all_deadlines = self._prepared(select(tables.deadlines))
        self.lived = self._prepared(select(tables.clock.c.moment, tables.clock.c.ahead))
        self.next_due = self._prepared(select(func.min(deadlines.due)))
        self.surface_with = self._prepared(
            select(tables.surfaces).where(surfaces.id == bindparam("id"))
        )
        self.surfaces_of = self._prepared(
            select(tables.surfaces)
            .where(surfaces.match == bindparam("match"), surfaces.lost.is_(False))
            .order_by(surfaces.id)
        )
        behind = and_(surfaces.shown < surfaces.wanted, surfaces.lost.is_(False))
        self.surfaces_behind = self._prepared(select(tables.surfaces).where(behind))
        self.surfaces_behind_of = self._prepared(
            select(tables.surfaces).where(behind, surfaces.match == bindparam("match"))
        )
        self.all_surfaces = self._prepared(  # and the community of each one's match
            select(tables.surfaces, matches.community).outerjoin(
                tables.matches, matches.match == surfaces.match
            )
        )
        waiting = notices.state == NoticeState.WAITING.value
        in_order = (notices.at, notices.id)
        self.notices_waiting = self._prepared(
            select(tables.notices).where(waiting).order_by(*in_order)
        )
        self.notices_waiting_of = self._prepared(
            select(tables.notices)
            .where(waiting, notices.match == bindparam("match"))
            .order_by(*in_order)
        )
        self.locale_of = self._prepared(
            select(tables.preferences.c.locale).where(
                tables.preferences.c.owner == bindparam("owner")
            )
        )
        self.settings_of = self._prepared(
            select(tables.settings.c.name, tables.settings.c.value).where(
                tables.settings.c.owner == bindparam("owner")
            )
        )

    def _register_statements(self) -> None:
        register, end = tables.register.c, tables.register_end.c
        secrets, matches, log = tables.secrets.c, tables.matches.c, tables.log.c
        self.register_end = self._prepared(  # SQLite needs no lock: it has one writer
            select(end.number, end.link).where(end.id == 1).with_for_update()
        )
        self.move_register_end = self._prepared(
            update(tables.register_end)
            .where(end.id == 1)
            .values(
                number=bindparam("last", type_=Integer), link=bindparam("its", type_=LargeBinary)
            )
        )
        self.entry = self._plain_insert(tables.register)
        self.secret = self._plain_insert(tables.secrets)
        self.no_secret = self._all_of(tables.secrets)
        self.disclose = self._prepared(  # ``how``: it ended; ``published``: the secret
            update(tables.register)
            .where(register.match == bindparam("match"))
            .values(
                ended=bindparam("how", type_=Text),
                secret=bindparam("published", type_=LargeBinary),
            )
        )
        self.entry_of = self._prepared(
            select(tables.register, secrets.sealed)
            .outerjoin(tables.secrets, secrets.match == register.match)
            .where(register.match == bindparam("match"))
        )
        self.entries = self._prepared(  # ``first``: a number; ``most``: how many
            select(tables.register)
            .where(register.number >= bindparam("first", type_=Integer))
            .order_by(register.number)
            .limit(bindparam("most", type_=Integer))
        )
        self.register_counts = self._prepared(
            select(register.ended, register.secret.is_not(None), func.count()).group_by(
                register.ended, register.secret.is_not(None)
            )
        )
        self.unopened = self._prepared(
            select(tables.register, matches.status, log.at)
            .outerjoin(tables.matches, matches.match == register.match)
            .outerjoin(tables.log, and_(log.match == matches.match, log.number == matches.version))
            .where(register.ended == "")
            .order_by(register.number)
        )

    def _living(self) -> ClauseElement:
        """Notes a moment lived through, unless a later one is noted."""
        columns = tables.clock.c
        given = self._insert(tables.clock).values(
            id=1,
            moment=bindparam("moment", type_=Double),
            ahead=bindparam("ahead", type_=Double),
        )
        later = {"moment": given.excluded.moment, "ahead": given.excluded.ahead}
        made: ClauseElement = given.on_conflict_do_update(
            index_elements=[columns.id], set_=later, where=columns.moment < given.excluded.moment
        )
        return made

    def _appending(self) -> Any:
        """Inserts a log row unless its key is there, or the row with this number is packed; gives
        the key of a row that was inserted."""
        table, records = tables.log, tables.records.c
        row = [bindparam(column.name, type_=column.type) for column in table.columns]
        is_packed = exists().where(
            records.match == bindparam("match", type_=Text),
            records.number >= bindparam("number", type_=Integer),
        )
        return (
            self._insert(table)
            .from_select(names_of(table), select(*row).where(~is_packed))
            .on_conflict_do_nothing()
            .returning(*table.primary_key.columns)
        )

    def _rows(
        self, condition: ColumnElement[bool], limit: int | BindParameter[int] | None = None
    ) -> PreparedStatement:
        """Matches, the newest first."""
        columns = tables.matches.c
        statement = (
            select(columns.row, columns.snapshot, columns.snapshot_number, columns.snapshot_seal)
            .where(condition)
            .order_by(columns.created.desc(), columns.match)
        )
        return self._prepared(statement if limit is None else statement.limit(limit))


def _live() -> ColumnElement[bool]:
    """An open lobby or a running match."""
    return _has_status(LIVE)


def _is_tournament() -> ColumnElement[bool]:
    """A tournament that is not over."""
    return _has_status(LIVE_TOURNAMENT)


def _has_status(wanted: Sequence[Status]) -> ColumnElement[bool]:
    return or_(*(tables.matches.c.status == status.value for status in wanted))


def _seeing() -> Update:
    """Notes what became of a surface, see :class:`bot.store.changes.SurfaceSeen`: ``surface`` is
    its id, ``now`` what it has shown, ``read`` what it had shown when that began."""
    columns = tables.surfaces.c
    now, read = bindparam("now", type_=Integer), bindparam("read", type_=Integer)
    anew = columns.shown < read
    older = columns.shown > now
    return (
        update(tables.surfaces)
        .where(columns.id == bindparam("surface"))
        .values(
            shown=case((or_(anew, older), columns.shown), else_=now),
            digest=case(
                (or_(older, and_(anew, columns.digest == "")), columns.digest),
                else_=bindparam("look", type_=Text),
            ),
            address=func.coalesce(bindparam("moved", type_=Text), columns.address),
            lost=or_(columns.lost, bindparam("gone", type_=Boolean)),
        )
    )


def _anew() -> ColumnElement[int]:
    """The new value of ``shown`` for a surface that must be shown anew."""
    shown = tables.surfaces.c.shown
    return case((shown < 0, shown - 1), else_=-1)

"""Every statement of the store: SQLAlchemy Core, compiled once for each kind of database.

A compiled statement is text and the order of its values. SQLAlchemy does not run when it is used.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from sqlalchemy import (
    Boolean,
    ColumnElement,
    Double,
    Integer,
    LargeBinary,
    Table,
    Text,
    Update,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    null,
    or_,
    select,
    tuple_,
    union,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.dialects.postgresql import asyncpg as postgresql_asyncpg
from sqlalchemy.engine import Dialect
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.elements import ClauseElement

from bot.model import LIVE, LIVE_TOURNAMENT, Status
from bot.store import tables
from bot.store.merged import LINK
from bot.store.model import NUMBERS, NoticeState, Rating, Standing
from bot.store.standings import EVERYWHERE, RANK, UNLISTED, Scope

Values = Mapping[str, Any]

_RATING: Final = ("variant", "players", "person")
"""Which rating a row of one is, whatever its community."""
LONG_AGO: Final = -(2**31)
"""Less than what any surface has shown."""


class Prepared:
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


class Statements:
    """The statements for one kind of database. Names of values are those of the columns, but where
    a statement's comment says otherwise."""

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
        self._write_statements()
        self._read_statements()

    def _prepared(self, element: ClauseElement, columns: Sequence[str] | None = None) -> Prepared:
        return Prepared(element, self._dialect, columns)

    def _write_statements(self) -> None:
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
        self.result = self._plain_insert(tables.results)
        self.add_to_standing = self._prepared(self._adding(), _names(tables.standings))
        self.standing = self._upsert(tables.standings)
        ratings = tables.ratings.c
        locked = self._insert(tables.ratings)
        self.lock_rating = self._prepared(  # a beginner's row, unless there is one
            locked.on_conflict_do_update(
                index_elements=list(tables.ratings.primary_key.columns),
                set_={"matches": ratings.matches},
            ).returning(ratings.mu, ratings.sigma, ratings.matches),
            _names(tables.ratings),
        )
        self.new_rating = self._prepared(
            self._insert(tables.ratings).on_conflict_do_nothing(), _names(tables.ratings)
        )
        self.move_rating = self._prepared(  # in every community; ``of_``: which rating
            update(tables.ratings)
            .where(*(ratings[name] == _of(ratings[name]) for name in _RATING))
            .values(
                {
                    column.name: _given(column)
                    for column in tables.ratings.columns
                    if column.name not in ("community", *_RATING)
                }
            )
        )
        self.rated = self._plain_insert(tables.rated)
        self.add_to_statistics = self._prepared(
            self._adding_to(tables.statistics, "matches", *NUMBERS), _names(tables.statistics)
        )
        self.new_badge = self._prepared(
            self._insert(tables.badges).on_conflict_do_nothing(), _names(tables.badges)
        )
        self.no_statistics, self.no_badges = (
            self._prepared(delete(table).where(table.c.person == bindparam("owner", type_=Text)))
            for table in (tables.statistics, tables.badges)
        )
        self.new_transfer = self._insert_new(tables.transfers)
        self.lock_owner = self._prepared(self._locking())
        has = (
            select(tables.balances.c.amount)
            .where(tables.balances.c.owner == bindparam("person", type_=Text))
            .scalar_subquery()
        )
        purse = self._insert(tables.purses).values(
            community=bindparam("community", type_=Text),
            person=bindparam("person", type_=Text),
            name=bindparam("name", type_=Text),
            minus_amount=-func.coalesce(has, 0),
        )
        self.purse = self._prepared(  # with what the person has now
            purse.on_conflict_do_update(
                index_elements=list(tables.purses.primary_key.columns),
                set_={one: purse.excluded[one] for one in ("name", "minus_amount")},
            )
        )
        self.fill_purses = self._prepared(
            update(tables.purses)
            .where(tables.purses.c.person == bindparam("person", type_=Text))
            .values(minus_amount=-func.coalesce(has, 0))
        )
        self.no_empty_pot = self._prepared(
            delete(tables.balances).where(
                tables.balances.c.owner == bindparam("owner"), tables.balances.c.amount == 0
            )
        )
        self.add_to_balance = self._prepared(
            self._adding_to(tables.balances, "amount"), _names(tables.balances)
        )
        self.meet = self._prepared(
            self._adding_to(tables.meetings, "number"), _names(tables.meetings)
        )
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
        self._register_statements()
        self._daily_statements()
        self._tidying_statements()

    def _daily_statements(self) -> None:
        """See :mod:`bot.store.days`."""
        results, answers = tables.daily_results.c, tables.daily_answers.c
        sealed, owner = bindparam("sealed", type_=Text), bindparam("owner", type_=Text)
        self.new_daily_result = self._insert_new(tables.daily_results)
        self.new_daily_answer = self._insert_new(tables.daily_answers)
        self.daily_answers = self._prepared(
            select(answers.position, answers.answer).where(answers.sealed == sealed)
        )
        self.daily_results = self._prepared(
            select(tables.daily_results)
            .where(results.sealed == sealed)
            .order_by(results.points.desc(), results.at, results.person)
        )
        self.daily_counts = self._prepared(
            select(results.points, func.count())
            .where(results.sealed == sealed)
            .group_by(results.points)
        )
        self.daily_results_of = self._prepared(  # ``owner``: a person
            select(tables.daily_results)
            .where(results.person == owner)
            .order_by(results.number.desc(), results.variant)
        )
        self.daily_results_none = self._prepared(
            delete(tables.daily_results).where(results.person == owner)
        )
        self.daily_results_nowhere = self._prepared(  # ``owner``: a community
            update(tables.daily_results).where(results.community == owner).values(community="")
        )
        other = tables.daily_results.alias("other").c
        both = exists().where(
            other.sealed == results.sealed, other.person == bindparam("now", type_=Text)
        )
        self.daily_results_twice = self._prepared(  # those of ``owner`` where ``now`` has one too
            delete(tables.daily_results).where(results.person == owner, both)
        )
        self.daily_results_become = self._prepared(
            update(tables.daily_results)
            .where(results.person == owner)
            .values(person=bindparam("now", type_=Text))
        )
        self.forget_daily_answers = self._some_of(
            tables.daily_answers, answers.at < bindparam("before")
        )
        self.forget_daily_results = self._some_of(
            tables.daily_results, results.at < bindparam("before")
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

    def _tidying_statements(self) -> None:
        """``before``: a moment; ``most``: how many."""
        answers, notices, surfaces = tables.answers.c, tables.notices.c, tables.surfaces.c
        matches, records, log = tables.matches.c, tables.records.c, tables.log.c
        finished = tables.finished.c
        self.forget_answers = self._some_of(tables.answers, answers.at < bindparam("before"))
        done = [state.value for state in NoticeState if state is not NoticeState.WAITING]
        self.forget_notices = self._some_of(
            tables.notices,
            and_(
                notices.at < bindparam("before"),
                or_(*(notices.state == state for state in done)),
            ),
            notices.match,
        )
        standings = tables.standings.c
        self.forget_standings = self._some_of(  # ``first`` and ``end``: keys of periods
            tables.standings,
            and_(standings.period >= bindparam("first"), standings.period < bindparam("end")),
        )
        self.forget_meetings = self._some_of(
            tables.meetings, tables.meetings.c.day < bindparam("day")
        )
        self.forget_surfaces = self._some_of(
            tables.surfaces, or_(surfaces.expires < bindparam("before"), surfaces.lost)
        )
        self.no_surfaces_of = self._prepared(
            delete(tables.surfaces)
            .where(surfaces.match == bindparam("match"))
            .returning(surfaces.id)
        )
        self.finished = self._prepared(
            select(finished.match)
            .where(finished.at < bindparam("before"))
            .order_by(finished.at, finished.match)
            .limit(bindparam("most", type_=Integer))
            .with_for_update(skip_locked=True)
        )
        self.finish = self._upsert(tables.finished)
        self.no_finished = self._all_of(tables.finished)
        self.is_packed = self._prepared(  # ``now``: its seal from now on
            update(tables.matches)
            .where(matches.match == bindparam("match"), matches.version == bindparam("version"))
            .values(
                row=bindparam("text", type_=Text),
                snapshot=null(),
                snapshot_number=null(),
                snapshot_seal=null(),
                seal=bindparam("now", type_=LargeBinary),
            )
        )
        self.record = self._upsert(tables.records)
        self.no_log_until = self._prepared(  # ``number``: of the last row that goes
            delete(tables.log).where(
                log.match == bindparam("match"), log.number <= bindparam("number")
            )
        )
        self.old_records = self._prepared(
            select(records.match)
            .where(records.at < bindparam("before"))
            .order_by(records.at, records.match)
            .limit(bindparam("most", type_=Integer))
            .with_for_update(skip_locked=True)
        )
        self.no_record = self._all_of(tables.records)
        self.no_log = self._all_of(tables.log)
        self.no_match = self._all_of(tables.matches)
        self._erasing_statements()

    def _erasing_statements(self) -> None:
        """``owner``: a person or a community."""
        owner = bindparam("owner", type_=Text)
        answers, settings = tables.answers.c, tables.settings.c
        surfaces, notices = tables.surfaces.c, tables.notices.c
        self.log_row = self._plain_insert(tables.log)
        self.not_finished = self._prepared(  # whoever packs the match has locked this row
            select(tables.finished.c.match)
            .where(tables.finished.c.match == bindparam("match"))
            .with_for_update()
        )
        self.answers_none = self._prepared(
            delete(tables.answers).where(
                or_(answers.person == owner, answers.at < bindparam("before"))
            )
        )
        self.surfaces_none = self._prepared(
            delete(tables.surfaces).where(surfaces.person == owner).returning(surfaces.id)
        )
        self.notices_none = self._prepared(
            delete(tables.notices)
            .where(notices.person == owner)
            .returning(notices.id, notices.match)
        )
        self.notices_of_none = self._prepared(
            delete(tables.notices)
            .where(notices.match == bindparam("match"))
            .returning(notices.id, notices.match)
        )
        self.preferences_none = self._prepared(
            delete(tables.preferences).where(tables.preferences.c.owner == owner)
        )
        self.settings_none = self._prepared(delete(tables.settings).where(settings.owner == owner))
        self.settings_none_named = self._prepared(
            delete(tables.settings)
            .where(settings.name == bindparam("name"))
            .returning(settings.owner)
        )
        self.results_none, self.standings_none, self.ratings_none, self.purses_none = (
            self._prepared(
                delete(table).where(or_(table.c.person == owner, table.c.community == owner))
            )
            for table in (tables.results, tables.standings, tables.ratings, tables.purses)
        )
        self.purse_without_results = self._prepared(  # ``owner``: a person
            delete(tables.purses).where(
                tables.purses.c.person == owner,
                tables.purses.c.community == EVERYWHERE,
                ~exists().where(tables.results.c.person == owner),
            )
        )
        self.nameless_rated = self._prepared(
            update(tables.rated).where(tables.rated.c.person == owner).values(person="", number=0)
        )
        transfers = tables.transfers.c
        mine = or_(transfers.payer == owner, transfers.payee == owner)
        self.transfers_of = self._prepared(
            select(tables.transfers).where(mine).order_by(transfers.at, transfers.id)
        )
        self.transfers_none = self._prepared(delete(tables.transfers).where(mine))
        self.balance_none = self._prepared(
            delete(tables.balances)
            .where(tables.balances.c.owner == owner)
            .returning(tables.balances.c.amount)
        )
        meetings = tables.meetings.c
        self.meetings_none = self._prepared(
            delete(tables.meetings).where(or_(meetings.one == owner, meetings.other == owner))
        )
        self._merging_statements()
        self.people_with_results = self._prepared(  # ``owner``: a community
            select(tables.results.c.person)
            .where(tables.results.c.community == owner)
            .distinct()
            .order_by(tables.results.c.person)
        )
        standings = tables.standings.c
        self.standings_everywhere_none = self._prepared(  # ``owner``: a person
            delete(tables.standings)
            .where(standings.person == owner, standings.community == EVERYWHERE)
            .returning(*_scope(standings), standings.period)
        )
        self.settings_named = self._prepared(
            select(settings.owner, settings.value).where(settings.name == bindparam("name"))
        )
        self.matches_naming = self._prepared(  # ``part``: what the row contains
            select(tables.matches.c.match).where(
                tables.matches.c.row.contains(bindparam("part", type_=Text))
            )
        )
        self.matches_sat_at = self._prepared(
            select(tables.sitting.c.match).where(tables.sitting.c.person == owner)
        )
        self.all_results_of = self._prepared(
            select(tables.results)
            .where(tables.results.c.person == owner)
            .order_by(tables.results.c.at, tables.results.c.match)
        )
        self.all_standings_of = self._prepared(
            select(*_scope(standings), standings.period, *_standing(standings))
            .where(standings.person == owner)
            .order_by(*_scope(standings), standings.period)
        )
        self.answers_of = self._prepared(
            select(answers.person, answers.request, answers.reply, answers.at)
            .where(answers.person == owner)
            .order_by(answers.at, answers.request)
        )
        self.surfaces_of_person = self._prepared(
            select(tables.surfaces).where(surfaces.person == owner).order_by(surfaces.id)
        )
        self.notices_of_person = self._prepared(
            select(tables.notices).where(notices.person == owner).order_by(notices.at, notices.id)
        )

    def _merging_statements(self) -> None:
        """Statements for making one person of two. ``owner``: a person."""
        owner = bindparam("owner", type_=Text)
        standings, rated = tables.standings.c, tables.rated.c
        self.setting_of = self._prepared(
            select(tables.settings.c.owner, tables.settings.c.value).where(
                tables.settings.c.owner == owner,
                tables.settings.c.name == bindparam("name", type_=Text),
            )
        )
        linked = tables.settings.c
        has_chips = exists().where(
            tables.balances.c.owner == linked.owner, tables.balances.c.amount != 0
        )
        has_results = exists().where(tables.results.c.person == linked.owner)
        has_ratings = exists().where(
            tables.ratings.c.person == linked.owner, tables.ratings.c.community == EVERYWHERE
        )
        self.unmerged = self._prepared(  # users who are linked, and whose they are
            select(linked.owner, linked.value)
            .where(linked.name == LINK, or_(has_chips, has_results, has_ratings))
            .order_by(linked.owner)
        )
        meetings = tables.meetings.c
        self.meetings_of_none = self._prepared(
            delete(tables.meetings)
            .where(or_(meetings.one == owner, meetings.other == owner))
            .returning(*tables.meetings.c)
        )
        self.no_results_of, self.no_purses_of = (
            self._prepared(delete(table).where(table.c.person == owner))
            for table in (tables.results, tables.purses)
        )
        self.set_result = self._upsert(tables.results)
        self.standings_of_none = self._prepared(
            delete(tables.standings)
            .where(standings.person == owner)
            .returning(*_scope(standings), standings.period)
        )
        self.rating_none = self._prepared(  # in every community
            delete(tables.ratings)
            .where(*(tables.ratings.c[name] == _given(tables.ratings.c[name]) for name in _RATING))
            .returning(tables.ratings.c.community)
        )
        ladder = (rated.variant == _given(rated.variant), rated.players == _given(rated.players))
        self.nameless_rated_on = self._prepared(
            update(tables.rated).where(rated.person == owner, *ladder).values(person="", number=0)
        )
        self.rename_rated = self._prepared(  # ``now``: the person
            update(tables.rated)
            .where(rated.person == owner, *ladder)
            .values(person=bindparam("now", type_=Text))
        )

    def _read_statements(self) -> None:
        matches, log, surfaces = tables.matches.c, tables.log.c, tables.surfaces.c
        answers, deadlines, results = tables.answers.c, tables.deadlines.c, tables.results.c
        notices = tables.notices.c
        self.answer_of = self._prepared(
            select(answers.reply).where(
                answers.person == bindparam("person"), answers.request == bindparam("request")
            )
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
        self.last_match_of = self._rows(and_(matches.match.in_(mine), over), limit=1)
        here = matches.place == bindparam("place")
        self.tournaments_at = self._rows(and_(here, _is_tournament()))
        self.tournaments_of = self._rows(and_(matches.match.in_(mine), _is_tournament()))
        self.all_matches = self._prepared(select(matches.match).order_by(matches.match))
        known = select(matches.match)
        beside = (log.match, deadlines.match, tables.sitting.c.match, tables.records.c.match)
        self.matches_beside = self._prepared(  # rows of what does not stand among the matches
            union(*(select(one).where(one.not_in(known)) for one in beside))
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
        self.results = self._prepared(
            select(tables.results)
            .where(results.community == bindparam("community"))
            .order_by(results.at, results.match, results.person)
        )
        self.results_of = self._prepared(
            select(tables.results).where(
                results.person == bindparam("person"),
                results.at >= bindparam("begins"),
                results.at < bindparam("ends"),
            )
        )
        self.results_in = self._prepared(
            select(tables.results)
            .where(results.match == bindparam("match"))
            .order_by(results.person)
        )
        balances = tables.balances.c
        self.chips_of = self._prepared(
            select(balances.amount).where(balances.owner == bindparam("owner"))
        )
        self.balance_locked = self._prepared(  # SQLite needs no lock: it has one writer
            select(balances.owner, balances.amount)
            .where(balances.owner == bindparam("owner"))
            .with_for_update()
        )
        self.all_balances = self._prepared(
            select(balances.owner, balances.amount).where(balances.amount != 0)
        )
        self.all_transfers = self._prepared(
            select(tables.transfers).order_by(tables.transfers.c.id)
        )
        standings = tables.standings.c
        in_scope = and_(
            standings.period == bindparam("period"),
            standings.community == bindparam("community"),
            standings.variant == bindparam("variant"),
            standings.players == bindparam("players", type_=Integer),
        )
        order = [standings[name] for name in RANK]
        self.standings = self._prepared(  # ``most``: how many; ``first``: how many stand before
            _page(tables.standings, _standing(standings), in_scope, order=order)
        )
        self.standing_of = self._prepared(
            select(*_standing(standings)).where(in_scope, standings.person == bindparam("person"))
        )
        self.standings_before = self._prepared(  # the values of ``RANK``: those of somebody's row
            _listed_count(
                tables.standings,
                in_scope,
                tuple_(*order) < tuple_(*(_given(column) for column in order)),
            )
        )
        self.standings_count = self._prepared(_listed_count(tables.standings, in_scope))
        self._rating_statements()
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

    def _rating_statements(self) -> None:
        ratings, rated = tables.ratings.c, tables.rated.c
        told = [ratings[name] for name in Rating.__struct_fields__]
        mine = ratings.person == bindparam("person")
        on = and_(
            ratings.community == bindparam("community"),
            ratings.variant == bindparam("variant"),
            ratings.players == bindparam("players", type_=Integer),
        )
        order = (ratings.provisional, ratings.minus_mu, ratings.sigma, ratings.person)
        self.ratings = self._prepared(  # ``most``: how many; ``first``: how many stand before
            _page(tables.ratings, told, on, ratings.provisional == 0, order=order)
        )
        self.rating_of = self._prepared(select(*told).where(on, mine))
        self.ratings_before = self._prepared(  # the values of ``rank``: those of somebody's row
            _listed_count(
                tables.ratings, on, tuple_(*order) < tuple_(*(_given(column) for column in order))
            )
        )
        self.ratings_count = self._prepared(
            _listed_count(tables.ratings, on, ratings.provisional == 0)
        )
        self._purse_statements()
        self.ratings_of = self._prepared(
            select(*told)
            .where(mine, ratings.community == EVERYWHERE)
            .order_by(ratings.matches.desc(), ratings.variant, ratings.players)
        )
        self.rated_of = self._prepared(  # the newest ``most``
            select(tables.rated)
            .where(
                rated.person == bindparam("person"),
                rated.variant == bindparam("variant"),
                rated.players == bindparam("players", type_=Integer),
            )
            .order_by(rated.number.desc())
            .limit(bindparam("most", type_=Integer))
        )
        self.all_rated_of = self._prepared(
            select(tables.rated)
            .where(rated.person == bindparam("person"))
            .order_by(rated.variant, rated.players, rated.number)
        )
        self.statistics_of = self._prepared(
            select(tables.statistics)
            .where(tables.statistics.c.person == bindparam("person"))
            .order_by(tables.statistics.c.variant)
        )
        badges = tables.badges.c
        self.badges_of = self._prepared(
            select(tables.badges).where(badges.person == bindparam("person")).order_by(badges.badge)
        )
        self.badges_in = self._prepared(
            select(tables.badges)
            .where(badges.match == bindparam("match"))
            .order_by(badges.person, badges.badge)
        )
        self.rated_matches = self._prepared(select(rated.match).distinct().order_by(rated.match))
        whole = tables.ratings.alias("whole")
        self.wrong_copies = self._prepared(  # ratings of a community that are not the person's
            select(ratings.person, ratings.community)
            .select_from(tables.ratings)
            .outerjoin(
                whole,
                and_(
                    whole.c.community == EVERYWHERE,
                    *(whole.c[name] == ratings[name] for name in _RATING),
                ),
            )
            .where(
                or_(
                    whole.c.person.is_(None),
                    *(
                        whole.c[name] != ratings[name]
                        for name in ("name", "mu", "sigma", "matches", "provisional", "minus_mu")
                    ),
                    ratings.minus_mu != -ratings.mu,
                )
            )
            .order_by(ratings.person, ratings.community)
        )
        self.people_counted = self._prepared(  # everybody with results, or with what follows them
            union(
                *(
                    select(table.c.person).where(table.c.person != "")
                    for table in (
                        tables.results,
                        tables.standings,
                        tables.ratings,
                        tables.rated,
                        tables.statistics,
                        tables.badges,
                    )
                )
            )
        )
        self.rated_in = self._prepared(
            select(tables.rated).where(rated.match == bindparam("match")).order_by(rated.place)
        )

    def _purse_statements(self) -> None:
        purses, balances = tables.purses.c, tables.balances.c
        told = (purses.person, purses.name, -purses.minus_amount)
        there = purses.community == bindparam("community", type_=Text)
        order = (purses.minus_amount, purses.person)
        filled = purses.minus_amount < 0
        self.purses = self._prepared(  # ``most``: how many; ``first``: how many stand before
            _page(tables.purses, told, there, filled, order=order)
        )
        self.purse_of = self._prepared(
            select(*told).where(there, purses.person == bindparam("person"))
        )
        before = tuple_(*order) < tuple_(*(_given(column) for column in order))
        self.purses_before = self._prepared(_listed_count(tables.purses, there, before))
        self.purses_count = self._prepared(_listed_count(tables.purses, there, filled))
        self.wrong_purses = self._prepared(
            select(purses.person, purses.community)
            .select_from(tables.purses)
            .outerjoin(tables.balances, balances.owner == purses.person)
            .where(purses.minus_amount != -func.coalesce(balances.amount, 0))
            .order_by(purses.person, purses.community)
        )

    def _plain_insert(self, table: Table) -> Prepared:
        return self._prepared(self._insert(table), _names(table))

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

    def _some_of(
        self, table: Table, old: ColumnElement[bool], *more: ColumnElement[Any]
    ) -> Prepared:
        """Deletes ``most`` of the rows that are old; gives the first column of their keys, and
        ``more``."""
        keys = list(table.primary_key.columns)
        some = select(*keys).where(old).limit(bindparam("most", type_=Integer))
        key = tuple_(*keys) if len(keys) > 1 else keys[0]
        return self._prepared(delete(table).where(key.in_(some)).returning(keys[0], *more))

    def _all_of(self, table: Table) -> Prepared:
        """Deletes what a table has of a match."""
        return self._prepared(delete(table).where(table.c.match == bindparam("match")))

    def _locking(self) -> ClauseElement:
        """Locks an owner of chips or results until the end of the transaction, whatever is stored
        of them yet. SQLite needs no lock: it has one writer."""
        owner = bindparam("owner", type_=Text)
        if self._kind == "postgresql":
            return select(func.pg_advisory_xact_lock(func.hashtextextended(owner, 0)))
        return select(owner)

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
            .from_select(_names(table), select(*row).where(~is_packed))
            .on_conflict_do_nothing()
            .returning(*table.primary_key.columns)
        )

    def _insert_new(self, table: Table) -> Prepared:
        """Inserts a row unless its key is there, and gives the key of a row that was inserted."""
        keys = list(table.primary_key.columns)
        statement = self._insert(table).on_conflict_do_nothing().returning(*keys)
        return self._prepared(statement, _names(table))

    def _upsert(self, table: Table) -> Prepared:
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
        return self._prepared(statement, _names(table))

    def _adding(self) -> Any:
        """Adds a result to a person's sums: its row is what the sums of this result alone are. Only
        the newest result can be added; gives the keys where that was done."""
        old, statement = tables.standings.c, self._insert(tables.standings)
        new = statement.excluded
        sums = ("won", "lost", "points_for", "points_against", "earned")
        ordered = ("minus_earned", "minus_won", "minus_points")
        longer = old.streak + 1
        return statement.on_conflict_do_update(
            index_elements=list(tables.standings.primary_key.columns),
            set_={
                **{name: old[name] + new[name] for name in (*sums, *ordered)},
                **{name: new[name] for name in ("name", "folded", "last_at", "last_match")},
                "streak": case((new.won == 1, longer), else_=0),
                "best_streak": case(
                    (and_(new.won == 1, longer > old.best_streak), longer),
                    else_=old.best_streak,
                ),
            },
            where=or_(
                old.last_at < new.last_at,
                and_(old.last_at == new.last_at, old.last_match < new.last_match),
            ),
        ).returning(old.period, *_scope(old), old.person)

    def _adding_to(self, table: Table, *names: str) -> Any:
        """Adds to numbers, which were 0 where there is no row yet; gives what they are then."""
        statement = self._insert(table)
        return statement.on_conflict_do_update(
            index_elements=list(table.primary_key.columns),
            set_={name: table.c[name] + statement.excluded[name] for name in names},
        ).returning(*(table.c[name] for name in names))

    def _rows(self, condition: ColumnElement[bool], limit: int | None = None) -> Prepared:
        """Matches, the newest first."""
        columns = tables.matches.c
        statement = (
            select(columns.row, columns.snapshot, columns.snapshot_number, columns.snapshot_seal)
            .where(condition)
            .order_by(columns.created.desc(), columns.match)
        )
        return self._prepared(statement if limit is None else statement.limit(limit))


@cache
def statements(kind: str) -> Statements:
    """The statements for ``sqlite`` or ``postgresql``."""
    return Statements(kind)


def _live() -> ColumnElement[bool]:
    """An open lobby or a running match."""
    return _has_status(LIVE)


def _is_tournament() -> ColumnElement[bool]:
    """A tournament that is not over."""
    return _has_status(LIVE_TOURNAMENT)


def _has_status(wanted: Sequence[Status]) -> ColumnElement[bool]:
    return or_(*(tables.matches.c.status == one.value for one in wanted))


def _is_listed(columns: Any) -> ColumnElement[bool]:
    """Whether a person stands on this scoreboard: on that of all communities not everybody wants
    to."""
    settings = tables.settings.c
    hidden = select(settings.owner).where(settings.name == UNLISTED)
    return or_(columns.community != EVERYWHERE, columns.person.not_in(hidden))


def _page(table: Table, told: Sequence[ColumnElement[Any]], *conditions: Any, order: Any) -> Any:
    """A page of a scoreboard: ``most`` rows without the ``first`` ones. Those who stand before are
    passed over in the index, which holds keys and order and nothing else."""
    keys = [column.name for column in table.primary_key.columns]
    here = (
        select(*(table.c[name] for name in keys))
        .where(*conditions, _is_listed(table.c))
        .order_by(*order)
        .limit(bindparam("most", type_=Integer))
        .offset(bindparam("first", type_=Integer))
        .subquery()
    )
    same = and_(*(table.c[name] == here.c[name] for name in keys))
    return select(*told).select_from(here.join(table, same)).order_by(*order)


def _listed_count(table: Table, *conditions: ColumnElement[bool]) -> Any:
    """How many people stand on a scoreboard: all of them, less those few who do not want to. So
    nobody's setting is looked up one by one."""
    everybody = select(func.count()).select_from(table).where(*conditions).scalar_subquery()
    settings = tables.settings.c
    theirs = exists().where(
        table.c.person == settings.owner, table.c.community == EVERYWHERE, *conditions
    )
    hidden = (
        select(func.count())
        .select_from(tables.settings)
        .where(settings.name == UNLISTED, theirs)
        .scalar_subquery()
    )
    return select(everybody - hidden)


def _standing(columns: Any) -> list[ColumnElement[Any]]:
    """The columns of a :class:`bot.store.model.Standing`, in its order."""
    return [columns[name] for name in Standing.__struct_fields__]


def _scope(columns: Any) -> list[ColumnElement[Any]]:
    """The columns of a :class:`bot.store.standings.Scope`, in its order."""
    return [columns[name] for name in Scope.__struct_fields__]


def _given(column: ColumnElement[Any]) -> ColumnElement[Any]:
    return bindparam(column.name, type_=column.type)


def _of(column: ColumnElement[Any]) -> ColumnElement[Any]:
    return bindparam(f"of_{column.name}", type_=column.type)


def _names(table: Table) -> list[str]:
    return [column.name for column in table.columns]


def _seeing() -> Update:
    """Notes what became of a surface, see :class:`bot.store.changes.Seen`: ``surface`` is its id,
    ``now`` what it has shown, ``read`` what it had shown when that began."""
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

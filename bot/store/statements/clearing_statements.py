"""Statements that clear away what is old, forget people and communities, and make one person of
two."""

from sqlalchemy import (
    Integer,
    LargeBinary,
    Text,
    and_,
    bindparam,
    delete,
    exists,
    null,
    or_,
    select,
    update,
)

from bot.store.model import NoticeState
from bot.store.people.linking import LINK
from bot.store.results.standings import ALONE, EVERYWHERE
from bot.store.statements import tables
from bot.store.statements.preparing import (
    RATING_KEY,
    Preparing,
    given,
    scope_columns,
    standing_columns,
)


class ClearingStatements(Preparing):
    """What goes, what is read to make it go, and what becomes somebody else's."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self._tidying_statements()
        self._erasing_statements()
        self._merging_statements()

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

    def _erasing_statements(self) -> None:
        """``owner``: a person or a community."""
        owner = bindparam("owner", type_=Text)
        answers, settings = tables.answers.c, tables.settings.c
        surfaces, notices = tables.surfaces.c, tables.notices.c
        self.log_row = self._plain_insert(tables.log)
        self.not_finished = self._prepared(  # the process that packs the match has locked this row
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
                ~exists().where(tables.results.c.person == owner, ~tables.results.c.alone),
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
        self.meetings_of = self._prepared(
            select(meetings.day, meetings.number)
            .where(or_(meetings.one == owner, meetings.other == owner))
            .order_by(meetings.day, meetings.number)
        )
        self.people_with_results = self._prepared(  # ``owner``: a community
            select(tables.results.c.person)
            .where(tables.results.c.community == owner)
            .distinct()
            .order_by(tables.results.c.person)
        )
        standings = tables.standings.c
        self.standings_everywhere_none = self._prepared(  # ``owner``: a person
            delete(tables.standings)
            .where(
                standings.person == owner,
                or_(standings.community == EVERYWHERE, standings.community == ALONE),
            )
            .returning(*scope_columns(standings), standings.period)
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
            select(*scope_columns(standings), standings.period, *standing_columns(standings))
            .where(standings.person == owner)
            .order_by(*scope_columns(standings), standings.period)
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
            .returning(*scope_columns(standings), standings.period)
        )
        self.rating_none = self._prepared(  # in every community
            delete(tables.ratings)
            .where(
                *(tables.ratings.c[name] == given(tables.ratings.c[name]) for name in RATING_KEY)
            )
            .returning(tables.ratings.c.community)
        )
        game = rated.variant == given(rated.variant)
        self.nameless_rated_on = self._prepared(
            update(tables.rated).where(rated.person == owner, game).values(person="", number=0)
        )
        self.rename_rated = self._prepared(  # ``now``: the person
            update(tables.rated)
            .where(rated.person == owner, game)
            .values(person=bindparam("now", type_=Text))
        )

"""Statements about people: what their matches have brought them."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Double,
    Integer,
    Table,
    Text,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    or_,
    select,
    tuple_,
    union,
    update,
)
from sqlalchemy.sql.elements import ClauseElement

from bot.store.model import NUMBERS, Rating
from bot.store.results.standings import EVERYWHERE, RANK, UNLISTED
from bot.store.statements import tables
from bot.store.statements.preparing import (
    RATING_KEY,
    Preparing,
    given,
    names_of,
    of_which,
    scope_columns,
    standing_columns,
)


class PeopleStatements(Preparing):
    """Results, and what is made of them: scoreboards, ratings, statistics, badges; chips; hands of
    the day."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self._result_statements()
        self._standing_statements()
        self._rating_statements()
        self._rated_statements()
        self._statistic_statements()
        self._chip_statements()
        self._purse_statements()
        self._daily_statements()

    def _result_statements(self) -> None:
        results = tables.results.c
        self.result = self._plain_insert(tables.results)
        self.results = self._prepared(
            select(tables.results)
            .where(results.community == bindparam("community"))
            .order_by(results.at, results.match, results.person)
        )
        self.practised_in = self._prepared(
            select(tables.results)
            .where(results.community == bindparam("community"), results.alone)
            .order_by(results.at.desc(), results.match.desc(), results.person.desc())
            .limit(bindparam("most"))
        )
        self.results_of = self._prepared(
            select(tables.results).where(
                results.person == bindparam("person"),
                results.at >= bindparam("begins"),
                results.at < bindparam("ends"),
            )
        )
        until = or_(
            results.at < bindparam("at", type_=Double),
            and_(
                results.at == bindparam("at", type_=Double),
                results.match <= bindparam("match", type_=Text),
            ),
        )
        self.earned_until = self._prepared(  # with that match
            select(func.coalesce(func.sum(results.earned), 0)).where(
                results.person == bindparam("person"), until
            )
        )
        self.results_in = self._prepared(
            select(tables.results)
            .where(results.match == bindparam("match"))
            .order_by(results.person)
        )
        self.meet = self._prepared(
            self._adding_to(tables.meetings, "number"), names_of(tables.meetings)
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

    def _standing_statements(self) -> None:
        standings = tables.standings.c
        in_scope = and_(
            standings.period == bindparam("period"),
            standings.community == bindparam("community"),
            standings.variant == bindparam("variant"),
            standings.players == bindparam("players", type_=Integer),
        )
        order = [standings[name] for name in RANK]
        self.add_to_standing = self._prepared(self._adding(), names_of(tables.standings))
        self.standing = self._upsert(tables.standings)
        self.standings = self._prepared(  # ``most``: how many; ``first``: how many stand before
            _page(tables.standings, standing_columns(standings), in_scope, order=order)
        )
        self.standing_of = self._prepared(
            select(*standing_columns(standings)).where(
                in_scope, standings.person == bindparam("person")
            )
        )
        self.standings_before = self._prepared(  # the values of ``RANK``: those of somebody's row
            _listed_count(
                tables.standings,
                in_scope,
                tuple_(*order) < tuple_(*(given(column) for column in order)),
            )
        )
        self.standings_count = self._prepared(_listed_count(tables.standings, in_scope))

    def _rating_statements(self) -> None:
        ratings = tables.ratings.c
        told = [ratings[name] for name in Rating.__struct_fields__]
        mine = ratings.person == bindparam("person")
        on = and_(
            ratings.community == bindparam("community"),
            ratings.variant == bindparam("variant"),
        )
        order = (ratings.provisional, ratings.minus_mu, ratings.sigma, ratings.person)
        locked = self._insert(tables.ratings)
        self.lock_rating = self._prepared(  # a beginner's row, unless there is one
            locked.on_conflict_do_update(
                index_elements=list(tables.ratings.primary_key.columns),
                set_={"matches": ratings.matches},
            ).returning(ratings.mu, ratings.sigma, ratings.matches),
            names_of(tables.ratings),
        )
        self.new_rating = self._prepared(
            self._insert(tables.ratings).on_conflict_do_nothing(), names_of(tables.ratings)
        )
        self.move_rating = self._prepared(  # in every community; ``of_``: which rating
            update(tables.ratings)
            .where(*(ratings[name] == of_which(ratings[name]) for name in RATING_KEY))
            .values(
                {
                    column.name: given(column)
                    for column in tables.ratings.columns
                    if column.name not in ("community", *RATING_KEY)
                }
            )
        )
        self.ratings = self._prepared(  # ``most``: how many; ``first``: how many stand before
            _page(tables.ratings, told, on, ratings.provisional == 0, order=order)
        )
        self.rating_of = self._prepared(select(*told).where(on, mine))
        self.ratings_before = self._prepared(  # the values of ``rank``: those of somebody's row
            _listed_count(
                tables.ratings, on, tuple_(*order) < tuple_(*(given(column) for column in order))
            )
        )
        self.ratings_count = self._prepared(
            _listed_count(tables.ratings, on, ratings.provisional == 0)
        )
        self.ratings_of = self._prepared(
            select(*told)
            .where(mine, ratings.community == EVERYWHERE)
            .order_by(ratings.matches.desc(), ratings.variant)
        )
        whole = tables.ratings.alias("whole")
        self.wrong_copies = self._prepared(  # ratings of a community that are not the person's
            select(ratings.person, ratings.community)
            .select_from(tables.ratings)
            .outerjoin(
                whole,
                and_(
                    whole.c.community == EVERYWHERE,
                    *(whole.c[name] == ratings[name] for name in RATING_KEY),
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

    def _rated_statements(self) -> None:
        rated = tables.rated.c
        self.rated = self._plain_insert(tables.rated)
        self.rated_of = self._prepared(  # the newest ``most``
            select(tables.rated)
            .where(
                rated.person == bindparam("person"),
                rated.variant == bindparam("variant"),
            )
            .order_by(rated.number.desc())
            .limit(bindparam("most", type_=Integer))
        )
        self.all_rated_of = self._prepared(
            select(tables.rated)
            .where(rated.person == bindparam("person"))
            .order_by(rated.variant, rated.number)
        )
        self.rated_matches = self._prepared(select(rated.match).distinct().order_by(rated.match))
        self.rated_in = self._prepared(
            select(tables.rated).where(rated.match == bindparam("match")).order_by(rated.place)
        )

    def _statistic_statements(self) -> None:
        self.add_to_statistics = self._prepared(
            self._adding_to(tables.statistics, "matches", *NUMBERS), names_of(tables.statistics)
        )
        self.new_badge = self._prepared(
            self._insert(tables.badges).on_conflict_do_nothing(), names_of(tables.badges)
        )
        self.no_statistics, self.no_badges = (
            self._prepared(delete(table).where(table.c.person == bindparam("owner", type_=Text)))
            for table in (tables.statistics, tables.badges)
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

    def _chip_statements(self) -> None:
        self.new_transfer = self._insert_new(tables.transfers)
        self.lock_owner = self._prepared(self._locking())
        self.no_empty_pot = self._prepared(
            delete(tables.balances).where(
                tables.balances.c.owner == bindparam("owner"), tables.balances.c.amount == 0
            )
        )
        self.add_to_balance = self._prepared(
            self._adding_to(tables.balances, "amount"), names_of(tables.balances)
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

    def _purse_statements(self) -> None:
        purses, balances = tables.purses.c, tables.balances.c
        told = (purses.person, purses.name, -purses.minus_amount)
        there = purses.community == bindparam("community", type_=Text)
        order = (purses.minus_amount, purses.person)
        filled = purses.minus_amount < 0
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
                set_={name: purse.excluded[name] for name in ("name", "minus_amount")},
            )
        )
        self.fill_purses = self._prepared(
            update(tables.purses)
            .where(tables.purses.c.person == bindparam("person", type_=Text))
            .values(minus_amount=-func.coalesce(has, 0))
        )
        self.purses = self._prepared(  # ``most``: how many; ``first``: how many stand before
            _page(tables.purses, told, there, filled, order=order)
        )
        self.purse_of = self._prepared(
            select(*told).where(there, purses.person == bindparam("person"))
        )
        before = tuple_(*order) < tuple_(*(given(column) for column in order))
        self.purses_before = self._prepared(_listed_count(tables.purses, there, before))
        self.purses_count = self._prepared(_listed_count(tables.purses, there, filled))
        self.wrong_purses = self._prepared(
            select(purses.person, purses.community)
            .select_from(tables.purses)
            .outerjoin(tables.balances, balances.owner == purses.person)
            .where(purses.minus_amount != -func.coalesce(balances.amount, 0))
            .order_by(purses.person, purses.community)
        )

    def _daily_statements(self) -> None:
        """See :mod:`bot.store.queries.daily_hands`."""
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
        self.daily_results_in = self._prepared(  # ``owner``: a community
            select(tables.daily_results)
            .where(results.sealed == sealed, results.community == owner)
            .order_by(results.points.desc(), results.at, results.person)
        )
        self.daily_communities = self._prepared(
            select(results.community)
            .distinct()
            .where(results.sealed == sealed, results.community != "")
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

    def _locking(self) -> ClauseElement:
        """Locks an owner of chips or results until the end of the transaction, whatever is stored
        of them yet. SQLite needs no lock: it has one writer."""
        owner = bindparam("owner", type_=Text)
        if self._kind == "postgresql":
            return select(func.pg_advisory_xact_lock(func.hashtextextended(owner, 0)))
        return select(owner)

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
        ).returning(old.period, *scope_columns(old), old.person)


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

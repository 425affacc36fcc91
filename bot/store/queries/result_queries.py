"""Reads the results of matches."""

from typing import Final

from msgspec.structs import replace
from sqlalchemy import Double, Text, and_, bindparam, func, or_, select, union

from bot.messages import CommunityId, MatchId, PersonId
from bot.store.people.chips import pot
from bot.store.queries.chip_queries import all_transfers_of
from bot.store.queries.profile_queries import rated_from
from bot.store.results.model import Badge, Brought, MatchResult, Rated
from bot.store.results.standings import Period, Scope
from bot.store.statements import tables
from bot.store.statements.preparing import Statement, is_given
from bot.store.transaction import Rows, Work, ask, of_one_moment

_PRACTISED_IN: Final = Statement(
    select(tables.results)
    .where(is_given(tables.results.c.community), tables.results.c.alone)
    .order_by(
        tables.results.c.at.desc(), tables.results.c.match.desc(), tables.results.c.person.desc()
    )
    .limit(bindparam("most"))
)


def practised_in(community: CommunityId, most: int) -> Work[tuple[MatchResult, ...]]:
    """At most ``most`` results against robots alone in a community, the newest first."""
    values = {"community": community, "most": most}
    return results_from((yield from ask(_PRACTISED_IN, values)))


_RESULTS_OF: Final = Statement(
    select(tables.results).where(
        is_given(tables.results.c.person),
        tables.results.c.at >= bindparam("begins"),
        tables.results.c.at < bindparam("ends"),
    )
)


def results_of(scope: Scope, person: PersonId, period: Period) -> Work[tuple[MatchResult, ...]]:
    """One person's results of a scope, over a period."""
    values = {"person": person, "begins": period.begins, "ends": period.ends}
    found = results_from((yield from ask(_RESULTS_OF, values)))
    return tuple(result for result in found if scope.holds(result))


_ALL_RESULTS_OF: Final = Statement(
    select(tables.results)
    .where(tables.results.c.person == bindparam("owner", type_=Text))
    .order_by(tables.results.c.at, tables.results.c.match)
)


def all_results_of(person: PersonId) -> Work[tuple[MatchResult, ...]]:
    """All results of a person, the oldest first."""
    return results_from((yield from ask(_ALL_RESULTS_OF, {"owner": person})))


_mine, _theirs = tables.results.alias("mine"), tables.results.alias("theirs")
_HEAD_TO_HEAD: Final = Statement(  # reads only the rows of ``one``
    select(func.count().filter(_mine.c.won), func.count().filter(_theirs.c.won))
    .select_from(_mine)
    .join(_theirs, _theirs.c.match == _mine.c.match)
    .where(
        _mine.c.person == bindparam("one", type_=Text),
        _theirs.c.person == bindparam("other", type_=Text),
        _mine.c.account != _theirs.c.account,
    )
)


def head_to_head(one: PersonId, other: PersonId) -> Work[tuple[int, int]]:
    """How many matches each of two people has won in which they were adversaries."""
    ((won, lost),) = yield from ask(_HEAD_TO_HEAD, {"one": one, "other": other})
    return won, lost


_until = or_(
    tables.results.c.at < bindparam("at", type_=Double),
    and_(is_given(tables.results.c.at), tables.results.c.match <= bindparam("match", type_=Text)),
)
_EARNED_UNTIL: Final = Statement(  # the match itself counts too
    select(func.coalesce(func.sum(tables.results.c.earned), 0)).where(
        is_given(tables.results.c.person), _until
    )
)
_RESULTS_IN: Final = Statement(
    select(tables.results).where(is_given(tables.results.c.match)).order_by(tables.results.c.person)
)
_BADGES_IN: Final = Statement(
    select(tables.badges)
    .where(is_given(tables.badges.c.match))
    .order_by(tables.badges.c.person, tables.badges.c.badge)
)


@of_one_moment
def brought_by(match: MatchId) -> Work[Brought]:
    """Everything that a finished match has brought. The results are in the order of ids."""
    results = results_from((yield from ask(_RESULTS_IN, {"match": match})))
    moved = yield from all_transfers_of(pot(match))
    badges = yield from ask(_BADGES_IN, {"match": match})
    earned: dict[PersonId, int] = {}
    for result in results:
        if result.earned:
            values = {"person": result.person, "at": result.at, "match": result.match}
            ((earned[result.person],),) = yield from ask(_EARNED_UNTIL, values)
    return Brought(results, moved, tuple(Badge(*row) for row in badges), earned=earned)


_RATED_MATCHES: Final = Statement(
    select(tables.rated.c.match).distinct().order_by(tables.rated.c.match)
)


def rated_matches() -> Work[tuple[MatchId, ...]]:
    """Every match that has moved ratings."""
    return tuple(row[0] for row in (yield from ask(_RATED_MATCHES)))


_RATED_IN: Final = Statement(
    select(tables.rated).where(is_given(tables.rated.c.match)).order_by(tables.rated.c.place)
)


@of_one_moment
def moved_by_match(match: MatchId) -> Work[tuple[tuple[Rated, ...], tuple[MatchResult, ...]]]:
    """The changes of ratings by a match, and the results of the match that are left."""
    rows = rated_from((yield from ask(_RATED_IN, {"match": match})))
    return rows, results_from((yield from ask(_RESULTS_IN, {"match": match})))


_PEOPLE_COUNTED: Final = Statement(  # also without results, with numbers that are left of them
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


def people_counted() -> Work[tuple[PersonId, ...]]:
    """All people with results, or with sums, ratings, statistics or badges."""
    return tuple(sorted(row[0] for row in (yield from ask(_PEOPLE_COUNTED))))


def results_from(rows: Rows) -> tuple[MatchResult, ...]:
    made = (MatchResult(*row) for row in rows)
    return tuple(
        replace(result, won=bool(result.won), ranked=bool(result.ranked), alone=bool(result.alone))
        for result in made
    )

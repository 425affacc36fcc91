"""Reads scoreboards by ranking points, by rating and by chips, a page at a time."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import asdict
from sqlalchemy import (
    ColumnElement,
    Integer,
    Table,
    and_,
    bindparam,
    exists,
    func,
    or_,
    select,
    tuple_,
)

from bot.messages import CommunityId, PersonId
from bot.store.results.model import Purse, Rating, Standing
from bot.store.results.ratings import rank as place_in
from bot.store.results.standings import EVERYWHERE, RANK, UNLISTED, Period, Scope, rank
from bot.store.statements import tables
from bot.store.statements.preparing import RATING_KEY, Statement, given, is_given, standing_columns
from bot.store.transaction import Work, ask, of_one_moment


def _is_listed(columns: Any) -> ColumnElement[bool]:
    """Whether a person stands on this scoreboard: a person may choose not to stand on scoreboards
    of all communities."""
    settings = tables.settings.c
    hidden = select(settings.owner).where(settings.name == UNLISTED)
    return or_(columns.community != EVERYWHERE, columns.person.not_in(hidden))


def _page(table: Table, told: Sequence[ColumnElement[Any]], *conditions: Any, order: Any) -> Any:
    """A page of a scoreboard: at most ``most`` rows, after the first ``first`` rows. These first
    rows are skipped in the index, which holds only keys and the order."""
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
    """The number of people on a scoreboard: all people, less the few who do not want to stand
    there. So the query need not look up the setting of each person."""
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


def _stand_before(order: Sequence[ColumnElement[Any]]) -> ColumnElement[bool]:
    """Whether a row stands before the row with these values."""
    return tuple_(*order) < tuple_(*(given(column) for column in order))


_in_scope = and_(
    is_given(tables.standings.c.period),
    is_given(tables.standings.c.community),
    is_given(tables.standings.c.variant),
    is_given(tables.standings.c.players),
)
_by_points = [tables.standings.c[name] for name in RANK]
_STANDINGS: Final = Statement(  # ``most``: how many; ``first``: how many stand before
    _page(tables.standings, standing_columns(tables.standings.c), _in_scope, order=_by_points)
)


def standings(
    scope: Scope, period: Period, most: int, first: int = 0
) -> Work[tuple[Standing, ...]]:
    """At most ``most`` people of a scoreboard, the best first, after the first ``first``. Each
    with the sums of their results in this scope and period."""
    values = {**_board(scope, period), "most": most, "first": first}
    return tuple(Standing(*row) for row in (yield from ask(_STANDINGS, values)))


def _board(scope: Scope, period: Period) -> dict[str, Any]:
    """The parameters that name the scoreboard of a statement."""
    return {**asdict(scope), "period": period.key}


_STANDING_OF: Final = Statement(
    select(*standing_columns(tables.standings.c)).where(
        _in_scope, is_given(tables.standings.c.person)
    )
)
_STANDINGS_BEFORE: Final = Statement(  # the values of ``RANK``: those of a person's row
    _listed_count(
        tables.standings,
        _in_scope,
        _stand_before(_by_points),
    )
)


@of_one_moment
def place_of(scope: Scope, period: Period, person: PersonId) -> Work[tuple[int, Standing | None]]:
    """The number of people before this person on a scoreboard, and this person's sums; ``None``:
    the person is not on it."""
    values = _board(scope, period)
    found = yield from ask(_STANDING_OF, {**values, "person": person})
    if not found:
        return 0, None
    mine = Standing(*found[0])
    before = {**values, **dict(zip(RANK, rank(mine), strict=True))}
    ((number,),) = yield from ask(_STANDINGS_BEFORE, before)
    return number, mine


@of_one_moment
def sums_of(
    person: PersonId, scopes: Sequence[Scope], period: Period
) -> Work[tuple[Standing | None, ...]]:
    """A person's sums in each of these scopes; ``None`` where the person has no result."""
    made: list[Standing | None] = []
    for scope in scopes:
        values = {**_board(scope, period), "person": person}
        found = yield from ask(_STANDING_OF, values)
        made.append(Standing(*found[0]) if found else None)
    return tuple(made)


_rating = [tables.ratings.c[name] for name in Rating.__struct_fields__]
_of_game = and_(
    is_given(tables.ratings.c.community),
    is_given(tables.ratings.c.variant),
)
_by_rating = [tables.ratings.c[name] for name in ("provisional", "minus_mu", "sigma", "person")]
_RATINGS: Final = Statement(  # ``most``: how many; ``first``: how many stand before
    _page(tables.ratings, _rating, _of_game, tables.ratings.c.provisional == 0, order=_by_rating)
)


def ratings(scope: Scope, most: int, first: int = 0) -> Work[tuple[Rating, ...]]:
    """At most ``most`` ratings, the best first, after the first ``first``. Provisional ratings
    are left out. The scope must name a game; its size of table means nothing here."""
    values = {**_ladder(scope), "most": most, "first": first}
    return tuple(Rating(*row) for row in (yield from ask(_RATINGS, values)))


_RATING_OF: Final = Statement(select(*_rating).where(_of_game, is_given(tables.ratings.c.person)))
_RATINGS_BEFORE: Final = Statement(  # the values of ``rank``: those of a person's row
    _listed_count(tables.ratings, _of_game, _stand_before(_by_rating))
)


@of_one_moment
def rating_place(scope: Scope, person: PersonId) -> Work[tuple[int, Rating | None]]:
    """The number of people before this person by rating, and this person's rating; ``None``: no
    match of this scope has changed it."""
    found = yield from ask(_RATING_OF, {**_ladder(scope), "person": person})
    if not found:
        return 0, None
    mine = Rating(*found[0])
    place = dict(zip(("provisional", "minus_mu", "sigma", "person"), place_in(mine), strict=True))
    ((number,),) = yield from ask(_RATINGS_BEFORE, {**_ladder(scope), **place})
    return number, mine


_RATINGS_COUNT: Final = Statement(
    _listed_count(tables.ratings, _of_game, tables.ratings.c.provisional == 0)
)


def people_rated(scope: Scope) -> Work[int]:
    """The number of people on a scoreboard by rating."""
    ((number,),) = yield from ask(_RATINGS_COUNT, _ladder(scope))
    return int(number)


def _ladder(scope: Scope) -> dict[str, str]:
    """The parameters that name a scoreboard by rating: its game, and its community or all
    communities."""
    return {"community": scope.community, "variant": scope.variant}


_purse = (tables.purses.c.person, tables.purses.c.name, -tables.purses.c.minus_amount)
_in_community = is_given(tables.purses.c.community)
_has_chips = tables.purses.c.minus_amount < 0
_by_chips = [tables.purses.c.minus_amount, tables.purses.c.person]
_PURSES: Final = Statement(  # ``most``: how many; ``first``: how many stand before
    _page(tables.purses, _purse, _in_community, _has_chips, order=_by_chips)
)


def purses(community: CommunityId, most: int, first: int = 0) -> Work[tuple[Purse, ...]]:
    """At most ``most`` people with chips, those with the most first, after the first ``first``:
    people who have a result in this community (or in any: :data:`EVERYWHERE`)."""
    values = {"community": community, "most": most, "first": first}
    return tuple(Purse(*row) for row in (yield from ask(_PURSES, values)))


_PURSE_OF: Final = Statement(select(*_purse).where(_in_community, is_given(tables.purses.c.person)))
_PURSES_BEFORE: Final = Statement(
    _listed_count(tables.purses, _in_community, _stand_before(_by_chips))
)


@of_one_moment
def purse_place(community: CommunityId, person: PersonId) -> Work[tuple[int, Purse | None]]:
    """The number of people before this person by chips, and the person's chips; ``None``: the
    person has no result."""
    values = {"community": community, "person": person}
    found = yield from ask(_PURSE_OF, values)
    if not found:
        return 0, None
    mine = Purse(*found[0])
    ((number,),) = yield from ask(_PURSES_BEFORE, {**values, "minus_amount": -mine.amount})
    return number, mine


_PURSES_COUNT: Final = Statement(_listed_count(tables.purses, _in_community, _has_chips))


def people_with_chips(community: CommunityId) -> Work[int]:
    """The number of people on a scoreboard by chips."""
    ((number,),) = yield from ask(_PURSES_COUNT, {"community": community})
    return int(number)


_WRONG_PURSES: Final = Statement(
    select(tables.purses.c.person, tables.purses.c.community)
    .select_from(tables.purses)
    .outerjoin(tables.balances, tables.balances.c.owner == tables.purses.c.person)
    .where(tables.purses.c.minus_amount != -func.coalesce(tables.balances.c.amount, 0))
    .order_by(tables.purses.c.person, tables.purses.c.community)
)


def wrong_purses() -> Work[tuple[tuple[PersonId, CommunityId], ...]]:
    """People whose chips on a scoreboard differ from their balance, each with the scoreboard's
    community."""
    return tuple((person, community) for person, community in (yield from ask(_WRONG_PURSES)))


_whole = tables.ratings.alias("whole")
_WRONG_COPIES: Final = Statement(  # ratings in a community that differ from the person's rating
    select(tables.ratings.c.person, tables.ratings.c.community)
    .select_from(tables.ratings)
    .outerjoin(
        _whole,
        and_(
            _whole.c.community == EVERYWHERE,
            *(_whole.c[name] == tables.ratings.c[name] for name in RATING_KEY),
        ),
    )
    .where(
        or_(
            _whole.c.person.is_(None),
            *(
                _whole.c[name] != tables.ratings.c[name]
                for name in ("name", "mu", "sigma", "matches", "provisional", "minus_mu")
            ),
            tables.ratings.c.minus_mu != -tables.ratings.c.mu,
        )
    )
    .order_by(tables.ratings.c.person, tables.ratings.c.community)
)


def wrong_copies() -> Work[tuple[tuple[PersonId, CommunityId], ...]]:
    """People whose copy of their rating in a community differs from the rating itself."""
    return tuple((person, community) for person, community in (yield from ask(_WRONG_COPIES)))


_STANDINGS_COUNT: Final = Statement(_listed_count(tables.standings, _in_scope))


def people_in(scope: Scope, period: Period) -> Work[int]:
    """The number of people on a scoreboard by ranking points."""
    ((number,),) = yield from ask(_STANDINGS_COUNT, _board(scope, period))
    return int(number)

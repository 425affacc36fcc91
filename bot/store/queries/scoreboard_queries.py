"""Reads scoreboards by ranking points, by rating and by chips, a page at a time."""

from collections.abc import Callable, Sequence
from typing import Any, Final, Generic, TypeVar

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import asdict

from bot.messages import CommunityId, PersonId
from bot.store.results.model import Purse, Rating, Standing
from bot.store.results.ratings import is_provisional
from bot.store.results.ratings import rank as rank_by_rating
from bot.store.results.standings import EVERYWHERE, RANK, UNLISTED, Period, Scope, rank
from bot.store.statements import tables
from bot.store.statements.preparing import RATING_KEY, Statement, given, is_given, standing_columns
from bot.store.transaction import Work, ask, of_one_moment

Row = TypeVar("Row", bound=Struct)


def _is_listed(columns: Any) -> sa.ColumnElement[bool]:
    """Whether a person stands on this scoreboard; they may refuse those of all communities."""
    settings = tables.settings.c
    hidden = sa.select(settings.owner).where(settings.name == UNLISTED)
    return sa.or_(columns.community != EVERYWHERE, columns.person.not_in(hidden))


def _page(
    table: sa.Table, columns: Sequence[sa.ColumnElement[Any]], *conditions: Any, order: Any
) -> Any:
    """A page of a scoreboard: at most ``most`` rows, after the first ``first`` rows. These first
    rows are skipped in the index, which holds only keys and the order."""
    keys = [column.name for column in table.primary_key.columns]
    here = (
        sa.select(*(table.c[name] for name in keys))
        .where(*conditions, _is_listed(table.c))
        .order_by(*order)
        .limit(sa.bindparam("most", type_=sa.Integer))
        .offset(sa.bindparam("first", type_=sa.Integer))
        .subquery()
    )
    same = sa.and_(*(table.c[name] == here.c[name] for name in keys))
    return sa.select(*columns).select_from(here.join(table, same)).order_by(*order)


def _listed_count(table: sa.Table, *conditions: sa.ColumnElement[bool]) -> Any:
    """The number of people on a scoreboard: all people, less the few who do not want to stand
    there. So the query need not look up the setting of each person."""
    everybody = sa.select(sa.func.count()).select_from(table).where(*conditions).scalar_subquery()
    settings = tables.settings.c
    theirs = sa.exists().where(
        table.c.person == settings.owner, table.c.community == EVERYWHERE, *conditions
    )
    hidden = (
        sa.select(sa.func.count())
        .select_from(tables.settings)
        .where(settings.name == UNLISTED, theirs)
        .scalar_subquery()
    )
    return sa.select(everybody - hidden)


def _stand_before(order: Sequence[sa.ColumnElement[Any]]) -> sa.ColumnElement[bool]:
    """Whether a row stands before the row with these values."""
    return sa.tuple_(*order) < sa.tuple_(*(given(column) for column in order))


class ScoreboardQueries(Generic[Row]):
    """The queries of one kind of scoreboard, such as those by rating. All scoreboards of a kind
    share one table of the database. It has a row for each person on each scoreboard; the other
    columns of its primary key name the scoreboard."""

    def __init__(
        self,
        row: type[Row],
        columns: Sequence[sa.ColumnElement[Any]],
        order: Sequence[sa.ColumnElement[Any]],
        rank: Callable[[Row], tuple[Any, ...]],
        listed: sa.ColumnElement[bool],
        is_listed: Callable[[Row], bool],
    ) -> None:
        """``row``: the type of a row, and ``columns``: the columns of its fields. ``order``: the
        columns by which people are sorted, the smallest first, and ``rank``: their values for a
        row. ``listed``, and ``is_listed`` for a row: whether its person stands on the scoreboard. A
        person who does not still has a place: the one that they would have there."""
        table: sa.Table = order[0].table
        here = [is_given(column) for column in table.primary_key if column.name != "person"]
        self._row = row
        self._rank = rank
        self._order = [column.name for column in order]
        self.is_listed = is_listed
        self._page = Statement(_page(table, columns, *here, listed, order=order))
        self._row_of = Statement(sa.select(*columns).where(*here, is_given(table.c.person)))
        self._before = Statement(_listed_count(table, *here, _stand_before(order)))
        self._people = Statement(_listed_count(table, *here, listed))

    def page(
        self, scope: Scope, period: Period, most: int, first: int = 0
    ) -> Work[tuple[Row, ...]]:
        """At most ``most`` people of a scoreboard, the best first, after the first ``first``."""
        values = {**_board(scope, period), "most": most, "first": first}
        return tuple(self._row(*row) for row in (yield from ask(self._page, values)))

    def row_of(self, scope: Scope, period: Period, person: PersonId) -> Work[Row | None]:
        """A person's row; ``None``: there is none."""
        found = yield from ask(self._row_of, {**_board(scope, period), "person": person})
        return self._row(*found[0]) if found else None

    @of_one_moment
    def place_of(
        self, scope: Scope, period: Period, person: PersonId
    ) -> Work[tuple[int, Row | None]]:
        """How many people stand before this one, and their row; ``None``: there is none."""
        mine = yield from self.row_of(scope, period, person)
        if mine is None:
            return 0, None
        place = dict(zip(self._order, self._rank(mine), strict=True))
        ((number,),) = yield from ask(self._before, {**_board(scope, period), **place})
        return number, mine

    def people(self, scope: Scope, period: Period) -> Work[int]:
        ((number,),) = yield from ask(self._people, _board(scope, period))
        return int(number)


def _board(scope: Scope, period: Period) -> dict[str, Any]:
    """The values that name a scoreboard. A table takes those for which it has columns."""
    return {**asdict(scope), "period": period.key}


BY_POINTS: Final = ScoreboardQueries(
    Standing,
    standing_columns(tables.standings.c),
    order=[tables.standings.c[name] for name in RANK],
    rank=rank,
    listed=sa.true(),
    is_listed=lambda _: True,
)
"""By ranking points, with the sums of people's results in a scope and a period."""
BY_RATING: Final = ScoreboardQueries(
    Rating,
    [tables.ratings.c[name] for name in Rating.__struct_fields__],
    order=[tables.ratings.c[name] for name in ("provisional", "minus_mu", "sigma", "person")],
    rank=rank_by_rating,
    listed=tables.ratings.c.provisional == 0,
    is_listed=lambda rating: not is_provisional(rating),
)
"""By rating, the settled ones. The scope names a game; its size and period mean nothing."""
BY_CHIPS: Final = ScoreboardQueries(
    Purse,
    (tables.purses.c.person, tables.purses.c.name, -tables.purses.c.minus_amount),
    order=[tables.purses.c.minus_amount, tables.purses.c.person],
    rank=lambda purse: (-purse.amount, purse.person),
    listed=tables.purses.c.minus_amount < 0,
    is_listed=lambda purse: purse.amount > 0,
)
"""By chips: people who have a result in a community (or in any: :data:`EVERYWHERE`). Only the
community of the scope counts."""


@of_one_moment
def sums_of(
    person: PersonId, scopes: Sequence[Scope], period: Period
) -> Work[tuple[Standing | None, ...]]:
    """A person's sums in each of these scopes; ``None`` where the person has no result."""
    made: list[Standing | None] = []
    for scope in scopes:
        made.append((yield from BY_POINTS.row_of(scope, period, person)))
    return tuple(made)


_WRONG_PURSES: Final = Statement(
    sa.select(tables.purses.c.person, tables.purses.c.community)
    .select_from(tables.purses)
    .outerjoin(tables.balances, tables.balances.c.owner == tables.purses.c.person)
    .where(tables.purses.c.minus_amount != -sa.func.coalesce(tables.balances.c.amount, 0))
    .order_by(tables.purses.c.person, tables.purses.c.community)
)


def wrong_purses() -> Work[tuple[tuple[PersonId, CommunityId], ...]]:
    """People whose chips on a scoreboard differ from their balance, with its community."""
    return tuple((person, community) for person, community in (yield from ask(_WRONG_PURSES)))


_whole = tables.ratings.alias("whole")
_WRONG_COPIES: Final = Statement(  # ratings in a community that differ from the person's rating
    sa.select(tables.ratings.c.person, tables.ratings.c.community)
    .select_from(tables.ratings)
    .outerjoin(
        _whole,
        sa.and_(
            _whole.c.community == EVERYWHERE,
            *(_whole.c[name] == tables.ratings.c[name] for name in RATING_KEY),
        ),
    )
    .where(
        sa.or_(
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

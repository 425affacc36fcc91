"""Reads a person's ratings, statistics and badges."""

from typing import Final

from msgspec.structs import replace
from sqlalchemy import Integer, bindparam, select

from bot.messages import PersonId
from bot.store.results.model import Badge, Rated, Rating, Statistics
from bot.store.results.standings import EVERYWHERE
from bot.store.statements import tables
from bot.store.statements.preparing import Statement, is_given
from bot.store.transaction import Rows, Work, ask

_RATINGS_OF: Final = Statement(
    select(*(tables.ratings.c[name] for name in Rating.__struct_fields__))
    .where(is_given(tables.ratings.c.person), tables.ratings.c.community == EVERYWHERE)
    .order_by(tables.ratings.c.matches.desc(), tables.ratings.c.variant)
)


def ratings_of(person: PersonId) -> Work[tuple[Rating, ...]]:
    """All ratings of a person. The one with the most matches comes first."""
    return tuple(Rating(*row) for row in (yield from ask(_RATINGS_OF, {"person": person})))


_RATED_OF: Final = Statement(  # the newest ``most``
    select(tables.rated)
    .where(is_given(tables.rated.c.person), is_given(tables.rated.c.variant))
    .order_by(tables.rated.c.number.desc())
    .limit(bindparam("most", type_=Integer))
)


def rated_of(rating: Rating, most: int) -> Work[tuple[Rated, ...]]:
    """The changes that the last matches (at most ``most``) made to a rating, the newest last."""
    values = {"person": rating.person, "variant": rating.variant}
    found = yield from ask(_RATED_OF, {**values, "most": most})
    return rated_from(found)[::-1]


_STATISTICS_OF: Final = Statement(
    select(tables.statistics)
    .where(is_given(tables.statistics.c.person))
    .order_by(tables.statistics.c.variant)
)


def statistics_of(person: PersonId) -> Work[tuple[Statistics, ...]]:
    """The statistics of a person over all matches, one for each game."""
    found = yield from ask(_STATISTICS_OF, {"person": person})
    return tuple(Statistics(*row) for row in found)


_BADGES_OF: Final = Statement(
    select(tables.badges).where(is_given(tables.badges.c.person)).order_by(tables.badges.c.badge)
)


def badges_of(person: PersonId) -> Work[tuple[Badge, ...]]:
    """A person's badges, in the order of their ids."""
    return tuple(Badge(*row) for row in (yield from ask(_BADGES_OF, {"person": person})))


def rated_from(rows: Rows) -> tuple[Rated, ...]:
    made = (Rated(*row) for row in rows)
    return tuple(replace(rated, left=bool(rated.left)) for rated in made)

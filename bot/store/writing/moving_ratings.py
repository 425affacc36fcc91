"""Changes the ratings of the people of finished matches, in the transaction that stores the
results."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import asdict
from sqlalchemy import update

from bot.messages import CommunityId, PersonId
from bot.store.results.model import MatchResult, Rated, Rating
from bot.store.results.ratings import beginner, moved_by, rank, rate, with_match
from bot.store.results.standings import EVERYWHERE
from bot.store.statements import tables
from bot.store.statements.preparing import (
    RATING_KEY,
    Statement,
    Values,
    given,
    insert,
    names_of,
    of_which,
    plain_insert,
)
from bot.store.transaction import Work, ask, tell

_Key = tuple[str, PersonId]
"""A game, and a person."""


_locked = insert(tables.ratings)
_LOCK_RATING: Final = Statement(  # inserts a beginner's row, unless there is a row
    _locked.on_conflict_do_update(
        index_elements=list(tables.ratings.primary_key.columns),
        set_={"matches": tables.ratings.c.matches},
    ).returning(tables.ratings.c.mu, tables.ratings.c.sigma, tables.ratings.c.matches),
    names_of(tables.ratings),
)
NEW_RATING: Final = Statement(
    insert(tables.ratings).on_conflict_do_nothing(), names_of(tables.ratings)
)
_MOVE_RATING: Final = Statement(  # in every community; ``of_...``: the rating's key
    update(tables.ratings)
    .where(*(tables.ratings.c[name] == of_which(tables.ratings.c[name]) for name in RATING_KEY))
    .values(
        {
            column.name: given(column)
            for column in tables.ratings.columns
            if column.name not in ("community", *RATING_KEY)
        }
    )
)
_RATED: Final = plain_insert(tables.rated)


def move_ratings(ended: Sequence[Sequence[MatchResult]]) -> Work[None]:
    """Changes ratings by these matches, in their order. ``ended``: the results of each match, with
    the points that they have earned. The rows are locked when they are read, in sorted order. So of
    two processes one waits for the other and continues with its numbers."""
    moved = [(results, moved_by(results)) for results in ended]
    keys = sorted({_key(result) for _, people in moved for result in people})
    if not keys:
        return
    rows = [rating_values(EVERYWHERE, beginner("", *key)) for key in keys]
    found = yield from ask(_LOCK_RATING, *rows)
    ratings = {
        (variant, person): Rating(person, "", variant, mu, sigma, matches)
        for (variant, person), (mu, sigma, matches) in zip(keys, found, strict=True)
    }
    told: list[Rated] = []
    seen: set[tuple[CommunityId, _Key]] = set()
    for results, people in moved:
        if not people:
            continue
        before = {result.person: ratings[_key(result)] for result in people}
        names = {result.person: result.name for result in people}
        for row in rate(results, before):
            told.append(row)
            key = (row.variant, row.person)
            ratings[key] = with_match(ratings[key], row, names[row.person])
        seen.update((result.community, _key(result)) for result in people)
    yield from tell(_RATED, [asdict(row) for row in told])
    copies = [rating_values(community, ratings[key]) for community, key in sorted(seen)]
    yield from tell(NEW_RATING, copies)
    yield from tell(_MOVE_RATING, [_moved(ratings[key]) for key in keys])


def _key(one: MatchResult) -> _Key:
    return one.variant, one.person


def _order(rating: Rating) -> Values:
    provisional, minus_mu, _, _ = rank(rating)
    return {"provisional": provisional, "minus_mu": minus_mu}


def rating_values(community: CommunityId, rating: Rating) -> Values:
    """A rating as a row for this community."""
    return {**asdict(rating), **_order(rating), "community": community}


def _moved(rating: Rating) -> Values:
    """The same values; the names that the statement's condition uses are replaced by others."""
    values: dict[str, Any] = {**asdict(rating), **_order(rating)}
    for name in RATING_KEY:
        values[f"of_{name}"] = values.pop(name)
    return values

"""Changes the ratings of the people of finished matches, in the transaction that stores the
results."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import asdict

from bot.messages import CommunityId, PersonId
from bot.store.model import MatchResult, Rated, Rating
from bot.store.results.ratings import beginner, moved_by, rank, rate, with_match
from bot.store.results.standings import EVERYWHERE
from bot.store.statements import Statements
from bot.store.statements.preparing import RATING_KEY, Values
from bot.store.transaction import Work, ask, tell

_Key = tuple[str, PersonId]
"""A game, and a person."""


def move_ratings(use: Statements, ended: Sequence[Sequence[MatchResult]]) -> Work[None]:
    """Changes ratings by these matches, in their order. ``ended``: the results of each match, with
    what they have earned.

    The rows are locked when they are read, in sorted order. So of two processes one waits for the
    other and continues with its numbers."""
    moved = [(results, moved_by(results)) for results in ended]
    keys = sorted({_key(result) for _, people in moved for result in people})
    if not keys:
        return
    rows = [rating_values(EVERYWHERE, beginner("", *key)) for key in keys]
    found = yield from ask(use.lock_rating, *rows)
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
    yield from tell(use.rated, [asdict(row) for row in told])
    copies = [rating_values(community, ratings[key]) for community, key in sorted(seen)]
    yield from tell(use.new_rating, copies)
    yield from tell(use.move_rating, [_moved(ratings[key]) for key in keys])


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

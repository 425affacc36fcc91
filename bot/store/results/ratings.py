"""Ratings of people's play, by openskill; one for each game, whatever the size of the table.

A match that brings ranking points moves the ratings of the people who played for them. Everybody
counts with the rating that they had when the match began. A person who left, and whose robot went
on, has lost. Seats of robots and of people without a rating count as beginners'. Points and chips
have no part in it. Partners are one team, as strong as they are together; the more partners there
are, the less a match tells about each of them.

Ratings depend on the order of matches, which is the order in which they are stored. Each match
moves the ratings of its people under a lock, and notes the ratings before and after it. So a single
match can be counted again, and the numbers of a person's matches give their order."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import sqrt
from typing import Final, NamedTuple

from msgspec.structs import replace
from openskill.models import PlackettLuce, PlackettLuceRating

from bot.messages import PersonId
from bot.store.results.model import MatchResult, Rated, Rating

_MODEL: Final = PlackettLuce()
START: Final = 1500
_UNIT: Final = 40
"""A beginner is shown as 1500; one of openskill's units as 40."""


class Strength(NamedTuple):
    """The rating of a person as openskill keeps it: the strength, and its uncertainty."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma


BEGINNER: Final = Strength()
SURE: Final = BEGINNER.sigma * sqrt(3) / 2
"""With this uncertainty or less a rating is no longer provisional: at least a quarter of a
beginner's variance is gone. Among people who begin together that takes about five matches of two,
nine of four and twelve of six; against people whose ratings are sure it takes fewer."""
SPREAD: Final = sqrt(2) * _MODEL.beta
"""The difference between two sure ratings at which the better player wins 84 of 100 matches."""


def beginner(name: str, variant: str, person: PersonId) -> Rating:
    """The rating of a person in this game before their first match."""
    return Rating(person, name, variant, BEGINNER.mu, BEGINNER.sigma, 0)


def shown(rating: Rating | Rated) -> tuple[int, int]:
    """A rating as people read it, and its uncertainty, which holds in two of three cases."""
    return points(rating.mu), uncertainty(rating.sigma)


def uncertainty(sigma: float) -> int:
    """An uncertainty of openskill's as people read it."""
    return round(_UNIT * sigma)


def points(mu: float) -> int:
    """A rating of openskill's as people read it."""
    return round(START + _UNIT * (mu - _MODEL.mu))


def met(one: Strength, other: Strength, has_won: bool) -> tuple[Strength, Strength]:
    """The new ratings of both after a meeting. ``has_won``: the first has won, else the other."""
    teams = [[_MODEL.rating(*one)], [_MODEL.rating(*other)]]
    (mine,), (theirs,) = _MODEL.rate(teams, ranks=[0, 1] if has_won else [1, 0])
    return Strength(mine.mu, mine.sigma), Strength(theirs.mu, theirs.sigma)


def is_provisional(rating: Rating) -> bool:
    """Whether the rating may still change a lot; such a rating stands on no scoreboard."""
    return rating.sigma > SURE


def moved_by(results: Sequence[MatchResult]) -> tuple[MatchResult, ...]:
    """The results of one match that change their people's ratings, sorted by account and person."""
    if not any(result.earned for result in results):
        return ()
    return tuple(
        sorted(
            (result for result in results if result.meeting),
            key=lambda result: (result.account, result.person),
        )
    )


def rate(results: Sequence[MatchResult], before: Mapping[PersonId, Rating]) -> Iterator[Rated]:
    """The change that one match makes to each rating. ``before``: the ratings before it, of
    everybody whose rating changes."""
    moved = moved_by(results)
    winner = _winner(results)
    rows = [
        Rated(
            match=result.match,
            place=place,
            person=result.person,
            variant=result.variant,
            players=result.players,
            number=before[result.person].matches + 1,
            at=result.at,
            account=result.account,
            seats=result.seats,
            left=not result.worth,
            winner=winner,
            mu_before=before[result.person].mu,
            sigma_before=before[result.person].sigma,
            mu=0.0,
            sigma=0.0,
        )
        for place, result in enumerate(moved)
    ]
    for row, (mu, sigma) in zip(rows, counted(rows), strict=True):
        yield replace(row, mu=mu, sigma=sigma)


def _winner(results: Iterable[MatchResult]) -> int:
    """The account that has won; -1: one without people."""
    return next((result.account for result in results if result.won), -1)


def counted(rows: Sequence[Rated]) -> list[Strength]:
    """The ratings of a match's people after it, in the order of ``rows``. ``rows``: all rows of the
    match, with the ratings before it."""
    accounts = sorted({row.account for row in rows})
    made: list[Strength] = []
    by_rules = _rate(rows, accounts, rows[0].winner) if rows else {}
    for row in rows:
        found = by_rules
        if row.left and row.account == row.winner:
            # The others' robot has won it. The person who left is rated as if the side had lost.
            others = [account for account in accounts if account != row.account]
            found = _rate(rows, accounts, *others)
        made.append(found[row.place])
    return made


def _rate(rows: Sequence[Rated], accounts: Sequence[int], *winners: int) -> dict[int, Strength]:
    """By place in ``rows``, the new ratings if these accounts have won."""
    # Whole numbers: openskill 6.0.0 overlooks that others are equal.
    teams: list[list[PlackettLuceRating]] = []
    ranks: list[float] = []
    for account in accounts:
        mine = [row for row in rows if row.account == account]
        known = [_MODEL.rating(row.mu_before, row.sigma_before) for row in mine]
        missing = mine[0].seats - len(mine)
        teams.append([*known, *(_MODEL.rating() for _ in range(missing))])
        ranks.append(0 if account in winners else 1)
    others = rows[0].players - sum(map(len, teams))
    if others > 0:
        teams.append([_MODEL.rating() for _ in range(others)])
        ranks.append(0 if -1 in winners else 1)
    after = _MODEL.rate(teams, ranks=ranks)
    return {
        row.place: Strength(strength.mu, strength.sigma)
        for account, team in zip(accounts, after, strict=False)
        for row, strength in zip(
            (row for row in rows if row.account == account), team, strict=False
        )
    }


def with_match(rating: Rating, row: Rated, name: str) -> Rating:
    """A rating after one more match."""
    return replace(rating, name=name, mu=row.mu, sigma=row.sigma, matches=row.number)


Place = tuple[int, float, float, PersonId]


def rank(rating: Rating) -> Place:
    """The order of a scoreboard: the settled ones first, by rating, the surer first."""
    return int(is_provisional(rating)), -rating.mu, rating.sigma, rating.person

"""The next season: its divisions, from the tables of this season (``docs/leagues.md``).

The terms follow from the files of this season, so every house signs the same terms."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from msgspec.structs import replace

from bot.leagues.book import Book
from bot.leagues.judging import LeagueVerdict
from bot.leagues.terms import LeagueClub, LeagueTeam, LeagueTerms
from bot.tournaments.state import UNDECIDED


class NoSeason(Exception):
    """No next season follows from these files."""


class Division(NamedTuple):
    """A league of this season, with its results."""

    book: Book
    verdict: LeagueVerdict


class _Team(NamedTuple):
    name: str
    club: str
    house: str
    """The public key of the club's house."""


def next_season(divisions: Sequence[Division], move: int, begins: int) -> tuple[LeagueTerms, ...]:
    """The terms of each division's next season, the highest first. The last ``move`` teams of a
    division change places with the first of the one below it. Teams are seeded by their places in
    this season: in a division first the teams that came down, last the teams that came up. Raises
    :class:`NoSeason`."""
    if any(
        result.winner == UNDECIDED for division in divisions for result in division.verdict.results
    ):
        raise NoSeason("not all pairings of this season are decided")
    ranked = [_ranked(division) for division in divisions]
    for upper, lower in pairwise(ranked):
        if 2 * move >= min(len(upper), len(lower)):
            raise NoSeason(f"a division has too few teams for {move} to change")
    made = []
    for at, (division, teams) in enumerate(zip(divisions, ranked, strict=True)):
        down = ranked[at - 1][len(ranked[at - 1]) - move :] if at else []
        up = ranked[at + 1][:move] if at + 1 < len(ranked) else []
        stay = teams[move if at else 0 : len(teams) - (move if up else 0)]
        made.append(_terms(division.book.terms, divisions, [*down, *stay, *up], begins))
    return tuple(made)


def _ranked(division: Division) -> list[_Team]:
    """The teams of a division, the best first."""
    terms = division.book.terms
    found = []
    for row in division.verdict.rows:
        club = terms.clubs[terms.teams[row.placing.unit].club]
        found.append(_Team(row.team, club.name, terms.houses[club.house].key))
    return found


def _terms(
    before: LeagueTerms, divisions: Sequence[Division], teams: Sequence[_Team], begins: int
) -> LeagueTerms:
    """The terms of a division with these teams: all houses and clubs that they need, in the order
    in which they stand in the terms of this season, division after division."""
    known = {house.key: house for division in divisions for house in division.book.terms.houses}
    houses = [key for key in known if any(team.house == key for team in teams)]
    clubs = list(dict.fromkeys((team.club, team.house) for team in teams))
    if len({name for name, _ in clubs}) < len(clubs):
        raise NoSeason("two clubs of different houses have the same name")
    if len({team.name for team in teams}) < len(teams):
        raise NoSeason("two teams have the same name")
    return replace(
        before,
        begins=begins,
        houses=tuple(known[key] for key in houses),
        clubs=tuple(LeagueClub(name, houses.index(house)) for name, house in clubs),
        teams=tuple(LeagueTeam(team.name, clubs.index((team.club, team.house))) for team in teams),
    )

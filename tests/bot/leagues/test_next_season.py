"""Who goes up and down after a season (docs/leagues.md)."""

import pytest
from msgspec.structs import replace

from bot.leagues.judging import as_tournament
from bot.leagues.seasons import Division, NoSeason, next_season
from bot.leagues.terms import LeagueClub, LeagueTeam, LeagueTerms, fixtures, problems
from bot.tournaments.standings import standings
from tests.bot.leagues.season import Houses, terms_of

LATER = 1_800_000_000


def over(terms: LeagueTerms) -> Division:
    """A season in which every pairing was conceded by the team that was seeded lower."""
    houses = Houses(terms)
    for fixture in fixtures(terms):
        weaker = max(fixture.one, fixture.other)
        desk = houses.desk(terms.house_of(weaker))
        desk.concede(fixture, weaker)
        houses.files[terms.house_of(weaker)] = desk.data
        houses.exchange()
    return Division(houses.book(), houses.verdict())


def named(letter: str, size: int) -> LeagueTerms:
    clubs = tuple(LeagueClub(f"Club {letter}{number}", number % 2) for number in range(size))
    teams = tuple(LeagueTeam(f"{letter}{number}", number) for number in range(size))
    return replace(terms_of(size), name=f"Primera {letter}", clubs=clubs, teams=teams)


@pytest.fixture(scope="module")
def divisions() -> list[Division]:
    return [over(named("a", 4)), over(named("b", 4)), over(named("c", 3))]


def test_the_last_go_down_and_the_first_go_up(divisions: list[Division]) -> None:
    made = next_season(divisions, 1, LATER)
    assert [[team.name for team in terms.teams] for terms in made] == [
        ["a0", "a1", "a2", "b0"],
        ["a3", "b1", "b2", "c0"],
        ["b3", "c1", "c2"],
    ]
    for before, terms in zip(divisions, made, strict=True):
        assert [*problems(terms)] == []
        assert terms.begins == LATER
        assert terms.name == before.book.terms.name
        assert terms.id != before.book.league
        for team in terms.teams:
            club = terms.clubs[team.club]
            assert club.name == f"Club {team.name}"
            assert terms.houses[club.house].name == f"Casa {int(team.name[1]) % 2}"


def test_a_league_alone_is_seeded_by_its_table(divisions: list[Division]) -> None:
    (terms,) = next_season(divisions[1:2], 1, LATER)
    ranked = standings(as_tournament(divisions[1].book.terms, divisions[1].verdict.results))
    assert [team.name for team in terms.teams] == [f"b{placing.unit}" for placing in ranked]


def test_nobody_moves_where_too_few_are_left(divisions: list[Division]) -> None:
    assert next_season(divisions, 0, LATER)[0].teams == divisions[0].book.terms.teams
    with pytest.raises(NoSeason):
        next_season(divisions, 2, LATER)


def test_no_season_follows_from_one_that_goes_on(divisions: list[Division]) -> None:
    houses = Houses(named("d", 4))
    with pytest.raises(NoSeason):
        next_season([divisions[0], Division(houses.book(), houses.verdict())], 1, LATER)


def test_names_that_meet_in_a_division(divisions: list[Division]) -> None:
    again = over(named("a", 4))
    with pytest.raises(NoSeason):
        next_season([divisions[0], again], 1, LATER)

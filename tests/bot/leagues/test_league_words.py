"""What a league between houses is told in: which messages, with which parameters."""

from random import Random

import pytest

from bot.leagues.judging import LeagueResult, LeagueRow
from bot.leagues.scoring import PairingScore
from bot.leagues.terms import Fixture, LeagueTerms, fixtures
from bot.screens.moment.dates import date_text
from bot.screens.tournaments import league
from bot.tournaments.standings import Placing
from tests.bot.ids import IdWords
from tests.bot.leagues.season import terms_of

WORDS = IdWords("es")
CLUBS = 4


def drawn(seed: int) -> tuple[LeagueTerms, Random]:
    terms = terms_of(CLUBS)
    assert len({team.name for team in terms.teams}) == CLUBS
    return terms, Random(seed)


def numbers(rng: Random) -> tuple[int, ...]:
    """Numbers none of which stands for another by chance."""
    return tuple(rng.sample(range(1000), 4))


def teams(terms: LeagueTerms, fixture: Fixture) -> tuple[str, str]:
    return terms.teams[fixture.one].name, terms.teams[fixture.other].name


@pytest.mark.parametrize("seed", range(3))
def test_each_round_is_told_with_its_number_and_its_end(seed: int) -> None:
    terms, rng = drawn(seed)
    begins = date_text(terms.starts(1), WORDS)
    assert league.when(terms, 0, WORDS) == f"<league.begins date={begins}>"
    number = rng.randint(1, terms.rounds)
    ends = date_text(terms.starts(number + 1), WORDS)
    said = f"<league.round round={number} of={terms.rounds} date={ends}>"
    assert league.when(terms, number, WORDS) == said
    assert league.when(terms, terms.rounds + 1, WORDS) == "<league.ended>"
    mine = [fixture for fixture in fixtures(terms) if fixture.round == number]
    head, when, *pairings, how = league.round_post(terms, number, mine, WORDS).split("\n")
    assert (head, when, how) == (terms.name, said, "<league.how>")
    told = (teams(terms, fixture) for fixture in mine)
    assert pairings == [f"<league.pairing one={one} other={other}>" for one, other in told]


@pytest.mark.parametrize("seed", range(3))
def test_a_result_names_each_team_with_its_own_imps(seed: int) -> None:
    terms, rng = drawn(seed)
    for fixture in fixtures(terms):
        one, other = teams(terms, fixture)
        won, lost, *unsaid = numbers(rng)
        score = PairingScore((won, lost), (unsaid[0], unsaid[1]), (0, 0))
        said = f"<league.result one={one} won={won} lost={lost} other={other}>"
        assert league.result(terms, LeagueResult(fixture, score), WORDS) == said
        for loser, winner in ((one, other), (other, one)):
            gave = fixture.one if loser == one else fixture.other
            said = f"<league.result.conceded winner={winner} loser={loser}>"
            made = LeagueResult(fixture, score, conceded=gave)
            assert league.result(terms, made, WORDS) == said


@pytest.mark.parametrize("seed", range(3))
def test_a_row_of_the_table_says_its_own_numbers(seed: int) -> None:
    terms, rng = drawn(seed)
    rows, said = [], []
    for place, team in enumerate(terms.teams, start=1):
        points, won, lost, unsaid = numbers(rng)
        placing = Placing(place - 1, points, unsaid, unsaid, 0, 0, unsaid, unsaid, place=place)
        rows.append(LeagueRow(placing, team.name, "Club", (unsaid, unsaid), (won, lost)))
        said.append(
            f"<league.row place={place} team={team.name} points={points} won={won} lost={lost}>"
        )
    assert [*league.table(rows, WORDS)] == said
    assert league.results_post(terms, (), rows, WORDS).split("\n") == [terms.name, "", *said]

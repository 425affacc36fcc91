"""A league of two houses from the first entry to the table (docs/spec/liga.md)."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.leagues.book import NoLeague, put_together, read_book
from bot.leagues.entries import HouseKey, fingerprint
from bot.leagues.hosting import AHEAD, LeagueDesk, NotNow
from bot.leagues.judging import as_tournament, judge
from bot.leagues.scoring import imps, scored
from bot.leagues.seasons import Division, NoSeason, next_season
from bot.leagues.terms import House, LeagueClub, LeagueTeam, LeagueTerms, fixtures, problems
from bot.tournaments.standings import standings
from bot.tournaments.state import NOBODY, UNDECIDED
from engine.rules.rule_set import DUPLICATE
from engine.variants import VARIANTS
from tests.bot.leagues.season import Houses, is_signed, key, terms_of
from tests.fairness.verifiers import by_engine, by_one_file


@pytest.fixture(scope="module")
def season() -> Houses:
    """Three teams, three rounds; both houses have rooms."""
    houses = Houses(terms_of(3))
    for round in range(1, houses.terms.rounds + 1):
        houses.round(round)
    return houses


def test_every_room_is_right_and_both_houses_work_out_the_same(season: Houses) -> None:
    one, other = (judge(read_book({"": data}), is_signed) for data in season.files)
    assert one.faults == ()
    assert one == other
    assert all(result.scored is not None for result in one.results)
    assert len(season.records) == 2 * len(one.results) == 6


def test_the_verifiers_of_matches_hold_for_every_room(season: Houses) -> None:
    """Whoever played there needs nothing but the record."""
    for text in season.records.values():
        assert by_engine(text) is None
        assert by_one_file(text) is None


def test_both_rooms_have_the_same_deals(season: Houses) -> None:
    def dealt(text: str) -> list[str]:
        return [line for line in text.split("\n") if line.startswith(("deal ", "hand "))]

    rooms = season.records
    for round, board, room in rooms:
        if room == "open":
            assert dealt(rooms[round, board, "open"]) == dealt(rooms[round, board, "closed"])
            assert rooms[round, board, "open"] != rooms[round, board, "closed"]


def test_the_table_is_that_of_a_league_of_the_bot(season: Houses) -> None:
    verdict = season.verdict()
    assert [row.placing.place for row in verdict.rows] == sorted(
        row.placing.place for row in verdict.rows
    )
    won = sum(3 if result.winner >= 0 else 2 for result in verdict.results)
    assert sum(row.placing.points for row in verdict.rows) == won
    for row in verdict.rows:
        assert row.placing.difference == row.imps[0] - row.imps[1]


def test_lines_may_stand_anywhere_and_come_often(season: Houses) -> None:
    lines = season.files[0].splitlines()
    Random(1).shuffle(lines)
    files = {"one": b"\n".join(lines[9:] + lines[:20]), "two": b"\n".join(lines)}
    assert judge(read_book(files), is_signed) == season.verdict()
    once = put_together(files | {"no line": b"a\n" + lines[0][:-1]})
    assert sorted(once.splitlines()) == sorted(lines)


def test_lines_that_somebody_leaves_out_blame_no_house(season: Houses) -> None:
    """What is not there may stand in another file; what is there has the same results."""
    lines, rng = season.files[0].splitlines(), Random(2)
    whole = {result.fixture: result for result in season.verdict().results}
    for share in (0.2, 0.5, 0.8, 0.9, 0.95, 0.98) * 3:
        some = [line for line in lines if b'"enter"' in line or rng.random() < share]
        verdict = judge(read_book({"": b"\n".join(some)}), is_signed)
        assert {fault.house for fault in verdict.faults} <= {NOBODY}
        assert all(
            result == whole[result.fixture]
            for result in verdict.results
            if result.scored is not None
        )


def test_a_file_tells_as_far_as_it_goes(season: Houses) -> None:
    """While a round goes on nothing is wrong, and what is not played is open."""
    houses = Houses(terms_of(3))
    assert houses.verdict().faults == ()
    houses.go_on()
    verdict = houses.verdict()
    assert verdict.faults == ()
    assert {result.winner for result in verdict.results} == {UNDECIDED}
    houses.play()
    assert houses.verdict().faults == ()


def test_a_pairing_that_a_team_gives_away() -> None:
    houses = Houses(terms_of())
    houses.go_on()
    desk = houses.desk(1)
    desk.concede(desk.ledger().fixtures[1, 1], 1)
    houses.files[1] = desk.data
    houses.exchange()
    verdict = houses.verdict()
    assert verdict.faults == ()
    assert [(row.team, row.placing.points) for row in verdict.rows] == [
        ("Equipo 0", 3),
        ("Equipo 1", 0),
    ]
    assert not [*houses.desk(0).rooms()]


def test_a_house_that_was_stopped_anywhere_goes_on(season: Houses) -> None:
    """What it has not given away is lost with it, and is said again."""
    houses = Houses(terms_of())
    before = list(houses.files)
    desk = houses.desk(0)
    desk.go_on()
    assert desk.data != before[0], "it has sealed"
    houses.round(1)
    assert houses.verdict().faults == ()


def test_a_seal_is_due_a_day_before_its_round_and_a_secret_at_its_beginning() -> None:
    """The seal once all have entered, the secret once all have sealed."""
    starts = terms_of().starts(1)
    houses = Houses(terms_of(), moment=starts - AHEAD - 1)
    for moment, seals, opened in (
        (starts - AHEAD - 1, 0, 0),
        (starts - AHEAD, 2, 0),
        (starts - 1, 2, 0),
        (starts, 2, 2),
    ):
        houses.moment = moment
        houses.go_on()
        ledger = houses.desk(0).ledger()
        found = [
            [place for place in said if place[0] == 1] for said in (ledger.seals, ledger.opened)
        ]
        assert [len(places) for places in found] == [seals, opened]
    alone = LeagueDesk(key(0), b"", starts)
    alone.enter(houses.terms)
    alone.go_on()
    assert not alone.ledger().seals
    late = Houses(houses.terms, moment=starts).desk(0)
    late.go_on()
    assert (1, 0) in late.ledger().seals
    assert not late.ledger().opened


def test_a_league_without_a_beacon() -> None:
    houses = Houses(terms_of(beacon=False))
    houses.round(1)
    verdict = houses.verdict()
    assert verdict.faults == ()
    assert verdict.results[0].scored is not None
    assert all("proof ninguno" in text for text in houses.records.values())


def test_four_at_a_table_and_another_game() -> None:
    terms = terms_of(players=4, variant="paulista", options=(("deck", "clean"),))
    houses = Houses(terms)
    houses.round(1)
    assert houses.verdict().faults == ()
    assert houses.verdict().results[0].scored is not None


# --- terms -------------------------------------------------------------------------------------


@pytest.mark.parametrize("teams", range(2, 9))
def test_everybody_meets_everybody_once(teams: int) -> None:
    met = [(fixture.one, fixture.other) for fixture in fixtures(terms_of(teams))]
    assert len({frozenset(pair) for pair in met}) == len(met) == teams * (teams - 1) // 2
    last = max(fixture.round for fixture in fixtures(terms_of(teams)))
    assert last == terms_of(teams).rounds
    assert len({fixture.match("x") for fixture in fixtures(terms_of(teams))}) == len(met)


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"players": 3}, "players"),
        ({"deals": 7}, "deals"),
        ({"variant": "bridge"}, "variant"),
        ({"options": (("flor", "maybe"),)}, "options"),
        ({"options": (("legs", "2"),)}, "options"),
        ({"options": (("target", "15"), ("flor", "con"))}, "options"),
        ({"houses": (House("A", "00"), House("B", key(1).public))}, "houses"),
        ({"houses": (House("A", key(0).public), House("B", key(0).public))}, "houses"),
        ({"clubs": (LeagueClub("A", 9), LeagueClub("B", 0))}, "clubs"),
        ({"teams": (LeagueTeam("A", 0), LeagueTeam("B", 9))}, "teams"),
        ({"teams": (LeagueTeam("A", 0), LeagueTeam("A", 1))}, "teams"),
        ({"teams": (LeagueTeam("A", 0),)}, "teams"),
    ],
)
def test_terms_that_are_wrong(changed: dict[str, object], told: str) -> None:
    terms = replace(terms_of(), **changed)
    assert [line.partition(":")[0] for line in problems(terms)] == [told]
    with pytest.raises(NotNow, match=told):
        Houses(terms_of()).desk(0).enter(terms)


def test_nobody_enters_with_other_terms_or_another_key() -> None:
    houses = Houses(terms_of())
    with pytest.raises(NotNow):
        houses.desk(0).enter(replace(houses.terms, days=3))
    with pytest.raises(NotNow):
        houses.desk(0).enter(terms_of(houses=1))
    with pytest.raises(NoLeague):
        read_book({"": b""})


def test_a_key_shows_nothing_and_its_secrets_differ() -> None:
    made = HouseKey(bytes(32))
    assert repr(made) == "HouseKey()"
    assert len({made.secret(league, round) for league in ("a", "b") for round in (1, 2)}) == 4
    assert made.secret("a", 1) == HouseKey(bytes(32)).secret("a", 1)
    told = fingerprint(made.public)
    assert len(told.split("-")) == 8
    assert told != fingerprint(key(0).public)


# --- scores ------------------------------------------------------------------------------------

MOST = 2 * max(variant.hand_cap for variant in VARIANTS.values())


STEPS = (1, 2, 3, 4, 6, 8, 11, 14, 18, 22)
"""The smallest swings that bring 1 to 10 (LI-16)."""


def test_imps_are_what_the_protocol_says() -> None:
    assert [imps(step) for step in STEPS] == [*range(1, 11)]
    assert [imps(step - 1) for step in STEPS] == [*range(10)]


@given(st.integers(-MOST, MOST), st.integers(-MOST, MOST))
def test_imps_never_turn_a_swing_around(swing: int, other_swing: int) -> None:
    assert imps(-swing) == -imps(swing)
    assert (imps(swing) > 0) == (swing > 0)
    if swing <= other_swing:
        assert imps(swing) <= imps(other_swing)
        assert imps(other_swing) - imps(swing) <= other_swing - swing


@given(st.lists(st.tuples(st.integers(0, 13), st.integers(0, 13)), min_size=6, max_size=6))
def test_equal_play_in_both_rooms_brings_nothing(hands: list[tuple[int, int]]) -> None:
    made = scored(hands, hands)
    assert made.imps == made.deals == (0, 0)
    assert made.points[0] == made.points[1]


def test_a_swing_counts_for_the_team_and_not_for_the_side() -> None:
    made = scored([(4, 0), (0, 1)], [(2, 0), (0, 0)])
    assert made.imps == (imps(2), -imps(-1))
    assert made.deals == (1, 1)
    assert made.points == (4, 3)


def test_every_game_and_number_of_deals_makes_a_room() -> None:
    for name in VARIANTS:
        for deals in DUPLICATE.values[1:]:
            table = terms_of(variant=name, deals=int(deals)).table()
            assert table.hands == int(deals)
            assert table.hand_cap


# --- who goes up and down after a season ----------------------------------------------------------


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

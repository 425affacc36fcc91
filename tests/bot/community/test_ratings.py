"""Ratings: which matches move them and how, and that nobody's is lost or counted twice."""

import pytest

from bot.messages import Accepted, Leave, PersonId
from bot.store import Store
from bot.store.queries import profile_queries
from bot.store.queries.scoreboard_queries import BY_RATING
from bot.store.results.model import Rated, Rating
from bot.store.results.ratings import SURE, counted, is_provisional, shown
from bot.store.results.standings import ALWAYS, Scope
from tests.bot.community.test_ranking import board, earned, sums, won
from tests.bot.helpers import ANA, Table
from tests.bot.results import ADA, BEGINNER, BRUNO, CIRO, DAY, DORA, HERE, NOON, match

# --- openskill's own numbers ---------------------------------------------------------------------


def row(place: int, account: int, seats: int, before: tuple[float, float], winner: int) -> Rated:
    mu, sigma = before
    return Rated("m", place, f"p{place}", "argentino", 3, 1, 0.0, account, seats, False, winner,
                 mu, sigma, 0.0, 0.0)  # fmt: skip


@pytest.mark.parametrize(
    ("winner", "one", "two"),
    [
        (0, (36.48967347401391, 11.237778601372977), (26.154304991014694, 11.17822477763209)),
        (1, (30.19454401757094, 11.237778601372977), (32.44943444745767, 11.17822477763209)),
    ],
)
def test_openskill_s_published_values(
    winner: int, one: tuple[float, float], two: tuple[float, float]
) -> None:
    """One against two, as in the data of openskill's own tests."""
    start = (31.321989232514305, 11.379964801443018)
    rows = [row(0, 0, 1, start, winner), row(1, 1, 2, start, winner), row(2, 1, 2, start, winner)]
    found = counted(rows)
    for strength, expected in zip(found, (one, two, two), strict=True):
        assert strength == pytest.approx(expected)


async def test_the_first_match_of_four_is_openskill_s_first_example(store: Store) -> None:
    four = [(ADA, 0, 20), (CIRO, 0, 20), (BRUNO, 1, 5), (DORA, 1, 5)]
    await store.commit([match("m1", *four)])
    for person, account, _ in four:
        (mine,) = await store.read(profile_queries.ratings_of, person)
        expected = (26.964294621803063, 23.035705378196937)[account]
        assert (mine.mu, mine.sigma) == pytest.approx((expected, 8.177962604389991))


# --- at a table ----------------------------------------------------------------------------------


async def numbers(table: Table) -> dict[PersonId, tuple[int, int]]:
    """Of each person with a rating: as it is shown, and after how many matches."""
    found = {}
    for person in (ADA, BRUNO, CIRO, DORA, ANA):
        for rating in await table.store.read(profile_queries.ratings_of, person):
            found[person] = (shown(rating)[0], rating.matches)
    return found


async def test_a_win_and_a_loss(table: Table) -> None:
    await won(table, ADA, BRUNO)
    (mine,) = await table.store.read(profile_queries.ratings_of, ADA)
    assert (mine.variant, mine.matches) == ("argentino", 1)
    assert await numbers(table) == {ADA: (1605, 1), BRUNO: (1395, 1)}
    await won(table, BRUNO, ADA)
    played = {person: matches for person, (_, matches) in (await numbers(table)).items()}
    assert played == {ADA: 2, BRUNO: 2}


async def test_practice_robots_and_people_without_an_account_move_nothing(table: Table) -> None:
    await won(table, ADA, BRUNO, competitive="no")
    assert set(await numbers(table)) == {ADA, BRUNO}, "what was chosen later is for the next one"
    before = await numbers(table)
    await won(table, ADA, ANA)
    await table.seated(ADA, BRUNO)
    await table.agree(ADA, BRUNO)
    assert await numbers(table) == before


async def test_whoever_leaves_has_lost(table: Table) -> None:
    await table.dealt("7e 6e 4o", "4c 5b 12o", dealer=1, people=(ADA, BRUNO), target="12")
    await table.do(ADA, "faltaenvido")
    assert isinstance(await table.ask(Leave, ADA), Accepted)
    await table.do(BRUNO, "quiero")
    assert await numbers(table) == {ADA: (1395, 1), BRUNO: (1605, 1)}
    assert await earned(table) == {ADA: 0, BRUNO: 20}
    assert sums(await board(table)) == [(BRUNO, 20, 1, 0), (ADA, 0, 0, 1)]


async def test_whoever_left_the_winners_has_lost_alone(store: Store) -> None:
    """The partner has won with a robot. Whoever left is rated as if their side had lost."""
    await store.commit([match("m1", (ADA, 0, 20), (CIRO, 0, 0), (BRUNO, 1, 5), (DORA, 1, 5))])
    mus = {
        person: (await store.read(profile_queries.ratings_of, person))[0].mu
        for person in (ADA, CIRO, BRUNO, DORA)
    }
    assert mus[ADA] > 25 > mus[CIRO]
    assert mus[CIRO] == pytest.approx(mus[BRUNO])
    assert mus[BRUNO] == mus[DORA]


async def test_a_robot_won_against_both_of_three(store: Store) -> None:
    """Each has a score of their own, so both have lost equally."""
    await store.commit([match("m1", (ADA, 0, 5), (BRUNO, 2, 5), players=3)])
    (ada,), (bruno,) = (
        await store.read(profile_queries.ratings_of, ADA),
        await store.read(profile_queries.ratings_of, BRUNO),
    )
    assert ada.mu == pytest.approx(bruno.mu)
    assert ada.mu < 25


async def test_a_game_has_one_rating_for_all_sizes_of_table(store: Store) -> None:
    await store.commit(
        [
            match("m1", (ADA, 0, 20), (BRUNO, 1, 5)),
            match("m2", (ADA, 0, 20), (BRUNO, 1, 5), variant="mineiro"),
            match("m3", (ADA, 0, 20), (BRUNO, 1, 5), players=4),
            match("m4", (ADA, 0, 20), (BRUNO, 1, 5)),
        ]
    )
    found = await store.read(profile_queries.ratings_of, ADA)
    played = [(rating.variant, rating.matches) for rating in found]
    assert played == [("argentino", 3), ("mineiro", 1)]
    first, of_four, _ = await store.read(profile_queries.rated_of, found[0], 9)
    (alone,) = await store.read(profile_queries.rated_of, found[1], 9)
    assert alone.mu == first.mu
    assert (of_four.number, of_four.mu_before, of_four.players) == (2, first.mu, 4)
    moved = [abs(rated.mu - rated.mu_before) for rated in (first, of_four)]
    assert moved[1] < moved[0], "partners whom nobody knows make it less sure who was better"


# --- what is stored is what the matches make of it -----------------------------------------------


async def test_a_rating_that_is_sure_enough_brings_a_place(store: Store) -> None:
    """A quarter of a beginner's variance is gone after six matches in which the same one wins."""
    scope = Scope(HERE, "argentino")
    needed = 0
    while not (found := await store.read(BY_RATING.page, scope, ALWAYS, 9)):
        assert all(map(is_provisional, await store.read(profile_queries.ratings_of, ADA)))
        needed += 1
        one = match(f"m{needed}", (ADA, 0, 20), (BRUNO, 1, 5), at=NOON + needed * DAY)
        await store.commit([one])
    assert [rating.person for rating in found] == [ADA, BRUNO]
    assert needed == 6
    assert max(rating.sigma for rating in found) <= SURE < BEGINNER[1]
    # Whoever is better already, but has played little, stands behind them.
    news = [match(f"n{n}", (CIRO, 0, 20), (ADA, 1, 5), at=NOON + n * DAY) for n in range(4)]
    await store.commit(news)
    place, mine = await store.read(BY_RATING.place_of, scope, ALWAYS, CIRO)
    assert mine is not None
    assert place == 2
    board = await store.read(BY_RATING.page, scope, ALWAYS, 9)
    assert mine.mu > max(rating.mu for rating in board)


def test_a_beginner_is_shown_as_1500() -> None:
    assert shown(Rating(ADA, "Ada", "argentino", *BEGINNER, 0)) == (1500, 333)

"""Ratings: which matches move them and how, and that nobody's is lost or counted twice."""

import math
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.messages import Accepted, Leave, PersonId
from bot.store import Changes, Store
from bot.store.changes import Erase
from bot.store.queries import people_queries, profile_queries, result_queries, scoreboard_queries
from bot.store.queries.recounting import problem_of_match, problems_of_person
from bot.store.queries.scoreboard_queries import BY_RATING
from bot.store.results.model import MatchResult, Rated, Rating
from bot.store.results.ratings import SURE, counted, is_provisional, shown
from bot.store.results.standings import ALWAYS, EVERYWHERE, Scope
from tests.bot import stored_results
from tests.bot.conftest import BesideAnother, run_in_memory, run_on_postgresql
from tests.bot.helpers import ANA, Table
from tests.bot.test_ranking import ADA, BRUNO, CIRO, DAY, DORA, NOON, board, earned, sums, won
from tests.bot.test_store import step
from tests.examples import examples

START = (25.0, 25.0 / 3)
HERE, THERE = "discord:9", "telegram:8"


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


def match(
    name: str,
    *people: tuple[PersonId, int, int],
    players: int = 0,
    community: str = HERE,
    variant: str = "argentino",
    at: float = NOON,
) -> Changes:
    """A match's results: of each person the account and what it is worth (20 won, 5 lost, 0 left).
    The account 0 has won unless somebody of another has."""
    players = players or len(people)
    rows = tuple(
        MatchResult(
            match=name,
            person=person,
            community=community,
            name=person.title(),
            won=worth == 20,
            points_for=12,
            points_against=3,
            at=at,
            account=account,
            variant=variant,
            players=players,
            ranked=True,
            worth=worth,
            seats=1 if players == 3 else players // 2,
        )
        for person, account, worth in people
    )
    return step(1, name, results=rows)


class Oracle:
    """Ratings of two sides by the formulas of Weng and Lin (Algorithm 4), in the order in which
    matches are stored; kept without the code of the store and of openskill."""

    def __init__(self) -> None:
        self.ratings: dict[tuple[PersonId, str], list[tuple[float, float]]] = {}
        self.here: set[tuple[str, PersonId, str]] = set()
        self.met: dict[tuple[PersonId, PersonId], int] = {}

    def add(self, change: Changes) -> None:
        (part,) = change.matches
        results = part.results
        sides = [[result for result in results if result.account == side] for side in (0, 1)]
        worth = False
        least: dict[PersonId, int] = {}
        for result in sides[0]:
            for other_result in sides[1]:
                people = (result.person, other_result.person)
                pair = (min(people), max(people))
                self.met[pair] = self.met.get(pair, 0) + 1
                for person in pair:
                    least[person] = min(least.get(person, 99), self.met[pair])
        for result in results:
            worth |= int(result.worth / 2 ** ((least[result.person] - 1) // 5)) > 0
        if not worth:
            return
        winner = 0 if any(result.won for result in sides[0]) else 1
        teams = []
        for side in sides:
            known = [self.now(result) for result in side]
            teams.append(known + [START] * (side[0].seats - len(side)))
        after = {}
        for result in results:
            won = winner == result.account and result.worth > 0
            mine, others = teams[result.account], teams[1 - result.account]
            after[result.person, result.variant] = weng_lin(self.now(result), mine, others, won)
            for community in (result.community, EVERYWHERE):
                self.here.add((community, result.person, result.variant))
        for key, strength in after.items():
            self.ratings.setdefault(key, []).append(strength)

    def now(self, result: MatchResult) -> tuple[float, float]:
        return self.ratings.get((result.person, result.variant), [START])[-1]


def weng_lin(
    me: tuple[float, float],
    mine: Sequence[tuple[float, float]],
    others: Sequence[tuple[float, float]],
    won: bool,
) -> tuple[float, float]:
    drift, beta = (25 / 300) ** 2, 25 / 6
    variance = sum(sigma**2 + drift for _, sigma in mine)
    against = sum(sigma**2 + drift for _, sigma in others)
    c = math.sqrt(variance + against + 2 * beta**2)
    ahead = (sum(mu for mu, _ in mine) - sum(mu for mu, _ in others)) / c
    chance = 1 / (1 + math.exp(-ahead))
    own = me[1] ** 2 + drift
    shift = own / c * ((1 if won else 0) - chance)
    surer = own / c**2 * (math.sqrt(variance) / c) * chance * (1 - chance)
    return me[0] + shift, math.sqrt(own * (1 - surer))


PEOPLE = (ADA, BRUNO, CIRO, DORA)


@st.composite
def clubs(draw: st.DrawFn) -> list[list[Changes]]:
    """Batches of matches of a few people for two or four, with places for robots."""
    names = iter(range(1000))
    batches = []
    for _ in range(draw(st.integers(1, 6))):
        batch = []
        for _ in range(draw(st.integers(1, 6))):
            people = draw(st.permutations(PEOPLE))[: draw(st.integers(2, 4))]
            winner = draw(st.integers(0, 1))
            rows = [
                (person, at % 2, 20 if at % 2 == winner else 5) for at, person in enumerate(people)
            ]
            if len(rows) > 2 and draw(st.booleans()):  # somebody left, and a partner stayed
                rows[0] = (*rows[0][:2], 0)
            batch.append(
                match(
                    f"m{next(names):03}",
                    *rows,
                    players=4 if len(rows) > 2 else draw(st.sampled_from((2, 4))),
                    community=draw(st.sampled_from((HERE, THERE))),
                    variant=draw(st.sampled_from(("argentino", "mineiro"))),
                )
            )
        batches.append(batch)
    return batches


async def agrees(store: Store, oracle: Oracle) -> None:
    for person in PEOPLE:
        ratings = await store.read(profile_queries.ratings_of, person)
        found = {rating.variant: rating for rating in ratings}
        theirs = {key[1]: told for key, told in oracle.ratings.items() if key[0] == person}
        assert found.keys() == theirs.keys()
        for key, rating in found.items():
            assert (rating.mu, rating.sigma) == pytest.approx(theirs[key][-1])
            assert rating.matches == len(theirs[key])
            rows = await store.read(profile_queries.rated_of, rating, 99)
            curve = [(row.mu, row.sigma) for row in rows]
            assert curve == [pytest.approx(strength) for strength in theirs[key]]
            assert (await store.read(profile_queries.rated_of, rating, 2))[-1].mu == rating.mu
    for community in (HERE, THERE, EVERYWHERE):
        for variant in ("argentino", "mineiro"):
            await board_agrees(store, oracle, Scope(community, variant))
    for person in await store.read(result_queries.people_counted):
        assert (
            list(problems_of_person(person, await store.read(people_queries.kept_of, person))) == []
        )
    for name in await store.read(result_queries.rated_matches):
        assert problem_of_match(*await store.read(result_queries.moved_by_match, name)) == ""
    assert await store.read(scoreboard_queries.wrong_copies) == ()


async def board_agrees(store: Store, oracle: Oracle, scope: Scope) -> None:
    order = []
    for community, person, variant in oracle.here:
        told = oracle.ratings.get((person, variant))
        if told and (community, variant) == (scope.community, scope.variant):
            order.append((told[-1][1] ** 2 > 0.75 * START[1] ** 2, -told[-1][0], person))
    order.sort()
    best = [person for provisional, _, person in order if not provisional]
    # Equal but for the last digits: such people may stand either way.
    found = [rating.person for rating in await store.read(BY_RATING.page, scope, ALWAYS, 99)]
    assert sorted(found) == sorted(best)
    assert await store.read(BY_RATING.people, scope, ALWAYS) == len(best)
    assert [
        rating.person for rating in await store.read(BY_RATING.page, scope, ALWAYS, 2, 1)
    ] == found[1:3]
    everybody = {}
    for _, _, person in order:
        place, mine = await store.read(BY_RATING.place_of, scope, ALWAYS, person)
        assert mine is not None
        everybody[place] = person
        assert person in best or place >= len(best)
    assert [everybody[place] for place in range(len(found))] == found
    assert sorted(everybody) == list(range(len(order)))
    assert await store.read(BY_RATING.place_of, scope, ALWAYS, "nobody") == (
        0,
        None,
    )


async def lived(store: Store, club: Sequence[Sequence[Changes]]) -> None:
    oracle = Oracle()
    try:
        for batch in club:
            await store.commit(batch)
            for change in batch:
                oracle.add(change)
        await agrees(store, oracle)
        # A community goes: ratings stay, with what its matches did to them.
        await store.commit([Changes(erase=Erase((THERE,)))])
        oracle.here = {place for place in oracle.here if place[0] != THERE}
        await agrees(store, oracle)
        # A person goes: what the others won of that person stays.
        await store.commit([Changes(erase=Erase((BRUNO,)))])
        oracle.ratings = {
            key: ratings for key, ratings in oracle.ratings.items() if key[0] != BRUNO
        }
        await agrees(store, oracle)
        kept = await store.read(people_queries.kept_of, BRUNO)
        assert (kept.ratings, kept.rated) == ((), ())
    finally:
        await store.close()


@examples(8)
@given(club=clubs())
def test_ratings_are_what_the_matches_make_of_them(club: list[list[Changes]]) -> None:
    run_in_memory(lambda store: lived(store, club))


@examples(3)
@given(club=clubs())
def test_ratings_in_postgresql(club: list[list[Changes]], postgres: str) -> None:
    run_on_postgresql(lambda store: lived(store, club), postgres)


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
    assert max(rating.sigma for rating in found) <= SURE < START[1]
    # Whoever is better already, but has played little, stands behind them.
    news = [match(f"n{n}", (CIRO, 0, 20), (ADA, 1, 5), at=NOON + n * DAY) for n in range(4)]
    await store.commit(news)
    place, mine = await store.read(BY_RATING.place_of, scope, ALWAYS, CIRO)
    assert mine is not None
    assert place == 2
    board = await store.read(BY_RATING.page, scope, ALWAYS, 9)
    assert mine.mu > max(rating.mu for rating in board)


async def test_two_processes_store_results_of_the_same_people(
    beside_another: BesideAnother,
) -> None:
    """No match is lost for a rating, and no meeting of one day counts twice."""
    store, oracle = beside_another.store, Oracle()
    both, others = ((ADA, 0, 20), (BRUNO, 1, 5)), ((ADA, 0, 20), (CIRO, 1, 5))
    before = [match(f"m{number}", *both) for number in range(4)]
    last = [match("m5", *both), match("m6", *both), match("m7", *others), match("m8", *others)]
    await store.commit(before)
    await beside_another.commit(*last[:2])
    await beside_another.commit(*last[2:])
    for change in (*before, *last):
        oracle.add(change)
    await agrees(store, oracle)
    results = await store.read(stored_results.in_community, HERE)
    met = {result.match: result.meeting for result in results if result.person == BRUNO}
    assert met == {"m0": 1, "m1": 2, "m2": 3, "m3": 4, "m5": 5, "m6": 6}


def test_a_beginner_is_shown_as_1500() -> None:
    assert shown(Rating(ADA, "Ada", "argentino", *START, 0)) == (1500, 333)

"""Ranking points: who earns them, how many, and that nobody farms them."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.community.scoreboard import Scoreboard, Wanted
from bot.messages import Accepted, HandOver, Leave, PersonId, Rematch
from bot.model import Status, is_registered
from bot.screen import Screen
from bot.store import Changes, Store
from bot.store.changes import Erase, Tidy
from bot.store.queries import profile_queries, result_queries
from bot.store.queries.scoreboard_queries import BY_POINTS
from bot.store.results.model import MatchResult, Standing
from bot.store.results.standings import ALWAYS, EVERYWHERE, Scope
from tests.bot import stored_results
from tests.bot.conftest import run_in_memory, run_on_postgresql
from tests.bot.helpers import ANA, BETO, CARLA, COMMUNITY, DANI, Table
from tests.bot.test_store import step
from tests.examples import examples

ADA, BRUNO, CIRO, DORA = "discord:1", "telegram:2", "discord:3", "telegram:4"
DAY = 86_400.0
NOON = 15 * 3600.0
"""On the first day."""


async def won(table: Table, winner: PersonId, loser: PersonId, **options: str) -> None:
    """The first wins twelve points: a falta that the other accepts."""
    await table.dealt("7e 6e 4o", "4c 5b 12o", dealer=1, people=(winner, loser), target="12")
    if options:
        await table.choose(winner, **options)
    await table.do(winner, "faltaenvido")
    await table.do(loser, "quiero")


async def earned(table: Table) -> dict[PersonId, int]:
    return {
        result.person: result.earned
        for result in (await table.store.read(result_queries.brought_by, table.match)).results
    }


async def screen(table: Table, person: PersonId | None = None) -> Screen:
    found = await table.screen(person, "es")
    return found


def ids(screen: Screen) -> set[str]:
    return {line.id for line in screen.lines}


async def options_of(table: Table, person: PersonId) -> set[str]:
    """The ids of the lines above the table's options, and the names of the options."""
    sheet = await table.service.screens.options(table.match, person, "es")
    assert sheet is not None
    return {line.id for line in sheet.lines} | {field.name for field in sheet.fields}


@pytest.mark.parametrize(("guest", "counts"), [(BRUNO, True), (BETO, False)])
async def test_what_counts_is_an_option_where_everybody_has_an_account(
    table: Table, guest: PersonId, counts: bool
) -> None:
    await table.open(ADA)
    await table.join(guest)
    assert ({"competitive", "stake"} <= await options_of(table, ADA)) is counts
    assert bool({"competitive", "stake"} & await options_of(table, ADA)) is counts


async def board(table: Table, **wanted: str | int) -> Scoreboard:
    return await table.service.scoreboards.of(
        COMMUNITY,
        Wanted(**wanted),  # type: ignore[arg-type]
        table.time.utc(),
    )


def sums(board: Scoreboard) -> list[tuple[PersonId, int, int, int]]:
    return [
        (row.person, row.earned, row.won, row.lost)
        for row in board.rows
        if isinstance(row, Standing)
    ]


# --- who earns -----------------------------------------------------------------------------------


async def test_the_winner_earns_twenty_and_the_loser_five(table: Table) -> None:
    await won(table, ADA, BRUNO)
    assert await earned(table) == {ADA: 20, BRUNO: 5}
    assert sums(await board(table)) == [(ADA, 20, 1, 0), (BRUNO, 5, 0, 1)]
    (line,) = [line for line in (await screen(table)).lines if line.id == "result.ranking"]
    assert "+20" in line.text
    assert "+5" in line.text
    assert "result.ranking.less" not in ids(await screen(table))


async def test_a_match_of_people_known_from_the_page_alone_is_not_ranked(table: Table) -> None:
    await won(table, ADA, BETO)
    assert await earned(table) == {ADA: 0, BETO: 0}
    assert sums(await board(table)) == [(ADA, 0, 1, 0), (BETO, 0, 0, 1)]
    assert "result.ranking" not in ids(await screen(table))


@pytest.mark.parametrize(
    ("person", "registered"),
    [(ADA, True), (BRUNO, True), (ANA, False), ("someone:0", False), ("", False)],
)
def test_who_is_registered(person: PersonId, registered: bool) -> None:
    assert is_registered(person) is registered


async def test_a_table_of_robots_earns_nothing(table: Table) -> None:
    """One person against a robot; and two people who are partners against robots."""
    for people in ((ADA,), (ADA, BRUNO)):
        assert isinstance(await table.open(ADA, 2 * len(people)), Accepted)
        for person in people[1:]:
            assert isinstance(await table.join(person, "A"), Accepted)
        assert "lobby.ranked" not in await options_of(table, ADA)
        assert isinstance(await table.start(ADA), Accepted)
        info = await table.info()
        assert info.ranked == ()
        for person in people:
            await table.ask(Leave, person)


async def test_practice_counts_nowhere(table: Table) -> None:
    assert isinstance(await table.open(ADA, target="12"), Accepted)
    assert isinstance(await table.join(BRUNO), Accepted)
    assert "lobby.ranked" in await options_of(table, ADA)
    assert "lobby.ranked" not in ids(await screen(table)), "it is told behind the options"
    await table.choose(ADA, competitive="no")
    assert "lobby.ranked" not in await options_of(table, ADA)
    assert isinstance(await table.start(ADA), Accepted)
    assert isinstance(await table.ask(Leave, BRUNO), Accepted)
    await table.give_up(ADA)
    assert await table.store.read(stored_results.in_community, COMMUNITY) == ()
    assert (await board(table)).rows == ()
    assert "result.practice" in ids(await screen(table))


async def test_what_was_chosen_during_the_match_is_for_the_next_one(table: Table) -> None:
    await won(table, ADA, BRUNO, competitive="no")
    assert await earned(table) == {ADA: 20, BRUNO: 5}
    assert isinstance(await table.ask(Rematch, ADA), Accepted)
    info = await table.info()
    again = await table.service.matches.info(info.successor)
    assert again is not None
    assert (again.competitive, again.ranked) == (False, ())


async def test_an_amicable_end_earns_nothing(table: Table) -> None:
    await table.seated(ADA, BRUNO)
    await table.agree(ADA, BRUNO)
    info = await table.info()
    assert (info.status, info.ended) == (Status.OVER, "agreed")
    assert await earned(table) == {}


async def test_two_seats_of_one_person_play_for_nothing(table: Table) -> None:
    """They were two people when the match began. Nobody is linked to an adversary during a match,
    unless two processes do both at once."""
    await table.dealt("7e 6e 4o", "4c 5b 12o", dealer=1, people=(ADA, BRUNO), target="12")
    assert (await screen(table)).title.startswith("📈")
    assert isinstance(await table.ask(HandOver, BRUNO, to=ADA), Accepted)
    assert not (await screen(table)).title.startswith("📈")
    await table.do(ADA, "faltaenvido")
    await table.do(BRUNO, "quiero")
    assert await earned(table) == {ADA: 0, BRUNO: 0}


async def test_teams(table: Table) -> None:
    """Both partners earn. A page's person at such a table earns nothing, the others all the
    same."""
    await table.open(ADA, 4, target="12")
    for person, team in ((BRUNO, "A"), (CIRO, "B"), (DANI, "B")):
        assert isinstance(await table.join(person, team), Accepted)
    await table.start(ADA)
    for person in (CIRO, DANI):
        await table.ask(Leave, person)
    while (await screen(table)).kind != "result":
        await table.next_deadline()
    found = await earned(table)
    assert found.pop(DANI) == found.pop(CIRO) == 0
    assert set(found) == {ADA, BRUNO}
    assert set(found.values()) <= {20, 0}
    assert {
        result.seats
        for result in (await table.store.read(result_queries.brought_by, table.match)).results
    } == {2}


# --- again and again -----------------------------------------------------------------------------


async def test_the_same_two_earn_less_and_less_on_one_day(table: Table) -> None:
    """What brings nobody points moves no rating either."""
    found, now = [], table.time.utc()
    for number in range(25):
        pair = ((ADA, 0, True, 20), (BRUNO, 1, True, 5))
        await table.store.commit([match(now, f"m{number}", *pair)])
        brought = await table.store.read(result_queries.brought_by, f"m{number}")
        found.append(tuple(result.earned for result in brought.results))
    worth = ((20, 5), (10, 2), (5, 1), (2, 0), (1, 0))
    assert found == [pair for pair in worth for _ in range(5)]
    await won(table, ADA, BRUNO)
    assert await earned(table) == {ADA: 0, BRUNO: 0}
    assert "result.ranking.less" in ids(await screen(table))
    (rating,) = await table.store.read(profile_queries.ratings_of, ADA)
    assert rating.matches == 25
    await won(table, CIRO, BRUNO)
    assert await earned(table) == {CIRO: 20, BRUNO: 5}
    assert "result.ranking.less" not in ids(await screen(table))
    table.time.pass_by(DAY)
    await won(table, BRUNO, ADA)
    assert await earned(table) == {BRUNO: 20, ADA: 5}


# --- what is stored is what the results say ------------------------------------------------------


def match(at: float, name: str, *people: tuple[PersonId, int, bool, int], **more: str) -> Changes:
    """A match's results: of each person the account, whether ranked, and what it is worth."""
    rows = tuple(
        MatchResult(
            match=name,
            person=person,
            community=more.get("community", "discord:9"),
            name=person.title(),
            won=worth == 20,
            points_for=12,
            points_against=3,
            at=at,
            account=account,
            variant=more.get("variant", "argentino"),
            players=len(people),
            ranked=ranked,
            worth=worth if ranked else 0,
        )
        for person, account, ranked, worth in people
    )
    return step(1, name, results=rows)


class Oracle:
    """What results must earn, in the order in which they are stored; kept without the code of the
    store."""

    def __init__(self) -> None:
        self.met: dict[tuple[int, frozenset[PersonId]], int] = {}
        self.results: list[MatchResult] = []

    def add(self, change: Changes) -> None:
        (part,) = change.matches
        met: dict[PersonId, list[int]] = {}
        for pair in {
            frozenset((result.person, other.person))
            for result in part.results
            for other in part.results
            if result.ranked and other.ranked and result.account != other.account
        }:
            # Midnight is at three in UTC.
            key = (int((part.results[0].at - 10_800) // DAY), pair)
            self.met[key] = self.met.get(key, 0) + 1
            for person in pair:
                met.setdefault(person, []).append(self.met[key])
        for result in part.results:
            meeting = min(met.get(result.person, [0]))
            halves = (meeting - 1) // 5 if meeting else 99
            self.results.append(
                replace(result, meeting=meeting, earned=int(result.worth / 2**halves))
            )

    def standing(self, scope: Scope, person: PersonId) -> Standing | None:
        mine = [
            result
            for result in sorted(self.results, key=lambda result: (result.at, result.match))
            if result.person == person
            if scope.community in ("*", result.community)
            if scope.variant in ("", result.variant)
            if scope.players in (0, result.players)
        ]
        if not mine:
            return None
        runs = "".join("w" if result.won else " " for result in mine)
        return Standing(
            person=person,
            name=mine[-1].name,
            won=runs.count("w"),
            lost=runs.count(" "),
            points_for=12 * len(mine),
            points_against=3 * len(mine),
            streak=len(runs) - len(runs.rstrip("w")),
            best_streak=max(map(len, runs.split(" "))),
            earned=sum(result.earned for result in mine),
        )

    def order(self, scope: Scope) -> list[Standing]:
        people = {result.person for result in self.results}
        found = [self.standing(scope, person) for person in people]
        return sorted(
            (standing for standing in found if standing is not None),
            key=lambda standing: (
                -standing.earned,
                -standing.won,
                standing.lost,
                standing.name.casefold(),
                standing.person,
            ),
        )


PEOPLE = (ADA, BRUNO, CIRO, ANA)
SCOPES = [
    Scope(community, variant, players)
    for community in ("discord:9", "telegram:8", EVERYWHERE)
    for variant in ("", "argentino", "mineiro")
    for players in (0, 2, 3, 4)
]


@st.composite
def clubs(draw: st.DrawFn) -> list[list[Changes]]:
    """Batches of matches of a few people who meet often, on two days."""
    names = iter(range(1000))
    batches = []
    for _ in range(draw(st.integers(1, 6))):
        batch = []
        for _ in range(draw(st.integers(1, 6))):
            people = draw(st.permutations(PEOPLE))[: draw(st.integers(2, 4))]
            winner = draw(st.integers(0, 1))
            rows = [
                (
                    person,
                    at % 2,
                    person != ANA and draw(st.booleans()),
                    (20 if at % 2 == winner else 5) * draw(st.sampled_from((1, 1, 1, 0))),
                )
                for at, person in enumerate(people)
            ]
            batch.append(
                match(
                    NOON + draw(st.sampled_from((0.0, 1.0, DAY))),
                    f"m{next(names):03}",
                    *rows,
                    community=draw(st.sampled_from(("discord:9", "telegram:8"))),
                    variant=draw(st.sampled_from(("argentino", "mineiro"))),
                )
            )
        batches.append(batch)
    return batches


async def agrees(store: Store, oracle: Oracle) -> None:
    for community in ("discord:9", "telegram:8"):
        expected = [result for result in oracle.results if result.community == community]
        expected.sort(key=lambda result: (result.at, result.match, result.person))
        assert list(await store.read(stored_results.in_community, community)) == expected
    for scope in SCOPES:
        order = oracle.order(scope)
        assert list(await store.read(BY_POINTS.page, scope, ALWAYS, 99)) == order
        assert await store.read(BY_POINTS.page, scope, ALWAYS, 2, 1) == tuple(order[1:3])
        assert await store.read(BY_POINTS.people, scope, ALWAYS) == len(order)
        for person in PEOPLE:
            mine = oracle.standing(scope, person)
            place = 0 if mine is None else order.index(mine)
            assert await store.read(BY_POINTS.place_of, scope, ALWAYS, person) == (
                place,
                mine,
            )


async def lived(store: Store, club: Sequence[Sequence[Changes]]) -> None:
    oracle = Oracle()
    try:
        for batch in club:
            await store.commit(batch)
            for change in batch:
                oracle.add(change)
        await agrees(store, oracle)
        # A community goes: what all communities together add up to goes with it.
        await store.commit([Changes(erase=Erase(("telegram:8",)))])
        oracle.results = [result for result in oracle.results if result.community != "telegram:8"]
        await agrees(store, oracle)
        await store.commit([Changes(erase=Erase((BRUNO,)))])
        oracle.results = [result for result in oracle.results if result.person != BRUNO]
        await agrees(store, oracle)
    finally:
        await store.close()


@examples(15)
@given(club=clubs())
def test_what_is_stored_is_what_the_matches_were_worth(club: list[list[Changes]]) -> None:
    run_in_memory(lambda store: lived(store, club))


@examples(4)
@given(club=clubs())
def test_what_is_stored_in_postgresql(club: list[list[Changes]], postgres: str) -> None:
    run_on_postgresql(lambda store: lived(store, club), postgres)


async def test_meetings_of_earlier_days_are_cleared_away(store: Store) -> None:
    """Until then they count, whatever else is cleared away."""
    two = ((ADA, 0, True, 20), (BRUNO, 1, True, 5))
    await store.commit([match(NOON + at, f"m{at}", *two) for at in range(5)])
    await store.commit([Changes(tidy=Tidy(NOON + 60))])
    await store.commit([match(NOON + 99, "late", *two)])
    assert {
        result.earned for result in (await store.read(result_queries.brought_by, "late")).results
    } == {10, 2}
    await store.commit([Changes(tidy=Tidy(NOON + DAY))])
    await store.commit([match(NOON + 100, "later", *two)])
    assert {
        result.earned for result in (await store.read(result_queries.brought_by, "later")).results
    } == {20, 5}


async def test_a_page_beyond_the_last_is_the_last(table: Table) -> None:
    people = [f"discord:{number}" for number in range(10, 32)]
    results = [
        match(NOON + at, f"m{at}", (person, 0, False, 20), community=COMMUNITY)
        for at, person in enumerate(people)
    ]
    await table.store.commit(results)
    last = await table.service.scoreboards.of(COMMUNITY, Wanted(page=99), 0.0, people[3])
    assert (last.wanted.page, len(last.rows), last.more) == (2, 2, False)
    assert (last.first, last.place) == (20, 4)
    first = await table.service.scoreboards.of(COMMUNITY, Wanted(), 0.0, CARLA)
    assert (len(first.rows), first.more, first.place, first.mine) == (10, True, 0, None)
    assert (await table.service.scoreboards.of("empty", Wanted(page=5), 0.0)).wanted.page == 0

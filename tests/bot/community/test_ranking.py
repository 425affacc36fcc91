"""Ranking points: who earns them, how many, and that nobody farms them."""

import pytest

from bot.catalogue import page_for, read_key
from bot.community.scoreboard import Scoreboard, Scoreboards, Wanted
from bot.messages import Accepted, HandOver, Leave, PersonId, Rematch
from bot.model import is_registered
from bot.pages.page_spec import Community
from bot.pages.profile import personal_page
from bot.pages.scoreboard import scoreboard_key
from bot.screen import Screen
from bot.screens.pages import Page, PageTable
from bot.store import Changes, Store
from bot.store.changes import Tidy
from bot.store.people.chips import MINT
from bot.store.queries import profile_queries, result_queries, scoreboard_queries
from bot.store.queries.scoreboard_queries import BY_CHIPS
from bot.store.results.model import Standing
from bot.store.results.standings import ALWAYS, Scope
from tests.bot import stored_results
from tests.bot.conftest import BesideAnother
from tests.bot.helpers import ANA, BETO, CARLA, COMMUNITY, DANI, Table
from tests.bot.results import ADA, BRUNO, CIRO, DAY, DORA, HERE, NOON, gift, match
from tests.narrow import present


async def won(table: Table, winner: PersonId, loser: PersonId, **options: str) -> None:
    """The first wins twelve points: a falta that the other accepts."""
    await table.dealt("7e 6e 4o", "4c 5b 12o", dealer=1, people=(winner, loser), target="12")
    if options:
        await table.choose(winner, **options)
    await table.do(winner, "faltaenvido")
    await table.do(loser, "quiero")


async def earned(table: Table) -> dict[PersonId, int]:
    brought = await table.store.read(result_queries.brought_by, table.match)
    return {result.person: result.earned for result in brought.results}


async def screen(table: Table, person: PersonId | None = None) -> Screen:
    return await table.screen(person, "es")


def ids(screen: Screen) -> set[str]:
    return {line.id for line in screen.lines}


async def options_of(table: Table, person: PersonId) -> set[str]:
    """The ids of the lines above the table's options, and the names of the options."""
    sheet = present(await table.service.screens.options(table.match, person, "es"))
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
    again = present(await table.service.matches.info(info.successor))
    assert (again.competitive, again.ranked) == (False, ())


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
    brought = await table.store.read(result_queries.brought_by, table.match)
    assert {result.seats for result in brought.results} == {2}


# --- again and again -----------------------------------------------------------------------------


async def test_the_same_two_earn_less_and_less_on_one_day(table: Table) -> None:
    """What brings nobody points moves no rating either."""
    found, now = [], table.time.utc()
    for number in range(25):
        pair = ((ADA, 0, 20), (BRUNO, 1, 5))
        await table.store.commit([match(f"m{number}", *pair, at=now)])
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


async def test_meetings_of_earlier_days_are_cleared_away(store: Store) -> None:
    """Until then they count, whatever else is cleared away."""
    two = ((ADA, 0, 20), (BRUNO, 1, 5))
    await store.commit([match(f"m{at}", *two, at=NOON + at) for at in range(5)])
    for name, tidied, earned in (("late", NOON + 60, {10, 2}), ("later", NOON + DAY, {20, 5})):
        await store.commit([Changes(tidy=Tidy(tidied))])
        await store.commit([match(name, *two, at=NOON + 99)])
        results = (await store.read(result_queries.brought_by, name)).results
        assert {result.earned for result in results} == earned, name


async def test_a_page_beyond_the_last_is_the_last(table: Table) -> None:
    people = [f"discord:{number}" for number in range(10, 32)]
    results = [
        match(f"m{at}", (person, 0, 20, False), community=COMMUNITY, at=NOON + at)
        for at, person in enumerate(people)
    ]
    await table.store.commit(results)
    last = await table.service.scoreboards.of(COMMUNITY, Wanted(page=99), 0.0, people[3])
    assert (last.wanted.page, len(last.rows), last.more) == (2, 2, False)
    assert (last.first, last.place) == (20, 4)
    first = await table.service.scoreboards.of(COMMUNITY, Wanted(), 0.0, CARLA)
    assert (len(first.rows), first.more, first.place, first.mine) == (10, True, 0, None)
    assert (await table.service.scoreboards.of("empty", Wanted(page=5), 0.0)).wanted.page == 0


# --- scoreboards by rating and by chips -----------------------------------------------------------


async def test_a_present_meanwhile_stands_on_the_scoreboard(beside_another: BesideAnother) -> None:
    """Another process stores the person's first result there, and has not committed it yet."""
    store = beside_another.store
    await store.commit([gift("g", MINT, ADA, 5)])
    await beside_another.commit(match("m", (ADA, 0, 20)), gift("h", MINT, ADA, 7))
    purses = await store.read(BY_CHIPS.page, Scope(HERE), ALWAYS, 9)
    assert [purse.amount for purse in purses] == [12]
    assert await store.read(scoreboard_queries.wrong_purses) == ()


# --- the pages -----------------------------------------------------------------------------------


async def page(table: Table, person: PersonId, **values: str) -> Page:
    where = Community(COMMUNITY, "La peña")
    key = read_key(str(scoreboard_key(values)))
    return await page_for(table.service, key, person, "es", where)


async def shown_board(table: Table, person: PersonId, **values: str) -> PageTable:
    return present((await page(table, person, **values)).table)


async def ten_matches(table: Table) -> None:
    """Ada wins against Bruno, on ten days."""
    for number in range(10):
        pair = match(
            f"m{number}", (ADA, 0, 20), (BRUNO, 1, 5), community=COMMUNITY, at=NOON + number * DAY
        )
        await table.store.commit([pair])


async def test_by_rating_of_one_game_at_tables_of_every_size(table: Table) -> None:
    await ten_matches(table)
    await table.store.commit([match("c", (CIRO, 0, 20), (ADA, 1, 5), community=COMMUNITY)])
    mine = await shown_board(table, BRUNO, por="fuerza")
    assert [row[0][:3] for row in mine.rows] == ["1. ", "2. "]
    assert mine.marked == 1
    text = (await page(table, BRUNO, por="fuerza")).text
    assert text.split("\n")[0].count(" · ") == 1
    provisional = await shown_board(table, CIRO, por="fuerza")
    assert [row[0][:3] for row in provisional.rows] == ["1. ", "2. ", "–. "]
    assert provisional.marked == 2
    nobody = await shown_board(table, DORA, por="fuerza", variante="mineiro", formato="4")
    assert (nobody.rows, nobody.marked) == ((), -1)


async def test_by_chips(table: Table) -> None:
    await table.store.commit([match("m", (ADA, 0, 20), (BRUNO, 1, 5), community=COMMUNITY)])
    await table.store.commit([gift("g", MINT, BRUNO, 30), gift("h", MINT, CIRO, 99)])
    for ambit in ("aqui", "todo"):
        mine = await shown_board(table, ADA, por="fichas", ambito=ambit)
        assert [row[0][:3] for row in mine.rows] == ["1. ", "–. "], "Ciro has never played"
        assert mine.rows[0][1:] == ("30",)
        assert mine.marked == 1


@pytest.mark.parametrize("by", ["puntos", "fuerza", "fichas"])
async def test_whoever_does_not_want_to_stands_on_no_scoreboard_of_all(
    table: Table, by: str
) -> None:
    await ten_matches(table)
    await table.store.commit([gift("g", MINT, ADA, 30), gift("h", MINT, BRUNO, 20)])
    told = await personal_page(table.service, ADA, "Ada", {"listado": "no"}, "es")
    assert "listado:si" in told.text
    names = {}
    for person in (ADA, BRUNO):
        for ambit in ("aqui", "todo"):
            made = await shown_board(table, person, por=by, ambito=ambit)
            names[person, ambit] = [row[0] for row in made.rows], made.marked
    ada, bruno = ADA.title(), BRUNO.title()
    assert names[ADA, "aqui"] == ([f"1. {ada}", f"2. {bruno}"], 0)
    assert names[ADA, "todo"] == ([f"1. {bruno}", f"–. {ada}"], 1)
    assert names[BRUNO, "todo"] == ([f"1. {bruno}"], 0)
    await personal_page(table.service, ADA, "Ada", {"listado": "si"}, "es")
    made = await shown_board(table, BRUNO, por=by, ambito="todo")
    assert [row[0] for row in made.rows] == [f"1. {ada}", f"2. {bruno}"]


async def test_a_page_after_the_last_is_the_last(store: Store) -> None:
    people = [f"discord:{number}" for number in range(100, 112)]
    changes = [match(f"m{person}", (person, 0, 20), community=COMMUNITY) for person in people]
    await store.commit([*changes, *(gift(person, MINT, person, 5) for person in people)])
    boards = Scoreboards(store)
    found = await boards.of(COMMUNITY, Wanted(by="fichas", page=9), NOON, people[0])
    assert (found.wanted.page, len(found.rows), found.more, found.place) == (1, 2, False, 1)
    found = await boards.of(COMMUNITY, Wanted(by="fuerza", page=9), NOON, people[0])
    assert (found.wanted.page, found.rows, found.place) == (0, (), 0)

"""Scoreboards by rating and by chips, and who stands on none of all communities."""

import pytest

from bot.catalogue import page_for, read_key
from bot.community.scoreboard import Scoreboards, Wanted
from bot.messages import PersonId
from bot.pages.page_spec import Community
from bot.pages.profile import personal_page
from bot.pages.scoreboard import scoreboard_key
from bot.screens.pages import Page, PageTable
from bot.store import Store
from bot.store.people.chips import MINT
from bot.store.queries import scoreboard_queries
from bot.store.queries.scoreboard_queries import BY_CHIPS
from bot.store.results.standings import ALWAYS, Scope
from tests.bot.conftest import BesideAnother
from tests.bot.helpers import COMMUNITY, Table
from tests.bot.results import ADA, BRUNO, CIRO, DAY, DORA, HERE, NOON, gift, match
from tests.narrow import present


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


async def board(table: Table, person: PersonId, **values: str) -> PageTable:
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
    mine = await board(table, BRUNO, por="fuerza")
    assert [row[0][:3] for row in mine.rows] == ["1. ", "2. "]
    assert mine.marked == 1
    text = (await page(table, BRUNO, por="fuerza")).text
    assert text.split("\n")[0].count(" · ") == 1
    provisional = await board(table, CIRO, por="fuerza")
    assert [row[0][:3] for row in provisional.rows] == ["1. ", "2. ", "–. "]
    assert provisional.marked == 2
    nobody = await board(table, DORA, por="fuerza", variante="mineiro", formato="4")
    assert (nobody.rows, nobody.marked) == ((), -1)


async def test_by_chips(table: Table) -> None:
    await table.store.commit([match("m", (ADA, 0, 20), (BRUNO, 1, 5), community=COMMUNITY)])
    await table.store.commit([gift("g", MINT, BRUNO, 30), gift("h", MINT, CIRO, 99)])
    for ambit in ("aqui", "todo"):
        mine = await board(table, ADA, por="fichas", ambito=ambit)
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
            made = await board(table, person, por=by, ambito=ambit)
            names[person, ambit] = [row[0] for row in made.rows], made.marked
    ada, bruno = ADA.title(), BRUNO.title()
    assert names[ADA, "aqui"] == ([f"1. {ada}", f"2. {bruno}"], 0)
    assert names[ADA, "todo"] == ([f"1. {bruno}", f"–. {ada}"], 1)
    assert names[BRUNO, "todo"] == ([f"1. {bruno}"], 0)
    await personal_page(table.service, ADA, "Ada", {"listado": "si"}, "es")
    made = await board(table, BRUNO, por=by, ambito="todo")
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

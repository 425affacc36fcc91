"""What platforms ask of the tables: how many there are, for whom they wait, in which language."""

from bot.match.match_reader import TableCounts
from bot.words import BY_GAME, regional
from tests.bot.helpers import ANA, BETO, CARLA, DANI, Table


async def counted(table: Table, late: float = 0.0) -> TableCounts:
    return await table.service.matches.count(table.time.now() + late)


async def test_tables_are_counted_and_how_late_the_oldest_is(table: Table) -> None:
    assert await counted(table) == TableCounts(live=0, stuck=0, overdue=0.0)
    await table.open(ANA)
    await table.join(BETO)
    lobby = await table.due()
    assert await counted(table) == TableCounts(live=1, stuck=0, overdue=0.0)
    assert await counted(table, lobby) == TableCounts(live=1, stuck=0, overdue=0.0)
    assert await counted(table, lobby + 59) == TableCounts(live=1, stuck=0, overdue=59.0)
    assert await counted(table, lobby + 60) == TableCounts(live=1, stuck=1, overdue=60.0)
    await table.start()
    turn = min(row.due for row in await table.store.deadlines()) - table.time.now()
    # A turn and its reminder are two deadlines of one table.
    assert len(await table.store.deadlines()) == 2
    assert await counted(table, turn + 1) == TableCounts(live=1, stuck=0, overdue=1.0)


async def test_people_for_whom_a_table_waits(table: Table) -> None:
    reader = table.service.matches
    await table.open(ANA)
    await table.join(BETO)
    assert await reader.awaited_people() == ()
    await table.start()
    (first,) = await reader.awaited_people()
    await table.open(CARLA)
    await table.join(DANI)
    await table.start(CARLA)
    awaited = await reader.awaited_people()
    assert len(awaited) == 2
    assert first in awaited
    assert {*awaited} & {CARLA, DANI}


async def test_a_store_that_can_be_read_is_safe(table: Table) -> None:
    assert await table.service.matches.are_safe()


async def test_the_country_of_an_answer_may_be_left_to_the_game(table: Table) -> None:
    await table.open(ANA, variant="uruguayo")
    screens = table.service.screens
    assert await screens.regional(table.match, BY_GAME) == regional(BY_GAME, "uruguayo")
    assert await screens.regional(table.match, "en") == "en"
    assert await screens.regional("zzzzzzzz", BY_GAME) == BY_GAME

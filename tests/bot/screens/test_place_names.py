"""A private picture names its place, for people who sit at several tables."""

from bot.messages import Accepted, Leave, LookOn, PersonId, PlaceId
from tests.bot.helpers import ANA, BETO, CARLA, COMMUNITY, PLACE, STRANGER, Table
from tests.narrow import present

OTHER: PlaceId = f"{COMMUNITY}/other"
NAMES = {PLACE: "Club · #mesa", OTHER: "Club · #lejos"}


async def title(table: Table, match: str, person: PersonId | None) -> str:
    return present(await table.service.screens.screen(match, person, "es")).title


async def open_at(table: Table, place: PlaceId) -> None:
    """Ana opens another table."""
    assert isinstance(await table.opens(ANA, place=place, variant="argentino"), Accepted)


async def two_tables(table: Table) -> tuple[str, str]:
    """Ana sits at both. She is told the names of both places, Beto that of the first."""
    await table.seated(ANA, BETO)
    first = table.match
    await open_at(table, OTHER)
    for place, name in NAMES.items():
        table.platform.names[place, ANA] = name
    table.platform.names[PLACE, BETO] = NAMES[PLACE]
    table.time.pass_by(6)
    return first, table.match


async def test_who_sits_at_several_tables_reads_where_each_is(table: Table) -> None:
    first, second = await two_tables(table)
    for match, place in ((first, PLACE), (second, OTHER)):
        shown = await title(table, match, ANA)
        assert shown.endswith(f" · {NAMES[place]}")
        assert shown.startswith(await title(table, match, None))
    await table.ask(Leave, ANA, match=second)
    table.time.pass_by(6)
    assert "#" not in await title(table, first, ANA), "one table needs no name"


async def test_nobody_else_reads_the_name(table: Table) -> None:
    """The channel, those with one table, onlookers, and who may not read there."""
    first, second = await two_tables(table)
    look = LookOn(request=table.request(), person=STRANGER, match=first, name="Eva")
    await table.send(look)
    for match, person in ((first, None), (second, None), (first, BETO), (first, STRANGER)):
        assert "#" not in await title(table, match, person)
    await table.join(CARLA)
    await table.seated(CARLA)
    table.time.pass_by(6)
    for match in (second, table.match):
        assert "#" not in await title(table, match, CARLA), "she is told no name"

"""Which table a typed command means, in a group."""

from tests.adapters.telegram.house import BOT, House
from tests.adapters.telegram.loop import pass_by
from tests.adapters.telegram.people import Person
from tests.adapters.telegram.world import Chat


async def lobby_of(house: House, host: Person, group: Chat) -> str:
    """The host's open table with a free seat."""
    host.say(f"/jugar@{BOT} jugadores:2", group)
    await house.until(lambda: host.find("JOIN", group))
    return await house.match_at(group)


async def test_the_open_lobby_beside_a_newer_match_is_joined(
    house: House, ana: Person, beto: Person
) -> None:
    carla, dani = await house.persons("Carla", "Dani")
    group = house.world.group("Los pibes", ana, beto, carla, dani)
    lobby = await lobby_of(house, carla, group)
    running = await house.seated(group, ana, beto)
    assert running.match != lobby
    dani.say(f"/unirse@{BOT}", group)
    await house.until_async(house.sits(lobby, dani))


async def test_two_open_lobbies_are_named(house: House, ana: Person, beto: Person) -> None:
    (dani,) = await house.persons("Dani")
    group = house.world.group("Los pibes", ana, beto, dani)
    first = await lobby_of(house, ana, group)
    await pass_by(5)
    second = await lobby_of(house, beto, group)
    assert first != second
    dani.say(f"/unirse@{BOT}", group)
    await house.until(lambda: dani.find(f"l1.{first}.unirse", group))
    assert dani.find(f"l1.{second}.unirse", group)
    await dani.press(f"l1.{first}.unirse", group).answer()
    await house.until_async(house.sits(first, dani))

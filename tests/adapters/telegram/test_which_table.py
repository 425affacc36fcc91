"""Which table a typed command means, in a group."""

from bot.environment import Config
from bot.model import Status
from bot.words import words_for
from tests.adapters.telegram.house import BOT, House, opened
from tests.adapters.telegram.people import Person
from tests.adapters.telegram.server import BotApi
from tests.adapters.telegram.world import Chat


async def lobby_of(house: House, host: Person, group: Chat) -> str:
    """The host's open table with a free seat, once it is shown."""
    before = await house.service.matches.at_place(f"telegram:{group.id}/0")
    host.say(f"/jugar@{BOT} jugadores:2", group)

    async def stands() -> bool:
        return len(await house.service.matches.at_place(f"telegram:{group.id}/0")) > len(before)

    await house.until_async(stands)
    match = await house.match_at(group)
    await house.until(lambda: host.find(f"t1.{match}..JOIN", group))
    return match


async def begun(house: House, group: Chat, host: Person, guest: Person) -> str:
    """A running match of these two."""
    match = await lobby_of(house, host, group)
    await guest.press(f"t1.{match}..JOIN", group).answer()
    await house.until_async(house.sits(match, guest))
    await house.until(lambda: host.find(f"t1.{match}..START", group))
    await host.press(f"t1.{match}..START", group).answer()

    async def plays() -> bool:
        return (await house.info(match)).status is Status.PLAYING

    await house.until_async(plays)
    return match


async def test_the_open_lobby_beside_a_newer_match_is_joined(
    house: House, ana: Person, beto: Person
) -> None:
    carla, dani = await house.persons("Carla", "Dani")
    group = house.world.group("Los pibes", ana, beto, carla, dani)
    lobby = await lobby_of(house, carla, group)
    running = await begun(house, group, ana, beto)
    assert running != lobby
    dani.say(f"/unirse@{BOT}", group)
    await house.until_async(house.sits(lobby, dani))


async def test_two_open_lobbies_are_named(house: House, ana: Person, beto: Person) -> None:
    (dani,) = await house.persons("Dani")
    group = house.world.group("Los pibes", ana, beto, dani)
    first = await lobby_of(house, ana, group)
    second = await lobby_of(house, beto, group)
    assert first != second
    dani.say(f"/unirse@{BOT}", group)
    # The question is Dani's alone: it comes in private.
    await house.until(lambda: dani.find(f"l1.{first}.unirse"))
    assert dani.find(f"l1.{second}.unirse")
    await dani.press(f"l1.{first}.unirse").answer()
    await house.until_async(house.sits(first, dani))


async def test_who_has_tables_enough_opens_no_further_one(api: BotApi) -> None:
    async with opened(api, config=Config(robot_budget=0, tables=1)) as house:
        ana = await house.person("Ana")
        one, other = house.world.group("Uno", ana), house.world.group("Otro", ana)
        await lobby_of(house, ana, one)
        ana.say(f"/jugar@{BOT}", other)
        told = words_for("es").text("reason.TOO_MANY_TABLES", n="1")
        await house.until(lambda: [shown for shown in ana.sees(other) if told in shown.text])
        assert await house.service.matches.at_place(f"telegram:{other.id}/0") == ()

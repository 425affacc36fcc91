"""Which table a command means, in a channel."""

from bot.environment import Config
from bot.words import words_for
from tests.adapters.discord.house import House, lived_in
from tests.adapters.discord.lookalike.people import Person
from tests.adapters.discord.lookalike.server import Discord
from tests.virtual import pass_by


async def test_the_open_lobby_beside_a_newer_match_is_joined(house: House) -> None:
    ana, beto, carla, dani = map(house.person, ("Ana", "Beto", "Carla", "Dani"))
    lobby = await house.open(carla)
    await house.seated(ana, beto)
    await dani.slash("unirse")
    await pass_by(2)
    assert (await house.info(lobby)).seat_of(f"discord:{dani.user.id}") is not None


async def test_two_open_lobbies_are_named(house: House) -> None:
    ana, carla, dani = map(house.person, ("Ana", "Carla", "Dani"))
    first, second = await house.open(carla), await house.open(ana)
    await dani.slash("unirse")
    await pass_by(1)
    offered = {id for one in dani.sees() for id in one.custom_ids if id.startswith("l1.")}
    assert offered == {f"l1.{first}.unirse", f"l1.{second}.unirse"}
    await dani.press(custom_id=rf"^l1\.{first}\.unirse$")
    await pass_by(2)
    assert (await house.info(first)).seat_of(f"discord:{dani.user.id}") is not None


async def test_who_has_tables_enough_opens_no_further_one(small: Discord) -> None:
    async with lived_in(small, config=Config(robot_budget=0, tables=1)) as house:
        ana = house.person("Ana")
        await house.open(ana)
        elsewhere = Person(small, ana.user, small.world.add_channel(house.guild, "otra"))
        await elsewhere.slash("jugar")
        await pass_by(2)
        told = words_for("es").text("reason.TOO_MANY_TABLES", n="1")
        assert [one for one in elsewhere.sees() if one.ephemeral and told in one.text]

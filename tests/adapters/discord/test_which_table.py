"""Which table a command means, in a channel."""

from tests.adapters.discord.house import lived_in
from tests.adapters.discord.lookalike.server import Discord
from tests.virtual import pass_by


async def test_the_open_lobby_beside_a_newer_match_is_joined(small: Discord) -> None:
    async with lived_in(small) as house:
        ana, beto, carla, dani = map(house.person, ("Ana", "Beto", "Carla", "Dani"))
        lobby = await house.open(carla)
        await house.seated(ana, beto)
        await dani.slash("unirse")
        await pass_by(2)
        assert (await house.info(lobby)).seat_of(f"discord:{dani.user.id}") is not None


async def test_two_open_lobbies_are_named(small: Discord) -> None:
    async with lived_in(small) as house:
        ana, carla, dani = map(house.person, ("Ana", "Carla", "Dani"))
        first, second = await house.open(carla), await house.open(ana)
        await dani.slash("unirse")
        await pass_by(1)
        offered = {id for one in dani.sees() for id in one.custom_ids if id.startswith("l1.")}
        assert offered == {f"l1.{first}.unirse", f"l1.{second}.unirse"}
        await dani.press(custom_id=rf"^l1\.{first}\.unirse$")
        await pass_by(2)
        assert (await house.info(first)).seat_of(f"discord:{dani.user.id}") is not None

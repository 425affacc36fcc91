"""The tables of a server in one place: joined, watched and opened from another channel."""

from bot.words import words_for
from tests.adapters.discord.house import House
from tests.adapters.discord.lookalike.people import Person, Seen
from tests.adapters.discord.lookalike.world import Channel, Interaction

WORDS = words_for("es")


def answer(asked: Interaction) -> Seen:
    assert asked.reply is not None
    return Seen(asked.reply)


def add_channel(house: House, name: str) -> Channel:
    channel = house.small.world.add_channel(house.guild, name)
    shape = house.small.world.guild_shape(house.guild)
    house.small.gateway.dispatch("GUILD_CREATE", shape, house.guild)
    return channel


async def listed(person: Person, command: str = "mesas") -> Seen:
    """The tables, which the person alone reads."""
    return answer(await person.slash("mano", ver=command))


async def test_a_table_is_opened_where_one_looks_for_one(house: House, ana: Person) -> None:
    """``/mesa`` where there is no table shows those of the whole server."""
    found = await listed(ana, "mesa")
    assert WORDS.text("tables.title") in found.text
    await ana.press(custom_id="l1..jugar", on=found.message)
    (match,) = await house.service.matches.in_community(f"discord:{house.guild.id}")
    shown = [seen for seen in house.person("Beto").sees() if match in str(seen.custom_ids)]
    assert shown, "everybody sees the table"


async def test_a_private_table_and_one_in_a_hidden_channel_are_not_listed(house: House) -> None:
    ana, beto, carla = map(house.person, ("Ana", "Beto", "Carla"))
    secret = house.small.world.add_channel(house.guild, "secreto")
    secret.hidden_from = {carla.user.id}
    add_channel(house, "charla")
    await house.open(ana, jugadores="2", privada="si")
    hidden = await house.open(beto.at(secret), jugadores="2")
    assert f"l1..unirse.codigo={hidden}" in (await listed(ana)).custom_ids
    assert (await listed(carla)).custom_ids == ["l1..jugar", "l1..rapida", "p1.mesas...0"]

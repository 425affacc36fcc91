"""The tables of a server in one place: joined, watched and opened from another channel."""

from bot.model import Status
from bot.words import words_for
from tests.adapters.discord.house import House
from tests.adapters.discord.lookalike.people import Person, Seen
from tests.adapters.discord.lookalike.world import Channel, Interaction
from tests.virtual import pass_by

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


async def test_a_table_is_found_joined_and_watched_from_another_channel(
    house: House, ana: Person
) -> None:
    talk = add_channel(house, "charla")
    beto, carla = (house.person(name).at(talk) for name in ("Beto", "Carla"))
    assert WORDS.text("tables.none") in (await listed(beto)).text
    match = await house.open(ana, jugadores="2")
    joins, watches = f"l1..unirse.codigo={match}", f"l1..mirar.mesa={match}"
    found = await listed(beto)
    assert found.custom_ids == [joins, "l1..jugar", "l1..rapida", "p1.mesas...0"]
    assert WORDS.text("tables.joined") in found.text
    stale = await listed(carla)
    await beto.press(custom_id=joins, on=found.message)
    assert [seat.name for seat in (await house.info(match)).people] == ["Ana", "Beto"]
    pressed = await carla.press(custom_id=joins, on=stale.message)
    assert WORDS.text("reason.TABLE_FULL") in answer(pressed).text
    await ana.press(custom_id=rf"\.{match}\.\.START$")
    assert (await house.info(match)).status is Status.PLAYING
    await carla.press(custom_id="p1.mesas...0", on=stale.message)
    renewed = Seen(stale.message)
    assert renewed.custom_ids == [watches, "l1..jugar", "l1..rapida", "p1.mesas...0"]
    await carla.press(custom_id=watches, on=stale.message)
    await pass_by(5)
    assert [one.name for one in (await house.info(match)).onlookers] == ["Carla"]


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

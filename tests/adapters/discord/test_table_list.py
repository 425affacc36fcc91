"""The tables of a server in one place: joined, watched and opened from another channel."""

from random import Random

from adapters.discord.last_presses import TOKEN_SECONDS
from bot.asking.standing_lists import REST
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


async def test_a_list_follows_its_server_s_tables(house: House) -> None:
    """By edits of the answer that its reader has, in any channel. A step of a match changes
    nothing in it."""
    ana, beto, carla = map(house.person, ("Ana", "Beto", "Carla"))
    charla = add_channel(house, "charla")
    shown = await listed(carla.at(charla))
    sent = len(carla.at(charla).sees())
    match = await house.open(ana, jugadores="2")
    await pass_by(REST + 5)
    joins, watches = f"l1..unirse.codigo={match}", f"l1..mirar.mesa={match}"
    assert joins in shown.custom_ids
    await beto.press(custom_id=rf"\.{match}\.\.JOIN")
    await pass_by(REST + 5)
    assert not {joins, watches} & set(shown.custom_ids), "full, and not begun"
    await ana.press(custom_id=rf"\.{match}\.\.START$")
    await pass_by(REST + 5)
    assert watches in shown.custom_ids
    edits = shown.message.edits
    await house.play(match, Random(1), until_number=1)
    await pass_by(REST + 5)
    assert shown.message.edits == edits
    assert len(carla.at(charla).sees()) == sent, "nothing was sent"
    await carla.at(charla).press(custom_id="p1.mesas...0", on=shown.message)
    await pass_by(TOKEN_SECONDS - 20)
    edits = shown.message.edits
    other = await house.open(carla, jugadores="2")
    await pass_by(REST + 5)
    assert shown.message.edits == edits + 1, "looking again makes it follow for longer"
    await carla.press(custom_id=rf"\.{other}\.\.LEAVE$")
    await pass_by(REST + 5)
    assert shown.message.edits == edits + 1, "the answer can be edited no more"

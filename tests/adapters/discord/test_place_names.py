"""Hands of several servers are told apart, and name no channel to who may not read it."""

from tests.adapters.discord.house import House
from tests.adapters.discord.lookalike.people import Person
from tests.adapters.discord.lookalike.server import Discord
from tests.adapters.discord.lookalike.world import Channel
from tests.virtual import pass_by


def add_channel(small: Discord, name: str) -> Channel:
    guild = small.world.add_guild(f"Los de {name}")
    channel = small.world.add_channel(guild, name)
    small.gateway.dispatch("GUILD_CREATE", small.world.guild_shape(guild), guild)
    return channel


def titles(person: Person) -> list[str]:
    """The first lines of the private messages with a hand, in the order of their tables."""
    hands = [message for message in person.reads() if "· mano 1" in message.text]
    return [hand.text.split("\n")[0] for hand in hands]


async def test_a_place_that_one_may_not_read_is_not_named(house: House, ana: Person) -> None:
    """Carla came by the table's code, from another server."""
    far = add_channel(house.small, "secreto")
    carla = Person(house.small, house.small.world.add_user("Carla"), far)
    house.people["Carla"] = carla
    here = await house.open(ana, jugadores="2")
    await carla.slash("unirse", codigo=here)
    await ana.press(custom_id=rf"\.{here}\.\.START$")
    await carla.slash("jugar", jugadores="2", robots=1)
    await carla.press(custom_id=r"\.START$")
    await pass_by(30)
    assert len(titles(carla)) == 2
    assert [title for title in titles(carla) if "#secreto" in title]
    assert not [title for title in titles(carla) if "mesa" in title]

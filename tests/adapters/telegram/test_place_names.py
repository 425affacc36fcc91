"""Hands of several groups are told apart, and name no group to who is not in it."""

from tests.adapters.telegram.house import House
from tests.adapters.telegram.people import Person
from tests.adapters.telegram.world import Chat
from tests.virtual import pass_by


def titles(person: Person) -> list[str]:
    """The titles of the private messages with a hand."""
    lines = [line for shown in person.sees() if shown.by_bot for line in shown.text.split("\n")]
    return [line for line in lines if "· mano 1" in line]


async def test_private_hands_of_two_groups_name_them(
    house: House, ana: Person, beto: Person, group: Chat
) -> None:
    carla = await house.person("Carla")
    other = house.world.group("Los primos", ana, carla)
    await house.seated(group, ana, beto, options="tiempo:3600")
    await pass_by(10)
    assert titles(ana)
    assert not [line for line in titles(ana) if "Los pibes" in line], "one table needs no name"
    await house.seated(other, ana, carla, options="tiempo:3600")
    await pass_by(60)
    named = {line.partition(" · mano 1 · ")[2] for line in titles(ana)}
    assert named == {"Los pibes", "Los primos"}
    for person in (beto, carla):
        assert not [line for line in titles(person) if "Los p" in line], "they have one table"
    assert "Los primos" not in ana.reads(group)


async def test_a_group_that_one_is_not_in_is_not_named(
    house: House, ana: Person, beto: Person, group: Chat
) -> None:
    """Eva came by the table's link."""
    eva = await house.person("Eva")
    own = house.world.group("Los de Eva", eva, beto)
    match = await house.seated(group, ana, start=False, options="jugadores:2")
    eva.say(f"/unirse {match.id}")
    await pass_by(5)
    assert (await house.info(match.id)).seat_of(f"telegram:{eva.id}") is not None
    await ana.press("START", group).answer()
    await pass_by(5)
    await house.seated(own, eva, beto, options="tiempo:3600")
    await pass_by(60)
    assert [line for line in titles(eva) if "Los de Eva" in line]
    assert len(titles(eva)) == 2
    assert not [line for line in titles(eva) if "Los pibes" in line]


async def test_private_hands_of_two_topics_name_them(
    house: House, ana: Person, beto: Person
) -> None:
    """Two tables of one group: the topic tells them apart, by its newest name."""
    carla = await house.person("Carla")
    forum = house.world.group("Foro", ana, beto, carla, forum=True)
    small, large = (house.world.topic(forum, name) for name in ("Mesa chica", "Mesa grande"))
    await house.seated(forum, ana, beto, options="tiempo:3600", thread=small)
    house.world.rename_topic(forum, large, "Mesa larga", by=ana)
    await house.seated(forum, ana, carla, options="tiempo:3600", thread=large)
    await pass_by(60)
    named = {line.partition(" · mano 1 · ")[2] for line in titles(ana)}
    assert named == {"Foro · Mesa chica", "Foro · Mesa larga"}
    assert not [line for line in titles(beto) if "Foro" in line], "he has one table"

"""Onlookers on Discord: they come from anywhere, and the table is shown to them alone."""

from bot.words import words_for
from tests.adapters.discord.house import House
from tests.adapters.discord.lookalike.people import Person, Seen
from tests.adapters.discord.lookalike.server import Discord
from tests.adapters.discord.test_reach import tables
from tests.virtual import pass_by

WORDS = words_for("es")


async def names(house: House, match: str) -> list[str]:
    return [onlooker.name for onlooker in (await house.info(match)).onlookers]


def shown_to(person: Person, match: str) -> list[Seen]:
    """The table as it is shown to this person in private: it has one button."""
    return [message for message in person.reads() if message.custom_ids == [f"t1.{match}..LEAVE"]]


async def elsewhere(small: Discord, house: House, person: Person) -> None:
    """The person is in a channel of another server from now on."""
    guild = small.world.add_guild("Otro")
    small.gateway.dispatch("GUILD_CREATE", small.world.guild_shape(guild), guild)
    person.here = small.world.add_channel(guild, "lejos")


async def test_an_onlooker_of_another_server_sees_the_table_in_private_until_they_leave(
    house: House,
) -> None:
    ana, beto, eva = map(house.person, ("Ana", "Beto", "Eva"))
    match = await house.seated(ana, beto, tiempo="3600", hands=("1e 7e 4c", "1b 7o 4o"), dealer=1)
    await elsewhere(house.small, house, eva)
    await eva.slash("mirar", mesa=match)
    await pass_by(3)
    assert await names(house, match) == ["Eva"]
    (seen,) = shown_to(eva, match)
    assert tables(eva, match) == [], "the other server's channel shows the table"
    await ana.press(custom_id=r"\.play 4c$")
    await pass_by(5)
    (seen,) = shown_to(eva, match)
    told = f"{seen.text} {seen.alternative_texts}".lower()
    assert "cuatro de copas" in told
    for card in ("siete de espadas", "siete de oros"):
        assert card not in told
    assert all("Eva" in table.text for table in tables(ana, match))
    await eva.press(custom_id=r"LEAVE$")
    await pass_by(5)
    assert await names(house, match) == []
    assert shown_to(eva, match) == []


async def test_a_closed_private_chat_shows_the_table_where_the_person_pressed(house: House) -> None:
    ana, beto, eva = map(house.person, ("Ana", "Beto", "Eva"))
    match = await house.seated(ana, beto, tiempo="3600")
    eva.user.dm_refusal = 50007
    await eva.slash("mirar", mesa=match)
    await pass_by(5)
    found = [message for message in eva.sees() if message.custom_ids == [f"t1.{match}..LEAVE"]]
    assert [message.ephemeral for message in found] == [True]
    assert not [message for message in ana.sees() if message.custom_ids == [f"t1.{match}..LEAVE"]]


async def test_who_comes_to_a_table_that_is_over_sees_how_it_ended(house: House) -> None:
    ana, beto, eva = map(house.person, ("Ana", "Beto", "Eva"))
    match = await house.seated(ana, beto, tiempo="3600")
    for person in (ana, beto):
        await person.slash("partida terminar")
        await pass_by(3)
    await elsewhere(house.small, house, eva)
    for line, option in (("mirar", "mesa"), ("unirse", "codigo")):
        before = len(eva.everything())
        await eva.slash(line, **{option: match})
        await pass_by(3)
        (told,) = eva.everything()[before:]
        assert WORDS.text("result.ended.agreed") in told.text
        assert f"t1.{match}..FILM" in told.custom_ids


async def test_an_old_button_of_a_table_that_is_over_shows_how_it_ended(house: House) -> None:
    """To who pressed alone, with the film."""
    ana, beto, eva = map(house.person, ("Ana", "Beto", "Eva"))
    match = await house.open(ana, tiempo="3600")
    (old,) = (
        message.message for message in eva.sees() if f"t1.{match}..JOIN" in message.custom_ids
    )
    await beto.press(custom_id=rf"\.{match}\.\.JOIN")
    await ana.press(custom_id=rf"\.{match}\.\.START")
    for person in (ana, beto):
        await person.slash("partida terminar")
        await pass_by(3)
    before = {message.id for message in eva.sees()}
    await eva.press(custom_id=f"t1.{match}..JOIN", on=old)
    await pass_by(3)
    (told,) = (message for message in eva.sees() if message.id not in before)
    assert told.ephemeral
    assert WORDS.text("result.ended.agreed") in told.text
    await eva.press(custom_id=f"^t1.{match}..FILM$")
    (film,) = (message for message in eva.sees() if message.id not in {*before, told.id})
    assert film.ephemeral
    assert WORDS.text("film.forth") in film.labels

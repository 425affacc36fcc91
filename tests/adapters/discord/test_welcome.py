"""What a server that has just added the bot is told, and the button with which all begins."""

import pytest

from adapters.discord.layout import LEARN, PLAY_NOW
from adapters.discord.words import say
from bot.model import Status
from bot.store import Store
from bot.words import words_for
from tests.adapters.discord.house import House
from tests.adapters.discord.lookalike.people import Seen
from tests.adapters.discord.lookalike.world import VIEW_CHANNEL, Channel
from tests.virtual import pass_by, settle


def greetings(house: House, channel: Channel) -> list[Seen]:
    """The messages of that channel that have the button."""
    return [
        message for message in house.person("Zoe").sees(channel) if PLAY_NOW in message.custom_ids
    ]


async def added_again(house: House) -> None:
    house.small.kick(house.guild)
    await settle()
    house.small.invite(house.guild)
    await settle()


async def test_a_server_that_adds_the_bot_is_greeted_once(house: House) -> None:
    assert greetings(house, house.channel) == [], "it was there already"
    guild = house.small.world.add_guild("Otro", "pt-BR")
    other = house.small.world.add_channel(guild, "geral")
    guild.has_bot = False
    house.small.invite(guild)
    await settle()
    (greeting,) = greetings(house, other)
    assert words_for("pt_BR").text("page.start") not in greeting.text
    assert "/jogar" in greeting.text
    await house.restart()
    assert len(greetings(house, other)) == 1
    assert greetings(house, house.channel) == []


async def test_a_server_that_adds_the_bot_while_it_is_down_is_greeted_when_it_comes_back(
    house: House,
) -> None:
    """Once. One that comes back finds its tables instead."""
    await house.seated(house.person("Ana"), house.person("Beto"), tiempo="86400")
    await house.stop()
    guild = house.small.world.add_guild("Neu", "de")
    other = house.small.world.add_channel(guild, "allgemein")
    house.small.invite(guild)
    house.small.kick(house.guild)
    await pass_by(3600)
    house.small.invite(house.guild)
    await house.start()
    await settle()
    (greeting,) = greetings(house, other)
    assert greeting.text.split("\n")[1] == say("en", "welcome")
    assert greetings(house, house.channel) == []
    await house.restart()
    assert len(greetings(house, other)) == 1


async def test_a_server_that_a_new_database_does_not_know_is_not_greeted_again(
    house: House,
) -> None:
    """It has had the bot for long."""
    house.small.invite(house.guild)
    await settle()
    assert len(greetings(house, house.channel)) == 1
    await house.stop()
    await pass_by(8 * 86400)
    house.store = Store.in_memory()
    await house.start()
    await settle()
    assert len(greetings(house, house.channel)) == 1


async def test_it_stands_where_newcomers_are_greeted_if_the_bot_may_write_there(
    house: House,
) -> None:
    house.guild.system = house.small.world.add_channel(house.guild, "bienvenida")
    await added_again(house)
    assert len(greetings(house, house.guild.system)) == 1
    assert greetings(house, house.channel) == []
    house.guild.system.taken = VIEW_CHANNEL
    await added_again(house)
    assert len(greetings(house, house.guild.system)) == 1
    assert len(greetings(house, house.channel)) == 1
    house.channel.taken = VIEW_CHANNEL
    await added_again(house)
    assert len(greetings(house, house.channel)) == 1, "nowhere"


@pytest.mark.parametrize("late", [False, True])
async def test_whoever_presses_has_a_table_in_the_channel(house: House, *, late: bool) -> None:
    if late:
        house.patience = 0.0
        await house.restart()
    await added_again(house)
    zoe, eva = house.person("Zoe", "en-GB"), house.person("Eva")
    await zoe.press(custom_id=PLAY_NOW)
    (match,) = await house.service.matches.of_person(f"discord:{zoe.user.id}")
    info = await house.info(match)
    assert info.status is Status.LOBBY
    assert any("JOIN" in id for id in eva.sees(house.channel)[-1].custom_ids)
    await zoe.press(custom_id=PLAY_NOW)
    assert len(await house.service.matches.of_person(f"discord:{zoe.user.id}")) == 1
    assert zoe.sees()[-1].ephemeral, "the table is open already"
    await eva.press(custom_id=PLAY_NOW)
    assert len(greetings(house, house.channel)) == 1, "it stays for others"
    assert len(await house.service.matches.of_person(f"discord:{eva.user.id}")) == 1
    dani = house.person("Dani")
    await dani.press(custom_id=f"^{LEARN}$")
    (match,) = await house.service.matches.of_person(f"discord:{dani.user.id}")
    assert (await house.info(match)).lesson is not None

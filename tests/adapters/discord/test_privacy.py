"""A person's own data on Discord: told, given, deleted; and a server that removes the bot."""

import json

from bot.community.erasure_notes import COMMUNITY, PERSON
from bot.environment import Config
from bot.screens.pages import NO, YES
from bot.store.queries import people_queries
from bot.words import words_for
from tests.adapters.discord.house import House, lived_in
from tests.adapters.discord.lookalike.people import Person
from tests.adapters.discord.lookalike.server import Discord
from tests.stores import all_bytes
from tests.virtual import pass_by, settle

CONFIG = Config(robot_budget=0, erase=600.0, purge=900.0)


async def test_one_s_own_data_are_a_file_for_oneself(
    house: House, ana: Person, beto: Person
) -> None:
    match = await house.seated(ana, beto)
    await ana.slash("datos descargar")
    told = ana.sees()[-1]
    assert told.ephemeral
    (file,) = told.pictures
    data = json.loads(file.data)
    assert data["person"] == f"discord:{ana.user.id}"
    assert [played["match"] for played in data["matches"]] == [match]
    assert data["matches"][0]["record"] is None
    assert str(beto.user.id) not in file.data.decode()
    assert all(not seen.ephemeral or not seen.pictures for seen in beto.sees())


async def test_a_person_is_deleted_in_two_steps(small: Discord) -> None:
    async with lived_in(small, config=CONFIG) as house:
        ana, beto = house.person("Ana"), house.person("Beto")
        match = await house.seated(ana, beto)
        await ana.slash("datos borrar")
        assert ana.sees()[-1].ephemeral
        assert not await house.store.read(people_queries.settings_named, PERSON)
        await ana.press(custom_id=rf"\.{YES}\.")
        assert set(await house.store.read(people_queries.settings_named, PERSON)) == {
            f"discord:{ana.user.id}"
        }
        assert (await house.info(match)).seats[0].left
        await ana.press(custom_id=rf"\.{NO}\.")
        assert not await house.store.read(people_queries.settings_named, PERSON)
        await ana.slash("datos borrar")
        await ana.press(custom_id=rf"\.{YES}\.")
        await pass_by(700)
        await house.service.erasures.carry_out()
        await settle()
        kept = all_bytes(house.store)
        for told in (f"discord:{ana.user.id}", f"@{ana.user.id}", "Ana"):
            assert told.encode() not in kept
        table = next(
            seen for seen in reversed(beto.sees()) if words_for("es").text("someone") in seen.text
        )
        assert "Ana" not in table.text


async def test_a_server_that_removes_the_bot_is_purged(small: Discord) -> None:
    async with lived_in(small, config=CONFIG) as house:
        ana, beto = house.person("Ana"), house.person("Beto")
        match = await house.seated(ana, beto)
        community = f"discord:{house.guild.id}"
        small.kick(house.guild)
        await settle()
        assert set(await house.store.read(people_queries.settings_named, COMMUNITY)) == {community}
        await house.restart()
        assert set(await house.store.read(people_queries.settings_named, COMMUNITY)) == {community}
        await pass_by(1000)
        await house.service.erasures.carry_out()
        assert not await house.store.read(people_queries.settings_named, COMMUNITY)
        assert await house.service.matches.info(match) is None
        assert await house.store.settings_of(community) == {}
        assert str(house.guild.id).encode() not in all_bytes(house.store)

"""The catalogue as application commands, by Discord's rules, and back again."""

from collections.abc import Iterator
from random import Random
from typing import Any

import discord
import pytest

from adapters.discord import commands
from adapters.discord.words import plain, say
from bot.catalogue import COMMANDS, GROUPS, LISTED, Typed
from bot.chat_commands import Cannot, CommandSpec, OptionKind
from bot.teaching import analyses
from bot.words import SOURCE_LOCALE, words_for
from tests.adapters.discord.house import House, lived_in, said_to
from tests.adapters.discord.lookalike.rules import commands_faults, too_many
from tests.adapters.discord.lookalike.server import Discord
from tests.virtual import pass_by


def test_discord_would_take_them() -> None:
    told = commands.payload()
    assert list(commands_faults(told)) == []
    assert not too_many(told)
    names = [command["name"] for command in told if command["type"] == 1]
    assert names == [spec.names.of(SOURCE_LOCALE) for spec in LISTED]


def test_the_fingerprint_is_of_what_is_told() -> None:
    told = commands.payload()
    mark = commands.fingerprint(told)
    assert commands.fingerprint(commands.payload()) == mark
    told[0]["description"] += "!"
    assert commands.fingerprint(told) != mark


@pytest.mark.parametrize("command", COMMANDS, ids=lambda spec: spec.id)
def test_every_choice_is_read_back(command: object) -> None:
    """Whatever Discord lets a person choose is understood as that."""
    (spec,) = [spec for spec in COMMANDS if spec is command]
    told = commands.typed_command(spec)
    for option, sent in zip(spec.options, told["options"], strict=True):
        assert (sent["type"] == 5) is (option.kind is OptionKind.FLAG)
        for value in _values(sent):
            given = commands.chosen([{"name": sent["name"], "type": sent["type"], "value": value}])
            typed = commands.read(spec, given, "es", "argentino")
            assert isinstance(typed, Typed), (spec.id, value, typed)
            said = "on" if value is True else "off" if value is False else str(value)
            assert dict(typed.values)[option.id] == said


def _values(sent: dict[str, object]) -> list[object]:
    choices = sent.get("choices", [])
    assert isinstance(choices, list)
    if choices:
        return [choice["value"] for choice in choices]
    if sent["type"] == 5:
        return [True, False]
    if sent["type"] == 4:
        return [sent["min_value"], sent["max_value"]]
    return []


def test_a_card_may_be_typed_in_words() -> None:
    (carta,) = [command for command in COMMANDS if command.id == "carta"]
    assert [option.kind for option in carta.options] == [OptionKind.CARD, OptionKind.FLAG]
    typed = commands.read(carta, {"carta": "siete de oros", "tapada": "no"}, "es", "argentino")
    assert typed == Typed("carta", (("carta", "7o"), ("tapada", "off")))
    # A colon does not begin another option.
    cannot = commands.read(carta, {"carta": "tapada:si 7x"}, "es", "argentino")
    assert isinstance(cannot, Cannot)


# --- as they are registered ----------------------------------------------------------------------

SPANISH = {"es-ES", "es-419"}
FIVE = SPANISH | {"pt-BR", "en-US", "en-GB"}


def test_everything_is_named_in_five_locales() -> None:
    told = commands.payload()
    options = [option for command in told for option in _below(command)]
    choices = [choice for option in options for choice in option.get("choices", ())]
    assert len(told) > 20
    assert len(choices) > 50
    for named in (*told, *options, *choices):
        names = named["name_localizations"]
        assert set(names) == FIVE
        assert all(names.values())
    for described in (*(command for command in told if command["type"] == 1), *options):
        texts = described["description_localizations"]
        assert set(texts) == FIVE
        assert all(texts.values())
        assert {described["name_localizations"][locale] for locale in SPANISH} == {
            described["name"]
        }


def _below(command: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for option in command.get("options", ()):
        yield option
        yield from _below(option)


def test_where_and_by_whom_they_are_used() -> None:
    """In servers, and in private chats but for what only a server has; never by a personal
    installation, which could not keep a table."""
    for command in commands.payload():
        admin = command["name"] == "moderar"
        assert command["integration_types"] == [0]
        assert command["contexts"] == ([0] if admin or command["type"] > 1 else [0, 1])
        assert command.get("default_member_permissions") == (1 << 5 if admin else None)


async def test_moderation_is_offered_to_those_who_manage(house: House) -> None:
    """Everybody may choose their language; who may change the place is asked when they do."""
    ana, zoe = house.person("Ana"), house.person("Zoe")
    house.guild.managers.add(ana.user.id)
    assert words_for("es").text("settings.title") in said_to(await ana.slash("configurar lugar"))
    await ana.slash("moderar vetar")
    with pytest.raises(AssertionError, match="not offered to Zoe"):
        await zoe.slash("moderar vetar")
    with pytest.raises(AssertionError, match="not offered here"):
        await ana.at(ana.chat).slash("moderar vetar")
    refused = plain(words_for("es").text("reason.NOT_ADMIN"))
    assert refused in said_to(await zoe.slash("configurar lugar"))
    assert refused in said_to(await ana.at(ana.chat).slash("configurar lugar"))


@pytest.mark.parametrize("command", COMMANDS, ids=lambda spec: spec.id)
def test_a_command_is_found_where_it_stands(command: CommandSpec) -> None:
    """In the lists of today, and by its own name in those of an earlier version."""
    plain_data = {"name": command.id, "type": 1, "options": [{"name": "x", "type": 3}]}
    found = commands.called(plain_data)
    assert found is not None
    assert (found.command, len(found.options)) == (command, 1)
    for group in GROUPS:
        for part in group.parts:
            if part.command is command:
                below = {"name": part.names.es, "type": 1, "options": [{"name": "x", "type": 3}]}
                if group.by is not None:
                    below = {"name": group.by.es, "type": 3, "value": command.id}
                data = {"name": group.names.es, "type": 1, "options": [below]}
                found = commands.called(data)
                assert found is not None
                assert (found.command, len(found.options)) == (command, group.by is None)


def test_no_english_name_is_another_bots() -> None:
    """Music bots have /play, /join, /leave, /start and /settings. What says no word of the game
    says its name."""
    game = {"truco", "envido", "flor", "quiero", "paso"}
    names = {
        command["name_localizations"]["en-US"]
        for command in commands.payload()
        if command["type"] == 1
    }
    assert game < names
    assert all(name.startswith("truco_") for name in names - game)


async def test_somebody_is_challenged_from_their_menu(house: House) -> None:
    ana, beto = house.person("Ana"), house.person("Beto", "en-US")
    await ana.menu("Desafiar al truco", beto.user)
    (match,) = await house.service.matches.at_place(f"discord:{house.guild.id}/{ana.here.id}")
    info = await house.info(match)
    assert [name for _, name in info.kept] == ["Beto"]


def test_somebody_is_removed_from_their_menu_by_their_name() -> None:
    users = {"7": {"username": "dani", "global_name": "Dani"}}
    data = {"type": 2, "name": say("es", "menu.remove"), "target_id": "7"}
    found = commands.called(data | {"resolved": {"users": users}})
    assert found is not None
    assert (found.command.id, found.options) == ("sacar", ({"name": "persona", "value": "Dani"},))


async def test_a_match_is_analysed_from_the_menu_of_its_message(
    small: Discord, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is measured: that takes long, and is not what is asked."""
    monkeypatch.setattr(analyses, "weighed", lambda opinion, *_: opinion.found)
    async with lived_in(small) as house:
        ana, beto = house.person("Ana"), house.person("Beto")
        match = await house.seated(ana, beto)
        await house.play(match, Random(3), until_number=2)
        for person in (ana, beto):
            await person.slash("partida terminar")
        await pass_by(5)
        (table,) = [
            seen
            for seen in ana.sees()
            if not seen.ephemeral and f"{match}..REMATCH" in "".join(seen.custom_ids)
        ]
        typed = said_to(await ana.slash("partida analizar", partida=match))
        assert match in typed
        assert said_to(await ana.menu("Analizar", table.message)) == typed
        other = await ana.slash("mano")
        assert other.reply is not None
        nothing = await ana.menu("Analizar", other.reply)
        assert say("es", "analyse.none") in said_to(nothing)


async def test_they_are_registered_again_only_when_changed(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(house.small.sent("bulk_set_application_commands")) == 1
    await house.restart()
    assert len(house.small.sent("bulk_set_application_commands")) == 1
    told = commands.payload()
    told[0] = {**told[0], "description": "Another"}
    monkeypatch.setattr(commands, "payload", lambda **_: told)
    await house.restart()
    assert len(house.small.sent("bulk_set_application_commands")) == 2
    assert house.small.world.commands[0][0]["description"] == "Another"


async def test_a_registration_that_failed_is_tried_at_the_next_start(small: Discord) -> None:
    small.faults.code(50001, "bulk_set_application_commands")
    async with lived_in(small) as house:
        assert not small.world.commands.get(0)
        await house.restart()
        assert small.world.commands[0]


# --- the connection ------------------------------------------------------------------------------


async def test_the_only_intent_is_guilds(small: Discord) -> None:
    async with lived_in(small):
        sessions = small.gateway.sessions.values()
        assert [session.intents for session in sessions] == [discord.Intents(guilds=True).value]

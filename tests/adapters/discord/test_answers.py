"""Answers: in time also when deciding takes long, by questions where something is missing, and in
the language of whoever asks."""

import asyncio
from random import Random
from typing import cast

import discord
import pytest

from adapters.discord.answer import Answer
from adapters.discord.words import plain, say
from bot.catalogue import LISTED, read_key
from bot.environment import Config
from bot.screens.pages import COMMANDS, HERE, START
from bot.words import LOCALES, words_for
from bot.words.articles import article_for
from engine.variants import VARIANTS
from tests.adapters.discord.house import House, lived_in
from tests.adapters.discord.lists import older
from tests.adapters.discord.lookalike.people import Failed, Person, Seen
from tests.adapters.discord.lookalike.server import Discord
from tests.adapters.discord.lookalike.world import ATTACH_FILES, SEND_MESSAGES, VIEW_CHANNEL
from tests.bot.helpers import slowed
from tests.virtual import pass_by, settle

HANDS = ("1e 7e 4c", "1b 7o 4o")
LANGUAGES = {"es-419": "es", "es-ES": "es", "pt-BR": "pt_BR", "en-US": "en", "en-GB": "en"}


async def duel(house: House, **options: str | int) -> tuple[str, Person, Person]:
    ana, beto = house.person("Ana"), house.person("Beto")
    match = await house.seated(ana, beto, hands=HANDS, dealer=0, **options)
    return match, ana, beto


# --- slow decisions ------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["button", "slash"])
async def test_a_slow_decision_is_deferred(house: House, how: str) -> None:
    """Ten seconds for a commit: acknowledged in time, and answered in the end. Who pressed a button
    is told that it takes longer; a command shows it by itself."""
    match, ana, beto = await duel(house, tiempo="86400")
    slow = slowed(house.store, 10.0)
    await beto.until_offered(custom_id=r"\.play 1b$")
    if how == "button":
        interaction = await beto.press(custom_id=r"\.play 1b$")
        assert interaction.answer == 6
    else:
        interaction = await beto.with_lists(older()).slash("carta", carta="1b")
        assert interaction.answer == 5
        assert interaction.reply is not None
        assert interaction.reply.only_for is beto.user
    assert interaction.answered_at is not None
    assert interaction.answered_at - interaction.at < 3
    assert not (await house.view(match, None)).plays
    await pass_by(1)
    told = [Seen(one).text for one in interaction.followups if one.only_for is beto.user]
    assert told == ([plain(words_for("es").text("reply.slow"))] if how == "button" else [])
    await pass_by(12)
    assert len((await house.view(match, None)).plays) == 1
    assert not any(seen.thinking for seen in beto.everything())
    slow.pause = 0.0
    await ana.press(custom_id=r"\.play 1e$")
    await house.play(match, Random(1), until_number=2)


@pytest.mark.parametrize("command", ["jugar", "mesa", "truco", "mano", "ayuda"])
async def test_a_slow_refusal_stays_private(small: Discord, command: str) -> None:
    """What is said to one person is not made public by having been deferred."""
    async with lived_in(small, config=Config(robot_budget=0, tables=1)) as house:
        ana = house.person("Ana")
        await ana.slash("jugar")  # a lobby of hers: another one is refused
        before = [seen.id for seen in house.person("Eva").sees()]
        slowed(house.store, 2.5)
        asked = await ana.with_lists(older()).slash(command)
        await pass_by(10)
        assert not any(seen.thinking for seen in ana.everything())
        public = [seen for seen in house.person("Eva").sees() if seen.id not in before]
        assert all(seen.buttons for seen in public), [seen.text for seen in public]
        if command == "jugar":
            assert asked.answer == 5, "it was deferred, for everybody"
            assert public == []
            (told,) = asked.followups
            assert told.only_for is ana.user


async def test_a_decision_that_is_under_way_at_the_end_is_answered(house: House) -> None:
    _, _, beto = await duel(house, tiempo="86400")
    slowed(house.store, 1.0)
    await beto.until_offered(custom_id=r"\.play 1b$")
    pressed = beto.start_press(custom_id=r"\.play 1b$")
    await pass_by(0.1)
    await house.stop()
    assert pressed.answer
    assert not pressed.refused


async def test_the_end_of_an_answer_waits_for_its_deferral() -> None:
    """Otherwise the process could end while Discord is being told to wait."""
    went = asyncio.Event()

    class Response:
        given = False

        def is_done(self) -> bool:
            return self.given

        async def defer(self, *, ephemeral: bool, thinking: bool) -> None:
            self.ephemeral = ephemeral
            await went.wait()
            self.given = True

    class Pressed:
        message = None
        response = Response()

    pressed = Pressed()
    interaction = cast(discord.Interaction, pressed)
    answer = Answer(interaction, patience=0.0, public=False, answered=lambda _: None)
    await settle()
    end = asyncio.create_task(answer.done())
    await settle()
    assert not end.done()
    went.set()
    await settle()
    assert end.done()
    assert (answer.given, pressed.response.ephemeral) == (True, True)


# --- questions -----------------------------------------------------------------------------------


async def test_a_number_is_asked_for(house: House, ana: Person, beto: Person) -> None:
    """A declaration with a number: the button brings a form."""
    match = await house.open(ana, jugadores="2")
    await ana.press(custom_id=r"\.OPTIONS$")
    await ana.choose("declare")
    await ana.submit("manual")
    await beto.press(custom_id=rf"\.{match}\.\.JOIN")
    house.arrange(await house.table(match), HANDS, 0)
    await ana.press(custom_id=rf"\.{match}\.\.START$")
    await beto.press(custom_id=r"\.envido$")
    await ana.press(custom_id=r"\.quiero$")
    for wrong in ("cien", "", "99", "-1"):
        await beto.press(custom_id=r"\.tengo \?$")
        try:
            told = await beto.submit(wrong)
        except AssertionError:
            assert not wrong  # Discord's own client would not send it
            continue
        assert told.reply is not None
        assert told.reply.only_for in (None, beto.user)
    before = (await house.info(match)).version
    for no_token in ("2 7", "2.7", "²", "?"):
        await beto.press(custom_id=r"\.tengo \?$")
        told = await beto.submit(no_token)
        assert told.reply is not None
        assert Seen(told.reply).text == plain(say("es", "unclear"))
        assert told.reply.only_for is beto.user
    assert (await house.info(match)).version == before
    asked = await beto.press(custom_id=r"\.tengo \?$")
    assert asked.modal is not None
    (label,) = asked.modal["components"]
    assert label["component"] == {
        "type": 4,
        "custom_id": "value",
        "style": 1,
        "min_length": 1,
        "max_length": 10,
        "required": True,
        "placeholder": "0-33",
    }
    await beto.submit(" 27 ")
    assert (await house.info(match)).version > before


async def test_cards_are_completed_for_their_owner(house: House) -> None:
    """A card is laid with its button; a client may still show the command of an earlier version."""
    _, *two = await duel(house)
    ana, beto = (person.with_lists(older()) for person in two)
    mine = {value for _, value in await beto.complete("carta", "carta")}
    assert mine == {"1b", "7o", "4o"}
    assert {value for _, value in await ana.complete("carta", "carta")} == {"1e", "7e", "4c"}
    (found,) = await beto.complete("carta", "carta", "siete")
    assert found[1] == "7o"
    assert await house.person("Eva").with_lists(older()).complete("carta", "carta") == []
    direct = beto.at(beto.chat).with_lists(older())
    assert {value for _, value in await direct.complete("carta", "carta")} == mine


# --- in the private chat -------------------------------------------------------------------------


async def test_a_match_from_the_private_chat(house: House, ana: Person) -> None:
    """Against robots, alone with the bot; and a hand of a table elsewhere played by commands."""
    match, _, _ = await duel(house)
    direct = ana.at(ana.chat)
    await direct.slash("mano")
    assert any("as de espadas" in seen.text for seen in direct.sees())
    beto = house.person("Beto")
    await beto.at(beto.chat).with_lists(older()).slash("carta", carta="1b")
    await direct.with_lists(older()).slash("carta", carta="1e")
    assert len((await house.view(match, None)).plays) == 2


# --- languages -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("locale", "words"), LANGUAGES.items())
async def test_everyone_in_their_own_language(house: House, locale: str, words: str) -> None:
    ana = house.person("Ana", locale)
    beto = house.person("Beto", "en-US" if words != "en" else "pt-BR")
    name = {"es": "jugar", "pt_BR": "jogar", "en": "truco_play"}[words]
    await ana.slash(name, variante="argentino")
    help_name = {"es": "ayuda", "pt_BR": "ajuda", "en": "truco_help"}[words]
    told = await ana.slash(help_name)
    assert told.reply is not None
    title = words_for(words).text("button.hand")
    await beto.press(custom_id=r"\.JOIN")
    await ana.press(custom_id=r"\.START$")
    await pass_by(3)
    # The table speaks the language of whoever opened it, hands that of their owners.
    table = next(seen for seen in reversed(ana.sees()) if not seen.ephemeral)
    assert title in table.labels
    for person, spoken in ((ana, words), (beto, "en" if words != "en" else "pt_BR")):
        own = words_for(spoken)
        match = (await house.service.matches.of_person(f"discord:{person.user.id}"))[0]
        cards = (await house.view(match, person)).dealt
        (hand,) = [
            seen for seen in person.reads() if all(own.card(card) in seen.text for card in cards)
        ]
        assert not hand.message.deleted


@pytest.mark.parametrize(("locale", "words"), LANGUAGES.items())
async def test_commands_have_names_in_every_language(
    small: Discord, locale: str, words: str
) -> None:
    async with lived_in(small):
        menus = [command for command in small.world.commands[0] if command["type"] != 1]
        assert all(command["name_localizations"][locale] for command in menus)
        for command in small.world.commands[0][: -len(menus)]:
            names = command["name_localizations"]
            assert names[locale]
            texts = command["description_localizations"]
            assert texts[locale]
            if words == "es":
                assert names[locale] == command["name"]
            for option in command["options"]:
                assert option["name_localizations"][locale]
                assert option["description_localizations"][locale]
        assert len({command["name"] for command in small.world.commands[0]}) > 20
    assert set(LANGUAGES.values()) == set(LOCALES)


@pytest.mark.parametrize(
    ("taken", "right"), [(SEND_MESSAGES, "send_messages"), (VIEW_CHANNEL, "view_channel")]
)
async def test_a_refusal_speaks_the_language_of_whoever_asked(
    house: House, taken: int, right: str
) -> None:
    house.small.take_permissions(house.channel, taken)
    for name, locale, words in (("Ana", "pt-BR", "pt_BR"), ("Beto", "en-GB", "en")):
        person = house.person(name, locale)
        told = await person.slash("jugar")
        assert told.reply is not None
        assert told.reply.only_for is person.user
        text = say(words, "rights", rights=say(words, f"right.{right}"))
        assert plain(text) in person.sees()[-1].text
    assert not await house.service.matches.at_place(f"discord:{house.guild.id}/{house.channel.id}")


async def test_the_clients_language_is_followed_until_one_is_chosen(house: House) -> None:
    ana = house.person("Ana", "es-ES")

    async def spoken(locale: str) -> str | None:
        ana.user.locale = locale
        await ana.slash("mano")
        return await house.service.languages.of(f"discord:{ana.user.id}")

    assert [await spoken(one) for one in ("es-ES", "pt-BR", "en-GB")] == ["es", "pt_BR", "en"]
    await ana.slash("configurar idioma", idioma="en")
    assert [await spoken(one) for one in ("pt-BR", "es-ES")] == ["en", "en"]
    await ana.slash("configurar idioma", idioma="pt_BR")
    assert [await spoken(one) for one in ("pt-BR", "es-ES")] == ["pt_BR", "pt_BR"]


async def test_a_server_speaks_as_it_chose_or_as_it_was_first_spoken_to(small: Discord) -> None:
    """A server that never chose a language says that it is American English: that tells nothing."""
    for server, spoken in (("pt-BR", "pt_BR"), ("en-US", "es_419"), ("en-GB", "en"), ("de", "en")):
        async with lived_in(small) as house:
            guild = small.world.add_guild("Club", server)
            small.gateway.dispatch("GUILD_CREATE", small.world.guild_shape(guild), guild)
            channel = small.world.add_channel(guild, "mesa")
            ana = house.person(f"Ana {server}", "es-419", channel)
            await ana.slash("jugar")
            assert await house.service.languages.of(f"discord:{guild.id}") == spoken


# --- the cards as emoji --------------------------------------------------------------------------


async def test_cards_laid_before_there_are_emoji_get_theirs(small: Discord) -> None:
    """Until then they are named in words."""
    house = House(small, emoji=True)
    try:
        await house.start()
        small.take_permissions(house.channel, ATTACH_FILES)
        match, ana, beto = await duel(house, tiempo="86400")
        await beto.until_offered(custom_id=r"\.play 1b$")
        await beto.press(custom_id=r"\.play 1b$")
        (table,) = [one for one in ana.sees() if f"t1.{match}..HAND" in one.custom_ids]
        assert "<:truco" not in table.text
        before = (await house.info(match)).version
        await pass_by(60)
        assert (await house.info(match)).version == before
        assert f"_1b:{_emoji_id(small, '1b')}>" in table.text
    finally:
        await house.stop()


def _emoji_id(small: Discord, code: str) -> str:
    found = (id for id, one in small.world.emoji.items() if one["name"].endswith(f"es_{code}"))
    return str(next(found))


async def test_emoji_are_made_once(small: Discord) -> None:
    house = House(small, emoji=True)
    try:
        await house.start()
        await pass_by(60)
        assert len(small.world.emoji) == 82
        assert small.buckets.refusals == 0
        match, _, beto = await duel(house)
        await beto.until_offered(custom_id=r"\.play 1b$")
        (hand,) = [one for one in beto.reads() if any(".play " in id for id in one.custom_ids)]
        known = {one["name"] for one in small.world.emoji.values()}
        pictured = [one.emoji for one in hand.buttons if ".play " in one.custom_id]
        assert len(pictured) == 3
        assert set(pictured) <= known
        made = len(small.sent("create_application_emoji"))
        await house.restart()
        await pass_by(60)
        assert len(small.sent("create_application_emoji")) == made
        await house.play(match, Random(1), until_number=2)
    finally:
        await house.stop()


async def test_cards_without_emoji_stay_words(small: Discord) -> None:
    """After the first that Discord refuses no other is tried until the next start."""
    house = House(small, emoji=True)
    small.faults.code(50013, "create_application_emoji")
    try:
        await house.start()
        await pass_by(60)
        tried = [one for one in small.requests if one.operation == "create_application_emoji"]
        assert len(tried) == 1
        assert not house.adapter.platform.emoji.uploading
        await house.restart()
        await pass_by(60)
        assert len(small.world.emoji) == 82
    finally:
        await house.stop()


async def test_a_bot_without_sessions_answers_nobody(small: Discord) -> None:
    """(So that every other test means something.)"""
    house = House(small)
    await house.start()
    ana = house.person("Ana")
    await ana.slash("ayuda")
    await house.stop()
    with pytest.raises(Failed):
        await ana.slash("ayuda")


# --- help and rules ------------------------------------------------------------------------------


async def test_help_is_read_by_pages(house: House) -> None:
    """In one message that only the asker sees: this moment first, everything else by topic."""
    ana, zoe = house.person("Ana"), house.person("Zoe", "pt-BR")
    await ana.slash("ayuda")
    told = ana.sees()[-1]
    assert told.ephemeral
    assert words_for("es").text("help.start") in told.text
    await house.seated(ana, house.person("Beto"), variante="mineiro")
    before = len(zoe.sees())
    await zoe.slash("ajuda")
    told = zoe.sees()[-1]
    assert words_for("pt_BR").text("help.here.watching") in told.text
    (menu,) = told.selects
    assert len(menu.options) == len(VARIANTS) + 3
    for value, _ in menu.options:
        await zoe.choose(value)
        assert read_key(value).topic in (HERE, START, COMMANDS, *VARIANTS)
    assert zoe.sees()[-1].text.count("\n/") >= len(LISTED)
    assert len(zoe.sees()) == before + 1, "every page in the same message"


async def test_rules_are_turned_over(small: Discord, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.screens.pages.ROOM", 300)
    async with lived_in(small) as house:
        ana = house.person("Ana")
        await house.seated(ana, house.person("Beto"))
        await ana.slash("reglas")
        first = ana.sees()[-1].text
        await ana.press(words_for("es").text("page.after"))
        assert ana.sees()[-1].text != first
        await ana.press(words_for("es").text("page.before"))
        assert ana.sees()[-1].text == first
        await ana.press(custom_id="p1.reglas...x", on=ana.sees()[-1].message)
        assert say("es", "unclear") in ana.sees()[-1].text


async def test_a_lobbys_options_are_shown_and_completed(house: House, ana: Person) -> None:
    await house.open(ana)
    reply = (await ana.slash("opciones")).reply
    assert reply is not None
    assert "option0." in str(reply.components)
    found = await ana.complete("opciones", "valor", opcion="flor")
    assert {value for _, value in found} == {"con", "sin"}


async def test_an_article_is_completed_and_quoted(house: House, ana: Person) -> None:
    found = await ana.complete("reglas", "articulo", "va primero")
    assert [value for _, value in found] == ["AR-ENV-07"]
    await ana.slash("reglas", articulo="ar-env-7")
    assert article_for("AR-ENV-07", "es")[0] in ana.sees()[-1].text
    await ana.choose("p1.reglas..AR-ENV-01.0")
    assert words_for("es").text("rules.quoted", article="AR-ENV-01") in ana.sees()[-1].text
    await ana.slash("reglas", articulo=f"AR-ENV-{77}")
    assert "AR-ENV-07" in ana.sees()[-1].text

"""Answers: in time also when deciding takes long, by questions where something is missing, and in
the language of whoever asks."""

from random import Random

import pytest

from adapters.discord.words import plain
from bot.catalogue import LISTED, read_key
from bot.screens.pages import COMMANDS, HERE, START
from bot.words import words_for
from engine.variants import VARIANTS
from tests.adapters.discord.house import House, duel
from tests.adapters.discord.lists import older
from tests.adapters.discord.lookalike.people import Seen
from tests.adapters.discord.lookalike.server import Discord
from tests.adapters.discord.lookalike.world import ATTACH_FILES
from tests.bot.helpers import slowed
from tests.virtual import pass_by

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
    told = [
        Seen(followup).text for followup in interaction.followups if followup.only_for is beto.user
    ]
    assert told == ([plain(words_for("es").text("reply.slow"))] if how == "button" else [])
    await pass_by(12)
    assert len((await house.view(match, None)).plays) == 1
    assert not any(seen.thinking for seen in beto.everything())
    slow.pause = 0.0
    await ana.press(custom_id=r"\.play 1e$")
    await house.play(match, Random(1), until_number=2)


# --- the cards as emoji --------------------------------------------------------------------------


async def test_cards_laid_before_there_are_emoji_get_theirs(small: Discord) -> None:
    """Until then they are named in words."""
    house = House(small, emoji=True)
    try:
        await house.start()
        small.take_permissions(house.channel, ATTACH_FILES)
        match, ana, beto = await duel(house, tiempo="86400")
        await beto.press(custom_id=r"\.play 1b$")
        (table,) = [message for message in ana.sees() if f"t1.{match}..HAND" in message.custom_ids]
        assert "<:truco" not in table.text
        before = (await house.info(match)).version
        await pass_by(60)
        assert (await house.info(match)).version == before
        assert f"_1b:{_emoji_id(small, '1b')}>" in table.text
    finally:
        await house.stop()


def _emoji_id(small: Discord, code: str) -> str:
    found = (id for id, emoji in small.world.emoji.items() if emoji["name"].endswith(f"es_{code}"))
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
        (hand,) = [
            message for message in beto.reads() if any(".play " in id for id in message.custom_ids)
        ]
        known = {emoji["name"] for emoji in small.world.emoji.values()}
        pictured = [button.emoji for button in hand.buttons if ".play " in button.custom_id]
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
        tried = [
            request for request in small.requests if request.operation == "create_application_emoji"
        ]
        assert len(tried) == 1
        assert not house.adapter.platform.emoji.uploading
        await house.restart()
        await pass_by(60)
        assert len(small.world.emoji) == 82
    finally:
        await house.stop()


# --- help ----------------------------------------------------------------------------------------


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
    topics = {read_key(value).topic: value for value, _ in menu.options}
    assert topics.keys() == {HERE, START, COMMANDS, *VARIANTS}
    for topic in (START, "mineiro", COMMANDS):
        await zoe.choose(topics[topic])
    assert zoe.sees()[-1].text.count("\n/") >= len(LISTED)
    assert len(zoe.sees()) == before + 1, "every page in the same message"

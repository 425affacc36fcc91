"""What goes wrong in a chat, and the game that goes on."""

import random
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession

from adapters.telegram import Webhook, adapter, menus
from adapters.telegram.menus import LANGUAGES
from adapters.telegram.words import say
from bot.messages import Accepted, SetOptions
from bot.model import Status
from bot.words import words_for
from engine.cards import SPANISH
from tests.adapters.built import matches_built
from tests.adapters.telegram.house import BOT, House, Match, by_button, by_command, opened
from tests.adapters.telegram.menus import scope_key
from tests.adapters.telegram.methods import ALIKE, EDIT, SEND
from tests.adapters.telegram.people import Person
from tests.adapters.telegram.server import BotApi
from tests.adapters.telegram.world import GROUP, Chat, Shown
from tests.examples import some
from tests.virtual import pass_by


async def steps(match: Match, many: int, seed: int = 1, tolerance: int = 0) -> None:
    await match.play(by_button, random.Random(seed), steps=many, tolerance=tolerance)


# --- private chats that are closed ---------------------------------------------------------------


async def test_blocked_in_mid_match(house: House, ana: Person, beto: Person, group: Chat) -> None:
    match = await house.seated(group, ana, beto)
    await steps(match, 2)
    beto.block()
    since = len(house.api.calls)
    await steps(match, 8, 2)
    blocked = [call for call in house.api.calls[since:] if call.chat == beto.id]
    assert len(blocked) <= 1, blocked
    assert (await match.info()).seat_of(f"telegram:{beto.id}") is not None
    beto.unblock()
    await beto.open()
    opened = beto.private.messages[-1]
    assert not opened.by_bot
    await pass_by(6)
    told = [message for message in beto.sees() if message.by_bot and message.id > opened.id]
    words = words_for("es")
    for card in (await house.view(match.id, beto)).cards:
        assert any(words.card(card, SPANISH) in message.text for message in told)


# --- the server says no --------------------------------------------------------------------------


async def test_removed_from_the_group_and_added_again(
    house: House, ana: Person, beto: Person, group: Chat
) -> None:
    match = await house.seated(group, ana, beto)
    await steps(match, 2)
    house.world.set_bot(group, "kicked", ana)
    since = len(house.api.calls)
    await pass_by(120)
    refused = [call for call in house.api.calls[since:] if call.chat == group.id]
    assert len(refused) <= 3, refused
    since = len(group.messages)
    house.world.set_bot(group, "member", ana)
    # The table comes back by itself, and no greeting stands in its way.
    await house.until(lambda: len(group.messages) > since)
    await pass_by(10)
    tables = [message for message in group.messages[since:] if not message.deleted]
    assert all(table.button("HAND") for table in tables)
    assert len(tables) <= 2, "one for each hand"
    await steps(match, 3)


async def test_a_lobby_that_nobody_can_see_is_closed(
    house: House, ana: Person, beto: Person, group: Chat
) -> None:
    """Where the bot may not write, its host alone is told so, once."""
    house.world.mute_bot(group, ana)
    before = len(ana.sees())
    ana.say(f"/jugar@{BOT}", group)
    await pass_by(30)
    said = say("es", "group.mute", group=group.title)
    assert [shown.text for shown in ana.sees()[before:]] == [said]
    assert await house.service.matches.at_place(f"telegram:{group.id}/0") == ()
    assert not [shown for shown in beto.sees() if shown.text == said]
    house.world.mute_bot(group, ana, muted=False)
    await pass_by(30)
    assert not [shown for shown in group.messages if shown.button("JOIN")]
    await house.seated(group, ana, beto)


# --- the same thing twice ------------------------------------------------------------------------


async def test_an_update_that_comes_twice(house: House, ana: Person, beto: Person) -> None:
    group = house.world.group("Los pibes", ana, beto)
    ana.say(f"/jugar@{BOT}", group, times=2)
    await house.until(lambda: ana.find("JOIN", group))
    await pass_by(10)
    assert len(await house.service.matches.at_place(f"telegram:{group.id}/0")) == 1
    match = Match(house, await house.match_at(group), group, 0, (ana, beto))
    beto.press("JOIN", group, times=2)
    await house.until_async(house.sits(match.id, beto))
    ana.press("START", group, times=3)
    await pass_by(3)
    player = await match.turn()
    before = await match.version()
    await house.until(lambda: match.find(player, "truco"))
    match.press(player, "truco", times=2)
    await pass_by(10)
    assert await match.version() == before + 1


# --- answers that are lost -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "how"), some([*product((SEND, EDIT), ("lost", "hang", "drop"))])
)
async def test_lost_answers(
    house: House, ana: Person, beto: Person, group: Chat, method: str, how: str
) -> None:
    """It may have been done or not: the game goes on, and nothing piles up."""
    match = await house.seated(group, ana, beto)
    await steps(match, 2)
    tables = len([message for message in group.messages if message.by_bot])
    house.api.fail(method, how, times=3)
    await steps(match, 8, 3, tolerance=3)
    await pass_by(90)
    hands = await house.view(match.id, None)
    after = len([message for message in group.messages if message.by_bot])
    assert after - tables <= 3 + 3 * hands.number
    if not await match.over():
        await steps(match, 2, 4)


# --- restarts ------------------------------------------------------------------------------------


async def two_at_a_table(house: House) -> Match:
    ana, beto = await house.persons("Ana", "Beto")
    group = house.world.group("Los pibes", ana, beto)
    return await house.seated(group, ana, beto, options="tiempo:600")


@pytest.mark.parametrize("confirmed", [True, False])
async def test_killed_in_mid_hand(stored: House, confirmed: bool) -> None:
    house, match = stored, await two_at_a_table(stored)
    group = match.group
    player = await match.turn()
    await by_button(match, player, "truco")
    other = match.other_than(player)
    await house.until(lambda: match.find(other, "quiero"))
    before = await match.version()
    match.press(other, "quiero")
    await house.until_async(match._moved(before))
    if confirmed:
        await house.stop()
    else:
        await house.kill()
    after = await house.stored_version(match.id)
    await house.start()
    await pass_by(10)
    assert await match.version() == after, "what was done was done again"
    tables = [shown for shown in group.messages if shown.by_bot and shown.buttons]
    assert len(tables) <= 2
    await steps(match, 5)


async def test_killed_before_it_could_show(stored: House) -> None:
    """What was decided and not yet shown is shown by the next process."""
    house, match = stored, await two_at_a_table(stored)
    group = match.group
    player = await match.turn()
    await pass_by(6)
    house.api.fail(EDIT, "drop", times=50)
    house.api.fail(SEND, "drop", times=50)
    before = await match.version()
    match.press(player, "truco")
    await house.until_async(match._moved(before))
    await house.kill()
    house.api.faults.clear()
    await house.start()
    other = (await match.awaited())[0]
    await house.until(lambda: other.find("quiero", group), 30)
    await by_button(match, other, "quiero")


async def test_a_restart_changes_no_message_that_is_right(
    stored: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three tables; after the restart only that of who presses changes."""
    built = matches_built(monkeypatch)
    house, matches = stored, []
    for number in range(3):
        ana, beto = await house.persons(f"Ana{number}", f"Beto{number}")
        group = house.world.group(f"Los pibes {number}", ana, beto)
        matches.append(await house.seated(group, ana, beto, options="tiempo:600"))
        await steps(matches[-1], 1)
    await pass_by(60)
    await house.stop()
    await pass_by(40)
    written, built[:] = len(house.api.writes()), []
    await house.start()
    await pass_by(120)
    assert (house.api.writes()[written:], built) == ([], [])
    await steps(matches[1], 1)
    await pass_by(20)
    assert set(built) == {matches[1].id}
    chats = {matches[1].group.id, *(person.id for person in matches[1].people)}
    assert {call.chat for call in house.api.writes()[written:]} <= chats


async def test_after_a_long_absence_open_decisions_are_shown_again(stored: House) -> None:
    """Telegram may have lost presses that were made meanwhile."""
    house, match = stored, await two_at_a_table(stored)
    await steps(match, 1)
    await pass_by(20)
    await house.stop()
    await pass_by(110)
    written = len(house.api.writes())
    await house.start()
    await pass_by(10)
    (awaited,) = await match.awaited()
    (sent,) = house.api.writes(awaited.id)[-1:]
    assert sent in house.api.writes()[written:]


# --- outages -------------------------------------------------------------------------------------


async def test_an_outage_longer_than_a_press_lives(
    house: House, ana: Person, beto: Person, group: Chat
) -> None:
    match = await house.seated(group, ana, beto, options="tiempo:900")
    player = await match.turn()
    await by_button(match, player, "truco")
    await pass_by(5)
    other = (await match.awaited())[0]
    assert await house.adapter.well()
    house.api.go_down(200)
    lost = other.press("quiero", group)
    await pass_by(180)
    assert not await house.adapter.well()
    await pass_by(32)
    assert not lost.answered
    assert other in await match.awaited()
    assert other.find("quiero", group), "the open decision is not offered any more"
    pressed = await other.press("quiero", group).answer(5)
    assert pressed.answered
    assert await house.adapter.well()
    await steps(match, 4)


# --- webhook -------------------------------------------------------------------------------------


async def test_webhook(api: BotApi) -> None:
    async with opened(
        api, webhook=Webhook("https://truco.example/telegram", "s3cret", port=0)
    ) as house:
        hook = api.updates.webhook
        assert hook is not None
        assert hook.secret == "s3cret"
        assert house.adapter.webhook is not None
        api.updates.local = f"http://127.0.0.1:{house.adapter.webhook.port}"
        ana = await house.person("Ana")
        beto = await house.person("Beto")
        group = house.world.group("Los pibes", ana, beto)
        match = await house.seated(group, ana, beto)
        await steps(match, 4)
        assert not api.updates.refused
        assert not any(api.updates.told)
        # Somebody else who knows the address.
        message: dict[str, Any] = {"message_id": 1, "date": 1, "chat": group.json()}
        message |= {"from": ana.user.json(), "text": f"/jugar@{BOT}"}
        body = {"update_id": 1, "message": message}
        path = "/" + hook.url.split("/", 3)[3]
        before = await house.service.matches.at_place(f"telegram:{group.id}/0")
        async with ClientSession() as session:
            for headers in ({}, {"X-Telegram-Bot-Api-Secret-Token": "wrong"}):
                url = api.updates.local + path
                async with session.post(url, json=body, headers=headers) as answer:
                    assert answer.status in (401, 403, 404)
        await pass_by(5)
        assert await house.service.matches.at_place(f"telegram:{group.id}/0") == before
        # Whoever asks how the bot is hears of an outage, also when nobody plays.
        assert await house.adapter.well()
        api.go_down(200)
        ana.say(f"/mesa@{BOT}", group)
        await pass_by(120)
        assert not await house.adapter.well()
        await pass_by(120)
        assert await house.adapter.well()


# --- groups --------------------------------------------------------------------------------------


@pytest.mark.parametrize("told", [True, False])
async def test_a_group_becomes_a_supergroup_in_mid_match(
    house: House, ana: Person, beto: Person, told: bool
) -> None:
    group = house.world.group("Los pibes", ana, beto, type=GROUP)
    match = await house.seated(group, ana, beto)
    await steps(match, 2)
    await pass_by(5)
    new = house.world.migrate(group, told=told)
    match.group = new
    await match.play(by_command if told else by_button, random.Random(2), steps=4)
    await house.until(lambda: ana.find("HAND", new))
    before = (await match.info()).match
    ana.say(f"/mesa@{BOT}", new)
    await pass_by(8)
    assert (await match.info()).match == before
    await steps(match, 3)


async def test_channels_are_no_place_to_play(house: House, ana: Person) -> None:
    channel = house.world.channel("Noticias")
    house.world.channel_post(channel, "/jugar")
    house.world.channel_post(channel, "truco")
    await pass_by(10)
    assert not house.api.writes(channel.id)
    assert not await house.service.matches.at_place(f"telegram:{channel.id}/0")


# --- languages -----------------------------------------------------------------------------------


def has_buttons(person: Person) -> bool:
    return any(shown.buttons for shown in person.sees()[1:])


async def test_three_languages(house: House) -> None:
    """A group's language is for its table, each person's for what only they read."""
    world = house.world
    ana = await house.person("Ana", "es")
    bia = await house.person("Bia", "pt-br")
    cat = await house.person("Cat", "en")
    dan = await house.person("Dan", "de")
    group = world.group("Os meninos", ana, bia, cat, dan)
    ana.say(f"/configurar@{BOT} idioma:pt_BR", group)
    await pass_by(10)
    bia.say(f"/jogar@{BOT} jogadores:4 argentino", group)
    await house.until(lambda: bia.find("JOIN B", group))
    team_a = words_for("pt_BR").text("lobby.team", team="A", names="").strip()
    assert team_a in bia.reads(group), bia.reads(group)
    match = await house.match_at(group)
    for person, team in ((ana, "B"), (cat, "A"), (dan, "B")):
        await house.until(partial(person.find, f"JOIN {team}", group))
        await person.press(f"JOIN {team}", group).answer()
        await pass_by(4)
    bia.say(f"/comecar@{BOT}", group)
    await pass_by(10)
    assert (await house.info(match)).status is Status.PLAYING
    for person, locale in ((ana, "es"), (bia, "pt_BR"), (cat, "en"), (dan, "pt_BR")):
        await house.until(partial(has_buttons, person))
        for card in (await house.view(match, person)).cards:
            assert words_for(locale).card(card, SPANISH) in person.reads()


async def test_a_new_bot_sends_its_commands_and_what_it_is_in_every_language(api: BotApi) -> None:
    """Commands by scope and language; what it is stands in an empty chat and in its profile. What
    is sent is what look-alikes know that are sent nothing."""
    known = api.commands
    sent = BotApi(knows_menus=False)
    lists = sent.commands
    async with opened(api), sent.running(), opened(sent) as house:
        await house.until(lambda: len(lists) >= 8 and len(sent.texts) >= 2 * len(LANGUAGES))
        await pass_by(5)
    assert lists == known
    for code, locale in LANGUAGES:
        about, short = say(locale, "bot.about"), say(locale, "bot.short")
        assert sent.texts["description", code] == about
        assert sent.texts["short_description", code] == short
        assert (len(about) <= 512, len(short) <= 120) == (True, True)
    languages = {language for _, language in lists}
    assert {"", "en", "pt"} <= languages, languages
    names = {
        language: {
            command["command"]
            for (_, spoken), found in lists.items()
            if spoken == language
            for command in found
        }
        for language in languages
    }
    assert "jugar" in names[""]
    assert "truco_play" in names["en"]
    assert "jogar" in names["pt"]
    for (scope, _), found in lists.items():
        first = [command["command"] for command in found[:4]]
        assert first[:2] == ["truco", "envido"]
        assert all(len(command["description"]) <= 40 for command in found)
        shown = {"moderar", "truco_moderate"} & {command["command"] for command in found}
        assert bool(shown) is ("all_chat_administrators" in scope)


async def test_a_group_has_lists_in_its_language(house: House, ana: Person, group: Chat) -> None:
    """One for everybody and one for administrators: the list of a chat goes before that of all
    administrators."""
    group.members[ana.id] = "administrator"
    ana.say(f"/configurar@{BOT} idioma:pt_BR", group)
    await pass_by(10)
    names = {}
    for scope in ("chat", "chat_administrators"):
        key = scope_key({"type": scope, "chat_id": group.id})
        names[scope] = [command["command"] for command in house.api.commands[key, ""]]
    assert "jogar" in names["chat"]
    assert names["chat_administrators"] == [*names["chat"], "moderar"]


async def test_a_bot_that_starts_again_sends_only_what_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither its lists nor what it is, as long as both are what Telegram has taken."""
    store, sent = tmp_path / "truco.db", BotApi(knows_menus=False)
    monkeypatch.setattr(adapter, "fingerprint", menus.fingerprint)  # not one for all tests

    def taken() -> int:
        return len([call for call in sent.calls if call.method.startswith("setMy")])

    async with sent.running():
        numbers = []
        for about in ("", "", "Otro truco", ""):
            if about:
                monkeypatch.setattr(menus, "say", lambda locale, id, about=about: about)
            before = taken()
            async with opened(sent, store=store):
                await pass_by(10)
            numbers.append(taken() - before)
    everything = 5 * len(LANGUAGES)
    assert numbers == [everything, 0, everything, 0]


# --- hands that only one member of a group sees --------------------------------------------------


async def test_a_hidden_hand(house: House, ana: Person) -> None:
    """Who has no private chat asks for the hand and gets it in the group, for nobody else."""
    beto = house.world.person("Beto")
    group = house.world.group("Los pibes", ana, beto)
    match = await house.seated(group, ana, beto)
    await pass_by(5)
    # Nothing is tried that only a bot who runs the group may do.
    assert not [call for call in house.api.calls if call.error and call.chat == group.id]
    await beto.press("HAND", group).answer()
    (hidden,) = await house.until(
        lambda: [message for message in group.messages if message.ephemeral and message.buttons]
    )
    assert hidden in beto.sees(group)
    assert hidden not in ana.sees(group)
    for card in (await house.view(match.id, beto)).cards:
        assert words_for("es").card(card, SPANISH) in hidden.text
    # Asking again without anything new sends nothing anew, and is answered all the same.
    since = len(house.api.calls)
    pressed = await beto.press("HAND", group).answer()
    assert pressed.alert
    await pass_by(3)
    assert not [call for call in house.api.calls[since:] if call.method in ALIKE[SEND]]
    # Its buttons work.
    while beto not in await match.awaited() or not any(
        action.startswith("play ") for action in await match.offered(beto)
    ):
        await steps(match, 1, tolerance=1)
    await beto.press("HAND", group).answer()
    await pass_by(3)
    before = await match.version()
    play = next(action for action in await match.offered(beto) if action.startswith("play "))
    await match.press(beto, play).answer()
    await house.until_async(match._moved(before), 5)


def pushed(group: Chat, person: Person) -> list[Shown]:
    """Hands that came to this person in the group, without having been asked for."""
    return [shown for shown in group.messages if shown.ephemeral and shown.receiver == person.id]


async def test_where_the_bot_runs_the_group_hands_come_by_themselves(
    house: House, ana: Person
) -> None:
    beto = house.world.person("Beto")
    group = house.world.group("Los pibes", ana, beto, bot="administrator")
    match = await house.seated(group, ana, beto, options="tiempo:600")
    await pass_by(5)
    (first,) = pushed(group, beto)
    assert not pushed(group, ana)
    assert first not in ana.sees(group)
    for card in (await house.view(match.id, beto)).cards:
        assert words_for("es").card(card, SPANISH) in first.text
    # It has the buttons of the moment once its owner is awaited, and they work.
    while (await match.turn()) is not beto:
        await steps(match, 1)
    play = next(action for action in await match.offered(beto) if action.startswith("play "))
    await house.until(lambda: first.button(play), 10)
    before = await match.version()
    await beto.press(play, group, on=first).answer()
    await house.until_async(match._moved(before), 5)
    # The next hand brings another one, in place of this.
    number = (await house.view(match.id, None)).number
    while (await house.view(match.id, None)).number == number:
        await match.play(by_button, random.Random(4), steps=1, tolerance=5)
    await pass_by(12)  # the table's new message takes its turn, and then the hand
    assert first.deleted
    (second,) = [shown for shown in pushed(group, beto) if not shown.deleted]
    assert "photo" in second.json
    for card in (await house.view(match.id, beto)).cards:
        assert words_for("es").card(card, SPANISH) in second.text


async def test_a_server_without_hidden_messages() -> None:
    """An older server would show them to everybody: it is never asked to."""
    api = BotApi(ephemeral=False, knows_menus=False)
    async with api.running(), opened(api) as house:
        ana = await house.person("Ana")
        beto = house.world.person("Beto")
        group = house.world.group("Los pibes", ana, beto)
        match = await house.seated(group, ana, beto)
        beto.say(f"/mano@{BOT}", group)
        await beto.press("HAND", group).answer()
        await steps(match, 6)
        assert not [call for call in api.calls if "ephemeral_message_parameters" in call.values]
        assert not [
            command
            for found in api.commands.values()
            for command in found
            if "is_ephemeral" in command
        ]


# --- what costs ----------------------------------------------------------------------------------


async def test_what_costs_is_asked_about_first(
    house: House, ana: Person, beto: Person, group: Chat
) -> None:
    """A flor without having it costs (TR-FLO-03): in the group, where others read, a second press
    of the same button says it; going to the deck is asked about in private, by another button."""
    match = await house.seated(group, ana, beto, options="tiempo:600", start=False)
    asked = SetOptions(
        request="penalty",
        person=f"telegram:{ana.id}",
        match=match.id,
        options=(("variant", "tradicional-18"), ("flor_faults", "penalty"), ("blind_calls", "off")),
    )
    assert isinstance(await house.service.handle(asked), Accepted)
    await ana.press("START", group).answer()
    await house.until_async(match.started, 30)
    player = await match.turn()
    await house.until(lambda: player.find("flor", group) and player.find("mazo"), 60)
    await pass_by(3)  # the lobby's message goes
    before = await match.version()
    keyboard = player.buttons(group)
    first = await player.press("flor", group).answer()
    assert first.alert
    await pass_by(5)
    other = await player.press("mazo").answer()
    assert not other.alert
    await house.until(lambda: player.find("SURE mazo"), 20)
    assert await match.version() == before
    assert player.buttons(group) == keyboard
    await player.press("flor", group).answer()
    await house.until_async(match._moved(before), 20)
    assert (await match.info()).status is Status.PLAYING

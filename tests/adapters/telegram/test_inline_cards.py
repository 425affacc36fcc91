"""``@bot`` in a group: one's cards as stickers, to be tapped into the table's group."""

import random

import pytest

from adapters.telegram.own_presses import LAY, LayCard, read_data
from adapters.telegram.sticker_sets import codes_of, set_name
from bot.asking import Do
from bot.model import Status
from tests.adapters.telegram.house import BOT, House, Match, by_button
from tests.adapters.telegram.people import Json, Person
from tests.adapters.telegram.server import add_sets
from tests.adapters.telegram.world import Chat, Shown
from tests.virtual import pass_by


@pytest.fixture
def sets(house: House) -> None:
    add_sets(house.api)


@pytest.fixture
async def match(house: House, sets: None, ana: Person, beto: Person, group: Chat) -> Match:
    match = await house.seated(group, ana, beto)
    await pass_by(15)
    return match


async def cards_of(person: Person, chat: Chat) -> list[Json]:
    """What is offered to somebody in a chat."""
    answer = await person.ask_inline("", chat)
    assert (answer["is_personal"], answer["cache_time"]) == (True, 0)
    results: list[Json] = answer["results"]
    return results


def step_of(result: Json) -> str:
    """The step that a result stands for; empty: none."""
    rows = result.get("reply_markup", {}).get("inline_keyboard", [[]])
    data = rows[0][0]["callback_data"] if rows[0] else ""
    assert not data or data == result["id"]
    return data.split(f"{LAY} ")[-1].partition(" ")[2]


async def lay(match: Match, person: Person) -> tuple[Json, Shown]:
    """Sends the first card that may be laid, and waits until it lies there."""
    before = await match.version()
    result = next(found for found in await cards_of(person, match.group) if step_of(found))
    shown = person.pick(result, match.group)
    await match.house.until_async(match._moved(before))
    return result, shown


async def held(match: Match, person: Person) -> int:
    screen = await match.house.service.screens.screen(match.id, f"telegram:{person.id}")
    assert screen is not None
    return len(screen.cards)


# --- what is offered -----------------------------------------------------------------------------


async def test_who_may_lay_a_card_is_offered_stickers_and_who_may_not_sends_words(
    match: Match,
) -> None:
    player = await match.turn()
    offered = await cards_of(player, match.group)
    view = await match.house.view(match.id, player)
    assert [found["type"] for found in offered] == ["sticker"] * 3
    actions = [step_of(found) for found in offered]
    assert set(actions) <= set(await match.offered(player))
    assert len(set(actions)) == len(view.dealt) == 3
    files = match.house.api.files
    shown = [files[found["sticker_file_id"]].decode().split()[1] for found in offered]
    assert [f"play {code}" for code in shown] == actions, "each sticker is its own card"
    assert not any("input_message_content" in found for found in offered)
    other = match.other_than(player)
    offered = await cards_of(other, match.group)
    assert len(offered) == 3
    assert not any(step_of(found) for found in offered)
    assert all("input_message_content" in found for found in offered), "no card is shown"
    before = await match.version()
    other.pick(offered[0], match.group)
    await pass_by(5)
    assert await match.version() == before


async def is_offered_an_invitation(person: Person, words: str, chat: Chat | None) -> bool:
    answer = await person.ask_inline(words, chat)
    return answer["results"] == [] and bool(answer["button"]["start_parameter"])


async def test_elsewhere_and_by_strangers_invitations_are_offered(
    match: Match, house: House
) -> None:
    """Neither where others than the table's group read, nor with a set that is not ours."""
    player = await match.turn()
    for person, words, chat in (
        (player, "", player.private),
        (player, "", house.world.channel("Avisos")),
        (player, "mesa", match.group),
        (player, "", None),
        (await house.person("Eva"), "", match.group),
    ):
        assert await is_offered_an_invitation(person, words, chat)
    house.api.sets[set_name("spanish", BOT)]["stickers"].pop()
    assert await is_offered_an_invitation(player, "", match.group)


# --- what a tap does -----------------------------------------------------------------------------


async def test_a_tap_lays_the_card(match: Match) -> None:
    player = await match.turn()
    result, shown = await lay(match, player)
    assert step_of(result) not in await match.offered(player)
    assert await held(match, player) == 2
    assert not shown.deleted


async def test_what_was_chosen_is_not_listened_to(match: Match) -> None:
    """It comes beside the message where the host has switched inline feedback on: one must act."""
    player = await match.turn()
    result = (await cards_of(player, match.group))[0]
    before = await match.version()
    chosen = {"result_id": result["id"], "from": player.user.json(), "query": ""}
    update = {"update_id": 1, "chosen_inline_result": chosen}
    await match.house.adapter.take_raw(update)
    await pass_by(5)
    assert await match.version() == before


@pytest.mark.parametrize("bot", ["member", "administrator"])
async def test_a_late_tap_plays_nothing_and_is_told_alone(
    match: Match, house: House, bot: str
) -> None:
    """Somebody has called meanwhile. Where the bot may, it takes the card away again."""
    house.world.set_bot(match.group, bot, by=match.people[0])
    player = await match.turn()
    result = (await cards_of(player, match.group))[0]
    await match.press(player, "truco").answer()
    await pass_by(10)
    before, alone, written = await match.version(), len(player.sees()), _by_bot(match.group)
    shown = player.pick(result, match.group)
    await pass_by(10)
    assert await match.version() == before
    assert len(player.sees()) == alone + 1
    assert _by_bot(match.group) == written
    assert shown.deleted is (bot == "administrator")


async def test_who_has_no_private_chat_reads_a_refusal_by_a_button(
    house: House, sets: None, ana: Person
) -> None:
    """The group reads that there is something for them, and not what."""
    eva = house.world.person("Eva")
    match = await house.seated(house.world.group("Los pibes", ana, eva), ana, eva)
    while await match.turn() is not eva:
        await lay(match, ana)
    result = (await cards_of(eva, match.group))[0]
    elsewhere = house.world.group("Los otros", ana, eva)
    eva.pick(result, elsewhere)
    shown, button = await house.until(lambda: eva.find("WHY", elsewhere))
    pressed = await eva.press(button, elsewhere, on=shown).answer()
    assert pressed.alert
    assert pressed.text not in eva.reads(elsewhere)


async def test_an_offer_outlives_the_process(match: Match, house: House) -> None:
    """The message says everything, and what came while the bot was away comes late."""
    player = await match.turn()
    result = (await cards_of(player, match.group))[0]
    before = await match.version()
    await house.stop()
    player.pick(result, match.group)
    await house.start()
    await house.until_async(match._moved(before))
    assert await match.version() == before + 1


async def test_what_comes_again_after_a_crash_is_no_late_tap(match: Match, house: House) -> None:
    """Nobody has confirmed the message when the process dies: the card lies there, and stays."""
    house.world.set_bot(match.group, "administrator", by=match.people[0])
    player = await match.turn()
    _, shown = await lay(match, player)
    await pass_by(5)
    before, alone = await match.version(), len(player.sees())
    house.world.tell("message", shown.json, match.group)
    await house.stop()
    await house.start()
    await pass_by(10)
    assert await match.version() == before
    assert len(player.sees()) == alone
    assert not shown.deleted


async def test_an_offer_holds_for_one_card(match: Match, house: House) -> None:
    """Also where nothing was said between two cards, and it is this person's turn again."""
    player = await match.turn()
    offered = await cards_of(player, match.group)
    player.pick(offered[0], match.group)
    other = match.other_than(player)
    for _ in range(2):
        await pass_by(5)
        turn = await match.turn()
        if turn is player:
            break
        await lay(match, other)
    await pass_by(5)
    before, told = await match.version(), len(_bare(player))
    player.pick(offered[1], match.group)
    await pass_by(5)
    assert await match.version() == before
    assert len(_bare(player)) == told + 1


async def test_two_taps_are_one_card_and_nothing_is_said(match: Match) -> None:
    player = await match.turn()
    result = (await cards_of(player, match.group))[0]
    before, alone = await match.version(), len(player.sees())
    player.pick(result, match.group, times=3)
    second = player.pick(result, match.group)
    await pass_by(10)
    assert await match.version() == before + 1
    assert await held(match, player) == 2
    assert len(player.sees()) == alone
    assert not second.deleted


@pytest.mark.parametrize("where", ["other group", "other topic", "without the bot"])
async def test_a_card_is_not_played_in_another_chat(
    match: Match, house: House, ana: Person, beto: Person, where: str
) -> None:
    player = await match.turn()
    result = (await cards_of(player, match.group))[0]
    before, alone = await match.version(), len(player.sees())
    elsewhere, thread = house.world.group("Los otros", ana, beto, forum=True), 0
    if where == "other topic":
        match.group.forum, elsewhere = True, match.group
        thread = house.world.topic(elsewhere, "Charla")
    if where == "without the bot":
        elsewhere.members[house.api.me.id] = "left"
    player.pick(result, elsewhere, thread=thread)
    await pass_by(10)
    assert await match.version() == before
    assert len(player.sees()) == alone + (where != "without the bot")


@pytest.mark.parametrize("where", ["topic", "new number"])
async def test_a_table_takes_cards_where_it_stands(
    house: House, sets: None, ana: Person, beto: Person, where: str
) -> None:
    group = house.world.group("Los otros", ana, beto, forum=where == "topic")
    thread = house.world.topic(group, "Truco") if where == "topic" else 0
    match = await house.seated(group, ana, beto, thread=thread)
    player = await match.turn()
    card = (await cards_of(player, group))[0]
    if where == "new number":
        group = house.world.migrate(group)
        await pass_by(5)
    before = await match.version()
    player.pick(card, group, thread=thread)
    await house.until_async(match._moved(before))


async def test_somebody_else_s_card_is_nobody_s_step(match: Match, house: House) -> None:
    """A forged result, of the other player or of somebody who plays nowhere; a card that was
    handed on; a moment that never was."""
    player = await match.turn()
    other = match.other_than(player)
    eva = await house.person("Eva")
    match.group.members[eva.id] = "member"
    result = (await cards_of(player, match.group))[0]
    before = await match.version()
    for forger in (other, eva):
        forger.pick(result, match.group)
    data = result["id"]
    for forged in (
        data.replace(LAY, "LAYS"),
        data.replace("LAY 3 ", "LAY "),
        data.replace("LAY 3", "LAY 2"),
        data.replace("LAY 3", "LAY ³"),
        data.replace("play", "PLAY"),
        data.replace(step_of(result), "LEAVE"),
        data.replace(match.id, "aaaaaaaa"),
        "nonsense",
    ):
        button = {"text": "x", "callback_data": forged}
        player.pick(result | {"reply_markup": {"inline_keyboard": [[button]]}}, match.group)
    me, other_bot = house.api.me.json(), house.api.me.json() | {"id": 4343}
    handed_on = {"type": "user", "date": 1, "sender_user": player.user.json()}
    as_group = match.group.json()
    for via, origin, sender in (
        (me, handed_on, None),
        (me, None, as_group),
        (other_bot, None, None),
        (None, None, None),
    ):
        shown = house.api.post(
            match.group,
            player.user,
            via_bot=via,
            sticker=house.api.stickers[result["sticker_file_id"]],
            reply_markup=result["reply_markup"],
            forward_origin=origin,
            sender_chat=sender,
        )
        house.world.tell("message", shown.json, match.group)
    await pass_by(10)
    assert await match.version() == before
    assert (await match.info()).status is Status.PLAYING
    player.pick(result, match.group)
    await match.house.until_async(match._moved(before))


async def test_below_a_card_everybody_sees_their_own_hand(match: Match, house: House) -> None:
    """And a button that lists their own cards: who answers need not write ``@bot``."""
    player = await match.turn()
    _, shown = await lay(match, player)
    assert shown.buttons[1]["switch_inline_query_current_chat"] == ""
    told = [await person.press_below(shown).answer() for person in match.people]
    assert all(pressed.alert for pressed in told)
    assert told[0].text != told[1].text
    await pass_by(5)
    assert not [call for call in house.api.calls if call.values.get("message_id") == 0]
    eva = await house.person("Eva")
    before = await match.version()
    pressed = await eva.press_below(shown).answer()
    assert pressed.alert
    assert await match.version() == before


# --- several tables ------------------------------------------------------------------------------


async def test_with_several_tables_each_card_says_which(
    house: House, sets: None, ana: Person, beto: Person, group: Chat
) -> None:
    """A sticker has no words, so each is offered by name; it counts in its own group alone."""
    eva = await house.person("Eva")
    others = house.world.group("Los otros", ana, eva)
    first = await house.seated(group, ana, beto)
    second = await house.seated(others, ana, eva)
    for match in (first, second):
        while await match.turn() is not ana:
            await lay(match, await match.turn())
            await pass_by(3)
    offered = await cards_of(ana, group)
    assert {found["type"] for found in offered} == {"article"}
    assert {found["description"] for found in offered} == {"Los pibes", "Los otros"}
    of_second = [found for found in offered if second.id in found["id"]]
    assert {found["description"] for found in of_second} == {"Los otros"}
    before = await first.version(), await second.version()
    ana.pick(of_second[0], group)
    await pass_by(5)
    assert (await first.version(), await second.version()) == before
    ana.pick(of_second[0], others)
    await house.until_async(second._moved(before[1]))
    assert await first.version() == before[0]
    assert {found["type"] for found in await cards_of(ana, group)} == {"sticker"}


# --- whole matches -------------------------------------------------------------------------------


async def by_sticker(match: Match, person: Person, action: str) -> None:
    """A card by a sticker, all else by a button."""
    found = [result for result in await cards_of(person, match.group) if step_of(result) == action]
    if found:
        person.pick(found[0], match.group)
    else:
        await by_button(match, person, action)


async def test_a_match_is_played_by_stickers_beside_buttons(
    house: House, sets: None, ana: Person
) -> None:
    """By somebody who has no private chat with the bot."""
    stickers = house.world.person("Beto")
    group = house.world.group("Los pibes", ana, stickers)
    match = await house.seated(group, ana, stickers)

    async def how(match: Match, person: Person, action: str) -> None:
        await (by_sticker if person is stickers else by_button)(match, person, action)

    await match.play(how, random.Random(3), steps=30, tolerance=10)  # buttons that come late
    sent = [shown for shown in match.group.messages if "sticker" in shown.json]
    assert len(sent) > 5
    assert not any(shown.deleted for shown in sent)
    assert not stickers.sees()
    assert not house.api.floods


def _bare(person: Person) -> list[Shown]:
    """What the bot has told somebody alone, without buttons."""
    return [shown for shown in person.sees() if shown.by_bot and not shown.buttons]


def _by_bot(chat: Chat) -> int:
    """The messages that the bot has sent there."""
    return sum(shown.by_bot for shown in chat.messages)


# --- the token -----------------------------------------------------------------------------------


def test_the_button_says_the_moment_of_the_offer() -> None:
    found = read_data("t1.abcdefgh.2001.LAY 3 play 7o")
    assert isinstance(found, LayCard)
    assert isinstance(found.step, Do)
    assert (found.held, found.step.token.action, found.token.point) == (3, "play 7o", "2001")


def test_a_set_has_every_card_and_the_back() -> None:
    assert [len(codes_of(deck)) for deck in ("spanish", "french")] == [41, 41]
    assert len(set_name("spanish", "x" * 32)) <= 64

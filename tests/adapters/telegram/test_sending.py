"""What is sent, and when: never what is no longer true, never twice, never over something newer.

The line is slow here: what is sent arrives late, its answer later, in any order, or not at all.
"""

import random

import pytest

from adapters.telegram.hidden_messages import TRIAL
from bot import tokens
from bot.messages import Act
from bot.screens.history.score_lines import HAND
from tests.adapters.telegram.house import House, Match, by_button, opened, pick
from tests.adapters.telegram.methods import SEND
from tests.adapters.telegram.people import Person
from tests.adapters.telegram.server import BotApi
from tests.adapters.telegram.watch import Watch
from tests.adapters.telegram.world import Chat, Shown
from tests.virtual import pass_by

SLOW = "tiempo:600"


async def step(match: Match, seed: int = 1) -> None:
    await match.play(by_button, random.Random(seed), steps=1)


async def say(match: Match, person: Person, number: int, rng: random.Random) -> None:
    """Somebody acts in a way that needs no button: from elsewhere."""
    act = Act(
        request=f"elsewhere:{number}",
        person=f"telegram:{person.id}",
        match=match.id,
        action=pick(await match.offered(person), rng),
    )
    await match.house.service.handle(act)


# --- one message, or the next one ----------------------------------------------------------------


@pytest.mark.parametrize("busy", [False, True], ids=["quiet", "busy"])
async def test_how_a_hand_ended_is_read_and_leaves_no_button(
    house: House, ana: Person, beto: Person, group: Chat, *, busy: bool
) -> None:
    """The message of the hand becomes its end, or the next one begins with it."""
    match = await house.seated(group, ana, beto, options=SLOW)
    await pass_by(70)
    (table,) = [message for message in group.messages if message.by_bot and message.button("HAND")]
    for _ in range(19 if busy else 0):
        house.adapter.limits.send(group.id)
        await pass_by(0.1)
    await act(match, await match.turn(), "mazo")
    screen = await house.service.screens.screen(match.id, None)
    assert screen is not None
    (told,) = [line.text for line in screen.lines if line.id in HAND]
    await pass_by(100)
    there = [message for message in group.seen_by(0) if message.by_bot]
    assert there[-1].button("HAND")
    assert there[-1] is not table
    assert [message for message in there if message.button(tokens.GO_ON)] == []
    assert [message for message in there if told in message.text] == [there[-1] if busy else table]
    assert table.deleted is busy
    assert busy or not table.buttons
    await act(match, await match.turn(), "truco")
    await pass_by(20)
    assert told in "".join(message.text for message in group.seen_by(0)), (
        "an edit does not take it away"
    )


async def test_the_ends_of_all_hands_that_were_missed_are_told(stored: House) -> None:
    """Also those of a match that another process began."""
    ana, beto = await stored.persons("Ana", "Beto")
    group = stored.world.group("Los pibes", ana, beto)
    match = await stored.seated(group, ana, beto, options=SLOW)
    texts = []
    for _ in range(3):
        await act(match, await match.turn(), "mazo")
        screen = await stored.service.screens.screen(match.id, None)
        assert screen is not None
        texts += [line.text for line in screen.lines if line.id in HAND]
        await pass_by(6)

    async def told(number: int) -> list[str]:
        screens = await stored.service.screens.ended_since(match.id, number, "")
        return [line.text for screen in screens for line in screen.lines if line.id in HAND]

    for again in (False, True):
        if again:
            await stored.kill()
            await stored.start()
        assert [await told(number) for number in range(5)] == [[], texts, texts[1:], texts[2:], []]


async def test_ends_that_were_missed_are_told_after_the_match_too(
    house: House, ana: Person, beto: Person, group: Chat
) -> None:
    match = await house.seated(group, ana, beto, options=f"{SLOW} puntos:12 variante:argentino")
    texts = []
    while not await match.over():
        await act(match, await match.turn(), "mazo")
        screen = await house.service.screens.screen(match.id, None)
        assert screen is not None
        texts += [line.text for line in screen.lines if line.id in HAND]
        await pass_by(6)
    screens = await house.service.screens.ended_since(match.id, 2, "")
    told = [line.text for screen in screens for line in screen.lines if line.id in HAND]
    assert len(told) > 3
    assert told == texts[1:-1], "the last one is told by the result itself"


# --- calls for attention -------------------------------------------------------------------------


async def test_your_turn_is_not_said_over_somebody_elses(
    house: House, ana: Person, beto: Person, group: Chat
) -> None:
    """The bell that does come is true of the picture below it."""
    match = await house.seated(group, ana, beto, options=SLOW)
    watch, rng = Watch(house), random.Random(1)
    async with watch.watching():
        for number in range(24):
            await say(match, await match.turn(), number, rng)
            for person in (ana, beto):
                house.adapter.limits.hold(person.id, 4)
            await pass_by(rng.uniform(2, 6))
    assert watch.found["bells"] > 5
    assert watch.found["false bells"] == 0, watch.seen


async def test_one_event_is_written_once_to_a_private_chat(stored: House) -> None:
    """What rings brings the picture: it is not edited first and sent anew then."""
    house = stored
    ana, beto = await house.persons("Ana", "Beto")
    group = house.world.group("Los pibes", ana, beto)
    match = await house.seated(group, ana, beto, options=SLOW)
    player = await match.turn()
    other = match.other_than(player)
    await pass_by(30)
    since = len(house.api.calls)
    await by_button(match, player, "truco")
    await pass_by(10)
    wrote = [call.method for call in house.api.calls[since:] if call.chat == other.id]
    assert wrote == ["sendPhoto", "deleteMessage"], wrote


async def test_one_event_is_written_once_to_a_group(stored: House) -> None:
    """Who is called in the group is called by the picture itself."""
    house = stored
    ana = await house.person("Ana")
    beto = house.world.person("Beto")
    group = house.world.group("Los pibes", ana, beto)
    match = await house.seated(group, ana, beto, options=SLOW)
    while await match.turn() is not ana:
        await step(match)
    await pass_by(60)
    since = len(house.api.calls)
    await by_button(match, ana, "truco")
    await pass_by(10)
    wrote = [call.method for call in house.api.calls[since:] if call.chat == group.id]
    assert wrote == ["sendPhoto", "deleteMessage"], wrote


# --- pressed before we know of it ----------------------------------------------------------------


async def test_a_table_pressed_before_its_sending_was_answered_keeps_its_buttons(
    house: House, ana: Person, beto: Person, group: Chat
) -> None:
    """Its number is not known here yet, so no surface has it: it is newer, not an orphan."""
    match = await house.seated(group, ana, beto, options=SLOW)
    await pass_by(30)
    before = len(group.messages)
    house.api.fail(SEND, "hang", seconds=3.0, when=lambda call: call.chat == group.id)
    ana.say("/mesa@truco_test_bot", group)
    await house.until(lambda: [message for message in group.messages[before:] if message.by_bot])
    fresh = next(message for message in group.messages[before:] if message.by_bot)
    await beto.press("HAND", group, on=fresh).answer()
    await pass_by(10)
    assert not fresh.deleted
    assert fresh.button("HAND"), fresh.buttons
    assert await match.started()


async def test_a_table_that_a_death_has_left_behind_is_played_from_and_then_loses_its_buttons(
    stored: House,
) -> None:
    """It was sent, and the process died before its number was stored: no process knows of it."""
    house = stored
    ana, beto = await house.persons("Ana", "Beto")
    group = house.world.group("Los pibes", ana, beto)
    match = await house.seated(group, ana, beto, options=SLOW)
    await pass_by(30)
    known = {message.id for message in group.messages if message.by_bot}
    sent = house.api.fail(SEND, "hang", when=lambda call: call.chat == group.id)
    ana.say("/mesa@truco_test_bot", group)
    await house.until(lambda: sent.met and sent.met[0].result)
    (left,) = [message for message in group.messages if message.by_bot and message.id not in known]
    await house.kill()
    await house.start()
    await pass_by(10)
    assert left.button("HAND")
    player, before = await match.turn(), await match.version()
    step = next(str(key["callback_data"]) for key in left.buttons if ".truco" in str(key))
    await player.press(step, group, on=left).answer()
    await pass_by(10)
    assert await match.version() == before + 1, "it was played from"
    assert left.buttons, "nothing newer is known"
    ana.say("/mesa@truco_test_bot", group)
    await pass_by(30)
    await beto.press("HAND", group, on=left).answer()
    await house.until(lambda: not left.buttons)


# --- hidden hands --------------------------------------------------------------------------------


def hands(group: Chat, person: Person) -> list[Shown]:
    return [shown for shown in person.sees(group) if shown.ephemeral and shown.by_bot]


@pytest.mark.errors("telegram_not_hidden")
async def test_no_hand_is_risked_to_learn_whether_messages_hide() -> None:
    """A server that knows the methods and not the parameter shows it to everybody: that is found
    out with a message that says nothing."""
    api = BotApi(hides=False)
    async with api.running(), opened(api) as house:
        ana = await house.person("Ana")
        beto = house.world.person("Beto")
        group = house.world.group("Los pibes", ana, beto, bot="administrator")
        match = await house.seated(group, ana, beto, options=SLOW)
        await beto.press("HAND", group).answer()
        for number in range(4):
            await match.play(by_button, random.Random(number), steps=1, tolerance=2)
            await beto.press("HAND", group).answer()
        sent = [call for call in api.calls if "ephemeral_message_parameters" in call.values]
        assert len(sent) == 1, "once, and remembered"
        assert "reply_markup" not in sent[0].values
        assert sent[0].values["text"] == TRIAL.html
        shown = [message for message in group.messages if message.text == TRIAL.html]
        assert [message.deleted for message in shown] == [True]


@pytest.mark.parametrize("bot", ["member", "administrator"])
async def test_a_hidden_hand_does_not_go_stale(house: House, ana: Person, bot: str) -> None:
    """Whoever acts, and wherever: twelve seconds later the hand shows the moment, in a group that
    is busy too."""
    beto = house.world.person("Beto")
    group = house.world.group("Los pibes", ana, beto, bot=bot)
    match = await house.seated(group, ana, beto, options=SLOW)
    await pass_by(5)
    while await match.turn() is not ana:
        await step(match)
    await pass_by(61)
    await beto.press("HAND", group).answer()
    await house.until(lambda: hands(group, beto))
    for _ in range(12):
        house.adapter.limits.send(group.id)
        await pass_by(0.2)
    await act(match, ana, "truco")
    await pass_by(12)
    (hand,) = hands(group, beto)
    assert hand.button("quiero"), hand.buttons
    table = next(
        message
        for message in reversed(group.messages)
        if message.button("HAND") and not message.deleted
    )
    await beto.press("quiero", group, on=table).answer()
    for word in await match.offered(ana):
        if word.startswith("play "):
            await act(match, ana, word)
            break
    assert await match.turn() is beto
    await pass_by(12)
    (hand,) = hands(group, beto)
    assert hand.button("quiero") is None
    offered = [word for word in await match.offered(beto) if word.startswith("play ")]
    assert all(hand.button(word) for word in offered), (offered, hand.buttons)


async def act(match: Match, person: Person, action: str) -> None:
    """Somebody acts from elsewhere."""
    request = f"elsewhere:{await match.version()}"
    await match.house.service.handle(
        Act(request=request, person=f"telegram:{person.id}", match=match.id, action=action)
    )

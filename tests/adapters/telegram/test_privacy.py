"""A person's own data on Telegram: told, given, deleted; and a group that removes the bot."""

import json

from bot.community.erasures import COMMUNITY, PERSON
from bot.words import words_for
from tests.adapters.telegram.house import BOT, House
from tests.adapters.telegram.people import Person
from tests.adapters.telegram.world import Chat

YES = words_for("es").text("erasure.yes")
NO = words_for("es").text("erasure.no")


async def asked(house: House) -> set[str]:
    return set(await house.service.store.settings_named(PERSON))


async def test_privacy_is_a_command_in_every_language(house: House, ana: Person) -> None:
    """Telegram wants it by its English name."""
    for command in ("privacy", "privacidad", "privacidade"):
        before = len(ana.sees())
        ana.say(f"/{command}")
        told = words_for("es").text("privacy.title")
        await house.until(lambda: len(ana.sees()) > before + 1)  # noqa: B023
        assert told in ana.sees()[-1].text


async def test_one_s_own_data_come_in_the_private_chat(
    house: House, ana: Person, beto: Person, group: Chat
) -> None:
    match = await house.seated(group, ana, beto)
    ana.say(f"/misdatos@{BOT}", group)
    await house.until(lambda: any(one.method == "sendDocument" for one in house.api.calls))
    (call,) = [one for one in house.api.calls if one.method == "sendDocument"]
    assert int(call.values["chat_id"]) == ana.id
    (data,) = call.files.values()
    told = json.loads(data)
    assert told["person"] == f"telegram:{ana.id}"
    assert [one["match"] for one in told["matches"]] == [match.id]
    assert str(beto.id) not in data.decode()


async def test_a_person_is_deleted_in_two_steps(
    house: House, ana: Person, beto: Person, group: Chat
) -> None:
    match = await house.seated(group, ana, beto)
    ana.say(f"/borrarmisdatos@{BOT}", group)
    await house.until(lambda: ana.find(YES))
    assert YES not in str([one.buttons for one in beto.sees(group)])
    assert await asked(house) == set()
    await ana.press(YES).answer()
    await house.until(lambda: ana.find(NO))
    assert await asked(house) == {f"telegram:{ana.id}"}
    info = await house.info(match.id)
    assert [seat.left for seat in info.seats if seat.person == f"telegram:{ana.id}"] == [True]
    await ana.press(NO).answer()
    await house.until(lambda: ana.find(NO) is None)
    assert await asked(house) == set()


async def test_whoever_has_no_private_chat_is_told_how(
    house: House, ana: Person, group: Chat
) -> None:
    zoe = house.world.person("Zoe")
    group_of = house.world.group("Otros", zoe, ana)
    zoe.say(f"/borrarmisdatos@{BOT}", group_of)
    await house.until(
        lambda: "Zoe" in zoe.reads(group_of) and any(one.by_bot for one in zoe.sees(group_of))
    )
    assert YES not in str([one.buttons for one in zoe.sees(group_of)])
    assert await asked(house) == set()


async def test_a_group_that_removes_the_bot_is_noted(
    house: House, ana: Person, beto: Person, group: Chat
) -> None:
    community = f"telegram:{group.id}"
    house.world.set_bot(group, "left", ana)
    await house.until_async(lambda: _noted(house, community))
    await house.stop()
    await house.start()
    assert set(await house.service.store.settings_named(COMMUNITY)) == {community}
    house.world.set_bot(group, "member", ana)
    await house.until_async(lambda: _not_noted(house))


async def _noted(house: House, community: str) -> bool:
    return set(await house.service.store.settings_named(COMMUNITY)) == {community}


async def _not_noted(house: House) -> bool:
    return not await house.service.store.settings_named(COMMUNITY)

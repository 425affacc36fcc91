"""``/configurar``: a panel of buttons, for administrators."""

from urllib.parse import parse_qs, urlsplit

import pytest

from bot.community.community_rules import DAY_BOARD_IN, rules_of
from bot.words import words_for
from tests.adapters.telegram.house import BOT, House
from tests.adapters.telegram.people import Person
from tests.adapters.telegram.world import Chat, Shown
from tests.virtual import pass_by


async def panel(house: House, person: Person, group: Chat, *, thread: int = 0) -> Shown:
    """Asks for the panel and gets it."""
    before = len(group.messages)
    person.say(f"/configurar@{BOT}", group, thread=thread)
    await house.until(lambda: [shown for shown in group.messages[before:] if shown.by_bot])
    return group.messages[-1]


async def press(person: Person, group: Chat, shown: Shown, *words: str) -> str:
    """Presses one of its buttons; what is said to that."""
    data = ".".join(("g1", "set", *words))
    button = next(key for key in shown.buttons if key["callback_data"] == data)
    pressed = await person.press(button, group, on=shown).answer()
    await pass_by(3)
    return pressed.text


async def settings(house: House, group: Chat) -> dict[str, str]:
    return await house.service.settings.of(f"telegram:{group.id}")


async def test_everything_is_chosen_by_buttons(house: House, ana: Person, group: Chat) -> None:
    shown = await panel(house, ana, group)
    rows = shown.json["reply_markup"]["inline_keyboard"]
    assert {len(row) for row in rows[:-2]} == {2}
    assert DAY_BOARD_IN in str(rows)
    for name, value in (("variante", "paulista"), ("jugadores", "4"), ("tiempo", "30")):
        await press(ana, group, shown, name)
        await press(ana, group, shown, name, value)
    await press(ana, group, shown, "juegos")
    for game in ("argentino", "uruguayo"):
        assert await press(ana, group, shown, "juegos", game) == ""
    await press(ana, group, shown)
    await press(ana, group, shown, "mesas")
    await press(ana, group, shown, "mesas", "1")
    held = await settings(house, group)
    assert (held["variante"], held["jugadores"], held["tiempo"]) == ("paulista", "4", "30")
    rules = rules_of(held)
    assert rules.tables == 1
    assert not {"argentino", "uruguayo"} & set(rules.games)
    assert "paulista" in rules.games
    # It was all one message, kept up to date, which tells what holds.
    assert [message for message in group.messages if message.by_bot] == [shown]
    assert words_for("es").text("option.variant.paulista") in shown.text
    info = await house.info(await house.lobby(ana, group))
    assert (info.variant, info.players, info.turn_seconds) == ("paulista", 4, 30)


async def test_an_anonymous_administrator_types_settings(
    house: House, ana: Person, beto: Person, group: Chat
) -> None:
    beto.say(f"/configurar@{BOT} variante:paulista", group)
    await pass_by(5)
    assert await settings(house, group) == {}
    ana.say(f"/configurar@{BOT} variante:mineiro", group, anonymous=True)
    await pass_by(5)
    assert await settings(house, group) == {"variante": "mineiro"}


async def test_tables_only_in_this_topic(house: House, ana: Person, beto: Person) -> None:
    forum = house.world.group("Foro", ana, beto, forum=True)
    truco, other = house.world.topic(forum, "Truco"), house.world.topic(forum, "Otro")
    shown = await panel(house, ana, forum, thread=truco)
    place = f"telegram:{forum.id}/{truco}"
    await press(ana, forum, shown, "lugares")
    await press(ana, forum, shown, "lugares", place)
    assert rules_of(await settings(house, forum)).places == (place,)
    beto.say(f"/jugar@{BOT}", forum, thread=other)
    await pass_by(5)
    assert not await house.service.matches.at_place(f"telegram:{forum.id}/{other}")
    beto.say(f"/jugar@{BOT}", forum, thread=truco)
    await house.until(lambda: beto.find("JOIN", forum, thread=truco))


async def test_a_link_leads_to_a_private_table(
    house: House, ana: Person, beto: Person, group: Chat
) -> None:
    """The host gets it in private; the group never reads it."""
    match = await house.lobby(ana, group, "jugadores:4 privada:si")
    refused = await beto.press("JOIN A", group).answer()
    assert refused.text == words_for("es").text("reason.PRIVATE_TABLE", host="Ana")
    ana.say(f"/invitar@{BOT}", group)
    await house.until(lambda: "?start=i" in ana.reads())
    code = await house.service.admission.invitation(match)
    assert code in ana.reads()
    assert code not in ana.reads(group)
    buttons = [button for shown in ana.sees() for button in shown.buttons]
    (shared,) = (button["url"] for button in buttons if "/share/url?" in button.get("url", ""))
    (link,) = parse_qs(urlsplit(shared).query)["url"]
    assert link.endswith(f"?start=i{code}")
    await beto.open(f"i{code}")
    await house.until_async(house.sits(match, beto))


async def test_a_challenge_calls_its_person_in_private(
    house: House, ana: Person, beto: Person, group: Chat
) -> None:
    match = await house.seated(group, ana, beto)
    for person in (ana, beto):
        person.say(f"/terminar@{BOT}", group)
        await pass_by(30)
    assert await match.over()
    ana.say(f"/desafiar@{BOT} persona:Beto", group)
    await pass_by(60)
    kept = await house.match_at(group)
    said = words_for("es").text(
        "notice.challenge",
        host="Ana",
        game=words_for("es").text("option.variant.argentino"),
        match=kept,
    )
    assert said in beto.reads()
    await beto.press("JOIN").answer()
    await house.until_async(house.sits(kept, beto))


async def test_an_administrator_bars_the_writer_of_a_message(
    house: House, ana: Person, beto: Person, group: Chat
) -> None:
    """In reply to it; only an administrator may, and the one who is barred is told in private."""
    words = words_for("es")
    shout = beto.say("truco, truco, truco", group)
    beto.say(f"/vetar@{BOT} motivo:nada", group, reply_to=shout)
    await pass_by(30)
    assert await house.service.bars.of(f"telegram:{group.id}") == ()
    ana.say(f"/vetar@{BOT} motivo:por gritar", group, reply_to=shout)
    await pass_by(60)
    (held,) = await house.service.bars.of(f"telegram:{group.id}")
    assert (held.bar.name, held.bar.reason) == ("Beto", "por gritar")
    assert "por gritar" in beto.reads()
    beto.say(f"/jugar@{BOT}", group)
    await pass_by(30)
    assert await house.service.matches.in_community(f"telegram:{group.id}") == ()
    match = await house.seated(group, ana)
    ana.say(f"/cerrar@{BOT}", group)
    await pass_by(30)
    assert (await house.info(match.id)).ended == "void"
    assert words.text("close.done") in ana.reads(group)


@pytest.mark.parametrize("open_", [True, False])
async def test_the_writer_of_a_message_is_invited_and_told(
    house: House, ana: Person, group: Chat, *, open_: bool
) -> None:
    """In the private chat with the lobby, else by name in the group. Once."""
    eva = await house.person("Eva") if open_ else house.world.person("Eva", "es")
    group.members[eva.id] = "member"
    hello = eva.say("hola", group)
    match = await house.lobby(ana, group)
    ana.say(f"/opciones@{BOT} opcion:private valor:si", group)
    await pass_by(30)
    for _ in range(2):
        ana.say(f"/invitar@{BOT}", group, reply_to=hello)
        await pass_by(60)
    words = words_for("es")
    game = words.text("option.variant.argentino")
    told = words.text("notice.invited", host="Ana", game=game, match=match)
    assert eva.reads().count(told) == open_
    assert eva.reads(group).count(told) == (not open_)
    assert words.text("invitation.told", name="Eva") in ana.reads() + ana.reads(group)
    if open_:
        await eva.press("JOIN").answer()
        assert (await house.info(match)).seat_of(f"telegram:{eva.id}") is not None


async def test_the_writer_of_a_message_is_challenged(
    house: House, ana: Person, beto: Person, group: Chat
) -> None:
    """In reply to it, though nobody has played with them; the bot's own messages mean nobody."""
    hello = beto.say("hola", group)
    ana.say(f"/desafiar@{BOT} argentino", group, reply_to=hello)
    await pass_by(60)
    info = await house.info(await house.match_at(group))
    assert dict(info.kept) == {f"telegram:{beto.id}": "Beto"}
    before = await house.service.admission.friends(f"telegram:{ana.id}")
    own = next(message for message in group.messages if message.by_bot)
    ana.say(f"/amigos@{BOT} agregar", group, reply_to=own)
    await pass_by(30)
    assert await house.service.admission.friends(f"telegram:{ana.id}") == before == {}

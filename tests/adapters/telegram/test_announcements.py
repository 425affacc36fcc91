"""A lobby is announced in the topic that its group has chosen, and joined from there."""

from bot.model import Status
from tests.adapters.telegram.house import BOT, House
from tests.adapters.telegram.people import Person
from tests.adapters.telegram.test_settings import panel, press
from tests.adapters.telegram.world import Chat, Shown
from tests.virtual import pass_by


async def announced(
    house: House, ana: Person, forum: Chat, *, same: bool = False, players: int = 2
) -> tuple[str, int, int]:
    """Ana chooses a topic, opens a table in another one (or in the same), and announces it."""
    board, truco = house.world.topic(forum, "Tablón"), house.world.topic(forum, "Truco")
    truco = board if same else truco
    shown = await panel(house, ana, forum, thread=board)
    place = f"telegram:{forum.id}/{board}"
    await press(ana, forum, shown, "anuncios")
    await press(ana, forum, shown, "anuncios", place)
    await ana.open()
    match = await house.lobby(ana, forum, f"jugadores:{players}", thread=truco)
    ana.say(f"/invitar@{BOT}", forum, thread=truco)
    await house.until(lambda: [message for message in ana.private.messages if offers(message)])
    offering = next(message for message in ana.private.messages if offers(message))
    button = next(key for key in offering.buttons if "invitar" in key.get("callback_data", ""))
    await ana.press(button, ana.private, on=offering).answer()
    await pass_by(5)
    return match, board, truco


def offers(shown: Shown) -> bool:
    return any(button.get("callback_data", "").startswith("p1.invitar") for button in shown.buttons)


def standing(forum: Chat, thread: int, match: str) -> list[Shown]:
    """The announcements in a topic."""
    return [
        message
        for message in forum.messages
        if message.by_bot
        and not message.deleted
        and message.thread == thread
        and any(match in key.get("callback_data", "") for key in message.buttons)
    ]


async def test_it_is_announced_once_and_joined_from_there(
    house: House, ana: Person, beto: Person
) -> None:
    forum = house.world.group("Foro", ana, beto, forum=True)
    match, board, truco = await announced(house, ana, forum)
    (shown,) = standing(forum, board, match)
    button = shown.buttons[0]
    await beto.press(button, forum, on=shown).answer()
    await pass_by(10)
    info = await house.info(match)
    assert info.seat_of(f"telegram:{beto.id}") is not None
    # It is full: the announcement has no button any more, and the table has not come there.
    assert standing(forum, board, match) == []
    assert not shown.deleted
    assert not shown.buttons
    assert not ana.find("START", forum, thread=board)
    await ana.press("START", forum, thread=truco).answer()
    await pass_by(10)
    assert (await house.info(match)).status is Status.PLAYING
    assert shown.deleted


async def test_in_the_tables_own_topic_it_keeps_its_buttons(
    house: House, ana: Person, beto: Person
) -> None:
    forum = house.world.group("Foro", ana, beto, forum=True)
    match, board, _ = await announced(house, ana, forum, same=True, players=4)
    shown = next(shown for shown in standing(forum, board, match) if len(shown.buttons) == 2)
    button = shown.buttons[0]
    ana.say(f"/mesa@{BOT}", forum, thread=board)  # the table comes below it
    await pass_by(5)
    await house.stop()
    await house.start()
    await ana.press(button, forum, on=shown).answer()  # she sits there already
    await pass_by(10)
    assert len(shown.buttons) == 2
    await beto.press(button, forum, on=shown).answer()
    await pass_by(10)
    assert len(shown.buttons) == 1
    assert len(standing(forum, board, match)) == 2


async def test_it_stays_away_when_somebody_deletes_it(
    house: House, ana: Person, beto: Person
) -> None:
    forum = house.world.group("Foro", ana, beto, forum=True)
    match, board, truco = await announced(house, ana, forum, players=4)
    (shown,) = standing(forum, board, match)
    shown.deleted = True
    await beto.press("JOIN A", forum, thread=truco).answer()
    await pass_by(10)
    assert standing(forum, board, match) == []

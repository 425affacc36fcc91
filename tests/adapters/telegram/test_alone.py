"""What is for one person alone, where everybody in the group reads along; and menus below a
message, which change its buttons and nothing else."""

from collections.abc import AsyncIterator
from typing import Final

import pytest

from adapters.telegram.own_presses import MENU, WHY, own_token
from adapters.telegram.words import say
from bot.catalogue import page_for
from bot.messages import Accepted, SetOptions
from bot.pages.page_spec import Community
from bot.screens.pages import HINT, PageKey
from bot.screens.rendering.strip import BACK
from bot.tokens import saying
from bot.words import words_for
from engine.actions import Deal
from engine.errors import Reason
from tests.adapters.telegram.house import BOT, House, Match, opened
from tests.adapters.telegram.people import Person
from tests.adapters.telegram.server import BotApi
from tests.adapters.telegram.world import Chat, Shown
from tests.conversation import cards
from tests.virtual import pass_by

WORDS = words_for("es")
WHY_KEY: Final = own_token("aaaaaaaa", "", WHY)
HANDS: Final = ("1e 7e 4c", "1b 7o 4o")


@pytest.fixture(params=[True, False], ids=["hidden", "open"])
async def either(request: pytest.FixtureRequest) -> AsyncIterator[House]:
    """Beside a server that has messages which one person alone sees, and beside one without."""
    api = BotApi(ephemeral=request.param)
    async with api.running(), opened(api) as house:
        yield house


async def begun(house: House, *people: Person, **chosen: str) -> Match:
    """A match of these people in a group of theirs, with these cards; seat 1 plays first."""
    group = house.world.group("Los otros", *people)
    match = await house.seated(group, *people, options="tiempo:600", start=False)
    if chosen:
        host = f"telegram:{people[0].id}"
        command = SetOptions(
            request="chosen", person=host, match=match.id, options=tuple(chosen.items())
        )
        assert isinstance(await house.service.handle(command), Accepted)
    table = await match.table()
    house.dice.deal(Deal(0, tuple(map(cards, HANDS))), table.deck, dealer=0)
    await people[0].press("START", group).answer()
    await house.until_async(match.started, 10)
    await pass_by(5)
    return match


def hidden(person: Person, group: Chat) -> list[Shown]:
    """What this person alone sees in the group, the oldest first. (The bot tries such a message
    before it relies on them: that one shows the back of a card.)"""
    mine = [shown for shown in person.sees(group) if shown.receiver == person.id]
    return [shown for shown in mine if shown.text != BACK]


def data_of(shown: Shown) -> list[str]:
    """What its buttons do, in words."""
    return [
        str(button.get("callback_data", button.get("url"))).rpartition(".")[2]
        for button in shown.buttons
    ]


async def said_in(person: Person, group: Chat, line: str) -> Shown:
    """Says it, and returns what the bot said to it there."""
    before = len(person.sees(group))
    person.say(f"{line}@{BOT}", group)
    await person.world.until(lambda: any(shown.by_bot for shown in person.sees(group)[before:]))
    return person.sees(group)[-1]


@pytest.mark.parametrize("line", ["rapida", "diaria", "liga accion:jugar"])
async def test_cards_that_no_group_shows_wait_for_the_private_chat(
    either: House, line: str
) -> None:
    """Its link gives the command there."""
    ana = either.world.person("Ana")
    group = either.world.group("Los otros", ana)
    name, _, values = line.partition(" ")
    ana.say(f"/{name}@{BOT} {values}".strip(), group)
    (key,) = await either.until(lambda: ana.sees(group)[-1].buttons)
    assert key["url"].endswith(f"?start={name}")
    assert ana.sees(ana.private) == []
    await ana.follow(key["url"])
    await either.until(lambda: ana.sees(ana.private)[-1].by_bot)


async def test_a_page_that_follows_finds_out_that_the_private_chat_is_closed(house: House) -> None:
    ana = await house.person("Ana")
    group = house.world.group("Los otros", ana)
    ana.user.blocked = True  # the bot was not there to be told
    for _ in range(2):
        ana.say(f"/rapida@{BOT}", group)
        await pass_by(5)
    assert data_of(ana.sees(group)[-1]) == ["me/truco_test_bot?start=rapida"]


async def test_who_waits_for_somebody_has_a_private_chat(house: House) -> None:
    ana = house.world.person("Ana")
    group, mine = house.world.group("Los otros", ana), f"telegram:{ana.id}"
    listed = await said_in(ana, group, "/mesas")
    pressed = await ana.press(saying("rapida"), group, on=listed).answer()
    assert (await house.service.quick.of(mine)).ticket is None
    await ana.follow(pressed.url)
    await pass_by(2)
    assert (await house.service.quick.of(mine)).ticket is not None


# --- a text that waits ---------------------------------------------------------------------------


async def test_a_refusal_that_may_tell_cards_waits_for_its_owner(either: House) -> None:
    """Everybody sees that there is something; to whoever else presses it says that it is not
    theirs."""
    ana, beto = await either.person("Ana"), either.world.person("Beto")
    match = await begun(either, ana, beto)
    shown = await said_in(beto, match.group, "/flor")
    assert shown.text == say("es", "for_you", name="Beto")
    assert shown in ana.sees(match.group)
    other = await ana.press(WHY_KEY, match.group).answer()
    assert (other.alert, other.text) == (True, say("es", "not_for_you"))
    told = await beto.press(WHY_KEY, match.group).answer()
    assert (told.alert, told.text) == (True, WORDS.text(f"reason.{Reason.NOT_AT_THIS_TABLE}"))
    await pass_by(5)
    assert hidden(beto, match.group) == []


async def test_a_typed_hint_is_for_whoever_asks(either: House) -> None:
    """It is worked out from their cards: the group is told only that there is something."""
    ana, beto = await either.person("Ana"), either.world.person("Beto")
    match = await begun(either, ana, beto, competitive="no")
    key = PageKey(HINT, match.id)
    here = Community((await match.info()).community, "")
    page = await page_for(either.service, key, f"telegram:{beto.id}", "es", here)
    assert WORDS.text("hint.wait") != page.text != WORDS.text("hint.competitive")
    shown = await said_in(beto, match.group, "/pista")
    if shown.receiver != beto.id:
        assert shown.text == say("es", "for_you", name="Beto")
        told = await beto.press(WHY_KEY, match.group).answer()
        assert told.text == page.text
    else:
        assert page.text in shown.text
    assert page.text not in ana.reads(match.group)


# --- lobbies in private, and late presses --------------------------------------------------------


async def test_who_sits_is_offered_the_other_team_as_a_change(house: House, ana: Person) -> None:
    ana.say("/jugar jugadores:4")
    await house.until(lambda: ana.find("START"))
    match = await house.match_at(ana.private)
    lobby, change = ana.find("JOIN B") or pytest.fail("no change")
    assert change["text"] == WORDS.text("button.join.other", team="B")
    assert "JOIN A" not in data_of(lobby)
    await ana.press(change, on=lobby).answer()
    await house.until(lambda: ana.find("JOIN A"))
    seat = (await house.info(match)).seat_of(f"telegram:{ana.id}")
    assert seat is not None
    assert seat.seat % 2 == 1


async def test_a_lobby_in_private_asks_nobody_to_sit_down_twice(
    house: House, ana: Person, beto: Person
) -> None:
    """Nor to start what the host starts. Who gets up by a line is told so, because the lobby stands
    somewhere above."""
    ana.say("/jugar")
    await house.until(lambda: ana.find("START"))
    match = await house.match_at(ana.private)
    (lobby,) = [shown for shown in ana.sees() if shown.button("START")]
    buttons = ["INVITE", "START", "LEAVE", f"{MENU} options"]
    assert data_of(lobby) == buttons
    for menu in ("options", "back"):
        await ana.press(f"{MENU} {menu}", on=lobby).answer()
        await pass_by(5)
    assert data_of(lobby) == buttons
    await beto.open(f"j{match}")
    await house.until(lambda: beto.find("LEAVE"))
    (joined,) = [shown for shown in beto.sees() if shown.button("LEAVE")]
    assert data_of(joined) == ["LEAVE", f"{MENU} options"]
    beto.say("/salir")
    await pass_by(5)
    assert beto.sees()[-1].text == WORDS.text("deed.leave")
    assert data_of(joined) == ["JOIN", "INVITE", f"{MENU} options"]
    ana.say("/salir")
    await pass_by(5)
    assert WORDS.text("lobby.seat.free") not in lobby.text, "it is closed"


async def test_a_late_press_shows_what_holds_now(house: House, ana: Person, beto: Person) -> None:
    """A hand rests after its owner's own step."""
    match = await begun(house, ana, beto)
    card = next(word for word in await match.offered(beto) if word.startswith("play "))
    place, shown, button = match.find(beto, card) or pytest.fail("no card")
    await beto.press(button, place, on=shown).answer()
    await pass_by(3)
    assert card in data_of(shown)
    await beto.press(button, place, on=shown).answer()
    await pass_by(1)
    assert card not in data_of(shown)

"""Tables that open in a window: where the buttons stand, and a match with one person in one."""

import random
import time
from collections.abc import AsyncIterator

import pytest

from adapters.telegram.window import Window
from adapters.windows import HallCodes, window_path
from bot.store import Store
from tests.adapters.telegram.framed import with_windows
from tests.adapters.telegram.house import BOT, House, opened
from tests.adapters.telegram.people import Person
from tests.adapters.telegram.server import TOKEN, BotApi
from tests.adapters.telegram.world import GROUP, Chat
from tests.adapters.web.telegram_windows import start_of
from tests.adapters.web.test_windows import window
from tests.virtual import pass_by

PAGE = "https://truco.example.org"
LABEL = "Abrir la mesa"


@pytest.fixture
async def house(api: BotApi) -> AsyncIterator[House]:
    async with opened(api, window=Window("mesa", PAGE, HallCodes(TOKEN))) as running:
        yield running


def windows_of(person: Person, chat: Chat | None = None) -> list[str]:
    """Where the buttons lead that open a window, one for each message."""
    marks = [button for shown in person.sees(chat) for button in shown.buttons]
    return [
        str(mark.get("url") or mark.get("web_app", {}).get("url"))
        for mark in marks
        if mark["text"] == LABEL
    ]


async def test_lobby_table_and_hand_open_in_a_window(house: House) -> None:
    ana, beto = await house.persons("Ana", "Beto")
    group = house.world.group("Los pibes", ana, beto)
    match = await house.seated(group, ana, beto, start=False)
    link = f"https://t.me/{house.adapter.address.rpartition('/')[2]}/mesa?startapp={match.id}"
    assert windows_of(ana, group) == [link]
    assert house.adapter.window_link(match.id) == link
    await ana.press("START", group).answer()
    await house.until(lambda: ana.find("PLACE 1") or ana.find("mazo"))
    assert windows_of(ana, group) == [link]
    await house.until(lambda: windows_of(beto))
    assert windows_of(beto) == [f"{PAGE}{window_path('telegram')}?mesa={match.id}"]


async def test_the_button_stays_when_a_menu_closes(house: House) -> None:
    ana, beto = await house.persons("Ana", "Beto")
    group = house.world.group("Los pibes", ana, beto)
    match = await house.seated(group, ana, beto, start=False)
    before = windows_of(ana, group)
    await ana.press("MENU options", group).answer()
    await house.until(lambda: not windows_of(ana, group))
    await ana.press("MENU back", group).answer()
    await house.until(lambda: windows_of(ana, group))
    assert windows_of(ana, group) == before
    assert match.id in before[0]


async def test_whoever_has_a_seat_in_a_lobby_shares_it_from_a_window(house: House) -> None:
    ana, beto = await house.persons("Ana", "Beto")
    group = house.world.group("Los pibes", ana, beto)
    match = await house.seated(group, ana, start=False)

    async def share(person: Person, match: str) -> str:
        return await house.adapter.share(
            f"telegram:{person.id}", person.user.first_name, "es", match
        )

    assert await share(beto, match.id) == ""
    assert await share(ana, "nosuchxx") == ""
    prepared = house.api.prepared[await share(ana, match.id)]
    assert prepared["user_id"] == ana.id
    ((button,),) = prepared["result"]["reply_markup"]["inline_keyboard"]
    assert button["url"].endswith(f"/mesa?startapp={match.id}")


async def test_an_invitation_to_a_private_table_is_the_host_s(house: House) -> None:
    ana, beto = await house.persons("Ana", "Beto")
    group = house.world.group("Los pibes", ana, beto)
    match = await house.seated(group, ana, start=False, options="privada:si")
    code = await house.service.admission.invitation(match.id)
    await beto.open(f"i{code}")
    await house.until_async(house.sits(match.id, beto))
    assert await house.adapter.share(f"telegram:{beto.id}", "Beto", "es", match.id) == ""
    made = await house.adapter.share(f"telegram:{ana.id}", "Ana", "es", match.id)
    result = house.api.prepared[made]["result"]
    assert code in str(result["reply_markup"])
    assert code not in result["input_message_content"]["message_text"]


async def test_the_menu_button_opens_a_window_for_as_long_as_the_setting_is_there() -> None:
    store, api = Store.in_memory(), BotApi(knows_menus=False)
    async with api.running():
        for window, kind in (
            (None, "commands"),
            (Window("mesa", PAGE, HallCodes(TOKEN)), "web_app"),
            (None, "commands"),
        ):
            api.menu_button = {}
            async with opened(api, store=store, window=window) as house:
                await house.until(lambda: api.menu_button)
                assert api.menu_button["type"] == kind
                if window is not None:
                    assert api.menu_button["web_app"] == {"url": PAGE + window_path("telegram")}


async def test_a_match_of_buttons_and_a_window(house: House) -> None:
    """Ana plays in a window, Beto by the buttons of his private chat."""
    ana, beto = await house.persons("Ana", "Beto")
    group = house.world.group("Los pibes", ana, beto)
    match = await house.seated(group, ana, beto, options="puntos:12")
    async with with_windows(house) as framed:
        await framed.opens(ana, match)
        await match.play(framed.act, random.Random(3), steps=14)
        page, _ = framed.open[ana.id]
        heard = str(page.heard)
    assert match.actions >= 14
    assert house.adapter.platform.attention.is_active(f"telegram:{ana.id}"), "she is not called"
    info = await match.info()
    assert [seat.person for seat in info.seats] == [f"telegram:{ana.id}", f"telegram:{beto.id}"]
    assert house.api.token not in heard
    assert not house.api.floods


# --- the hall of a group --------------------------------------------------------------------------


async def hall_link(house: House, person: Person, chat: Chat) -> str:
    """Where the button below the list of the group's tables leads."""
    before = len(person.sees(chat))
    person.say(f"/mesas@{BOT}", chat)
    found: list[str] = []

    def comes() -> list[str]:
        shown = person.sees(chat)[before + 1 :]
        marks = [str(mark.get("url", "")) for message in shown for mark in message.buttons]
        found[:] = [url for url in marks if "startapp=hall" in url]
        return found

    await house.until(comes)
    return found[-1]


def start(house: House, person: Person, link: str) -> str:
    _, _, code = link.partition("?startapp=")
    name = person.user.first_name
    return start_of(person.id, name, at=time.time(), token=house.api.token, start_param=code)


async def test_the_list_of_tables_opens_the_group_s_hall(house: House) -> None:
    """Its members see the group's tables there, and what they open is shown in the group."""
    ana, beto = await house.persons("Ana", "Beto")
    eva = (await house.persons("Eva"))[0]
    group = house.world.group("Los pibes", ana, beto)
    match = await house.seated(group, ana, start=False)
    link = await hall_link(house, beto, group)
    assert link.startswith(f"https://t.me/{BOT}/mesa?startapp=")
    async with with_windows(house) as framed:
        async with window(framed.pages, start(house, beto, link)) as page:
            told = await page.hear("tables")
            assert [card["match"] for card in told["tables"]] == [match.id]
            assert (told["title"], told["opens"]) == ("Los pibes", True)
            opened = await page.open_table(jugadores="2")
        async with window(framed.pages, start(house, eva, link)) as page:
            assert (await page.hear("reply"))["tone"] == "no"
            told = await page.hear("tables")
            assert (told["tables"], told["opens"]) == ([], False)
            assert match.id not in "".join(page.raw)
    info = await house.info(opened)
    assert (info.community, info.place) == (f"telegram:{group.id}", f"telegram:{group.id}/0")
    await house.until(lambda: _joins(opened, ana, group))


def _joins(match: str, person: Person, chat: Chat) -> list[str]:
    marks = [str(mark) for shown in person.sees(chat) for mark in shown.buttons]
    return [mark for mark in marks if f".{match}." in mark and "JOIN" in mark]


async def test_a_private_chat_has_no_button_to_a_hall(house: House) -> None:
    (ana,) = await house.persons("Ana")
    ana.say("/mesas")
    await house.until(lambda: ana.find("p1.mesas...0"))
    marks = [str(mark) for shown in ana.sees() for mark in shown.buttons]
    assert not [mark for mark in marks if "hall" in mark]


async def test_a_group_that_has_moved_has_no_second_hall(house: House) -> None:
    """Rules and bars are those of the group's key, so nothing may be opened under its number."""
    (ana,) = await house.persons("Ana")
    group, user = house.world.group("Los pibes", ana, type=GROUP), f"telegram:{ana.id}"
    may_read = house.adapter.platform.may_read
    new = house.world.migrate(group)
    await pass_by(5.0)
    assert await may_read(f"telegram:{group.id}/0", user)
    assert not await may_read(f"telegram:{new.id}/0", user)
    assert not await may_read("telegram:9999/0", user)
    assert await may_read(f"{user}/0", user)


async def test_who_joins_the_group_has_its_hall_soon(house: House) -> None:
    ana, eva = await house.persons("Ana", "Eva")
    group = house.world.group("Los pibes", ana)
    place, user = f"telegram:{group.id}/0", f"telegram:{eva.id}"
    may_read = house.adapter.platform.may_read
    assert not await may_read(place, user)
    group.members[eva.id] = "member"
    await pass_by(31.0)
    assert await may_read(place, user)
    del group.members[eva.id]
    await pass_by(601.0)
    assert not await may_read(place, user)

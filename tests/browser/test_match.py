"""Matches played in a real browser by clicking; what the others receive is searched for leaks."""

import asyncio
import json
import re

import pytest
from playwright.async_api import Browser, WebSocketRoute, expect

from tests.adapters.web.house import House
from tests.browser.people import LAPTOP, LOW, PATIENCE, TELEPHONE, Message, Person, person

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="package")]

FILES = re.compile(r"/|/static/[0-9a-f]{16}/[\w./-]+|/ws|/favicon\.ico")


async def test_a_whole_match_against_a_robot(house: House, browser: Browser) -> None:
    async with (
        person(browser, house.url) as ana,
        person(browser, house.url, size=TELEPHONE) as mira,
    ):
        await ana.call_me("Ana")
        await mira.call_me("Mira")
        await open_by_slash_menu(ana)
        await ana.page.get_by_role("button", name="Empezar").click()
        await mira.page.get_by_role("button", name="Mirar").click()
        await expect(mira.page.locator(".felt .drawing")).to_be_visible()
        steps = await play_to_the_end(ana)
        assert steps > 10
        assert_unforeseeable([message["id"] for message in ana.sent if "id" in message])
        await expect(mira.page.locator(".result")).to_be_visible()

        hands = dealt_to(ana)
        assert len(hands) >= 4
        assert all(len(cards) == 3 for cards in hands.values())
        assert_never_told(mira, hands)
        assert {address for address in mira.asked_for if not FILES.fullmatch(address)} == set()

        await ana.page.get_by_role("button", name="Marcador").click()
        # A match against robots alone is practice: nobody stands there.
        board = ana.page.get_by_role("dialog")
        await expect(board).to_be_visible()
        await expect(board.get_by_role("row")).to_have_count(0)
        await ana.page.keyboard.press("Escape")
        await ana.page.get_by_role("button", name="Compartir").click()
        async with ana.page.expect_download() as download:
            await ana.page.get_by_role("button", name="Descargar la partida").click()
        record = await (await download.value).path()
        assert record.read_text("utf-8").startswith("record 1\n")
        await ana.page.keyboard.press("Escape")
        await ana.page.get_by_role("button", name="Revancha").click()
        await expect(ana.page.locator(".result")).to_have_count(0)
        assert ana.complaints == mira.complaints == []


@pytest.mark.dear
async def test_two_people_and_two_robots(house: House, browser: Browser) -> None:
    """Two tabs at one table, one of them a telephone; the keyboard, too, can play."""
    async with (
        person(browser, house.url) as ana,
        person(browser, house.url, size=TELEPHONE) as beto,
    ):
        await ana.call_me("Ana")
        await beto.call_me("<img src=x onerror=alert(1)>")
        await ana.page.get_by_role("button", name="Armar una mesa").click()
        await ana.page.locator("details.fields summary").click()
        await ana.page.get_by_label("Jugadores").select_option("4")
        await beto.page.get_by_role("button", name="Sentarme").click()
        await expect(beto.page.locator(".place.is-me")).to_contain_text("<img src=x")
        await expect(ana.page.locator(".place")).to_have_count(4)
        await ana.page.get_by_role("button", name="Empezar").click()
        await expect(ana.page.locator(".my-card")).to_have_count(3)
        await expect(beto.page.locator(".my-card")).to_have_count(3)
        for turn in range(10):
            mover, asked = await whose_turn(ana, beto)
            if asked == "result":
                break
            if asked == "answer":
                await mover.answer()
            elif turn == 0:
                before = await mover.page.locator(".lay").count()
                await mover.page.keyboard.press("1")
                await expect(mover.page.locator(".lay")).not_to_have_count(before)
            else:
                await mover.lay()
        assert await ana.page.locator("img").count() == 0
        assert_never_told(beto, dealt_to(ana))
        assert_never_told(ana, dealt_to(beto))
        assert ana.complaints == beto.complaints == []


OUT_OF_REACH = """selector => [...document.querySelectorAll(selector)].filter(
  button => {
    const box = button.getBoundingClientRect();
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return !button.contains(hit);
  }).map(button => button.innerText || button.getAttribute('aria-label'))"""


@pytest.mark.dear
@pytest.mark.parametrize("size", [LAPTOP, LOW])
async def test_what_unfolds_is_within_reach_and_folds_again(
    house: House, browser: Browser, size: dict[str, int]
) -> None:
    async with person(browser, house.url, size=size) as ana:
        page = ana.page
        await page.get_by_role("button", name="2 contra 2").click()
        await ana.until_asked()
        for fold in (".senas", ".more"):
            await page.locator(f"{fold} > summary").press("Enter")
            await expect(page.locator(f"{fold} .press:not(summary)").last).to_be_visible()
            unfolded = f"{fold}[open] .group .press:first-child, .more[open] .group .press"
            assert await page.evaluate(OUT_OF_REACH, unfolded) == []
            await page.keyboard.press("Escape")
            await expect(page.locator(f"{fold}[open]")).to_have_count(0)
            await expect(page.locator(f"{fold} > summary")).to_be_focused()
        await page.locator(".more > summary").click()
        await page.locator(".more .press", has_text="Reglas").click()
        await expect(page.get_by_role("dialog")).to_contain_text("Truco argentino")
        await expect(page.locator(".more[open]")).to_have_count(0)
        assert ana.complaints == []


async def test_an_impossible_choice_is_refused_with_its_reason(
    house: House, browser: Browser
) -> None:
    """PA-PLA-02: too few cards for eight; what is shown stays what is played."""
    async with person(browser, house.url) as ana:
        await ana.page.get_by_role("button", name="Armar una mesa").click()
        await ana.page.locator("details.fields summary").click()
        await ana.page.get_by_label("Juego").select_option("paulista")
        await ana.page.get_by_label("Jugadores").select_option("8")
        await expect(ana.page.locator(".place")).to_have_count(8)
        deck = ana.page.get_by_label("Mazo", exact=True)
        await deck.focus()
        await deck.select_option("clean")
        await expect(ana.page.locator(".toast-no")).to_contain_text("24")
        await expect(deck).to_have_value("full")
        await expect(deck).to_be_focused()
        assert ana.complaints == []


async def test_reachable_without_eyes_or_mouse(house: House, browser: Browser) -> None:
    """Landmarks, names for everything that can be pressed, words for the picture, a dialog that
    asks before the hand is given away."""
    async with person(browser, house.url, size=LAPTOP) as ana:
        page = ana.page
        await page.get_by_role("button", name="Jugar ahora").press("Enter")
        assert await ana.until_asked() in ("answer", "card")
        for landmark in ("banner", "main", "complementary"):
            await expect(page.get_by_role(landmark)).to_have_count(1)
        await expect(page.get_by_role("log")).to_have_attribute("aria-live", "polite")
        drawing = page.locator(".drawing[role=img]")
        assert len(await drawing.get_attribute("aria-label") or "") > 40
        nameless = await page.evaluate(
            """() => [...document.querySelectorAll('button')].filter(b => b.checkVisibility()
                && !(b.getAttribute('aria-label') || b.innerText).trim()).map(b => b.outerHTML)"""
        )
        assert nameless == []
        labels = await page.locator(".lay").evaluate_all(
            "cards => cards.map(card => card.getAttribute('aria-label'))"
        )
        assert len(set(labels)) == 3
        assert all(" de " in label for label in labels)

        await page.get_by_role("button", name="Al mazo").press("Enter")
        dialog = page.get_by_role("dialog")
        await expect(dialog).to_be_visible()
        await page.keyboard.press("Escape")
        await expect(dialog).to_be_hidden()
        await expect(page.locator(".lay")).to_have_count(3)

        await page.locator("body").press("/")
        line = page.get_by_role("combobox", name=re.compile("comando"))
        await expect(line).to_be_focused()
        await expect(page.get_by_role("listbox").get_by_role("option")).not_to_have_count(0)
        assert ana.complaints == []


async def test_a_press_before_the_welcome_counts(house: House, browser: Browser) -> None:
    """The page is drawn before the server has answered on a slow line."""
    held: list[str | bytes] = []
    pages: list[WebSocketRoute] = []
    is_slow = True

    def slow(page: WebSocketRoute) -> None:
        def pass_on(data: str | bytes) -> None:
            (held.append if is_slow else page.send)(data)

        page.connect_to_server().on_message(pass_on)
        pages.append(page)

    async with person(browser, house.url, line=slow) as ana:
        await ana.call_me("Ana")
        await ana.page.get_by_role("button", name="Jugar ahora").click()
        is_slow = False
        for message in held:
            pages[0].send(message)
        await ana.until_asked()
        await expect(ana.page.locator(".seat.is-me .name")).to_contain_text("Ana")
        assert await ana.page.locator(".toast").count() == 0
        assert ana.complaints == []


async def test_a_broken_line_mends_itself(house: House, browser: Browser) -> None:
    async with person(browser, house.url) as ana:
        await ana.page.get_by_role("button", name="Jugar ahora").click()
        for _ in range(4):
            await ana.until_asked()
            await (ana.lay() if await ana.page.locator(".lay.is-able").count() else ana.answer())
        await ana.until_asked()
        before = len([frame for frame in ana.frames if frame["t"] == "welcome"])
        for socket in tuple(house.playground.sockets):
            await socket.close()
        state = ana.page.locator(".line-state")
        await expect(state).not_to_have_text("")
        await expect(state).to_have_text("")
        assert len([frame for frame in ana.frames if frame["t"] == "welcome"]) == before + 1
        # The new line counts its pictures from one: none of them is older than what is shown.
        await ana.until_asked()
        await (ana.lay() if await ana.page.locator(".lay.is-able").count() else ana.answer())


# --- helpers --------------------------------------------------------------------------------


async def test_the_settings_stay_open(house: House, browser: Browser) -> None:
    """Every choice is kept at once, and drawn in the dialog where it was made."""
    async with person(browser, house.url) as ana:
        await ana.type_line("/configurar")
        dialog = ana.page.locator("dialog[open]")
        await dialog.locator("#setting-flor").wait_for()
        await dialog.locator("#setting-flor").select_option("con")
        await expect(dialog.locator("#setting-flor")).to_have_value("con")
        await dialog.get_by_label("Mineiro").uncheck()
        await expect(dialog.get_by_label("Mineiro")).not_to_be_checked()
        await dialog.locator("#setting-variante").select_option("paulista")
        # Paulista knows no flor: the list goes, and the dialog stays.
        await expect(dialog.locator("#setting-flor")).to_have_count(0)
        settings = await house.service.settings.of("web:playground")
        assert settings["variante"] == "paulista"
        assert "flor" not in settings
        assert "mineiro" not in settings["juegos"].split(",")
        await ana.page.keyboard.press("Escape")
        await expect(dialog).to_have_count(0)


async def open_by_slash_menu(ana: Person) -> None:
    """``/ju``, chosen from the menu; to 12 points; one robot."""
    line = ana.page.get_by_role("combobox", name=re.compile("comando"))
    await line.click()
    await line.press_sequentially("/ju")
    await ana.page.get_by_role("option", name="/jugar").click()
    await expect(line).to_have_value("/jugar ")
    await line.press_sequentially("puntos:12")
    await line.press("Escape")
    await line.press("Enter")
    await expect(ana.page.get_by_role("heading", name=re.compile("Mesa de truco"))).to_be_visible()
    await ana.page.locator("details.fields summary").click()
    await ana.page.get_by_role("button", name="Sumar un robot").click()
    await expect(ana.page.locator(".place.is-empty")).to_have_count(0)


async def play_to_the_end(ana: Person) -> int:
    """Clicks until the match is over: accepts and refuses by turns, lays cards, calls at times."""
    steps = 0
    while (asked := await ana.until_asked()) != "result":
        steps += 1
        assert steps < 400
        if asked == "answer":
            await ana.answer(steps % 2)
            continue
        truco = ana.page.locator(".group-call").get_by_role("button", name="Truco", exact=True)
        if steps % 5 == 1 and await truco.count():
            await ana.press(truco)
        else:
            await ana.lay(steps)
    return steps


async def whose_turn(*people: Person) -> tuple[Person, str]:
    """Whose page shows first that there is something to do, and what (as `Person.asked`)."""
    async with asyncio.timeout(PATIENCE / 1000):
        while True:
            for somebody in people:
                if asked := await somebody.asked():
                    return somebody, asked
            await people[0].page.evaluate("() => new Promise(requestAnimationFrame)")


def assert_unforeseeable(ids: list[str]) -> None:
    """What a person adds to the deal who types no phrase: 192 bits of the browser's own chance."""
    assert {len(id) for id in ids} == {32}
    assert len({id[:8] for id in ids}) == len({id[-8:] for id in ids}) == len(ids)


def number(screen: Message) -> int:
    """Which hand a picture is of."""
    return int(re.findall(r"\d+", screen["title"])[-1])


def dealt_to(owner: Person) -> dict[int, dict[str, str]]:
    """What somebody was dealt, hand by hand: codes and names."""
    hands: dict[int, dict[str, str]] = {}
    for screen in owner.screens:
        if screen["kind"] == "hand":
            hand = hands.setdefault(number(screen), {})
            hand |= {card["code"]: card["label"] for card in screen["cards"]}
    return hands


def assert_never_told(listener: Person, hands: dict[int, dict[str, str]]) -> None:
    """No frame tells of a card of these hands that had not been laid or shown by then."""
    open_cards: set[tuple[int, str]] = set()
    latest = 0
    assert listener.screens
    for frame in listener.frames:
        if frame["t"] == "picture" and frame["screen"]["kind"] != "lobby":
            if frame["screen"]["kind"] != "result":
                latest = number(frame["screen"])
            for trick in frame["screen"]["tricks"]:
                open_cards |= {(latest, card["code"]) for card in trick["cards"]}
            for trick in (frame["screen"].get("finest") or {"tricks": []})["tricks"]:
                assert {card["code"] for card in trick["cards"]} <= {code for _, code in open_cards}
        text = json.dumps(without_public_words(frame), ensure_ascii=False)
        for code, label in hands.get(latest, {}).items():
            if (latest, code) not in open_cards:
                told = rf'"{code}"|\.(play|cover) {code}"|{re.escape(label)}'
                assert not re.search(told, text), (latest, code, text)


def without_public_words(frame: Message) -> Message:
    """Leaves out what names cards without telling where they are, or tells what was shown to
    everybody: the list of señas, the order of all cards (what it marks stays), the finest hand of
    the match, which is over, and cards turned up to prove points."""
    if frame["t"] != "picture":
        return frame
    marked = [code for rung in frame["screen"]["order"] for code in rung["mine"]]
    screen = dict(frame["screen"], senas=[], order=marked, finest=None)
    for part in ("lines", "log"):
        screen[part] = [
            line
            for line in screen[part]
            if line["id"] not in ("log.shown", "summary.shown", "hand.heard", "log.laid")
        ]
    shown = [
        line["text"]
        for part in ("lines", "log")
        for line in frame["screen"][part]
        if line not in screen[part]
    ]
    alt = screen["alt"]
    for text in shown:
        alt = alt.replace(text, "")
    return frame | {"screen": screen | {"alt": alt}}

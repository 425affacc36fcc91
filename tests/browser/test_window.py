"""The page in a window of Telegram, held by a stand-in of its app."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from urllib.parse import quote

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from adapters.web.windows import Windows
from bot.happenings import ChatTakesOver
from bot.match.vault import Vault
from bot.messages import Act, AddRobot, Leave, MatchId, UserId
from tests.adapters.web.house import House, opened
from tests.adapters.web.telegram_windows import CLUB, GROUP, opens, start_of, starts
from tests.adapters.web.test_halls import Chats, hall_of
from tests.browser.people import PATIENCE
from tests.browser.screens import LANGUAGES
from tests.browser.telegram_view import DARK, TelegramView, held
from tests.narrow import present

pytestmark = [pytest.mark.browser, pytest.mark.dear, pytest.mark.asyncio(loop_scope="package")]

SIZES = ((320, 568), (360, 740), (390, 844), (844, 390), (400, 950), (1280, 800))
FOREIGN = "https://evil.example"
ANA, BETO = "telegram:42", "telegram:43"


def windows() -> Windows:
    return Windows(b"s" * 32, {"telegram": starts()})


@pytest_asyncio.fixture(loop_scope="package")
async def framed() -> AsyncIterator[House]:
    async with opened(windows=windows()) as house:
        yield house


def window(
    browser: Browser, house: House, user: int = 42, match: str = "", **more: object
) -> AbstractAsyncContextManager[TelegramView]:
    """The window of this person, for a table."""
    start = start_of(user, at=time.time(), **({"start_param": match} if match else {}))
    return held(browser, f"{house.url}/ventana/telegram", start, **more)  # type: ignore[arg-type]


async def started(house: House) -> tuple[MatchId, int]:
    """A match of Ana's and Beto's; and which of them has the turn."""
    match = await opens(house, ANA, BETO)
    await house.begins(match, ANA)
    return match, (42, 43)[(await house.view_of(match, None)).awaited[0]]


async def test_a_match_of_the_chat_is_played_in_the_window(browser: Browser, framed: House) -> None:
    match, mover = await started(framed)
    async with window(browser, framed, mover, match) as view:
        frame = view.frame
        await frame.locator(".lay").first.wait_for()
        assert not await frame.evaluate("location.hash")
        assert await view.told("web_app_ready") == [{}]
        await view.until_told("web_app_setup_back_button", {"is_visible": True})
        await view.until_told("web_app_setup_closing_behavior", {"need_confirmation": True})
        await view.until_told("web_app_setup_swipe_behavior", {"allow_vertical_swipe": False})
        await frame.locator(".lay").first.click()
        await frame.locator(".lay").nth(2).wait_for(state="detached")
        assert await frame.locator(".lay").count() == 2

        # It is loaded anew, without what Telegram wrote behind the #.
        await frame.evaluate("document.body.dataset.old = 1; location.reload()")
        await frame.locator("body:not([data-old]) .lay").first.wait_for()
        assert await frame.locator(".lay").count() == 2

        await view.tell("back_button_pressed")
        await frame.locator("body[data-at=hall]").wait_for()
        assert not await frame.locator(".who").is_visible()
        await view.until_told("web_app_setup_back_button", {"is_visible": False})
        await view.until_told("web_app_setup_closing_behavior", {"need_confirmation": False})
        assert await view.complaints() == []
    now = present(await framed.service.matches.view(match, None))
    assert len(now.plays) == 1


async def test_a_window_that_was_put_away_keeps_no_chat_quiet(
    browser: Browser, framed: House
) -> None:
    awake = asyncio.Event()

    async def hears(_: ChatTakesOver) -> None:
        awake.set()

    framed.service.happenings.listen(ChatTakesOver, hears)
    match, mover = await started(framed)
    async with window(browser, framed, mover, match) as view:
        await view.frame.locator(".lay").first.wait_for()
        assert framed.service.windows.looks(match, f"telegram:{mover}")
        # What would be told after some seconds is told at once.
        await view.frame.evaluate(
            "() => { const later = setTimeout;"
            " window.setTimeout = (work, _, ...more) => later(work, 0, ...more); }"
        )
        await view.tell("visibility_changed", {"is_visible": False})
        async with asyncio.timeout(PATIENCE / 1000):
            await awake.wait()
        assert not framed.service.windows.looks(match, f"telegram:{mover}")
        await view.tell("visibility_changed", {"is_visible": True})
        await view.frame.locator(".lay").first.click()
        await view.frame.locator(".lay").nth(2).wait_for(state="detached")
        assert framed.service.windows.looks(match, f"telegram:{mover}")


async def test_back_leads_back_one_level(browser: Browser, framed: House) -> None:
    match, mover = await started(framed)
    async with window(browser, framed, mover, match) as view:
        frame = view.frame
        await frame.locator(".more summary").click()
        await frame.locator(".more[open] .press-danger").click()
        await frame.locator("dialog[open]").wait_for()
        await view.tell("back_button_pressed")
        await frame.locator("dialog[open]").wait_for(state="detached")
        await frame.locator(".tab").nth(1).click()
        await frame.locator("body[data-page=channel]").wait_for()
        await view.tell("back_button_pressed")
        await frame.locator("body[data-page=table][data-at=table]").wait_for()
        await frame.locator(".more summary").click()
        await frame.locator(".more[open]").wait_for()
        await view.tell("back_button_pressed")
        await frame.locator(".more:not([open])").wait_for()
        assert await frame.locator("body").get_attribute("data-at") == "table"
        await view.tell("back_button_pressed")
        await frame.locator("body[data-at=hall]").wait_for()
        assert await view.complaints() == []


async def test_the_window_looks_as_its_app_and_leaves_it_room(
    browser: Browser, framed: House
) -> None:
    match, mover = await started(framed)
    colour = "getComputedStyle(document.body).getPropertyValue('--page').trim()"
    safe = {"top": 30, "bottom": 20, "left": 0, "right": 0}
    content = {"top": 46, "bottom": 0, "left": 0, "right": 0}
    insets = {"safe": safe, "content": content}
    async with window(browser, framed, mover, match, theme=DARK, **insets) as view:
        frame = view.frame
        await frame.locator(".lay").first.wait_for()
        await frame.wait_for_function(
            "getComputedStyle(document.querySelector('.bar')).paddingTop === '80px'"
        )
        dark = await frame.evaluate(colour)
        box = present(await frame.locator(".tabs").bounding_box())
        assert round(box["y"] + box["height"]) == 740 - 20
        await view.tell("theme_changed", {"theme_params": {"bg_color": "#fefefe"}})
        await frame.wait_for_function(f"{colour} !== '{dark}'")
        assert await frame.evaluate("getComputedStyle(document.body).colorScheme") == "light"
        assert await frame.locator("use[href$=silence]").count() == 1

        await frame.locator(".more summary").click()
        await frame.locator("[data-key=window-full]").click()
        await view.until_told("web_app_request_fullscreen", {})
        await frame.locator(".more summary").click()
        await frame.locator("[data-key=window-part]").wait_for()
        await frame.locator("[data-key=window-home]").click()
        await frame.locator("[data-key=window-home]").wait_for(state="detached")
        assert await view.complaints() == []


@pytest.mark.parametrize("locale", LANGUAGES)
async def test_all_that_is_more_is_seen_at_once(browser: Browser, locale: str) -> None:
    """Also on the smallest telephone; its last button ends the match."""
    async with opened(windows=windows(), vault=Vault(b"k" * 32)) as framed:
        for person in (ANA, BETO):
            await framed.service.languages.choose(person, locale)
        match, mover = await started(framed)
        size, language = (320, 568), LANGUAGES[locale]
        async with window(browser, framed, mover, match, size=size, language=language) as view:
            await view.frame.locator(".lay").first.wait_for()
            await view.frame.locator(".more summary").click()
            await view.frame.locator(".more[open] .press-danger").wait_for()
            hidden = await view.frame.evaluate(
                "(({scrollHeight, clientHeight}) => scrollHeight - clientHeight)"
                "(document.querySelector('.more[open] > .fold'))"
            )
            assert hidden <= 0
            assert await view.complaints() == []


@pytest.mark.parametrize("locale", LANGUAGES)
async def test_every_answer_and_call_is_seen_at_once(
    browser: Browser, framed: House, locale: str
) -> None:
    """Two answers and four calls, at every size of a window: none has to be scrolled to.

    A telephone is told of the call."""
    match, mover = await started(framed)
    other = 42 + 43 - mover
    hidden = (
        "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then("
        "() => Math.max(...[...document.querySelectorAll('.words, .play')]"
        ".map((one) => one.scrollHeight - one.clientHeight)))"
    )
    beside = ((400, 300), (480, 360), (560, 315), (640, 480), (768, 560), (860, 640), (950, 600))
    low = ((360, 480), (400, 540), (520, 560))
    async with window(browser, framed, other, match, language=LANGUAGES[locale]) as view:
        await view.frame.locator(".hand .card").first.wait_for()
        assert await view.told("web_app_trigger_haptic_feedback") == []
        truco = Act(request="t", person=f"telegram:{mover}", match=match, action="truco")
        await framed.does(truco)
        felt = {"type": "notification", "notification_type": "warning"}
        await view.until_told("web_app_trigger_haptic_feedback", felt)
        await view.frame.locator(".group-answer .press").first.wait_for()
        assert await view.frame.locator(".group-call .press").count() == 4
        for wide, high in (*SIZES, *beside, *low):
            await view.page.set_viewport_size({"width": wide, "height": high})
            assert await view.frame.evaluate(hidden) <= 0, (wide, high)
        assert await view.complaints() == []


async def test_the_apps_on_telephones_speak_in_their_own_way(
    browser: Browser, framed: House
) -> None:
    """They hold the page in no frame: they give it a function, and call one of it."""
    match, mover = await started(framed)
    context = await browser.new_context(viewport={"width": 390, "height": 740})
    await context.add_init_script(
        "window.heard = []; window.TelegramWebviewProxy = "
        "{ postEvent: (name, data) => heard.push([name, JSON.parse(data)]) };"
    )
    page = await context.new_page()
    page.set_default_timeout(PATIENCE)
    start = start_of(mover, at=time.time(), start_param=match)
    data = quote(start, safe="")
    await page.goto(
        f"{framed.url}/ventana/telegram#tgWebAppData={data}&tgWebAppVersion=10.2"
        "&tgWebAppPlatform=android&tgWebAppThemeParams=%7B%7D"
    )
    await page.locator(".lay").first.wait_for()
    heard = await page.evaluate("heard")
    assert ["web_app_setup_back_button", {"is_visible": True}] in heard
    assert ["web_app_request_safe_area", {}] in heard, "10.2 is later than 8.0"
    await page.evaluate("Telegram.WebView.receiveEvent('back_button_pressed', {})")
    await page.locator("body[data-at=hall]").wait_for()
    await context.close()


async def test_an_app_of_the_first_days_is_told_nothing_that_it_does_not_know(
    browser: Browser, framed: House
) -> None:
    match, mover = await started(framed)
    async with window(browser, framed, mover, match, version="6.0") as view:
        await view.frame.locator(".lay").first.click()
        await view.frame.locator(".lay").nth(2).wait_for(state="detached")
        await view.frame.locator(".more summary").click()
        assert await view.frame.locator("[data-key^=window-]").count() == 0
        assert await view.complaints() == []


async def test_an_invitation_is_sent_into_a_chat(browser: Browser, framed: House) -> None:
    asked: list[tuple[UserId, MatchId]] = []

    async def share(user: UserId, name: str, locale: str, match: MatchId) -> str:
        asked.append((user, match))
        return "made" if len(asked) > 1 else ""

    framed.playground.windows.sharing["telegram"] = share
    match = await opens(framed, ANA)
    async with window(browser, framed, 42, match) as view:
        button = view.frame.locator("[data-key=window-share]")
        await button.click()
        await view.frame.locator(".toast-no").wait_for()
        await button.click()
        await view.until_told("web_app_send_prepared_message", {"id": "made"})
        assert asked == [(ANA, match)] * 2
        assert await view.complaints() == []


async def test_the_film_of_a_private_table_is_seen_in_the_window(
    browser: Browser, framed: House
) -> None:
    match = await opens(framed, ANA, private="si")
    await framed.does(AddRobot(request="r", person=ANA, match=match, seat=1))
    await framed.begins(match, ANA)
    await framed.does(Leave(request="l", person=ANA, match=match))
    async with window(browser, framed, 42, match) as view:
        await view.frame.locator("#ask.is-result").wait_for()
        await view.frame.locator("[data-key$='.FILM']").click()
        await view.frame.locator("#film-play").wait_for()
        assert view.frame.url.startswith(f"{framed.url}/ventana/telegram/partida/{match}")
        await view.until_told("web_app_setup_back_button", {"is_visible": True})
        await view.frame.locator("#film-share").click()
        await view.page.wait_for_function(
            "heard.some((one) => one.eventType === 'web_app_open_tg_link')"
        )
        (link,) = await view.told("web_app_open_tg_link")
        assert "ventana" not in link["path_full"]
        assert match in link["path_full"]
        await view.tell("back_button_pressed")
        await view.frame.locator("#ask.is-result").wait_for()
        await view.frame.goto(f"{framed.url}/ventana/telegram/estudio")
        await view.frame.locator(".study-pair").first.click()
        await view.frame.locator(".study-cell").first.wait_for()
        assert await view.complaints() == []
    async with window(browser, framed, 43) as view:  # a stranger who has the address
        await view.frame.locator(".hero").wait_for()
        await view.frame.goto(f"{framed.url}/ventana/telegram/partida/{match}")
        await view.frame.locator("#why").wait_for()
        assert await view.frame.locator("#film-play").count() == 0


async def test_a_window_that_is_not_let_in_says_so_and_rests(
    browser: Browser, framed: House
) -> None:
    start = start_of(42, at=time.time() - 7200)
    async with held(browser, f"{framed.url}/ventana/telegram", start) as view:
        await view.frame.locator("[role=alert]").wait_for()
        assert await view.frame.locator(".press").count() == 0
    assert len(framed.playground.sockets) == 0


async def test_no_other_page_holds_or_drives_the_window(browser: Browser, framed: House) -> None:
    async with window(browser, framed, by=FOREIGN) as view:
        await view.page.wait_for_load_state()
        frames = view.page.main_frame.child_frames
        assert all(not frame.url.startswith(framed.url) for frame in frames)
    async with window(browser, framed) as view:
        frame = view.frame
        await frame.locator(".hero-play .press-gold").click()
        await frame.locator(".lay").first.wait_for()
        # The frame itself is another origin than the client's.
        await frame.evaluate("postMessage(JSON.stringify({eventType: 'back_button_pressed'}), '*')")
        await frame.evaluate("new Promise((done) => setTimeout(done))")
        assert await frame.locator(".lay").count() == 3


async def test_the_hall_of_a_group(browser: Browser, framed: House) -> None:
    """Its tables come first; one press sits down, and *back* leads to it."""
    framed.service.add_platform(Chats())
    match = await opens(framed, BETO)
    start = start_of(42, at=time.time(), start_param=hall_of(GROUP))
    async with held(browser, f"{framed.url}/ventana/telegram", start) as view:
        frame = view.frame
        await frame.locator(".tables + .hero").wait_for()
        await frame.locator(f"[data-key=table-{match}] .press-success").click()
        await frame.locator("#lobby-title").wait_for()
        await view.tell("back_button_pressed")
        await frame.locator(f"[data-key=table-{match}] .press-secondary").wait_for()
        await frame.locator(".tables-head .press").click()
        await frame.locator("#lobby-title").wait_for()
        assert await view.complaints() == []
    info = present(await framed.service.matches.info(match))
    assert [seat.person for seat in info.people] == [BETO, ANA]
    assert len(await framed.service.matches.in_community(CLUB)) == 2

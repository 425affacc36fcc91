"""The page in a window of Telegram's web client: a stand-in of that client holds it in a frame.

The stand-in has the client's origin, and speaks the events that Telegram describes. It never comes
from a network: the browser is given its text.
"""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import quote

import pytest
from playwright.async_api import Browser, Frame, Page, Route

from adapters.web.windows import TelegramStarts, Windows
from bot import messages
from tests.adapters.web.house import House, opened
from tests.adapters.web.telegram_windows import TOKEN, start_of
from tests.adapters.web.test_windows import open_in_chat
from tests.browser.people import PATIENCE

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="package")]

CLIENT = "https://web.telegram.org"
FOREIGN = "https://evil.example"
PAGE = """<!doctype html><title>stand-in</title><style>
html, body {{ margin: 0; height: 100%; }} iframe {{ border: 0; width: 100%; height: 100%; }}
</style><script>
window.heard = [];
addEventListener("message", ({{ data, source }}) => {{
  if (source === document.querySelector("iframe").contentWindow) heard.push(JSON.parse(data));
}});
const tell = (eventType, eventData) => document.querySelector("iframe").contentWindow
  .postMessage(JSON.stringify({{ eventType, eventData }}), "*");
</script><iframe src="{address}"></iframe>"""


@asynccontextmanager
async def held(
    browser: Browser,
    house: House,
    start: str,
    *,
    by: str = CLIENT,
    mesa: str = "",
    height: int = 740,
) -> AsyncIterator[Page]:
    """A client that holds the window."""
    query = f"?mesa={mesa}" if mesa else ""
    address = (
        f"{house.url}/ventana/telegram{query}#tgWebAppData={quote(start, safe='')}"
        "&tgWebAppVersion=9.1&tgWebAppPlatform=web"
    )

    async def answer(route: Route) -> None:
        text = PAGE.format(address=address.replace("&", "&amp;"))
        await route.fulfill(body=text, content_type="text/html")

    context = await browser.new_context(locale="es-AR", viewport={"width": 390, "height": 740})
    await context.route(f"{by}/**", answer)
    page = await context.new_page()
    page.set_default_timeout(PATIENCE)
    await page.goto(f"{by}/k/")
    yield page
    await context.close()


def inside(page: Page) -> Frame:
    (frame,) = page.main_frame.child_frames
    return frame


async def told(page: Page, name: str) -> list[Any]:
    """What the window has told its client with this event."""
    heard = await page.evaluate("heard")
    return [one["eventData"] for one in heard if one["eventType"] == name]


def windows() -> Windows:
    return Windows(b"s" * 32, {"telegram": TelegramStarts(TOKEN)})


@pytest.mark.dear
async def test_a_match_of_the_chat_is_played_in_the_window(browser: Browser) -> None:
    async with opened(windows=windows()) as house:
        match = await open_in_chat(house, "telegram:42", "telegram:43")
        started = messages.Start(request="s", person="telegram:42", match=match)
        assert isinstance(await house.service.handle(started), messages.Accepted)
        view = await house.service.matches.view(match, None)
        assert view is not None
        mover = (42, 43)[view.awaited[0]]
        start = start_of(mover, at=time.time(), start_param=match)
        async with held(browser, house, start) as page:
            frame = inside(page)
            await frame.locator(".lay").first.wait_for()
            assert not await frame.evaluate("location.hash")
            assert await told(page, "web_app_ready") == [{}]
            assert (await told(page, "web_app_setup_back_button"))[-1] == {"is_visible": True}
            assert (await told(page, "web_app_setup_closing_behavior"))[-1] == {
                "need_confirmation": True
            }
            await frame.locator(".lay").first.click()
            await frame.locator(".lay").nth(2).wait_for(state="detached")
            assert await frame.locator(".lay").count() == 2

            # It is loaded anew, without what Telegram wrote behind the #.
            await frame.evaluate("location.reload()")
            await frame.locator(".lay").first.wait_for()
            assert await frame.locator(".lay").count() == 2

            await page.evaluate("tell('back_button_pressed')")
            await frame.locator("body[data-at=hall]").wait_for()
            assert not await frame.locator(".who").is_visible()
            assert (await told(page, "web_app_setup_back_button"))[-1] == {"is_visible": False}
        now = await house.service.matches.view(match, None)
        assert now is not None
        assert len(now.plays) == 1


@pytest.mark.dear
async def test_a_window_that_is_not_let_in_says_so_and_rests(browser: Browser) -> None:
    async with opened(windows=windows()) as house:
        async with held(browser, house, start_of(42, at=time.time() - 7200)) as page:
            said = inside(page).locator("[role=alert]")
            await said.wait_for()
            assert await inside(page).locator(".press").count() == 0
        assert len(house.playground.sockets) == 0


@pytest.mark.dear
async def test_no_other_page_holds_or_drives_the_window(browser: Browser) -> None:
    async with opened(windows=windows()) as house:
        start = start_of(42, at=time.time())
        async with held(browser, house, start, by=FOREIGN) as page:
            await page.wait_for_load_state()
            frames = page.main_frame.child_frames
            assert all(not frame.url.startswith(house.url) for frame in frames)
        async with held(browser, house, start) as page:
            frame = inside(page)
            await frame.locator(".hero-play .press-gold").click()
            await frame.locator(".lay").first.wait_for()
            # The frame itself is another origin than the client's.
            await frame.evaluate(
                "postMessage(JSON.stringify({eventType: 'back_button_pressed'}), '*')"
            )
            await frame.evaluate("new Promise((done) => setTimeout(done))")
            assert await frame.locator(".lay").count() == 3

"""Calls while the page is closed, in a real browser: switched on with one press, shown by the
worker, opened as the same person. The browser's own push service is not to be had here: what it
answers is made up, and what it delivers comes through the browser's tools."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from playwright.async_api import Browser, BrowserContext, Page, expect

from adapters.web.push_service import PushKey, PushService
from adapters.web.tabs import user_of
from bot.community.push_subscriptions import CALL, DAY, KINDS, SEAT, TOURNAMENT
from bot.environment import Config
from tests.adapters.web.house import House, opened
from tests.browser.people import PATIENCE, Person
from tests.narrow import present

pytestmark = [pytest.mark.browser, pytest.mark.dear, pytest.mark.asyncio(loop_scope="package")]

SERVICE = PushService(PushKey(b"k" * 32), "mailto:host@truco.example")
ADDRESS = "https://fcm.googleapis.com/fcm/send/made-up"
SUBSCRIBED = """(() => {
  const bytes = (length, first) => Uint8Array.from({ length }, (_, at) => (at ? 0 : first)).buffer;
  const made = (options) => ({
    endpoint: "ADDRESS", options,
    getKey: (name) => (name === "auth" ? bytes(16, 1) : bytes(65, 4)),
    unsubscribe: async () => { localStorage.removeItem("made.up"); return true; },
  });
  PushManager.prototype.subscribe = async function (options) {
    localStorage.setItem("made.up", JSON.stringify([...options.applicationServerKey]));
    window.asked = options.userVisibleOnly;
    return made({ applicationServerKey: options.applicationServerKey.buffer });
  };
  PushManager.prototype.getSubscription = async function () {
    const kept = localStorage.getItem("made.up");
    return kept ? made({ applicationServerKey: Uint8Array.from(JSON.parse(kept)).buffer }) : null;
  };
})()""".replace("ADDRESS", ADDRESS)
LOOKS_AWAY = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
SHOWN = """async (body) => {
  const worker = await navigator.serviceWorker.ready;
  for (let looks = 0; looks < 40; looks += 1) {
    const found = (await worker.getNotifications())
      .map(({ tag, title, body, data }) => ({ tag, title, body, data }));
    if (body ? found.some((one) => one.body === body) : !found.length) return found;
    await new Promise((done) => setTimeout(done, 50));
  }
  return null;
}"""


@asynccontextmanager
async def at_a_slow_table(browser: Browser) -> AsyncIterator[tuple[House, BrowserContext]]:
    config = Config(robot_delay=0, pause=0.02, claims=0.02, turn_seconds=259_200)
    async with opened(config=config, push=SERVICE) as house:
        context = await browser.new_context(locale="es-UY", timezone_id="America/Montevideo")
        await context.grant_permissions(["notifications"], origin=house.url)
        await context.add_init_script(SUBSCRIBED)
        context.set_default_timeout(PATIENCE)
        yield house, context
        await context.close()


async def dealt(house: House, context: BrowserContext) -> Person:
    somebody = Person(await context.new_page())
    await somebody.page.goto(house.url)
    await somebody.page.locator(".press-gold.press-big").click()
    await somebody.until_asked()
    return somebody


async def delivered(page: Page, house: House, content: dict[str, Any]) -> None:
    """The push service brings this to the browser."""
    session = await page.context.new_cdp_session(page)
    ids: asyncio.Queue[str] = asyncio.Queue()

    def updated(event: dict[str, Any]) -> None:
        for registration in event["registrations"]:
            ids.put_nowait(registration["registrationId"])

    session.on("ServiceWorker.workerRegistrationUpdated", updated)
    await session.send("ServiceWorker.enable")
    await page.wait_for_function("navigator.serviceWorker.ready")
    known = await ids.get()  # it may come after the page is ready
    await session.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": house.url, "registrationId": known, "data": json.dumps(content)},
    )
    await session.detach()


async def test_one_press_and_one_is_called(whole_browser: Browser) -> None:
    async with at_a_slow_table(whole_browser) as (house, context):
        ana = await dealt(house, context)
        page = ana.page
        await page.get_by_role("button", name="Avisarme").wait_for()
        await page.get_by_role("button", name="Avisarme").click()
        panel = page.locator("dialog[open]")
        await expect(panel.locator("select[name=zone]")).to_have_value("America/Montevideo")
        assert await page.evaluate("window.asked"), "browsers demand it"
        key = await page.evaluate("sessionStorage['truco.key']")
        subscriptions = house.service.push_subscriptions
        found = present(await subscriptions.of(user_of(key)))
        assert found.address == ADDRESS
        assert found.kinds == KINDS
        assert (found.quiet.zone, found.quiet.begin) == ("America/Montevideo", 22)

        await page.evaluate(LOOKS_AWAY, True)
        await page.evaluate(LOOKS_AWAY, False)
        told = [message["seen"] for message in ana.sent if message["t"] == "sight"]
        assert told[-2:] == [False, True], "the server knows who looks"

        await panel.locator("input[name=turn]").uncheck()
        await panel.get_by_label("Sin avisos desde las").select_option("23")
        await panel.get_by_role("button", name="Listo").click()
        await expect(page.get_by_role("button", name="Avisarme")).to_have_count(0)
        await page.locator(".more summary").click()
        await page.get_by_role("button", name="Avisos").click()
        await expect(panel.locator("input[name=turn]")).not_to_be_checked()
        found = present(await subscriptions.of(user_of(key)))
        assert (found.kinds, found.quiet.begin) == ((CALL, SEAT, TOURNAMENT, DAY), 23)
        await panel.get_by_role("button", name="No avisar más").click()
        await page.locator(".more summary").click()
        await expect(page.get_by_role("button", name="Avisarme").first).to_be_visible()
        assert await subscriptions.of(user_of(key)) is None
        assert await page.evaluate("localStorage['truco.key']") is None
        assert ana.complaints == []


async def test_the_worker_shows_and_takes_back(whole_browser: Browser) -> None:
    async with at_a_slow_table(whole_browser) as (house, context):
        ana = await dealt(house, context)
        match = ana.screens[-1]["match"]
        await ana.page.get_by_role("button", name="Avisarme").click()
        await ana.page.locator("dialog[open]").get_by_role("button", name="Listo").click()
        key = await ana.page.evaluate("sessionStorage['truco.key']")
        other = await context.new_page()
        await other.goto(f"{house.url}/verificar")
        await ana.page.close()

        called = {"tag": match, "title": "Truco", "text": "Te toca.", "path": f"/mesa/{match}"}
        (shown,) = await after(other, house, called)
        assert shown == {"tag": match, "title": "Truco", "body": "Te toca.", "data": called["path"]}
        (shown,) = await after(other, house, {**called, "text": "Otra vez."})
        assert shown["tag"] == match, "the newer takes the place of the older"
        assert await after(other, house, {"tag": match}) == []

        # Whoever opens the page from a call is who was called.
        await other.goto(f"{house.url}{called['path']}")
        await other.locator(".felt .drawing").wait_for()
        assert await other.evaluate("sessionStorage['truco.key']") == key


async def after(page: Page, house: House, content: dict[str, Any]) -> list[dict[str, Any]]:
    """The notifications when what the push service brings is shown, or taken back. The browser's
    tools lose one message in eighty, so it is brought three times at most, which shows it once."""
    for _ in range(3):
        await delivered(page, house, content)
        found: list[dict[str, Any]] | None = await page.evaluate(SHOWN, content.get("text", ""))
        if found is not None:
            return found
    raise AssertionError(f"the worker does not show {content}")

"""How soon a newcomer sees their first card on a slow telephone: printed, and never judged.

What is judged is what makes it slow: how much comes over the line, and how often the page asks.
"""

from collections.abc import Callable

import pytest
from playwright.async_api import Browser, CDPSession, Page, expect

from tests.adapters.web.house import House
from tests.browser.people import PATIENCE

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="package")]

SLOWER = 4
"""How many times slower than this machine the telephone is."""
LATENCY = 300
"""Milliseconds from a question to the first of its answer, as 3G has them."""
DOWN, UP = 1_600_000 / 8, 768_000 / 8
"""Bytes a second."""
MOST_BYTES = 75_000
"""Of a first visit, to the first card; the cards themselves are in it."""
SEEN = "() => performance.getEntriesByName('first-contentful-paint')[0].startTime"
NOW = "() => performance.now()"


class Wire:
    """What came over a page's line, counted as it came: packed."""

    def __init__(self, session: CDPSession) -> None:
        self.bytes = 0
        self.requests = 0
        session.on("Network.loadingFinished", self._finished)

    def _finished(self, event: dict[str, float]) -> None:
        # What the browser had already has come over no line.
        if event["encodedDataLength"]:
            self.bytes += int(event["encodedDataLength"])
            self.requests += 1


async def telephone(page: Page) -> Wire:
    """Makes the page that of a slow telephone on 3G."""
    session = await page.context.new_cdp_session(page)
    await session.send("Network.enable")
    wire = Wire(session)
    await session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    await session.send(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": LATENCY,
            "downloadThroughput": DOWN,
            "uploadThroughput": UP,
        },
    )
    return wire


@pytest.mark.dear
async def test_the_first_card_on_a_slow_telephone(
    house: House, browser: Browser, measured: Callable[[str], None]
) -> None:
    context = await browser.new_context(locale="es-AR", viewport={"width": 360, "height": 740})
    page = await context.new_page()
    page.set_default_timeout(PATIENCE)
    wire = await telephone(page)
    found: list[str] = []

    await page.goto(house.url)
    play = page.locator(".press-gold.press-big")
    await expect(play).to_be_enabled()
    usable = await page.evaluate(NOW)
    found.append(f"first sight {await page.evaluate(SEEN):.0f} ms, page usable {usable:.0f} ms")

    pressed = await page.evaluate(NOW)
    await play.click()
    await expect(page.locator(".lay").first).to_be_visible()
    found.append(f"first card {await page.evaluate(NOW) - pressed:.0f} ms after *play now*")
    found.append(f"{wire.requests} requests, {wire.bytes / 1000:.0f} kB")
    assert wire.bytes < MOST_BYTES

    wire.bytes = wire.requests = 0
    await page.goto(page.url)
    await expect(page.locator(".lay").first).to_be_visible()
    found.append(f"opened again: first card {await page.evaluate(NOW):.0f} ms")
    found.append(f"{wire.requests} requests, {wire.bytes / 1000:.0f} kB")
    assert wire.requests == 1, "only the page itself is asked for again"
    await context.close()

    measured(f"{SLOWER} times slower, {LATENCY} ms away: {'; '.join(found)}")

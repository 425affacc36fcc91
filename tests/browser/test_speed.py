"""How soon a newcomer sees their first card on a slow telephone: printed, and never judged.

What is judged is what makes it slow: how much comes over the line, how often the page asks, and
how much it draws. The page itself says when, since whoever drives it from outside looks only now
and then.
"""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from playwright.async_api import Browser, CDPSession, Page

from tests.adapters.web.house import House
from tests.browser.people import PATIENCE

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="package")]

SLOWER = 4
"""How many times slower than this machine the telephone is."""
LATENCY = 300
"""Milliseconds from a question to the first of its answer, as 3G has them."""
DOWN, UP = 1_600_000 / 8, 768_000 / 8
"""Bytes a second."""
MOST_BYTES = 76_000
"""Of a first visit, to the first card; the cards themselves are in it."""
MOST_CARDS = 12
"""With the first hand: those of the welcome, of oneself and of a robot, and none behind a fold."""
SEEN = "() => performance.getEntriesByName('first-contentful-paint')[0].startTime"
WATCH = """(() => {
  window.at = {};
  const note = (name) => { at[name] ??= performance.now(); };
  // The browser holds back answers to requests, not what comes over an open line: that is done
  // here. The first message waits for the opening of the line as well.
  const Line = WebSocket;
  window.WebSocket = class extends Line {
    #rest = 2;
    send(text) {
      setTimeout(() => super.send(text), LATENCY * this.#rest);
      this.#rest = 1;
    }
  };
  new MutationObserver(() => {
    const play = document.querySelector(".press-gold.press-big");
    if (play?.onclick && !play.ariaDisabled) note("usable");
    // The frame after the one that holds it: by then it has been seen.
    if (document.querySelector(".lay")) requestAnimationFrame(() => note("card"));
  }).observe(document, { subtree: true, childList: true, attributes: true });
  addEventListener("pointerdown", () => note("pressed"), { capture: true });
})()""".replace("LATENCY", str(LATENCY))
AT = "(name) => window.at[name]"


class Wire:
    """What came over a page's line, counted as it came: packed."""

    def __init__(self, session: CDPSession) -> None:
        self.bytes = 0
        self.requests = 0
        self._open: set[str] = set()
        self._quiet = asyncio.Event()
        session.on("Network.requestWillBeSent", self._begun)
        session.on("Network.loadingFinished", self._finished)

    async def quiet(self) -> None:
        """Until every request that has begun has its answer."""
        async with asyncio.timeout(PATIENCE / 1000):
            await self._quiet.wait()

    def _begun(self, event: dict[str, Any]) -> None:
        self._open.add(event["requestId"])
        self._quiet.clear()

    def _finished(self, event: dict[str, Any]) -> None:
        self._open.discard(event["requestId"])
        if not self._open:
            self._quiet.set()
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
        {"offline": False, "latency": LATENCY, "downloadThroughput": DOWN, "uploadThroughput": UP},
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
    await page.add_init_script(WATCH)
    found: list[str] = []

    async def at(name: str) -> float:
        await page.wait_for_function(AT, arg=name)
        return float(await page.evaluate(AT, name))

    await page.goto(house.url)
    found.append(f"page usable {await at('usable'):.0f} ms")
    found.insert(0, f"first sight {await page.evaluate(SEEN):.0f} ms")

    await page.locator(".press-gold.press-big").click()
    card = await at("card")
    found.append(f"first card {card - await at('pressed'):.0f} ms after *play now*")
    found.append(f"{wire.requests} requests, {wire.bytes / 1000:.0f} kB")
    assert wire.bytes < MOST_BYTES
    assert await page.locator(".card").count() < MOST_CARDS

    await wire.quiet()  # the card may be seen before the faces beside it have come
    wire.bytes = wire.requests = 0
    await page.goto(page.url)
    found.append(f"opened again: first card {await at('card'):.0f} ms")
    found.append(f"{wire.requests} requests, {wire.bytes / 1000:.0f} kB")
    assert wire.requests == 1, "only the page itself is asked for again"
    await context.close()

    measured(f"{SLOWER} times slower, {LATENCY} ms away: {'; '.join(found)}")

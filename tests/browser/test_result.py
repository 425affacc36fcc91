"""How a match that ended is told: its title, its buttons in their order, at every width; and that
it still stands there when somebody comes back from its film."""

import asyncio
import re

import pytest
from playwright.async_api import Browser, Route, expect

from tests.adapters.web.house import House
from tests.browser.people import LAPTOP, NARROW, TABLET, TELEPHONE, Person, person

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="package")]

SHAPE = """() => {
  const box = (one) => one.getBoundingClientRect();
  const [frame, title] = [".ask", ".result h2"].map((one) => box(document.querySelector(one)));
  const buttons = [...document.querySelectorAll(".words .press")];
  const high = parseFloat(getComputedStyle(document.querySelector(".result h2")).lineHeight);
  return {
    inside: title.left >= frame.left && title.right <= frame.right,
    outside: buttons.filter((one) => box(one).bottom > innerHeight || box(one).right > innerWidth)
      .map((one) => one.textContent),
    lines: Math.round(title.height / high),
  };
}"""
ENDS = """() => [...document.querySelectorAll(".group-match .press")]
  .map((one) => one.dataset.key.split(".").at(-1))"""


async def ended(ana: Person) -> None:
    """A match against a robot, ended before its first card."""
    await ana.page.locator(".press-gold.press-big").click()
    await ana.until_asked()
    await ana.type_line("/terminar")
    await expect(ana.page.locator(".result")).to_be_visible()


async def test_a_title_and_what_may_be_done_next(house: House, browser: Browser) -> None:
    async with person(browser, house.url, language="pt-BR") as ana:
        await ended(ana)
        assert await ana.page.evaluate(ENDS) == ["REMATCH", "ANALYSE", "FILM", "CARD"]
        for size, most in ((LAPTOP, 2), (TABLET, 2), (TELEPHONE, 3), (NARROW, 4)):
            await ana.resize(size)
            shape = await ana.page.evaluate(SHAPE)
            assert shape["inside"], size
            assert shape["outside"] == [], size
            assert shape["lines"] <= most, (size, shape["lines"])
        assert ana.complaints == []


async def test_whoever_comes_back_from_the_film_finds_the_result(
    house: House, browser: Browser
) -> None:
    async with person(browser, house.url) as ana:
        await ended(ana)
        await ana.page.locator('[data-key$=".FILM"]').click()
        await expect(ana.page).to_have_url(re.compile("/partida/"))
        await ana.page.go_back()
        await expect(ana.page.locator(".result")).to_be_visible()


async def test_a_card_that_takes_long_is_seen_to_come(house: House, browser: Browser) -> None:
    async with person(browser, house.url) as ana:
        await ended(ana)
        drawn = asyncio.Event()

        async def late(route: Route) -> None:
            await drawn.wait()
            await route.continue_()

        await ana.page.route("**/vista.png*", late)
        share = ana.page.locator('[data-key$=".CARD"]')
        await share.click()
        await expect(share).to_have_attribute("aria-disabled", "true")
        drawn.set()
        await expect(ana.page.locator("#card")).to_be_visible()
        await expect(share).not_to_have_attribute("aria-disabled", "true")
        assert ana.complaints == []

"""How a match that ended is told: a long title beside the button that shares it, at every width."""

import pytest
from playwright.async_api import Browser, expect

from tests.adapters.web.house import House
from tests.browser.people import LAPTOP, NARROW, TABLET, TELEPHONE, person

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="package")]

SHAPE = """() => {
  const box = (one) => document.querySelector(one).getBoundingClientRect();
  const [frame, title, share] = [".ask", ".result h2", ".result-share"].map(box);
  const high = parseFloat(getComputedStyle(document.querySelector(".result h2")).lineHeight);
  return {
    inside: share.left >= frame.left && share.right <= frame.right,
    apart: share.left >= title.right || share.top >= title.bottom,
    lines: Math.round(title.height / high),
  };
}"""


async def test_a_long_title_and_what_shares_it_stand_side_by_side(
    house: House, browser: Browser
) -> None:
    async with person(browser, house.url, language="pt-BR") as ana:
        await ana.page.locator(".press-gold.press-big").click()
        await ana.until_asked()
        await ana.type_line("/terminar")
        await expect(ana.page.locator(".result-share")).to_be_visible()
        for size, most in ((LAPTOP, 2), (TABLET, 2), (TELEPHONE, 3), (NARROW, 4)):
            await ana.resize(size)
            shape = await ana.page.evaluate(SHAPE)
            await ana.photo(f"result-{size['width']}")
            assert shape["inside"], size
            assert shape["apart"], size
            assert shape["lines"] <= most, (size, shape["lines"])
        assert ana.complaints == []

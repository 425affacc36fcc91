"""Two people who look for somebody to play with, each with one press on the page's first screen."""

import pytest
from playwright.async_api import Browser, expect

from tests.adapters.web.house import House
from tests.browser.people import NARROW, person

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="package")]


async def test_the_table_comes_by_itself(house: House, browser: Browser) -> None:
    """Over what was read meanwhile."""
    async with person(browser, house.url) as ana, person(browser, house.url) as beto:
        for somebody, name in ((ana, "Ana"), (beto, "Beto")):
            await somebody.call_me(name)
        await ana.resize(NARROW)
        await ana.page.get_by_role("button", name="Con alguien").click()
        read = ana.page.locator("dialog[open]")
        await expect(read).to_contain_text("Nadie más espera ahora.")
        assert await ana.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        await beto.page.get_by_role("button", name="Con alguien").click()
        for somebody in (ana, beto):
            await somebody.page.locator(".lay, .asked, .hand").first.wait_for()
        await expect(read).to_have_count(0)
        assert len({somebody.screens[-1]["match"] for somebody in (ana, beto)}) == 1

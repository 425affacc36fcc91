"""A duplicate match on the page: it has no points to reach, and says which leg is played."""

import pytest
from playwright.async_api import Browser, expect

from bot.match.vault import Vault
from tests.adapters.web.house import opened
from tests.browser.people import person

pytestmark = [pytest.mark.browser, pytest.mark.dear, pytest.mark.asyncio(loop_scope="package")]


async def test_the_first_leg_and_the_end(browser: Browser) -> None:
    async with opened(vault=Vault(b"k" * 32)) as house, person(browser, house.url) as ana:
        await ana.call_me("Ana")
        await ana.type_line("/jugar duplicado:6 robots:1")
        await ana.page.get_by_role("button", name="Empezar").click()
        await ana.until_asked()
        assert "duplicate.first" in {line["id"] for line in ana.screens[-1]["lines"]}
        await expect(ana.page.locator(".score .of")).to_have_count(0)
        await ana.type_line("/terminar")
        await expect(ana.page.locator(".result")).to_be_visible()
        await expect(ana.page.locator(".score .of")).to_have_count(0)
        assert ana.complaints == []

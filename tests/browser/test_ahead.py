"""A slow table on the page: its clock, and what is said ahead, by keyboard and on a telephone."""

import re

import pytest
from playwright.async_api import Browser, expect

from tests.adapters.web.house import House
from tests.browser.people import LAPTOP, person
from tests.browser.test_order import NARROW
from tests.browser.test_receipt import CUT_OFF

pytestmark = [pytest.mark.browser, pytest.mark.dear, pytest.mark.asyncio(loop_scope="package")]


@pytest.mark.parametrize("size", [NARROW, LAPTOP], ids=["320", "1280"])
async def test_two_presses_say_it_and_one_takes_it_back(
    house: House, browser: Browser, size: dict[str, int]
) -> None:
    async with person(browser, house.url) as ana:
        await ana.type_line("/jugar variante:argentino robots:1 tiempo:3d")
        await ana.type_line("/empezar")
        await ana.until_asked()
        await ana.resize(size)
        await expect(ana.page.locator(".clock-left")).to_have_text("2 d")
        await ana.page.locator(".more > summary").click()
        await ana.photo(f"ahead-{size['width']}-more")
        await ana.page.get_by_role("button", name="Por si acaso").click()
        dialog = ana.page.locator("#dialog")
        await expect(dialog).to_be_visible()
        await ana.photo(f"ahead-{size['width']}")
        assert await ana.page.evaluate(CUT_OFF) == []
        await expect(dialog.get_by_role("button", name="Cerrar")).to_be_in_viewport(ratio=1)
        await dialog.get_by_role("button", name="Si cantan truco: no quiero").press("Enter")
        await expect(dialog.get_by_text("• Si cantan truco: no quiero")).to_be_visible()
        await ana.page.keyboard.press("Escape")
        await expect(dialog).to_be_hidden()
        await ana.photo(f"ahead-{size['width']}-waits")
        waits = ana.page.locator('[data-id="hand.ahead"]')
        await expect(waits).to_have_text(re.compile("Si cantan truco: no quiero"))
        await ana.page.locator(".more > summary").click()
        await ana.page.get_by_role("button", name="Olvidar: truco").click()
        await expect(waits).to_have_count(0)
        assert ana.complaints == []

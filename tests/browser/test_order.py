"""What beats what, beside the hand: by keyboard, on the narrowest telephone, and only one's own
cards marked."""

import pytest
from playwright.async_api import Browser, expect

from tests.adapters.web.house import House
from tests.browser.people import LAPTOP, person

pytestmark = [pytest.mark.browser, pytest.mark.dear, pytest.mark.asyncio(loop_scope="package")]

NARROW = {"width": 320, "height": 640}
CUT_OFF = """() => [...document.querySelectorAll('.order .fold, .always > *')].filter(part => {
  const box = part.getBoundingClientRect();
  return box.left < 0 || box.right > innerWidth + 0.5 || box.top < 0 || box.bottom > innerHeight;
}).map(part => part.className)"""


@pytest.mark.parametrize("size", [NARROW, LAPTOP], ids=["320", "1280"])
async def test_it_opens_by_keyboard_and_marks_ones_own_cards(
    house: House, browser: Browser, size: dict[str, int]
) -> None:
    async with person(browser, house.url, size=size) as ana:
        await ana.page.get_by_role("button", name="Jugar ahora").click()
        await ana.until_asked()
        await expect(ana.page.locator(".rung")).to_have_count(0)  # nobody looks: nothing to draw
        await ana.page.locator(".order > summary").focus()
        await ana.page.keyboard.press("Enter")
        await expect(ana.page.locator(".rung").first).to_be_visible()
        await ana.photo(f"order-{size['width']}")
        screen = ana.screens[-1]
        held = [card["code"] for card in screen["cards"]]
        assert sorted(code for rung in screen["order"] for code in rung.get("mine", ())) == sorted(
            held
        )
        await expect(ana.page.locator(".rung .is-own")).to_have_count(len(held))
        assert await ana.page.evaluate(CUT_OFF) == []
        await ana.page.keyboard.press("Escape")
        await expect(ana.page.locator(".rung").first).to_be_hidden()
        assert ana.complaints == []

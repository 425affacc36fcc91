"""The receipt of one's own cards: by keyboard, and on the narrowest telephone."""

import re

import pytest
from playwright.async_api import Browser, expect

from bot.match.vault import Vault
from tests.adapters.web.house import opened
from tests.browser.people import LAPTOP, person
from tests.browser.test_order import NARROW

pytestmark = [pytest.mark.browser, pytest.mark.dear, pytest.mark.asyncio(loop_scope="package")]

CUT_OFF = """() => [...document.querySelectorAll('.more[open] .fold, #dialog, #dialog p')]
  .filter(part => {
  const box = part.getBoundingClientRect();
  const outside = box.left < 0 || box.right > innerWidth + 0.5;
  return box.width && (outside || part.scrollWidth > part.clientWidth + 1);
}).map(part => part.className)"""


@pytest.mark.parametrize("size", [NARROW, LAPTOP], ids=["320", "1280"])
async def test_it_is_read_behind_a_button(browser: Browser, size: dict[str, int]) -> None:
    async with (
        opened(vault=Vault(b"k" * 32)) as house,
        person(browser, house.url, size=size) as ana,
    ):
        await ana.page.get_by_role("button", name="Jugar ahora").click()
        await ana.until_asked()
        await ana.page.locator(".more > summary").focus()
        await ana.page.keyboard.press("Enter")
        await ana.photo(f"receipt-{size['width']}-button")
        button = ana.page.get_by_role("button", name="Nada arreglado ✓")
        await expect(button).to_be_visible()
        assert await ana.page.evaluate(CUT_OFF) == []
        await button.press("Enter")
        dialog = ana.page.locator("#dialog")
        await expect(dialog).to_be_visible()
        for card in ana.screens[-1]["cards"]:
            # The line of a chance may begin with the same letters.
            told = re.compile(rf" · {card['code']}(?![0-9a-f])")
            await expect(dialog.get_by_text(told)).to_have_count(1)
        await ana.photo(f"receipt-{size['width']}")
        assert await ana.page.evaluate(CUT_OFF) == []
        await ana.page.keyboard.press("Escape")
        await expect(dialog).to_be_hidden()
        assert ana.complaints == []

"""What lies behind the folds beside a hand, by keyboard, on a narrow telephone and on a laptop:
what beats what, the receipt of one's own cards, and what is said ahead at a slow table."""

import re

import pytest
from playwright.async_api import Browser, expect

from bot.match.vault import Vault
from tests.adapters.web.house import opened
from tests.browser.people import LAPTOP, NARROW, Person, person

pytestmark = [pytest.mark.browser, pytest.mark.dear, pytest.mark.asyncio(loop_scope="package")]

CUT_OFF = """() => {
  const beside = '.order .fold, .always > *';
  return [...document.querySelectorAll(`${beside}, .more[open] .fold, #dialog, #dialog p`)]
    .filter((part) => {
      const box = part.getBoundingClientRect();
      const wide = box.left < 0 || box.right > innerWidth + 0.5;
      return box.width && (wide || (part.matches(beside)
        ? box.top < 0 || box.bottom > innerHeight : part.scrollWidth > part.clientWidth + 1));
    }).map((part) => part.className);
}"""


async def unfolds(ana: Person, fold: str) -> None:
    await ana.page.locator(f"{fold} > summary").focus()
    await ana.page.keyboard.press("Enter")


async def reads_the_order(ana: Person) -> None:
    """Only one's own cards are marked."""
    rungs = ana.page.locator(".rung")
    await expect(rungs).to_have_count(0)  # nobody looks: nothing to draw
    await unfolds(ana, ".order")
    await expect(rungs.first).to_be_visible()
    screen = ana.screens[-1]
    held = sorted(card["code"] for card in screen["cards"])
    assert sorted(code for rung in screen["order"] for code in rung.get("mine", ())) == held
    await expect(ana.page.locator(".rung .is-own")).to_have_count(len(held))
    assert await ana.page.evaluate(CUT_OFF) == []
    await ana.page.keyboard.press("Escape")
    await expect(rungs.first).to_be_hidden()


async def reads_the_receipt(ana: Person) -> None:
    await unfolds(ana, ".more")
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
    assert await ana.page.evaluate(CUT_OFF) == []
    await ana.page.keyboard.press("Escape")
    await expect(dialog).to_be_hidden()


async def says_something_ahead(ana: Person) -> None:
    """Two presses say it, and one takes it back."""
    await unfolds(ana, ".more")
    await ana.page.get_by_role("button", name="Por si acaso").click()
    dialog = ana.page.locator("#dialog")
    await expect(dialog).to_be_visible()
    assert await ana.page.evaluate(CUT_OFF) == []
    await expect(dialog.get_by_role("button", name="Cerrar")).to_be_in_viewport(ratio=1)
    await dialog.get_by_role("button", name="Si cantan truco: no quiero").press("Enter")
    await expect(dialog.get_by_text("• Si cantan truco: no quiero")).to_be_visible()
    await ana.page.keyboard.press("Escape")
    await expect(dialog).to_be_hidden()
    waits = ana.page.locator('[data-id="hand.ahead"]')
    await expect(waits).to_have_text(re.compile("Si cantan truco: no quiero"))
    await unfolds(ana, ".more")
    await ana.page.get_by_role("button", name="Olvidar: truco").click()
    await expect(waits).to_have_count(0)


@pytest.mark.parametrize("size", [NARROW, LAPTOP], ids=["320", "1280"])
async def test_what_lies_behind_the_folds(browser: Browser, size: dict[str, int]) -> None:
    async with opened(vault=Vault(b"k" * 32)) as house, person(browser, house.url) as ana:
        await ana.type_line("/jugar variante:argentino robots:1 tiempo:3d")
        await ana.type_line("/empezar")
        await ana.until_asked()
        await ana.resize(size)
        await expect(ana.page.locator(".clock-left")).to_have_text("2 d")
        await reads_the_order(ana)
        await reads_the_receipt(ana)
        await says_something_ahead(ana)
        assert ana.complaints == []

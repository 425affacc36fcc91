"""The browser compares its own chance at the end, without a word, and marks what came of it."""

import pytest
from playwright.async_api import Browser, expect

from bot.match.vault import Vault
from engine.fairness.deal import AZAR_2
from tests.adapters.web.house import opened
from tests.browser.people import person
from tests.narrow import present

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="package")]

KEPT = "() => Object.entries(JSON.parse(localStorage.getItem('truco.azar')))"
CHANGE = """() => {
  const kept = JSON.parse(localStorage.getItem("truco.azar"));
  for (const mine of Object.values(kept)) mine.chance = "00".repeat(32);
  localStorage.setItem("truco.azar", JSON.stringify(kept));
}"""


@pytest.mark.parametrize("honest", [True, False])
async def test_its_chance_is_found_or_missed(browser: Browser, honest: bool) -> None:
    async with opened(vault=Vault(b"k" * 32)) as house, person(browser, house.url) as ana:
        await ana.page.get_by_role("button", name="Jugar ahora").click()
        await ana.until_asked()
        ((name, kept),) = await ana.page.evaluate(KEPT)
        info = present(await house.service.matches.info(name.split(".")[0]))
        assert kept["seal"] == info.commitment
        added = AZAR_2.chance_of(0, bytes.fromhex(kept["chance"])).hex()
        assert info.added == (f"azar 0 {added}",)
        if not honest:
            await ana.page.evaluate(CHANGE)
        await ana.page.locator("#line").fill("/terminar")
        await ana.page.keyboard.press("Enter")
        mark = ana.page.locator(".result-chance")
        await expect(mark).to_have_count(1)
        assert ("is-missing" in str(await mark.get_attribute("class"))) is not honest
        if honest:
            await expect(ana.page.locator(".toast-no")).to_have_count(0)
        else:
            await expect(ana.page.locator(".toast-no").last).to_contain_text("azar")
        await mark.click()
        await expect(ana.page.get_by_role("dialog")).to_contain_text(info.commitment[:8])

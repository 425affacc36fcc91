"""The study room in a browser: by keyboard and by pointer, on narrow and wide screens."""

import pytest
from playwright.async_api import Browser, expect

from engine.teacher import study_room
from tests.adapters.web.house import House
from tests.browser.axe import EVERYTHING, inspect
from tests.browser.people import LAPTOP, NARROW
from tests.browser.test_film import opened
from tests.narrow import present

pytestmark = [pytest.mark.browser, pytest.mark.dear, pytest.mark.asyncio(loop_scope="package")]

SIDEWAYS = "document.documentElement.scrollWidth > innerWidth"


@pytest.mark.parametrize("size", [NARROW, LAPTOP], ids=["narrow", "laptop"])
async def test_from_the_first_cards_to_the_third_trick(
    house: House, browser: Browser, size: dict[str, int]
) -> None:
    name = study_room.names()[0]
    studied = present(study_room.position(name))
    async with opened(browser, f"{house.url}/estudio", size) as page:
        await expect(page.locator(".study-pair")).to_have_count(18)
        for chapter in await page.locator("summary").all():
            await chapter.press("Enter")
        assert not await page.evaluate(SIDEWAYS)
        assert (await inspect(page, EVERYTHING)).violations == []

        await page.locator(f'[href="#{name}"]').first.press("Enter")
        cells = page.locator(".study-cell")
        await expect(cells).to_have_count(len(studied.decisions[0].hands))
        await expect(page.locator('.study-cell[tabindex="0"]')).to_have_count(1)
        await page.locator("#hand-1-4").click()
        await page.keyboard.press("ArrowRight")
        await page.keyboard.press("ArrowUp")
        chosen = page.locator("#hand-2-5")
        await expect(chosen).to_be_focused()
        (hand,) = (weighed for weighed in studied.decisions[0].hands if weighed.held == (2, 5))
        told = await chosen.get_attribute("aria-label") or ""
        assert told.startswith("10 and 5:")
        assert f"{max(hand.shares)}%" in told
        rows = page.locator(".study-numbers tbody tr")
        await expect(rows).to_have_count(len(hand.answers))
        await page.locator(".study-other").first.click()
        await expect(page.locator("#hand-1-5")).to_have_attribute("aria-pressed", "true")
        assert (await inspect(page, EVERYTHING)).violations == []
        assert not await page.evaluate(SIDEWAYS)

        await page.locator(f'[href="#{name}.truco"]').click()
        await expect(page.locator("#who")).to_contain_text("pie")
        await expect(page.locator("#who")).to_be_focused()
        await page.locator(f'.study-way[href="#{name}.truco.quiero"]').click()
        await expect(page.locator(".study-steps li")).to_have_count(3)
        await page.go_back()
        await expect(page.locator(".study-steps li")).to_have_count(2)
        await page.locator(".study-back").click()
        await expect(page.locator(".study-pair")).to_have_count(18)
        assert not await page.evaluate(SIDEWAYS)


async def test_an_address_leads_to_the_last_card(house: House, browser: Browser) -> None:
    """And one that leads nowhere to as far as it is known."""
    address = f"{house.url}/estudio#{study_room.names()[0]}"
    async with opened(browser, f"{address}.5.6", NARROW) as page:
        await expect(page.locator(".study-table.is-one .study-cell").first).to_be_visible()
        assert (await inspect(page, EVERYTHING)).violations == []
        await page.goto(f"{address}.5.vale4")
        await expect(page.locator(".study-steps li")).to_have_count(2)
        await page.goto(f"{house.url}/estudio#nothing.x")
        await expect(page.locator(".study-pair")).to_have_count(18)

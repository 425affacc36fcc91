"""A person's profile on the page: the rating is drawn as a curve."""

import pytest
from playwright.async_api import Browser, expect

from bot.store.memory import MemoryStore
from tests.adapters.web.house import opened
from tests.bot.test_ranking import ADA, NOON, match
from tests.browser.people import person

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="package")]

DAY = 86_400.0


async def test_a_rating_is_a_curve(browser: Browser) -> None:
    store = MemoryStore()
    async with opened(store=store) as house, person(browser, house.url) as ana:
        await ana.type_line("/perfil")
        panel = ana.page.locator("dialog[open]")
        await expect(panel.locator(".curve")).to_have_count(0)
        await panel.get_by_role("button", name="Cerrar").click()
        (mine,) = {tab.person for tab in house.playground.tabs}
        for at, won in enumerate((20, 20, 5, 20, 20, 20, 5, 20)):
            rows = ((mine, 0, True, won), (ADA, 1, True, 25 - won))
            await store.commit([match(NOON + at * DAY, f"m{at}", *rows)])
        await ana.type_line("/perfil")
        curve = panel.get_by_role("img")
        await expect(curve).to_have_count(1)
        first = (await store.rated_of((await store.ratings_of(mine))[0], 9))[0]
        label = await curve.get_attribute("aria-label")
        assert label is not None
        assert str(round(1500 + 40 * (first.mu - 25))) in label
        path = await curve.locator("path").get_attribute("d")
        assert path is not None
        assert path.count("L") == 7
        drawn = await curve.bounding_box()
        assert drawn is not None
        assert drawn["width"] == 100
        assert not set(await panel.inner_text()) & set("▁▂▃▄▅▆▇█")
        await ana.both("profile")
        assert ana.complaints == []

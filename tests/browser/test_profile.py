"""A person's profile on the page, where the rating is drawn as a curve, and the scoreboard."""

import pytest
from playwright.async_api import Browser, Locator, expect

from adapters.web.table_list import COMMUNITY
from bot.store import Store
from bot.store.queries import profile_queries
from tests.adapters.web.house import opened
from tests.bot.results import ADA, NOON, match
from tests.browser.people import person
from tests.narrow import present

pytestmark = [pytest.mark.browser, pytest.mark.dear, pytest.mark.asyncio(loop_scope="package")]

DAY = 86_400.0


async def test_a_rating_is_a_curve(browser: Browser) -> None:
    store = Store.in_memory()
    async with opened(store=store) as house, person(browser, house.url) as ana:
        await ana.type_line("/perfil")
        panel = ana.page.locator("dialog[open]")
        await expect(panel.locator(".curve")).to_have_count(0)
        await panel.get_by_role("button", name="Cerrar").click()
        (mine,) = {tab.person for tab in house.playground.tabs}
        for at, won in enumerate((20, 20, 5, 20, 20, 20, 5, 20)):
            rows = ((mine, 0, won), (ADA, 1, 25 - won))
            await store.commit([match(f"m{at}", *rows, at=NOON + at * DAY)])
        await ana.type_line("/perfil")
        curve = panel.get_by_role("img")
        await expect(curve).to_have_count(1)
        first = (
            await store.read(
                profile_queries.rated_of, (await store.read(profile_queries.ratings_of, mine))[0], 9
            )
        )[0]
        label = present(await curve.get_attribute("aria-label"))
        assert str(round(1500 + 40 * (first.mu - 25))) in label
        assert present(await curve.locator("path").get_attribute("d")).count("L") == 7
        assert present(await curve.bounding_box())["width"] == 100
        assert not set(await panel.inner_text()) & set("▁▂▃▄▅▆▇█")
        assert ana.complaints == []


async def stands_below_its_headings(row: Locator) -> None:
    """Each cell of a row is as wide as its heading, and all of them are beside one another."""
    table = row.locator("xpath=ancestor::table")
    boxes = [
        [await cell.bounding_box() for cell in await line.locator("th, td").all()]
        for line in (table.get_by_role("row").first, row)
    ]
    headings, cells = ([(box["x"], box["width"]) for box in line if box] for line in boxes)
    assert headings == cells
    assert len(headings) == 9
    assert len({box["y"] for box in boxes[1] if box}) == 1


async def test_a_row_of_the_scoreboard_stands_below_its_headings(browser: Browser) -> None:
    store = Store.in_memory()
    async with opened(store=store) as house, person(browser, house.url) as ana:
        await ana.call_me("Ana")
        await ana.type_line("/perfil")
        panel = ana.page.locator("dialog[open]")
        await expect(panel).to_be_visible()
        await panel.get_by_role("button", name="Cerrar").click()
        (mine,) = {tab.person for tab in house.playground.tabs}
        people = ((mine, 0, 20), (ADA, 1, 5))
        await store.commit([match("m1", *people, community=COMMUNITY)])
        await ana.page.get_by_role("button", name="Marcador").click()
        row = panel.get_by_role("row").nth(1)
        await expect(row).to_be_visible()
        await stands_below_its_headings(row)

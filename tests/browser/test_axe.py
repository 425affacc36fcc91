"""axe-core finds nothing on the page's screens: no missing name, no faint letter, no wrong role.

The rules are all that axe has switched on by itself, and the size of what is pressed (WCAG 2.2)."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Literal

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, Page

from bot.match.vault import Vault
from tests.adapters.web.house import opened
from tests.browser.people import LAPTOP, NARROW, TELEPHONE, person
from tests.browser.walk import Walk, every_screen, every_table

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="package")]

Way = Callable[[Walk, str], Awaitable[None]]
"""A walk from screen to screen, from the page's address."""
AXE: Final = Axe().axe_script
RUN: Final = """async () => {
  const options = { resultTypes: ["violations"], rules: { "target-size": { enabled: true } } };
  const { violations } = await axe.run(document, options);
  return violations.flatMap((one) => one.nodes.map(
    (node) => `${one.id} (${one.impact}): ${node.target.join(" ")} ${node.failureSummary}`));
}"""


async def findings(page: Page) -> list[str]:
    """What axe finds now, each with its rule, its weight and its element."""
    if not await page.evaluate("typeof axe === 'object'"):
        await page.evaluate(AXE)
    found: list[str] = await page.evaluate(RUN)
    return found


Scheme = Literal["light", "dark"]


async def findings_of_walk(
    browser: Browser, schemes: Sequence[Scheme], size: dict[str, int], way: Way
) -> list[str]:
    """What axe finds on the screens of a way, each looked at in these schemes."""
    found: list[str] = []

    async def look(name: str, page: Page) -> None:
        for scheme in schemes:
            await page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            found.extend(f"{name}, {scheme}: {wrong}" for wrong in await findings(page))

    async with opened(vault=Vault(b"k" * 32)) as house, person(browser, house.url) as ana:
        await ana.page.emulate_media(color_scheme=schemes[0], reduced_motion="reduce")
        await ana.resize(size)
        await ana.call_me("Ana")
        await way(Walk(ana, look), house.url)
    return found


SCREENS = [
    pytest.param(["light"], LAPTOP, id="laptop"),
    pytest.param(["dark"], LAPTOP, id="dark-laptop", marks=pytest.mark.dear),
    pytest.param(["light", "dark"], TELEPHONE, id="telephone", marks=pytest.mark.dear),
]


@pytest.mark.parametrize(("schemes", "size"), SCREENS)
async def test_every_screen(
    browser: Browser, schemes: Sequence[Scheme], size: dict[str, int]
) -> None:
    assert await findings_of_walk(browser, schemes, size, every_screen) == []


@pytest.mark.dear
@pytest.mark.parametrize("size", [LAPTOP, NARROW], ids=["laptop", "narrow"])
async def test_every_table(browser: Browser, size: dict[str, int]) -> None:
    assert await findings_of_walk(browser, ["light", "dark"], size, every_table) == []

"""A few screens against pictures that somebody has looked at: ``golden/screens``.

They are kept so small that no letter can be read: what is noticed is a part that has moved, gone or
another colour, not a font of the machine. With ``TRUCO_REWRITE`` in the environment they are
written anew; look at them before they are committed.
"""

import io
from pathlib import Path
from typing import Final

import pytest
from PIL import Image, ImageChops
from playwright.async_api import Browser, Page, expect

from tests.adapters.web.house import opened
from tests.bot.helpers import Dice
from tests.browser.people import LAPTOP, NARROW, person
from tests.browser.test_fit import DRAWN
from tests.browser.view import View
from tests.browser.walk import Walk, a_lobby, the_hall, the_verifier
from tests.kept import is_rewriting

pytestmark = [pytest.mark.browser, pytest.mark.dear, pytest.mark.asyncio(loop_scope="package")]

GOLDEN: Final = Path(__file__).parent / "golden" / "screens"
REDUCED: Final = 8
"""A kept screen is so many times smaller in each direction."""
OFF: Final = 40
"""A colour that is off by more, of 255, is another one."""
MOST: Final = 0.02
"""So much of a screen may have other colours: letters are written otherwise elsewhere."""
CHOSEN: Final = {"hall", "a game", "sound", "lobby", "verifier, right", "verifier, wrong"}
SIZES: Final = {"1280": LAPTOP, "320": NARROW}
TABLES: Final = {
    "argentino": 4,
    "gauderio": 2,
    "mineiro": 2,
    "paulista": 2,
    "tradicional-18": 2,
    "uruguayo": 2,
    "venezolano": 2,
}
"""One table of each family of games, with so many people."""


def differing(now: Image.Image, before: Image.Image) -> float:
    """How much of a screen has other colours."""
    if now.size != before.size:
        return 1.0
    bands = ImageChops.difference(now, before).split()
    worst = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    return sum(worst.histogram()[OFF + 1 :]) / (now.width * now.height)


async def off_from_kept(view: View, name: str) -> float:
    """How much of the page looks otherwise than in the kept picture of this name."""
    shot = await view.picture()
    with Image.open(io.BytesIO(shot)) as whole:
        now = whole.convert("RGB").reduce(REDUCED)
    kept = GOLDEN / f"{name.replace(', ', '-').replace(' ', '-')}.png"
    if is_rewriting():
        kept.parent.mkdir(parents=True, exist_ok=True)
        now.save(kept, optimize=True)
    with Image.open(kept) as before:
        return differing(now, before.convert("RGB"))


async def test_screens_look_as_they_did(browser: Browser) -> None:
    """The way is walked on a telephone, where the channel is a page of its own."""
    found: dict[str, float] = {}
    views: dict[Page, View] = {}

    async def look(name: str, page: Page) -> None:
        view = views.setdefault(page, View(page))
        for size, wide in SIZES.items() if name in CHOSEN else ():
            await view.resize(wide["width"], wide["height"])
            await page.evaluate(DRAWN)
            found[f"{size}-{name}"] = await off_from_kept(view, f"{size}-{name}")
        await view.resize(NARROW["width"], NARROW["height"])

    async with opened() as house, person(browser, house.url, size=NARROW) as ana:
        await ana.page.emulate_media(reduced_motion="reduce", color_scheme="light")
        await ana.call_me("Ana")
        walk = Walk(ana, look)
        await the_hall(walk)
        await a_lobby(walk)
        await the_verifier(walk, house.url)
    assert len(found) == len(SIZES) * len(CHOSEN)
    assert {name: off for name, off in found.items() if off > MOST} == {}


async def test_tables_look_as_they_did(browser: Browser) -> None:
    """The dice deal the same cards, and name the same robots, every time; the visitor leads."""
    found: dict[str, float] = {}
    for variant, players in TABLES.items():
        dice = Dice()
        async with opened(chance=dice) as house, person(browser, house.url) as ana:
            await ana.page.emulate_media(reduced_motion="reduce", color_scheme="light")
            await ana.call_me("Ana")
            await ana.type_line(f"/jugar variante:{variant} jugadores:{players}")
            await ana.page.locator("details.fields summary").click()
            for _ in range(1, players):
                await ana.page.get_by_role("button", name="Sumar un robot").click()
            await expect(ana.page.locator(".place.is-empty")).to_have_count(0)
            dice.lead(players - 1)
            await ana.type_line("/empezar")
            await ana.until_asked()
            view = View(ana.page)
            for size, wide in SIZES.items():
                await view.resize(wide["width"], wide["height"])
                name = f"{size}-table-{variant}"
                found[name] = await off_from_kept(view, name)
    assert {name: off for name, off in found.items() if off > MOST} == {}

"""A few screens against pictures that somebody has looked at: ``golden/screens``.

They are kept so small that no letter can be read: what is noticed is a part that has moved, gone or
another colour, not a font of the machine. With ``TRUCO_REWRITE_GOLDEN`` in the environment they are
written anew; look at them before they are committed.
"""

import io
import os
from pathlib import Path
from typing import Final

import pytest
from PIL import Image, ImageChops
from playwright.async_api import Browser, Page

from tests.adapters.web.house import opened
from tests.browser.people import LAPTOP, person
from tests.browser.walk import Walk, a_lobby, the_hall, the_verifier

pytestmark = [
    pytest.mark.browser,
    pytest.mark.dear,
    pytest.mark.asyncio(loop_scope="package"),
]

GOLDEN: Final = Path(__file__).parent / "golden" / "screens"
REDUCED: Final = 8
"""A kept screen is so many times smaller in each direction."""
OFF: Final = 40
"""A colour that is off by more, of 255, is another one."""
MOST: Final = 0.02
"""So much of a screen may have other colours: letters are written otherwise elsewhere."""
CHOSEN: Final = {"hall", "a game", "sound", "lobby", "verifier, right", "verifier, wrong"}
SIZES: Final = {"320": {"width": 320, "height": 640}, "1280": LAPTOP}


def differing(now: Image.Image, before: Image.Image) -> float:
    """How much of a screen has other colours."""
    if now.size != before.size:
        return 1.0
    bands = ImageChops.difference(now, before).split()
    worst = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    return sum(worst.histogram()[OFF + 1 :]) / (now.width * now.height)


@pytest.mark.parametrize("size", SIZES)
async def test_screens_look_as_they_did(browser: Browser, size: str) -> None:
    found: dict[str, float] = {}

    async def look(name: str, page: Page) -> None:
        if name not in CHOSEN:
            return
        shot = await page.screenshot(animations="disabled")
        with Image.open(io.BytesIO(shot)) as whole:
            now = whole.convert("RGB").reduce(REDUCED)
        kept = GOLDEN / f"{size}-{name.replace(', ', '-').replace(' ', '-')}.png"
        if os.environ.get("TRUCO_REWRITE_GOLDEN"):
            kept.parent.mkdir(parents=True, exist_ok=True)
            now.save(kept, optimize=True)
        with Image.open(kept) as before:
            found[name] = differing(now, before.convert("RGB"))

    async with opened() as house, person(browser, house.url, size=SIZES[size]) as ana:
        await ana.page.emulate_media(reduced_motion="reduce", color_scheme="light")
        await ana.call_me("Ana")
        walk = Walk(ana, look)
        await the_hall(walk)
        await a_lobby(walk)
        await the_verifier(walk, house.url)
    assert {*found} == CHOSEN
    assert {name: off for name, off in found.items() if off > MOST} == {}

"""`make screens`: every screen of the page at four widths in every language, photographed.

Not part of `make test`, which walks the same way without pictures (`test_axe.py`): these are made
to be looked at. They lie in `artifacts/screens`, a folder for each language and width, and all of a
folder on one sheet beside it.
"""

import re
from pathlib import Path
from typing import Final

import pytest
from PIL import Image
from playwright.async_api import Browser, Page, expect

from bot.match.vault import Vault
from tests.adapters.web.house import opened
from tests.browser.people import LAPTOP, TABLET, TELEPHONE, person
from tests.browser.walk import Walk, every_screen

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="package")]

FOLDER: Final = Path(__file__).resolve().parents[2] / "artifacts" / "screens"
LANGUAGES: Final = {"es": "es-AR", "en": "en-US", "pt_BR": "pt-BR"}
WIDTHS: Final = ({"width": 320, "height": 640}, TELEPHONE, TABLET, LAPTOP)
COLUMNS: Final = 6
THUMB: Final = 320
"""The width of a screen on its sheet."""


@pytest.mark.parametrize("size", WIDTHS, ids=lambda size: str(size["width"]))
@pytest.mark.parametrize("locale", LANGUAGES)
async def test_every_screen(browser: Browser, locale: str, size: dict[str, int]) -> None:
    made: list[Path] = []
    folder = FOLDER / f"{locale}-{size['width']}"
    folder.mkdir(parents=True, exist_ok=True)

    async def look(name: str, page: Page) -> None:
        told = re.sub(r"\W+", "-", name).strip("-")
        made.append(folder / f"{len(made) + 1:02}-{told}.png")
        await page.screenshot(path=made[-1], animations="disabled")

    async with (
        opened(vault=Vault(b"k" * 32)) as house,
        person(browser, house.url, size=size, language=LANGUAGES[locale]) as ana,
    ):
        await ana.page.emulate_media(reduced_motion="reduce")
        await ana.call_me("Ana")
        walk = Walk(ana, look, locale)
        await games(walk)
        await ana.page.goto(house.url)
        await expect(ana.page.locator(".tool").first).to_be_visible()
        await every_screen(walk, house.url)
    sheet(made, FOLDER / f"{locale}-{size['width']}.png")


async def games(walk: Walk) -> None:
    """Tables of other games and numbers of people, a call to be answered, and a guided match."""
    ana = walk.ana
    for line in (
        "/jugar variante:uruguayo jugadores:2 robots:1",
        "/jugar variante:paulista jugadores:2 robots:1",
        "/jugar variante:argentino jugadores:6 robots:5",
    ):
        await walk.say(line)
        await walk.say("/empezar")
        await walk.table()
        await ana.until_asked()
        await walk.look(line.removeprefix("/jugar variante:"))
        for _ in range(12):
            if await ana.asked() != "card":
                break
            await ana.lay()
            await ana.until_asked()
        await walk.look("later")
        await walk.say("/terminar")
        await walk.say("/salir")
    await walk.say("/aprender")
    await walk.table()
    await expect(ana.page.locator(".lesson")).not_to_be_empty()
    await walk.look("lesson")
    await walk.say("/terminar")


def sheet(pictures: list[Path], path: Path) -> None:
    """All of them beside one another, in the order of the walk."""
    made = [thumbnail(one) for one in pictures]
    high = max(one.height for one in made) + 8
    rows = -(-len(made) // COLUMNS)
    whole = Image.new("RGB", (COLUMNS * (THUMB + 8), rows * high), "#888")
    for number, small in enumerate(made):
        row, column = divmod(number, COLUMNS)
        whole.paste(small, (column * (THUMB + 8), row * high))
    whole.save(path)


def thumbnail(path: Path) -> Image.Image:
    with Image.open(path) as whole:
        return whole.convert("RGB").resize((THUMB, round(whole.height * THUMB / whole.width)))

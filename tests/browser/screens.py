"""`make screens`: every screen of the page at four widths in every language, photographed.

Not part of `make test-dear`, which walks the same way without pictures (`test_every_screen.py`):
these are made to be looked at. They lie in `artifacts/screens`, a folder for each language and
width, and all of a folder on one sheet beside it.
"""

import re
from pathlib import Path
from typing import Final

import pytest
from PIL import Image
from playwright.async_api import Browser, Page

from bot.match.vault import Vault
from tests.adapters.web.house import opened
from tests.browser.people import LAPTOP, TABLET, TELEPHONE, person
from tests.browser.walk import Walk, every_screen, every_table

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="package")]

FOLDER: Final = Path(__file__).resolve().parents[2] / "artifacts" / "screens"
LANGUAGES: Final = {"es": "es-ES", "en": "en-US", "pt_BR": "pt-BR"}
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
        await every_table(walk, house.url)
        await every_screen(walk, house.url)
    sheet(made, FOLDER / f"{locale}-{size['width']}.png")


def sheet(pictures: list[Path], path: Path) -> None:
    """All of them beside one another, in the order of the walk."""
    made = [thumbnail(picture) for picture in pictures]
    high = max(small.height for small in made) + 8
    rows = -(-len(made) // COLUMNS)
    whole = Image.new("RGB", (COLUMNS * (THUMB + 8), rows * high), "#888")
    for number, small in enumerate(made):
        row, column = divmod(number, COLUMNS)
        whole.paste(small, (column * (THUMB + 8), row * high))
    whole.save(path)


def thumbnail(path: Path) -> Image.Image:
    with Image.open(path) as whole:
        return whole.convert("RGB").resize((THUMB, round(whole.height * THUMB / whole.width)))

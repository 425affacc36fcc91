"""One walk through every screen of the page in each language, and all that is asked of a screen
there: at several sizes, does everything have room; and in Spanish, light and dark, does axe-core
find nothing, and do letters stand out?"""

from collections.abc import Callable
from operator import itemgetter
from typing import Final

import pytest
from playwright.async_api import Browser, Page

from bot.match.vault import Vault
from tests.adapters.web.house import opened
from tests.browser.axe import COLOURS, EVERYTHING, SCHEMES, inspect
from tests.browser.people import LAPTOP, NARROW, TABLET, TELEPHONE, person
from tests.browser.screens import LANGUAGES
from tests.browser.test_contrast import Measured, is_faint, measure
from tests.browser.test_fit import DRAWN, misfits
from tests.browser.view import View
from tests.browser.walk import Walk, every_screen, every_table

pytestmark = [pytest.mark.browser, pytest.mark.dear, pytest.mark.asyncio(loop_scope="package")]

Size = dict[str, int]
SIZES: Final = {
    "es": (NARROW, TELEPHONE, LAPTOP),
    "pt_BR": (NARROW, TABLET),
    "en": (TELEPHONE, LAPTOP),
}
"""In each language; the way is walked at the first, where the channel is a page of its own."""


class Eyes:
    """Looks at each screen of a walk, and keeps what is wrong there."""

    def __init__(self, locale: str) -> None:
        self.wrong: list[str] = []
        self.lines: list[Measured] = []
        self.at_tables = False
        self._views: dict[Page, View] = {}
        self._locale = locale

    async def look(self, name: str, page: Page) -> None:
        sizes = SIZES[self._locale]
        view = self._views.setdefault(page, View(page))
        for size in sizes:
            await view.resize(size["width"], size["height"])
            await page.evaluate(DRAWN)
            told = f"{name}, {size['width']}"
            if self._locale != "es" or size != LAPTOP:
                self._note(told, await misfits(page, least=36 if size == LAPTOP else 40))
            if self._locale == "es":
                await self._inspect(told, view, size)
        await view.resize(sizes[0]["width"], sizes[0]["height"])
        await page.evaluate(DRAWN)

    def _note(self, screen: str, wrong: list[str]) -> None:
        self.wrong.extend(f"{screen}: {what}" for what in wrong)

    async def _inspect(self, screen: str, view: View, size: Size) -> None:
        """A narrow telephone has another picture at tables alone. Schemes differ in colours, and
        a colour is the same at every size: in the dark the laptop shows them all but those of a
        telephone's tables."""
        if size == NARROW and not self.at_tables:
            return
        page = view.page
        for scheme in SCHEMES if self.at_tables or size == LAPTOP else SCHEMES[:1]:
            await page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            rules = EVERYTHING if scheme == "light" else COLOURS
            found = await inspect(page, rules)
            self._note(f"{screen}, {scheme}", found.violations)
            if size == NARROW or not found.lines:
                continue
            lines = await measure(view, found.lines)
            # The lines and the picture below them are of two moments: where the table went on in
            # between, both are taken again. What is faint stays faint.
            for _ in range(2):
                if any(map(is_faint, lines)):
                    lines = await measure(view, (await inspect(page, rules)).lines)
            self._note(f"{screen}, {scheme}", [str(line) for line in lines if is_faint(line)])
            self.lines.extend(lines)
        await page.emulate_media(color_scheme="light", reduced_motion="reduce")


@pytest.mark.timeout(400)  # it is many tests in one
@pytest.mark.parametrize("locale", SIZES)
async def test_every_screen(browser: Browser, measured: Callable[[str], None], locale: str) -> None:
    eyes = Eyes(locale)
    async with (
        opened(vault=Vault(b"k" * 32)) as house,
        person(browser, house.url, size=SIZES[locale][0], language=LANGUAGES[locale]) as ana,
    ):
        await ana.page.emulate_media(color_scheme="light", reduced_motion="reduce")
        await ana.call_me("Ana")
        walk = Walk(ana, eyes.look, locale)
        await walk.look("hall, at first")
        eyes.at_tables = True
        await every_table(walk, house.url)
        eyes.at_tables = False
        await every_screen(walk, house.url)
    if locale == "es":
        faintest = sorted(eyes.lines, key=itemgetter(0))[:5]
        least = "; ".join(f"{contrast:.1f} {line['text']}" for contrast, line in faintest)
        measured(f"{len(eyes.lines)} lines; the faintest: {least}")
    assert eyes.wrong == [], "\n".join(eyes.wrong)

"""One walk through every screen of the page in each language, and all that is asked of a screen
there: does everything have room, at several sizes, and where it matters most at every width; and in
Spanish, light and dark, does axe-core find nothing, and do letters stand out?"""

from collections.abc import Callable
from operator import itemgetter
from typing import Final

import pytest
from playwright.async_api import Browser, Page

from bot.match.vault import Vault
from tests.adapters.web.house import opened
from tests.browser.axe import COLOURS, EVERYTHING, Rules, Scheme, inspect
from tests.browser.people import LAPTOP, NARROW, TABLET, TELEPHONE, person
from tests.browser.screens import LANGUAGES
from tests.browser.test_contrast import Measured, is_faint, measure
from tests.browser.test_fit import DRAWN
from tests.browser.test_widths import LOOK, NAME, ROOM, longest_lesson, misfits, widths_of
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
SWEPT: Final = {"hall", "lobby", "table of four", "lesson", "result"}
"""The screens that are looked at from the narrowest to the widest."""
LIGHT: Final[tuple[Scheme, Rules]] = ("light", EVERYTHING)
DARK: Final[tuple[Scheme, Rules]] = ("dark", COLOURS)


class Eyes:
    """Looks at each screen of a walk, and keeps what is wrong there."""

    def __init__(self, locale: str) -> None:
        self.wrong: list[str] = []
        self.lines: list[Measured] = []
        self.seen: set[str] = set()
        self.at_tables = False
        self._views: dict[Page, View] = {}
        self._locale = locale

    async def look(self, name: str, page: Page) -> None:
        self.seen.add(name)
        view = self._views.setdefault(page, View(page))
        sizes = SIZES[self._locale]
        is_swept = name in SWEPT
        usual = [(size["width"], size["height"]) for size in sizes]
        self._note(name, await misfits(view, usual, LOOK if is_swept else ROOM))
        if is_swept:
            found = await misfits(view, widths_of(self._locale), LOOK)
            # Where the score is narrow, the names of robots end in dots, too.
            self._note(name, [what for what in found if not what.startswith("cut: score-name")])
        for size in sizes if self._locale == "es" else ():
            await view.resize(size["width"], size["height"])
            await page.evaluate(DRAWN)
            await self._inspect(name, view, size)
        await view.resize(sizes[0]["width"], sizes[0]["height"])
        await page.evaluate(DRAWN)

    def _note(self, screen: str, wrong: list[str]) -> None:
        self.wrong.extend(f"{screen}: {what}" for what in wrong)

    async def _inspect(self, name: str, view: View, size: Size) -> None:
        page = view.page
        is_dialog = await page.locator("dialog[open]").count() > 0
        for scheme, rules in self._schemes(size, is_dialog or name == "later"):
            screen = f"{name}, {size['width']}, {scheme}"
            await page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            found = await inspect(page, rules)
            self._note(screen, found.violations)
            if size == NARROW or not found.lines:
                continue
            lines = await measure(view, found.lines)
            # The lines and the picture below them are of two moments: where the table went on in
            # between, both are taken again. What is faint stays faint.
            for _ in range(2):
                if any(map(is_faint, lines)):
                    lines = await measure(view, (await inspect(page, rules)).lines)
            self._note(screen, [str(line) for line in lines if is_faint(line)])
            self.lines.extend(lines)
        await page.emulate_media(color_scheme="light", reduced_motion="reduce")

    def _schemes(self, size: Size, is_alike: bool) -> list[tuple[Scheme, Rules]]:
        """Schemes differ in colours, and a colour is the same at every size. So in the dark the
        laptop shows them all but those of a telephone's tables; and what is like another screen
        (``is_alike``: a dialog, a table some cards later) is seen in the light on a telephone, in
        the dark on a laptop. A narrow telephone has another picture at tables alone."""
        if size == NARROW:
            return [LIGHT] if self.at_tables and not is_alike else []
        if is_alike:
            return [LIGHT] if size == TELEPHONE else [("dark", EVERYTHING)]
        return [LIGHT, DARK] if self.at_tables or size == LAPTOP else [LIGHT]


@pytest.mark.timeout(400)  # it is many tests in one
@pytest.mark.parametrize("locale", SIZES)
async def test_every_screen(browser: Browser, measured: Callable[[str], None], locale: str) -> None:
    eyes = Eyes(locale)
    size, language, change = SIZES[locale][0], LANGUAGES[locale], longest_lesson(locale)
    async with (
        opened(vault=Vault(b"k" * 32)) as house,
        person(browser, house.url, size=size, language=language, change=change) as ana,
    ):
        await ana.page.emulate_media(color_scheme="light", reduced_motion="reduce")
        await ana.call_me(NAME)
        walk = Walk(ana, eyes.look, locale)
        await walk.look("hall, at first")
        eyes.at_tables = True
        await every_table(walk, house.url)
        eyes.at_tables = False
        await every_screen(walk, house.url)
        assert ana.complaints == []
    assert eyes.seen >= SWEPT
    if locale == "es":
        faintest = sorted(eyes.lines, key=itemgetter(0))[:5]
        least = "; ".join(f"{contrast:.1f} {line['text']}" for contrast, line in faintest)
        measured(f"{len(eyes.lines)} lines; the faintest: {least}")
    assert eyes.wrong == [], "\n".join(eyes.wrong)

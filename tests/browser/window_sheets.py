"""`make window-screens`: the window of Telegram at six sizes in three languages, light and dark.

Not part of `make test`: these pictures are made to be looked at. They lie in `artifacts/window`, a
folder for each language, size and theme, and all of a folder on one sheet beside it.
"""

import time
from pathlib import Path
from typing import Final

import pytest
from playwright.async_api import Browser, Frame

from bot import messages
from bot.match.vault import Vault
from tests.adapters.web.house import House, opened
from tests.adapters.web.telegram_windows import start_of
from tests.adapters.web.test_halls import GROUP, Chats, opens
from tests.adapters.web.test_windows import open_in_chat
from tests.browser.screens import LANGUAGES, sheet
from tests.browser.telegram_view import DARK, LIGHT, Json, TelegramView, held
from tests.browser.test_window import ANA, BETO, windows

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="package")]

FOLDER: Final = Path(__file__).resolve().parents[2] / "artifacts" / "window"
SIZES: Final = ((320, 568), (360, 740), (390, 844), (844, 390), (400, 950), (1280, 800))
NOTCH: Final = {"top": 24, "bottom": 16, "left": 0, "right": 0}
BUTTONS: Final = {"top": 40, "bottom": 0, "left": 0, "right": 0}
"""What a telephone and the app's own buttons take in full screen."""
DRAWN: Final = (
    "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))"
)
"""The frame is drawn by a process of its own, a little later than its elements are there."""


class Album:
    """The pictures of one window."""

    def __init__(self, view: TelegramView, folder: Path) -> None:
        self.view = view
        self.made: list[Path] = []
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    async def take(self, name: str, *, first: str = "") -> None:
        """A picture; ``first``: an element for which it waits."""
        if first:
            await self.view.frame.locator(first).first.wait_for()
        await self.view.frame.evaluate(DRAWN)
        self.made.append(self._folder / f"{len(self.made) + 1:02}-{name}.png")
        await self.view.page.screenshot(path=self.made[-1], animations="disabled")


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("locale", LANGUAGES)
async def test_every_screen_of_the_window(
    browser: Browser, locale: str, size: tuple[int, int], theme: Json
) -> None:
    name = f"{locale}-{size[0]}x{size[1]}-{'dark' if theme is DARK else 'light'}"
    room = size[1] > size[0] and size[1] > 600
    async with opened(windows=windows(), vault=Vault(b"k" * 32)) as house:
        await house.service.languages.choose(ANA, locale)
        house.service.add_platform(Chats())
        await opens(house, BETO, GROUP)
        match = await open_in_chat(house, ANA)
        start = start_of(42, at=time.time(), start_param=match)
        async with held(
            browser,
            f"{house.url}/ventana/telegram",
            start,
            size=size,
            language=LANGUAGES[locale],
            theme=theme,
            safe=NOTCH if room else {},
            content=BUTTONS if room else {},
        ) as view:
            await view.page.emulate_media(reduced_motion="reduce")
            album = Album(view, FOLDER / name)
            await _look(album, house, match)
            assert await view.complaints() == []
    sheet(album.made, FOLDER / f"{name}.png")


async def _look(album: Album, house: House, match: str) -> None:
    frame: Frame = album.view.frame
    await album.take("lobby", first="[data-key=window-share]")
    for command in (
        messages.Join(request="j", person=BETO, match=match, name="Beto"),
        messages.Start(request="s", person=ANA, match=match),
    ):
        assert isinstance(await house.service.handle(command), messages.Accepted)
    await album.take("hand", first=".hand .card")
    view = await house.service.matches.view(match, None)
    assert view is not None
    mover = (ANA, BETO)[view.awaited[0]]
    act = messages.Act(request="t", person=mover, match=match, action="truco")
    assert isinstance(await house.service.handle(act), messages.Accepted)
    await album.take("call", first=".hand .card")
    await frame.locator(".more summary").click()
    await album.take("more", first=".more[open] [data-key=window-home]")
    await frame.locator(".more[open] .press-danger").click()
    await album.take("dialog", first="dialog[open]")
    await album.view.tell("back_button_pressed")
    await frame.locator("dialog[open]").wait_for(state="detached")
    tab = frame.locator(".tab").nth(1)
    if await tab.is_visible():
        await tab.click()
        await album.take("channel", first="body[data-page=channel]")
        await album.view.tell("back_button_pressed")
    for person in (BETO, ANA):
        left = messages.Leave(request="l", person=person, match=match)
        assert isinstance(await house.service.handle(left), messages.Accepted)
    await album.take("result", first="#ask.is-result")
    await frame.locator("[data-key$='.FILM']").click()
    await album.take("film", first="#film-play")
    await album.view.tell("back_button_pressed")
    await frame.locator("#ask.is-result").wait_for()
    await album.view.tell("back_button_pressed")
    await album.take("hall", first="[data-key=puzzle]")
    await frame.locator("[data-key=puzzle]").click()
    await album.take("puzzle", first="dialog[open]")

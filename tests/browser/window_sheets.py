"""`make window-screens`: windows of both platforms, six sizes, three languages, light and dark.

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
from tests.adapters.web.telegram_windows import opens, start_of
from tests.adapters.web.test_halls import Chats
from tests.browser.discord_client import DiscordClient
from tests.browser.discord_client import held as activity
from tests.browser.screens import LANGUAGES, sheet
from tests.browser.telegram_view import DARK, LIGHT, Json, TelegramView, held
from tests.browser.test_discord_window import door_to
from tests.browser.test_window import ANA, BETO, SIZES, windows

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="package")]

FOLDER: Final = Path(__file__).resolve().parents[2] / "artifacts" / "window"
BESIDE_A_CHAT: Final = ((400, 300), (560, 315), (400, 950), (640, 480), (950, 600), (1280, 800))
NOTCH: Final = {"top": 24, "bottom": 16, "left": 0, "right": 0}
BUTTONS: Final = {"top": 40, "bottom": 0, "left": 0, "right": 0}
"""What a telephone and the app's own buttons take in full screen."""
DRAWN: Final = (
    "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))"
)
"""The frame is drawn by a process of its own, a little later than its elements are there."""


class Album:
    """The pictures of one window."""

    def __init__(self, view: TelegramView | DiscordClient, folder: Path) -> None:
        self.view = view
        self.made: list[Path] = []
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    async def back(self, way: str) -> None:
        """By the app's own button, where there is one, else by this element of the page."""
        if isinstance(self.view, TelegramView):
            await self.view.tell("back_button_pressed")
        elif way == "dialog":
            await self.view.page.keyboard.press("Escape")
        else:
            await self.view.frame.locator(way).last.click()

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
        await opens(house, BETO)
        match = await opens(house, ANA)
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
            await _look(album, house, match, (ANA, BETO))
            assert await view.complaints() == []
    sheet(album.made, FOLDER / f"{name}.png")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", BESIDE_A_CHAT, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("locale", LANGUAGES)
async def test_every_screen_of_the_activity(
    tmp_path: Path, locale: str, size: tuple[int, int], dark: bool
) -> None:
    name = f"discord-{locale}-{size[0]}x{size[1]}-{'dark' if dark else 'light'}"
    async with door_to(tmp_path) as door:
        ana, beto = (f"discord:{user.id}" for user in (door.ana, door.beto))
        await door.house.service.languages.choose(ana, locale)
        match = await door.house.does(door.table(door.ana))
        await door.press(door.ana, match, door.channel)
        async with activity(
            door.browser,
            door.world,
            door.ana,
            door.channel,
            viewport=size,
            language=LANGUAGES[locale],
            dark=dark,
        ) as client:
            await client.page.emulate_media(
                reduced_motion="reduce", color_scheme="dark" if dark else "light"
            )
            album = Album(client, FOLDER / name)
            await _look(album, door.house, match, (ana, beto))
            await client.tell("ACTIVITY_LAYOUT_MODE_UPDATE", layout_mode=1)
            await client.page.set_viewport_size({"width": 320, "height": 180})
            await album.take("small", first=".hero-title")
            assert await client.wrong() == []
    sheet(album.made, FOLDER / f"{name}.png")


async def _look(album: Album, house: House, match: str, people: tuple[str, str]) -> None:
    ana, beto = people
    frame: Frame = album.view.frame
    await album.take("lobby", first="[data-key=window-share]")
    await house.does(messages.Join(request="j", person=beto, match=match, name="Beto"))
    await house.begins(match, ana)
    await album.take("hand", first=".hand .card")
    mover = (ana, beto)[(await house.view_of(match, None)).awaited[0]]
    await house.does(messages.Act(request="t", person=mover, match=match, action="truco"))
    await album.take("call", first=".hand .card")
    await frame.locator(".more summary").click()
    await album.take("more", first=".more[open] .press-danger")
    await frame.locator(".more[open] .press-danger").click()
    await album.take("dialog", first="dialog[open]")
    await album.back("dialog")
    await frame.locator("dialog[open]").wait_for(state="detached")
    tab = frame.locator(".tab").nth(1)
    if await tab.is_visible():
        await tab.click()
        await album.take("channel", first="body[data-page=channel]")
        await album.back(".tab >> nth=0")
    for person in (beto, ana):
        await house.does(messages.Leave(request="l", person=person, match=match))
    await album.take("result", first="#ask.is-result")
    await frame.locator("[data-key$='.FILM']").click()
    await album.take("film", first="#film-play")
    await album.back(".brand-button")
    await frame.locator("#ask.is-result").wait_for()
    await album.back(".group-after .press")
    await album.take("hall", first=".hero-title:visible")
    puzzle = frame.locator("[data-key=puzzle]")
    if await puzzle.count():
        await puzzle.click()
        await album.take("puzzle", first="dialog[open]")

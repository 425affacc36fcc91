"""People in a real browser: what they see, press and receive."""

import json
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, cast

from playwright.async_api import (
    Browser,
    ConsoleMessage,
    Locator,
    Page,
    Request,
    WebSocket,
    WebSocketRoute,
    expect,
)

from tests.adapters.web import house
from tests.browser.view import View

LAPTOP = {"width": 1280, "height": 800}
TELEPHONE = {"width": 390, "height": 844}
NARROW = {"width": 320, "height": 640}
SMALL = {"width": 360, "height": 740}
LOW = {"width": 375, "height": 667}
"""A telephone where room is scarce."""
SIDEWAYS = {"width": 844, "height": 390}
WIDE = {"width": 480, "height": 900}
TABLET = {"width": 768, "height": 1024}
PATIENCE = int(1000 * house.PATIENCE)
"""Milliseconds; every wait is for a condition, this only bounds it."""
expect.set_options(timeout=PATIENCE)

ASKED = """() => document.querySelector('.result') ? 'result'
  : document.querySelector('.group-answer .press:not([aria-disabled])') ? 'answer'
  : document.querySelector('.lay.is-able:not([aria-disabled])') ? 'card'
  : document.querySelector('.ask.is-mine')
    && document.querySelector('.group-call .press:not([aria-disabled])') ? 'call' : null"""

Message = dict[str, Any]


class Person:
    """One tab, with all it was ever sent."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.view = View(page)
        self.frames: list[Message] = []
        self.sent: list[Message] = []
        self.asked_for: list[str] = []
        self.complaints: list[str] = []
        page.set_default_timeout(PATIENCE)
        page.on("websocket", self._line)
        page.on("request", self._request)
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _line(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: self.frames.append(json.loads(data)))
        socket.on("framesent", lambda data: self.sent.append(json.loads(data)))

    def _request(self, request: Request) -> None:
        self.asked_for.append(re.sub(r"^https?://[^/]+", "", request.url))

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    @property
    def screens(self) -> list[Message]:
        """Every picture received, oldest first."""
        return [frame["screen"] for frame in self.frames if frame["t"] == "picture"]

    async def resize(self, size: dict[str, int]) -> None:
        await self.view.resize(size["width"], size["height"])

    async def call_me(self, name: str) -> None:
        await self.page.get_by_role("textbox", name=re.compile("nombre|name|nome")).fill(name)

    async def type_line(self, text: str) -> None:
        """Types a line into the channel and sends it."""
        line = self.page.get_by_role("combobox", name=re.compile("comando|command"))
        await line.fill(text)
        await line.press("Escape")
        await line.press("Enter")
        await expect(line).to_have_value("")

    async def asked(self) -> str | None:
        """What there is to do just now: ``answer``, ``card``, ``call``, ``result`` or nothing."""
        return cast(str | None, await self.page.evaluate(ASKED))

    async def until_asked(self) -> str:
        """Waits until there is something to do: ``answer``, ``card``, ``call`` or ``result``."""
        return str(await (await self.page.wait_for_function(ASKED)).json_value())

    async def press(self, button: Locator) -> None:
        """Clicks, and waits for the picture that comes of it."""
        before = await self.page.locator("#play").get_attribute("data-version")
        await button.click()
        await self.page.wait_for_function(
            "before => document.querySelector('#play').dataset.version !== before", arg=before
        )

    async def lay(self, position: int = 0) -> None:
        """Lays one of the cards that may be laid."""
        able = self.page.locator(".lay.is-able:not([aria-disabled])")
        await self.press(able.nth(position % await able.count()))

    async def answer(self, position: int = 0) -> None:
        """Gives one of the answers."""
        answers = self.page.locator(".group-answer .press:not([aria-disabled])")
        await self.press(answers.nth(position % await answers.count()))


def redrawn(change: Callable[[Message], None]) -> Callable[[WebSocketRoute], None]:
    """A line on which every picture is changed on its way to the page."""

    def route(line: WebSocketRoute) -> None:
        def pass_on(data: str | bytes) -> None:
            message = json.loads(data)
            if message["t"] == "picture" and message["screen"]:
                change(message["screen"])
            line.send(json.dumps(message))

        line.connect_to_server().on_message(pass_on)

    return route


@asynccontextmanager
async def person(
    browser: Browser,
    url: str,
    *,
    size: dict[str, int] = LAPTOP,
    language: str = "es-ES",
    change: Callable[[Message], None] | None = None,
    line: Callable[[WebSocketRoute], None] | None = None,
    key: str = "",
) -> AsyncIterator[Person]:
    """Somebody opens the page in a browser of their own. ``change``: what is done to pictures;
    ``line``: what stands between the page and the server; ``key``: whose tab it is, if the server
    knows them already."""
    context = await browser.new_context(
        viewport={"width": size["width"], "height": size["height"]},
        locale=language,
        reduced_motion="reduce",
        accept_downloads=True,
    )
    try:
        somebody = Person(await context.new_page())
        line = redrawn(change) if change is not None else line
        if key:
            await context.add_init_script(f"sessionStorage.setItem('truco.key', '{key}')")
        if line is not None:
            await somebody.page.route_web_socket("**/ws", line)
        await somebody.page.goto(url)
        await expect(somebody.page.locator("#bar .tools")).to_be_visible()  # its script has drawn
        await expect(somebody.page.locator("#hall, #play").filter(visible=True)).to_have_count(1)
        yield somebody
    finally:
        await context.close()

"""A stand-in for Telegram's app, with a window that it opens for a page.

It is written from Telegram's own description of the events that a page and an app exchange
(https://core.telegram.org/api/web-events) and knows nothing of our page. It has the origin of
Telegram's web client and never comes from a network: the browser is given its text. It answers as
an app does, and complains of an event that it does not know, that has other fields than described,
or that came with a newer version than its own.
"""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from playwright.async_api import Browser, Frame, Page, Route

from tests.browser.people import PATIENCE

CLIENT: Final = "https://web.telegram.org"
Json = dict[str, Any]

EVENTS: Final[dict[str, tuple[str, Json]]] = {
    "iframe_ready": ("6.0", {"reload_supported?": "boolean"}),
    "web_app_ready": ("6.0", {}),
    "web_app_expand": ("6.0", {}),
    "web_app_close": ("6.0", {"return_back?": "boolean"}),
    "web_app_request_theme": ("6.0", {}),
    "web_app_request_viewport": ("6.0", {}),
    "web_app_setup_back_button": ("6.1", {"is_visible": "boolean"}),
    "web_app_set_header_color": ("6.1", {"color?": "colour", "color_key?": "string"}),
    "web_app_set_background_color": ("6.1", {"color": "colour"}),
    "web_app_set_bottom_bar_color": ("7.10", {"color": "colour"}),
    "web_app_open_link": ("6.0", {"url": "string", "try_instant_view?": "boolean"}),
    "web_app_open_tg_link": ("6.1", {"path_full": "string", "force_request?": "boolean"}),
    "web_app_setup_closing_behavior": ("6.2", {"need_confirmation": "boolean"}),
    "web_app_setup_swipe_behavior": ("7.7", {"allow_vertical_swipe": "boolean"}),
    "web_app_trigger_haptic_feedback": (
        "6.1",
        {
            "type": ["impact", "notification", "selection_change"],
            "impact_style?": ["light", "medium", "heavy", "rigid", "soft"],
            "notification_type?": ["error", "success", "warning"],
        },
    ),
    "web_app_request_fullscreen": ("8.0", {}),
    "web_app_exit_fullscreen": ("8.0", {}),
    "web_app_request_safe_area": ("8.0", {}),
    "web_app_request_content_safe_area": ("8.0", {}),
    "web_app_check_home_screen": ("8.0", {}),
    "web_app_add_to_home_screen": ("8.0", {}),
    "web_app_send_prepared_message": ("8.0", {"id": "string"}),
}
"""By event that a page may send: the first version of the apps that takes it, and its fields; those
with a question mark may be missing."""

LIGHT: Final = {"bg_color": "#ffffff", "text_color": "#000000", "secondary_bg_color": "#f4f4f5"}
DARK: Final = {"bg_color": "#18222d", "text_color": "#ffffff", "secondary_bg_color": "#131415"}
NO_INSETS: Final = {"top": 0, "bottom": 0, "left": 0, "right": 0}

_PAGE: Final = Path(__file__).with_suffix(".html").read_text("utf-8")


class TelegramView:
    """The app, with the window that it holds."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @property
    def frame(self) -> Frame:
        """The window."""
        (frame,) = self.page.main_frame.child_frames
        return frame

    async def told(self, name: str) -> list[Any]:
        """What the window has told the app with this event."""
        heard = await self.page.evaluate("heard")
        return [event["eventData"] for event in heard if event["eventType"] == name]

    async def until_told(self, name: str, data: Json) -> None:
        """Until the newest event of this name says that."""
        await self.page.wait_for_function(
            "([name, data]) => JSON.stringify(heard.findLast((one) => one.eventType === name)"
            "?.eventData) === data",
            arg=[name, json.dumps(data, separators=(",", ":"))],
        )

    async def tell(self, name: str, data: Json | None = None) -> None:
        """The app tells the window something."""
        await self.page.evaluate("([name, data]) => tell(name, data)", [name, data or {}])

    async def complaints(self) -> list[str]:
        """What the window has told that no app of this version understands."""
        found: list[str] = await self.page.evaluate("complaints")
        return found


@asynccontextmanager
async def held(
    browser: Browser,
    address: str,
    start: str,
    *,
    by: str = CLIENT,
    version: str = "9.1",
    size: tuple[int, int] = (390, 740),
    language: str = "es-AR",
    theme: Json = LIGHT,
    safe: Json = NO_INSETS,
    content: Json = NO_INSETS,
    home: str = "missed",
) -> AsyncIterator[TelegramView]:
    """An app that holds a window with this page. ``start``: what it has signed; ``safe``,
    ``content``: the points at each edge that the device and the app take; ``home``: whether the
    window has a sign on the home screen."""
    hash = (
        f"tgWebAppData={quote(start, safe='')}&tgWebAppVersion={version}&tgWebAppPlatform=web"
        f"&tgWebAppThemeParams={quote(json.dumps(theme), safe='')}"
    )
    app = {
        "version": version,
        "theme": theme,
        "safe": safe,
        "content": content,
        "home": home,
        "events": EVENTS,
    }
    text = _PAGE.replace("APP", json.dumps(app).replace("<", "\\u003c"), 1)
    text = text.replace("ADDRESS", f"{address}#{hash}".replace("&", "&amp;"), 1)

    async def answer(route: Route) -> None:
        await route.fulfill(body=text, content_type="text/html")

    width, height = size
    context = await browser.new_context(
        locale=language, viewport={"width": width, "height": height}
    )
    await context.route(f"{by}/**", answer)
    page = await context.new_page()
    page.set_default_timeout(PATIENCE)
    await page.goto(f"{by}/k/")
    yield TelegramView(page)
    await context.close()

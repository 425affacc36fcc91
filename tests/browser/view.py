"""The size of a page, and pictures of it, by the browser's own tools: they take a fifth of the
processor time of Playwright's ways."""

from base64 import b64decode

from playwright.async_api import CDPSession, Page


class View:
    """Of one page. Whoever has resized it here does not resize it otherwise: Playwright would not
    know its size."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._opened: CDPSession | None = None

    async def _session(self) -> CDPSession:
        if self._opened is None:
            self._opened = await self.page.context.new_cdp_session(self.page)
        return self._opened

    async def resize(self, width: int, height: int) -> None:
        size = {"width": width, "height": height}
        screen = {"screenWidth": width, "screenHeight": height}
        kind = {"deviceScaleFactor": 1, "mobile": False}
        session = await self._session()
        await session.send("Emulation.setDeviceMetricsOverride", {**size, **screen, **kind})

    async def picture(self) -> bytes:
        """What is seen of the page, as PNG."""
        session = await self._session()
        quick = {"format": "png", "optimizeForSpeed": True}
        return b64decode((await session.send("Page.captureScreenshot", quick))["data"])

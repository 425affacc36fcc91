"""The system's Chromium. Where there is none, these tests are skipped and say so."""

import shutil
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright

from tests.adapters.web.house import House, opened

NAMES = (
    "chromium-headless-shell",  # draws the same for less
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # A stand-in of a platform's client holds our page, which is served on the loopback here. And no
    # process is made ready for a page that nobody opens: that takes a tenth of the time.
    "--disable-features=LocalNetworkAccessChecks,SpareRendererForSitePerProcess",
]


def chromium() -> str | None:
    return next((path for name in NAMES if (path := shutil.which(name))), None)


@pytest_asyncio.fixture(scope="package", loop_scope="package")
async def browser() -> AsyncIterator[Browser]:
    """One for all tests: starting it takes longer than many of them. People have contexts each."""
    found = chromium()
    if found is None:
        pytest.skip(f"no Chromium on this machine: none of {', '.join(NAMES)} is installed")
    async with async_playwright() as playwright:
        launched = await playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
        yield launched
        await launched.close()


@pytest_asyncio.fixture(loop_scope="package")
async def house() -> AsyncIterator[House]:
    async with opened() as running:
        yield running

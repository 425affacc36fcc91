"""The system's Chromium. Where there is none, these tests are skipped and say so."""

import shutil
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright

from tests.adapters.web.house import House, opened

WHOLE = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
NAMES = ("chromium-headless-shell", *WHOLE)  # the shell draws the same for less
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


def chromium(names: Sequence[str] = NAMES) -> str | None:
    return next((path for name in names if (path := shutil.which(name))), None)


@asynccontextmanager
async def launched(names: Sequence[str], *more: str) -> AsyncIterator[Browser]:
    """The first of these browsers that is installed. ``more``: further arguments."""
    found = chromium(names)
    if found is None:
        pytest.skip(f"no Chromium on this machine: none of {', '.join(names)} is installed")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=found, args=[*ARGUMENTS, *more])
        yield browser
        await browser.close()


@pytest_asyncio.fixture(scope="package", loop_scope="package")
async def browser() -> AsyncIterator[Browser]:
    """One for all tests: starting it takes longer than many of them. People have contexts each."""
    async with launched(NAMES) as found:
        yield found


@pytest_asyncio.fixture(scope="package", loop_scope="package")
async def whole_browser() -> AsyncIterator[Browser]:
    """Not the shell, which shows no notifications."""
    async with launched(WHOLE) as found:
        yield found


@pytest_asyncio.fixture(loop_scope="package")
async def house() -> AsyncIterator[House]:
    async with opened() as running:
        yield running

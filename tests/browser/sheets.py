"""Pages photographed without a browser window: what galleries of chats are made of."""

from collections.abc import Iterable
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from tests.browser.conftest import ARGUMENTS, chromium


def photograph(sheets: Iterable[tuple[Path, str]], wide: int) -> None:
    """Each page of HTML as a picture, so many points wide; skips where there is no Chromium."""
    found = chromium()
    if found is None:
        pytest.skip("there is no Chromium: text only")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
        view = browser.new_page(viewport={"width": wide, "height": 800})
        for path, page in sheets:
            view.set_content(page)
            view.screenshot(path=path, full_page=True)
        browser.close()

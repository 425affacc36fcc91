"""Pages photographed without a browser window: what galleries of chats are made of."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final, TypeVar

import pytest
from playwright.sync_api import sync_playwright

from tests.browser.conftest import ARGUMENTS, chromium

COLUMNS: Final = 4
"""Of a sheet."""

_Shot = TypeVar("_Shot")


def written(
    folder: Path,
    name: str,
    text: str,
    shots: Sequence[_Shot],
    page: Callable[[Sequence[_Shot]], str],
    column: int,
) -> None:
    """An album as text and as sheets of pictures, whose columns are so many points wide."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.txt").write_text(text + "\n", "utf-8")
    sheets = (
        (folder / f"{name}-{first // COLUMNS + 1:02}.png", page(shots[first : first + COLUMNS]))
        for first in range(0, len(shots), COLUMNS)
    )
    photograph(sheets, COLUMNS * (column + 12) + 12)


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

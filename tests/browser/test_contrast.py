"""Letters stand out where axe-core cannot tell: on the cloth, on gradients, over pictures.

There the page is photographed without its letters, and each letter's colour is held against the
pixels behind it. What is asked is what axe asks: 4.5, or 3 for large letters (WCAG 1.4.3)."""

import io
from collections.abc import Iterable
from typing import Any, Final

import pytest
from PIL import Image

from tests.browser.view import View

BLANK: Final = """(on) => {
  window.blank ??= new CSSStyleSheet();
  window.blank.replaceSync("* { color: transparent !important; text-shadow: none !important;"
    + " -webkit-text-fill-color: transparent !important; animation: none !important; }");
  document.adoptedStyleSheets = on ? [window.blank] : [];
}"""
"""Takes all letters off the page, or puts them back."""
Rgb = tuple[float, float, float]
Measured = tuple[float, dict[str, Any]]
"""The contrast of a line of text, and the line."""


def luminance(colour: Rgb) -> float:
    """Relative luminance of WCAG 2."""
    parts = [part / 255 for part in colour]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def ratio(colour: Rgb, other: Rgb) -> float:
    high, low = sorted((luminance(colour), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def over(colour: Rgb, alpha: float, ground: Rgb) -> Rgb:
    """What is seen of a colour that lets some of the ground through."""
    red, green, blue = (
        alpha * top + (1 - alpha) * below for top, below in zip(colour, ground, strict=True)
    )
    return red, green, blue


def worst(line: dict[str, Any], blank: Image.Image) -> float:
    """The contrast of a line of text where it is least; a few pixels of an edge do not count."""
    behind = blank.crop(tuple(round(edge) for edge in line["box"])).reduce(2)
    parts = [float(part) for part in line["colour"].strip("rgba()").split(",")]
    colour, alpha = (parts[0], parts[1], parts[2]), line["opacity"] * (*parts, 1.0)[3]
    grounds = behind.getcolors(behind.width * behind.height) or []
    found = sorted(
        (ratio(over(colour, alpha, ground), ground), count)  # type: ignore[arg-type]
        for count, ground in grounds
    )
    left = 0.03 * behind.width * behind.height
    for contrast, count in found:
        left -= count
        if left < 0:
            return contrast
    return found[-1][0]


def wanted(line: dict[str, Any]) -> float:
    is_large = line["size"] >= 24 or (line["size"] >= 18.66 and line["weight"] >= 700)
    return 3.0 if is_large else 4.5


async def measure(view: View, lines: Iterable[dict[str, Any]]) -> list[Measured]:
    """The contrast of each of these lines of the page."""
    await view.page.evaluate(BLANK, True)
    shot = await view.picture()
    await view.page.evaluate(BLANK, False)
    with Image.open(io.BytesIO(shot)) as blank:
        ground = blank.convert("RGB")
    return [(worst(line, ground), line) for line in lines]


def is_faint(measured: Measured) -> bool:
    contrast, line = measured
    return contrast < wanted(line)


def test_how_contrast_is_reckoned() -> None:
    assert ratio((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert ratio((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)
    grey = over((0, 0, 0), 0.5, (255, 255, 255))
    ground = Image.new("RGB", (40, 20), "white")
    line = {"box": [0, 0, 40, 20], "colour": "rgba(0, 0, 0, 0.5)", "opacity": 1.0}
    assert worst(line, ground) == pytest.approx(ratio(grey, (255, 255, 255)))
    ground.paste("black", (0, 0, 20, 20))
    assert worst(line, ground) == pytest.approx(1)

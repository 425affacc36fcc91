"""Letters stand out where axe-core cannot tell: on the cloth, on gradients, over pictures.

There the page is photographed without its letters, and each letter's colour is held against the
pixels behind it. What is asked is what axe asks: 4.5, or 3 for large letters (WCAG 1.4.3)."""

import io
from collections.abc import Callable
from typing import Any, Final, Literal

import pytest
from PIL import Image
from playwright.async_api import Browser, Page

from bot.match.vault import Vault
from tests.adapters.web.house import opened
from tests.browser.people import LAPTOP, TELEPHONE, person
from tests.browser.test_axe import AXE
from tests.browser.walk import Walk, every_screen, every_table

pytestmark = pytest.mark.browser

UNSURE: Final = """async () => {
  const run = { runOnly: ["color-contrast"], resultTypes: ["incomplete"] };
  const { incomplete } = await axe.run(document, run);
  const found = [];
  const isWhole = (element, box) => [box.left + 2, box.right - 2].every((x) =>
    [box.top + 1, box.bottom - 1].every((y) => {
      const seen = document.elementFromPoint(x, y);
      return seen && (element.contains(seen) || (seen.contains(element)
        && getComputedStyle(element).pointerEvents === "none"));
    }));
  for (const one of incomplete.flatMap(({ nodes }) => nodes)) {
    const element = document.querySelector(one.target[0]);
    if (!element?.checkVisibility({ opacityProperty: true })) continue;
    // A laid card is tilted, and may lie below another; in my hand the same card is measured.
    if (element.closest(".laid, [aria-disabled=true], :disabled")) continue;
    const style = getComputedStyle(element);
    let opacity = 1;
    for (let at = element; at; at = at.parentElement) opacity *= getComputedStyle(at).opacity;
    for (const node of element.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE || !/[\\p{L}\\p{N}]/u.test(node.data)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) {
        if (!isWhole(element, box)) continue;
        found.push({ text: node.data.trim(), box: [box.left, box.top, box.right, box.bottom],
          colour: element.ownerSVGElement ? style.fill : style.color, opacity,
          size: parseFloat(style.fontSize), weight: Number(style.fontWeight) });
      }
    }
  }
  return found;
}"""
"""The lines of text that axe leaves to us: where they stand, and how they are written."""
BLANK: Final = """(on) => {
  window.blank ??= new CSSStyleSheet();
  window.blank.replaceSync("* { color: transparent !important; text-shadow: none !important;"
    + " -webkit-text-fill-color: transparent !important; animation: none !important; }");
  document.adoptedStyleSheets = on ? [window.blank] : [];
}"""
"""Takes all letters off the page, or puts them back."""
Rgb = tuple[float, float, float]


def luminance(colour: Rgb) -> float:
    """Relative luminance of WCAG 2."""
    parts = [one / 255 for one in colour]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def ratio(one: Rgb, other: Rgb) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
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


SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")


def test_how_contrast_is_reckoned() -> None:
    assert ratio((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert ratio((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)
    grey = over((0, 0, 0), 0.5, (255, 255, 255))
    ground = Image.new("RGB", (40, 20), "white")
    line = {"box": [0, 0, 40, 20], "colour": "rgba(0, 0, 0, 0.5)", "opacity": 1.0}
    assert worst(line, ground) == pytest.approx(ratio(grey, (255, 255, 255)))
    ground.paste("black", (0, 0, 20, 20))
    assert worst(line, ground) == pytest.approx(1)


@pytest.mark.dear
@pytest.mark.asyncio(loop_scope="package")
@pytest.mark.parametrize("size", [LAPTOP, TELEPHONE], ids=["laptop", "telephone"])
async def test_letters_stand_out(
    browser: Browser, measured: Callable[[str], None], size: dict[str, int]
) -> None:
    faint: list[str] = []
    lines: list[tuple[float, str, str]] = []

    async def measure(page: Page) -> list[tuple[float, dict[str, Any]]]:
        unsure = await page.evaluate(UNSURE)
        await page.evaluate(BLANK, True)
        shot = await page.screenshot(animations="disabled")
        await page.evaluate(BLANK, False)
        with Image.open(io.BytesIO(shot)) as blank:
            ground = blank.convert("RGB")
        return [(worst(line, ground), line) for line in unsure]

    async def look(name: str, page: Page) -> None:
        if not await page.evaluate("typeof axe === 'object'"):
            await page.evaluate(AXE)
        for scheme in SCHEMES:
            await page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            # The lines and the picture below them are of two moments: where the table went on in
            # between, both are taken again. What is faint stays faint.
            found = await measure(page)
            for _ in range(2):
                if any(contrast < wanted(line) for contrast, line in found):
                    found = await measure(page)
            lines.extend((contrast, f"{name}, {scheme}", line["text"]) for contrast, line in found)
            faint.extend(
                f"{name}, {scheme}: {contrast:.2f} {line}"
                for contrast, line in found
                if contrast < wanted(line)
            )

    async with opened(vault=Vault(b"k" * 32)) as house, person(browser, house.url) as ana:
        await ana.resize(size)
        await ana.call_me("Ana")
        walk = Walk(ana, look)
        await every_table(walk, house.url)
        await every_screen(walk, house.url)
    least = "; ".join(f"{one:.1f} {text} ({name})" for one, name, text in sorted(lines)[:5])
    measured(f"{len(lines)} lines; the faintest: {least}")
    assert faint == []

"""What axe-core says of a page: its findings, and the lines of text whose contrast it cannot tell.

The rules are all that axe has switched on by itself, and the size of what is pressed (WCAG 2.2)."""

from dataclasses import dataclass
from typing import Any, Final, Literal

from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Page

Scheme = Literal["light", "dark"]
Rules = dict[str, object]
EVERYTHING: Final[Rules] = {"rules": {"target-size": {"enabled": True}}}
COLOURS: Final[Rules] = {"runOnly": ["color-contrast", "link-in-text-block"]}
"""All that can be another in the other scheme: it has other colours, and nothing else of its own
(`css/base.css`)."""

_AXE: Final = Axe().axe_script
_RUN: Final = """async (rules) => {
  const told = { ...rules, resultTypes: ["violations", "incomplete"] };
  // What lies below an open dialog was inspected without it.
  const room = document.querySelector("dialog[open]") ?? document;
  const { violations, incomplete } = await axe.run(room, told);
  const lines = [];
  const isWhole = (element, box) => [box.left + 2, box.right - 2].every((x) =>
    [box.top + 1, box.bottom - 1].every((y) => {
      const seen = document.elementFromPoint(x, y);
      return seen && (element.contains(seen) || (seen.contains(element)
        && getComputedStyle(element).pointerEvents === "none"));
    }));
  const unsure = incomplete.filter((one) => one.id === "color-contrast");
  for (const one of unsure.flatMap(({ nodes }) => nodes)) {
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
        lines.push({ text: node.data.trim(), box: [box.left, box.top, box.right, box.bottom],
          colour: element.ownerSVGElement ? style.fill : style.color, opacity,
          size: parseFloat(style.fontSize), weight: Number(style.fontWeight) });
      }
    }
  }
  return { lines, violations: violations.flatMap((one) => one.nodes.map(
    (node) => `${one.id} (${one.impact}): ${node.target.join(" ")} ${node.failureSummary}`)) };
}"""


@dataclass(frozen=True)
class Inspected:
    """What axe found wrong, each with its rule, its weight and its element; and the lines of text
    that it leaves to us: where they stand, and how they are written."""

    violations: list[str]
    lines: list[dict[str, Any]]


async def inspect(page: Page, rules: Rules) -> Inspected:
    if not await page.evaluate("typeof axe === 'object'"):
        await page.evaluate(_AXE)
    return Inspected(**await page.evaluate(_RUN, rules))

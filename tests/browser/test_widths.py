"""The page from the width of a narrow telephone to that of a wide screen: nothing moves sideways,
nothing of the bar lies over something else, nothing that is pressed or read is cut, and nothing
jumps. The screens are those of the walk (`test_every_screen.py`)."""

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

import pytest
from playwright.async_api import Browser, Page, ViewportSize, expect

import adapters.web
from bot.words import words_for
from tests.adapters.web.house import House
from tests.browser.people import LAPTOP, NARROW, PATIENCE, TABLET, TELEPHONE, Message, person
from tests.browser.screens import LANGUAGES
from tests.browser.test_fit import DRAWN, MISFITS
from tests.browser.view import View
from tests.examples import some

pytestmark = [pytest.mark.browser, pytest.mark.dear, pytest.mark.asyncio(loop_scope="package")]

STYLES: Final = Path(adapters.web.__file__).parent / "static" / "css"


def narrowest() -> set[int]:
    """The least width at which each layout of the style sheets holds: there it has least room."""
    return {
        int(width) + (bound == "max")
        for sheet in STYLES.glob("*.css")
        for bound, width in re.findall(r"\((max|min)-width: (\d+)px\)", sheet.read_text("utf-8"))
    }


HEIGHTS: Final = (700, 900)
FINGERS: Final = 860
"""Up to this width whatever is pressed is as high as a finger needs."""
NAME: Final = "Maximiliano"


def widths_of(locale: str) -> list[tuple[int, int]]:
    """The widths at which a language is looked at, each with its height: those with least room,
    and every third of the others. They are low and high by turns, otherwise in each language."""
    turn = [*LANGUAGES].index(locale)
    least = narrowest()
    others = [wide for wide in range(320, 1601, 80) if wide not in least]
    widths = [*sorted(least), *others[turn :: len(LANGUAGES)]]
    return [(wide, HEIGHTS[(place + turn) % 2]) for place, wide in enumerate(widths)]


CUT: Final = """() => {
  const box = (one) => one.getBoundingClientRect();
  const seen = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && box(one).width > 1 && !one.closest('.unseen, [inert]');
  const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);
  const named = (one) => `${one.className} ${one.textContent.trim().slice(0, 40)}`;
  const meet = (a, b) => a.left < b.right - .5 && b.left < a.right - .5
    && a.top < b.bottom - .5 && b.top < a.bottom - .5;
  const lines = (one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return [...range.getClientRects()];
  };
  const bar = all('.brand-button, .bar-part, .bar .tool, .tabs .tab');
  const over = bar.flatMap((one, place) => bar.slice(place + 1).filter((other) =>
    (one.matches('.bar-part') ? lines(one) : [box(one)]).some((a) => meet(a, box(other)))
  ).map((other) => `over one another: ${named(one)} / ${named(other)}`));
  // Nobody scrolls here: what has no room is not seen. Señas stand under their own button as well.
  const still = '.ask, .words, .always, .lesson, .notepad, .bar, .tabs';
  const inside = 'button, summary, .ask-line:not([data-id="hand.heard"]), .lesson-text';
  const cut = all(still).flatMap((room) => [...room.querySelectorAll(inside)].filter((one) => {
    if (!seen(one) || one.closest('.fold, .result')) return false;
    const [inner, outer] = [box(one), box(room)];
    return inner.bottom > outer.bottom + 3.5 || inner.right > outer.right + 3.5
      || inner.top < outer.top - 3.5 || inner.left < outer.left - 3.5;
  }).map((one) => `cut: ${named(one)}`));
  cut.push(...all('.ask-line, .lesson-text').filter((one) => one.scrollWidth > one.clientWidth + 1
    && getComputedStyle(one).display !== 'inline').map((one) => `cut: ${named(one)}`));
  const table = document.body.dataset.at === 'table';
  const controls = table ? '.mine button, .mine summary' : '.bar button, .bar select';
  const outside = all(controls).filter((one) => !one.closest('.fold') && (box(one).left < -.5
    || box(one).right > innerWidth + .5 || box(one).bottom > innerHeight + .5)
  ).map((one) => `outside: ${named(one)}`);
  return [...over, ...cut, ...outside];
}"""
"""What lies over something else in the bar, and what is pressed or read and not wholly seen."""


def longest_lesson(locale: str) -> Callable[[Message], None]:
    """Whoever is taught reads the longest that is told at any table, and is asked beside it."""
    words = words_for(locale)
    counted = words.text(
        "lesson.count.pair", sum="11 + 12 + 20", n=33, bonus=20, zero="10, 11 y 12"
    )
    points = {"wanted": words.text("points", n=2), "refused": words.text("points", n=1)}
    called = words.text("lesson.call.envido", n=33, call="Envido", name="Engranaje", **points)
    asked = words.text("table.asked.call", caller="Engranaje", call="¡Falta envido!", names=NAME)

    def change(screen: Message) -> None:
        lines = screen["lines"]
        taught = [line for line in lines if line["id"].startswith("lesson.")]
        if not taught:
            return
        explained, advised = taught
        explained["text"], advised["text"] = counted, called
        for line in lines:
            if line not in taught and line["weight"] == "strong":
                line["text"] = asked

    return change


ROOM: Final = f"async (least) => {{ await ({DRAWN})(); return ({MISFITS})(least); }}"
LOOK: Final = f"""async (least) => {{
  await ({DRAWN})();
  return [...({MISFITS})(least), ...({CUT})()];
}}"""


UNPAINTED: Final = """(on) => {
  document.documentElement.style.clipPath = on ? 'inset(0 0 100% 0)' : '';
}"""
"""Everything keeps its place and its size, and nothing is painted: that took most of the time."""


async def misfits(view: View, sizes: Iterable[tuple[int, int]], look: str) -> list[str]:
    """What has no room at some of these sizes, and at which. ``look``: how it is found."""
    found: dict[str, list[str]] = {}
    await view.page.evaluate(UNPAINTED, True)
    for wide, high in sizes:
        await view.resize(wide, high)
        for wrong in await view.page.evaluate(look, 40 if wide <= FINGERS else 36):
            # A person's name that is too long ends in dots.
            if not (wrong.startswith("cut: ") and NAME in wrong):
                found.setdefault(wrong, []).append(f"{wide} x {high}")
    await view.page.evaluate(UNPAINTED, False)
    return [f"{wrong}: {', '.join(at)}" for wrong, at in found.items()]


ANSWERS: Final = ("Quiero", "No quiero")
CALLS: Final = ("Envido", "Real envido", "Falta envido", "Flor", "Truco")
"""As many as there ever are beside an answer; the first three are there most often."""


@pytest.mark.parametrize("players", some([6, 2]))
async def test_calls_beside_an_answer_are_whole(
    house: House, browser: Browser, players: int
) -> None:
    calls = [*CALLS]

    def asked(screen: Message) -> None:
        if screen["kind"] == "hand":
            kept = [one for one in screen["buttons"] if one["group"] not in ("answer", "call")]
            words = {"answer": ANSWERS, "call": calls}
            screen["buttons"] = [
                {"group": group, "token": word, "label": word, "style": "", "confirm": ""}
                for group, all_words in words.items()
                for word in all_words
            ] + kept

    widths = (*sorted(narrowest()), 412, 700, 768, 1366, 1920)
    sizes = [(wide, high) for wide in widths for high in (640, 740, 900)]
    async with person(browser, house.url, change=asked) as ana:
        await ana.type_line(f"/jugar variante:argentino jugadores:{players} robots:{players - 1}")
        await ana.type_line("/empezar")
        found = []
        while len(calls) > 2:
            await expect(ana.page.locator(".group-call .press")).to_have_count(len(calls))
            wrong = await misfits(View(ana.page), sizes, CUT)
            found += [f"{len(calls)} calls: {what}" for what in wrong]
            calls.pop()
            await ana.page.reload()
        assert found == []


MOST: Final = 0.05
"""Of layout shift: half of what is called good."""
WATCH: Final = """window.shifted = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.shifted += entry.value;
}).observe({ type: 'layout-shift', buffered: true });"""
SHIFTED: Final = f"async () => {{ await ({DRAWN})(); return window.shifted; }}"


async def shifted(page: Page) -> float:
    return float(await page.evaluate(SHIFTED))


@pytest.mark.parametrize(
    "size", some([LAPTOP, TABLET, TELEPHONE, NARROW]), ids=lambda s: str(s["width"])
)
async def test_hall_and_lobby_do_not_jump(
    house: House, browser: Browser, measured: Callable[[str], None], size: dict[str, int]
) -> None:
    """While the hall is opened for the first time, and when somebody else sits down in a lobby."""
    context = await browser.new_context(
        viewport=ViewportSize(width=size["width"], height=size["height"]),
        locale="es-ES",
        reduced_motion="reduce",
    )
    try:
        page = await context.new_page()
        page.set_default_timeout(PATIENCE)
        await page.add_init_script(WATCH)
        await page.goto(house.url)
        await expect(page.locator(".game-card")).not_to_have_count(0)
        hall = await shifted(page)
        await page.get_by_role("button", name="Armar una mesa").click()
        await expect(page.locator(".place")).not_to_have_count(0)
        # A press moves what it wants; the browser does not count what follows it closely.
        before = await shifted(page)
        async with person(browser, house.url) as beto:
            await beto.page.get_by_role("button", name="Sentarme").first.click()
            await expect(beto.page.locator(".place.is-me")).to_have_count(1)
            await expect(page.locator(".place.is-empty")).to_have_count(0)
        lobby = await shifted(page) - before
    finally:
        await context.close()
    measured(f"{size['width']} wide: hall {hall:.3f}, somebody sits down {lobby:.3f}")
    assert hall <= MOST
    assert lobby <= MOST

"""A newcomer's path, from the bare address to the end of the guided match."""

import time
from collections.abc import Callable

import pytest
from playwright.async_api import Browser, Page, expect

from tests.adapters.web.house import House
from tests.browser.people import LAPTOP, LOW, NARROW, TELEPHONE, Person, person

pytestmark = [pytest.mark.browser, pytest.mark.dear, pytest.mark.asyncio(loop_scope="package")]

OVERLAPS = """() => {
  const box = (one) => one.getBoundingClientRect();
  const lies = (a, b) => a.width && b.width && a.left < b.right - 1 && b.left < a.right - 1
    && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const room = box(document.querySelector('#lesson'));
  const others = ['.felt .card', '.my-card', '.seat', '.notepad .score', '.ask', '.play .press'];
  return [...document.querySelectorAll(others.join())]
    .filter((one) => one.checkVisibility() && lies(room, box(one)))
    .map((one) => one.className.baseVal ?? one.className);
}"""
"""What the room of the guided match lies over."""
CUT = """() => {
  const room = document.querySelector('#lesson');
  const text = room.querySelector('.lesson-text');
  const strip = room.querySelector('.strip');
  return Math.max(room.scrollHeight - room.clientHeight, text.scrollHeight - text.clientHeight,
    text.getBoundingClientRect().bottom - strip.getBoundingClientRect().top,
    strip.scrollWidth - strip.clientWidth);
}"""
"""By how much what is told is higher than its room."""
EMPTY = """() => {
  const room = document.querySelector('#lesson');
  const text = room.querySelector('.lesson-text');
  const below = text.textContent ? text : room.querySelector('.strip');
  return below.getBoundingClientRect().top - room.getBoundingClientRect().top;
}"""
"""The height of the empty room above what is told, or above the strip while nothing is told."""
HIDDEN = """() => {
  const play = document.querySelector('#play');
  return play.scrollHeight - play.clientHeight;
}"""
"""By how much the table is higher than the room for it."""
MOST_EMPTY = 16
TO_DO = """() => document.querySelector('.result') ? 'result'
  : document.querySelector('.group-answer .press:not([aria-disabled])') ? 'answer'
  : document.querySelector('.lay.is-able:not([aria-disabled])') ? 'card'
  : document.querySelector('.group-match .press:not([aria-disabled])') ? 'next' : null"""
SAYS = {"lesson.call.envido": "envido", "lesson.call.truco": "truco"}
"""What the newcomer calls when told to, as the button's token ends."""


class Newcomer:
    """Does what is told, counts presses, and looks where the words stand."""

    def __init__(self, somebody: Person) -> None:
        self.person = somebody
        self.presses = 0
        self.told: list[str] = []

    @property
    def page(self) -> Page:
        return self.person.page

    async def begin(self, label: str) -> None:
        button = self.page.get_by_role("button", name=label)
        await expect(button).to_be_in_viewport(ratio=1)
        await button.click()
        self.presses += 1
        await expect(self.page.locator(".my-card")).to_have_count(3)

    async def to_the_end(self) -> None:
        """Plays until the result stands there."""
        while (step := await self._next()) != "result":
            await self._look()
            await self._press(step)
            self.presses += 1

    async def _next(self) -> str:
        return str(await (await self.page.wait_for_function(TO_DO)).json_value())

    async def _told(self) -> list[str]:
        """The ids of what is told now."""
        return (await self.page.locator(".lesson-text").get_attribute("data-id") or "").split()

    async def _look(self) -> None:
        told = await self._told()
        assert await self.page.evaluate(EMPTY) < MOST_EMPTY, told
        if not set(told) - set(self.told):
            return
        self.told += [id for id in told if id not in self.told]
        assert await self.page.evaluate(OVERLAPS) == [], told
        assert await self.page.evaluate(CUT) <= 0, told
        assert await self.page.evaluate(HIDDEN) <= 0, told
        own = await self.page.locator(".strip-rung.is-own").count()
        assert (own > 0) == (await self.page.locator(".my-card").count() > 0), told

    async def _press(self, step: str) -> None:
        said = next((SAYS[id] for id in await self._told() if id in SAYS), None)
        call = self.page.locator(f'.group-call [data-key$=".{said}"]')
        if said and step == "card" and await call.count():
            await self.person.press(call)
        elif step == "answer":
            await self.person.answer()
        elif step == "card":
            await self.person.lay()
        elif await (go_on := self.page.locator(".group-match .press").first).count():
            await self.person.press(go_on)  # else the pause has ended by itself meanwhile


@pytest.mark.parametrize(
    ("language", "label", "size"),
    [
        ("es-AR", "Primera vez: aprender jugando", LAPTOP),
        ("es-UY", "Primera vez: aprender jugando", TELEPHONE),
        ("pt-BR", "Primeira vez: aprender jogando", LOW),
        ("en-US", "First time: learn by playing", NARROW),
    ],
)
async def test_a_newcomers_path(
    house: House,
    browser: Browser,
    measured: Callable[[str], None],
    language: str,
    label: str,
    size: dict[str, int],
) -> None:
    began = time.monotonic()
    async with person(browser, house.url, size=size, language=language) as ana:
        newcomer = Newcomer(ana)
        await newcomer.begin(label)
        await newcomer.to_the_end()
        assert ana.screens[-1]["lines"][0]["id"] in ("result.taught", "result.won")
        assert len(newcomer.told) >= 5
        assert ana.complaints == []
        # It is offered once.
        await ana.page.get_by_role("button", name=to_the_hall(language)).first.click()
        await expect(ana.page.locator(".press-gold.press-big")).to_be_visible()
        await expect(ana.page.get_by_role("button", name=label)).to_have_count(0)
    took = time.monotonic() - began
    measured(f"{language}: {newcomer.presses} presses, {took:.0f} s, {newcomer.told}")


def to_the_hall(language: str) -> str:
    """The button back to all tables."""
    return {"es": "Todas las mesas", "pt": "Todas as mesas", "en": "All tables"}[language[:2]]


async def test_who_knows_the_game_skips_the_rest_and_may_ask_for_a_hint(
    house: House, browser: Browser
) -> None:
    async with person(browser, house.url, size=LOW) as ana:
        await Newcomer(ana).begin("Primera vez: aprender jugando")
        await expect(ana.page.locator("#lesson")).to_be_visible()
        await ana.page.get_by_role("button", name="Ya sé jugar").click()
        await expect(ana.page.locator("#lesson")).to_be_hidden()
        await ana.page.locator(".more summary").click()
        await ana.page.get_by_role("button", name="Pista").click()
        await expect(ana.page.locator("dialog[open]")).to_contain_text("El maestro elige")
        await ana.page.keyboard.press("Escape")
        await ana.lay()
        assert ana.complaints == []

"""By the keyboard: digits lay cards, letters press buttons, and nothing is pressed by chance."""

import re

import pytest
from playwright.async_api import Browser, expect

from tests.adapters.web.house import House
from tests.browser.people import LAPTOP, Person, person
from tests.examples import some

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="package")]

MEANT = """() => [...document.querySelectorAll('.press[aria-keyshortcuts]')].map((one) => [
  one.getAttribute('aria-keyshortcuts'), one.querySelector('.key').textContent, one.textContent,
])"""
LETTERS = """async (labels) => {
  const { lettersOf } = await import(new URL('keys.js', document.querySelector('script').src));
  return [...lettersOf(labels.map((label) => ({ label, token: label })))];
}"""

SCROLLED = "() => [notes.scrollHeight > notes.clientHeight + 1, notes.tabIndex === 0]"
"""Whether what is written beside the table does not fit, and whether the keyboard reaches it."""


async def letters_of(somebody: Person) -> list[str]:
    """The letters that act now; each stands in its button's label, and none stands for two."""
    found = await somebody.page.evaluate(MEANT)
    letters = [letter for letter, _, _ in found]
    assert len(letters) == len(set(letters))
    for letter, shown, label in found:
        assert shown in label
        assert letter.isascii()
        assert letter == letter.upper()
    return letters


@pytest.mark.parametrize("language", some(["es-AR", "pt-BR", "en-GB"]))
async def test_a_hand_by_keys_alone(house: House, browser: Browser, language: str) -> None:
    async with person(browser, house.url, language=language) as ana:
        page = ana.page
        await page.locator(".press-gold.press-big").press("Enter")
        while (asked := await ana.until_asked()) != "result" and ana.screens[-1]["number"] == 1:
            assert await letters_of(ana)
            answers = page.locator(".group-answer .press[aria-keyshortcuts]")
            able = page.locator(".lay.is-able:not([aria-disabled])")
            chosen = answers.nth(1) if asked == "answer" else able.first
            key = await chosen.get_attribute("aria-keyshortcuts")
            assert key
            before = await page.locator("#play").get_attribute("data-version")
            await page.keyboard.press(key.lower())
            await page.wait_for_function(
                "before => document.querySelector('#play').dataset.version !== before", arg=before
            )
        assert ana.complaints == []


async def test_keys_do_nothing_while_one_types_nor_when_they_are_switched_off(
    house: House, browser: Browser
) -> None:
    async with person(browser, house.url) as ana:
        page = ana.page
        await page.locator(".press-gold.press-big").click()
        await ana.until_asked()
        letters = await letters_of(ana)
        before = len(ana.screens)
        line = page.get_by_role("combobox", name=re.compile("comando|command"))
        await line.focus()
        await page.keyboard.type("".join(letters) + "1")
        await expect(line).to_have_value("".join(letters) + "1")
        await line.fill("")
        await page.get_by_role("button", name=re.compile("Sonido")).click()
        await page.get_by_role("checkbox").uncheck()
        await page.get_by_role("button", name="Cerrar").click()
        await expect(page.locator(".press[aria-keyshortcuts]")).to_have_count(0)
        await page.locator("#mine").focus()
        for key in [*letters, "1", "2", "3"]:
            await page.keyboard.press(key)
        # A press that is heard after them: they would have come first.
        await page.keyboard.press("/")
        await expect(line).to_be_focused()
        assert len(ana.screens) == before
        await page.reload()
        await ana.until_asked()
        await expect(page.locator(".press[aria-keyshortcuts]")).to_have_count(0)


async def test_each_button_has_a_letter_of_its_own_label(house: House, browser: Browser) -> None:
    async with person(browser, house.url) as ana:
        labels = ["Quiero", "No quiero", "¡Truco!", "Ítem", "TRUCO", "27", "Q"]
        assert await ana.page.evaluate(LETTERS, labels) == [
            ["Quiero", "Q"],
            ["No quiero", "N"],
            ["¡Truco!", "T"],
            ["Ítem", "I"],
            ["TRUCO", "R"],
        ]


@pytest.mark.dear
async def test_what_has_to_be_scrolled_can_be_reached_by_tab(
    house: House, browser: Browser
) -> None:
    """What is written beside a table of six may be longer than its room."""
    async with person(browser, house.url, size=LAPTOP) as ana:
        await ana.type_line("/jugar variante:argentino jugadores:6 robots:5")
        await ana.type_line("/empezar")
        asked = await ana.until_asked()
        await ana.page.evaluate("() => { notes.style.maxHeight = '10px'; }")
        scrolled = False
        while asked != "result" and not scrolled:
            await (ana.answer() if asked == "answer" else ana.lay())
            asked = await ana.until_asked()
            scrolled, reached = await ana.page.evaluate(SCROLLED)
            assert reached is scrolled
        assert scrolled
        assert ana.complaints == []

"""Others come in: the address of a lobby is copied, and opens that table for whoever has it."""

import json
from collections.abc import Callable

import msgspec
import pytest
from playwright.async_api import Browser, WebSocketRoute, expect

from adapters.web.qr import qr_code
from bot.words import locale_of_client
from engine.variants import VARIANTS
from tests.adapters.web.house import House
from tests.browser.people import LAPTOP, NARROW, TELEPHONE, person
from tests.examples import some

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="package")]

SHARED = "() => window.shared"
SHARES = """navigator.share = async (what) => { window.shared = what.url; };
Object.defineProperty(navigator, 'clipboard', {value: {writeText: async (text) => {
  window.copied = text; }}});"""


async def test_a_game_is_chosen_by_its_card(house: House, browser: Browser) -> None:
    """Those of the visitor's language stand first; everything fits the narrowest telephone."""
    async with person(browser, house.url, size=NARROW, language="pt-BR") as ana:
        cards = ana.page.locator(".game-card")
        await expect(cards).to_have_count(len(VARIANTS))
        first = [await cards.nth(n).get_attribute("data-variant") for n in range(3)]
        assert first == ["paulista", "mineiro", "gauderio"]
        await cards.nth(1).scroll_into_view_if_needed()
        wide = await ana.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0
        await ana.resize(LAPTOP)
        await cards.nth(1).scroll_into_view_if_needed()
        await cards.nth(1).focus()
        await ana.page.keyboard.press("Enter")
        await expect(ana.page.locator(".my-card")).to_have_count(3)
        assert ana.screens[-1]["deck"] == "french"
        assert ana.complaints == []


READ = """(last) => {
  const end = document.querySelector(last);
  const walker = document.createTreeWalker(document.querySelector('#room'), NodeFilter.SHOW_TEXT);
  const words = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const after = end.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING;
    if (after && !end.contains(node)) break;
    if (!node.parentElement.checkVisibility()) continue;
    words.push(...node.data.match(/[\\p{L}\\d]+/gu) ?? []);
  }
  return words.length;
}"""
"""How many words stand above a button, and on it."""
DOOR_READ = "(text) => text.match(/[\\p{L}\\d]+/gu).length"
UNTOLD = r"document.body.innerText.match(/\bweb\.[a-z.]+/g) ?? []"
"""Ids that stand in the place of words."""
MOST_WORDS = 25


@pytest.mark.parametrize("language", some(["es-ES", "en-GB", "pt-BR"]))
async def test_a_newcomers_path(
    house: House, browser: Browser, measured: Callable[[str], None], language: str
) -> None:
    """One press and few words to the first card; two presses, one of them the link, to a friend's
    table."""
    async with person(browser, house.url, size=TELEPHONE, language=language) as ana:
        play = ana.page.locator(".press-gold.press-big")
        await expect(ana.page.locator("[data-key=quick-2] [data-variant]")).to_have_count(1)
        words = await ana.page.evaluate(READ, ".press-gold.press-big")
        assert words <= MOST_WORDS
        await play.click()
        await expect(ana.page.locator(".my-card")).to_have_count(3)
        assert await ana.page.evaluate(UNTOLD) == []
        assert await ana.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        # The whole page changes its language without being loaded again.
        assert (await ana.page.evaluate("document.documentElement.lang"))[:2] == language[:2]
        await ana.page.locator("#locale").select_option("en" if language == "es-ES" else "es")
        name = "Table" if language == "es-ES" else "Mesa"
        await expect(ana.page.get_by_role("button", name=name, exact=True)).to_be_visible()
        assert ana.complaints == []
    async with person(browser, house.url, language=language) as host:
        await host.page.locator(".hero-more .press").last.click()
        await expect(host.page.locator(".place")).to_have_count(2)
        address = f"{house.url}/mesa/{host.screens[-1]['match']}"
        async with person(browser, address, size=TELEPHONE, language=language) as friend:
            door = friend.page.locator("dialog[open]")
            told = await friend.page.evaluate(DOOR_READ, await door.inner_text())
            assert told <= MOST_WORDS
            await door.locator(".press-gold").click()
            await expect(friend.page.locator(".place.is-me")).to_have_count(1)
            await host.page.locator(".lobby-main .press").last.click()
            for somebody in (host, friend):
                await expect(somebody.page.locator(".my-card")).to_have_count(3)
                assert somebody.complaints == []
    measured(f"{language}: 1 press and {words} words; a friend 2 presses and {told} words")


async def test_the_address_of_a_lobby_is_copied_shared_and_opens_it(
    house: House, browser: Browser
) -> None:
    async with person(browser, house.url, size=NARROW) as ana:
        await ana.page.evaluate(SHARES)
        await ana.page.get_by_role("button", name="Armar una mesa").click()
        await ana.page.get_by_role("button", name="Invitar", exact=True).click()
        panel = ana.page.locator("dialog[open]")
        address = await panel.get_by_role("textbox").input_value()
        match = ana.screens[-1]["match"]
        assert address == f"{house.url}/mesa/{match}"
        await panel.get_by_role("button", name="Copiar enlace").click()
        await expect(panel.get_by_role("status")).not_to_be_empty()
        assert await ana.page.evaluate("() => window.copied") == address
        await panel.get_by_role("button", name="Compartir").click()
        assert await ana.page.evaluate(SHARED) == address
        await expect(panel.locator(".qr")).to_have_count(0)
        await expect(panel.locator(".share-local")).not_to_be_empty()
        wide = await ana.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0
        async with person(browser, address, size=NARROW) as eva:
            await eva.page.locator("dialog[open]").get_by_role("button", name="Mirar").click()
            await expect(eva.page.locator(".place")).to_have_count(2)
            await expect(eva.page.locator(".place.is-me")).to_have_count(0)
            assert eva.complaints == []
        async with person(browser, address, size=LAPTOP) as beto:
            door = beto.page.locator("dialog[open]")
            await beto.page.keyboard.type("Beto")  # in place of the name that was proposed
            await expect(door.get_by_role("textbox")).to_have_value("Beto")
            await door.get_by_role("button", name="Sentarme").click()
            await expect(beto.page.locator(".place.is-me")).to_contain_text("Beto")
            assert beto.screens[-1]["match"] == match
            await expect(beto.page.locator("#who")).to_have_count(0)
            await expect(ana.page.locator(".place")).to_contain_text(["Beto"])
            assert ana.complaints == beto.complaints == []


async def test_an_address_that_a_telephone_can_follow_is_a_code(
    house: House, browser: Browser
) -> None:
    def followed(line: WebSocketRoute) -> None:
        def pass_on(data: str | bytes) -> None:
            message = json.loads(data)
            if message["t"] == "panel":
                codes = [qr_code(address) for address in message["page"]["links"]]
                message["codes"] = msgspec.to_builtins(codes)
            line.send(json.dumps(message))

        line.connect_to_server().on_message(pass_on)

    async with person(browser, house.url, size=NARROW, line=followed) as ana:
        await ana.page.get_by_role("button", name="Armar una mesa").click()
        await ana.page.get_by_role("button", name="Invitar", exact=True).click()
        panel = ana.page.locator("dialog[open]")
        await panel.get_by_role("img").scroll_into_view_if_needed()
        address = await panel.get_by_role("textbox").input_value()
        drawn = await panel.locator(".qr path").get_attribute("d")
        assert drawn == qr_code(address).path
        await expect(panel.locator(".share-local")).to_have_count(0)
        assert ana.complaints == []


@pytest.mark.parametrize("code", some(["nowhere", "zzzz2345zzzz2345", "zzzz2345"]))
async def test_an_address_that_leads_nowhere_says_so_and_offers_a_table(
    house: House, browser: Browser, code: str
) -> None:
    async with person(browser, f"{house.url}/mesa/{code}", size=NARROW) as ana:
        dialog = ana.page.locator("dialog[open]")
        await expect(dialog).not_to_be_empty()
        await expect(dialog.get_by_role("button")).to_have_text(["Cerrar", "Armar una mesa"])
        await dialog.get_by_role("button", name="Armar una mesa").click()
        await expect(ana.page.locator(".place.is-me")).to_have_count(1)
        assert ana.complaints == []


LOCALE_FOR = """async (told) => {
  const { localeFor } = await import(new URL('language.js', document.querySelector('script').src));
  return told.map((one) => localeFor(one) ?? null);
}"""


async def test_a_language_is_known_however_a_browser_spells_it(
    house: House, browser: Browser
) -> None:
    """As the server knows it (:func:`bot.words.locale_of_client`); one that we lack is nothing."""
    told = ["es", "ES", "es-AR", "es-ar", "es-uy", "es-MX", "pt", "pt-br", "PT-PT", "en-GB", "EN"]
    async with person(browser, house.url) as ana:
        found = await ana.page.evaluate(LOCALE_FOR, [*told, "est", "fr"])
        assert found == [*map(locale_of_client, told), None, None]

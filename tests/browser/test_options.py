"""The options of a table in a browser: a private table is reached by its address; a change during
the match is marked until it is seen."""

import re

import pytest
from playwright.async_api import Browser, expect

from tests.adapters.web.house import House
from tests.browser.people import NARROW, person

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="package")]


async def test_two_at_a_private_table(house: House, browser: Browser) -> None:
    async with person(browser, house.url) as ana:
        await ana.call_me("Ana")
        await ana.type_line("/jugar privada:si")
        await ana.type_line("/invitar")
        panel = ana.page.locator("dialog[open]")
        await expect(panel).to_contain_text("codigo:")
        address = re.compile(re.escape(f"{house.url}/mesa/"))
        await expect(panel.get_by_role("textbox")).to_have_value(address)
        (code,) = re.findall(r"codigo:([a-z0-9]{16})", await panel.inner_text())
        await panel.get_by_role("button", name="Cerrar").click()
        async with person(browser, house.url) as eva:
            await expect(eva.page.locator(".table-card")).to_have_count(0)
        async with person(browser, f"{house.url}/mesa/{code}") as beto:
            await beto.page.locator("dialog[open] .press-gold").click()
            await beto.page.locator(".place.is-me").wait_for()
            assert code not in beto.page.url
            await ana.page.locator("details.fields summary").click()
            await ana.page.locator("#field-target").select_option("15")
            marked = beto.page.get_by_role("button", name="🔴 Opciones")
            await marked.wait_for()
            await marked.click()
            await beto.page.locator(".options-told").wait_for()
            await beto.page.locator("dialog[open]").get_by_role("button", name="Cerrar").click()
            await expect(marked).to_have_count(0)
            await ana.page.get_by_role("button", name="Empezar").click()
            await ana.page.locator(".more summary").click()
            await ana.page.get_by_role("button", name="Opciones de la mesa").click()
            await ana.page.locator("#option-flor").select_option("con")
            await ana.page.locator(".options-lines").get_by_text("🔴").wait_for()
            await marked.wait_for()
            await marked.click()
            await expect(marked).to_have_count(0)
            assert ana.complaints == beto.complaints == []


async def test_a_lobby_opened_in_the_channel_is_seen_from_its_beginning(
    house: House, browser: Browser
) -> None:
    """On a telephone, whose two pages take the place of one another."""
    async with person(browser, house.url, size=NARROW) as ana:
        hall, tabs = ana.page.locator("#hall"), ana.page.locator(".tab")
        await ana.page.locator(".game-card").last.scroll_into_view_if_needed()
        assert await hall.evaluate("(hall) => hall.scrollTop") > 0
        await tabs.nth(1).click()
        await ana.type_line("/jugar jugadores:4")
        await tabs.nth(0).click()
        await expect(ana.page.locator(".place")).to_have_count(4)
        assert await hall.evaluate("(hall) => hall.scrollTop") == 0

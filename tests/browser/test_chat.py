"""Onlookers and the chat of a table in a browser: by keyboard, on a narrow telephone, and never as
markup."""

import pytest
from playwright.async_api import Browser, expect

from tests.adapters.web.house import House
from tests.browser.people import NARROW, person
from tests.narrow import present

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="package")]

WRITTEN = "<b>hola</b> <img src=x onerror=document.title=1>"
LONG = "sin-ningun-espacio-" * 9


async def test_an_onlooker_writes_and_is_muted_by_keyboard(house: House, browser: Browser) -> None:
    async with person(browser, house.url) as ana:
        await ana.call_me("Ana")
        await ana.page.get_by_role("button", name="Jugar ahora").click()
        await ana.page.locator(".lay").first.wait_for()
        (match,) = {screen["match"] for screen in ana.screens}
        async with person(browser, f"{house.url}/mesa/{match}") as eva:
            away = eva.page.get_by_role("button", name="Todas las mesas", exact=True)
            await away.wait_for()
            await eva.type_line(WRITTEN)
            line = ana.page.locator(".feed-talk")
            await expect(line.locator(".feed-text")).to_have_text(WRITTEN)
            assert await line.locator("img, b").count() == 0
            await eva.type_line(LONG)
            await expect(line).to_have_count(2)
            await ana.resize(NARROW)
            await ana.page.get_by_role("button", name="Canal").click()
            await expect(line.last).to_be_visible()
            assert await ana.page.evaluate(
                "() => document.documentElement.scrollWidth <= innerWidth"
            )
            for text in await line.all():
                box = present(await text.bounding_box())
                assert box["x"] >= 0
                assert box["x"] + box["width"] <= NARROW["width"]
            name = line.last.get_by_role("button")
            assert await name.get_attribute("aria-label")
            assert await ana.page.locator("#feed[role=log][aria-live=polite]").count() == 1
            await name.focus()
            await ana.page.keyboard.press("Enter")
            panel = ana.page.locator("dialog[open]")
            mute = panel.get_by_role("button", name="No leer más")
            await mute.wait_for()
            await mute.focus()
            await ana.page.keyboard.press("Enter")
            await panel.get_by_role("button", name="Volver a leer").wait_for()
            await ana.page.keyboard.press("Escape")
            await eva.type_line("esto ya no se lee")
            await eva.type_line("/frase suerte")
            await expect(ana.page.locator("#play")).to_contain_text("Suerte")
            await expect(line).to_have_count(2)
            await away.click()
            await expect(eva.page.locator("#hall")).to_be_visible()
            await expect(eva.page.locator(".feed-talk")).to_have_count(0)
            assert ana.complaints == eva.complaints == []

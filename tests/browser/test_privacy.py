"""A person's own data in a browser: told, taken home, deleted in two steps and back."""

import json
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from bot.community.erasure_notes import PERSON
from bot.community.own_data import FILE
from bot.messages import AgreeSign, Join
from bot.store.queries import people_queries
from bot.words import words_for
from tests.adapters.web.house import House
from tests.browser.people import person

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="package")]


async def test_what_is_kept_is_told_given_and_deleted(
    house: House, browser: Browser, tmp_path: Path
) -> None:
    words = words_for("es")
    async with person(browser, house.url) as ana:
        await ana.call_me("Ana")
        panel = ana.page.locator("dialog[open]")
        close = panel.get_by_role("button", name="Cerrar")
        await ana.type_line("/privacidad")
        await expect(panel).to_contain_text("/datos borrar")
        await close.click()
        async with ana.page.expect_download() as waiting:
            await ana.type_line("/mis-datos")
        download = await waiting.value
        assert download.suggested_filename == FILE
        await download.save_as(tmp_path / FILE)
        told = json.loads((tmp_path / FILE).read_text(encoding="utf-8"))
        assert told["person"].startswith("web:")
        await ana.type_line("/borrar-mis-datos")
        await panel.get_by_role("button", name=words.text("erasure.yes")).wait_for()
        await close.click()
        store = house.service.store
        assert not await store.read(people_queries.settings_named, PERSON), (
            "a question does nothing"
        )
        await ana.type_line("/borrar-mis-datos")
        await panel.get_by_role("button", name=words.text("erasure.yes")).click()
        undo = panel.get_by_role("button", name=words.text("erasure.no"))
        await undo.wait_for()
        assert len(await store.read(people_queries.settings_named, PERSON)) == 1
        await undo.click()
        await expect(panel).to_contain_text(words.text("erasure.undone"))
        assert not await store.read(people_queries.settings_named, PERSON)
        assert ana.complaints == []


async def test_own_signs_are_agreed_on_and_taken_away(house: House, browser: Browser) -> None:
    """What somebody writes is text and nothing else."""
    async with person(browser, house.url) as ana:
        await ana.call_me("Ana")
        await ana.type_line("/jugar jugadores:4")
        await ana.page.locator(".place.is-me").wait_for()
        match = ana.screens[-1]["match"]
        for name in ("Beto", "Carla"):
            join = Join(request=name, person=f"web:{name}", match=match, name=name)
            await house.service.handle(join)
        await ana.type_line("/acordar me toco <b>la gorra</b> = vengo sin nada")
        panel = ana.page.locator("dialog[open]")
        await expect(panel).to_contain_text("me toco <b>la gorra</b>: vengo sin nada")
        written = AgreeSign(
            request="c", person="web:Carla", match=match, gesture="silbo", meaning="el macho"
        )
        await house.service.handle(written)
        await panel.get_by_role("button", name="me toco").click()
        await expect(panel).to_contain_text("silbo: el macho")
        await expect(panel).not_to_contain_text("gorra")
        assert ana.complaints == []

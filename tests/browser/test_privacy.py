"""A person's own data in a browser: told, taken home, deleted in two steps and back."""

import json
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from bot.community.erasure_notes import PERSON
from bot.community.own_data import FILE
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

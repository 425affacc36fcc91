"""The hand of the day on the page: what its result offers, and when."""

import pytest
from playwright.async_api import Browser, expect

from bot.common.lived_time import Time
from bot.match import daily
from bot.match.vault import Vault
from tests.adapters.web.house import opened
from tests.browser.people import LAPTOP, person

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="package")]


async def test_the_record_is_offered_when_the_day_is_over(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before, others play the same cards, and nothing behind a button could answer."""
    async with (
        opened(vault=Vault(b"k" * 32)) as house,
        person(browser, house.url, size=LAPTOP) as ana,
    ):
        await ana.call_me("Ana")
        await ana.type_line("/diaria variante:paulista")
        await ana.until_asked()
        await ana.type_line("/salir")
        await expect(ana.page.locator(".result")).to_be_visible()
        record = ana.page.get_by_role("button", name="Descargar la partida")
        await expect(record).to_have_count(0)
        await expect(ana.page.locator(".result-share")).to_have_count(0)
        await ana.photo("daily-left")
        now = house.service.time.utc()
        day = daily.day_of(daily.number_at(now), "")
        later = day.ends + daily.GRACE - now
        before = Time.utc
        monkeypatch.setattr(Time, "utc", lambda time: before(time) + later)
        await ana.type_line("/mesa")
        await expect(record).to_be_visible()
        assert ana.complaints == []

"""A finished match seen again in a browser."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from playwright.async_api import Browser, Page, Route, expect

from tests.adapters.web.house import House
from tests.adapters.web.test_films import ended
from tests.browser.people import LAPTOP, NARROW, PATIENCE
from tests.fairness.verifiers import RECORDS
from tests.strategies import Playout, start_from

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="package")]

STEP = 1600
"""Milliseconds between two steps of a film at its own speed."""


def record_of(game: str, players: int, seed: int = 5) -> str:
    """A whole match that was played at random, with names."""
    playout = Playout(start_from(seed, game, (players,)), seed).play(10**6)
    named = [f"seat {seat} Persona {seat}\n" for seat in range(players)]
    head, first, rest = playout.record().partition("hand dealer")
    return head + "".join(named) + first + rest


@asynccontextmanager
async def opened(browser: Browser, address: str, size: dict[str, int]) -> AsyncIterator[Page]:
    context = await browser.new_context(locale="en", reduced_motion="reduce")
    page = await context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    await page.set_viewport_size({"width": size["width"], "height": size["height"]})
    page.set_default_timeout(PATIENCE)
    await page.goto(address)
    yield page
    assert complaints == []
    await context.close()


async def bring(page: Page, text: str) -> None:
    await page.locator("#file").set_input_files(
        {"name": "match.truco", "mimeType": "text/plain", "buffer": text.encode()}
    )


async def place(page: Page) -> int:
    return int(await page.locator("#film-range").input_value())


async def test_a_stored_match_is_watched(house: House, browser: Browser) -> None:
    async with house.visit() as ana:
        match = await ended(ana)
    async with opened(browser, f"{house.url}/partida/{match}", LAPTOP) as page:
        told = page.locator("#told")
        await expect(told).not_to_be_empty()
        assert await place(page) == 0
        await page.keyboard.press("End")
        await expect(page.locator("#film-range")).not_to_have_value("0")
        end = await place(page)
        assert (await page.evaluate("location.hash")) == f"#{end + 1}"
        await page.keyboard.press("Home")
        await expect(page.locator("#film-range")).to_have_value("0")
        await expect(page.locator(".film-hand")).to_have_count(2)
        await page.locator("#film-eye").select_option("0")
        await expect(page.locator(".film-hand")).to_have_count(1)
        await expect(page.locator("#film-eye")).to_have_value("0")
        await expect(page.locator(".film-proof .verdict")).to_be_visible()
        heading = page.get_by_role("heading", level=1)
        await expect(heading).to_have_text(await page.title())


@pytest.mark.dear
async def test_the_keyboard_plays_a_whole_film(house: House, browser: Browser) -> None:
    async with opened(browser, f"{house.url}/partida", LAPTOP) as page:
        await bring(page, record_of("argentino", 4))
        steps = page.locator("#film-range")
        await expect(steps).to_be_visible()
        heard = set()
        last = int(await steps.get_attribute("max") or 0)
        for step in range(last):
            heard.add(await page.locator("#told").inner_text())
            await page.locator("body").press("ArrowRight")
            await expect(steps).to_have_value(str(step + 1))
        assert len(heard) > last // 2
        await page.locator("body").press("PageUp")
        await expect(steps).not_to_have_value(str(last))
        await page.locator("body").press("ArrowLeft")
        await page.locator("#film-speed").select_option("4")
        await page.locator("body").press("Home")
        await page.clock.install()
        await page.clock.pause_at(await page.evaluate("Date.now() + 1000"))
        await page.keyboard.press("Space")
        await page.clock.run_for(2 * STEP // 4)
        await expect(steps).to_have_value("2")
        await page.keyboard.press("Space")
        await page.clock.run_for(2 * STEP)
        await expect(steps).to_have_value("2")
        await expect(page.locator("#film-play")).to_have_attribute("aria-label", "Play")


@pytest.mark.dear
@pytest.mark.parametrize(("game", "players"), [("tradicional-18", 8), ("venezolano", 2)])
async def test_it_fits_a_narrow_telephone(
    house: House, browser: Browser, game: str, players: int
) -> None:
    async with opened(browser, f"{house.url}/partida", NARROW) as page:
        await bring(page, record_of(game, players))
        await expect(page.locator("#film-range")).to_be_visible()
        await page.locator("#film-forth").click()
        await page.locator("#film-forth").click()
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        await expect(page.locator(".film-hand")).to_have_count(players)


async def test_the_proof_is_checked_beside_it(house: House, browser: Browser) -> None:
    async with opened(browser, f"{house.url}/partida", LAPTOP) as page:
        await bring(page, RECORDS["duels"])
        await expect(page.locator(".film-proof .verdict.right")).to_be_visible()
        await expect(page.locator('.film-ticks [data-mark="✓"]')).to_have_count(6)
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        await expect(page.locator("#film-range")).to_be_visible()


async def test_what_is_no_film_is_told(house: House, browser: Browser) -> None:
    async with opened(browser, f"{house.url}/partida/zzzzzzzz", NARROW) as page:
        await expect(page.locator("#why")).to_be_visible()
        await expect(page.locator("#play")).to_be_hidden()
        await bring(page, "record 1\nvariant argentino\nplayers 2\nhand foo\n")
        await expect(page.locator("#why")).to_contain_text("4")
        await expect(page.locator("#why")).to_contain_text("match.truco")


@pytest.mark.dear
async def test_what_the_teacher_says_is_marked_in_the_film(house: House, browser: Browser) -> None:
    async with house.visit() as ana:
        match = await ended(ana)
        key = ana.key
    line = "1. Hand 1 (Ana 0 – 0 Beto): with 27 as mano one calls."
    answers = [
        {"text": "Analysing hand 3 of 12…", "ready": False, "marks": []},
        {
            "text": f"{line}\nIt cost 0.8 points.",
            "ready": True,
            "marks": [
                {"place": 0, "text": line, "dear": True},
                {"place": 0, "text": "You chose truco.", "dear": False},
                {"place": 1, "text": "You chose envido.", "dear": False},
            ],
        },
    ]

    async def answer(route: Route) -> None:
        assert route.request.headers["truco-key"] == key
        await route.fulfill(json=answers.pop(0) if len(answers) > 1 else answers[0])

    async with opened(browser, f"{house.url}/partida/{match}", NARROW) as page:
        await expect(page.locator("#film-range")).to_be_visible()
        await expect(page.locator("#film-analyse")).to_have_count(0)
        await page.evaluate("key => sessionStorage.setItem('truco.key', key)", key)
        await page.route("**/analisis.json*", answer)
        await page.reload()
        await page.locator("#film-analyse").click()
        await expect(page.locator(".film-said")).to_contain_text("hand 3 of 12")
        await expect(page.locator(".film-said")).to_contain_text("0.8 points")
        await page.locator("body").press("End")
        await expect(page.locator(".film-dear")).to_have_count(0)
        await page.locator(".film-mark-button").first.click()
        await expect(page.locator("#film-range")).to_have_value("0")
        await expect(page.locator(".film-dear")).to_have_text(line)
        await expect(page.locator(".film-judged")).to_have_text("You chose truco.")
        await page.locator("#film-every summary").click()
        await page.locator("#film-every .film-mark-button").last.click()
        await expect(page.locator("#film-range")).to_have_value("1")
        await expect(page.locator(".film-judged")).to_have_text("You chose envido.")
        await expect(page.locator(".film-dear")).to_have_count(0)
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")

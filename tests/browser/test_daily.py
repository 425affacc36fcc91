"""The hand of the day on the page: what its result offers, and when."""

import asyncio

import pytest
from playwright.async_api import Browser, expect

from bot.common.lived_time import Time
from bot.environment import Config
from bot.match import daily
from bot.match.vault import Vault
from bot.messages import MatchId
from bot.service import Service
from bot.store.queries import commitment_register
from bot.words import words_for
from tests.adapters.web.house import opened
from tests.browser.people import LAPTOP, PATIENCE, TELEPHONE, person
from tests.narrow import present

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="package")]

QUICK = Config(robot_delay=0, pause=0.1, claims=0.02, robot_budget=0)


async def test_the_film_is_offered_when_the_day_is_over(
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
        film = ana.page.get_by_role("button", name="Ver de nuevo")
        await expect(film).to_have_count(0)
        await expect(ana.page.locator(".result-share")).to_have_count(0)
        now = house.service.time.utc()
        day = daily.day_of(daily.number_at(now), "")
        later = day.ends + daily.GRACE - now
        before = Time.utc
        monkeypatch.setattr(Time, "utc", lambda time: before(time) + later)
        await until_opened(house.service, ana.screens[-1]["match"])
        await ana.type_line("/mesa")
        await expect(film).to_be_visible()
        assert ana.complaints == []


async def until_opened(service: Service, match: MatchId) -> None:
    """Waits until the secret of the day is published, as soon as the clock looks at the time."""
    info = present(await service.matches.info(match))
    service.clock.wake()
    async with asyncio.timeout(PATIENCE / 1000):
        kept = await service.store.read(commitment_register.secret_of, info.sealed_as)
        while present(kept).entry.secret is None:
            kept = await service.store.read(commitment_register.secret_of, info.sealed_as)


@pytest.mark.dear
async def test_on_a_telephone_what_matters_most_has_room(browser: Browser) -> None:
    async with (
        opened(config=QUICK, vault=Vault(b"k" * 32)) as house,
        person(browser, house.url, size=LAPTOP) as ana,
    ):
        await ana.call_me("Ana")
        await ana.type_line("/diaria variante:paulista")
        await ana.until_asked()
        await ana.resize(TELEPHONE)
        await expect(ana.page.locator(".ask [data-id='daily.head']")).to_be_visible()
        await expect(ana.page.locator(".ask [data-id='daily.seal']")).to_be_hidden()
        for step in range(150):
            asked = await ana.until_asked()
            if asked == "result":
                break
            await (ana.answer(step) if asked == "answer" else ana.lay(step))
        share = ana.page.locator(".result-share")
        await expect(share).to_be_visible()
        box = present(await share.bounding_box())
        assert box["x"] + box["width"] <= TELEPHONE["width"], "it is all there"
        assert ana.complaints == []


async def test_the_hall_offers_the_hand_of_the_day_and_a_puzzle(browser: Browser) -> None:
    async with (
        opened(vault=Vault(b"k" * 32)) as house,
        person(browser, house.url, size=LAPTOP) as ana,
    ):
        await ana.page.get_by_role("button", name="Un problema").click()
        mine = ana.page.get_by_role("dialog").locator(".is-me .name")
        await expect(mine).to_have_text(words_for("es").text("puzzle.me"))
        await ana.page.get_by_role("button", name="Cerrar").click()
        await ana.page.get_by_role("button", name="Jugar la mano de hoy").click()
        await ana.until_asked()
        told = ana.page.locator("[data-id='daily.head']").filter(visible=True)
        await expect(told).to_have_count(1)
        assert ana.complaints == []


SHAPES = """() => [...document.querySelectorAll("dialog[open] .position-cards .lay")].map(
  (one) => Math.round(one.getBoundingClientRect().height))"""


async def test_a_card_keeps_its_shape_when_it_may_not_be_laid_face_down_any_more(
    browser: Browser,
) -> None:
    """The wrong answer's button goes; the card beside the other buttons does not grow."""
    async with (
        opened(vault=Vault(b"k" * 32)) as house,
        person(browser, house.url, size=TELEPHONE) as ana,
    ):
        await ana.page.get_by_role("button", name="Un problema").click()
        down = ana.page.locator("dialog[open] .position-cards .press")
        await expect(down.first).to_be_visible()
        before = await down.count()
        await down.first.click()
        await expect(down).to_have_count(before - 1)
        assert len(set(await ana.page.evaluate(SHAPES))) == 1


LYING = {"width": 844, "height": 390}
CUT = """() => {
  const box = (one) => one.getBoundingClientRect();
  const form = document.querySelector("dialog[open] .dialog-form");
  const felt = box(form.querySelector(".felt"));
  const outside = [...form.querySelectorAll(".felt .plate")].filter(
    (one) => box(one).top < felt.top - 24 || box(one).bottom > felt.bottom + 24);
  return [form.scrollHeight > form.clientHeight + 1, outside.map((one) => one.textContent)];
}"""


@pytest.mark.dear
async def test_a_telephone_lying_down_sees_a_whole_puzzle(browser: Browser) -> None:
    async with (
        opened(vault=Vault(b"k" * 32)) as house,
        person(browser, house.url, size=LYING) as ana,
    ):
        await ana.page.get_by_role("button", name="Un problema").click()
        await ana.page.locator("dialog[open] .felt .plate").nth(1).wait_for()
        assert await ana.page.evaluate(CUT) == [False, []]

"""Real tables in a real browser: every moment of them is clicked through."""

import time

import pytest
from playwright.async_api import Browser, Locator, expect

from adapters.web.tabs import user_of
from bot.store import Store
from tests.adapters.web.house import a_key, opened
from tests.adapters.web.moments import MOMENTS, Moment, Stage
from tests.adapters.web.test_real_tables import ids, tokens
from tests.bot.helpers import FakeTime, Table
from tests.browser.people import Person, person

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="package")]


@pytest.mark.dear
@pytest.mark.timeout(400)  # it is many tests in one: a moment of every game
async def test_people_get_through_every_moment(browser: Browser) -> None:
    for name, moment in MOMENTS.items():
        table = Table(Store.in_memory(), time=FakeTime(time.time()))
        key = a_key()
        await moment.prepare(Stage(table, user_of(key)))
        async with (
            opened(service=table.service) as house,
            person(browser, house.url, key=key) as ana,
        ):
            await expect(ana.page.locator("#play")).to_be_visible()
            if moment.press:
                await get_through(ana, moment)
            assert ana.complaints == [], name


async def get_through(ana: Person, moment: Moment) -> None:
    """Does on the page what the moment asks for, with every dialog on the way."""
    screen = ana.screens[-1]
    before = await ana.page.locator("#play").get_attribute("data-version")
    if moment.press == screen_question(screen):
        await ana.page.locator("#question-number").fill(moment.value)
        await ana.page.locator(".question .press").click()
    else:
        await (await place_of(ana, moment.press)).click()
        dialog = ana.page.locator("dialog[open]")
        if moment.value:
            await dialog.locator("#answer").fill(moment.value)
        confirms = [button["token"] for button in screen["buttons"] if button["confirm"]]
        if moment.value or tokens(screen)[moment.press] in confirms:
            await dialog.locator("button").last.click()
    await ana.page.wait_for_function(
        "before => document.querySelector('#play').dataset.version !== before", arg=before
    )
    assert set(moment.then) <= ids(ana.screens[-1]), moment.press


def screen_question(screen: dict[str, object]) -> str:
    """The action that the question on the screen completes; empty without one."""
    question = screen["question"]
    return str(question["token"]).rpartition(".")[2] if isinstance(question, dict) else ""


async def place_of(ana: Person, action: str) -> Locator:
    """The button or card that does this; what lies in a fold or under a switch is brought out."""
    screen = ana.screens[-1]
    token = tokens(screen)[action]
    for number, card in enumerate(screen["cards"], 1):
        if card["cover_token"] == token:
            await ana.page.locator(".press-switch").click()
        if token in (card["token"], card["cover_token"]):
            return ana.page.locator(f'.lay[data-card="{number}"]')
    return ana.page.locator(f'[data-key="press-{token}"]')

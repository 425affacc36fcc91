"""A duplicate match on the page: which deal is played, the change of legs, the end."""

import asyncio

import pytest
from playwright.async_api import Browser, expect

from bot.environment import Config
from bot.match.vault import Vault
from tests.adapters.web.house import opened
from tests.browser.people import PHOTOS, Person, person

pytestmark = [pytest.mark.browser, pytest.mark.dear, pytest.mark.asyncio(loop_scope="package")]


QUICK = Config(robot_delay=0, pause=1.0, claims=0.02)
"""Between two hands there is time to read."""


def told(ana: Person) -> list[str]:
    """The messages of the newest picture."""
    return [line["id"] for line in ana.screens[-1]["lines"]]


async def photo_of_the_turn(ana: Person) -> None:
    """Between the legs, which lasts for a moment alone."""
    line = ana.page.get_by_text("Fin de la ida").filter(visible=True).first
    await line.wait_for(timeout=0)
    await ana.photo("duplicate-turn-laptop")


async def test_both_legs(browser: Browser) -> None:
    async with (
        opened(config=QUICK, vault=Vault(b"k" * 32)) as house,
        person(browser, house.url) as ana,
    ):
        await ana.call_me("Ana")
        await ana.type_line("/jugar duplicado:6 robots:1")
        await ana.page.get_by_role("button", name="Empezar").click()
        steps, photographed = 0, set[str]()
        turn = asyncio.create_task(photo_of_the_turn(ana)) if PHOTOS else None
        while (asked := await ana.until_asked()) != "result":
            steps += 1
            assert steps < 200
            for leg in ("first", "second"):
                if f"duplicate.{leg}" in told(ana) and leg not in photographed:
                    photographed.add(leg)
                    await ana.both(f"duplicate-{leg}")
            if asked == "answer":
                await ana.answer(steps % 2)
            else:
                await ana.lay(steps)
        await expect(ana.page.locator(".result")).to_be_visible()
        await expect(ana.page.locator(".score .of")).to_have_count(0)
        await ana.both("duplicate-end")
        if turn is not None:
            turn.cancel()
        seen = {line["id"] for screen in ana.screens for line in screen["lines"]}
        legs = {"duplicate.first", "duplicate.turn", "duplicate.second", "duplicate.legs"}
        assert legs <= seen
        assert ana.complaints == []

"""Somebody who waits for a duel of their own speaks in that of others (TR-SEI-05), in a browser."""

import re

import pytest
from playwright.async_api import Browser, expect

from bot.messages import Join
from tests.adapters.web.house import House
from tests.browser.people import Person, person
from tests.duels import Duels

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="package")]

NAMES = ("Beto", "Carla", "Dani", "Eva", "Fede")


async def six(house: House, ana: Person) -> Duels:
    """Ana's table of six, in the first punta; the duel is one of others."""
    await ana.call_me("Ana")
    await ana.type_line("/jugar variante:tradicional-18 jugadores:6")
    await ana.page.locator(".place.is-me").wait_for()
    match = ana.screens[-1]["match"]
    duels = Duels(house.service, match)
    for name in NAMES:
        await duels.send(Join(request="", person=f"web:{name}", match=match, name=name))
    await duels.begin()
    if 0 in await duels.contest():
        await duels.refuse_a_truco()
    return duels


async def test_who_speaks_in_a_duel_of_others(house: House, browser: Browser) -> None:
    """Nothing offers it; typed, it is asked about first; no costs nothing, yes costs the duel, if
    the other side denounces it."""
    async with person(browser, house.url) as ana:
        duels = await six(house, ana)
        contest, before = await duels.contest(), await duels.score()
        assert "interfiere" not in str(ana.screens[-1])
        await ana.type_line("/reclamar interferir")
        dialog = ana.page.get_by_role("dialog")
        await expect(dialog).to_contain_text("4 puntos")
        await ana.page.keyboard.press("Escape")
        await expect(dialog).to_be_hidden()
        assert (await duels.contest(), await duels.score()) == (contest, before)
        await ana.type_line("/reclamar interferir")
        await ana.press(dialog.get_by_role("button", name=re.compile("^S[íi]")))
        assert (await duels.contest(), await duels.score()) == (contest, before)
        await duels.denounce(1)
        gained = [now - was for now, was in zip(await duels.score(), before, strict=True)]
        assert gained == [0, 4]
        assert await duels.contest() != contest
        assert ana.complaints == []

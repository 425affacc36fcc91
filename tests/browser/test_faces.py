"""Faces and voices of robots, and what moves on the table."""

from typing import Any

import pytest
from playwright.async_api import Browser, expect

from bot.pictures import faces
from tests.adapters.web.house import House
from tests.browser.people import Message, person
from tests.browser.test_sound import PICTURE

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="package")]

FROM_THE_PAGE = (
    "const from = (name) => import(new URL(name, document.querySelector('script').src));"
)
VOICES = f"""async (count) => {{
  {FROM_THE_PAGE}
  const {{ voice }} = await from('sound.js');
  return Array.from({{ length: count }}, (_, face) => JSON.stringify(voice(face, '¡Quiero!')));
}}"""
LOOKS = f"""async (pictures) => {{
  {FROM_THE_PAGE}
  const {{ Looks }} = await from('faces.js');
  const looks = new Looks();
  return pictures.map((one, index) => {{
    looks.follow(pictures[index - 1], one);
    return looks.of(1);
  }});
}}"""
WATCH = """() => {
  globalThis.moved = [];
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...how) {
    const cards = this.closest('.fan') ? 'theirs' : this.className;
    moved.push(this.closest('.my-card') ? 'mine' : cards);
    return animate.apply(this, how);
  };
}"""
SIGN = {"seat": 1, "look": "brows"}


def after(before: Message, **change: Any) -> Message:
    """The picture with other things; ``says`` is what seat 1 says."""
    says = change.pop("says", None)
    seats = before["seats"]
    if says is not None:
        seats = [seats[0], {**seats[1], "says": says}]
    return {**before, "seats": seats, **change}


async def test_every_robot_has_a_voice_of_its_own(house: House, browser: Browser) -> None:
    async with person(browser, house.url) as ana:
        voices = await ana.page.evaluate(VOICES, faces.COUNT)
        assert len(set(voices)) == faces.COUNT
        assert voices == await ana.page.evaluate(VOICES, faces.COUNT)


async def test_a_face_follows_what_is_seen_at_the_table(house: House, browser: Browser) -> None:
    begun = after(PICTURE)
    called = after(begun, says="¡Truco!", asked=[0])
    waits = after(called, point="1.2")
    signed = after(begun, gestures=[SIGN])
    stays = after(signed, point="1.3")
    over = after(stays, tricks=[{"number": 1, "done": True, "won_by": "A", "cards": []}])
    async with person(browser, house.url) as ana:
        seen = await ana.page.evaluate(LOOKS, [begun, called, waits, begun, signed, stays, over])
        assert [(one["look"], one["signs"]) for one in seen] == [
            ("calm", False),
            ("calling", False),
            ("sly", False),
            ("calm", False),
            ("brows", True),
            ("brows", True),
            ("calm", False),
        ]


async def test_cards_are_dealt_and_gathered_and_stillness_is_still(
    house: House, browser: Browser
) -> None:
    async with person(browser, house.url) as ana:
        page = ana.page
        await page.evaluate(WATCH)
        for still in (False, True):
            await page.emulate_media(reduced_motion="reduce" if still else "no-preference")
            await page.locator(".press-gold.press-big").click()
            number = 0
            while number < 2 and await ana.until_asked() != "result":
                number = ana.screens[-1]["number"]
                if number < 2:
                    await (ana.lay() if await ana.asked() == "card" else ana.answer(-1))
            await expect(page.locator(".avatar .face")).to_have_count(1)
            moved = set(await page.evaluate("() => moved.splice(0)"))
            assert moved == (set() if still else {"mine", "theirs", "in-the-air"})
            assert ana.complaints == []
            await ana.type_line("/salir")
            await page.locator(".brand-button").click()

"""Faces and voices of robots, and what moves on the table."""

from typing import Any

import pytest
from playwright.async_api import Browser, expect

from bot.pictures import faces
from tests.adapters.web.house import House
from tests.browser.people import Message, person
from tests.browser.test_sound import PICTURE

pytestmark = [pytest.mark.browser, pytest.mark.dear, pytest.mark.asyncio(loop_scope="package")]

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
DEAL = f"""async ([before, after]) => {{
  {FROM_THE_PAGE}
  const {{ Motion }} = await from('motion.js');
  const play = document.createElement('div');
  const cards = '<i class="card"></i>'.repeat(3);
  play.innerHTML = `<p data-key="seat-0"><b class="fan">${{cards}}</b></p>`;
  document.body.append(play);
  new Motion(play, document.body).begin(before, after);
  return play.getAnimations({{ subtree: true }}).length;
}}"""
FAIL = """() => {
  globalThis.tried = 0;
  Element.prototype.animate = () => {
    tried += 1;
    throw new Error('no movement today');
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
        assert [(face["look"], face["signs"]) for face in seen] == [
            ("calm", False),
            ("calling", False),
            ("sly", False),
            ("calm", False),
            ("brows", True),
            ("brows", True),
            ("calm", False),
        ]


async def test_a_face_is_glad_about_the_match_and_not_about_points(
    house: House, browser: Browser
) -> None:
    """Seat 1 has fewer points; it has won where the others left."""
    async with person(browser, house.url) as ana:
        for ahead, look in ((True, "glad"), (False, "sorry")):
            seats = [PICTURE["seats"][0], {**PICTURE["seats"][1], "side": "B", "ahead": ahead}]
            over = PICTURE | {"kind": "result", "seats": seats}
            seen = await ana.page.evaluate(LOOKS, [PICTURE, over])
            assert seen[-1]["look"] == look


async def test_a_deal_passes_over_a_seat_that_is_not_drawn(house: House, browser: Browser) -> None:
    seats = [
        {"seat": seat, "me": False, "says": "", "cards": 3, "dealer": seat == 0} for seat in (0, 1)
    ]
    dealt = PICTURE | {"number": 2, "seats": seats}
    async with person(browser, house.url) as ana:
        await ana.page.emulate_media(reduced_motion="no-preference")
        assert await ana.page.evaluate(DEAL, [PICTURE, dealt]) == 3


async def test_a_movement_that_fails_is_not_tried_again(house: House, browser: Browser) -> None:
    """The table is drawn, and goes on."""
    async with person(browser, house.url) as ana:
        await ana.page.emulate_media(reduced_motion="no-preference")
        await ana.page.evaluate(FAIL)
        await ana.page.locator(".press-gold.press-big").click()
        assert await ana.until_asked()
        await ana.type_line("/mazo")
        await ana.page.locator("#dialog .press").first.click()
        await ana.page.wait_for_function("() => tried")
        while await ana.until_asked() == "answer":
            await ana.answer(-1)
        tried = await ana.page.evaluate("() => tried")
        await ana.lay()
        assert await ana.page.evaluate("() => tried") == tried


async def test_cards_are_dealt_and_gathered_and_stillness_is_still(
    house: House, browser: Browser
) -> None:
    async with person(browser, house.url) as ana:
        page = ana.page
        await page.evaluate(WATCH)
        for still in (False, True):
            await page.emulate_media(reduced_motion="reduce" if still else "no-preference")
            await page.locator(".press-gold.press-big").click()
            wanted = set[str]() if still else {"mine", "theirs", "in-the-air"}
            moved = set[str]()
            number = 0
            # A newer picture ends every movement, so not every hand that ends is gathered.
            while await ana.until_asked() != "result" and (number < 2 or moved != wanted):
                await (ana.lay() if await ana.asked() == "card" else ana.answer(-1))
                number = ana.screens[-1]["number"]
                moved |= set(await page.evaluate("() => moved.splice(0)"))
            await expect(page.locator(".avatar .face")).to_have_count(1)
            assert moved == wanted
            assert ana.complaints == []
            await ana.type_line("/salir")
            await page.locator(".brand-button").click()

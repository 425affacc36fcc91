"""What a table sounds like: every sound belongs to what is seen, and silence is silent."""

import re

import pytest
from playwright.async_api import Browser, expect

from tests.adapters.web.house import House
from tests.browser.people import Message, Person, person

pytestmark = [pytest.mark.browser, pytest.mark.dear, pytest.mark.asyncio(loop_scope="package")]

LISTEN = """() => {
  globalThis.sounds = [];
  document.addEventListener('sound', ({ detail }) => sounds.push(detail));
}"""
BETWEEN = """async (pairs) => {
  const { soundsBetween } = await import(new URL('sound.js', document.querySelector('script').src));
  return pairs.map(([before, after]) => soundsBetween(before, after));
}"""
NAMES = {"deal", "card", "call", "sign", "turn", "soon", "points", "won", "lost"}


async def heard_by(somebody: Person) -> list[str]:
    heard: list[str] = await somebody.page.evaluate("() => sounds.splice(0)")
    return heard


async def play_out(somebody: Person) -> None:
    """Accepts and refuses by turns and lays the first card, until the match is over."""
    step = 0
    while (asked := await somebody.until_asked()) != "result":
        step += 1
        await (somebody.answer(step % 2) if asked == "answer" else somebody.lay())


def asks(screen: Message) -> bool:
    mine = [seat["seat"] for seat in screen["seats"] if seat["me"]]
    return bool(set(mine) & set(screen["asked"]))


def laid(screen: Message) -> int:
    return sum(len(trick["cards"]) for trick in screen["tricks"])


def said(screen: Message) -> list[str]:
    return [seat["says"] for seat in screen["seats"]]


async def test_each_sound_belongs_to_what_is_seen(house: House, browser: Browser) -> None:
    async with person(browser, house.url) as ana:
        await ana.page.evaluate(LISTEN)
        await ana.type_line("/jugar puntos:12 robots:1")
        await ana.type_line("/empezar")
        await play_out(ana)
        await expect(ana.page.locator(".result")).to_be_visible()
        heard = await heard_by(ana)
        assert set(heard) <= NAMES
        assert {"card", "turn"} <= set(heard)
        assert [name for name in heard if name in ("won", "lost")] == heard[-1:]
        pairs = list(zip(ana.screens, ana.screens[1:], strict=False))
        found: list[list[str]] = await ana.page.evaluate(BETWEEN, pairs)
        for (before, after), sounds in zip(pairs, found, strict=True):
            if before["match"] != after["match"] or "lobby" in (before["kind"], after["kind"]):
                continue
            if after["kind"] == "result":
                assert set(sounds) <= {"won", "lost"}
                continue
            same_hand = before["number"] == after["number"]
            assert ("card" in sounds) == (same_hand and laid(after) > laid(before))
            assert ("deal" in sounds) != same_hand
            assert "turn" not in sounds or asks(after)
            assert "turn" in sounds or not asks(after) or asks(before)
            new = [word for word, old in zip(said(after), said(before), strict=True) if word != old]
            assert ("call" in sounds) == any(new)


async def test_silence_is_silent_and_stays_so(house: House, browser: Browser) -> None:
    async with person(browser, house.url) as ana:
        await ana.page.evaluate(LISTEN)
        await ana.page.get_by_role("button", name=re.compile("Sonido|Sound|Som")).click()
        volume = ana.page.get_by_role("slider")
        await volume.press("ArrowRight")
        assert await heard_by(ana) == ["call"]
        await ana.page.locator("button[value=silence]").click()
        await ana.page.reload()
        await ana.page.evaluate(LISTEN)
        await ana.page.locator(".press-gold.press-big").click()
        assert await ana.until_asked()
        assert await heard_by(ana) == []


PICTURE: Message = {
    "match": "abcdefgh",
    "kind": "table",
    "number": 1,
    "point": "1.1",
    "tricks": [],
    "gestures": [],
    "asked": [],
    "seats": [{"seat": 0, "me": False, "says": ""}, {"seat": 1, "me": False, "says": ""}],
    "scores": [
        {"mine": False, "points": 30, "games": 0},
        {"mine": False, "points": 12, "games": 0},
    ],
}


async def test_what_is_heard_between_two_pictures(house: House, browser: Browser) -> None:
    """Who has won is told by the match and not by points: the leaders leave, and whoever stays has
    fewer. Whoever has no seat hears the table, and neither joy nor grief."""

    def over(*, ahead: bool) -> Message:
        mine = {**PICTURE["seats"][1], "ahead": ahead, "me": True}
        seats = [{**PICTURE["seats"][0], "ahead": not ahead}, mine]
        return {"kind": "result", "seats": seats}

    heard: list[tuple[Message, list[str]]] = [
        (over(ahead=True), ["won"]),
        (over(ahead=False), ["lost"]),
        ({"kind": "result"}, ["points"]),
        ({"match": "other"}, []),
        ({"number": 2}, ["deal"]),
        ({}, []),
    ]
    async with person(browser, house.url) as ana:
        pairs = [(PICTURE, PICTURE | change) for change, _ in heard]
        assert await ana.page.evaluate(BETWEEN, pairs) == [sounds for _, sounds in heard]


VOICE = """async ([before, after]) => {
  const { said, voice } = await import(new URL('sound.js', document.querySelector('script').src));
  const tones = JSON.stringify(said(before, after));
  return after.seats.filter((seat) => JSON.stringify(voice(seat.face, seat.says)) === tones)
    .map((seat) => seat.seat);
}"""


async def test_of_two_words_the_newest_is_heard(house: House, browser: Browser) -> None:
    """Both came between two pictures."""
    async with person(browser, house.url) as ana:
        for newest, spoke in ((1, (1, 2)), (0, (2, 1))):
            seats = [
                {**PICTURE["seats"][0], "says": "¡Truco!", "spoke": spoke[0], "face": 3},
                {**PICTURE["seats"][1], "says": "Quiero", "spoke": spoke[1], "face": 8},
            ]
            pair = [PICTURE, PICTURE | {"seats": seats}]
            assert await ana.page.evaluate(VOICE, pair) == [newest], spoke


@pytest.mark.parametrize("by_hand", [True, False], ids=["pressed", "typed"])
async def test_sound_opens_with_whatever_is_done_first(
    house: House, browser: Browser, by_hand: bool
) -> None:
    async with person(browser, house.url) as ana:
        await ana.page.evaluate(
            "() => { globalThis.opened = 0; const Known = AudioContext; globalThis.AudioContext ="
            " class extends Known { constructor() { super(); globalThis.opened += 1; } }; }"
        )
        if by_hand:
            await ana.page.locator(".press-gold.press-big").click()
        else:
            await ana.page.keyboard.press("Shift")
        await ana.page.wait_for_function("() => opened === 1")

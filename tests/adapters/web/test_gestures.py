"""A seña on the page: its partner's picture makes it, and no other page hears of it."""

import json
from contextlib import AsyncExitStack

from msgspec.structs import replace

from adapters.web.protocol import write
from adapters.web.tabs import Tab
from bot.screen import Line, Screen
from tests.adapters.web.house import House, Message, Page, my_turn, token

NAMES = ("Ana", "Beto", "Carla", "Dani")


async def table_of_four(pages: list[Page]) -> str:
    """Ana and Carla against Beto and Dani; Eva, the last one, looks on."""
    ana, *others, eva = pages
    match = await ana.open_table(jugadores="4")
    for page in others:
        await page.ask("sit", match=match)
    full = await ana.screen(lambda screen: not any(seat["empty"] for seat in screen["seats"]))
    await ana.ask("press", token=token(full, "START"))
    for page in (ana, *others):
        await page.screen(lambda screen: bool(screen["senas"]))
    await eva.tell("watch", match=match)
    await eva.screen(lambda screen: screen["onlooker"])
    return match


def pictures(page: Page) -> list[Message]:
    """Its pictures since the table was drawn there for the first time."""
    shown = [
        message["screen"]
        for message in page.heard
        if message["t"] == "picture" and message["screen"]
    ]
    return [picture for picture in shown if picture["kind"] in ("table", "hand")]


async def test_only_the_partners_page_hears_of_a_sena(house: House) -> None:
    async with AsyncExitStack() as stack:
        pages = [await stack.enter_async_context(house.visit(name)) for name in (*NAMES, "Eva")]
        await table_of_four(pages)
        ana, beto, carla, dani, eva = pages
        hand = pictures(ana)[-1]
        assert (await ana.ask("press", token=token(hand, "SENA SE-AR-04")))["tone"] == "ok"
        seen = await carla.screen(lambda screen: bool(screen["gestures"]))
        assert seen["gestures"] == [{"seat": 0, "look": "mouth-left"}]
        turn = next(page for page in pages[:4] if my_turn(pictures(page)[-1]))
        card = next(held for held in pictures(turn)[-1]["cards"] if held["token"])
        await turn.ask("press", token=card["token"])
        for page in pages:
            await page.screen(lambda screen: bool(screen["tricks"]))
        for page in (ana, beto, dani, eva):
            told = pictures(page)
            assert not any(picture["gestures"] for picture in told)
            numbers = [picture["version"] for picture in told]
            assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def test_a_picture_that_shows_nothing_new_is_not_sent() -> None:
    """Something happened that this page does not show; the next picture does not tell either."""
    tab = Tab("web:ana", "Ana", "es")
    tab.match = "abcdefgh"
    first = Screen("table", tab.match, 4, "es", "Truco")
    said: list[str] = []
    tab.outbox.put = lambda message: said.append(write(message))  # type: ignore[method-assign]
    tab.show(first, again=False)
    tab.show(replace(first, version=5), again=False)
    assert len(said) == 1
    tab.show(replace(first, version=6, lines=(Line("a", "b"),)), again=False)
    tab.show(first, again=False)
    assert [json.loads(text)["screen"]["version"] for text in said] == [1, 2]

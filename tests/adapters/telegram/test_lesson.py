"""A newcomer's path on Telegram: from Start to the end of the guided match, in the private chat."""

import asyncio
from collections.abc import Callable
from html import escape

from adapters.telegram.lines import LEARN
from bot.model import Status
from bot.screen import Screen
from bot.words import words_for
from tests.adapters.telegram.house import BOT, House
from tests.adapters.telegram.people import Person
from tests.adapters.telegram.world import Chat
from tests.bot.test_lesson import CALLS, PATHS, obedient
from tests.virtual import pass_by

MOST_PRESSES = 30


class Newcomer:
    """Presses what the private hand says, and counts it."""

    def __init__(self, house: House, who: Person, locale: str) -> None:
        self.house = house
        self.who = who
        self.locale = locale
        self.presses = 0
        self.told: set[str] = set()
        self.match = ""

    async def press(self, wanted: str) -> None:
        await self.house.until(lambda: self.who.find(wanted), 20)
        await self.who.press(wanted).answer()
        self.presses += 1

    async def begin(self) -> None:
        await self.who.open()
        self.presses += 1
        await self.press(LEARN)
        await pass_by(5)
        (self.match,) = await self.house.service.matches.of_person(f"telegram:{self.who.id}")

    async def to_the_end(self) -> None:
        while self.presses < MOST_PRESSES:
            info = await self.house.info(self.match)
            if info.status is not Status.PLAYING:
                return
            await self._read()
            await self._step()
        raise AssertionError("it never ends")

    async def _read(self) -> None:
        """What the hand tells stands in the chat, apart from the rest."""
        screen = await self._screen()
        for line in screen.lines:
            if line.id.startswith("lesson.") and line.id not in self.told:
                assert escape(line.text, quote=False) in escape(self.who.reads(), quote=False)
                self.told.add(line.id)

    async def _screen(self) -> Screen:
        person = f"telegram:{self.who.id}"
        screen = await self.house.service.screens.screen(self.match, person, self.locale)
        assert screen is not None
        return screen

    async def _step(self) -> None:
        view = await self.house.view(self.match, self.who)
        if view.seat in view.awaited:
            action = obedient(view, await self._screen())
            await self.press(action)
        elif not view.awaited and self.who.find("NEXT"):
            await self.press("NEXT")
        await pass_by(4)


async def test_the_greeting_of_a_group_leads_to_a_lesson_in_private(
    house: House, ana: Person, group: Chat
) -> None:
    """Whoever follows the link learns in the private chat; nothing of it stands in the group. Whose
    telephone speaks Brazilian learns a Brazilian game."""
    ana.say(f"/start@{BOT}", group)
    await pass_by(5)
    greeting = ana.sees(group)[-1]
    assert greeting.button(LEARN) is None
    (url,) = [key["url"] for key in greeting.buttons if "url" in key]
    before = len(ana.sees(group))
    zoe = house.world.person("Zoe", "pt-br")
    await zoe.follow(url)
    await pass_by(5)
    (match,) = await house.service.matches.of_person(f"telegram:{zoe.id}")
    info = await house.info(match)
    assert info.lesson is not None
    assert (info.variant, info.place) == ("paulista", f"telegram:{zoe.id}/0")
    assert len(ana.sees(group)) == before


async def test_a_newcomers_path(house: House, measured: Callable[[str], None]) -> None:
    zoe = Newcomer(house, house.world.person("Zoe", "es"), "es_AR")
    began = asyncio.get_running_loop().time()
    await zoe.begin()
    await zoe.to_the_end()
    took = asyncio.get_running_loop().time() - began
    assert zoe.told >= PATHS["argentino"]
    assert set(CALLS) & zoe.told
    await pass_by(20)
    assert words_for(zoe.locale).text("result.taught") in zoe.who.reads()
    assert not house.api.floods
    await zoe.who.open()
    await pass_by(5)
    greeting = zoe.who.sees()[-1]
    assert greeting.button("g1.jugar.robots") is not None
    assert greeting.button(LEARN) is None, "it is offered once"
    measured(f"Telegram: {zoe.presses} presses, {took:.0f} s")

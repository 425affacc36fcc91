"""A newcomer's path on Discord: from the greeting's button to the end of the guided match."""

import asyncio
from collections.abc import Callable

from adapters.discord.layout import LEARN
from bot.model import Status
from bot.screen import Screen
from bot.words import words_for
from tests.adapters.discord.house import House, lived_in
from tests.adapters.discord.lookalike.people import Person, Seen
from tests.adapters.discord.lookalike.server import Discord
from tests.adapters.discord.lookalike.world import VIEW_CHANNEL
from tests.bot.test_lesson import CALLS, PATHS, obedient
from tests.virtual import pass_by, settle

WORDS = words_for("es")
MOST_PRESSES = 30


class Newcomer:
    """Presses what the private hand says, and counts it."""

    def __init__(self, house: House, who: Person) -> None:
        self.house = house
        self.who = who
        self.presses = 0
        self.told: set[str] = set()
        self.match = ""

    async def press(self, custom_id: str) -> None:
        await self.who.press(custom_id=custom_id)
        self.presses += 1

    async def begin(self) -> None:
        await self.press(f"^{LEARN}$")
        await settle()
        person = f"discord:{self.who.user.id}"
        (self.match,) = await self.house.service.matches.of_person(person)

    async def to_the_end(self) -> None:
        while self.presses < MOST_PRESSES:
            info = await self.house.info(self.match)
            if info.status is not Status.PLAYING:
                return
            await self._read()
            await self._step()
        raise AssertionError("it never ends")

    async def _read(self) -> None:
        """What the hand tells stands in a message that this person sees, apart from the rest."""
        screen = await self._screen()
        for line in screen.lines:
            if line.id.startswith("lesson.") and line.id not in self.told:
                seen = "\n".join(message.text for message in self.who.everything())
                assert f"> 💡 {line.text}".replace("*", r"\*") in seen
                self.told.add(line.id)

    async def _screen(self) -> Screen:
        person = f"discord:{self.who.user.id}"
        screen = await self.house.service.screens.screen(self.match, person, "es")
        assert screen is not None
        return screen

    async def _step(self) -> None:
        view = await self.house.view(self.match, self.who)
        if view.seat in view.awaited:
            action = obedient(view, await self._screen())
            await self.press(rf"\.{action}$")
        elif self.who.find(custom_id=r"\.NEXT$") and not view.awaited:
            await self.press(r"\.NEXT$")
        await pass_by(3)


async def test_a_newcomers_path(small: Discord, measured: Callable[[str], None]) -> None:
    async with lived_in(small) as house:
        house.small.kick(house.guild)
        await settle()
        house.small.invite(house.guild)
        await settle()
        zoe, eva = Newcomer(house, house.person("Zoe")), house.person("Eva")
        before = len(eva.sees())
        began = asyncio.get_running_loop().time()
        await zoe.begin()
        await zoe.to_the_end()
        assert zoe.told >= PATHS["argentino"]
        assert set(CALLS) & zoe.told
        await pass_by(10)
        assert WORDS.text("result.taught") in zoe.who.sees()[-1].text
        assert len(eva.sees()) == before, "nobody else sees the lesson"
        assert not await house.service.matches.at_place(
            f"discord:{house.guild.id}/{house.channel.id}"
        )
    took = asyncio.get_running_loop().time() - began
    measured(f"Discord: {zoe.presses} presses, {took:.0f} s")


async def test_a_lesson_needs_no_table_in_the_channel(house: House) -> None:
    """It is shown to whoever asks alone, also where no table could be; /mano brings it again."""
    house.small.take_permissions(house.channel, VIEW_CHANNEL)
    zoe, eva = house.person("Zoe"), house.person("Eva")
    asked = await zoe.slash("aprender")
    await pass_by(5)
    assert asked.reply is not None
    assert asked.reply.only_for is zoe.user
    (match,) = await house.service.matches.of_person(f"discord:{zoe.user.id}")
    assert (await house.info(match)).status is Status.PLAYING
    assert eva.sees() == []
    await pass_by(16 * 60)
    again = await zoe.slash("mano")
    assert again.reply is not None
    assert [id for id in Seen(again.reply).custom_ids if f".{match}." in id]

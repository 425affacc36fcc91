"""The chats of a table rest while its people play in windows of Discord, and take over when a
window is closed, however slow the line is."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from random import Random

import pytest

from bot.model import Status
from engine.record.notation import write_action
from tests.adapters.discord.house import chosen
from tests.adapters.discord.lookalike.pace import at_once, by_lot
from tests.adapters.discord.lookalike.people import Person
from tests.adapters.discord.lookalike.rest import Request
from tests.adapters.discord.lookalike.server import Discord
from tests.adapters.discord.test_window import Door, launched_by, opened
from tests.adapters.telegram.framed import answer_to, listen, pictures, token_for
from tests.adapters.web.house import Page
from tests.virtual import pass_by, until

TAKES_OVER = 2.0
"""Seconds in which the chat of somebody who has closed the window has to show the hand of now."""
LINE = 0.5
"""The longest way to Discord, and back."""
LONG = 30.0
WRITES = ("create_message", "update_message")


class Resting:
    """A match of two in a channel; each plays in a window where one is open, else by buttons."""

    def __init__(self, door: Door, match: str) -> None:
        self.door = door
        self.match = match
        self.pressed = 0
        self.open: dict[Person, tuple[Page, AsyncExitStack]] = {}

    async def opens(self, person: Person) -> None:
        """Somebody opens the table in a window."""
        start = self.door.start(person, launched_by(await person.enter()))
        stack = AsyncExitStack()
        page = await stack.enter_async_context(self.door.window(start))
        listening = asyncio.create_task(listen(page))
        stack.callback(listening.cancel)
        self.open[person] = page, stack
        await until(lambda: pictures(page), LONG, "the window shows nothing")
        assert pictures(page)[-1]["match"] == self.match
        await pass_by(2 * LINE)  # what was under way to the chat arrives

    async def closes(self, person: Person) -> None:
        """Closes it, and lets the chat take over."""
        _, stack = self.open.pop(person)
        await stack.aclose()
        await pass_by(TAKES_OVER + 2 * LINE)

    async def play(self, rng: Random, steps: int) -> None:
        house = self.door.house
        for _ in range(20 * steps):
            if not steps:
                return
            sitting = await house.sitting(self.match)
            public = await house.view(self.match, None)
            if not public.awaited:
                await pass_by(1.0)
                continue
            steps -= 1
            player = sitting[public.awaited[0]]
            action = chosen(await house.view(self.match, player), rng)
            if player in self.open:
                said = write_action(await house.table(self.match), action)
                await self.act(self.open[player][0], said)
            else:
                await house.act(player, self.match, action, "button")

    async def act(self, page: Page, said: str) -> None:
        """One step in a window; it must be taken."""
        await until(lambda: token_for(said, pictures(page)[-1]), LONG, f"no {said}")
        self.pressed += 1
        id = f"w-{self.pressed}"
        await page.tell("press", id=id, token=token_for(said, pictures(page)[-1]))
        await until(lambda: answer_to(page, id), LONG, "no answer")
        assert answer_to(page, id)["tone"] == "ok"

    async def turn_of(self, person: Person) -> None:
        """The others play until it is this person's turn."""
        house, rng = self.door.house, Random(1)
        for _ in range(20):
            view = await house.view(self.match, person)
            if view.seat in view.awaited:
                return
            await self.play(rng, 1)

    def writes(self, place: int) -> list[Request]:
        """Messages and edits in a channel."""
        told = self.door.small.requests
        return [
            request for request in told if request.place == place and request.operation in WRITES
        ]

    async def shows_now(self, person: Person) -> None:
        """The newest message of the private chat has the buttons of this moment."""
        view = await self.door.house.view(self.match, person)
        ids = person.sees(person.chat)[-1].custom_ids
        lays = [id for id in ids if ".play " in id]
        offered = [offer for offer in view.offered if offer.verb == "play"]
        assert len(lays) == (len(offered) if view.seat in view.awaited else 0), (ids, offered)


@pytest.fixture
async def door(small: Discord) -> AsyncIterator[Door]:
    async with opened(small) as it:
        yield it
        small.pace = at_once


async def two(door: Door) -> tuple[Resting, Person, Person]:
    """A match of two, on a slow line from now on."""
    ana, beto = door.house.person("Ana"), door.house.person("Beto")
    match = await door.house.seated(ana, beto, puntos="30")
    await pass_by(5)
    door.small.pace = by_lot(Random(7), LINE)
    return Resting(door, match), ana, beto


async def test_nothing_is_written_to_the_chat_of_an_activity(door: Door) -> None:
    match, ana, beto = await two(door)
    await match.opens(ana)
    before = len(match.writes(ana.chat.id))
    others = len(match.writes(beto.chat.id))
    await match.play(Random(3), 10)
    await pass_by(60)
    assert len(match.writes(ana.chat.id)) == before
    assert len(match.writes(beto.chat.id)) > others
    await match.closes(ana)
    assert len(match.writes(ana.chat.id)) > before
    await match.shows_now(ana)


async def test_a_channel_has_its_table_again_when_somebody_closes(door: Door) -> None:
    match, ana, beto = await two(door)
    await match.opens(ana)
    await match.opens(beto)
    await match.play(Random(3), 1)
    await pass_by(20)
    before = len(match.writes(door.house.channel.id))
    await match.play(Random(3), 3)
    await pass_by(20)
    assert len(match.writes(door.house.channel.id)) == before
    await match.closes(beto)
    assert len(match.writes(door.house.channel.id)) > before
    await match.shows_now(beto)
    await match.closes(ana)


async def test_a_table_of_an_activity_alone_comes_to_the_chat(door: Door) -> None:
    """Opened in a window, against a robot: no chat has shown it so far."""
    ana = door.house.person("Ana")
    async with door.window(door.start(ana, launched_by(await ana.enter()))) as page:
        door.small.pace = by_lot(Random(7), LINE)
        await page.tell("quick", id="q", players=2)
        screen = await page.screen(lambda screen: screen["kind"] == "hand")
        match = Resting(door, screen["match"])
        await pass_by(10)
        assert match.writes(ana.chat.id) == []
    await pass_by(TAKES_OVER + 2 * LINE)
    assert (await door.house.info(match.match)).status is Status.PLAYING
    await match.shows_now(ana)


async def test_who_has_closed_the_activity_is_called(door: Door) -> None:
    """While it is open nobody rings; who has closed it is not taken for somebody who looks."""
    match, ana, _ = await two(door)
    await match.opens(ana)
    await match.turn_of(ana)
    calls = f"<@{ana.user.id}>"
    before = told(match, calls)
    await pass_by(120)
    assert told(match, calls) == before, "her chat rests"
    # She has just done something there.
    await match.open[ana][0].tell("complete", n=1, text="")
    await match.closes(ana)
    await pass_by(2.0)
    assert told(match, calls) == before + 1


def told(match: Resting, calls: str) -> int:
    """How often somebody was called below the table."""
    made = match.writes(match.door.house.channel.id)
    news = [str(request.body) for request in made if request.operation == "create_message"]
    return sum(f"{calls} " in body and ".play " not in body for body in news)

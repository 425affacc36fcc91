"""The chats of a table rest while its people play in windows, on a slow line that changes the order
of things, and take over when a window is closed."""

import random
import time
from collections.abc import AsyncIterator

import pytest

from adapters.telegram.window import Window
from adapters.windows import HallCodes
from bot.model import Status
from bot.showing.surface_updater import SCORE_PAUSE
from tests.adapters.telegram.framed import Framed, with_windows
from tests.adapters.telegram.house import Match, opened
from tests.adapters.telegram.people import Person
from tests.adapters.telegram.server import BotApi, Call, Late
from tests.adapters.web.telegram_windows import start_of
from tests.adapters.web.test_windows import window
from tests.virtual import pass_by

TAKES_OVER = 2.0
"""Seconds in which the chat of somebody who has closed the window has to show the hand of now. (The
line takes some of them.)"""
LINE = 1.0
"""The longest way there and back."""


@pytest.fixture
async def framed(api: BotApi) -> AsyncIterator[Framed]:
    way = Window("mesa", "https://truco.example.org", HallCodes(""))
    async with opened(api, window=way) as house, with_windows(house) as made:
        yield made


async def two(framed: Framed) -> tuple[Match, Person, Person]:
    """A match of two in a group, both with a private chat, on a slow line from now on."""
    house = framed.house
    ana, beto = await house.persons("Ana", "Beto")
    group = house.world.group("Los pibes", ana, beto)
    match = await house.seated(group, ana, beto, options="puntos:30")
    await pass_by(5)
    house.api.late = Late(7)
    return match, ana, beto


def since(framed: Framed, chat: int, number: int) -> list[Call]:
    """The messages and edits of a chat after so many."""
    return framed.house.api.writes(chat)[number:]


async def test_nothing_is_written_to_the_chat_of_a_window(framed: Framed) -> None:
    match, ana, beto = await two(framed)
    await framed.opens(ana, match)
    before = len(framed.house.api.writes(ana.private.id))
    await match.play(framed.act, random.Random(3), steps=10)
    await pass_by(20)
    assert since(framed, ana.private.id, before) == []
    assert framed.house.api.writes(beto.private.id)
    await framed.closes(ana)
    await pass_by(TAKES_OVER + LINE)
    assert len(since(framed, ana.private.id, before)) >= 1
    await shows_now(framed, match, ana)


async def shows_now(framed: Framed, match: Match, person: Person) -> None:
    """The private chat shows the hand of this moment: its buttons are the cards in the hand."""
    view = await framed.house.view(match.id, person)
    lays = {
        button["callback_data"].rpartition("play ")[2]
        for shown in person.sees()[-1:]
        for button in shown.buttons
        if "play " in str(button.get("callback_data"))
    }
    offered = {word.removeprefix("play ") for word in await match.offered(person) if "play" in word}
    assert lays == offered, (lays, offered, view.awaited)


async def test_a_group_is_told_the_score_while_all_play_in_windows(framed: Framed) -> None:
    match, ana, beto = await two(framed)
    for person in (ana, beto):
        await framed.opens(person, match)
    group = match.group
    await match.play(framed.act, random.Random(3), steps=1)
    await pass_by(20)
    hands, before = {await hand_of(framed, match)}, len(framed.house.api.writes(group.id))
    for _ in range(40):
        await match.play(framed.act, random.Random(len(hands)), steps=1)
        hands.add(await hand_of(framed, match))
    await pass_by(SCORE_PAUSE)
    after = since(framed, group.id, before)
    assert len(hands) >= 3
    assert 1 <= len(after) <= 2
    assert {call.method for call in after} <= {"editMessageText"}
    await framed.closes(beto)
    await pass_by(TAKES_OVER + LINE)
    shown = [call.method for call in since(framed, group.id, before + len(after))]
    assert {"sendPhoto", "sendMessage"} & set(shown)
    assert any("callback_data" in button for button in ana.sees(group)[-1].buttons)


async def hand_of(framed: Framed, match: Match) -> int:
    return (await framed.house.view(match.id, None)).number


async def test_a_table_of_a_window_alone_comes_to_the_chat(framed: Framed) -> None:
    """Opened in a window, against a robot: no chat has shown it so far."""
    house = framed.house
    (ana,) = await house.persons("Ana")
    start = start_of(ana.id, at=time.time(), token=house.api.token)
    before = len(house.api.writes(ana.private.id))
    async with window(framed.pages, start) as page:
        await page.tell("quick", id="q", players=2)
        screen = await page.screen(lambda screen: screen["kind"] == "hand")
        await pass_by(10)
        assert since(framed, ana.private.id, before) == []
    await pass_by(TAKES_OVER + LINE)
    assert since(framed, ana.private.id, before)
    info = await house.info(screen["match"])
    assert info.status is Status.PLAYING
    await shows_now(framed, Match(house, info.match, ana.private, 0, (ana,)), ana)

"""Whole matches in a group, from the lobby to the result: by buttons, by commands, by words."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from bot.messages import Refused
from bot.model import Status
from bot.screens import reply_text
from bot.words import words_for
from engine.errors import Reason
from tests.adapters.telegram.house import House, by_button, by_command, by_word
from tests.adapters.telegram.people import Person
from tests.bot.helpers import slowed
from tests.examples import LONG
from tests.narrow import present
from tests.virtual import pass_by

WAYS: dict[str, Callable[..., Any]] = {
    "buttons": by_button,
    "commands": by_command,
    "words": by_word,
}


TABLES = [pytest.param("commands", 4, marks=pytest.mark.dear), ("words", 2)]
"""How people play, and seats; the long tests play every pair."""


@pytest.mark.parametrize(
    ("way", "players"), [(way, n) for way in WAYS for n in (2, 4)] if LONG else TABLES
)
async def test_a_whole_match(house: House, way: str, players: int) -> None:
    world = house.world
    names = ("Ana", "Beto", "Carla", "Dani")[:players]
    people = await house.persons(*names)
    group = world.group("Los pibes", *people)
    match = await house.seated(group, *people, options="puntos:12 variante:argentino")
    assert await match.play(WAYS[way], random.Random(players))
    await house.until(lambda: all(person.find("REMATCH", group) for person in people), 75)
    info = await match.info()
    assert (info.status, info.ended) == (Status.OVER, "won")
    assert not house.api.floods
    assert {person.id for person in people} <= set(house.api.chats)
    # Everybody can see who has won, and ask for another.
    for person in people:
        assert person.find("REMATCH", group)
    # Nobody's hand stands in the group or with somebody else: see test_secrecy.
    assert len(house.api.writes(group.id)) <= match.actions + 10


async def test_who_waits_long_is_told_so(house: House, ana: Person, beto: Person) -> None:
    """The press counts all the same. What comes too late then is told in a message: its press has
    had its answer."""
    group = house.world.group("Los pibes", ana, beto)
    match = await house.seated(group, ana, beto, options="tiempo:600")
    player = await match.turn()
    await pass_by(5)
    offered = await match.offered(player)
    first, second = [action for action in offered if action.startswith("play")][:2]
    slow = slowed(house.store, 10.0)
    presses = [match.press(player, first), match.press(player, second)]
    await pass_by(4)
    told = words_for("es").text("reply.slow")
    assert [pressed.text for pressed in presses] == [told] * 2
    assert all(pressed.took <= 2.0 for pressed in presses)
    assert not (await house.view(match.id, None)).plays
    slow.pause = 0.0
    await pass_by(20)
    assert len((await house.view(match.id, None)).plays) == 1
    (turn,) = (await house.view(match.id, None)).awaited
    seats = present(await house.service.matches.info(match.id)).seats
    whose = (("name", seats[turn].name),)
    late = reply_text(Refused(Reason.NOT_YOUR_TURN, match.id, whose), "es")
    assert player.sees()[-1].text == late

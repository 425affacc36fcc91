"""The way of two newcomers to their first cards on Telegram: one press each after `/jugar`."""

import asyncio
import re
from collections.abc import Callable

from tests.adapters.telegram.house import House
from tests.adapters.telegram.people import Person
from tests.adapters.telegram.world import Chat
from tests.virtual import pass_by

_ENOUGH = 40
"""Quarters of a second in which the cards come."""


def has_cards(person: Person) -> bool:
    keys = (key for shown in person.sees() for key in shown.buttons)
    return any(".play " in str(key.get("callback_data")) for key in keys)


async def test_one_press_each(
    house: House, ana: Person, beto: Person, group: Chat, measured: Callable[[str], None]
) -> None:
    """In private chats that are open; whoever has none presses once more, to open it."""
    await ana.open()
    await beto.open()
    await house.lobby(ana, group)
    lobby = beto.sees(group)[-1]
    labels = [key["text"] for key in lobby.buttons]
    read = re.findall(r"\w+", " ".join([lobby.text, *labels]))
    await beto.press("JOIN", group).answer()
    began = asyncio.get_running_loop().time()
    await ana.press("START", group).answer()
    for _ in range(_ENOUGH):
        if has_cards(ana) or has_cards(beto):
            break
        await pass_by(0.25)
    took = asyncio.get_running_loop().time() - began
    assert has_cards(ana) or has_cards(beto), "whoever leads may lay a card"
    measured(f"Telegram: a press each, {len(read)} words, {took:.2f} s from the start")


async def test_the_invitation_is_a_button_of_the_lobby(
    house: House, ana: Person, group: Chat
) -> None:
    """Robots come from the menu of the options."""
    await ana.open()
    match = await house.lobby(ana, group)
    await ana.press("INVITE", group).answer()
    await house.until(lambda: match in ana.reads())
    assert not ana.find("ROBOT", group)
    await ana.press("MENU options", group).answer()
    await house.until(lambda: ana.find("ROBOT", group))
    await ana.press("ROBOT", group).answer()
    assert not any(seat.free for seat in (await house.info(match)).seats)

"""The way of two newcomers to their first cards on Discord: one press each after `/jugar`."""

import asyncio
import re
from collections.abc import Callable

from tests.adapters.discord.house import House
from tests.adapters.discord.lookalike.people import Person
from tests.virtual import pass_by

_PLAY = r"\.play "
_ENOUGH = 40
"""Quarters of a second in which the cards come."""


def has_cards(person: Person) -> bool:
    offered = [id for seen in person.everything() for id in seen.custom_ids]
    return any(re.search(_PLAY, id) for id in offered)


async def test_one_press_each(
    house: House, ana: Person, beto: Person, measured: Callable[[str], None]
) -> None:
    await ana.slash("jugar")
    lobby = beto.sees(house.channel)[-1]
    read = re.findall(r"\w+", " ".join([lobby.text, *lobby.labels]))
    await beto.press(custom_id=r"\.JOIN$")
    began = asyncio.get_running_loop().time()
    await ana.press(custom_id=r"\.START$")
    for _ in range(_ENOUGH):
        if has_cards(ana) or has_cards(beto):
            break
        await pass_by(0.25)
    took = asyncio.get_running_loop().time() - began
    assert has_cards(ana) or has_cards(beto), "whoever leads may lay a card"
    measured(f"Discord: a press each, {len(read)} words, {took:.2f} s from the start")


async def test_the_invitation_is_a_button_of_the_lobby(
    house: House, ana: Person, beto: Person
) -> None:
    """Whoever presses it has it alone; robots come from the list of options."""
    match = await house.open(ana)
    await beto.press(custom_id=r"\.INVITE$")
    answer = beto.sees(house.channel)[-1]
    assert answer.ephemeral
    assert match in answer.text
    await ana.press(custom_id=r"\.OPTIONS$")
    assert not any(id.endswith(".ROBOT") for id in beto.sees(house.channel)[0].custom_ids)
    await ana.press(custom_id=r"\.ROBOT$")
    assert not any(seat.free for seat in (await house.info(match)).seats)

"""What a press on Telegram costs, counted."""

import random

import pytest

from engine.seen.view import PUBLIC
from tests.adapters.built import seats_built
from tests.adapters.telegram.house import House, by_button
from tests.virtual import pass_by


async def test_each_screen_is_built_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if the group's own pace lets its picture wait: the public's, and each seat's."""
    built = seats_built(monkeypatch)
    ana, beto = await house.persons("Ana", "Beto")
    group = house.world.group("Los pibes", ana, beto)
    match = await house.seated(group, ana, beto, options="tiempo:600")
    for step in range(4):
        await pass_by(30)
        built.clear()
        await match.play(by_button, random.Random(step), steps=1)
        await pass_by(30)
        assert sorted(built) == [PUBLIC, 0, 1]

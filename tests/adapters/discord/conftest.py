"""The small Discord, and the bot in it."""

from collections.abc import AsyncIterator

import pytest

from tests.adapters.discord.house import House, lived_in
from tests.adapters.discord.lookalike.people import Person
from tests.adapters.discord.lookalike.server import Discord, running


@pytest.fixture
async def small() -> AsyncIterator[Discord]:
    """A small Discord. At the end nothing may have happened that the real one would not take."""
    async with running() as it:
        yield it
        assert it.complaints == []


@pytest.fixture
async def house(small: Discord) -> AsyncIterator[House]:
    """Its bot and whoever lives there, until the end of the test."""
    async with lived_in(small) as it:
        yield it


@pytest.fixture
def ana(house: House) -> Person:
    return house.person("Ana")


@pytest.fixture
def beto(house: House) -> Person:
    return house.person("Beto")

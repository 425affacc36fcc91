"""Answers: in time also when deciding takes long, by questions where something is missing."""

from collections.abc import Sequence
from random import Random

import pytest

from bot.store.changes import Changes, Outcome
from bot.store.memory import MemoryStore
from tests.adapters.discord.house import House, lived_in, said_to
from tests.adapters.discord.lookalike.people import Failed, Person
from tests.adapters.discord.lookalike.server import Discord
from tests.adapters.discord.virtual import pass_by

HANDS = ("1e 7e 4c", "1b 7o 4o")


async def duel(house: House, **options: str | int) -> tuple[str, Person, Person]:
    ana, beto = house.person("Ana"), house.person("Beto")
    match = await house.seated(ana, beto, hands=HANDS, dealer=0, **options)
    return match, ana, beto

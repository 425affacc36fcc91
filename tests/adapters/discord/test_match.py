"""Whole matches as people play them: by slash commands, by buttons, and as it comes."""

from random import Random

import pytest

from bot.model import Status
from tests.adapters.discord.house import NAMES, House, lived_in
from tests.adapters.discord.lookalike.people import Person
from tests.adapters.discord.lookalike.server import Discord
from tests.examples import LONG
from tests.virtual import pass_by

WAYS = {"buttons": ["button"], "slash": ["slash"], "mixed": ["button", "slash"]}
TABLES = [(2, "buttons"), (2, "slash"), pytest.param(4, "mixed", marks=pytest.mark.dear)]
"""Seats, and how people play; the long tests play every pair."""


@pytest.mark.parametrize(
    ("players", "way"), [(n, way) for n in (2, 4) for way in WAYS] if LONG else TABLES
)
async def test_a_whole_match(small: Discord, players: int, way: str) -> None:
    async with lived_in(small, seed=players) as house:
        people = [house.person(name) for name in NAMES[:players]]
        match = await house.seated(*people, puntos="15")
        rng = Random(players)
        await house.play(match, rng, how=lambda dice: dice.choice(WAYS[way]))
        info = await house.info(match)
        assert (info.status, info.ended) == (Status.OVER, "won")
        await pass_by(30)
        # What stands there at the end: the result with a rematch for everyone, nothing to play.
        result = next(seen for seen in reversed(people[0].sees()) if not seen.ephemeral)
        assert [id for id in result.custom_ids if id.endswith(".REMATCH")]
        for person in people:
            left = [id for seen in person.everything() for id in seen.custom_ids]
            assert not [id for id in left if ".play " in id]
        assert small.buckets.refusals == 0
        assert small.invalid_requests == 0
        assert not [
            interaction for interaction in small.world.interactions.values() if interaction.refused
        ]


async def test_a_match_with_robots_and_a_rematch(house: House, ana: Person) -> None:
    match = await house.seated(ana, jugadores="2", puntos="15")
    await house.play(match, Random(3))
    await ana.press(custom_id=r"\.REMATCH$")
    await pass_by(5)
    again = (await house.info(match)).successor
    assert again
    await house.play(again, Random(4), until_number=2)


async def test_several_tables_at_once(house: House) -> None:
    """Two in one channel, one in another, one person at two of them."""
    garden = house.small.world.add_channel(house.guild, "jardin")
    ana, beto, carla = (house.person(name) for name in NAMES[:3])
    first = await house.seated(ana, beto, puntos="15")
    second = await house.seated(carla, puntos="15", jugadores="2")
    third = await house.seated(ana.at(garden), puntos="15", jugadores="2")
    assert len({first, second, third}) == 3
    for match in (third, first, second):
        await house.play(match, Random(5), until_number=3)

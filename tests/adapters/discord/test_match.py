"""Whole matches as people play them: by slash commands, by buttons, and as it comes."""

from random import Random

import pytest

from bot.model import Status
from tests.adapters.discord.house import NAMES, lived_in
from tests.adapters.discord.lookalike.server import Discord
from tests.examples import LONG
from tests.virtual import pass_by

WAYS = {"buttons": ["button"], "slash": ["slash"], "mixed": ["button", "slash"]}
TABLES = [(2, "slash"), pytest.param(4, "mixed", marks=pytest.mark.dear)]
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

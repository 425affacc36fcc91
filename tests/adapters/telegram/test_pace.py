"""An hour at two lively tables of one group: never too much, never too little.

Time is the loop's, so the hour takes seconds; people think as long as lively people do."""

import asyncio
import random
from bisect import bisect_left
from typing import Final

from tests.adapters.telegram.house import House, Match, by_button, opened
from tests.adapters.telegram.loop import now, pass_by
from tests.adapters.telegram.people import Person
from tests.adapters.telegram.server import BotApi
from tests.adapters.telegram.world import Chat

HOUR: Final = 3600.0


class Table:
    """People who play one match after another."""

    def __init__(self, house: House, forum: Chat, thread: int, people: list[Person]) -> None:
        self.house = house
        self.forum = forum
        self.thread = thread
        self.people = people
        self.actions = 0
        self.awaited: list[tuple[float, Person]] = []
        """When the table began to wait for somebody."""

    async def play(self, until: float, rng: random.Random) -> None:
        while now() < until:
            match = await self.house.seated(self.forum, *self.people, thread=self.thread)
            while now() < until and not await match.play(self.act, rng, steps=1, think=(4.0, 8.0)):
                pass
            self.actions += match.actions
            await pass_by(5)

    async def act(self, match: Match, one: Person, action: str) -> None:
        await by_button(match, one, action)
        for other in await match.awaited():
            if other is not one:
                self.awaited.append((now(), other))


async def test_an_hour_of_two_lively_tables(api: BotApi) -> None:
    async with opened(api) as house:
        world = house.world
        people = await house.persons(*(f"P{number}" for number in range(4)))
        forum = world.group("Foro", *people, forum=True)
        tables = [
            Table(house, forum, world.topic(forum, "Uno"), people[:2]),
            Table(house, forum, world.topic(forum, "Otro"), people[2:]),
        ]
        end = now() + HOUR
        await asyncio.gather(
            *(table.play(end, random.Random(number)) for number, table in enumerate(tables))
        )
        actions = sum(table.actions for table in tables)
        writes = len(api.writes(forum.id))
        assert actions > 800, actions
        assert not api.floods
        assert writes / actions <= 1.0, (writes, actions)
        # Nobody waits long for being told: within a second where the quota allows it.
        written = {one.id: [call.at for call in api.writes(one.id)] for one in people}
        late = [
            (at, one.id)
            for table in tables
            for at, one in table.awaited
            if not told(written[one.id], at, 1.0)
        ]
        total = sum(len(table.awaited) for table in tables)
        assert len(late) <= total / 20, (len(late), total)


def told(written: list[float], at: float, seconds: float) -> bool:
    """Whether something was written to a person in private so soon after that moment."""
    first = bisect_left(written, at - 0.01)
    return first < len(written) and written[first] <= at + seconds

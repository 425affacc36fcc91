"""Lively tables of two in the channels of one server, at human speed, on a slow line.

Time is the loop's, so an hour takes a minute. Everybody plays in the private chat and thinks as
long as lively people do. Counted is what the bot sends, and what rings.
"""

import asyncio
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Final

from msgspec import Struct

from bot.messages import MatchId
from bot.model import Status
from bot.store.queries import match_queries
from tests.adapters.discord.house import House, chosen, lived_in
from tests.adapters.discord.lookalike.pace import Way, at_once, by_lot
from tests.adapters.discord.lookalike.rest import Request
from tests.adapters.discord.lookalike.server import Discord
from tests.adapters.discord.lookalike.world import DM, Channel
from tests.adapters.telegram.watch import LAID
from tests.virtual import now, pass_by

HOUR: Final = 3600.0
QUICK: Final = (0.6, 2.0)
"""Seconds in which people do what they had in mind ..."""
SLOW: Final = (4.0, 9.0)
"""... and in which they think first, every second time."""
LINE: Final = 0.3
"""Seconds that a request is on its way at most, and its answer as long."""
ANSWER: Final = "create_interaction_response"
"""The first answer to a press."""
_SILENT: Final = 1 << 12
_WRITES: Final = frozenset({"create_message", "update_message"})


class Hour(Struct):
    """What came of it."""

    actions: int = 0
    hands: int = 0
    matches: int = 0
    requests: Counter[str] = Counter()
    """By operation."""
    uploads: int = 0
    rung: int = 0
    """Messages that ring: a new one in a private chat, or one that names somebody."""
    standing: int = 0
    """Messages that stand in the channels at the end."""
    cards: list[float] = []
    """How many seconds after it was laid each card was seen in its channel."""


class Table:
    """Two people who play one match after another."""

    def __init__(self, house: House, channel: Channel, names: Sequence[str], hour: Hour) -> None:
        self.house = house
        self.people = [house.person(name, channel=channel) for name in names]
        self.hour = hour
        self.matches: list[MatchId] = []

    async def play(self, until: float, rng: Random) -> None:
        """Until that moment."""
        while now() < until:
            match = await self._begun()
            self.matches.append(match)
            while (await self.house.info(match)).status is Status.PLAYING and now() < until:
                await self._step(match, rng)
            self.hour.hands += (await self.house.view(match, None)).number
            self.hour.matches += 1
            await pass_by(5.0)

    async def note_cards(self, writes: Sequence[tuple[float, float]]) -> None:
        """``writes``: when each message and edit of the channel was sent, and when it was there."""
        for match in self.matches:
            for row in await self.house.store.read(match_queries.whole_log, match):
                if LAID.search(row.text):
                    there = (arrived for sent, arrived in writes if sent >= row.at)
                    self.hour.cards += [arrived - row.at for arrived in list(there)[:1]]

    async def _begun(self) -> str:
        """A match that they have just begun."""
        host, other = self.people
        match = await self.house.open(host)
        await other.press(custom_id=rf"\.{match}\.\.JOIN")
        while len(await self.house.sitting(match)) < 2:
            await pass_by(0.5)
        await host.press(custom_id=rf"\.{match}\.\.START$")
        while (await self.house.info(match)).status is Status.LOBBY:
            await pass_by(0.5)
        return match

    async def _step(self, match: str, rng: Random) -> None:
        view = await self.house.view(match, None)
        sitting = await self.house.sitting(match)
        awaited = [sitting[seat] for seat in view.awaited]
        if not awaited:
            await pass_by(0.5)
            return
        person = rng.choice(awaited)
        await pass_by(rng.uniform(*rng.choice((QUICK, SLOW))))
        private = person.at(person.chat)
        own = await self.house.view(match, person)
        await self.house.act(private, match, chosen(own, rng), "button")
        self.hour.actions += 1


def rings(request: Request, small: Discord) -> bool:
    """Whether somebody's client makes a sound at it."""
    if request.operation != "create_message" or request.body.get("flags", 0) & _SILENT:
        return False
    channel = small.world.channels[int(request.params["channel_id"])]
    return channel.type == DM or bool(request.answer["mentions"])


async def lively_tables(
    small: Discord, seconds: float = HOUR, *, tables: int = 2, seed: int = 1
) -> Hour:
    """Plays it."""
    async with lived_in(small, seed=seed) as house:
        hour, played = Hour(), []
        for number in range(tables):
            channel = small.world.add_channel(house.guild, f"mesa-{number}")
            shape = small.world.channel_shape(channel)
            small.gateway.dispatch("CHANNEL_CREATE", shape, house.guild)
            names = [f"P{2 * number}", f"P{2 * number + 1}"]
            played.append(Table(house, channel, names, hour))
        await house.adapter.platform.emoji.upload(house.adapter.client)
        before = len(small.requests)
        line = by_lot(Random(seed), LINE)
        writes: dict[int, list[tuple[float, float]]] = {}

        def pace(request: Request) -> Way:
            way = line(request)
            if request.operation in _WRITES:
                place = int(request.params["channel_id"])
                writes.setdefault(place, []).append((now(), now() + way.there))
            return way

        small.pace = pace
        end = now() + seconds
        await asyncio.gather(
            *(table.play(end, Random(seed + number)) for number, table in enumerate(played))
        )
        small.pace = at_once
        for table in played:
            await table.note_cards(writes.get(table.people[0].here.id, ()))
        done = [request for request in small.requests[before:] if request.status < 300]
        hour.requests = Counter(request.operation for request in done)
        hour.uploads = sum(bool(request.files) for request in done)
        hour.rung = sum(rings(request, small) for request in done)
        hour.standing = sum(
            len([*small.world.in_channel(table.people[0].here)]) for table in played
        )
        return hour

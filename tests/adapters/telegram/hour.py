"""Lively tables in one group, at human speed, on a slow line, for as long as is wanted.

Time is the loop's, so an hour takes seconds. Everybody thinks as long as lively people do, and
presses whatever shows the button: in private, in the group, or on a hand that only they see. A
stranger may write commands now and then.
"""

import asyncio
import random
from collections.abc import Sequence
from contextlib import AsyncExitStack, suppress
from typing import Final

from msgspec import Struct

from adapters.telegram.window import Window
from adapters.windows import HallCodes
from bot.store import Store
from bot.store.changes import Changes, Outcome
from tests.adapters.telegram.framed import Framed, with_windows
from tests.adapters.telegram.house import BOT, House, Match, if_there, opened
from tests.adapters.telegram.people import Person
from tests.adapters.telegram.server import BotApi, Late
from tests.adapters.telegram.watch import Watch
from tests.adapters.telegram.world import Chat
from tests.virtual import now, pass_by

HOUR: Final = 3600.0
QUICK: Final = (0.6, 2.0)
"""Seconds in which people do what they had in mind ..."""
SLOW: Final = (4.0, 9.0)
"""... and in which they think first, every second time."""
COMMANDS: Final = ("mesa", "ayuda", "mesa", "marcador", "reglas", "mano", "perfil", "opciones")
"""What a stranger writes, one after another ..."""
BURST: Final = 30
"""... so many ..."""
BURST_SECONDS: Final = 45.0
"""... in so many seconds ..."""
BURST_EVERY: Final = 240.0
"""... and again after so many."""


class SlowStore(Store):
    """A store that takes a moment for every transaction, as a database does."""

    rng = random.Random()

    async def commit(self, changes: Sequence[Changes]) -> tuple[Outcome, ...]:
        """As any store does."""
        await asyncio.sleep(self.rng.uniform(0.001, 0.008))
        return await super().commit(changes)


class Hour(Struct, frozen=True):
    """What came of it."""

    actions: int
    writes: int
    """To the group."""
    private: int
    """To the players, in private."""
    watch: Watch
    awaited: list[tuple[float, Person]]
    """When a table began to wait for somebody."""
    toasts: int
    """Presses that were told what they did."""
    presses: int


class Table:
    """People who play one match after another."""

    def __init__(
        self,
        house: House,
        forum: Chat,
        thread: int,
        people: Sequence[Person],
        watch: Watch,
        framed: Framed | None = None,
        windows: Sequence[Person] = (),
    ) -> None:
        """``windows``: who of the people opens each match in a window of ``framed``."""
        self.framed = framed
        self.windows = windows
        self.house = house
        self.forum = forum
        self.thread = thread
        self.people = people
        self.watch = watch
        self.actions = 0
        self.awaited: list[tuple[float, Person]] = []

    async def play(self, until: float, rng: random.Random, tolerance: int) -> None:
        """One match after another until that moment. The end of one is still looked for while the
        next one is played."""
        before: Match | None = None
        while now() < until:
            match = await self.house.seated(self.forum, *self.people, thread=self.thread)
            if set(self.windows) != set(self.people):
                self.watch.matches.append(match)
            for window in self.windows:
                assert self.framed is not None
                await self.framed.opens(window, match)
            over = False
            while now() < until and not over:
                think = QUICK if rng.random() < 0.5 else SLOW
                over = await match.play(self.act, rng, steps=1, think=think, tolerance=tolerance)
            self.actions += match.actions
            for window in self.windows:
                assert self.framed is not None
                await self.framed.closes(window)
            if before is not None and before in self.watch.matches:
                self.watch.matches.remove(before)
            before = match
            await pass_by(5)

    async def act(self, match: Match, person: Person, action: str) -> None:
        """One press, and who is awaited then."""
        if person in self.windows:
            assert self.framed is not None
            with suppress(AssertionError, TimeoutError):  # a stand-in was quicker
                await self.framed.act(match, person, action)
        else:
            await if_there(match, person, action)
        for other in await match.awaited():
            if other is not person:
                self.awaited.append((now(), other))


async def stranger(
    person: Person, forum: Chat, threads: Sequence[int], until: float, rng: random.Random
) -> None:
    """Somebody who has no seat writes many commands in the topics of the tables, then rests."""
    while now() + BURST_EVERY < until:
        await pass_by(BURST_EVERY - BURST_SECONDS)
        for number in range(BURST):
            command = COMMANDS[number % len(COMMANDS)]
            person.say(f"/{command}@{BOT}", forum, thread=rng.choice(threads))
            await pass_by(BURST_SECONDS / BURST)


async def lively_tables(
    api: BotApi,
    seconds: float = HOUR,
    *,
    tables: int = 2,
    disturbed: bool = False,
    seed: int = 1,
    late: Late | None = None,
    closed: Sequence[int] = (),
    bot: str = "member",
    tolerance: int = 1000,
    windows: Sequence[int] = (),
) -> Hour:
    """Plays it. ``disturbed``: a stranger writes commands now and then. ``closed``: which of the
    people, two a table, have not opened the private chat; ``bot``: what the bot is in the group;
    ``tolerance``: how many presses of a match may come to nothing; ``windows``: which of the people
    play in windows."""
    store = SlowStore.in_memory()
    store.rng = random.Random(seed)
    way = Window("mesa", "https://truco.example.org", HallCodes("")) if windows else None
    async with AsyncExitStack() as stack:
        house = await stack.enter_async_context(opened(api, store=store, window=way))
        framed = await stack.enter_async_context(with_windows(house)) if windows else None
        world = house.world
        names = [f"P{number}" for number in range(2 * tables)]
        people = [
            world.person(name) if number in closed else await house.person(name)
            for number, name in enumerate(names)
        ]
        curious = world.person("Curioso")
        forum = world.group("Foro", *people, curious, forum=True, bot=bot)
        watch = Watch(house)
        threads = [world.topic(forum, f"Mesa {number}") for number in range(tables)]
        played = [
            Table(
                house,
                forum,
                thread,
                people[2 * number : 2 * number + 2],
                watch,
                framed,
                [people[who] for who in windows if who // 2 == number],
            )
            for number, thread in enumerate(threads)
        ]
        api.late = late
        end = now() + seconds
        async with watch.watching():
            work = [
                table.play(end, random.Random(seed + number), tolerance)
                for number, table in enumerate(played)
            ]
            if disturbed:
                work.append(stranger(curious, forum, threads, end, random.Random(seed)))
            await asyncio.gather(*work)
        api.late = None
        pressed = [press for person in people for press in person.alerts]
        return Hour(
            sum(table.actions for table in played),
            len(api.writes(forum.id)),
            sum(call.chat > 0 for call in api.writes()),
            watch,
            [moment for table in played for moment in table.awaited],
            sum(bool(press.text) for press in pressed),
            len(pressed),
        )

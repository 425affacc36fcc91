"""The service takes commands and returns replies. It stores first and shows after that.

:mod:`bot.handling.seating` checks a command first. Then its match decides it; commands of one match
are decided one after another. Deciding (:mod:`bot.match.decide`) is a pure function of the stored
match. The result is stored in one transaction (:mod:`bot.handling.commits`) and shown after that.
If the process dies between any two of these steps, nothing is left half done."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Final

from msgspec.structs import replace

from bot.beacon import Beacon
from bot.chance import Chance
from bot.common.lived_time import Time
from bot.common.observer import Observer
from bot.common.tasks import end
from bot.community.parts import build_people
from bot.daily.parts import build_day
from bot.environment import Config
from bot.handling.parts import build_handling
from bot.match.parts import build_play
from bot.match.vault import Vault
from bot.messages import Accepted, AnyCommand, AnyReply, Reply
from bot.service.arrivals import Arrivals
from bot.service.beforehand import Beforehand
from bot.service.clock import Clock
from bot.service.double_presses import DoublePresses
from bot.service.erasures import Erasures
from bot.service.league_rooms import LeagueRooms
from bot.service.listeners import listen, listen_to_others
from bot.service.parts import Parts
from bot.service.quick_matches import QuickMatches
from bot.service.seat_owners import SeatOwners
from bot.service.steps import CommandSteps
from bot.service.taking_over import TakingOver
from bot.showing.parts import build_showing
from bot.showing.platform import Platform
from bot.showing.platforms import Platforms
from bot.store import Store


class Service(Parts):
    """Decides commands, and holds the parts that adapters call. All adapters may share one.
    ``time`` and ``chance`` are the machine's own; a test may pass others. ``observer`` is told of
    each command and its duration. ``vault``: keeps the secrets from which deals follow; ``None``:
    packs are shuffled by chance, and nobody can check them. ``beacon``: its rounds go into the
    deals of tables with people of a chat; ``None``: records say that the host uses none."""

    def __init__(
        self,
        store: Store,
        config: Config | None = None,
        *,
        time: Time | None = None,
        chance: Chance | None = None,
        observer: Observer | None = None,
        vault: Vault | None = None,
        beacon: Beacon | None = None,
    ) -> None:
        # Each group knows only those that are built before it.
        self._play = play = build_play(
            store, config, time=time, chance=chance, observer=observer, vault=vault, beacon=beacon
        )
        people = build_people(play)
        self._handling = handling = build_handling(play, people)
        platforms = Platforms(people.users)
        day = build_day(play, people, handling, platforms)
        self._showing = showing = build_showing(play, people, day, platforms)
        super().__init__(play, people, day, showing)
        self.seat_owners: Final = SeatOwners(play, people, handling, showing.surfaces)
        self.erasures: Final = Erasures(play, people, handling.own_commands)
        self.clock: Final = Clock(play, handling.own_commands)
        self._steps = CommandSteps(
            handling,
            Beforehand(people, day.days, play.time),
            day.days,
            Arrivals(play, handling, showing, self.seat_owners),
        )
        self.quick: Final = QuickMatches(play, people, handling)
        self.league: Final = LeagueRooms(play, people, handling, platforms)
        self._double_presses = DoublePresses(play.time)
        self.taking_over: Final = TakingOver(play, showing)
        listen(play.happenings, day, showing, self.seat_owners, self.erasures, self.clock)
        listen_to_others(store.processes, play.running, showing, self.clock)

    # --- commands --------------------------------------------------------------------------

    async def handle(
        self, command: AnyCommand, slow: Callable[[], Awaitable[None]] | None = None
    ) -> AnyReply:
        """Decides a command, stores the result, and returns the answer. If the same person sends
        the same request again, they get the first answer again, and nothing changes. ``slow`` is
        called once if the answer takes longer than two seconds (the database is locked, for
        example); it may not raise. The command counts all the same."""
        return await self._play.under_way.finish(command, self._in_turn, slow)

    @property
    def queue_length(self) -> int:
        """How many commands are being decided or stored."""
        return self._play.under_way.number

    async def handle_each(
        self,
        command: AnyCommand,
        then: Sequence[AnyCommand],
        slow: Callable[[], Awaitable[None]] | None = None,
    ) -> tuple[AnyReply, AnyReply]:
        """Decides a command, and then the commands that follow it until one is not accepted. The
        following commands get the match of the first one. Returns the first reply and the last.
        ``slow`` is called if the first answer takes long, as in :meth:`handle`."""
        first = reply = await self.handle(command, slow)
        for more in then:
            if not isinstance(reply, Accepted):
                break
            reply = await self.handle(replace(more, match=getattr(first, "match", "")))
        return first, reply

    async def _in_turn(self, command: AnyCommand) -> AnyReply:
        steps = self._steps.of(command)
        found = await steps.begin(command)
        if isinstance(found, Reply):
            return found
        reply = await steps.follow(found, await self._handling.finder.decide(found))
        self.taking_over.commanded(found, getattr(found, "match", ""))
        return self._double_presses.once(found, reply)

    # --- running ---------------------------------------------------------------------------

    def add_platform(self, platform: Platform) -> None:
        """From now on surfaces and notices of this platform's name go through it."""
        self.platforms.add(platform)
        self.updater.wake()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Runs the clock and brings surfaces up to date for as long as the context lasts."""
        await self.clock.begin()
        tasks = [
            asyncio.create_task(self.clock.run()),
            asyncio.create_task(self.updater.run()),
            asyncio.create_task(self.windows.run()),
            asyncio.create_task(self.quick.run()),
            asyncio.create_task(self.league.run()),
        ]
        try:
            yield
        finally:
            await end(*tasks)
            await self.taking_over.end()
            await self._showing.tasks.end()
            await self._handling.rounds.end()
            await self._play.under_way.end()
            await self.clock.end()

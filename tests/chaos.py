"""Chaos: everything that a chat platform, its people and the machine do to a running bot.

The machine decides every piece of it, so that a failure is told in few steps: requests that never
arrive, arrive without an answer, take minutes, are refused (429, 5xx) or raise; presses that come
late, twice, or while nobody listens; messages that people delete; chats that are gone for good; a
process that stops in order, or dies, and begins again. When that ends and everything is let go
(:meth:`Chaos.peace`), all must be well: see :meth:`World.wrong`.

The same machine runs over several worlds, the look-alikes of the platforms: the service and the
adapters have to stand it together.
"""

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Protocol, TypeVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from tests.virtual import VirtualLoop, pass_by

Result = TypeVar("Result")

KINDS: Final = ("dropped", "lost", "slow", "limited", "broken", "raises")
"""What befalls a request: it never arrives; it is done, but the answer never comes; it takes long,
there and back; it is refused with 429; with 5xx; the adapter itself fails."""
FOR_EVER: Final = 1_000_000
AT_PEACE: Final = 450.0
"""After so many seconds without trouble all must be well: the longest pause of the service is a
minute, and a show is given up after five."""


@dataclass
class Trouble:
    """What befalls the next requests."""

    kind: str
    seconds: float
    times: int
    chat: int = -1
    """Only those to this chat; -1: to any."""


class World(Protocol):
    """Where the machine's chaos takes place: chats, the people in them, and a bot."""

    async def begin(self, seed: int, people: int, *, started: bool) -> None:
        """The bot runs, and people sit at a table; perhaps the match has begun."""

    async def start(self) -> None:
        """A process begins: only what is stored is there."""

    async def stop(self, *, killed: bool, arrives: bool) -> None:
        """The process ends. ``killed``: at once; ``arrives``: what it was just sending is done."""

    def trouble(self, trouble: Trouble) -> None:
        """Befalls the next requests."""

    def calm(self) -> None:
        """No request is befallen by anything from now on."""

    def press(self, pick: int, *, late: float, again: float | None) -> None:
        """Somebody presses something that they see, or saw once. It arrives ``late`` seconds later,
        and perhaps again after that."""

    def delete(self, pick: int) -> None:
        """Somebody deletes a message of the bot's."""

    def close(self, pick: int) -> None:
        """A chat is gone for good, but never the last one in which somebody can play."""

    async def look(self, pick: int) -> None:
        """Somebody asks for their cards."""

    async def wrong(self, *, but_chat: int = -1) -> list[str]:
        """What is not as it must be in peace, apart from one chat."""

    async def play_on(self) -> list[str]:
        """Whoever is awaited does something that they see; what was not possible."""

    async def finish(self) -> list[str]:
        """Plays every match to its end; what was not possible."""

    async def end(self) -> None:
        """Everything ends."""


picks = st.integers(0, 2**16)


class Chaos(RuleBasedStateMachine):
    """See the module. A subclass says in which world."""

    world_of: ClassVar[Any]

    def __init__(self) -> None:
        super().__init__()
        self.loop = VirtualLoop()
        self.world: World = self.world_of()
        self.runs = False

    def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        return self.loop.run_until_complete(work)

    def expect(self, work: Coroutine[Any, Any, list[str]]) -> None:
        """Nothing of this is found to be wrong."""
        found = self.run(work)
        assert not found, found

    def teardown(self) -> None:
        try:
            if self.runs:
                self.peace()
                self.expect(self.world.finish())
                self.run(pass_by(AT_PEACE))
                self.expect(self.world.wrong())
        finally:
            self.run(self.world.end())
            self.run(self.loop.shutdown_default_executor())
            self.loop.close()

    @initialize(seed=st.integers(0, 999), people=st.sampled_from([2, 2, 4]), started=st.booleans())
    def begin(self, seed: int, people: int, started: bool) -> None:
        self.run(self.world.begin(seed, people, started=started))
        self.runs = True

    # --- people ------------------------------------------------------------------------------

    @rule(picks=st.lists(picks, min_size=1, max_size=6), pause=st.sampled_from([0.0, 0.3, 3.0]))
    def people_press(self, picks: list[int], pause: float) -> None:
        self.presses(picks, pause)

    def presses(self, picks: list[int], pause: float) -> None:
        async def press() -> None:
            for pick in picks:
                self.world.press(pick, late=0.0, again=None)
                await pass_by(pause)

        self.run(press())

    @rule(
        pick=picks,
        late=st.sampled_from([0.0, 0.2, 5.0, 45.0]),
        again=st.sampled_from([None, 0.0, 1.0, 20.0]),
    )
    def presses_late_or_twice(self, pick: int, late: float, again: float | None) -> None:
        async def press() -> None:
            self.world.press(pick, late=late, again=again)

        self.run(press())

    @rule(pick=picks)
    def looks(self, pick: int) -> None:
        self.run(self.world.look(pick))

    @rule(pick=picks)
    def deletes(self, pick: int) -> None:
        self.world.delete(pick)

    @rule(pick=picks)
    def closes(self, pick: int) -> None:
        self.world.close(pick)

    # --- the platform ------------------------------------------------------------------------

    @rule(
        kind=st.sampled_from(KINDS),
        seconds=st.sampled_from([0.1, 1.0, 7.0, 50.0, 400.0]),
        times=st.sampled_from([1, 2, 5, 30]),
        picks=st.lists(picks, max_size=2),
        peace=st.booleans(),
    )
    def troubles(
        self, kind: str, seconds: float, times: int, picks: list[int], peace: bool
    ) -> None:
        self.world.trouble(Trouble(kind, seconds, times))
        self.presses(picks, 2.0)
        if peace:
            self.peace()

    @rule(
        kind=st.sampled_from(("limited", "limited", *KINDS)),
        chat=st.integers(0, 2),
        picks=st.lists(picks, min_size=2, max_size=3),
    )
    def only_one_chat_stays_in_trouble(self, kind: str, chat: int, picks: list[int]) -> None:
        """The others do not wait for it."""
        self.world.calm()
        self.run(pass_by(AT_PEACE))
        self.world.trouble(Trouble(kind, 100.0, FOR_EVER, chat))
        self.presses(picks, 3.0)
        self.run(pass_by(70.0))
        self.expect(self.world.wrong(but_chat=chat))
        self.world.calm()

    @rule(seconds=st.sampled_from([0.1, 0.5, 2.0, 10.0, 70.0]))
    def passes(self, seconds: float) -> None:
        self.run(pass_by(seconds))

    # --- the process -------------------------------------------------------------------------

    @rule(
        killed=st.booleans(),
        arrives=st.booleans(),
        away=st.sampled_from([0.0, 0.0, 3.0, 100.0]),
        before=st.lists(picks, max_size=2),
        meanwhile=st.lists(picks, max_size=2),
        peace=st.booleans(),
    )
    def restarts(
        self,
        killed: bool,
        arrives: bool,
        away: float,
        before: list[int],
        meanwhile: list[int],
        peace: bool,
    ) -> None:
        async def restart() -> None:
            for pick in before:
                self.world.press(pick, late=0.0, again=None)
                await asyncio.sleep(0.03)  # its pictures are on their way
            await self.world.stop(killed=killed, arrives=arrives)
            for pick in meanwhile:
                self.world.press(pick, late=0.0, again=None)
            await asyncio.sleep(away)
            await self.world.start()

        self.run(restart())
        if peace:
            self.peace()

    # --- what must hold ----------------------------------------------------------------------

    @rule()
    def peace(self) -> None:
        """The chaos ends: everything shows what holds, and whoever is awaited can go on."""
        self.world.calm()
        self.run(pass_by(AT_PEACE))
        self.expect(self.world.wrong())
        self.expect(self.world.play_on())

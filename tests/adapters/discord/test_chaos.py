"""The machine of :mod:`tests.chaos` over Discord's look-alike: the adapter's own sending has to
stand it."""

from contextlib import AsyncExitStack
from random import Random
from typing import Any, Final

import pytest
from discord.utils import snowflake_time
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from adapters.discord.address import read
from adapters.discord.last_presses import TOKEN_SECONDS
from bot.model import Status
from tests.adapters.discord.house import NAMES, House
from tests.adapters.discord.lookalike.errors import Refusal
from tests.adapters.discord.lookalike.people import Person, Seen
from tests.adapters.discord.lookalike.server import Discord, running
from tests.adapters.discord.lookalike.world import Channel, Message
from tests.adapters.discord.test_orders import alive, offered
from tests.chaos import AT_PEACE, Chaos, Trouble
from tests.examples import examples
from tests.virtual import now, pass_by

SLOWEST: Final = 20.0
"""A request that takes longer is given up by the client."""


def is_stuck(seen: Seen) -> bool:
    """An answer that only one person sees can be changed for a quarter of an hour."""
    return seen.ephemeral and now() - snowflake_time(seen.id).timestamp() > TOKEN_SECONDS - 60


class DiscordWorld:
    """A channel, private chats, and the bot as it runs (see :class:`tests.chaos.World`)."""

    small: Discord
    house: House

    def __init__(self) -> None:
        self._open = AsyncExitStack()
        self.match = ""
        self._steps = 0
        self.people: list[Person] = []
        self._deleted: dict[int, int] = {}
        """By message: how far the log had come when somebody deleted it."""

    async def begin(self, seed: int, people: int, *, started: bool) -> None:
        self.small = await self._open.enter_async_context(running())
        self.house = House(self.small, seed=seed)
        self.people = [self.house.person(name) for name in NAMES[:people]]
        await self.house.start()
        host, *others = self.people
        if started:
            self.match = await self.house.seated(*self.people, tiempo="86400")
        else:
            self.match = await self.house.open(host, tiempo="86400", jugadores=str(people))
            for person in others[1:]:
                await person.press(custom_id=rf"\.{self.match}\.\.JOIN")
        await pass_by(5)

    async def start(self) -> None:
        await self.house.start()

    async def stop(self, *, killed: bool, arrives: bool) -> None:
        """In order, after the trouble. What a death leaves behind is asked in the rooms."""
        self.calm()
        await pass_by(AT_PEACE)
        await self.house.stop()

    async def end(self) -> None:
        await self.house.stop()
        await self._open.aclose()
        assert self.small.complaints == []

    # --- what happens --------------------------------------------------------------------------

    def _places(self) -> list[Channel]:
        return [self.house.channel, *(person.chat for person in self.people)]

    def trouble(self, trouble: Trouble) -> None:
        place = 0 if trouble.chat < 0 else self._places()[trouble.chat].id
        seconds = trouble.seconds
        more: dict[str, Any] = {"times": trouble.times, "place": place}
        faults = self.small.faults
        match trouble.kind:
            case "dropped":
                faults.add(cut=True, **more)
            case "lost":
                faults.add(lost=lambda: Refusal(502, 0, "Bad Gateway"), **more)
            case "slow":
                faults.add(slow=min(seconds, SLOWEST), **more)
            case "limited":
                faults.limit(min(seconds, SLOWEST), **more)
            case _:
                faults.server_error(**more)

    def calm(self) -> None:
        self.small.faults.clear()

    def _pressable(self) -> list[tuple[Person, Message, str]]:
        return [
            (person, seen.message, id)
            for person in self.people
            for place in (person.chat, self.house.channel)
            for seen in alive(person, self.match, place)
            for id in seen.custom_ids
            if id.startswith("t1.") and "?" not in id and not id.endswith(".LEAVE")
        ]

    def press(self, pick: int, *, late: float, again: float | None) -> None:
        found = self._pressable()
        steps = [press for press in found if press[2].rpartition(".")[2].islower()]
        found = steps if steps and pick % 4 else found
        if found:
            person, message, id = found[pick // 4 % len(found)]
            person.start_press(custom_id=id, on=message)
            if again == 0.0:
                person.start_press(custom_id=id, on=message)

    def delete(self, pick: int) -> None:
        standing = [
            message for place in self._places() for message in self.small.world.in_channel(place)
        ]
        standing = [message for message in standing if message.only_for is None]
        if standing:
            gone = standing[-1 - pick % len(standing)]
            self._deleted[gone.id] = self._steps
            self.small.delete_message(gone)

    def close(self, pick: int) -> None:
        """Nobody does: an own test deletes a channel."""

    async def look(self, pick: int) -> None:
        self.people[pick % len(self.people)].start_slash("mano", ver=("mano", "mesa")[pick % 2])
        await pass_by(1)

    # --- what must hold --------------------------------------------------------------------------

    async def wrong(self, *, but_chat: int = -1) -> list[str]:
        self._steps = (await self.house.info(self.match)).version
        found = []
        for surface in await self.house.adapter.platform.surfaces.of_match(self.match):
            message = read(surface.address).message
            # A step or two may look the same; no platform tells that a message was deleted.
            if self._deleted.get(message, self._steps) < self._steps - 2 and not surface.person:
                found.append(f"{surface.address} was deleted, and is still edited")
            if surface.shown < surface.wanted and but_chat < 0:
                found.append(f"{surface.address} is behind")
        for number, place in enumerate(self._places()):
            if number == but_chat:
                continue
            readers = self.people if number == 0 else [self.people[number - 1]]
            for person in readers:
                user = f"discord:{person.user.id}"
                shown = [seen for seen in alive(person, self.match, place) if not is_stuck(seen)]
                for private in (True, False):
                    same = [seen for seen in shown if seen.ephemeral is private]
                    if len(same) > 1:
                        found.append(f"{person} has {len(same)} in {place.name}")
                    for seen in same:
                        reader = user if private or number else None
                        newest = await offered(self.house, self.match, reader)
                        if newest and set(seen.custom_ids) != newest:
                            found.append(f"{person} sees something older in {place.name}")
        return found

    async def _status(self) -> Status:
        return (await self.house.info(self.match)).status

    async def play_on(self) -> list[str]:
        if await self._status() is not Status.PLAYING:
            return []
        view = await self.house.view(self.match, None)
        sitting = await self.house.sitting(self.match)
        for seat in view.awaited:
            if seat in sitting and not alive(sitting[seat], self.match, sitting[seat].chat):
                await sitting[seat].slash("mano")  # somebody has deleted it
                await pass_by(5)
        before = (await self.house.info(self.match)).version
        if any(seat in sitting for seat in view.awaited):
            try:
                await self.house.play(self.match, Random(before), steps=1)
            except AssertionError as error:
                if "does not end" not in str(error):
                    return [str(error)]
            await pass_by(10)
        after = (await self.house.info(self.match)).version
        awaited = any(seat in sitting for seat in view.awaited)
        return ["nothing happens"] if awaited and after == before else []

    async def finish(self) -> list[str]:
        for person in self.people:
            if await self._status() is Status.PLAYING:
                await person.slash("partida terminar")
                await pass_by(5)
        return ["it does not end"] if await self._status() is Status.PLAYING else []


class DiscordChaos(Chaos):
    """Over Discord's look-alike."""

    world_of = DiscordWorld


@pytest.mark.dear
@pytest.mark.errors("surface_failed", "notice_failed", "retire_failed", "discord.client")
def test_every_surface_converges() -> None:
    run_state_machine_as_test(
        DiscordChaos,
        settings=settings(
            examples(3), stateful_step_count=12, suppress_health_check=list(HealthCheck)
        ),
    )

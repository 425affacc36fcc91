"""The machine of :mod:`tests.chaos` over Telegram's look-alike: the adapter's own sending has to
stand it."""

import asyncio
from contextlib import AsyncExitStack
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from adapters.telegram.addresses import read_address
from bot import tokens
from bot.environment import Config
from bot.model import Status
from bot.store import Store
from tests.adapters.telegram.errors import ApiError, flood
from tests.adapters.telegram.house import BOT, House, Match
from tests.adapters.telegram.methods import ALIKE, SEND
from tests.adapters.telegram.people import Person
from tests.adapters.telegram.server import BotApi, Call, Fault, Late
from tests.adapters.telegram.world import Chat, Json, Shown
from tests.chaos import AT_PEACE, Chaos, Trouble
from tests.examples import examples
from tests.virtual import pass_by

NAMES: Final = ("Ana", "Beto", "Carla", "Dani")
SLOWEST: Final = 60
"""Seconds that a request may take, or that the server asks the bot to wait."""
UNKNOWN: Final = frozenset({"lost", "slow"})
"""A message that is sent while these befall the sending may stand there without the bot's knowing
its number."""
OTHER: Final = frozenset({"LEAVE", "END"})
"""Buttons that nobody presses by chance: they end the match."""


def is_step(token: tokens.Token) -> bool:
    """Whether it is a step of the game at some moment of it."""
    return bool(token.point) and token.action.islower()


class TelegramWorld:
    """A group, private chats, and the bot as it runs (see :class:`tests.chaos.World`)."""

    api: BotApi
    house: House
    table: Match

    def __init__(self) -> None:
        self._open = AsyncExitStack()
        self.people: list[Person] = []
        self._faults: list[Fault] = []
        self._deleted: dict[tuple[int, int], int] = {}
        """By chat and message: how far the match had come when somebody deleted it."""
        self._version = 0
        self._presses: set[asyncio.Task[None]] = set()

    async def begin(self, seed: int, people: int, *, started: bool) -> None:
        self.api = BotApi()
        await self._open.enter_async_context(self.api.running())
        quick = Config(robot_delay=0.5, robot_budget=0)
        self.house = House(self.api, Store.in_memory(), quick, seed)
        await self.house.start()
        self.people = await self.house.persons(*NAMES[:people])
        group = self.house.world.group("Los pibes", *self.people)
        self.table = await self.house.seated(
            group, *self.people, start=started, options="tiempo:86400"
        )
        await pass_by(5)
        self.api.late = Late(seed)

    async def start(self) -> None:
        await self.house.start()

    async def stop(self, *, killed: bool, arrives: bool) -> None:
        """After the trouble; ``killed``: what was confirmed lately is told again. What a death
        leaves behind is asked in the rooms."""
        self.calm()
        await pass_by(AT_PEACE)
        await (self.house.kill() if killed else self.house.stop())

    async def end(self) -> None:
        for task in self._presses:
            task.cancel()
        await self.house.stop()
        await self._open.aclose()

    # --- what happens --------------------------------------------------------------------------

    def _places(self) -> list[Chat]:
        return [self.table.group, *(person.private for person in self.people)]

    def trouble(self, trouble: Trouble) -> None:
        chat = 0 if trouble.chat < 0 else self._places()[trouble.chat].id

        def meant(call: Call) -> bool:
            return call.method != "getUpdates" and chat in (0, call.chat)

        seconds = min(trouble.seconds, SLOWEST)
        more: dict[str, Any] = {"times": trouble.times, "when": meant}
        match trouble.kind:
            case "dropped":
                fault = self.api.fail("*", "drop", **more)
            case "lost":
                fault = self.api.fail("*", "lost", **more)
            case "slow":
                fault = self.api.fail("*", "slow", seconds=seconds, **more)
            case "limited":
                fault = self.api.fail("*", "error", error=flood(max(1, int(seconds))), **more)
            case _:
                bad = ApiError(502, "Bad Gateway")
                fault = self.api.fail("*", "error", error=bad, **more)
        self._faults.append(fault)

    def calm(self) -> None:
        self.api.faults.clear()

    def _unknown(self) -> set[tuple[int, int]]:
        """Messages whose numbers the bot was not told: by chat."""
        return {
            (call.chat, int(call.result["message_id"]))
            for fault in self._faults
            for call in fault.met
            if fault.how in UNKNOWN and call.method in ALIKE[SEND] and call.result
        }

    def _standing(self, place: Chat) -> list[Shown]:
        """The bot's messages with buttons of the match, the oldest first."""
        return [
            message
            for message in place.messages
            if message.by_bot
            and not message.deleted
            and not message.ephemeral
            and self._tokens(message)
        ]

    def _tokens(self, shown: Shown) -> list[tuple[Json, tokens.Token]]:
        found = []
        for button in shown.buttons:
            data = str(button.get("callback_data", ""))
            if data.startswith(f"t1.{self.table.id}."):
                found.append((button, tokens.decode(data)))
        return found

    def press(self, pick: int, *, late: float, again: float | None) -> None:
        found = [
            (person, place, shown, button, token)
            for person in self.people
            for place in (person.private, self.table.group)
            for shown in self._standing(place)
            for button, token in self._tokens(shown)
            if token.action not in OTHER and "?" not in token.action
        ]
        steps = [press for press in found if is_step(press[4])]
        found = steps if steps and pick % 4 else found
        if not found:
            return
        person, place, shown, button, _ = found[pick // 4 % len(found)]

        async def arrives() -> None:
            await asyncio.sleep(late)
            person.press(button, place, on=shown, times=2 if again == 0.0 else 1)
            if again:
                await asyncio.sleep(again)
                person.press(button, place, on=shown)

        task = asyncio.create_task(arrives())
        self._presses.add(task)
        task.add_done_callback(self._presses.discard)

    def delete(self, pick: int) -> None:
        standing = [
            message
            for place in self._places()
            for message in place.messages
            if message.by_bot and not message.deleted and not message.ephemeral
        ]
        if standing:
            gone = standing[-1 - pick % len(standing)]
            self._deleted[gone.json["chat"]["id"], gone.id] = self._version
            self.house.world.delete(gone)

    def close(self, pick: int) -> None:
        """Nobody does: own tests block the bot, and close groups to it."""

    async def look(self, pick: int) -> None:
        line = ("/mano", "/mesa")[pick % 2]
        self.people[pick % len(self.people)].say(f"{line}@{BOT}", self.table.group)
        await pass_by(1)

    # --- what must hold --------------------------------------------------------------------------

    async def wrong(self, *, but_chat: int = -1) -> list[str]:
        found = []
        self._version = await self.table.version()
        places = self._places()
        chats = [str(place.id) for place in places]
        for surface in await self.house.service.surfaces.of_match(self.table.id):
            if chats.index(surface.chat) == but_chat:
                continue
            if surface.shown < surface.wanted:
                found.append(f"{surface.address} is behind")
            # A step or two may look the same; nobody tells that a message was deleted.
            address = read_address(surface.address)
            deleted = self._deleted.get((address.chat, address.message), self._version)
            if deleted < self._version - 2:
                found.append(f"{surface.address} was deleted, and is still edited")
        if but_chat < 0:
            waiting = await self.house.store.notices_waiting()
            found += [f"{notice.id} waits" for notice in waiting]
        for number, place in enumerate(places):
            if number != but_chat:
                found += await self._wrong_in(place)
        return found

    async def _wrong_in(self, place: Chat) -> list[str]:
        if await self._status() is not Status.PLAYING:
            return []
        unknown = self._unknown()
        points = [
            {token.point for _, token in self._tokens(shown) if is_step(token)}
            for shown in self._standing(place)
            if (place.id, shown.id) not in unknown
        ]
        # A hand that is over keeps its message, without steps of the game.
        points = [moments for moments in points if moments]
        now = tokens.point(await self.house.view(self.table.id, None))
        found = []
        if len(points) > 1:
            found.append(f"{len(points)} messages to play with in {place.title}")
        if any(moments != {now} for moments in points):
            found.append(f"{place.title} shows something older")
        return found

    async def _status(self) -> Status:
        return (await self.table.info()).status

    async def play_on(self) -> list[str]:
        if await self._status() is not Status.PLAYING:
            return []
        for person in await self.table.awaited():
            if person not in await self.table.awaited():
                continue  # somebody has answered for both
            if not (found := await self._offered(person)):
                person.say("/mano")  # somebody has deleted it
                await pass_by(10)
                found = await self._offered(person)
            if not found:
                return [f"{person.user.first_name} is awaited and can press nothing"]
            before = await self.table.version()
            shown, button = found[0]
            person.press(button, person.private, on=shown)
            await pass_by(10)
            if await self.table.version() == before:
                return [f"{person.user.first_name} pressed {button}, and nothing happened"]
        return []

    async def _offered(self, person: Person) -> list[tuple[Shown, Json]]:
        """Steps that this person sees in private and may take with one press."""
        now = tokens.point(await self.house.view(self.table.id, None))
        sure = ("play", "quiero", "noquiero")
        return [
            (shown, button)
            for shown in self._standing(person.private)
            for button, token in self._tokens(shown)
            if token.point == now and token.action.partition(" ")[0] in sure
        ]

    async def finish(self) -> list[str]:
        for person in self.people:
            if await self._status() is Status.PLAYING:
                person.say(f"/terminar@{BOT}", self.table.group)
                await pass_by(10)
        return ["it does not end"] if await self._status() is Status.PLAYING else []


class TelegramChaos(Chaos):
    """Over Telegram's look-alike."""

    world_of = TelegramWorld


@pytest.mark.dear
@pytest.mark.errors("surface_failed", "notice_failed", "retire_failed")
def test_every_surface_converges() -> None:
    run_state_machine_as_test(
        TelegramChaos,
        settings=settings(
            examples(4), stateful_step_count=15, suppress_health_check=list(HealthCheck)
        ),
    )

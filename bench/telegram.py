"""``python -m bench.telegram [MATCHES ...]``: from a press to its answer, and to the table.

Real python-telegram-bot against the look-alike of the tests, over loopback sockets, in real time,
with SQLite as in production. Every match has its group and two people who opened the private chat;
each press is of something that the game offers. Measured are the time until the press is answered
(after the commit), and the time until the group's table shows something new: an edit, at least
three seconds after the one before, behind the 26 messages a second that all chats have together.

The look-alike shares the process and its processor time, so the figures are upper bounds of our
part; what the network adds is not in them.
"""

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any

from msgspec import Struct

from adapters.telegram import Account, Telegram
from adapters.telegram.addresses import Address
from bot import messages, tokens
from bot.messages import Accepted, MatchId
from bot.model import Status
from bot.service import Service
from bot.store.sql import SqlStore
from bot.world import Config
from engine.actions import Action
from engine.notation import write_action
from engine.table import table_for
from tests.adapters.telegram.loop import LoopTime, VirtualLoop
from tests.adapters.telegram.people import Person
from tests.adapters.telegram.people import Telegram as World
from tests.adapters.telegram.server import BotApi, Call
from tests.adapters.telegram.world import Chat

PRESSES = 300
"""Measured at each size."""
EACH = 10.0
"""Seconds between two presses of one match, as people play."""
FASTEST = 0.4
"""Seconds between two presses of anybody, at least: one table alone is pressed so often."""
_RARE = ("mazo", "corre", "cover")


class RealLoop(VirtualLoop):
    """The look-alike asks its loop for the time; here it is the machine's."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        super().__init__()
        asyncio.SelectorEventLoop.__init__(self)
        self.origin = self.time()

    def time(self) -> float:
        return time.monotonic()

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Callable[..., Any], *args: Any
    ) -> asyncio.Future[Any]:
        return asyncio.SelectorEventLoop.run_in_executor(self, executor, func, *args)


class Seen(Struct, frozen=True):
    """What one press brought."""

    answered: float | None
    """Seconds; ``None``: never."""
    shown: float | None
    """Seconds until the table's message changed; ``None``: not while it was watched."""


class Game(Struct, frozen=True):
    """One running match and its people by seat."""

    match: MatchId
    group: Chat
    people: tuple[Person, Person]


async def opened(world: World, service: Service, number: int) -> Game:
    """A match of two, as if it had been opened in its group."""
    people = tuple(world.person(f"{name} {number}", started=True) for name in ("Ana", "Beto"))
    ana, beto = people
    group = world.group(f"Club {number}", *people)
    for one in people:
        await service.set_settings(f"telegram:{one.id}", telegram_open="1")
    community = f"telegram:{group.id}"
    reply = await service.handle(
        messages.OpenTable(
            request="1",
            person=f"telegram:{ana.id}",
            community=community,
            place=f"{community}/0",
            name=ana.user.first_name,
        )
    )
    assert isinstance(reply, Accepted)
    match = reply.match
    join = messages.Join(request="2", person=f"telegram:{beto.id}", match=match, name="Beto")
    await service.handle(join)
    await service.handle(messages.Start(request="3", person=f"telegram:{ana.id}", match=match))
    address = Address(group.id).write()
    await service.add_surface(match, platform="telegram", address=address, chat=str(group.id))
    return Game(match, group, (ana, beto))


async def pressed(api: BotApi, service: Service, game: Game, rng: Random) -> Seen | None:
    """Somebody does what the table waits for; ``None``: it waits for nobody just now."""
    info = await service.info(game.match)
    if info is None or info.status is not Status.PLAYING:
        return None
    for person in game.people:
        view = await service.view(game.match, f"telegram:{person.id}")
        if view is None or view.seat not in view.awaited:
            continue
        offered = [one for one in view.offered if isinstance(one, Action) and one.verb not in _RARE]
        if not offered:
            continue
        table = table_for(view.variant, view.players, dict(view.options))
        data = tokens.encode(
            game.match, tokens.point(view), write_action(table, rng.choice(offered))
        )
        on = [shown for shown in person.sees() if shown.by_bot][-1:]
        if not on:
            return None
        before, began = len(api.calls), time.monotonic()
        press = person.press({"text": "", "callback_data": data}, on=on[0])
        end = began + 5.0
        while not press.answered and time.monotonic() < end:  # noqa: ASYNC110 - a foreign value
            await asyncio.sleep(0.001)
        answered = press.took if press.answered else None
        shown = await _first(
            api,
            before,
            lambda call: (
                call.chat == game.group.id and call.method in ("editMessageText", "sendMessage")
            ),
            15.0,
        )
        return Seen(answered, None if shown is None else shown - began)
    return None


async def _first(
    api: BotApi, before: int, fits: Callable[[Call], bool], seconds: float = 5.0
) -> float | None:
    """When the first such call was made, by the machine's clock."""
    end = time.monotonic() + seconds
    at = before
    while time.monotonic() < end:
        for call in api.calls[at:]:
            if fits(call) and not call.error:
                return time.monotonic()
        at = len(api.calls)
        await asyncio.sleep(0.002)
    return None


async def run(matches: int, presses: int) -> tuple[list[Seen], int]:
    """So many matches side by side, what their presses brought, and refusals for flooding."""
    rng = Random(matches)
    api = BotApi()
    with tempfile.TemporaryDirectory() as folder:
        store = await SqlStore.open(f"sqlite+aiosqlite:///{Path(folder) / 'bench.db'}")
        config = Config(turn_seconds=3600, robot_budget=0, pause=1.0, claims=1.0)
        async with api.running():
            service = Service(store, config, time=LoopTime(), alone=True)
            adapter = Telegram(service, Account(api.token, api_url=api.url))
            async with service.running(), adapter.running():
                await adapter.connected.wait()
                world = World(api)
                games = [await opened(world, service, n) for n in range(matches)]
                await asyncio.sleep(2.0 + matches / 8)  # every message is there
                pace = FASTEST if matches == 1 else EACH / matches
                tasks = []
                for number in range(presses):
                    game = games[number % matches]
                    tasks.append(asyncio.create_task(pressed(api, service, game, rng)))
                    if matches == 1:
                        await tasks[-1]
                    await asyncio.sleep(pace)
                seen = [one for one in await asyncio.gather(*tasks) if one is not None]
        await store.close()
    return seen, len(api.floods)


def points(values: list[float]) -> str:
    """p50, p95 and p99 in milliseconds."""
    if len(values) < 2:
        return "-"
    cuts = quantiles(values, n=100, method="inclusive")
    return " / ".join(f"{1000 * cuts[at]:.0f}" for at in (49, 94, 98))


def rows(found: dict[int, tuple[list[Seen], int]]) -> Iterator[str]:
    """The table."""
    yield "| matches | presses | answered, ms (p50/p95/p99) | table shown, ms | unanswered | 429 |"
    yield "|---|---|---|---|---|---|"
    for matches, (seen, floods) in found.items():
        times = [one.answered for one in seen if one.answered is not None]
        shown = [one.shown for one in seen if one.shown is not None]
        failed = sum(one.answered is None for one in seen)
        yield (
            f"| {matches} | {len(seen)} | {points(times)} | {points(shown)} | {failed} | {floods} |"
        )


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("matches", nargs="*", type=int, default=[1, 50, 200])
    parser.add_argument("--presses", type=int, default=PRESSES)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    found = {}
    for matches in given.matches:
        loop = RealLoop()
        asyncio.set_event_loop(loop)
        found[matches] = loop.run_until_complete(run(matches, given.presses))
        loop.close()
    sys.stdout.write("\n".join(rows(found)) + "\n")
    if given.json:
        figures = {str(n): [[o.answered, o.shown] for o in seen] for n, (seen, _) in found.items()}
        given.json.write_text(json.dumps(figures), encoding="utf-8")


if __name__ == "__main__":
    main()

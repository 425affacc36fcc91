"""``python -m bench.telegram [MATCHES ...]``: from a press to its answer, and to the table.

Real python-telegram-bot against the look-alike of the tests, over loopback sockets, in real time,
with SQLite as in production. Every match has its group and two people who opened the private chat.
The bench measures the time until the press is answered (after the commit), and the time until the
group's table shows something new: an edit, at least three seconds after the one before, behind the
26 messages a second that all chats have together. See :mod:`bench.presses`.
"""

import asyncio
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from msgspec import Struct

from adapters.telegram import Account, Telegram
from adapters.telegram.addresses import Address
from bench import presses
from bench.presses import CONFIG, WATCHED, Run, Seen, at_rest, happens, played, turn
from bot import messages
from bot.messages import Accepted, MatchId
from bot.service import Service
from bot.store import Store
from tests.adapters.telegram.methods import ALIKE, EDIT, SEND
from tests.adapters.telegram.people import Person
from tests.adapters.telegram.people import Telegram as World
from tests.adapters.telegram.server import BotApi, Call
from tests.adapters.telegram.world import Chat
from tests.virtual import LoopTime

_FREE = ("answerCallbackQuery", "getUpdates")
"""The calls that are no messages, and so do not count for Telegram's limits."""


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
    for person in people:
        await service.settings.save(f"telegram:{person.id}", telegram_open="1")
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
    await service.surfaces.add(match, platform="telegram", address=address, chat=str(group.id))
    return Game(match, group, (ana, beto))


async def pressed(api: BotApi, service: Service, game: Game, rng: Random) -> Seen | None:
    """A press of a person for whom the table waits; ``None``: it waits for nobody now."""
    found = await turn(
        service.matches, game.match, game.people, lambda person: f"telegram:{person.id}", rng
    )
    if found is None:
        return None
    person, data = found
    on = [shown for shown in person.sees() if shown.by_bot][-1:]
    if not on:
        return None
    before, began = len(api.calls), time.monotonic()
    press = person.press({"text": "", "callback_data": data}, on=on[0])
    answered = press.took if await happens(lambda: press.answered, 5.0, 0.001) else None
    shown = await _first(
        api,
        before,
        lambda call: call.chat == game.group.id and call.method in ALIKE[EDIT] | ALIKE[SEND],
    )
    return Seen(answered, None if shown is None else shown - began)


async def _first(
    api: BotApi, before: int, fits: Callable[[Call], bool], seconds: float = WATCHED
) -> float | None:
    """The moment of the first such call, by the machine's clock."""
    end = time.monotonic() + seconds
    at = before
    while time.monotonic() < end:
        for call in api.calls[at:]:
            if fits(call) and not call.error:
                return time.monotonic()
        at = len(api.calls)
        await asyncio.sleep(0.002)
    return None


async def run(matches: int, count: int) -> Run:
    """Measures this many matches side by side."""
    rng = Random(matches)
    api = BotApi()
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(f"sqlite+aiosqlite:///{Path(folder) / 'bench.db'}")
        async with api.running():
            service = Service(store, CONFIG, time=LoopTime())
            adapter = Telegram(service, Account(api.token, api_url=api.url))
            async with service.running(), adapter.running():
                await adapter.connected.wait()
                world = World(api)
                games = [await opened(world, service, n) for n in range(matches)]
                await at_rest(store)
                found = await played(
                    matches,
                    count,
                    lambda number: pressed(api, service, games[number], rng),
                    lambda: sum(call.method not in _FREE for call in api.calls),
                    lambda: len(api.floods),
                )
        await store.close()
    return found


if __name__ == "__main__":
    presses.main(__doc__, presses.RealLoop, run)

"""``python -m bench.discord [MATCHES ...]``: from a press to its answer, and to the table.

Real discord.py against the look-alike of the tests, over loopback sockets, in real time, with
SQLite as in production. Every match has its channel and two people who take turns; each press is
of something that the game offers. Measured are the time until the interaction is answered (after
the commit), and the time until the channel's table shows something new: most presses are made in a
private chat, so the table is an edit, behind the channel's bucket (5 in 5 s) and the bot's 50
requests a second, which the look-alike imposes as Discord does.

The look-alike shares the process and its processor time, so the figures are upper bounds of our
part; what the network adds is not in them.
"""

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from statistics import quantiles

from msgspec import Struct

from adapters.discord import DiscordAdapter
from bot import tokens
from bot.messages import MatchId
from bot.model import Status
from bot.service import Service
from bot.store.sql import SqlStore
from bot.world import Config
from engine.actions import Action
from engine.notation import write_action
from engine.table import table_for
from tests.adapters.discord.lookalike.people import Person
from tests.adapters.discord.lookalike.server import TOKEN, Discord, running
from tests.adapters.discord.lookalike.world import Channel, Interaction
from tests.adapters.discord.virtual import EPOCH, VirtualLoop

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
        asyncio.SelectorEventLoop.__init__(self)
        self.working = 0
        # The look-alike counts from its own year on; the service counts from this one.
        self._epoch = EPOCH - time.time() + time.monotonic()

    def time(self) -> float:
        return time.monotonic() - self._epoch


class Seen(Struct, frozen=True):
    """What one press brought."""

    answered: float | None
    """Seconds; ``None``: never, "This interaction failed"."""
    shown: float | None
    """Seconds until the table's message changed; ``None``: not while it was watched."""


class Game(Struct, frozen=True):
    """One running match and its people by seat."""

    match: MatchId
    channel: Channel
    people: tuple[Person, Person]


async def answered(interaction: Interaction, seconds: float = 5.0) -> bool:
    """Waits for the first answer."""
    end = time.monotonic() + seconds
    while not interaction.answer and time.monotonic() < end:  # noqa: ASYNC110 - a foreign value
        await asyncio.sleep(0.005)
    return bool(interaction.answer)


async def opened(small: Discord, service: Service, number: int) -> Game:
    """A match of two, by commands and presses."""
    guild = small.world.add_guild(f"Club {number}")
    channel = small.world.add_channel(guild, "mesa")
    small.gateway.dispatch("GUILD_CREATE", small.world.guild_shape(guild), guild)
    people = tuple(
        Person(small, small.world.add_user(f"{name} {number}"), channel) for name in ("Ana", "Beto")
    )
    ana, beto = people
    await answered(ana.start_slash("jugar"))
    place = f"discord:{guild.id}/{channel.id}"
    (match,) = await service.matches_at(place)
    lobby = next(iter(small.world.in_channel(channel)))
    for person, action in ((beto, "JOIN"), (ana, "START")):
        await answered(
            person.start_press(custom_id=tokens.encode(match, "", action), on=lobby), 30.0
        )
    return Game(match, channel, (ana, beto))


async def pressed(small: Discord, service: Service, game: Game, rng: Random) -> Seen | None:
    """Somebody does what the table waits for; ``None``: it waits for nobody just now."""
    info = await service.info(game.match)
    if info is None or info.status is not Status.PLAYING:
        return None
    for person in game.people:
        view = await service.view(game.match, f"discord:{person.user.id}")
        if view is None or view.seat not in view.awaited:
            continue
        offered = [one for one in view.offered if isinstance(one, Action) and one.verb not in _RARE]
        if not offered:
            continue
        table = table_for(view.variant, view.players, dict(view.options))
        action = write_action(table, rng.choice(offered))
        id = tokens.encode(game.match, tokens.point(view), action)
        on = [*small.world.in_channel(person.chat)][-1:]
        if not on:
            return None
        before = len(small.requests)
        interaction = person.start_press(custom_id=id, on=on[0])
        done = await answered(interaction)
        shown = await changed(small, game.channel, before, interaction.at)
        at = interaction.answered_at if done else None
        return Seen(None if at is None else at - interaction.at, shown)
    return None


async def changed(
    small: Discord, channel: Channel, before: int, since: float, seconds: float = 15.0
) -> float | None:
    """When the channel got another picture after a press."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        count = len(small.requests)
        for request in islice(small.requests, before, count):
            new = request.operation in ("update_message", "create_message")
            if new and request.place == channel.id and request.status == 200:
                return request.at - since
        before = count
        await asyncio.sleep(0.02)
    return None


async def run(matches: int, presses: int) -> tuple[list[Seen], float]:
    """So many matches side by side: what their presses brought, and the seconds of processor time
    that each took (the look-alike's included)."""
    rng = Random(matches)
    with tempfile.TemporaryDirectory() as folder:
        store = await SqlStore.open(f"sqlite+aiosqlite:///{Path(folder) / 'bench.db'}")
        config = Config(turn_seconds=3600, robot_budget=0, pause=1.0, claims=1.0)
        async with running(judged=False) as small:
            service = Service(store, config, alone=True)
            adapter = DiscordAdapter(service, TOKEN, ready_timeout=0.05, upload_emoji=False)
            async with service.running(), adapter.running():
                await adapter.ready.wait()
                games = [await opened(small, service, number) for number in range(matches)]
                await asyncio.sleep(min(60.0, 1.0 + matches / 6))  # the private chats are opened
                pace = FASTEST if matches == 1 else EACH / matches
                tasks = []
                begun = time.process_time()
                for number in range(presses):
                    game = games[number % matches]
                    tasks.append(asyncio.create_task(pressed(small, service, game, rng)))
                    if matches == 1:
                        await tasks[-1]
                    await asyncio.sleep(pace)
                seen = [one for one in await asyncio.gather(*tasks) if one is not None]
                spent = time.process_time() - begun
        await store.close()
    return seen, spent / max(1, len(seen))


def points(values: list[float]) -> str:
    """p50, p95 and p99 in milliseconds."""
    if len(values) < 2:
        return "-"
    cuts = quantiles(values, n=100, method="inclusive")
    return " / ".join(f"{1000 * cuts[at]:.0f}" for at in (49, 94, 98))


def rows(found: dict[int, tuple[list[Seen], float]]) -> Iterator[str]:
    """The table."""
    yield (
        "| matches | presses | answered, ms (p50/p95/p99) | table shown, ms (p50/p95/p99)"
        " | unanswered | processor time of a press, ms |"
    )
    yield "|---|---|---|---|---|---|"
    for matches, (seen, spent) in found.items():
        times = [one.answered for one in seen if one.answered is not None]
        shown = [one.shown for one in seen if one.shown is not None]
        failed = sum(one.answered is None for one in seen)
        told = f"{points(times)} | {points(shown)} | {failed} | {1000 * spent:.0f}"
        yield f"| {matches} | {len(seen)} | {told} |"


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
        figures = {}
        for matches, (seen, _) in found.items():
            figures[str(matches)] = [[one.answered, one.shown] for one in seen]
        given.json.write_text(json.dumps(figures), encoding="utf-8")


if __name__ == "__main__":
    main()

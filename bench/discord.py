"""``python -m bench.discord [MATCHES ...]``: from a press to its answer, and to the table.

Real discord.py against the look-alike of the tests, over loopback sockets, in real time, with
SQLite as in production. Every match has its channel and two people who take turns. The bench
measures the time until the interaction is answered (after the commit), and the time until the
channel's table shows something new: most presses are made in a private chat, so the table is an
edit, behind the channel's bucket (5 in 5 s) and the bot's 50 requests a second, which the
look-alike imposes as Discord does. See :mod:`bench.presses`.
"""

import asyncio
import tempfile
import time
from itertools import islice
from pathlib import Path
from random import Random

from msgspec import Struct

from adapters.discord import Account, DiscordAdapter
from bench import presses
from bench.presses import CONFIG, WATCHED, Run, Seen, at_rest, happens, played, turn
from bot import tokens
from bot.messages import MatchId
from bot.service import Service
from bot.store import Store
from tests.adapters.discord.lookalike.people import Person
from tests.adapters.discord.lookalike.server import TOKEN, Discord, running
from tests.adapters.discord.lookalike.world import Channel

_FREE = ("create_interaction_response",)
"""The calls that do not count for the bot's fifty requests a second."""


class Game(Struct, frozen=True):
    """One running match and its people by seat."""

    match: MatchId
    channel: Channel
    people: tuple[Person, Person]


async def opened(small: Discord, service: Service, number: int) -> Game:
    """A match of two, by commands and presses."""
    guild = small.world.add_guild(f"Club {number}")
    channel = small.world.add_channel(guild, "mesa")
    small.gateway.dispatch("GUILD_CREATE", small.world.guild_shape(guild), guild)
    ana, beto = (
        Person(small, small.world.add_user(f"{name} {number}"), channel) for name in ("Ana", "Beto")
    )
    typed = ana.start_slash("jugar")
    await happens(lambda: typed.answer, 5.0)
    (match,) = await service.matches.at_place(f"discord:{guild.id}/{channel.id}")
    lobby = next(iter(small.world.in_channel(channel)))
    for person, action in ((beto, "JOIN"), (ana, "START")):
        press = person.start_press(custom_id=tokens.encode(match, "", action), on=lobby)
        await happens(lambda: press.answer, 30.0)  # noqa: B023 - within this turn
    return Game(match, channel, (ana, beto))


async def pressed(small: Discord, service: Service, game: Game, rng: Random) -> Seen | None:
    """A press of a person for whom the table waits; ``None``: it waits for nobody now."""
    people = game.people
    found = await turn(
        service.matches,
        game.match,
        people,
        lambda interaction: f"discord:{interaction.user.id}",
        rng,
    )
    if found is None:
        return None
    person, id = found
    on = [*small.world.in_channel(person.chat)][-1:]
    if not on:
        return None
    before = len(small.requests)
    press = person.start_press(custom_id=id, on=on[0])
    done = await happens(lambda: press.answer, 5.0)
    shown = await changed(small, game.channel, before, press.at)
    at = press.answered_at if done else None
    return Seen(None if at is None else at - press.at, shown)


async def changed(small: Discord, channel: Channel, before: int, since: float) -> float | None:
    """The moment when the channel got another picture after a press."""
    end = time.monotonic() + WATCHED
    while time.monotonic() < end:
        count = len(small.requests)
        for request in islice(small.requests, before, count):
            new = request.operation in ("update_message", "create_message")
            if new and request.place == channel.id and request.status == 200:
                return request.at - since
        before = count
        await asyncio.sleep(0.02)
    return None


async def run(matches: int, count: int) -> Run:
    """Measures this many matches side by side."""
    rng = Random(matches)
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(f"sqlite+aiosqlite:///{Path(folder) / 'bench.db'}")
        async with running() as small:
            service = Service(store, CONFIG)
            adapter = DiscordAdapter(
                service, Account(TOKEN), ready_timeout=0.05, upload_emoji=False
            )
            async with service.running(), adapter.running():
                await adapter.ready.wait()
                games = [await opened(small, service, number) for number in range(matches)]
                await at_rest(store)
                found = await played(
                    matches,
                    count,
                    lambda number: pressed(small, service, games[number], rng),
                    lambda: sum(request.operation not in _FREE for request in small.requests),
                    lambda: small.buckets.refusals,
                )
        await store.close()
    return found


if __name__ == "__main__":
    presses.main(__doc__, presses.RealLoop, run)

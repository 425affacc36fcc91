"""``python -m bench.crashes [--kills N] [--store sqlite|postgresql]``: a bot killed many times.

A process plays at twelve tables as fast as it can and says which steps it has seen stored. It is
killed without warning after a random number of them, and another goes on where it was. After every
kill the store is looked at: no step that was seen may be missing, no log may have a gap, every
match must be what its log tells, and every match that is being played must wait for something.
"""

import argparse
import asyncio
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Final

import structlog

from bench.service import COMMUNITY, Club
from bot.host import database
from bot.messages import MatchId
from bot.model import Status
from bot.store import SqlStore

TABLES: Final = 12
MOST_STEPS: Final = 250
"""Seen before a kill."""


async def play(url: str, seed: int) -> None:
    """The process that is killed."""
    store = await SqlStore.open(url)
    club = Club(store, seed)
    for match in await club.service.matches.in_community(COMMUNITY):
        info = await club.service.matches.info(match)
        assert info is not None
        one, two = info.seats
        club.tables[match] = one.person, two.person
        club.made = max(club.made, int(one.person.removeprefix("bench:a")) + 1)
        club.requests = max(club.requests, 1_000_000 * (seed + 1))
    async with club.service.running():
        while True:
            while len(club.tables) < TABLES:
                await club.open()
            await asyncio.gather(*(_step(club, match) for match in list(club.tables)))


async def _step(club: Club, match: MatchId) -> None:
    if await club.press(match) is None:
        await asyncio.sleep(0.05)
    info = await club.service.matches.info(match)
    assert info is not None
    sys.stdout.write(f"{match} {info.version}\n")
    sys.stdout.flush()
    if info.status is not Status.PLAYING:
        del club.tables[match]


async def killed(url: str, seed: int, steps: int) -> dict[MatchId, int]:
    """Lets the process run until it has seen so many steps, and kills it; the newest version of
    each match that it has seen stored."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bench.crashes", "--play", url, "--seed", str(seed),
        stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    lines: list[bytes] = []
    while len(lines) < steps:
        line = await process.stdout.readline()
        assert line, "the process ended by itself"
        lines.append(line)
    process.kill()
    rest, _ = await process.communicate()
    lines += rest.splitlines()
    seen: dict[MatchId, int] = {}
    for line in lines:
        words = line.decode().split()
        if len(words) == 2 and words[1].isdigit():
            # The last line may be cut short: a number with fewer digits asks for less.
            seen[words[0]] = max(seen.get(words[0], 0), int(words[1]))
    return seen


async def problems(url: str, seen: dict[MatchId, int]) -> Iterator[str]:
    """What is wrong after a kill."""
    found = list(await database.check(url))
    store = await SqlStore.open(url)
    try:
        for match, version in seen.items():
            if (stored := await store.version(match)) < version:
                found.append(f"{match}: step {version} was seen stored, {stored} is the last.")
        for row in await store.matches_in(COMMUNITY):
            waiting = await store.load(row.info.match)
            if waiting is None or not waiting.deadlines:
                found.append(f"{row.info.match} waits for nothing.")
    finally:
        await store.close()
    return iter(found)


async def run(url: str, kills: int, seed: int) -> int:
    """How many problems were found."""
    rng = Random(seed)
    seen: dict[MatchId, int] = {}
    wrong = steps = 0
    for number in range(kills):
        for match, version in (await killed(url, number, rng.randrange(1, MOST_STEPS))).items():
            steps += version - seen.get(match, 0)
            seen[match] = max(seen.get(match, 0), version)
        for problem in await problems(url, seen):
            wrong += 1
            sys.stdout.write(f"kill {number}: {problem}\n")
    sys.stdout.write(f"{kills} kills, {len(seen)} matches, {steps} steps seen: {wrong} problems\n")
    return wrong


@contextmanager
def address(kind: str) -> Iterator[str]:
    """A new database."""
    if kind == "sqlite":
        with tempfile.TemporaryDirectory() as folder:
            yield f"sqlite:///{Path(folder)}/truco.db"
        return
    from tests import postgres

    with postgres.server() as folder:
        yield asyncio.run(postgres.make_database(folder, "club"))


def main() -> None:
    """Plays, kills, looks and says what it found; exit code 1 for a problem."""
    parser = argparse.ArgumentParser(description="a bot that is killed again and again")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--store", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--play", metavar="URL", help=argparse.SUPPRESS)
    given = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(40))
    if given.play:
        asyncio.run(play(given.play, given.seed))
    # Whoever ends this command ends the server that it runs, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with address(given.store) as url:
        sys.exit(1 if asyncio.run(run(url, given.kills, given.seed)) else 0)


if __name__ == "__main__":
    main()

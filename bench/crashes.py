"""A bot that is killed again and again.

    python -m bench.crashes --kills 100
    python -m bench.crashes --kills 100 --store postgresql --processes 4
    python -m bench.crashes --kills 100 --tables 50 --steps 60 --look-every 20

A process plays at twelve tables as fast as it can and prints the steps that were stored. It is
killed without warning after a random number of steps, and another process goes on from there.
Several processes play at the same tables: one of them is killed at a time, and now and then all
connections to the server are cut. When a process begins, all people connect again at the same
moment, and while it plays some people connect again all the time. A process that ends in any other
way than by our kill is a problem.

After every kill (or every few kills, ``--look-every``) the store is checked: no stored step may be
missing, no log may have a gap, every match must agree with its log, and every running match must
wait for something. Every match has a stake; many people play again and again, in several processes
at once, and now and then a user is linked with one of them in the middle of a match. All chips must
add up, scoreboards and ratings must follow from the matches, and a linked user may have nothing of
their own. At the end all processes are killed, and one new process runs undisturbed: it must show
everything that should be seen, and do everything that was due. Then it ends all matches: after that
no stake may be held any more.
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
from bot.messages import Leave, MatchId, PersonId, ProposeEnd
from bot.model import Status
from bot.store import Store
from bot.store.people.chips import match_of_pot
from bot.store.queries import chip_queries, match_queries
from tests import postgres

TABLES: Final = 12
CROWD: Final = 30
"""The number of people who play again and again."""
RECONNECTS: Final = 0.1
"""The seconds after which another person connects again while others play."""
STAKE: Final = 2
"""Chips."""
LINKED: Final = 3
"""In one of this many matches a user is linked."""
CONVERGES: Final = 30.0
"""The seconds within which a process must bring everything up to date that others left."""
LATE: Final = 5.0
"""A deadline that is this many seconds late must have been handled."""


async def play(url: str, seed: int, tables: int) -> None:
    """The process that is killed."""
    store = await Store.open(url)
    club = Club(store, seed, spread=False)
    club.made = club.requests = 1_000_000 * (seed + 1)
    async with club.service.running(), asyncio.TaskGroup() as beside:
        crowd = (club.service.matches.of_person(f"bench:crowd{number}") for number in range(CROWD))
        await asyncio.gather(_find(club), *crowd)
        seats = [(match, person) for match, people in club.tables.items() for person in people]
        await asyncio.gather(*(_come_back(club, match, person) for match, person in seats))
        beside.create_task(_keep_coming(club))
        while True:
            await _find(club)
            while len(club.tables) < tables:
                await _open(club)
            for _ in range(20):
                await asyncio.gather(*(_step(club, match) for match in list(club.tables)))


async def _find(club: Club) -> None:
    """All running tables, also those that other processes opened."""
    for match in await club.service.matches.in_community(COMMUNITY):
        info = await club.service.matches.info(match)
        if info is not None and info.status is Status.PLAYING:
            one, two = info.seats
            club.tables[match] = one.person, two.person


async def _come_back(club: Club, match: MatchId, person: PersonId) -> None:
    """The requests of a page when its connection is there again."""
    await club.service.matches.of_person(person)
    await club.service.matches.view(match, person)
    await club.service.surfaces.add(
        match, platform="bench", address=f"tab/{person}", chat="", person=person
    )


async def _keep_coming(club: Club) -> None:
    rng = Random(club.made)
    while True:
        await asyncio.sleep(RECONNECTS)
        if club.tables:
            match, people = rng.choice(list(club.tables.items()))
            await _come_back(club, match, rng.choice(people))


async def _open(club: Club) -> None:
    """A match for a stake between a new user and a person of the crowd. The new user may later be
    linked with another person of the crowd."""
    guest, other = (f"bench:crowd{number}" for number in club.rng.sample(range(CROWD), 2))
    match = await club.open(guest, STAKE)
    if club.rng.randrange(LINKED) == 0:
        users = club.service.users
        (host, _) = club.tables[match]
        await users.link(host, await users.new_code(other))
        info = await club.service.matches.info(match)
        assert info is not None
        one, two = info.seats
        club.tables[match] = one.person, two.person


async def _step(club: Club, match: MatchId) -> None:
    if await club.press(match) is None:
        await asyncio.sleep(0.05)
    info = await club.service.matches.info(match)
    assert info is not None
    sys.stdout.write(f"{match} {info.version}\n")
    sys.stdout.flush()
    if info.status is not Status.PLAYING:
        del club.tables[match]


class Player:
    """A process that plays, with the stored steps that it reports."""

    def __init__(self, process: asyncio.subprocess.Process, seen: dict[MatchId, int]) -> None:
        self._process = process
        self._seen = seen
        self.steps = 0
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def start(cls, url: str, seed: int, tables: int, seen: dict[MatchId, int]) -> "Player":
        """``seen``: the newest version of each match that any process has reported as stored."""
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bench.crashes", "--play", url, "--seed", str(seed),
            "--tables", str(tables), stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        return cls(process, seen)

    async def _read(self) -> None:
        assert self._process.stdout is not None
        while line := await self._process.stdout.readline():
            words = line.decode().split()
            if len(words) == 2 and words[1].isdigit():
                # The last line may be cut short: a number with fewer digits asks for less.
                self._seen[words[0]] = max(self._seen.get(words[0], 0), int(words[1]))
                self.steps += 1

    async def until(self, steps: int) -> None:
        """Waits until the process has reported this many steps, or has ended by itself."""
        while self.steps < steps and not self._reading.done():  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.01)

    async def kill(self) -> int:
        """Without a warning. Returns the exit code; ``-SIGKILL``, unless it has ended before."""
        if self._process.returncode is None and not self._reading.done():
            self._process.kill()
        code = await self._process.wait()
        await self._reading
        return code


async def problems(url: str, seen: dict[MatchId, int]) -> Iterator[str]:
    """The problems in the store after a kill."""
    found = list(await database.check(url))
    for _ in range(4):
        if found:
            # A step may have been made between two looks at a match.
            again = await database.check(url)
            found = [problem for problem in found if problem in again]
    store = await Store.open(url)
    try:
        for match, version in seen.items():
            if (stored := await store.read(match_queries.version, match)) < version:
                found.append(f"{match}: step {version} was seen stored, {stored} is the last.")
        for row in await store.read(match_queries.matches_in, COMMUNITY):
            waiting = await store.read(match_queries.load, row.info.match)
            # Another process may have ended it since.
            ended = waiting is not None and waiting.row.info.status in (Status.OVER, Status.CLOSED)
            if waiting is None or not (waiting.deadlines or ended):
                found.append(f"{row.info.match} waits for nothing.")
    finally:
        await store.close()
    return iter(found)


async def run(url: str, given: argparse.Namespace) -> int:
    """Runs the test and returns the number of problems."""
    kills, processes, tables = given.kills, given.processes, given.tables
    rng = Random(given.seed)
    seen: dict[MatchId, int] = {}
    wrong = died = 0
    players: list[Player] = []
    try:
        for number in range(kills):
            while len(players) < processes:
                players.append(await Player.start(url, 1000 * number + len(players), tables, seen))
            victim = players[rng.randrange(processes)]
            await victim.until(victim.steps + rng.randrange(1, given.steps))
            if processes > 1 and rng.randrange(4) == 0:
                await postgres.cut(url)
            code = await victim.kill()
            players.remove(victim)
            if code != -signal.SIGKILL:
                wrong, died = wrong + 1, died + 1
                sys.stdout.write(f"kill {number}: the process had ended with {code}\n")
            # Steps that are seen from now on must be there too.
            looks = (number + 1) % given.look_every == 0
            for problem in await problems(url, dict(seen)) if looks else ():
                wrong += 1
                sys.stdout.write(f"kill {number}: {problem}\n")
            sys.stdout.write(f"{number + 1} kills, {sum(seen.values())} steps seen\n")
            sys.stdout.flush()
    finally:
        for player in players:
            await player.kill()
    for problem in await converged(url):
        wrong += 1
        sys.stdout.write(f"in the end: {problem}\n")
    steps = sum(seen.values())
    sys.stdout.write(
        f"{kills} kills, {len(seen)} matches, {steps} steps seen: {wrong} problems, "
        f"{died} processes ended by themselves\n"
    )
    return wrong


async def converged(url: str) -> list[str]:
    """The problems that are left after one process ran undisturbed for a while."""
    store = await Store.open(url)
    club = Club(store, 0)
    found = ["nothing"]
    async with club.service.running():
        for _ in range(int(CONVERGES / 0.25)):
            behind = await store.surfaces_behind()
            late = await store.due(club.time.now() - LATE, 100)
            waiting = await store.notices_waiting()
            found = [f"surface {surface.id} of {surface.match} is behind." for surface in behind]
            found += [f"deadline {deadline.id} of {deadline.match} is late." for deadline in late]
            found += [f"notice {notice.id} of {notice.match} waits." for notice in waiting]
            if not found:
                break
            await asyncio.sleep(0.25)
        found += await _held_for_ever(club)
    await store.close()
    return found


async def _held_for_ever(club: Club) -> list[str]:
    """The stakes that are still held after every match has ended. In each match one person leaves,
    and the other one ends it."""
    await _find(club)
    for match, (first, second) in club.tables.items():
        await club.service.handle(Leave(request=club.request(), person=first, match=match))
        await club.service.handle(ProposeEnd(request=club.request(), person=second, match=match))
    pots = [owner for owner in await club.store.read(chip_queries.balances) if match_of_pot(owner)]
    return [f"{owner} holds a stake for ever." for owner in pots]


@contextmanager
def address(kind: str) -> Iterator[str]:
    """A new database."""
    if kind == "sqlite":
        with tempfile.TemporaryDirectory() as folder:
            yield f"sqlite:///{Path(folder)}/truco.db"
        return
    with postgres.server() as folder:
        yield asyncio.run(postgres.make_database(folder, "club"))


def main() -> None:
    """Plays, kills, checks and prints the problems. The exit code is 1 if there is a problem."""
    parser = argparse.ArgumentParser(description="a bot that is killed again and again")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--store", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--processes", type=int, default=1, help="that play at the same time")
    parser.add_argument("--tables", type=int, default=TABLES, help="that are played at")
    parser.add_argument("--steps", type=int, default=250, help="seen before a kill, at most")
    parser.add_argument("--look-every", type=int, default=1, help="so many kills at the store")
    parser.add_argument("--play", metavar="URL", help=argparse.SUPPRESS)
    given = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(40))
    if given.play:
        asyncio.run(play(given.play, given.seed, given.tables))
    with address(given.store) as url:
        wrong = asyncio.run(run(url, given))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()

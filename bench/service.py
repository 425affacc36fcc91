"""The cost of a press, without a platform.

    python -m bench.service [--store memory|sqlite|postgresql]

Argentino for two, both seats people, three pictures of each table on a platform that shows at once.
The figures to read are processor time and counts; wall times depend on the other work of the
machine. The time that the bench itself spends on choosing a press is measured and subtracted. Deals
are those that anybody can check, as in a running bot; ``--without-vault`` shuffles by chance.

- at rest: one table, a press whenever everything is shown, after a pause of 20 ms;
- among: the same at one of so many tables (``--among``), the others wait for their people;
- saturated: every table is pressed again as soon as it has answered;
- live: so many tables, each pressed once in five seconds for ten seconds, whether or not the
  last one was answered; when the last press is answered, and when the last picture is shown;
- due: two hundred turns end at the same moment;
- deal: what the service does to shuffle, commit to and cut one pack, when a hand begins; the
  whole step that deals it, with its rows ready to be written; as many bare hashes, in the same run;
- scoreboard: a community with very many results (``--results``), half as many people as matches.

A bare writer writes rows of the same size through the same driver, one commit a press, in the
same run: ratios against it mean something on any machine.
"""

import argparse
import asyncio
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Final

import aiosqlite
import asyncpg
import structlog
from msgspec.structs import replace

from bench.presses import points, turn
from bench.small import bare_hashes
from bot import tokens
from bot.chance import Chance, SystemChance
from bot.common.collector import pass_over_what_stands
from bot.common.lived_time import Time
from bot.common.threads import switch_often
from bot.community.scoreboard import Wanted
from bot.environment import Config, Environment
from bot.happenings import MatchChanged
from bot.match import dealing
from bot.match.match_draft import MatchDraft
from bot.match.match_reader import MatchReader
from bot.match.running_match import RunningMatch
from bot.match.running_matches import RunningMatches
from bot.match.vault import Vault
from bot.messages import (
    Accepted,
    CommunityId,
    Join,
    MatchId,
    OpenTable,
    PersonId,
    PlaceId,
    Refused,
    Start,
    UserId,
)
from bot.model import MatchInfo, Seat, Status
from bot.reasons import ServiceReason
from bot.screen import Screen
from bot.service import Service
from bot.showing.platform import SHOWN, Delivery, NoticeWords
from bot.store import Changes, Store
from bot.store.changes import MatchChange
from bot.store.model import LogRow, MatchRow, Surface
from bot.store.notices import Notice
from bot.store.results.model import MatchResult
from engine.actions import MAZO, Action
from engine.guard.legal import awaited
from tests import postgres

CONFIG: Final = Config(turn_seconds=3600, robot_budget=0, pause=0.2, claims=0.2)
_CALLS: Final = ("fetch", "fetchmany", "fetchval", "execute", "executemany")
VAULT: Final = Vault(b"bench" * 8)
PAUSE: Final = 0.02
"""Seconds between two presses at rest. Other code uses the processor's caches meanwhile."""
_TURNS: Final = 24
"""Turns of the loop after which the pictures of a press are shown and nothing is under way."""
EACH: Final = 5.0
"""Seconds between two presses of one live table."""
COMMUNITY: Final = "bench:club"
TOGETHER: Final = 50
"""Tables of one community: half as many as a community may have."""

Figures = Mapping[str, float | str]


class Shown:
    """A platform that shows everything at once, to nobody."""

    name = "bench"

    def __init__(self) -> None:
        self.pictures = 0
        self.pressed: dict[MatchId, float] = {}
        """The moment of the last press at each table."""
        self.ages: list[float] = []
        """How many seconds after such a press each picture of its table was shown."""

    async def show(self, surface: Surface, screen: Screen) -> Delivery:
        self.pictures += 1
        if surface.match in self.pressed:
            self.ages.append(time.monotonic() - self.pressed[surface.match])
        return SHOWN

    async def retire(self, before: Surface, now: Surface | None) -> Delivery:
        return SHOWN

    async def address_in(self, place: PlaceId) -> tuple[str, str] | None:
        """This platform announces nothing."""
        return None

    async def may_read(self, place: PlaceId, user: UserId) -> bool:
        return True

    async def place_name(self, place: PlaceId, user: UserId) -> str:
        """No place has a name."""
        return ""

    async def publish(
        self, community: CommunityId, place: PlaceId, text: str, *, aloud: bool = False
    ) -> None:
        """Nobody reads it here."""

    async def tell(self, user: UserId, text: str) -> None:
        """Nobody is told anything here."""

    async def notify(self, notice: Notice, words: NoticeWords) -> Delivery:
        await words()
        return SHOWN


class JumpingTime(Time):
    """The machine's time, which the bench can move forward."""

    def __init__(self) -> None:
        super().__init__()
        self.ahead = 0.0
        self._sleepers: set[asyncio.Event] = set()

    def jump(self, seconds: float) -> None:
        """Moves the time forward by this many seconds at once; all waiting tasks look at the time
        again."""
        self.ahead += seconds
        for wake in self._sleepers:
            wake.set()

    def now(self) -> float:
        return super().now() + self.ahead

    def utc(self) -> float:
        return super().utc() + self.ahead

    async def wait(self, wake: asyncio.Event, until: float | None) -> None:
        self._sleepers.add(wake)
        try:
            await super().wait(wake, until)
        finally:
            self._sleepers.discard(wake)


class Counted:
    """Counts the statements of this process's database connections; SQLite's commits may be slowed.
    Every call of asyncpg is a way to PostgreSQL and back."""

    def __init__(self) -> None:
        self.found: Counter[str] = Counter()
        self.delay = 0.0
        self._asked: dict[str, Callable[..., Any]] = {}
        self._connect = sqlite3.connect

    def __enter__(self) -> "Counted":
        def connect(*given: Any, **named: Any) -> sqlite3.Connection:
            made: sqlite3.Connection = self._connect(*given, **named)
            wrote = [False]
            made.set_trace_callback(lambda sql: self._count(sql, wrote))
            return made

        sqlite3.connect = connect  # type: ignore[assignment]
        wrote = [False]
        for name in _CALLS:  # the pool's own connections call these
            self._asked[name] = getattr(asyncpg.Connection, name)
            setattr(asyncpg.Connection, name, self._call(self._asked[name], wrote))
        return self

    def __exit__(self, *_: object) -> None:
        sqlite3.connect = self._connect
        for name, asked in self._asked.items():
            setattr(asyncpg.Connection, name, asked)

    def _call(self, asked: Callable[..., Any], wrote: list[bool]) -> Callable[..., Any]:
        async def call(connection: Any, sql: str, *given: Any, **named: Any) -> Any:
            self.found["ways"] += 1
            self._count(sql, wrote)
            return await asked(connection, sql, *given, **named)

        return call

    def _count(self, sql: str, wrote: list[bool]) -> None:
        word = sql.split(None, 1)[0].upper()
        if word in ("INSERT", "UPDATE", "DELETE"):
            wrote[0] = True
            self.found["writes"] += 1
        elif "pg_temp." in sql:  # a whole transaction: bot.store.postgres.at_once
            self.found.update(writes=1, transactions=1)
        elif word == "SELECT":
            self.found["reads"] += 1
        elif word == "COMMIT" and wrote[0]:
            wrote[0] = False
            self.found["transactions"] += 1
            if self.delay:
                time.sleep(self.delay)


class Remembered(RunningMatches):
    """A service's matches as it remembers them: choosing a press does not ask the database and does
    not give another task a turn."""

    def __init__(self, service: Service) -> None:
        super().__init__(service.store, vault=None)
        self._service = service

    async def newest(self, match: MatchId) -> RunningMatch | None:
        return await self._service._play.running.load(match)


class Club:
    """A service with tables, and people who press."""

    def __init__(
        self,
        store: Store,
        seed: int = 1,
        *,
        spread: bool = True,
        vault: Vault | None = VAULT,
        time: JumpingTime | None = None,
        chance: Chance | None = None,
    ) -> None:
        self.store = store
        self.spread = spread
        """Whether its tables belong to several communities, or to one."""
        self.time = time or JumpingTime()
        self.service = Service(store, CONFIG, time=self.time, chance=chance, vault=vault)
        self.matches = MatchReader(store, Remembered(self.service), self.time)
        self.platform = Shown()
        self.service.add_platform(self.platform)
        self.rng = Random(seed)
        self.tables: dict[MatchId, tuple[PersonId, PersonId]] = {}
        self.requests = 0
        self.made = 0
        self.choosing = 0.0
        """Seconds of processor time that the choice of presses has taken."""
        self.answered: list[float] = []
        """The seconds that each press of live tables has waited for its answer."""
        self.busy = 0
        """Presses that were answered with "much going on", and changed nothing."""

    def request(self) -> str:
        self.requests += 1
        return f"r{self.requests}"

    async def open(self, guest: PersonId = "", stake: int = 0) -> MatchId:
        """Opens a running table for two, shown in three places. ``guest``: the person who sits down
        there, if there is still a seat for them; otherwise a person who has never played."""
        number, self.made = self.made, self.made + 1
        community = f"{COMMUNITY}:{number // TOGETHER}" if self.spread else COMMUNITY
        one, two = f"bench:a{number}", guest or f"bench:b{number}"
        handle = self.service.handle
        opened = await handle(
            OpenTable(
                request=self.request(),
                person=one,
                community=community,
                place=f"{community}/{number}",
                name="Ana",
                options=(("stake", str(stake)),),
            )
        )
        assert isinstance(opened, Accepted)
        match = opened.match
        join = Join(request=self.request(), person=two, match=match, name="Beto")
        if not isinstance(await handle(join), Accepted):
            two = f"bench:b{number}"
            await handle(replace(join, request=self.request(), person=two))
        assert isinstance(
            await handle(Start(request=self.request(), person=one, match=match)), Accepted
        )
        for person in (None, one, two):
            await self.service.surfaces.add(
                match, platform="bench", address=f"{number}/{person}", chat="", person=person
            )
        self.tables[match] = one, two
        return match

    async def press(self, match: MatchId) -> float | None:
        """Makes one press at this table. Returns the seconds until it was answered; ``None``:
        nobody is awaited."""
        begun = time.thread_time()
        chosen = await turn(self.matches, match, self.tables[match], str, self.rng)
        self.choosing += time.thread_time() - begun
        if chosen is None:
            return None
        person, token = chosen
        command = tokens.command(token, person=person, request=self.request(), name="")
        assert command is not None
        asked = self.platform.pressed[match] = time.monotonic()
        reply = await self.service.handle(command)
        self.busy += isinstance(reply, Refused) and reply.reason == ServiceReason.BUSY
        return time.monotonic() - asked

    async def opened(self, tables: int) -> None:
        await asyncio.gather(*(self.open() for _ in range(tables)))

    async def replaced(self, match: MatchId) -> None:
        """Replaces a table whose match is over by a new one."""
        if (info := await self.matches.info(match)) is None or info.status is not Status.PLAYING:
            del self.tables[match]
            await self.open()


async def shown(store: Store) -> None:
    """Waits until everything is shown. Each look at the queue costs time for every surface in
    it."""
    while await store.surfaces_behind():  # noqa: ASYNC110 - nobody tells
        await asyncio.sleep(0.1)


async def at_rest(
    club: Club, counted: Counted, presses: int, tables: int = 1, pause: float = PAUSE
) -> Figures:
    """``pause``: seconds; 0: each press comes as soon as the one before it is shown."""
    while len(club.tables) < tables:
        await club.opened(min(100, tables - len(club.tables)))
    await shown(club.store)
    pass_over_what_stands()
    await asyncio.sleep(0.3)
    spent, counts, made = 0.0, Counter[str](), 0
    while made < presses:
        match = club.rng.choice(list(club.tables))
        before, chosen, found = time.process_time(), club.choosing, Counter(counted.found)
        if await club.press(match) is None:
            await asyncio.sleep(0.3)
            if (info := await club.matches.info(match)) and info.status is not Status.PLAYING:
                del club.tables[match]
                await club.open()
            continue
        for _ in range(1 if pause else _TURNS):
            await asyncio.sleep(pause)
        spent += time.process_time() - before - (club.choosing - chosen)
        counts += Counter(counted.found) - found
        made += 1
    return {
        "processor time, ms": 1000 * spent / made,
        **{name: counts[name] / made for name in ("writes", "transactions", "reads", "ways")},
    }


async def saturated(club: Club, counted: Counted, tables: int, seconds: float) -> Figures:
    await club.opened(tables)
    await shown(club.store)
    end = time.monotonic() + seconds
    done = 0
    before, chosen, found = time.process_time(), club.choosing, Counter(counted.found)

    async def pressing(match: MatchId) -> None:
        nonlocal done
        while time.monotonic() < end:
            if await club.press(match) is None:
                await asyncio.sleep(0.05)
                info = await club.matches.info(match)
                if info is not None and info.status is not Status.PLAYING:
                    return
            else:
                done += 1

    begun, pictures = time.monotonic(), club.platform.pictures
    await asyncio.gather(*(pressing(match) for match in list(club.tables)))
    lasted = time.monotonic() - begun
    generator = club.choosing - chosen
    transactions = counted.found["transactions"] - found["transactions"]
    return {
        "actions/s": done / (lasted - generator),
        "processor time, ms": 1000 * (time.process_time() - before - generator) / max(1, done),
        "actions in a transaction": done / transactions if transactions else 0.0,
        "pictures": (club.platform.pictures - pictures) / max(1, done),
    }


async def live(club: Club, tables: int, seconds: float) -> Figures:
    while len(club.tables) < tables:
        await club.opened(min(100, tables - len(club.tables)))
    await shown(club.store)
    taken = club.answered = []
    club.platform.ages.clear()
    before, chosen, busy, pictures = (
        time.process_time(),
        club.choosing,
        club.busy,
        club.platform.pictures,
    )

    async def one(match: MatchId) -> None:
        if (took := await club.press(match)) is not None:
            taken.append(took)

    tasks = []
    begun = time.monotonic()
    matches = list(club.tables)
    for number in range(int(seconds * tables / EACH)):
        await asyncio.sleep(max(0.0, begun + number * EACH / tables - time.monotonic()))
        tasks.append(asyncio.ensure_future(one(matches[number % tables])))
    await asyncio.gather(*tasks)
    answered = time.monotonic() - begun
    await shown(club.store)
    spent = time.process_time() - before - (club.choosing - chosen)
    each = max(1, len(taken))
    return {
        "tables": tables,
        "presses": len(taken),
        "p50 / p95 / p99, ms": points(taken),
        "pictures after p50 / p95 / p99, ms": points(club.platform.ages),
        "much going on": club.busy - busy,
        "all answered after, s": answered,
        "all shown after, s": time.monotonic() - begun,
        "processor time, ms": 1000 * spent / each,
        "pictures": (club.platform.pictures - pictures) / each,
    }


async def due(club: Club, tables: int) -> Figures:
    await club.opened(tables)
    await shown(club.store)
    await asyncio.sleep(0.5)
    left, all_decided = set(club.tables), asyncio.Event()
    taken: list[float] = []
    spent: list[float] = []

    async def decided(changed: MatchChanged) -> None:
        if changed.match in left:
            left.discard(changed.match)
            taken.append(time.monotonic() - begun)
            spent.append(1000 * (time.process_time() - worked))
        if not left:
            all_decided.set()

    club.service._play.happenings.listen(MatchChanged, decided)
    begun, worked = time.monotonic(), time.process_time()
    club.time.jump(3700.0)
    await asyncio.wait_for(all_decided.wait(), 60)
    return {
        "turns": tables,
        "p50 / p95 / p99, ms": points(taken),
        "processor time until the last, ms": spent[-1],
    }


async def deal(club: Club, deals: int) -> Figures:
    match = await club.open()
    running = await club.service._play.running.with_secret(match)
    assert running is not None
    environment = Environment(club.time.now(), club.time.utc(), SystemChance(), CONFIG, VAULT)
    over = MatchDraft(running, environment)
    assert over.state is not None
    over.take(Action(awaited(over.state)[0], MAZO))
    ended = replace(running, state=over.state, events=over.events, lines=over.lines)
    works: dict[str, Callable[[MatchDraft], object]] = {
        "one pack": lambda draft: dealing.cut_deck(draft, ""),
        "the whole step": dealing.deal,
        "its 133 bare hashes": lambda _: bare_hashes(1, 2),
    }
    taken: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(deals):
        for name, work in works.items():
            draft = MatchDraft(ended, environment)
            begun = time.thread_time()
            work(draft)
            taken[name].append(time.thread_time() - begun)
    return {f"{name}, µs": 1e6 * median(times) for name, times in taken.items()}


async def scores(club: Club, results: int) -> Figures:
    people = max(2, results // 4)
    for first in range(0, results, 1000):
        changes = []
        for number in range(first, min(results, first + 1000), 2):
            match = f"z{number:07d}"
            info = MatchInfo(
                match=match,
                community="bench:big",
                place="bench:big/x",
                variant="argentino",
                options=(),
                players=2,
                seats=(Seat(0, "bench:a", "Ana"), Seat(1, "bench:b", "Beto")),
                host="bench:a",
                turn_seconds=60,
                status=Status.OVER,
                created=float(number),
                version=1,
            )
            rows = tuple(
                MatchResult(
                    match,
                    f"bench:p{(number + more) % people}",
                    "bench:big",
                    f"P{(number + more) % people}",
                    more == (number // people) % 2,
                    15,
                    9,
                    float(number),
                )
                for more in (0, 1)
            )
            changes.append(
                Changes(
                    matches=(
                        MatchChange(
                            MatchRow(info), (LogRow(match, 1, 1.0, "x"),), (), results=rows
                        ),
                    )
                )
            )
        await club.store.commit(changes)
    begun, wall, looks = time.process_time(), time.monotonic(), 20
    for _ in range(looks):
        board = await club.service.scoreboards.of("bench:big", Wanted(), 0.0)
        assert board.rows
    return {
        "results": results,
        "processor time, ms": 1000 * (time.process_time() - begun) / looks,
        "wall, ms": 1000 * (time.monotonic() - wall) / looks,
    }


async def bare(folder: Path, presses: int) -> Figures:
    """The bare writer: it writes rows of a press's size, with one thread switch and one commit for
    each press."""
    connection = await aiosqlite.connect(folder / "bare.db", isolation_level=None)
    for pragma in ("journal_mode=WAL", "synchronous=FULL"):
        await connection.execute(f"PRAGMA {pragma}")
    await connection.execute(
        "CREATE TABLE log (match TEXT, number INTEGER, text TEXT, PRIMARY KEY (match, number))"
    )
    before, wall = time.process_time(), time.monotonic()
    for number in range(presses):
        await connection.execute("BEGIN IMMEDIATE")
        await connection.execute(
            "INSERT INTO log VALUES (?, ?, ?)", ("abcdefgh", number, "x" * 1500)
        )
        await connection.execute("COMMIT")
    spent, lasted = time.process_time() - before, time.monotonic() - wall
    await connection.close()
    return {"processor time, ms": 1000 * spent / presses, "actions/s": presses / lasted}


def lines(found: dict[str, Figures]) -> Iterator[str]:
    for name, row in found.items():
        cells = (
            f"{key} {value:.2f}" if isinstance(value, float) else f"{key} {value}"
            for key, value in row.items()
        )
        yield f"{name}: " + ", ".join(cells)


async def measured(  # noqa: C901, a branch for each measure
    kind: str,
    only: set[str],
    sizes: list[int],
    among: list[int],
    results: list[int],
    vault: Vault | None,
) -> dict[str, Figures]:
    found: dict[str, Figures] = {}
    with ExitStack() as open_things:
        folder, numbers = Path(open_things.enter_context(tempfile.TemporaryDirectory())), count()
        server = (
            open_things.enter_context(postgres.server(durable=True)) if kind == "postgresql" else ""
        )
        counted = open_things.enter_context(Counted())

        async def on_a_club(run: Callable[[Club], Awaitable[Figures]]) -> Figures:
            store: Store = Store.in_memory()
            if kind == "sqlite":
                store = await Store.open(f"sqlite:///{folder}/{next(numbers)}.db")
            elif kind == "postgresql":
                url = await postgres.make_database(server, f"club{next(numbers)}")
                store = await Store.open(url)
            try:
                club = Club(store, vault=vault)
                pass_over_what_stands()
                async with club.service.running():
                    return await run(club)
            finally:
                counted.delay = 0.0
                await store.close()

        def parts() -> Iterator[tuple[str, Callable[[Club], Awaitable[Figures]]]]:
            yield "at rest", lambda club: at_rest(club, counted, 100)
            for size in among:
                yield f"among {size}", lambda club, size=size: at_rest(club, counted, 200, size)  # type: ignore[misc]
            yield "saturated", lambda club: saturated(club, counted, 200, 6.0)
            for size in sizes:
                yield f"live {size}", lambda club, size=size: live(club, size, 10.0)  # type: ignore[misc]
                if kind == "sqlite":

                    async def slow(club: Club, size: int = size) -> Figures:
                        while len(club.tables) < size:
                            await club.opened(min(100, size - len(club.tables)))
                        counted.delay = 0.01
                        return await live(club, size, 10.0)

                    yield f"live {size}, commits 10 ms later", slow
            yield "due", lambda club: due(club, 200)
            if vault is not None:
                yield "deal", lambda club: deal(club, 2000)
            for size in results:
                yield f"scoreboard {size}", lambda club, size=size: scores(club, size)  # type: ignore[misc]

        if "bare" in only or not only:
            found["bare writer"] = await bare(folder, 500)
        for title, part in parts():
            if not only or title.split()[0].rstrip(",") in only:
                found[title] = await on_a_club(part)
                sys.stdout.write("\n".join(lines({title: found[title]})) + "\n")
                sys.stdout.flush()
    return found


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--store", choices=("memory", "sqlite", "postgresql"), default="sqlite")
    parser.add_argument(
        "--only",
        nargs="*",
        default=[],
        help="at, among, saturated, live, due, deal, scoreboard, bare",
    )
    parser.add_argument("--tables", nargs="*", type=int, default=[1000])
    parser.add_argument("--among", nargs="*", type=int, default=[10, 1000])
    parser.add_argument("--results", nargs="*", type=int, default=[100_000])
    parser.add_argument("--without-vault", action="store_true")
    given = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(40))
    switch_often()
    vault = None if given.without_vault else VAULT
    found = asyncio.run(
        measured(given.store, set(given.only), given.tables, given.among, given.results, vault)
    )
    sys.stdout.write("\n".join(lines(found)) + "\n")


if __name__ == "__main__":
    main()

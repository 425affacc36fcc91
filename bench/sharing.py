"""Processes that share a PostgreSQL database which waits for the disk (``fsync=on``): the writes of
one process, and the work of two together. With ``--old FOLDER`` another version takes turns with
this one.

- *one at a time*: steps of one match after another, each waiting for the last; nothing is shown.
- *twenty at once*: likewise, of twenty matches.
- *tables*: people press without a pause at tables that are shown in three places each.

The machine is shared, so compare only versions that took turns in one run. The server's processor
time is counted separately, from Linux's ``/proc``.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from statistics import median
from typing import Final

import structlog

HERE: Final = Path(__file__).parents[1]
SECONDS: Final = 5.0
TABLES: Final = 100
"""The number of tables of all processes together."""
ALONE: Final = ("one at a time", "twenty at once")
_TICKS: Final = os.sysconf("SC_CLK_TCK")


async def play(url: str, kind: str, number: int, processes: int, seconds: float) -> None:
    """The work of one process: it says when it is ready, waits for a line, works, and prints its
    counts."""
    from bench.service import Club, Counted, saturated, shown  # the modules of the measured version
    from bot.store import Store

    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(40))
    store = await Store.open(url)
    try:
        if kind in ALONE:
            many = 20 if kind == "twenty at once" else 1
            await _steps(store, many, 0.3)
            await _ready()
            done, begun = await _steps(store, many, seconds, first=1000)
        else:
            club = Club(store, seed=number)
            club.made = number * 1_000_000
            async with club.service.running():
                await club.opened(TABLES // processes)
                await saturated(club, Counted(), 0, 1.0)
                await shown(store)
                await _ready()
                begun = time.process_time()
                found = await saturated(club, Counted(), 0, seconds)
                done = round(float(found["actions/s"]) * seconds)
        told = {"done": done, "processor": time.process_time() - begun}
        sys.stdout.write(json.dumps(told) + "\n")
        sys.stdout.flush()
    finally:
        await store.close()


async def _ready() -> None:
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    await asyncio.to_thread(sys.stdin.readline)


async def _steps(store: object, many: int, seconds: float, first: int = 1) -> tuple[int, float]:
    """The number of stored steps, and the processor time at the beginning."""
    from bot.store import Store
    from bot.store.changes import Committed
    from bot.store.model import Deadline
    from tests.bot.store.test_store import step

    assert isinstance(store, Store)
    matches = [f"{first}m{number:03}" for number in range(many)]
    done, begun, end = 0, time.process_time(), time.monotonic() + seconds
    for version in count(1):
        if time.monotonic() >= end:
            break
        outcomes = await store.commit(
            [
                step(
                    version,
                    match,
                    request=f"{match}.{version}",
                    deadlines=(Deadline(match, f"turn.{version}", "turn", 1e12, 0, "1"),),
                )
                for match in matches
            ]
        )
        assert all(isinstance(outcome, Committed) for outcome in outcomes)
        done += many
    return done, begun


def measured(
    folder: Path, server: str, name: str, kind: str, processes: int, seconds: float
) -> dict[str, float]:
    """One version's turn: actions a second, and milliseconds of processor time for each."""
    from tests import postgres

    url = asyncio.run(postgres.make_database(server, name))
    script = [sys.executable, str(Path(__file__)), "--play", url, "--kind", kind]
    script += ["--processes", str(processes), "--seconds", str(seconds)]
    players = [
        subprocess.Popen(
            [*script, "--number", str(number)],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(folder)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(1, processes + 1)
    ]
    for player in players:
        assert player.stdout is not None
        assert player.stdout.readline() == "ready\n"
    before = _spent(server)
    for player in players:
        assert player.stdin is not None
        player.stdin.write("\n")
        player.stdin.flush()
    told = [json.loads(player.stdout.readline()) for player in players if player.stdout]
    spent = _spent(server) - before
    for player in players:
        player.communicate()
    done = sum(report["done"] for report in told)
    return {
        "a second": done / seconds,
        "bot": 1000 * sum(report["processor"] for report in told) / done,
        "server": 1000 * spent / done,
    }


def _spent(server: str) -> float:
    """Seconds of processor time of a server's processes."""
    first = int((Path(server) / "data" / "postmaster.pid").read_text().split()[0])
    while True:
        before = _words(first)
        others = [
            _words(int(process.name))
            for process in Path("/proc").iterdir()
            if process.name.isdigit()
        ]
        if _words(first)[13:15] == before[13:15]:  # else one of them has just ended
            break
    children = (words for words in others if words and int(words[1]) == first)
    ticks = sum(map(int, before[11:15])) + sum(int(n) for words in children for n in words[11:13])
    return ticks / _TICKS


def _words(process: int) -> list[str]:
    """The fields of Linux's ``stat`` of a process, from its state on; empty if the process has
    ended."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def run(versions: Sequence[Path], rounds: int, seconds: float) -> Iterator[str]:
    """A line for each measure: the median of the rounds, and ratios of neighbours."""
    from tests import postgres

    cases = [(kind, 1) for kind in ALONE] + [("tables", 1), ("tables", 2)]
    found: dict[tuple[str, int, int], list[dict[str, float]]] = {}
    numbers = count(1)
    with postgres.server(durable=True) as server:
        for turn in range(rounds):
            for kind, processes in cases:
                for version, folder in enumerate(versions):
                    name = f"round{turn}number{next(numbers)}"
                    got = measured(folder, server, name, kind, processes, seconds)
                    found.setdefault((kind, processes, version), []).append(got)
                    sys.stderr.write(f"{kind}, {processes}, {folder.name}: {got}\n")
    for (kind, processes, version), rows in found.items():
        told = {name: median(row[name] for row in rows) for name in rows[0]}
        cells = [f"{kind}, {processes} process(es), {versions[version].name}:"]
        cells += [f"{told['a second']:.0f} a second,"]
        cells += [f"bot {told['bot']:.2f} ms, server {told['server']:.2f} ms"]
        for against in ((kind, processes, 0), (kind, 1, version)):
            if against in found and against != (kind, processes, version):
                pairs = zip(rows, found[against], strict=True)
                times = median(row["a second"] / other["a second"] for row, other in pairs)
                cells.append(f"({times:.2f} times {against[1]}, {versions[against[2]].name})")
        yield " ".join(cells)


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--old", type=Path, help="the folder of another version")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    for hidden in ("--play", "--kind"):
        parser.add_argument(hidden, help=argparse.SUPPRESS)
    parser.add_argument("--number", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--processes", type=int, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.play:
        asyncio.run(play(given.play, given.kind, given.number, given.processes, given.seconds))
        return
    versions = [HERE] if given.old is None else [given.old.resolve(), HERE]
    for line in run(versions, given.rounds, given.seconds):
        sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main()

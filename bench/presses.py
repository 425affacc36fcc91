"""The common part of the benches of the chat platforms: people who press, and a table of the times.

Matches run side by side, each with presses at a person's pace. Each press is a step that the game
offers. The look-alike of a platform shares the process and its processor time, so the figures are
upper bounds of our part. The time of the network is not in them.
"""

import argparse
import asyncio
import json
import os
import sys
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Final, TypeVar

from msgspec import Struct

from bot import tokens
from bot.environment import Config
from bot.match.match_reader import MatchReader
from bot.messages import MatchId, PersonId
from bot.model import Status
from bot.store import Store
from engine.actions import Action
from engine.record.notation import write_action
from engine.variants import table_for
from tests.virtual import VirtualLoop

PRESSES: Final = 300
"""The number of presses that are measured at each size."""
EACH: Final = 10.0
"""Seconds between two presses of one match, as people play."""
FASTEST: Final = 0.4
"""The least number of seconds between two presses of any people; a single table is pressed at this
pace."""
WATCHED: Final = 40.0
"""Seconds for which a table is watched after a press."""
CONFIG: Final = Config(turn_seconds=3600, robot_budget=0, pause=1.0, claims=1.0)
_RARE: Final = ("mazo", "corre", "cover")

Someone = TypeVar("Someone")


class RealLoop(VirtualLoop):
    """The look-alikes ask their loop for the time; here it is the machine's, and so are the
    sockets."""

    create_server = asyncio.SelectorEventLoop.create_server  # type: ignore[assignment]
    create_connection = asyncio.SelectorEventLoop.create_connection  # type: ignore[assignment]
    sock_connect = asyncio.SelectorEventLoop.sock_connect

    def __init__(self) -> None:
        asyncio.SelectorEventLoop.__init__(self)
        self.working = 0

    def time(self) -> float:
        return time.monotonic()

    def now(self) -> float:
        return time.time()


class Seen(Struct, frozen=True):
    """The result of one press."""

    answered: float | None
    """The seconds until the answer; ``None``: no answer."""
    shown: float | None
    """Seconds until the table's message changed; ``None``: not while it was watched."""


class Run(Struct, frozen=True):
    """The results of all presses of a size."""

    seen: list[Seen]
    spent: float
    """Seconds of processor time for each press, with the look-alike's part."""
    calls: float
    """Calls to the platform for each press, without the answers to presses."""
    refused: int
    """How often the platform said that this was too fast."""
    load: float
    """The load of the machine at the end: the mean number of processes that wanted a processor in
    the last minute."""


async def happens(true: Callable[[], object], seconds: float, every: float = 0.005) -> bool:
    """Waits until a condition is true that no event announces."""
    end = time.monotonic() + seconds
    while not true() and time.monotonic() < end:  # noqa: ASYNC110 - a foreign value
        await asyncio.sleep(every)
    return bool(true())


async def at_rest(store: Store, seconds: float = 180.0) -> None:
    """Waits until everything is shown, so that the opening is not measured with the presses."""
    end = time.monotonic() + seconds
    while await store.surfaces_behind() and time.monotonic() < end:  # noqa: ASYNC110 - likewise
        await asyncio.sleep(0.5)


async def turn(
    matches: MatchReader,
    match: MatchId,
    people: Sequence[Someone],
    id_of: Callable[[Someone], PersonId],
    rng: Random,
) -> tuple[Someone, str] | None:
    """A person for whom the table waits, and the token of a step that they may take."""
    info = await matches.info(match)
    if info is None or info.status is not Status.PLAYING:
        return None
    for person in people:
        view = await matches.view(match, id_of(person))
        if view is None or view.seat not in view.awaited:
            continue
        offered = [
            choice
            for choice in view.offered
            if isinstance(choice, Action) and choice.verb not in _RARE
        ]
        if offered:
            table = table_for(view.variant, view.players, dict(view.options))
            action = write_action(table, rng.choice(offered))
            return person, tokens.encode(match, tokens.point(view), action)
    return None


async def played(
    matches: int,
    presses: int,
    press: Callable[[int], Awaitable[Seen | None]],
    calls: Callable[[], int],
    refused: Callable[[], int],
) -> Run:
    """Presses match after match at a person's pace. ``press``: makes a press in the match of this
    number; ``None``: the match waits for nobody now. ``calls``, ``refused``: the platform's counts
    so far."""
    tasks = []
    spent, called, flooded = time.process_time(), calls(), refused()
    for number in range(presses):
        tasks.append(asyncio.ensure_future(press(number % matches)))
        if matches == 1:
            await tasks[-1]
        await asyncio.sleep(FASTEST if matches == 1 else EACH / matches)
    seen = [measured for measured in await asyncio.gather(*tasks) if measured is not None]
    each = max(1, len(seen))
    return Run(
        seen,
        (time.process_time() - spent) / each,
        (calls() - called) / each,
        refused() - flooded,
        os.getloadavg()[0],
    )


def points(values: list[float]) -> str:
    """p50, p95 and p99 in milliseconds."""
    if len(values) < 2:
        return "-"
    cuts = quantiles(values, n=100, method="inclusive")
    return " / ".join(f"{1000 * cuts[at]:.0f}" for at in (49, 94, 98))


def rows(found: dict[int, Run]) -> Iterator[str]:
    """The table."""
    yield (
        "| matches | presses | answered, ms (p50/p95/p99) | table shown, ms (p50/p95/p99) |"
        " unanswered | processor time of a press, ms | calls | refused | load |"
    )
    yield "|---|---|---|---|---|---|---|---|---|"
    for matches, run in found.items():
        times = [press.answered for press in run.seen if press.answered is not None]
        shown = [press.shown for press in run.seen if press.shown is not None]
        failed = sum(press.answered is None for press in run.seen)
        yield (
            f"| {matches} | {len(run.seen)} | {points(times)} | {points(shown)} | {failed}"
            f" | {1000 * run.spent:.0f} | {run.calls:.1f} | {run.refused} | {run.load:.1f} |"
        )


def main(
    about: str | None,
    loop: Callable[[], asyncio.AbstractEventLoop],
    run: Callable[[int, int], Awaitable[Run]],
) -> None:
    """Measures and prints. ``run``: runs a number of matches with a number of presses."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("matches", nargs="*", type=int, default=[1, 50, 200])
    parser.add_argument("--presses", type=int, default=PRESSES)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    found = {}
    for matches in given.matches:
        own = loop()
        asyncio.set_event_loop(own)
        found[matches] = own.run_until_complete(run(matches, given.presses))
        own.close()
    sys.stdout.write("\n".join(rows(found)) + "\n")
    if given.json:
        figures = {
            str(n): [[press.answered, press.shown] for press in found[n].seen] for n in found
        }
        given.json.write_text(json.dumps(figures), encoding="utf-8")

"""The Python bytecodes of a press at rest, by function: a price that depends on no machine.

    python -m bench.bytecodes [--under FUNCTION ...] [--least 300] [--presses 20]

The load is that of :mod:`bench.service` on SQLite: one table, three pictures, a call; cards and
choices come from a seed. Counted are presses after which the same hand goes on, each until nothing
is under way any more, in the loop's thread and in the database's. What a press costs in the mean is
printed as a tree of callers, for each function with what it calls, its own, and its calls.
``--under`` prints the trees below these functions in place of the whole; then comes a list of the
functions with the most bytecodes of their own. A coroutine that goes on after a wait stands below
the loop's ``Handle._run``, and below those that await it.
"""

import argparse
import asyncio
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator
from operator import attrgetter
from pathlib import Path
from random import Random
from types import CodeType, FrameType
from typing import Any, Final
from unittest.mock import patch

from bench.presses import turn
from bench.service import Club, JumpingTime, shown
from bot import tokens
from bot.match.vault import Vault
from bot.store import Store, batches

_WARM: Final = 60
"""Presses before the first that is counted."""
_PAUSE: Final = 0.1
"""Seconds after which a press that is being counted is shown, and nothing is under way."""
_BEGIN: Final = 1_800_000_000.0
"""The moment at which the presses begin, in UTC seconds since the epoch."""
_LATER: Final = 3600.0
"""Seconds after which what is kept back is written: not while presses are counted."""
_OWN: Final = 40
"""The number of functions in the list at the end."""


class Called:
    """A function, as it was called by the functions above it."""

    def __init__(self, code: CodeType | None = None) -> None:
        self.code = code
        self.own = 0
        self.calls = 0
        self.below: dict[CodeType, Called] = {}

    @property
    def name(self) -> str:
        if self.code is None:
            return "a press"
        file = "/".join(Path(self.code.co_filename).parts[-3:])
        return f"{self.code.co_qualname}  {file}:{self.code.co_firstlineno}"

    @property
    def all(self) -> int:
        """Its bytecodes with those of the functions that it calls."""
        return self.own + sum(called.all for called in self.below.values())

    def each(self) -> Iterator["Called"]:
        """This one and all below it."""
        yield self
        for called in self.below.values():
            yield from called.each()

    def add(self, other: "Called") -> None:
        """Adds the counts of the same function."""
        self.own += other.own
        self.calls += other.calls
        for code, called in other.below.items():
            self.below.setdefault(code, Called(code)).add(called)


class Bytecodes:
    """Counts the bytecodes of this thread and of threads that begin after it."""

    def __init__(self) -> None:
        self._counts = False
        self._root = Called()
        self._here = threading.local()

    def __enter__(self) -> "Bytecodes":
        threading.settrace(self._trace)
        sys.settrace(self._trace)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)
        threading.settrace(None)

    def begin(self) -> None:
        self._root, self._here, self._counts = Called(), threading.local(), True

    def end(self) -> Called:
        """What was counted since :meth:`begin`."""
        self._counts = False
        return self._root

    def _trace(self, frame: FrameType, event: str, _: object) -> Any:
        if not self._counts:
            frame.f_trace = None
            return None
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        try:
            path: list[Called] = self._here.path
        except AttributeError:
            path = self._here.path = [self._root]
        called = path[-1].below.setdefault(frame.f_code, Called(frame.f_code))
        called.calls += 1
        depth = len(path)
        path.append(called)

        def step(frame: FrameType, event: str, _: object) -> Any:
            if event == "opcode":
                called.own += self._counts
            elif event == "return" and path[depth : depth + 1] == [called]:
                del path[depth:]  # a generator that is thrown into begins without an event
            return step

        return step


class StandingTime(JumpingTime):
    """Time that passes only when the bench says so: what happens every few seconds is no part of a
    press."""

    def now(self) -> float:
        return self.ahead

    def utc(self) -> float:
        return _BEGIN + self.ahead


class Seeded:
    """Chance from a seed."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def below(self, bound: int) -> int:
        return self._random.randrange(bound)

    def dice(self) -> Random:
        return Random(self._random.getrandbits(32))


async def counted(presses: int) -> Called:
    """The bytecodes of this many presses."""
    random, found, made = Random(1), Called(), -_WARM
    vault = Vault(b"bench" * 8, random=random.randbytes)
    with (
        tempfile.TemporaryDirectory() as folder,
        patch.object(batches, "_STILL", _LATER),  # notes of the warm presses
        Bytecodes() as bytecodes,
    ):
        store = await Store.open(f"sqlite:///{folder}/truco.db")
        club = Club(store, vault=vault, time=StandingTime(), chance=Seeded(random))
        async with club.service.running():
            await club.open()
            await shown(store)
            while made < presses:
                (match,) = club.tables
                before = await club.matches.view(match, None)
                pressed = await press(club, bytecodes, 0.0 if made < 0 else _PAUSE)
                view = await club.matches.view(match, None)
                if pressed is None or view is None:
                    club.time.jump(1.0)
                    await asyncio.sleep(_PAUSE)
                    await club.replaced(match)
                elif before is not None and view.awaited and view.number == before.number:
                    made += 1
                    if made > 0:
                        found.add(pressed)
        await store.close()
    return found


async def press(club: Club, bytecodes: Bytecodes, pause: float) -> Called | None:
    """Counts the bytecodes of the next press; ``None``: nobody is awaited."""
    ((match, people),) = club.tables.items()
    chosen = await turn(club.matches, match, people, str, club.rng)
    if chosen is None:
        return None
    person, token = chosen
    request = club.request()
    bytecodes.begin()
    command = tokens.command(token, person=person, request=request, name="")
    assert command is not None
    await club.service.handle(command)
    await asyncio.sleep(pause)
    return bytecodes.end()


def tree(called: Called, presses: int, least: int, depth: int = 0) -> Iterator[str]:
    """The lines of a function and of those below it that cost at least so much a press."""
    each, own, calls = (count / presses for count in (called.all, called.own, called.calls))
    yield f"{each:8,.0f} {own:8,.0f} {calls:6.1f}  {'  ' * depth}{called.name}"
    for below in sorted(called.below.values(), key=attrgetter("all"), reverse=True):
        if below.all >= least * presses:
            yield from tree(below, presses, least, depth + 1)


def under(root: Called, function: str) -> Called:
    """All calls of the functions of this name, wherever they were called from."""
    found = Called()
    for called in root.each():
        if called.code is not None and called.code.co_qualname == function:
            found.code = called.code
            found.add(called)
    return found


def most(root: Called, presses: int) -> Iterator[str]:
    """The functions with the most bytecodes of their own."""
    own, calls = Counter[str](), Counter[str]()
    for called in root.each():
        own[called.name] += called.own
        calls[called.name] += called.calls
    for name, count in own.most_common(_OWN):
        yield f"{count / presses:8,.0f} {calls[name] / presses:6.1f}  {name}"


def main() -> None:
    """Counts and prints."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.bytecodes", description="What a press costs, in bytecodes."
    )
    parser.add_argument("--under", nargs="*", default=[], metavar="FUNCTION")
    parser.add_argument("--least", type=int, default=300, help="bytecodes of a line (default 300)")
    parser.add_argument("--presses", type=int, default=20)
    given = parser.parse_args()
    found = asyncio.run(counted(given.presses))
    for part in [under(found, function) for function in given.under] or [found]:
        print("\n".join(tree(part, given.presses, given.least)) + "\n")
    print("\n".join(most(found, given.presses)))


if __name__ == "__main__":
    main()

"""The tables of ``make bench``, and with ``--json FILE`` the figures behind them.

All walks take turns within one run, half a second each, for several rounds. A ratio is taken
between two walks of the same round, and the program prints the median over the rounds. On a machine
that others use too, only the ratios mean something. Time is processor time of this one process,
garbage collection included. A tenth of a second goes first, unmeasured.
"""

import argparse
import atexit
import json
import platform
import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median
from time import process_time
from typing import NamedTuple

from bench import compare, small, walks
from bench.walks import Walk
from engine.variants import VARIANTS
from tools import fast

ANCHOR = "pokerkit"
SECOND = "open_spiel"
GOALS = {"copy of a state": 1e-6, "snapshot, encoded and decoded": 5e-6}
GOALS["import of the engine"] = 150e-3
GOALS[small.FAIR_DEAL] = 200e-6
BATCH = 10
"""Hands between two looks at the clock."""
AWAY = 50
"""Hands between two looks at the clock, for a walk in another process."""
COMPILED = ", compiled"
"""The end of the name of a walk with the compiled engine."""


class Round(NamedTuple):
    """The work of one walk in one round."""

    actions: int
    hands: int
    seconds: float


Turn = Callable[[float], Round]
"""A function that walks for about this many seconds of processor time."""


def here(make: Callable[[], Walk]) -> Turn:
    """A walk in this process."""
    return partial(run, make())


class Contender(NamedTuple):
    """One line of the table."""

    name: str
    make: Callable[[], Turn]
    package: str = ""
    """The distribution that the walk needs; empty: ours."""


def named(variant: str, players: int, option: str = "") -> str:
    """The name of one of our games in the table."""
    return f"truco {variant}, {players} players" + (f", {option.replace('=', ' ')}" * bool(option))


def games() -> Iterator[Contender]:
    """Every game, for each number of players it has."""
    for variant in VARIANTS.values():
        for players in variant.players:
            walk = partial(walks.truco, players, 1, variant.name)
            yield Contender(named(variant.name, players), partial(here, walk))


def compiled_games() -> Iterator[Contender]:
    """Some games with the compiled engine; none where this engine is not compiled."""
    if not fast.is_current():
        print("The engine is not compiled here and left out; `make fast` does it.")
        return
    for game in compare.GAMES:
        yield Contender(named(*game) + COMPILED, partial(away, game))


def away(game: tuple[str, int, str]) -> Turn:
    """A walk of this game with the compiled engine, in a process of its own."""
    player = compare.Player(fast.TREE, fast.PYTHON)
    atexit.register(player.close)
    player.play(0, game)

    def turn(seconds: float) -> Round:
        actions = hands = 0
        spent = 0.0
        while spent < seconds:
            taken, more = player.play(AWAY)
            actions, hands, spent = actions + taken, hands + AWAY, spent + more
        return Round(actions, hands, spent)

    return turn


OURS = "truco argentino, 2 players"
"""The game with which the other games' cost of an action is compared."""
DEAREST = 3
"""No game's action may cost more than this many of those."""

CON_FLOR = named("argentino", 2, "flor=con")


def contenders() -> Iterator[Contender]:
    """All lines of the table."""
    poker, liars = partial(walks.pokerkit, 1), partial(walks.liars_poker, 1)
    yield Contender("pokerkit, no-limit hold'em heads-up", partial(here, poker), ANCHOR)
    yield from games()
    yield Contender(CON_FLOR, partial(here, partial(walks.truco, 2, 1, flor="con")))
    yield from compiled_games()
    yield Contender("OpenSpiel, python_liars_poker", partial(here, liars), SECOND)


def run(walk: Walk, seconds: float) -> Round:
    """Walks for about this many seconds."""
    actions = hands = 0
    begun = process_time()
    while True:
        actions += walk(BATCH)
        hands += BATCH
        spent = process_time() - begun
        if spent >= seconds:
            return Round(actions, hands, spent)


def packages() -> dict[str, str]:
    """The installed versions of the libraries with which we are compared."""
    found = {}
    for name in (ANCHOR, SECOND):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            print(f"{name} is not installed here and is left out; `make bench` has it.")
    return found


def measure(present: list[Contender], rounds: int, seconds: float) -> dict[str, list[Round]]:
    """Measures every walk in turn, round after round."""
    ready = [(contender.name, contender.make()) for contender in present]
    for _, turn in ready:
        turn(0.1)
    rows: dict[str, list[Round]] = {name: [] for name, _ in ready}
    for _ in range(rounds):
        for name, turn in ready:
            rows[name].append(turn(seconds))
    return rows


def figures(rows: dict[str, list[Round]], present: list[Contender]) -> dict[str, dict[str, float]]:
    """Medians over the rounds; the ratios are medians of each round's own ratio."""
    made: dict[str, dict[str, float]] = {}
    bases = {contender.package: rows[contender.name] for contender in present if contender.package}
    for name, own in rows.items():
        line = made[name] = {
            "actions_per_second": median(timing.actions / timing.seconds for timing in own),
            "hands_per_second": median(timing.hands / timing.seconds for timing in own),
            "actions_per_hand": sum(timing.actions for timing in own)
            / sum(timing.hands for timing in own),
        }
        if OURS in rows:
            line["cost_to_argentino"] = median(
                (b.actions / b.seconds) / (a.actions / a.seconds)
                for a, b in zip(own, rows[OURS], strict=True)
            )
        if name.endswith(COMPILED):
            pure = rows[name.removesuffix(COMPILED)]
            line["actions_to_pure"] = median(
                (a.actions / a.seconds) / (b.actions / b.seconds)
                for a, b in zip(own, pure, strict=True)
            )
        for package, base in bases.items():
            pairs = list(zip(own, base, strict=True))
            line[f"actions_to_{package}"] = median(
                (a.actions / a.seconds) / (b.actions / b.seconds) for a, b in pairs
            )
            line[f"hands_to_{package}"] = median(
                (a.hands / a.seconds) / (b.hands / b.seconds) for a, b in pairs
            )
    return made


def print_walks(made: dict[str, dict[str, float]], found: dict[str, str]) -> None:
    """The first table; ``cost`` is that of an action, as a multiple of argentino's for two."""
    wide = max(len(name) for name in made)
    head = f"{'uniformly random play':{wide}}  actions/s    hands/s  act./hand  cost"
    for package in found:
        head += f"  x {package} actions, hands"
    print(head)
    for name, line in made.items():
        text = (
            f"{name:{wide}} {line['actions_per_second']:10,.0f} {line['hands_per_second']:10,.0f}"
            f" {line['actions_per_hand']:10.2f} {line.get('cost_to_argentino', 0):5.2f}"
        )
        for package in found:
            both = f"{line[f'actions_to_{package}']:.2f}, {line[f'hands_to_{package}']:.2f}"
            text += f"  {both:>{len(package) + 17}}"
        print(text)
    if OURS in made:
        costs = {
            name: line["cost_to_argentino"]
            for name, line in made.items()
            if name.startswith("truco") and not name.endswith(COMPILED)
        }
        dearest = max(costs, key=lambda name: costs[name])
        print(f"dearest: {dearest}, {costs[dearest]:.2f} times {OURS}; goal: {DEAREST}")
    for name, line in made.items():
        if "actions_to_pure" in line:
            print(f"{name}: {line['actions_to_pure']:.2f} times as many actions a second as pure")


def print_small(made: dict[str, float]) -> None:
    """The second table."""
    wide = max(len(name) for name in made)
    print(f"\n{'single operations':{wide}}       time       goal")
    for name, seconds in made.items():
        goal = f"{GOALS[name] * 1e6:,.0f} us" if name in GOALS else "-"
        print(f"{name:{wide}} {seconds * 1e6:7,.2f} us {goal:>10}")
    ratio = made[small.FAIR_DEAL] / made[small.HASHES]
    print(f"{small.FAIR_DEAL}: {ratio:.1f} times {small.HASHES}")


def main() -> None:
    """Measures, prints, and writes the figures."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="How fast the engine is.")
    parser.add_argument("--rounds", type=int, default=9, help="rounds of all walks (default 9)")
    parser.add_argument(
        "--seconds", type=float, default=0.5, help="of each walk in each round (default 0.5)"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    asked = parser.parse_args()
    if asked.rounds < 1 or asked.seconds <= 0:
        parser.error("at least one round, of some length")
    found = packages()
    present = [
        contender
        for contender in contenders()
        if not contender.package or contender.package in found
    ]
    rows = measure(present, asked.rounds, asked.seconds)
    walked = figures(rows, present)
    single = small.measure(asked.rounds)
    versions = ", ".join(f"{name} {number}" for name, number in found.items())
    print(f"Python {platform.python_version()}; {versions or 'no peers'}; {asked.rounds} rounds.\n")
    print_walks(walked, found)
    print_small(single)
    if asked.json is not None:
        report = {
            "python": sys.version,
            "machine": platform.machine(),
            "peers": found,
            "rounds": asked.rounds,
            "seconds": asked.seconds,
            "walks": walked,
            "samples": {name: [timing._asdict() for timing in own] for name, own in rows.items()},
            "single_operations_seconds": single,
        }
        asked.json.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

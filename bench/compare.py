"""The cost of a change, game by game: two checkouts play the same hands in turn.

``python -m bench.compare OLD [NEW]`` starts one process in each of the two folders. Each plays the
same seeded hands, a few at a time and in turn, so that other work on the machine slows both of them
equally. Time is processor time. A round is many slices; the least time of each slice counts,
because other work can make a slice slower, but nothing can make it quicker.

The two must take the same actions: a checkout that plays another game is not compared.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

GAMES: Final = (
    ("argentino", 2, ""),
    ("argentino", 2, "flor=con"),
    ("argentino", 4, ""),
    ("argentino", 6, ""),
    ("paulista", 4, ""),
    ("mineiro", 2, ""),
    ("gauderio", 4, ""),
    ("uruguayo", 2, ""),
    ("uruguayo", 6, ""),
    ("venezolano", 2, ""),
    ("venezolano", 4, ""),
    ("tradicional-18", 2, ""),
    ("tradicional-18", 3, ""),
    ("tradicional-18", 8, ""),
)
"""Variant, players, one option."""

WORKER: Final = """
import gc, sys
from time import process_time
from bench import walks
walk = None
for line in sys.stdin:
    variant, players, option, hands = line.rstrip("\\n").split("|")
    if variant:
        options = dict([option.split("=")]) if option else {}
        walk = walks.truco(int(players), 1, variant, **options)
        gc.collect()
    begun = process_time()
    actions = walk(int(hands))
    print(actions, process_time() - begun, flush=True)
"""
"""The program of each process, with the ``bench.walks`` and the engine of its own folder."""


class Player:
    """One checkout, playing in a process of its own. ``python``: the interpreter of its
    environment."""

    def __init__(self, folder: Path, python: Path | str = sys.executable) -> None:
        self._process = subprocess.Popen(
            [python, "-c", WORKER],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(folder), "PYTHONHASHSEED": "0"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def play(self, hands: int, game: tuple[str, int, str] = ("", 0, "")) -> tuple[int, float]:
        """Plays this many hands more, or begins this game. Returns the number of actions and the
        seconds."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        variant, players, option = game
        process.stdin.write(f"{variant}|{players}|{option}|{hands}\n")
        process.stdin.flush()
        actions, seconds = process.stdout.readline().split()
        return int(actions), float(seconds)

    def close(self) -> None:
        """Ends the process."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.close()
        process.stdout.close()
        process.wait()


class Compared(NamedTuple):
    """One game as two checkouts played it."""

    name: str
    actions: int
    old: float
    """The seconds of the old checkout: the sum of the least time of each slice."""
    new: float

    @property
    def ratio(self) -> float:
        """The new checkout's time, as a share of the old one's."""
        return self.new / self.old


class OtherGame(Exception):
    """The two checkouts did not take the same actions."""


def compare(
    players: tuple[Player, Player], game: tuple[str, int, str], slices: int, hands: int, rounds: int
) -> Compared:
    """Plays one game: ``slices`` times this many ``hands``, in turn, and all of this several times
    (``rounds``)."""
    least: tuple[list[float], list[float]] = ([], [])
    actions = 0
    for again in range(rounds):
        begin = game
        actions = 0
        for at in range(slices):
            order = (0, 1) if (at + again) % 2 == 0 else (1, 0)
            counted = [0, 0]
            for which in order:
                counted[which], seconds = players[which].play(hands, begin)
                if again == 0:
                    least[which].append(seconds)
                else:
                    least[which][at] = min(least[which][at], seconds)
            if counted[0] != counted[1]:
                raise OtherGame(game)
            actions += counted[0]
            begin = ("", 0, "")
    variant, seats, option = game
    return Compared(f"{variant}, {seats} {option}".strip(), actions, sum(least[0]), sum(least[1]))


def lines(found: Compared) -> str:
    """A line of the table: microseconds an action, old and new, and their ratio."""
    old, new = (1e6 * spent / found.actions for spent in (found.old, found.new))
    return f"{found.name:30} {old:7.2f} {new:7.2f} {found.ratio:7.3f}"


def chosen(names: list[str]) -> Iterator[tuple[str, int, str]]:
    """The games with these names; all games if no name is given."""
    return (game for game in GAMES if not names or game[0] in names)


def main() -> None:
    """Compares and prints. The exit code is 1 if a game became slower than allowed."""
    parser = argparse.ArgumentParser(prog="python -m bench.compare", description=__doc__)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path, nargs="?", default=Path(__file__).parents[1])
    parser.add_argument("--games", nargs="*", default=[], help="variants (default: all)")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--slices", type=int, default=25)
    parser.add_argument("--hands", type=int, default=60, help="hands in a slice")
    parser.add_argument("--allowed", type=float, default=1.03, help="the highest ratio allowed")
    asked = parser.parse_args()
    both = (Player(asked.old.resolve()), Player(asked.new.resolve()))
    print(f"{'microseconds an action':30}     old     new   ratio")
    worst = 0.0
    try:
        for game in chosen(asked.games):
            found = compare(both, game, asked.slices, asked.hands, asked.rounds)
            print(lines(found), flush=True)
            worst = max(worst, found.ratio)
    finally:
        for player in both:
            player.close()
    sys.exit(worst > asked.allowed)


if __name__ == "__main__":
    main()

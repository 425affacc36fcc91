"""How much a robot loses against an exact best response: ``python -m lab.certify [7b-11c ...]``.

Argentino for two at 15-15, tricks 2 and 3, with these first cards of mano and pie and nothing
called. Printed is, for the robot as mano and as pie, by how many points of the hand a best response
to it does better against it than the robot itself does in that seat. A best response knows the
robot's mix at each information set, never its cards; it calls only when it is its turn and lays no
card face down, so one that may do that too could gain more. The mix is read with one draw of the
deals that the robot imagines, which the response so knows; that makes the loss a little too great.
``--learnt`` reads what the learnt tables say instead, many times as fast.
"""

import argparse
import time
from statistics import fmean, stdev
from typing import Final

from msgspec import Struct

from engine.cards import SPANISH, Card
from lab.solving.policy import value
from lab.solving.position import MANO, PIE, Position, anyhow, ranges_of
from lab.solving.read_robot import RobotPolicy, RobotReach, drawn
from lab.solving.response import best_response
from lab.solving.tree import tree_of

FIRST: Final = ("7b-11c", "6e-6c", "1c-3b", "12e-4c", "4e-10c")
"""The first cards that are measured when no others are asked for."""


class Loss(Struct, frozen=True):
    """What a robot loses in one position, in points of the hand."""

    as_mano: float
    as_pie: float
    worth: float
    """What the mano gains when both are robots."""
    read: tuple[int, int]
    """By seat, how many information sets of the robot were read."""
    pairs: tuple[int, int]
    """By seat, how many pairs of strengths are in its range."""


def loss(position: Position, seed: int = 1, learnt: bool = False) -> Loss:
    """What a master loses in this position. ``seed``: of the dice with which it imagines deals.
    ``learnt``: or one that does what the learnt tables say."""
    ranges = position.ranges
    root = tree_of(position)
    mano, pie = (RobotPolicy(position, seed, learnt=learnt) for _ in range(2))
    best_pie = best_response(root, ranges, PIE, mano)
    best_mano = best_response(root, ranges, MANO, pie)
    worth = value(root, ranges, mano, pie)
    return Loss(
        best_pie + worth,
        best_mano - worth,
        worth,
        (len(mano.known), len(pie.known)),
        (len(ranges.pairs[MANO]), len(ranges.pairs[PIE])),
    )


def read_first(text: str) -> tuple[Card, Card]:
    """The first cards of mano and pie: ``7b-11c``. Raises ``ValueError``."""
    mano, pie = (SPANISH.read(name) for name in text.split("-"))
    if mano == pie or mano < 0 or pie < 0:
        raise ValueError(text)
    return mano, pie


def main() -> None:
    """Print a line for each pair of first cards."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("first", nargs="*", metavar="MANO-PIE", help="first cards, such as 7b-11c")
    parser.add_argument("--drawn", type=int, default=0, help="so many positions of drawn deals")
    parser.add_argument("--uniform", action="store_true", help="ranges: any two cards fit")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--learnt", action="store_true", help="what the learnt tables say, and nothing else"
    )
    given = parser.parse_args()
    try:
        named = given.first or (() if given.drawn else FIRST)
        asked = [(text, read_first(text)) for text in named]
    except ValueError as error:
        parser.error(f"not two different cards of the Spanish deck: {error}")
    asked += [("-".join(map(SPANISH.write, two)), two) for two in drawn(given.drawn, given.seed)]
    ranges = "uniform" if given.uniform else "the robot's own"
    print(f"argentino, 15-15, start of trick 2, nothing called, ranges: {ranges}; points of a hand")
    losses: list[tuple[float, float]] = []
    for text, first in asked:
        began = time.perf_counter()
        reach = anyhow if given.uniform else RobotReach(first, given.seed)
        found = loss(Position(first, ranges_of(first, reach)), given.seed, given.learnt)
        print(
            f"  {text:8} the robot loses {found.as_mano:.3f} as mano, {found.as_pie:.3f} as pie; "
            f"robots: {found.worth:+.3f} for the mano; pairs {found.pairs[0]}, {found.pairs[1]}; "
            f"information sets read {found.read[0]}, {found.read[1]}; "
            f"{time.perf_counter() - began:.0f} s",
            flush=True,
        )
        losses.append((found.as_mano, found.as_pie))
    means = [fmean(both) for both in losses]
    spread = 1.96 * stdev(means) / len(means) ** 0.5 if len(means) > 1 else 0.0
    most = max(map(max, losses))
    print(f"  mean of a seat {fmean(means):.3f} +- {spread:.3f}, most {most:.3f}", flush=True)


if __name__ == "__main__":
    main()

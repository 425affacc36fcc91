"""The loss of a robot against an exact best response: ``python -m lab.certify [7b-11c ...]``.

The program plays tricks 2 and 3 of a game of two (``--variant``), in the middle of a match, with
these first cards of mano and pie and no call. If a card is turned, it comes third (``4c-7h-5d``).
The program prints, for the robot as mano and as pie, how many points of the hand a best response in
the other seat gains more than the robot would gain in that seat. A best response knows the robot's
mix at each information set, but never its cards. It calls only on its turn and lays no card face
down; without these limits it could gain more. The mix is read with one draw of the deals that the
robot imagines. The response knows this draw, so the measured loss is a little too high. With
``--learnt`` the program reads the learnt tables instead of the robot, which is many times as fast.
"""

import argparse
import time
from statistics import fmean, stdev
from typing import Final

from msgspec import Struct

from engine.cards import SPELLINGS, Card
from engine.variants import VARIANTS
from lab.solving.policy import value
from lab.solving.position import MANO, PIE, Position, Setting, anyhow, ranges_of, setting_of
from lab.solving.read_robot import RobotPolicy, RobotReach, drawn, plays_on
from lab.solving.response import best_response
from lab.solving.tree import tree_of

FIRST: Final = ("7b-11c", "6e-6c", "1c-3b", "12e-4c", "4e-10c")
"""The first cards of argentino that are measured when the command names no others."""
GAME: Final = "argentino"
DRAWN: Final = 12
"""The number of first cards that are drawn in another game."""


class Loss(Struct, frozen=True):
    """The loss of a robot in one position, in points of the hand."""

    as_mano: float
    as_pie: float
    worth: float
    """The gain of the mano when both players are robots."""
    read: tuple[int, int]
    """For each seat, how many information sets of the robot were read."""
    pairs: tuple[int, int]
    """For each seat, how many pairs of strengths are in its range."""


def loss(position: Position, seed: int = 1, learnt: bool = False) -> Loss:
    """The loss of a master in this position. ``seed``: the seed with which it imagines deals.
    ``learnt``: the loss of the learnt tables instead."""
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


def read_first(variant: str, text: str) -> tuple[Setting, tuple[Card, Card]]:
    """The setting and the first cards of mano and pie: ``7b-11c``, with a turned card ``4c-7h-5d``.
    Raises ``ValueError``."""
    deck = VARIANTS[variant].deck
    mano, pie, *turned = (SPELLINGS[deck].read(name) for name in text.split("-"))
    setting = setting_of(variant, *turned)
    cards = {mano, pie, *turned}
    if len(cards) < 2 + setting.table.turns or len(turned) != setting.table.turns:
        raise ValueError(text)
    if not cards <= set(setting.table.deck) or not plays_on(setting, (mano, pie)):
        raise ValueError(text)
    return setting, (mano, pie)


def main() -> None:
    """Print a line for each pair of first cards."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("first", nargs="*", metavar="MANO-PIE", help="first cards, such as 7b-11c")
    parser.add_argument("--variant", choices=sorted(VARIANTS), default=GAME)
    parser.add_argument("--drawn", type=int, default=0, help="so many positions of drawn deals")
    parser.add_argument("--uniform", action="store_true", help="ranges: any two cards fit")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--learnt", action="store_true", help="what the learnt tables say, and nothing else"
    )
    given = parser.parse_args()
    variant, count = given.variant, given.drawn
    named = given.first or (FIRST if variant == GAME and not count else ())
    if not named and not count:
        count = DRAWN
    try:
        asked = [read_first(variant, text) for text in named]
    except (ValueError, TypeError) as error:
        parser.error(f"not first cards of {variant}: {error}")
    asked += drawn(variant, count, given.seed)
    ranges = "uniform" if given.uniform else "the robot's own"
    score = "{}-{}".format(*asked[0][0].score)
    print(f"{variant}, {score}, start of trick 2, nothing called, ranges: {ranges}")
    losses: list[tuple[float, float]] = []
    for setting, first in asked:
        began = time.perf_counter()
        reach = anyhow if given.uniform else RobotReach(setting, first, given.seed)
        ranges_ = ranges_of(setting, first, reach)
        found = loss(Position(setting, first, ranges_), given.seed, given.learnt)
        print(
            f"  {_written(setting, first):8} the robot loses {found.as_mano:.3f} as mano, "
            f"{found.as_pie:.3f} as pie; "
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


def _written(setting: Setting, first: tuple[Card, Card]) -> str:
    """The text that :func:`read_first` reads."""
    cards = (*first, setting.turned) if setting.table.turns else first
    return "-".join(map(setting.table.spelling.write, cards))


if __name__ == "__main__":
    main()

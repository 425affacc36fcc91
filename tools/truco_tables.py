"""Learn the truco of two for every game: ``python -m tools.truco_tables``.

Robots learn by playing (:mod:`engine.robots.truco_training`), each game in each zone of scores for
some hundred thousand rounds; the same rounds make the same file, byte for byte.
The compiled engine (``make fast``) is five times as fast and used when there is one.
"""

import argparse
import os
import random
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from typing import Final

from tools import fast

if fast.is_current():
    sys.path.insert(0, str(fast.TREE))

from engine.cards import UNKNOWN
from engine.robots import truco_tables
from engine.robots.playout import DRAWN
from engine.robots.stakes import pace_of, race
from engine.robots.truco_spots import above_of
from engine.robots.truco_tables import Zone, home_step
from engine.robots.truco_training import Row, Training
from engine.state.table import Table
from engine.variants import VARIANTS, table_for

ROUNDS: Final = 150_000
"""How many deals each zone learns from at least."""
PLAIN: Final = 0.25
"""How often the robot learns from a hand against a plain player."""
MORE: Final = 16
"""A zone of all scores would learn from so many times as many more."""


FILE: Final = str(fast.ROOT / "engine" / "robots" / truco_tables.FILE.name)


def above(table: Table, turned: int) -> list[int]:
    """By level, how many cards of the deck are higher."""
    heights = table.heights(turned)
    levels = [heights[card] for card in table.deck if card != turned]
    return above_of(levels)


def worth(table: Table, lacking: tuple[int, int]) -> tuple[list[float], list[float]]:
    """By step of the ladder, what winning and losing the hand is worth to the mano: what it adds to
    the chance of winning the game, counted in points."""
    race_ = race(table.rules.match.target, pace_of(table))
    mine, theirs = lacking
    now = race_[mine][theirs]
    least = table.worth[0]  # where a hand pays two, no score is one point away
    gained, given = race_[max(mine - least, 0)][theirs], race_[mine][max(theirs - least, 0)]
    point = (gained - given) / (2 * least)
    won = [(race_[max(mine - paid, 0)][theirs] - now) / point for paid in table.worth]
    lost = [(race_[mine][max(theirs - paid, 0)] - now) / point for paid in table.worth]
    return won, lost


def rounds_of(table: Table, zone: Zone, rounds: int) -> int:
    """How many deals this zone learns from: the more, the more scores it has."""
    lacking = truco_tables.zones(table)
    scores = (table.rules.match.target - pace_of(table).special) ** 2
    share = len(lacking[zone[0]]) * len(lacking[zone[1]]) / scores
    return round(rounds * (1 + MORE * share))


def learnt(variant: str, zone: Zone, rounds: int) -> dict[int, Row]:
    """What is learnt in one zone."""
    table = table_for(variant, 2)
    tricks = table.rules.tricks
    seed = f"{variant} {zone[0]} {zone[1]}"
    training = Training(
        seed,
        tricks.tie_lead,
        0 if tricks.all_tied == "mano" else DRAWN,
        tricks.after_tie == "stack",
        tricks.caller_must_beat,
        PLAIN,
    )
    deals = random.Random(f"deals {seed}")
    lacking = truco_tables.zones(table)
    higher = {
        turned: (table.heights(turned), above(table, turned))
        for turned in (table.deck if table.turns else (UNKNOWN,))
    }
    worths = {
        (mine, theirs): worth(table, (mine, theirs))
        for mine in lacking[zone[0]]
        for theirs in lacking[zone[1]]
    }
    places = list(worths)
    deck = list(table.deck)
    for number in range(1, rounds + 1):
        cards = deals.sample(deck, 7)
        heights, over = higher[cards[6] if table.turns else UNKNOWN]
        hands = (
            sorted(heights[one] for one in cards[:3]),
            sorted(heights[one] for one in cards[3:6]),
        )
        place = deals.choice(places)
        most = home_step(table.worth, place[0]), home_step(table.worth, place[1])
        training.round(hands, over, worths[place], most, number / rounds)
    return training.rows


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--variant", action="append", choices=sorted(VARIANTS))
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--out", default=FILE)
    given = parser.parse_args()
    began = time.monotonic()
    places = [
        (variant, (zone[0], zone[1]))
        for variant in given.variant or list(VARIANTS)
        for zone in product(truco_tables.zones(table_for(variant, 2)), repeat=2)
    ]
    with ProcessPoolExecutor(os.cpu_count()) as processes:
        rounds = [rounds_of(table_for(one, 2), zone, given.rounds) for one, zone in places]
        found = processes.map(learnt, *zip(*places, strict=True), rounds)
        rows: dict[tuple[str, Zone], dict[int, Row]] = {}
        for place, one in zip(places, found, strict=True):
            rows[place] = one
            print(place, len(one), f"{time.monotonic() - began:.0f} s", flush=True)
    data = truco_tables.packed(rows)
    with open(given.out, "wb") as file:
        file.write(data)
    print(f"{given.out}: {len(data)} bytes")


if __name__ == "__main__":
    main()

"""Learn the truco of two and of four: ``python -m lab.truco_tables --variant argentino``.

The sections of these games, or of all games, are made again in the file; other sections stay. With
``--players 4`` only the tables of four are made, and a game's other tables stay too.

Robots learn by playing (:mod:`lab.learning.truco_training`, :mod:`lab.learning.team_training`),
each game in each zone of scores for some ten or hundred thousand rounds; the same rounds make the
same sections, byte for byte. The compiled engine (``make fast``) is more than three times as
fast, and it is used if there is one.
"""

import argparse
import os
import random
import sys
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from itertools import product, repeat
from pathlib import Path
from typing import Final

import lab
from tools import fast

if fast.is_current():
    sys.path.insert(0, str(fast.TREE))
    lab.__path__.insert(0, str(fast.TREE / "lab"))

from engine.cards import UNKNOWN
from engine.robots.learnt import truco_tables
from engine.robots.learnt.truco_tables import ANY, SIZES, First, Zone, home_step
from engine.robots.reading.scale import above_with
from engine.robots.reading.stakes import pace_of, race
from engine.state.table import Table
from engine.variants import VARIANTS, table_for
from lab.learning.regrets import Row
from lab.learning.team_training import LEFT, TeamTraining
from lab.learning.truco_training import Training
from lab.shipped_files import Section, with_sections
from lab.solving import ahead
from lab.solving.position import ties_of
from lab.table_files import Solved, sections

ROUNDS: Final = {2: 150_000, 4: 400_000}
"""By number of players, the least number of deals from which each zone learns."""
MORE: Final = 16
"""The factor by which the additional deals of a zone grow with its share of all scores of two
players."""
PLAIN: Final = {2: 0.25, 4: 0.5}
"""By number of players, the share of the robot's learning hands that are played against plain
players. Plain players seldom bluff, so the larger the share, the more often robots fold."""
WARY: Final = frozenset({"mineiro", "paulista", "venezolano"})
"""Games in which teams would fold too often by that share. They take half of it, and three times as
many deals; and partners leave answers to one another."""
MINUTES: Final = 40
"""The minutes that a game takes, about, on two processors; a third of them with the compiled
engine."""

FILE: Final = str(fast.ROOT / "engine" / "robots" / "learnt" / truco_tables.FILE.name)


def above(table: Table, turned: int) -> list[int]:
    """By level, how many cards of the deck are higher: a list of its own, since training counts
    down in it while a hand is played."""
    return [*above_with(table, turned)]


def zones(table: Table) -> dict[int, list[int]]:
    """For each part of a zone (a side's home step), the points that the side may lack. A side that
    wins the game with the bare hand is in no zone: its rival would lose the game by a refusal.
    Among four there is one zone."""
    found: dict[int, list[int]] = {}
    least = max(pace_of(table).special, table.worth[0])
    for lacking in range(least + 1, table.rules.match.target + 1):
        zone = home_step(table.worth, lacking) if table.players == 2 else ANY
        found.setdefault(zone, []).append(lacking)
    return found


def worth(table: Table, lacking: tuple[int, int]) -> tuple[list[float], list[float]]:
    """By step of the ladder, the worth to the mano of winning and of losing the hand: the change in
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
    """The number of deals from which this zone learns: a zone of two with more scores learns from
    more deals."""
    if table.players != 2:
        return rounds * 3 if table.rules.variant in WARY else rounds
    lacking = zones(table)
    scores = (table.rules.match.target - pace_of(table).special) ** 2
    share = len(lacking[zone[0]]) * len(lacking[zone[1]]) / scores
    return round(rounds * (1 + MORE * share))


class Deals:
    """Hands of a table, drawn at random."""

    def __init__(self, table: Table) -> None:
        self._deck = list(table.deck)
        self._held = 3 * table.players
        self._turns = table.turns
        self._higher = {
            turned: (table.heights(turned), above(table, turned))
            for turned in (table.deck if table.turns else (UNKNOWN,))
        }

    def drawn(self, draw: random.Random) -> tuple[list[list[int]], list[int]]:
        """By slot, the levels of its cards, the lowest first; and by level, how many cards are
        higher."""
        cards = draw.sample(self._deck, self._held + 1)
        heights, over = self._higher[cards[self._held] if self._turns else UNKNOWN]
        hands = [
            sorted([heights[card] for card in cards[first : first + 3]])
            for first in range(0, self._held, 3)
        ]
        return hands, over


def training_of(table: Table, seed: str) -> Training | TeamTraining:
    """A new training for the truco of this table, without anything learnt."""
    ties, plain, rules = ties_of(table), PLAIN[table.players], table.rules
    if table.players == 2:
        return Training(seed, *ties, rules.tricks.caller_must_beat, plain)
    if rules.variant in WARY:
        return TeamTraining(seed, *ties, plain / 2, LEFT)
    return TeamTraining(seed, *ties, plain)


def learnt(variant: str, players: int, zone: Zone, rounds: int) -> dict[int, Row]:
    table = table_for(variant, players)
    seed = f"{variant} {zone[0]} {zone[1]}"
    return _taught(training_of(table, seed), seed, table, zone, rounds)


def _taught(
    training: Training | TeamTraining, seed: str, table: Table, zone: Zone, rounds: int
) -> dict[int, Row]:
    """The rows that are learnt in this zone from this many deals."""
    deals, draw = Deals(table), random.Random(f"deals {seed}")
    lacking = zones(table)
    worths = {
        (mine, theirs): worth(table, (mine, theirs))
        for mine in lacking[zone[0]]
        for theirs in lacking[zone[1]]
    }
    places = list(worths)
    for number in range(1, rounds + 1):
        hands, over = deals.drawn(draw)
        place = draw.choice(places)
        most = home_step(table.worth, place[0]), home_step(table.worth, place[1])
        training.round(hands, over, worths[place], most, number / rounds)
    return training.rows


def main() -> None:
    """Writes the sections of the named games, or of all games."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--variant", action="append", choices=sorted(VARIANTS))
    parser.add_argument("--players", type=int, choices=SIZES, help="tables of this size, no others")
    parser.add_argument("--rounds", type=int, help="deals of each zone, at least")
    parser.add_argument("--solved", action="store_true", help="what is solved, no more")
    parser.add_argument("--out", default=FILE)
    given = parser.parse_args()
    file, games = Path(given.out), given.variant or truco_tables.games()
    sizes = SIZES if given.players is None else (given.players,)
    with ProcessPoolExecutor(os.cpu_count()) as processes:
        if not given.solved:
            learn(processes, file, games, sizes, given.rounds)
        if 2 not in sizes:
            return
        for game in [game for game in games if game in ahead.GAMES]:
            solve(processes, file, game, ahead.firsts(game))


def learn(
    processes: Executor, file: Path, games: Sequence[str], sizes: Sequence[int], least: int | None
) -> None:
    """Makes the tables of these games and numbers of players again; tables of other numbers of
    players stay. ``least``: the least number of deals of each zone."""
    began = time.monotonic()
    places = [
        (variant, players, (zone[0], zone[1]))
        for players in sizes
        for variant in games
        if players in VARIANTS[variant].players
        for zone in product(zones(table_for(variant, players)), repeat=2)
    ]
    rounds = [
        rounds_of(table_for(variant, players), zone, least or ROUNDS[players])
        for variant, players, zone in places
    ]
    found = processes.map(learnt, *zip(*places, strict=True), rounds)
    rows: dict[tuple[str, int, Zone], dict[int, Row]] = {}
    for place, learned in zip(places, found, strict=True):
        rows[place] = learned
        print(place, len(learned), f"{time.monotonic() - began:.0f} s", flush=True)
    kept = {game: _others(file, game, sizes) for game in games}
    _write(file, sections(rows, kept))


def _others(file: Path, game: str, sizes: Sequence[int]) -> dict[str, bytes]:
    """The tables of a game in the file that are for none of these numbers of players."""
    tables = truco_tables.tables_in(file, game)
    if isinstance(tables, str):
        return {}
    return {name: short for name, short in tables.items() if int(name.split()[0]) not in sizes}


def solve(processes: ProcessPoolExecutor, file: Path, game: str, firsts: Sequence[First]) -> None:
    """Solve tricks 2 and 3 of a game after these first cards, by the tables in the file."""
    began = time.monotonic()
    tables = truco_tables.tables_in(file, game)
    assert not isinstance(tables, str), tables
    others = {name: table for name, table in tables.items() if truco_tables.SOLVED not in name}
    made = processes.map(ahead.solved_after, repeat(game), firsts)
    solved: dict[First, Solved] = {}
    for first, spots in zip(firsts, made, strict=False):
        solved[first] = spots
        print(game, first, len(spots), f"{time.monotonic() - began:.0f} s", flush=True)
    _write(file, sections({}, {game: others | ahead.tables(game, solved)}))


def _write(file: Path, made: Mapping[str, Section]) -> None:
    data = with_sections(file, truco_tables.VERSION, made)
    file.write_bytes(data)
    print(f"{file}: {len(data)} bytes")


if __name__ == "__main__":
    main()

"""Solve the envido ahead: ``python -m lab.envido_starts --variant argentino``.

The sections of these games, or of all games, are made again in the file; other sections stay.
Several processors share the work. No chance is involved: the same rules make the same section.
"""

import argparse
import math
import os
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Final

import msgspec

from engine.actions import Deal
from engine.apply import apply, new_match
from engine.cards import UNKNOWN
from engine.numbers import Seat
from engine.robots.learnt import envido_starts
from engine.robots.learnt.envido_starts import (
    FINE,
    LEAST,
    LEVELS,
    Place,
    Solved,
    Tree,
    name_of,
    rules_mark,
    top_of,
)
from engine.robots.reading.situation import Situation
from engine.robots.small_games import envido_alone
from engine.robots.small_games.envido_bets import MANO, PIE, openings
from engine.robots.solving.bets import Game, choices
from engine.robots.solving.betting_tree import Choice
from engine.robots.solving.mixed import Row
from engine.seen.view import view
from engine.variants import table_for
from lab.shipped_files import Section, packed, with_sections

ROUNDS: Final = 300
"""The number of rounds of each game; after them its exploitability is below a hundredth of a
point."""
MINUTES: Final = 2
"""The minutes that a game takes, about, on two processors."""
AT_ONCE: Final = 20
"""The number of games that a process gets at a time."""
SURE: Final = 0.99
"""A step with a greater share than this is stored in the file as the only step, which is
shorter."""
SURE_STEP: Final = 10
"""The stored number of such a step is a multiple of this."""


def ended(variant: str, at: Place, robot: int) -> tuple[Place, int, Tree, list[Row]]:
    """The game at this place after all rounds: its choices, and the regrets of each choice.
    ``robot``: which player the robot is."""
    table = table_for(variant, 2)
    deck = [*table.deck]
    turned = deck.pop() if table.turns else UNKNOWN
    deal = Deal(Seat(1), (tuple(deck[:3]), tuple(deck[3:6])), turned)
    situation = Situation(view(apply(new_match(table, at), deal).state, 0))
    turned_rank = envido_alone.turned_rank(situation)
    game = envido_alone.game(table, turned_rank, openings(situation), robot)
    game.play(ROUNDS)
    return at, robot, tree_of(game), regrets_of(game)


def games_of(variant: str, processes: ProcessPoolExecutor) -> Solved:
    scores = range(table_for(variant, 2).rules.match.target)
    games = [((mano, pie), robot) for mano in scores for pie in scores for robot in (MANO, PIE)]
    places, robots = zip(*games, strict=True)
    found = processes.map(ended, [variant] * len(games), places, robots, chunksize=AT_ONCE)
    return stored(found)


# --- the file -------------------------------------------------------------------------------------


def section(game: str, solved: Solved) -> Section:
    return Section(rules_mark(game), packed(msgspec.msgpack.encode(solved)))


def tree_of(game: Game) -> Tree:
    """The choices of this game."""
    assert isinstance(game.root, Choice), "somebody opens"
    return tuple((path, choice.words) for path, choice in choices(game.root))


def regrets_of(game: Game) -> list[Row]:
    """The regrets of each choice of a game that was played and is not settled."""
    assert isinstance(game.root, Choice), "somebody opens"
    return [game.regrets(choice) for _, choice in choices(game.root)]


def stored(played: Iterable[tuple[Place, int, Tree, list[Row]]]) -> Solved:
    """These games as the file stores them. Each is given as its place, the robot's player, its
    tree, and the regrets of each of its choices."""
    trees: dict[Tree, int] = {}
    games: dict[str, tuple[int, bytes]] = {}
    for at, robot, tree, regrets in played:
        number = trees.setdefault(tree, len(trees))
        powers = [_power(max(row)) for row in regrets]
        roots = [
            root
            for (_, words), row, power in zip(tree, regrets, powers, strict=True)
            for root in _roots(row, len(words), power)
        ]
        games[name_of(at, robot)] = number, bytes(powers + roots)
    return Solved(tuple(trees), games)


def _power(top: float) -> int:
    """The largest regret of a choice in steps of ``FINE``, rounded up."""
    part, power = math.frexp(top)
    return min(max(FINE * (power - LEAST - 5) + math.ceil(2 * FINE * part), 0), 255)


def _roots(regrets: Row, ways: int, power: int) -> Iterator[int]:
    """The roots of these regrets, as a flat row like those of
    :class:`engine.robots.solving.mixed.Mixed`."""
    top = top_of(power)
    types = len(regrets) // ways
    rows = [regrets[kind::types] for kind in range(types)]
    sure = [max(row) > SURE * sum(row) for row in rows]
    for place, regret in enumerate(regrets):
        root = round(LEVELS * min(regret / top, 1.0) ** 0.5)
        kind = place % types
        if sure[kind]:
            most = regret == max(rows[kind])
            root = max(round(root / SURE_STEP), 1) * SURE_STEP if most else 0
        yield root


def main() -> None:
    """Writes the sections of the named games, or of all games."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--variant", action="append", choices=envido_starts.games())
    given = parser.parse_args()
    file = envido_starts.FILE
    with ProcessPoolExecutor(os.cpu_count()) as processes:
        made = {
            game: section(game, games_of(game, processes))
            for game in given.variant or envido_starts.games()
        }
    data = with_sections(file, envido_starts.VERSION, made)
    file.write_bytes(data)
    print(f"{file.name}: {len(data)} bytes")


if __name__ == "__main__":
    main()

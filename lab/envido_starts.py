"""Solve the envido ahead: ``python -m lab.envido_starts --variant argentino``.

The sections of these games, or of all games, are made again in the file; other sections stay.
Several processors share the work. No chance is involved: the same rules make the same section.
"""

import argparse
import os
from concurrent.futures import ProcessPoolExecutor
from typing import Final

from engine.actions import Deal
from engine.apply import apply, new_match
from engine.cards import UNKNOWN
from engine.numbers import Seat
from engine.robots.learnt import envido_starts, shipped
from engine.robots.learnt.envido_starts import Place, Solved, Tree
from engine.robots.reading.situation import Situation
from engine.robots.small_games import envido_alone
from engine.robots.small_games.envido_bets import MANO, PIE, openings
from engine.robots.solving.mixed import Row
from engine.seen.view import view
from engine.variants import table_for

ROUNDS: Final = 300
"""The number of rounds of each game; after them its exploitability is below a hundredth of a
point."""
MINUTES: Final = 2
"""The minutes that a game takes, about, on two processors."""
AT_ONCE: Final = 20
"""The number of games that a process gets at a time."""


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
    return at, robot, envido_starts.tree_of(game), envido_starts.regrets_of(game)


def games_of(variant: str, processes: ProcessPoolExecutor) -> Solved:
    scores = range(table_for(variant, 2).rules.match.target)
    games = [((mano, pie), robot) for mano in scores for pie in scores for robot in (MANO, PIE)]
    places, robots = zip(*games, strict=True)
    found = processes.map(ended, [variant] * len(games), places, robots, chunksize=AT_ONCE)
    return envido_starts.stored(found)


def main() -> None:
    """Writes the sections of the named games, or of all games."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--variant", action="append", choices=envido_starts.games())
    given = parser.parse_args()
    file = envido_starts.FILE
    with ProcessPoolExecutor(os.cpu_count()) as processes:
        made = {
            game: envido_starts.section(game, games_of(game, processes))
            for game in given.variant or envido_starts.games()
        }
    data = shipped.with_sections(file, envido_starts.VERSION, made)
    file.write_bytes(data)
    print(f"{file.name}: {len(data)} bytes")


if __name__ == "__main__":
    main()

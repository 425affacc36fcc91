"""What robots think of each step in a few hands, to three digits: a change of their numbers shows.

In each ``golden/robots/*.txt`` robots play hands of one game among themselves. A line has the seat,
then each step with its worth in points, the chance of winning the game, and how often the robot
takes it. After a wanted change ``TRUCO_REWRITE=1 pytest tests/engine/test_robots_golden.py``
writes them anew.
"""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import robots
from engine.actions import Action, Close
from engine.apply import apply, deal_from, new_match, next_dealer
from engine.guard.legal import awaited, needs
from engine.record.notation import write_action
from engine.robots.deciding.values import Estimate
from engine.seen.view import view
from engine.state.state import State
from engine.state.table import Table
from engine.variants import table_for
from tests.examples import some
from tests.kept import check_kept

GOLDEN = Path(__file__).parent / "golden" / "robots"
HANDS = 6
"""So many for each table. Every third is played by robots of a lesser skill."""
BUDGET = 5

GAMES: dict[str, dict[str, str]] = {
    "argentino-2": {"flor": "con"},
    "argentino-4": {"flor": "sin"},
    "argentino-6": {"flor": "con"},
    "gauderio-2": {},
    "gauderio-4": {},
    "mineiro-4": {},
    "paulista-2": {},
    "tradicional-18-4": {},
    "tradicional-18-6": {},
    "uruguayo-2": {},
    "uruguayo-4": {},
    "venezolano-2": {},
    "venezolano-4": {},
}
"""By file: the options of its table."""


def dealt(state: State, rng: random.Random) -> State:
    table = state.table
    deck = list(table.deck)
    rng.shuffle(deck)
    dealer = next_dealer(state) if state.number else rng.randrange(table.players)
    return apply(state, deal_from(table, dealer, tuple(deck))).state


def words(state: State, thought: dict[Action, Estimate]) -> str:
    """What a robot thinks of each step."""
    return ", ".join(
        f"{write_action(state.table, step)} {worth.points:.3f} {worth.chance:.3f} {worth.share:.3f}"
        for step, worth in thought.items()
    )


def closed(state: State) -> State:
    claims = (
        robots.claim(view(state, seat), random.Random(1)) for seat in range(state.table.players)
    )
    return apply(state, next((claim for claim in claims if claim), Close())).state


def begun(table: Table, rng: random.Random) -> State:
    """A match that stands anyhow already."""
    target = table.rules.match.target
    return new_match(table, (rng.randrange(target), rng.randrange(target)))


def told(table: Table, rng: random.Random) -> Iterator[str]:
    """Some hands, of several matches where they end soon; a line for each decision."""
    state = begun(table, rng)
    hands = 0
    skill = robots.MASTER
    while True:
        need = needs(state)
        if need in ("over", "deal") and hands == HANDS:
            return
        if need == "over":
            state = begun(table, rng)
        elif need == "deal":
            state = dealt(state, rng)
            hands += 1
            skill = robots.SKILLS["club"] if hands % 3 == 0 else robots.MASTER
            yield f"hand {hands}, {skill.name}, score {state.score[0]} {state.score[1]}"
        elif need == "close":
            state = closed(state)
        else:
            everyone = [view(state, seat) for seat in range(table.players)]
            asked = [everyone[seat] for seat in awaited(state)]
            seen = robots.speaker(asked)
            seen = next((looking for looking in everyone if robots.speaks_up(looking)), seen)
            seed = rng.randrange(2**32)
            thought = robots.evaluate(seen, random.Random(seed), BUDGET, skill)
            if len(thought) > 1:
                yield f"{seen.seat}: {words(state, thought)}"
            state = apply(state, robots.choose(seen, random.Random(seed), BUDGET, skill)).state


@pytest.mark.parametrize("game", some([*GAMES]))
def test_what_robots_think(game: str) -> None:
    variant, _, players = game.rpartition("-")
    table = table_for(variant, int(players), GAMES[game])
    lines = told(table, random.Random(game))
    found = "".join(f"{line}\n" for line in lines)
    check_kept(GOLDEN / f"{game}.txt", found)

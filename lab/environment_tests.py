"""Runs the libraries' own tests on the environments: ``make environments``.

The tests need PettingZoo and OpenSpiel, which are installed for the bench and not for the project's
tests.
"""

import random
import time
from typing import Any

import pyspiel
from pettingzoo.test import api_test, seed_test

from engine.variants import VARIANTS
from lab.environments import aec, open_spiel_game

SIMULATIONS = 20
SECONDS = 5.0


def simulate(game: Any, rng: random.Random) -> None:
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))


def clones_are_their_own(game: Any, rng: random.Random) -> None:
    """Checks that a change of a copy does not change the original state."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    before, copied = str(state), state.clone()
    copied.apply_action(rng.choice(copied.legal_actions()))
    assert str(state) == before != str(copied)


def main() -> None:
    """Run all tests of both libraries in every game, for two and for four."""
    rng = random.Random(1)
    for variant in VARIANTS:
        for players in (2, 4):
            settings = {"variant": variant, "players": players}
            api_test(aec.env(**settings), num_cycles=500)
            seed_test(lambda settings=settings: aec.env(**settings), num_cycles=100)
            game = pyspiel.load_game(open_spiel_game.NAME, settings)
            pyspiel.random_sim_test(game, num_sims=SIMULATIONS, serialize=True, verbose=False)
            clones_are_their_own(game, rng)
            print(f"{variant}, {players} players: PettingZoo and OpenSpiel hold")
    game = pyspiel.load_game(open_spiel_game.NAME)
    hands, until = 0, time.monotonic() + SECONDS
    while time.monotonic() < until:
        simulate(game, rng)
        hands += 1
    print(f"OpenSpiel, argentino for two at random: {hands / SECONDS:.0f} hands a second")


if __name__ == "__main__":
    main()

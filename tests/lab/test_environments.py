"""Hands as environments of other libraries: steps and views as numbers.

The libraries' own tests are run by ``make environments``, and here where the libraries are.
"""

from collections.abc import Sequence
from random import Random

import pytest

from engine.errors import BadRules
from engine.events import AnyEvent
from engine.seen.view import PUBLIC, view
from engine.state.state import State
from engine.variants import VARIANTS
from lab.environments import steps
from lab.environments.hand import HandInPlay, HandSetting, table_of_two_sides
from tests.narrow import present
from tests.strategies import Playout, start_from
from tests.watching import watch_random


def hand_of(game: str, players: int, seed: int) -> HandInPlay:
    table = table_of_two_sides(game, players, {})
    deck = list(table.deck)
    Random(seed).shuffle(deck)
    return HandInPlay(HandSetting(table, (0, 0)), seed % players, tuple(deck))


def played(game: str, players: int, seed: int) -> HandInPlay:
    """A hand played at random."""
    hand, rng = hand_of(game, players, seed), Random(seed)
    while (actor := hand.actor) is not None:
        hand.act(rng.choice(list(steps.offered(hand.seen(actor)).values())))
    return hand


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("game", VARIANTS)
def test_hands_end_and_one_side_gains_what_the_other_loses(game: str, players: int) -> None:
    for seed in range(10):
        gains = played(game, players, seed).gains()
        assert sum(gains) == 0
        assert gains[0] == -gains[1] == gains[players - 2]


@pytest.mark.parametrize("game", VARIANTS)
def test_every_offered_step_has_a_number_of_its_own(game: str) -> None:
    for seed in range(20):
        playout = Playout(start_from(seed, game), seed).play(40)
        for taken in playout.taken:
            for seat in range(taken.after.table.players):
                seen = view(taken.after, seat)
                numbers = steps.offered(seen)
                assert sorted(numbers) == list(numbers)
                assert all(0 <= number < steps.COUNT for number in numbers)
                assert set(numbers.values()) == set(steps.single(seen.offered))


def seen_by_learners(state: State, events: Sequence[AnyEvent], seat: int) -> bytes:
    """All numbers that an environment gives this seat."""
    if seat == PUBLIC or state.hand is None:
        return b""
    seen = view(state, seat)
    found = steps.features(seen)
    assert len(found) == steps.size(state.table.players)
    assert all(0 <= number <= 1 for number in found)
    return repr((found, list(steps.offered(seen)))).encode()


@pytest.mark.parametrize("game", VARIANTS)
def test_no_learner_can_tell_deals_apart(game: str) -> None:
    for seed in range(8):
        watch_random(start_from(seed, game), seed, seen_by_learners)


def test_others_are_told_that_a_card_was_covered_and_not_which() -> None:
    hand, rng = hand_of("paulista", 2, 3), Random(1)
    while not any(action.verb == "cover" for action in hand.history):
        actor = present(hand.actor)
        offered = list(steps.offered(hand.seen(actor)).values())
        hand.act(
            next((action for action in offered if action.verb == "cover"), None)
            or rng.choice(offered)
        )
    covered = hand.history[-1]
    card = hand.setting.table.spelling.write(covered.arg)
    assert hand.told(covered.seat).endswith(f"cover {card};")
    assert hand.told(1 - covered.seat).endswith(f"{covered.seat} cover ??;")


def test_a_table_of_unequal_sides_is_refused() -> None:
    with pytest.raises(BadRules):
        table_of_two_sides("tradicional-18", 3, {})


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_pettingzoo_accepts_its_environment() -> None:
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: make environments")
    from pettingzoo.test import api_test

    from lab.environments import aec

    api_test(aec.env(), num_cycles=100)


def test_openspiel_accepts_its_game() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: make environments")
    from lab.environments import open_spiel_game

    game = pyspiel.load_game(open_spiel_game.NAME)
    pyspiel.random_sim_test(game, num_sims=5, serialize=True, verbose=False)

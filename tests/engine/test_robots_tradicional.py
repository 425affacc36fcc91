"""Robots at a table of truco tradicional: three players, blind calls, the fourth card."""

from random import Random

import pytest

from engine.actions import BLIND_VERBS, Action, Close
from engine.apply import apply, deal_from, new_match
from engine.legal import awaited, needs
from engine.robots import choose
from engine.robots.scene import Scene
from engine.state import State
from engine.table import table_for
from engine.view import view
from tests.conversation import Talk


def dealt(players: int, seed: int, **options: str) -> State:
    """A first hand of this table."""
    table = table_for("tradicional-18", players, options)
    deck = list(table.deck)
    Random(seed).shuffle(deck)
    return apply(new_match(table), deal_from(table, seed % players, tuple(deck))).state


@pytest.mark.parametrize("players", [2, 3, 4, 6, 8])
@pytest.mark.parametrize("options", [{}, {"gallo": "1", "gallo_four_cards": "on"}])
def test_robots_play_a_hand_to_its_end(players: int, options: dict[str, str]) -> None:
    """TR-GAL-01, TR-GAL-04, TR-COM-01, TR-OCH-01: every choice is one that was offered."""
    for seed in range(4):
        state, rng = dealt(players, seed, **options), Random(seed)
        while needs(state) != "deal" and needs(state) != "over":
            if needs(state) == "close":
                state = apply(state, Close()).state
                continue
            seat = awaited(state)[0]
            seen = view(state, seat)
            action = choose(seen, rng, 12)
            assert isinstance(action, Action)
            state = apply(state, action).state


def test_most_look_before_they_speak() -> None:
    """TR-COM-01."""
    said = []
    for seed in range(40):
        state = dealt(4, seed)
        seat = awaited(state)[0]
        said.append(choose(view(state, seat), Random(seed), 0).verb)
    assert set(said) <= BLIND_VERBS
    assert said.count("ver") > 30


@pytest.mark.parametrize("dealer", [0, 1, 2])
@pytest.mark.parametrize("options", [{}, {"gallo": "0"}, {"gallo": "2"}])
def test_with_three_places_alternate_all_the_same(dealer: int, options: dict[str, str]) -> None:
    """TR-GAL-01: partner and rivals are those of the table, and a place's parity is its side."""
    talk = Talk(
        "7e 6o 4b", "2c 11o 5b", "3c 10e 4o", dealer=dealer, game="tradicional-18", also=options
    )
    for seat in range(3):
        scene = Scene(view(talk.state, seat))
        sides = talk.state.table.sides
        assert set(scene.rivals) == {one for one in range(3) if sides[one] != sides[seat]}
        assert set(scene.partners) == {one for one in range(3) if sides[one] == sides[seat]} - {
            seat
        }
        parity = {one: scene.place[one] & 1 for one in range(3)}
        assert all((parity[one] == parity[seat]) == (sides[one] == sides[seat]) for one in range(3))

"""Robots at truco venezolano: piles."""

import random

import pytest

from engine.robots.deciding.judgement import Judgement
from engine.robots.solving import playout
from engine.seen.view import view
from tests.conversation import Talk


@pytest.mark.parametrize(
    ("hands", "side"),
    [
        ([[2, 9], [3, 8]], 0),
        ([[2, 9], [3, 9]], 1),
        ([[3, 9], [3, 9]], 0),
        ([[2, 8], [3, 9], [2, 9], [1, 8]], 1),
        ([[1, 9], [3, 8], [5, 9], [7, 8]], 0),
        ([[], [3, 8]], 1),
    ],
)
def test_piles_in_the_head(hands: list[list[int]], side: int) -> None:
    """VE-PAR-02 to VE-PAR-04, VE-PAR-07: tops, seconds of the tied, the nearest the mano."""
    assert playout.piled([sorted(hand) for hand in hands]) == side


def test_a_pile_that_lies_there_is_thought_of() -> None:
    """VE-PAR-05: two backs on the table are not two cards face down that lose to everything."""
    steps = ("0 play 3e", "1 play 3c", "0 stack 7e 6o")
    weak, strong = (
        Talk("3e 7e 6o", hand, game="venezolano", turned="4o").say(*steps)
        for hand in ("3c 5b 4b", "3c 11o 4b")
    )
    mind = Judgement(view(weak.state, 1), random.Random(1), 60)
    assert mind.situation.piling
    assert mind.chance < 0.2
    assert Judgement(view(strong.state, 1), random.Random(1), 60).chance > 0.99

"""What robots bring home from a hand that they play against one another."""

import pytest

from engine.robots.players.matches import gained_by_side
from tests.conversation import Talk


@pytest.mark.parametrize(
    ("steps", "before", "gained"),
    [
        (("0 truco", "1 noquiero"), (0, 0), (1, 0)),
        (("0 truco", "1 noquiero"), (30, 0), (0, 0)),  # no more than to the target
        (("0 envido", "1 noquiero", "0 mazo"), (0, 0), (1, 1)),
        (("0 envido", "1 quiero", "0 mazo"), (0, 29), (2, 1)),
    ],
)
def test_what_a_hand_has_brought_each_side(
    steps: tuple[str, ...], before: tuple[int, ...], gained: tuple[int, int]
) -> None:
    talk = Talk("7e 6e 4o", "3c 12b 5o").say(*steps)
    assert gained_by_side(talk.state, before) == gained

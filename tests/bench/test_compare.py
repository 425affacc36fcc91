"""Two checkouts compared: the same hands on both sides, and no verdict where the games differ."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bench import compare

ROOT = Path(__file__).parents[2]
GAME = ("argentino", 2, "flor=con")


@pytest.fixture
def players() -> Iterator[tuple[compare.Player, compare.Player]]:
    both = compare.Player(ROOT), compare.Player(ROOT)
    yield both
    for player in both:
        player.close()


def test_both_play_the_same_hands(players: tuple[compare.Player, compare.Player]) -> None:
    found = compare.compare(players, GAME, slices=2, hands=3, rounds=2)
    assert found.name == "argentino, 2 flor=con"
    assert found.actions >= 6
    assert found.old > 0
    assert found.new > 0


class PlaysPaulista(compare.Player):
    """Plays another game than it is asked to."""

    def play(self, hands: int, game: tuple[str, int, str] = ("", 0, "")) -> tuple[int, float]:
        return super().play(hands, ("paulista", 4, "") if game[0] else game)


def test_another_game_is_not_compared(players: tuple[compare.Player, compare.Player]) -> None:
    other = PlaysPaulista(ROOT)
    try:
        with pytest.raises(compare.OtherGame):
            compare.compare((players[0], other), GAME, slices=2, hands=5, rounds=1)
    finally:
        other.close()

"""The shuffle: every order as likely, nothing of it from a generator that can be guessed."""

from collections import Counter
from itertools import permutations

import pytest

from bot.chance import SystemChance, new_match_id, shuffled


class Counting:
    """Every possible sequence of draws, one after the other."""

    def __init__(self, draws: tuple[int, ...]) -> None:
        self.draws = list(draws)

    def below(self, bound: int) -> int:
        drawn = self.draws.pop(0)
        assert 0 <= drawn < bound
        return drawn

    def dice(self) -> None:
        raise AssertionError("dice are for robots")


def test_each_sequence_of_draws_gives_another_order() -> None:
    """Four cards: 4 * 3 * 2 draws, 24 orders, each once: uniform if the draws are."""
    orders = Counter(
        shuffled((10, 20, 30, 39), Counting((a, b, c)))  # type: ignore[arg-type]
        for a in range(4)
        for b in range(3)
        for c in range(2)
    )
    assert orders == Counter(permutations((10, 20, 30, 39)))


def test_a_shuffled_deck_is_the_same_deck() -> None:
    deck = tuple(range(40))
    shuffles = {shuffled(deck, SystemChance()) for _ in range(20)}
    assert len(shuffles) == 20
    assert all(sorted(shuffle) == list(deck) for shuffle in shuffles)


def test_numbers_below_a_bound() -> None:
    """Each number is drawn (that it is missed has a chance of 1e-12) and none beyond."""
    chance = SystemChance()
    assert chance.below(1) == 0
    assert {chance.below(5) for _ in range(130)} == {0, 1, 2, 3, 4}


def test_the_bits_beyond_the_bound_are_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    bits = iter([7, 6, 5, 4, 2])
    monkeypatch.setattr("bot.chance.secrets.randbits", lambda n: next(bits) if n == 3 else 99)
    assert SystemChance().below(5) == 4
    assert SystemChance().below(5) == 2


def test_a_match_id_can_be_told_over_the_phone() -> None:
    ids = {new_match_id(SystemChance()) for _ in range(50)}
    assert len(ids) == 50
    for id in ids:
        assert len(id) == 8
        assert not set(id) & set("01ilo")

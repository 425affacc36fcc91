"""The shuffle: every order as likely, nothing of it from a generator that can be guessed."""

from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from random import Random

import pytest

from bot.chance import SystemChance, new_match_id, shuffled
from bot.match.teams import KING, Formed, formed
from engine.cards import RANKS
from engine.numbers import NOBODY
from engine.variants import table_for
from tests.bot.helpers import Dice


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


# --- teams made by chance (TR-DEA-01) -------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 4, 6])
@pytest.mark.parametrize("how", ["manual", "by_kings", "random"])
def test_everybody_keeps_exactly_one_seat(players: int, how: str) -> None:
    table = table_for("argentino", players)
    for seed in range(50):
        made = formed(table, how, Dice(seed))
        order, dealer = made.order, made.dealer
        assert sorted(order) == list(range(players))
        assert dealer in (NOBODY, *range(players))
        if how == "manual" or players == 2:
            assert order == tuple(range(players))
        if how != "by_kings":
            assert dealer == NOBODY


def test_of_three_chance_says_who_sits_alone() -> None:
    """TR-DEA-01, TR-GAL-02: everybody stays at the table, in the order in which they sat."""
    table = table_for("tradicional-18", 3, {"teams": "random", "gallo_mode": "fijo"})
    orders = {formed(table, "random", Dice(seed)) for seed in range(50)}
    assert orders == {Formed((0, 1, 2)), Formed((1, 2, 0)), Formed((2, 0, 1))}


def drawn(dice: Dice, first: Sequence[int]) -> Dice:
    dice.arrange(first, table_for("argentino", 4).deck)
    return dice


def test_the_first_two_with_kings_are_partners_and_the_first_deals() -> None:
    """Cards go round from seat 0: here seat 3 gets a king, and another, then seat 2."""
    kings = [suit * RANKS + KING for suit in range(4)]
    low = [card for card in table_for("argentino", 4).deck if card % RANKS != KING]
    pack = [*low[:3], kings[0], *low[3:6], kings[1], *low[6:8], kings[2]]
    made = formed(table_for("argentino", 4), "by_kings", drawn(Dice(), pack))
    order = made.order
    assert {order[0], order[2]} == {2, 3}
    assert order[made.dealer] == 3
    # The first two different players, each with the king that came first.
    assert [(order[seat], card) for seat, card in made.kings] == [(3, kings[0]), (2, kings[2])]


def test_with_few_kings_the_rest_is_drawn_by_lot() -> None:
    """Six players, one of whom gets all four kings: his partners come by lot."""
    kings = [suit * RANKS + KING for suit in range(4)]
    table = table_for("argentino", 6)
    low = [card for card in table.deck if card % RANKS != KING]
    rows = [[king, *low[5 * number : 5 * number + 5]] for number, king in enumerate(kings)]
    dice = Dice()
    dice.arrange([card for row in rows for card in row], table.deck)
    made = formed(table, "by_kings", dice)
    order = made.order
    assert order[made.dealer] == 0
    assert made.kings == ((made.dealer, kings[0]),)
    assert made.dealer % 2 == 0


def test_every_pairing_comes_about() -> None:
    for how in ("by_kings", "random"):
        found = set()
        for seed in range(200):
            dice = Dice(Random(seed).getrandbits(30))
            order = formed(table_for("argentino", 4), how, dice).order
            found.add(next({*pair} - {0} for pair in (order[::2], order[1::2]) if 0 in pair).pop())
        assert len(found) == 3

"""Teams made by chance (TR-DEA-01)."""

from collections.abc import Sequence
from random import Random

import pytest

from bot.match.teams import KING, Formed, formed
from engine.cards import RANKS
from engine.numbers import NOBODY
from engine.variants import table_for
from tests.bot.helpers import Dice


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

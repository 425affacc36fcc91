"""What three cards are worth, held against a second reading of the pages (:mod:`tests.worth`)."""

from itertools import combinations
from random import Random

import pytest

from engine.cards import UNKNOWN
from engine.errors import UnknownCard
from engine.state.table import Table
from engine.variants import table_for
from tests.examples import many
from tests.worth import worth_at

GAMES: tuple[tuple[str, dict[str, str]], ...] = (
    ("argentino", {}),
    ("tradicional-18", {}),
    ("gauderio", {}),
    ("uruguayo", {}),
    ("venezolano", {}),
    ("uruguayo", {"piece_values": "perico_30", "two_pieces": "units"}),
)


def turned_cards(table: Table) -> tuple[int, ...]:
    """A piece, its substitute and a plain card of two suits, where a card is turned."""
    return tuple(table.deck[at] for at in (1, 8, 9, 27)) if table.turns else (UNKNOWN,)


@pytest.mark.parametrize(("game", "given"), GAMES)
def test_every_hand_is_worth_what_the_pages_say(game: str, given: dict[str, str]) -> None:
    """AR-CAR-03, AR-ENV-04, AR-FLO-01, AR-FLO-02, UY-ENV-01, UY-ENV-12, UY-FLO-01, UY-FLO-02,
    VE-ENV-01, VE-FLO-01, VE-FLO-02."""
    table = table_for(game, 2, given)
    rng = Random(5)
    for turned in turned_cards(table):
        worth = worth_at(table, turned)
        for cards in combinations([card for card in table.deck if card != turned], 3):
            envido, flor = worth.points(table, cards)
            dealt = tuple(rng.sample(cards, 3))
            assert table.envido_points(dealt, turned) == envido, (dealt, turned)
            assert table.has_flor(dealt, turned) == (flor > 0), (dealt, turned)
            if flor:
                assert table.flor_points(dealt, turned) == flor, (dealt, turned)


@pytest.mark.parametrize(("game", "given"), GAMES)
def test_fewer_cards_count_what_they_show(game: str, given: dict[str, str]) -> None:
    table = table_for(game, 2, given)
    for turned in turned_cards(table):
        worth = worth_at(table, turned)
        left = [card for card in table.deck if card != turned]
        for count in range(3):
            for cards in combinations(left, count):
                assert table.envido_points(cards, turned) == worth.points(table, cards)[0]


@pytest.mark.parametrize(("game", "given"), GAMES)
def test_a_flor_among_unknown_cards_is_what_all_their_completions_agree_on(
    game: str, given: dict[str, str]
) -> None:
    table = table_for(game, 2, given)
    rng = Random(7)
    for turned in turned_cards(table):
        left = [card for card in table.deck if card != turned]
        for hidden in (1, 2, 3):
            for _ in range(many(20)):
                shown = tuple(rng.sample(left, 3 - hidden))
                rest = [card for card in left if card not in shown]
                found = {
                    table.has_flor((*shown, *more), turned) for more in combinations(rest, hidden)
                }
                dealt = [*shown, *[UNKNOWN] * hidden]
                rng.shuffle(dealt)
                expected = found.pop() if len(found) == 1 else None
                assert table.has_flor(tuple(dealt), turned) is expected, (dealt, turned)


def test_unknown_cards_have_no_envido() -> None:
    table = table_for("argentino", 2)
    for cards in ((3, UNKNOWN, 5), (UNKNOWN,), (4, UNKNOWN)):
        with pytest.raises(UnknownCard):
            table.envido_points(cards, UNKNOWN)


def test_four_cards_of_the_lone_player() -> None:
    """TR-GAL-04: asked before he has put one away."""
    table = table_for("tradicional-18", 3)
    assert table.has_flor((0, 1, 2, 3), UNKNOWN) is True
    assert table.has_flor((0, 1, 2, 13), UNKNOWN) is False
    assert table.has_flor((0, 1, UNKNOWN, 13), UNKNOWN) is False
    assert table.has_flor((0, 1, UNKNOWN, 3), UNKNOWN) is None

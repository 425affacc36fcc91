"""Truco argentino, the order of the cards (AR-CAR) and their values (section A)."""

from itertools import permutations

import pytest

from engine.cards import SPANISH, UNKNOWN
from engine.variants import table_for
from tests.conversation import Talk, cards
from tests.oracle_common import DECK, ORDER, STRENGTH, face

TABLE = table_for("argentino", 2)


def test_ar_car_01_order() -> None:
    """AR-CAR-01: strongest first; the deck in steps of equal cards."""
    order = tuple(
        tuple(sorted(SPANISH.write(card) for card in step)) for step in TABLE.rules.cards.order
    )
    assert order == tuple(tuple(sorted(step)) for step in ORDER)


def test_ar_car_01_every_pair_of_cards() -> None:
    """AR-CAR-01, AR-CAR-02: who takes a trick, for each card against each other."""
    for one, two in permutations(DECK, 2):
        rest = [card for card in DECK if card not in (one, two)]
        talk = Talk(f"{one} {rest[0]} {rest[1]}", f"{two} {rest[2]} {rest[3]}")
        talk.say(f"0 play {one}", f"1 play {two}")
        difference = STRENGTH[one] - STRENGTH[two]
        assert talk.tricks == [0 if difference > 0 else 1 if difference < 0 else -1], (one, two)


@pytest.mark.parametrize("rank", ["2", "3", "4", "5", "6", "10", "11", "12"])
def test_ar_car_02_equal_whatever_the_suit(rank: str) -> None:
    """AR-CAR-02: cards of the same step tie."""
    talk = Talk(f"{rank}e 1e 1b", f"{rank}c 7e 7o").say(f"0 play {rank}e", f"1 play {rank}c")
    assert talk.tricks == [-1]


@pytest.mark.parametrize(
    ("brava", "equal_rank"), [("1e", "1b"), ("1b", "1o"), ("7e", "7o"), ("7o", "7c")]
)
def test_ar_car_02_bravas_never_tie(brava: str, equal_rank: str) -> None:
    """AR-CAR-02, section A: 1e, 1b, 7e and 7o are unique."""
    talk = Talk(f"{brava} 4e 5e", f"{equal_rank} 4b 5b")
    talk.say(f"0 play {brava}", f"1 play {equal_rank}")
    assert talk.tricks == [0]


def test_ar_car_03_values_for_envido_and_flor() -> None:
    """AR-CAR-03: 1-7 at face value, figures 0; the ace of swords is worth 1."""
    points = TABLE.rules.cards.points
    assert {name: points[SPANISH.read(name)] for name in DECK} == {
        name: face(name) for name in DECK
    }
    assert TABLE.envido_points(cards("1e 2b 12o"), UNKNOWN) == 2
    assert TABLE.envido_points(cards("1e 12e 7o"), UNKNOWN) == 21


def test_ar_car_03_no_obligation_to_follow_or_beat() -> None:
    """AR-CAR-03: whatever was led, all cards may be laid."""
    talk = Talk("7e 6e 4o", "5e 1e 2c").say("0 play 7e")
    assert talk.lays(1) == {
        f"{verb} {card}" for verb in ("play", "cover") for card in ["5e", "1e", "2c"]
    }

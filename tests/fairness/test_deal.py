"""Every deck of every game, dealt fairly: the right cards, and cuts within their bounds."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.fairness import deal
from engine.fairness.deal import AZAR_2
from engine.fairness.hashes import Key, below, part
from engine.variants import VARIANTS
from tests.examples import examples
from tests.fairness.verifiers import verificar
from tests.strategies import random_table, seeds

keys = st.binary(min_size=32, max_size=32)


@pytest.mark.parametrize("game", VARIANTS)
@examples(12)
@given(seed=seeds, key=keys, number=st.integers(1, 200))
def test_a_deck_holds_the_cards_of_its_game(game: str, seed: int, key: bytes, number: int) -> None:
    """Any seats and options: 24, 27 or 40 cards, each once; both programs agree on the order."""
    table = random_table(Random(seed), game)
    made = AZAR_2.fair_deck(table, number, key)
    assert Counter(made.cards) == Counter(table.deck)
    assert len(set(made.salts)) == len(set(made.leaves)) == len(table.deck)
    write = table.spelling.write
    declared = verificar.declared_deck(game, dict(table.rules.options))
    assert [write(card) for card in table.deck] == declared
    assert [write(card) for card in made.cards] == verificar.shuffled_deck(
        AZAR_2.name, declared, key
    )
    for place, (card, salt) in enumerate(zip(made.cards, made.salts, strict=True)):
        assert AZAR_2.leaf_of(number, place, salt, write(card)) == made.leaves[place]


@pytest.mark.parametrize("size", [24, 27, 40])
@pytest.mark.parametrize("choice", deal.CHOICES)
@examples(30)
@given(table=keys, number=st.integers(1, 500))
def test_a_cut_stays_within_its_third(size: int, choice: str, table: bytes, number: int) -> None:
    """AZ-14."""
    third = (size - 1) // 3
    low, high = {
        "arriba": (1, third),
        "medio": (third + 1, 2 * third),
        "abajo": (2 * third + 1, size - 1),
        "toco": (0, 0),
    }[choice]
    assert low <= AZAR_2.offset_of(table, number, choice, size) <= high


@pytest.mark.parametrize(("choice", "least", "most"), [("arriba", 1, 13), ("abajo", 27, 39)])
def test_every_place_of_a_third_is_reached(choice: str, least: int, most: int) -> None:
    found = {AZAR_2.offset_of(bytes(32), number, choice, 40) for number in range(400)}
    assert found == set(range(least, most + 1))


@given(bound=st.integers(1, 64), key=keys)
def test_numbers_are_below_their_bound(bound: int, key: bytes) -> None:
    words = AZAR_2.stream(Key(key), "mazo")
    drawn = [below(bound, words) for _ in range(20)]
    assert all(0 <= number < bound for number in drawn)
    other = verificar.numbers(key, AZAR_2.name, "mazo")
    assert drawn == [verificar.below(bound, other) for _ in range(20)]


def test_words_that_say_too_much_are_passed_over() -> None:
    """AZ-11: nothing is divided. Five needs three bits; 5, 6 and 7 are left out."""
    words = iter([7 << 29, 5 << 29, (4 << 29) + 99, 6 << 29, 0])
    assert [below(5, words), below(5, words)] == [4, 0]


def test_each_hand_has_a_key_of_its_own() -> None:
    """Any of the four that differs gives another key (AZ-10)."""
    first = AZAR_2.hand_key(b"s" * 32, "abcdefgh", 1, b"e" * 32)
    others = [
        AZAR_2.hand_key(b"t" * 32, "abcdefgh", 1, b"e" * 32),
        AZAR_2.hand_key(b"s" * 32, "abcdefgi", 1, b"e" * 32),
        AZAR_2.hand_key(b"s" * 32, "abcdefgh", 2, b"e" * 32),
        AZAR_2.hand_key(b"s" * 32, "abcdefgh", 1, b"f" * 32),
    ]
    assert len({first, *others}) == 5


@pytest.mark.parametrize(
    ("one", "other"),
    [("buena  suerte", " buena suerte\n"), ("man\u0303ana", "mañana"), ("a\u00a0b", "a b")],
)
def test_phrases_that_look_alike_are_alike(one: str, other: str) -> None:
    """AZ-07."""
    assert AZAR_2.contribution_of(1, one) == AZAR_2.contribution_of(1, other)
    assert AZAR_2.contribution_of(1, one) != AZAR_2.contribution_of(2, one)


def test_parts_cannot_run_into_one_another() -> None:
    assert part("ab") + part("c") != part("a") + part("bc")

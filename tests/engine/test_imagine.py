"""Imagined deals: within what the looking seat knows, and nothing likelier than the rest."""

import random
from collections import Counter
from itertools import combinations, product

import pytest
from msgspec.structs import replace

from engine.actions import Action, Deal
from engine.apply import apply, new_match
from engine.cards import FRENCH, UNKNOWN, Card
from engine.numbers import Seat
from engine.seen.imagine import Impossible, fits, fitting, imagine, imagine_many, known_cards
from engine.seen.view import SeatView, view
from engine.state.facts import ENVIDO_POINTS, HAS_FLOR, HOLDS, Fact
from engine.state.state import State
from engine.state.table import Table
from engine.variants import table_for


def cards(text: str) -> tuple[Card, ...]:
    return tuple(FRENCH.read(name) for name in text.split())


def special(
    variant: str, score: tuple[int, int], hands: str, turned: str = "", **options: str
) -> State:
    table = table_for(variant, 4, options)
    dealt = tuple(cards(part) for part in hands.split(","))
    deal = Deal(3, dealt, FRENCH.read(turned) if turned else UNKNOWN)
    return apply(new_match(table, score), deal).state


FOUR = "4c 5c 6c,7h Qh Jh,Ks As 2s,3d Kd 7d"


def test_partners_cards_are_known_once_looked_at() -> None:
    """PA-ONZ-02: both sides look by default; MI-DEZ-02: the side at ten only."""
    state = special("paulista", (11, 3), FOUR, "4d")
    for seat in range(4):
        seen = view(state, seat)
        partner = (seat + 2) % 4
        assert set(known_cards(seen)[partner]) == set(cards(FOUR.split(",")[partner]))
        for deal in imagine_many(seen, random.Random(1), 20):
            assert set(deal[partner]) == set(known_cards(seen)[partner])
    state = special("mineiro", (10, 3), FOUR)
    assert len(known_cards(view(state, 0))[2]) == 3
    assert known_cards(view(state, 1))[3] == ()


def test_nobody_knows_a_card_in_the_blind_hand() -> None:
    """PA-FER-02: one's own cards are drawn too, but for those that lie on the table."""
    state = special("paulista", (11, 11), FOUR, "4d", ferro="blind")
    seen = view(state, 0)
    assert known_cards(seen) == [(), (), (), ()]
    own = Counter(card for deal in imagine_many(seen, random.Random(2), 300) for card in deal[0])
    assert len(own) == 39
    assert own[FRENCH.read("4d")] == 0
    state = apply(state, Action(0, "place", 2)).state
    seen = view(state, 0)
    assert known_cards(seen)[0] == cards("5c")
    for deal in imagine_many(seen, random.Random(2), 20):
        assert FRENCH.read("5c") in deal[0]
        assert len(set(deal[0])) == 3


def test_a_card_face_down_is_known_to_its_owner_alone() -> None:
    """PA-COV-02."""
    table = table_for("mineiro", 2)
    state = apply(new_match(table), Deal(1, (cards("4h 3c 2c"), cards("5h 5s 3d")))).state
    steps = ((0, "play", "3c"), (1, "play", "5h"), (0, "cover", "4h"))
    for seat, verb, card in steps:
        state = apply(state, Action(seat, verb, FRENCH.read(card))).state
    assert imagine(view(state, 0), random.Random(0))[0] == cards("4h 3c 2c")
    others = {deal[0] for deal in imagine_many(view(state, 1), random.Random(0), 50)}
    assert all(FRENCH.read("3c") in hand for hand in others)
    assert len(others) > 20


def uniform(seen: SeatView, table: Table, count: int) -> float:
    """How far the next seat's cards are from even, in standard deviations."""
    found = Counter(
        card for deal in imagine_many(seen, random.Random(7), count) for card in deal[1]
    )
    known = {card for hand in known_cards(seen) for card in hand} | {seen.turned}
    pool = [card for card in table.deck if card not in known]
    share = 3 / len(pool)
    spread: float = (count * share * (1 - share)) ** 0.5
    return max(abs(found[card] - count * share) for card in pool) / spread


def test_every_hidden_card_is_as_likely() -> None:
    table = table_for("paulista", 4)
    state = special("paulista", (0, 0), FOUR, "4d")
    assert uniform(view(state, 0), table, 4_000) < 4
    state = special("paulista", (11, 3), FOUR, "4d")
    assert uniform(view(state, 0), table, 4_000) < 4


def test_what_cannot_be_is_an_error() -> None:
    state = special("mineiro", (0, 0), FOUR)
    seen = view(state, 0)
    ruled_out = tuple(
        Fact(HOLDS, Seat(1), "show", card=card, negated=True) for card in state.table.deck
    )
    with pytest.raises(Impossible):
        imagine(replace(seen, facts=ruled_out), random.Random(0))


def test_what_was_judged_before_is_judged_as_the_first_time() -> None:
    """The same hands fit, whatever was asked before: of another table, turned card, seat, or fact
    that looks alike."""
    rng = random.Random(1)
    kinds = [
        [Fact(HAS_FLOR, Seat(1), "a", 0, 0)],
        [Fact(HAS_FLOR, Seat(1), "a", 1, 1)],
        [Fact(ENVIDO_POINTS, Seat(1), "a", 20, 27)],
        [
            Fact(ENVIDO_POINTS, Seat(1), "a", 20, 27, negated=True),
            Fact(HAS_FLOR, Seat(1), "a", 0, 0),
        ],
        [Fact(HOLDS, Seat(1), "a", card=5, negated=True)],
    ]
    tables = [table_for("argentino", 2, {"flor": "con"}), table_for("uruguayo", 2)]
    for _ in range(3):
        for table in tables:
            deck = list(table.deck)
            rng.shuffle(deck)
            turned = (deck.pop(), 9, 5) if table.rules.variant == "uruguayo" else (UNKNOWN,)
            for facts, other, seat in product(kinds, turned, (Seat(0), Seat(1))):
                known = tuple(deck[: rng.randrange(3)])
                gone = {*known, other, *deck[2:16]}
                pool = [card for card in table.deck if card not in gone]
                about = tuple(replace(fact, seat=seat) for fact in facts)
                assert fitting(table, known, pool, about, other) == [
                    rest
                    for rest in combinations(pool, 3 - len(known))
                    if fits(table, tuple(sorted((*known, *rest))), about, other)
                ]

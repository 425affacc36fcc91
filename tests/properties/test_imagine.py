"""Imagined deals: they fit what the seat knows, and each that fits comes equally often."""

import math
from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from msgspec.structs import replace

import engine.seen.imagine
from engine.actions import Deal
from engine.apply import apply
from engine.cards import UNKNOWN
from engine.guard.legal import awaited
from engine.numbers import Seat
from engine.seen.imagine import Impossible, fits, imagine, imagine_many
from engine.seen.view import PUBLIC, SeatView, view
from engine.state.facts import (
    ABOVE,
    ENVIDO_POINTS,
    FLOR_AT_MOST,
    FLOR_POINTS,
    HAS_FLOR,
    HOLDS,
    PLAIN_FLOR,
    RESERVADA,
    Fact,
)
from engine.state.state import State
from engine.variants import table_for
from tests.conversation import Talk, cards
from tests.examples import examples
from tests.narrow import of_kind
from tests.redeal import agrees, in_the_open, known_to, plays_blind, retake
from tests.strategies import GAMES, Playout, seeds, start_from
from tests.watching import from_the_engine, hands_of
from tests.worth import worth_at

games = pytest.mark.parametrize("game", GAMES)


def check_fits(state: State, looking: SeatView, hands: tuple[tuple[int, ...], ...]) -> None:
    """Different cards for everyone, the known ones among them, and every fact true."""
    assert state.hand is not None
    dealt = [card for hand in hands for card in hand]
    assert [len(hand) for hand in hands] == [len(cards) for cards in state.hand.dealt]
    assert len(set(dealt)) == len(dealt)
    assert state.hand.turned not in dealt
    assert set(dealt) <= set(state.table.deck)
    worth = worth_at(state.table, state.hand.turned)
    for seat, hand in enumerate(hands):
        assert set(state.hand.seen[seat]) <= set(hand)
        if seat == looking.seat and not (
            plays_blind(state.table, state.hand.start) or state.hand.position.blind == seat
        ):
            assert hand == looking.dealt
    for fact in state.hand.facts:
        if known_to(fact, looking.seat) and fact.seat != looking.seat:
            assert agrees(state.table, worth, hands[fact.seat], fact), fact
    for seat, had in enumerate(state.hand.dealt):
        told = tuple(fact for fact in looking.facts if fact.seat == seat)
        # Somebody who was dealt four has put one away, whichever.
        assert len(had) > 3 or fits(state.table, had, told, state.hand.turned), "the real deal"


@games
@examples(10)
@given(seed=seeds)
def test_imagined_deals_fit(game: str, seed: int) -> None:
    """For somebody who is awaited, or the public, every few steps; one deal, or many."""
    playout = Playout(start_from(seed, game), seed)
    rng = Random(seed)
    for number, taken in enumerate(playout.steps(40)):
        if number % 6 == 5:
            looking = view(taken.after, rng.choice((*awaited(taken.after), PUBLIC)))
            check_fits(taken.after, looking, imagine(looking, rng))
    looking = view(playout.state, seed % playout.start.table.players)
    for hands in imagine_many(looking, rng, 10):
        check_fits(playout.state, looking, hands)


@games
@examples(25)
@given(seed=seeds)
def test_an_imagined_deal_could_have_been(game: str, seed: int) -> None:
    """The hand's steps are legal over it, and the seat would have been sent the same."""
    start = start_from(seed, game)
    playout = Playout(start, seed)
    playout.play(playout.rng.randrange(1, 40))
    rng = Random(seed)
    seat = seed % start.table.players
    *_, hand = hands_of(playout.taken)
    deal = of_kind(Deal, hand[0].action)
    assert playout.state.hand is not None
    if plays_blind(start.table, playout.state.hand.start):
        return  # who may not see his own cards lays them by place, and imagines them in any order
    if playout.state.hand.position.blind == seat:
        return  # nor does he know the order of cards that he has not looked at
    hands = imagine(view(playout.state, seat), rng)
    for owner, had in enumerate(deal.hands):
        if len(had) > len(hands[owner]):  # the card that was put away
            rest = [card for card in start.table.deck if not any(card in held for held in hands)]
            fourth = had if owner == seat else (*hands[owner], rng.choice(rest))
            hands = (*hands[:owner], fourth, *hands[owner + 1 :])
    dealt = replace(deal, hands=hands)
    for owner, seen in enumerate(in_the_open(hand)):
        assert seen <= set(dealt.hands[owner])
    state = hand[0].before
    for taken, action in zip(hand, retake(hand, dealt, seat, rng), strict=True):
        state, events = apply(state, action)
        assert from_the_engine(state, events, seat) == from_the_engine(
            taken.after, taken.events, seat
        )


def test_the_same_chance_gives_the_same_deal() -> None:
    looking = view(Talk("7e 6e 4c", "3c 10b 11o", "5o 12c 2b", "7o 4e 12b").state, 1)
    assert imagine(looking, Random(7)) == imagine(looking, Random(7))
    assert imagine(looking, Random(7)) == imagine_many(looking, Random(7), 3)[0]
    assert len({imagine(looking, Random(seed)) for seed in range(50)}) == 50


def test_nothing_fits_a_view_that_is_none() -> None:
    """A view with facts that contradict one another."""
    looking = view(Talk("7e 6e 4c", "3c 10b 11o").state, 0)
    facts = (Fact("envido", Seat(1), "x", 33, 33), Fact("envido", Seat(1), "x", 0, 7))
    with pytest.raises(Impossible):
        imagine(replace(looking, facts=facts), Random(0))


# --- uniform --------------------------------------------------------------------------------------


def chi_square(found: Counter[object], expected: dict[object, float]) -> float:
    """How far the frequencies are from the expected ones, in standard deviations of chi-square."""
    assert set(found) <= set(expected), "a deal that does not fit"
    statistic = sum((found[cell] - mean) ** 2 / mean for cell, mean in expected.items())
    free = len(expected) - 1
    return (statistic - free) / math.sqrt(2 * free)


def exact(looking: SeatView, state: State) -> list[dict[int, frozenset[int]]]:
    """Every way to give the other seats the cards they lack, by brute force."""
    assert state.hand is not None
    hand = state.hand
    worth = worth_at(state.table, hand.turned)
    others = [seat for seat in range(state.table.players) if seat != looking.seat]
    open_cards = {card for seat in others for card in hand.seen[seat]}
    pool = [card for card in range(40) if card not in open_cards and card not in looking.dealt]
    found: list[dict[int, frozenset[int]]] = [{}]
    for seat in others:
        seen = hand.seen[seat]
        about = [fact for fact in hand.facts if fact.seat == seat]
        longer = []
        for so_far in found:
            used = frozenset[int]().union(*so_far.values())
            left = [card for card in pool if card not in used]
            for rest in combinations(left, 3 - len(seen)):
                whole = frozenset((*seen, *rest))
                if all(agrees(state.table, worth, tuple(whole), fact) for fact in about):
                    longer.append({**so_far, seat: frozenset(rest)})
        found = longer
    return found


def spread(talk: Talk, seat: int, cells: tuple[int, ...], draws: int) -> tuple[float, int]:
    """Chi-square of the missing cards of some seats, and how many ways there are for them."""
    looking = view(talk.state, seat)
    ways = exact(looking, talk.state)
    expected: dict[object, float] = {}
    for way in ways:
        cell = tuple(way[owner] for owner in cells)
        expected[cell] = expected.get(cell, 0.0) + draws / len(ways)
    seen = talk.hand.seen
    found: Counter[object] = Counter()
    for hands in imagine_many(looking, Random(20), draws):
        found[tuple(frozenset(hands[owner]) - set(seen[owner]) for owner in cells)] += 1
    return chi_square(found, expected), len(expected)


CUPS = ("2e 1b 4b", "5c 2c 10c", "5o 4o 1o", "1c 3c 11c")


def two_flores() -> Talk:
    """Seats 1 and 3 have flores of one suit, below 31: they compete for the same cards."""
    talk = Talk(*CUPS, flor="con").say("1 flor", "2 florquiero", "0 play 4b", "1 play 5c")
    return talk.say("2 play 5o", "3 play 1c")


def test_uniform_where_two_seats_want_the_same_cards() -> None:
    """Drawn one by one and thrown away when they collide, the pairs come equally often."""
    far, ways = spread(two_flores(), 0, (1, 3), 15_000)
    assert ways > 100
    assert abs(far) < 4


def test_the_check_of_uniformity_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """Letting one seat draw after the other, from what is left, is not the same."""

    def one_after_the_other(
        looking: SeatView,
        rng: Random,
        known: list[tuple[int, ...]],
        pool: list[int],
        bound: dict[int, list[tuple[int, ...]]],
        loose: engine.seen.imagine.Loose,
    ) -> tuple[tuple[int, ...], ...]:
        hands = list(known)
        used: set[int] = set()
        for seat, sets in bound.items():
            rest = rng.choice([held for held in sets if not used & set(held)])
            used |= set(rest)
            hands[seat] = (*hands[seat], *rest)
        return tuple(hands)

    monkeypatch.setattr(engine.seen.imagine, "_draw", one_after_the_other)
    far, _ = spread(two_flores(), 0, (1, 3), 15_000)
    assert far > 4


def test_uniform_where_something_is_known_of_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a blind call everybody's flores are known. The seats whom most cards fit are dealt last
    there, and the deals that fit are equally likely all the same."""
    monkeypatch.setattr(engine.seen.imagine, "MANY", 1)
    talk = Talk("2e 1b 4b", "5c 6c 2b", "7o 5o 4e", "1c 3c 10e", game="tradicional-18")
    talk.say("2 ft", "3 quiero", "0 play 4b", "1 play 5c", "2 play 7o", "3 play 1c")
    talk.say("2 play 5o", "3 play 3c", "0 play 2e", "1 play 6c")
    far, ways = spread(talk, 0, (1, 2, 3), 30_000)
    assert ways > 1000
    assert abs(far) < 4


def test_uniform_for_a_seat_nobody_knows() -> None:
    """The seat dealt last gets what the others' facts leave, in the right proportions."""
    talk = Talk("2e 1b 4b", "5c 6c 2c", "7o 5o 4e", "1c 3c 10c", flor="con")
    talk.say("1 flor", "0 play 4b", "1 play 5c", "2 play 7o", "3 play 1c")
    talk.say("2 play 5o", "3 play 3c", "0 play 2e", "1 play 6c")
    far, ways = spread(talk, 0, (2,), 12_000)
    assert ways > 20
    assert abs(far) < 4


def test_uniform_within_a_bound() -> None:
    """*Son buenas* over 25: two cards missing, every pair that stays below as often as another."""
    talk = Talk("1e 4e 4o", "3c 10b 11o").say("0 envido", "1 quiero", "0 play 4o", "1 play 3c")
    far, ways = spread(talk, 0, (1,), 15_000)
    assert ways > 300
    assert abs(far) < 4


def test_uniform_without_facts() -> None:
    """Three of the 36 cards that are left."""
    talk = Talk("1e 4e 4o", "3c 10b 11o").say("0 play 4o", "1 play 3c")
    far, ways = spread(talk, 0, (1,), 15_000)
    assert ways == 36 * 35 // 2
    assert abs(far) < 4


def about(kind: str, low: int = 0, high: int = 0, card: str = "", *, negated: bool = False) -> Fact:
    """A fact about seat 0."""
    about_card = cards(card)[0] if card else UNKNOWN
    return Fact(kind, Seat(0), "x", low, high, negated, about_card)


@pytest.mark.parametrize(
    ("game", "turned", "known"),
    [
        (
            "argentino",
            "",
            [
                about(HAS_FLOR, 1, 1),
                about(HAS_FLOR, 0, 0),
                about(ENVIDO_POINTS, 20, 27),
                about(ENVIDO_POINTS, 31, 31, negated=True),
                about(HOLDS, card="7e"),
                about(HOLDS, card="7e", negated=True),
                about(FLOR_POINTS, 0, 30),
                about(FLOR_POINTS, 31, 31),
                about(FLOR_AT_MOST, 0, 28),
                about(ABOVE, 0, 0, "3c"),
                about(ABOVE, 0, 1, "12c"),
            ],
        ),
        (
            "venezolano",
            "5c",
            [
                about(PLAIN_FLOR, 1, 1),
                about(PLAIN_FLOR, 0, 0),
                about(RESERVADA, 1, 1),
                about(RESERVADA, 0, 0),
                about(FLOR_AT_MOST, 0, 32),
                about(ABOVE, 0, 1, "2o"),
            ],
        ),
    ],
)
def test_fits_reads_every_kind_of_fact(game: str, turned: str, known: list[Fact]) -> None:
    """The engine's reading of facts and the tests' own agree on every hand of three cards."""
    table = table_for(game, 2, {"flor": "con"} if game == "argentino" else {})
    up = cards(turned)[0] if turned else UNKNOWN
    worth = worth_at(table, up)
    deck = [card for card in table.deck if card != up]
    pieces = [card for card in deck if table.spelling.write(card) in worth.pieces]
    some = [*list(combinations(deck, 3))[::7]]
    if len(pieces) == 2:
        some += [(pieces[0], pieces[1], card) for card in deck if card not in pieces]
    for fact in known:
        answers = [fits(table, triple, (fact,), up) for triple in some]
        assert answers == [agrees(table, worth, triple, fact) for triple in some], fact
        assert {*answers} == {True, False}, fact


def test_a_deal_is_a_deal() -> None:
    """What is imagined can be dealt."""
    talk = two_flores()
    hands = imagine(view(talk.state, 0), Random(1))
    again = Talk(*CUPS, flor="con")
    assert apply(again.state.__class__(again.table), Deal(3, hands)).state.number == 1

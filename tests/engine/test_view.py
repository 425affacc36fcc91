"""What each seat is told of a hand, and what comes to the table without being asked for."""

import pytest
from msgspec.structs import replace

from engine.apply import new_match
from engine.cards import UNKNOWN
from engine.guard.legal import is_trap, legal_actions, offered_actions, public_actions
from engine.numbers import EVERYBODY, Seat, Seats
from engine.seen.view import PUBLIC, view
from engine.state.facts import Fact
from engine.variants import table_for
from tests.conversation import Talk, cards

FOUR = ("7e 6b 4c", "3c 10b 11o", "5o 12c 2b", "7o 4e 12b")


def test_before_the_first_deal() -> None:
    """A table that has dealt nothing has a view, and nobody anything to do."""
    state = new_match(table_for("argentino", 4), (3, 5), (1, 0))
    for seat in (PUBLIC, 0, 3):
        seen = view(state, seat)
        assert (seen.number, seen.score, seen.games) == (0, (3, 5), (1, 0))
        assert seen.position is None
        assert (seen.legal, seen.offered, seen.awaited, seen.dealt) == ((), (), (), ())
        assert seen.sayable == ((), (), (), ())


def test_own_cards_and_nobody_elses() -> None:
    talk = Talk(*FOUR).say("0 play 7e", "1 cover 10b")
    for seat, hand in enumerate(FOUR):
        assert view(talk.state, seat).dealt == cards(hand)
    assert view(talk.state, 0).cards == cards("6b 4c")
    assert view(talk.state, 2).cards == cards(FOUR[2])
    public = view(talk.state, PUBLIC)
    assert (public.dealt, public.cards, public.legal, public.offered) == ((), (), (), ())
    assert public.counts == view(talk.state, 3).counts == (2, 2, 3, 3)


def test_a_card_face_down_is_its_owners() -> None:
    talk = Talk(*FOUR).say("0 play 7e", "1 cover 10b")
    assert view(talk.state, 1).plays[1].card == cards("10b")[0]
    for seat in (PUBLIC, 0, 2, 3):
        assert view(talk.state, seat).plays[1].card == UNKNOWN
        assert view(talk.state, seat).plays[1].covered
        assert view(talk.state, seat).seen[1] == ()


def test_legal_and_offered_are_the_seats_own() -> None:
    talk = Talk(*FOUR).say("1 truco")
    for seat in range(4):
        seen = view(talk.state, seat)
        assert seen.legal == legal_actions(talk.state, seat)
        assert seen.offered == offered_actions(talk.state, seat)
        assert seen.sayable == tuple(public_actions(talk.state, number) for number in range(4))
        assert seen.awaited == (0, 2)


def test_traps_are_the_cards_that_accept() -> None:
    talk = Talk(*FOUR).say("1 truco")
    traps = {action.verb for action in legal_actions(talk.state, 0) if is_trap(talk.state, action)}
    assert traps == {"play", "cover"}
    talk.say("0 quiero")
    assert not any(is_trap(talk.state, action) for action in legal_actions(talk.state, 0))


def test_a_fact_for_some_is_told_to_them_alone() -> None:
    """Facts carry who knows them; a view holds the seat's own and everybody's."""
    talk = Talk(*FOUR)
    secret = Fact("card", Seat(3), "show", card=cards("7o")[0], known_to=Seats(0b0101))
    plain = Fact("flor", Seat(3), "envido.no_flor")
    assert plain.known_to == EVERYBODY
    state = replace(talk.state, hand=replace(talk.hand, facts=(secret, plain)))
    for seat, facts in ((0, (secret, plain)), (2, (secret, plain)), (1, (plain,)), (3, (plain,))):
        assert view(state, seat).facts == facts
    assert view(state, PUBLIC).facts == (plain,)


@pytest.mark.parametrize("players", [2, 4, 6])
def test_worth_follows_the_ladder(players: int) -> None:
    hands = (*FOUR, "1e 5b 10e", "1b 6o 10c")[:players]
    talk = Talk(*hands)
    worth = [view(talk.state, PUBLIC).worth]
    for step in ("0 truco", "1 quiero", "1 retruco", "0 quiero", "0 vale4", "1 quiero"):
        talk.say(step)
        worth.append(view(talk.state, PUBLIC).worth)
    assert worth == [1, 1, 2, 2, 3, 3, 4]


def test_equal_values_are_equal_tables() -> None:
    """A table is its rules and its seats; what it remembers does not count."""
    one = table_for("argentino", 2, {"flor": "con", "target": "30"})
    two = table_for("argentino", 2, {"flor": "con"})
    assert one == two
    assert hash(one) == hash(two)
    assert one != table_for("argentino", 4, {"flor": "con"})
    assert one != table_for("argentino", 2)


def test_facts_do_not_depend_on_the_hands_before() -> None:
    """Whoever calls an envido has no flor (AR-FLO-03), also where the position was seen before."""
    options = {"flor": "con", "envido_callers": "any"}
    for opener, known in ((0, {0, 1}), (2, {0, 1, 2})):
        talk = Talk(*FOUR, also=options).say("1 truco", f"{opener} envido", "1 envido")
        talk.say("0 realenvido")
        assert {fact.seat for fact in talk.hand.facts} == known

"""Piles after a tied first trick, as a house rule of any game (VE-PAR).

The page's own game has its tests in ``test_ve_tricks``.
"""

import pytest
from msgspec.structs import replace

from engine.actions import Action, Deal
from engine.apply import apply, new_match
from engine.errors import IllegalAction, Reason
from engine.events import Stacked, Turned, disclosed
from engine.guard.legal import awaited, legal_actions
from engine.numbers import Seat
from engine.seen.view import PUBLIC, view
from engine.state.facts import ABOVE
from engine.state.state import State
from engine.state.table import Table
from engine.variants import rules_for
from tests.conversation import cards, read, write
from tests.narrow import present


def tied(*hands: str) -> State:
    """A hand of threes in which the first trick has been tied."""
    rules = rules_for("argentino")
    rules = replace(rules, tricks=replace(rules.tricks, after_tie="stack"))
    count = len(hands)
    state = new_match(Table(rules, count))
    state = apply(state, Deal(count - 1, tuple(cards(hand) for hand in hands))).state
    for seat, hand in enumerate(hands):
        state = apply(state, Action(seat, "play", cards(hand)[0])).state
    return state


def say(state: State, *steps: str) -> State:
    for step in steps:
        state = apply(state, read(step)).state
    return state


def points(state: State) -> list[tuple[int, int]]:
    assert state.hand is not None
    return [(entry.side, entry.points) for entry in state.hand.entries]


def test_the_better_card_lies_on_top() -> None:
    state = tied("3e 7e 5b", "3c 2o 2c")
    assert awaited(state) == (0,)
    assert {write(action) for action in legal_actions(state, 0)} == {"stack 7e 5b", "truco", "mazo"}
    for step, reason in (
        ("0 stack 5b 7e", Reason.NO_SUCH_CARD),
        ("0 play 7e", Reason.NOT_AVAILABLE),
        ("0 stack 7e 2o", Reason.NO_SUCH_CARD),
        ("1 stack 2o 2c", Reason.NOT_YOUR_TURN),
    ):
        with pytest.raises(IllegalAction) as caught:
            apply(state, read(step))
        assert caught.value.reason == reason
    state = say(state, "0 stack 7e 5b")
    both = {write(action) for action in legal_actions(state, 1)}
    assert {"stack 2o 2c", "stack 2c 2o"} <= both


def test_the_best_top_wins() -> None:
    state = say(tied("3e 7e 5b", "3c 2o 7b"), "0 stack 7e 5b", "1 stack 2o 7b")
    assert points(state) == [(0, 1)]


def test_tied_tops_are_lifted() -> None:
    state = say(tied("3e 2e 5b", "3c 2o 7b"), "0 stack 2e 5b", "1 stack 2o 7b")
    assert points(state) == [(1, 1)]


def test_only_the_tied_lift_theirs_and_the_nearest_to_the_mano_wins() -> None:
    state = tied("3e 2e 5b", "3c 2o 5c", "6e 12o 4c", "1o 12b 7c")
    state = say(state, "0 stack 2e 5b", "1 stack 2o 5c", "2 stack 12o 4c", "3 stack 12b 7c")
    assert points(state) == [(0, 1)]
    assert state.hand is not None
    assert state.hand.seen == (
        cards("3e 2e 5b"),
        cards("3c 2o 5c"),
        cards("6e 12o"),
        cards("1o 12b"),
    )


def test_equals_of_one_side_win() -> None:
    state = tied("3e 2e 5b", "3c 12o 5c", "6e 2o 4c", "1o 12b 7c")
    state = say(state, "0 stack 2e 5b", "1 stack 12o 5c", "2 stack 2o 4c", "3 stack 12b 7c")
    assert points(state) == [(0, 1)]
    assert present(state.hand).seen[0] == cards("3e 2e")


def test_others_see_two_backs() -> None:
    state = tied("3e 7e 5b", "3c 2o 7b")
    step = apply(state, read("0 stack 7e 5b"))
    assert disclosed(step.events[0], 1) == Stacked(Seat(0), -1, -1)
    assert disclosed(step.events[0], 0) == Stacked(Seat(0), *cards("7e 5b"))
    for seat in (PUBLIC, 1):
        assert [play.card for play in view(step.state, seat).plays[2:]] == [-1, -1]
    assert [play.card for play in view(step.state, 0).plays[2:]] == list(cards("7e 5b"))
    step = apply(step.state, read("1 stack 2o 7b"))
    turned = [event for event in step.events if isinstance(event, Turned)]
    assert turned == [Turned(((Seat(0), cards("7e")[0]), (Seat(1), cards("2o")[0])))]
    plays = view(step.state, PUBLIC).plays
    assert [play.card for play in plays[2:]] == [*cards("7e"), -1, *cards("2o"), -1]
    assert step.state.hand is not None
    facts = [
        (fact.seat, fact.card, fact.high) for fact in step.state.hand.facts if fact.kind == ABOVE
    ]
    assert facts == [(0, *cards("7e"), 0), (1, *cards("2o"), 1)]

"""When a robot goes to the deck by itself: with a last card that cannot win, where that costs
nothing more, and not always."""

from random import Random

import pytest

from engine.actions import MAZO, Action
from engine.robots.deciding.cards import GIVES_UP, give_up
from engine.robots.deciding.judgement import Judgement
from engine.robots.deciding.mixes import UNDECIDED, Mix
from engine.seen.view import view
from tests.conversation import Talk

BEGUN = ("0 play 3e", "1 play 5b", "0 play 4o", "1 play 2o")
"""One trick each; seat 1 leads the last one."""


def mix(talk: Talk, *steps: str, seat: int = 0, budget: int = 40) -> Mix:
    talk.say(*steps)
    return give_up(Judgement(view(talk.state, seat), Random(1), budget))


def hand(last: str = "6c", **options: str) -> Talk:
    return Talk(f"3e 4o {last}", "5b 2o 7c", also=options)


GONE = {Action(0, MAZO): GIVES_UP, None: 1 - GIVES_UP}


def test_a_last_card_that_cannot_win_is_sometimes_not_laid() -> None:
    assert mix(hand(), *BEGUN, "1 play 7c") == GONE
    assert mix(hand(), *BEGUN, "1 truco", "0 quiero", "1 play 7c") == GONE


@pytest.mark.parametrize("last", ["3c", "7b"])
def test_a_card_that_wins_is_laid(last: str) -> None:
    """A tie is his who won the first trick."""
    assert mix(hand(last), *BEGUN, "1 play 7c", budget=1) == UNDECIDED


@pytest.mark.parametrize("steps", [(), BEGUN[:1], BEGUN[:3], BEGUN])
def test_nothing_is_given_up_before_the_last_card_lies_there(steps: tuple[str, ...]) -> None:
    seats = [1, 0] if len(steps) % 2 else [0, 1]
    assert mix(hand("6c"), *steps, seat=seats[0]) == UNDECIDED


def test_two_cards_that_cannot_win_are_laid() -> None:
    talk = Talk("4o 4e 6c", "3b 2o 7c")
    assert mix(talk, "0 play 4o", "1 play 3b", "1 play 2o") == UNDECIDED


def test_in_the_third_trick_the_rival_has_to_have_laid() -> None:
    """Who leads gives nothing up; nor does a robot that may not think."""
    assert mix(hand(), *BEGUN, seat=1) == UNDECIDED
    assert mix(hand(), *BEGUN, "1 play 7c", budget=0) == UNDECIDED


def test_where_a_flor_may_be_claimed_nobody_leaves() -> None:
    assert mix(hand(flor="con"), *BEGUN, "1 play 7c") == UNDECIDED


def test_who_has_a_call_to_answer_cannot_go_by_themselves() -> None:
    assert mix(hand(), *BEGUN, "1 play 7c", "0 truco") == UNDECIDED


def test_in_a_team_a_partner_may_win_it() -> None:
    talk = Talk("3e 4o 6c", "5b 2o 7c", "4b 4e 5o", "6o 1o 12b")
    talk.say("0 play 3e", "1 play 5b", "2 play 4b", "3 play 6o")
    talk.say("0 play 4o", "1 play 2o", "2 play 4e", "3 play 1o")
    assert mix(talk, "1 play 7c", "2 play 5o", "3 play 12b") == UNDECIDED

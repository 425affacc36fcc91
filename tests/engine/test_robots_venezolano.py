"""Robots at truco venezolano: piles, the flor and when not to say it, stones."""

import random

import pytest

from engine.robots.deciding.judgement import Judgement
from engine.robots.solving import playout
from engine.seen.view import view
from tests.conversation import Talk
from tests.engine.decisions import Often, how_often


def ve(*hands: str, score: tuple[int, int] = (0, 0), **options: str) -> Talk:
    return Talk(*hands, game="venezolano", turned="4o", score=score, also=options)


def answers(talk: Talk, seat: int, times: int = 60) -> Often:
    return how_often(view(talk.state, seat), times)


@pytest.mark.parametrize(
    ("hands", "side"),
    [
        ([[2, 9], [3, 8]], 0),
        ([[2, 9], [3, 9]], 1),
        ([[3, 9], [3, 9]], 0),
        ([[2, 8], [3, 9], [2, 9], [1, 8]], 1),
        ([[1, 9], [3, 8], [5, 9], [7, 8]], 0),
        ([[], [3, 8]], 1),
    ],
)
def test_piles_in_the_head(hands: list[list[int]], side: int) -> None:
    """VE-PAR-02 to VE-PAR-04, VE-PAR-07: tops, seconds of the tied, the nearest the mano."""
    assert playout.piled([sorted(hand) for hand in hands]) == side


def test_a_pile_that_lies_there_is_thought_of() -> None:
    """VE-PAR-05: two backs on the table are not two cards face down that lose to everything."""
    talk = ve("3e 7e 6o", "3c 5b 4b").say("0 play 3e", "1 play 3c", "0 stack 7e 6o")
    mind = Judgement(view(talk.state, 1), random.Random(1), 60)
    assert mind.situation.piling
    assert mind.chance < 0.2
    strong = ve("3e 7e 6o", "3c 11o 4b").say("0 play 3e", "1 play 3c", "0 stack 7e 6o")
    assert Judgement(view(strong.state, 1), random.Random(1), 60).chance > 0.99


def test_a_pile_is_laid() -> None:
    talk = ve("3e 5o 6o", "3c 5b 4b", truco_when="own_turn").say("0 play 3e", "1 play 3c")
    assert answers(talk, 0)["stack"] > 40


def test_a_flor_is_said_or_hidden_and_said_in_time() -> None:
    """VE-FLO-03, VE-FLO-06: before any other word, whatever is worth calling."""
    said = answers(ve("7e 6e 2e", "3c 12b 1b"), 0)
    assert set(said) <= {"flor", "aley", "aleyenvido"}
    assert said["flor"] > 20
    assert said["aley"] + said["aleyenvido"] > 5
    assert set(answers(ve("7e 6e 2e", "3c 12b 1b").say("0 aley"), 0)) == {"play"}
    over = ve("7e 6e 2e", "3c 12b 1b").say("0 aley", "0 play 2e", "1 truco")
    assert set(answers(over, 0)) == {"flor"}
    later = ve("7e 6e 3e", "2c 12b 1b").say("0 aley", "0 play 3e", "1 play 2c")
    assert set(answers(later, 0)) == {"flor"}


def test_a_reservada_keeps_silent() -> None:
    """VE-FLO-08: it counts all the same, and 39 wins the envido."""
    assert "flor" not in answers(ve("11o 10o 5b", "3c 12b 1b"), 0)
    assert answers(ve("11o 10o 5b", "7c 12b 6c").say("1 truco"), 0)["envido"] > 20


def test_a_flor_against_a_flor() -> None:
    """VE-FLO-04: who is asked bets, a declined bet pays as much as a flor; small ones decline."""
    great = ve("7e 6e 2e", "11o 7b 6b").say("0 flor")
    assert set(answers(great, 1)) <= {"florenvido", "flor"}
    assert answers(great, 1)["florenvido"] > 40
    wanted = ve("11o 7b 6b", "7c 6c 5c").say("0 flor", "1 florenvido")
    assert answers(wanted, 0)["florquiero"] > 40
    bet = ve("10e 11e 1e", "7c 6c 5c").say("0 flor", "1 florenvido")
    assert answers(bet, 0)["achico"] > 40

"""Truco argentino, the match (AR-MAT)."""

import pytest

from engine.errors import BadRules, IllegalAction
from engine.events import GameEnded, HandEnded, MatchEnded
from engine.variants import VARIANTS, table_for
from tests.conversation import Talk

A33 = "7e 6e 4o"
B26 = "4c 2c 1o"
LOW_A, LOW_B = "4e 5b 6o", "4b 5c 6e"
"""Hands without a pair: envido 6 each, the mano wins."""


@pytest.mark.parametrize("target", ["30", "15", "12", "18", "20", "24", "40"])
def test_ar_mat_01_targets(target: str) -> None:
    """AR-MAT-01: a chico is played to the target."""
    points = int(target)
    talk = Talk(LOW_A, LOW_B, score=(points - 3, 0), target=target)
    talk.say("0 play 4e", "1 mazo")
    assert talk.needs == "deal"
    talk = Talk(LOW_A, LOW_B, score=(points - 1, 0), target=target)
    talk.say("0 play 4e", "1 mazo")
    assert talk.needs == "over"
    assert talk.state.winner == 0


def test_ar_mat_01_default_and_strangers() -> None:
    """AR-MAT-01: 30 by default; no other number of points."""
    assert table_for("argentino", 2).rules.match.target == 30
    with pytest.raises(BadRules):
        table_for("argentino", 2, {"target": "13"})


@pytest.mark.parametrize(
    ("target", "last_of_malas"), [("30", 14), ("15", 7), ("12", 5), ("18", 8), ("40", 19)]
)
def test_ar_mat_02_half_rounded_up(target: str, last_of_malas: int) -> None:
    """AR-MAT-02: malas below half the target (rounded up), buenas from half on: seen by a falta.

    In malas the trailing winner takes the chico, in buenas what the leader lacks.
    """
    full = int(target)
    talk = Talk(A33, B26, score=(2, last_of_malas), target=target)
    talk.say("0 faltaenvido", "1 quiero")
    assert talk.points == (full - 2, 0)
    talk = Talk(A33, B26, score=(2, last_of_malas + 1), target=target)
    talk.say("0 faltaenvido", "1 quiero")
    assert talk.points == (full - last_of_malas - 1, 0)


def test_ar_mat_02_marks_of_the_rule_set() -> None:
    """AR-MAT-02: 30 -> 15, 15 -> 8."""
    assert table_for("argentino", 2).rules.match.buenas == 15
    assert table_for("argentino", 2, {"target": "15"}).rules.match.buenas == 8


@pytest.mark.parametrize("needed", [1, 2, 3])
def test_ar_mat_03_games_to_win(needed: int) -> None:
    """AR-MAT-03: so many chicos; each restarts at 0-0; the deal keeps rotating."""
    talk = Talk(LOW_A, LOW_B, score=(29, 7), games=(0, 1), games_to_win=str(max(needed, 2)))
    if needed == 1:
        talk = Talk(LOW_A, LOW_B, score=(29, 7), games_to_win="1")
    talk.say("0 play 4e", "1 mazo")
    if needed == 1:
        assert talk.needs == "over"
        return
    assert talk.state.games == (1, 1)
    assert talk.needs == "deal"
    assert talk.score == (0, 0)
    assert talk.of(MatchEnded) == []
    talk.deal(LOW_A, LOW_B)
    assert talk.awaited == {1}  # the mano deals next
    assert talk.score == (0, 0)


def test_ar_mat_03_the_match_goes_to_the_first() -> None:
    """AR-MAT-03: with ``games_to_win`` chicos the match is over."""
    talk = Talk(LOW_A, LOW_B, score=(3, 29), games=(1, 2), games_to_win="3")
    talk.say("0 play 4e", "1 truco", "0 mazo")
    assert talk.needs == "over"
    assert talk.state.winner == 1
    assert talk.state.games == (1, 3)
    with pytest.raises(IllegalAction):
        talk.deal(LOW_A, LOW_B)


def test_ar_mat_03_best_of_three_is_two() -> None:
    """AR-MAT-03: the values offered are 1 (default), 2 and 3."""
    spec = next(option for option in VARIANTS["argentino"].options if option.name == "games_to_win")
    assert spec.values == ("1", "2", "3")


def test_ar_mat_05_hand_is_finished() -> None:
    """AR-MAT-05, ``end=hand``: the order of counting decides who was first."""
    talk = Talk(A33, "1e 1b 3c", score=(28, 29), end="hand")
    talk.say("0 envido", "1 quiero", "0 play 4o", "1 play 3c", "1 play 1e", "0 play 7e")
    assert talk.end() == (2, 1)
    assert talk.state.winner == 0
    assert talk.of(HandEnded)[0].score == (30, 29)


def test_ar_mat_05_more_points() -> None:
    """AR-MAT-05, ``more_points``: both at the target, the one with more points wins."""
    talk = Talk(A33, "1e 1b 3c", score=(28, 29), end="more_points")
    talk.say("1 truco", "0 envido", "1 quiero", "0 quiero")
    talk.say("0 play 4o", "1 play 3c", "1 play 1e", "0 play 7e")
    assert talk.end() == (2, 2)
    assert talk.state.winner == 1
    assert talk.of(HandEnded)[0].score == (30, 31)


def test_ar_mat_05_more_points_tie_means_another_hand() -> None:
    """AR-MAT-05, ``more_points``: equal points mean another hand."""
    talk = Talk(A33, "1e 1b 3c", score=(28, 29), end="more_points")
    talk.say("0 envido", "1 quiero", "0 play 4o", "1 play 3c", "1 play 1e", "0 play 7e")
    assert talk.end() == (2, 1)
    assert talk.score == (30, 30)
    assert talk.of(GameEnded) == []
    talk.deal(LOW_A, LOW_B).say("1 play 6e", "0 mazo")
    assert talk.state.winner == 1


def test_ar_mat_06_points_above_the_target() -> None:
    """AR-MAT-06: they do not count, and never both teams win."""
    talk = Talk(LOW_A, LOW_B, score=(29, 29))
    talk.say("0 truco", "1 retruco", "0 vale4", "1 quiero", "0 mazo")
    assert talk.end() == (0, 4)
    assert talk.score == (29, 30)
    assert [event.account for event in talk.of(GameEnded)] == [1]

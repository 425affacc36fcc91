"""Robots at truco gaudério: the flor's answers, a partner's word, whole matches."""

from engine.robots.players.heuristic import defers
from engine.seen.view import view
from engine.state.state import State
from tests.conversation import Talk
from tests.engine.decisions import how_often

SWORDS, CUPS, COINS = "7e 6e 4e", "5c 6c 7c", "1o 2o 10o"
NONE_A, NONE_B = "4o 5e 6b", "2c 1b 3o"


def talk(*hands: str, **options: str) -> Talk:
    return Talk(*hands, game="gauderio", also=options)


def answers(state: State, seat: int) -> set[str]:
    """What the robot of this seat says, over several moods."""
    return set(how_often(view(state, seat), 1))


def test_a_partner_adds_his_flor() -> None:
    """GA-FLO-04: 3 points more."""
    table = talk(SWORDS, NONE_A, CUPS, NONE_B).say("0 flor")
    assert answers(table.state, 2) == {"flor"}


def test_a_poor_flor_is_conceded_and_a_great_one_is_not() -> None:
    """GA-FLO-06."""
    assert "achico" in answers(talk(SWORDS, "10c 11c 12c").say("0 flor").state, 1)
    assert answers(talk(COINS, CUPS).say("0 flor").state, 1) <= {"contraflor", "resto"}


def test_whoever_has_no_flor_lets_his_partner_answer() -> None:
    """GA-FIN-02: any of the team may, the holder knows better."""
    table = talk(SWORDS, CUPS, NONE_A, NONE_B).say("0 flor", "1 contraflor")
    assert defers(view(table.state, 2))
    assert not defers(view(table.state, 0))
    assert answers(table.state, 2) <= {"florquiero", "achico"}

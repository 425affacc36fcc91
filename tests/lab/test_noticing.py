"""The counted words of a rival follow the player, whichever seat it has."""

from engine.variants import table_for
from lab.bullies import bully
from lab.noticing import hands_of
from lab.players import PLAYERS


def test_who_folds_always_is_counted_so_in_both_seats() -> None:
    robot, folds = PLAYERS["table"], bully("fold-truco", PLAYERS["honest"].choose)
    _, (robots, rivals) = hands_of(table_for("paulista", 2), robot, folds, 20, "1", notices=True)
    assert robots.hands == rivals.hands == 20
    assert rivals.trucos_refused > 2
    assert rivals.trucos_accepted == 0
    assert robots.trucos_accepted > 0

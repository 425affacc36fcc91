"""A learner finds out what a player does badly."""

from engine.variants import table_for
from lab.bullies import bully
from lab.players import PLAYERS, Player
from lab.response import Learner, study
from lab.robots import duplicate


def gained(against: Player, hands: int) -> float:
    """Points a hand after so many hands of learning."""
    table = table_for("argentino", 2, {})
    learner = Learner(against)
    study(table, learner, hands, seed=1)
    return duplicate(table, learner.player(), against, 60, 2)[0]


def test_who_always_folds_is_found_out() -> None:
    """Who has learnt nothing plays as the other one does."""
    folds = bully("fold", PLAYERS["honest"].choose)
    assert abs(gained(folds, 0)) < 0.2
    assert gained(folds, 600) > 0.3

"""Robots at truco gaudério: the flor's answers, a partner's word, whole matches."""

import random

import pytest

from engine import robots
from engine.actions import Action
from engine.apply import apply, deal_from, new_match, next_dealer
from engine.guard.legal import awaited, needs
from engine.robots.players.heuristic import defers
from engine.seen.view import view
from engine.state.state import State
from engine.variants import table_for
from lab.players import PLAYERS
from lab.robots import duplicate, new_log
from tests.conversation import Talk
from tests.engine.decisions import how_often
from tests.strategies import random_table

SWORDS, CUPS, CLUBS, COINS = "7e 6e 4e", "5c 6c 7c", "4b 5b 12b", "1o 2o 10o"
NONE_A, NONE_B = "4o 5e 6b", "2c 1b 3o"


def talk(*hands: str, **options: str) -> Talk:
    return Talk(*hands, game="gauderio", also=options)


def answers(state: State, seat: int) -> set[str]:
    """What the robot of this seat says, over several moods."""
    return set(how_often(view(state, seat), 1))


@pytest.mark.dear
@pytest.mark.parametrize("players", [2, 4, 6])
def test_robots_finish_matches_over_any_option(players: int) -> None:
    """Every choice is one that is offered."""
    for seed in range(6):
        rng = random.Random(seed)
        table = random_table(rng, "gauderio", (players,))
        state = new_match(table)
        for _ in range(4000):
            must = needs(state)
            if must == "over":
                break
            if must == "deal":
                deck = list(table.deck)
                rng.shuffle(deck)
                dealer = next_dealer(state) if state.hand is not None else 0
                state = apply(state, deal_from(table, dealer, tuple(deck))).state
                continue
            seen = view(state, awaited(state)[0])
            chosen = robots.choose(seen, rng)
            assert isinstance(chosen, Action)
            assert chosen in seen.offered
            state = apply(state, chosen).state
        assert needs(state) == "over"


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


@pytest.mark.timeout(600)
@pytest.mark.dear
@pytest.mark.parametrize(("players", "pairs", "least"), [(2, 200, 0.5), (4, 80, 0.5), (6, 50, 0.3)])
def test_it_beats_the_random_player(players: int, pairs: int, least: float) -> None:
    """Clearly: the 95 % interval of points a hand lies above the bar (duplicate deals)."""
    table = table_for("gauderio", players)
    mean, width = duplicate(table, PLAYERS["heuristic"], PLAYERS["random"], pairs, 5, new_log())
    assert mean - width > least


@pytest.mark.timeout(600)
@pytest.mark.dear
def test_it_beats_the_honest_textbook() -> None:
    table = table_for("gauderio", 2)
    mean, width = duplicate(table, PLAYERS["heuristic"], PLAYERS["honest"], 400, 3, new_log())
    assert mean - width > 0

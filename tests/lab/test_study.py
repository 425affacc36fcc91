"""A student plays at a table what it has learnt, and all else as the robot does."""

import random
from array import array

import pytest

from engine import robots
from engine.actions import NO_QUIERO, PLAY, QUIERO, Action
from engine.robots.learnt.mix_tables import SHARES, TrucoTable
from engine.robots.players import randomly
from engine.robots.reading.situation import Situation
from engine.seen.view import SeatView
from engine.variants import VARIANTS, table_for
from lab.learning.truco_study import CloseAnswers, answers
from lab.players import Player
from lab.robots import drawn_hand
from lab.study import Study, chosen, done, player

GAMES = sorted(VARIANTS)


def always(study: Study, way: int) -> TrucoTable:
    """This choice in every spot that the robots know."""
    spots = study.student.studied.table.spots()
    shares = bytes([SHARES if number == way else 0 for number in range(4)])
    return TrucoTable(array("Q", spots), shares, [0] * len(spots))


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("game", GAMES)
def test_every_choice_is_the_action_that_it_means(game: str, players: int) -> None:
    table = table_for(game, players)
    first = always(Study(table, 1), 0)
    steps = [step.verb for step in table.rules.truco.steps]
    seen_ways: set[str] = set()
    raised = 0

    def checked(seen: SeatView, rng: random.Random, budget: float) -> Action:
        nonlocal raised
        scene = Situation(seen)
        found = chosen(scene, first)
        for way in range(len(found.shares) if found is not None else 0):
            assert found is not None
            action = done(seen, scene, found, way)
            if action is None:
                continue  # a flor forbids it, or an envido comes first
            if way < len(found.levels):
                assert action.verb == PLAY
                assert scene.heights[action.arg] == found.levels[way]
            elif scene.top is None:
                assert action.verb == steps[scene.position.level]
                raised += scene.position.level > 0
            else:
                assert action.verb == (NO_QUIERO, QUIERO, *steps[scene.top.step :])[way]
            seen_ways.add(action.verb)
        return randomly.choose(seen, rng)

    draw = random.Random(game)
    seats = [Player("checked", checked)] * players
    for _ in range(120):
        drawn_hand(table, seats, draw, table.rules.match.target)
    assert {PLAY, NO_QUIERO, QUIERO, steps[0]} <= seen_ways
    assert raised  # once a call was accepted, the next step is said


def test_it_lays_and_says_what_it_has_learnt() -> None:
    """Who refuses everything, as far as its table goes, accepts nothing that the table knows."""
    table = table_for("paulista", 2)

    def accepted(learner: Player) -> int:
        said: list[str] = []

        def counted(seen: SeatView, rng: random.Random, budget: float) -> Action:
            action = learner.choose(seen, rng, budget)
            said.append(action.verb)
            return action

        draw = random.Random(1)
        for _ in range(60):
            drawn_hand(table, [Player("", counted), Player("robot", robots.choose, 0)], draw, 12)
        return said.count(QUIERO)

    refuses, accepts = (player(always(Study(table, 1), way)) for way in (0, 1))
    assert accepted(accepts) > accepted(refuses)


def test_who_tells_every_card_apart_is_asked_about_the_same_place_at_a_table() -> None:
    """After all deals of a small study were learnt, a table that looks closer knows what to do as
    often as one that does not."""
    table = table_for("paulista", 2)
    known = {}
    for fine in (False, True):
        study = Study(table, 1, fine=fine)
        draw = random.Random(3)
        for number in range(1, 400):
            study.learn(draw, number / 400)
        rows = study.student.rivals
        known[fine] = CloseAnswers(rows) if fine else answers(rows)
    asked = {False: 0, True: 0}

    def counted(seen: SeatView, rng: random.Random, budget: float) -> Action:
        for fine, learnt in known.items():
            asked[fine] += chosen(Situation(seen), learnt) is not None
        return robots.choose(seen, rng, 0)

    draw = random.Random(1)
    for _ in range(60):
        drawn_hand(table, [Player("counted", counted)] * 2, draw, 12)
    assert 0 < asked[True] < asked[False]


def test_a_study_ends_with_whole_hands_against_the_robot() -> None:
    study = Study(table_for("paulista", 2), 1)
    draw = random.Random(2)
    for number in range(1, 6):
        study.learn(draw, number / 5)
    gained, _ = study.plays(4)
    assert abs(gained) <= 12

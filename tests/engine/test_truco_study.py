"""Somebody who studies a table finds out what it does badly, and changes nothing in it."""

import random

import pytest

from engine.variants import VARIANTS, table_for
from lab.learning.regrets import Row
from lab.learning.truco_study import CloseAnswers, Studied, answers, close_up
from lab.study import Study

GAMES = sorted(VARIANTS)
SIZES = (2, 4)


class First(Studied):
    """Lays the lowest card, calls nothing and refuses every call."""

    def mix(self, spot: int, ways: int) -> Row:
        return [1.0] + [0.0] * (ways - 1)


def study_of(game: str, players: int, *, fine: bool = False) -> Study:
    study = Study(table_for(game, players), 1, fine)
    study.student.studied = First(study.student.studied.table)
    return study


def learn(study: Study, deals: int) -> None:
    draw = random.Random(1)
    for number in range(1, deals + 1):
        study.learn(draw, number / deals)


@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_who_has_learnt_nothing_plays_as_the_table_does(game: str, players: int) -> None:
    """With the same deals on both sides nobody gains anything."""
    study = study_of(game, players)
    assert study.gains(40) == (0.0, 0.0)


@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_who_always_refuses_is_found_out(game: str, players: int) -> None:
    """A call wins every hand: what the hand pays without a call, always."""
    study = study_of(game, players)
    learn(study, 400)
    gained, _ = study.gains(60)
    won = study.paid[0][0]
    assert 0.6 * won < gained <= 1.01 * won


@pytest.mark.parametrize("players", SIZES)
def test_the_robots_mixes_stand_still(players: int) -> None:
    """What the students learn is written in no mix of the robots."""
    study = Study(table_for("paulista", players), 1)
    known = study.student.studied
    learn(study, 30)
    copied = 0
    for spot, size in [(spot, len(row) // 3) for spot, row in study.student.rivals.items()]:
        shares = known.table.mix(spot, size)
        mix = known.mix(spot, size)
        assert len(mix) == size
        assert sum(mix) == pytest.approx(1)
        if shares is not None:
            assert mix == list(shares)
            copied += 1
    assert copied > 100


def test_who_looks_closer_tells_more_apart() -> None:
    seen = {}
    for fine in (False, True):
        study = study_of("argentino", 2, fine=fine)
        learn(study, 60)
        seen[fine] = len(study.student.rivals)
    assert seen[True] > 1.5 * seen[False]


def test_what_is_always_done_is_what_is_regretted_most() -> None:
    rows: dict[int, Row] = {
        7: [1.0, 3.0, 2.0] + [0.0] * 6,
        5: [4.0, -1.0] + [0.0] * 4,
        9: [-1.0, 0.0] + [0.0] * 4,
    }
    known = answers(rows)
    assert list(known.spots()) == [5, 7]  # in the third nothing is better than what was done
    assert known.mix(7, 3) == (0.0, 1.0, 0.0)
    assert known.mix(5, 2) == (1.0, 0.0)


@pytest.mark.parametrize("players", SIZES)
def test_where_it_has_learnt_nothing_it_does_as_often_as_the_table_does(players: int) -> None:
    student = Study(table_for("paulista", players), 1).student
    student.learning = False
    student.robot = 0
    student.copies = True
    for side in (0, 1):
        drawn = [student.drawn([0.25, 0.0, 0.75], 3, side) for _ in range(400)]
        assert 60 < drawn.count(0) < 140
        assert drawn.count(1) == 0
    student.copies = False
    learnt = [1.0, 3.0, 2.0] + [0.0] * 6
    assert {student.drawn(learnt, 3, 1) for _ in range(100)} == {1}


def test_a_place_is_a_spot_with_all_its_cards() -> None:
    places = {
        close_up(spot, held, laid)
        for spot in (7, 8)
        for held in ([1, 2], [1, 3], [2])
        for laid in ([], [0], [0, 4], [4, 0])
    }
    assert len(places) == 24
    known = CloseAnswers({close_up(7, [1, 2], [4]): [0.0, 2.0] + [0.0] * 4})
    assert known.mix(7, 2) is None
    known.held, known.laid = [1, 2], [4]
    assert known.mix(7, 2) == (0.0, 1.0)

"""What answers are worth in the study room, held against the solver's own count."""

import shutil
import sysconfig

import pytest

from engine.cards import SPANISH
from engine.robots.learnt.truco_tables import First
from lab import study_room
from lab.solving import ahead
from lab.solving.kernel import Kernel
from lab.solving.policy import value
from lab.solving.position import MANO, PIE, Position, Ranges, ranges_of, setting_of
from lab.solving.tree import tree_of
from lab.study_room import Weighing, studied

COMPILER = (sysconfig.get_config_var("CC") or "cc").split()[0]
pytestmark = pytest.mark.skipif(shutil.which(COMPILER) is None, reason="no C compiler")


def solved(first: str = "3e 5b", iterations: int = 30) -> tuple[Ranges, Kernel]:
    """A game of few pairs."""
    mano, pie = (SPANISH.read(name) for name in first.split())
    setting = setting_of("argentino")
    only = (((1, 9), (4, 7)), ((2, 3), (9, 11)))
    position = Position(setting, (mano, pie), ranges_of(setting, (mano, pie), only=only))
    kernel = Kernel(tree_of(position, sensible=True), position.ranges)
    kernel.run(iterations)
    return position.ranges, kernel


def test_answers_are_worth_what_the_game_is() -> None:
    ranges, kernel = solved()
    found = Weighing(kernel, ranges).found[()]
    policy = kernel.average()
    gained = sum(
        own * mix[at] * points
        for at, by_place in enumerate(found.gained)
        for place, points in by_place.items()
        for own, mix in [(found.own[place], found.mixes[place])]
    )
    sign = 1 if found.node.seat == MANO else -1
    assert sign * gained == pytest.approx(value(kernel.root, ranges, policy, policy))
    assert found.often == pytest.approx(1)


def test_an_answer_is_worth_what_it_gains_when_it_is_always_given() -> None:
    """The second decision of the other seat, with one hand alone."""
    ranges, kernel = solved()
    policy = kernel.average()
    weighed = Weighing(kernel, ranges).found
    done = ((MANO, ("truco", 0)),)
    decision = weighed[done]
    place = 0
    for at in range(len(decision.node.steps)):
        changed = {key: list(map(list, table)) for key, table in policy.mixes.items()}
        changed[done][place] = [float(step == at) for step in range(len(decision.node.steps))]
        before = {key: list(map(list, table)) for key, table in policy.mixes.items()}
        before[done][place] = [float(step == 0) for step in range(len(decision.node.steps))]
        gain = value(kernel.root, ranges, policy, type(policy)(dict(before))) - value(
            kernel.root, ranges, policy, type(policy)(dict(changed))
        )
        told = decision.gained[at][place] - decision.gained[0][place]
        assert gain == pytest.approx(told)
    assert decision.node.seat == PIE


def test_the_same_position_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "run", lambda game, first: solved())
    monkeypatch.setattr(study_room, "EXACT", 9.0)
    position = studied(First(10, 2, -1))
    assert position == studied(First(10, 2, -1))
    assert position.name == "3e-5b"
    assert [hand.held for hand in position.decisions[0].hands] == [(1, 9), (4, 7)]


def test_hundredths_are_a_hundred() -> None:
    assert study_room._hundredths([1, 1, 1]) == (34, 33, 33)
    assert study_room._hundredths([0.004, 0.996]) == (0, 100)

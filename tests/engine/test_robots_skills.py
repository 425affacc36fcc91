"""How well robots play: what a lesser one does otherwise, and what it never does."""

from random import Random

import pytest

from engine import robots
from engine.actions import COVER, MAZO, PLAY, Action
from engine.robots import Skill
from engine.robots.players.skills import MASTER, SKILLS
from engine.seen.view import SeatView, view
from tests.conversation import Talk

HONEST = Skill("honest", bluffs=0.0)
HASTY = Skill("hasty", slips=1.0, careless=1.0)
WEAK, STRONG = "4e 5c 6b", "1e 7e 3c"


def opened(mine: str, *, game: str = "argentino") -> SeatView:
    """The mano's first decision."""
    others = "10c 11o 12b" if game == "argentino" else "Qc Js Kd"
    turned = "" if game == "argentino" else "7s"
    return view(Talk(mine, others, game=game, turned=turned).state, 0)


def shares(seen: SeatView, skill: Skill) -> dict[Action, float]:
    found = robots.evaluate(seen, Random(5), 12, skill)
    assert sum(estimate.share for estimate in found.values()) == pytest.approx(1)
    return {action: estimate.share for action, estimate in found.items() if estimate.share}


def calls(done: dict[Action, float]) -> float:
    """How often something is called."""
    return sum(share for action, share in done.items() if action.verb != PLAY)


def test_who_does_not_bluff_calls_nothing_with_a_weak_hand() -> None:
    seen = opened("4o 10o 5b")  # 24 points are a bluff
    assert calls(shares(seen, MASTER)) > 0.05
    assert calls(shares(seen, HONEST)) == 0
    some = Skill("some", bluffs=0.5)
    half = calls(shares(seen, MASTER)) / 2
    assert calls(shares(seen, some)) == pytest.approx(half)


def test_a_strong_hand_is_called_without_bluffing() -> None:
    seen = opened("1e 7e 6e")  # the best truco cards, and 33
    assert shares(seen, HONEST) == pytest.approx(shares(seen, MASTER))


def test_a_slip_is_anything_but_going_away_or_hiding_a_card() -> None:
    for game, mine in (("argentino", WEAK), ("argentino", STRONG), ("paulista", "4h 5c 6d")):
        seen = opened(mine, game=game)
        done = shares(seen, HASTY)
        assert {action.verb for action in done}.isdisjoint({MAZO, COVER})
        assert sum(action.verb == PLAY for action in done) == 3
        assert "truco" in {action.verb for action in done}


def test_a_slip_is_seldom_a_bad_mistake() -> None:
    """Who is asked for a falta with nothing mostly refuses, also by a slip."""
    seen = view(Talk(WEAK, "10c 11o 12b").say("0 play 4e", "1 faltaenvido").state, 0)
    done = {action.verb: share for action, share in shares(seen, HASTY).items()}
    assert done["noquiero"] > 0.9


def test_a_flor_is_never_forgotten() -> None:
    seen = view(Talk("1e 7e 6e", "10c 11o 12b", flor="con").state, 0)
    assert shares(seen, HASTY) == {Action(0, "flor"): 1.0}


def test_every_skill_decides_by_itself() -> None:
    """From the master down, what they do grows more unlike what the master does."""
    seen = opened("3e 2c 6b")
    best = shares(seen, MASTER)
    far = []
    for skill in SKILLS.values():
        done = shares(seen, skill)
        far.append(sum(abs(best.get(action, 0) - done.get(action, 0)) for action in best | done))
    assert far[0] == 0
    assert far == sorted(far)
    assert far[-1] > far[1] > 0

"""Robots where the hand, as it stands, brings a side home: nothing that is certain is missed."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from random import Random

import pytest

from engine import robots
from engine.actions import NO_QUIERO, VER, Action, Deal
from engine.apply import apply, new_match
from engine.cards import UNKNOWN
from engine.guard.legal import awaited
from engine.numbers import Seat
from engine.robots.deciding.judgement import Judgement
from engine.robots.deciding.sure_points import sure_points
from engine.robots.deciding.values import Estimate
from engine.robots.reading.situation import Situation
from engine.seen.view import SeatView, view
from engine.state.state import State
from engine.state.table import Cards
from engine.teacher import Why, reason_for
from engine.variants import VARIANTS, table_for
from lab.match_point import gains, opened
from tests.conversation import Talk

BET = [game for game in VARIANTS if table_for(game, 2).rules.envido.calls]
"""The games with an envido."""


def begun(game: str, lacks: tuple[int, int], own: Cards, other: Cards, mano: Seat) -> State:
    """A hand of two in which seat 0 has these cards, and both lack so many points."""
    table = table_for(game, 2)
    target = table.rules.match.target
    turned = _turned(game)
    start = new_match(table, (target - lacks[0], target - lacks[1]))
    state = apply(start, Deal(Seat(1 - mano), (own, other), turned)).state
    while VER in {legal.verb for legal in view(state, awaited(state)[0]).offered}:
        state = apply(state, Action(awaited(state)[0], VER)).state
    return state


def _turned(game: str) -> int:
    table = table_for(game, 2)
    return table.deck[0] if table.turns else UNKNOWN


@cache
def unbeatable(game: str) -> tuple[Cards, Cards]:
    """Cards of a mano whose points cannot be beaten, and poor ones of the pie, without a flor."""
    table, turned = table_for(game, 2), _turned(game)

    def plain() -> Iterator[Cards]:
        for dealt in combinations([card for card in table.deck if card != turned], 3):
            if table.rules.flor is None or not table.has_flor(dealt, turned):
                yield dealt

    hands = sorted(plain(), key=lambda dealt: table.envido_points(dealt, turned))
    best = hands[-1]
    return best, next(dealt for dealt in hands if not {*dealt} & {*best})


def thought(seen: SeatView, seed: int = 1) -> dict[Action, Estimate]:
    return robots.evaluate(seen, Random(seed))


def share(seen: SeatView, *verbs: str, seed: int = 1) -> float:
    """How often the robot says one of these."""
    return sum(
        estimate.share for step, estimate in thought(seen, seed).items() if step.verb in verbs
    )


# --- the envido ----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", BET)
@pytest.mark.parametrize("lacks", [1, 2, 3])
def test_a_call_that_cannot_lose_and_wins_the_match_is_always_said(game: str, lacks: int) -> None:
    """The best points there are, as mano, one point from home: refused or accepted, it wins."""
    own, other = unbeatable(game)
    state = begun(game, (1, lacks), own, other, Seat(0))
    calls = [call.verb for call in state.table.rules.envido.calls if not call.ley]
    seen = view(state, Seat(0))
    assert sure_points(Situation(seen))
    for seed in range(3):
        assert share(seen, *calls, seed=seed) == 1.0


@pytest.mark.parametrize("game", BET)
@pytest.mark.parametrize("lacks", [(1, 1), (2, 1), (1, 2), (3, 1), (1, 3)])
def test_points_that_cannot_lose_refuse_nothing_there(game: str, lacks: tuple[int, int]) -> None:
    own, other = unbeatable(game)
    state = begun(game, lacks, own, other, Seat(1))
    opens = state.table.rules.envido.calls[0].verb
    call = next(legal for legal in view(state, Seat(1)).offered if legal.verb == opens)
    call = call if isinstance(call, Action) else Action(call.seat, call.verb, call.low)
    seen = view(apply(state, call).state, Seat(0))
    assert share(seen, NO_QUIERO) == 0.0


def test_points_are_sure_by_what_one_sees_and_by_who_is_mano() -> None:
    """Of equal points those of the mano win; with the sevens that would make 33 seen, 32 are
    sure."""
    mano = Situation(view(Talk("7e 6e 4o", "4c 6b 1o").state, 0))
    pie = Situation(view(Talk("4c 6b 1o", "7e 6e 4o").say("0 play 1o").state, 1))
    assert sure_points(mano)
    assert not sure_points(pie)
    less = Situation(view(Talk("7e 5e 4o", "4c 6b 1o").state, 0))
    assert not sure_points(less)


@pytest.mark.dear
@pytest.mark.parametrize("robot", [Seat(0), Seat(1)])
def test_no_plain_rule_of_the_envido_gains_where_the_next_point_wins(robot: Seat) -> None:
    """At 29-29 a call from twenty points on won 6 of 100 matches more as mano, and 2 as pie."""
    found = opened(table_for("argentino", 2), (29, 29), robot, 200, 1)
    for _, calls, silent in gains(found, (20, 25, 28)):
        assert calls[0] < 0.8
        assert silent[0] < 0.8


def test_nobody_waits_for_the_others_to_call_where_the_hand_decides() -> None:
    """31 points and poor cards: silence leaves the match to the cards."""
    seen = view(Talk("7e 4e 4o", "4c 6b 1o", score=(29, 29)).state, 0)
    for seed in range(5):
        assert share(seen, "envido", "realenvido", "faltaenvido", seed=seed) > 0.99


# --- the truco -----------------------------------------------------------------------------------


def test_a_bluff_that_costs_nothing_is_always_made() -> None:
    """At 28-29 the hand is lost in any case, and with it the match."""
    talk = Talk("4e 5b 4c", "1e 1b 5o", score=(28, 29))
    talk.say("0 play 4e", "1 play 5o", "1 play 1b")
    for seed in range(5):
        assert share(view(talk.state, 0), "truco", seed=seed) == 1.0


def test_a_call_whose_refusal_wins_the_match_is_made_where_the_hand_decides_too() -> None:
    """AR-TRU-06: at 29-29 a refusal gives the caller the match, and a lost hand loses it."""
    talk = Talk("4e 5b 4c", "1e 1b 5o", score=(29, 29))
    talk.say("0 play 4e", "1 play 5o", "1 play 1b")
    for seed in range(5):
        assert share(view(talk.state, 0), "truco", seed=seed) == 1.0


def test_a_raise_that_costs_nothing_is_always_made() -> None:
    """At 20-28 a refusal of the retruco loses the match, and so does the hand."""
    talk = Talk("4e 5b 4c", "1e 1b 5o", score=(20, 28))
    talk.say("0 truco", "1 quiero", "0 play 4e", "1 play 5o", "1 retruco")
    for seed in range(5):
        assert share(view(talk.state, 0), "vale4", seed=seed) == 1.0


def test_a_call_that_costs_its_caller_nothing_is_no_sign_of_good_cards() -> None:
    """At 29-28 the pie calls with anything: a fair hand accepts more often than at 15-15."""
    accepted = []
    for score in ((29, 28), (15, 15)):
        talk = Talk("2e 12b 11c", "4c 6b 1o", score=score).say("0 play 11c", "1 truco")
        accepted.append(Judgement(view(talk.state, 0), Random(1), 100).chance)
    assert accepted[0] > accepted[1] + 0.05


# --- reasons -------------------------------------------------------------------------------------


def test_great_points_are_no_reason_to_keep_silent() -> None:
    """33 as mano: one may wait with them, but nobody is told that they are not called."""
    seen = view(Talk("7e 6e 4o", "4c 6b 1o").state, 0)
    steps = {legal.verb: legal for legal in seen.offered if isinstance(legal, Action)}
    assert reason_for(seen, steps["play"], steps["envido"]).why is Why.PLAIN
    poor = view(Talk("10e 6b 4o", "4c 6c 1o").state, 0)
    steps = {legal.verb: legal for legal in poor.offered if isinstance(legal, Action)}
    assert reason_for(poor, steps["play"], steps["envido"]).why is Why.KEEP_ENVIDO

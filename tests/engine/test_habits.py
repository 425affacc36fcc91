"""Habits: which choices count, and that each made player is told their own habit."""

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from engine import robots
from engine.actions import NO_QUIERO, Action
from engine.robots import MASTER
from engine.robots.imagining.likelihood import strength
from engine.robots.reading.situation import Situation
from engine.seen.view import SeatView
from engine.state.state import TRUCO_GAME
from engine.teacher import habits
from engine.teacher.habits import (
    FEW,
    Case,
    CaseKind,
    Found,
    Habit,
    cases_of,
    group,
    habits_of,
    masters,
    to_try,
    wilson,
)
from engine.variants import VARIANTS, table_for
from lab.teacher import played_by
from tests.engine.test_teacher import HEADER, hand_of
from tests.narrow import present

GAME = "argentino"


def of_kind(cases: list[Case], kind: CaseKind) -> list[Case]:
    return [case for case in cases if case.kind is kind]


# --- which choices count -------------------------------------------------------------------------


def test_an_answer_to_a_truco_counts_with_the_strength_of_ones_own_cards() -> None:
    steps = ("1 play 4c", "0 play 5c", "1 truco")
    for answer, did in (("noquiero", True), ("mazo", True), ("quiero", False), ("retruco", False)):
        match = hand_of("1e 7e 5c", "4c 6b 6o", *steps, f"0 {answer}", dealer=0)
        (found,) = of_kind(cases_of(match, match.start.table.seats[0]), CaseKind.TRUCO_ANSWER)
        assert (found.did, found.alone, found.raised) == (did, True, False)
        assert found.strength > 0.9, "the two best cards"


def test_the_answer_to_a_raise_stands_apart() -> None:
    match = hand_of("1e 7e 5c", "4c 6b 6o", "0 truco", "1 retruco", "0 quiero", dealer=1)
    (found,) = of_kind(cases_of(match, match.start.table.seats[0]), CaseKind.TRUCO_ANSWER)
    assert found.raised


def test_an_envido_said_first_is_no_answer_to_the_truco() -> None:
    match = hand_of("7e 6e 4b", "7c 6c 1c", "1 truco", "0 envido", dealer=0)
    cases = cases_of(match, match.start.table.seats[0])
    assert not of_kind(cases, CaseKind.TRUCO_ANSWER)
    (call,) = of_kind(cases, CaseKind.ENVIDO_CALL)
    assert (call.points, call.did) == (33, False)


@pytest.mark.parametrize(("call", "higher"), [("envido", False), ("realenvido", True)])
def test_an_envido_counts_with_its_size_and_points(call: str, higher: bool) -> None:
    match = hand_of("7e 6e 4b", "7c 6c 1c", f"0 {call}", "1 noquiero")
    (mine,) = of_kind(cases_of(match, match.start.table.seats[0]), CaseKind.ENVIDO_CALL)
    assert (mine.did, mine.points) == (higher, 33)
    (theirs,) = of_kind(cases_of(match, match.start.table.seats[1]), CaseKind.ENVIDO_ANSWER)
    assert theirs.did
    assert theirs.points == 33


def test_a_hand_is_one_chance_of_a_truco_however_long_one_is_silent() -> None:
    played = ("0 play 4b", "1 play 6b", "1 play 4c", "0 play 7e")
    silent = hand_of("7e 6e 4b", "4c 6b 6o", *played)
    (case,) = of_kind(cases_of(silent, silent.start.table.seats[0]), CaseKind.TRUCO_CHANCE)
    assert not case.did
    called = hand_of("7e 6e 4b", "4c 6b 6o", *played, "0 truco")
    (case,) = of_kind(cases_of(called, called.start.table.seats[0]), CaseKind.TRUCO_CHANCE)
    assert case.did


def test_each_hand_and_each_duel_has_a_chance_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first choice of it stands, or else the first truco."""
    chance = Case(CaseKind.TRUCO_CHANCE, did=False, strength=0.1, alone=True)
    late, called = replace(chance, strength=0.2), replace(chance, did=True)
    again = replace(called, strength=0.3)
    hands = {(1, 0): (chance, late), (1, 1): (chance, called, again, late), (2, 0): (late,)}
    seen = [
        SimpleNamespace(seen=SimpleNamespace(number=number, duel=duel), case=case)
        for (number, duel), cases in hands.items()
        for case in cases
    ]
    monkeypatch.setattr(habits, "moments", lambda match, seat: seen)
    monkeypatch.setattr(habits, "_cases", lambda moment: (moment.case,))
    match = hand_of("7e 6e 4b", "4c 6b 6o")
    assert cases_of(match, match.start.table.seats[0]) == [chance, called, late]


def test_neither_a_robots_choices_nor_the_cards_of_others_count() -> None:
    steps = ("1 play 4c", "0 play 5c", "1 truco", "0 noquiero")
    one = hand_of("1e 7e 5c", "4c 6b 6o", *steps, dealer=0)
    two = hand_of("1e 7e 5c", "4c 3b 1b", *steps, dealer=0)
    seat = one.start.table.seats[0]
    assert cases_of(one, seat) == cases_of(two, seat) != []
    header = HEADER.replace("seat 0 Ana", "seat 0 Ana (robot)")
    robot = hand_of("1e 7e 5c", "4c 6b 6o", *steps, dealer=0, header=header)
    assert cases_of(robot, seat) == []


# --- what is told of them ------------------------------------------------------------------------


def test_the_master_was_measured_at_every_game_alone_and_with_partners() -> None:
    wanted = {group(name, alone=alone) for name in VARIANTS for alone in (True, False)}
    assert set(masters()) == wanted


@pytest.mark.parametrize(
    ("share", "number", "low", "high"),
    [(0.0, 10, 0.0, 0.278), (0.5, 10, 0.237, 0.763), (0.1, 100, 0.055, 0.174), (1.0, 4, 0.51, 1)],
)
def test_a_share_has_the_interval_of_wilson(
    share: float, number: int, low: float, high: float
) -> None:
    assert wilson(share, number) == pytest.approx((low, high), abs=0.001)


def test_few_cases_are_never_certain_and_many_are() -> None:
    def refused(number: int) -> Found:
        cases = [Case(CaseKind.TRUCO_ANSWER, True, 0.95, True)] * number
        (found,) = habits_of(GAME, cases)
        return found

    assert refused(FEW - 1).certain == 0
    assert to_try([refused(FEW - 1)]) is None
    assert refused(FEW).certain > 0
    assert to_try([refused(2), refused(FEW)]) == refused(FEW)


def test_what_is_told_is_furthest_from_the_master_by_the_near_end_of_its_interval() -> None:
    def share(habit: Habit, low: float, high: float) -> Found:
        return Found(habit, 50, 50, (low + high) / 2, low, high, 0.3, 0.05)

    wide, narrow = share(Habit.FOLD_TRUCO, 0.4, 0.9), share(Habit.FOLD_ENVIDO, 0.5, 0.6)
    assert to_try([wide, narrow]) is narrow
    below = share(Habit.BLUFF_TRUCO, 0.0, 0.02)
    silent = share(Habit.SILENT_TRUCO, 0.8, 0.9)
    assert below.certain == pytest.approx(0.02 - 0.3 + 0.05)
    assert to_try([silent]) is silent
    assert to_try([silent, below]) is below, "to bluff never is what makes silence tell"
    assert to_try([share(Habit.SILENT_TRUCO, -0.1, 0.0)]) is None, "it tells less than the master"


# --- made players --------------------------------------------------------------------------------

Player = Callable[[SeatView, Random], Action]


def _sound(seen: SeatView, rng: Random) -> Action:
    return robots.choose(seen, rng, 2)


def _folder(seen: SeatView, rng: Random) -> Action:
    refusal = [legal for legal in seen.offered if legal.verb == NO_QUIERO]
    top = Situation(seen).top
    if top is not None and top.game == TRUCO_GAME and refusal:
        assert isinstance(refusal[0], Action)
        return refusal[0]
    return _sound(seen, rng)


def _never_bluffs(seen: SeatView, rng: Random) -> Action:
    situation = Situation(seen)
    if strength(situation, seen.seat, seen.cards) >= 0.5:
        return _sound(seen, rng)
    honest = {
        step: thought.share + 1e-9
        for step, thought in robots.evaluate(seen, rng, 2).items()
        if step.verb not in ("truco", "retruco", "vale4")
    }
    return rng.choices([*honest], [*honest.values()])[0]


def _bets_by_size(seen: SeatView, rng: Random) -> Action:
    step = _sound(seen, rng)
    if step.verb not in ("envido", "realenvido", "faltaenvido"):
        return step
    points = Situation(seen).table.envido_points(seen.dealt, seen.turned)
    wanted = "realenvido" if points >= 27 else "envido"
    fits = [legal for legal in seen.offered if isinstance(legal, Action) and legal.verb == wanted]
    return fits[0] if fits else step


PLAYERS: dict[str, tuple[Player, Habit, bool]] = {
    "folder": (_folder, Habit.FOLD_TRUCO, True),
    "never bluffs": (_never_bluffs, Habit.BLUFF_TRUCO, False),
    "bets by size": (_bets_by_size, Habit.SIZE_ENVIDO, True),
}


Cases = dict[str, list[Case]]


def _chosen(players: Sequence[Player], rng: Random, seen: SeatView) -> Action:
    return players[seen.seat](seen, rng)


@pytest.fixture(scope="module")
def made() -> Cases:
    """The choices of each made player in a few matches against the next one."""
    table, rng = table_for(GAME, 2), Random(3)
    cases: Cases = {name: [] for name in PLAYERS}
    names = [*PLAYERS]
    for pair in [*zip(names, names[1:] + names[:1], strict=True)] * 6:
        seated = [PLAYERS[name][0] for name in pair]
        match = played_by(table, partial(_chosen, seated, rng), rng)
        for seat, name in zip(table.seats, pair, strict=True):
            cases[name] += cases_of(match, seat)
    return cases


@pytest.mark.dear
@pytest.mark.parametrize("name", PLAYERS)
def test_each_made_player_is_told_their_own_habit(made: Cases, name: str) -> None:
    _, habit, above = PLAYERS[name]
    found = present(to_try(habits_of(GAME, made[name])))
    assert found.habit is habit
    assert (found.certain > 0) is above


@pytest.mark.dear
def test_the_master_is_told_none() -> None:
    table, rng, cases = table_for(GAME, 2), Random(8), list[Case]()
    for _ in range(8):
        match = played_by(table, lambda seen: robots.choose(seen, rng, 4, MASTER), rng)
        for seat in table.seats:
            cases += cases_of(match, seat)
    assert to_try(habits_of(GAME, cases)) is None

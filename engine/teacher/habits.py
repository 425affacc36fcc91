"""A person's habits: their folds, the strength of the cards with which they call, and the
information in their bets.

``cases_of`` finds in a match the choices of one seat that are cases of a habit. Each has the
strength of the seat's own cards. ``habits_of`` counts the cases of many matches, and compares them
with the master's choices in such cases. ``python -m lab.habits`` has measured the master's choices.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import cache
from importlib.resources import files
from math import sqrt
from typing import Final

import msgspec
from msgspec import Struct

from engine.actions import MAZO, NO_QUIERO, QUIERO
from engine.numbers import Seat
from engine.robots.imagining.likelihood import strength
from engine.robots.reading.situation import Situation
from engine.state.state import ENVIDO_GAME, PLAYING, TRUCO_GAME
from engine.teacher.moments import Match, Moment, moments
from engine.teacher.rollouts import NORMAL, student

CLASSES: Final = 10
"""The number of classes of strength, all of equal width. Only cases of one class are compared."""
WEAK_TRUCO: Final = 0.4
"""A truco called with less strength than this is a bluff: such cards win against random cards in at
most two hands of five."""
WEAK_ENVIDO: Final = 0.5
"""An envido called with less strength than this is a bluff: at least half of all hands have more
points."""
NEAR: Final = 0.02
"""A difference from the master up to this (on a scale from 0 to 1) is no habit, even if the
master's shares were known exactly."""
ENOUGH: Final = 8
"""The smallest number of values for which a mean has an interval."""
FEW: Final = 20
"""With fewer cases than this nothing is certain, and the page says that they are few."""


class CaseKind(StrEnum):
    """The kinds of cases."""

    TRUCO_ANSWER = "truco_answer"
    ENVIDO_ANSWER = "envido_answer"
    TRUCO_CHANCE = "truco_chance"
    """The seat could call truco and had nothing to answer. One case for each hand."""
    ENVIDO_CALL = "envido_call"
    """The seat called the first envido of the hand."""


class Case(Struct, frozen=True, gc=False, array_like=True):
    """One choice that says something about a habit."""

    kind: CaseKind
    alone: bool
    """A match of two people: no partner can hold the cards for a call."""
    strength: float
    """How good the seat's own cards are, from 0 to 1: for the truco about the chance of winning the
    hand, for the envido the chance of having more points than a random hand."""
    did: bool
    """In an answer: the seat refused. In a chance: the seat called truco. In an envido: the bet was
    higher than the lowest bet."""
    raised: bool = False
    """The truco that is answered is a raise."""
    points: int = 0
    """The envido points; 0 where they do not matter."""


class Habit(StrEnum):
    """The habits that are counted. The catalogues have lines for each: ``habits.<value>``."""

    FOLD_TRUCO = "truco.fold"
    FOLD_ENVIDO = "envido.fold"
    BLUFF_TRUCO = "truco.bluff"
    BLUFF_ENVIDO = "envido.bluff"
    SIZE_ENVIDO = "envido.size"
    """Higher bets have better points behind them."""
    SILENT_TRUCO = "truco.silent"
    """A silent hand is a weaker one."""


SHARES: Final = (Habit.FOLD_TRUCO, Habit.FOLD_ENVIDO, Habit.BLUFF_TRUCO, Habit.BLUFF_ENVIDO)
"""Habits that are counted as a share of cases; the others compare two means."""


class Found(Struct, frozen=True):
    """One habit in one game."""

    habit: Habit
    cases: int
    other_cases: int
    """The cases of the second mean, if two means are compared."""
    value: float
    """The share of cases, or the difference of two means."""
    low: float
    high: float
    """``low`` and ``high``: the interval of 95 % of the value."""
    master: float
    """The master's value, in cases with cards of the same strength."""
    near: float = 0.0
    """A difference from the master up to this is no habit."""
    means: tuple[float, float] = (0.0, 0.0)
    """The two means that are compared: of the envido points with a higher and with the lowest bet,
    or of the strength (0 to 1) of hands with a truco and without one."""
    apart: tuple[float, float] = (0.0, 0.0)
    """The interval of the difference of these means."""
    master_means: tuple[float, float] = (0.0, 0.0)

    @property
    def few(self) -> bool:
        """Whether this was counted in few cases."""
        return min(self.cases, self.other_cases if self.habit not in SHARES else FEW) < FEW

    @property
    def certain(self) -> float:
        """The certain part of the difference to the master: above 0 if the value is higher, below 0
        if it is lower. 0: there may be no difference, or the cases are few."""
        if self.few:
            return 0.0
        if self.low > self.master + self.near:
            return self.low - self.master - self.near
        if self.high < self.master - self.near:
            return self.high - self.master + self.near
        return 0.0


class MasterHabits(Struct, frozen=True):
    """The master's habits in one game, with or without partners."""

    cases: int
    """The number of cases of the measurement."""
    truco_folds: tuple[tuple[float, ...], ...]
    """The share of refused trucos, by class of strength: first of the first truco of a hand, then
    of raises."""
    envido_folds: tuple[float, ...]
    """The share of refused envidos, by class of strength."""
    truco_bluffs: float
    """The share of bluffs among the called trucos."""
    envido_bluffs: float
    size: tuple[float, float, float]
    """The difference of strength between higher bets and the lowest bet, and the mean points of
    both."""
    silent: tuple[float, float, float]
    """The difference of strength between hands with a truco and silent hands, and the mean strength
    of both."""

    @property
    def near(self) -> float:
        """A difference up to this is no habit. The number is the uncertainty of the master's own
        shares: about the uncertainty of a share of one half that is measured in a quarter of the
        cases."""
        return NEAR + 1 / sqrt(self.cases / 4)


# --- the cases of a match ------------------------------------------------------------------------


def cases_of(match: Match, seat: Seat) -> list[Case]:
    """The choices of this seat that say something about a habit, without those that a robot made
    for it."""
    found: list[Case] = []
    chances: dict[tuple[int, int], Case] = {}
    for moment in moments(match, seat):
        for case in _cases(moment):
            hand = (moment.seen.number, moment.seen.duel)
            if case.kind is not CaseKind.TRUCO_CHANCE:
                found.append(case)
            elif hand not in chances or (case.did and not chances[hand].did):
                chances[hand] = case
    return [*found, *chances.values()]


def _cases(moment: Moment) -> Iterable[Case]:
    seen, chosen = moment.seen, moment.chosen.verb
    position = seen.position
    if position is None or position.phase != PLAYING:
        return
    pending = position.stack[-1] if position.stack else None
    situation = Situation(seen)
    rules = situation.rules
    envidos = {call.verb for call in rules.envido.calls}
    trucos = {step.verb for step in rules.truco.steps}
    folds = chosen in (NO_QUIERO, MAZO)
    if pending is None and trucos & situation.offered.keys():
        yield _truco(CaseKind.TRUCO_CHANCE, situation, did=chosen in trucos)
    answers = folds or chosen == QUIERO
    if pending is not None and pending.game == TRUCO_GAME and (answers or chosen in trucos):
        yield _truco(CaseKind.TRUCO_ANSWER, situation, did=folds, raised=pending.step > 1)
    asked = pending is not None and pending.game == ENVIDO_GAME
    if asked and (answers or chosen in envidos):
        yield _envido(CaseKind.ENVIDO_ANSWER, situation, did=folds)
    elif not asked and chosen in envidos:
        higher = chosen != rules.envido.calls[0].verb or moment.chosen.arg >= 0
        yield _envido(CaseKind.ENVIDO_CALL, situation, did=higher)


def _truco(kind: CaseKind, situation: Situation, *, did: bool, raised: bool = False) -> Case:
    view = situation.view
    power = strength(situation, view.seat, view.cards)
    return Case(kind, situation.alone, power, did, raised)


def _envido(kind: CaseKind, situation: Situation, *, did: bool) -> Case:
    view = situation.view
    points = situation.table.envido_points(view.dealt, view.turned)
    rank = situation.scale.envido_rank(points)
    return Case(kind, situation.alone, rank, did, points=points)


# --- what the cases come to ----------------------------------------------------------------------


_masters_decoder: Final = msgspec.json.Decoder(dict[str, MasterHabits])


@cache
def masters() -> dict[str, MasterHabits]:
    """The master's habits, by game (:func:`group`)."""
    data = files("engine.teacher").joinpath("master_habits.json").read_bytes()
    return _masters_decoder.decode(data)


def group(variant: str, *, alone: bool) -> str:
    """The name under which the master's habits at a game are kept."""
    return variant if alone else f"{variant} pairs"


def habits_of(variant: str, cases: Sequence[Case]) -> tuple[Found, ...]:
    """The habits in one game, in the order of :class:`Habit`. A habit without a case is left
    out."""
    found = (
        _share_of(Habit.FOLD_TRUCO, variant, _of(cases, CaseKind.TRUCO_ANSWER)),
        _share_of(Habit.FOLD_ENVIDO, variant, _of(cases, CaseKind.ENVIDO_ANSWER)),
        _share_of(Habit.BLUFF_TRUCO, variant, _called(_of(cases, CaseKind.TRUCO_CHANCE))),
        _share_of(Habit.BLUFF_ENVIDO, variant, _of(cases, CaseKind.ENVIDO_CALL)),
        _compared(Habit.SIZE_ENVIDO, variant, _of(cases, CaseKind.ENVIDO_CALL)),
        _compared(Habit.SILENT_TRUCO, variant, _of(cases, CaseKind.TRUCO_CHANCE)),
    )
    return tuple(finding for finding in found if finding is not None)


def to_try(found: Iterable[Found]) -> Found | None:
    """The habit that differs most from the master's, measured from the near end of its interval;
    ``None``: none is certain. If the person's two means are nearer to each other than the master's,
    they give away less, so there is nothing to try.

    A person who never bluffs shows good cards by a call. This is one habit, and it is named
    once."""
    certain = [
        finding
        for finding in found
        if finding.certain > 0 or (finding.certain and finding.habit in SHARES)
    ]
    if any(finding.habit is Habit.BLUFF_TRUCO and finding.certain < 0 for finding in certain):
        certain = [finding for finding in certain if finding.habit is not Habit.SILENT_TRUCO]
    return max(certain, key=lambda finding: abs(finding.certain), default=None)


def _of(cases: Iterable[Case], kind: CaseKind) -> list[Case]:
    return [case for case in cases if case.kind is kind]


def _called(cases: Iterable[Case]) -> list[Case]:
    return [case for case in cases if case.did]


def counts_for(habit: Habit, case: Case) -> bool:
    """Whether a case adds to the share of this habit."""
    if habit is Habit.BLUFF_TRUCO:
        return case.strength < WEAK_TRUCO
    if habit is Habit.BLUFF_ENVIDO:
        return case.strength < WEAK_ENVIDO
    return case.did


def class_of(case: Case) -> int:
    return min(int(case.strength * CLASSES), CLASSES - 1)


def _share_of(habit: Habit, variant: str, cases: Sequence[Case]) -> Found | None:
    if not cases:
        return None
    number = len(cases)
    share = sum(counts_for(habit, case) for case in cases) / number
    low, high = wilson(share, number)
    master = sum(_expected(habit, variant, case) for case in cases) / number
    return Found(habit, number, 0, share, low, high, master, _near(variant, cases))


def _near(variant: str, cases: Sequence[Case]) -> float:
    return mean([masters()[group(variant, alone=case.alone)].near for case in cases])


def _expected(habit: Habit, variant: str, case: Case) -> float:
    """How often the master does this with cards of this class."""
    known = masters()[group(variant, alone=case.alone)]
    if habit is Habit.FOLD_TRUCO:
        return known.truco_folds[case.raised][class_of(case)]
    if habit is Habit.FOLD_ENVIDO:
        return known.envido_folds[class_of(case)]
    return known.truco_bluffs if habit is Habit.BLUFF_TRUCO else known.envido_bluffs


def _compared(habit: Habit, variant: str, cases: Sequence[Case]) -> Found | None:
    """The difference of the cards between cases in which the person did it and the other cases."""
    done = [case for case in cases if case.did]
    rest = [case for case in cases if not case.did]
    if min(len(done), len(rest)) < ENOUGH:
        return None
    strengths = ([case.strength for case in some] for some in (done, rest))
    value, low, high = _apart(*strengths)
    known = [masters()[group(variant, alone=case.alone)] for case in cases]
    told = [each.size if habit is Habit.SIZE_ENVIDO else each.silent for each in known]
    master, first, second = (mean([each[at] for each in told]) for at in range(3))
    one, other = ([named_of(habit, case) for case in some] for some in (done, rest))
    return Found(
        habit=habit,
        cases=len(done),
        other_cases=len(rest),
        value=value,
        low=low,
        high=high,
        master=master,
        near=mean([each.near for each in known]),
        means=(mean(one), mean(other)),
        apart=_apart(one, other)[1:],
        master_means=(first, second),
    )


def _apart(one: Sequence[float], other: Sequence[float]) -> tuple[float, float, float]:
    """The difference of two means, with the ends of its interval of 95 %."""
    value = mean(one) - mean(other)
    width = student(min(len(one), len(other)) - 1) * sqrt(_error(one) + _error(other))
    return value, value - width, value + width


def named_of(habit: Habit, case: Case) -> float:
    """The number of a case that goes into a mean: its points, or its strength."""
    return float(case.points) if habit is Habit.SIZE_ENVIDO else case.strength


def mean(values: Sequence[float]) -> float:
    """The mean of at least one value."""
    return sum(values) / len(values)


def _error(values: Sequence[float]) -> float:
    """The square of the standard error of a mean."""
    middle = mean(values)
    return sum((value - middle) ** 2 for value in values) / (len(values) - 1) / len(values)


def wilson(share: float, number: int) -> tuple[float, float]:
    """The interval of 95 % of a share among ``number`` cases, after Wilson."""
    spread = NORMAL**2 / number
    middle = (share + spread / 2) / (1 + spread)
    width = NORMAL / (1 + spread) * sqrt(share * (1 - share) / number + spread / (4 * number))
    return max(0.0, middle - width), min(1.0, middle + width)

"""What a person does again and again: what they fold, what they call with, what their bets tell.

``cases_of`` picks from a match those choices of one seat that bear on a habit, each with how good
the seat's own cards were. ``habits_of`` counts the cases of many matches and sets beside them what
the master does in such cases. That was measured once, by ``python -m bench.habits``.
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
from engine.robots.hidden_cards import strength
from engine.robots.situation import Situation
from engine.state.state import ENVIDO_GAME, PLAYING, TRUCO_GAME
from engine.teacher.moments import Match, Moment, moments
from engine.teacher.rollouts import NORMAL, student

CLASSES: Final = 10
"""Into so many classes of equal width strengths are divided, to compare like with like."""
WEAK_TRUCO: Final = 0.4
"""A truco called with less than this is a bluff: such cards beat random ones in two hands of
five."""
WEAK_ENVIDO: Final = 0.5
"""An envido called with less than this is a bluff: every other hand has more points."""
NEAR: Final = 0.02
"""What is no further from the master than this, on a scale from 0 to 1, is near enough, even if the
master's own shares were known for certain."""
ENOUGH: Final = 8
"""With fewer values a mean has no interval."""
FEW: Final = 20
"""Fewer cases are said to be few, and nothing is certain of them: they may have been special."""


class Kind(StrEnum):
    """What a case is about."""

    TRUCO_ANSWER = "truco_answer"
    ENVIDO_ANSWER = "envido_answer"
    TRUCO_CHANCE = "truco_chance"
    """A truco might be called, and nothing had to be answered: one case for each hand."""
    ENVIDO_CALL = "envido_call"
    """An envido is called, and none was called before."""


class Case(Struct, frozen=True, gc=False, array_like=True):
    """One choice that bears on a habit."""

    kind: Kind
    alone: bool
    """One plays against one; else partners may have the cards for it."""
    strength: float
    """How good the seat's own cards are, from 0 to 1: for the truco about the chance of winning the
    hand, for the envido the chance of having more points than a random hand."""
    did: bool
    """An answer: it was refused. A chance: truco was called. An envido: it was a bet above the
    lowest."""
    raised: bool = False
    """The truco that is answered is not the first one of the hand."""
    points: int = 0
    """The envido points; 0 where they do not matter."""


class Habit(StrEnum):
    """What may be a habit; each has lines in the catalogues, ``habits.<value>``."""

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
    """Where two means are compared: those of the second one."""
    value: float
    """The share of cases, or how much stronger the cards of the first mean are."""
    low: float
    high: float
    """The interval of 95 % of the value."""
    master: float
    """The same of the master, in cases with as good cards."""
    near: float = 0.0
    """What is no further from the master than this is near enough."""
    means: tuple[float, float] = (0.0, 0.0)
    """What a line names: the mean envido points behind higher and lower bets, or the mean strength
    of hands with a truco and of silent ones, from 0 to 1."""
    apart: tuple[float, float] = (0.0, 0.0)
    """The interval of the difference of these means."""
    master_means: tuple[float, float] = (0.0, 0.0)

    @property
    def few(self) -> bool:
        """Whether this was counted in few cases."""
        return min(self.cases, self.other_cases if self.habit not in SHARES else FEW) < FEW

    @property
    def certain(self) -> float:
        """By how much the value is at least above the master's, or below it (negative); 0: it may
        be near enough, or the cases are few."""
        if self.few:
            return 0.0
        if self.low > self.master + self.near:
            return self.low - self.master - self.near
        if self.high < self.master - self.near:
            return self.high - self.master + self.near
        return 0.0


class MasterHabits(Struct, frozen=True):
    """What the master does at one game, with or without partners."""

    cases: int
    """In how many cases all of it was measured."""
    truco_folds: tuple[tuple[float, ...], ...]
    """By whether the truco was raised and by class of strength: the share that is refused."""
    envido_folds: tuple[float, ...]
    """By class of strength."""
    truco_bluffs: float
    """The share of the called trucos."""
    envido_bluffs: float
    size: tuple[float, float, float]
    """How much stronger the points behind higher bets are, and the mean points of both."""
    silent: tuple[float, float, float]
    """How much stronger hands with a truco are, and the mean strength of both."""

    @property
    def near(self) -> float:
        """What is no further from these shares than this is near enough. They are uncertain
        themselves: about as a share of one half among a quarter of the cases."""
        return NEAR + 1 / sqrt(self.cases / 4)


# --- the cases of a match ------------------------------------------------------------------------


def cases_of(match: Match, seat: Seat) -> list[Case]:
    """The choices of this seat that bear on a habit; not those that a robot made for it."""
    found: list[Case] = []
    chances: dict[tuple[int, int], Case] = {}
    for moment in moments(match, seat):
        for case in _cases(moment):
            hand = (moment.seen.number, moment.seen.duel)
            if case.kind is not Kind.TRUCO_CHANCE:
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
        yield _truco(Kind.TRUCO_CHANCE, situation, did=chosen in trucos)
    answers = folds or chosen == QUIERO
    if pending is not None and pending.game == TRUCO_GAME and (answers or chosen in trucos):
        yield _truco(Kind.TRUCO_ANSWER, situation, did=folds, raised=pending.step > 1)
    asked = pending is not None and pending.game == ENVIDO_GAME
    if asked and (answers or chosen in envidos):
        yield _envido(Kind.ENVIDO_ANSWER, situation, did=folds)
    elif not asked and chosen in envidos:
        higher = chosen != rules.envido.calls[0].verb or moment.chosen.arg >= 0
        yield _envido(Kind.ENVIDO_CALL, situation, did=higher)


def _truco(kind: Kind, situation: Situation, *, did: bool, raised: bool = False) -> Case:
    view = situation.view
    power = strength(situation, view.seat, view.cards)
    return Case(kind, situation.alone, power, did, raised)


def _envido(kind: Kind, situation: Situation, *, did: bool) -> Case:
    view = situation.view
    points = situation.table.envido_points(view.dealt, view.turned)
    rank = situation.scale.envido_rank(points)
    return Case(kind, situation.alone, rank, did, points=points)


# --- what the cases come to ----------------------------------------------------------------------


@cache
def masters() -> dict[str, MasterHabits]:
    """What the master does, by game (:func:`group`)."""
    data = files("engine.teacher").joinpath("master_habits.json").read_bytes()
    return msgspec.json.decode(data, type=dict[str, MasterHabits])


def group(variant: str, *, alone: bool) -> str:
    """The name under which the master's habits at a game are kept."""
    return variant if alone else f"{variant} pairs"


def habits_of(variant: str, cases: Sequence[Case]) -> tuple[Found, ...]:
    """The habits in one game, in the order of :class:`Habit`; those without any case are left
    out."""
    found = (
        _share_of(Habit.FOLD_TRUCO, variant, _of(cases, Kind.TRUCO_ANSWER)),
        _share_of(Habit.FOLD_ENVIDO, variant, _of(cases, Kind.ENVIDO_ANSWER)),
        _share_of(Habit.BLUFF_TRUCO, variant, _called(_of(cases, Kind.TRUCO_CHANCE))),
        _share_of(Habit.BLUFF_ENVIDO, variant, _of(cases, Kind.ENVIDO_CALL)),
        _compared(Habit.SIZE_ENVIDO, variant, _of(cases, Kind.ENVIDO_CALL)),
        _compared(Habit.SILENT_TRUCO, variant, _of(cases, Kind.TRUCO_CHANCE)),
    )
    return tuple(one for one in found if one is not None)


def to_try(found: Iterable[Found]) -> Found | None:
    """The habit that is furthest from the master's, counted from the near end of its interval;
    ``None``: none is certain. Of two means that are nearer to each other than the master's nothing
    is told: they tell less.

    Who never bluffs shows good cards by calling: that is told as the one habit it is."""
    certain = [one for one in found if one.certain > 0 or (one.certain and one.habit in SHARES)]
    if any(one.habit is Habit.BLUFF_TRUCO and one.certain < 0 for one in certain):
        certain = [one for one in certain if one.habit is not Habit.SILENT_TRUCO]
    return max(certain, key=lambda one: abs(one.certain), default=None)


def _of(cases: Iterable[Case], kind: Kind) -> list[Case]:
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
    """The class of the case's strength."""
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
    """How often the master does it with cards of this class."""
    known = masters()[group(variant, alone=case.alone)]
    if habit is Habit.FOLD_TRUCO:
        return known.truco_folds[case.raised][class_of(case)]
    if habit is Habit.FOLD_ENVIDO:
        return known.envido_folds[class_of(case)]
    return known.truco_bluffs if habit is Habit.BLUFF_TRUCO else known.envido_bluffs


def _compared(habit: Habit, variant: str, cases: Sequence[Case]) -> Found | None:
    """How much better the cards are where it was done than where it was not."""
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
    """What a line names of a case whose mean is compared: points, or the strength."""
    return float(case.points) if habit is Habit.SIZE_ENVIDO else case.strength


def mean(values: Sequence[float]) -> float:
    """The mean of at least one value."""
    return sum(values) / len(values)


def _error(values: Sequence[float]) -> float:
    """The square of the standard error of a mean."""
    middle = mean(values)
    return sum((one - middle) ** 2 for one in values) / (len(values) - 1) / len(values)


def wilson(share: float, number: int) -> tuple[float, float]:
    """The interval of 95 % of a share of so many cases, after Wilson."""
    spread = NORMAL**2 / number
    middle = (share + spread / 2) / (1 + spread)
    width = NORMAL / (1 + spread) * sqrt(share * (1 - share) / number + spread / (4 * number))
    return max(0.0, middle - width), min(1.0, middle + width)

"""The master's choices in the cases of habits: ``python -m lab.habits --write``.

Masters play against masters, with two seats and with four. Their choices are counted in the same
way as a person's (:mod:`engine.teacher.habits`). Without ``--write`` the program prints the shares,
and the habits that a person who plays like the master would be told. After a change of the robots
it has to be measured again: a match of masters takes 0.1 to 1.5 seconds of the processor.
"""

import argparse
import random
from collections.abc import Sequence
from pathlib import Path

import msgspec

from engine.robots import MASTER
from engine.teacher import habits
from engine.teacher.habits import (
    CLASSES,
    Case,
    CaseKind,
    Habit,
    MasterHabits,
    cases_of,
    class_of,
    counts_for,
    group,
    habits_of,
    mean,
    named_of,
    to_try,
)
from engine.variants import VARIANTS, table_for
from lab.teacher import played

FILE = Path(habits.__file__).with_name("master_habits.json")
FEW = 20
"""A class with fewer cases also takes the cases of the neighbouring classes."""


def played_by_masters(variant: str, players: int, matches: int, seed: int) -> list[Case]:
    """The cases of all seats in this many matches."""
    table, rng = table_for(variant, players), random.Random(f"{variant} {players} {seed}")
    found: list[Case] = []
    for _ in range(matches):
        match = played(table, MASTER, rng)
        for seat in table.seats:
            found += cases_of(match, seat)
    return found


def of_master(cases: Sequence[Case]) -> MasterHabits:
    answers = [case for case in cases if case.kind is CaseKind.TRUCO_ANSWER]
    calls = [case for case in cases if case.kind is CaseKind.ENVIDO_CALL]
    chances = [case for case in cases if case.kind is CaseKind.TRUCO_CHANCE]
    called = [case for case in chances if case.did]
    return MasterHabits(
        cases=len(cases),
        truco_folds=tuple(
            _by_class([case for case in answers if case.raised == raised])
            for raised in (False, True)
        ),
        envido_folds=_by_class([case for case in cases if case.kind is CaseKind.ENVIDO_ANSWER]),
        truco_bluffs=_share(Habit.BLUFF_TRUCO, called),
        envido_bluffs=_share(Habit.BLUFF_ENVIDO, calls),
        size=_means(Habit.SIZE_ENVIDO, calls),
        silent=_means(Habit.SILENT_TRUCO, chances),
    )


def _by_class(cases: Sequence[Case]) -> tuple[float, ...]:
    shares = []
    for number in range(CLASSES):
        width, here = 0, [case for case in cases if class_of(case) == number]
        while len(here) < FEW and width < CLASSES:
            width += 1
            here = [case for case in cases if abs(class_of(case) - number) <= width]
        shares.append(round(mean([case.did for case in here]), 3) if here else 0.0)
    return tuple(shares)


def _share(habit: Habit, cases: Sequence[Case]) -> float:
    return round(mean([counts_for(habit, case) for case in cases]), 3) if cases else 0.0


def _means(habit: Habit, cases: Sequence[Case]) -> tuple[float, float, float]:
    done = [case for case in cases if case.did]
    rest = [case for case in cases if not case.did]
    if not done or not rest:
        return (0.0, 0.0, 0.0)
    apart = mean([case.strength for case in done]) - mean([case.strength for case in rest])
    first, second = (mean([named_of(habit, case) for case in some]) for some in (done, rest))
    return (round(apart, 3), round(first, 3), round(second, 3))


def main() -> None:
    """Measures the master, and writes or prints the result."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--variant", choices=sorted(VARIANTS), action="append", default=[])
    parser.add_argument("--players", type=int, choices=(2, 4), action="append", default=[])
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    for name in given.variant or VARIANTS:
        for players in given.players or (2, 4):
            cases = played_by_masters(name, players, given.matches, given.seed)
            key = group(name, alone=players == 2)
            if given.write:
                known = msgspec.json.decode(FILE.read_bytes()) if FILE.exists() else {}
                known[key] = of_master(cases)
                text = msgspec.json.format(msgspec.json.encode(known, order="sorted"), indent=1)
                FILE.write_bytes(text + b"\n")
                print(key, len(cases), "cases", flush=True)
                continue
            found = habits_of(name, cases)
            for finding in found:
                print(
                    f"  {finding.habit:13} {finding.cases:5} {finding.value:.3f} "
                    f"[{finding.low:.3f}, {finding.high:.3f}], master {finding.master:.3f}"
                )
            told = to_try(found)
            print(key, "is told", told.habit if told else "nothing", flush=True)


if __name__ == "__main__":
    main()

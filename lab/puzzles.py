"""Makes the puzzles that come with the program: ``python -m lab.puzzles --variant paulista ...``.

Robots of all skills play matches; a moment becomes a puzzle if one step is clearly the best and the
textbook (``honest`` of :mod:`lab.players`) takes another step. Each puzzle is written when it is
found. If there is a file of the same seed and the same rules, the program goes on with it.

``--again`` measures the puzzles of a file again after a change of the robots: each puzzle is made
again from its position, and a position that is no puzzle any more is left out.

``--check`` plays puzzles on again: with another seed, in 300 deals, by masters who think as long as
at a table. The program prints for how many puzzles the same answer is the best.
"""

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean

import msgspec
from msgspec.structs import replace

from engine.apply import new_match
from engine.puzzles import (
    FileHead,
    Puzzle,
    PuzzleCandidate,
    action_of,
    moment_of,
    puzzle_of,
    read_file,
    rules_mark,
    write_file,
)
from engine.puzzles.files import FORMAT, SHIPPED
from engine.record.replay import Played
from engine.robots import DEFAULT_BUDGET, SKILLS
from engine.robots.players.matches import RobotPlayer, steps
from engine.seen.view import view
from engine.state.table import Table
from engine.teacher import Match, moments
from engine.teacher.rollouts import compared, worlds
from engine.variants import VARIANTS, table_for
from lab.players import honest

QUICK = 4
"""The budget of imagined deals of the robots that play the matches."""
SHARE = 4
"""The same pair of words (the best and the textbook's) is in at most one of this many puzzles of a
file."""
ASKED = 6
"""How often the textbook is asked. It has to give the same answer each time."""
MINUTES = 10
"""The minutes that it takes, about, to find the shipped number of puzzles of a game."""
CHECKED = 300
"""The number of deals in which a puzzle is played on again."""


def match_of_robots(table: Table, seed: str) -> Match:
    """A match of two robots of random skills. The same table and seed give the same match."""
    rng, start = random.Random(seed), new_match(table)
    players = [
        RobotPlayer(random.Random(f"{seed} {seat}"), rng.choice([*SKILLS.values()]), QUICK)
        for seat in table.seats
    ]
    done = tuple(Played(0, state, (), action) for action, state in steps(start, players, deal=rng))
    return Match(start, done, ((),) * table.players)


def candidates(table: Table, source: str) -> Iterator[PuzzleCandidate]:
    """The moments of this match in which the master and the textbook take different steps."""
    match = match_of_robots(table, source)
    for seat in table.seats:
        for moment in moments(match, seat):
            rng = random.Random(f"{source} {seat} {moment.place}")
            textbook = {honest(moment.seen, random.Random(number)) for number in range(ASKED)}
            if len(textbook) > 1:
                continue  # the textbook does not treat this, and leaves it to chance
            found = PuzzleCandidate(moment, textbook.pop(), rng)
            if found.is_one:
                yield found


def pair_of(puzzle: Puzzle) -> tuple[str, str]:
    """The words of the best answer and of the textbook's answer."""
    best, textbook = (action_of(puzzle, at).verb for at in (puzzle.best, puzzle.textbook))
    return best, textbook


def make(path: Path, table: Table, count: int, seed: int, seconds: float) -> None:
    """Makes puzzles of one game until there are enough or the processor time is over."""
    name = table.rules.variant
    made = f"python -m lab.puzzles --variant {name} --count {count} --seed {seed}"
    head = FileHead(FORMAT, name, table.players, rules_mark(table), made)
    found = list(read_file(path.read_text("utf-8")).puzzles) if path.exists() else []
    number = 1 + max((int(stored.source.split()[1]) for stored in found), default=-1)
    pairs = Counter(map(pair_of, found))
    began = time.process_time()
    while len(found) < count and time.process_time() - began < seconds:
        source = f"{seed} {number}"
        hands: set[int] = set()
        for candidate in candidates(table, source):
            pair = candidate.best.verb, candidate.textbook.verb
            hand = candidate.moment.seen.number
            if hand in hands or pairs[pair] >= max(1, count // SHARE):
                continue
            puzzle = puzzle_of(candidate, source)
            if puzzle is None:
                continue
            hands.add(hand)
            pairs[pair] += 1
            found.append(puzzle)
            path.write_text(write_file(head, found), "utf-8")
            spent = time.process_time() - began
            print(f"  {len(found)} of {count}, match {number}, {spent:.0f} s, {pair}", flush=True)
        number += 1


def again(path: Path, table: Table) -> None:
    """Measures the puzzles of a file again. A position that is no puzzle any more is left out."""
    head, *lines = path.read_text("utf-8").splitlines()
    said = msgspec.json.decode(head, type=FileHead)
    kept: list[Puzzle] = []
    for line in lines:
        old = msgspec.json.decode(line, type=Puzzle)
        known = moment_of(old)
        textbook = action_of(old, old.textbook)
        (state,) = worlds(known, random.Random(1), 1)
        moment = replace(known, seen=view(state, old.seat))
        candidate = PuzzleCandidate(moment, textbook, random.Random(f"again {old.source}"))
        puzzle = puzzle_of(candidate, old.source) if candidate.is_one else None
        if puzzle is not None:
            kept.append(replace(puzzle, id=old.id))  # people have answered it by this id
        print(f"  {old.id} {'is none any more' if puzzle is None else puzzle.id}", flush=True)
    path.write_text(write_file(replace(said, rules=rules_mark(table)), kept), "utf-8")
    print(f"  {len(kept)} of {len(lines)} kept", flush=True)


def holds(puzzle: Puzzle, seed: int) -> bool:
    """Whether masters find the same best answer in other deals."""
    moment, rng = moment_of(puzzle), random.Random(f"{seed} {puzzle.id}")
    answers = [action_of(puzzle, at) for at in range(len(puzzle.answers))]
    found = compared(moment, answers, rng, CHECKED, DEFAULT_BUDGET)
    chances = [fmean(worths[at].chance for worths in found.worths) for at in range(len(answers))]
    return chances.index(max(chances)) == puzzle.best


def check(path: Path, count: int, seed: int) -> None:
    """Prints how many of this many puzzles of a file hold."""
    puzzles = read_file(path.read_text("utf-8")).puzzles
    chosen = random.Random(seed).sample(puzzles, min(count, len(puzzles)))
    good = 0
    for number, puzzle in enumerate(chosen, start=1):
        right = holds(puzzle, seed)
        good += right
        print(f"  {puzzle.id} {'holds' if right else 'does not hold'}", flush=True)
        print(f"  {good} of {number} hold", flush=True)


def main() -> None:
    """Makes or checks puzzles, as the command says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--variant", choices=sorted(VARIANTS), action="append", default=[])
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="of the processor")
    parser.add_argument("--check", type=int, default=0, metavar="COUNT")
    parser.add_argument("--again", action="store_true", help="measure those that are there again")
    parser.add_argument("--folder", type=Path, default=SHIPPED)
    given = parser.parse_args()
    for name in given.variant or VARIANTS:
        print(f"{name}, seed {given.seed}", flush=True)
        path = given.folder / f"{name}.jsonl"
        if given.again:
            again(path, table_for(name, 2))
        elif given.check:
            check(path, given.check, given.seed)
        else:
            make(path, table_for(name, 2), given.count, given.seed, given.seconds)


if __name__ == "__main__":
    main()

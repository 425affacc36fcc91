"""What the pure functions behind robots and teacher answer, over many arguments.

``golden/numbers.txt`` has a line for each: how many answers, their mean and a digest of them all,
to six digits. After a wanted change ``TRUCO_REWRITE=1 pytest
tests/engine/test_numbers_golden.py`` writes it anew.
"""

from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import product
from pathlib import Path
from random import Random
from typing import Final

from engine.robots.deciding import mixes
from engine.robots.imagining.likelihood import slope
from engine.robots.learnt.envido_starts import place
from engine.robots.players.levels import EVEN, skill_of
from engine.robots.reading.scale import scale_of
from engine.robots.reading.stakes import PLAIN, Stakes, match_share, pace_of, race
from engine.robots.solving import playout
from engine.robots.solving.bets import Game
from engine.robots.solving.betting_tree import Choice, Fold, Node, Showdown
from engine.state.table import Table
from engine.teacher import Measured
from engine.teacher.habits import (
    SHARES,
    Case,
    CaseKind,
    Habit,
    counts_for,
    habits_of,
    to_try,
    wilson,
)
from engine.teacher.rollouts import measured, student
from engine.teacher.verdicts import would_hardly
from engine.variants import VARIANTS, table_for
from tests.kept import check_kept

GOLDEN: Final = Path(__file__).parent / "golden" / "numbers.txt"

TABLES: Final = (
    table_for("argentino", 2, {"flor": "con"}),
    table_for("uruguayo", 4),
    table_for("paulista", 2),
    table_for("paulista", 4, {"all_tied": "none"}),
    table_for("mineiro", 4),
    table_for("venezolano", 2),
    table_for("tradicional-18", 6),
)
TIES: Final = [
    playout.Ties(lead, all_tied, piles)
    for lead, all_tied, piles in product(
        ("mano", "previous_leader", "first_tied", "last_tied"), (0, playout.DRAWN), (False, True)
    )
]
RESULTS: Final = [
    results for count in range(3) for results in product((0, 1, playout.PARDA), repeat=count)
]


def turned_at(table: Table, rng: Random) -> int:
    """A card to be turned, where the table turns one."""
    return rng.choice(table.deck) if table.rules.cards.promotion else -1


# --- stakes ---------------------------------------------------------------------------------------


def races(rng: Random) -> Iterator[float]:
    for pace, target in product({pace_of(table): None for table in TABLES}, (12, 15)):
        for row in race(target, pace):
            yield from row


def shares_of_the_match(rng: Random) -> Iterator[float]:
    for games, mine, theirs in product((1, 2, 3), range(4), range(4)):
        yield from match_share(games, mine, theirs)


def stakes(rng: Random) -> Iterator[float]:
    for _ in range(300):
        table = rng.choice(TABLES)
        target = table.rules.match.target
        share = match_share(rng.choice((1, 2)), rng.randrange(2), rng.randrange(2))
        mine, theirs = rng.randint(0, target + 1), rng.randint(0, target + 1)
        one = Stakes(target, mine, theirs, rng.choice((PLAIN, pace_of(table))), share)
        for each in (one, one.turned()):
            won, lost = rng.randrange(8), rng.randrange(8)
            yield from (each.lacking, each.lacking_theirs, each.unit, each.after(won, lost))
            yield from (each.won(won), each.lost(lost), each.match_won(), each.match_lost())
            yield from (each.wins_all(won), each.loses_all(lost))
            yield from (each.break_even(won + 1, lost, match) for match in (False, True))


# --- cards ----------------------------------------------------------------------------------------


def ranks(rng: Random) -> Iterator[float]:
    for table in TABLES:
        scale = scale_of(table, turned_at(table, rng))
        yield from scale.chance
        for points in range(-1, 40):
            yield from (scale.envido_rank(points), scale.envido_rank(points, 2))
            yield scale.flor_rank(points)


def hands(rng: Random) -> Iterator[float]:
    for _ in range(3000):
        table = rng.choice(TABLES)
        turned = turned_at(table, rng)
        scale, results = scale_of(table, turned), rng.choice(RESULTS)
        levels = [scale.heights[card] for card in rng.sample(table.deck, 3 - len(results))]
        laid = levels.pop() if rng.random() < 0.4 else playout.NONE
        side, per_side, beaten = rng.randrange(2), rng.choice((1, 2, 3)), rng.random() < 0.3
        yield scale.hand(levels, results, side, per_side, laid, beaten)


def tricks_won(rng: Random) -> Iterator[float]:
    for results, all_tied in product([*RESULTS, *product((0, 1, -1), repeat=3)], (0, 1, 2)):
        yield playout.hand_winner(results, all_tied)
        yield from (playout.tie_helps(results[:2], side, all_tied) for side in (0, 1))


def drawn(rng: Random, slots: int, cards: int) -> list[list[int]]:
    return [sorted(rng.randint(1, 8) for _ in range(cards)) for _ in range(slots)]


def solved(rng: Random) -> Iterator[float]:
    for _ in range(900):
        results = rng.choice(RESULTS)
        first, second = drawn(rng, 2, 3 - len(results))
        turn, facing = rng.randrange(2), playout.NONE
        if rng.random() < 0.5:
            facing = (first, second)[1 - turn].pop(0)
        packed, facing = playout.packed(first, second, facing)
        yield from (*packed[0], *packed[1], facing)
        if playout.hand_winner(results) == playout.NONE:
            yield playout.solve(packed, turn, facing, results, rng.choice(TIES))


def played_out(rng: Random) -> Iterator[float]:
    for _ in range(1500):
        table = rng.choice(TABLES)
        scale, ties = scale_of(table, turned_at(table, rng)), rng.choice(TIES)
        results = [*rng.choice([result for result in RESULTS if playout.hand_winner(result) < 0])]
        slots = rng.choice((2, 4, 4, 6))
        everyone = drawn(rng, slots, 3 - len(results))
        first = rng.randrange(slots)
        trick = playout.OpenTrick(first, rng.choice((playout.NONE, playout.NONE, 0, 1)))
        for step in range(rng.randrange(slots)):
            slot = (first + step) % slots
            level = everyone[slot].pop(rng.randrange(len(everyone[slot])))
            trick.lay(slot, rng.choice((level, level, level, playout.COVERED)))
        yield from (trick.best, trick.side, trick.slot, trick.last, trick.ties_won(0))
        if trick.laid:
            yield trick.leads_next(ties.lead)
        slot = next((number for number in range(slots) if not trick.laid >> number & 1), 0)
        hand = everyone[slot] or [1]
        after = (rng.randrange(3), rng.randrange(3))
        yield playout.pick(hand, trick, slot, *after, results, scale.chance, ties.all_tied)
        yield playout.piled(everyone) if all(map(len, everyone)) else 0
        yield playout.play_out(everyone, trick, results, scale.chance, ties)
        yield len(results)


def picked(rng: Random) -> Iterator[float]:
    """Cards whose chances lie exactly on the bounds that :func:`playout.pick` knows."""
    for _ in range(1500):
        chance = [0.0, *sorted(rng.choice((0.3, 0.4, 0.5, 0.72, 0.8, 0.9, 0.95)) for _ in range(8))]
        results = rng.choice([result for result in RESULTS if playout.hand_winner(result) < 0])
        (hand,) = drawn(rng, 1, 3 - len(results))
        trick = playout.OpenTrick(0, rng.choice((playout.NONE, playout.NONE, 0, 1)))
        slot = rng.randrange(4)
        for other in range(slot):
            trick.lay(other, rng.randrange(9))
        after = (rng.randrange(3), rng.randrange(3))
        yield playout.pick(hand, trick, slot, *after, results, chance, rng.choice((0, 2)))


# --- betting --------------------------------------------------------------------------------------


def bets(rng: Random) -> Iterator[float]:
    """Small games of one hidden number each: a call and a raise."""
    for _ in range(6):
        worth = [rng.randint(1, 6) / 4 for _ in range(4)]
        shown = Showdown(worth[0], -worth[1])
        raised = Choice(0, {"no": Fold(-worth[1]), "yes": Showdown(worth[2] + 1, -worth[2] - 1)})
        asked: dict[str, Node] = {"no": Fold(worth[0]), "yes": Showdown(worth[1], -worth[1])}
        answer = Choice(1, asked | {"raise": raised})
        root = Choice(0, {"call": answer, "silent": shown})
        kinds = rng.randint(3, 5)
        likely = [rng.random() for _ in range(kinds)]
        levels = range(0, 2 * kinds, 2)
        game = Game(root, ([level + 1 for level in levels], levels), (likely, likely[::-1]))
        game.play(30)
        yield game.gap()
        for choice in (root, answer, raised):
            yield from choice.mixed.average()
        game.solve()
        yield from (share for kind in range(kinds) for share in root.mix(kind).values())


def mixed(rng: Random) -> Iterator[float]:
    for count in range(1, 6):
        for _ in range(12):
            yield from mixes.softmax([rng.gauss(0, 1) for _ in range(count)], rng.random() + 0.1)
    for _ in range(60):
        yield slope(rng.random(), rng.random(), rng.choice((0.001, 0.05, 0.2)))


def places(rng: Random) -> Iterator[float]:
    for game, mine, theirs in product(VARIANTS, range(0, 30, 3), range(0, 30, 2)):
        target = TABLES[0].rules.match.target
        yield from place(game, (mine, theirs), target)


def levels(rng: Random) -> Iterator[float]:
    for points in range(-300, 300, 17):
        skill = skill_of(EVEN, points)
        yield from (skill.deals, skill.slips, skill.careless, skill.bluffs)


# --- the teacher ----------------------------------------------------------------------------------


def intervals(rng: Random) -> Iterator[float]:
    for _ in range(60):
        yield from wilson(rng.random(), rng.randint(1, 300))
        yield student(rng.uniform(2, 200))
        found = measured([rng.gauss(1, 2) for _ in range(rng.randint(2, 30))], rng.random() / 9)
        yield from (found.mean, found.margin, found.low, found.high)
        found = measured([rng.gauss(1, 2) for _ in range(20)], size=rng.uniform(3, 20))
        yield found.margin
        cost = Measured(rng.gauss(0, 1), rng.random() * 2)
        yield would_hardly(cost, rng.random() / 4, rng.random())


def habits(rng: Random) -> Iterator[float]:
    for game in VARIANTS:
        for _ in range(6):
            cases = [
                Case(
                    rng.choice([*CaseKind]),
                    rng.random() < 0.5,
                    rng.choice((0.0, 0.4, 0.5, 1.0, *(rng.random() for _ in range(6)))),
                    rng.random() < 0.4,
                    rng.random() < 0.3,
                    rng.randrange(34),
                )
                for _ in range(rng.choice((12, 60, 240)))
            ]
            yield from (counts_for(habit, case) for habit in SHARES for case in cases[:9])
            if game in ("paulista", "mineiro"):
                cases = [case for case in cases if "envido" not in case.kind]
            found = habits_of(game, cases)
            for habit in found:
                yield from (habit.cases, habit.other_cases, habit.value, habit.low, habit.high)
                yield from (habit.master, habit.near, habit.few, habit.certain)
                yield from (*habit.means, *habit.apart)
                yield from habit.master_means
            told = to_try(found)
            yield [*Habit].index(told.habit) if told else -1


EVERY: Final[tuple[Callable[[Random], Iterator[float]], ...]] = (
    races, shares_of_the_match, stakes, ranks, hands, tricks_won, solved, played_out, picked, bets,
    mixed, places, levels, intervals, habits,
)  # fmt: skip


def told(function: Callable[[Random], Iterator[float]]) -> str:
    name = function.__name__
    numbers = [float(number) for number in function(Random(name))]
    # What lies between two roundings by a hair is rounded up everywhere.
    text = " ".join(f"{number + 1e-10:.6f}" for number in numbers)
    mean = sum(numbers) / len(numbers)
    return f"{name} {len(numbers)} {mean:.4f} {sha256(text.encode()).hexdigest()[:10]}"


def test_what_pure_functions_answer() -> None:
    found = [told(function) for function in EVERY]
    check_kept(GOLDEN, "".join(f"{line}\n" for line in found))

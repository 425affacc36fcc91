"""Walks: from a fixed position, how many different continuations are there at each depth?

Each ``.truco`` file beside this module is a record that ends where the walk begins, with the
expected numbers in its comments (``# walk 13 154 1722``: continuations of one step, of two, of
three). Any change in what is legal changes a number. A continuation ends with its hand.

After a wanted change ``TRUCO_REWRITE=1 pytest tests/walks`` writes the numbers anew; the diff is
the review.
"""

from copy import deepcopy
from itertools import takewhile
from pathlib import Path

import pytest

from engine.actions import AnyAction, Close
from engine.apply import apply
from engine.guard.legal import legal_actions, needs
from engine.record.notation import parse_record
from engine.record.replay import replay
from engine.state.state import FERRO, SPECIAL, State
from engine.variants import VARIANTS
from tests.examples import LONG, some
from tests.judged import Closing, Judge, judge_of, recorded
from tests.kept import is_rewriting, write_kept
from tests.narrow import present
from tests.strategies import concrete

WALKS = sorted(Path(__file__).parent.glob("*.truco"))
MARK = "# walk "

GAMES = [(game.name, players) for game in VARIANTS.values() for players in game.players]
"""The games with their seats, each with a walk."""


def continuations(state: State) -> list[AnyAction]:
    """Everything that may come next in this hand, whoever does it."""
    must = needs(state)
    if must not in ("seat", "close"):
        return []
    found: list[AnyAction] = []
    for seat in range(state.table.players):
        found += sorted(concrete(legal_actions(state, seat)), key=repr)
    if must == "close":
        found.append(Close())
    return found


def walk(state: State, depth: int) -> list[int]:
    """How many sequences of one step, of two ... of so many there are."""
    found = [0] * depth
    _walk(state, found, 0)
    return found


def _walk(state: State, found: list[int], steps_before: int) -> None:
    steps = continuations(state)
    found[steps_before] += len(steps)
    if steps_before + 1 < len(found):
        for step in steps:
            _walk(apply(state, step).state, found, steps_before + 1)


def spread_out(seat: int, words: str) -> list[str]:
    """A call with a free number as every one of its numbers."""
    verb, _, numbers = words.partition(" ")
    if "-" not in numbers:
        return [f"{seat} {words}"]
    low, high = map(int, numbers.split("-"))
    return [f"{seat} {verb} {number}" for number in range(low, high + 1)]


def words_of(judge: Judge) -> list[str]:
    """Everything that may come next, by the oracle."""
    steps = ["close"] if judge.phase == "claims" else []
    for seat in range(judge.players):
        for words in judge.legal(seat):
            steps += spread_out(seat, words)
    return steps


def second_opinion(judge: Judge, found: list[int], depth: int) -> None:
    """Add up, in ``found``, the continuations of each depth from this one on."""
    steps = words_of(judge)
    found[depth] += len(steps)
    if depth + 1 == len(found):
        return
    for step in steps:
        later = deepcopy(judge)
        if step == "close":
            assert isinstance(later, Closing)
            later.close()
        else:
            later.step(step)
        second_opinion(later, found, depth + 1)


def start_of(text: str) -> State:
    played = replay(parse_record(text), close=False)
    assert played.error is None, played.error
    assert played.complete
    return played.state


def expected(text: str) -> list[int]:
    (line,) = (line for line in text.splitlines() if line.startswith(MARK))
    return [int(number) for number in line.removeprefix(MARK).split()]


def rewrite(path: Path, numbers: list[int]) -> None:
    lines = [
        MARK + " ".join(map(str, numbers)) if line.startswith(MARK) else line
        for line in path.read_text("utf-8").splitlines()
    ]
    write_kept(path, "\n".join(lines) + "\n")


@pytest.mark.usefixtures("memory")
@pytest.mark.parametrize("path", some(WALKS), ids=lambda path: path.stem)
def test_walk(path: Path) -> None:
    text = path.read_text("utf-8")
    numbers = expected(text)
    state = start_of(text)
    if state.table.memory is None and not LONG and not is_rewriting():
        # Without a memory it takes three times as long: the last step only in the long tests.
        numbers = numbers[:2] + [number for number in numbers[2:] if number < 10_000]
    counted = walk(state, len(numbers))
    if is_rewriting():
        rewrite(path, counted)
        return
    assert counted == numbers


@pytest.mark.parametrize("path", some(WALKS), ids=lambda path: path.stem)
def test_the_oracle_walks_as_far(path: Path) -> None:
    """The first numbers (as far as a slow walker gets) by somebody else's reading of the rules."""
    text = path.read_text("utf-8")
    near = list(takewhile(lambda number: number < 800, expected(text)))
    found = [0] * len(near)
    second_opinion(judge_of(recorded(text)), found, 0)
    assert found == near


def is_from_a_deal(state: State) -> bool:
    return state.hand is not None and not state.hand.said and not state.hand.plays


@pytest.mark.parametrize("players", [2, 4, 6])
@pytest.mark.parametrize("flor", ["sin", "con"])
def test_there_is_a_walk_from_a_deal(players: int, flor: str) -> None:
    """For 2, 4 and 6 players, with and without flor, from the first moment of a hand."""
    for path in WALKS:
        state = start_of(path.read_text("utf-8"))
        table = state.table
        argentino = table.rules.variant == "argentino" and table.rules.option("flor") == flor
        if argentino and is_from_a_deal(state) and table.players == players:
            return
    pytest.fail("no walk from such a deal")


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_there_is_a_walk_of_every_game(game: str, players: int) -> None:
    """From the first moment of a hand, whatever is played there."""
    for path in WALKS:
        state = start_of(path.read_text("utf-8"))
        here = (state.table.rules.variant, state.table.players) == (game, players)
        if here and is_from_a_deal(state):
            return
    pytest.fail("no walk from such a deal")


@pytest.mark.parametrize(
    ("name", "special"),
    [("paulista-4-onze", SPECIAL), ("paulista-2-ferro", FERRO), ("mineiro-2-dez", SPECIAL)],
)
def test_there_are_walks_of_special_hands(name: str, special: int) -> None:
    state = start_of((Path(__file__).parent / f"{name}.truco").read_text("utf-8"))
    assert present(state.hand).position.special == special


def test_a_walk_sees_any_change() -> None:
    """One rule changed, one number changed: the table's options are told apart."""
    text = next(path for path in WALKS if path.stem == "2-sin").read_text("utf-8")
    depth = 2
    plain = walk(start_of(text), depth)
    for option in ("truco_when own_turn", "cover_from 2", "truco_over_envido refuses"):
        changed = text.replace("players 2", f"option {option}\nplayers 2")
        assert walk(start_of(changed), depth) != plain, option

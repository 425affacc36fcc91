"""Tricks 2 and 3 solved ahead: the kernel, the ranges, and the spots that a robot asks about."""

import random
import shutil
import sysconfig
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from itertools import product
from pathlib import Path
from typing import cast

import pytest

from engine.actions import PLAY
from engine.apply import apply
from engine.cards import SPANISH, Card
from engine.guard.legal import awaited, needs, offered_actions
from engine.numbers import Seat
from engine.robots.learnt import mix_tables, shipped, truco_tables
from engine.robots.learnt.mix_tables import TrucoTable
from engine.robots.learnt.truco_past import past_of
from engine.robots.learnt.truco_spots import exact_spot
from engine.robots.learnt.truco_tables import First, tables_in
from engine.robots.reading.situation import Situation
from engine.seen.view import view
from engine.state.state import State
from lab import truco_tables as maker
from lab.solving import ahead
from lab.solving.kernel import Kernel
from lab.solving.position import MANO, PIE, Position, Setting, ranges_of, setting_of
from lab.solving.read_robot import RobotReach
from lab.solving.tree import tree_of
from lab.table_files import Solved, Weighed, coarse, packed_alike
from tests.conversation import Talk
from tests.lab.plain_solver import Solver
from tests.narrow import of_kind, present

ARGENTINO = setting_of("argentino")
STRENGTH = ARGENTINO.strength
COMPILER = (sysconfig.get_config_var("CC") or "cc").split()[0]
compiles = pytest.mark.skipif(shutil.which(COMPILER) is None, reason="no C compiler")


class Asked(TrucoTable):
    """A table of these mixes that remembers what it was asked."""

    def __init__(self, mixes: Mapping[int, int]) -> None:
        """``mixes``: by spot, how many choices there are."""
        super().__init__(array("Q"), b"", ())
        self.ways = mixes
        self.asked: list[tuple[int, int]] = []

    def mix(self, spot: int, ways: int) -> tuple[float, ...] | None:
        self.asked.append((spot, ways))
        return None


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Nothing is remembered of another file or another reading of ranges."""
    yield
    truco_tables.forget()
    ahead._hands.cache_clear()


def small(game: str, first: str, mano: str, pie: str) -> Position:
    """A position in which each has one pair of cards."""
    setting = ahead.usual(game)
    read, strength = setting.table.spelling.read, setting.strength
    cards = tuple(read(name) for name in first.split())
    both = [sorted(strength[read(name)] for name in pair.split()) for pair in (mano, pie)]
    only = [((low, high),) for low, high in both]
    assert len(cards) == 2
    return Position(setting, cards, ranges_of(setting, cards, only=(only[0], only[1])))


@compiles
@pytest.mark.parametrize("first", [("3e", "5b"), ("6e", "6c"), ("4e", "10c")])
def test_kernel_finds_the_same_numbers(first: tuple[str, str]) -> None:
    cards = SPANISH.read(first[0]), SPANISH.read(first[1])
    only = ((1, 9), (4, 7), (10, 13)), ((2, 3), (9, 10))
    position = Position(ARGENTINO, cards, ranges_of(ARGENTINO, cards, only=only))
    root = tree_of(position)
    solver, kernel = Solver(root, position.ranges), Kernel(root, position.ranges)
    solver.run(12)
    kernel.run(12)
    assert kernel.average() == solver.average()
    kernel.begin(position.ranges)
    kernel.run(12)
    assert kernel.average() == solver.average()


def test_ranges_are_those_of_all_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of first cards of which there is one each, so that there is one public state."""

    def reads(
        setting: Setting, first: tuple[Card, Card]
    ) -> Callable[[Seat, tuple[Card, Card]], float]:
        return lambda seat, held: ((seat + sum(STRENGTH[card] for card in held)) % 7) / 10

    monkeypatch.setattr(ahead, "RobotReach", reads)
    monkeypatch.setattr(ahead, "ANYTHING", 0.0)
    found = ahead.ranges_at(ARGENTINO, First(14, 13, -1))
    cards = ahead.two_of(ARGENTINO, First(14, 13, -1))
    known = ranges_of(ARGENTINO, cards, reads(ARGENTINO, cards))
    assert len(found.pairs[MANO]) == 105
    for i, pair in enumerate(found.pairs[MANO]):
        for j, other in enumerate(found.pairs[PIE]):
            real = 0.0
            if pair in known.pairs[MANO] and other in known.pairs[PIE]:
                row = known.joint[MANO][known.pairs[MANO].index(pair)]
                real = row[known.pairs[PIE].index(other)]
            assert found.joint[MANO][i][j] == pytest.approx(real, abs=1e-15)
            assert found.joint[PIE][j][i] == found.joint[MANO][i][j]


@pytest.mark.parametrize("game", ["argentino", "gauderio", "uruguayo", "venezolano"])
def test_a_robot_lays_its_first_card_alike_from_hands_of_the_same_worth(game: str) -> None:
    setting = ahead.usual(game)
    card, low, high = setting.deck[2:5]
    twos = [
        (one, other)
        for one, other in product(setting.deck, repeat=2)
        if one != card != other
        and setting.strength[one] == setting.strength[low]
        and setting.strength[other] == setting.strength[high]
    ]
    often: dict[object, set[float]] = {}
    for two in twos:
        reach = RobotReach(setting, (card, setting.deck[-1]))
        often.setdefault(ahead._worth(setting, card, two), set()).add(reach(MANO, two))
    assert 1 < len(often) < len(twos)
    assert all(len(reaches) == 1 for reaches in often.values())


@compiles
@pytest.mark.parametrize(
    ("game", "first", "mano", "pie"),
    [
        ("argentino", "3e 5b", "7e 4c", "6c 2o"),
        ("argentino", "6e 6c", "3e 3b", "12e 1c"),
        ("argentino", "4e 10c", "1e 12o", "2o 2c"),
        ("gauderio", "6e 6c", "3e 3b", "12e 3c"),
        ("mineiro", "6c 6s", "3c 3s", "Kc 2d"),
        ("paulista", "4c Ks", "Qc 5d", "As 6d"),
        ("tradicional-18", "6e 6c", "3e 3b", "12e 1c"),
        ("uruguayo", "6e 6b", "3e 3b", "12e 2c"),
        ("venezolano", "4e 12b", "3e 1e", "2o 11c"),
    ],
)
def test_at_a_table_a_robot_asks_about_what_was_solved(
    game: str, first: str, mano: str, pie: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ahead, "LEAST", 0.0)
    position = small(game, first, mano, pie)
    root = tree_of(position)
    kernel = Kernel(root, position.ranges)
    kernel.run(1)
    solved = ahead.mixes(kernel, position.ranges)
    table = Asked({spot: len(mix.shares) for spot, mix in solved.items()})
    monkeypatch.setattr(truco_tables, "solved_at", lambda *told: table)
    rng = random.Random(first)
    names = first.split()
    hands = [f"{names[0]} {mano}", f"{names[1]} {pie}"]
    for _ in range(240):
        turned, *_ = ahead.TURNED.get(game, ("",))
        talk = Talk(*hands, score=position.setting.score, game=game, turned=turned)
        looks = ("0 ver",) if game == "tradicional-18" else ()
        state = talk.say(*looks, f"0 play {names[0]}", f"1 play {names[1]}").state
        while needs(state) == "seat" and state.hand is not None:
            state = apply(state, rng.choice(steps(state))).state
    assert set(table.asked) <= set(table.ways.items())
    met = {spot for spot, _ in table.asked}
    assert len(met) > 0.4 * len(table.ways)


def test_every_solved_game_is_asked_about() -> None:
    marks = test_at_a_table_a_robot_asks_about_what_was_solved.pytestmark  # type: ignore[attr-defined]
    (asked,) = [mark.args[1] for mark in marks if mark.name == "parametrize"]
    assert {*ahead.GAMES} <= {game for game, *_ in asked}


@pytest.mark.parametrize("game", ["uruguayo", "venezolano"])
def test_a_hand_with_a_level_less_is_looked_up_by_how_many_cards_are_higher(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the ace of swords turned, the ace of clubs is the highest of the cards that no turned
    card raises."""
    firsts: list[First] = []
    asked: list[list[tuple[int, int]]] = []
    for turned, high, low in (("6c", "1e 1b", "7e"), ("1e", "1b 7e", "7o")):
        table = Asked({})

        def found(*told: object, table: Asked = table) -> Asked:
            firsts.append(of_kind(First, told[-1]))
            return table

        monkeypatch.setattr(truco_tables, "solved_at", found)
        best, second = high.split()
        hands = f"{second} 3e 4o", f"{best} {low} 5b"
        talk = Talk(*hands, score=ahead.usual(game).score, game=game, turned=turned)
        state = talk.say(f"0 play {second}", f"1 play {best}", f"1 play {low}").state
        past_of.cache_clear()
        scene = Situation(view(state, 0))
        past = present(past_of(scene))
        past.now(scene.levels)
        asked.append(table.asked)
    past_of.cache_clear()
    assert firsts[0][:3] == firsts[1][:3]
    assert asked[0] == asked[1]
    assert len(asked[0]) == 1


def test_a_level_has_one_number_in_all_solved_tables() -> None:
    """With the seven of swords turned, the seven of coins has its place."""
    usual, *_, other = ahead.settings("uruguayo")
    lone = "7o", "1b", "1e"
    levels = [other.strength[SPANISH.read(card)] for card in lone]
    assert levels == [usual.strength[SPANISH.read(card)] for card in ("7e", "1b", "1e")]


def test_a_further_turned_card_counts_where_a_first_card_is_classed_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Under a 3 a king has one higher card less, under a 6 a 10 has one more."""
    usual = ahead.usual("uruguayo")
    read, write = usual.table.spelling.read, usual.table.spelling.write
    met = [(read(mano), read(pie)) for mano, pie in (("12o", "4o"), ("3e", "10e"), ("2e", "4o"))]
    monkeypatch.setattr(ahead, "drawn", lambda *told: [(usual, first) for first in met])
    found: dict[tuple[int, int], list[str]] = {}
    for first in ahead.firsts("uruguayo"):
        found.setdefault((first.mano, first.pie), []).append(write(first.turned))
    assert sorted(found.pop((10, 10))) == ["12b"] * 4 + ["12c"] * 6 + ["12o"] * 2
    assert found == {(7, 1): ["12c", "3c", "7e"], (10, 5): ["12c", "6c"], (9, 1): ["12c"]}


def test_tables_of_all_turned_cards_share_a_common_table(monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = [First(3, 3, 0, setting.turned) for setting in ahead.settings("uruguayo")[:2]]
    made = {one: weighed({7: (0.5, 0.5), 8: (0.25, 0.75)}), other: weighed({7: (1.0, 0.0)}, 0.5)}
    tables = ahead.tables("uruguayo", made)
    truco_tables.forget()
    monkeypatch.setattr(truco_tables, "_read", lambda game: tables)
    table = ahead.usual("uruguayo").table

    def mixes(first: First) -> list[tuple[float, ...] | None]:
        found = present(truco_tables.solved_at(table, (3, 3), 0, -1, first))
        return [found.mix(spot, 2) for spot in (7, 8)]

    assert len(tables) == 3
    assert mixes(one) == [(0.5, 0.5), (0.25, 0.75)]
    assert mixes(other) == [(1.0, 0.0), (0.25, 0.75)]


@compiles
def test_nobody_gives_a_hand_away_that_another_card_saves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has lost the first trick, over a card that one of its cards beats."""
    monkeypatch.setattr(ahead, "LEAST", 0.0)
    cards = SPANISH.read("3e"), SPANISH.read("5b")
    only = ((5, 9),), ((1, 2), (1, 6))
    position = Position(ARGENTINO, cards, ranges_of(ARGENTINO, cards, only=only))
    kernel = Kernel(tree_of(position, sensible=True), position.ranges)
    kernel.run(3)
    solved = ahead.mixes(kernel, position.ranges)
    saves, lost = (exact_spot([5], [0, 0], False, [1, high]) for high in (6, 2))
    assert solved[saves].shares[0] == 0
    assert len(solved[saves].shares) == len(solved[lost].shares) == 3
    assert solved[lost].shares[0] > 0
    assert solved[lost].shares[1] > 0


def steps(state: State) -> list:  # type: ignore[type-arg]
    """What the awaited seat may do of what the solved game has, after a robot has looked."""
    (seat,) = awaited(state)
    scene = Situation(view(state, seat))
    past = present(past_of(scene))
    past.now(scene.levels)
    verbs = {*[step.verb for step in scene.rules.truco.steps], "quiero", "noquiero", PLAY}
    return [action for action in offered_actions(state, seat) if action.verb in verbs]


@pytest.mark.parametrize(
    ("game", "hands", "said", "told"),
    [
        ("argentino", ("4b 3e 7e", "5b 2e 6c"), ("0 play 4b", "1 play 5b"), (1, 2, 1)),
        ("paulista", ("4s Kc Qc", "5h As 6d"), ("0 play 4s", "1 play 5h"), (1, 2, -1)),
        ("uruguayo", ("4b 3e 7e", "5b 2e 6b"), ("0 play 4b", "1 play 5b"), (1, 2, 0)),
        ("uruguayo", ("3b 4e 7o", "3e 2b 6b"), ("0 play 3b", "1 play 3e"), (10, 10, 8)),
        ("venezolano", ("4e 3e 7o", "5b 2e 6b"), ("0 play 4e", "1 play 5b"), (1, 2, 1)),
    ],
)
def test_a_suit_tells_something_where_an_envido_may_be_called(
    game: str,
    hands: tuple[str, str],
    said: tuple[str, str],
    told: tuple[int, int, int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[object] = []
    monkeypatch.setattr(truco_tables, "solved_at", lambda *given: asked.append(given[-1]))
    setting = ahead.usual(game)
    turned, *_ = ahead.TURNED.get(game, ("",))
    talk = Talk(*hands, score=setting.score, game=game, turned=turned).say(*said)
    past_of.cache_clear()
    past_of(Situation(view(talk.state, 1)))
    past_of.cache_clear()
    assert asked == [(*told, setting.turned)]
    cards = [setting.table.spelling.read(words.split()[-1]) for words in said]
    laid = ahead._laid(setting, First(*told))
    assert all(card in possible for card, possible in zip(cards, laid, strict=True))
    if told[0] == told[1]:
        assert laid == ((cards[0],), (cards[1],))


@pytest.mark.parametrize("words", [("1 truco", "0 quiero"), ()])
def test_after_a_call_out_of_turn_nothing_is_solved(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    talk = Talk("3e 4b 7e", "5b 2e 6c", score=(15, 15)).say("0 play 3e", "1 play 5b", *words)
    table = Asked({})
    monkeypatch.setattr(truco_tables, "solved_at", lambda *told: table)
    past_of.cache_clear()
    scene = Situation(view(talk.state, 0))
    past = present(past_of(scene))
    past.now(scene.levels)
    assert bool(table.asked) == (not words)
    past_of.cache_clear()


def weighed(mixes: Mapping[int, Sequence[float]], weight: float = 1.0) -> Solved:
    """A solved table in which every spot has this weight."""
    return {spot: Weighed(coarse(mix), weight) for spot, mix in mixes.items()}


def test_solved_tables_stand_beside_the_others(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Those that were solved before go. A spot that one lacks has the mix of the others."""
    made: dict[First, Solved] = {
        First(3, 3, 2): weighed({7: (0.5, 0.5), 9: (1.0, 0.0, 0.0)}),
        First(4, 4, -1): weighed({7: (0.25, 0.75), 8: (0.0, 1.0)}),
        First(5, 5, -1): weighed({7: (0.25, 0.75)}),
        First(3, 4, 2): weighed({7: (1.0, 0.0)}),
    }
    monkeypatch.setattr(ahead, "solved_after", lambda game, first: made[first])
    before = tables_in(truco_tables.FILE, "argentino")
    assert not isinstance(before, str)
    file = tmp_path / "tables.bin"
    file.write_bytes(truco_tables.FILE.read_bytes())
    with ThreadPoolExecutor(1) as threads:
        maker.solve(cast(ProcessPoolExecutor, threads), file, "argentino", list(made))
    others = {key: table for key, table in before.items() if truco_tables.SOLVED not in key}
    assert tables_in(file, "argentino") == others | ahead.tables("argentino", made)
    assert not isinstance(shipped.head_of(file, truco_tables.VERSION), str)
    monkeypatch.setattr(truco_tables, "FILE", file)
    truco_tables.forget()

    def mixes(first: First) -> list[tuple[float, ...] | None]:
        found = present(truco_tables.solved_at(ARGENTINO.table, (3, 3), 0, -1, first))
        return [found.mix(spot, 2) for spot in (7, 8, 9, 10)]

    assert mixes(First(3, 3, 2)) == [(0.5, 0.5), (0.0, 1.0), (1.0, 0.0), None]
    assert mixes(First(4, 4, -1)) == [(0.25, 0.75), (0.0, 1.0), (1.0, 0.0), None]
    assert mixes(First(3, 4, 2)) == [(1.0, 0.0), None, None, None]
    assert truco_tables.solved_at(ARGENTINO.table, (3, 3), 0, -1, First(5, 3, 2)) is None
    assert truco_tables.solved_at(ARGENTINO.table, (3, 3), 1, 0, First(3, 3, 2)) is None


def test_a_table_says_its_own_mixes_whatever_the_others_say() -> None:
    """Also where there are more different mixes than a byte has numbers."""
    rng = random.Random(1)
    rows = [coarse((a, 31 - b, b - a + 1)) for b in range(31) for a in range(b + 1)]
    assert len({*rows}) > 300
    tables = [
        {spot: Weighed(rng.choice(rows), 1.0) for spot in rng.sample(range(3000), 2000)}
        for _ in range(3)
    ]
    common, own = packed_alike(tables, 0.0)
    shared = present(mix_tables.opened(common))
    for table, short in zip(tables, own, strict=True):
        found = present(shared.but(short))
        assert [found.mix(spot, 3) for spot in table] == [
            tuple([share / mix_tables.SHARES for share in one.mix[:3]]) for one in table.values()
        ]
    assert shared.but(own[0][1:]) is None


def test_spots_far_apart_have_mixes_of_their_own() -> None:
    """The step from one to the next one is longer than a byte."""
    mixes = {spot: (1.0, 0.0) for spot in range(1200)}
    other = weighed({**mixes, 3: (0.0, 1.0), 258: (0.0, 1.0), 1100: (0.5, 0.5)})
    common, own = packed_alike([weighed(mixes, 2.0), other], 0.0)
    found = present(present(mix_tables.opened(common)).but(own[1]))
    assert [found.mix(spot, 2) for spot in (0, 3, 257, 258, 259, 1100, 1199)] == [
        (1.0, 0.0),
        (0.0, 1.0),
        (1.0, 0.0),
        (0.0, 1.0),
        (1.0, 0.0),
        (0.5, 0.5),
        (1.0, 0.0),
    ]


@pytest.mark.parametrize(("matters", "kept"), [(1.01, (0.5, 0.5)), (0.99, (0.0, 1.0))])
def test_a_table_says_its_own_mix_where_it_matters(matters: float, kept: tuple[float, ...]) -> None:
    """Where half of the choices are different, half of the weight counts."""
    weight = 2e-5 * matters
    usual, other = weighed({7: (0.0, 1.0)}, 3 * weight), weighed({7: (0.5, 0.5)}, weight)
    common, own = packed_alike([usual, other, other], 1e-5)
    shared = mix_tables.opened(common)
    assert shared is not None
    assert shared.mix(7, 2) == (0.0, 1.0), "the weight decides, not the number"
    for short, mix in zip(own, [(0.0, 1.0), kept, kept], strict=True):
        found = shared.but(short)
        assert found is not None
        assert found.mix(7, 2) == mix

"""Tricks 2 and 3 as a solved game, held against the engine, real deals and plain enumeration."""

import random
from collections.abc import Sequence
from itertools import combinations, pairwise, product

import pytest

from engine import robots
from engine.actions import COVER, MAZO, PLAY, TRUCO, Action, Close
from engine.apply import apply
from engine.cards import SPANISH
from engine.guard.legal import awaited, needs, offered_actions
from engine.numbers import Seat
from engine.robots.learnt.truco_past import past_of
from engine.robots.reading.situation import Situation
from engine.seen.view import view
from engine.state.state import State
from lab import certify
from lab.certify import loss, main, read_first
from lab.solving import read_robot
from lab.solving.policy import value
from lab.solving.position import MANO, PIE, Pair, Position, Setting, ranges_of, setting_of
from lab.solving.read_robot import RobotPolicy
from lab.solving.response import best_response, exploitability
from lab.solving.tree import Decision, Node, Step, decisions, tree_of
from tests.conversation import Talk
from tests.lab.plain_solver import Solver
from tests.narrow import present

ARGENTINO = setting_of("argentino")
STRENGTH = ARGENTINO.strength


def pairs(*texts: str) -> tuple[Pair, ...]:
    """``1e 4c`` as a pair of strengths."""
    found = []
    for text in texts:
        low, high = sorted([STRENGTH[SPANISH.read(name)] for name in text.split()])
        found.append((low, high))
    return tuple(found)


def position(
    first: str, mano: Sequence[Pair], pie: Sequence[Pair], level: int = 0, word: int = -1
) -> Position:
    setting, cards = read_first("argentino", first)
    ranges = ranges_of(setting, cards, only=(mano, pie))
    return Position(setting, cards, ranges, level, word)


class Pure(dict[tuple[object, ...], int]):
    """A policy without chance: by decision and place, the number of its step."""

    def __call__(self, node: Decision, place: int) -> Sequence[float]:
        chosen = self[node.done, place]
        return [float(step == chosen) for step in range(len(node.steps))]


def any_step(node: Decision, place: int) -> Sequence[float]:
    """Every step that is possible as often as the others."""
    allowed = [float(place in places) for places in node.places]
    return [share / sum(allowed) for share in allowed]


class Drawn:
    """A policy whose mixes are drawn once and for all."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def __call__(self, node: Decision, place: int) -> Sequence[float]:
        rng = random.Random(f"{self.seed} {node.done} {place}")
        weights = [rng.random() if place in places else 0.0 for places in node.places]
        return [weight / sum(weights) for weight in weights]


@pytest.mark.parametrize(
    ("seat", "first", "level", "word"),
    [
        (MANO, "6e-6c", 1, 0),
        (MANO, "6e-6c", 1, 1),
        (MANO, "7o-11c", 2, 1),
        (PIE, "6e-6c", 2, 0),
        (PIE, "11c-7o", 2, 0),
        (PIE, "11c-7o", 2, 1),
    ],
)
def test_best_response_is_the_best_of_all_pure_strategies(
    seat: Seat, first: str, level: int, word: int
) -> None:
    held = (pairs("3e 6c"), pairs("1e 4c", "2e 7c"))
    one = position(first, *(held if seat == MANO else held[::-1]), level, word)
    ranges, root = one.ranges, tree_of(one)
    against = Drawn(7)
    sets = [
        ((node.done, place), [at for at, places in enumerate(node.places) if place in places])
        for node in decisions(root)
        if node.seat == seat
        for place in range(len(node.held[seat]))
    ]
    best = float("-inf")
    for chosen in product(*[steps for _, steps in sets]):
        pure = Pure(zip([key for key, _ in sets], chosen, strict=True))
        if seat == MANO:
            best = max(best, value(root, ranges, pure, against))
        else:
            best = max(best, -value(root, ranges, against, pure))
    assert best_response(root, ranges, seat, against) == pytest.approx(best)


def test_exploitability_falls_with_iterations() -> None:
    some = pairs("1e 4c", "3e 6c", "12e 7c")
    one = position("6e-6c", some, some, 1, 0)
    root = tree_of(one)
    solver = Solver(root, one.ranges)
    found = []
    for iterations in (2, 38):
        solver.run(iterations)
        average = solver.average()
        found.append(exploitability(root, one.ranges, average, average))
    assert found[0] > 0.05
    assert 0 <= found[1] < 0.02


def test_card_removal_is_that_of_real_deals() -> None:
    some = pairs("1e 4c", "3e 3b", "3e 1c", "4e 4b", "1b 1c")
    setting, first = read_first("argentino", "1o-3o")
    ranges = ranges_of(setting, first, only=(some, some))
    levels = {level for pair in some for level in pair}
    cards = [card for card in range(40) if STRENGTH[card] in levels and card not in first]
    deals: dict[tuple[Pair, Pair], int] = {}
    for four in combinations(cards, 4):
        for two in combinations(four, 2):
            others = " ".join([SPANISH.write(card) for card in four if card not in two])
            held = pairs(" ".join([SPANISH.write(card) for card in two]), others)
            deals[held[0], held[1]] = deals.get((held[0], held[1]), 0) + 1
    total = sum(deals.get((pair, other), 0) for pair in some for other in some)
    for i, pair in enumerate(ranges.pairs[MANO]):
        for j, other in enumerate(ranges.pairs[PIE]):
            assert ranges.joint[MANO][i][j] == pytest.approx(deals.get((pair, other), 0) / total)
            assert ranges.joint[PIE][j][i] == ranges.joint[MANO][i][j]
    assert set(ranges.pairs[MANO]) == {
        pair for pair in some if any((pair, o) in deals for o in some)
    }


def test_what_one_gains_the_other_loses() -> None:
    some = pairs("1e 4c", "3e 6c", "12e 7c")
    one = position("7o-11c", some, some[::-1])
    ranges, root = one.ranges, tree_of(one)
    worth = value(root, ranges, any_step, any_step)
    assert worth != 0
    assert Solver(root, ranges).learn(MANO) == pytest.approx(worth)
    assert Solver(root, ranges).learn(PIE) == pytest.approx(-worth)


@pytest.mark.parametrize(
    ("game", "first"),
    [
        *(("argentino", first) for first in ("7o-11c", "6e-6c", "12e-2c")),
        *(("gauderio", first) for first in ("7o-11c", "6e-6c")),
        *(("mineiro", first) for first in ("4c-3h", "6c-6s")),
        *(("paulista", first) for first in ("4c-5h-3d", "6c-6s-6d", "Kh-3c-2c")),
        *(("tradicional-18", first) for first in ("7o-11c", "6e-6c")),
        *(("uruguayo", first) for first in ("2e-11c-4e", "6e-6c-3b")),
        ("venezolano", "7o-11c-4e"),
    ],
)
def test_tree_is_what_the_engine_offers_and_pays(game: str, first: str) -> None:
    setting, cards = read_first(game, first)
    strength = setting.strength
    rng = random.Random(first)
    left = [card for card in setting.deck if card not in cards]
    for number in range(4):
        four = rng.sample(left, 4)
        held = (tuple(four[:2]), tuple(four[2:])) if number else twins(left, strength)
        pair = [tuple(sorted([strength[card] for card in two])) for two in held]
        ranges = ranges_of(setting, cards, only=(pair[:1], pair[1:]))  # type: ignore[arg-type]
        root = tree_of(Position(setting, cards, ranges))
        for _ in range(12):
            state = begun(setting, cards, held)
            node: Node = root
            while isinstance(node, Decision):
                assert awaited(state) == (node.seat,)
                assert set(node.steps) == offered(state, node, strength)
                at = rng.randrange(len(node.steps))
                state = done(state, node, node.steps[at], strength)
                node = node.after[at]
            assert gained(state) == node.pays[0]


def twins(left: Sequence[int], strength: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Two hands as strong as one another, so that all tricks may be tied."""
    found = [
        (card, other) for card, other in combinations(left, 2) if strength[card] == strength[other]
    ]
    first = found[0]
    second = next(two for two in found if strength[two[0]] != strength[first[0]])
    return (first[0], second[0]), (first[1], second[1])


def begun(setting: Setting, cards: tuple[int, int], held: tuple[tuple[int, ...], ...]) -> State:
    state = read_robot.dealt(setting, MANO, (cards[MANO], *held[MANO]), (cards[PIE], *held[PIE]))
    for seat in (MANO, PIE):
        state = apply(state, Action(seat, PLAY, cards[seat])).state
    return state


def offered(state: State, node: Decision, strength: Sequence[int]) -> set[Step]:
    """What the awaited seat may do, as steps of the tree."""
    found = set()
    last = (PLAY, 0) in node.steps
    for action in offered_actions(state, node.seat):
        assert isinstance(action, Action)
        if action.verb == PLAY:
            found.add((PLAY, 0 if last else strength[action.arg]))
        elif action.verb not in (MAZO, COVER):
            found.add((action.verb, 0))
    return found


def done(state: State, node: Decision, step: Step, strength: Sequence[int]) -> State:
    for action in offered_actions(state, node.seat):
        assert isinstance(action, Action)
        fits = step[1] in (0, strength[action.arg]) if action.verb == PLAY else True
        if action.verb == step[0] and fits:
            return apply(state, action).state
    raise AssertionError(step)


def gained(state: State) -> int:
    """What the mano has gained by the hand, once the last card is laid."""
    while (need := needs(state)) in ("seat", "close"):
        if need == "close":
            state = apply(state, Close()).state
            continue
        plays = [
            action for action in offered_actions(state, awaited(state)[0]) if action.verb == PLAY
        ]
        assert isinstance(plays[0], Action)
        assert len(plays) == 1
        state = apply(state, plays[0]).state
    return state.score[0] - state.score[1]


def test_robot_is_read_as_it_plays() -> None:
    one = position("3e-5b", pairs("1o 4c", "7e 12c"), pairs("6c 2o", "3c 7b"))
    root = tree_of(one)
    read = RobotPolicy(one)
    asked = ("0 play 3e", "1 play 5b", "0 play 4b", "1 play 2e", "1 truco")
    seen = view(Talk("3e 4b 1o", "5b 2e 6c", score=(15, 15)).say(*asked).state, 0)
    node = root
    strength = [STRENGTH[SPANISH.read(name)] for name in ("4c", "2o")]
    for step in ((PLAY, strength[0]), (PLAY, strength[1]), (TRUCO, 0)):
        assert isinstance(node, Decision)
        node = node.after[node.steps.index(step)]
    assert isinstance(node, Decision)
    shares = {
        action.verb: estimate.share
        for action, estimate in robots.evaluate(seen, random.Random(1)).items()
    }
    found = dict(zip([step for step, _ in node.steps], read(node, 0), strict=True))
    assert found == pytest.approx({verb: shares[verb] for verb in found})
    assert any(0 < share < 1 for share in found.values())


def test_learnt_tables_are_read_as_they_stand() -> None:
    """By what they say to the same views: what is laid and called on a turn, and the answers."""
    one = position("3e-5b", pairs("7e 4c"), pairs("6c 2o"))
    root, strength = tree_of(one), STRENGTH[SPANISH.read("4c")]
    read = RobotPolicy(one, learnt=True)
    assert isinstance(root, Decision)
    mixed = False
    for step, words in (((PLAY, strength), ("0 play 4b",)), ((TRUCO, 0), ("0 truco",))):
        node = root.after[root.steps.index(step)]
        asked = ("0 play 3e", "1 play 5b", *words)
        scene = Situation(view(Talk("3e 4b 7e", "5b 2e 6c", score=(15, 15)).say(*asked).state, 1))
        past = past_of(scene)
        known = present(None if past is None else past.now(scene.levels))
        assert isinstance(node, Decision)
        steps = [(PLAY, level) for level in known.levels]
        steps += [step for step in node.steps if step[0] != PLAY]
        said = dict(zip(steps, known.shares, strict=True))
        assert read(node, 0) == pytest.approx([said.get(step, 0.0) for step in node.steps])
        mixed |= 0 < known.shares[0] < 1
    assert mixed


def test_robot_never_gains_over_a_best_response() -> None:
    one = position("3e-5b", pairs("7e 4c"), pairs("6c 2o"))
    found = loss(one)
    root = tree_of(one)
    mano, pie = RobotPolicy(one), RobotPolicy(one)
    assert found.as_mano > 0
    assert found.as_pie >= -1e-12
    assert (found.as_mano + found.as_pie) / 2 == pytest.approx(
        exploitability(root, one.ranges, mano, pie)
    )


def test_robot_is_not_read_after_a_truco_of_trick_1() -> None:
    with pytest.raises(ValueError, match="nothing was called"):
        RobotPolicy(position("3e-5b", pairs("7e 4c"), pairs("6c 2o"), 1, 0))


@pytest.mark.parametrize(
    ("game", "text"),
    [
        *(("argentino", text) for text in ("7b", "7b-7b", "8e-1b", "??-1b", "7b-1b-1e")),
        *(("paulista", text) for text in ("4c-7h", "4c-7h-4c", "4c-7h-??", "7b-1b-1e")),
        ("venezolano", "6e-6c-3b"),
    ],
)
def test_first_cards_must_be_those_of_a_game(
    game: str, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["certify", "--variant", game, text])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 2


def test_positions_are_drawn_where_nobody_called(monkeypatch: pytest.MonkeyPatch) -> None:
    """Robots that lay their first card, and of which every third one calls."""
    laid: list[Action] = []

    def robot(state: State, seat: Seat, seed: int, budget: float) -> dict[Action, float]:
        card = view(state, seat).cards[0]
        laid.append(Action(seat, PLAY, card) if len(laid) % 3 != 2 else Action(seat, TRUCO))
        return {laid[-1]: 1.0}

    monkeypatch.setattr(read_robot, "mix_at", robot)
    found = [first for _, first in read_robot.drawn("argentino", 6, 1)]
    played = [
        (action.arg, other.arg)
        for action, other in pairwise(laid)
        if (action.seat, action.verb, other.seat, other.verb) == (MANO, PLAY, PIE, PLAY)
    ]
    assert found == played
    assert len(set(found)) == 6
    assert any(action.verb == TRUCO for action in laid)


def test_mean_of_the_positions_is_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    losses = iter([(0.1, 0.3), (0.0, 0.2)])
    monkeypatch.setattr(
        certify, "loss", lambda *given: certify.Loss(*next(losses), 0.5, (1, 2), (3, 4))
    )
    monkeypatch.setattr("sys.argv", ["certify", "--uniform", "7b-11c", "6e-6c"])
    main()
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == "  mean of a seat 0.150 +- 0.098, most 0.300"
    assert [line.split()[0] for line in lines[1:3]] == ["7b-11c", "6e-6c"]

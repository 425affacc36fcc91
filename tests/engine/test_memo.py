"""What the engine remembers of positions saves time and changes nothing."""

import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import TypeVar

import pytest
from msgspec.structs import replace

from engine import memo
from engine import memory as remembered
from engine.actions import MAZO, Action, Close, Range
from engine.apply import apply, deal_from, new_match, next_dealer, next_mode
from engine.guard.legal import awaited, legal_actions, needs, public_actions
from engine.memo import node_of
from engine.memory import memory_of
from engine.nodes import Branches, Effect
from engine.numbers import NO_SEATS, Seat, Seats
from engine.record.codec import encode
from engine.robots import choose
from engine.seen.view import view
from engine.state.state import State
from engine.state.table import Table
from engine.variants import table_for
from tests.conversation import Talk
from tests.examples import many, some
from tests.narrow import present
from tests.strategies import GAMES, Playout, random_table, start_from

T = TypeVar("T")


def forgetful(state: State) -> State:
    """The same state at a table that remembers nothing."""
    table = state.table
    return replace(state, table=Table(table.rules, table.players, state.dealer, remember=False))


def take(state: State, rng: Random) -> State:
    """One random step, taken both ways."""
    must = needs(state)
    table = state.table
    if must == "deal":
        deck = list(table.deck)
        rng.shuffle(deck)
        dealer = next_dealer(state)
        if dealer < 0:
            dealer = rng.randrange(table.players)
        return apply(state, deal_from(table, dealer, tuple(deck), next_mode(state))).state
    if must == "close":
        return apply(state, Close()).state
    cold = forgetful(state)
    assert awaited(state) == awaited(cold)
    for seat in range(table.players):
        assert legal_actions(state, seat) == legal_actions(cold, seat)
        assert public_actions(state, seat) == public_actions(cold, seat)
    seats = [seat for seat in range(table.players) if legal_actions(state, seat)]
    chosen = rng.choice(legal_actions(state, rng.choice(seats)))
    if isinstance(chosen, Range):
        chosen = Action(chosen.seat, chosen.verb, rng.randint(chosen.low, chosen.high))
    warm_step, cold_step = apply(state, chosen), apply(cold, chosen)
    assert warm_step == cold_step
    assert encode(warm_step.state) == encode(cold_step.state)
    return warm_step.state


def walk(table: Table, rng: Random, steps: int) -> None:
    """So many random steps, each taken both ways; new matches at any score."""
    target = table.rules.match.target
    state = new_match(table)
    for _ in range(steps):
        if needs(state) == "over":
            near = rng.choice((target, 4))
            accounts = len(state.score)
            score = tuple(rng.randrange(target - near, target) for _ in range(accounts))
            state = new_match(table, score)
        state = take(state, rng)


@pytest.mark.parametrize("seed", range(many(4)))
@pytest.mark.parametrize("game", GAMES)
def test_what_is_remembered_changes_nothing(game: str, seed: int) -> None:
    rng = Random(seed)
    walk(random_table(rng, game), rng, 250)


@pytest.mark.parametrize(
    ("game", "given"), some([*((game, {}) for game in GAMES), ("argentino", {"flor": "con"})])
)
def test_default_tables_long_enough_to_find_most_steps_remembered(
    game: str, given: dict[str, str]
) -> None:
    # A table of its own: what others have asked before is not remembered at it.
    table = Table(table_for(game, 2, given).rules, 2)
    walk(table, Random(1), 3_000)
    memory = present(table.memory)
    known = [step for node in memory.nodes.newer.values() for step in node.steps.values()]
    assert sum(type(step) is Effect for step in known) > 80


def test_a_blind_call_is_remembered_for_each_answer_about_flores() -> None:
    """TR-COM-02: its parts depend on who holds a flor."""
    table = Table(table_for("tradicional-18", 2).rules, 2)
    walk(table, Random(1), 1_200)
    memory = present(table.memory)
    steps = [step for node in memory.nodes.newer.values() for step in node.steps.values()]
    told_apart = [step for step in steps if type(step) is Branches and len(step.effects) > 1]
    assert told_apart


def hurried_walk(table: Table, rng: Random, steps: int) -> None:
    """As :func:`walk`, with matches from the score at which there are duels. They end soon: whoever
    may leave does so at two steps of three."""
    third = table.rules.match.target // 3
    start = new_match(table, (third, third))
    state = start
    for _ in range(steps):
        must = needs(state)
        leaving = [] if must != "seat" else [Action(seat, MAZO) for seat in awaited(state)]
        leaving = [action for action in leaving if action in legal_actions(state, action.seat)]
        if not leaving or rng.random() < 1 / 3:
            state = take(start if must == "over" else state, rng)
            continue
        warm, cold = apply(state, leaving[0]), apply(forgetful(state), leaving[0])
        assert warm == cold
        assert encode(warm.state) == encode(cold.state)
        state = warm.state


DUELS = [("argentino", 6), ("tradicional-18", 6), ("tradicional-18", 8)]
"""Tables with hands of duels, and the number of their seats."""


@pytest.mark.parametrize(("game", "players"), DUELS)
def test_the_beginning_of_the_next_duel_is_remembered(game: str, players: int) -> None:
    """TR-ENV-17: at tradicional the score after a duel decides which calls the next one has."""
    options = {"blind_calls": "off"} if game == "tradicional-18" else {}
    table = Table(table_for(game, players, options).rules, players)
    hurried_walk(table, Random(1), 500)
    memory = present(table.memory)
    known = [step for node in memory.nodes.newer.values() for step in node.steps.values()]
    known += [step for found in known if type(found) is Branches for step in found.effects.values()]
    assert sum(type(step) is Effect and step.begins for step in known) > 5


@pytest.mark.parametrize(("game", "players"), [*DUELS, ("uruguayo", 6)])
def test_a_contest_and_those_before_it_tell_the_next_one(game: str, players: int) -> None:
    """So a remembered step may begin the next duel, though its position does not know the mano."""
    table = table_for(game, players)
    following: dict[tuple[tuple[Seat, ...], Seats], tuple[tuple[Seat, ...], ...]] = {}
    for dealer in range(players):
        begun = NO_SEATS
        contests = table.contests(dealer, table.modes[1])
        assert len(contests) == players // 2
        for at, contest in enumerate(contests):
            begun |= table.mask_of(contest)
            rest = contests[at + 1 :]
            assert following.setdefault((contest, begun), rest) == rest


def test_a_step_with_many_answers_forgets_the_older_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memo, "MOST_BRANCHES", 2)
    table = Table(table_for("tradicional-18", 2).rules, 2)
    walk(table, Random(1), 1_200)
    memory = present(table.memory)
    steps = [step for node in memory.nodes.newer.values() for step in node.steps.values()]
    counts = [len(step.effects) for step in steps if type(step) is Branches]
    assert max(counts) == 2


def test_a_full_memory_keeps_what_came_back_and_changes_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(remembered, "LIMIT", 30)
    table = Table(table_for("argentino", 2).rules, 2)
    memory = present(memory_of(table))
    nodes = memory.nodes
    state, rng, kept, lost = new_match(table), Random(3), 0, 0
    for _ in range(400):
        if needs(state) == "over":
            state = new_match(table)
        older, newer = nodes.older, nodes.newer
        state = take(state, rng)
        assert len(nodes.newer) <= 31
        if nodes.newer is not newer:
            lost += 1
            assert nodes.older is newer
            # A position that came back has the node it had, with all that is known of it.
            kept += sum(older.get(position) is node for position, node in newer.items())
    assert lost > 5
    assert kept > 5


def test_equal_positions_have_one_node() -> None:
    table = Table(table_for("argentino", 2).rules, 2)
    states = [
        apply(new_match(table), deal_from(table, 0, deck)).state for deck in (table.deck,) * 2
    ]
    nodes = [node_of(table, state.hand.position) for state in states if state.hand is not None]
    assert nodes[0] is nodes[1]


def test_a_table_that_remembers_nothing_is_the_same_table() -> None:
    """Equal, with the same hash and the same bytes; in three seats too, where it is seated anew."""
    for players, options in ((2, {}), (3, {"gallo_mode": "turno"})):
        game = "tradicional-18" if players == 3 else "argentino"
        warm = table_for(game, players, options)
        cold = table_for(game, players, options, remember=False)
        assert warm == cold
        assert hash(warm) == hash(cold)
        assert encode(new_match(warm)) == encode(new_match(cold))
        for dealer in range(players):
            walk(cold.seated(dealer), Random(1), 60)
            assert cold.seated(dealer).memory is None
            assert warm.seated(dealer) == cold.seated(dealer)


def test_what_a_leaver_has_shown_is_looked_at_each_time() -> None:
    """TR-FLO-10: the position is the same, the suits he has laid are not."""
    steps = "0 play 3e,1 play 4e,2 play 4b,3 play 4o,0 play 4c,1 play {},2 play 5b,3 play 6o"
    for second, asked in (("5e", True), ("5c", False)) * 3:
        hands = ("3e 4c 3o", f"4e {second} 7o", "4b 5b 11c", "4o 6o 12c")
        talk = Talk(*hands, game="tradicional-18", blind_calls="off")
        talk.say(*steps.format(second).split(","), "3 play 12c", "1 mazo")
        assert bool(talk.hand.position.suspects) == asked


# --- threads --------------------------------------------------------------------------------

THREADS = 4


@pytest.fixture
def hurried() -> Iterator[None]:
    """Threads take turns as often as they can."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


def transcript(table: Table, seed: int, steps: int) -> list[object]:
    """What a random match at this table says: every answer of the guard, every step, as bytes."""
    rng = Random(seed)
    state, said = new_match(table), list[object]()
    for _ in range(steps):
        must = needs(state)
        if must == "over":
            state = new_match(table)
        elif must == "close":
            state = apply(state, Close()).state
        elif must == "deal":
            deck = list(table.deck)
            rng.shuffle(deck)
            dealer = max(next_dealer(state), 0)
            state = apply(state, deal_from(table, dealer, tuple(deck), next_mode(state))).state
        else:
            legal = [legal_actions(state, seat) for seat in range(table.players)]
            said += [awaited(state), legal, public_actions(state, seed % table.players)]
            chosen = rng.choice(rng.choice([actions for actions in legal if actions]))
            if isinstance(chosen, Range):
                chosen = Action(chosen.seat, chosen.verb, rng.randint(chosen.low, chosen.high))
            state, events = apply(state, chosen)
            said += [events, encode(state)]
    return said


def together(work: Callable[[int], T]) -> list[T]:
    """The same work in several threads that begin at once, each with its number."""
    gate = threading.Barrier(THREADS)

    def begin(number: int) -> T:
        gate.wait()
        return work(number)

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(begin, range(THREADS)))


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize(
    ("game", "players", "given"),
    [
        ("argentino", 2, {"flor": "con"}),
        ("paulista", 4, {}),
        ("venezolano", 2, {}),
        ("tradicional-18", 3, {"gallo_mode": "turno"}),
    ],
)
def test_threads_may_share_a_table(
    game: str, players: int, given: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some play the same matches, some others; what is remembered is soon forgotten again."""
    monkeypatch.setattr(remembered, "LIMIT", 25)
    rules = table_for(game, players, given).rules
    seeds, steps = range(4), 90
    alone = Table(rules, players, remember=False)
    expected = {seed: transcript(alone, seed, steps) for seed in seeds}
    shared = Table(rules, players)

    def play(number: int) -> bool:
        order = list(seeds)[number % 2 :] + list(seeds)[: number % 2]
        return all(transcript(shared, seed, steps) == expected[seed] for seed in order)

    assert together(play) == [True] * THREADS


@pytest.mark.usefixtures("hurried")
def test_robots_may_think_side_by_side() -> None:
    """As :class:`bot.service.Service` lets them, beside whoever plays at the same table."""
    views = []
    for seed in range(6):
        playout = Playout(start_from(seed, "argentino", (2, 4), remember=True), seed).play(9)
        views += [view(playout.state, seat) for seat in awaited(playout.state)]
    assert len(views) > 3

    def think(number: int) -> list[Action]:
        return [choose(seen, Random(5), 8) for seen in views]

    alone = think(0)
    assert together(think) == [alone] * THREADS

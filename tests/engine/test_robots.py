"""Robots: they read their view, keep to what is offered, and play better than chance."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine import robots
from engine.actions import (
    CARD_VERBS,
    COVER,
    MAZO,
    MOSTRAR,
    PIDO_FLOR,
    PLAY,
    PLAY_NTH,
    Action,
    Close,
    Deal,
    Range,
)
from engine.apply import apply, deal_from, new_match, next_dealer
from engine.cards import SPANISH, UNKNOWN
from engine.guard.legal import awaited, is_trap, legal_actions, needs
from engine.robots import Skill
from engine.robots.players import randomly
from engine.robots.players.heuristic import defers
from engine.robots.players.levels import even
from engine.robots.reading.scale import scale_of
from engine.robots.reading.stakes import Stakes
from engine.robots.solving import playout
from engine.seen.imagine import imagine
from engine.seen.senas import meanings, senas_for, true_senas
from engine.seen.view import Heard, SeatView, view
from engine.state.state import State
from engine.state.table import Table
from engine.variants import table_for
from tests.engine.decisions import Often, how_often
from tests.examples import examples
from tests.narrow import present
from tests.strategies import seeds, start_from


def cards(text: str) -> tuple[int, ...]:
    return tuple(SPANISH.read(name) for name in text.split())


def shuffled(table: Table, rng: random.Random) -> tuple[int, ...]:
    deck = list(table.deck)
    rng.shuffle(deck)
    return tuple(deck)


def dealt(table: Table, rng: random.Random, score: tuple[int, ...] = (0, 0)) -> State:
    dealer = rng.randrange(table.players)
    return apply(new_match(table, score), deal_from(table, dealer, shuffled(table, rng))).state


def step_by(state: State, rng: random.Random, choosers: list[str], budget: float) -> State:
    """One step of a match, checking whatever a robot answers."""
    table = state.table
    need = needs(state)
    if need == "deal":
        dealer = next_dealer(state) if state.number else rng.randrange(table.players)
        return apply(state, deal_from(table, dealer, shuffled(table, rng))).state
    if need == "close":
        for seat in range(table.players):
            seen = view(state, seat)
            claim = robots.claim(seen, rng)
            if claim is not None:
                assert claim in seen.offered
                return apply(state, claim).state
        return apply(state, Close()).state
    everyone = [view(state, seat) for seat in range(table.players)]
    views = [everyone[seat] for seat in awaited(state)]
    seen = robots.speaker(views)
    seen = next((looking for looking in everyone if robots.speaks_up(looking)), seen)
    chooser = randomly.choose if choosers[seen.seat] == "random" else robots.choose
    action = chooser(seen, rng, budget)
    assert is_offered(seen, action)
    assert not is_trap(state, action)
    if chooser is robots.choose and len(seen.offered) > 1:
        assert action.verb not in (COVER, MAZO), "the teacher and puzzles rely on it"
    return apply(state, action).state


def is_offered(seen: SeatView, action: Action) -> bool:
    return any(
        legal == action
        or (
            isinstance(legal, Range)
            and (legal.seat, legal.verb) == (action.seat, action.verb)
            and legal.low <= action.arg <= legal.high
        )
        for legal in seen.offered
    )


tables = seeds.map(lambda seed: start_from(seed).table)
"""Tables of any game, any options, any number of seats."""


@examples(24)
@given(tables, st.integers(0, 2**32), st.data())
def test_any_table_is_played_to_its_end(table: Table, seed: int, data: st.DataObject) -> None:
    """Every answer is offered and no trap, beside other robots and random players alike."""
    rng = random.Random(seed)
    kinds = st.sampled_from(["heuristic", "heuristic", "random"])
    choosers = [data.draw(kinds) for _ in range(table.players)]
    budget = data.draw(st.sampled_from([0, 2]))
    target = table.rules.match.target
    state = new_match(table, tuple(rng.randrange(target) for _ in table.holders))
    for _ in range(20_000):
        if needs(state) == "over":
            break
        state = step_by(state, rng, choosers, budget)
    assert state.winner >= 0


@examples(40)
@given(
    tables,
    st.integers(0, 2**32),
    st.integers(0, 25),
    st.booleans(),
    st.one_of(st.sampled_from([*robots.SKILLS.values()]), st.integers(-800, 300).map(even)),
)
def test_only_the_view_is_read(
    table: Table, seed: int, steps: int, late: bool, skill: Skill
) -> None:
    """With the others' cards dealt again within what the seat knows, it does the same, however well
    it plays."""
    rng = random.Random(seed)
    target = table.rules.match.target
    near = (target - 1, *(rng.choice((3, target - 1)) for _ in table.holders[1:]))
    state = dealt(table, rng, near if late else tuple(0 for _ in near))
    history: list[Action] = []
    for _ in range(steps):
        if needs(state) != "seat":
            break
        views = [view(state, seat) for seat in awaited(state)]
        action = randomly.choose(views[rng.randrange(len(views))], rng)
        after = apply(state, action).state
        if needs(after) != "seat":
            break
        history.append(action)
        state = after
    if needs(state) != "seat":
        return  # a flor that the program announced with the deal has ended the game
    seat = awaited(state)[0]
    seen = view(state, seat)
    again = replace(seen)
    chosen = robots.choose(seen, random.Random(seed), 4, skill)
    assert robots.choose(again, random.Random(seed), 4, skill) == chosen
    assert is_offered(seen, chosen)
    assert defers(again) == defers(seen)
    thought = robots.evaluate(seen, random.Random(seed), 4, skill)
    assert all(is_offered(seen, action) for action in thought)
    assert thought[chosen].share > 0
    assert sum(found.share for found in thought.values()) == pytest.approx(1)
    assert all(0 <= found.chance <= 1 and found.share >= 0 for found in thought.values())
    assert robots.evaluate(again, random.Random(seed), 4, skill) == thought
    redealt = replayed(table, state, seen, history, rng)
    if redealt is not None:
        assert view(redealt, seat) == seen
        assert robots.choose(view(redealt, seat), random.Random(seed), 4, skill) == chosen
        assert robots.evaluate(view(redealt, seat), random.Random(seed), 4, skill) == thought


def replayed(
    table: Table, state: State, seen: SeatView, history: list[Action], rng: random.Random
) -> State | None:
    """The same words and cards over another deal that the seat could not tell from the first."""
    hand = present(state.hand)
    if any(play.covered for play in hand.plays) or len(seen.contests) > 1:
        return None
    if hand.put_away != UNKNOWN:
        return None  # four cards were dealt to the seat that put one away
    hands = tuple(
        in_place(cards, seen.seen[seat], places_of(history, seat))
        for seat, cards in enumerate(imagine(seen, rng))
    )
    deal = Deal(state.dealer, hands, hand.turned, hand.mode)
    other = apply(new_match(table, hand.start), deal).state
    for action in history:
        other = apply(other, action).state
    return other


def places_of(history: list[Action], seat: int) -> list[int]:
    return [action.arg for action in history if (action.seat, action.verb) == (seat, PLAY_NTH)]


def in_place(cards: tuple[int, ...], seen: tuple[int, ...], places: list[int]) -> tuple[int, ...]:
    """The cards in an order in which those seen lie where they were taken from, in a blind hand."""
    if not places:
        return cards
    order = [UNKNOWN] * len(cards)
    for place, card in zip(places, seen, strict=True):
        order[place - 1] = card
    rest = [card for card in cards if card not in seen]
    return tuple(card if card != UNKNOWN else rest.pop() for card in order)


def test_the_same_generator_gives_the_same_answer() -> None:
    table = table_for("argentino", 4, {})
    state = dealt(table, random.Random(3))
    seen = view(state, awaited(state)[0])
    answers = {robots.choose(seen, random.Random(9)) for _ in range(5)}
    assert len(answers) == 1


def test_a_choice_is_drawn_from_what_was_thought() -> None:
    """What is done in many draws is done as often as the shares say."""
    seen = view(say(two_players("3e 4c 6c", "5b 2o 7e"), (0, "play 3e"), (1, "play 5b")), 0)
    times = 100
    drawn: Counter[Action] = Counter()
    expected: Counter[Action] = Counter()
    for seed in range(times):
        drawn[robots.choose(seen, random.Random(seed), 2)] += 1
        for action, found in robots.evaluate(seen, random.Random(seed), 2).items():
            expected[action] += found.share  # type: ignore[assignment]
    for action, often in expected.items():
        assert drawn[action] == pytest.approx(often, abs=4 * (times * 0.25) ** 0.5)


def test_values_tell_a_won_hand_from_a_lost_one() -> None:
    """The brava in the last trick: laying it is worth the hand, going to the deck loses it."""
    state = two_players("3e 4c 1e", "5b 2o 6c")
    state = say(state, (0, "play 3e"), (1, "play 5b"), (0, "play 4c"), (1, "play 2o"))
    seen = view(say(state, (1, "play 6c")), 0)
    thought = {
        action.verb: found for action, found in robots.evaluate(seen, random.Random(1)).items()
    }
    assert thought["play"].points == pytest.approx(1)
    assert thought["mazo"].points == pytest.approx(-1)
    assert thought["truco"].points > 0.99
    assert thought["mazo"].chance < 0.5 < thought["play"].chance
    assert thought["truco"].share == 1


def test_nothing_offered_is_an_error() -> None:
    table = table_for("argentino", 2, {})
    state = dealt(table, random.Random(3))
    waiting = 1 - awaited(state)[0]
    seen = view(apply(state, Action(awaited(state)[0], "truco")).state, 1 - waiting)
    with pytest.raises(ValueError, match="offered"):
        robots.choose(seen, random.Random(0))


# --- single decisions --------------------------------------------------------------------------


def two_players(first: str, second: str, **options: str) -> State:
    """A deal of two: seat 0 is mano."""
    table = table_for("argentino", 2, options)
    return apply(new_match(table), Deal(1, (cards(first), cards(second)))).state


def say(state: State, *steps: tuple[int, str]) -> State:
    for seat, verb in steps:
        name, _, argument = verb.partition(" ")
        if name in CARD_VERBS:
            action = Action(seat, name, SPANISH.read(argument))
        elif argument:
            action = Action(seat, name, int(argument))
        else:
            action = Action(seat, name)
        state = apply(state, action).state
    return state


def answers(state: State, seat: int, times: int = 40) -> Often:
    return how_often(view(state, seat), times)


def test_a_card_wins_no_dearer_than_it_must() -> None:
    """Last to lay: the cheapest card that wins the trick, the brava is kept."""
    state = two_players("11e 3b 4c", "1e 12c 4o")
    state = say(state, (0, "truco"), (1, "retruco"), (0, "vale4"), (1, "quiero"), (0, "play 11e"))
    seen = view(state, 1)
    laid = Counter(robots.choose(seen, random.Random(seed)).arg for seed in range(20))
    assert laid == {SPANISH.read("12c"): 20}


def test_the_true_number_is_stated() -> None:
    state = two_players("7e 6e 4o", "7c 5c 1o", declare="manual")
    state = say(state, (0, "envido"), (1, "quiero"))
    seen = view(state, 0)
    assert robots.choose(seen, random.Random(1)) == Action(0, "tengo", 33)
    said = say(state, (0, "tengo 33"))
    assert robots.choose(view(said, 1), random.Random(1)) == Action(1, "buenas")


def test_what_was_won_is_shown() -> None:
    """AR-MOS-02: points in escrow are shown before the next deal."""
    state = two_players("7e 6e 4o", "1b 5c 1e", show="claim")
    steps = ["envido", "quiero", "play 7e", "play 1b", "play 1e", "play 4o"]
    state = say(state, *zip((0, 1, 0, 1, 1, 0), steps, strict=True))
    assert needs(state) == "close"
    assert present(robots.claim(view(state, 0), random.Random(0))).verb == MOSTRAR
    assert robots.claim(view(state, 1), random.Random(0)) is None


def test_a_hidden_flor_is_claimed() -> None:
    """AR-FLO-13, and nobody is asked without a reason."""
    state = two_players("4e 6e 1e", "3c 12b 10o", flor="con")
    steps = ["play 4e", "play 3c", "play 12b", "play 1e", "play 6e", "play 10o"]
    state = say(state, *zip((0, 1, 1, 0, 0, 1), steps, strict=True))
    assert needs(state) == "close"
    claim = robots.claim(view(state, 1), random.Random(0))
    assert claim == Action(1, PIDO_FLOR, 0)
    assert robots.claim(view(state, 0), random.Random(0)) is None


def test_who_has_nothing_to_claim_and_must_take_a_step_takes_one_that_is_offered() -> None:
    state = dealt(table_for("argentino", 4, {"flor": "con"}), random.Random(4))
    while needs(state) == "seat":
        laid = next(
            action for action in legal_actions(state, awaited(state)[0]) if action.verb == PLAY
        )
        assert isinstance(laid, Action)
        state = apply(state, laid).state
    assert needs(state) == "close"
    for seat in state.table.seats:
        seen = view(state, seat)
        assert len(seen.offered) == 2
        assert robots.claim(seen, random.Random(0)) is None
        assert robots.choose(seen, random.Random(0)) in seen.offered


# --- señas -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("argentino", {"flor": "sin"}),
        ("argentino", {"flor": "con"}),
        ("paulista", {}),
        ("mineiro", {}),
    ],
)
def test_senas_are_mostly_true(game: str, options: dict[str, str]) -> None:
    table = table_for(game, 4, options)
    spoken = {sena.id for sena in meanings(table) if sena.spoken}
    rng = random.Random(2)
    given: Counter[str] = Counter()
    for _ in range(300):
        seen = view(dealt(table, rng), rng.randrange(4))
        sena = robots.sena_for(seen, rng)
        if sena is None:
            given["none"] += 1
            continue
        assert sena in senas_for(table)
        assert sena not in spoken, "nobody says a word that is not true"
        given["true" if sena in true_senas(table, seen.dealt, seen.turned) else "false"] += 1
    assert given["true"] > 200
    assert 0 < given["false"] < 30
    assert given["none"] > 15


def test_no_senas_without_a_partner() -> None:
    rng = random.Random(1)
    for players, options in ((2, {}), (4, {"senas": "off"})):
        seen = view(dealt(table_for("argentino", players, options), rng), 0)
        assert all(robots.sena_for(seen, rng) is None for _ in range(20))


def test_a_sena_counts() -> None:
    """With the partner's ancho promised a weak hand refuses a truco less often."""
    table = table_for("argentino", 4, {})
    hands = tuple(cards(text) for text in ("2e 12b 10o", "4b 5c 6o", "1e 1b 7e", "4c 5o 6b"))
    state = say(apply(new_match(table), Deal(3, hands)).state, (1, "truco"))
    told = view(state, 0, (Heard(2, "SE-AR-01"), Heard(2, "SE-AR-02")))
    assert how_often(told, 40)["noquiero"] < answers(state, 0)["noquiero"]


# --- what they count with ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("results", "winner"),
    [
        ((0,), -1),
        ((0, 0), 0),
        ((0, 1), -1),
        ((0, -1), 0),
        ((-1, 1), 1),
        ((-1, -1), -1),
        ((1, 0, -1), 1),
        ((1, 0, 0), 0),
        ((-1, -1, 1), 1),
        ((-1, -1, -1), 0),
    ],
)
def test_winner_of_the_hand(results: tuple[int, ...], winner: int) -> None:
    """AR-HAN-01 to AR-HAN-07, side 0 being the mano's; PA-HAN-06: three ties are nobody's."""
    assert playout.hand_winner(results) == winner
    nobody = playout.DRAWN if results == (-1, -1, -1) else winner
    assert playout.hand_winner(results, playout.DRAWN) == nobody


def test_open_hands_are_solved() -> None:
    """The leader with the two best cards wins; so does he with ties alone (he is the mano)."""
    hands, facing = playout.packed((1, 9, 10), (2, 3, 4), playout.NONE)
    assert playout.solve(hands, 0, facing, ()) == 0
    hands, facing = playout.packed((5, 5, 5), (5, 5, 5), playout.NONE)
    assert playout.solve(hands, 0, facing, ()) == 0
    hands, facing = playout.packed((2, 3, 4), (1, 9, 10), playout.NONE)
    assert playout.solve(hands, 0, facing, ()) == 1


def test_the_scale_is_read_off_the_rules() -> None:
    scale = scale_of(table_for("argentino", 2, {}))
    assert scale.chance[0] == 0
    assert list(scale.chance) == sorted(scale.chance)
    assert scale.chance[-1] == 1
    assert scale.envido_rank(33) > scale.envido_rank(27) > scale.envido_rank(20)
    assert scale.flor_rank(38) > 0.95


def test_after_a_tied_trick_the_better_card_decides_nearly_alone() -> None:
    scale = scale_of(table_for("argentino", 2, {}))
    low, high = scale.chance[3], scale.chance[9]
    assert 0 < low < high < 1
    assert scale.hand((9,), (playout.PARDA,), 0, 1) == high
    both = scale.hand((3, 9), (playout.PARDA,), 0, 1)
    assert both == pytest.approx(high + 0.1 * (1 - high) * low)


def test_stakes_grow_near_the_end() -> None:
    even = Stakes(30, 0, 0)
    assert even.break_even(2, 1) == pytest.approx(0.25, abs=0.01)
    assert Stakes(30, 20, 29).break_even(2, 1) == 0
    assert Stakes(30, 29, 29).won(1) == 1

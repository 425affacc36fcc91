"""What the engine remembers of positions saves time and changes nothing."""

from random import Random

import pytest
from msgspec.structs import replace

from engine.actions import Action, Close, Range
from engine.apply import apply, deal_from, new_match, next_dealer, next_mode
from engine.legal import awaited, legal_actions, needs, public_actions
from engine.places import place_of
from engine.state import State
from engine.table import Table, table_for
from engine.variants import VARIANTS


def options(rng: Random) -> dict[str, str]:
    """Some tables near the defaults, some far from them."""
    odd = rng.random()
    specs = VARIANTS["argentino"].options
    return {spec.name: rng.choice(spec.values) for spec in specs if rng.random() < odd}


def forgetful(state: State) -> State:
    """The same state at a table that remembers nothing."""
    table = state.table
    return replace(state, table=Table(table.rules, table.players))


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
    return warm_step.state


@pytest.mark.parametrize("seed", range(60))
def test_what_is_remembered_changes_nothing(seed: int) -> None:
    rng = Random(seed)
    table = table_for("argentino", rng.choice((2, 2, 4, 6)), options(rng))
    state = new_match(table)
    for _ in range(250):
        if needs(state) == "over":
            state = new_match(table)
        state = take(state, rng)


@pytest.mark.parametrize("flor", ["sin", "con"])
def test_default_tables_long_enough_to_find_most_steps_remembered(flor: str) -> None:
    rng = Random(1)
    table = Table(table_for("argentino", 2, {"flor": flor}).rules, 2)
    state = new_match(table)
    for _ in range(6_000):
        if needs(state) == "over":
            state = new_match(table)
        state = take(state, rng)
    assert len(table.places) > 300


def test_equal_positions_have_one_place() -> None:
    table = table_for("argentino", 2)
    states = [
        apply(new_match(table), deal_from(table, 0, deck)).state for deck in (table.deck,) * 2
    ]
    places = [place_of(table, state.hand.position) for state in states if state.hand is not None]
    assert places[0] is places[1]

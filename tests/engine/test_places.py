"""What the engine remembers of positions saves time and changes nothing."""

from random import Random

import pytest
from msgspec.structs import replace

from engine import places
from engine.actions import Action, Close, Range
from engine.apply import apply, deal_from, new_match, next_dealer, next_mode
from engine.legal import awaited, legal_actions, needs, public_actions
from engine.places import Outcome, place_of
from engine.state import State
from engine.table import Table, table_for
from tests.conversation import Talk
from tests.strategies import GAMES, random_table


def forgetful(state: State) -> State:
    """The same state at a table that remembers nothing."""
    table = state.table
    return replace(state, table=Table(table.rules, table.players, state.dealer))


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


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("game", GAMES)
def test_what_is_remembered_changes_nothing(game: str, seed: int) -> None:
    rng = Random(seed)
    walk(random_table(rng, game), rng, 250)


@pytest.mark.parametrize(
    ("game", "given"), [(game, {}) for game in GAMES] + [("argentino", {"flor": "con"})]
)
def test_default_tables_long_enough_to_find_most_steps_remembered(
    game: str, given: dict[str, str]
) -> None:
    # A table of its own: what others have asked before is not remembered at it.
    table = Table(table_for(game, 2, given).rules, 2)
    walk(table, Random(1), 6_000)
    known = [step for place in table.places.values() for step in place.known.values()]
    assert sum(type(step) is Outcome for step in known) > 140


def test_a_full_memory_keeps_what_came_back_and_changes_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(places, "LIMIT", 30)
    table = Table(table_for("argentino", 2).rules, 2)
    state, rng, kept, lost = new_match(table), Random(3), 0, 0
    for _ in range(400):
        if needs(state) == "over":
            state = new_match(table)
        older, newer = table.older_places, table.places
        state = take(state, rng)
        assert len(table.places) <= 30
        if table.places is not newer:
            lost += 1
            assert table.older_places is newer
            # A place that came back is the one it was, with all that is known of it.
            kept += sum(older.get(position) is place for position, place in newer.items())
    assert lost > 5
    assert kept > 5


def test_equal_positions_have_one_place() -> None:
    table = table_for("argentino", 2)
    states = [
        apply(new_match(table), deal_from(table, 0, deck)).state for deck in (table.deck,) * 2
    ]
    places = [place_of(table, state.hand.position) for state in states if state.hand is not None]
    assert places[0] is places[1]


def test_what_a_leaver_has_shown_is_looked_at_each_time() -> None:
    """TR-FLO-10: the position is the same, the suits he has laid are not."""
    steps = "0 play 3e,1 play 4e,2 play 4b,3 play 4o,0 play 4c,1 play {},2 play 5b,3 play 6o"
    for second, asked in (("5e", True), ("5c", False)) * 3:
        hands = ("3e 4c 3o", f"4e {second} 7o", "4b 5b 11c", "4o 6o 12c")
        talk = Talk(*hands, game="tradicional-18", blind_calls="off")
        talk.say(*steps.format(second).split(","), "3 play 12c", "1 mazo")
        assert bool(talk.hand.position.suspects) == asked

"""Paulista and mineiro: what holds for every match, over every option, for 2, 4, 6 and 8 players.

What may be done, and who is awaited, is compared with the oracle in ``test_brazil_points``.
"""

import pytest
from hypothesis import given, settings

from engine.actions import Action, Close, Deal, End
from engine.apply import apply
from engine.codec import decode, encode
from engine.errors import EngineError, IllegalAction, Reason
from engine.events import Called, GameEnded, HandEnded, MatchEnded
from engine.legal import (
    awaited,
    is_trap,
    legal_actions,
    needs,
    offered_actions,
    public_actions,
)
from engine.notation import parse_action, parse_record, read_step, write_action, write_record
from engine.replay import replay
from engine.state import State
from tests.brazil.playouts import Playout, seeds, start_from, starts, universe


@given(starts(), seeds)
def test_random_matches_end(start: State, seed: int) -> None:
    """Somebody wins, with just as many games as needed; then nothing is legal any more."""
    playout = Playout(start, seed).play()
    state = playout.state
    assert needs(state) == "over", playout.record()
    assert state.games[state.winner] == state.table.rules.match.games_to_win
    assert state.games[1 - state.winner] < state.table.rules.match.games_to_win
    events = playout.taken[-1].events
    assert isinstance(events[-1], MatchEnded)
    assert events[-1].account == state.winner
    for seat in range(state.table.players):
        assert legal_actions(state, seat) == ()
        assert public_actions(state, seat) == ()
    for action in (Close(), End("agreed"), playout.taken[0].action, Action(0, "truco")):
        with pytest.raises(IllegalAction) as caught:
            apply(state, action)
        assert caught.value.reason == Reason.MATCH_OVER


@given(starts(), seeds)
def test_points_are_never_lost(start: State, seed: int) -> None:
    """Nothing is scored before a hand ends; then one side at most scores, and games only grow."""
    playout = Playout(start, seed)
    for taken in playout.steps():
        before, after = taken.before, taken.after
        ended = [event for event in taken.events if isinstance(event, HandEnded)]
        if not ended:
            assert (after.score, after.games) == (before.score, before.games)
            continue
        (end,) = ended
        assert min(end.points) == 0
        target = after.table.rules.match.target
        full = [base + more for base, more in zip(before.score, end.points, strict=True)]
        assert end.score == tuple(min(points, target) for points in full)
        won = any(isinstance(event, GameEnded) for event in taken.events)
        assert won == (max(full) >= target)
        assert all(new >= old for new, old in zip(after.games, before.games, strict=True))
        assert won == (after.games != before.games)
        if not won:
            assert after.score == end.score


@given(starts(), seeds)
def test_faults_are_never_offered(start: State, seed: int) -> None:
    """PA-ONZ-05: legal, marked, and on no screen; whoever is awaited has something to choose."""
    playout = Playout(start, seed)
    for taken in playout.steps(80):
        state = taken.after
        hand = state.hand
        assert hand is not None
        for seat in range(state.table.players):
            legal = legal_actions(state, seat)
            offered = offered_actions(state, seat)
            assert offered == tuple(one for one in legal if not is_trap(state, one))
            assert len(set(legal)) == len(legal)
            assert all(action.seat == seat for action in legal)
            traps = set(legal) - set(offered)
            assert {one.verb for one in traps} <= {"truco"}
            assert not traps or hand.position.special
            assert not any(is_trap(state, one) for one in public_actions(state, seat))
        assert bool(awaited(state)) == (needs(state) == "seat")
        for seat in awaited(state):
            assert offered_actions(state, seat), playout.record()


def check_universe(state: State) -> None:
    """Every legal action is accepted, every other step refused, and the state stays as it is."""
    kept = encode(state)
    legal = {one for seat in range(state.table.players) for one in legal_actions(state, seat)}
    tried = set()
    for action in universe(state.table):
        tried.add(action)
        if action in legal:
            after, events = apply(state, action)
            assert after != state
            assert events
        else:
            with pytest.raises(IllegalAction):
                apply(state, action)
    assert legal <= tried, "a legal action that words cannot say"
    assert encode(state) == kept


@settings(max_examples=40)
@given(starts(), seeds)
def test_legal_is_accepted_and_all_else_refused(start: State, seed: int) -> None:
    playout = Playout(start, seed)
    length = playout.rng.randrange(1, 50)
    for number, taken in enumerate(playout.steps(length)):
        if number % 13 == 0 or number == length - 1:
            try:
                check_universe(taken.after)
            except (AssertionError, EngineError, pytest.fail.Exception) as error:
                error.add_note(playout.record())
                raise


@settings(max_examples=50)
@given(starts(), seeds)
def test_table_steps_only_when_they_are_due(start: State, seed: int) -> None:
    """A deal in the middle of a hand, a close where there are no claims: refused."""
    playout = Playout(start, seed)
    for taken in playout.steps(30):
        must = needs(taken.after)
        with pytest.raises(IllegalAction):
            apply(taken.after, Close())
        if must == "seat":
            deal = next(one.action for one in playout.taken if isinstance(one.action, Deal))
            with pytest.raises(EngineError):
                apply(taken.after, deal)


@settings(max_examples=50)
@given(starts(), seeds)
def test_bytes_round_trip(start: State, seed: int) -> None:
    """A snapshot at any step is the state, and the match goes on from it as from the state."""
    assert decode(encode(start)) == start
    playout = Playout(start, seed)
    for taken in playout.steps():
        copy = decode(encode(taken.after))
        assert copy == taken.after
        again = apply(decode(encode(taken.before)), taken.action)
        assert again.state == taken.after
        assert again.events == taken.events


@settings(max_examples=50)
@given(starts(), seeds)
def test_words_round_trip(start: State, seed: int) -> None:
    """Every legal action of every seat, at every step, through its words."""
    playout = Playout(start, seed)
    table = start.table
    for taken in playout.steps(80):
        for seat in range(table.players):
            for action in legal_actions(taken.after, seat):
                words = write_action(table, action)
                assert parse_action(table, seat, words) == action
                assert read_step(taken.after, seat, words) == action


@given(starts(), seeds)
def test_the_record_is_the_match(start: State, seed: int) -> None:
    """Replaying the record gives the same states, points, score and games."""
    playout = Playout(start, seed).play()
    text = playout.record()
    record = parse_record(text)
    again = parse_record(write_record(record))
    assert (again.header, again.statements) == (record.header, record.statements)
    assert [line for line in write_record(record).splitlines() if line] == text.splitlines()
    played = replay(record)
    assert played.error is None, f"{played.error}\n{text}"
    assert played.complete
    assert played.state == playout.state
    points = [
        event.points
        for taken in playout.taken
        for event in taken.events
        if isinstance(event, HandEnded)
    ]
    assert [hand.points for hand in played.hands] == points


@given(starts(), seeds)
def test_an_unfinished_hand_counts_for_nothing(start: State, seed: int) -> None:
    """``end agreed``: the score of the hands that were finished; the record stops there too."""
    playout = Playout(start, seed)
    playout.play(playout.rng.randrange(1, 40))
    state = playout.state
    played = replay(parse_record(playout.record()))
    assert played.error is None, f"{played.error}\n{playout.record()}"
    assert played.state == state
    if needs(state) == "over":
        return
    ended = apply(state, End("agreed"))
    finished = [
        taken.after.score
        for taken in playout.taken
        if any(isinstance(event, HandEnded) for event in taken.events)
    ]
    assert ended.state.score == (finished[-1] if finished else start.score)
    assert ended.state.games == state.games
    assert needs(ended.state) == "over"


@settings(max_examples=50)
@given(starts(), seeds)
def test_old_states_stay_as_they_were(start: State, seed: int) -> None:
    """A step never changes the state it was taken from."""
    playout = Playout(start, seed)
    kept = [(taken.before, encode(taken.before)) for taken in playout.steps(60)]
    for state, data in kept:
        assert encode(state) == data


def test_every_case_is_met() -> None:
    """What the matches of these tests are made of: nothing on the pages stays unplayed."""
    met: set[str] = set()
    for seed in range(200):
        playout = Playout(start := start_from(seed), seed).play()
        met.add(start.table.rules.variant)
        for taken in playout.taken:
            hand = taken.before.hand
            if isinstance(taken.action, Action):
                met.add(taken.action.verb)
                if hand is not None and hand.position.special:
                    met.add(f"{taken.action.verb} {hand.position.special}")
            met |= {one.verb for one in taken.events if isinstance(one, Called)}
    wanted = "paulista mineiro play cover place truco seis nove dez doze queda quiero noquiero joga"
    assert {*wanted.split(), "corre", "mostrar", "truco 1", "truco 2", "cover 1"} <= met

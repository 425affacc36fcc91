"""Paulista and mineiro: engine and oracle agree on every hand, over every option.

At every step they agree on what each seat may do, on faults and on who is asked; at the end of a
hand on its points, the score and the games.
"""

import pytest
from hypothesis import given

from engine.events import GameEnded, HandEnded
from engine.guard.legal import awaited, is_trap, legal_actions, needs, public_actions
from engine.record.notation import write_action
from engine.state.state import State
from tests import oracle_brazil as oracle
from tests.examples import examples
from tests.judged import brazil, follow, tell
from tests.strategies import Taken, seeds, start_from, starts

games = pytest.mark.parametrize("game", ["paulista", "mineiro"])


class Follower:
    """An oracle that is told every step of a playout."""

    def __init__(self, start: State) -> None:
        self.table = start.table
        self.judge: oracle.Judge | None = None

    def follow(self, taken: Taken) -> None:
        """Raise ``AssertionError`` where the two disagree."""
        judge = self.judge = tell(self.judge, brazil, taken)
        assert judge.over == (needs(taken.after) != "seat"), "when play stops"
        if judge.over:
            self.counted(judge, taken)
        self.possible(judge, taken.after)

    def possible(self, judge: oracle.Judge, state: State) -> None:
        """What each seat may do, what of it is a fault, what everyone may know of it."""
        hand = state.hand
        assert hand is not None
        for seat in range(self.table.players):
            legal = legal_actions(state, seat)
            words = {write_action(self.table, one) for one in legal}
            expected = judge.may(seat) if needs(state) == "seat" else set()
            assert words == expected, f"what seat {seat} may do"
            traps = {write_action(self.table, one) for one in legal if is_trap(state, one)}
            assert traps == (judge.faults(seat) & expected)
            public = {write_action(self.table, action) for action in public_actions(state, seat)}
            spoken = {word for word in expected - traps if " " not in word}
            assert spoken - {"mostrar"} == public - {"mostrar"}
            assert "mostrar" in public or "mostrar" not in spoken
        if needs(state) == "seat" and not judge.deciding and judge.call is None:
            assert awaited(state) == (judge.turn,)
        elif needs(state) == "seat":
            asked = {seat for seat in range(self.table.players) if judge.may(seat)}
            assert set(awaited(state)) == asked

    def counted(self, judge: oracle.Judge, taken: Taken) -> None:
        (ended,) = (event for event in taken.events if isinstance(event, HandEnded))
        assert ended.points == judge.points()
        assert ended.score == judge.final()
        won = ["AB"[event.account] for event in taken.events if isinstance(event, GameEnded)]
        assert won == ([judge.game_to()] if judge.game_to() else [])
        assert taken.after.games == judge.games_after()
        assert taken.after.score == judge.final() or won
        if won and needs(taken.after) == "deal":
            assert taken.after.score == (0, 0)


def follow_match(start: State, seed: int) -> None:
    follow(start, seed, Follower(start).follow)


@given(starts("paulista"), seeds)
def test_paulista_is_the_oracles(start: State, seed: int) -> None:
    follow_match(start, seed)


@given(starts("mineiro"), seeds)
def test_mineiro_is_the_oracles(start: State, seed: int) -> None:
    follow_match(start, seed)


@games
@examples(25)
@given(seed=seeds)
def test_blind_hands_are_the_oracles(game: str, seed: int) -> None:
    follow_match(start_from(seed, game, fixed={"ferro": "blind"}), seed)


@games
@examples(25)
@given(seed=seeds)
def test_ties_are_the_oracles(game: str, seed: int) -> None:
    follow_match(
        start_from(seed, game, fixed={"truco_must_beat": "on", "show_after_tie": "highest"}), seed
    )


@games
@examples(25)
@given(seed=seeds)
def test_quedas_are_the_oracles(game: str, seed: int) -> None:
    follow_match(
        start_from(
            seed, game, fixed={"match_call": "on", "games_to_win": "3", "raise_cap": "none"}
        ),
        seed,
    )

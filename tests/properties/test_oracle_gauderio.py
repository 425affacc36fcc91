"""Truco gaudério: engine and oracle agree on every hand, over every option.

At every step they agree on what each seat may do and on who is asked; at the end of a hand on its
points and the score.
"""

import pytest
from hypothesis import given

from engine.events import HandEnded
from engine.guard.legal import awaited, legal_actions, needs
from engine.record.notation import write_action
from engine.state.state import State
from tests import oracle_gauderio as oracle
from tests.examples import examples
from tests.judged import follow, gauderio, tell
from tests.strategies import Taken, seeds, start_from, starts


class Follower:
    """An oracle that is told every step of a playout."""

    def __init__(self, start: State) -> None:
        self.table = start.table
        self.judge: oracle.Judge | None = None

    def follow(self, taken: Taken) -> None:
        """Raise ``AssertionError`` where the two disagree."""
        judge = self.judge = tell(self.judge, gauderio, taken)
        assert judge.over == (needs(taken.after) != "seat"), "when play stops"
        if judge.over:
            (ended,) = (event for event in taken.events if isinstance(event, HandEnded))
            assert ended.points == judge.points(), "points of the hand"
            return
        for seat in range(self.table.players):
            words = {
                write_action(self.table, action) for action in legal_actions(taken.after, seat)
            }
            assert words == judge.may(seat), f"what seat {seat} may do"
        assert set(awaited(taken.after)) == judge.awaited(), "who is asked"


def follow_match(start: State, seed: int) -> None:
    follow(start, seed, Follower(start).follow)


@given(starts("gauderio"), seeds)
def test_gauderio_is_the_oracles(start: State, seed: int) -> None:
    follow_match(start, seed)


@pytest.mark.parametrize("rule", ["until_settled", "until_trick_ends", "blocked_hand", "hand_ends"])
@examples(20)
@given(seed=seeds)
def test_flores_are_the_oracles(rule: str, seed: int) -> None:
    fixed = {"flor": "con", "truco_with_flor": rule}
    follow_match(start_from(seed, "gauderio", (4, 6), fixed), seed)


@examples(30)
@given(seed=seeds)
def test_long_matches_are_the_oracles(seed: int) -> None:
    follow_match(start_from(seed, "gauderio", fixed={"target": "30"}), seed)

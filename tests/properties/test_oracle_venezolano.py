"""Truco venezolano: engine and oracle agree on every hand, over every option.

At every step they agree on what each seat may do and for whom the table waits; at the end of a hand
on its points and on who has won the game with it.
"""

import pytest
from hypothesis import given

from engine.events import GameEnded, HandEnded
from engine.guard.legal import awaited, legal_actions
from engine.record.notation import write_action
from tests import oracle_venezolano as oracle
from tests.examples import examples
from tests.judged import follow, tell, venezolano
from tests.strategies import Taken, seeds, start_from


class Follower:
    """An oracle that is told every step of a playout."""

    judge: oracle.Judge | None = None

    def follow(self, taken: Taken) -> None:
        """Raise ``AssertionError`` where the two disagree."""
        judge = self.judge = tell(self.judge, venezolano, taken)
        ended = [event for event in taken.events if isinstance(event, HandEnded)]
        assert bool(ended) == judge.over
        if ended:
            assert ended[0].points == judge.points()
            won = [event.account for event in taken.events if isinstance(event, GameEnded)]
            winner = judge.winner()
            assert won == ([] if winner is None else [winner])
        if taken.after.winner >= 0:
            return
        assert judge.awaited() == set(awaited(taken.after))
        for seat in range(judge.players):
            legal = legal_actions(taken.after, seat)
            assert judge.legal(seat) == {write_action(taken.after.table, one) for one in legal}


@examples(75)
@given(seed=seeds)
def test_engine_and_oracle_agree(seed: int) -> None:
    follow(start_from(seed, "venezolano"), seed, Follower().follow, 150)


@pytest.mark.parametrize("players", [2, 4])
@examples(30)
@given(seed=seeds)
def test_they_agree_where_no_calls_are_barred(players: int, seed: int) -> None:
    """Piles, a ley and flores meet every call there is."""
    fixed = {"first_parda": "stacked", "truco_when": "any_time", "target": "32"}
    follow(start_from(seed, "venezolano", (players,), fixed), seed, Follower().follow, 150)

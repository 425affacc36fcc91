"""Truco uruguayo: engine and oracle agree on every hand, over every option.

At every step they agree on what each seat may do and for whom the table waits; at the end of a hand
on its points; between hands on whether duels are due.
"""

import pytest
from hypothesis import given

from engine.actions import Deal
from engine.apply import next_mode
from engine.events import HandEnded
from engine.guard.legal import awaited, legal_actions
from engine.record.notation import write_action
from engine.state.state import State
from tests import oracle_uruguayo as oracle
from tests.examples import examples
from tests.judged import follow, tell, uruguayo
from tests.strategies import OPTIONS, Taken, seeds, start_from


def compare(state: State, judge: oracle.Judge) -> None:
    assert judge.awaited() == set(awaited(state))
    for seat in range(state.table.players):
        engine = {write_action(state.table, action) for action in legal_actions(state, seat)}
        assert engine == judge.legal(seat), seat


def check_mode(before: State, after: State) -> None:
    """UY-SEI-01."""
    assert after.hand is not None
    if after.table.players != 6 or before.hand is None:
        return
    due = (
        not before.first
        and before.hand.mode == "redonda"
        and oracle.duels_are_due(dict(after.table.rules.options), before.score)
    )
    assert (next_mode(before) != "redonda") == due
    assert (after.hand.mode != "redonda") == due


class Follower:
    """An oracle that is told every step of a playout."""

    judge: oracle.Judge | None = None

    def follow(self, taken: Taken) -> None:
        """Raise ``AssertionError`` where the two disagree."""
        if isinstance(taken.action, Deal):
            check_mode(taken.before, taken.after)
        judge = self.judge = tell(self.judge, uruguayo, taken)
        ended = [event for event in taken.events if isinstance(event, HandEnded)]
        assert bool(ended) == (judge.phase == "over")
        if ended:
            assert ended[0].points == judge.points()
        if taken.after.winner < 0:
            compare(taken.after, judge)


@examples(60)
@given(seed=seeds)
def test_engine_and_oracle_agree(seed: int) -> None:
    follow(start_from(seed, "uruguayo"), seed, Follower().follow, 150)


USUAL = {"declare": "auto", "show": "auto", "mazo": "team", "blind_calls": "off"}


@pytest.mark.parametrize("unusual", ["", *USUAL])
@examples(30)
@given(seed=seeds)
def test_they_agree_on_one_thing_at_a_time(unusual: str, seed: int) -> None:
    """The table as usual, but for one of these."""
    fixed = {name: value for name, value in USUAL.items() if name != unusual}
    if unusual:
        fixed[unusual] = next(one for one in OPTIONS["uruguayo"][unusual] if one != USUAL[unusual])
    follow(start_from(seed, "uruguayo", fixed=fixed), seed, Follower().follow, 150)

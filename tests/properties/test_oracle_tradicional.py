"""Truco tradicional: engine and oracle agree on every hand, over the options the oracle knows.

At every step they agree on what each seat may do, for whom the table waits and which numbers are
published; at the end of a hand on its points and the score; between hands on whether duels are due.
"""

from pathlib import Path

import pytest
from hypothesis import given, settings

from engine.actions import Action, Close, Deal
from engine.apply import next_mode
from engine.events import Declared, GameEnded, HandEnded
from engine.legal import awaited, legal_actions, needs
from engine.notation import write_action
from engine.state import State
from tests import oracle_tradicional as oracle
from tests.judged import dealt, follow, recorded, tradicional, worked_hands
from tests.strategies import Taken, seeds, start_from

GAME = "tradicional-18"
USUAL = {"show": "auto"}
EXAMPLES = worked_hands("tradicional")


def test_there_are_worked_hands() -> None:
    assert len(EXAMPLES) == 21


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_oracle_knows_the_worked_hands(path: Path) -> None:
    """The oracle is right about every worked hand of the rules page."""
    laid, steps, points = recorded(path.read_text("utf-8"))
    judge = tradicional(laid)
    for step in steps:
        judge.step(step)
    assert judge.phase != "play"
    judge.close()
    assert judge.points() == points


class Follower:
    """An oracle that is told every step of a playout."""

    def __init__(self, start: State) -> None:
        self.table = start.table
        self.options = dict(start.table.rules.options)
        self.judge: oracle.Judge | None = None
        self.mode = ""
        """Of the hand before in this medio juego; empty for its first."""

    def begin(self, taken: Taken) -> oracle.Judge:
        hand = taken.after.hand
        assert hand is not None
        if self.table.players in (6, 8) and taken.before.hand is not None:
            due = self.mode == "redonda" and oracle.punta_is_due(self.options, taken.before.score)
            assert next_mode(taken.before) == ("punta" if due else "redonda")
        self.mode = hand.mode
        return tradicional(dealt(taken))

    def follow(self, taken: Taken) -> None:
        """Raise ``AssertionError`` where the two disagree."""
        if isinstance(taken.action, Deal):
            self.judge = self.begin(taken)
        judge = self.judge
        assert judge is not None
        said = len(judge.said)
        if isinstance(taken.action, Action):
            judge.step(f"{taken.action.seat} {write_action(self.table, taken.action)}")
        elif isinstance(taken.action, Close):
            judge.close()
        forced = [
            (event.seat, None if event.points < 0 else event.points)
            for event in taken.events
            if isinstance(event, Declared) and event.forced
        ]
        assert forced == judge.said[said:], "what is declared (TR-ENV-06)"
        must = needs(taken.after)
        expected = {"deal": "over", "over": "over", "close": "claims", "seat": "play"}[must]
        assert judge.phase == expected, "when play stops"
        if judge.phase == "over":
            self.counted(judge, taken)
            return
        assert judge.awaited() == set(awaited(taken.after)), "for whom the table waits"
        for seat in range(self.table.players):
            engine = {write_action(self.table, one) for one in legal_actions(taken.after, seat)}
            assert engine == judge.legal(seat), f"what seat {seat} may do"

    def counted(self, judge: oracle.Judge, taken: Taken) -> None:
        (ended,) = (event for event in taken.events if isinstance(event, HandEnded))
        assert ended.points == judge.points(), judge.entries
        won = [event.account for event in taken.events if isinstance(event, GameEnded)]
        winner = judge.winner()
        assert won == ([] if winner is None else [winner])
        if won:
            self.mode = ""
        else:
            assert taken.after.score == tuple(judge.count(judge.entries)[0])


def follow_match(start: State, seed: int) -> None:
    follow(start, seed, Follower(start).follow, 250)


@given(seed=seeds)
def test_tradicional_is_the_oracles(seed: int) -> None:
    follow_match(start_from(seed, GAME, fixed=USUAL), seed)


@settings(max_examples=40)
@given(seed=seeds)
def test_gallo_is_the_oracles(seed: int) -> None:
    follow_match(start_from(seed, GAME, (3,), USUAL), seed)


@settings(max_examples=40)
@given(seed=seeds)
def test_punta_is_the_oracles(seed: int) -> None:
    follow_match(start_from(seed, GAME, (6, 8), USUAL), seed)


@settings(max_examples=40)
@given(seed=seeds)
def test_blind_calls_are_the_oracles(seed: int) -> None:
    follow_match(start_from(seed, GAME, (2, 4), USUAL | {"blind_calls": "on"}), seed)


@settings(max_examples=40)
@given(seed=seeds)
def test_flor_faults_are_the_oracles(seed: int) -> None:
    bold = USUAL | {"flor_faults": "penalty", "blind_calls": "off"}
    follow_match(start_from(seed, GAME, fixed=bold), seed)

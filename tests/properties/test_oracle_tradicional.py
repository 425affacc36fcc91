"""Truco tradicional: engine and oracle agree on every hand, over the options the oracle knows.

At every step they agree on what each seat may do, for whom the table waits and which numbers are
published; at the end of a hand on its points and the score; between hands on whether duels are due.
"""

from hypothesis import given

from engine.actions import Deal
from engine.apply import next_mode
from engine.events import GameEnded, HandEnded
from engine.guard.legal import awaited, legal_actions, needs
from engine.record.notation import write_action
from engine.state.state import State
from tests import oracle_tradicional as oracle
from tests.examples import examples
from tests.judged import follow, published, tell, tradicional
from tests.strategies import Taken, seeds, start_from

GAME = "tradicional-18"
USUAL = {"show": "auto"}


class Follower:
    """An oracle that is told every step of a playout."""

    def __init__(self, start: State) -> None:
        self.table = start.table
        self.options = dict(start.table.rules.options)
        self.judge: oracle.Judge | None = None
        self.said = 0
        """How many numbers of this hand have been published."""
        self.mode = ""
        """Of the hand before in this medio juego; empty for its first."""

    def begin(self, taken: Taken) -> None:
        hand = taken.after.hand
        assert hand is not None
        if self.table.players in (6, 8) and taken.before.hand is not None:
            due = self.mode == "redonda" and oracle.punta_is_due(self.options, taken.before.score)
            assert next_mode(taken.before) == ("punta" if due else "redonda")
        self.mode, self.said = hand.mode, 0

    def follow(self, taken: Taken) -> None:
        """Raise ``AssertionError`` where the two disagree."""
        if isinstance(taken.action, Deal):
            self.begin(taken)
        judge = self.judge = tell(self.judge, tradicional, taken)
        assert published(taken) == judge.said[self.said :], "what is declared (TR-ENV-06)"
        self.said = len(judge.said)
        must = needs(taken.after)
        expected = {"deal": "over", "over": "over", "close": "claims", "seat": "play"}[must]
        assert judge.phase == expected, "when play stops"
        if judge.phase == "over":
            self.counted(judge, taken)
            return
        assert judge.awaited() == set(awaited(taken.after)), "for whom the table waits"
        for seat in range(self.table.players):
            engine = {
                write_action(self.table, action) for action in legal_actions(taken.after, seat)
            }
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


@examples(20)
@given(seed=seeds)
def test_gallo_is_the_oracles(seed: int) -> None:
    follow_match(start_from(seed, GAME, (3,), USUAL), seed)


@examples(20)
@given(seed=seeds)
def test_punta_is_the_oracles(seed: int) -> None:
    follow_match(start_from(seed, GAME, (6, 8), USUAL), seed)


@examples(20)
@given(seed=seeds)
def test_blind_calls_are_the_oracles(seed: int) -> None:
    follow_match(start_from(seed, GAME, (2, 4), USUAL | {"blind_calls": "on"}), seed)


@examples(20)
@given(seed=seeds)
def test_flor_faults_are_the_oracles(seed: int) -> None:
    bold = USUAL | {"flor_faults": "penalty", "blind_calls": "off"}
    follow_match(start_from(seed, GAME, fixed=bold), seed)

"""The engine and the oracle agree on the points of every hand, over every option."""

import pytest
from hypothesis import given

from engine.actions import Deal
from engine.events import GameEnded, HandEnded
from engine.guard.legal import legal_actions, needs
from engine.state.state import PLAYING, State
from tests import oracle
from tests.conversation import write
from tests.judged import argentino, follow, published, tell
from tests.strategies import OPTIONS, Taken, seeds, start_from, starts

GAME = "argentino"


class Follower:
    """An oracle that is told every step of a playout."""

    def __init__(self, start: State) -> None:
        self.options = dict(start.table.rules.options)
        self.players = start.table.players
        self.judge: oracle.Judge | None = None
        self.said = 0
        """How many numbers of this hand have been published."""
        self.mode = ""
        """Of the hand before, in this chico; empty for its first."""

    def follow(self, taken: Taken) -> None:
        """Raise ``AssertionError`` where the two disagree."""
        if isinstance(taken.action, Deal):
            self.begin(taken)
        judge = self.judge = tell(self.judge, argentino, taken)
        hand = taken.after.hand
        assert hand is not None
        assert published(taken) == judge.said[self.said :], "what is declared (AR-ENV-10)"
        self.said = len(judge.said)
        assert judge.play_over == (hand.position.phase != PLAYING), "when play stops"
        if needs(taken.after) in ("deal", "over"):
            if not judge.closed:
                judge.close()
            self.counted(judge, taken)
        elif not judge.play_over:
            assert tuple(judge.score()) == taken.after.score, "safe points"
        for seat in range(self.players):
            legal = {write(action) for action in legal_actions(taken.after, seat)}
            if needs(taken.after) != "over":
                assert legal == judge.legal(seat), f"what seat {seat} may do"

    def begin(self, taken: Taken) -> None:
        hand = taken.after.hand
        assert hand is not None
        if self.players == 6 and taken.before.hand is not None:  # AR-PIC-01
            due = self.mode == "redonda" and oracle.duels_are_due(self.options, taken.before.score)
            assert hand.mode == ("pica" if due else "redonda")
        self.mode, self.said = hand.mode, 0

    def counted(self, judge: oracle.Judge, taken: Taken) -> None:
        (ended,) = (event for event in taken.events if isinstance(event, HandEnded))
        assert ended.points == judge.points(), judge.awards
        assert ended.score == judge.final_score()
        hand = taken.after.hand
        assert hand is not None
        for duel in range(len(judge.contests)):
            entries = [entry for entry in hand.entries if entry.duel == duel]
            paid = tuple(
                sum(entry.points for entry in entries if entry.side == side) for side in (0, 1)
            )
            assert paid == judge.duel_points(duel)
        won = [event.account for event in taken.events if isinstance(event, GameEnded)]
        chico = judge.chico()
        assert won == ([] if chico is None else [chico])
        if won:
            self.mode = ""


def follow_match(start: State, seed: int) -> None:
    follow(start, seed, Follower(start).follow)


@given(starts(GAME), seeds)
def test_points_are_the_oracles(start: State, seed: int) -> None:
    follow_match(start, seed)


@given(starts(GAME, players=(2, 4), flor="con"), seeds)
def test_points_are_the_oracles_with_flor(start: State, seed: int) -> None:
    follow_match(start, seed)


@given(starts(GAME, players=(6,), flor="con"), seeds)
def test_points_are_the_oracles_in_duels(start: State, seed: int) -> None:
    follow_match(start, seed)


@given(starts(GAME, players=(3,)), seeds)
def test_points_are_the_oracles_among_three(start: State, seed: int) -> None:
    """AR-GAL-01 to 05."""
    follow_match(start, seed)


@given(starts(GAME, players=(3, 4, 6), mazo="player"), seeds)
def test_points_are_the_oracles_when_players_leave(start: State, seed: int) -> None:
    follow_match(start, seed)


@given(starts(GAME, players=(2, 3, 4), show="claim", declare="manual"), seeds)
def test_points_are_the_oracles_when_points_are_held(start: State, seed: int) -> None:
    follow_match(start, seed)


@pytest.mark.parametrize("flor", ["sin", "con"])
def test_points_are_the_oracles_where_much_is_remembered(flor: str) -> None:
    """Match after match at the same few tables, all the other options by default."""
    defaults = {name: values[0] for name, values in OPTIONS[GAME].items()} | {"flor": flor}
    for seed in range(80):
        follow_match(start_from(seed, GAME, fixed=defaults, remember=True), seed)

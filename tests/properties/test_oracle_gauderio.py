"""Truco gaudério: engine and oracle agree on every hand, over every option.

At every step they agree on what each seat may do and on who is asked; at the end of a hand on its
points and the score.
"""

from pathlib import Path

import pytest
from hypothesis import given, settings

from engine.actions import Action, Deal
from engine.cards import SPANISH
from engine.events import HandEnded
from engine.legal import awaited, legal_actions, needs
from engine.notation import parse_record, write_action
from engine.notation.record import HandDealt, Result, Step
from engine.state import State
from engine.table import table_for
from tests import oracle_gauderio as oracle
from tests.strategies import Playout, Taken, seeds, start_from, starts

EXAMPLES = sorted((Path(__file__).parents[1] / "notation" / "gauderio").glob("ga-ex-*.truco"))


def test_there_are_worked_hands() -> None:
    assert len(EXAMPLES) == 16


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_oracle_knows_the_worked_hands(path: Path) -> None:
    """The oracle is right about every worked hand of the rules page."""
    record = parse_record(path.read_text("utf-8"))
    head = record.header
    table = table_for(head.variant, head.players, dict(head.options))
    (dealt,) = (one for one in record.statements if isinstance(one, HandDealt))
    (result,) = (one for one in record.statements if isinstance(one, Result))
    a, b = head.score
    judge = oracle.Judge(
        head.players,
        dealt.dealer,
        {seat: [SPANISH.write(card) for card in cards] for seat, cards in enumerate(dealt.hands)},
        dict(table.rules.options),
        (a, b),
    )
    for statement in record.statements:
        if isinstance(statement, Step):
            step = statement.action
            judge.step(f"{step.seat} {write_action(table, step)}")
    assert judge.over
    assert judge.points() == result.points


class Follower:
    """An oracle that is told every step of a playout."""

    def __init__(self, start: State) -> None:
        self.table = start.table
        self.judge: oracle.Judge | None = None

    def follow(self, taken: Taken) -> None:
        """Raise ``AssertionError`` where the two disagree."""
        if isinstance(taken.action, Deal):
            a, b = taken.before.score
            hands = enumerate(taken.action.hands)
            self.judge = oracle.Judge(
                self.table.players,
                taken.action.dealer,
                {seat: [SPANISH.write(card) for card in cards] for seat, cards in hands},
                dict(self.table.rules.options),
                (a, b),
            )
        judge = self.judge
        assert judge is not None
        if isinstance(taken.action, Action):
            judge.step(f"{taken.action.seat} {write_action(self.table, taken.action)}")
        assert judge.over == (needs(taken.after) != "seat"), "when play stops"
        if judge.over:
            (ended,) = (event for event in taken.events if isinstance(event, HandEnded))
            assert ended.points == judge.points(), "points of the hand"
            return
        for seat in range(self.table.players):
            words = {write_action(self.table, one) for one in legal_actions(taken.after, seat)}
            assert words == judge.may(seat), f"what seat {seat} may do"
        assert set(awaited(taken.after)) == judge.awaited(), "who is asked"


def follow_match(start: State, seed: int) -> None:
    playout = Playout(start, seed)
    follower = Follower(start)
    try:
        for taken in playout.steps():
            follower.follow(taken)
    except AssertionError as error:
        error.add_note(playout.record())
        raise


@given(starts("gauderio"), seeds)
def test_gauderio_is_the_oracles(start: State, seed: int) -> None:
    follow_match(start, seed)


@pytest.mark.parametrize("rule", ["until_settled", "until_trick_ends", "blocked_hand", "hand_ends"])
@settings(max_examples=40)
@given(seed=seeds)
def test_flores_are_the_oracles(rule: str, seed: int) -> None:
    fixed = {"flor": "con", "truco_with_flor": rule}
    follow_match(start_from(seed, "gauderio", (4, 6), fixed), seed)


@settings(max_examples=60)
@given(seed=seeds)
def test_long_matches_are_the_oracles(seed: int) -> None:
    follow_match(start_from(seed, "gauderio", fixed={"target": "30"}), seed)

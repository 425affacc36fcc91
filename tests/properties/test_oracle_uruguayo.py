"""Truco uruguayo: engine and oracle agree on every hand, over the options the oracle knows.

At every step they agree on what each seat may do and for whom the table waits; at the end of a hand
on its points; between hands on whether duels are due.
"""

from pathlib import Path

import pytest
from hypothesis import given, settings

from engine.actions import Action, Close, Deal
from engine.apply import next_mode
from engine.cards import SPANISH
from engine.events import HandEnded
from engine.legal import awaited, legal_actions
from engine.notation import write_action
from engine.state import State
from tests import oracle_uruguayo as oracle
from tests.strategies import OPTIONS, Playout, seeds, start_from

USUAL = {"declare": "auto", "show": "auto", "mazo": "team", "blind_calls": "off"}


def judge_of(state: State, deal: Deal) -> oracle.Judge:
    """The oracle at the beginning of a hand."""
    table = state.table
    assert state.hand is not None
    return oracle.Judge(
        players=table.players,
        dealer=deal.dealer,
        hands=[[SPANISH.write(card) for card in hand] for hand in deal.hands],
        muestra=SPANISH.write(deal.turned),
        options=dict(table.rules.options),
        duels=state.hand.mode not in ("", "redonda"),
        score=state.hand.start,
    )


def compare(state: State, judge: oracle.Judge) -> None:
    assert judge.awaited() == set(awaited(state))
    for seat in range(state.table.players):
        engine = {write_action(state.table, one) for one in legal_actions(state, seat)}
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


def check(playout: Playout, length: int) -> None:
    judge: oracle.Judge | None = None
    for taken in playout.steps(length):
        if isinstance(taken.action, Deal):
            check_mode(taken.before, taken.after)
            judge = judge_of(taken.after, taken.action)
        elif isinstance(taken.action, Action):
            assert judge is not None
            words = write_action(taken.after.table, taken.action)
            judge.step(f"{taken.action.seat} {words}")
        else:
            assert isinstance(taken.action, Close)
            assert judge is not None
            judge.close()
        assert judge is not None
        ended = [event for event in taken.events if isinstance(event, HandEnded)]
        if ended:
            assert ended[0].points == judge.points()
            judge.close()
        if taken.after.winner < 0:
            compare(taken.after, judge)


@settings(max_examples=120)
@given(seed=seeds)
def test_engine_and_oracle_agree(seed: int) -> None:
    playout = Playout(start_from(seed, "uruguayo", fixed=USUAL), seed)
    try:
        check(playout, 150)
    except AssertionError as error:
        error.add_note(playout.record())
        raise


EXAMPLES = sorted((Path(__file__).parents[1] / "notation" / "uruguayo").glob("uy-ex-*.truco"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_oracle_knows_the_worked_hands(path: Path) -> None:
    """The oracle is right about the worked hands of the page, by themselves."""
    options: dict[str, str] = {}
    hands: dict[int, list[str]] = {}
    steps: list[str] = []
    score, players, dealer, muestra, duels = [0, 0], 0, 0, "", False
    expected = None
    for line in path.read_text("utf-8").splitlines():
        words = line.partition("#")[0].split()
        if not words:
            continue
        match words:
            case ["option", name, value]:
                options[name] = value
            case ["score", side, points]:
                score["AB".index(side)] = int(points)
            case ["players", count]:
                players = int(count)
            case ["hand", "dealer", deals, *rest]:
                dealer = int(deals)
                muestra = rest[rest.index("turned") + 1]
                duels = "mode" in rest and rest[rest.index("mode") + 1] != "redonda"
            case ["deal", seat, *dealt]:
                hands[int(seat)] = dealt
            case ["result", "A", a, "B", b]:
                expected = (int(a), int(b))
            case [seat, *_] if seat.isdecimal():
                steps.append(" ".join(words))
            case _:
                pass
    defaults = {name: values[0] for name, values in OPTIONS["uruguayo"].items()}
    judge = oracle.Judge(
        players=players,
        dealer=dealer,
        hands=[hands[seat] for seat in range(players)],
        muestra=muestra,
        options=defaults | options,
        duels=duels,
        score=score,
    )
    for step in steps:
        judge.step(step)
    assert judge.points() == expected

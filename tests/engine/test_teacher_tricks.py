"""What the teacher knows of the truco of two without any imagined deal, and the blunders by which
it is measured."""

import pytest

from engine.actions import Action
from engine.record.notation import parse_action
from engine.seen.view import table_of
from engine.teacher import Verdict, Why, opinion_of, reason_for, reason_of, verdict, weighed
from engine.teacher.rollouts import counting_of
from engine.teacher.tricks import trick_worths
from engine.teacher.verdicts import DOUBT
from lab.blunders import KINDS, planted
from tests.engine.test_teacher import hand_of, last
from tests.narrow import of_kind


def judged(mine: str, others: str, *steps: str, dealer: int = 0) -> Verdict:
    """The verdict on the last step; it fails if a deal is played on."""

    def never() -> bool:
        raise AssertionError("a deal was played on")

    moment = last(hand_of(mine, others, *steps, dealer=dealer))
    return weighed(opinion_of(moment, 1), 1, never)


def worth(mine: str, others: str, *steps: str, of: str, dealer: int = 0) -> float:
    """The points that a step brings, taken instead of the last one."""
    seen = last(hand_of(mine, others, *steps, dealer=dealer)).seen
    step = of_kind(Action, parse_action(table_of(seen), seen.seat, of))
    return trick_worths(seen, (step,))[step].points


def test_to_fold_a_hand_that_is_surely_won_costs_all_that_it_would_bring() -> None:
    """The pie holds the ace of swords; the mano has raised over its last card."""
    steps = ("1 play 1b", "0 play 4c", "1 play 6o", "0 play 7e", "0 truco", "1 quiero")
    raised = (*steps, "1 retruco", "0 noquiero")
    found = judged("1e 7e 4c", "1b 6o 3c", *raised)
    assert found.is_mistake
    assert found.points.mean >= 5.0  # 3 at least instead of -2
    assert found.points.margin == DOUBT
    assert found.worth == pytest.approx(-2.0)
    assert reason_of(found).why is Why.ACCEPT_TRUCO


def test_the_dearer_card_in_the_second_trick_is_a_mistake_without_a_deal() -> None:
    steps = ("1 play 6o", "0 play 4c", "1 play 5c")
    found = judged("7e 10b 4c", "1b 6o 5c", *steps, "0 play 7e")
    assert found.is_mistake
    assert found.best == Action(found.best.seat, "play", found.moment.seen.cards[1])
    cheap = worth("7e 10b 4c", "1b 6o 5c", *steps, "0 play 7e", of="play 10b")
    assert found.worth == pytest.approx(cheap - found.points.mean)
    assert found.chance.mean == pytest.approx(
        found.points.mean * counting_of(found.moment).per_point, rel=0.1
    )


def test_a_raise_over_a_card_that_wins_does_not_save_a_hand_that_is_lost() -> None:
    """After a tie with two fours a truco is accepted: the tables fold to every second retruco then,
    and somebody who plays well does not."""
    steps = ("0 play 6o", "1 play 6b", "0 truco", "1 quiero")
    seen = last(hand_of("6o 6c 3o", "4b 4e 6b", *steps), 1).seen
    accepts = Action(seen.seat, "quiero")
    assert trick_worths(seen, (accepts,))[accepts].points == pytest.approx(-2.0, abs=0.01)


@pytest.mark.parametrize(
    ("steps", "verbs"),
    [
        pytest.param(("0 play 5o",), set(), id="an envido may be called"),
        pytest.param(("0 envido", "1 noquiero", "0 play 5o"), set(), id="the first trick"),
        pytest.param(
            ("0 play 5o", "1 truco", "0 quiero"),
            {"quiero", "retruco", "noquiero", "mazo"},
            id="asked",
        ),
        pytest.param(
            ("0 play 5o", "1 play 4b", "0 play 4c"), {"play", "truco", "mazo"}, id="later"
        ),
    ],
)
def test_of_the_first_trick_only_an_answer_is_known(
    steps: tuple[str, ...], verbs: set[str]
) -> None:
    seen = last(hand_of("1e 4c 5o", "4b 6o 7c", *steps)).seen
    offered = [step for step in seen.offered if isinstance(step, Action)]
    assert {step.verb for step in trick_worths(seen, offered)} == verbs


@pytest.mark.parametrize(
    ("mine", "why"), [("1e 7e 4c", Why.ACCEPT_TRUCO), ("4e 5e 4c", Why.CALL_ENVIDO)]
)
def test_who_folds_good_cards_hears_of_the_cards_and_not_of_the_envido(mine: str, why: Why) -> None:
    """Even where the master says an envido before the truco is answered."""
    moment = last(hand_of(mine, "1b 6o 5c", "1 truco", "0 noquiero", dealer=0))
    assert reason_for(moment.seen, Action(moment.seen.seat, "envido"), moment.chosen).why is why


def test_blunders_of_each_kind_are_planted() -> None:
    assert sum(number for _, number in KINDS.values()) == 79
    (moment,) = planted("falta with 20 points", 1, 1)
    assert moment.chosen in moment.seen.offered
    assert verdict(moment, 1).is_mistake

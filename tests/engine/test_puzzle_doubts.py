"""What is right only against who never bluffs, or folds too often, makes no puzzle."""

import pytest

from engine.actions import NO_QUIERO, QUIERO, Action
from engine.cards import SPANISH
from engine.puzzles import action_of, shipped, view_of
from engine.puzzles.making import is_best_known, stands_on_belief
from engine.seen.view import view
from tests.conversation import Talk
from tests.engine.test_puzzles import WITH_FILES


def believed(talk: Talk, verb: str = NO_QUIERO) -> bool:
    return stands_on_belief(view(talk.state, 0), Action(0, verb))


def last_card(card: str) -> Talk:
    """This card lies there, and who holds one more calls truco."""
    talk = Talk(f"6c 5c {card}", "10o 4c 12b", dealer=0)
    return talk.say(
        "1 play 10o", "0 play 6c", "1 play 4c", "0 play 5c", f"0 play {card}", "1 truco"
    )


def test_seven_cards_of_35_beat_a_three() -> None:
    """One bluff of five losing cards makes accepting worth more than a half of what is needed."""
    assert believed(last_card("3b"))
    assert not believed(last_card("3b"), QUIERO)


@pytest.mark.parametrize("card", ["4o", "5e", "6b"])
def test_a_card_that_nearly_everything_beats_is_given_up_for_good(card: str) -> None:
    assert not believed(last_card(card))


def test_a_raise_that_costs_nothing_says_nothing() -> None:
    """At 28 the truco that this side has called brings it home, so whoever raises it loses no more
    than the game."""
    for mine, free in ((28, True), (27, False)):
        talk = Talk("7e 4c 5c", "10o 6o 12b", dealer=0, score=(mine, 10))
        talk.say("1 play 10o", "0 truco", "1 retruco")
        assert believed(talk) is free


def test_no_shipped_puzzle_stands_on_such_a_belief() -> None:
    for game in WITH_FILES:
        for puzzle in shipped(game).puzzles:
            assert not stands_on_belief(view_of(puzzle), action_of(puzzle, puzzle.best)), puzzle.id


def test_a_bluff_over_a_card_that_wins_is_no_best_answer() -> None:
    talk = Talk("3o 4c 5o", "1b 6o 7c", dealer=1)
    talk.say("0 play 3o", "1 play 7c", "0 play 4c", "1 play 6o", "1 play 1b")
    lays, bluffs = Action(0, "play", SPANISH.read("5o")), Action(0, "truco")
    assert not is_best_known(view(talk.state, 0), bluffs, [lays])
    assert is_best_known(view(talk.state, 0), lays, [bluffs])


@pytest.mark.parametrize("game", WITH_FILES)
def test_no_shipped_puzzle_stands_on_folds_that_good_players_do_not_make(game: str) -> None:
    """Where worths are known without deals, the best answer is the best by them too."""
    for puzzle in shipped(game).puzzles:
        best, *equal = (action_of(puzzle, at) for at in (puzzle.best, *puzzle.equal))
        answers = (action_of(puzzle, at) for at in range(len(puzzle.answers)))
        rest = [step for step in answers if step != best and step not in equal]
        assert is_best_known(view_of(puzzle), best, rest), puzzle.id

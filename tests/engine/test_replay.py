"""Playing records: unknown cards, the time for claims, what a replay reports."""

import pytest

from engine.cards import SPANISH
from engine.errors import Reason
from engine.record.notation import parse_record
from engine.record.replay import Replay, legal_words, replay
from tests.narrow import present

HEADER = "record 1\nvariant argentino\nplayers 2\n"
HAND = "hand dealer 1\ndeal 0 7e 6e 4o\ndeal 1 1b 5c 1e\n"
FLOR = "record 1\nvariant argentino\noption flor con\nplayers 2\n"
UNKNOWN = "deal 0 ?? ?? ??\n"
SIX = ("7e 6e 4o", "3c 2c 5b", "1e 4b 4c", "7c 5c 12e", "10o 11b 6b", "1b 5o 6o")


def play(text: str, *, close: bool = True) -> Replay:
    return replay(parse_record(text), close=close)


def error(text: str) -> tuple[int, Reason]:
    found = present(play(text).error)
    return found.line, found.reason


def test_a_record_without_hands_is_complete() -> None:
    played = play(HEADER + "score A 3\n")
    assert (played.hands, played.complete, played.error) == ((), True, None)
    assert played.state.score == (3, 0)


def test_what_was_played_before_an_error_is_reported() -> None:
    second = HAND.replace("dealer 1", "dealer 0")
    played = play(HEADER + HAND + "0 mazo\n" + second + "1 truco\n0 play 7e\n")
    assert present(played.error).text == "0 play 7e"
    assert [hand.points for hand in played.hands] == [(0, 2), (0, 0)]
    assert [hand.finished for hand in played.hands] == [True, False]


@pytest.mark.parametrize(
    ("lines", "duels"),
    [
        ("", [((1, 4), (0, 0))]),
        ("1 mazo\n", [((1, 4), (2, 0)), ((2, 5), (0, 0))]),
        ("1 mazo\n2 realenvido\n5 quiero\n", [((1, 4), (2, 0)), ((2, 5), (0, 3))]),
    ],
)
def test_a_hand_of_duels_has_the_points_of_each_that_has_begun(
    lines: str, duels: list[tuple[tuple[int, int], tuple[int, int]]]
) -> None:
    """AR-PIC-02: the hand before is played by all."""
    options = "option duels_from 0\noption duels_until 0\n"
    header = f"record 1\nvariant argentino\n{options}players 6\n"
    deals = "".join(f"deal {seat} {cards}\n" for seat, cards in enumerate(SIX))
    first = f"hand dealer 5\n{deals}1 truco\n2 noquiero\n"
    together, apart = play(f"{header}{first}hand dealer 0 mode punta\n{deals}{lines}").hands
    assert (together.mode, together.duels) == ("redonda", None)
    assert apart.mode == "punta"
    assert [(duel.seats, duel.points) for duel in present(apart.duels)] == duels


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("1 play 1b\n", 7, Reason.NOT_YOUR_TURN),
        ("! 0 truco\n", 7, Reason.NOT_REFUSED),
        ("! 0 play 1b TOO_LATE\n", 7, Reason.OTHER_REASON),
        ("? 1 truco\n", 7, Reason.ACTIONS_DIFFER),
        ("? 1\n", 7, Reason.ACTIONS_DIFFER),
        ("0 mazo\nresult A 2 B 0\n", 8, Reason.RESULT_DIFFERS),
        ("result A 0 B 0\n", 7, Reason.RESULT_DIFFERS),
        ("close\n", 7, Reason.NOT_AVAILABLE),
        ("0 mazo\n1 truco\n", 8, Reason.HAND_OVER),
        ("end agreed\n0 mazo\n", 8, Reason.MATCH_OVER),
        ("end agreed\nend agreed\n", 8, Reason.MATCH_OVER),
        ("end agreed\nresult A 0 B 0\n", 8, Reason.RESULT_DIFFERS),
        ("0 mazo\nend void\n" + HAND.replace("dealer 1", "dealer 0"), 9, Reason.MATCH_OVER),
        (HAND.replace("dealer 1", "dealer 0"), 7, Reason.BAD_DEAL),
        ("0 mazo\n" + HAND, 8, Reason.BAD_DEAL),
    ],
)
def test_the_first_thing_not_accepted_has_its_line(text: str, line: int, reason: Reason) -> None:
    assert error(HEADER + HAND + text) == (line, reason)


def test_a_step_before_the_first_hand_is_refused() -> None:
    assert error(HEADER + "0 truco\n") == (4, Reason.HAND_OVER)


def test_the_first_hand_may_be_of_duels_later_ones_follow_the_rules() -> None:
    """AR-PIC-01, AR-PIC-02: with nobody at 5 points redonda follows whatever was before."""
    deals = "".join(f"deal {seat} ?? ?? ??\n" for seat in range(6))
    first = f"record 1\nvariant argentino\nplayers 6\nhand dealer 0 mode pico\n{deals}"
    first += "1 mazo\n2 mazo\n3 mazo\n"
    played = play(first + f"hand dealer 1 mode redonda\n{deals}")
    assert played.error is None
    assert [hand.mode for hand in played.hands] == ["punta", "redonda"]
    duels = present(played.hands[0].duels)
    assert [duel.seats for duel in duels] == [(1, 4), (2, 5), (3, 0)]
    assert [duel.points for duel in duels] == [(2, 0), (0, 2), (2, 0)]
    assert error(first + f"hand dealer 1 mode punta\n{deals}") == (14, Reason.BAD_DEAL)


def test_an_unfinished_hand_counts_for_nothing() -> None:
    played = play(HEADER + HAND + "0 envido\n1 noquiero\nend abandoned\n")
    assert played.state.score == (0, 0)
    assert played.state.ended == "abandoned"
    assert played.hands[0].points == (1, 0)
    assert not played.hands[0].finished


def test_an_end_after_a_finished_hand_keeps_its_points() -> None:
    played = play(FLOR + HAND + "0 mazo\nend agreed\n")
    assert played.state.score == (0, 2)
    assert played.hands[0].finished


def test_the_end_of_the_record_closes_the_claims_only_when_asked() -> None:
    text = FLOR + HAND + "0 mazo\n"
    assert play(text).hands[0].finished
    open_ended = play(text, close=False)
    assert not open_ended.hands[0].finished
    assert legal_words(open_ended.state, 1) == ("pidoflor 0",)


def test_cards_laid_later_are_filled_in() -> None:
    text = HEADER + "hand dealer 1\n" + UNKNOWN + "deal 1 1b 5c 1e\n0 cover ??\n1 play 5c\n"
    played = play(text + "1 play 1b\n0 cover 4o\n")
    assert played.error is None
    assert present(played.state.hand).dealt[0] == (SPANISH.read("4o"), -1, -1)


def test_the_filling_stays_within_its_hand() -> None:
    first = HEADER + "hand dealer 1\n" + UNKNOWN + "deal 1 1b 5c 1e\n0 mazo\n"
    played = play(first + "hand dealer 0\n" + UNKNOWN + "deal 1 1b 5c 1e\n1 play 5c\n0 play 7e\n")
    assert played.error is None
    assert present(played.steps[0].state.hand).dealt[0] == (-1, -1, -1)


def test_nobody_is_given_a_card_that_somebody_else_has() -> None:
    text = HEADER + "hand dealer 1\n" + UNKNOWN + "deal 1 1b 5c 1e\n0 play 1b\n"
    assert error(text) == (7, Reason.NO_SUCH_CARD)


@pytest.mark.parametrize("steps", ["0 envido\n1 quiero\n", "0 truco\n1 envido\n0 quiero\n1 mazo\n"])
def test_unknown_points_end_the_replay_without_error(steps: str) -> None:
    text = HEADER + "hand dealer 1\n" + UNKNOWN + "deal 1 1b 5c 1e\n" + steps
    played = play(text + "result A 9 B 9\n")
    assert played.error is None
    assert not played.complete
    assert len(played.hands) == 1


def test_a_claim_against_unknown_cards_ends_the_replay() -> None:
    """AR-FLO-13: whether there was a flor, the writer of the record never knew."""
    text = FLOR + "hand dealer 1\n" + UNKNOWN + "deal 1 1b 5c 1e\n0 mazo\n1 pidoflor 0\n"
    played = play(text)
    assert (played.complete, played.error) == (False, None)


def test_one_seat_s_actions_are_those_of_its_own_cards() -> None:
    text = FLOR + "hand dealer 1\n" + UNKNOWN + "deal 1 1c 5c 4c\n"
    played = play(text)
    assert "flor" in legal_words(played.state, 1)
    assert legal_words(played.state, 0)[0] == "play ??"

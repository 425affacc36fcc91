"""Truco argentino, the truco ladder (AR-TRU)."""

import pytest

from engine.actions import Action
from engine.errors import BadRecord, Reason
from engine.events import Answered
from engine.record.notation import parse_action
from engine.variants import table_for
from tests.conversation import CALLS, Talk

LOW = "4e 5b 6o"
HIGH = "1e 1b 7e"
FOUR = ("7e 6b 4c", "3c 10b 11o", "5o 12c 2b", "7o 4e 12b")


def climb(steps: int) -> Talk:
    """A ladder of so many calls, seat 0 first, the last one unanswered."""
    talk = Talk(LOW, HIGH)
    for number, word in enumerate(("truco", "retruco", "vale4")[:steps]):
        talk.say(f"{number % 2} {word}")
    return talk


@pytest.mark.parametrize(("steps", "worth"), [(0, 1), (1, 2), (2, 3), (3, 4)])
def test_ar_tru_01_hand_value(steps: int, worth: int) -> None:
    """AR-TRU-01: nothing 1, truco 2, retruco 3, vale cuatro 4."""
    talk = climb(steps)
    if steps:
        talk.say(f"{steps % 2} quiero")
    talk.say("0 play 4e", "1 play 1e", "1 play 1b", "0 play 5b")
    assert talk.end() == (0, worth)


def test_ar_tru_02_not_while_something_is_pending() -> None:
    """AR-TRU-02: not over a truco, an envido, a flor or a declaration."""
    talk = Talk(*FOUR, declare="manual").say("0 truco")
    assert talk.may("truco") == set()
    talk = Talk("7e 6e 4o", "4c 2c 1o", declare="manual").say("0 envido")
    assert talk.may("truco") == set()
    talk.say("1 quiero")
    assert talk.may("truco") == set()
    assert talk.refused("1 truco") == Reason.ANSWER_FIRST
    talk = Talk("7e 6e 4e", "4c 2c 1c", flor="con").say("0 flor")
    assert talk.may("truco") == set()
    assert talk.refused("1 truco") == Reason.ANSWER_FIRST


def test_ar_tru_02_not_after_the_last_card() -> None:
    """AR-TRU-02: a card of the hand must still be to be played."""
    talk = Talk("1e 1b 4c", "4b 5c 7e").say("0 play 1e", "1 play 4b", "0 play 1b", "1 play 5c")
    assert talk.refused("1 truco") == Reason.HAND_OVER


def test_ar_tru_02_own_turn() -> None:
    """AR-TRU-02, ``own_turn``: only on one's own turn before playing a card."""
    talk = Talk(*FOUR, truco_when="own_turn")
    assert talk.may("truco") == {0}
    assert talk.refused("1 truco") == Reason.NOT_YOUR_TURN
    talk.say("0 play 4c")
    assert talk.may("truco") == {1}


def test_ar_tru_02_in_a_duel_only_its_players() -> None:
    """AR-TRU-02, AR-PIC-03."""
    hands = (*FOUR, "1e 5b 10e", "1b 6o 10c")
    talk = Talk(*hands, dealer=5, mode="pica")
    assert talk.may("truco") == {0, 3}
    assert talk.refused("1 truco") == Reason.NOT_IN_PLAY


def test_ar_tru_03_flor_as_answer() -> None:
    """AR-TRU-03, AR-FLO-11."""
    talk = Talk(LOW, "1c 2c 3c", flor="con").say("0 truco")
    assert talk.words(1) == {"quiero", "noquiero", "retruco", "mazo", "flor"}


def test_ar_tru_04_the_next_step_accepts() -> None:
    """AR-TRU-04: "quiero retruco"; steps cannot be skipped."""
    talk = Talk(LOW, HIGH).say("0 truco")
    assert talk.refused("1 vale4") == Reason.NOT_AVAILABLE
    talk.say("1 retruco")
    assert talk.hand.position.level == 1
    assert talk.words(0) == {"quiero", "noquiero", "vale4", "mazo"}
    talk.say("0 vale4")
    assert talk.words(1) == {"quiero", "noquiero", "mazo"}
    talk = Talk(LOW, HIGH)
    assert talk.refused("0 retruco") == Reason.NOT_AVAILABLE
    assert talk.refused("0 vale4") == Reason.NOT_AVAILABLE


def test_ar_tru_05_el_quiero() -> None:
    """AR-TRU-05: after quiero only the accepting team may raise, at once or later."""
    talk = Talk(*FOUR).say("0 truco", "1 quiero")
    assert talk.may("retruco") == {1, 3}
    assert talk.refused("0 retruco") == Reason.NOT_AVAILABLE
    talk.say("0 play 4c", "1 play 3c")
    assert talk.may("retruco") == {1, 3}
    talk.say("3 retruco", "2 quiero")
    assert talk.may("vale4") == {0, 2}
    talk.say("0 vale4", "3 quiero")
    assert all(talk.may(word) == set() for word in ("truco", "retruco", "vale4"))


def test_ar_tru_05_never_the_own_last_call() -> None:
    """AR-TRU-05."""
    talk = Talk(*FOUR).say("0 truco")
    assert talk.refused("2 retruco") == Reason.OWN_CALL
    assert talk.refused("0 retruco") == Reason.OWN_CALL


@pytest.mark.parametrize(("steps", "points"), [(1, 1), (2, 2), (3, 3)])
def test_ar_tru_06_refused(steps: int, points: int) -> None:
    """AR-TRU-06: noquiero ends the hand; the caller's team scores the value before."""
    talk = climb(steps).say(f"{steps % 2} noquiero")
    assert talk.needs == "deal"
    caller = (steps - 1) % 2
    assert talk.end() == ((points, 0) if caller == 0 else (0, points))


@pytest.mark.parametrize("lay", ["play", "cover"])
def test_ar_tru_07_a_card_accepts(lay: str) -> None:
    """AR-TRU-07: a challenged player on turn who lays a card, open or covered, has accepted."""
    talk = Talk(*FOUR).say("1 truco")
    assert talk.awaited == {0, 2}
    talk.say(f"0 {lay} 4c")
    assert talk.hand.position.level == 1
    assert [event.implied for event in talk.of(Answered)] == [True]
    assert talk.may("retruco") == {0, 2}  # el quiero is theirs
    assert talk.awaited == {1}


def test_ar_tru_07_the_calling_team_waits() -> None:
    """AR-TRU-07: a player of the calling team who is on turn must wait for the answer."""
    talk = Talk(*FOUR).say("2 truco")
    assert talk.lays(0) == set()
    assert talk.refused("0 play 4c") == Reason.ANSWER_FIRST


def test_ar_tru_07_closes_the_envido() -> None:
    """AR-TRU-07, AR-ENV-09: like a spoken quiero."""
    talk = Talk(*FOUR).say("1 truco", "0 play 4c", "1 play 3c")
    assert not talk.words(2) & CALLS
    assert talk.refused("2 envido") == Reason.TOO_LATE


def test_ar_tru_07_answer_by_pie() -> None:
    """AR-TRU-07: with ``answer_by=pie`` only the pie can."""
    talk = Talk(*FOUR, answer_by="pie").say("1 truco")
    assert talk.lays(0) == set()
    assert talk.refused("0 play 4c") == Reason.ANSWER_FIRST
    talk.say("2 noquiero")
    talk = Talk(*FOUR, answer_by="pie").say("0 play 4c", "1 play 3c", "3 truco")
    assert talk.lays(2) != set()


def test_ar_tru_07_with_own_turn_only_after_a_raise() -> None:
    """AR-TRU-07: with ``own_turn`` it takes a raise in answer."""
    talk = Talk(LOW, HIGH, truco_when="own_turn").say("0 truco")
    assert talk.lays(0) == talk.lays(1) == set()
    talk.say("1 retruco")
    assert talk.lays(0) != set()
    talk.say("0 play 4e")
    assert talk.hand.position.level == 2


def test_ar_tru_07_is_a_trap() -> None:
    """AR-TRU-07: legal, but no robot chooses it and no screen offers it."""
    talk = Talk(*FOUR).say("1 truco")
    assert "play 4c" in talk.legal(0)
    assert not {action for action in talk.offered(0) if action.split()[0] in ("play", "cover")}
    assert talk.offered(0) == talk.words(0)


def test_ar_tru_08_binding_words() -> None:
    """AR-TRU-08: other forms of yes are understood at loose tables only."""
    strict = table_for("argentino", 2)
    loose = table_for("argentino", 2, {"words": "loose"})
    for word in ("quiero", "noquiero", "truco", "retruco", "vale4", "envido"):
        assert parse_action(strict, 0, word) == Action(0, word)
    for word in ("dale", "veo", "acepto", "bueno"):
        assert parse_action(loose, 1, word) == Action(1, "quiero")
        with pytest.raises(BadRecord):
            parse_action(strict, 1, word)
    for table in (strict, loose):
        with pytest.raises(BadRecord):
            parse_action(table, 0, "si")

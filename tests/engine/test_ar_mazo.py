"""Truco argentino, leaving (AR-MAZ)."""

import pytest

from engine.errors import Reason
from tests.conversation import Talk

A, B = "4e 5b 12o", "7c 6c 1o"
"""Envidos of 5 and 33."""
FOUR = ("7e 6b 4c", "3c 10b 11o", "5o 12c 2b", "7o 4e 12b")
SIX = (*FOUR, "1e 5b 10e", "1b 6o 10c")


def test_ar_maz_01_any_moment_any_player_for_the_team() -> None:
    """AR-MAZ-01: by any player, on turn or not."""
    talk = Talk(*FOUR)
    assert talk.may("mazo") == {0, 1, 2, 3}
    talk.say("0 play 4c")
    assert talk.may("mazo") == {0, 1, 2, 3}
    talk.say("2 mazo")
    assert talk.end() == (0, 2)


@pytest.mark.parametrize(("early", "points"), [("2", 2), ("1", 1)])
def test_ar_maz_02_early(early: str, points: int) -> None:
    """AR-MAZ-02: trick 1, envido never called, no truco: 1 for the envido and 1 for the hand."""
    for lines in ((), ("0 play 4e",)):
        talk = Talk(A, B, mazo_early=early).say(*lines, "1 mazo" if lines else "0 mazo")
        assert sum(talk.end()) == points


@pytest.mark.parametrize(
    ("lines", "points"),
    [
        (("0 play 12o", "1 play 1o", "1 play 6c", "0 mazo"), (0, 1)),  # a later trick
        (("0 envido", "1 noquiero", "0 mazo"), (1, 1)),  # envido settled
        (("0 envido", "1 quiero", "0 mazo"), (0, 3)),
        (("0 truco", "1 quiero", "0 mazo"), (0, 2)),
        (("0 truco", "1 retruco", "0 quiero", "1 mazo"), (3, 0)),
        (("0 truco", "1 retruco", "0 vale4", "1 quiero", "1 mazo"), (4, 0)),
    ],
)
def test_ar_maz_03_present_value(lines: tuple[str, ...], points: tuple[int, int]) -> None:
    """AR-MAZ-03: 1, or 2/3/4 if accepted."""
    assert Talk(A, B).say(*lines).end() == points


@pytest.mark.parametrize(
    ("lines", "points"),
    [
        (("0 truco", "1 mazo"), (1, 0)),
        (("0 truco", "1 retruco", "0 mazo"), (0, 2)),
        (("0 truco", "1 retruco", "0 vale4", "1 mazo"), (3, 0)),
        (("0 truco", "1 quiero", "1 retruco", "0 mazo"), (0, 2)),
    ],
)
def test_ar_maz_04_a_truco_is_pending(lines: tuple[str, ...], points: tuple[int, int]) -> None:
    """AR-MAZ-04: as noquiero; nothing for the envido, though it was never called."""
    assert Talk(A, B).say(*lines).end() == points


@pytest.mark.parametrize(
    ("lines", "points"),
    [
        (("0 envido", "1 mazo"), (2, 0)),
        (("0 realenvido", "1 mazo"), (2, 0)),
        (("0 envido", "1 realenvido", "0 mazo"), (0, 3)),
        (("0 envido", "1 envido", "0 realenvido", "1 faltaenvido", "0 mazo"), (0, 8)),
        (("0 truco", "1 envido", "0 mazo"), (0, 2)),  # his own truco lapses
        (("0 truco", "1 envido", "0 realenvido", "1 mazo"), (3, 0)),  # theirs is refused
    ],
)
def test_ar_maz_05_an_envido_is_pending(lines: tuple[str, ...], points: tuple[int, int]) -> None:
    """AR-MAZ-05: the refused envido and the hand; what of a truco beneath it."""
    assert Talk(A, B).say(*lines).end() == points


@pytest.mark.parametrize(
    ("lines", "points"),
    [
        (("0 flor", "1 mazo"), (4, 0)),
        (("0 flor", "1 contraflor", "0 mazo"), (0, 5)),
        (("0 flor", "1 resto", "0 mazo"), (0, 7)),
        (("0 flor", "1 contraflor", "0 resto", "1 mazo"), (7, 0)),
        (("0 truco", "1 quiero", "0 flor", "1 mazo"), (5, 0)),
    ],
)
def test_ar_maz_07_a_flor_bet_is_pending(lines: tuple[str, ...], points: tuple[int, int]) -> None:
    """AR-MAZ-07: as achico, and the hand."""
    assert Talk("7e 6e 4e", "7c 6c 1c", flor="con").say(*lines).end() == points


@pytest.mark.parametrize("lines", [("0 truco",), ("0 envido",), ("1 truco", "0 envido")])
@pytest.mark.parametrize("mazo", ["team", "player"])
def test_ar_maz_08_not_under_the_own_call(lines: tuple[str, ...], mazo: str) -> None:
    """AR-MAZ-08: while the call that must be answered first is its own."""
    talk = Talk(*FOUR, mazo=mazo, envido_callers="any").say(*lines)
    for seat in (0, 2):
        assert talk.refused(f"{seat} mazo") == Reason.OWN_CALL
    assert talk.may("mazo") == {1, 3}


def test_ar_maz_08_not_under_the_own_flor() -> None:
    """AR-MAZ-08."""
    talk = Talk("7e 6e 4e", "7c 6c 1c", flor="con").say("0 flor")
    assert talk.refused("0 mazo") == Reason.OWN_CALL


# --- a single player leaves (AR-MAZ-09) ----------------------------------------------------------


def test_ar_maz_09_only_he_leaves() -> None:
    """AR-MAZ-09: he is passed over, calls and answers no more; the hand goes on."""
    talk = Talk(*FOUR, mazo="player").say("1 mazo")
    assert talk.points == (0, 0)
    assert talk.legal(1) == set()
    talk.say("0 truco")
    assert talk.may("quiero") == {3}
    talk.say("3 quiero", "0 play 7e")
    assert talk.awaited == {2}  # seat 1 is passed over
    assert talk.refused("1 play 3c") == Reason.NOT_IN_PLAY


def test_ar_maz_09_his_points_no_longer_count() -> None:
    """AR-MAZ-09: for an envido or flor not yet settled."""
    hands = ("7e 6e 4c", "3c 10b 11o", "5o 12c 2b", "7o 4o 12b")
    talk = Talk(*hands, mazo="player", envido_callers="any").say("0 mazo", "1 envido", "2 quiero")
    assert talk.points == (0, 2)
    assert talk.declared == [(1, 3), (2, 5), (3, 31)]
    flores = ("7e 6e 4e", "1c 2c 10c", "5o 12c 2b", "7o 4o 12b")
    talk = Talk(*flores, mazo="player", flor="con").say("0 mazo", "1 flor")
    assert talk.points == (0, 3)


def test_ar_maz_09_when_all_have_left() -> None:
    """AR-MAZ-09: the table of AR-MAZ-02 to 07 applies."""
    talk = Talk(*FOUR, mazo="player").say("0 mazo", "2 mazo")
    assert talk.end() == (0, 2)
    talk = Talk(*FOUR, mazo="player").say("1 mazo", "0 truco", "3 mazo")
    assert talk.end() == (1, 0)
    talk = Talk(*SIX, mazo="player").say("1 mazo", "3 mazo")
    assert talk.needs == "seat"
    assert talk.say("5 mazo").end() == (2, 0)


@pytest.mark.parametrize("call", ["truco", "envido"])
def test_ar_maz_09_the_others_had_refused(call: str) -> None:
    """AR-MAZ-09, AR-PLA-03: with accept_prevails, everyone still in has refused then."""
    options = {"mazo": "player", "answer_by": "accept_prevails", "envido_callers": "any"}
    talk = Talk(*FOUR, also=options).say(f"0 {call}", "1 noquiero", "3 mazo")
    assert talk.points == (1, 0)


def test_ar_maz_09_a_truco_that_everyone_left_refused() -> None:
    """AR-MAZ-09, AR-PLA-03: also when an envido lay over it meanwhile."""
    options = {"mazo": "player", "answer_by": "accept_prevails", "envido_callers": "any"}
    hands = ("3o 1o 5c", "5o 3e 2b", "10o 4c 2c", "12c 1b 4b")
    talk = Talk(*hands, dealer=0, also=options).say("1 truco", "2 noquiero", "0 realenvido")
    talk.say("3 faltaenvido", "0 mazo", "2 noquiero")
    assert talk.end() == (0, 4)

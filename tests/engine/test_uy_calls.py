"""Truco uruguayo: the truco, the envido, leaving (UY-TRU, UY-ENV, UY-MAZ)."""

import pytest

from engine.errors import Reason
from engine.events import Called
from engine.state.facts import ENVIDO_POINTS
from tests.conversation import CALLS, Talk

A33, B28 = "7e 6e 4b", "7b 1b 5e"
FOUR = ("7e 3e 11b", "10e 12o 4b", "7o 6o 1c", "7b 6b 2o")
"""30, 4, 33 and 33."""


def uy(
    *hands: str,
    turned: str = "6c",
    score: tuple[int, int] = (0, 0),
    dealer: int | None = None,
    **options: str,
) -> Talk:
    return Talk(*hands, game="uruguayo", turned=turned, score=score, dealer=dealer, also=options)


# --- truco ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("steps", "points"),
    [
        ("0 truco|1 noquiero", (1, 0)),
        ("0 truco|1 retruco|0 noquiero", (0, 2)),
        ("0 truco|1 retruco|0 vale4|1 noquiero", (3, 0)),
        ("0 truco|1 quiero|0 mazo", (0, 2)),
        ("0 truco|1 retruco|0 quiero|0 mazo", (0, 3)),
        ("0 truco|1 retruco|0 vale4|1 quiero|0 mazo", (0, 4)),
        ("0 mazo", (0, 1)),
    ],
)
def test_uy_tru_01_what_the_ladder_is_worth(steps: str, points: tuple[int, int]) -> None:
    """UY-TRU-01, UY-TRU-02: 2, 3, 4; refused what it was worth before; silent 1."""
    assert uy(A33, B28).say(*steps.split("|")).end() == points


def test_uy_tru_01_on_ones_own_turn() -> None:
    """UY-TRU-01: before playing; ``any_time``: at any moment."""
    talk = uy(A33, B28)
    assert (talk.may("truco"), talk.refused("1 truco")) == ({0}, Reason.NOT_YOUR_TURN)
    assert uy(A33, B28, truco_when="any_time").may("truco") == {0, 1}


def test_uy_tru_01_a_card_accepts_a_raise() -> None:
    """UY-TRU-01: AR-TRU-07, never offered."""
    talk = uy(A33, B28).say("0 truco", "1 retruco")
    assert talk.lays(0)
    assert not talk.offered(0) & talk.lays(0)
    talk.say("0 play 4b")
    assert talk.hand.position.level == 2


def test_uy_tru_02_only_the_side_that_accepted_raises() -> None:
    """UY-TRU-02: at once or in a later trick."""
    talk = uy(A33, B28).say("0 truco", "1 quiero")
    assert "retruco" not in talk.words(0)
    talk.say("0 play 4b")
    assert "retruco" in talk.words(1)
    talk.say("1 play 1b", "1 retruco", "0 noquiero")
    assert talk.end() == (0, 2)


# --- the envido: who and when ---------------------------------------------------------------------


def test_uy_env_02_any_player_before_his_first_card() -> None:
    """UY-ENV-02: on his turn; ``pies``: only the last of each side."""
    talk = uy(*FOUR)
    pies = uy(*FOUR, envido_callers="pies")
    for seat, card in enumerate(("3e", "4b", "1c", "2o")):
        assert talk.may("envido") == {seat}
        assert pies.may("envido") == ({seat} if seat > 1 else set())
        talk.say(f"{seat} play {card}")
        pies.say(f"{seat} play {card}")
    turn = talk.hand.position.turn
    assert not talk.words(turn) & CALLS
    assert talk.refused(f"{turn} envido") == Reason.TOO_LATE


@pytest.mark.parametrize("word", ["quiero", "retruco"])
def test_uy_env_02_who_said_truco_or_quiero_has_had_his_chance(word: str) -> None:
    """UY-ENV-02: an accepted truco closes the envido for those who spoke alone."""
    talk = uy(*FOUR).say("0 truco", f"1 {word}")
    if word == "retruco":
        assert talk.words(2) >= CALLS, "the partner may put the envido first"
        assert not talk.words(0) & CALLS
        assert talk.refused("0 envido") == Reason.TOO_LATE
        talk.say("0 quiero")
    assert talk.refused("0 envido") == Reason.TOO_LATE
    talk.say("0 play 3e")
    assert talk.refused("1 envido") == Reason.TOO_LATE
    talk.say("1 play 4b")
    assert talk.words(2) >= CALLS
    talk.say("2 envido", "3 quiero")
    assert talk.points == (2, 0)


def test_uy_env_02_once_in_a_hand() -> None:
    """UY-ENV-02: a settled envido is settled."""
    talk = uy(A33, B28).say("0 envido", "1 noquiero", "0 play 4b")
    assert talk.refused("1 envido") == Reason.TOO_LATE


# --- calls and raises -----------------------------------------------------------------------------


def test_uy_env_03_the_three_calls() -> None:
    """UY-ENV-03: 2, 3, and what the leader lacks."""
    for verb, points in (("envido", 2), ("realenvido", 3), ("faltaenvido", 40)):
        assert uy(A33, B28).say(f"0 {verb}", "1 quiero").points == (points, 0)


def test_uy_env_04_a_raise_is_worth_at_least_the_call_it_answers() -> None:
    """UY-ENV-04: without end; over falta nothing."""
    talk = uy(A33, B28).say("0 envido")
    for seat in (1, 0, 1, 0, 1):
        assert talk.words(seat) & CALLS == CALLS
        talk.say(f"{seat} envido")
    assert talk.words(0) & CALLS == CALLS
    talk.say("0 realenvido")
    for seat in (1, 0, 1):
        assert talk.words(seat) & CALLS == CALLS - {"envido"}
        assert talk.refused(f"{seat} envido") == Reason.NOT_AVAILABLE
        talk.say(f"{seat} realenvido")
    talk.say("0 faltaenvido")
    assert not talk.words(1) & CALLS
    assert talk.refused("1 faltaenvido") == Reason.NOT_AVAILABLE


SEQUENCES = [
    ("envido", 2, 1),
    ("envido envido", 4, 2),
    ("envido envido envido", 6, 4),
    ("realenvido", 3, 1),
    ("envido realenvido", 5, 2),
    ("realenvido realenvido", 6, 3),
    ("envido envido realenvido", 7, 4),
    ("faltaenvido", 40, 1),
    ("envido faltaenvido", 40, 2),
    ("envido realenvido faltaenvido", 40, 5),
]


@pytest.mark.parametrize(("said", "wanted", "refused"), SEQUENCES)
def test_uy_env_05_what_a_sequence_pays(said: str, wanted: int, refused: int) -> None:
    """UY-ENV-05, UY-ENV-06: wanted the sum, or the falta; refused the sum before the last call, 1
    if it was the first, to the last caller."""
    steps = [f"{at % 2} {verb}" for at, verb in enumerate(said.split())]
    answers = len(steps) % 2
    accepted = uy(A33, B28).say(*steps, f"{answers} quiero")
    assert accepted.points == (wanted, 0)
    declined = uy(A33, B28).say(*steps, f"{answers} noquiero")
    assert declined.points[1 - answers] == refused
    assert declined.points[answers] == 0


@pytest.mark.parametrize(
    ("falta", "score", "points"),
    [
        ("leader_shortfall", (12, 25), 15),
        ("leader_shortfall", (3, 9), 31),
        ("to_buenas", (12, 25), 15),
        ("to_buenas", (3, 9), 11),
        ("to_buenas", (20, 9), 20),
    ],
)
def test_uy_env_07_the_falta(falta: str, score: tuple[int, int], points: int) -> None:
    """UY-ENV-07: what the leader lacks; ``to_buenas``: in malas what he lacks to the half."""
    talk = uy(A33, B28, score=score, falta=falta).say("0 faltaenvido", "1 quiero")
    assert talk.points == (points, 0)


@pytest.mark.parametrize(("cap", "points"), [("on", 2), ("off", 5)])
def test_uy_env_08_no_wanted_envido_pays_more_than_the_falta(cap: str, points: int) -> None:
    """UY-ENV-08: wanted; what a refused one pays is not capped."""
    talk = uy(A33, B28, score=(38, 38), falta_cap=cap)
    assert talk.say("0 envido", "1 realenvido", "0 quiero").points == (points, 0)
    talk = uy(A33, B28, score=(30, 38), falta_cap=cap)
    talk.say("0 envido", "1 envido", "0 realenvido", "1 noquiero")
    assert talk.points == (4, 0)


def test_uy_env_09_the_nearest_the_mano() -> None:
    """UY-ENV-09: the mano declares first, others only if they beat."""
    talk = uy(*FOUR).say("0 envido", "1 quiero")
    assert talk.declared == [(0, 30), (1, None), (3, 33), (2, 33)]
    assert talk.points == (2, 0)


def test_uy_env_09_alternating() -> None:
    """UY-ENV-09, ``alternating``: only a rival of who spoke last, with more; the nearest the mano
    who can."""
    talk = uy(*FOUR, envido_tie="alternating").say("0 envido", "1 quiero")
    assert talk.declared == [(0, 30), (1, None), (3, 33), (2, None)]
    assert talk.points == (0, 2)
    about = {
        fact.seat: (fact.low, fact.high) for fact in talk.hand.facts if fact.kind == ENVIDO_POINTS
    }
    assert about == {0: (30, 30), 1: (0, 30), 3: (33, 33), 2: (0, 33)}


def test_uy_env_09_alternating_asks_the_nearest_first() -> None:
    """UY-ENV-09: seat 1 can and is nearer the mano than seat 3, whose 33 nobody needs to hear."""
    hands = ("7e 3e 11b", "7c 4c 1b", "10e 12o 4b", "7b 6b 2o")
    talk = uy(*hands, envido_tie="alternating", turned="3c").say("0 envido", "1 quiero")
    assert talk.declared[:2] == [(0, 30), (1, 36)]
    assert 3 not in dict(talk.declared)


def test_uy_env_09_alternating_goes_by_the_mano() -> None:
    """UY-ENV-09: always the nearest the mano who can, not the next after who spoke: seat 5 is never
    heard."""
    hands = ("10e 12e 4b", "5c 10c 7b", "11e 6b 1c", "7e 3e 2b", "6c 2c 10b", "7o 6o 4c")
    talk = uy(*hands, envido_tie="alternating", turned="12o").say("0 envido", "1 quiero")
    assert talk.declared == [(0, 20), (1, 25), (2, None), (4, 28), (3, 30)]
    assert talk.points == (0, 2)


# --- numbers --------------------------------------------------------------------------------------


def test_uy_env_10_numbers_are_an_option() -> None:
    """UY-ENV-10."""
    talk = uy(A33, B28)
    assert talk.refused("0 envido 4") == Reason.NOT_AT_THIS_TABLE
    on = uy(A33, B28, numbered_envido="on")
    assert on.words(0) >= {"envido", "envido 2-40", "realenvido", "realenvido 2-13", "faltaenvido"}
    for number in (1, 41, 0):
        assert on.refused(f"0 envido {number}") == Reason.BAD_NUMBER


@pytest.mark.parametrize(
    ("said", "wanted", "refused"),
    [
        ("envido 4", 4, 1),
        ("realenvido 2", 6, 1),
        ("envido|envido 3", 5, 2),
        ("envido 5|realenvido 2", 11, 5),
        ("envido 2|envido 2|envido 7", 11, 4),
        ("envido 6|faltaenvido", 40, 6),
    ],
)
def test_uy_env_10_what_numbers_are_worth(said: str, wanted: int, refused: int) -> None:
    """UY-ENV-10: N envido N, N real envido 3N."""
    steps = [f"{at % 2} {words}" for at, words in enumerate(said.split("|"))]
    answers = len(steps) % 2
    talk = uy(A33, B28, numbered_envido="on").say(*steps)
    assert talk.of(Called)[-1].refused == refused
    assert talk.say(f"{answers} quiero").points == (wanted, 0)


def test_uy_env_10_numbers_have_to_be_high_enough_too() -> None:
    """UY-ENV-04, UY-ENV-10: over five envido, five or more: two real envido are six."""
    talk = uy(A33, B28, numbered_envido="on").say("0 envido 5")
    assert talk.words(1) & {"envido", "realenvido"} == set()
    assert talk.words(1) >= {"envido 5-40", "realenvido 2-13", "faltaenvido"}
    assert talk.refused("1 envido") == Reason.NOT_AVAILABLE
    assert talk.refused("1 envido 4") == Reason.BAD_NUMBER
    talk.say("1 realenvido 4")
    assert talk.words(0) >= {"envido 12-40", "realenvido 4-13"}


def test_uy_env_10_who_has_a_flor_says_it_first() -> None:
    """UY-ENV-10, UY-FLO-03: an impossible number is what everyone knows, and comes first."""
    talk = uy("7e 6e 4e", B28, numbered_envido="on")
    assert talk.refused("0 envido 4") == Reason.FLOR_FIRST
    assert talk.refused("0 envido 99") == Reason.BAD_NUMBER


def test_uy_env_11_a_wrong_number_loses() -> None:
    """UY-ENV-11: as AR-ENV-14."""
    talk = uy(A33, B28, declare="manual").say("0 envido", "1 quiero", "0 tengo 32", "1 buenas")
    assert talk.say("0 mazo").end() == (0, 3)


def test_uy_env_11_the_piece_alone_may_prove_the_points() -> None:
    """UY-ENV-11: shown by the program at the end, as AR-MOS-01."""
    talk = uy("2c 12e 11b", B28).say("0 envido", "1 quiero", "0 play 12e", "1 mazo")
    assert talk.shown == {0: {"2c"}}
    hidden = uy("2c 7e 11b", B28, show="claim").say("0 envido", "1 quiero", "0 play 11b")
    hidden.say("1 mazo")
    assert hidden.end() == (1, 2)


# --- leaving --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("early", "points"), [("1", (0, 1)), ("2", (0, 2))])
def test_uy_maz_01_leaving(early: str, points: tuple[int, int]) -> None:
    """UY-MAZ-01: 1, also when the others hold a flor that they have not said (their flor is not
    given away)."""
    assert uy(A33, B28, mazo_early=early).say("0 mazo").end() == points
    silent = uy(A33, "7b 6b 1b", mazo_early=early).say("0 mazo")
    assert silent.end() == points
    assert not silent.hand.facts


def test_uy_maz_01_a_pending_truco_is_refused() -> None:
    """UY-MAZ-01."""
    assert uy(A33, B28).say("0 truco", "1 retruco", "0 mazo").end() == (0, 2)


@pytest.mark.parametrize(
    ("steps", "points"),
    [
        ("0 envido|1 mazo", (2, 0)),
        ("0 envido|1 realenvido|0 mazo", (0, 3)),
        ("0 truco|1 envido|0 mazo", (0, 2)),
    ],
)
def test_uy_maz_02_a_pending_bet_is_refused_too(steps: str, points: tuple[int, int]) -> None:
    """UY-MAZ-02: and the value of the hand is added."""
    assert uy(A33, B28).say(*steps.split("|")).end() == points


def test_uy_maz_02_a_flor_is_conceded() -> None:
    """UY-MAZ-02: the flor's 3, the bet's own, and the hand."""
    flor, other = "7e 6e 4e", "7b 5b 11b"
    assert uy(flor, other).say("0 flor", "1 mazo").end() == (4, 0)
    assert uy(flor, other).say("0 flor", "1 florenvido", "0 mazo").end() == (0, 4)

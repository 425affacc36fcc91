"""Truco mineiro: calls (MI-TRU), mão de dez (MI-DEZ), mão de ferro (MI-FER), score (MI-SCO)."""

import pytest

from engine.errors import Reason
from engine.seen.view import PUBLIC
from tests.brazil.talk import A, B, Mineiro

FOUR = ("Ah Kc 5s", "As Qd 4h", "7h 4c Jh", "Ad 3s 4s")
TWO = ("4c 7h 3c", "4d 4h 5c")
A_WINS = ("0 play 4c", "1 play 4d", "0 play 7h", "1 play 4h")
TIED = ("3c 2d Kh", "3d 2s Kc")
QUEDA = ["0 truco", "1 seis", "0 dez", "1 doze", "0 queda", "1 quiero"]
ALL_TIED = ("0 play 3c", "1 play 3d", "1 play 2s", "0 play 2d", "0 play Kh", "1 play Kc")

LADDERS = {
    "2-4-6-10-12": (("truco", 4), ("seis", 6), ("dez", 10), ("doze", 12)),
    "2-4-8-10-12": (("truco", 4), ("seis", 8), ("dez", 10), ("doze", 12)),
    "2-4-6-9-12": (("truco", 4), ("seis", 6), ("nove", 9), ("doze", 12)),
}


def four(a: int, b: int, **options: str) -> Mineiro:
    return Mineiro(*FOUR, score=(a, b), also=options)


def two(a: int, b: int, **options: str) -> Mineiro:
    return Mineiro(*TWO, score=(a, b), also=options)


# --- the ladder ----------------------------------------------------------------------------------


def test_mi_tru_01_the_default_ladder() -> None:
    """MI-TRU-01: 2, truco 4, seis 6, dez 10, doze 12; no nove at this table."""
    talk = two(0, 0)
    assert talk.worth == 2
    for at, (word, worth) in enumerate(LADDERS["2-4-6-10-12"]):
        talk.say(f"{at % 2} {word}")
        assert talk.call[0] == worth
    assert talk.refused("0 nove") == Reason.NOT_AT_THIS_TABLE
    talk.say("0 quiero", *A_WINS)
    assert talk.points == (12, 0)


@pytest.mark.parametrize("ladder", LADDERS)
def test_mi_tru_02_other_ladders(ladder: str) -> None:
    """MI-TRU-02: with 8 ``seis`` is worth it; with 9 there is a ``nove`` and no ``dez``."""
    talk = two(0, 0, ladder=ladder)
    for at, (word, worth) in enumerate(LADDERS[ladder]):
        talk.say(f"{at % 2} {word}", f"{1 - at % 2} quiero")
        assert talk.worth == worth
    stranger = "dez" if "9" in ladder else "nove"
    assert talk.refused(f"0 {stranger}") == Reason.NOT_AT_THIS_TABLE


@pytest.mark.parametrize("steps", [1, 2, 3, 4])
@pytest.mark.parametrize(
    ("ladder", "paid"),
    [("2-4-6-10-12", (2, 4, 6, 10)), ("2-4-8-10-12", (2, 4, 8, 10)), ("2-4-6-9-12", (2, 4, 6, 9))],
)
def test_mi_tru_03_running(ladder: str, paid: tuple[int, ...], steps: int) -> None:
    """MI-TRU-03: the value before the refused call."""
    talk = two(0, 0, ladder=ladder)
    for at in range(steps):
        talk.say(f"{at % 2} {LADDERS[ladder][at][0]}")
    talk.say(f"{steps % 2} noquiero")
    points = paid[steps - 1]
    assert talk.points == ((points, 0) if steps % 2 else (0, points))


def test_mi_tru_04_who_may_raise() -> None:
    """MI-TRU-04: a raise accepts; then only the accepting team, now or later; no skipping."""
    talk = four(0, 0).say("0 truco")
    assert talk.refused("2 seis") == Reason.OWN_CALL
    assert talk.refused("1 dez") == Reason.NOT_AVAILABLE
    talk.say("1 quiero", "0 play Ah", "1 play As")
    assert talk.may("seis") == {1, 3}
    talk.say("3 seis", "2 dez")
    assert talk.worth == 6
    assert talk.awaited == {1, 3}
    talk.say("1 quiero")
    assert talk.may("doze") == {1, 3}


@pytest.mark.parametrize(("score", "words"), [(5, {"seis"}), (7, {"seis"}), (8, set()), (9, set())])
def test_mi_tru_05_cap(score: int, words: set[str]) -> None:
    """MI-TRU-05: as PA-TRU-09; at 8 accepting the truco would give the game."""
    talk = two(0, score, raise_cap="needed").say("0 truco")
    assert talk.words(1) == {"quiero", "noquiero"} | words


def test_mi_tru_05_queda() -> None:
    """MI-TRU-05: as PA-TRU-10, for the game and the match."""
    talk = two(5, 0, games_to_win="2").say("0 truco", "1 seis", "0 dez", "1 doze", "0 queda")
    assert talk.call[1] == 12
    talk.say("1 quiero", *A_WINS)
    assert talk.points == (7, 0)
    assert talk.state.games == (2, 0)
    off = two(5, 0, games_to_win="2", match_call="off")
    off.say("0 truco", "1 seis", "0 dez", "1 doze")
    assert off.refused("0 queda") == Reason.NOT_AT_THIS_TABLE


def test_mi_tru_05_must_beat() -> None:
    """MI-TRU-05: as PA-TRU-11, a tie goes to the side that did not call over the card."""
    talk = Mineiro(*TIED, truco_must_beat="on").say("0 play 3c", "1 truco", "0 quiero")
    talk.say("1 play 3d")
    assert talk.tricks == [A]


# --- mão de dez ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("score", "deciders"),
    [((10, 0), {0, 2}), ((8, 10), {1, 3}), ((9, 9), {0}), ((9, 11), {1, 3}), ((11, 0), {0, 2})],
)
def test_mi_dez_01_at_ten_or_eleven(score: tuple[int, int], deciders: set[int]) -> None:
    """MI-DEZ-01: exactly one team at 10; where scores are odd at 11 too."""
    talk = four(*score)
    assert talk.awaited == deciders
    assert talk.may("joga") == (deciders if len(deciders) == 2 else set())


@pytest.mark.parametrize("score", [(10, 10), (10, 11), (11, 10), (11, 11)])
def test_mi_dez_01_both(score: tuple[int, int]) -> None:
    """MI-DEZ-01: both at 10 or 11: the mão de ferro."""
    talk = four(*score)
    assert talk.awaited == {0}
    assert talk.offered(0) == talk.lays(0)


def test_mi_dez_02_only_that_team_looks() -> None:
    """MI-DEZ-02: ``team_only`` is the default, ``both`` is available."""
    talk = four(10, 4)
    hands = {seat: set(hand.split()) for seat, hand in enumerate(FOUR)}
    assert talk.knows(0) == talk.knows(2) == {0: hands[0], 2: hands[2]}
    assert talk.knows(1) == {1: hands[1]}
    assert talk.knows(3) == {3: hands[3]}
    assert talk.knows(PUBLIC) == {}
    assert set(four(10, 4, special_peek="both").knows(1)) == {1, 3}


@pytest.mark.parametrize(("option", "points"), [("2", 2), ("1", 1)])
def test_mi_dez_03_running(option: str, points: int) -> None:
    """MI-DEZ-03: the opponents score 2 (``special_run``)."""
    assert four(10, 4, special_run=option).say("2 corre").points == (0, points)
    assert four(10, 4).say("0 corre").points == (0, 2)


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_mi_dez_05_nobody_may_call(seat: int) -> None:
    """MI-DEZ-05: the calling side loses the hand, or the game; or the call is disabled."""
    rivals = 1 - seat % 2
    hand = four(10, 4).say("0 joga", f"{seat} truco")
    assert hand.points == tuple(4 if side == rivals else 0 for side in (A, B))
    game = four(10, 4, special_call="lose_game").say("0 joga", f"{seat} truco")
    assert game.points == ((2, 0) if rivals == A else (0, 8))
    assert game.state.winner == rivals
    off = four(10, 4, special_call="illegal").say("0 joga")
    assert off.refused(f"{seat} truco") == Reason.SPECIAL_HAND
    assert "truco" not in hand.offered(seat)


def test_mi_dez_05_not_before_the_decision() -> None:
    """MI-DEZ-05, PA-FIN-01: before *joga* it is refused."""
    for seat in range(4):
        assert four(10, 4).refused(f"{seat} truco") == Reason.SPECIAL_HAND


def test_mi_dez_06_three_ties() -> None:
    """MI-DEZ-06: no points; the next hand is again a mão de dez."""
    talk = Mineiro(*TIED, score=(10, 4)).say("0 joga", *ALL_TIED)
    assert talk.points == (0, 0)
    talk.deal(*TIED)
    assert talk.words(0) == {"joga", "corre"}


def test_mi_dez_07_the_unbeatable_pair() -> None:
    """MI-DEZ-07: zap and copas may be shown, 4; ``off``."""
    talk = four(10, 4).say("0 joga", "0 play Ah", "1 play As")
    assert talk.may("mostrar") == {2}
    assert talk.say("2 mostrar").points == (4, 0)
    off = two(10, 4, claim_unbeatable="off").say("0 joga")
    assert off.refused("0 mostrar") == Reason.NOT_AT_THIS_TABLE


def test_mi_dez_07_in_1_v_1() -> None:
    """MI-DEZ-07: it exists, without the peeking; ``special_solo=off``: an ordinary hand."""
    talk = two(10, 4)
    assert talk.words(0) == {"joga", "corre"}
    assert set(talk.knows(0)) == {0}
    assert two(10, 4, special_solo="off").words(0) == {"truco"}


# --- mão de ferro --------------------------------------------------------------------------------


def test_mi_fer_01_must_be_played() -> None:
    """MI-FER-01: own cards, no decision; recorded as 2 points, and the game is won."""
    talk = four(10, 10)
    for seat in range(4):
        assert set(talk.knows(seat)) == {seat}
    assert talk.refused("0 corre") == Reason.NOTHING_TO_ANSWER
    won = two(10, 10).say(*A_WINS)
    assert won.points == (2, 0)
    assert won.state.winner == A


@pytest.mark.parametrize(("call", "points"), [("lose_hand", 2), ("lose_game", 2)])
def test_mi_fer_01_no_calls(call: str, points: int) -> None:
    """MI-FER-01, MI-DEZ-05: a call gives the game to the others."""
    talk = two(10, 10, special_call=call).say("0 truco")
    assert talk.points == (0, points)
    assert talk.state.winner == B


def test_mi_fer_01_peek_and_blind() -> None:
    """MI-FER-01: ``peek`` and ``blind`` as PA-FER-02."""
    assert set(four(10, 10, ferro="peek").knows(3)) == {1, 3}
    blind = four(10, 11, ferro="blind")
    assert blind.knows(0) == {}
    assert blind.lays(0) == {"play 1", "play 2", "play 3"}


def test_mi_fer_02_three_ties() -> None:
    """MI-FER-02: no points, another mão de ferro."""
    talk = Mineiro(*TIED, score=(10, 10)).say(*ALL_TIED)
    assert talk.points == (0, 0)
    talk.deal(*TIED)
    assert talk.offered(1) == talk.lays(1)


# --- the score -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "score", "said", "article"),
    [
        ({}, (0, 0), [], "MI-SCO-01"),
        ({}, (0, 0), ["0 truco", "1 quiero"], "MI-TRU-01"),
        ({"ladder": "2-4-8-10-12"}, (0, 0), ["0 truco", "1 quiero"], "MI-TRU-02"),
        ({"ladder": "2-4-6-9-12"}, (0, 0), ["0 truco", "1 seis", "0 quiero"], "MI-TRU-02"),
        ({"games_to_win": "2"}, (0, 0), QUEDA, "MI-TRU-05"),
        ({}, (10, 2), ["0 joga"], "MI-DEZ-04"),
        ({}, (10, 10), [], "MI-FER-01"),
    ],
)
def test_mi_what_a_hand_pays_by(
    options: dict[str, str], score: tuple[int, int], said: list[str], article: str
) -> None:
    """MI-SCO-01, MI-TRU-01, MI-TRU-02, MI-DEZ-04, MI-FER-01: `/regras` quotes the one that paid."""
    talk = Mineiro(*TWO, score=score, also=options).say(*said, *A_WINS)
    assert talk.paid_by == [article]


def test_mi_sco_02_first_to_twelve() -> None:
    """MI-SCO-02: excess is not kept."""
    talk = two(9, 3).say("0 truco", "1 quiero", *A_WINS)
    assert talk.points == (4, 0)
    assert talk.score == (12, 3)
    assert talk.needs == "over"


def test_mi_sco_03_a_queda_of_two_games() -> None:
    """MI-SCO-03: ``games_to_win=2``."""
    talk = two(9, 3, games_to_win="2").say("0 truco", "1 quiero", *A_WINS)
    assert talk.state.games == (1, 0)
    assert talk.score == (0, 0)
    assert talk.needs == "deal"
    last = Mineiro(*TWO, score=(9, 3), games=(1, 0), games_to_win="2")
    last.say("0 truco", "1 quiero", *A_WINS)
    assert last.needs == "over"

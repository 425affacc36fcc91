"""Truco paulista: the ladder of calls (PA-TRU)."""

import pytest

from engine.errors import Reason
from engine.events import MatchEnded
from tests.brazil.talk import TIE, A, B, Mineiro, Talk

# With the vira 6d the sevens are manilhas. Seat 2 wins trick 1 and 2 for A if cards are laid high.
FOUR = ("Ah Kc 5s", "As Qd 4h", "7d 7c Jh", "Ad 3s 4c")
TWO = ("7c 7h 3c", "4c 4h 5c")
A_WINS = ("0 play 7c", "1 play 4c", "0 play 7h", "1 play 4h")
LADDER = (("truco", 3), ("seis", 6), ("nove", 9), ("doze", 12))


def two(**rest: object) -> Talk:
    return Talk(*TWO, vira="6d", **rest)  # type: ignore[arg-type]


def climb(talk: Talk, steps: int, first: int = 0) -> Talk:
    """So many steps of the ladder, each in reply to the one before."""
    words = [*(word for word, _ in LADDER), "queda"]
    return talk.say(*(f"{(first + at) % 2} {words[at]}" for at in range(steps)))


# --- who may call, and when ----------------------------------------------------------------------


def test_pa_tru_01_anybody_at_any_moment() -> None:
    """PA-TRU-01, ``any_time``: also out of turn, either team, at any trick."""
    talk = Talk(*FOUR, vira="6d")
    steps = ["0 play Ah", "1 play As", "2 play 7d", "3 play Ad", "2 play Jh", "3 play 3s"]
    for step in steps:
        assert talk.may("truco") == {0, 1, 2, 3}
        talk.say(step)
    talk.say("0 play 5s", "1 play 4h", "3 play 4c", "0 play Kc", "1 play Qd")
    assert talk.may("truco") == {0, 1, 2, 3}, "seat 2 has still a card to play"
    talk.say("3 truco", "2 quiero", "2 play 7c")
    assert talk.needs == "deal"
    assert talk.refused("0 truco") == Reason.HAND_OVER


def test_pa_tru_01_own_turn() -> None:
    """PA-TRU-01, ``own_turn``: before playing one's card; answers are not calls of one's own."""
    talk = Talk(*FOUR, vira="6d", truco_when="own_turn")
    assert talk.may("truco") == {0}
    assert talk.refused("1 truco") == Reason.NOT_YOUR_TURN
    talk.say("0 play Ah")
    assert talk.may("truco") == {1}
    talk.say("1 truco")
    assert talk.may("seis") == {0, 2}
    talk.say("2 quiero")
    assert talk.may("seis") == set()
    talk.say("1 play As")
    assert talk.may("seis") == {2}


# --- answers -------------------------------------------------------------------------------------


def test_pa_tru_02_accepting() -> None:
    """PA-TRU-02: the hand is worth the called value; the same player is to play."""
    talk = two().say("0 play 7c", "0 truco")
    assert talk.call == (3, 1)
    assert talk.awaited == {1}
    talk.say("1 quiero")
    assert talk.worth == 3
    assert talk.awaited == {1}
    talk.say("1 play 4c", "0 play 7h", "1 play 4h")
    assert talk.points == (3, 0)


@pytest.mark.parametrize(("steps", "paid"), [(1, 1), (2, 3), (3, 6), (4, 9)])
def test_pa_tru_03_running(steps: int, paid: int) -> None:
    """PA-TRU-03: the hand ends, the callers score what it was worth before: 1, 3, 6, 9."""
    talk = climb(two(), steps)
    caller = (steps - 1) % 2
    assert talk.call == (LADDER[steps - 1][1], paid)
    talk.say(f"{1 - caller} noquiero")
    assert talk.points == ((paid, 0) if caller == A else (0, paid))


def test_pa_tru_04_a_raise_accepts_first() -> None:
    """PA-TRU-04: then the other team answers."""
    talk = two().say("0 truco", "1 seis")
    assert talk.worth == 3
    assert talk.awaited == {0}
    assert talk.words(0) == {"quiero", "noquiero", "nove"}
    talk.say("0 quiero", *A_WINS)
    assert talk.points == (6, 0)


def test_pa_tru_05_only_who_accepted_calls_next() -> None:
    """PA-TRU-05: at once or later."""
    talk = Talk(*FOUR, vira="6d").say("0 truco", "1 quiero")
    assert talk.may("seis") == {1, 3}
    assert talk.refused("0 seis") == Reason.NOT_AVAILABLE
    talk.say("0 play Ah", "1 play As", "2 play 7d", "3 play Ad")
    assert talk.may("seis") == {1, 3}
    talk.say("3 seis", "2 quiero")
    assert talk.may("nove") == {0, 2}


def test_pa_tru_06_never_twice_running() -> None:
    """PA-TRU-06: nor a partner; but either team may open."""
    talk = Talk(*FOUR, vira="6d").say("1 truco")
    for seat in (1, 3):
        assert talk.legal(seat) == set()
        assert talk.refused(f"{seat} seis") == Reason.OWN_CALL
    talk.say("2 quiero")
    assert talk.refused("3 seis") == Reason.NOT_AVAILABLE


def test_pa_tru_07_steps_are_not_skipped() -> None:
    """PA-TRU-07: 3, 6, 9, 12, and doze is the top."""
    talk = two()
    for at, (word, worth) in enumerate(LADDER):
        seat = at % 2
        for other, _ in LADDER[at + 1 :]:
            assert talk.refused(f"{seat} {other}") == Reason.NOT_AVAILABLE
        talk.say(f"{seat} {word}")
        assert talk.call[0] == worth
    assert talk.words(0) == {"quiero", "noquiero"}
    assert talk.refused("0 queda") == Reason.NOT_AT_THIS_TABLE
    talk.say("0 quiero")
    assert talk.words(0) == talk.words(1) == set()
    talk.say(*A_WINS)
    assert talk.points == (12, 0)


# --- one answers for all -------------------------------------------------------------------------


def test_pa_tru_08_nothing_else_while_a_call_is_pending() -> None:
    """PA-TRU-08: no card, no word of the callers, no other call."""
    talk = Talk(*FOUR, vira="6d").say("2 truco")
    assert talk.refused("0 play Ah") == Reason.ANSWER_FIRST
    assert talk.legal(0) == talk.legal(2) == set()
    assert talk.awaited == {1, 3}
    assert talk.refused("0 quiero") == Reason.OWN_CALL
    assert talk.refused("1 truco") == Reason.NOT_AVAILABLE


@pytest.mark.parametrize("kind", [Talk, Mineiro])
def test_pa_tru_08_a_card_answers_nothing(kind: type[Talk]) -> None:
    """PA-TRU-08, MI-TRU-05: nor does the asked player accept by laying one, though it is his
    turn."""
    talk = kind(*TWO, vira="6d" if kind is Talk else "").say("0 play 7c", "0 truco")
    assert talk.awaited == {1}
    assert talk.lays(1) == set()
    assert talk.refused("1 play 4c") == Reason.ANSWER_FIRST


@pytest.mark.parametrize("seat", [1, 3])
@pytest.mark.parametrize("word", ["quiero", "noquiero", "seis"])
def test_pa_tru_08_the_first_answer_counts(seat: int, word: str) -> None:
    """PA-TRU-08, ``first_speaks``: whoever of the asked team."""
    talk = Talk(*FOUR, vira="6d").say("0 truco", f"{seat} {word}")
    if word == "noquiero":
        assert talk.points == (1, 0)
    assert not talk.words(4 - seat) & {"quiero", "noquiero"}


def test_pa_tru_08_nothing_to_answer() -> None:
    """PA-TRU-08; section B: there is no folding."""
    talk = two()
    for word in ("quiero", "noquiero"):
        assert talk.refused(f"0 {word}") == Reason.NOTHING_TO_ANSWER
    assert talk.refused("0 mazo") == Reason.NOT_AT_THIS_TABLE


def test_pa_fin_02_one_acceptance_prevails() -> None:
    """PA-FIN-02, PA-TRU-08: each may speak once; one *quero* accepts at once."""
    talk = Talk(*FOUR, vira="6d", answer_by="accept_prevails").say("0 truco", "1 noquiero")
    assert talk.needs == "seat"
    assert talk.awaited == {3}
    for word in ("quiero", "noquiero", "seis"):
        assert talk.refused(f"1 {word}") == Reason.NOT_AVAILABLE
    talk.say("3 quiero")
    assert talk.worth == 3


def test_pa_fin_02_refused_when_all_have_run() -> None:
    """PA-FIN-02: in a team of three the last *corre* ends the hand; a raise accepts too."""
    hands = ("Ah Kc 5s", "As Qd 4h", "2d 2c Jh", "Ad 3s 4c", "5c 5d 5h", "6c 6s 6h")
    talk = Talk(*hands, vira="6d", answer_by="accept_prevails")
    talk.say("0 truco", "5 noquiero", "1 noquiero")
    assert talk.needs == "seat"
    talk.say("3 noquiero")
    assert talk.points == (1, 0)
    again = Talk(*hands, vira="6d", answer_by="accept_prevails")
    again.say("0 truco", "5 noquiero", "1 seis")
    assert again.worth == 3
    assert again.awaited == {0, 2, 4}
    again.say("2 noquiero", "0 noquiero", "4 nove")
    assert again.awaited == {1, 3, 5}, "who ran from the truco may answer the nove"


def test_pa_fin_02_it_covers_the_mao_de_onze() -> None:
    """PA-FIN-02: joga/corre is an answer of the team too."""
    talk = Talk(*FOUR, vira="6d", score=(11, 7), answer_by="accept_prevails").say("0 corre")
    assert talk.awaited == {2}
    assert talk.refused("0 joga") == Reason.NOT_AVAILABLE
    talk.say("2 corre")
    assert talk.points == (0, 1)
    again = Talk(*FOUR, vira="6d", score=(11, 7), answer_by="accept_prevails")
    again.say("2 corre", "0 joga")
    assert again.worth == 3


# --- caps and tops -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("score", "highest"), [(0, 4), (2, 4), (3, 3), (5, 3), (6, 2), (8, 2), (9, 1), (10, 1)]
)
def test_pa_tru_09_cap(score: int, highest: int) -> None:
    """PA-TRU-09, ``raise_cap=needed``: no call by a team that the present value takes home.

    At 9 accepting a truco would give the game (9 + 3): no seis.
    """
    for first in (0, 1):
        talk = climb(two(score=(score, score), raise_cap="needed"), highest, first)
        seat = (first + highest) % 2
        assert talk.words(seat) == {"quiero", "noquiero"}
        if highest < len(LADDER):
            assert talk.refused(f"{seat} {LADDER[highest][0]}") == Reason.NOT_AVAILABLE
        talk.say(f"{seat} quiero")
        assert talk.words(seat) == set()


def test_pa_tru_10_queda() -> None:
    """PA-TRU-10, PA-FIN-04: accepted, the hand's winner wins the game and the whole match."""
    talk = climb(two(games_to_win="3", score=(7, 3)), 5)
    assert talk.call[1] == 12
    assert talk.words(1) == {"quiero", "noquiero"}
    talk.say("1 quiero", *A_WINS)
    assert talk.points == (5, 0), "the points missing to the target"
    assert talk.needs == "over"
    assert talk.state.winner == A
    assert talk.state.games == (3, 0)
    assert talk.of(MatchEnded)[-1].account == A


def test_pa_tru_10_queda_refused() -> None:
    """PA-TRU-10: the caller scores 12, the match goes on."""
    talk = climb(two(games_to_win="2"), 5).say("1 noquiero")
    assert talk.points == (12, 0)
    assert talk.state.games == (1, 0)
    assert talk.needs == "deal"


@pytest.mark.parametrize("also", [{"games_to_win": "2", "match_call": "off"}, {}])
def test_pa_tru_10_without_a_queda(also: dict[str, str]) -> None:
    """PA-TRU-10, PA-FIN-04: off, or a match of one game: doze is the top."""
    talk = climb(two(also=also), 4)
    assert talk.words(0) == {"quiero", "noquiero"}
    assert talk.refused("0 queda") == Reason.NOT_AT_THIS_TABLE


# --- truco_must_beat -----------------------------------------------------------------------------

BEAT = ("3c 2c Ac", "3h 2h Ah", "5c 5h 5s", "4c 4h 4s")


def test_pa_tru_11_called_over_a_card() -> None:
    """PA-TRU-11: the tie is won by the side that did not call; off, it is a tie."""
    for value, winner, leads in (("on", A, 0), ("off", TIE, 1)):
        talk = Talk(*BEAT, vira="6d", truco_must_beat=value)
        talk.say("0 play 3c", "1 truco", "2 quiero", "1 play 3h", "2 play 5c", "3 play 4c")
        assert talk.tricks == [winner]
        assert talk.awaited == {leads}


def test_pa_tru_11_who_beats_the_card_wins() -> None:
    """PA-TRU-11: it is about ties; the caller's higher card takes the trick."""
    talk = Talk("2c 3c Ac", "3h 2h Ah", vira="6d", truco_must_beat="on")
    talk.say("0 play 2c", "1 truco", "0 quiero", "1 play 3h")
    assert talk.tricks == [B]
    assert talk.awaited == {1}


def test_pa_tru_11_before_any_card_of_the_others() -> None:
    """PA-TRU-11: only an opponent's card that is already face up counts."""
    talk = Talk(*BEAT, vira="6d", truco_must_beat="on")
    talk.say("0 play 3c", "0 truco", "1 quiero", "1 play 3h", "2 play 5c", "3 play 4c")
    assert talk.tricks == [TIE]
    again = Talk(*BEAT, vira="6d", truco_must_beat="on", cover_from="1")
    again.say("0 cover Ac", "1 truco", "2 quiero", "1 play 3h", "2 play 5c", "3 play 4c")
    assert again.tricks == [B], "a card face down is not face up, and nothing is tied"


def test_pa_fin_05_a_covered_card_is_not_face_up() -> None:
    """PA-FIN-05, PA-TRU-11: called over a covered card a tie stays a tie."""
    talk = Talk(
        "3c 2c Ac", "5h 2h 3h", "3d 5c 5s", "4c 4h 4s", vira="6d", truco_must_beat="on"
    ).say("0 play Ac", "1 play 5h", "2 play 5c", "3 play 4c")
    talk.say("0 cover 2c", "1 truco", "0 quiero", "1 play 3h", "2 play 3d", "3 play 4h")
    assert talk.tricks == [A, TIE]


def test_pa_fin_05_any_step_and_the_last_call_counts() -> None:
    """PA-FIN-05: with two callers in one trick the last such call."""
    talk = Talk(*BEAT, vira="6d", truco_must_beat="on")
    talk.say("0 play 3c", "1 truco", "0 quiero", "1 play 3h", "2 seis", "3 quiero")
    talk.say("2 play 5c", "3 play 4c")
    assert talk.tricks == [B]
    assert talk.awaited == {1}


def test_pa_fin_05_a_reply_is_a_call() -> None:
    """PA-FIN-05: a raise in reply, said over a card of the others."""
    talk = Talk(*BEAT, vira="6d", truco_must_beat="on")
    talk.say("0 play 3c", "0 truco", "3 seis", "0 quiero")
    talk.say("1 play 3h", "2 play 5c", "3 play 4c")
    assert talk.tricks == [A]


def test_pa_fin_05_the_first_of_the_winners_cards_leads() -> None:
    """PA-FIN-05: of three tied cards the first laid by the winning side."""
    talk = Talk("3c 2c Ac", "3h 2h Ah", "3s 5h 5s", "4c 4h 4s", vira="6d", truco_must_beat="on")
    talk.say("0 play 3c", "1 truco", "2 quiero", "1 play 3h", "2 play 3s", "3 play 4c")
    assert talk.tricks == [A]
    assert talk.awaited == {0}


def test_pa_tru_11_only_in_that_trick() -> None:
    """PA-TRU-11: the next trick is an ordinary one."""
    talk = Talk(*BEAT, vira="6d", truco_must_beat="on")
    talk.say("0 play Ac", "1 truco", "2 quiero", "1 play Ah", "2 play 5c", "3 play 4c")
    assert talk.tricks == [A]
    talk.say("0 play 3c", "1 play 3h", "2 play 5h", "3 play 4h")
    assert talk.tricks == [A, TIE]

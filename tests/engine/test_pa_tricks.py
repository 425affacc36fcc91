"""Truco paulista: tricks (PA-TRI), winner of the hand (PA-HAN), cards face down (PA-COV)."""

import pytest

from engine.cards import UNKNOWN
from engine.errors import Reason
from engine.events import Laid, disclosed
from engine.seen.view import PUBLIC, view
from tests.brazil.talk import TIE, A, B, Mineiro, Talk
from tests.narrow import of_kind

# With the vira 6d the sevens are manilhas; nobody here holds one.
FOUR = ("3h Kc 5s", "As Qd 4h", "2d 6c Jh", "Ad 3s 4c")


def test_pa_tri_01_any_card_may_be_played() -> None:
    """PA-TRI-01: no suit following; out of turn nobody lays a card."""
    talk = Talk(*FOUR, vira="6d").say("0 play 3h")
    assert talk.lays(1) == {"play As", "play Qd", "play 4h"}
    for seat in (0, 2, 3):
        assert talk.lays(seat) == set()
    assert talk.refused("2 play 2d") == Reason.NOT_YOUR_TURN
    assert talk.refused("1 play 2d") == Reason.NO_SUCH_CARD


def test_pa_tri_02_the_strongest_wins_and_leads() -> None:
    """PA-TRI-02."""
    talk = Talk(*FOUR, vira="6d").say("0 play 5s", "1 play Qd", "2 play 2d", "3 play 4c")
    assert talk.tricks == [A]
    assert talk.awaited == {2}


def test_pa_tri_03_equals_of_one_team_win() -> None:
    """PA-TRI-03, PA-TRI-04: not a tie; who laid first of them leads."""
    talk = Talk("3h Kc 5s", "As Qd 4h", "3d 6c Jh", "Ad 2s 4c", vira="6d", dealer=1)
    talk.say("2 play 3d", "3 play 2s", "0 play 3h", "1 play As")
    assert talk.tricks == [A]
    assert talk.awaited == {2}


TIES = ("2h Kc 5s", "3c Qd 4h", "3d 6c Jh", "Ad 3s 4c")
"""The threes of 1, 2 and 3 tie."""


@pytest.mark.parametrize(
    ("option", "leads"), [("last_tied", 3), ("first_tied", 1), ("previous_leader", 0)]
)
def test_pa_tri_05_who_leads_after_a_tie(option: str, leads: int) -> None:
    """PA-TRI-05: equal best cards of both teams; the next trick is led by ``tie_lead``."""
    talk = Talk(*TIES, vira="6d", tie_lead=option)
    talk.say("0 play 2h", "1 play 3c", "2 play 3d", "3 play 3s")
    assert talk.tricks == [TIE]
    assert talk.awaited == {leads}


def test_pa_tri_05_last_in_the_order_of_play() -> None:
    """PA-TRI-05: the order is that of the trick, not of the seats; the default."""
    talk = Talk(*TIES, vira="6d", dealer=1)
    talk.say("2 play 3d", "3 play 3s", "0 play 2h", "1 play 3c")
    assert talk.awaited == {1}


def test_pa_tri_05_previous_leader_of_a_later_trick() -> None:
    """PA-TRI-05: in trick 3 too, whoever led the tied trick."""
    talk = Talk("3c 2d Kh", "3d 2s Kc", vira="5h", dealer=0, tie_lead="previous_leader")
    talk.say("1 play 3d", "0 play 3c", "1 play 2s", "0 play 2d")
    assert talk.tricks == [TIE, TIE]
    assert talk.awaited == {1}


@pytest.mark.parametrize(
    ("option", "leads"), [("last_tied", 1), ("first_tied", 2), ("previous_leader", 2)]
)
def test_pa_tri_06_every_card_covered(option: str, leads: int) -> None:
    """PA-TRI-06, PA-COV-03: a tie between all players."""
    talk = Talk(*FOUR, vira="6d", tie_lead=option, cover_from="1", dealer=1)
    talk.say("2 cover 2d", "3 cover 3s", "0 cover 3h", "1 cover As")
    assert talk.tricks == [TIE]
    assert talk.awaited == {leads}


# --- the table of PA-HAN -------------------------------------------------------------------------


def trick_cards(result: int, number: int) -> tuple[str, str]:
    """A card of seat 0 and one of seat 1 with this result; ``number`` keeps tricks apart."""
    strong = ("3c", "3h", "3s")[number]
    weak = ("5c", "5h", "5s")[number]
    twin = (("Kc", "Kh"), ("Jc", "Jh"), ("Qc", "Qh"))[number]
    return {A: (strong, weak), B: (weak, strong), TIE: twin}[result]


WAYS = [
    ((A, A), A, "HAN-01"),
    ((A, B, A), A, "HAN-01"),
    ((A, B, B), B, "HAN-01"),
    ((TIE, A), A, "HAN-02"),
    ((TIE, TIE, A), A, "HAN-03"),
    ((A, TIE), A, "HAN-04"),
    ((A, B, TIE), A, "HAN-05"),
    ((TIE, TIE, TIE), TIE, "HAN-06"),
]
EXCHANGED = [
    (tuple({A: B, B: A, TIE: TIE}[trick] for trick in tricks), {A: B, B: A, TIE: TIE}[winner], rule)
    for tricks, winner, rule in WAYS
    if winner != TIE
]


def play_out(talk: Talk, results: tuple[int, ...]) -> None:
    """Lay the cards of :func:`trick_cards` until the hand is over; no trick more or less."""
    for number, result in enumerate(results):
        assert talk.needs == "seat"
        pair = trick_cards(result, number)
        for _ in (0, 1):
            (seat,) = talk.awaited
            talk.say(f"{seat} play {pair[seat]}")
    assert talk.needs == "deal"
    assert talk.tricks == list(results)


@pytest.mark.parametrize("mao", [0, 1])
@pytest.mark.parametrize(("results", "winner", "rule"), WAYS + EXCHANGED, ids=str)
@pytest.mark.parametrize("kind", [Talk, Mineiro])
def test_pa_han(
    results: tuple[int, ...], winner: int, rule: str, mao: int, kind: type[Talk]
) -> None:
    """PA-HAN-01 to PA-HAN-06, MI-HAN-01 to MI-HAN-06: every way a hand can go.

    Trick 3 is not played where the first two decide.
    """
    pairs = [
        trick_cards(result, at) for at, result in enumerate((*results, *(A,) * (3 - len(results))))
    ]
    hands = (" ".join(mine for mine, _ in pairs), " ".join(theirs for _, theirs in pairs))
    vira = "6d" if kind is Talk else ""
    talk = kind(*hands, vira=vira, dealer=1 - mao)
    play_out(talk, results)
    base = 1 if kind is Talk else 2
    assert talk.points == tuple(base if winner == side else 0 for side in (A, B))


@pytest.mark.parametrize("mao", [0, 1])
@pytest.mark.parametrize("kind", [Talk, Mineiro])
def test_pa_han_06_three_ties_to_the_mao(mao: int, kind: type[Talk]) -> None:
    """PA-HAN-06, MI-HAN-06: ``all_tied=mano``."""
    vira = "6d" if kind is Talk else ""
    talk = kind("Kc Jc Qc", "Kh Jh Qh", vira=vira, dealer=1 - mao, all_tied="mano")
    play_out(talk, (TIE, TIE, TIE))
    base = 1 if kind is Talk else 2
    assert talk.points == tuple(base if side == mao else 0 for side in (A, B))


# --- cards face down -----------------------------------------------------------------------------

TWO = ("Kc Jc Qc", "3h Jh 2h")


def test_pa_cov_01_from_trick_2_on() -> None:
    """PA-COV-01: not in trick 1."""
    talk = Talk(*TWO, vira="6d")
    assert talk.refused("0 cover Kc") == Reason.NO_COVER
    talk.say("0 play Kc", "1 play 3h")
    assert {"cover Jh", "cover 2h", "play Jh", "play 2h"} == talk.lays(1)
    talk.say("1 play Jh", "0 play Jc")
    assert talk.needs == "deal"


@pytest.mark.parametrize(("value", "tricks"), [("1", [1, 2, 3]), ("2", [2, 3]), ("never", [])])
def test_pa_cov_01_cover_from(value: str, tricks: list[int]) -> None:
    """PA-COV-01, ``cover_from``."""
    talk = Talk("Kc Jc Qc", "Kh Jh Qh", vira="6d", cover_from=value)
    for number, (one, two) in enumerate((("Kc", "Kh"), ("Jc", "Jh"), ("Qc", "Qh")), start=1):
        (seat,) = talk.awaited
        mine, other = (one, two) if seat == 0 else (two, one)
        assert (f"cover {mine}" in talk.lays(seat)) == (number in tricks)
        talk.say(f"{seat} play {mine}", f"{1 - seat} play {other}")


def test_pa_cov_02_its_face_is_never_shown() -> None:
    """PA-COV-02: to nobody but its owner, also when the hand is over."""
    talk = Talk("7c 3h 2c", "3c 4h 2h", vira="6d")
    talk.say("0 play 3h", "1 play 3c", "1 play 4h", "0 cover 7c")
    assert talk.needs == "deal"
    laid = talk.of(Laid)[-1]
    for seat in (PUBLIC, 1):
        seen = view(talk.state, seat)
        assert seen.plays[-1].card == UNKNOWN
        assert seen.plays[-1].covered
        assert len(seen.seen[0]) == 1
        assert of_kind(Laid, disclosed(laid, seat)).card == UNKNOWN
    assert view(talk.state, 0).plays[-1].card == laid.card


def test_pa_cov_04_one_cover_of_a_team() -> None:
    """PA-COV-04, ``cover_limit=one_per_team``: not when the partner did in this trick."""
    talk = Talk(*FOUR, vira="6d", cover_limit="one_per_team")
    talk.say("0 play 3h", "1 play As", "2 play 2d", "3 play Ad", "0 cover Kc")
    assert "cover Qd" in talk.lays(1)
    talk.say("1 cover Qd")
    assert talk.lays(2) == {"play 6c", "play Jh"}
    assert talk.refused("2 cover 6c") == Reason.NO_COVER
    talk.say("2 play 6c")
    assert talk.refused("3 cover 4c") == Reason.NO_COVER
    talk.say("3 play 3s")
    assert {"cover 4c", "play 4c"} == talk.lays(3)


def test_pa_cov_04_not_after_a_tie() -> None:
    """PA-COV-04, ``cover_after_tie=forbidden``: once a trick of this hand was tied."""
    talk = Talk(*TIES, vira="6d", cover_after_tie="forbidden")
    talk.say("0 play 2h", "1 play 3c", "2 play 3d", "3 play 3s")
    assert talk.lays(3) == {"play Ad", "play 4c"}
    assert talk.refused("3 cover Ad") == Reason.NO_COVER
    again = Talk(*FOUR, vira="6d", cover_after_tie="forbidden")
    again.say("0 play 3h", "1 play As", "2 play 2d", "3 play Ad")
    assert "cover Kc" in again.lays(0)


@pytest.mark.parametrize("kind", [Talk, Mineiro])
def test_pa_fin_06_highest_after_a_tied_first_trick(kind: type[Talk]) -> None:
    """PA-FIN-06, MI-TRI-04: face up, the highest; the player who tied first; third cards decide."""
    vira = "6d" if kind is Talk else ""
    talk = kind("3c 2d Kh", "3d 2s Jc", vira=vira, show_after_tie="highest")
    talk.say("0 play 3c", "1 play 3d")
    assert talk.lays(1) == {"play 2s"}
    assert talk.refused("1 cover 2s") == Reason.NO_COVER
    assert talk.refused("1 play Jc") == Reason.NO_SUCH_CARD
    talk.say("1 play 2s")
    assert talk.lays(0) == {"play 2d"}
    talk.say("0 play 2d")
    assert {"play Kh", "cover Kh"} == talk.lays(0)
    talk.say("0 play Kh", "1 play Jc")
    assert talk.points == ((1, 0) if kind is Talk else (2, 0))


def test_pa_fin_06_equal_cards_are_both_the_highest() -> None:
    """PA-FIN-06: of two equal highest cards either."""
    talk = Talk("3c 2d 2h", "3d 7s Jc", vira="6d", show_after_tie="highest", tie_lead="first_tied")
    talk.say("0 play 3c", "1 play 3d")
    assert talk.lays(0) == {"play 2d", "play 2h"}
    talk.say("0 play 2h")
    assert talk.lays(1) == {"play 7s"}  # a manilha


def test_pa_fin_06_only_in_the_second_trick_after_a_tied_first() -> None:
    """PA-FIN-06: by default, and when trick 1 was won, the choice is free."""
    talk = Talk("3c 2d Kh", "3d 2s Jc", vira="6d").say("0 play 3c", "1 play 3d")
    assert talk.lays(1) == {"play 2s", "play Jc", "cover 2s", "cover Jc"}
    again = Talk("3c 2d Kh", "Ad 2s Jc", vira="6d", show_after_tie="highest")
    again.say("0 play 3c", "1 play Ad")
    assert "play Kh" in again.lays(0)


def test_pa_fin_06_not_in_a_blind_hand() -> None:
    """PA-FIN-06: nobody knows which is his highest."""
    also = {"show_after_tie": "highest", "ferro": "blind"}
    talk = Talk("3c 2d Kh", "3d 2s Jc", vira="6d", score=(11, 11), also=also)
    talk.say("0 play 1", "1 play 1")
    assert talk.lays(1) == {"play 2", "play 3"}

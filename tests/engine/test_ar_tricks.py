"""Truco argentino, tricks (AR-TRI), winner of the hand (AR-HAN), cards face down (AR-COV)."""

import pytest

from engine.cards import UNKNOWN
from engine.errors import Reason
from engine.events import Laid, disclosed
from engine.seen.view import view
from tests.conversation import Talk, cards
from tests.narrow import of_kind

X, Y, T = 0, 1, -1


def test_ar_tri_01_one_card_each() -> None:
    """AR-TRI-01: out of turn nobody lays a card."""
    talk = Talk("4e 5b 6c", "4b 3o 6o", "4o 1e 7c", "4c 5c 2b")
    for seat in (1, 2, 3):
        assert talk.lays(seat) == set()
    assert talk.refused("1 play 4b") == Reason.NOT_YOUR_TURN
    talk.say("0 play 4e")
    assert talk.refused("0 play 5b") == Reason.NOT_YOUR_TURN
    assert talk.refused("1 play 4e") == Reason.NO_SUCH_CARD


def test_ar_tri_02_highest_card_wins_for_its_team() -> None:
    """AR-TRI-02."""
    talk = Talk("4e 5b 6c", "2b 3o 6o", "3b 1e 7c", "4c 5c 2c")
    talk.say("0 play 4e", "1 play 2b", "2 play 3b", "3 play 2c")
    assert talk.tricks == [0]
    assert talk.awaited == {2}


def test_ar_tri_04_parda() -> None:
    """AR-TRI-04: equal highest cards in both teams; nobody wins the trick."""
    talk = Talk("3e 5b 6c", "3b 1o 6o", "2b 1e 7c", "4c 5c 2c")
    talk.say("0 play 3e", "1 play 3b", "2 play 2b", "3 play 4c")
    assert talk.tricks == [T]


@pytest.mark.parametrize("tie_lead", ["mano", "previous_leader"])
def test_ar_tri_05_after_a_parda_the_mano_leads(tie_lead: str) -> None:
    """AR-TRI-05: in the first trick both values of the option give the mano."""
    talk = Talk("2e 5b 6c", "3b 1o 6o", "3c 1e 7c", "4c 5c 2c", tie_lead=tie_lead)
    talk.say("0 play 2e", "1 play 3b", "2 play 3c", "3 play 4c")
    assert talk.tricks == [T]
    assert talk.awaited == {0}


@pytest.mark.parametrize("tie_lead", ["mano", "previous_leader", "first_tied"])
def test_ar_tri_05_two_pardas(tie_lead: str) -> None:
    """AR-TRI-05: who leads the third trick after two pardas."""
    hands = ("3e 2b 6c", "4b 11o 6o", "4c 11e 7c", "3c 5c 2c")
    talk = Talk(*hands, tie_lead=tie_lead)
    talk.say("0 play 3e", "1 play 4b", "2 play 4c", "3 play 3c")
    assert talk.awaited == {0}
    talk.say("0 play 6c", "1 play 11o", "2 play 11e", "3 play 5c")
    assert talk.tricks == [T, T]
    assert talk.awaited == {1 if tie_lead == "first_tied" else 0}


def test_ar_tri_06_stops_as_soon_as_decided() -> None:
    """AR-TRI-06: remaining cards are not played; laid cards stay in sight until then."""
    talk = Talk("1e 1b 4c", "4b 5c 7e")
    talk.say("0 play 1e", "1 play 4b", "0 play 1b")
    assert talk.hand.seen == (cards("1e 1b"), cards("4b"))
    assert [play.card for play in view(talk.state, 1).plays] == list(cards("1e 4b 1b"))
    talk.say("1 play 5c")
    assert talk.needs == "deal"
    assert talk.end() == (1, 0)
    assert talk.refused("0 play 4c") == Reason.HAND_OVER


# --- the table of AR-HAN -------------------------------------------------------------------------


def trick_cards(result: int, number: int) -> tuple[str, str]:
    """A card of seat 0 and one of seat 1 with this result; ``number`` keeps tricks apart."""
    strong = ("3e", "3b", "3o")[number]
    weak = ("5b", "5o", "5c")[number]
    twin = (("4e", "4b"), ("6e", "6b"), ("12e", "12b"))[number]
    return {X: (strong, weak), Y: (weak, strong), T: twin}[result]


@pytest.mark.parametrize("mano", [0, 1])
@pytest.mark.parametrize(
    ("results", "winner", "rule"),
    [
        ((X, X), X, "AR-HAN-01"),
        ((Y, Y), Y, "AR-HAN-01"),
        ((X, Y, X), X, "AR-HAN-02"),
        ((X, Y, Y), Y, "AR-HAN-02"),
        ((Y, X, X), X, "AR-HAN-02"),
        ((Y, X, Y), Y, "AR-HAN-02"),
        ((X, T), X, "AR-HAN-03"),
        ((Y, T), Y, "AR-HAN-03"),
        ((T, X), X, "AR-HAN-04"),
        ((T, Y), Y, "AR-HAN-04"),
        ((T, T, X), X, "AR-HAN-05"),
        ((T, T, Y), Y, "AR-HAN-05"),
        ((X, Y, T), X, "AR-HAN-06"),
        ((Y, X, T), Y, "AR-HAN-06"),
        ((T, T, T), None, "AR-HAN-07"),
    ],
    ids=str,
)
def test_ar_han(results: tuple[int, ...], winner: int | None, rule: str, mano: int) -> None:
    """AR-HAN-01 to AR-HAN-07: every way a hand can go, with either side as mano."""
    pairs = [
        trick_cards(result, number)
        for number, result in enumerate((*results, *(X,) * (3 - len(results))))
    ]
    talk = Talk(
        " ".join(mine for mine, _ in pairs),
        " ".join(theirs for _, theirs in pairs),
        dealer=1 - mano,
    )
    for number in range(len(results)):
        assert talk.needs == "seat"
        for _ in (0, 1):
            (seat,) = talk.awaited
            talk.say(f"{seat} play {pairs[number][seat]}")
    assert talk.tricks == list(results)
    assert talk.needs == "deal"  # a third trick that decides nothing is not played
    side = mano if winner is None else winner
    assert talk.end() == ((1, 0) if side == 0 else (0, 1))


# --- cards face down -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cover_from", "allowed"),
    [("1", (True, True, True)), ("2", (False, True, True)), ("never", (False, False, False))],
)
def test_ar_cov_01_from_which_trick(cover_from: str, allowed: tuple[bool, ...]) -> None:
    """AR-COV-01: on his turn a player may lay a card face down, as the option says."""
    talk = Talk("3e 4b 6o", "4c 3b 6c", cover_from=cover_from)
    lines = (("0 play 3e", "1 play 4c"), ("0 play 4b", "1 play 3b"), ("1 play 6c", "0 play 6o"))
    for may, (first, second) in zip(allowed, lines, strict=True):
        seat = int(first[0])
        covers = {lay for lay in talk.lays(seat) if lay.startswith("cover")}
        plays = {lay for lay in talk.lays(seat) if lay.startswith("play")}
        assert covers == ({lay.replace("play", "cover") for lay in plays} if may else set())
        if not may:
            assert talk.refused(first.replace("play", "cover")) == Reason.NO_COVER
        talk.say(first, second)


def test_ar_cov_01_only_on_his_turn() -> None:
    """AR-COV-01."""
    talk = Talk("3e 4b 6o", "4c 3b 6c")
    assert talk.refused("1 cover 4c") == Reason.NOT_YOUR_TURN


def test_ar_cov_02_hidden_cards_of_one_team() -> None:
    """AR-COV-02, AR-TRI-03: among four, hidden cards are the lowest and equal."""
    talk = Talk("1e 5b 6c", "4b 1o 6o", "1b 2e 7c", "4c 5c 2c")
    talk.say("0 cover 1e", "1 cover 4b", "2 cover 1b", "3 play 4c")
    assert talk.tricks == [Y]
    assert talk.awaited == {3}


def test_ar_cov_03_still_counts_for_the_flor() -> None:
    """AR-COV-03: announced before, compared after; the hidden card is part of it."""
    talk = Talk("7e 6e 5e", "4b 1b 12b", flor="con").say("0 flor", "1 florquiero")
    assert talk.points == (4, 0)
    talk.say("0 cover 7e")
    assert talk.refused("0 flor") == Reason.TOO_LATE


def test_ar_cov_03_counts_as_having_played() -> None:
    """AR-COV-03, AR-ENV-01: who has covered a card cannot open the envido any more."""
    talk = Talk("7e 6e 4c", "5b 4b 1o").say("0 cover 4c", "1 truco")
    assert "envido" not in talk.words(0)
    assert talk.refused("0 envido") == Reason.TOO_LATE


def test_ar_cov_03_not_turned_up_later() -> None:
    """AR-COV-03: nobody but its owner ever learns it."""
    talk = Talk("7e 6e 4c", "5b 4b 1o").say("0 cover 4c", "1 play 5b", "1 mazo")
    assert talk.needs == "deal"
    (hidden,) = (event for event in talk.of(Laid) if event.covered)
    for seat in (-1, 1):
        assert of_kind(Laid, disclosed(hidden, seat)).card == UNKNOWN
        assert view(talk.state, seat).plays[0].card == UNKNOWN
        assert view(talk.state, seat).seen[0] == ()
    assert view(talk.state, 0).plays[0].card == cards("4c")[0]
    assert disclosed(hidden, 0) == hidden


def test_ar_cov_03_unless_needed_to_prove_points() -> None:
    """AR-COV-03, AR-MOS-01: it is turned up when it is part of the points that won."""
    talk = Talk("7e 6e 4c", "5b 4b 1o").say("0 envido", "1 quiero", "0 cover 7e", "1 mazo")
    assert talk.shown == {0: {"7e", "6e"}}

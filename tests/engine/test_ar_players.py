"""Truco argentino, players, seats, binding (AR-PLA)."""

import pytest

from engine.errors import BadRules, Reason
from engine.events import Answered
from engine.numbers import Seat
from engine.state.state import ENVIDO_GAME, TRUCO_GAME
from engine.variants import table_for
from tests.conversation import Talk

FOUR = ("7e 6e 4c", "3c 10b 11o", "5o 12c 2b", "7o 4o 12b")
SIX = (*FOUR, "1e 5b 10e", "1b 6o 10c")


@pytest.mark.parametrize("players", [2, 4, 6])
def test_ar_pla_01_neighbours_are_opponents(players: int) -> None:
    """AR-PLA-01: two teams, partners alternate round the table."""
    sides = table_for("argentino", players).sides
    assert len(sides) == players
    assert all(sides[seat] != sides[(seat + 1) % players] for seat in range(players))
    assert sides.count(0) == sides.count(1)


@pytest.mark.parametrize("players", [0, 1, 5, 7, 8])
def test_ar_pla_01_two_three_four_or_six(players: int) -> None:
    """AR-PLA-01: 1 v 1, 2 v 2, 3 v 3; AR-GAL-01: 1 v 2."""
    with pytest.raises(BadRules):
        table_for("argentino", players)


@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
def test_ar_pla_02_mano_begins(dealer: int) -> None:
    """AR-PLA-02: mano is the seat right of the dealer, first to play; the dealer plays last."""
    talk = Talk(*FOUR, dealer=dealer)
    order = []
    for _ in range(4):
        (seat,) = talk.awaited
        order.append(seat)
        talk.say(f"{seat} {min(talk.lays(seat))}")
    assert order == [(dealer + 1 + step) % 4 for step in range(4)]


@pytest.mark.parametrize("hands", [FOUR, SIX])
@pytest.mark.parametrize("dealer", [0, 1, 3])
def test_ar_pla_02_pies(hands: tuple[str, ...], dealer: int) -> None:
    """AR-PLA-02: the dealer is his team's pie, the seat before him the other's."""
    talk = Talk(*hands, dealer=dealer, answer_by="pie")
    mano = (dealer + 1) % len(hands)
    talk.say(f"{mano} truco")
    rivals_pie = dealer if (dealer - mano) % 2 else (dealer - 1) % len(hands)
    assert talk.may("quiero") == {rivals_pie}


def test_ar_pla_02_with_two_both_are_pies() -> None:
    """AR-PLA-02, AR-ENV-02."""
    talk = Talk("7e 6e 4c", "3c 10b 11o")
    assert "envido" in talk.words(0)
    talk.say("0 play 4c")
    assert "envido" in talk.words(1)


@pytest.mark.parametrize("answer", ["first_speaks", "accept_prevails", "pie"])
def test_ar_pla_03_not_the_own_call(answer: str) -> None:
    """AR-PLA-03: a player may not answer his own team's call."""
    talk = Talk(*FOUR, answer_by=answer).say("0 truco")
    for seat in (0, 2):
        for word in ("quiero", "noquiero", "retruco"):
            assert talk.refused(f"{seat} {word}") == Reason.OWN_CALL
        assert not talk.may("quiero") & {0, 2}


def test_ar_pla_03_accept_prevails_tells_each_refusal() -> None:
    """AR-PLA-03: each is a word of the hand; the last one alone settles the call. What is beneath
    an envido stays there."""
    talk = Talk(*FOUR, answer_by="accept_prevails", envido_callers="any")
    talk.say("0 truco", "1 envido", "2 noquiero")
    assert [entry.game for entry in talk.hand.position.stack] == [TRUCO_GAME, ENVIDO_GAME]
    talk.say("0 noquiero", "3 noquiero", "1 noquiero")
    assert talk.of(Answered) == [
        Answered(Seat(2), "envido", "noquiero", False, False),
        Answered(Seat(0), "envido", "noquiero", True, False),
        Answered(Seat(3), "truco", "noquiero", False, False),
        Answered(Seat(1), "truco", "noquiero", True, False),
    ]
    refused = [word.seat for word in talk.hand.said if word.verb == "noquiero"]
    assert refused == [2, 0, 3, 1]


def test_ar_pla_03_a_raise_begins_anew() -> None:
    """AR-PLA-03: who refused a call may answer the raise that came over it."""
    talk = Talk(*FOUR, answer_by="accept_prevails", envido_callers="any")
    talk.say("0 envido", "1 noquiero", "3 realenvido", "2 faltaenvido")
    assert talk.may("quiero") == {1, 3}


def test_ar_pla_03_pie_answers_and_raises() -> None:
    """AR-PLA-03, ``pie``: only the side's pie answers and raises."""
    talk = Talk(*FOUR, answer_by="pie").say("0 truco")
    assert talk.may("quiero") == talk.may("noquiero") == talk.may("retruco") == {3}
    assert talk.awaited == {3}
    assert talk.refused("1 quiero") == Reason.ONLY_PIE
    assert talk.refused("1 retruco") == Reason.ONLY_PIE
    talk.say("3 retruco")
    assert talk.may("vale4") == {2}


@pytest.mark.parametrize(
    ("dealer", "winner"),
    [(3, 0), (0, 1), (1, 0), (2, 1)],
    ids=["mano 0", "mano 1", "mano 2: seat 2 before 1", "mano 3"],
)
def test_ar_pla_04_nearer_the_mano(dealer: int, winner: int) -> None:
    """AR-PLA-04, AR-ENV-12: fewer seats counted counter-clockwise from the mano."""
    tied = ("7e 6e 4c", "7o 6o 11b", "7c 6c 2b", "7b 6b 12c")
    mano = (dealer + 1) % 4
    talk = Talk(*tied, dealer=dealer, envido_callers="any")
    talk.say(f"{mano} envido", f"{(mano + 1) % 4} quiero")
    assert talk.points == ((2, 0) if winner == 0 else (0, 2))


def test_ar_pla_04_only_the_tied_players_count() -> None:
    """AR-PLA-04: the mano himself need not be among the tied."""
    hands = ("4e 5b 6c", "7o 6o 11b", "7c 6e 2b", "7b 6b 12c")  # 33 for seats 1 and 3, 7 else
    talk = Talk(*hands, envido_callers="any").say("0 envido", "1 quiero")
    assert talk.points == (0, 2)
    assert talk.declared == [(0, 6), (1, 33), (2, None)]

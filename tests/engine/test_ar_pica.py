"""Truco argentino, six players: redonda and pica-pica (AR-PIC)."""

import pytest

from engine.apply import next_mode
from engine.errors import BadDeal, Reason
from engine.events import ContestBegan
from tests.conversation import CALLS, Talk

HANDS = ("7e 6e 4o", "3c 2c 5b", "1e 4b 4c", "7c 5c 12e", "10o 11b 6b", "1b 5o 6o")
"""Seat 0 holds 33, seat 3 32."""


def pica(score: tuple[int, int] = (8, 6), dealer: int = 5, **options: str) -> Talk:
    return Talk(*HANDS, dealer=dealer, mode="pica", score=score, also=options)


def leave_all(talk: Talk) -> Talk:
    """Everybody on turn goes to the deck until the hand is over."""
    while talk.needs == "seat":
        talk.say(f"{min(talk.awaited)} mazo")
    return talk


@pytest.mark.parametrize("score", [(0, 0), (8, 6), (20, 24)])
def test_ar_pic_01_the_first_hand_is_redonda(score: tuple[int, int]) -> None:
    """AR-PIC-01: the first of a match, and of every chico."""
    talk = Talk(*HANDS, score=score)
    assert talk.hand.mode == "redonda"
    assert len(talk.of(ContestBegan)) == 1
    ended = Talk(*HANDS, score=(29, 24), games_to_win="2").say("1 mazo")
    assert ended.state.games == (1, 0)
    assert next_mode(ended.state) == "redonda"


def test_ar_pic_01_they_alternate() -> None:
    """AR-PIC-01: the hand after a redonda is pica-pica, the one after that redonda again."""
    talk = Talk(*HANDS, score=(8, 6)).say("0 mazo")
    modes = []
    for _ in range(4):
        modes.append(next_mode(talk.state))
        talk.deal(*HANDS)
        assert talk.hand.mode == modes[-1]
        leave_all(talk)
    assert modes == ["pica", "redonda", "pica", "redonda"]
    with pytest.raises(BadDeal):
        talk.deal(*HANDS, mode="redonda" if next_mode(talk.state) == "pica" else "pica")


@pytest.mark.parametrize("players", [2, 4])
def test_ar_pic_01_only_with_six(players: int) -> None:
    """AR-PIC-01."""
    talk = Talk(*HANDS[:players], score=(8, 6)).say("0 mazo")
    assert next_mode(talk.state) == ""
    with pytest.raises(BadDeal):
        talk.deal(*HANDS[:players], mode="pica")


@pytest.mark.parametrize(
    ("options", "score", "due"),
    [
        ({}, (3, 1), False),
        ({}, (4, 2), False),
        ({}, (0, 3), True),
        ({}, (0, 23), True),
        ({}, (0, 24), False),
        ({}, (24, 0), True),
        ({}, (26, 4), False),
        ({"duels_from": "0"}, (0, 0), True),
        ({"duels_until": "10"}, (18, 3), True),
        ({"duels_until": "10"}, (21, 3), False),
        ({"duels_until": "10"}, (3, 18), True),
        ({"duels_until": "10"}, (3, 19), False),
        ({"duels_until": "0"}, (3, 27), True),
        ({"duels_until": "0"}, (29, 20), True),
        ({"target": "12"}, (2, 5), True),
        ({"target": "12"}, (2, 6), False),
    ],
)
def test_ar_pic_02_when_it_is_due(
    options: dict[str, str], score: tuple[int, int], due: bool
) -> None:
    """AR-PIC-02: some team has ``duels_from``, none lacks fewer than ``duels_until``.

    The redonda before it gives 2 points to B (a mazo at once).
    """
    talk = Talk(*HANDS, score=score, also=options).say("0 mazo")
    assert talk.score == (score[0], score[1] + 2)
    expected = "pica" if due else "redonda"
    assert next_mode(talk.state) == expected


@pytest.mark.parametrize(
    ("dealer", "duels"),
    [(5, [(0, 3), (1, 4), (2, 5)]), (0, [(1, 4), (2, 5), (3, 0)]), (3, [(4, 1), (5, 2), (0, 3)])],
)
def test_ar_pic_03_three_duels_in_order(dealer: int, duels: list[tuple[int, int]]) -> None:
    """AR-PIC-03: (d+1, d+4), (d+2, d+5), (d+3, d); the first named is mano."""
    talk = leave_all(pica(dealer=dealer))
    assert [event.seats for event in talk.of(ContestBegan)] == duels


def test_ar_pic_03_only_its_two_players() -> None:
    """AR-PIC-03: complete with its own envido and truco, in which only its two players speak."""
    talk = pica()
    assert talk.words(0) == {"truco", "mazo"} | CALLS
    assert talk.words(3) == {"truco", "mazo"}
    for seat in (1, 2, 4, 5):
        assert talk.legal(seat) == talk.public(seat) == set()
        assert talk.refused(f"{seat} mazo") == Reason.NOT_IN_PLAY
    talk.say("0 truco", "3 quiero", "0 mazo")
    assert talk.points == (0, 2)
    # The next duel has a truco and an envido of its own.
    assert talk.awaited == {1}
    assert talk.words(1) == {"truco", "mazo"} | CALLS
    assert talk.words(0) == set()


def test_ar_pic_03_both_are_pies() -> None:
    """AR-PIC-03: either may open the envido, in its turn."""
    talk = pica().say("0 play 4o")
    assert talk.words(3) >= CALLS


def test_ar_pic_03_flor_in_a_duel() -> None:
    """AR-PIC-03, AR-PIC-04: the flor of those who wait is none of it; it is not capped."""
    hands = ("7e 6e 4e", "3c 2c 5c", "1e 4b 4c", "7c 5o 12e", "10b 11b 6b", "1b 4o 6o")
    talk = Talk(*hands, dealer=5, mode="pica", score=(8, 6), flor="con").say("0 flor")
    assert talk.points == (3, 0)
    talk.say("0 mazo", "1 flor", "4 resto", "1 florquiero")
    assert talk.points == (3, 1 + 19)  # the leader has 11


@pytest.mark.parametrize(("cap", "falta"), [("6", 6), ("10", 10), ("none", 22)])
def test_ar_pic_04_the_falta_is_the_cap(cap: str, falta: int) -> None:
    """AR-PIC-04: exactly that, whatever is missing; ``none``: F as usual (30 - 8)."""
    talk = pica(duel_cap=cap).say("0 faltaenvido", "3 quiero")
    assert talk.points == (falta, 0)
    if cap != "none":
        close = pica(duel_cap=cap, score=(10, 27)).say("0 faltaenvido", "3 quiero")
        assert close.points == (falta, 0)


@pytest.mark.parametrize(("cap", "wanted", "refused"), [("6", 6, 6), ("10", 7, 7), ("none", 7, 7)])
def test_ar_pic_04_wanted_or_refused(cap: str, wanted: int, refused: int) -> None:
    """AR-PIC-04: never more than the cap; 7 wanted, and 7 refused beneath a falta."""
    calls = ("0 envido", "3 envido", "0 realenvido")
    assert pica(duel_cap=cap).say(*calls, "3 quiero").points == (wanted, 0)
    assert pica(duel_cap=cap).say(*calls, "3 faltaenvido", "0 noquiero").points == (0, refused)


def test_ar_pic_04_not_in_a_redonda() -> None:
    """AR-PIC-04: in a duel only."""
    talk = Talk(*HANDS, score=(8, 6), envido_callers="any").say("0 faltaenvido", "1 quiero")
    assert talk.points == (22, 0)


def test_ar_pic_04_truco_is_not_capped() -> None:
    """AR-PIC-04: the envido alone is."""
    talk = pica().say("0 faltaenvido", "3 quiero", "0 truco", "3 retruco", "0 vale4", "3 quiero")
    talk.say("3 mazo")
    assert talk.points == (10, 0)


def test_ar_pic_05_points_at_once() -> None:
    """AR-PIC-05: each duel's points are on the score before the next."""
    talk = pica().say("0 truco", "3 noquiero")
    assert talk.score == (9, 6)


def test_ar_pic_05_later_duels_are_not_played() -> None:
    """AR-PIC-05: reaching the target ends the chico."""
    for lines in (("0 truco", "3 noquiero"), ("0 envido", "3 noquiero"), ("0 envido", "3 quiero")):
        talk = pica(score=(29, 20)).say(*lines)
        assert talk.needs == "over"
        assert talk.state.winner == 0
        assert len(talk.of(ContestBegan)) == 1


def test_ar_pic_05_before_counting_later_ones() -> None:
    """AR-PIC-05, AR-MAT-04: a duel's truco counts before the next one's envido."""
    talk = pica(score=(29, 29)).say("0 truco", "3 noquiero")
    assert talk.state.winner == 0


@pytest.mark.parametrize("end", ["hand", "more_points"])
def test_ar_pic_05_the_running_duel_is_finished(end: str) -> None:
    """AR-PIC-05, AR-MAT-05: with ``end=hand`` the duel goes on, the next is not played."""
    talk = pica(score=(28, 20), end=end).say("0 envido", "3 quiero")
    assert talk.needs == "seat"
    talk.say("0 mazo")
    assert talk.needs == "over"
    assert talk.state.winner == 0
    assert talk.points == (2, 1)


def test_ar_pic_06_waiting_players_do_nothing() -> None:
    """AR-PIC-06: they neither show cards nor advise: nothing is legal for them."""
    talk = pica(show="claim", flor="con", declare="manual").say("0 envido", "3 quiero")
    for seat in (1, 2, 4, 5):
        assert talk.legal(seat) == talk.public(seat) == set()
    leave_all(talk)


def test_ar_pic_06_claims_against_the_own_adversary() -> None:
    """AR-PIC-06, AR-FLO-13: after the hand each may claim of who he played against."""
    talk = leave_all(pica(flor="con"))
    assert talk.needs == "close"
    for seat in range(6):
        assert talk.words(seat) == {f"pidoflor {(seat + 3) % 6}"}

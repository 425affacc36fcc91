"""Truco mineiro: deck and order (MI-DEK, MI-CAR), players, deal, tricks, covered cards."""

import pytest

from engine.cards import FRENCH, UNKNOWN
from engine.errors import BadDeal, BadRules, Reason
from engine.seen.view import PUBLIC, view
from engine.state.table import Table
from engine.variants import table_for
from tests.brazil.talk import TIE, A, B, Mineiro, names

FOUR = ("3h Kc 5s", "As Qd 4h", "2d 6c Jh", "Ad 3s 4s")
TIES = ("2h Kc 5s", "3c Qd 4h", "3d 6c Jh", "Ad 3s 4c")
"""The threes of 1, 2 and 3 tie."""


def steps_of(table: Table) -> list[set[str]]:
    """The order, strongest first; equal cards together."""
    found: dict[int, set[str]] = {}
    for card in table.deck:
        found.setdefault(table.heights(UNKNOWN)[card], set()).add(FRENCH.write(card))
    return [found[height] for height in sorted(found, reverse=True)]


def test_mi_dek_01_forty_cards() -> None:
    """MI-DEK-01."""
    deck = names(table_for("mineiro", 4).deck)
    assert deck == {rank + suit for rank in "A234567QJK" for suit in "chsd"}


def test_mi_dek_02_clean_deck() -> None:
    """MI-DEK-02: below the queen only the three low manilhas stay: 27 cards, enough for eight."""
    deck = names(table_for("mineiro", 8, {"deck": "clean"}).deck)
    assert deck == {rank + suit for rank in "QJKA23" for suit in "chsd"} | {"4c", "7h", "7d"}
    assert len(deck) == 27


def test_mi_car_01_fixed_manilhas() -> None:
    """MI-CAR-01: 4c > 7h > As > 7d, all above the 3s; they never tie."""
    assert steps_of(table_for("mineiro", 2))[:4] == [{"4c"}, {"7h"}, {"As"}, {"7d"}]


def test_mi_car_02_their_brothers_are_ordinary() -> None:
    """MI-CAR-02: 3 2 A K J Q 7 6 5 4; equal ranks tie."""
    assert steps_of(table_for("mineiro", 2))[4:] == [
        {"3c", "3h", "3s", "3d"},
        {"2c", "2h", "2s", "2d"},
        {"Ac", "Ah", "Ad"},
        {"Kc", "Kh", "Ks", "Kd"},
        {"Jc", "Jh", "Js", "Jd"},
        {"Qc", "Qh", "Qs", "Qd"},
        {"7c", "7s"},
        {"6c", "6h", "6s", "6d"},
        {"5c", "5h", "5s", "5d"},
        {"4h", "4s", "4d"},
    ]


def test_mi_car_02_in_the_clean_deck() -> None:
    """MI-CAR-02, MI-DEK-02: no ordinary four or seven is left."""
    order = steps_of(table_for("mineiro", 2, {"deck": "clean"}))
    assert order[:4] == [{"4c"}, {"7h"}, {"As"}, {"7d"}]
    assert order[6] == {"Ac", "Ah", "Ad"}
    assert order[-1] == {"Qc", "Qh", "Qs", "Qd"}


def test_mi_car_03_no_card_is_turned() -> None:
    """MI-CAR-03: a deal with a vira is no deal of this game."""
    talk = Mineiro(*FOUR)
    assert view(talk.state, PUBLIC).turned == UNKNOWN
    with pytest.raises(BadDeal):
        Mineiro(*FOUR, vira="6d")


def test_mi_pla_01_players() -> None:
    """MI-PLA-01: 2, 4, 6 or 8 in two teams on alternate seats; a word binds the team."""
    for players in (2, 4, 6, 8):
        assert table_for("mineiro", players).sides == (A, B) * (players // 2)
    for players in (1, 3, 5, 7, 9):
        with pytest.raises(BadRules):
            table_for("mineiro", players)
    assert Mineiro(*FOUR).say("1 truco", "2 noquiero").points == (0, 2)


def test_mi_dea_01_deal() -> None:
    """MI-DEA-01: the deal passes to the right, the mão begins."""
    talk = Mineiro(*FOUR, dealer=2)
    assert talk.awaited == {3}
    talk.say("3 truco", "0 noquiero").deal(*FOUR)
    assert talk.state.dealer == 3
    assert talk.awaited == {0}
    with pytest.raises(BadDeal):
        Mineiro("3h Kc 5s", "As Qd 3h")


def test_mi_tri_01_the_strongest_wins_and_leads() -> None:
    """MI-TRI-01: the mão leads; any card may be played."""
    talk = Mineiro(*FOUR)
    assert talk.lays(0) == {"play 3h", "play Kc", "play 5s"}
    talk.say("0 play 3h", "1 play As", "2 play 2d", "3 play 3s")
    assert talk.tricks == [B]
    assert talk.awaited == {1}


def test_mi_tri_02_equals_of_one_team() -> None:
    """MI-TRI-02: they win for it; the first laid leads."""
    talk = Mineiro("3h Kc 5s", "Ah Qd 4h", "3d 6c Jh", "Ad 2s 4s", dealer=1)
    talk.say("2 play 3d", "3 play 2s", "0 play 3h", "1 play Ah")
    assert talk.tricks == [A]
    assert talk.awaited == {2}


@pytest.mark.parametrize(
    ("options", "leads"),
    [
        ({}, 3),
        ({"tie_lead": "last_tied"}, 3),
        ({"tie_lead": "first_tied"}, 1),
        ({"tie_lead": "previous_leader"}, 0),
    ],
)
def test_mi_tri_03_who_leads_after_a_tie(options: dict[str, str], leads: int) -> None:
    """MI-TRI-03: by default whoever tied."""
    talk = Mineiro(*TIES, also=options)
    talk.say("0 play 2h", "1 play 3c", "2 play 3d", "3 play 3s")
    assert talk.tricks == [TIE]
    assert talk.awaited == {leads}


def test_mi_tri_04_highest_in_four() -> None:
    """MI-TRI-04: the player who tied first, then everybody; if that ties too, the third cards."""
    talk = Mineiro(*TIES, show_after_tie="highest")
    talk.say("0 play 2h", "1 play 3c", "2 play 3d", "3 play 3s")
    assert talk.lays(3) == {"play 4c"}
    talk.say("3 play 4c")
    assert talk.lays(0) == {"play Kc"}
    talk.say("0 play Kc")
    assert talk.lays(1) == {"play Qd"}
    talk.say("1 play Qd")
    assert talk.refused("2 play 6c") == Reason.NO_SUCH_CARD
    talk.say("2 play Jh")
    assert talk.points == (0, 2)


def test_mi_cov_01_cards_face_down() -> None:
    """MI-COV-01: from trick 2, worth nothing, all covered a tie; the options of PA-COV-04."""
    talk = Mineiro(*FOUR)
    assert talk.refused("0 cover Kc") == Reason.NO_COVER
    talk.say("0 play 3h", "1 play As", "2 play 2d", "3 play 3s")
    talk.say("1 cover Qd", "2 cover 6c", "3 cover Ad", "0 cover Kc")
    assert talk.tricks == [B, TIE]
    assert talk.points == (0, 2)
    limited = Mineiro(*FOUR, cover_limit="one_per_team")
    limited.say("0 play 3h", "1 play As", "2 play 2d", "3 play 3s", "1 cover Qd", "2 cover 6c")
    assert limited.refused("3 cover Ad") == Reason.NO_COVER
    free = Mineiro(*TIES, cover_after_tie="forbidden")
    free.say("0 play 2h", "1 play 3c", "2 play 3d", "3 play 3s")
    assert free.refused("3 cover Ad") == Reason.NO_COVER
    assert Mineiro(*FOUR, cover_from="1").say("0 cover Kc").needs == "seat"

"""Truco paulista: players (PA-PLA), deck (PA-DEK), order of the cards (PA-CAR), deal (PA-DEA)."""

import pytest

from bot.chance import SystemChance, shuffled
from engine.actions import Deal
from engine.apply import apply, deal_from, new_match
from engine.cards import FRENCH, UNKNOWN
from engine.errors import BadDeal, BadRules
from engine.seen.view import PUBLIC, view
from engine.state.table import Table
from engine.variants import VARIANTS, table_for
from tests.brazil.talk import A, B, Talk, cards, names

FOUR = ("3h Kc 5s", "As Qd 4h", "2d 6c Jh", "7d 3s 4c")
"""Hands of four players; with the vira 6d the sevens are manilhas."""


def heights(table: Table, vira: str = "") -> dict[str, int]:
    """Height by card, of the cards in play."""
    turned = FRENCH.read(vira) if vira else UNKNOWN
    found = table.heights(turned)
    return {FRENCH.write(card): found[card] for card in table.deck if found[card]}


# --- players -------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 4, 6, 8])
def test_pa_pla_01_partners_sit_alternately(players: int) -> None:
    """PA-PLA-01: two teams, every neighbour an opponent."""
    sides = table_for("paulista", players).sides
    assert sides == (A, B) * (players // 2)


@pytest.mark.parametrize("players", [6, 8])
def test_pa_pla_02_a_trick_has_a_card_of_each(players: int) -> None:
    """PA-PLA-02: three or four against as many, same rules; a trick of 6 or 8 cards."""
    deck = [FRENCH.write(card) for card in table_for("paulista", players).deck]
    hands = [" ".join(deck[3 * seat : 3 * seat + 3]) for seat in range(players)]
    talk = Talk(*hands, vira=deck[-1])
    for seat in range(players):
        assert talk.tricks == []
        talk.say(f"{seat} play {hands[seat].split()[0]}")
    assert len(talk.tricks) == 1


def test_pa_pla_02_the_clean_deck_cannot_serve_eight() -> None:
    """PA-PLA-02: 25 cards are needed with the vira; with fixed manilhas there are 27 for 24."""
    with pytest.raises(BadRules) as caught:
        table_for("paulista", 8, {"deck": "clean"})
    assert caught.value.problems == (("deck", "clean"),)
    assert table_for("paulista", 6, {"deck": "clean"}).players == 6
    assert table_for("paulista", 8, {"deck": "clean", "manilhas": "fixed"}).players == 8


@pytest.mark.parametrize("players", [0, 1, 3, 5, 7, 9, 10])
def test_pa_pla_01_no_other_numbers(players: int) -> None:
    """PA-PLA-01, PA-PLA-02: 2, 4, 6 or 8."""
    with pytest.raises(BadRules):
        table_for("paulista", players)


def test_pa_pla_03_a_word_binds_the_team() -> None:
    """PA-PLA-03: seat 3 runs for seat 1, and the points are the team's."""
    talk = Talk(*FOUR, vira="6d").say("0 truco", "3 noquiero")
    assert talk.points == (1, 0)
    assert talk.score == (1, 0)


# --- deck and order ------------------------------------------------------------------------------


def test_pa_dek_01_forty_cards() -> None:
    """PA-DEK-01: no 8, 9 or 10."""
    deck = names(table_for("paulista", 4).deck)
    assert deck == {rank + suit for rank in "A234567QJK" for suit in "chsd"}


def test_pa_dek_02_clean_deck() -> None:
    """PA-DEK-02: 24 cards, only Q J K A 2 3."""
    deck = names(table_for("paulista", 4, {"deck": "clean"}).deck)
    assert deck == {rank + suit for rank in "QJKA23" for suit in "chsd"}


def test_pa_car_01_plain_order() -> None:
    """PA-CAR-01: 3 2 A K J Q 7 6 5 4, the jack over the queen; equal ranks tie."""
    found = heights(table_for("paulista", 2), "4c")  # fives are manilhas
    ladder = [found[rank + "h"] for rank in ("3", "2", "A", "K", "J", "Q", "7", "6", "4")]
    assert ladder == sorted(ladder, reverse=True)
    assert len(set(ladder)) == 9
    for rank in "32AKJQ76":
        assert len({found[rank + suit] for suit in "chsd"}) == 1


@pytest.mark.parametrize("vira", [rank + suit for rank in "A234567QJK" for suit in "chsd"])
def test_pa_car_02_manilhas_beat_everything(vira: str) -> None:
    """PA-CAR-02: any manilha beats any plain card; clubs > hearts > spades > diamonds."""
    found = heights(table_for("paulista", 2), vira)
    best = sorted(found, key=lambda card: -found[card])[:4]
    assert [card[1] for card in best] == ["c", "h", "s", "d"]
    assert len({card[0] for card in best}) == 1
    assert len({found[card] for card in best}) == 4
    assert found[best[3]] > max(height for card, height in found.items() if card not in best)


MANILHA = {"4": "5", "5": "6", "6": "7", "7": "Q", "Q": "J"} | {
    "J": "K",
    "K": "A",
    "A": "2",
    "2": "3",
    "3": "4",
}


@pytest.mark.parametrize("rank", MANILHA)
@pytest.mark.parametrize("suit", "chsd")
def test_pa_car_03_manilha_by_vira(rank: str, suit: str) -> None:
    """PA-CAR-03: the next rank; after the 3 the 4. The vira is out of play, the manilha rank has
    no plain place, the others keep their order."""
    found = heights(table_for("paulista", 2), rank + suit)
    assert rank + suit not in found
    assert len(found) == 39
    best = [card for card in found if found[card] > len(set(found.values())) - 4]
    assert {card[0] for card in best} == {MANILHA[rank]}
    assert len(best) == 4
    plain = [other for other in "32AKJQ7654" if other != MANILHA[rank]]
    others = [
        next(found[other + suit] for suit in "chsd" if other + suit in found) for other in plain
    ]
    assert others == sorted(others, reverse=True)
    assert len(set(others)) == 9


def test_pa_car_03_the_vira_is_nobodys() -> None:
    """PA-CAR-03: nobody is dealt the card that is turned."""
    with pytest.raises(BadDeal):
        Talk("3h Kc 5s", "As Qd 4h", vira="3h")


CLEAN = {"Q": "J", "J": "K", "K": "A", "A": "2", "2": "3", "3": "Q"}


@pytest.mark.parametrize("rank", CLEAN)
def test_pa_car_04_clean_deck(rank: str) -> None:
    """PA-CAR-04: without 4 to 7 the 3 wraps to the Q."""
    found = heights(table_for("paulista", 2, {"deck": "clean"}), rank + "s")
    best = sorted(found, key=lambda card: -found[card])[:4]
    assert best == [CLEAN[rank] + suit for suit in "chsd"]
    assert len(found) == 23


@pytest.mark.parametrize("deck", ["full", "clean"])
def test_pa_car_05_fixed_manilhas(deck: str) -> None:
    """PA-CAR-05: no vira; 4c > 7h > As > 7d, and with the clean deck the 27 cards of mineiro."""
    table = table_for("paulista", 2, {"manilhas": "fixed", "deck": deck})
    assert not table.turns
    found = heights(table)
    assert found == heights(table_for("mineiro", 2, {"deck": deck}))
    assert sorted(found, key=lambda card: -found[card])[:4] == ["4c", "7h", "As", "7d"]
    assert len(found) == (40 if deck == "full" else 27)


def test_pa_car_05_ladder_and_scores_of_paulista() -> None:
    """PA-CAR-05: a silent hand is worth 1, truco 3."""
    talk = Talk("4c 7h As", "4h 5h 6h", manilhas="fixed")
    assert talk.worth == 1
    talk.say("0 truco", "1 quiero", "0 play 4c", "1 play 4h", "0 play 7h", "1 play 5h")
    assert talk.points == (3, 0)


# --- deal ----------------------------------------------------------------------------------------


def test_pa_dea_01_the_deal_passes_to_the_right() -> None:
    """PA-DEA-01: the next dealer is the hand's mão; any seat may be the first."""
    for first in range(4):
        talk = Talk(*FOUR, vira="6d", dealer=first)
        assert talk.awaited == {(first + 1) % 4}
        talk.say(f"{(first + 1) % 4} truco", f"{first} noquiero").deal(*FOUR, vira="6d")
        assert talk.state.dealer == (first + 1) % 4
        assert talk.awaited == {(first + 2) % 4}


def test_pa_dea_01_also_after_a_hand_without_points() -> None:
    """PA-DEA-01, PA-HAN-06."""
    talk = Talk("3c 2d Kh", "3d 2s Kc", vira="5h")
    talk.say("0 play 3c", "1 play 3d", "1 play 2s", "0 play 2d", "0 play Kh", "1 play Kc")
    assert talk.points == (0, 0)
    talk.deal("3c 2d Kh", "3d 2s Kc", vira="5h")
    assert talk.state.dealer == 0
    with pytest.raises(BadDeal):
        Talk("3c 2d Kh", "3d 2s Kc", vira="5h").deal("3c 2d Kh", "3d 2s Kc", vira="5h")


def test_pa_dea_02_any_order_of_the_deck_can_be_dealt() -> None:
    """PA-DEA-02: the shuffle is one permutation; wherever it is cut, it is dealt all the same.

    Ritual of a real table (looking at faces, packets, top or bottom) has no place in it.
    """
    table = table_for("paulista", 4)
    deck = shuffled(table.deck, SystemChance())
    assert sorted(deck) == sorted(table.deck)
    for cut in range(40):
        made = deal_from(table, 0, deck[cut:] + deck[:cut])
        state, _ = apply(new_match(table), made)
        assert state.hand is not None


def test_pa_dea_03_three_each_from_the_mao_then_the_vira() -> None:
    """PA-DEA-03: one at a time from the mão, then the next card is turned for all to see."""
    table = table_for("paulista", 4)
    made = deal_from(table, 2, table.deck)  # mão: seat 3
    one, two, three = table.deck[0:4], table.deck[4:8], table.deck[8:12]
    assert made.hands[3] == (one[0], two[0], three[0])
    assert made.hands[0] == (one[1], two[1], three[1])
    assert made.hands[2] == (one[3], two[3], three[3])
    assert made.turned == table.deck[12]
    state, _ = apply(new_match(table), made)
    for seat in (PUBLIC, 0, 1, 2, 3):
        assert view(state, seat).turned == table.deck[12]


@pytest.mark.parametrize(
    ("hands", "vira"),
    [
        (("3h Kc 5s", "As Qd"), "6d"),
        (("3h Kc 5s 2c", "As Qd 4h"), "6d"),
        (("3h Kc 5s", "As Qd 3h"), "6d"),
        (("3h Kc 5s", "As Qd 4h"), ""),
    ],
    ids=["two cards", "four cards", "a card twice", "no vira"],
)
def test_pa_dea_04_a_computer_deals_exactly(hands: tuple[str, str], vira: str) -> None:
    """PA-DEA-04, ``misdeal=impossible``, the only value: a wrong deal is no deal."""
    specs = {spec.name: spec.values for spec in VARIANTS["paulista"].options}
    assert specs["misdeal"] == ("impossible",)
    table = table_for("paulista", 2)
    turned = FRENCH.read(vira) if vira else UNKNOWN
    with pytest.raises(BadDeal):
        apply(new_match(table), Deal(1, tuple(cards(hand) for hand in hands), turned))

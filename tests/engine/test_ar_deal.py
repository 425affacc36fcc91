"""Truco argentino, the deal (AR-DEA)."""

import pytest

from engine.actions import Deal
from engine.apply import apply, deal_from, new_match, next_dealer
from engine.cards import SPANISH
from engine.errors import BadDeal
from engine.variants import table_for
from tests.conversation import Talk, cards


@pytest.mark.parametrize("players", [2, 4, 6])
def test_ar_dea_01_the_deal_passes_to_the_right(players: int) -> None:
    """AR-DEA-01: after every hand the mano deals next."""
    hands = ("4e 5e 6e", "4b 5b 6b", "4o 5o 6o", "4c 5c 6c", "1e 2e 3e", "1b 2b 3b")[:players]
    talk = Talk(*hands, dealer=0)
    for hand in range(1, 5):
        mano = hand % players
        assert talk.awaited == {mano}
        talk.say(f"{mano} mazo")
        assert next_dealer(talk.state) == mano
        wrong = Deal((mano + 1) % players, tuple(cards(held) for held in hands))
        with pytest.raises(BadDeal) as caught:
            apply(talk.state, wrong)
        assert caught.value.parameters == {"what": "dealer", "dealer": wrong.dealer}
        talk.deal(*hands)


@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
def test_ar_dea_01_first_dealer_by_lot(dealer: int) -> None:
    """AR-DEA-01: any seat may deal the first hand."""
    state = new_match(table_for("argentino", 4))
    assert next_dealer(state) == -1
    deck = state.table.deck
    assert apply(state, deal_from(state.table, dealer, deck)).state.dealer == dealer


def test_ar_dea_02_one_at_a_time_from_the_mano() -> None:
    """AR-DEA-02: three rounds of one card each, starting with the mano."""
    table = table_for("argentino", 4)
    deck = cards("1e 2e 3e 4e 5e 6e 7e 10e 11e 12e 1b 2b") + tuple(range(12, 40))
    deal = deal_from(table, 2, deck)
    assert [[SPANISH.write(card) for card in hand] for hand in deal.hands] == [
        ["2e", "6e", "12e"],
        ["3e", "7e", "1b"],
        ["4e", "10e", "2b"],  # the dealer is served last
        ["1e", "5e", "11e"],
    ]


def test_ar_dea_02_forty_cards() -> None:
    """AR-DEA-02, section A: 1-7, 10, 11, 12 of four suits."""
    deck = {SPANISH.write(card) for card in table_for("argentino", 2).deck}
    ranks = [*range(1, 8), 10, 11, 12]
    assert deck == {f"{rank}{suit}" for rank in ranks for suit in "eboc"}


@pytest.mark.parametrize(
    ("hands", "what"),
    [
        ("1e 2e 3e, 1e 4e 5e", "twice"),
        ("1e 2e 2e, 4e 5e 6e", "twice"),
        ("1e 2e, 4e 5e 6e", "count"),
        ("1e 2e 3e 4e, 5e 6e 7e", "count"),
        ("1e 2e 3e", "count"),
    ],
)
def test_ar_dea_02_impossible_deals(hands: str, what: str) -> None:
    """AR-DEA-02: three different cards of the deck to each."""
    refused(Deal(0, tuple(map(cards, hands.split(", ")))), what)


def test_ar_dea_02_a_card_of_another_deck() -> None:
    """AR-DEA-02: no card that the deck does not hold, and none that is turned up."""
    refused(Deal(0, ((0, 1, 40), (2, 3, 4))), "stranger")
    refused(Deal(0, ((0, 1, 5), (2, 3, 4)), turned=6), "turned")


def refused(deal: Deal, what: str) -> None:
    """A first deal of two players is refused because of this."""
    with pytest.raises(BadDeal) as caught:
        apply(new_match(table_for("argentino", 2)), deal)
    assert caught.value.parameters == {"what": what}


def test_ar_dea_02_not_in_the_middle_of_a_hand() -> None:
    """AR-DEA-01: a hand starts when the one before is finished."""
    talk = Talk("1e 2e 3e", "4e 5e 6e")
    with pytest.raises(BadDeal) as caught:
        talk.deal("1e 2e 3e", "4e 5e 6e")
    assert caught.value.parameters == {"what": "unfinished"}

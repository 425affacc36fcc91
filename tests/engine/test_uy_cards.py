"""Truco uruguayo: the table, the muestra and its pieces (UY-PLA to UY-COV)."""

import pytest

from engine.apply import deal_from, new_match
from engine.cards import SPANISH
from engine.errors import BadDeal, BadRules, Reason
from engine.events import GameEnded
from engine.state.table import Table
from engine.variants import table_for
from tests.conversation import Talk, cards
from tests.engine.test_uy_calls import uy

LOW, LOWER = "7e 6e 4b", "7b 5b 1e"


def table(**options: str) -> Table:
    return table_for("uruguayo", 2, options)


def order(turned: str) -> list[str]:
    """The pieces of this muestra and the cards below them, strongest first."""
    heights = table().heights(SPANISH.read(turned))
    deck = [card for card in table().deck if SPANISH.write(card) != turned]
    return [SPANISH.write(card) for card in sorted(deck, key=lambda card: -heights[card])]


# --- the table ------------------------------------------------------------------------------------


def test_uy_pla_01_any_opponent_answers() -> None:
    """UY-PLA-01: two, four or six; what one says binds his side, any opponent may answer."""
    hands = (LOW, LOWER, "3c 2b 10o", "12e 11b 10b", "1o 2o 3o", "4e 5e 6b")
    for players in (2, 4, 6):
        talk = uy(*hands[:players]).say("0 truco")
        assert talk.awaited == {seat for seat in range(players) if seat % 2}
    for players in (1, 3, 5, 8):
        with pytest.raises(BadRules):
            table_for("uruguayo", players)


@pytest.mark.parametrize("target", ["40", "20", "24", "30"])
def test_uy_mat_01_a_chico_is_first_to_the_target(target: str) -> None:
    """UY-MAT-01: a chico to the target; so many of them win the match."""
    near = int(target) - 1
    talk = uy(LOW, LOWER, score=(near, near), target=target, games_to_win="2")
    talk.say("0 truco", "1 noquiero").end()
    assert (talk.state.games, talk.score, talk.needs) == ((1, 0), (0, 0), "deal")


def test_uy_mat_02_the_half_matters_for_the_duels_alone() -> None:
    """UY-MAT-02: with the default falta both in malas is nothing special (as in UY-EX-06)."""
    talk = uy(LOW, LOWER, score=(12, 15)).say("0 faltaenvido", "1 quiero")
    assert talk.points == (25, 0)


def test_uy_mat_03_flor_before_envido_before_truco_and_the_end_at_once() -> None:
    """UY-MAT-03: reaching the target with the envido ends the chico in the middle of the hand."""
    talk = uy(LOW, LOWER, score=(39, 39)).say("0 truco", "1 envido", "0 quiero")
    assert (talk.state.winner, talk.points) == (0, (1, 0))
    assert talk.of(GameEnded)[0].account == 0


def test_uy_mat_04_excess_is_nothing() -> None:
    """UY-MAT-04."""
    talk = uy(LOW, LOWER, score=(39, 0), games_to_win="2", falta_cap="off")
    talk.say("0 envido", "1 realenvido", "0 quiero")
    assert (talk.points, talk.score, talk.state.games) == ((5, 0), (0, 0), (1, 0))


def test_uy_dea_01_one_by_one_then_the_muestra() -> None:
    """UY-DEA-01: from the mano on, to the right; the next card is the muestra, out of play."""
    deck = cards("1e 2e 3e 4e 5e 6e 7e 10e 11e 12e")
    deal = deal_from(table(), 0, deck)
    assert [SPANISH.write(card) for card in deal.hands[1]] == ["1e", "3e", "5e"]
    assert SPANISH.write(deal.turned) == "7e"
    assert "7e" not in order("7e")
    talk = uy(LOW, LOWER, dealer=1).say("0 mazo")
    talk.end()
    assert talk.deal(LOW, LOWER).hand.position.contest[0] == 1
    state = new_match(table())
    for turned in ("", "7e"):
        with pytest.raises(BadDeal):
            Talk(LOW, LOWER, game="uruguayo", turned=turned)
    assert state.hand is None


# --- the cards ------------------------------------------------------------------------------------


@pytest.mark.parametrize("suit", "eboc")
def test_uy_car_01_five_pieces_in_their_order(suit: str) -> None:
    """UY-CAR-01: 2 > 4 > 5 > 11 > 10 of the muestra's suit, above everything."""
    pieces = [f"{rank}{suit}" for rank in (2, 4, 5, 11, 10)]
    assert order(f"6{suit}")[:5] == pieces
    heights = table().heights(SPANISH.read(f"6{suit}"))
    tops = [heights[SPANISH.read(piece)] for piece in pieces]
    assert tops == sorted(set(tops), reverse=True)
    assert min(tops) > max(h for c, h in enumerate(heights) if SPANISH.write(c) not in pieces)


def test_uy_car_02_the_others_keep_their_order() -> None:
    """UY-CAR-02: the 2, 4, 5, 10, 11 of the other suits are ordinary (the page's full order)."""
    wanted = (
        "2c 4c 5c 11c 10c | 1e 1b 7e 7o | 3e 3b 3o 3c | 2e 2b 2o | 1o 1c | 12e 12b 12o 12c |"
        " 11e 11b 11o | 10e 10b 10o | 7b 7c | 6e 6b 6o | 5e 5b 5o | 4e 4b 4o"
    )
    steps = [part.split() for part in wanted.split(" | ")]
    heights = table().heights(SPANISH.read("6c"))
    singles = [[card] for card in steps[0] + steps[1]]
    found: dict[int, list[str]] = {}
    for name in order("6c"):
        found.setdefault(heights[SPANISH.read(name)], []).append(name)
    ranked = [sorted(found[height]) for height in sorted(found, reverse=True)]
    assert ranked == [sorted(step) for step in singles + steps[2:]]


@pytest.mark.parametrize(("turned", "place"), [("2", 0), ("4", 1), ("5", 2), ("11", 3), ("10", 4)])
def test_uy_car_03_the_alcahuete(turned: str, place: int) -> None:
    """UY-CAR-03: the 12 takes the rank, the envido value and the quality of the turned piece."""
    assert order(f"{turned}o")[:5][place] == "12o"
    worth = table().points(SPANISH.read(f"{turned}o"))
    value = (30, 29, 28, 27, 27)[place]
    assert worth.envido_points(cards("12o 6e 4b")) == value + 6
    assert worth.has_flor(cards("12o 6e 4e"))
    assert worth.flor_points(cards("12o 6e 4e")) == value + 10


@pytest.mark.parametrize("turned", ["12", "1", "3", "6", "7"])
def test_uy_car_03_otherwise_the_twelve_is_a_twelve(turned: str) -> None:
    """UY-CAR-03."""
    assert "12o" not in order(f"{turned}o")[:5]
    worth = table().points(SPANISH.read(f"{turned}o"))
    assert worth.envido_points(cards("12e 6e 4b")) == 26
    assert not worth.has_flor(cards("12b 6e 4e"))


def test_uy_car_04_equal_ordinary_cards_tie() -> None:
    """UY-CAR-04, ``parda``."""
    talk = uy("3e 6e 4b", "3b 5b 1e").say("0 play 3e", "1 play 3b")
    assert talk.tricks == [-1]
    assert talk.hand.position.turn == 0


@pytest.mark.parametrize("dealer", [0, 1])
def test_uy_car_04_or_the_mano_wins(dealer: int) -> None:
    """UY-CAR-04, ``mano``: the trick is the one's nearest the mano, who leads the next."""
    talk = uy("3e 6e 4b", "3b 5b 1e", dealer=dealer, equal_cards="mano")
    mano = 1 - dealer
    first, second = ("0 play 3e", "1 play 3b") if mano == 0 else ("1 play 3b", "0 play 3e")
    talk.say(first, second)
    assert talk.tricks == [mano]
    assert talk.hand.position.turn == mano


def test_uy_car_04_two_partners_and_the_mano() -> None:
    """UY-CAR-04, ``mano``: of three equal cards that of the nearest."""
    hands = ("4e 6e 4b", "3b 5b 1e", "3c 6b 5e", "3o 7b 6o")
    talk = uy(*hands, equal_cards="mano")
    talk.say("0 play 4e", "1 play 3b", "2 play 3c", "3 play 3o")
    assert (talk.tricks, talk.hand.position.turn) == ([1], 1)


def test_uy_car_04_equal_cards_of_partners_are_no_parda() -> None:
    """UY-CAR-04, UY-TRI-01: they win for their side, the first laid leads (AR-TRI-03)."""
    hands = ("3e 6e 4b", "5o 1b 1e", "3c 6b 5e", "11o 3o 6o")
    talk = uy(*hands, equal_cards="mano", turned="12c")
    talk.say("0 play 4b", "1 play 1b", "2 play 6b", "3 play 6o")
    assert talk.hand.position.turn == 1
    talk.say("1 play 5o", "2 play 3c", "3 play 11o", "0 play 3e")
    assert (talk.tricks, talk.hand.position.turn) == ([1, 0], 2)


def test_uy_car_05_what_the_pieces_are_worth() -> None:
    """UY-CAR-05: perico and perica count 27 each; or 30 and 29, the others unchanged."""
    for values, wanted in (("perico_27", "30 29 28 27 27"), ("perico_30", "30 29 28 30 29")):
        worth = table(piece_values=values).points(SPANISH.read("6o"))
        found = [worth.envido_points(cards(f"{rank}o 12e 11b")) for rank in (2, 4, 5, 11, 10)]
        assert found == [int(number) for number in wanted.split()]


def test_uy_car_05_two_pieces_of_one_worth() -> None:
    """UY-CAR-05, ``perico_30``: the perica and the 4 are 29 each, in whatever order they came."""
    worth = table(piece_values="perico_30").points(SPANISH.read("12e"))
    assert {
        worth.envido_points(cards(hand)) for hand in ("10e 1e 4e", "4e 1e 10e", "1e 10e 4e")
    } == {33}


def test_uy_tri_01_after_a_parda_the_mano_leads() -> None:
    """UY-TRI-01: AR-TRI-05; and the first trick decides when the second is a parda."""
    talk = uy("7e 2e 6e", "4b 2b 6b", turned="12c")
    talk.say("0 play 7e", "1 play 4b", "0 play 2e", "1 play 2b")
    assert talk.end() == (1, 0)


def test_uy_cov_01_face_down() -> None:
    """UY-COV-01: from the first trick; a piece face down is worth nothing."""
    talk = uy("2c 7e 4b", LOWER).say("0 cover 2c", "1 play 5b")
    assert talk.tricks == [1]
    late = uy("2c 7e 4b", LOWER, cover_from="2")
    assert late.refused("0 cover 2c") == Reason.NO_COVER

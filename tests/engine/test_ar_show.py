"""Truco argentino, showing the cards of points won (AR-MOS)."""

from random import Random

import pytest

from engine.cards import UNKNOWN
from engine.events import Shown
from engine.numbers import Seat
from engine.state.facts import HOLDS
from engine.state.proofs import proof, turned_up
from engine.state.state import ENVIDO_POINTS_KIND
from engine.variants import table_for
from tests.conversation import Talk, cards

A33, LOW = "7e 6e 4o", "1b 5c 1e"
"""Seat 0 wins an envido with 33, seat 1 the hand."""
WON = ("0 envido", "1 quiero")


def test_ar_mos_01_only_the_scoring_cards() -> None:
    """AR-MOS-01: the program turns them up when the hand ends, also after a mazo."""
    talk = Talk(A33, LOW).say(*WON, "0 mazo")
    assert talk.shown == {0: {"7e", "6e"}}
    talk = Talk(A33, LOW).say(*WON, "0 play 4o", "1 play 5c", "1 mazo")
    assert talk.shown == {0: {"7e", "6e"}}


def test_ar_mos_01_not_what_lies_face_up_already() -> None:
    """AR-MOS-01."""
    talk = Talk(A33, LOW).say(*WON, "0 play 7e", "1 play 1b", "1 play 1e", "0 play 4o")
    assert talk.shown == {0: {"6e"}}


def test_ar_mos_01_not_during_the_hand() -> None:
    """AR-MOS-01: at its end."""
    talk = Talk(A33, LOW).say(*WON, "0 play 4o")
    assert talk.of(Shown) == []


def test_ar_mos_01_a_single_card() -> None:
    """AR-MOS-01: without a pair it is one card that scores."""
    talk = Talk("7e 6o 4c", "1b 5c 2e").say(*WON, "0 mazo")
    assert talk.shown == {0: {"7e"}}


def test_ar_mos_01_flor() -> None:
    """AR-MOS-01: a flor, all three cards; also one that nobody contested or answered."""
    talk = Talk("7e 6e 4e", LOW, flor="con").say("0 flor", "0 mazo")
    assert talk.shown == {0: {"7e", "6e", "4e"}}
    talk = Talk("7e 6e 4e", "1c 2c 3c", flor="con").say("0 flor", "1 achico", "0 mazo")
    assert talk.shown == {0: {"7e", "6e", "4e"}}
    talk = Talk(LOW, "1c 2c 3c", flor="con").say("0 mazo")
    assert talk.shown == {1: {"1c", "2c", "3c"}}


def test_ar_mos_01_not_a_refused_envido() -> None:
    """AR-MOS-01, AR-MOS-03: nothing to show."""
    talk = Talk(A33, LOW).say("0 envido", "1 noquiero", "0 mazo")
    assert talk.shown == {}


def test_ar_mos_01_the_winners_cards_not_the_callers() -> None:
    """AR-MOS-01: whoever scored."""
    talk = Talk(LOW, A33).say("0 envido", "1 quiero", "0 mazo")
    assert talk.shown == {1: {"7e", "6e"}}


def test_ar_mos_01_what_it_tells() -> None:
    """AR-MOS-01: a choice between equal proofs tells which cards are not there."""
    talk = Talk("11e 7e 12e", LOW).say("0 envido", "1 quiero", "0 mazo")
    assert talk.shown == {0: {"7e", "11e"}}
    about = {
        (fact.card, fact.negated)
        for fact in talk.hand.facts
        if fact.kind == HOLDS and fact.seat == 0
    }
    assert about == {(cards("7e")[0], False), (cards("11e")[0], False), (cards("10e")[0], True)}


# --- claims --------------------------------------------------------------------------------------


def test_ar_mos_02_points_are_in_escrow() -> None:
    """AR-MOS-02, ``claim``: nothing is on the score until the cards were seen."""
    talk = Talk(A33, LOW, show="claim").say(*WON)
    assert talk.score == (0, 0)
    talk.say("0 mazo")
    assert talk.needs == "close"
    assert talk.words(0) == {"mostrar"}
    assert talk.words(1) == set()
    talk.say("0 mostrar")
    assert talk.shown == {0: {"7e", "6e"}}
    assert talk.end() == (2, 1)


@pytest.mark.parametrize(("penalty", "points"), [("envido", (1, 2)), ("envido_and_truco", (0, 3))])
def test_ar_mos_03_not_shown(penalty: str, points: tuple[int, int]) -> None:
    """AR-MOS-03: the envido points go to the other team, with the option the hand's too."""
    talk = Talk(A33, LOW, show="claim", show_penalty=penalty).say(*WON, "1 mazo")
    assert talk.end() == points


def test_ar_mos_03_flor_not_shown() -> None:
    """AR-MOS-03: flor points too."""
    talk = Talk("7e 6e 4e", LOW, flor="con", show="claim").say("0 flor", "0 mazo")
    assert talk.end() == (0, 4)
    talk = Talk("7e 6e 4e", LOW, flor="con", show="claim").say("0 flor", "0 mazo", "0 mostrar")
    assert talk.end() == (3, 1)


def test_ar_mos_03_every_flor_that_counted() -> None:
    """AR-MOS-03, AR-FLO-09: each of the team's flores has to be seen."""
    four = ("7e 6e 4e", LOW, "1c 2c 3c", "4b 5o 11o")
    talk = Talk(*four, flor="con", show="claim").say("0 flor", "0 mazo")
    assert "mostrar" in talk.words(0)
    assert "mostrar" in talk.words(2)
    talk.say("0 mostrar")
    assert talk.end() == (0, 7)
    talk = Talk(*four, flor="con", show="claim").say("0 flor", "0 mazo", "0 mostrar", "2 mostrar")
    assert talk.end() == (6, 1)


def test_ar_mos_03_refused_envidos_need_not_be_shown() -> None:
    """AR-MOS-03."""
    talk = Talk(A33, LOW, show="claim").say("0 envido", "1 noquiero", "0 mazo")
    assert talk.needs == "deal"
    assert talk.end() == (1, 1)


def test_ar_mos_03_the_chico_hangs_on_it() -> None:
    """AR-MOS-03, AR-MAT-05: points in escrow that would end the chico stop the play."""
    talk = Talk(A33, LOW, show="claim", score=(28, 20)).say(*WON)
    assert talk.needs == "close"
    shown = Talk(A33, LOW, show="claim", score=(28, 20)).say(*WON, "0 mostrar", "close")
    assert shown.state.winner == 0
    talk.say("close")
    assert talk.needs == "deal"
    assert talk.score == (28, 22)


def test_ar_mos_03_a_wrong_number_needs_no_showing() -> None:
    """AR-MOS-03, AR-ENV-14: it is the other team's when the hand ends."""
    talk = Talk(A33, LOW, show="claim", declare="manual")
    talk.say(*WON, "0 tengo 30", "1 buenas", "0 mazo")
    assert talk.needs == "deal"
    assert talk.end() == (0, 3)


@pytest.mark.parametrize("game", ["argentino", "venezolano"])
def test_ar_mos_01_what_the_shown_cards_rule_out(game: str) -> None:
    """AR-MOS-01: the facts name each card with which the seat would have shown another set."""
    table, rng = table_for(game, 2), Random(1)
    told = 0
    for _ in range(120):
        *dealt, turned = rng.sample(table.deck, 4)
        turned = turned if table.turns else UNKNOWN
        hand, points = tuple(dealt), table.points(turned)
        seen = hand[: rng.randrange(2)]
        shown, facts = turned_up(table, Seat(0), ENVIDO_POINTS_KIND, hand, seen, turned)
        ruled_out = [fact.card for fact in facts if fact.negated]
        told += len(ruled_out)
        known = (*seen, *shown)
        if not shown or len(known) == 3:
            assert not ruled_out
            continue
        assert ruled_out == [
            card
            for card in table.deck
            if card not in known
            and card != turned
            and points.envido_points((*known, card)) == points.envido_points(known)
            and proof(points, ENVIDO_POINTS_KIND, (*known, card), seen) != shown
        ]
    assert told > 50

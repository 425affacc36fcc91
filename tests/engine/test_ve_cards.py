"""Truco venezolano: cards, tricks and piles (VE-CAR, VE-COV, VE-DEA, VE-TRI, VE-PAR)."""

import pytest

from engine.actions import Deal
from engine.apply import apply, deal_from, new_match, next_dealer
from engine.cards import SPANISH
from engine.errors import Reason
from engine.events import TrickEnded
from engine.seen.view import PUBLIC, view
from engine.variants import table_for
from tests.conversation import Talk, cards
from tests.narrow import present

TIED = ("3e 7e 5b", "3c 2o 7b")
"""The threes tie."""
FOUR = ("3e 2e 5b", "3c 2o 5c", "6e 12o 4c", "1o 12b 7c")


def ve(*hands: str, turned: str = "4o", **options: str) -> Talk:
    return Talk(*hands, game="venezolano", turned=turned, also=options)


def tied(*hands: str, **options: str) -> Talk:
    talk = ve(*hands, **options)
    for seat, hand in enumerate(hands):
        talk.say(f"{seat} play {hand.split()[0]}")
    return talk


# --- the order -----------------------------------------------------------------------------------


def steps(turned: str) -> list[set[str]]:
    """The order of a hand, strongest first; equal cards together."""
    table = table_for("venezolano", 2)
    heights = table.heights(SPANISH.read(turned))
    out = SPANISH.read(turned)
    found: dict[int, set[str]] = {}
    for card in table.deck:
        if card != out:
            found.setdefault(heights[card], set()).add(SPANISH.write(card))
    return [found[height] for height in sorted(found, reverse=True)]


def test_ve_car_01_perico_then_perica() -> None:
    assert steps("4o")[:6] == [{"11o"}, {"10o"}, {"1e"}, {"1b"}, {"7e"}, {"7o"}]


def test_ve_car_02_the_others_are_ordinary() -> None:
    """VE-CAR-02: the 10s and 11s of the other suits; equal ordinary cards tie."""
    assert steps("4o")[6:] == [
        {"3e", "3b", "3o", "3c"},
        {"2e", "2b", "2o", "2c"},
        {"1o", "1c"},
        {"12e", "12b", "12o", "12c"},
        {"11e", "11b", "11c"},
        {"10e", "10b", "10c"},
        {"7b", "7c"},
        {"6e", "6b", "6o", "6c"},
        {"5e", "5b", "5o", "5c"},
        {"4e", "4b", "4c"},
    ]


@pytest.mark.parametrize(
    ("turned", "best"), [("11c", ["12c", "10c"]), ("10c", ["11c", "12c"]), ("12c", ["11c", "10c"])]
)
def test_ve_car_03_the_twelve_stands_in(turned: str, best: list[str]) -> None:
    """VE-CAR-03: for the turned 11 or 10, in everything; otherwise it is ordinary."""
    order = steps(turned)
    assert order[:2] == [{best[0]}, {best[1]}]
    kings = next(step for step in order if "12e" in step)
    assert ("12c" in kings) == (turned not in ("11c", "10c", "12c"))
    worth = table_for("venezolano", 2).points(SPANISH.read(turned))
    assert [worth.envido_points(cards(card)) for card in best] == [30, 29]


def test_ve_dea_01_the_mano_sits_to_the_right() -> None:
    """VE-DEA-01: one card a round from the mano on, then the vira; the deal passes to the right."""
    table = table_for("venezolano", 4)
    deal = deal_from(table, 1, table.deck)
    dealt = [SPANISH.write(card) for card in deal.hands[2]]
    assert dealt == [SPANISH.write(table.deck[place]) for place in (0, 4, 8)]
    assert deal.turned == table.deck[12]
    state = apply(new_match(table), deal).state
    assert present(state.hand).position.contest == (2, 3, 0, 1)
    assert next_dealer(state) == 2


def test_ve_dea_01_the_vira_is_out_of_play() -> None:
    talk = ve("11o 6c 5b", "1e 4c 7b")
    assert SPANISH.write(view(talk.state, PUBLIC).turned) == "4o"
    with pytest.raises(Exception, match="BAD_DEAL"):
        apply(
            new_match(talk.table), Deal(1, (cards("4o 6c 5b"), cards("1e 4c 7b")), cards("4o")[0])
        )


# --- tricks --------------------------------------------------------------------------------------


def test_ve_cov_01_a_card_face_down() -> None:
    """VE-COV-01: worth nothing in the trick, ties only with another, and counts for the envido."""
    talk = ve("7e 6e 4c", "4b 5b 1o").say("0 envido", "1 quiero", "0 cover 7e", "1 play 4b")
    assert [event.side for event in talk.of(TrickEnded)] == [1]
    talk.say("1 play 5b", "0 play 4c")
    assert talk.end() == (2, 1)
    talk = ve("7e 6e 4c", "4b 5b 1o").say("0 cover 4c", "1 cover 1o")
    assert [event.side for event in talk.of(TrickEnded)] == [-1]


@pytest.mark.parametrize(
    ("option", "first", "second"), [("1", True, True), ("2", False, True), ("never", False, False)]
)
def test_ve_cov_01_from_which_trick(option: str, first: bool, second: bool) -> None:
    """VE-COV-01, ``cover_from``."""
    talk = ve("3e 7e 5b", "2c 2o 7b", cover_from=option)
    assert ("cover 3e" in talk.legal(0)) == first
    talk.say("0 play 3e", "1 play 2c")
    assert ("cover 5b" in talk.legal(0)) == second


def test_ve_tri_01_equals_of_a_pair_are_no_tie() -> None:
    """VE-TRI-01: and the first of them laid leads."""
    talk = tied("3e 7e 5b", "2c 2o 5c", "3c 12o 4c", "1o 12b 7c")
    assert [(event.side, event.seat) for event in talk.of(TrickEnded)] == [(0, 0)]
    assert talk.awaited == {0}


def test_ve_par_01_a_later_tie() -> None:
    """VE-PAR-01: the winner of trick 1 wins, whether the second is tied or the third."""
    talk = ve("3e 12c 5b", "2c 12o 1e").say("0 play 3e", "1 play 2c", "0 play 12c", "1 play 12o")
    assert talk.end() == (1, 0)
    talk = ve("3e 12c 5b", "2c 3o 5e").say(
        "0 play 3e", "1 play 2c", "0 play 12c", "1 play 3o", "1 play 5e", "0 play 5b"
    )
    assert talk.end() == (1, 0)


# --- piles ---------------------------------------------------------------------------------------


def test_ve_par_02_piles_from_the_mano_on() -> None:
    """VE-PAR-02: the better card on top; then all tops are turned and the best wins."""
    talk = tied(*TIED)
    assert talk.awaited == {0}
    assert talk.lays(0) == {"stack 7e 5b"}
    assert talk.refused("0 stack 5b 7e") == Reason.NO_SUCH_CARD
    talk.say("0 stack 7e 5b")
    assert talk.awaited == {1}
    assert talk.hand.seen == (cards("3e"), cards("3c"))
    talk.say("1 stack 2o 7b")
    assert talk.hand.seen == (cards("3e 7e"), cards("3c 2o"))
    assert talk.end() == (1, 0)


def test_ve_par_03_only_the_tied_lift_their_second() -> None:
    """VE-PAR-03: 7c under the top of seat 3 does not take part, though it is the best below."""
    talk = tied("3e 2e 6b", "3c 2o 5c", "6e 12o 4c", "1o 12b 7c")
    talk.say("0 stack 2e 6b", "1 stack 2o 5c", "2 stack 12o 4c", "3 stack 12b 7c")
    assert talk.hand.seen[0] == cards("3e 2e 6b")
    assert talk.hand.seen[3] == cards("1o 12b")
    assert talk.end() == (1, 0)


@pytest.mark.parametrize(("dealer", "winner"), [(3, (1, 0)), (0, (0, 1)), (1, (1, 0))])
def test_ve_par_04_still_tied(dealer: int, winner: tuple[int, int]) -> None:
    """VE-PAR-04: the tied player nearest the mano, mano first, then to the right."""
    talk = Talk(*FOUR, game="venezolano", turned="4o", dealer=dealer)
    firsts = ["play 3e", "play 3c", "play 6e", "play 1o"]
    piles = ["stack 2e 5b", "stack 2o 5c", "stack 12o 4c", "stack 12b 7c"]
    order = [(dealer + 1 + step) % 4 for step in range(4)]
    talk.say(*(f"{seat} {firsts[seat]}" for seat in order))
    talk.say(*(f"{seat} {piles[seat]}" for seat in order))
    assert talk.end() == winner


def test_ve_par_05_calls_while_piles_are_laid() -> None:
    """VE-PAR-05: until the last pile lies; no single card meanwhile, open or face down."""
    talk = tied(*TIED)
    assert talk.refused("0 play 7e") == Reason.NOT_AVAILABLE
    assert talk.refused("0 cover 7e") == Reason.NOT_AVAILABLE
    assert talk.may("truco") == {0, 1}
    talk.say("0 stack 7e 5b")
    assert talk.may("truco") == {0, 1}
    talk.say("1 truco", "0 quiero", "0 retruco", "1 quiero", "1 stack 2o 7b")
    assert talk.end() == (6, 0)


def test_ve_par_05_closed() -> None:
    """VE-PAR-05, ``parda_calls=closed``: none after the tie, whoever has the word."""
    talk = ve(*TIED, parda_calls="closed").say("0 truco", "1 quiero", "0 play 3e", "1 play 3c")
    assert talk.may("retruco") == set()
    assert talk.refused("1 retruco") == Reason.NOT_AVAILABLE
    assert talk.say("0 stack 7e 5b", "1 stack 2o 7b").end() == (3, 0)


def test_ve_par_06_trick_by_trick() -> None:
    """VE-PAR-06, ``first_parda=sequential``: led by the mano; tied again, the third; all tied, the
    mano's pair."""
    talk = tied(*TIED, first_parda="sequential")
    assert talk.awaited == {0}
    assert talk.lays(0) == {"play 7e", "cover 7e", "play 5b", "cover 5b"}
    assert talk.refused("0 stack 7e 5b") == Reason.NOT_AT_THIS_TABLE
    assert talk.say("0 play 5b", "1 play 2o").end() == (0, 1)
    talk = tied("3e 2e 5b", "3c 2o 6c", first_parda="sequential")
    assert talk.say("0 play 2e", "1 play 2o", "0 play 5b", "1 play 6c").end() == (0, 1)
    talk = tied("3e 2e 5b", "3c 2o 5c", first_parda="sequential")
    assert talk.say("0 play 2e", "1 play 2o", "0 play 5b", "1 play 5c").end() == (1, 0)


def test_ve_par_06_calls_go_on() -> None:
    """VE-PAR-06: ``parda_calls`` is about piles."""
    talk = tied(*TIED, first_parda="sequential", parda_calls="closed")
    assert talk.may("truco") == {0, 1}


def test_ve_par_07_equal_tops_of_a_pair() -> None:
    """VE-PAR-07: they win, and nothing is lifted."""
    talk = tied("3e 2e 5b", "3c 12o 5c", "6e 2o 4c", "1o 12b 7c")
    talk.say("0 stack 2e 5b", "1 stack 12o 5c", "2 stack 2o 4c", "3 stack 12b 7c")
    assert [len(seen) for seen in talk.hand.seen] == [2, 2, 2, 2]
    assert talk.end() == (1, 0)


def test_ve_par_07_equal_seconds_of_a_pair() -> None:
    """VE-PAR-03, VE-PAR-07: tops of both pairs tie; below them the best two are of one pair."""
    talk = tied("3e 2e 5b", "3c 2o 6c", "6e 12o 4c", "1o 2b 6b")
    talk.say("0 stack 2e 5b", "1 stack 2o 6c", "2 stack 12o 4c", "3 stack 2b 6b")
    assert talk.end() == (0, 1)

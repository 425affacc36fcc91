"""Truco argentino, the flor (AR-FLO)."""

import pytest

from engine.errors import Reason
from engine.events import Annulled, FlorAnnounced, FlorClaimed, FlorCompared
from engine.state.facts import FLOR_POINTS
from tests.conversation import CALLS, Talk

SWORDS, CUPS, CLUBS = "7e 6e 4e", "5c 6c 7c", "4b 5b 12b"
"""Flores of 37, 38 and 29."""
NONE_A, NONE_B = "4o 5e 6b", "1o 2c 10b"


def talk(*hands: str, **options: str) -> Talk:
    return Talk(*hands, flor="con", also=options)


def at(score: tuple[int, int], *hands: str, **options: str) -> Talk:
    return Talk(*hands, flor="con", score=score, also=options)


# --- what it is, and when it is said -------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "is_flor"),
    [("7e 6e 4e", True), ("10c 11c 12c", True), ("7e 6e 4o", False), ("1e 1b 3o", False)],
)
def test_ar_flo_01_three_of_one_suit(hand: str, is_flor: bool) -> None:
    """AR-FLO-01."""
    assert ("flor" in talk(hand, NONE_B).words(0)) == is_flor


@pytest.mark.parametrize(
    ("better", "worse"),
    [("7e 6e 5e", "7c 6c 4c"), ("4e 10e 11e", "10c 11c 12c"), ("1e 2e 3e", "5c 10c 11c")],
)
def test_ar_flo_02_value(better: str, worse: str) -> None:
    """AR-FLO-02: 20 and the three card values; figures count 0."""
    assert talk(better, worse).say("0 flor", "1 florquiero").points == (4, 0)
    assert talk(worse, better).say("0 flor", "1 florquiero").points == (0, 4)


def test_ar_flo_02_used_only_to_compare() -> None:
    """AR-FLO-02: a flor of 20 pays as one of 38."""
    assert talk("10e 11e 12e", NONE_B).say("0 flor").points == (3, 0)
    assert talk("7e 6e 5e", NONE_B).say("0 flor").points == (3, 0)


def test_ar_flo_03_any_time() -> None:
    """AR-FLO-03: before one's first card, in turn or not, also over a pending call."""
    four = (NONE_A, "1o 2c 10b", SWORDS, "1c 3c 12o")
    assert "flor" in talk(*four).words(2)
    for lines in (("1 truco",), ("0 truco",), ("0 truco", "1 quiero"), ("0 play 4o",)):
        assert "flor" in talk(*four).say(*lines).words(2)
    over_envido = talk(*four, envido_callers="any").say("0 envido")
    assert "flor" in over_envido.words(2)
    # After his first card it is too late.
    late = talk(*four).say("0 play 4o", "1 play 1o", "2 play 4e")
    assert "flor" not in late.words(2)
    assert late.refused("2 flor") == Reason.TOO_LATE


def test_ar_flo_03_own_turn() -> None:
    """AR-FLO-03, ``own_turn``: on one's turn, or while a call that concerns one is pending."""
    four = (NONE_A, "1o 2c 10b", SWORDS, "1c 3c 12o")
    assert "flor" not in talk(*four, flor_when="own_turn").words(2)
    assert talk(*four, flor_when="own_turn").refused("2 flor") == Reason.NOT_YOUR_TURN
    on_turn = talk(*four, flor_when="own_turn").say("0 play 4o", "1 play 1o")
    assert "flor" in on_turn.words(2)
    # An envido of either team, a truco of the other; not of one's own.
    for lines, may in (
        (("0 envido",), True),
        (("0 truco",), False),
        (("1 truco",), True),
        (("0 truco", "1 envido"), True),
    ):
        table = talk(*four, flor_when="own_turn", envido_callers="any").say(*lines)
        assert ("flor" in table.words(2)) == may, lines


def test_ar_flo_03_own_turn_while_a_flor_of_the_other_is_pending() -> None:
    """AR-FLO-03: its holders are asked by the program and answer."""
    four = (CUPS, "1o 2c 10b", NONE_A, SWORDS)
    table = talk(*four, flor_when="own_turn").say("0 flor")
    assert table.awaited == {3}
    assert table.words(3) == {"florquiero", "achico", "contraflor", "resto", "mazo"}


def test_ar_flo_03_a_holder_may_not_call_or_accept_an_envido() -> None:
    """AR-FLO-03: refused to that person alone; what everyone may see does not tell."""
    holder, other = talk(SWORDS, NONE_B), talk(NONE_A, NONE_B)
    assert not holder.words(0) & CALLS
    assert holder.refused("0 envido") == Reason.FLOR_FIRST
    assert holder.public(0) == other.public(0) >= CALLS | {"flor"}
    asked = talk(NONE_A, CUPS).say("0 envido")
    assert asked.words(1) == {"noquiero", "flor", "mazo"}
    assert asked.refused("1 quiero") == Reason.FLOR_FIRST
    assert asked.refused("1 realenvido") == Reason.FLOR_FIRST
    assert "quiero" in asked.public(1)


def test_ar_flo_03_a_holder_may_answer_a_truco() -> None:
    """AR-FLO-03 speaks of the envido alone."""
    assert talk(NONE_A, CUPS).say("0 truco").words(1) >= {"quiero", "noquiero", "retruco"}


def test_ar_flo_04_annuls_the_envido() -> None:
    """AR-FLO-04: also one already called and unanswered; nobody scores it."""
    table = talk(NONE_A, CUPS).say("0 envido", "1 flor")
    assert table.points == (0, 3)
    assert [event.game for event in table.of(Annulled)] == ["envido"]
    assert table.awaited == {0}
    assert not table.words(0) & CALLS
    four = talk(SWORDS, NONE_B, NONE_A, "1c 3c 12o", envido_callers="any").say("2 truco")
    four.say("3 realenvido", "2 faltaenvido", "0 flor")
    assert four.points == (3, 0)


def test_ar_flo_05_no_flor_in_the_other_team() -> None:
    """AR-FLO-05: 3 points, no answer needed; there is no envido answer to a flor."""
    table = talk(SWORDS, NONE_B).say("0 flor")
    assert table.points == (3, 0)
    assert table.awaited == {0}
    assert not table.words(1) & (CALLS | {"florquiero", "achico", "contraflor", "resto"})
    assert table.of(FlorAnnounced)[0].asked == ()


# --- flor against flor ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "points"),
    [
        (("1 achico",), (3, 0)),
        (("1 florquiero",), (0, 4)),
        (("1 contraflor", "0 achico"), (0, 4)),
        (("1 contraflor", "0 florquiero"), (0, 6)),
        (("1 contraflor", "0 resto", "1 achico"), (6, 0)),
        (("1 contraflor", "0 resto", "1 florquiero"), (0, 18)),
        (("1 resto", "0 achico"), (0, 6)),
        (("1 resto", "0 florquiero"), (0, 18)),
    ],
)
def test_ar_flo_06_values(lines: tuple[str, ...], points: tuple[int, int]) -> None:
    """AR-FLO-06: the table of the page, line by line; 12 points lead, so R is 18."""
    table = at((12, 5), SWORDS, CUPS).say("0 flor", *lines)
    assert table.points == points
    # The other way round the better flor takes what was wanted.
    turned = at((5, 12), CUPS, SWORDS).say("0 flor", *lines)
    wanted = lines[-1].endswith("florquiero")
    assert turned.points == ((points[1], points[0]) if wanted else points)


def test_ar_flo_06_direct_resto_refused_pays_4() -> None:
    """AR-FLO-06, ``resto_refused_direct=4``; over a contraflor it stays 6."""
    table = talk(SWORDS, CUPS, resto_refused_direct="4").say("0 flor", "1 resto", "0 achico")
    assert table.points == (0, 4)
    table = talk(SWORDS, CUPS, resto_refused_direct="4")
    table.say("0 flor", "1 contraflor", "0 resto", "1 achico")
    assert table.points == (6, 0)


def test_ar_flo_06_a_holder_of_the_other_team_answers() -> None:
    """AR-FLO-06: only holders; what may be said over what."""
    four = (SWORDS, "1o 2c 10b", NONE_A, "5c 6c 7c")
    table = talk(*four).say("0 flor")
    assert table.awaited == {3}
    assert table.words(1) == {"mazo"}
    assert table.refused("1 florquiero") == Reason.NO_FLOR
    assert table.words(3) == {"florquiero", "achico", "contraflor", "resto", "mazo"}
    table.say("3 contraflor")
    assert table.awaited == {0}
    assert table.words(0) == {"florquiero", "achico", "resto", "mazo"}
    table.say("0 resto")
    assert table.words(3) == {"florquiero", "achico", "mazo"}


def test_ar_flo_06_accept_prevails_among_holders() -> None:
    """AR-PLA-03, AR-FLO-06: refusing needs every holder of the side."""
    four = (SWORDS, CUPS, NONE_A, CLUBS)
    table = talk(*four, answer_by="accept_prevails").say("0 flor", "1 achico")
    assert table.awaited == {3}
    assert table.points == (0, 0)
    table.say("3 achico")
    assert table.points == (3, 0)


@pytest.mark.parametrize(
    ("values", "points"), [("modern", (0, 4)), ("plain", (0, 3)), ("sum", (0, 6))]
)
def test_ar_flo_07_scales(values: str, points: tuple[int, int]) -> None:
    """AR-FLO-07: con flor quiero pays 4, 3, or 3 for every flor of both teams."""
    table = talk(SWORDS, CUPS, flor_values=values).say("0 flor", "1 florquiero")
    assert table.points == points


@pytest.mark.parametrize("values", ["modern", "plain", "sum"])
def test_ar_flo_07_contraflor_and_resto_as_above(values: str) -> None:
    """AR-FLO-07: the scale changes nothing else."""
    table = talk(SWORDS, CUPS, flor_values=values).say("0 flor", "1 contraflor", "0 florquiero")
    assert table.points == (0, 6)
    table = talk(SWORDS, CUPS, flor_values=values).say("0 flor", "1 achico")
    assert table.points == (3, 0)


@pytest.mark.parametrize(("team_flores", "modern"), [("each", 7), ("single", 4)])
def test_ar_flo_07_sum_instead_of_further_flores(team_flores: str, modern: int) -> None:
    """AR-FLO-07, AR-FLO-09: three flores on the table."""
    four = (CLUBS, SWORDS, NONE_A, CUPS)
    lines = ("0 flor", "3 florquiero")
    assert talk(*four, team_flores=team_flores).say(*lines).points == (0, modern)
    table = talk(*four, team_flores=team_flores, flor_values="sum").say(*lines)
    assert table.points == (0, 9)


@pytest.mark.parametrize(
    ("resto", "points"),
    [("leader_shortfall", 10), ("plus_flores", 16), ("same_as_falta", 10), ("win_chico", 18)],
)
def test_ar_flo_08_formulas(resto: str, points: int) -> None:
    """AR-FLO-08: the leader has 20, the winner 12."""
    table = at((20, 12), SWORDS, CUPS, resto=resto).say("0 flor", "1 resto", "0 florquiero")
    assert table.points == (0, points)


@pytest.mark.parametrize(
    ("falta", "points"),
    [("chico_en_malas", 26), ("leader_shortfall", 21), ("to_buenas", 6), ("loser_shortfall", 21)],
)
def test_ar_flo_08_same_as_falta(falta: str, points: int) -> None:
    """AR-FLO-08: F of AR-FAL, whichever formula the table has."""
    table = at((9, 4), SWORDS, CUPS, resto="same_as_falta", falta=falta)
    table.say("0 flor", "1 resto", "0 florquiero")
    assert table.points == (0, points)


def test_ar_flo_09_every_further_flor_of_the_scoring_team() -> None:
    """AR-FLO-09: adds 3, also to what a refusal pays; ``single``: 3 in all."""
    four = (SWORDS, NONE_B, "1c 3c 12c", "3o 7b 11e")
    assert talk(*four).say("0 flor").points == (6, 0)
    assert talk(*four, team_flores="single").say("0 flor").points == (3, 0)
    against = (SWORDS, CUPS, "4b 5b 12b", NONE_A)
    assert talk(*against).say("0 flor", "1 achico").points == (6, 0)
    assert talk(*against, team_flores="single").say("0 flor", "1 achico").points == (3, 0)


def test_ar_flo_09_the_losers_flores_score_nothing() -> None:
    """AR-FLO-09."""
    against = (SWORDS, CUPS, "4b 5b 12b", NONE_A)
    assert talk(*against).say("0 flor", "1 florquiero").points == (0, 4)
    assert talk(*against).say("0 flor", "1 contraflor", "2 achico").points == (0, 4)


@pytest.mark.parametrize("resto", ["leader_shortfall", "win_chico", "same_as_falta"])
def test_ar_flo_09_r_is_never_increased(resto: str) -> None:
    """AR-FLO-09: however many flores the winner's team has."""
    against = (CUPS, SWORDS, "4b 5b 12b", NONE_A)
    table = at((20, 20), *against, resto=resto).say("0 flor", "1 resto", "0 florquiero")
    assert table.points == (10, 0)


def test_ar_flo_09_partners_are_announced_together() -> None:
    """AR-FLO-09: those who have not played; who has, missed his moment."""
    table = talk(NONE_A, CUPS, SWORDS, "4b 5b 12b").say("0 play 4o", "3 flor")
    assert table.of(FlorAnnounced)[0].seats == (1, 3)
    assert table.of(FlorAnnounced)[0].asked == (2,)
    table = talk(NONE_A, CUPS, "3o 7b 11e", "4b 5b 12b").say("0 play 4o", "1 play 5c", "3 flor")
    assert table.of(FlorAnnounced)[0].seats == (3,)
    assert table.points == (0, 3)


@pytest.mark.parametrize(("dealer", "points"), [(1, (4, 0)), (0, (0, 4))])
def test_ar_flo_10_ties_to_the_nearest_the_mano(dealer: int, points: tuple[int, int]) -> None:
    """AR-FLO-10."""
    table = Talk("7e 3e 1e", "6c 5c 10c", dealer=dealer, flor="con")
    table.say(f"{1 - dealer} flor", f"{dealer} florquiero")
    assert table.points == points
    assert table.of(FlorCompared)[0].points == 31


def test_ar_flo_10_what_comparing_tells() -> None:
    """AR-FLO-10: the winner's value; of the others, that they are not better, by their seats."""
    four = ("1c 3c 11c", "7e 3e 1e", "2b 3b 4b", "1o 2o 12o")  # 24, 31, 29, 23
    table = talk(*four).say("0 flor", "1 florquiero")
    bounds = {
        (fact.seat, fact.low, fact.high) for fact in table.hand.facts if fact.kind == FLOR_POINTS
    }
    assert bounds == {(1, 31, 31), (0, 0, 30), (2, 0, 31), (3, 0, 31)}


def test_ar_flo_11_a_pending_truco_waits() -> None:
    """AR-FLO-11: and is then answered by the same team, whatever ``truco_after_envido`` says."""
    for after in ("pending", "lapse"):
        table = talk(NONE_A, CUPS, truco_after_envido=after).say("0 truco", "1 flor")
        assert table.points == (0, 3)
        assert table.awaited == {1}
        assert table.words(1) == {"quiero", "noquiero", "retruco", "mazo"}
    both = talk(SWORDS, CUPS).say("0 truco", "1 flor")
    assert both.awaited == {0}
    both.say("0 achico")
    assert both.awaited == {1}
    own = talk(SWORDS, NONE_B).say("0 truco", "0 flor")
    assert own.awaited == {1}


def test_ar_flo_11_an_accepted_truco_does_not_close_it() -> None:
    """AR-FLO-11: for a player who has not played."""
    table = talk(NONE_A, CUPS).say("0 truco", "1 quiero", "0 play 4o")
    assert "flor" in table.words(1)
    table.say("1 flor")
    assert table.points == (0, 3)
    assert table.hand.position.level == 1


def test_ar_flo_12_an_accepted_envido_stands() -> None:
    """AR-FLO-12: the holder has missed his moment and stays liable to AR-FLO-13."""
    four = (NONE_A, SWORDS, "1o 2c 10b", "7c 6c 3o")
    table = talk(*four, envido_callers="any").say("0 envido", "3 quiero")
    assert table.points == (0, 2)
    for seat in range(4):
        assert "flor" not in table.words(seat) | table.public(seat)
    assert table.refused("1 flor") == Reason.TOO_LATE
    table.say("0 mazo", "2 pidoflor 1")
    assert table.end() == (3, 3)


def test_ar_flo_13_pido_flor() -> None:
    """AR-FLO-13: 3 to the asking team when there was one, else 1 to the asked."""
    hid = talk("4e 6e 1e", "3c 12b 10o").say("0 play 4e", "1 mazo", "1 pidoflor 0")
    assert hid.of(FlorClaimed)[0].proved
    assert hid.end() == (2, 3)
    none = talk(NONE_A, NONE_B).say("0 mazo", "1 pidoflor 0")
    assert none.end() == (1, 2)
    free = talk(NONE_A, NONE_B, pido_false="0").say("0 mazo", "1 pidoflor 0")
    assert free.end() == (0, 2)


def test_ar_flo_13_once_per_team_and_hand() -> None:
    """AR-FLO-13: each team once, before the next deal, of who announced none."""
    four = ("2e 5o 6b", NONE_B, SWORDS, "1c 3c 12o")
    table = talk(*four).say("2 flor")
    assert not table.words(1) & {"pidoflor 0", "pidoflor 2"}
    assert table.refused("1 pidoflor 0") == Reason.NOT_AVAILABLE
    table.say("0 mazo")
    assert table.needs == "close"
    assert table.awaited == set()
    assert table.words(1) == table.words(3) == {"pidoflor 0"}  # seat 2 announced
    assert table.words(0) == {"pidoflor 1", "pidoflor 3"}
    table.say("3 pidoflor 0")
    assert table.words(1) == table.words(3) == set()
    assert table.words(0) == {"pidoflor 1", "pidoflor 3"}
    table.say("close")
    assert table.refused("0 pidoflor 1") == Reason.HAND_OVER


def test_ar_flo_13_after_the_last_card() -> None:
    """AR-FLO-13: not before; the hand's points wait for it."""
    table = talk("4e 6e 1e", "3c 12b 10o")
    table.say("0 play 4e", "1 play 3c", "1 play 12b", "0 play 1e", "0 play 6e")
    assert "pidoflor 0" not in table.words(1)
    table.say("1 play 10o")
    assert table.points == (0, 0)
    table.say("1 pidoflor 0")
    assert table.end() == (0, 4)


def test_ar_flo_13_counted_before_the_truco() -> None:
    """AR-FLO-13, AR-MAT-04: both would be home; the flor's points come first."""
    table = at((28, 27), "4e 6e 1e", "3c 12b 10o").say("1 truco", "0 quiero", "0 play 1e")
    table.say("1 play 12b", "0 play 4e", "1 mazo", "1 pidoflor 0", "close")
    assert table.state.winner == 1


def test_ar_flo_13_auto() -> None:
    """AR-FLO-13, ``flor_call=auto``: announced at the holder's first turn or over a call."""
    table = talk(SWORDS, NONE_B, flor_call="auto")
    assert table.points == (3, 0)
    table = talk(NONE_A, CUPS, flor_call="auto")
    assert table.points == (0, 0)
    table.say("0 play 4o")
    assert table.points == (0, 3)
    for call in ("truco", "envido"):
        table = talk(NONE_A, CUPS, flor_call="auto").say(f"0 {call}")
        assert table.points == (0, 3)
        assert table.awaited == ({1} if call == "truco" else {0})
    # A truco of one's own team is no call over which it is announced.
    four = (NONE_A, "1o 2c 10b", SWORDS, "1c 3c 12o")
    table = talk(*four, flor_call="auto").say("0 truco")
    assert table.points == (0, 0)
    table = talk(*four, flor_call="auto", envido_callers="any").say("0 envido")
    assert table.points == (3, 0)


def test_ar_flo_13_auto_has_no_claims() -> None:
    """AR-FLO-13: with ``auto`` the rule does not exist."""
    table = talk(NONE_A, NONE_B, flor_call="auto").say("0 mazo")
    assert table.needs == "deal"
    assert table.refused("1 pidoflor 0") == Reason.NOT_AT_THIS_TABLE


def test_ar_flo_13_auto_flor_against_flor() -> None:
    """AR-FLO-13: the program announces, the holders answer."""
    table = talk(SWORDS, CUPS, flor_call="auto")
    assert table.awaited == {1}
    table.say("1 contraflor", "0 florquiero")
    assert table.points == (0, 6)


def test_ar_flo_14_rejected_without_one() -> None:
    """AR-FLO-14: to that person alone."""
    table = talk(NONE_A, NONE_B)
    assert table.refused("0 flor") == Reason.NO_FLOR
    assert "flor" in table.public(0)


def test_ar_flo_15_without_flor() -> None:
    """AR-FLO-15: three of a suit have no value of their own; the envido uses the best two."""
    table = Talk(SWORDS, NONE_B)
    assert table.words(0) == {"truco", "mazo"} | CALLS
    assert table.refused("0 flor") == Reason.NOT_AT_THIS_TABLE
    assert table.refused("0 contraflor") == Reason.NOT_AT_THIS_TABLE
    table.say("0 envido", "1 quiero")
    assert table.declared[0] == (0, 33)

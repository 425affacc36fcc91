"""Truco gaudério, the flor (GA-FLO, GA-FIN): partners asked first, opponents one by one."""

import pytest

from engine.errors import Reason
from engine.events import Annulled, Answered, FlorAnnounced, FlorCompared
from engine.numbers import NOBODY, Seat
from engine.state.facts import FLOR_POINTS, HAS_FLOR
from engine.state.state import FLOR_GAME, TRUCO_GAME
from tests.conversation import CALLS, Talk
from tests.engine.test_ga_calls import talk

SWORDS, CUPS, CLUBS, COINS = "7e 6e 4e", "5c 6c 7c", "4b 5b 12b", "1o 2o 10o"
"""Flores of 37, 38, 29 and 23."""
NONE_A, NONE_B, NONE_C = "4o 5e 6b", "1o 2c 10b", "3o 11c 7b"
TRUCOS = {"truco", "retruco", "vale4"}


def facts(table: Talk, kind: str) -> dict[int, tuple[int, int]]:
    return {fact.seat: (fact.low, fact.high) for fact in table.hand.facts if fact.kind == kind}


# --- what it is, and when it is said --------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "is_flor"),
    [(SWORDS, True), ("10c 11c 12c", True), ("7e 6e 4o", False), ("1e 1b 3o", False)],
)
def test_ga_flo_01_three_of_one_suit(hand: str, is_flor: bool) -> None:
    """GA-FLO-01."""
    table = talk(hand, NONE_B)
    assert ("flor" in table.words(0)) == is_flor
    assert "flor" in table.public(0)
    if not is_flor:
        assert table.refused("0 flor") == Reason.NO_FLOR


def test_ga_flo_01_at_any_moment_before_ones_first_card() -> None:
    """GA-FLO-01: in turn or not, over a pending truco of anybody and an envido not one's own."""
    four = (NONE_A, "1b 3c 12o", SWORDS, NONE_B)
    for lines in ((), ("0 play 4o",), ("0 truco",), ("0 envido",), ("0 truco", "1 envido")):
        assert "flor" in talk(*four).say(*lines).words(2), lines
    own = talk(*four).say("0 truco", "1 envido", "2 realenvido")
    assert "flor" not in own.words(2)
    assert own.refused("2 flor") == Reason.OWN_CALL
    raised = own.say("3 faltaenvido")
    assert "flor" in raised.words(2)  # the envido that is pending now is another's
    late = talk(*four).say("0 play 4o", "1 play 1b", "2 play 7e")
    assert late.refused("2 flor") == Reason.TOO_LATE


def test_ga_flo_01_own_turn() -> None:
    """GA-FLO-01, ``own_turn``: in turn with nothing pending, over a truco of the others, or over
    an envido of theirs or of a partner."""
    four = (NONE_A, "1b 3c 12o", SWORDS, NONE_B)
    for lines, may in (
        ((), False),
        (("0 play 4o", "1 play 1b"), True),
        (("0 envido",), True),
        (("0 truco",), False),
        (("0 play 4o", "1 truco"), True),
        (("0 truco", "1 envido"), True),
        (("0 play 4o", "1 envido"), True),
        (("0 play 4o", "1 play 1b", "2 truco"), False),
    ):
        table = talk(*four, flor_when="own_turn").say(*lines)
        assert ("flor" in table.words(2)) == may, lines
    own = talk(*four, flor_when="own_turn").say("0 play 4o", "1 play 1b", "2 truco")
    assert own.refused("2 flor") == Reason.OWN_CALL
    assert talk(*four, flor_when="own_turn").refused("2 flor") == Reason.NOT_YOUR_TURN
    envido = talk(*four, flor_when="own_turn").say("0 play 4o", "1 play 1b", "2 envido")
    assert envido.refused("2 flor") == Reason.OWN_CALL


def test_ga_flo_01_without_flor() -> None:
    """GA-FLO-01, ``flor=sin``."""
    table = talk(SWORDS, CUPS, flor="sin")
    assert "flor" not in table.words(0) | table.public(0)
    for verb in ("flor", "passo", "contraflor", "resto", "achico", "florquiero"):
        assert table.refused(f"0 {verb}") == Reason.NOT_AT_THIS_TABLE


@pytest.mark.parametrize(
    ("better", "worse"),
    [("7e 6e 5e", "7c 6c 4c"), ("4e 10e 11e", "10c 11c 12c"), ("1e 2e 3e", "5c 10c 11c")],
)
def test_ga_flo_02_value(better: str, worse: str) -> None:
    """GA-FLO-02: 20 and the three values; the negras count 0."""
    lines = ("0 flor", "1 contraflor", "0 florquiero")
    assert talk(better, worse).say(*lines).points == (6, 0)
    assert talk(worse, better).say(*lines).points == (0, 6)
    assert talk(SWORDS, CUPS).say(*lines).of(FlorCompared) == [FlorCompared(Seat(1), 38)]


def test_ga_flo_03_cancels_an_unanswered_envido() -> None:
    """GA-FLO-03: without points, and no envido in this hand any more."""
    table = talk(NONE_A, SWORDS).say("0 envido", "1 flor")
    assert table.points == (0, 3)
    assert [event.game for event in table.of(Annulled)] == ["envido"]
    assert not table.words(0) & CALLS
    four = talk(SWORDS, NONE_B, NONE_A, "1c 3c 12o").say("0 play 7e", "1 envido", "2 realenvido")
    assert four.refused("0 flor") == Reason.TOO_LATE
    four = talk(NONE_A, "1c 3c 12o", SWORDS, NONE_B).say("0 envido", "1 faltaenvido", "2 flor")
    assert four.points == (3, 0)
    silent = talk(SWORDS, NONE_B).say("0 flor")
    assert silent.refused("0 envido") == Reason.TOO_LATE


@pytest.mark.parametrize("answer", ["quiero", "noquiero"])
def test_ga_flo_03_a_settled_envido_closes_flor(answer: str) -> None:
    """GA-FLO-03: wanted or refused."""
    table = talk(NONE_A, SWORDS).say("0 envido")
    assert "flor" in table.words(1)
    table.say(f"1 {answer}")
    assert table.refused("1 flor") == Reason.TOO_LATE
    assert "flor" not in table.public(1)


# --- partners first -------------------------------------------------------------------------------


def test_ga_flo_04_partners_are_asked_first() -> None:
    """GA-FLO-04: in order of play from the caller, each adds his or not."""
    six = (CUPS, NONE_B, SWORDS, NONE_A, CLUBS, "3o 11c 7b")
    table = talk(*six).say("2 flor")
    assert table.awaited == {4}
    assert table.words(4) == {"flor", "passo"}
    assert not table.words(0)
    assert table.refused("0 flor") == Reason.TOO_LATE
    assert table.refused("0 passo") == Reason.NOT_AVAILABLE
    assert table.refused("3 passo") == Reason.OWN_CALL
    assert table.refused("4 play 4b") == Reason.NOT_YOUR_TURN
    assert table.refused("4 quiero") == Reason.ANSWER_FIRST
    table.say("4 passo")
    assert table.awaited == {0}
    assert table.points == (0, 0)
    table.say("0 flor")
    assert table.points == (6, 0)
    assert talk(*six).say("2 flor", "4 flor", "0 flor").points == (9, 0)
    assert talk(*six).say("2 flor", "4 passo", "0 passo").points == (3, 0)


def test_ga_flo_04_only_partners_who_have_not_played() -> None:
    """GA-FLO-04: who has laid a card has let it pass."""
    table = talk(SWORDS, NONE_B, CUPS, NONE_A).say("0 play 7e", "1 play 1o", "2 flor")
    assert table.points == (3, 0)
    assert HAS_FLOR not in {fact.kind for fact in table.hand.facts if fact.seat == 0}


def test_ga_flo_04_what_being_asked_tells() -> None:
    """GA-FLO-04, GA-FLO-06: who is asked holds one, who is not does not."""
    table = talk(SWORDS, NONE_B, CUPS, CLUBS).say("0 flor")
    assert table.of(FlorAnnounced) == [FlorAnnounced(Seat(0), (Seat(0),), (), (Seat(2),))]
    assert facts(table, HAS_FLOR) == {0: (1, 1), 2: (1, 1)}
    table.say("2 passo")
    assert table.of(FlorAnnounced)[1:] == [FlorAnnounced(NOBODY, (), (Seat(3),))]
    assert facts(table, HAS_FLOR) == {0: (1, 1), 2: (1, 1), 3: (1, 1), 1: (0, 0)}
    lone = talk(SWORDS, NONE_B, NONE_A, NONE_C).say("0 flor")
    assert facts(lone, HAS_FLOR) == {0: (1, 1), 2: (0, 0), 1: (0, 0), 3: (0, 0)}


def test_ga_flo_04_what_is_told_of_partners_without_one() -> None:
    """GA-FLO-04: with three in a team, who is not asked has none, also when another is."""
    six = (SWORDS, NONE_B, CUPS, NONE_A, "1c 3c 12o", "3o 11c 7b")
    table = talk(*six).say("0 flor")
    assert facts(table, HAS_FLOR) == {0: (1, 1), 2: (1, 1), 4: (0, 0)}


def test_ga_flo_05_alone() -> None:
    """GA-FLO-05: 3 for each declared flor at once; an opponent who has laid a card is not asked."""
    assert talk(SWORDS, NONE_B).say("0 flor").points == (3, 0)
    assert talk(SWORDS, NONE_B, CUPS, NONE_A).say("0 flor", "2 flor").points == (6, 0)
    late = talk(SWORDS, CUPS).say("0 play 7e", "1 flor")
    assert late.points == (0, 3)
    assert late.awaited == {1}


# --- the opponents' answers -----------------------------------------------------------------------


def test_ga_flo_06_one_by_one() -> None:
    """GA-FLO-06: in order of play from the caller; when all concede, 3 for each declared flor."""
    four = (NONE_A, SWORDS, CUPS, CLUBS)
    table = talk(*four).say("1 flor", "3 passo")
    assert table.awaited == {2}
    assert table.words(2) == {"achico", "contraflor", "resto"}
    assert table.say("2 achico").points == (0, 3)
    six = (NONE_B, CUPS, SWORDS, "1c 3c 11o", NONE_A, CLUBS)
    table = talk(*six).say("2 flor")
    assert table.awaited == {5}
    assert table.refused("1 achico") == Reason.NOT_AVAILABLE
    table.say("5 achico")
    assert table.points == (0, 0)
    assert table.awaited == {1}
    assert talk(*six).say("2 flor", "5 achico", "1 achico").points == (3, 0)
    assert talk(*six, answer_by="first_speaks").say("2 flor", "5 achico").points == (0, 0)


def test_ga_flo_06_each_concession_is_told() -> None:
    """GA-FLO-06: the last one alone settles the flor. A truco beneath it waits on."""
    six = (NONE_B, CUPS, SWORDS, "1c 3c 11o", NONE_A, CLUBS)
    table = talk(*six).say("0 truco", "2 flor", "5 achico")
    assert [entry.game for entry in table.hand.position.stack] == [TRUCO_GAME, FLOR_GAME]
    table.say("1 achico")
    assert table.of(Answered) == [
        Answered(Seat(5), "flor", "achico", False, False),
        Answered(Seat(1), "flor", "achico", True, False),
    ]
    assert [word.seat for word in table.hand.said if word.verb == "achico"] == [5, 1]
    assert [entry.game for entry in table.hand.position.stack] == [TRUCO_GAME]


def test_ga_flo_06_conceding_two() -> None:
    """GA-FLO-06: 3 for each declared flor of the caller's team."""
    assert talk(SWORDS, CUPS, CLUBS, NONE_A).say("0 flor", "2 flor", "1 achico").points == (6, 0)
    assert talk(SWORDS, CUPS, CLUBS, NONE_A).say("0 flor", "2 passo", "1 achico").points == (3, 0)


def test_ga_flo_07_contraflor() -> None:
    """GA-FLO-07: 3 for all flores of both teams: 6, 9 or 12; the best one takes it."""
    two = talk(SWORDS, CUPS).say("0 flor", "1 contraflor")
    assert two.awaited == {0}
    assert two.words(0) == {"florquiero", "achico", "resto"}
    assert two.say("0 florquiero").points == (0, 6)
    three = talk(SWORDS, CUPS, CLUBS, NONE_A).say(
        "0 flor", "2 flor", "1 contraflor", "2 florquiero"
    )
    assert three.points == (0, 9)
    four = talk(CLUBS, SWORDS, CUPS, COINS).say("0 flor", "2 flor", "1 contraflor", "0 florquiero")
    assert four.points == (12, 0)


@pytest.mark.parametrize(
    ("hands", "lines", "told"),
    [
        ((SWORDS, CUPS), ("0 flor", "1 contraflor"), (6, 3)),
        ((SWORDS, CUPS), ("0 flor", "1 contraflor", "0 resto"), (0, 6)),
        ((SWORDS, CUPS), ("0 flor", "1 resto"), (0, 3)),
        ((SWORDS, CUPS, CLUBS, NONE_A), ("0 flor", "2 flor", "1 contraflor"), (9, 6)),
        ((SWORDS, CUPS, CLUBS, COINS), ("0 flor", "2 flor", "1 contraflor", "0 resto"), (0, 12)),
    ],
)
def test_ga_flo_07_to_09_what_is_told_with_the_question(
    hands: tuple[str, ...], lines: tuple[str, ...], told: tuple[int, int]
) -> None:
    """GA-FLO-07, GA-FLO-08, GA-FLO-09: the stake wanted (0: the score decides) and refused."""
    top = talk(*hands).say(*lines).hand.position.stack[-1]
    assert (top.wanted, top.refused) == told


def test_ga_flo_07_tie() -> None:
    """GA-FLO-07: the mano's team (GA-ENV-07), or the nearest the mano."""
    one, two, low = "7e 3e 1e", "6c 5c 10c", "4b 5b 12b"
    lines = ("1 flor", "0 contraflor", "1 florquiero")
    assert talk(one, two).say(*lines).points == (6, 0)
    # Seats 1 and 2 hold 31 each, mano is 0: its team wins, though 1 sits nearer.
    lines = ("1 flor", "2 contraflor", "1 florquiero")
    four = (NONE_A, one, two, "3o 11c 7b")
    assert talk(*four).say(*lines).points == (6, 0)
    nearest = talk(*four, envido_tie="nearest_mano").say(*lines)
    assert nearest.points == (0, 6)
    assert facts(nearest, FLOR_POINTS) == {1: (31, 31), 2: (0, 31)}
    mano = talk(*four).say(*lines)
    assert facts(mano, FLOR_POINTS) == {2: (31, 31), 1: (0, 31)}
    # One less for those whom a tie would have favoured.
    lost = talk(low, one).say("0 flor", "1 contraflor", "0 florquiero")
    assert facts(lost, FLOR_POINTS) == {1: (31, 31), 0: (0, 30)}


@pytest.mark.parametrize(("decline", "more"), [("base", 0), ("plus1", 1)])
def test_ga_flo_08_contraflor_refused(decline: str, more: int) -> None:
    """GA-FLO-08: the stake before it, 3 or 6; ``plus1`` pays one more."""
    one = talk(SWORDS, CUPS, contraflor_decline=decline).say("0 flor", "1 contraflor", "0 achico")
    assert one.points == (0, 3 + more)
    four = (SWORDS, CUPS, CLUBS, NONE_A)
    two = talk(*four, contraflor_decline=decline).say("0 flor", "2 flor", "1 contraflor")
    assert two.say("0 achico").points == (0, 6 + more)
    both = talk(SWORDS, CUPS, NONE_A, CLUBS, contraflor_decline=decline)
    both.say("0 flor", "1 achico", "3 contraflor", "2 achico")
    assert both.points == (0, 3 + more)  # of the first team's flores, whatever the callers hold


@pytest.mark.parametrize("decline", ["base", "plus1"])
def test_ga_flo_09_resto(decline: str) -> None:
    """GA-FLO-09: refused the stake before it, 3 or 6 directly, 6, 9 or 12 over a contraflor."""
    direct = talk(SWORDS, CUPS, contraflor_decline=decline).say("0 flor", "1 resto", "0 achico")
    assert direct.points == (0, 3)
    four = (SWORDS, CUPS, CLUBS, COINS)
    two = talk(*four, contraflor_decline=decline).say("0 flor", "2 flor", "1 resto", "2 achico")
    assert two.points == (0, 6)
    over = talk(SWORDS, CUPS).say("0 flor", "1 contraflor", "0 resto")
    assert over.words(1) == {"florquiero", "achico"}
    assert over.say("1 achico").points == (6, 0)
    all_four = talk(*four).say("0 flor", "2 flor", "1 contraflor", "2 resto", "3 achico")
    assert all_four.points == (12, 0)


@pytest.mark.parametrize(("resto", "more"), [("leader_shortfall", 0), ("plus_flores", 6)])
def test_ga_flo_09_resto_wanted(resto: str, more: int) -> None:
    """GA-FLO-09: what the leader lacks (GA-ENV-06); ``plus_flores`` 3 for every flor more."""
    table = talk(SWORDS, CUPS, score=(20, 10), resto=resto)
    table.say("0 flor", "1 resto", "0 florquiero")
    assert table.points == (0, 4 + more)
    home = talk(CUPS, SWORDS, score=(20, 10), resto=resto).say("0 flor", "1 resto", "0 florquiero")
    assert home.points == (4 + more, 0)
    assert home.needs == "over"


# --- the truco of a hand with a flor ------------------------------------------------------------


def test_ga_flo_10_until_settled() -> None:
    """GA-FLO-10: no truco while a flor is unsettled; the pending one waits and is answered."""
    table = talk(SWORDS, CUPS).say("0 flor")
    assert not (table.words(0) | table.words(1)) & TRUCOS
    assert table.refused("0 truco") == Reason.ANSWER_FIRST
    table.say("1 achico")
    assert "truco" in table.words(0)
    waiting = talk(NONE_A, SWORDS).say("0 truco", "1 flor")
    assert waiting.awaited == {1}
    assert waiting.words(1) >= {"quiero", "noquiero", "retruco"}
    assert waiting.say("1 noquiero").points == (1, 3)


def test_ga_flo_10_until_trick_ends() -> None:
    """GA-FLO-10: none before the next trick, a pending one lapses."""
    table = talk(NONE_A, SWORDS, truco_with_flor="until_trick_ends").say("0 truco", "1 flor")
    assert [event.game for event in table.of(Annulled)] == ["truco"]
    assert table.awaited == {0}
    assert table.refused("0 truco") == Reason.NOT_AVAILABLE
    table.say("0 play 4o")
    assert "truco" not in table.words(1)
    table.say("1 play 7e")
    assert "truco" in table.words(1)
    assert table.say("1 truco", "0 noquiero").points == (0, 4)


def test_ga_flo_10_blocked_hand() -> None:
    """GA-FLO-10: no truco any more in this hand, a pending one lapses."""
    table = talk(NONE_A, SWORDS, truco_with_flor="blocked_hand").say("0 truco", "1 flor")
    assert table.awaited == {0}
    table.say("0 play 4o", "1 play 7e")
    assert "truco" not in table.words(1)
    assert table.refused("1 truco") == Reason.NOT_AVAILABLE
    assert table.say("1 play 6e", "0 play 5e").points == (0, 4)


def test_ga_flo_10_hand_ends() -> None:
    """GA-FLO-10: the hand ends when the flor is scored, and nobody scores the hand."""
    table = talk(NONE_A, SWORDS, truco_with_flor="hand_ends").say("0 truco", "1 flor")
    assert table.end() == (0, 3)
    waits = talk(SWORDS, CUPS, truco_with_flor="hand_ends").say("0 flor")
    assert waits.needs == "seat"
    assert waits.say("1 contraflor", "0 achico").end() == (0, 3)


def test_ga_flo_11_optional() -> None:
    """GA-FLO-11: a holder may keep silent, and call and accept an envido; no penalty."""
    table = talk(SWORDS, NONE_A)
    assert table.words(0) >= CALLS
    table.say("0 envido", "1 quiero", "0 play 7e", "1 play 4o", "0 play 6e", "1 play 5e")
    assert table.end() == (3, 0)
    assert HAS_FLOR not in {fact.kind for fact in table.hand.facts}


def test_ga_flo_11_automatic() -> None:
    """GA-FLO-11, GA-FIN-03: called at the holder's first turn, the partners' flores with it."""
    table = talk(NONE_A, SWORDS, "1c 3c 12o", CUPS, flor_call="auto")
    assert table.points == (0, 0)
    table.say("0 play 4o")
    assert table.points == (0, 6)
    assert table.of(FlorAnnounced) == [FlorAnnounced(NOBODY, (Seat(1), Seat(3)), ())]
    first = talk(SWORDS, NONE_B, flor_call="auto")
    assert first.points == (3, 0)
    # That a first turn passes in silence tells.
    assert facts(talk(NONE_A, NONE_B, flor_call="auto").say("0 play 4o"), HAS_FLOR) == {
        0: (0, 0),
        1: (0, 0),
    }


def test_ga_fin_03_interruptions_and_answers_are_said_by_hand() -> None:
    """GA-FIN-03."""
    table = talk(NONE_A, SWORDS, NONE_B, CUPS, flor_call="auto").say("0 envido")
    assert table.of(FlorAnnounced) == []
    assert "flor" in table.words(3)
    assert table.say("3 flor").points == (0, 6)
    answered = talk(SWORDS, CUPS, flor_call="auto")
    assert answered.awaited == {1}
    assert answered.words(1) == {"achico", "contraflor", "resto"}


def test_ga_flo_12_shown_after_the_hand() -> None:
    """GA-FLO-12: all flores that scored, the winner's of a comparison among them."""
    alone = talk(SWORDS, NONE_B, CUPS, NONE_A).say("0 flor", "2 flor", "0 mazo")
    assert alone.shown == {0: set(SWORDS.split()), 2: set(CUPS.split())}
    compared = talk(SWORDS, CUPS).say("0 flor", "1 contraflor", "0 florquiero", "0 mazo")
    assert compared.shown == {1: set(CUPS.split())}


@pytest.mark.parametrize(("values", "one", "two"), [("plain", 3, 6), ("sum", 6, 9)])
def test_ga_flo_13_quero(values: str, one: int, two: int) -> None:
    """GA-FLO-13: a fourth answer, for the stake on the table or 3 per flor."""
    table = talk(SWORDS, CUPS, flor_values=values).say("0 flor")
    assert table.words(1) == {"florquiero", "achico", "contraflor", "resto"}
    assert table.say("1 florquiero").points == (0, one)
    four = talk(SWORDS, CUPS, CLUBS, NONE_A, flor_values=values).say("0 flor", "2 flor")
    assert four.say("1 florquiero").points == (0, two)


def test_ga_flo_13_none() -> None:
    """GA-FLO-13: by default there is no such answer."""
    table = talk(SWORDS, CUPS).say("0 flor")
    assert table.refused("1 florquiero") == Reason.NOT_AVAILABLE


# --- fine points ----------------------------------------------------------------------------------


def test_ga_fin_01_conceded_and_passed_over() -> None:
    """GA-FIN-01: a conceded flor counts for the stake of a contraflor, one passed over does not."""
    conceded = talk(SWORDS, CLUBS, NONE_A, CUPS).say("0 flor", "1 achico", "3 contraflor")
    assert conceded.say("2 florquiero").points == (0, 9)
    passed = talk(CUPS, SWORDS, CLUBS, NONE_A).say("2 flor", "0 passo", "1 contraflor")
    assert passed.say("0 florquiero").points == (0, 6)  # nor is it compared


def test_ga_fin_02_only_holders_raise_anybody_answers() -> None:
    """GA-FIN-02."""
    table = talk(SWORDS, CUPS, NONE_A, NONE_C).say("0 flor", "1 contraflor")
    assert table.awaited == {0, 2}
    assert table.words(0) == {"florquiero", "achico", "resto"}
    assert table.words(2) == {"florquiero", "achico"}
    assert table.refused("2 resto") == Reason.NOT_AVAILABLE
    assert table.refused("3 florquiero") == Reason.OWN_CALL
    # Who passed his over is no holder of a flor in play.
    passed = talk(SWORDS, CUPS, CLUBS, NONE_A).say("0 flor", "2 passo", "1 contraflor")
    assert passed.words(2) == {"florquiero", "achico"}
    both = talk(SWORDS, CUPS, NONE_A, NONE_C, answer_by="accept_prevails")
    both.say("0 flor", "1 contraflor", "2 achico")
    assert both.awaited == {0}
    assert both.say("0 florquiero").points == (0, 6)


def test_ga_fin_05_a_flor_after_an_accepted_truco() -> None:
    """GA-FIN-05, GA-TRU-05: the hand keeps its value; only further raises stop."""
    lines = ("0 truco", "1 quiero", "1 flor")
    blocked = talk("1e 4c 10o", SWORDS, truco_with_flor="blocked_hand").say(*lines)
    blocked.say("0 play 1e", "1 play 7e", "0 play 4c", "1 play 6e")
    assert "retruco" not in blocked.words(1)
    assert blocked.say("1 play 4e", "0 play 10o").end() == (2, 3)
    rests = talk("1e 4c 10o", SWORDS, truco_with_flor="until_trick_ends").say(*lines)
    assert "retruco" not in rests.words(1)
    rests.say("0 play 1e", "1 play 7e", "0 play 4c")
    assert "retruco" in rests.words(1)
    ended = talk("1e 4c 10o", SWORDS, truco_with_flor="hand_ends").say(*lines)
    assert ended.end() == (0, 3)

"""Truco tradicional a 18: tricks, truco, envido, flor, blind calls, faults."""

from random import Random

import pytest

from engine.actions import Action, Deal, Range
from engine.apply import apply, deal_from, new_match
from engine.errors import IllegalAction, Reason
from engine.events import Annulled, Answered, Denounced, FlorAnnounced, FlorClaimed, Looked, Shown
from engine.guard.legal import is_trap, legal_actions, public_actions
from engine.numbers import Seat
from engine.record.notation import parse_action, write_action
from engine.seen.imagine import imagine_many
from engine.seen.view import view
from engine.state.facts import FLOR_AT_MOST, FLOR_POINTS, HAS_FLOR
from engine.state.state import ACCEPTED
from engine.variants import table_for
from tests.conversation import Talk
from tests.strategies import universe_of
from tests.watching import from_the_engine

LOW, HIGH = "4e 5b 12o", "7c 6c 1o"
"""5 and 33 in the envido."""
SWORDS, CUPS, BASTOS = "7e 6e 4e", "5c 6c 7c", "4b 5b 12b"
"""Flores of 37, 38 and 29."""
NONE_A, NONE_B = "4o 5e 6b", "1o 2c 10b"
THIRD, FOURTH = "2e 3b 11c", "1e 1b 3o"


def talk(*hands: str, score: tuple[int, ...] = (), **options: str) -> Talk:
    return Talk(*hands, game="tradicional-18", score=score, also={"blind_calls": "off", **options})


def blind(*hands: str, score: tuple[int, ...] = (), **options: str) -> Talk:
    return Talk(*hands, game="tradicional-18", score=score, also=options)


# --- tricks and truco ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "two", "points"),
    [
        ("1e 1b 4e", "4c 5c 4b", (1, 0)),  # A A
        ("1e 4e 7e", "4c 5c 4b", (1, 0)),  # A B A
        ("1e 12o 4e", "4c 12c 1b", (1, 0)),  # A tied
        ("12o 1e 4e", "12c 4c 1b", (1, 0)),  # tied A
        ("12o 11o 1e", "12c 11c 4b", (1, 0)),  # tied tied A
        ("1e 4e 12o", "4c 1b 12c", (1, 0)),  # A B tied
        ("12o 11o 10o", "12c 11c 10c", (1, 0)),  # three pardas: the mano
    ],
)
def test_tr_han_01_to_07(one: str, two: str, points: tuple[int, int]) -> None:
    """TR-HAN-01 to TR-HAN-07, TR-TRI-01: also that the mano leads after a parda."""
    made = talk(one, two)
    for _ in range(3):
        for _ in range(2):
            if made.needs != "seat":
                break
            (seat,) = made.awaited
            made.say(
                sorted(f"{seat} {lay}" for lay in made.lays(seat) if _next(made, seat, lay))[0]
            )
    assert made.end() == points


def _next(made: Talk, seat: int, lay: str) -> bool:
    """The cards are laid in the order in which they were dealt."""
    from engine.cards import SPANISH

    return lay == f"play {SPANISH.write(made.hand.cards[seat][0])}"


def test_tr_tru_01_to_03_the_ladder() -> None:
    """TR-TRU-01, TR-TRU-02, TR-TRU-03: at any moment; the word is with who accepted."""
    four = (LOW, HIGH, THIRD, FOURTH)
    made = talk(*four)
    assert made.may("truco") == {0, 1, 2, 3}
    made.say("3 truco")
    assert made.awaited == {0, 2}
    assert talk(*four).say("3 truco", "0 noquiero").end() == (0, 1)
    made.say("2 quiero")
    assert made.may("retruco") == {0, 2}
    made.say("0 retruco")
    assert talk(*four).say("3 truco", "0 retruco", "1 noquiero").end() == (2, 0)
    made.say("1 quiero")
    assert made.may("vale4") == {1, 3}
    made.say("1 vale4")
    assert made.say("2 noquiero").end() == (0, 3)
    top = talk(*four).say("3 truco", "0 retruco", "1 vale4", "2 quiero")
    assert top.state.hand is not None
    assert view(top.state, 0).worth == 4
    assert not top.may("retruco")


# --- envido ----------------------------------------------------------------------------------


def test_tr_env_01_void_with_a_flor() -> None:
    """TR-ENV-01."""
    made = talk(SWORDS, NONE_B, mazo="team").say("0 flor")
    assert not {"envido", "realenvido", "igualar"} & made.words(0)
    called = talk(NONE_A, CUPS).say("0 envido", "1 flor")
    assert called.points == (0, 3)


def test_tr_env_02_only_the_pies() -> None:
    """TR-ENV-02: they propose and answer; in gallo any of the pair."""
    four = (LOW, HIGH, THIRD, FOURTH)
    made = talk(*four)
    assert made.refused("0 envido") == Reason.ONLY_PIE
    made.say("0 play 4e", "1 play 1o", "2 envido")
    assert made.awaited == {3}
    assert made.refused("1 quiero") == Reason.ONLY_PIE
    anyone = talk(*four, envido_callers="any").say("0 envido")
    assert anyone.awaited == {1, 3}
    gallo = talk(LOW, HIGH, THIRD)
    assert "envido" in gallo.words(0)
    assert gallo.say("0 play 4e", "1 play 1o", "2 envido").awaited == {0, 1}


def test_tr_env_02_the_refusal_of_the_pie_is_enough() -> None:
    """TR-ENV-02: also where refusing needs everybody who may answer (TR-GEN-08)."""
    made = talk(LOW, HIGH, THIRD, FOURTH, answer_by="accept_prevails")
    made.say("0 play 4e", "1 play 1o", "2 envido", "3 noquiero")
    assert made.points == (1, 0)
    assert made.of(Answered) == [Answered(Seat(3), "envido", "noquiero", True, False)]


def test_tr_env_03_when() -> None:
    """TR-ENV-03: before one's first card, on the turn or over a truco, which stays pending."""
    made = talk(LOW, HIGH)
    assert made.refused("1 envido") == Reason.NOT_YOUR_TURN
    made.say("0 truco", "1 envido", "0 noquiero")
    assert made.awaited == {1}
    assert {"quiero", "noquiero"} <= made.words(1)
    assert talk(LOW, HIGH).say("0 truco", "1 quiero").refused("0 envido") == Reason.TOO_LATE
    late = talk(LOW, HIGH).say("0 play 4e", "1 play 1o")
    assert late.refused("1 envido") == Reason.TOO_LATE


@pytest.mark.parametrize(
    ("hand", "points"), [(LOW, 5), (HIGH, 33), ("10c 11c 1o", 20), ("10o 11e 12c", 0)]
)
def test_tr_env_04_and_05_points(hand: str, points: int) -> None:
    """TR-ENV-04, TR-ENV-05."""
    made = talk(hand, "4o 4b 4c").say("0 envido", "1 quiero")
    assert made.declared[0] == (0, points)


def test_tr_env_06_and_07_the_mano_first() -> None:
    """TR-ENV-06, TR-ENV-07: who is beaten need not say his points; a draw is the mano's."""
    made = talk("7e 6e 1o", "7c 6c 3b").say("0 envido", "1 quiero")
    assert made.points == (2, 0)
    assert made.declared == [(0, 33), (1, None)]


def test_tr_env_08_a_wrong_number_loses() -> None:
    """TR-ENV-08, TR-FAL-02: settled when the time for denouncing is over."""
    wrong = talk(HIGH, LOW, declare="manual").say("0 envido", "1 quiero", "0 tengo 32", "1 buenas")
    wrong.say("0 mazo")
    assert wrong.points == (0, 0)
    assert wrong.needs == "close"
    assert wrong.end() == (0, 2 + 1)


def test_tr_fal_03_not_shown() -> None:
    """TR-FAL-03, TR-ENV-08: the winning cards are played or shown, or the others score."""
    steps = ("0 envido", "1 quiero", "0 play 4e", "1 mazo")
    assert talk(LOW, HIGH, show="claim").say(*steps).end() == (2 + 1, 0)
    assert talk(LOW, HIGH, show="claim").say(*steps, "1 mostrar").end() == (1, 2)
    shown = talk(LOW, HIGH).say(*steps)
    assert shown.end() == (1, 2)
    assert shown.shown == {1: {"7c", "6c"}}


@pytest.mark.parametrize(
    ("calls", "wanted", "refused"),
    [
        (("envido",), 2, 1),
        (("envido", "envido"), 4, 2),
        (("envido", "envido", "envido"), 6, 4),
        (("envido 5",), 5, 1),
        (("envido", "envido 5"), 7, 2),
        (("realenvido",), 3, 1),
        (("envido", "realenvido"), 5, 2),
        (("realenvido", "envido"), 5, 3),
        (("realenvido", "realenvido"), 6, 3),
        (("realenvido 2",), 6, 1),
        (("faltaenvido",), 9, 1),
        (("envido", "realenvido", "faltaenvido"), 9, 5),
    ],
)
def test_tr_env_10_what_is_paid(calls: tuple[str, ...], wanted: int, refused: int) -> None:
    """TR-ENV-09, TR-ENV-10, TR-ENV-11, TR-ENV-12, TR-ENV-15."""
    said = [f"{number % 2} {call}" for number, call in enumerate(calls)]
    caller = (len(calls) - 1) % 2
    yes, no = talk(HIGH, LOW).say(*said), talk(HIGH, LOW).say(*said)
    assert yes.say(f"{1 - caller} quiero").points == (wanted, 0)
    paid = no.say(f"{1 - caller} noquiero").points
    assert paid == ((refused, 0) if caller == 0 else (0, refused))
    assert not {"envido", "realenvido", "faltaenvido"} & yes.words(0)


def test_tr_env_10_one_per_word() -> None:
    """TR-ENV-10: as rule c has it."""
    made = talk(HIGH, LOW, refuse_count="one_per_word").say("0 envido", "1 envido", "0 envido")
    assert made.say("1 noquiero").points == (3, 0)


def test_tr_env_12_the_numbers() -> None:
    """TR-ENV-12: 2 to the target, real envido 2 to a third of it; TR-ENV-09 without end."""
    made = talk(HIGH, LOW)
    ranges = {
        action.verb: action for action in legal_actions(made.state, 0) if isinstance(action, Range)
    }
    assert (ranges["envido"].low, ranges["envido"].high) == (2, 18)
    assert (ranges["realenvido"].low, ranges["realenvido"].high) == (2, 6)
    assert made.refused("0 envido 19") == Reason.BAD_NUMBER
    off = talk(HIGH, LOW, numbered_envido="off")
    assert off.refused("0 envido 4") == Reason.NOT_AT_THIS_TABLE
    made.say("0 envido", "1 envido", "0 envido", "1 envido", "0 envido", "1 realenvido")
    assert "envido" in made.words(0)


def test_tr_env_13_the_word_before_the_number() -> None:
    """TR-ENV-13: read as a plain envido (the worked hand TR-EX-05)."""
    table = talk(HIGH, LOW).table
    assert write_action(table, parse_action(table, 0, "envido-mal 4")) == "envido"


def test_tr_env_14_no_more_than_the_loser_lacks() -> None:
    """TR-ENV-14."""
    assert talk(HIGH, LOW, score=(2, 16)).say("0 envido 4", "1 quiero").points == (2, 0)
    assert talk(LOW, HIGH, score=(2, 16)).say("0 envido 4", "1 quiero").points == (0, 4)


@pytest.mark.parametrize("last", ["igualar", "faltaenvido"])
def test_tr_env_16_nothing_over_them(last: str) -> None:
    """TR-ENV-16."""
    made = talk(HIGH, LOW, score=(2, 5)).say("0 envido", f"1 {last}")
    assert made.words(0) == {"quiero", "noquiero", "mazo"}


def test_tr_env_17_a_igualar() -> None:
    """TR-ENV-17: the difference to who is behind, its own chico to the leader; not when level."""
    assert talk(HIGH, LOW, score=(2, 5)).say("0 igualar", "1 quiero").points == (3, 0)
    assert talk(LOW, HIGH, score=(2, 5)).say("0 igualar", "1 quiero").points == (0, 4)
    for option, paid in (("accepted_sum", (0, 2)), ("one", (0, 1))):
        raised = talk(HIGH, LOW, score=(2, 5), igualar_refused=option)
        assert raised.say("0 envido", "1 igualar", "0 noquiero").points == paid
        opened = talk(HIGH, LOW, score=(2, 5), igualar_refused=option)
        assert opened.say("0 igualar", "1 noquiero").points == (1, 0)
    # In buenas the leader's own chico ends at 18.
    assert talk(LOW, HIGH, score=(2, 12)).say("0 igualar", "1 quiero").points == (0, 6)
    level = talk(HIGH, LOW, score=(5, 5))
    assert "igualar" not in level.words(0)
    assert level.refused("0 igualar") == Reason.NOT_AVAILABLE


@pytest.mark.parametrize(
    ("falta", "worth"), [("loser_chico", 6), ("leader_shortfall", 6), ("chico_en_malas", 6)]
)
def test_tr_env_18_the_falta(falta: str, worth: int) -> None:
    """TR-ENV-18."""
    made = talk(HIGH, LOW, score=(5, 12), falta=falta).say("0 faltaenvido", "1 quiero")
    assert made.points == (worth, 0)
    malas = talk(HIGH, LOW, score=(5, 2), falta=falta).say("0 faltaenvido", "1 quiero")
    assert malas.points == ({"loser_chico": 7}.get(falta, 13), 0)


# --- flor ------------------------------------------------------------------------------------


def test_tr_flo_01_to_03_said_before_the_first_card() -> None:
    """TR-FLO-01, TR-FLO-02, TR-FLO-03, TR-FAL-01: 3; not late, not without having it."""
    made = talk(NONE_A, CUPS)
    assert made.say("1 flor").points == (0, 3)
    late = talk(SWORDS, NONE_B).say("0 play 7e")
    assert late.refused("0 flor") == Reason.TOO_LATE
    assert talk(NONE_A, CUPS).refused("0 flor") == Reason.NO_FLOR
    hidden = talk(SWORDS, NONE_B).say("0 play 7e", "1 mazo", "1 pidoflor 0")
    assert hidden.end() == (2, 3)


def test_tr_flo_04_two_partners() -> None:
    """TR-FLO-04: both score."""
    made = talk(SWORDS, NONE_B, "1b 2b 3b", "1c 3c 12o").say("0 flor")
    assert made.points == (6, 0)


def test_tr_flo_05_who_goes_on() -> None:
    """TR-FLO-05: the holder answers, or the first goes on; after two flores the first chooses."""
    made = talk(SWORDS, CUPS).say("0 flor")
    assert made.awaited == {1}
    assert made.words(1) == {"flor", "contraflor", "resto", "achico", "mazo"}
    assert made.words(0) == {"contraflor", "resto", "achico"}
    made.say("1 flor")
    assert made.awaited == {0}
    assert made.words(0) == {"contraflor", "resto", "achico", "mazo"}
    assert talk(SWORDS, CUPS).say("0 flor", "0 contraflor").awaited == {1}


@pytest.mark.parametrize(("option", "worth"), [("4", 4), ("3", 3)])
def test_tr_flo_06_yielding(option: str, worth: int) -> None:
    """TR-FLO-06: to a plain flor, by either; to a contraflor always 4."""
    assert talk(SWORDS, CUPS, achico_plain=option).say("0 flor", "1 achico").points == (worth, 0)
    assert talk(SWORDS, CUPS, achico_plain=option).say("0 flor", "0 achico").points == (0, worth)
    for seat in (0, 1):
        (answer,) = talk(SWORDS, CUPS).say("0 flor", f"{seat} achico").of(Answered)
        assert (answer.seat, answer.final, answer.implied) == (seat, True, False)
        yielded = talk(SWORDS, CUPS).say("0 flor", f"{seat} achico")
        assert yielded.hand.position.flor == ACCEPTED, "it is over, whoever has said it"
    raised = talk(SWORDS, CUPS, achico_plain=option).say("0 flor", "1 contraflor", "0 achico")
    assert raised.points == (0, 4)


def test_tr_flo_07_contraflor() -> None:
    """TR-FLO-07: 6 to the better; the hand goes on."""
    made = talk(SWORDS, CUPS).say("0 flor", "1 contraflor", "0 florquiero")
    assert made.points == (0, 6)
    assert made.awaited == {0}


def test_tr_flo_08_al_resto() -> None:
    """TR-FLO-08: what the winner lacks to its chico; the flores on the table, the hand over."""
    made = talk(SWORDS, CUPS, score=(2, 4)).say("0 flor", "1 resto", "0 florquiero")
    assert made.end() == (0, 5)
    assert {event.seat for event in made.of(Shown)} == {0, 1}
    buenas = talk(SWORDS, CUPS, score=(2, 12)).say("0 flor", "1 resto", "0 florquiero")
    assert buenas.end() == (0, 6)
    assert talk(SWORDS, CUPS).say("0 flor", "1 resto", "0 achico").points == (0, 4)
    over = talk(SWORDS, CUPS).say("0 flor", "1 contraflor", "0 resto", "1 achico")
    assert over.points == (6, 0)
    other = talk(SWORDS, CUPS, score=(2, 4), resto="leader_shortfall")
    assert other.say("0 flor", "1 resto", "0 florquiero").points == (0, 14)


def test_tr_flo_09_ties() -> None:
    """TR-FLO-09: to the nearer to the mano."""
    made = talk("7e 6e 1e", "7c 6c 1c").say("0 flor", "1 contraflor", "0 florquiero")
    assert made.points == (6, 0)


def test_tr_flo_10_pido_flor() -> None:
    """TR-FLO-10: at once against who left alone without having shown two suits."""
    made = talk(SWORDS, NONE_B, "2o 3b 11c", "1c 3c 12o").say("0 play 7e", "0 mazo")
    assert made.may("pidoflor 0") == {1, 3}
    made.say("3 pidoflor 0")
    assert made.points == (0, 3)
    assert [event.proved for event in made.of(FlorClaimed)] == [True]
    assert not made.may("pidoflor 0")
    shown = talk("7o 1e 4c", NONE_B, "2o 3b 11c", "1c 3c 12o")
    shown.say("0 play 7o", "1 play 10b", "2 play 11c", "3 play 12o", "0 play 1e", "0 mazo")
    assert not shown.may("pidoflor 0")
    wrong = talk(NONE_A, NONE_B, "2o 3b 11c", "1c 3c 12o").say("0 mazo", "1 pidoflor 0")
    assert wrong.points == (0, 0)
    costs = talk(NONE_A, NONE_B, "2o 3b 11c", "1c 3c 12o", pido_false="1")
    assert costs.say("0 mazo", "1 pidoflor 0").points == (1, 0)


def test_tr_flo_10_automatic() -> None:
    """TR-FLO-10, ``flor_call=auto``: the program announces it, and nobody is asked for one."""
    made = talk(SWORDS, NONE_B, flor_call="auto")
    assert made.points == (3, 0)
    left = talk(NONE_A, SWORDS, THIRD, "1c 3c 12o", flor_call="auto").say("0 mazo")
    assert not left.may("pidoflor 0")
    assert left.refused("1 pidoflor 0") == Reason.NOT_AT_THIS_TABLE


def test_tr_flo_10_automatic_after_the_choice() -> None:
    """TR-FLO-10, TR-COM-01, TR-GAL-04: not before the hand has begun, and then at once."""
    made = blind(SWORDS, NONE_B, flor_call="auto")
    assert made.of(FlorAnnounced) == []
    assert made.points == (0, 0)
    assert made.say("0 ver").points == (3, 0)
    gallo = talk("7e 6e 5e 12e", HIGH, THIRD, gallo="0", gallo_four_cards="on", flor_call="auto")
    assert gallo.of(FlorAnnounced) == []
    assert gallo.say("0 descarta 12e").points == (3, 0)


# --- a flor that is a fault ------------------------------------------------------------------


def bold(*hands: str, score: tuple[int, ...] = (), **options: str) -> Talk:
    """A table where a flor that is late, or none, is let through (TR-FLO-03)."""
    return talk(*hands, score=score, flor_faults="penalty", **options)


def told(made: Talk, seat: int) -> set[tuple[str, int, int]]:
    """What is known of the flor of a seat."""
    kinds = (HAS_FLOR, FLOR_POINTS, FLOR_AT_MOST)
    return {
        (fact.kind, fact.low, fact.high)
        for fact in made.hand.facts
        if fact.seat == seat and fact.kind in kinds
    }


@pytest.mark.parametrize(("hand", "points"), [(SWORDS, (3, 0)), (NONE_A, (0, 3))])
def test_tr_flo_03_said_without_having_it(hand: str, points: tuple[int, int]) -> None:
    """TR-FLO-03, TR-FAL-01: nobody can tell before the hand is over; then it costs 3."""
    made = bold(hand, NONE_B).say("0 flor")
    assert made.points == (0, 0)
    assert [(entry.side, entry.points) for entry in made.hand.held] == [(0, 3)]
    assert told(made, 0) == set()
    assert told(made, 1) == {(HAS_FLOR, 0, 0)}
    assert not {"envido", "realenvido", "faltaenvido"} & made.words(0)
    made.say("0 truco", "1 noquiero")
    assert made.needs == "close"
    assert made.words(1) == {"denuncia"}
    assert "denuncia" not in made.words(0)
    assert made.end() == (points[0] + 1, points[1])
    assert told(made, 0) == {(HAS_FLOR, int(hand == SWORDS), int(hand == SWORDS))}
    assert made.shown.get(0, set()) == (set(SWORDS.split()) if hand == SWORDS else set())


def test_tr_flo_03_said_late() -> None:
    """TR-FLO-03: also of who has one; it annuls the envido; nothing is told of the cards."""
    made = bold(SWORDS, NONE_B).say("0 play 7e", "1 envido", "0 flor")
    assert [event.game for event in made.of(Annulled)] == ["envido"]
    made.say("1 mazo")
    assert made.end() == (1, 3)
    assert told(made, 0) == set()
    assert made.shown == {}


def test_tr_flo_03_who_is_offered_it() -> None:
    """TR-FLO-03: the public button is everybody's who has laid no card; the word is a trap to who
    has none, and to everybody after his first card."""
    made = bold(NONE_A, CUPS)
    for seat in (0, 1):
        assert Action(seat, "flor") in public_actions(made.state, seat)
        assert "flor" in made.legal(seat)
        assert is_trap(made.state, Action(seat, "flor")) == (seat == 0)
        assert ("flor" in made.offered(seat)) == (seat == 1)
    made.say("0 play 4o")
    assert Action(0, "flor") not in public_actions(made.state, 0)
    assert "flor" in made.legal(0)
    assert is_trap(made.state, Action(0, "flor"))
    turn = bold(NONE_A, NONE_B, flor_when="own_turn").say("0 play 4o")
    assert turn.refused("0 flor") == Reason.NOT_YOUR_TURN
    assert turn.say("1 envido", "0 quiero").refused("1 flor") == Reason.TOO_LATE


@pytest.mark.parametrize("false", ["4e 5o 6o", NONE_A])
def test_tr_flo_03_it_beats_no_other(false: str) -> None:
    """TR-FLO-03, TR-FLO-07: a flor of the others answers; the comparison tells no more than it
    would if there were a flor, and the fault is paid besides."""
    made = bold(false, BASTOS).say("0 flor")
    assert told(made, 1) == {(HAS_FLOR, 1, 1)}
    assert made.words(0) == {"contraflor", "resto", "achico"}
    made.say("0 contraflor", "1 florquiero")
    assert made.points == (0, 6)
    assert told(made, 0) == {(FLOR_AT_MOST, 0, 28)}
    assert made.say("0 mazo").end() == (0, 6 + 1 + 3)


def test_tr_flo_03_the_better_one_is_proved() -> None:
    """TR-FLO-07: who wins the comparison has one, so that his points are safe at once."""
    made = bold(SWORDS, BASTOS).say("0 flor", "1 contraflor", "0 florquiero")
    assert made.points == (6, 0)
    assert told(made, 0) == {(FLOR_POINTS, 37, 37)}
    late = bold(SWORDS, BASTOS).say("0 play 7e", "0 flor", "1 contraflor", "0 florquiero")
    assert late.points == (0, 6)
    assert told(late, 0) == set()


def test_tr_flo_03_a_flor_that_won_is_one() -> None:
    """TR-FLO-03: nobody imagines that the flor which won a comparison was none."""
    made = bold(BASTOS, NONE_B, NONE_A, SWORDS).say("3 flor", "0 contraflor", "3 florquiero")
    assert told(made, 3) == {(FLOR_POINTS, 37, 37)}
    for hands in imagine_many(view(made.state, 1), Random(7), 200):
        assert made.table.has_flor(hands[3], -1)


def test_tr_flo_03_a_partners_flor_stays() -> None:
    """TR-FLO-03, TR-FLO-04: what the others yielded to his word goes, a partner's 3 stay; where
    the partner's won, all but his own 3."""
    hands = (NONE_A, NONE_B, SWORDS, "1c 3c 12o")
    made = bold(*hands).say("0 flor")
    assert [entry.points for entry in made.hand.held] == [6]
    assert made.say("1 truco", "0 noquiero").end() == (3, 3 + 1)
    against = (NONE_A, CUPS, SWORDS, "1o 3c 12o")
    yielded = bold(*against).say("0 flor", "0 contraflor", "1 achico")
    assert [entry.points for entry in yielded.hand.held] == [4 + 3]
    assert yielded.say("1 truco", "0 noquiero").end() == (3, 3 + 1)
    other = bold(*against).say("0 flor", "1 contraflor", "2 resto", "1 achico")
    assert other.say("1 truco", "0 noquiero").end() == (6, 3 + 1)
    lower = (NONE_A, BASTOS, SWORDS, "1o 3c 12o")
    compared = bold(*lower).say("0 flor", "1 contraflor", "0 florquiero")
    assert compared.points == (0, 0)
    assert [entry.points for entry in compared.hand.held] == [6 + 3]
    assert compared.say("1 truco", "0 noquiero").end() == (6, 3 + 1)


def test_tr_flo_03_points_that_end_the_medio_juego_wait() -> None:
    """TR-MAT-04, TR-FLO-03: play stops, and the flor is looked at when the claims are over."""
    made = bold(NONE_A, NONE_B, score=(15, 15)).say("0 flor")
    assert made.needs == "close"
    assert made.end() == (0, 3)
    assert made.state.games == (0, 1)


@pytest.mark.parametrize(("hand", "points"), [(NONE_A, (0, 3 + 1)), (SWORDS, (3 + 1 + 3, 0))])
def test_tr_fal_05_denouncing_a_flor(hand: str, points: tuple[int, int]) -> None:
    """TR-FAL-05, TR-FAL-06: all they won in the hand; or 3 to them."""
    made = bold(hand, NONE_B).say("0 flor", "0 truco", "1 noquiero", "1 denuncia")
    assert [event.proved for event in made.of(Denounced)] == [hand == NONE_A]
    assert told(made, 0) == {(HAS_FLOR, int(hand == SWORDS), int(hand == SWORDS))}
    assert made.end() == points


def test_tr_flo_10_who_has_said_flor_is_not_asked() -> None:
    """TR-FLO-10: he has announced one."""
    made = bold(NONE_A, NONE_B).say("0 flor", "0 mazo")
    assert not {"pidoflor 0"} & made.words(1)


# --- compound calls --------------------------------------------------------------------------

FOUR = ("7e 10o 4b", "2c 11o 5b", "6c 7c 4o", "3b 12c 1o")


def test_tr_com_01_the_pie_of_the_others() -> None:
    """TR-COM-01: before he sees his cards; any other step closes the choice; not in punta."""
    made = blind(*FOUR)
    assert made.awaited == {2}
    assert made.legal(2) == {"cft", "ft", "ver"}
    assert made.refused("2 play 6c") == Reason.ANSWER_FIRST
    assert made.refused("1 cft") == Reason.ONLY_PIE
    assert view(made.state, 2).cards == (-1, -1, -1)
    assert view(made.state, 1).cards == made.hand.cards[1]
    looked = blind(*FOUR).say("2 ver")
    assert [event.seat for event in looked.of(Looked)] == [2]
    assert looked.refused("2 cft") == Reason.TOO_LATE
    assert blind(*FOUR).say("0 play 7e").refused("2 ft") == Reason.TOO_LATE
    assert talk(*FOUR).refused("2 cft") == Reason.NOT_AT_THIS_TABLE
    six = (*FOUR, "1e 6b 5o", "10c 3o 12b")
    assert blind(*six).awaited == {4}
    assert Talk(*six, game="tradicional-18", mode="punta").awaited == {0}


def test_tr_com_01_the_others_are_offered_nothing_before_he_has_chosen() -> None:
    """TR-COM-01: a record may go on; a table waits. The fourth card takes no choice from him."""
    made = blind(*FOUR)
    for seat in (0, 1, 3):
        assert made.words(seat)
        assert made.offered(seat) == set()
        assert all(is_trap(made.state, action) for action in legal_actions(made.state, seat))
    assert made.offered(2) == {"cft", "ft", "ver"}
    assert "truco" in made.say("2 ver").offered(0)
    gallo = blind(SWORDS, HIGH, "2b 3b 11c 7o", gallo_four_cards="on")
    assert (gallo.awaited, gallo.offered(0)) == ({1}, set())
    assert gallo.offered(2) == {"descarta 2b", "descarta 3b", "descarta 11c", "descarta 7o"}


@pytest.mark.parametrize("seed", range(8))
def test_tr_com_01_his_cards_are_hidden_from_him(seed: int) -> None:
    """TR-COM-01: whatever they are, he is sent the same and refused for the same reasons."""
    rng = Random(seed)
    table = table_for("tradicional-18", 4, {})
    deck = list(table.deck)
    rng.shuffle(deck)
    deal = deal_from(table, 3, tuple(deck))
    rest = [card for card in deck if not any(card in deal.hands[seat] for seat in (0, 1, 3))]
    sent = set()
    for _ in range(6):
        own = tuple(rng.sample(rest, 3))
        other = Deal(3, (*deal.hands[:2], own, deal.hands[3]))
        state, events = apply(new_match(table), other)
        reasons = []
        for action in universe_of(table, 2):
            try:
                apply(state, action)
                reasons.append("")
            except IllegalAction as refused:
                reasons.append(refused.reason.value)
        sent.add((from_the_engine(state, events, 2), tuple(reasons)))
    assert len(sent) == 1


def test_tr_com_02_answered_by_the_dealing_pie() -> None:
    """TR-COM-02: nothing else happens until then; the flores are announced."""
    made = blind(*FOUR).say("2 cft")
    assert made.awaited == {3}
    assert made.words(0) == {"mazo"}
    assert made.refused("0 play 7e") == Reason.ANSWER_FIRST
    assert made.refused("1 quiero") == Reason.ONLY_PIE
    assert made.refused("0 quiero") == Reason.OWN_CALL
    parts = "paso falta quiero truco"
    assert made.refused(f"1 {parts}") == Reason.ONLY_PIE
    assert made.refused(f"2 {parts}") == Reason.OWN_CALL
    assert made.refused("3 paso contraflor quiero truco") == Reason.NOT_AVAILABLE
    assert made.refused("3 retruco") == Reason.ANSWER_FIRST
    both = blind(SWORDS, CUPS, "1b 2o 3c", "1c 3o 12o").say("2 cft")
    assert {seat for event in both.of(FlorAnnounced) for seat in event.seats} == {0, 1}


def test_tr_com_03_no_flor() -> None:
    """TR-COM-03, TR-COM-06, TR-COM-07: falta and truco, together or in part."""
    said = blind(*FOUR, score=(2, 5)).say("2 cft")
    parts = {"paso falta quiero truco", "paso truco quiero falta"}
    assert said.words(3) == {"quiero", "noquiero", "mazo"} | parts
    every = blind(*FOUR, score=(2, 5)).say("2 cft", "3 quiero")
    assert every.points == (4, 0)
    assert every.may("retruco") == {1, 3}
    assert blind(*FOUR).say("2 cft", "3 noquiero").end() == (2, 0)
    truco = blind(*FOUR).say("2 cft", "3 paso falta quiero truco")
    assert truco.points == (1, 0)
    assert truco.needs == "seat"
    falta = blind(*FOUR, score=(2, 5)).say("2 cft", "3 paso truco quiero falta")
    assert falta.end() == (4 + 1, 0)


def test_tr_com_03_with_numbers_said_aloud() -> None:
    """TR-COM-07: the refused truco waits under the declaration."""
    made = blind(*FOUR, declare="manual").say("2 cft", "3 paso truco quiero falta")
    made.say("0 tengo 11", "1 buenas")
    assert made.needs == "close"
    assert sum(made.end()) == 9 + 1


def test_tr_com_04_flores_on_both_sides() -> None:
    """TR-COM-04: a contraflor and a truco."""
    hands = ("7e 10e 4e", "2c 11c 5c", "6c 7c 4o", "3b 12c 1o")
    assert blind(*hands).say("2 cft", "3 quiero").points == (6, 0)
    assert blind(*hands).say("2 cft", "3 paso contraflor quiero truco").points == (4, 0)
    assert blind(*hands).say("2 cft", "3 paso truco quiero contraflor").end() == (6 + 1, 0)


@pytest.mark.parametrize(
    ("hands", "refused"),
    [
        (FOUR, 1 + 1),
        (("7e 10e 4e", "2c 11c 5c", "6c 7c 4o", "3b 12c 1o"), 4 + 1),
        (("7e 10b 4e", "2c 11c 5c", "6c 7c 4o", "3b 12c 1o"), 1),
    ],
    ids=["no flor", "flores on both sides", "on one"],
)
def test_tr_com_07_what_passing_everything_costs_is_told(
    hands: tuple[str, ...], refused: int
) -> None:
    """TR-COM-07: with the question, and it is what is paid."""
    made = blind(*hands).say("2 cft")
    assert made.hand.position.stack[-1].refused == refused
    before = made.points[0]
    assert made.say("3 noquiero").end()[0] - before == refused


def test_tr_com_05_a_flor_on_one_side() -> None:
    """TR-COM-05: it scores 3, and the truco is left."""
    made = blind("7e 10b 4e", "2c 11c 5c", "6c 7c 4o", "3b 12c 1o").say("2 cft")
    assert made.points == (0, 3)
    assert made.words(3) == {"quiero", "noquiero", "mazo"}
    assert made.say("3 noquiero").end() == (1, 3)


def test_tr_com_06_and_gen_05_the_other_way_round() -> None:
    """TR-COM-06, TR-GEN-05: with quiero said first everything is accepted."""
    table = blind(*FOUR).table
    assert parse_action(table, 3, "quiero truco paso falta").verb == "quiero"
    assert parse_action(table, 3, "paso falta quiero truco").verb == "paso falta quiero truco"


def test_tr_com_08_without_contraflor() -> None:
    """TR-COM-08: after the answer the holder nearest the mano has to begin the bet."""
    hands = ("7e 10e 4e", "2c 11c 5c", "6c 7c 4o", "3b 12c 1o")
    made = blind(*hands).say("2 ft")
    assert made.words(3) == {"quiero", "noquiero", "mazo"}
    made.say("3 quiero")
    assert made.awaited == {0}
    assert made.words(0) == {"contraflor", "resto", "mazo"}
    made.say("0 contraflor", "1 achico")
    assert made.points == (4, 0)
    assert view(made.state, 0).worth == 2
    passed = blind(*hands).say("2 ft", "3 noquiero", "0 contraflor", "1 florquiero")
    assert passed.end() == (6 + 1, 0)


def test_tr_com_09_the_truco_is_void() -> None:
    """TR-COM-09: where the falta ends the medio juego."""
    made = blind(*FOUR, score=(12, 12)).say("2 cft", "3 quiero")
    assert made.needs == "deal"
    assert made.points == (6, 0)


@pytest.mark.parametrize(
    ("mazo", "leave"), [("team", ("3 mazo",)), ("player", ("1 mazo", "3 mazo"))]
)
def test_tr_com_10_leaving_instead(mazo: str, leave: tuple[str, ...]) -> None:
    """TR-COM-10: the asked side passes everything; the calling side costs 2, and the flores."""
    assert blind(*FOUR, mazo=mazo).say("2 cft", *leave).end() == (1 + 1, 0)
    assert blind(*FOUR, mazo="team").say("2 cft", "2 mazo").end() == (0, 2)
    both = ("7e 10e 4e", "2c 11c 5c", "6c 7c 4o", "3b 12c 1o")
    # Where its holder has left alone nobody contests the flor any more (TR-GEN-04, AR-MAZ-09).
    contraflor = 4 if mazo == "team" else 3
    assert blind(*both, mazo=mazo).say("2 cft", *leave).end() == (contraflor + 1, 0)
    assert blind(*both, mazo=mazo).say("2 cft", *leave[::-1]).end() == (4 + 1, 0)
    # In ft no contraflor was called.
    assert blind(*both, mazo=mazo).say("2 ft", *leave).end() == (3 + 1, 0)
    assert blind(*both, mazo="team").say("2 cft", "0 mazo").end() == (0, 2 + 3)
    one = ("7e 10b 4e", "2c 11c 5c", "6c 7c 4o", "3b 12c 1o")
    assert blind(*one, mazo="team").say("2 ft", "0 mazo").end() == (0, 2 + 3)


def test_tr_com_10_the_pie_leaves_and_his_partner_answers() -> None:
    """TR-COM-10, TR-GEN-04."""
    made = blind(*FOUR).say("2 cft", "3 mazo")
    assert made.awaited == {1}


# --- faults ----------------------------------------------------------------------------------


def test_tr_fal_05_a_denunciation_that_is_proved() -> None:
    """TR-FAL-05: they return all points of the hand; once a side."""
    made = talk(HIGH, LOW, declare="manual").say("0 envido", "1 quiero", "0 tengo 32", "1 buenas")
    made.say("1 truco", "0 noquiero")
    assert made.words(1) >= {"denuncia"}
    assert "denuncia" not in made.words(0)
    cheat = talk(LOW, HIGH, declare="manual").say("0 envido", "1 quiero", "0 tengo 33", "1 buenas")
    cheat.say("0 truco", "1 noquiero", "1 denuncia")
    assert [event.proved for event in cheat.of(Denounced)] == [True]
    assert cheat.refused("1 denuncia") == Reason.NOT_AVAILABLE
    assert cheat.end() == (0, 2 + 1)


def test_tr_fal_06_one_that_is_not() -> None:
    """TR-FAL-06: 3 to the accused; before any card is shown."""
    made = talk(HIGH, LOW, declare="manual").say("0 envido", "1 quiero", "0 tengo 33", "1 buenas")
    made.say("0 truco", "1 noquiero")
    assert made.shown == {}
    made.say("1 denuncia")
    assert [event.proved for event in made.of(Denounced)] == [False]
    assert made.end() == (2 + 1 + 3, 0)
    assert made.shown == {0: {"7c", "6c"}}
    auto = talk(HIGH, LOW).say("0 envido", "1 quiero", "0 mazo")
    assert auto.refused("1 denuncia") == Reason.NOT_AT_THIS_TABLE

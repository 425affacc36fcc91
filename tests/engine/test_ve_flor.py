"""Truco venezolano: the flor, a ley, the reservada (VE-FLO)."""

import pytest

from engine.errors import Reason
from engine.events import Annulled, Called, FlorAnnounced, FlorCompared, Scored, Shown
from engine.numbers import NO_NUMBER, Seat
from engine.state.facts import FLOR_POINTS, HAS_FLOR, PLAIN_FLOR, RESERVADA
from tests.conversation import Talk

F35, F38 = "7e 6e 2e", "7c 6c 5c"
RESERVED = "11o 10o 5b"
NONE, NONE_TOO = "3c 12b 1b", "1o 12c 6b"


def ve(*hands: str, turned: str = "4o", **options: str) -> Talk:
    return Talk(*hands, game="venezolano", turned=turned, also=options)


def facts(talk: Talk, kind: str) -> dict[int, int]:
    """By seat, the lowest value a fact of this kind leaves."""
    return {fact.seat: fact.low for fact in talk.hand.facts if fact.kind == kind}


# --- said -----------------------------------------------------------------------------------------


def test_ve_flo_03_before_the_first_card() -> None:
    """VE-FLO-03: in turn or not, over a call or not; then it is too late."""
    talk = ve(NONE, F35)
    assert talk.public(0) >= {"flor"} <= talk.public(1)
    assert talk.refused("0 flor") == Reason.NO_FLOR
    assert "flor" in talk.legal(1)
    assert "flor" in talk.say("0 truco").legal(1)
    talk = ve(F35, NONE).say("0 play 2e")
    assert talk.refused("0 flor") == Reason.TOO_LATE


def test_ve_flo_03_in_turn() -> None:
    """VE-FLO-03, ``flor_when=own_turn``: or over an envido, or a truco of the others."""
    talk = ve(NONE, F35, flor_when="own_turn")
    assert talk.refused("1 flor") == Reason.NOT_YOUR_TURN
    assert "flor" in talk.say("0 truco").legal(1)
    assert "flor" in ve(NONE, F35, flor_when="own_turn").say("0 envido").legal(1)


@pytest.mark.parametrize(
    "words", [("0 truco",), ("0 envido",), ("1 truco", "0 quiero"), ("1 truco", "0 retruco")]
)
def test_ve_flo_03_a_silent_holder_loses_it(words: tuple[str, ...]) -> None:
    """VE-FLO-03: who calls or accepts without saying it first; refusing loses nothing."""
    talk = ve(F35, NONE).say(*words)
    assert talk.refused("0 flor") == Reason.TOO_LATE
    assert "flor" not in talk.public(0)
    talk = ve(F35, NONE, NONE_TOO, "2b 11c 4e").say("1 truco", "2 envido", "3 noquiero")
    assert "flor" in talk.legal(0)


@pytest.mark.parametrize("accepted", [False, True])
def test_ve_flo_03_it_annuls_the_envido(accepted: bool) -> None:
    """VE-FLO-03: also one that was accepted; the others' truco still waits."""
    talk = ve(NONE, NONE_TOO, F35, "2b 11c 4e").say("0 envido")
    talk.say(*["1 quiero"] * accepted, "2 flor")
    assert [event.game for event in talk.of(Annulled)] == ["envido"]
    assert talk.say("0 mazo").end() == (3, 1)
    talk = ve(NONE, F35, NONE_TOO, "2b 11c 4e").say("3 truco", "0 envido", "1 flor")
    assert talk.awaited == {0, 2}
    assert talk.say("0 noquiero").end() == (0, 4)


def test_ve_flo_03_no_envido_after_it() -> None:
    """VE-FLO-03: nor may one be called that was not."""
    talk = ve(F35, NONE, NONE_TOO, "2b 11c 4e").say("0 flor", "0 play 2e")
    assert talk.awaited == {1}
    assert not {"envido", "faltaenvido"} & talk.words(1)
    assert talk.refused("1 envido") == Reason.TOO_LATE
    over = ve(F35, NONE, NONE_TOO, "2b 11c 4e").say("0 flor", "0 truco")
    assert "envido" not in over.words(1)


def test_ve_flo_03_a_refused_envido_stays_paid() -> None:
    talk = ve(NONE, NONE_TOO, F35, "2b 11c 4e").say("0 envido", "1 noquiero", "2 flor")
    assert talk.points == (1, 0)
    assert talk.refused("1 envido") == Reason.NOT_YOUR_TURN
    assert talk.say("0 mazo").end() == (4, 1)


# --- flor and flor --------------------------------------------------------------------------------


def test_ve_flo_04_each_says_his_own() -> None:
    """VE-FLO-04: 3, and 6 for two of a pair; counted at the end."""
    talk = ve(F35, NONE, F38, NONE_TOO).say("0 flor")
    assert facts(talk, HAS_FLOR) == {0: 1}
    assert talk.points == (0, 0)
    assert talk.awaited == {0}
    assert talk.say("2 flor", "1 mazo").end() == (7, 0)
    talk = ve(F35, NONE, F38, NONE_TOO).say("0 flor", "1 mazo")
    assert talk.end() == (4, 0)


def test_ve_flo_04_nothing_is_compared_within_a_pair() -> None:
    """VE-FLO-04: two of a pair stand beside each other."""
    talk = ve(F35, NONE, F38, NONE_TOO).say("0 flor", "2 flor", "1 mazo")
    assert talk.of(FlorCompared) == []
    assert facts(talk, FLOR_POINTS) == {}


def test_ve_flo_04_nobody_is_asked_twice() -> None:
    """VE-FLO-04: who has been asked by the first is not asked again by his partner's."""
    talk = ve(F35, F38, "4o 5o 6o", "1b 2b 3b", turned="4c")
    talk.say("0 flor", "1 flor", "2 flor")
    assert [event.asked for event in talk.of(FlorAnnounced)] == [(1, 3), (2,), ()]
    assert talk.awaited == {3}


def test_ve_flo_04_comparing_tells_what_the_other_can_have() -> None:
    """VE-FLO-02: less than the winner, or as much where the winner sits nearer the mano."""
    for hands, winner, most in (((F35, F38), Seat(1), 37), ((F35, "10o 4b 2b"), Seat(0), 35)):
        talk = ve(*hands).say("0 flor", "1 flor", "0 mazo")
        told = {fact.seat: fact for fact in talk.hand.facts if fact.kind == FLOR_POINTS}
        assert told[winner].low == told[winner].high
        assert told[Seat(1 - winner)].high == most


def test_ve_flo_04_the_better_one_scores() -> None:
    """VE-FLO-04: with its partner's; the other nothing. VE-FLO-02: ties to the nearer the mano."""
    talk = ve(F35, F38, NONE, NONE_TOO).say("0 flor", "1 flor", "0 mazo")
    assert talk.end() == (0, 4)
    assert [(event.seat, event.points) for event in talk.of(FlorCompared)] == [(1, 38)]
    talk = ve(F35, F38, NONE, "10o 4b 2b").say("0 flor", "1 flor", "3 flor", "0 mazo")
    assert talk.end() == (0, 7)
    assert facts(talk, FLOR_POINTS)[1] == 38
    talk = ve(F35, "10o 4b 2b").say("0 flor", "1 flor", "0 mazo")
    assert talk.end() == (3, 1)


def test_ve_flo_04_a_rival_who_holds_one_speaks_first() -> None:
    """VE-FLO-04: before anything else happens; that he is asked tells it, as that nobody is."""
    talk = ve(F35, F38, NONE, NONE_TOO).say("0 flor")
    assert talk.of(FlorAnnounced)[-1].asked == (1,)
    assert talk.awaited == {1}
    assert talk.words(1) == {"flor", "florenvido", "mazo"}
    assert talk.refused("0 play 2e") == Reason.ANSWER_FIRST
    assert talk.refused("0 truco") == Reason.ANSWER_FIRST
    assert facts(talk, PLAIN_FLOR) == {1: 1, 3: 0}
    talk = ve(F35, NONE, F38, NONE_TOO).say("0 flor")
    assert facts(talk, PLAIN_FLOR) == {1: 0, 3: 0}


def test_ve_flo_04_both_rivals_and_the_partner() -> None:
    """VE-FLO-04: the partner is a rival of who answers; each speaks once."""
    talk = ve(F35, F38, "7b 6b 2b", "11o 1c 2c").say("0 flor")
    assert talk.awaited == {1, 3}
    talk.say("1 flor")
    assert talk.awaited == {2}
    talk.say("2 flor")
    assert talk.awaited == {3}
    talk.say("3 flor")
    assert talk.awaited == {0}
    assert talk.say("0 mazo").end() == (0, 7)


def test_ve_flo_04_nobody_is_asked_who_cannot_say_it_any_more() -> None:
    """VE-FLO-03, VE-FLO-04: he has played, or called; nothing is told of his cards."""
    talk = ve(F35, "7b 6b 2b", F38, NONE).say("0 play 2e", "1 play 2b", "2 flor")
    assert talk.awaited == {2}
    assert facts(talk, PLAIN_FLOR) == {3: 0}
    talk = ve(F35, F38).say("1 truco", "0 flor")
    assert talk.awaited == {0}
    assert facts(talk, PLAIN_FLOR) == {}


@pytest.mark.parametrize(
    ("answer", "partner", "points"),
    [
        ("florquiero", False, (0, 6)),
        ("achico", False, (0, 4)),
        ("florquiero", True, (0, 9)),
        ("achico", True, (0, 7)),
    ],
)
def test_ve_flo_04_con_flor_envido(answer: str, partner: bool, points: tuple[int, int]) -> None:
    """VE-FLO-04: wanted 5 to the better, refused 3 to the caller, 3 more for his partner's."""
    talk = ve(F35, F38, NONE, "10o 4b 2b" if partner else NONE_TOO).say("0 flor", "1 florenvido")
    assert talk.words(0) >= {"florquiero", "achico"}
    assert talk.awaited == {0}
    talk.say(f"0 {answer}")
    if partner:
        assert talk.words(3) == {"flor", "mazo"}
        talk.say("3 flor")
    assert talk.points == (0, 0)
    assert talk.say("0 mazo").end() == points


def test_ve_flo_04_the_bet_is_for_the_better_flor() -> None:
    talk = ve(F38, F35).say("0 flor", "1 florenvido", "0 florquiero", "0 mazo")
    assert talk.end() == (5, 1)
    talk = ve(F38, F35).say("0 flor", "1 florenvido", "0 mazo")
    assert talk.end() == (0, 4)


# --- a ley ----------------------------------------------------------------------------------------


def test_ve_flo_05_a_ley() -> None:
    """VE-FLO-05: on his first turn, no rival's flor being said; before the second card, flor."""
    talk = ve(F35, NONE)
    assert {"aley", "aleyenvido"} <= talk.words(0)
    assert talk.refused("1 aley") == Reason.NOT_YOUR_TURN
    talk.say("0 aley")
    (said,) = talk.of(Called)
    assert (said.seat, said.verb, said.wanted, said.refused) == (0, "aley", NO_NUMBER, 0)
    assert facts(talk, HAS_FLOR) == {0: 1}
    assert talk.refused("0 aley") == Reason.NOT_AVAILABLE
    talk.say("0 play 2e", "1 play 3c")
    assert "flor" in talk.legal(0)
    assert talk.say("0 flor", "0 mazo").end() == (3, 1)
    late = ve(F35, NONE).say("0 aley", "0 play 7e", "1 play 3c", "0 play 2e")
    assert late.refused("0 flor") == Reason.TOO_LATE
    assert late.say("0 mazo").end() == (0, 1)


def test_ve_flo_05_not_over_a_call_nor_over_their_flor() -> None:
    talk = ve(F35, NONE).say("1 truco")
    assert talk.refused("0 aley") == Reason.ANSWER_FIRST
    talk = ve(NONE, F38, F35, NONE_TOO).say("0 play 3c", "1 flor", "2 flor")
    assert talk.refused("2 aley") in (Reason.NOT_YOUR_TURN, Reason.TOO_LATE)
    talk = ve("12o 3b 1c", RESERVED, NONE, NONE_TOO).say("1 flor", "0 play 12o", "1 play 5b")
    assert "aley" not in talk.public(2)


def test_ve_flo_05_only_a_holder() -> None:
    """VE-FLO-05: ``aley_bluff=on``: anyone, without consequence for him."""
    assert ve(NONE, F35).refused("0 aley") == Reason.NO_FLOR
    assert "aley" in ve(NONE, F35).public(0)
    talk = ve(NONE, NONE_TOO, aley_bluff="on").say("0 aley")
    assert facts(talk, HAS_FLOR) == {}
    assert talk.refused("0 flor") == Reason.NO_FLOR
    talk.say("0 envido", "1 quiero", "0 play 3c", "1 play 6b", "0 play 1b", "1 play 12c")
    assert talk.end() == (3, 0)


def test_ve_flo_06_at_any_moment() -> None:
    """VE-FLO-06: he confirms in turn or not; any call or acceptance before it loses the flor."""
    talk = ve(F35, NONE, flor_when="own_turn").say("0 aley", "0 play 2e", "1 truco")
    assert "flor" in talk.legal(0)
    talk = ve(F35, NONE).say("0 aley", "0 play 2e")
    assert "flor" in talk.legal(0)
    talk.say("1 truco", "0 quiero")
    assert talk.refused("0 flor") == Reason.TOO_LATE
    talk = ve(F35, NONE).say("0 aley", "0 truco")
    assert talk.refused("0 flor") == Reason.TOO_LATE


def test_ve_flo_06_a_pile_is_the_second_card() -> None:
    """VE-FLO-06, VE-PAR-02."""
    talk = ve("3e 7e 2e", NONE).say("0 aley", "0 play 3e", "1 play 3c")
    assert "flor" in talk.legal(0)
    talk.say("0 stack 7e 2e")
    assert talk.refused("0 flor") == Reason.TOO_LATE


def test_ve_flo_06_the_flor_of_the_others_makes_him_speak() -> None:
    """VE-FLO-04, VE-FLO-06: he holds one that must be announced."""
    talk = ve(F35, F38).say("0 aley", "0 play 2e", "1 flor")
    assert talk.awaited == {0}
    assert talk.words(0) == {"flor", "florenvido", "mazo"}


def test_ve_flo_07_a_ley_envido() -> None:
    """VE-FLO-07: refused, 1 and the flor when it is said; wanted and said, the flor plays the
    envido, which is not annulled; not said, an ordinary envido."""
    talk = ve(F35, NONE).say("0 aleyenvido", "1 noquiero", "0 flor", "0 mazo")
    assert talk.end() == (4, 1)
    talk = ve(F35, NONE).say("0 aleyenvido", "1 quiero", "0 flor", "0 mazo")
    assert talk.of(Annulled) == []
    assert talk.declared[0] == (0, 35)
    assert talk.end() == (5, 1)
    talk = ve(F35, NONE).say("0 aleyenvido", "1 quiero", "0 mazo")
    assert talk.declared[0] == (0, 33)
    assert talk.end() == (2, 1)
    # 34: better than the envido of 33, worse than the flor of 35
    over = ve(F35, "10o 5c 12b").say("0 aleyenvido", "1 quiero", "0 flor", "0 mazo")
    assert over.end() == (5, 1)
    under = ve(F35, "10o 5c 12b").say("0 aleyenvido", "1 quiero", "0 mazo")
    assert under.end() == (0, 3)


def test_ve_flo_07_raised() -> None:
    """VE-FLO-06, VE-FLO-07: he says flor before he answers, or loses it."""
    talk = ve(F35, NONE).say("0 aleyenvido", "1 piedras 3", "0 flor")
    assert talk.awaited == {0}
    assert talk.say("0 quiero", "0 mazo").end() == (8, 1)
    talk = ve(F35, NONE).say("0 aleyenvido", "1 piedras 3", "0 quiero")
    assert talk.refused("0 flor") == Reason.TOO_LATE
    assert talk.say("0 mazo").end() == (5, 1)


def test_ve_flo_07_another_flor_annuls_it() -> None:
    """VE-FLO-03, VE-FLO-07: only the flor of who called it does not."""
    talk = ve(F35, F38).say("0 aleyenvido", "1 flor", "0 flor")
    assert [event.game for event in talk.of(Annulled)] == ["envido"]
    assert talk.say("0 mazo").end() == (0, 4)


# --- the reservada --------------------------------------------------------------------------------


def test_ve_flo_08_it_need_not_be_announced() -> None:
    """VE-FLO-08: shown at the end it scores 3, whatever its holder said, and who leaves."""
    talk = ve(RESERVED, NONE).say("0 truco", "1 noquiero")
    assert talk.end() == (4, 0)
    assert [event.seat for event in talk.of(Shown)] == [0]
    assert "flor.reservada" in {event.article for event in talk.of(Scored)}
    assert ve(RESERVED, NONE).say("0 mazo").end() == (3, 1)
    assert ve(RESERVED, NONE).say("0 play 5b", "1 play 3c", "0 mazo").end() == (3, 1)


def test_ve_flo_08_an_announced_flor_of_the_others_scores_nothing() -> None:
    """VE-FLO-08, VE-FLO-04: and nobody asks the holder of a reservada."""
    talk = ve(F35, RESERVED).say("0 flor")
    assert talk.awaited == {0}
    assert facts(talk, PLAIN_FLOR) == {1: 0}
    talk.say("1 mazo")
    assert talk.end() == (1, 3)
    assert facts(talk, RESERVADA)[1] == 1


def test_ve_flo_08_announced_it_is_a_flor() -> None:
    """VE-FLO-08: it annuls the envido and asks the others."""
    talk = ve(RESERVED, F35).say("0 flor")
    assert talk.awaited == {1}
    assert talk.say("1 florenvido", "0 florquiero", "0 mazo").end() == (5, 1)


def test_ve_flo_08_that_nobody_shows_one_is_known() -> None:
    talk = ve(F35, NONE).say("0 mazo")
    assert facts(talk, RESERVADA) == {0: 0, 1: 0}


@pytest.mark.parametrize(
    ("steps", "points"),
    [
        ((), (6, 0)),
        (("1 truco", "0 quiero"), (6, 0)),
        (("1 truco", "0 retruco", "1 quiero"), (9, 0)),
        (("0 envido", "1 quiero"), (8, 0)),
        (("0 flor",), (6, 0)),
    ],
)
def test_ve_flo_09_a_hand_won_with_it(steps: tuple[str, ...], points: tuple[int, int]) -> None:
    """VE-FLO-09, ``reservada_pays=seed``: the hand at least 3, what was accepted stands."""
    talk = ve("11o 10o 5b", NONE).say(*steps)
    talk.say("0 play 11o", "1 play 1b", "0 play 10o", "1 play 3c")
    assert talk.end() == points


@pytest.mark.parametrize(
    ("steps", "raised"),
    [((), True), (("1 truco", "0 quiero"), False), (("1 truco", "0 retruco", "1 quiero"), False)],
)
def test_ve_flo_09_tells_when_the_flor_makes_the_hand_worth_more(
    steps: tuple[str, ...], raised: bool
) -> None:
    """VE-FLO-09: an accepted truco that is worth 3 already counts as what it is."""
    talk = ve(RESERVED, NONE).say(*steps)
    talk.say("0 play 11o", "1 play 1b", "0 play 10o", "1 play 3c").end()
    assert ("flor.reservada_hand" in {event.article for event in talk.of(Scored)}) is raised


def test_ve_flo_09_not_played_out_or_not_won() -> None:
    """VE-FLO-09: the rivals leave: 3 and what leaving pays; lost, the hand is the others'."""
    assert ve(RESERVED, NONE).say("0 play 11o", "1 mazo").end() == (4, 0)
    talk = ve(RESERVED, NONE, NONE_TOO, "1e 7e 3e")
    talk.say("0 play 5b", "1 play 12b", "2 play 6b", "3 play 1e")
    talk.say("3 play 7e", "0 play 11o", "1 play 1b", "2 play 1o")
    talk.say("0 play 10o", "1 play 3c", "2 play 12c", "3 play 3e")
    assert talk.end() == (6, 0)


@pytest.mark.parametrize(
    "steps", [(), ("1 truco", "0 retruco", "1 quiero"), ("0 envido", "1 quiero"), ("0 flor",)]
)
def test_ve_flo_09_five(steps: tuple[str, ...]) -> None:
    """VE-FLO-09, ``reservada_pays=five``: 3 + 1 + 1 whatever was said."""
    talk = ve(RESERVED, NONE, reservada_pays="five").say(*steps)
    talk.say("0 play 11o", "1 play 1b", "0 play 10o", "1 play 3c")
    assert talk.end() == (5, 0)

"""Truco argentino for three: the dealer of each hand against the two others (AR-GAL)."""

import pytest

from engine.errors import BadRules
from engine.events import GameEnded, TrickEnded
from engine.variants import table_for
from tests.conversation import Talk

LOW, MIDDLE, HIGH = "4e 5b 12o", "2e 3b 11c", "1e 7o 6c"


def talk(*hands: str, score: tuple[int, ...] = (), **options: str) -> Talk:
    """A hand of three; seat 0 deals."""
    return Talk(*(hands or (LOW, MIDDLE, HIGH)), dealer=0, score=score, also=options)


def test_ar_gal_01_the_dealer_plays_alone() -> None:
    """AR-GAL-01: he is side A, the others are B; with the deal the lone place goes round."""
    table = table_for("argentino", 3)
    assert [table.seated(dealer).sides for dealer in range(3)] == [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
    made = talk()
    assert made.awaited == {1}
    made.say("1 truco", "0 noquiero").deal(LOW, MIDDLE, HIGH)
    assert made.state.table.sides == (1, 0, 1)
    assert made.awaited == {2}


def test_ar_gal_02_three_scores() -> None:
    """AR-GAL-02: each of the pair is credited with what the pair wins, who is alone with his."""
    assert talk(score=(1, 2, 3)).say("1 truco", "0 noquiero").score == (1, 3, 4)
    alone = talk(score=(1, 2, 3)).say("1 truco", "0 retruco", "2 noquiero")
    assert alone.score == (3, 2, 3)


@pytest.mark.usefixtures("memory")
def test_ar_gal_02_three_scores_of_hands_that_come_again() -> None:
    """AR-GAL-02: what is remembered of a hand pays the same three scores."""
    made = talk().say("1 truco", "0 noquiero")
    for dealer in (1, 2, 0, 1, 2, 0, 1, 2):
        made.deal(LOW, MIDDLE, HIGH).say(f"{(dealer + 1) % 3} truco", f"{dealer} noquiero")
    assert made.score == (6, 6, 6)


@pytest.mark.parametrize(
    ("falta", "pays"),
    [("chico_en_malas", 21), ("leader_shortfall", 21), ("to_buenas", 6), ("loser_shortfall", 26)],
)
def test_ar_gal_03_the_pairs_score_is_that_of_who_is_further_on(falta: str, pays: int) -> None:
    """AR-GAL-03: seat 1 has 9, her partner 2, and the dealer 4."""
    made = talk("7e 4e 12o", "7c 6c 1o", "5b 2c 11o", score=(4, 9, 2), falta=falta)
    assert made.say("1 faltaenvido", "0 quiero").points == (0, pays)


def test_ar_gal_03_one_of_the_pair_in_buenas_is_enough() -> None:
    """AR-GAL-03, AR-FAL-01: seat 2 is in buenas, so a falta is what it lacks; the dealer has it."""
    made = talk("7e 6e 12o", "7c 2c 1o", "5b 2o 11o", score=(4, 9, 20))
    assert made.say("1 faltaenvido", "0 quiero").points == (10, 0)
    assert made.score == (14, 9, 20)


@pytest.mark.parametrize(
    ("score", "winner"), [((0, 27, 28), 2), ((0, 28, 27), 1), ((0, 28, 28), 1)]
)
def test_ar_gal_03_both_of_the_pair_reach_the_target(score: tuple[int, ...], winner: int) -> None:
    """AR-GAL-03: the one with more points has won, then the one nearer the mano."""
    made = talk(score=score).say("1 truco", "0 retruco", "2 vale4", "0 noquiero")
    assert [event.account for event in made.of(GameEnded)] == [winner]


@pytest.mark.parametrize(("score", "winner"), [((0, 0, 29), 2), ((0, 29, 0), 1)])
def test_ar_gal_02_an_envido_brings_one_of_the_pair_home(
    score: tuple[int, ...], winner: int
) -> None:
    """AR-GAL-02, AR-MAT-05: at once, whoever of the two it is."""
    made = talk(score=score).say("1 envido", "0 noquiero")
    assert [event.account for event in made.of(GameEnded)] == [winner]


def test_ar_gal_04_the_pair_speaks_as_one() -> None:
    """AR-GAL-04, AR-PLA-03: either answers; who accepted may raise; leaving is for both."""
    made = talk().say("1 play 11c", "2 play 6c", "0 truco")
    assert made.awaited == {1, 2}
    made.say("2 quiero")
    assert made.may("retruco") == {1, 2}
    assert made.say("1 mazo").points == (2, 0)
    pie = talk(answer_by="pie").say("1 play 11c", "2 play 6c", "0 truco")
    assert pie.awaited == {2}
    both = talk(answer_by="accept_prevails").say("1 play 11c", "2 play 6c", "0 truco")
    assert both.say("1 noquiero").awaited == {2}
    assert both.say("2 noquiero").points == (1, 0)


def test_ar_gal_04_equal_cards_of_the_pair_are_no_parda() -> None:
    """AR-GAL-04, AR-TRI-03: the trick is the pair's; who laid first leads."""
    made = talk("2e 4b 5c", "3e 6b 7c", "3b 10o 4c").say("1 play 3e", "2 play 3b", "0 play 2e")
    assert [event.side for event in made.of(TrickEnded)] == [1]
    assert made.awaited == {1}


def test_ar_gal_04_either_of_the_pair_opens_the_envido() -> None:
    """AR-GAL-04, AR-ENV-02: the mano too, who is no pie; the better of the pair counts."""
    made = talk("7o 3o 11e", "7e 4o 10b", "6c 5c 12o")
    assert "envido" in made.words(1)
    assert made.say("1 envido").awaited == {0}
    made.say("0 quiero")
    assert made.declared == [(1, 7), (0, 30), (2, 31)]
    assert made.points == (0, 2)


def test_ar_gal_05_no_flor_and_no_more_points() -> None:
    """AR-GAL-05: both are named at once; with two and four they are there."""
    wanted = {"flor": "con", "end": "more_points"}
    with pytest.raises(BadRules) as caught:
        table_for("argentino", 3, wanted)
    assert set(caught.value.problems) == set(wanted.items())
    for name, value in wanted.items():
        with pytest.raises(BadRules) as caught:
            table_for("argentino", 3, {name: value})
        assert caught.value.problems == ((name, value),)
    assert table_for("argentino", 4, wanted).rules.flor is not None
    made = talk("7e 6e 5e", MIDDLE, HIGH)
    assert not {"flor", "cft", "ft"} & (made.words(0) | made.words(1) | made.words(2))


def test_du_01_a_duplicate_is_not_for_three() -> None:
    """DU-01: there are two sides as large."""
    with pytest.raises(BadRules) as caught:
        table_for("argentino", 3, {"duplicate": "4"})
    assert caught.value.problems == (("duplicate", "4"),)

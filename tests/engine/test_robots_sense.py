"""Robots at concrete positions: what somebody who knows the game would say there, and never would.

Each position is one in which they once did otherwise. Nothing here knows a robot's tables: only its
answers are looked at, over many generators.
"""

from random import Random
from statistics import pstdev

import pytest

from engine import robots
from engine.numbers import Seat
from engine.robots.deciding.judgement import Judgement
from engine.robots.imagining.hidden_cards import guesses
from engine.robots.imagining.likelihood import strength
from engine.robots.players.heuristic import DEFAULT_BUDGET, defers
from engine.robots.reading.situation import Situation
from engine.robots.reading.stakes import Stakes, pace_of, race
from engine.robots.solving.playout import Ties, lead_of_two
from engine.seen.view import view
from engine.variants import table_for
from tests.conversation import Talk
from tests.engine.decisions import Often, how_often


def answers(talk: Talk, seat: int, times: int = 60) -> Often:
    """What the seat says or lays, in the words of a record, by how often."""
    return how_often(view(talk.state, seat), times, talk.write)


# --- laying cards --------------------------------------------------------------------------------


def test_under_a_trick_that_is_over_the_lowest_card_goes() -> None:
    """The last of eight cannot beat what lies there: no better card is thrown under it."""
    hands = (
        ("3h 7c 7h", "2s 5s 2c", "7s 4s As", "3s 5h Ad"),
        ("4d Qh Jh", "Ac 6c Js", "Kd Jd 6d", "2d Kh 4h"),
    )
    talk = Talk(*hands[0], *hands[1], dealer=4, game="mineiro")
    talk.say("5 play Ac", "6 play 6d", "7 play 2d", "0 play 3h", "1 play 5s", "2 play 4s")
    talk.say("3 play 3s", "4 truco", "5 quiero")
    assert answers(talk, 4) == {"play 4d": 60}


def test_after_a_tie_one_leads_the_best_card() -> None:
    """AR-TRI: this trick decides, so nothing is left to keep the two for."""
    talk = Talk("11c 12e 2e", "7c 4b 5o", "4c 1b 6c", "11b 10o 6o", score=(2, 28))
    talk.say("0 play 11c", "1 play 7c", "2 play 4c", "3 play 11b")
    found = answers(talk, 0)
    assert found["play 12e"] == 0
    assert found["play 2e"] > 30


# --- the truco -----------------------------------------------------------------------------------


def test_a_call_over_ones_last_card_is_accepted_so_often_that_a_bluff_gains_nothing() -> None:
    """A king lies there and nothing is left to lay. Who calls three over it risks three to win one
    that he has lost, so every second call is accepted, however few cards lose to the king."""
    talk = Talk("Jh 5c 2d", "4c Qc Kd", dealer=0, turned="7d", score=(4, 3), game="paulista")
    talk.say("1 play 4c", "0 play 5c", "0 play 2d", "1 play Qc", "1 play Kd", "0 truco")
    found = answers(talk, 1, 200)
    assert found["quiero"] + found["noquiero"] == 200
    assert 70 < found["quiero"] < 130


@pytest.mark.parametrize(("last", "feels"), [("6c", 0.0), ("7b", 1.0), ("10b", 1.0)])
def test_who_lays_last_sees_what_he_has_to_beat(last: str, feels: float) -> None:
    """One trick each, a seven lies there: a card is worth all or nothing. A tie is his who won the
    first trick."""
    talk = Talk(f"3e 4o {last}", "5b 2o 7c")
    talk.say("0 play 3e", "1 play 5b", "0 play 4o", "1 play 2o", "1 play 7c")
    assert strength(Situation(view(talk.state, 0)), Seat(0), (talk.card(last),)) == feels


def test_an_answer_rests_on_enough_deals() -> None:
    """A manilha-high hand among eight, ten points at stake: what it is held to be worth may not
    hang on which few deals came to mind."""
    hands = (
        ("Qh As 5s", "Jh 4d 5c", "3d Qc Ac", "Jc 7s 5d"),
        ("6d 4h 6c", "7d 2s 2d", "2h 4c Ad", "7c Js Jd"),
    )
    talk = Talk(*hands[0], *hands[1], dealer=3, game="mineiro")
    talk.say("4 play 4h", "5 truco", "6 seis", "5 quiero", "5 dez")
    seen = view(talk.state, 6)
    chances = [Judgement(seen, Random(seed), DEFAULT_BUDGET).chance for seed in range(30)]
    assert pstdev(chances) < 0.15


def test_a_last_call_is_accepted_by_its_price() -> None:
    """The seven of swords lies there. Who calls vale cuatro over it risks four to save three: seven
    to gain six, so six calls of seven are accepted, and no more."""
    talk = Talk("6c 3e 7e", "1c 2c 11b", score=(3, 5))
    talk.say("0 play 6c", "1 play 1c", "1 truco", "0 quiero", "1 play 2c", "0 retruco", "1 quiero")
    talk.say("0 play 3e", "0 play 7e", "1 vale4")
    assert 155 < answers(talk, 0, 200)["quiero"] < 187


@pytest.mark.parametrize("game", ["argentino", "mineiro", "paulista"])
def test_what_one_side_hopes_for_the_other_fears(game: str) -> None:
    """A race is the same from both sides, in the hands before the last as well."""
    table = table_for(game, 4)
    chances = race(table.rules.match.target, pace_of(table))
    for mine, row in enumerate(chances):
        for theirs, chance in enumerate(row):
            if mine or theirs:
                assert chance == pytest.approx(1 - chances[theirs][mine])


def test_who_leads_after_a_tied_trick() -> None:
    """Of two: the mano, or who laid last in it, or who laid first."""
    leads = {
        rule: [lead_of_two(Ties(lead=rule), last) for last in (0, 1)]
        for rule in ("mano", "last_tied", "first_tied")
    }
    assert leads == {"mano": [0, 0], "last_tied": [0, 1], "first_tied": [1, 0]}


def test_nothing_in_hand_does_not_call_where_a_hand_pays_two() -> None:
    """MI-TRU: scores are even there, so that a single point seemed to be worth nothing, and any
    whim was enough for a call."""
    stakes = Stakes(12, 0, 0, pace_of(table_for("mineiro", 2)))
    assert 0.02 < stakes.unit < 0.1
    talk = Talk(
        "2c 5h 7d", "Qc Qd 5c", "Qs Kc Ac", "2h Ks Ah", "5s 4d 3s", "Kh 6h 2s", game="mineiro"
    ).say("0 play 7d", "1 play 5c", "2 play Qs", "3 play Ks")
    assert answers(talk, 4)["truco"] < 12


# --- the envido and the flor ---------------------------------------------------------------------


def test_who_keeps_great_points_quiet_does_not_end_the_hand() -> None:
    """Thirty-three, and a seven that matters: a refused truco would leave the points unsaid."""
    mano = answers(Talk("7e 6e 1b", "4c 11b 5o"), 0, 150)
    quiet = sum(count for step, count in mano.items() if step.startswith("play"))
    assert quiet > 10  # they are kept quiet now and then
    assert mano["truco"] == 0
    hands = ("4c 11b 5o", "7e 6e 7o")
    assert answers(Talk(*hands).say("0 play 5o"), 1, 150)["truco"] == 0
    spoken = answers(Talk(*hands).say("0 play 5o", "1 envido", "0 noquiero"), 1)
    assert spoken["truco"] > 30


@pytest.mark.parametrize(
    ("own", "score", "accepts"),
    [
        ("7e 12e 4b", (0, 0), False),  # the whole game, on twenty-seven
        ("12e 11e 4b", (0, 0), False),  # ... on twenty
        ("7e 6e 12b", (0, 0), True),
        ("7e 12e 4b", (10, 28), True),  # two points
        ("12e 11e 4b", (29, 29), True),  # refusing loses as well
    ],
)
def test_nobody_bets_a_whole_game_on_nothing(
    own: str, score: tuple[int, int], accepts: bool
) -> None:
    """AR-ENV: the more is bet, the better the points must be; hardly ever is it otherwise."""
    talk = Talk("4c 11b 1o", own, score=score).say("0 faltaenvido")
    found = answers(talk, 1)
    assert found["quiero"] >= 57 if accepts else found["quiero"] < 10


def test_middling_points_are_worth_a_small_bet_and_no_great_one() -> None:
    """Twenty-five: two points may be lost on them, and never the whole game."""
    found = answers(Talk("1e 4e 12b", "7e 6o 5e"), 0)
    assert found["envido"] > 10
    assert found["faltaenvido"] == 0


def test_who_holds_a_flor_speaks_before_his_partner() -> None:
    """UY-FLO-03: it annuls the envido, and nobody else can say it."""
    talk = Talk(
        "12o 1e 11e", "4e 10b 1c", "7c 2c 1o", "10e 7e 11c", dealer=0, turned="11o", game="uruguayo"
    ).say("1 realenvido")
    assert not defers(view(talk.state, 0))
    assert answers(talk, 0) == {"flor": 60}


def test_who_holds_a_flor_need_not_be_asked() -> None:
    """AR-FLO-03, TR-ENV-02: an envido that others answer would end its time."""
    hands = ("7o 4c 1b", "3e 12c 5o", "2b 6b 11b", "1e 7b 10o")

    def speaking(talk: Talk) -> list[int]:
        return [seat for seat in range(4) if robots.speaks_up(view(talk.state, seat))]

    talk = Talk(*hands, dealer=0, flor="con").say("1 truco")
    assert speaking(talk) == []
    talk.say("0 envido")
    assert speaking(talk) == [2]
    assert answers(talk, 2) == {"flor": 60}
    asked = Talk(*hands, dealer=1, flor="con").say("2 truco", "1 envido")
    assert 2 in view(asked.state, 2).awaited
    assert speaking(asked) == []


def test_nobody_speaks_up_where_each_says_his_own_flor() -> None:
    """VE-FLO-03: an envido takes nobody's flor away."""
    hands = ("7o 4c 1b", "3e 12c 5o", "2b 6b 11b", "1e 7b 10o")
    talk = Talk(*hands, dealer=3, turned="4e", game="venezolano").say("0 envido")
    assert not any(robots.speaks_up(view(talk.state, seat)) for seat in range(4))


def test_a_poor_flor_is_not_raised_every_time() -> None:
    """GA-FLO-08: twenty points beat nothing; a bluff is one now and then."""
    found = answers(Talk("7e 6e 4e", "10c 11c 12c", game="gauderio").say("0 flor"), 1)
    assert 0 < found["contraflor"] < found["achico"]


# --- blind calls ---------------------------------------------------------------------------------


def blind(own: str, *, dealer: int = 0, score: tuple[int, int] = (0, 0)) -> Talk:
    return Talk(own, "5e 10c 1o", dealer=dealer, score=score, game="tradicional-18")


@pytest.mark.parametrize(
    ("own", "said"),
    [
        ("6b 5c 4o", "noquiero"),  # nothing in either
        ("3c 11b 4o", "paso falta quiero truco"),  # a three against cards nobody has looked at
        ("7e 6e 4o", "quiero"),  # thirty-three
    ],
)
def test_a_blind_call_is_answered_part_by_part(own: str, said: str) -> None:
    """TR-COM-06: who called has any hand at all, so a middling one is good enough."""
    found = answers(blind(own).say("1 ft"), 0)
    assert found[said] > 50


def test_nobody_calls_blind_who_is_ahead() -> None:
    """TR-COM-01."""
    assert answers(blind("3c 11b 4o", score=(3, 8)), 1, 200) == {"ver": 200}
    level, behind = (
        answers(blind("3c 11b 4o", score=score), 1, 200)["ft"] for score in ((3, 3), (12, 3))
    )
    assert 0 < level < behind < 50


def test_what_ends_the_game_is_counted_first() -> None:
    """TR-COM-09: a point short, whoever has the better points wins whatever the truco brings."""
    found = answers(blind("7e 6e 4o", score=(17, 16)).say("1 ft"), 0)
    assert found["quiero"] + found["paso truco quiero falta"] == 60


@pytest.mark.parametrize(("budget", "deals"), [(0, 0), (0.9, 0), (1, 1), (2.7, 2), (3, 3)])
def test_as_many_deals_are_thought_of_as_there_is_time_for(budget: float, deals: int) -> None:
    talk = Talk("7e 6b 4o", "5e 10c 1o")
    found = guesses(Situation(view(talk.state, 0)), Random(0), budget)
    assert len(found) == deals

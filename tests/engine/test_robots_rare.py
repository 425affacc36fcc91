"""Positions to which robots among themselves hardly come, and which people know at once.

Duplicate deals say little about them. Each was found by letting robots meet players that do
anything, and by asking what is right in every deal that fits what is seen.
"""

from random import Random

import pytest

from engine import robots
from engine.seen.view import view
from tests.conversation import Talk
from tests.engine.test_robots_sense import answers


def likeliest(talk: Talk, seat: int, said: str, times: int = 8) -> float:
    """How likely the seat is to say it, at most, however its imagined deals fall."""
    seen = view(talk.state, seat)
    return max(
        sum(
            worth.share
            for action, worth in robots.evaluate(seen, Random(seed)).items()
            if talk.write(action) == said
        )
        for seed in range(times)
    )


ONE_SHORT = [
    ("argentino", 29, "", {}),
    ("gauderio", 23, "", {}),
    ("venezolano", 23, "7o", {}),
    ("uruguayo", 39, "7o", {}),
    ("tradicional-18", 17, "", {"blind_calls": "off"}),
]
"""A game, a score that is one point short, the turned card, and options."""


@pytest.mark.parametrize(("game", "home", "turned", "options"), ONE_SHORT)
@pytest.mark.parametrize("behind", [0, 1, 7])
def test_nobody_refuses_what_costs_the_game(
    game: str, home: int, turned: str, options: dict[str, str], behind: int
) -> None:
    """A refused truco brings the others home, so to accept cannot be worse."""
    score = (home, home - behind)
    talk = Talk(
        "3c 5b 6o", "12c 6e 4b", dealer=0, score=score, game=game, turned=turned, also=options
    )
    talk.say("1 play 12c", "0 play 3c", "0 truco")
    assert answers(talk, 1)["noquiero"] == 0


@pytest.mark.parametrize(
    ("game", "turned", "score", "calls"),
    [
        ("paulista", "7d", (4, 0), ("truco", "seis", "nove", "doze")),
        ("mineiro", "", (2, 0), ("truco", "seis", "dez", "doze")),
    ],
)
def test_nobody_refuses_a_last_step_that_costs_the_game(
    game: str, turned: str, score: tuple[int, int], calls: tuple[str, ...]
) -> None:
    talk = Talk("2c 3d Kh", "4s 5h Jc", dealer=0, score=score, game=game, turned=turned)
    talk.say(*[f"{1 - number % 2} {word}" for number, word in enumerate(calls)])
    assert answers(talk, 1)["noquiero"] == 0


@pytest.mark.parametrize(
    ("own", "score", "steps"),
    [
        ("5b 11e 10o", (10, 23), ("1 play 11e", "0 envido", "1 realenvido")),
        ("5b 11e 10o", (10, 22), ("1 play 11e", "0 envido", "1 realenvido")),
    ],
)
def test_nobody_refuses_an_envido_that_costs_the_game(
    own: str, score: tuple[int, int], steps: tuple[str, ...]
) -> None:
    talk = Talk("2e 12c 3e", own, dealer=0, score=score, game="gauderio").say(*steps)
    assert likeliest(talk, 0, "noquiero") == 0


@pytest.mark.parametrize(
    ("game", "own", "others", "turned"),
    [
        ("argentino", "4c 7b 1e", "3e 6c 5c", ""),
        ("gauderio", "4c 7b 1e", "3e 6c 5c", ""),
        ("uruguayo", "4c 7b 2o", "3e 6c 5c", "6o"),
        ("venezolano", "4c 7b 11o", "3e 6c 5c", "6o"),
        ("paulista", "4c 7c 5c", "3s 6c Qd", "4s"),
        ("mineiro", "5d 7c 4c", "3s 6c Qd", ""),
    ],
)
def test_the_best_card_of_all_lies_there_and_is_not_given_up(
    game: str, own: str, others: str, turned: str
) -> None:
    """The card that lies there is in nobody's hand, so nobody can tie with it."""
    (lowest, middle, best), (first, second, _) = own.split(), others.split()
    talk = Talk(own, others, game=game, turned=turned)
    talk.say(f"0 play {lowest}", f"1 play {first}", f"1 play {second}", f"0 play {middle}")
    talk.say(f"0 play {best}", "1 truco")
    assert likeliest(talk, 0, "noquiero") == 0


def test_who_has_the_best_card_refuses_nothing_in_the_last_trick() -> None:
    talk = Talk("10c 6b 6e", "7e 4o 1e", dealer=0, score=(25, 14))
    talk.say("1 play 4o", "0 envido", "1 faltaenvido", "0 quiero", "0 play 10c", "0 play 6b")
    talk.say("1 play 7e", "1 truco", "0 retruco")
    assert likeliest(talk, 1, "noquiero") == 0
    talk = Talk("2c 1e 5c", "6c 3b 7o", dealer=1, score=(24, 4))
    talk.say("0 envido", "1 noquiero", "0 play 5c", "1 play 7o", "1 play 6c", "0 truco")
    talk.say("1 quiero", "0 play 2c", "0 play 1e", "1 retruco")
    assert likeliest(talk, 0, "noquiero") == 0


@pytest.mark.parametrize("step", ["0 play 3e", "0 truco"])
def test_a_hand_that_wins_the_game_is_not_staked_on_the_envido(step: str) -> None:
    """Twenty-nine all, the two best cards and four points."""
    found = answers(Talk("3e 6c 5c", "1e 1b 4c", score=(29, 29)).say(step), 1)
    assert sum(often for said, often in found.items() if "envido" in said) == 0


def test_a_seven_is_beaten_where_the_hand_is_lost_otherwise() -> None:
    talk = Talk("5c 11e 1e", "7e 6e 2b", dealer=1, score=(29, 28))
    talk.say("0 faltaenvido", "1 quiero", "0 play 5c", "1 play 2b", "1 play 7e")
    assert answers(talk, 0)["play 11e"] == 0


def test_one_point_short_a_sure_hand_is_not_let_go() -> None:
    talk = Talk("3o 11b 6o", "3e 4o 1e", dealer=1, score=(21, 23), game="gauderio")
    talk.say("0 play 6o", "1 faltaenvido", "0 quiero")
    assert answers(talk, 1)["play 4o"] == 0


def test_after_a_tie_nobody_lays_under_what_he_can_tie() -> None:
    talk = Talk("Jc 2h 5d", "2s Js Jd", dealer=1, turned="Kh", score=(7, 10), game="paulista")
    found = answers(talk.say("0 play 2h", "1 play 2s", "1 play Jd"), 0)
    assert found["play 5d"] + found["cover 5d"] == 0


def test_a_game_that_is_lost_otherwise_is_raised_among_four() -> None:
    """The last card cannot win, and six points bring the others home: nothing is left to lose."""
    hands = ("Qc 2c 3c", "2d Ks Js", "Jh Jc As", "2h 7h 6h")
    talk = Talk(*hands, dealer=1, score=(1, 6), game="mineiro")
    talk.say("2 play Jh", "3 play 2h", "3 truco", "0 quiero", "0 play 3c", "1 play Js", "0 seis")
    talk.say("3 quiero", "0 cover 2c", "1 play Ks", "2 play As", "3 play 7h", "3 play 6h")
    talk.say("0 play Qc", "1 dez", "2 quiero", "1 play 2d")
    assert answers(talk, 2)["doze"] > 50


def test_a_piece_that_lies_there_tells_the_points() -> None:
    """VE-ENV-01: the perico alone is thirty, so twenty-two are beaten for sure."""
    talk = Talk("2o 12o 3b", "5o 11b 3o", dealer=0, score=(19, 20), turned="1b", game="venezolano")
    assert answers(talk.say("1 play 11b"), 0)["envido"] == 0
    assert answers(talk.say("0 envido", "1 piedras 1"), 0) == {"noquiero": 60}


def test_points_that_were_stated_are_remembered() -> None:
    """AR-ENV-10: who has stated 23 and shown a ten beats two sixes with anything."""
    talk = Talk("10c 3o 11o", "10e 6o 2o", dealer=1, score=(25, 24))
    talk.say("0 envido", "1 envido", "0 quiero", "0 play 10c", "1 play 10e", "0 truco")
    assert answers(talk, 1)["quiero"] == 0


def test_points_that_are_won_for_sure_are_raised_on_the_last_occasion() -> None:
    """A refusal ends the hand as it would end anyway, and who accepts loses more."""
    talk = Talk("3d 4h 6d", "3h 4s 2c", dealer=0, turned="Jd", score=(10, 2), game="paulista")
    talk.say("1 play 4s", "0 play 4h", "0 truco", "1 seis", "0 nove", "1 quiero", "0 play 6d")
    assert answers(talk, 1) == {"doze": 60}


def test_a_hand_that_a_tie_wins_is_not_called_where_the_caller_must_beat() -> None:
    """PA-TRU-11: after a call over the card that lies there a tie would lose."""
    talk = Talk(
        *("3c 5h 4d", "2s 5s 6c"),
        dealer=0,
        turned="Jd",
        game="paulista",
        also={"truco_must_beat": "on"},
    )
    talk.say("1 play 2s", "0 play 3c", "0 play 4d", "1 play 6c", "1 play 5s")
    assert answers(talk, 0)["truco"] < 50


def test_a_step_for_the_match_is_no_free_bluff() -> None:
    """PA-TRU-10: what is lost with the game is not all that is at stake."""
    talk = Talk(
        *("4s 5h 6c", "2c 3d Kh"),
        dealer=1,
        turned="7d",
        games=(0, 1),
        game="paulista",
        also={"games_to_win": "3"},
    )
    found = answers(talk.say("0 truco", "1 seis", "0 nove", "1 doze"), 0)
    assert found["queda"] < 45


def test_who_would_call_but_may_not_now_lays_the_best_card_for_it() -> None:
    """What is laid where the learnt mix only calls is what looks best, not the lowest card."""
    noticed = robots.Noticed(hands=60, called=20, accepted=30)
    talk = Talk("10e 3c 11o", "6o 12o 3e", dealer=0, score=(9, 15), game="gauderio")
    seen = view(talk.say("1 play 12o").state, 0)
    mix = robots.evaluate(seen, Random(1), noticed=noticed)
    laid = {talk.write(action): worth.share for action, worth in mix.items() if worth.share > 0}
    assert laid.get("play 10e", 0.0) < 0.2


@pytest.mark.parametrize("skill", [*robots.SKILLS.values()], ids=lambda skill: skill.name)
def test_no_skill_slips_into_a_refusal_that_costs_the_game(skill: robots.Skill) -> None:
    talk = Talk("3c 5b 6o", "12c 6e 4b", dealer=0, score=(29, 22))
    seen = view(talk.say("1 play 12c", "0 play 3c", "0 truco").state, 1)
    mix = robots.evaluate(seen, Random(1), skill=skill)
    assert sum(worth.share for action, worth in mix.items() if action.verb == "noquiero") == 0

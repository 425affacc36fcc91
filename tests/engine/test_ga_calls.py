"""Truco gaudério: the truco and the envido (GA-TRU, GA-ENV)."""

import pytest

from engine.errors import Reason
from engine.numbers import Seat
from engine.state.facts import ENVIDO_POINTS
from tests.conversation import CALLS, Talk

GOOD, FAIR, LOW = "7o 6o 4b", "5c 4c 1e", "1b 10o 12e"
"""Envidos of 33, 29 and 1."""


def talk(*hands: str, score: tuple[int, int] = (0, 0), **options: str) -> Talk:
    return Talk(*hands, game="gauderio", score=score, also=options)


# --- the ladder -----------------------------------------------------------------------------------


def test_ga_tru_01_the_ladder_on_ones_own_turn() -> None:
    """GA-TRU-01: in this order, before laying; ``any_time`` as PA-TRU-01."""
    table = talk(GOOD, FAIR, LOW, "2e 3b 11o")
    assert table.may("truco") == {0}
    assert table.refused("1 truco") == Reason.NOT_YOUR_TURN
    assert table.refused("0 retruco") == Reason.NOT_AVAILABLE
    table.say("0 truco")
    assert table.words(1) >= {"quiero", "noquiero", "retruco"}
    assert table.refused("1 vale4") == Reason.NOT_AVAILABLE
    freely = talk(GOOD, FAIR, LOW, "2e 3b 11o", truco_when="any_time")
    assert freely.may("truco") == {0, 1, 2, 3}


@pytest.mark.parametrize(("calls", "worth"), [(1, 2), (2, 3), (3, 4)])
def test_ga_tru_02_wanted(calls: int, worth: int) -> None:
    """GA-TRU-02: the hand is worth it and goes on; a card laid accepts nothing."""
    lines = ("0 truco", "1 retruco", "0 vale4")[:calls]
    table = talk("1e 7e 3c", "4b 5b 6c").say(*lines)
    asked = calls % 2
    assert table.refused(f"{asked} play {'4b' if asked else '1e'}") in (
        Reason.ANSWER_FIRST,
        Reason.NOT_YOUR_TURN,
    )
    table.say(f"{asked} quiero", "0 play 1e", "1 play 4b", "0 play 7e", "1 play 5b")
    assert table.end() == (worth, 0)


@pytest.mark.parametrize(("calls", "points"), [(1, (1, 0)), (2, (0, 2)), (3, (3, 0))])
def test_ga_tru_03_refused(calls: int, points: tuple[int, int]) -> None:
    """GA-TRU-03: the caller's team scores the value before the call."""
    lines = ("0 truco", "1 retruco", "0 vale4")[:calls]
    assert talk(GOOD, FAIR).say(*lines, f"{calls % 2} noquiero").end() == points


def test_ga_tru_04_only_the_accepting_team_raises() -> None:
    """GA-TRU-04: by its player on turn, in the same or a later trick; a raise accepts."""
    table = talk("3e 4c 5o", "2b 3c 6e", "7b 10o 12c", "4o 5e 6b").say("0 truco", "3 quiero")
    assert table.may("retruco") == set()
    assert table.refused("0 retruco") == Reason.NOT_AVAILABLE
    table.say("0 play 3e")
    assert table.may("retruco") == {1}
    table.say("1 play 2b", "2 play 7b")
    assert table.may("retruco") == {3}
    table.say("3 play 4o", "0 play 4c", "1 retruco")
    assert table.may("vale4") == {0, 2}
    raised = talk(GOOD, FAIR).say("0 truco", "1 retruco")
    assert raised.hand.position.level == 1  # the raise accepted the truco
    assert raised.refused("1 vale4") == Reason.OWN_CALL


def test_ga_tru_05_an_accepted_truco_closes_the_envido() -> None:
    """GA-TRU-05: for all; a refused truco ends the hand."""
    table = talk(GOOD, FAIR).say("0 truco", "1 quiero")
    assert not (table.words(0) | table.words(1)) & CALLS
    table.say("0 play 4b")
    assert table.refused("1 envido") == Reason.TOO_LATE
    flor = talk("4e 5b 12o", "7c 6c 5c").say("0 truco", "1 quiero")
    assert "flor" in flor.words(1)


# --- the envido -----------------------------------------------------------------------------------


def test_ga_env_01_who_opens_it() -> None:
    """GA-ENV-01: in trick 1, on one's turn, before one's first card; ``pies`` the last two."""
    four = (GOOD, FAIR, LOW, "2e 3b 11o")
    table = talk(*four)
    assert table.may("envido") == {0}
    assert table.refused("1 envido") == Reason.NOT_YOUR_TURN
    table.say("0 play 7o", "1 play 5c", "2 play 1b")
    assert table.refused("0 envido") == Reason.NOT_YOUR_TURN
    assert table.may("envido") == {3}
    table.say("3 play 2e")
    assert table.may("envido") == set()
    pies = talk(*four, envido_callers="pies")
    assert pies.may("envido") == set()
    assert pies.refused("0 envido") == Reason.ONLY_PIE
    assert pies.say("0 play 7o", "1 play 5c").may("envido") == {2}
    assert talk(GOOD, FAIR, envido_callers="pies").may("envido") == {0}
    six = talk(*four, "3o 11c 7b", "4e 6b 12c", envido_callers="pies")
    six.say("0 play 7o", "1 play 5c", "2 play 1b", "3 play 2e")
    assert six.may("envido") == {4}


def test_ga_env_01_once_per_hand() -> None:
    """GA-ENV-01: not after a settled one."""
    for answer in ("quiero", "noquiero"):
        table = talk(GOOD, FAIR).say("0 envido", f"1 {answer}")
        assert table.refused("0 envido") == Reason.TOO_LATE


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("7o 6o 4b", 33),
        ("7o 12o 4b", 27),
        ("10o 11o 4b", 20),
        ("7o 6o 5o", 33),  # three of a suit that are not called
        ("7o 6b 12c", 7),
        ("10o 11b 12c", 0),
    ],
)
def test_ga_env_02_points(hand: str, points: int) -> None:
    """GA-ENV-02."""
    table = talk(hand, "1e 2b 11e").say("0 envido", "1 quiero")
    assert table.declared[0] == (0, points)


SEQUENCES = [
    ("envido", 2, 1),
    ("real", 3, 1),
    ("falta", None, 1),
    ("envido real", 5, 2),
    ("envido falta", None, 2),
    ("real falta", None, 3),
    ("envido real falta", None, 5),
    ("envido envido", 4, 2),
    ("envido envido real", 7, 4),
    ("envido envido falta", None, 4),
    ("envido envido real falta", None, 7),
]
"""GA-ENV-05, the table: wanted (``None``: the falta) and refused, with ``add3``."""
FLAT = {"real": (5, 1), "envido real": (5, 2), "real falta": (None, 5)} | {
    "envido envido real": (5, 4),
    "envido real falta": (None, 5),
    "envido envido real falta": (None, 5),
}
"""... with ``flat5``, where it differs or says so."""


@pytest.mark.parametrize("real", ["add3", "flat5"])
@pytest.mark.parametrize(("said", "wanted", "refused"), SEQUENCES)
def test_ga_env_05_the_table(said: str, wanted: int | None, refused: int, real: str) -> None:
    """GA-ENV-05, GA-ENV-03."""
    if real == "flat5":
        wanted, refused = FLAT.get(said, (wanted, refused))
    names = {"envido": "envido", "real": "realenvido", "falta": "faltaenvido"}
    lines = [f"{number % 2} {names[word]}" for number, word in enumerate(said.split())]
    options = {"real_envido": real, "envido_repeat": str(int("envido envido" in said))}
    last = len(lines) % 2
    asked = talk(GOOD, FAIR, score=(7, 11), **options).say(*lines)
    assert asked.say(f"{last} noquiero").points == ((0, refused) if last == 0 else (refused, 0))
    asked = talk(GOOD, FAIR, score=(7, 11), **options).say(*lines, f"{last} quiero")
    assert asked.points == (24 - 11 if wanted is None else wanted, 0)


def test_ga_env_03_what_may_be_said_over_what() -> None:
    """GA-ENV-03, GA-ENV-05: envido < real < falta; envido over envido as an option."""
    table = talk(GOOD, FAIR).say("0 envido")
    assert table.words(1) & CALLS == {"realenvido", "faltaenvido"}
    assert table.refused("1 envido") == Reason.NOT_AVAILABLE
    assert table.say("1 realenvido").words(0) & CALLS == {"faltaenvido"}
    assert not table.say("0 faltaenvido").words(1) & CALLS
    twice = talk(GOOD, FAIR, envido_repeat="1").say("0 envido", "1 envido")
    assert twice.words(0) & CALLS == {"realenvido", "faltaenvido"}


def test_ga_env_04_only_the_winners_number_is_forced_out() -> None:
    """GA-ENV-04: from the mano round; who cannot beat the best says *são boas*; scored at once."""
    table = talk(FAIR, GOOD, LOW, "2e 3b 11o").say("0 envido", "1 quiero")
    assert table.points == (0, 2)
    assert table.declared == [(0, 29), (1, 33), (2, None)]


def test_ga_env_07_ties() -> None:
    """GA-ENV-07: the mano's team; ``nearest_mano``: the tied player nearest the mano."""
    # Mano is seat 0; seats 1 (B) and 2 (A) have 30.
    hands = ("1o 12e 4c", "7e 3e 10b", "6b 4b 2o", "11b 10o 3c")
    lines = ("0 envido", "1 quiero")
    table = talk(*hands).say(*lines)
    assert table.points == (2, 0)
    assert table.declared == [(0, 4), (1, 30), (2, 30), (3, None)]
    nearest = talk(*hands, envido_tie="nearest_mano").say(*lines)
    assert nearest.points == (0, 2)
    assert nearest.declared == [(0, 4), (1, 30), (2, None)]
    # What *são boas* tells depends on whom a tie would have favoured.
    bounds = {
        fact.seat: (fact.low, fact.high)
        for fact in nearest.hand.facts
        if fact.kind == ENVIDO_POINTS
    }
    assert bounds[Seat(2)] == (0, 30)


def test_ga_env_08_the_envido_goes_first() -> None:
    """GA-ENV-08: over a truco, by who has not played; then the truco must still be answered."""
    table = talk(FAIR, GOOD).say("0 truco")
    assert table.words(1) >= CALLS
    table.say("1 envido", "0 quiero")
    assert table.points == (0, 2)
    assert table.awaited == {1}
    assert table.words(1) == {"quiero", "noquiero", "retruco"}
    later = talk(FAIR, GOOD).say("0 play 5c", "1 play 7o", "1 truco")
    assert later.refused("0 envido") == Reason.TOO_LATE


def test_ga_env_08_off() -> None:
    """GA-ENV-08, GA-FIN-04, ``envido_first=off``: a truco closes the envido, and not the flor."""
    table = talk("1b 10o 12e", "7o 6o 5o", envido_first="off").say("0 truco")
    assert not table.words(1) & CALLS
    assert table.refused("1 envido") == Reason.TOO_LATE
    assert "flor" in table.words(1)


def test_ga_fin_04_pies_over_a_truco() -> None:
    """GA-FIN-04: the limit holds there too; over a truco it is said out of turn."""
    four = (FAIR, GOOD, LOW, "2e 3b 11o")
    table = talk(*four, envido_callers="pies").say("0 truco")
    assert table.may("envido") == {3}
    assert table.refused("1 envido") == Reason.ONLY_PIE
    assert talk(*four).say("0 truco").may("envido") == {1, 3}


def test_ga_env_09_shown_after_the_hand() -> None:
    """GA-ENV-09: the winner's cards that made the points, also after a refusal of the truco."""
    table = talk(GOOD, FAIR).say("0 envido", "1 quiero", "0 truco", "1 noquiero")
    assert table.shown == {0: {"7o", "6o"}}
    folded = talk(GOOD, FAIR).say("0 envido", "1 quiero", "0 play 7o", "1 mazo")
    assert folded.shown == {0: {"6o"}}
    assert talk(GOOD, FAIR).say("0 envido", "1 noquiero", "0 mazo").shown == {}

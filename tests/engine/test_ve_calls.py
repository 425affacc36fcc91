"""Truco venezolano: players, match, truco, envido, leaving (VE-PLA, -MAT, -TRU, -ENV, -MAZ)."""

import pytest

from engine.errors import Reason
from engine.events import Called, Declared, GameEnded, Scored
from engine.state.facts import ENVIDO_POINTS
from engine.variants import table_for
from tests.conversation import Talk, cards

HIGH, LOW = "7e 6e 3c", "10e 12e 1b"
"""An envido of 33, and one of 20."""
FOUR = (HIGH, LOW, "1o 12b 4c", "2c 12c 6b")
STRONG, WEAK = "1e 1b 5b", "3c 4e 7b"


def ve(
    *hands: str,
    turned: str = "4o",
    score: tuple[int, int] = (0, 0),
    games: tuple[int, int] = (0, 0),
    **options: str,
) -> Talk:
    return Talk(*hands, game="venezolano", turned=turned, score=score, games=games, also=options)


# --- players and match ---------------------------------------------------------------------------


def test_ve_pla_01_two_or_four_in_pairs() -> None:
    """VE-PLA-01: a call binds the pair, any of the others answers, the first answer counts."""
    talk = ve(*FOUR).say("0 truco")
    assert talk.may("quiero") == {1, 3}
    assert talk.say("3 quiero").may("retruco") == {1, 3}
    with pytest.raises(Exception, match="BAD_OPTION"):
        table_for("venezolano", 6)


def test_ve_pla_01_no_card_while_a_call_waits() -> None:
    """VE-PLA-01, VE-TRU-01: only words accept."""
    talk = ve(STRONG, WEAK).say("1 truco")
    assert talk.lays(0) == set()
    assert talk.refused("0 play 1e") == Reason.ANSWER_FIRST


@pytest.mark.parametrize(
    ("option", "first", "after_no"),
    [("first_speaks", {1, 3}, set()), ("accept_prevails", {1, 3}, {3}), ("pie", {3}, set())],
)
def test_ve_pla_01_answer_by(option: str, first: set[int], after_no: set[int]) -> None:
    talk = ve(*FOUR, answer_by=option).say("0 truco")
    assert talk.may("quiero") == first
    talk.say(f"{min(first)} noquiero")
    assert talk.may("quiero") == after_no


@pytest.mark.parametrize("target", ["24", "12", "32"])
def test_ve_mat_01_target_and_mache(target: str) -> None:
    """VE-MAT-01: the game goes to 24, 12 or 32; the mache to who wins two games."""
    last = int(target) - 1
    talk = ve(STRONG, WEAK, target=target, games_to_win="2", score=(last, last))
    talk.say("0 mazo")
    assert [event.account for event in talk.of(GameEnded)] == [1]
    assert talk.score == (0, 0)
    assert talk.needs == "deal"
    assert ve(STRONG, WEAK, target=target, score=(last, 0)).say("1 mazo").needs == "over"
    decided = ve(STRONG, WEAK, target=target, games_to_win="2", score=(last, 0), games=(1, 1))
    assert decided.say("1 mazo").needs == "over"


def test_ve_mat_02_counted_when_the_hand_is_over() -> None:
    """VE-MAT-02: flor, envido, truco: 2 for the envido come first, and the 3 of the truco too late.

    Nothing is counted before.
    """
    talk = ve("7e 6e 4b", "1e 3c 2c", score=(22, 21))
    talk.say("0 envido", "1 quiero", "0 truco", "1 quiero", "0 play 4b", "1 play 2c")
    assert (talk.score, talk.points) == ((22, 21), (0, 0))
    talk.say("1 play 3c", "0 play 7e", "0 play 6e", "1 play 1e")
    assert talk.points == (2, 3)
    assert [event.account for event in talk.of(GameEnded)] == [0]


def test_ve_mat_02_a_refused_envido_does_not_end_the_hand() -> None:
    """VE-MAT-02: play goes on, though its stones are enough."""
    talk = ve(STRONG, WEAK, score=(23, 21)).say("0 envido", "1 noquiero")
    assert talk.score == (23, 21)
    assert talk.points == (1, 0)
    assert talk.needs == "seat"
    talk.say("0 mazo")
    assert [event.account for event in talk.of(GameEnded)] == [0]


# --- truco ---------------------------------------------------------------------------------------

LADDER = ["truco", "retruco", "vale9", "valejuego"]


@pytest.mark.parametrize(
    ("count", "wanted", "refused"), [(1, 3, 1), (2, 6, 3), (3, 9, 6), (4, 24, 9)]
)
def test_ve_tru_01_values(count: int, wanted: int, refused: int) -> None:
    """VE-TRU-01: 3, 6, 9, the game; refused 1, 3, 6, 9."""
    said = [f"{number % 2} {verb}" for number, verb in enumerate(LADDER[:count])]
    answers, caller = f"{count % 2}", 1 - count % 2
    talk = ve(STRONG, WEAK).say(*said)
    event = talk.of(Called)[-1]
    assert (event.wanted, event.refused) == (wanted, refused)
    paid = talk.say(f"{answers} noquiero").end()
    assert paid[caller] == refused
    assert paid[1 - caller] == 0
    talk = ve(STRONG, WEAK).say(*said, f"{answers} quiero", "0 play 1e", "1 play 4e")
    assert talk.say("0 play 1b", "1 play 3c").end() == (wanted, 0)


def test_ve_tru_01_any_time() -> None:
    """VE-TRU-01: any player, any trick, while nothing is pending; ``own_turn``: in turn."""
    talk = ve(*FOUR)
    assert talk.may("truco") == {0, 1, 2, 3}
    talk.say("0 play 3c", "1 play 1b", "2 play 4c")
    assert talk.may("truco") == {0, 1, 2, 3}
    assert talk.say("3 play 2c").may("truco") == {0, 1, 2, 3}
    talk = ve(*FOUR, truco_when="own_turn")
    assert talk.may("truco") == {0}
    assert talk.refused("1 truco") == Reason.NOT_YOUR_TURN
    assert talk.say("0 envido").refused("1 truco") == Reason.ANSWER_FIRST


def test_ve_tru_02_raising_accepts() -> None:
    """VE-TRU-02: no step is skipped; after a plain quiero only who accepted raises, later too."""
    talk = ve(STRONG, WEAK).say("0 truco")
    assert talk.refused("1 vale9") == Reason.NOT_AVAILABLE
    talk.say("1 quiero", "0 play 1e", "1 play 4e")
    assert talk.may("retruco") == {1}
    assert talk.refused("0 retruco") == Reason.NOT_AVAILABLE
    talk.say("1 retruco", "0 vale9")
    assert talk.say("1 noquiero").end() == (6, 0)


def test_ve_tru_03_vale_juego() -> None:
    """VE-TRU-03: the winner receives what he lacks, whatever else the hand pays; nothing above."""
    asked = ("0 truco", "1 retruco", "0 vale9", "1 valejuego")
    talk = ve(STRONG, WEAK, score=(10, 3)).say(*asked)
    assert talk.words(0) == {"quiero", "noquiero", "mazo"}
    talk.say("0 quiero")
    assert not talk.may("truco") | talk.may("valejuego")
    talk.say("0 play 1e", "1 play 4e", "0 play 1b", "1 play 3c")
    assert talk.end() == (14, 0)
    assert [event.article for event in talk.of(Scored)] == ["valejuego"]
    assert talk.needs == "over"
    talk = ve(STRONG, WEAK, score=(10, 3)).say(*asked, "0 quiero", "0 mazo")
    assert talk.end() == (0, 21)
    assert talk.needs == "over"


# --- envido --------------------------------------------------------------------------------------


def test_ve_env_02_who_and_when() -> None:
    """VE-ENV-02: before one's first card, in turn or in answer to a truco; once a hand."""
    talk = ve(*FOUR)
    assert talk.may("envido") == {0}
    assert talk.refused("1 envido") == Reason.NOT_YOUR_TURN
    talk.say("0 truco")
    assert talk.may("envido") == {1, 3}
    talk.say("3 quiero")
    assert talk.refused("0 envido") == Reason.TOO_LATE
    talk = ve(*FOUR).say("0 play 3c", "1 truco", "2 envido", "3 noquiero")
    assert talk.refused("0 envido") == Reason.TOO_LATE
    assert talk.say("0 noquiero").end() == (1, 1)
    talk = ve(*FOUR).say("0 play 3c", "1 play 1b", "2 envido", "1 noquiero", "2 play 4c")
    assert talk.refused("3 envido") == Reason.TOO_LATE


def test_ve_env_02_only_the_pies() -> None:
    """VE-ENV-02, ``envido_callers=pies``."""
    talk = ve(*FOUR, envido_callers="pies")
    assert talk.refused("0 envido") == Reason.ONLY_PIE
    assert talk.say("0 play 3c", "1 play 1b").may("envido") == {2}


def test_ve_env_03_compared_when_the_hand_is_over() -> None:
    """VE-ENV-03: 2; answered at once, compared at the end, the tie to the nearer to the mano."""
    talk = ve("7e 6e 3c", "7c 6c 12b").say("0 envido", "1 quiero")
    assert talk.points == (0, 0)
    assert talk.of(Declared) == []
    assert [fact for fact in talk.hand.facts if fact.kind == ENVIDO_POINTS] == []
    talk.say("0 mazo")
    assert talk.declared == [(0, 33), (1, None)]
    assert talk.end() == (2, 1)


def test_ve_env_03_shown_when_it_is_won() -> None:
    talk = ve(HIGH, LOW).say("0 envido", "1 quiero", "0 play 3c", "1 mazo")
    assert talk.end() == (3, 0)
    assert set(talk.hand.seen[0]) == set(cards(HIGH))


def test_ve_env_04_raises() -> None:
    """VE-ENV-04: without limit; stones as many as the leader lacks; nothing over a falta."""
    talk = ve(HIGH, LOW, score=(9, 14)).say("0 envido")
    assert {"envido", "piedras 1-10", "faltaenvido"} <= talk.words(1)
    assert talk.refused("1 piedras 11") == Reason.BAD_NUMBER
    assert talk.refused("1 piedras 0") == Reason.BAD_NUMBER
    talk.say("1 envido", "0 envido", "1 envido", "0 piedras 3", "1 piedras 1", "0 faltaenvido")
    assert talk.words(1) == {"quiero", "noquiero", "mazo"}
    talk = ve(HIGH, LOW).say("0 envido", "1 envido", "0 piedras 3", "1 quiero", "1 mazo")
    assert talk.end() == (8, 0)


def test_ve_env_04_stones_only_raise() -> None:
    """VE-ENV-04: "quiero y N piedras más"."""
    talk = ve(HIGH, LOW)
    assert {"envido", "faltaenvido"} <= talk.words(0)
    assert talk.refused("0 piedras 3") == Reason.NOT_AVAILABLE
    talk.say("0 envido")
    assert "piedras" not in talk.words(1)
    assert talk.refused("1 piedras") == Reason.NOT_AT_THIS_TABLE


@pytest.mark.parametrize(
    ("said", "points"),
    [
        (["envido"], 1),
        (["faltaenvido"], 1),
        (["envido", "envido"], 2),
        (["envido", "piedras 5"], 2),
        (["envido", "piedras 5", "envido"], 7),
        (["envido", "piedras 5", "faltaenvido"], 7),
    ],
)
def test_ve_env_05_refused(said: list[str], points: int) -> None:
    """VE-ENV-05: what was already accepted, or 1."""
    talk = ve(HIGH, LOW).say(*(f"{number % 2} {verb}" for number, verb in enumerate(said)))
    talk.say(f"{len(said) % 2} noquiero")
    expected = [0, 0]
    expected[(len(said) - 1) % 2] = points
    assert talk.points == tuple(expected)


def test_ve_env_06_falta() -> None:
    """VE-ENV-06: what the leader lacks, in place of the sum and never less than it."""
    talk = ve(HIGH, LOW, score=(9, 15)).say("0 envido", "1 faltaenvido", "0 quiero", "0 mazo")
    assert talk.end() == (9, 1)
    talk = ve(HIGH, LOW, score=(9, 20))
    talk.say("0 envido", "1 piedras 4", "0 faltaenvido", "1 quiero", "0 mazo")
    assert talk.end() == (6, 1)
    talk = ve(HIGH, LOW, score=(9, 20)).say("0 faltaenvido", "1 quiero", "0 mazo")
    assert talk.end() == (4, 1)


def test_ve_env_07_over_a_truco() -> None:
    """VE-ENV-07: the envido is answered first, then the truco by the same pair."""
    talk = ve(*FOUR).say("1 truco", "0 envido")
    assert talk.awaited == {1, 3}
    talk.say("3 quiero")
    assert talk.awaited == {0, 2}
    assert talk.refused("1 quiero") == Reason.OWN_CALL
    assert talk.say("2 noquiero").end() == (2, 1)


# --- leaving -------------------------------------------------------------------------------------


def test_ve_maz_01_leaving() -> None:
    """VE-MAZ-01: 1, or what was accepted; a pending call counts as refused, and a pending envido
    adds the hand."""
    assert ve(STRONG, WEAK).say("0 mazo").end() == (0, 1)
    assert ve(STRONG, WEAK).say("0 truco", "1 quiero", "0 mazo").end() == (0, 3)
    assert ve(STRONG, WEAK).say("0 truco", "1 retruco", "0 mazo").end() == (0, 3)
    assert ve(STRONG, WEAK).say("0 truco", "1 mazo").end() == (1, 0)
    assert ve(STRONG, WEAK).say("0 envido", "1 envido", "0 mazo").end() == (0, 3)
    assert ve(STRONG, WEAK).say("1 truco", "0 envido", "1 mazo").end() == (2, 0)
    assert ve(STRONG, WEAK).say("0 truco").refused("0 mazo") == Reason.OWN_CALL

"""Truco argentino, the envido (AR-ENV) and the falta (AR-FAL)."""

import pytest

from engine.errors import Reason
from engine.events import Annulled
from engine.state.facts import ENVIDO_POINTS
from tests.conversation import CALLS, Talk

A33, B26 = "7e 6e 4o", "4c 2c 1o"
FOUR = ("7e 6b 4c", "3c 10b 11o", "5o 12c 2b", "7o 4e 12b")

# --- the window ----------------------------------------------------------------------------------


def test_ar_env_01_only_on_ones_turn() -> None:
    """AR-ENV-01: on one's own turn, or in answer to a truco."""
    talk = Talk(A33, B26)
    assert talk.words(0) >= CALLS
    assert not talk.words(1) & CALLS
    assert talk.refused("1 envido") == Reason.NOT_YOUR_TURN


def test_ar_env_01_only_in_the_first_trick() -> None:
    """AR-ENV-01."""
    talk = Talk(A33, B26).say("0 play 4o", "1 play 1o", "1 truco")
    assert not talk.words(0) & CALLS
    assert talk.refused("0 envido") == Reason.TOO_LATE


def test_ar_env_01_only_who_has_not_played() -> None:
    """AR-ENV-01: whoever has laid a card may not open it, not even over a truco."""
    talk = Talk(A33, B26).say("0 play 4o", "1 truco")
    assert not talk.words(0) & CALLS
    assert talk.refused("0 envido") == Reason.TOO_LATE


def test_ar_env_01_not_after_an_accepted_truco() -> None:
    """AR-ENV-01, AR-ENV-09."""
    talk = Talk(A33, B26).say("0 truco", "1 quiero")
    for seat in (0, 1):
        assert not talk.words(seat) & CALLS
    talk.say("0 play 4o")
    assert talk.refused("1 envido") == Reason.TOO_LATE


def test_ar_env_01_not_after_a_flor() -> None:
    """AR-ENV-01, AR-FLO-04: nor by who has none."""
    talk = Talk("7e 6e 5e", B26, flor="con").say("0 flor", "0 play 5e")
    assert not talk.words(1) & CALLS
    assert talk.refused("1 envido") == Reason.TOO_LATE


@pytest.mark.parametrize("dealer", [0, 2, 3])
def test_ar_env_02_only_the_pies(dealer: int) -> None:
    """AR-ENV-02: with four, only the two pies open it."""
    talk = Talk(*FOUR, dealer=dealer)
    for step in range(4):
        seat = (dealer + 1 + step) % 4
        is_pie = step >= 2
        assert (talk.words(seat) >= CALLS) == is_pie
        if not is_pie:
            assert talk.refused(f"{seat} envido") == Reason.ONLY_PIE
        talk.say(f"{seat} {min(talk.lays(seat))}")


@pytest.mark.parametrize("answer", ["quiero", "noquiero"])
def test_ar_env_03_only_once(answer: str) -> None:
    """AR-ENV-03: no second envido after it was answered or refused."""
    talk = Talk(A33, B26).say("0 envido", f"1 {answer}", "0 play 4o")
    assert not talk.words(1) & CALLS
    assert talk.refused("1 envido") == Reason.TOO_LATE
    talk.say("1 truco")
    assert not talk.words(0) & CALLS


# --- the ladder and its stakes -------------------------------------------------------------------

LETTER = {"E": "envido", "R": "realenvido", "F": "faltaenvido"}
F = 30
"""Both at zero: the falta is the chico."""


def sequence(letters: str, **options: str) -> Talk:
    """Calls by turns, seat 0 first; seat 0 has the better points."""
    talk = Talk(A33, B26, also=options)
    for number, letter in enumerate(letters):
        talk.say(f"{number % 2} {LETTER[letter]}")
    return talk


@pytest.mark.parametrize(
    ("letters", "wanted", "refused"),
    [
        ("E", 2, 1),
        ("EE", 4, 2),
        ("R", 3, 1),
        ("ER", 5, 2),
        ("EER", 7, 4),
        ("F", F, 1),
        ("EF", F, 2),
        ("RF", F, 3),
        ("EEF", F, 4),
        ("ERF", F, 5),
        ("EERF", F, 7),
    ],
)
def test_ar_env_06_values(letters: str, wanted: int, refused: int) -> None:
    """AR-ENV-06: every sequence, wanted and refused; refused goes to the last caller's team."""
    answerer = len(letters) % 2
    talk = sequence(letters).say(f"{answerer} quiero")
    assert talk.points == (wanted, 0)
    talk = sequence(letters).say(f"{answerer} noquiero")
    assert talk.points == ((0, refused) if answerer == 0 else (refused, 0))


@pytest.mark.parametrize(
    ("letters", "wanted", "refused"),
    [("RR", 6, 3), ("ERR", 8, 5), ("EERR", 10, 7), ("RRF", F, 6), ("EERRF", F, 10)],
)
def test_ar_env_05_real_repeat(letters: str, wanted: int, refused: int) -> None:
    """AR-ENV-05, ``real_repeat=on``: one more real envido, +3."""
    answerer = len(letters) % 2
    talk = sequence(letters, real_repeat="on").say(f"{answerer} quiero")
    assert talk.points == (wanted, 0)
    talk = sequence(letters, real_repeat="on").say(f"{answerer} noquiero")
    assert sum(talk.points) == refused


@pytest.mark.parametrize(
    ("letters", "raises"),
    [
        ("E", "ERF"),
        ("EE", "RF"),
        ("R", "F"),
        ("ER", "F"),
        ("EER", "F"),
        ("F", ""),
        ("EF", ""),
        ("RF", ""),
        ("EERF", ""),
    ],
)
def test_ar_env_05_answers(letters: str, raises: str) -> None:
    """AR-ENV-05: what may be said over what."""
    answerer = len(letters) % 2
    talk = sequence(letters)
    expected = {"quiero", "noquiero", "mazo"} | {LETTER[letter] for letter in raises}
    assert talk.words(answerer) == expected
    assert talk.words(1 - answerer) == set()


@pytest.mark.parametrize(
    ("letters", "raises"), [("R", "RF"), ("RR", "F"), ("ER", "RF"), ("EERR", "F"), ("RRF", "")]
)
def test_ar_env_05_answers_with_real_repeat(letters: str, raises: str) -> None:
    """AR-ENV-05, ``real_repeat=on``."""
    talk = sequence(letters, real_repeat="on")
    expected = {"quiero", "noquiero", "mazo"} | {LETTER[letter] for letter in raises}
    assert talk.words(len(letters) % 2) == expected


# --- the envido goes first -----------------------------------------------------------------------


def test_ar_env_07_the_envido_goes_first() -> None:
    """AR-ENV-07: while a truco of trick 1 is unanswered, out of turn; the truco is suspended."""
    talk = Talk(A33, B26).say("0 truco")
    assert talk.words(1) >= CALLS
    talk.say("1 envido")
    assert talk.awaited == {0}
    assert talk.words(0) == {"quiero", "noquiero", "envido", "realenvido", "faltaenvido", "mazo"}
    assert talk.refused("0 retruco") == Reason.ANSWER_FIRST


def test_ar_env_07_only_the_challenged_team_and_its_pie() -> None:
    """AR-ENV-07: a player of the challenged team who satisfies AR-ENV-01 and 02."""
    talk = Talk(*FOUR).say("0 truco")
    assert talk.may("envido") == {3}
    assert talk.refused("1 envido") == Reason.ONLY_PIE
    talk = Talk(*FOUR, envido_callers="any").say("0 truco")
    assert talk.may("envido") == {1, 3}
    assert talk.refused("2 envido") == Reason.OWN_CALL
    talk = Talk(*FOUR, envido_callers="any").say("0 play 4c", "1 play 3c", "2 truco")
    assert talk.may("envido") == {3}  # seat 1 has played


@pytest.mark.parametrize("answer", ["quiero", "noquiero"])
def test_ar_env_08_lapse(answer: str) -> None:
    """AR-ENV-08, ``lapse``: the truco is void and must be called again."""
    talk = Talk(A33, B26, truco_after_envido="lapse").say("0 truco", "1 envido", f"0 {answer}")
    assert talk.awaited == {0}
    assert talk.may("truco") == {0, 1}
    assert [event.game for event in talk.of(Annulled)] == ["truco"]
    talk.say("1 truco", "0 noquiero")
    assert sum(talk.end()) == (3 if answer == "quiero" else 2)


@pytest.mark.parametrize("step", ["1 quiero", "1 retruco"])
def test_ar_env_09_accepting_a_truco_closes_the_envido(step: str) -> None:
    """AR-ENV-09: for the whole hand, also for the team that called it."""
    talk = Talk(*FOUR, envido_callers="any").say("0 truco", step)
    if step == "1 retruco":
        assert not talk.words(0) & CALLS
        talk.say("2 quiero")
    for seat in range(4):
        assert not talk.words(seat) & CALLS


# --- declarations --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "declared", "winner"),
    [
        # 33: the rest say "son buenas"; the partner of the leader keeps silent.
        (("7e 6e 4c", "7c 5c 1o", "7o 5o 10e", "4b 1b 11c"), [(0, 33), (1, None), (3, None)], 0),
        # Each one beats the one before.
        (("4e 5b 6c", "4o 1o 2c", "4c 5c 1e", "7e 5e 1b"), [(0, 6), (1, 25), (2, 29), (3, 32)], 1),
        # Seat 2 keeps silent, seat 3 beats his side, so seat 2 comes round again: buenas.
        (
            ("7e 1e 4c", "4o 1o 2c", "4b 3b 6c", "7c 5c 1b"),
            [(0, 28), (1, None), (3, 32), (2, None)],
            1,
        ),
        # ... or he beats him.
        (
            ("7e 1e 4c", "4o 1o 2c", "7b 6b 6c", "7c 5c 1b"),
            [(0, 28), (1, None), (3, 32), (2, 33)],
            0,
        ),
        # ... or equals him: he is nearer the mano, and that is enough.
        (
            ("7e 1e 4c", "4o 1o 2c", "7b 5b 6c", "7c 5c 1b"),
            [(0, 28), (1, None), (3, 32), (2, 32)],
            0,
        ),
        # An equal number farther from the mano does not beat.
        (("7e 5e 4c", "7c 5c 1o", "4b 3o 6c", "4o 11b 2c"), [(0, 32), (1, None), (3, None)], 0),
    ],
)
def test_ar_env_10_declaration(
    hands: tuple[str, ...], declared: list[tuple[int, int | None]], winner: int
) -> None:
    """AR-ENV-10, AR-ENV-11: the mano first, then counter-clockwise; only what is forced out."""
    talk = Talk(*hands, envido_callers="any").say("0 envido", "1 quiero")
    assert talk.declared == declared
    assert talk.points == ((2, 0) if winner == 0 else (0, 2))


def test_ar_env_10_from_the_mano() -> None:
    """AR-ENV-10: it is the mano who begins, not who called."""
    talk = Talk(A33, B26, dealer=0).say("1 play 1o", "0 envido", "1 quiero")
    assert talk.declared == [(1, 26), (0, 33)]


def test_ar_env_11_publishes_only_the_numbers() -> None:
    """AR-ENV-11: the facts are exactly what was said; who kept silent told nothing."""
    hands = ("7e 6e 4c", "7c 5c 1o", "7o 5o 10e", "4b 1b 11c")
    talk = Talk(*hands, envido_callers="any").say("0 envido", "1 quiero")
    facts = {(fact.seat, fact.low, fact.high) for fact in talk.hand.facts}
    # Both are farther from the mano than seat 0: 33 of theirs would not have beaten his.
    assert facts == {(0, 33, 33), (1, 0, 33), (3, 0, 33)}
    assert {fact.kind for fact in talk.hand.facts} == {ENVIDO_POINTS}


def test_ar_env_11_what_buenas_tells_depends_on_the_seat() -> None:
    """AR-ENV-10, AR-ENV-12: nearer the mano than the leader, an equal number would have beaten."""
    hands = ("7e 1e 4c", "4o 1o 2c", "4b 3b 6c", "7c 5c 1b")  # 28, 25, 27, 32
    talk = Talk(*hands, envido_callers="any").say("0 envido", "1 quiero")
    facts = {(fact.seat, fact.low, fact.high) for fact in talk.hand.facts}
    assert facts == {(0, 28, 28), (1, 0, 28), (3, 32, 32), (2, 0, 31)}


def test_ar_env_13_scored_immediately_and_the_hand_goes_on() -> None:
    """AR-ENV-13: envido never ends the hand by itself."""
    talk = Talk(A33, B26).say("0 envido", "1 quiero")
    assert talk.score == (2, 0)
    assert talk.needs == "seat"
    assert talk.awaited == {0}
    talk = Talk(A33, B26).say("0 envido", "1 noquiero")
    assert talk.score == (1, 0)
    assert talk.awaited == {0}


def test_ar_env_15_cards_on_the_table_still_count() -> None:
    """AR-ENV-15: a partner's (and one's own) laid cards count for the team."""
    hands = ("7e 6e 4c", "3c 10b 11o", "5o 12c 2b", "7o 4o 12b")
    talk = Talk(*hands).say("0 play 6e", "1 play 3c", "2 envido", "3 quiero")
    assert talk.points == (2, 0)


def test_ar_env_16_answered_before_any_card() -> None:
    """AR-ENV-16: while it is pending no card is laid and no truco called."""
    talk = Talk(A33, B26).say("0 envido")
    for seat in (0, 1):
        assert talk.lays(seat) == set()
    assert talk.refused("0 play 4o") == Reason.ANSWER_FIRST
    assert talk.may("truco") == set()
    assert talk.refused("1 truco") == Reason.ANSWER_FIRST


def test_ar_env_16_truco_over_envido_refuses() -> None:
    """AR-ENV-16, ``refuses``: calling truco counts as noquiero."""
    talk = Talk(A33, B26, truco_over_envido="refuses").say("0 envido", "1 truco")
    assert talk.points == (1, 0)
    assert talk.awaited == {0}
    talk.say("0 quiero")
    assert talk.hand.position.level == 1
    talk = Talk(A33, B26, truco_over_envido="refuses").say("0 envido")
    assert talk.may("truco") == {1}
    assert talk.refused("0 truco") == Reason.ANSWER_FIRST


def test_ar_env_17_the_mano_says_his_number() -> None:
    """AR-ENV-17: then the side that is behind speaks, by any of its players."""
    hands = ("7e 6e 4c", "7c 5c 1o", "7o 5o 10e", "4b 1b 11c")
    talk = Talk(*hands, envido_callers="any", declare="manual").say("0 envido", "1 quiero")
    assert talk.awaited == {0}
    assert talk.words(0) == {"tengo 0-33", "mazo"}
    assert talk.refused("2 tengo 20") == Reason.NOT_YOUR_TURN
    talk.say("0 tengo 27")
    assert talk.awaited == {1, 3}
    assert talk.words(1) == talk.words(3) == {"tengo 28-33", "buenas", "mazo"}
    talk.say("3 tengo 28")
    assert talk.awaited == {0, 2}
    # Equal and nearer the mano is enough.
    assert talk.words(0) == talk.words(2) == {"tengo 28-33", "buenas", "mazo"}
    talk.say("2 tengo 28")
    assert talk.words(1) == {"tengo 28-33", "buenas", "mazo"}
    assert talk.words(3) == {"tengo 29-33", "buenas", "mazo"}
    assert talk.refused("3 tengo 28") == Reason.BAD_NUMBER
    assert talk.refused("3 tengo 34") == Reason.BAD_NUMBER
    talk.say("1 buenas")
    assert talk.awaited == {0}
    assert talk.lays(0) != set()


def test_ar_env_17_not_with_automatic_declarations() -> None:
    """AR-ENV-11: numbers are not entered then."""
    talk = Talk(A33, B26).say("0 envido")
    assert talk.refused("0 tengo 33") == Reason.NOT_AT_THIS_TABLE
    assert talk.refused("1 buenas") == Reason.NOT_AT_THIS_TABLE


# --- the falta -----------------------------------------------------------------------------------

FORMULAS = ("chico_en_malas", "leader_shortfall", "to_buenas", "loser_shortfall")


@pytest.mark.parametrize("formula", FORMULAS)
@pytest.mark.parametrize(
    ("score", "winner", "pays"),
    [
        ((4, 9), 0, (26, 21, 6, 21)),  # 9 / 4, trailing wins
        ((9, 4), 0, (21, 21, 6, 26)),  # 9 / 4, leader wins
        ((4, 15), 0, (15, 15, 15, 15)),  # 15 / 4, trailing wins
        ((10, 20), 0, (10, 10, 10, 10)),  # 20 / 10, trailing wins
        ((20, 10), 0, (10, 10, 10, 20)),  # 20 / 10, leader wins
        ((9, 4), 1, (26, 21, 6, 21)),
        ((4, 9), 1, (21, 21, 6, 26)),
    ],
)
def test_ar_fal_01_02_formulas(
    score: tuple[int, int], winner: int, pays: tuple[int, ...], formula: str
) -> None:
    """AR-FAL-01, AR-FAL-02: the table of the page, line by line."""
    hands = (A33, B26) if winner == 0 else (B26, A33)
    points = pays[FORMULAS.index(formula)]
    talk = Talk(*hands, score=score, falta=formula).say("0 faltaenvido", "1 quiero")
    assert talk.points == ((points, 0) if winner == 0 else (0, points))


@pytest.mark.parametrize(("target", "half"), [("15", 8), ("24", 12), ("40", 20)])
def test_ar_fal_02_other_targets(target: str, half: int) -> None:
    """AR-FAL-02: ``to_buenas`` with other targets."""
    talk = Talk(A33, B26, score=(3, 5), falta="to_buenas", target=target)
    talk.say("0 faltaenvido", "1 quiero")
    assert talk.points == (half - 5, 0)


def test_ar_fal_03_score_at_the_quiero() -> None:
    """AR-FAL-03: points already scored in this hand count (a flor is not possible; a duel is).

    The first duel's points are on the score when the second one's falta is accepted.
    """
    hands = ("7e 6e 4o", "7c 5c 12e", "1e 4b 4c", "10o 3c 2c", "5o 6o 12b", "1b 11o 6b")
    talk = Talk(*hands, dealer=5, mode="pica", score=(4, 9), duel_cap="none")
    talk.say("0 truco", "3 noquiero")
    assert talk.score == (5, 9)
    talk.say("1 faltaenvido", "4 quiero")
    assert talk.points == (1, 21)


def test_ar_fal_03_replaces_earlier_envidos() -> None:
    """AR-FAL-03: it does not add to them."""
    talk = Talk(A33, B26, score=(10, 20))
    talk.say("0 envido", "1 realenvido", "0 faltaenvido", "1 quiero")
    assert talk.points == (10, 0)


@pytest.mark.parametrize(
    ("buenas_from", "score", "points"),
    [("half", (4, 15), 15), ("half_plus_1", (4, 15), 26), ("half_plus_1", (4, 16), 14)],
)
def test_ar_fal_03_exactly_half(buenas_from: str, score: tuple[int, int], points: int) -> None:
    """AR-FAL-03: a score of exactly half is buenas, or one more."""
    talk = Talk(A33, B26, score=score, buenas_from=buenas_from)
    talk.say("0 faltaenvido", "1 quiero")
    assert talk.points == (points, 0)

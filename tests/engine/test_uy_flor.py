"""Truco uruguayo: the flor and its bets, and the hands of duels (UY-FLO, UY-SEI, UY-PER)."""

import pytest

from engine.cards import SPANISH, UNKNOWN
from engine.errors import Reason
from engine.events import ContestBegan, FlorAnnounced, FlorCompared
from engine.numbers import Seat
from engine.seen.view import view
from engine.state.facts import FLOR_POINTS, HAS_FLOR
from engine.variants import table_for
from tests.conversation import CALLS, Talk, cards

F37, F32 = "7e 6e 4e", "7b 5b 11b"
NONE, NONE_TOO = "12e 2c 1b", "3c 6b 10e"


def uy(
    *hands: str,
    turned: str = "3o",
    score: tuple[int, int] = (0, 0),
    dealer: int | None = None,
    mode: str = "",
    **options: str,
) -> Talk:
    return Talk(
        *hands, game="uruguayo", turned=turned, score=score, dealer=dealer, mode=mode, also=options
    )


# --- which hands, what they are worth -------------------------------------------------------------


@pytest.mark.parametrize(
    ("turned", "hand", "value"),
    [
        ("3o", "2o 4o 5o", 47),
        ("3o", "2o 5o 10e", 38),
        ("3o", "11o 10o 12e", 34),
        ("3o", "5o 7b 6b", 41),
        ("3o", "2o 6o 7o", 43),
        ("3o", "2o 7o 1o", 38),
        ("3o", "7e 6e 12e", 33),
        ("3o", "10e 11e 12e", 20),
        ("3o", "6o 7o 12o", 33),
        ("2c", "12c 4c 5c", 47),
        ("2c", "12c 7e 6e", 43),
        ("12o", "7e 6e 12e", 33),
    ],
)
def test_uy_flo_02_values(turned: str, hand: str, value: int) -> None:
    """UY-FLO-01, UY-FLO-02: the table of the page."""
    worth = table_for("uruguayo", 2).points(SPANISH.read(turned))
    assert (worth.has_flor(cards(hand)), worth.flor_points(cards(hand))) == (True, value)


# --- announced ------------------------------------------------------------------------------------


def test_uy_flo_03_at_any_moment_before_ones_first_card() -> None:
    """UY-FLO-03: in turn or not; ``own_turn`` as AR-FLO-03."""
    talk = uy(NONE, F32)
    assert talk.may("flor") == {1}
    assert talk.refused("0 flor") == Reason.NO_FLOR
    assert uy(NONE, F32, flor_when="own_turn").may("flor") == set()
    talk.say("0 play 1b", "1 play 5b")
    assert talk.refused("1 flor") == Reason.TOO_LATE


def test_uy_flo_03_who_holds_one_calls_and_accepts_no_envido() -> None:
    """UY-FLO-03: it is obligatory; only he is told."""
    talk = uy(F37, NONE)
    assert talk.refused("0 envido") == Reason.FLOR_FIRST
    assert not talk.words(0) & CALLS
    assert talk.public(0) >= CALLS
    talk = uy(NONE, F32).say("0 envido")
    assert talk.refused("1 quiero") == Reason.FLOR_FIRST


def test_uy_flo_03_it_annuls_the_envido() -> None:
    """UY-FLO-03: one called and not accepted, and there is no other in the hand."""
    talk = uy(NONE, F32).say("0 envido", "1 flor")
    assert talk.points == (0, 3)
    assert talk.refused("0 envido") == Reason.TOO_LATE


def test_uy_flo_03_partners_are_announced_and_a_rival_must_answer() -> None:
    """UY-FLO-03: nothing else happens before he has."""
    talk = uy(F37, NONE, "2o 4o 7c", "5c 6c 12c").say("0 flor")
    assert talk.of(FlorAnnounced)[0].seats == (0, 2)
    assert talk.of(FlorAnnounced)[0].asked == (3,)
    assert (talk.awaited, talk.words(3)) == ({3}, {"flor", "florenvido", "resto", "mazo"})
    assert not talk.lays(0)
    known = {fact.seat: fact.low for fact in talk.hand.facts if fact.kind == HAS_FLOR}
    assert known == {0: 1, 2: 1, 3: 1, 1: 0}


@pytest.mark.parametrize(("hands", "points"), [(1, 3), (2, 6), (3, 9)])
def test_uy_flo_04_three_for_each(hands: int, points: int) -> None:
    """UY-FLO-04: collera, trillera."""
    flores = [F37, "2o 4o 7c", "5c 6c 12c"][:hands] + ["1c 3b 10c", "11e 3e 1o"][: 3 - hands]
    others = [NONE, "3c 6b 10e", "2b 7o 12b"]
    every = [hand for pair in zip(flores, others, strict=True) for hand in pair]
    assert uy(*every).say("0 flor").points == (points, 0)


# --- against each other ---------------------------------------------------------------------------


def test_uy_flo_05_la_mia_flor() -> None:
    """UY-FLO-05: settled at once; the best one's side scores 3 for each of its own, the other
    nothing; nobody can decline."""
    talk = uy(F37, F32).say("0 flor")
    assert not talk.legal(1) & {"achico", "noquiero", "florquiero", "quiero"}
    talk.say("1 flor")
    assert talk.points == (3, 0)
    assert talk.of(FlorCompared)[0] == FlorCompared(Seat(0), 37)
    facts = {
        fact.seat: (fact.low, fact.high) for fact in talk.hand.facts if fact.kind == FLOR_POINTS
    }
    assert facts == {0: (37, 37), 1: (0, 37)}, "equal would have been the mano's"
    two = uy(F32, "2o 4o 7c", NONE, "5c 6c 12c").say("0 flor", "1 flor")
    assert two.points == (0, 6)


@pytest.mark.parametrize(("answer", "points"), [("florquiero", (5, 0)), ("achico", (0, 3))])
def test_uy_flo_06_con_flor_envido(answer: str, points: tuple[int, int]) -> None:
    """UY-FLO-06: wanted 5, refused the caller's own flores."""
    assert uy(F37, F32).say("0 flor", "1 florenvido", f"0 {answer}").points == points


@pytest.mark.parametrize(("answer", "points"), [("florquiero", (0, 8)), ("achico", (0, 6))])
def test_uy_flo_06_further_flores(answer: str, points: tuple[int, int]) -> None:
    """UY-FLO-06: 3 for each further flor of the winner; refused 3 for each of the caller's."""
    talk = uy(F32, "2o 4o 7c", NONE, "5c 6c 12c").say("0 flor", "1 florenvido", f"0 {answer}")
    assert talk.points == points


@pytest.mark.parametrize(
    ("resto", "points"), [("plus_flores", 15), ("leader_shortfall", 9), ("win_chico", 30)]
)
def test_uy_flo_07_contra_flor_al_resto(resto: str, points: int) -> None:
    """UY-FLO-07: the falta and 3 for every flor of both sides; or one of the other formulas."""
    talk = uy("2o 6e 4e", F32, score=(10, 31), resto=resto)
    talk.say("0 flor", "1 resto", "0 florquiero")
    assert talk.points == (points, 0)


def test_uy_flo_07_the_falta_of_the_table() -> None:
    """UY-FLO-07, UY-ENV-07: F is the table's falta; ``to_buenas`` here."""
    talk = uy(F37, F32, score=(3, 9), falta="to_buenas").say("0 flor", "1 resto", "0 florquiero")
    assert talk.points == (11 + 6, 0)


@pytest.mark.parametrize(
    ("steps", "option", "points"),
    [
        ("0 flor|1 resto|0 achico", "5", (0, 3)),
        ("0 flor|1 florenvido|0 resto|1 achico", "5", (5, 0)),
        ("0 flor|1 florenvido|0 resto|1 achico", "8", (8, 0)),
    ],
)
def test_uy_flo_07_declined(steps: str, option: str, points: tuple[int, int]) -> None:
    """UY-FLO-07: 3 to the caller, 5 (or 8) over con flor envido."""
    talk = uy(F37, F32, resto_refused_raise=option).say(*steps.split("|"))
    assert talk.points == points


def test_uy_flo_07_the_callers_other_flores_count() -> None:
    """UY-FLO-07: read with UY-FLO-04: 3 more for each further flor of the caller's side."""
    talk = uy(F32, "2o 4o 7c", NONE, "5c 6c 12c").say("0 flor", "1 resto", "0 achico")
    assert talk.points == (0, 6)


def test_uy_flo_07_nothing_above_it() -> None:
    """UY-FLO-07."""
    talk = uy(F37, F32).say("0 flor", "1 resto")
    assert talk.words(0) == {"florquiero", "achico", "mazo"}
    talk = uy(F37, F32).say("0 flor", "1 florenvido")
    assert talk.words(0) == {"florquiero", "achico", "resto", "mazo"}


@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("tie", ["nearest_mano", "alternating"])
def test_uy_flo_08_ties(dealer: int, tie: str) -> None:
    """UY-FLO-08: the nearer the mano, whatever the table does with envidos."""
    talk = uy("7e 6e 4e", "7c 6c 4c", dealer=dealer, envido_tie=tie)
    mano = 1 - dealer
    talk.say(f"{mano} flor", f"{dealer} flor")
    assert talk.points[mano] == 3


def test_uy_flo_09_flor_first_then_the_truco() -> None:
    """UY-FLO-09: the same side answers the truco afterwards."""
    talk = uy(NONE, F32).say("0 truco", "1 flor")
    assert talk.points == (0, 3)
    assert talk.awaited == {1}
    assert talk.say("1 noquiero").end() == (1, 3)


# --- a flor that was kept silent ------------------------------------------------------------------


@pytest.mark.parametrize("false", ["1", "0"])
def test_uy_flo_10_pido_flor(false: str) -> None:
    """UY-FLO-10: 3 to the others."""
    talk = uy(NONE, F32, pido_false=false).say("0 play 12e", "1 mazo", "0 pidoflor 1")
    assert talk.end() == (3 + 1, 0)


@pytest.mark.parametrize(("false", "points"), [("1", (1, 1)), ("0", (1, 0))])
def test_uy_flo_10_unfounded(false: str, points: tuple[int, int]) -> None:
    """UY-FLO-10: 1 to the side that was asked, or nothing."""
    talk = uy(NONE, NONE_TOO, pido_false=false).say("0 play 12e", "1 mazo", "0 pidoflor 1")
    assert talk.end() == points


def test_uy_flo_10_automatic() -> None:
    """UY-FLO-10, ``auto``: the program announces it; nobody claims."""
    talk = uy(F37, NONE, flor_call="auto")
    assert talk.points == (3, 0)
    assert talk.refused("1 pidoflor 0") == Reason.NOT_AT_THIS_TABLE


def test_uy_flo_10_optional() -> None:
    """UY-FLO-10, ``optional``: it just does not score, and its holder may play the envido."""
    talk = uy(F37, NONE, flor_call="optional")
    assert talk.words(0) >= CALLS | {"flor"}
    talk.say("0 envido", "1 quiero")
    assert (talk.declared[0], talk.points) == ((0, 33), (2, 0))
    assert talk.refused("1 pidoflor 0") == Reason.NOT_AT_THIS_TABLE


# --- six ------------------------------------------------------------------------------------------

SIX = ("7e 6e 4o", "3c 2b 5b", "1e 4b 4e", "1c 5c 12e", "10o 11b 6b", "1b 5o 6o")


@pytest.mark.parametrize(
    ("score", "until", "since", "mode"),
    [
        ((0, 0), "half", "0", "pico"),
        ((19, 19), "half", "0", "pico"),
        ((20, 3), "half", "0", "redonda"),
        ((20, 3), "0", "0", "pico"),
        ((35, 3), "5", "0", "pico"),
        ((36, 3), "5", "0", "redonda"),
        ((30, 3), "10", "0", "pico"),
        ((31, 3), "10", "0", "redonda"),
        ((3, 4), "half", "5", "redonda"),
        ((3, 5), "half", "5", "pico"),
    ],
)
def test_uy_sei_01_when_duels_are_due(
    score: tuple[int, int], until: str, since: str, mode: str
) -> None:
    """UY-SEI-01: redondilla first, then alternating, while no team has half the target."""
    a, b = score
    start = (a, b - 1) if b else (a, b)
    talk = uy(*SIX, score=start, duels_until=until, duels_from=since, turned="7c")
    assert talk.hand.mode == "redonda"
    talk.say("0 mazo").end()
    talk.deal(*SIX, turned="7c")
    assert talk.hand.mode == mode
    if mode == "pico":
        assert talk.hand.position.contest == (1, 4)


def test_uy_sei_02_three_duels_in_order() -> None:
    """UY-SEI-02: the mano's first; one muestra for all; only the two of a duel speak."""
    talk = uy(*SIX, mode="pico", turned="7c", dealer=1)
    seats = []
    for _ in range(3):
        mano, other = talk.hand.position.contest
        seats.append((mano, other))
        assert {seat for seat in range(6) if talk.legal(seat)} <= {mano, other}
        assert talk.awaited == {mano}
        waiting = next(seat for seat in range(6) if seat not in (mano, other))
        assert talk.refused(f"{waiting} truco") == Reason.NOT_IN_PLAY
        talk.say(f"{mano} mazo")
    assert seats == [(2, 5), (3, 0), (4, 1)]
    assert [event.seats for event in talk.of(ContestBegan)] == seats


@pytest.mark.parametrize(
    ("options", "said", "points"),
    [
        ({}, "faltaenvido", 6),
        ({"duel_cap": "10"}, "faltaenvido", 10),
        ({}, "envido envido envido realenvido", 6),
        ({"falta_cap": "off"}, "envido envido envido realenvido", 9),
        ({"falta_cap": "off"}, "envido faltaenvido", 6),
    ],
)
def test_uy_sei_03_the_falta_of_a_duel(options: dict[str, str], said: str, points: int) -> None:
    """UY-SEI-03, UY-ENV-08: 6 (or 10), and so no wanted envido pays more (with the cap on)."""
    talk = Talk(*SIX, game="uruguayo", mode="pico", turned="7c", also=options)
    steps = [f"{(0, 3)[at % 2]} {verb}" for at, verb in enumerate(said.split())]
    talk.say(*steps, f"{(0, 3)[len(steps) % 2]} quiero")
    assert talk.points == (points, 0)


def test_uy_sei_03_what_was_accepted_is_not_capped_when_refused() -> None:
    """UY-SEI-03: the cap is that of wanted envidos (UY-ENV-08)."""
    talk = uy(*SIX, mode="pico", turned="7c")
    talk.say("0 envido", "3 envido", "0 envido", "3 realenvido", "0 realenvido", "3 noquiero")
    assert talk.points == (9, 0)


@pytest.mark.parametrize(
    ("cap", "resto", "points"),
    [("6", "plus_flores", 12), ("10", "plus_flores", 16), ("6", "leader_shortfall", 6)],
)
def test_uy_sei_03_al_resto_in_a_duel(cap: str, resto: str, points: int) -> None:
    """UY-SEI-03: F and 3 for both flores: 12, or 16."""
    hands = ("7e 6e 4e", "3c 2b 5c", "1e 4b 12o", "7b 5b 11b", "10o 11o 6c", "1b 5o 6o")
    talk = uy(*hands, mode="pico", turned="7c", duel_cap=cap, resto=resto)
    talk.say("0 flor", "3 resto", "0 florquiero")
    assert talk.points == (points, 0)


NO_FLOR = "7e 6e 4b", "7b 5b 1e"


def test_uy_per_01_the_pie_of_the_other_side_has_not_looked() -> None:
    """UY-PER-01: before he has looked he may challenge; any other step closes the choice."""
    talk = uy(*NO_FLOR, blind_calls="on", dealer=1)
    assert talk.words(0) == {"cft", "ver"}
    assert view(talk.state, 0).dealt == (UNKNOWN,) * 3
    assert view(talk.state, 1).dealt == cards(NO_FLOR[1])
    talk.say("0 ver")
    assert "cft" not in talk.words(0)
    assert view(talk.state, 0).dealt == cards(NO_FLOR[0])
    assert uy(*NO_FLOR).refused("0 cft") == Reason.NOT_AT_THIS_TABLE
    assert uy(*SIX, mode="pico", turned="7c", blind_calls="on").words(0) >= {"truco"}


@pytest.mark.parametrize(
    ("answer", "points"),
    [
        ("quiero", (40, 0)),
        ("noquiero", (2, 0)),
        ("paso falta quiero truco", (1, 0)),
        ("paso truco quiero falta", (40, 0)),
    ],
)
def test_uy_per_01_no_flores(answer: str, points: tuple[int, int]) -> None:
    """UY-PER-01: the falta and the truco, all, in part or not at all, each as if called alone."""
    talk = uy(*NO_FLOR, blind_calls="on").say("0 cft")
    assert talk.words(1) >= {"quiero", "noquiero", "paso falta quiero truco"}
    talk.say(f"1 {answer}")
    assert (talk.end() if talk.needs == "close" else talk.points) == points


@pytest.mark.parametrize(
    ("answer", "points"),
    [
        ("quiero", (46, 0)),
        ("noquiero", (4, 0)),
        ("paso contraflor quiero truco", (3, 0)),
        ("paso truco quiero contraflor", (46, 0)),
    ],
)
def test_uy_per_01_flores_on_both_sides(answer: str, points: tuple[int, int]) -> None:
    """UY-PER-01: the flor's part is the contra flor al resto, at Uruguayan values (UY-FLO-07)."""
    talk = uy(F37, F32, blind_calls="on").say("0 cft")
    talk.say(f"1 {answer}")
    assert (talk.end() if talk.needs == "close" else talk.points) == points


def test_uy_per_01_one_flor() -> None:
    """UY-PER-01: it scores 3, and only the truco is left."""
    talk = uy(F37, NONE_TOO, blind_calls="on").say("0 cft")
    assert talk.points == (3, 0)
    assert talk.words(1) == {"quiero", "noquiero", "mazo"}
    assert talk.say("1 noquiero").end() == (4, 0)


def test_uy_per_01_leaving_instead() -> None:
    """UY-PER-01: the asked side passes everything; who challenged pays 2 (TR-COM-10)."""
    assert uy(*NO_FLOR, blind_calls="on").say("0 cft", "1 mazo").end() == (2, 0)
    assert uy(*NO_FLOR, blind_calls="on").say("0 cft", "0 mazo").end() == (0, 2)


@pytest.mark.parametrize(("leaver", "points"), [(0, (0, 3)), (1, (3, 0))])
def test_uy_per_01_a_flor_whose_holder_has_left(leaver: int, points: tuple[int, int]) -> None:
    """UY-PER-01, AR-MAZ-09 by UY-MAZ-03: nothing is left to compare."""
    hands = (F37, F32, NONE, NONE_TOO)
    talk = uy(*hands, blind_calls="on", mazo="player").say("2 cft", f"{leaver} mazo", "3 quiero")
    assert talk.points == points

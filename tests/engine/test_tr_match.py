"""Truco tradicional a 18: the match, the ways of playing, gallo and punta."""

from random import Random

import pytest

from engine.actions import MAZO, Action
from engine.apply import next_dealer, next_mode
from engine.errors import BadRules, Reason
from engine.events import Dealt, GameEnded, Interfered, MeddlingDenounced, Shown, disclosed
from engine.numbers import Seats
from engine.robots import choose
from engine.seen.view import view
from engine.state.facts import HAS_FLOR
from engine.variants import table_for
from tests.conversation import Talk
from tests.narrow import of_kind, present

LOW, HIGH = "4e 5b 12o", "7c 6c 1o"
"""5 and 33 in the envido."""


def talk(*hands: str, score: tuple[int, ...] = (), **options: str) -> Talk:
    options.setdefault("blind_calls", "off")
    return Talk(*hands, game="tradicional-18", score=score, also=options)


def gone(*hands: str, score: tuple[int, ...] = (), **options: str) -> Talk:
    """The mano leaves at once: 2 to the other."""
    made = talk(*hands, score=score, **options).say("0 mazo")
    made.end()
    return made


# --- the match -----------------------------------------------------------------------------


@pytest.mark.parametrize(("target", "before", "won"), [("18", 16, True), ("18", 15, False)])
def test_tr_mat_01_and_02_a_medio_juego(target: str, before: int, won: bool) -> None:
    """TR-MAT-01, TR-MAT-02: to 18; two of them win the match."""
    made = gone(LOW, HIGH, score=(3, before), target=target)
    assert (made.state.games == (0, 1)) == won
    assert made.score == ((0, 0) if won else (3, before + 2))
    last = talk(LOW, HIGH, score=(0, 17))
    assert last.table.rules.match.games_to_win == 2
    assert Talk(LOW, HIGH, game="tradicional-18", score=(0, 17), games=(0, 1)).say(
        "0 ver", "0 mazo"
    ).end() == (0, 2)


@pytest.mark.parametrize(("achicar", "after"), [("carry", 10), ("drop", 9)])
def test_tr_mat_03_achicar(achicar: str, after: int) -> None:
    """TR-MAT-03: what is over nine is kept, or the count restarts at nine."""
    assert gone(LOW, HIGH, score=(0, 8), achicar=achicar).score == (0, after)
    assert gone(LOW, HIGH, score=(0, 9), achicar=achicar).score == (0, 11)


def test_tr_mat_04_play_stops_as_soon_as_it_is_certain() -> None:
    """TR-MAT-04: ``immediate``, or ``hand``, where the order decides."""
    done = talk(LOW, HIGH, score=(16, 16)).say("0 envido", "1 quiero")
    assert done.needs == "deal"
    assert [event.account for event in done.of(GameEnded)] == [1]
    on = talk(LOW, HIGH, score=(16, 16), end="hand").say("0 envido", "1 quiero")
    assert on.needs == "seat"
    on.say("1 truco", "0 noquiero").end()
    assert [event.account for event in on.of(GameEnded)] == [1]


def test_tr_mat_05_the_points_missing_for_a_chico() -> None:
    """TR-MAT-05: 9 minus the score in malas, 18 minus the score in buenas."""
    for score, worth in (((0, 4), 9), ((3, 0), 6), ((8, 0), 1), ((9, 0), 9), ((12, 0), 6)):
        made = talk(LOW, HIGH, score=score).say("0 faltaenvido", "1 quiero")
        assert made.points == (0, worth)


# --- forming teams, dealing ----------------------------------------------------------------


def test_tr_dea_01_and_02_teams_and_the_deal() -> None:
    """TR-DEA-01, TR-DEA-02: how teams are made is a choice of the table; the deal passes to the
    right, and who sits on the dealer's left cuts."""
    assert {"manual", "by_kings", "random"} == {
        table_for("tradicional-18", 4, {"teams": teams}).rules.option("teams")
        for teams in ("manual", "by_kings", "random")
    }
    made = gone(LOW, HIGH)
    assert next_dealer(made.state) == 0
    assert made.table.rules.cut


# --- how many play --------------------------------------------------------------------------


def test_tr_for_01_and_cor_01_two_and_four() -> None:
    """TR-FOR-01, TR-COR-01: one against one, two against two, crossed."""
    assert table_for("tradicional-18", 2, {}).sides == (0, 1)
    assert table_for("tradicional-18", 4, {}).sides == (0, 1, 0, 1)


def test_tr_gal_01_and_02_one_against_two() -> None:
    """TR-GAL-01, TR-GAL-02: the dealer, or always the same; the seat alone means fijo."""
    turno = table_for("tradicional-18", 3, {})
    assert [turno.seated(dealer).sides for dealer in range(3)] == [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
    fijo = table_for("tradicional-18", 3, {"gallo": "1"})
    assert fijo.rules.option("gallo_mode") == "fijo"
    assert [fijo.seated(dealer).sides for dealer in range(3)] == [(1, 0, 1)] * 3
    turns = {"gallo": "1", "gallo_mode": "turno"}
    with pytest.raises(BadRules) as caught:
        table_for("tradicional-18", 3, turns)
    assert caught.value.problems == (("gallo", "1"),)
    with pytest.raises(BadRules) as caught:
        table_for("tradicional-18", 5, {**turns, "target": "7", "flor": "sin"})
    every = {("players", "5"), ("target", "7"), ("flor", ""), ("gallo", "1")}
    assert set(caught.value.problems) == every
    made = talk(LOW, HIGH, "2e 3b 11c")
    assert made.state.table.sides == (1, 1, 0)
    made.say("0 truco", "2 noquiero").end()
    made.deal(LOW, HIGH, "2e 3b 11c")
    assert made.state.table.sides == (0, 1, 1)


def test_tr_gal_03_two_scores_or_three() -> None:
    """TR-GAL-03: what the pair wins is credited to each of its members."""
    made = talk(LOW, HIGH, "2e 3b 11c", score=(1, 2, 3)).say("0 truco", "2 noquiero")
    made.end()
    assert made.score == (2, 3, 3)
    fijo = talk(LOW, HIGH, "2e 3b 11c", score=(1, 2), gallo="2").say("0 truco", "2 noquiero")
    fijo.end()
    assert fijo.score == (1, 3)


def test_tr_gal_03_the_pairs_score_is_that_of_who_is_further_on() -> None:
    """TR-GAL-03: for the falta; the loser's here, 9 - 7."""
    made = talk(LOW, "4c 5o 11b", "7c 6c 1o", score=(2, 7, 0)).say("0 faltaenvido", "2 quiero")
    assert made.points == (2, 0)


@pytest.mark.parametrize(
    ("score", "winner"), [((16, 17, 0), 1), ((17, 16, 0), 0), ((17, 17, 0), 0)]
)
def test_tr_gal_03_both_of_the_pair_complete_it(score: tuple[int, ...], winner: int) -> None:
    """TR-GAL-03: the one with more points has won, then the one nearer the mano."""
    made = talk(LOW, HIGH, "2e 3b 11c", score=score)
    made.say("0 truco", "2 quiero", "2 retruco", "0 vale4", "2 noquiero").end()
    assert [event.account for event in made.of(GameEnded)] == [winner]


def test_tr_gal_04_four_cards_for_the_lone_player() -> None:
    """TR-GAL-04: he puts one away, unseen, before anything else."""
    made = talk(LOW, HIGH, "2e 3b 11c 7e", gallo_four_cards="on")
    assert made.awaited == {2}
    assert made.legal(2) == {"descarta 2e", "descarta 3b", "descarta 11c", "descarta 7e"}
    assert made.legal(0) == set()
    assert made.refused("0 play 12o") == Reason.NOT_YOUR_TURN
    assert made.refused("2 truco") == Reason.ANSWER_FIRST
    assert made.refused("2 descarta 1e") == Reason.NO_SUCH_CARD
    made.say("2 descarta 11c")
    assert made.hand.dealt[2] == made.hand.cards[2]
    assert len(made.hand.cards[2]) == 3
    assert view(made.state, 2).put_away == made.hand.put_away != -1
    assert view(made.state, 0).put_away == -1
    assert made.refused("2 descarta 2e") == Reason.TOO_LATE
    assert talk(LOW, HIGH, "2e 3b 11c").refused("2 descarta 2e") == Reason.NOT_AT_THIS_TABLE


# --- six and eight ---------------------------------------------------------------------------

SIX = ("7e 6o 4b", "2c 11o 5b", "3c 10e 4o", "3b 12c 1o", "1e 6b 5o", "7c 10c 12b")


def six(**options: str) -> Talk:
    return Talk(*SIX, game="tradicional-18", mode="punta", also=options)


def test_tr_sei_01_and_02_redonda_and_punta_alternate() -> None:
    """TR-SEI-01, TR-SEI-02: from the first hand on, beginning with a redonda."""
    made = talk(*SIX)
    assert made.hand.mode == "redonda"
    assert made.state.table.sides == (0, 1) * 3
    made.say("0 truco", "1 noquiero").end()
    assert next_mode(made.state) == "punta"
    late = talk(*SIX, score=(0, 14), duels_until="5").say("0 truco", "1 noquiero")
    late.end()
    assert next_mode(late.state) == "redonda"


def test_tr_sei_03_three_duels() -> None:
    """TR-SEI-03: each even seat against the third from it, the mano's duel first."""
    table = table_for("tradicional-18", 6, {})
    assert table.contests(5, "punta") == ((0, 3), (1, 4), (2, 5))
    assert table.contests(0, "punta") == ((1, 4), (2, 5), (3, 0))
    made = six()
    assert made.awaited == {0}
    assert made.may("truco") == {0, 3}
    made.say("0 truco", "3 noquiero")
    assert made.awaited == {1}
    assert made.hand.position.contest == (1, 4)
    assert present(table.rules.duels).cap > 1000


def test_tr_och_01_duels_of_eight() -> None:
    """TR-OCH-01: 0-3, 2-5, 4-7, 6-1, in the order of the seats that have not played."""
    table = table_for("tradicional-18", 8, {})
    assert table.contests(7, "punta") == ((0, 3), (1, 6), (2, 5), (4, 7))
    assert table.contests(2, "punta") == ((3, 0), (4, 7), (5, 2), (6, 1))
    assert table.sides == (0, 1) * 4


def test_tr_och_01_as_six_do() -> None:
    """TR-OCH-01, TR-SEI-02: redonda and punta alternate with eight too."""
    made = talk(*SIX, "1b 3o 6e", "2b 7o 11b")
    assert made.hand.mode == "redonda"
    made.say("0 truco", "1 noquiero").end()
    assert next_mode(made.state) == "punta"


def test_tr_sei_03_falta_by_the_score_of_the_duel() -> None:
    """TR-SEI-03, TR-MAT-04: in punta scores stand still during a duel, not longer."""
    made = six().say("0 truco", "3 noquiero")
    assert made.score == (1, 0)
    made.say("1 faltaenvido", "4 quiero")
    assert made.points[1] == 0
    assert made.points == (1 + 9, 0)


def test_tr_sei_04_only_the_adversary_claims() -> None:
    """TR-SEI-04: who plays against somebody else has nothing to say to a seat."""
    made = six().say("0 truco", "3 noquiero", "1 truco", "4 noquiero", "2 truco", "5 noquiero")
    assert made.needs == "close"
    assert {word for word in made.words(0)} == {"pidoflor 3"}
    assert {word for word in made.words(4)} == {"pidoflor 1"}


def test_tr_sei_05_and_fal_04_who_meddles_loses_the_duel_when_the_others_denounce_it() -> None:
    """TR-SEI-05, TR-FAL-04: what his side won in it goes back, the others score 4."""
    made = six().say("0 envido", "3 noquiero")
    assert made.points == (1, 0)
    assert made.offered(2) == set(), "nobody is offered a fault"
    assert made.legal(2) == {"interfiere"}
    assert made.refused("0 interfiere") == Reason.NOT_AVAILABLE
    made.say("2 interfiere")
    assert made.points == (1, 0), "a remark that nobody denounces costs nothing"
    assert made.hand.position.contest == (0, 3)
    made.say("3 denuncia")
    assert made.points == (0, 4)
    assert [event.seat for event in made.of(Interfered)] == [2]
    assert [event.seat for event in made.of(MeddlingDenounced)] == [3]
    assert made.hand.position.contest == (1, 4)
    other = six().say("0 envido", "3 noquiero", "5 interfiere", "0 denuncia")
    assert other.points == (1 + 4, 0)


def test_tr_sei_05_the_duels_player_of_the_other_side_denounces_and_nobody_else() -> None:
    """TR-SEI-05, TR-SEI-04: in turn or not, over a call too, and only while the duel lasts."""
    made = six()
    assert not any("denuncia" in made.offered(seat) for seat in range(6))
    assert made.refused("3 denuncia") == Reason.NOT_AVAILABLE
    made.say("2 interfiere", "0 truco")
    assert [seat for seat in range(6) if "denuncia" in made.offered(seat)] == [3]
    assert made.refused("0 denuncia") == Reason.NOT_AVAILABLE
    assert made.refused("1 denuncia") == Reason.NOT_IN_PLAY
    for seat in (2, 4):
        assert made.legal(seat) == set(), "a side has spoken, whoever of it says more"
    for seat in (1, 5):
        assert made.legal(seat) == {"interfiere"}
    both = six().say("2 interfiere", "1 interfiere")
    assert [seat for seat in range(6) if "denuncia" in both.offered(seat)] == [0, 3]
    made.say("3 noquiero")
    assert made.hand.position.contest == (1, 4)
    assert not any("denuncia" in made.offered(seat) for seat in range(6)), "that duel is over"
    assert made.points == (1, 0)


def test_tr_sei_05_a_robot_denounces() -> None:
    """TR-SEI-05: what is offered is proved."""
    made = six().say("2 interfiere", "0 play 7e")
    assert choose(view(made.state, 3), Random(1)).verb == "denuncia"


def test_tr_sei_05_what_his_side_won_before_is_still_shown() -> None:
    """TR-SEI-05, AR-MOS-01: the winner of an earlier duel's envido turns up his points."""
    made = six(declare="manual")
    best = made.state.table.envido_points(made.hand.dealt[0], -1)
    made.say("0 envido", "3 quiero", f"0 tengo {best}", "3 buenas", "3 mazo")
    made.say("1 truco", "2 interfiere", "1 denuncia", "2 truco", "5 noquiero").end()
    assert [event.seat for event in made.of(Shown)] == [0]
    lost = six(declare="manual").say("0 envido", "3 quiero", f"0 tengo {best}", "3 buenas")
    lost.say("2 interfiere", "3 denuncia", "1 mazo", "2 mazo").end()
    assert lost.of(Shown) == [], "what was given back proves nothing"


def test_tr_sei_06_who_waits_neither_shows_nor_speaks() -> None:
    """TR-SEI-06."""
    made = six()
    for seat in (1, 2, 4, 5):
        assert made.legal(seat) == {"interfiere"}
        assert made.refused(f"{seat} truco") == Reason.NOT_IN_PLAY


# --- in general ------------------------------------------------------------------------------


def test_tr_gen_02_and_09_no_card_under_a_pending_bet_and_none_face_down() -> None:
    """TR-GEN-02, TR-GEN-09."""
    made = talk(LOW, HIGH)
    assert made.refused("0 cover 4e") == Reason.NO_COVER
    made.say("1 truco")
    assert made.lays(0) == set()
    assert made.refused("0 play 4e") == Reason.ANSWER_FIRST
    assert "cover 4e" in talk(LOW, HIGH, cover_from="1").legal(0)


@pytest.mark.parametrize(
    ("steps", "points"),
    [
        (("0 mazo",), (0, 2)),
        (("0 play 4e", "1 mazo"), (2, 0)),
        (("0 play 4e", "1 play 1o", "1 mazo"), (1, 0)),
        (("1 truco", "0 mazo"), (0, 1)),
        (("1 truco", "0 quiero", "0 mazo"), (0, 2)),
        (("0 envido", "1 mazo"), (2, 0)),
        (("0 envido", "1 noquiero", "1 mazo"), (2, 0)),
    ],
)
def test_tr_gen_03_what_leaving_costs(steps: tuple[str, ...], points: tuple[int, int]) -> None:
    """TR-GEN-03: 2 before any card of the side and any word; else what the hand is worth."""
    assert talk(LOW, HIGH).say(*steps).end() == points


def test_tr_gen_03_and_the_flores_of_the_others() -> None:
    """TR-GEN-03: 3 for each besides."""
    made = talk(LOW, "7c 6c 4c", "2e 3b 11c", "1o 2o 3o", mazo="team").say("0 mazo")
    assert made.end() == (0, 2 + 3 + 3)
    told = {fact.seat: fact.low for fact in made.hand.facts if fact.kind == HAS_FLOR}
    assert told == {1: 1, 3: 1}


def test_tr_gen_04_one_leaves_alone() -> None:
    """TR-GEN-04: his side goes on; the last of it gives up."""
    made = talk(LOW, HIGH, "2e 3b 11c", "1e 1b 4o").say("0 mazo")
    assert made.needs == "seat"
    assert made.hand.position.gone == Seats(0b1)
    assert made.say("2 mazo").end() == (0, 2)
    assert talk(LOW, HIGH, "2e 3b 11c", "1e 1b 4o", mazo="team").say("0 mazo").end() == (0, 2)


def test_tr_gen_06_a_number_said_is_binding() -> None:
    """TR-GEN-06, TR-ENV-06: the mano first; it cannot be mended, only beaten."""
    made = talk(LOW, HIGH, declare="manual").say("0 envido", "1 quiero")
    assert made.awaited == {0}
    made.say("0 tengo 20")
    assert made.refused("0 tengo 25") == Reason.OWN_CALL
    assert made.legal(1) == {"tengo 21-33", "buenas", "mazo"}


def test_the_cards_of_who_has_not_looked_are_not_told() -> None:
    """TR-COM-01: by the event of the deal."""
    made = Talk(LOW, HIGH, game="tradicional-18")
    (dealt,) = made.of(Dealt)
    assert of_kind(Dealt, disclosed(dealt, 0)).hands[0] == (-1, -1, -1)
    assert of_kind(Dealt, disclosed(dealt, 1)).hands[1] == dealt.hands[1]
    assert made.hand.position.blind == 0
    assert Action(0, MAZO) not in view(made.state, 0).legal

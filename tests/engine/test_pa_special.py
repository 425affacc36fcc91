"""Truco paulista: mão de onze (PA-ONZ), mão de ferro (PA-FER), the score (PA-SCO)."""

import pytest

from engine.actions import PLAY_NTH, Action
from engine.cards import UNKNOWN
from engine.errors import IllegalAction, Reason
from engine.events import Dealt, Shown, disclosed
from engine.guard.legal import is_trap
from engine.record.notation import read_step
from engine.seen.view import PUBLIC, view
from engine.state.facts import HOLDS
from tests.brazil.talk import TIE, A, B, Talk, cards
from tests.narrow import of_kind

# With the vira 6d the sevens are manilhas; seat 2 holds zap and copas.
FOUR = ("Ah Kc 5s", "As Qd 4h", "7h 7c Jh", "Ad 3s 4c")
TWO = ("7c 7h 3c", "4c 4h 5c")
A_WINS = ("0 play 7c", "1 play 4c", "0 play 7h", "1 play 4h")
TIED = ("3c 2d Kh", "3d 2s Kc")
ALL_TIED = ("0 play 3c", "1 play 3d", "1 play 2s", "0 play 2d", "0 play Kh", "1 play Kc")


def four(a: int, b: int, **options: str) -> Talk:
    return Talk(*FOUR, vira="6d", score=(a, b), also=options)


def two(a: int, b: int, **options: str) -> Talk:
    return Talk(*TWO, vira="6d", score=(a, b), also=options)


# --- mão de onze ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("score", "deciders"),
    [((11, 0), {0, 2}), ((11, 10), {0, 2}), ((10, 11), {1, 3}), ((10, 10), {0}), ((11, 11), {0})],
)
def test_pa_onz_01_exactly_one_team_at_11(score: tuple[int, int], deciders: set[int]) -> None:
    """PA-ONZ-01: at the start of a hand; otherwise the mão simply plays."""
    talk = four(*score)
    assert talk.awaited == deciders
    assert talk.may("joga") == (deciders if len(deciders) == 2 else set())


def test_pa_onz_01_also_in_1_v_1() -> None:
    """PA-ONZ-01: without the peeking."""
    talk = two(3, 11)
    assert talk.awaited == {1}
    assert talk.words(1) == {"joga", "corre"}
    assert talk.knows(1) == {1: {"4c", "4h", "5c"}}


def test_pa_onz_02_both_teams_look() -> None:
    """PA-ONZ-02, ``both``: everybody sees his partner's cards, and nobody else's."""
    talk = four(11, 3)
    hands = {seat: set(hand.split()) for seat, hand in enumerate(FOUR)}
    for seat in range(4):
        partner = (seat + 2) % 4
        assert talk.knows(seat) == {seat: hands[seat], partner: hands[partner]}
    assert talk.knows(PUBLIC) == {}


def test_pa_onz_02_only_the_team_at_11() -> None:
    """PA-ONZ-02, ``team_only``."""
    talk = four(3, 11, special_peek="team_only")
    assert set(talk.knows(1)) == set(talk.knows(3)) == {1, 3}
    assert set(talk.knows(0)) == {0}
    assert set(talk.knows(2)) == {2}


def test_pa_onz_02_three_partners() -> None:
    """PA-ONZ-02: in a team of three everyone sees both partners."""
    hands = (*FOUR, "5c 5d 5h", "6c 6s 6h")
    talk = Talk(*hands, vira="6d", score=(11, 0))
    assert set(talk.knows(4)) == {0, 2, 4}
    assert set(talk.knows(5)) == {1, 3, 5}


def test_pa_onz_02_not_in_an_ordinary_hand() -> None:
    """PA-ONZ-02."""
    assert four(10, 10).knows(0) == {0: {"Ah", "Kc", "5s"}}


@pytest.mark.parametrize("seat", [0, 2])
def test_pa_onz_03_running(seat: int) -> None:
    """PA-ONZ-03: the opponents score 1, the hand ends."""
    talk = four(11, 9).say(f"{seat} corre")
    assert talk.points == (0, 1)
    assert talk.score == (11, 10)


def test_pa_onz_03_nothing_before_the_decision() -> None:
    """PA-ONZ-03: the team at 11 decides, and until then nobody plays."""
    talk = four(11, 3)
    for seat in (1, 3):
        assert talk.legal(seat) == set()
        assert talk.refused(f"{seat} joga") == Reason.NOT_YOUR_TURN
    assert talk.refused("0 play Ah") == Reason.ANSWER_FIRST
    assert talk.refused("0 mostrar") == Reason.NOT_AVAILABLE


@pytest.mark.parametrize(("mine", "result"), [(TWO, (3, 0)), (TWO[::-1], (0, 3))])
def test_pa_onz_04_playing(mine: tuple[str, str], result: tuple[int, int]) -> None:
    """PA-ONZ-04: worth 3, fixed, to whoever wins it."""
    talk = Talk(*mine, vira="6d", score=(11, 3)).say("0 joga")
    assert talk.worth == 3
    for one, other in zip(mine[0].split()[:2], mine[1].split()[:2], strict=True):
        for _ in (0, 1):
            (seat,) = talk.awaited
            talk.say(f"{seat} play {(one, other)[seat]}")
    assert talk.points == result


def test_pa_onz_05_illegal() -> None:
    """PA-ONZ-05: the button is simply disabled."""
    talk = four(11, 3, special_call="illegal").say("0 joga")
    assert talk.may("truco") == set()
    assert talk.refused("0 truco") == Reason.SPECIAL_HAND


@pytest.mark.parametrize("call", ["lose_hand", "lose_game", "illegal"])
def test_pa_fin_01_not_before_the_decision(call: str) -> None:
    """PA-FIN-01, PA-ONZ-05: during the decision a truco is refused, not punished."""
    talk = four(11, 3, special_call=call)
    assert talk.may("truco") == set()
    for seat in range(4):
        assert talk.refused(f"{seat} truco") == Reason.SPECIAL_HAND


def test_pa_fin_01_only_the_word_truco() -> None:
    """PA-FIN-01: the other steps are no calls, they are refused."""
    talk = four(11, 3).say("0 joga")
    for word in ("seis", "nove", "doze"):
        assert talk.refused(f"1 {word}") == Reason.SPECIAL_HAND


def test_pa_onz_05_a_fault_is_legal_and_never_offered() -> None:
    """PA-ONZ-05: a record may hold it; no screen shows it and no robot chooses it."""
    talk = four(11, 3).say("0 joga")
    for seat in range(4):
        assert "truco" in talk.legal(seat)
        assert "truco" not in talk.offered(seat)
        assert "truco" not in talk.public(seat)
        assert is_trap(talk.state, Action(seat, "truco"))
        assert view(talk.state, seat).offered == tuple(
            step for step in view(talk.state, seat).legal if step.verb != "truco"
        )


def test_pa_onz_06_three_ties() -> None:
    """PA-ONZ-06: nobody scores; the next hand is a mão de onze again."""
    talk = Talk(*TIED, vira="5h", score=(11, 4)).say("0 joga", *ALL_TIED)
    assert talk.points == (0, 0)
    talk.deal(*TIED, vira="5h")
    assert talk.awaited == {0}
    assert talk.words(0) == {"joga", "corre"}


def test_pa_onz_07_the_unbeatable_pair() -> None:
    """PA-ONZ-07: on turn, instead of playing; the team wins the hand, 3."""
    talk = four(11, 3).say("0 joga", "0 play Ah", "1 play As")
    assert talk.may("mostrar") == {2}
    talk.say("2 mostrar")
    assert talk.points == (3, 0)
    (shown,) = talk.of(Shown)
    assert (shown.seat, set(shown.cards)) == (2, set(cards("7c 7h")))
    assert set(view(talk.state, PUBLIC).seen[2]) == set(cards("7c 7h"))


def test_pa_onz_07_only_with_both_in_hand() -> None:
    """PA-ONZ-07: who has laid one of them holds them no more."""
    talk = four(11, 3).say("0 joga", "0 play Ah", "1 play As", "2 play 7h", "3 play Ad")
    assert talk.awaited == {2}
    assert talk.may("mostrar") == set()
    assert talk.refused("2 mostrar") == Reason.NO_SUCH_CARD


def test_pa_onz_07_everybody_sees_the_same_button() -> None:
    """PA-ONZ-07: what others see does not tell who holds the pair."""
    talk = four(11, 3).say("0 joga")
    assert talk.public(0) == {"mostrar"}
    assert talk.words(0) == {"truco"}


def test_pa_onz_07_off() -> None:
    """PA-ONZ-07, ``off``."""
    talk = two(11, 3, claim_unbeatable="off").say("0 joga")
    assert talk.refused("0 mostrar") == Reason.NOT_AT_THIS_TABLE


def test_pa_fin_07_either_team_after_joga() -> None:
    """PA-FIN-07: on the claimer's own turn, by a player of either team."""
    talk = two(3, 11)
    assert talk.refused("0 mostrar") == Reason.NOT_AVAILABLE
    talk.say("1 joga")
    assert talk.may("mostrar") == {0}
    talk.say("0 mostrar")
    assert talk.points == (3, 0)
    other = Talk(*TWO, vira="6d", score=(3, 11), dealer=0).say("1 joga")
    assert other.refused("0 mostrar") == Reason.NOT_AVAILABLE


@pytest.mark.parametrize("score", [(0, 0), (10, 10), (11, 11)])
def test_pa_onz_07_only_in_a_mao_de_onze(score: tuple[int, int]) -> None:
    """PA-ONZ-07: not in an ordinary hand, not at 11-11."""
    assert two(*score).refused("0 mostrar") == Reason.NOT_AVAILABLE


def test_pa_fin_03_no_decision_in_1_v_1() -> None:
    """PA-FIN-03, ``special_solo=off``: an ordinary hand; 11-11 is still a mão de ferro."""
    talk = two(11, 3, special_solo="off")
    assert talk.awaited == {0}
    talk.say("0 truco", "1 quiero", *A_WINS)
    assert talk.points == (3, 0)
    ferro = two(11, 11, special_solo="off")
    assert "truco" not in ferro.offered(0)
    assert ferro.say("0 truco").points == (0, 1)
    pairs = four(11, 3, special_solo="off")
    assert pairs.awaited == {0, 2}


# --- mão de ferro --------------------------------------------------------------------------------


def test_pa_fer_01_must_be_played() -> None:
    """PA-FER-01: no decision, no running; any win wins the game and is recorded as 1."""
    talk = two(11, 11)
    assert talk.awaited == {0}
    for word in ("joga", "corre", "quiero", "noquiero"):
        assert talk.refused(f"0 {word}") == Reason.NOTHING_TO_ANSWER
    talk.say(*A_WINS)
    assert talk.points == (1, 0)
    assert talk.state.winner == A


@pytest.mark.parametrize("call", ["lose_hand", "lose_game"])
def test_pa_fer_01_a_call_is_a_fault(call: str) -> None:
    """PA-FER-01, PA-ONZ-05: the others score 1 and have won."""
    talk = four(11, 11, special_call=call).say("3 truco")
    assert talk.points == (1, 0)
    assert talk.state.winner == A
    illegal = four(11, 11, special_call="illegal")
    assert illegal.refused("0 truco") == Reason.SPECIAL_HAND


def test_pa_fer_02_own_cards() -> None:
    """PA-FER-02, ``own``: the default."""
    talk = four(11, 11)
    for seat in range(4):
        assert talk.knows(seat) == {seat: set(FOUR[seat].split())}


def test_pa_fer_02_peek() -> None:
    """PA-FER-02, ``peek``: partners see each other's; this does not depend on ``special_peek``."""
    talk = four(11, 11, ferro="peek", special_peek="team_only")
    for seat in range(4):
        assert set(talk.knows(seat)) == {seat, (seat + 2) % 4}


def test_pa_fer_02_blind() -> None:
    """PA-FER-02, ``blind``: nobody sees any card; one of three is chosen by its place."""
    talk = four(11, 11, ferro="blind")
    for seat in (PUBLIC, 0, 1, 2, 3):
        assert talk.knows(seat) == {}
        seen = view(talk.state, seat)
        assert set(seen.dealt) | set(seen.cards) <= {UNKNOWN}
        assert seen.counts == (3, 3, 3, 3)
        told = of_kind(Dealt, disclosed(talk.of(Dealt)[0], seat))
        assert {card for hand in told.hands for card in hand} == {UNKNOWN}
    assert talk.lays(0) == {"play 1", "play 2", "play 3"}


def test_pa_fer_02_blind_cards_are_turned_up_as_played() -> None:
    """PA-FER-02: the place in the deal; places already played are gone; no covering."""
    talk = four(11, 11, ferro="blind").say("0 play 2")
    assert view(talk.state, PUBLIC).plays[0].card == cards("Kc")[0]
    assert talk.refused("1 cover As") == Reason.NO_COVER
    talk.say("1 play 1", "2 play 3", "3 play 3")
    assert talk.tricks == [B]
    talk.say("1 play 3")
    assert talk.lays(2) == {"play 1", "play 2"}
    assert talk.refused("2 play 3") == Reason.NO_SUCH_CARD
    assert view(talk.state, 2).cards == (UNKNOWN, UNKNOWN)


def test_pa_fer_02_blind_cards_cannot_be_named() -> None:
    """PA-FER-02: naming a card is refused alike whether it is there or not."""
    talk = four(11, 11, ferro="blind")
    for card in ("Ah", "7c", "2d"):
        with pytest.raises(IllegalAction) as caught:
            talk._take(read_step(talk.state, 0, f"play {card}"))
        assert caught.value.reason == Reason.NO_SUCH_CARD


def test_pa_fer_02_places_only_in_a_blind_hand() -> None:
    """PA-FER-02: elsewhere a card is named by itself, whatever its number is inside."""
    for score in ((0, 0), (11, 11)):
        talk = Talk("2c 3c 4c", "As Qd 4h", vira="6d", score=score)
        for place in range(-1, 5):
            with pytest.raises(IllegalAction):
                talk._take(Action(0, PLAY_NTH, place))
    # In a mão de onze cards are seen, whatever ``ferro`` says.
    assert four(11, 3, ferro="blind").knows(1)[1] == set(FOUR[1].split())


def test_pa_fer_03_three_ties() -> None:
    """PA-FER-03: no points, another mão de ferro follows; then somebody wins the game."""
    talk = Talk(*TIED, vira="5h", score=(11, 11)).say(*ALL_TIED)
    assert talk.tricks == [TIE] * 3
    assert talk.points == (0, 0)
    assert talk.needs == "deal"
    talk.deal(*TWO, vira="6d")
    assert "truco" not in talk.offered(1)
    talk.say("1 play 4c", "0 play 7c", "0 play 7h", "1 play 4h")
    assert talk.state.winner == A


# --- the score -----------------------------------------------------------------------------------


@pytest.mark.parametrize("target", ["12", "15", "24"])
def test_pa_sco_02_the_target(target: str) -> None:
    """PA-SCO-02: the game ends as soon as a team reaches it; what is beyond is not kept."""
    near = int(target) - 2
    talk = two(near, 3, target=target).say("0 truco", "1 quiero", *A_WINS)
    assert talk.points == (3, 0)
    assert talk.score == (int(target), 3)
    assert talk.needs == "over"
    assert talk.refused("0 truco") == Reason.MATCH_OVER


@pytest.mark.parametrize(("target", "near"), [("12", 11), ("15", 14), ("24", 23)])
def test_pa_sco_02_special_hands_sit_below_it(target: str, near: int) -> None:
    """PA-SCO-02, section C: one point below the target (14, 23), the ladder unchanged."""
    assert two(near, 0, target=target).words(0) == {"joga", "corre"}
    assert two(near - 1, 0, target=target).words(0) == {"truco"}
    assert two(near, near, target=target).offered(0) == two(near, near, target=target).lays(0)
    talk = two(0, 0, target=target).say("0 truco", "1 seis", "0 nove", "1 doze")
    assert talk.call == (12, 9)


def test_pa_sco_03_games_to_win() -> None:
    """PA-SCO-03: the first to win two games; the deal keeps rotating between them."""
    talk = two(11, 5, games_to_win="2").say("0 joga", *A_WINS)
    assert talk.state.games == (1, 0)
    assert talk.needs == "deal"
    assert talk.score == (0, 0)
    talk.deal(*TWO, vira="6d")
    assert talk.state.dealer == 0
    nega = Talk(*TWO, vira="6d", score=(10, 10), games=(1, 1), games_to_win="2")
    nega.say("0 truco", "1 quiero", *A_WINS)
    assert nega.needs == "over"
    assert nega.state.games == (2, 1)


@pytest.mark.parametrize(
    ("score", "said", "article"),
    [
        ((0, 0), ["0 truco", "1 quiero"], "PA-SCO-01"),
        ((11, 3), ["0 joga"], "PA-ONZ-04"),
        ((11, 11), [], "PA-FER-01"),
    ],
)
def test_pa_what_a_hand_pays_by(score: tuple[int, int], said: list[str], article: str) -> None:
    """PA-SCO-01, PA-ONZ-04, PA-FER-01: `/regras` quotes the one that paid."""
    assert two(*score).say(*said, *A_WINS).paid_by == [article]


def test_what_is_known_carries_its_rule() -> None:
    """PA-ONZ-02: every fact names the article that made it known."""
    talk = four(11, 3)
    for fact in view(talk.state, 0).facts:
        assert fact.kind == HOLDS
        assert talk.table.rules.article(fact.article) == "PA-ONZ-02"

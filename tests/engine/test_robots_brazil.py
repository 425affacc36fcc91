"""Robots at truco paulista and mineiro: manilhas, the ladder's stakes, special hands, signals."""

import random
from collections import Counter

import pytest

from engine import robots
from engine.actions import Action, Deal
from engine.apply import apply
from engine.cards import FRENCH, UNKNOWN, Card
from engine.guard.legal import awaited, needs
from engine.robots.reading.scale import scale_of
from engine.robots.reading.stakes import Stakes, match_share, pace_of
from engine.robots.solving import playout
from engine.seen.view import Heard, SeatView, view
from engine.state.state import State
from engine.variants import table_for
from tests.engine.decisions import Often, how_often


def cards(text: str) -> tuple[Card, ...]:
    return tuple(FRENCH.read(name) for name in text.split())


def hand(
    variant: str,
    hands: str,
    turned: str = "",
    score: tuple[int, int] = (0, 0),
    games: tuple[int, int] = (0, 0),
    **options: str,
) -> State:
    """A deal in which seat 0 is mano; hands separated by commas."""
    dealt = tuple(cards(part) for part in hands.split(","))
    table = table_for(variant, len(dealt), options)
    deal = Deal(len(dealt) - 1, dealt, FRENCH.read(turned) if turned else UNKNOWN)
    return apply(State(table, score=score, games=games), deal).state


def say(state: State, *steps: tuple[int, str]) -> State:
    for seat, words in steps:
        verb, _, card = words.partition(" ")
        step = Action(seat, verb, FRENCH.read(card)) if card else Action(seat, verb)
        state = apply(state, step).state
    return state


def chosen(seen: SeatView, times: int = 40) -> Often:
    return how_often(seen, times)


def answers(state: State, seat: int, times: int = 40) -> Often:
    return chosen(view(state, seat), times)


# --- the cards -----------------------------------------------------------------------------------


def test_manilhas_are_read_off_the_turned_card() -> None:
    """PA-CAR-03: the same four is nothing under a 6 and the best card of all under a 3."""
    table = table_for("paulista", 2)
    four = FRENCH.read("4c")
    low, high = scale_of(table, FRENCH.read("6d")), scale_of(table, FRENCH.read("3d"))
    assert low.chance[low.heights[four]] < 0.05
    assert high.chance[high.heights[four]] == 1
    hands = "4c 4h 5s,Kc Jd 7s"
    weak, strong = hand("paulista", hands, "6d"), hand("paulista", hands, "3d")
    called = [say(state, (0, "play 5s"), (1, "truco")) for state in (weak, strong)]
    assert answers(called[0], 0)["noquiero"] > 30
    assert answers(called[1], 0)["noquiero"] == 0


def test_a_card_wins_no_dearer_than_it_must() -> None:
    state = hand("mineiro", "Qc 5h 6s,4c Kd 5s")
    state = say(state, (0, "play Qc"))
    laid = Counter(robots.choose(view(state, 1), random.Random(seed)) for seed in range(30))
    plays = {action.arg: count for action, count in laid.items() if action.verb == "play"}
    assert set(plays) <= {FRENCH.read("Kd")}


# --- the ladder ----------------------------------------------------------------------------------


def test_no_raise_when_the_hand_wins_the_game_as_it_is() -> None:
    """At 8 a hand accepted for 4 wins the game: more can only be lost."""
    strong = "4c 7h As,5c 5h 6s"
    state = hand("mineiro", strong, score=(8, 0))
    accepted = say(state, (0, "play As"), (1, "truco"), (0, "quiero"), (1, "play 6s"))
    assert "seis" in {legal.verb for legal in view(accepted, 0).offered}
    assert answers(accepted, 0)["seis"] == 0
    pending = say(state, (0, "play As"), (1, "truco"))
    assert set(answers(pending, 0)) == {"quiero"}


def test_what_the_match_is_worth() -> None:
    assert match_share(1, 0, 0) == (1, 0)
    assert match_share(2, 0, 0) == (0.75, 0.25)
    assert match_share(2, 1, 0) == (1, 0.5)
    stakes = Stakes(12, 0, 0, match=(0.75, 0.25))
    assert (stakes.match_won(), stakes.match_lost()) == (1.5, -0.5)
    assert stakes.break_even(12, 12, match=True) == pytest.approx(0.25)


def test_the_pace_is_read_off_the_rules() -> None:
    paulista = pace_of(table_for("paulista", 4))
    assert (paulista.special, paulista.worth, paulista.run) == (1, 3, 1)
    assert [points for points, _ in paulista.pays] == [1, 3, 6, 9, 12]
    assert sum(share for _, share in paulista.pays) == pytest.approx(1)
    assert pace_of(table_for("mineiro", 4)).special == 2
    assert pace_of(table_for("mineiro", 2, {"special_solo": "off"})).special == 0
    eleven = Stakes(12, 11, 5, paulista)
    assert eleven.won(0) > 0.7
    assert Stakes(12, 11, 11, paulista).won(0) == 0.5


# --- ties ----------------------------------------------------------------------------------------


def test_three_ties_are_nobodys() -> None:
    """PA-HAN-06: the mano's three ties win nothing here."""
    nobody = playout.Ties("last_tied", playout.DRAWN)
    hands, facing = playout.packed((5, 5, 5), (5, 5, 5), playout.NONE)
    assert playout.solve(hands, 0, facing, (), nobody) == playout.DRAWN
    assert playout.solve(hands, 0, facing, ()) == 0


@pytest.mark.parametrize(
    ("lead", "place"), [("mano", 0), ("previous_leader", 2), ("first_tied", 3), ("last_tied", 0)]
)
def test_who_leads_after_a_tie(lead: str, place: int) -> None:
    """PA-TRI-05: place 2 led, 3 laid the first of the best cards, 0 the last."""
    trick = playout.OpenTrick(2)
    for slot, level in ((2, 4), (3, 9), (0, 9), (1, 3)):
        trick.lay(slot, level)
    assert trick.side == playout.PARDA
    assert trick.leads_next(lead) == place


def test_who_called_over_a_card_has_to_beat_it() -> None:
    """PA-TRU-11: a tie is no use to him, and enough for the others."""
    trick = playout.OpenTrick(0, beaten=1)
    trick.lay(0, 6)
    trick.lay(1, 6)
    assert (trick.side, trick.slot) == (0, 0)
    other = playout.OpenTrick(0, beaten=0)
    other.lay(0, 6)
    assert playout.pick((1, 6, 9), other, 1, 0, 0, (), [0.1] * 10) == 6
    other.lay(1, 6)
    assert (other.side, other.slot) == (1, 1)
    state = hand("mineiro", "3c 5h 6s,3d 7d 4h", truco_must_beat="on")
    state = say(state, (0, "play 3c"), (1, "truco"), (0, "quiero"))
    laid = Counter(robots.choose(view(state, 1), random.Random(seed)).arg for seed in range(30))
    assert laid[FRENCH.read("3d")] == 0


# --- the special hands ---------------------------------------------------------------------------


def test_a_blind_hand_is_played_by_place() -> None:
    """PA-FER-02."""
    hands = "Kc Kh 4s,4h 5h 6s,2c 2h 2s,3c 3h 3s"
    state = hand("paulista", hands, "Jc", score=(11, 11), ferro="blind")
    places: Counter[int] = Counter()
    for seed in range(60):
        action = robots.choose(view(state, 0), random.Random(seed))
        assert action.verb == "place"
        places[action.arg] += 1
    assert set(places) == {1, 2, 3}
    rng = random.Random(4)
    while needs(state) == "seat":
        seat = awaited(state)[0]
        assert robots.sena_for(view(state, seat), rng) is None
        action = robots.choose(view(state, seat), rng)
        assert action.verb == "place"
        state = apply(state, action).state


def test_blind_cards_are_not_peeped_at() -> None:
    one = hand("paulista", "Kc Kh 4s,4h 5h 6s", "Jc", score=(11, 11), ferro="blind")
    two = hand("paulista", "4h 5h 6s,Kc Kh 4s", "Jc", score=(11, 11), ferro="blind")
    for seed in range(20):
        first, second = (robots.choose(view(at, 0), random.Random(seed)) for at in (one, two))
        assert first == second


# --- signals -------------------------------------------------------------------------------------


WEAK = "7c 4h 5s,4d 5h 6s,Kc Kh 3s,6h Qd 7d"


@pytest.mark.dear
def test_a_signal_counts() -> None:
    """SI-03: with zap promised by the partner a weak hand runs from a truco less often."""
    state = say(hand("paulista", WEAK, "Jc"), (1, "truco"))
    plain = chosen(view(state, 0), 60)
    told = chosen(view(state, 0, (Heard(2, "zap"), Heard(2, "copas"))), 60)
    full = chosen(view(state, 0, (Heard(2, "cheio"),)), 60)
    assert told["noquiero"] < plain["noquiero"]
    assert full["noquiero"] < plain["noquiero"]
    rivals = chosen(view(state, 0, (Heard(1, "zap"),)), 60)
    assert rivals["noquiero"] > 20  # not the partner's


def test_what_a_partner_asks_for() -> None:
    """*Pede truco* and *deixa comigo*."""
    state = hand("paulista", "2c 2h 5s,4d 5h 6s,Ac As 4c,6h Qd 7d", "Jc")
    quiet = chosen(view(state, 0), 60)
    asked = chosen(view(state, 0, (Heard(2, "pede_truco"),)), 60)
    assert asked["truco"] > quiet["truco"]
    told = view(state, 0, (Heard(2, "deixa_comigo"),))
    laid = Counter(robots.choose(told, random.Random(seed)) for seed in range(40))
    plays = {action.arg for action in laid if action.verb == "play"}
    assert plays <= {FRENCH.read("5s")}

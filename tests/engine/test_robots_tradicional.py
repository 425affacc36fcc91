"""Robots at a table of truco tradicional: three players, blind calls, the fourth card."""

from random import Random

import pytest
from msgspec.structs import replace

from engine.actions import BLIND_VERBS, DENUNCIA, DESCARTA, FLOR, NO_ARGUMENT, Action, Close
from engine.apply import apply, deal_from, new_match
from engine.cards import SPANISH
from engine.guard.legal import awaited, needs
from engine.numbers import Seat
from engine.robots import choose
from engine.robots.imagining.hidden_cards import guesses
from engine.robots.players.heuristic import claim
from engine.robots.reading.situation import Situation
from engine.seen.imagine import imagine_many
from engine.seen.view import view
from engine.state.facts import ENVIDO_POINTS, HAS_FLOR, Fact
from engine.state.state import State
from engine.variants import table_for
from tests.conversation import Talk
from tests.narrow import of_kind


def dealt(players: int, seed: int, **options: str) -> State:
    """A first hand of this table."""
    table = table_for("tradicional-18", players, options)
    deck = list(table.deck)
    Random(seed).shuffle(deck)
    return apply(new_match(table), deal_from(table, seed % players, tuple(deck))).state


@pytest.mark.parametrize("players", [2, 3, 4, 6, 8])
@pytest.mark.parametrize("options", [{}, {"gallo": "1", "gallo_four_cards": "on"}])
def test_robots_play_a_hand_to_its_end(players: int, options: dict[str, str]) -> None:
    """TR-GAL-01, TR-GAL-04, TR-COM-01, TR-OCH-01: every choice is one that was offered."""
    for seed in range(2):
        state, rng = dealt(players, seed, **options), Random(seed)
        while needs(state) != "deal" and needs(state) != "over":
            if needs(state) == "close":
                state = apply(state, Close()).state
                continue
            seat = awaited(state)[0]
            seen = view(state, seat)
            action = of_kind(Action, choose(seen, rng, 4))
            state = apply(state, action).state


@pytest.mark.parametrize(
    ("hand", "away"), [("2e 3b 11c 7e", "11c"), ("2e 3e 4e 1b", "1b"), ("4c 2e 3e 1e", "4c")]
)
def test_the_lowest_of_four_is_put_away_unless_the_others_are_a_flor(hand: str, away: str) -> None:
    """TR-GAL-04."""
    also = {"blind_calls": "off", "gallo_four_cards": "on"}
    talk = Talk("4b 5o 6o", "4o 5c 6c", hand, game="tradicional-18", also=also)
    said = choose(view(talk.state, 2), Random(0), 12)
    assert said == Action(Seat(2), DESCARTA, SPANISH.read(away))


def test_most_look_before_they_speak() -> None:
    """TR-COM-01."""
    said = []
    for seed in range(40):
        state = dealt(4, seed)
        seat = awaited(state)[0]
        said.append(choose(view(state, seat), Random(seed), 0).verb)
    assert set(said) <= BLIND_VERBS
    assert said.count("ver") > 30


@pytest.mark.parametrize("dealer", [0, 1, 2])
@pytest.mark.parametrize("options", [{}, {"gallo": "0"}, {"gallo": "2"}])
def test_with_three_places_alternate_all_the_same(dealer: int, options: dict[str, str]) -> None:
    """TR-GAL-01: partner and rivals are those of the table, and a place's parity is its side."""
    talk = Talk(
        "7e 6o 4b", "2c 11o 5b", "3c 10e 4o", dealer=dealer, game="tradicional-18", also=options
    )
    for seat in range(3):
        scene = Situation(view(talk.state, seat))
        sides = talk.state.table.sides
        assert set(scene.rivals) == {number for number in range(3) if sides[number] != sides[seat]}
        assert set(scene.partners) == {
            number for number in range(3) if sides[number] == sides[seat]
        } - {seat}
        parity = {number: scene.slot_of[number] & 1 for number in range(3)}
        assert all(
            (parity[number] == parity[seat]) == (sides[number] == sides[seat])
            for number in range(3)
        )


BOLD = {"flor_faults": "penalty", "blind_calls": "off"}


def test_robots_say_no_flor_that_is_none() -> None:
    """TR-FLO-03: nor a late one; theirs they do say."""
    said = 0
    for seed in range(20):
        state, rng = dealt(4, seed, **BOLD), Random(seed)
        while needs(state) == "seat":
            seat = awaited(state)[0]
            action = choose(view(state, seat), rng, 2)
            if action.verb == FLOR:
                assert state.hand is not None
                said += 1
                assert state.table.has_flor(state.hand.dealt[seat], state.hand.turned)
                assert not state.hand.position.opened >> seat & 1
            state = apply(state, action).state
    assert said


def test_a_flor_that_is_said_is_believed() -> None:
    """TR-FLO-03: until the cards on the table say otherwise."""
    talk = Talk("3o 5e 6b", "5c 6c 10b", game="tradicional-18", also=BOLD).say("0 flor")
    for step in ((), ("0 play 3o", "1 play 10b")):
        talk.say(*step)
        deals = [guess.dealt[0] for guess in guesses(Situation(view(talk.state, 1)), Random(0), 20)]
        assert len(deals) == 20
        assert all(talk.table.has_flor(cards, -1) for cards in deals)
    talk.say("0 play 5e")
    assert guesses(Situation(view(talk.state, 1)), Random(0), 4)


def test_what_a_comparison_told_of_a_flor_that_is_believed() -> None:
    """TR-FLO-03: it is none, or not as good as the winner's."""
    talk = Talk("3b 4b 12b", "5c 6c 4c", game="tradicional-18", also=BOLD)
    talk.say("0 flor", "1 contraflor", "0 florquiero")
    looking = view(talk.state, 1)
    for cards in imagine_many(looking, Random(0), 200):
        flor = talk.table.has_flor(cards[0], -1)
        assert not flor or talk.table.flor_points(cards[0], -1) < 35
    believed = [guess.dealt[0] for guess in guesses(Situation(looking), Random(0), 40)]
    assert all(talk.table.has_flor(cards, -1) for cards in believed)
    assert all(talk.table.flor_points(cards, -1) < 35 for cards in believed)


@pytest.mark.parametrize(("last", "sure"), [("play 5e", True), ("mazo", False)])
def test_robots_denounce_what_the_cards_contradict(last: str, sure: bool) -> None:
    """TR-FAL-05: a flor of two suits; nothing on suspicion, for that costs 3."""
    talk = Talk("4o 5e 6b", "1e 1b 7e", "2e 3b 11c", "10o 4b 5b", game="tradicional-18", also=BOLD)
    talk.say("0 flor", "0 play 4o", "1 play 1e", "2 play 2e", "3 play 10o", "1 play 1b")
    talk.say("2 play 3b", "3 play 4b")
    talk.say(f"0 {last}")
    assert talk.needs == "close"
    said = claim(view(talk.state, 1), Random(0))
    assert (said is not None and said.verb == DENUNCIA) == sure


@pytest.mark.parametrize(
    ("kind", "high", "denounced"),
    [(HAS_FLOR, 0, True), (HAS_FLOR, 1, False), (ENVIDO_POINTS, 0, False)],
)
def test_robots_denounce_a_flor_that_is_known_to_be_none(
    kind: str, high: int, denounced: bool
) -> None:
    """TR-FAL-05: though the cards that lie there are of one suit; no other fact counts."""
    talk = Talk("4o 5e 6b", "1e 1b 7e", "2e 3b 11c", "10o 4b 5b", game="tradicional-18", also=BOLD)
    talk.say("0 flor", "0 play 4o", "1 play 1e", "2 play 2e", "3 play 10o", "1 play 1b")
    talk.say("2 play 3b", "3 play 4b", "0 mazo")
    seen = view(talk.state, 1)
    seen = replace(seen, facts=(*seen.facts, Fact(kind, Seat(0), "flor.claim", high, high)))
    said = claim(seen, Random(0))
    assert (said is not None and said.verb == DENUNCIA) == denounced


@pytest.mark.parametrize(("number", "sure"), [(33, True), (5, False)])
def test_robots_denounce_a_number_the_cards_contradict(number: int, sure: bool) -> None:
    """TR-FAL-05: once all three lie there."""
    manual = {"declare": "manual", "blind_calls": "off"}
    talk = Talk("4e 5b 12o", "12e 5c 3o", game="tradicional-18", also=manual)
    talk.say("0 envido", "1 quiero", f"0 tengo {number}", "1 buenas")
    talk.say("0 play 12o", "1 play 12e", "0 play 5b", "1 play 5c", "0 play 4e", "1 play 3o")
    said = claim(view(talk.state, 1), Random(0))
    assert (said is not None and said.verb == DENUNCIA) == sure


@pytest.mark.parametrize(("steps", "asks"), [((), False), (("0 play 3e", "1 play 4c"), True)])
def test_nobody_asks_for_a_flor_without_a_reason(steps: tuple[str, ...], asks: bool) -> None:
    """TR-FLO-10: though it costs nothing: only of who has shown two cards of a suit, and not after
    every such hand. Asked again, a robot answers the same: it is asked whether it has a claim, and
    then for the claim."""
    said = []
    for score in range(40):
        talk = Talk(
            "3e 2e 4o",
            "4c 5c 12b",
            game="tradicional-18",
            score=(score % 9, score // 9),
            also={"blind_calls": "off"},
        )
        talk.say(*steps, *(["0 play 2e"] if steps else []), "1 mazo")
        assert talk.needs == "close"
        seen = view(talk.state, 1)
        said.append(claim(seen, Random(score)))
        assert claim(seen, Random(score + 1)) == said[-1]
    spoken = len(said) - said.count(None)
    assert 0 < spoken < 20 if asks else spoken == 0


def test_a_number_is_said_for_what_has_no_word_of_its_own() -> None:
    """TR-ENV-12: not "dos envido" for an envido."""
    said = set()
    for seed in range(30):
        state, rng = dealt(4, seed, blind_calls="off"), Random(seed)
        while needs(state) == "seat":
            action = choose(view(state, awaited(state)[0]), rng, 2)
            said.add((action.verb, action.arg))
            state = apply(state, action).state
    assert ("envido", NO_ARGUMENT) in said
    assert any(verb == "envido" and number > 2 for verb, number in said)
    assert ("envido", 2) not in said

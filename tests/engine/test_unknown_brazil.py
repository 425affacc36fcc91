"""Records of paulista and mineiro in which cards are unknown: a seat's own exports."""

import pytest

from engine.actions import COVER, PLAY, Action
from engine.cards import FRENCH, UNKNOWN
from engine.events import Shown
from engine.guard.legal import legal_actions
from engine.record.notation import parse_record
from engine.record.replay import Replay, replay
from engine.seen.view import PUBLIC, view
from tests.brazil.talk import cards
from tests.narrow import present

BLIND = """record 1
variant paulista
option ferro blind
players 2
score A 11
score B 11
hand dealer 1 turned 6d
"""
ONZE = """record 1
variant paulista
players 4
score A 11
score B 3
hand dealer 3 turned 6d
deal 0 ?? ?? ??
deal 1 3c 3h 3s
deal 2 ?? ?? ??
deal 3 4c 4h 4s
"""


def played(text: str) -> Replay:
    found = replay(parse_record(text))
    assert found.error is None, found.error
    return found


@pytest.mark.parametrize("place", ["1", "2", "3"])
def test_a_blind_card_that_nobody_knows_ends_the_replay(place: str) -> None:
    """PA-FER-02: what is turned up has to be known; there the replay stops, without error."""
    text = f"{BLIND}deal 0 ?? ?? ??\ndeal 1 2c 2h 2s\n0 play {place}\n1 play 1\n"
    found = played(text)
    assert not found.complete
    assert len(found.steps) == 1


def test_a_blind_card_that_is_known() -> None:
    """PA-FER-02: the deal of an export holds what was turned up, in its place."""
    found = played(f"{BLIND}deal 0 ?? 3c ??\ndeal 1 2c ?? ??\n0 play 2\n1 play 1\n")
    assert found.complete
    assert found.state.hand is not None
    assert [trick.side for trick in found.state.hand.tricks] == [0]
    assert view(found.state, 0).cards == (UNKNOWN, UNKNOWN)


def test_an_unknown_card_laid_open_ends_the_replay() -> None:
    text = "record 1\nvariant mineiro\nplayers 2\nhand dealer 1\ndeal 0 7c Kd Ah\ndeal 1 ?? ?? ??\n"
    found = played(f"{text}0 play Kd\n1 play ??\n")
    assert not found.complete
    assert len(found.steps) == 2


def test_unknown_cards_are_one_to_lay() -> None:
    """Nobody can tell them apart; a known one is a card of its own."""
    deal = "record 1\nvariant mineiro\nplayers 2\nhand dealer 1\ndeal 0 7c Kd Ah\ndeal 1"
    lays = {
        deck: [
            (legal.verb, legal.arg)
            for legal in legal_actions(played(f"{deal} {deck}\n0 play Kd\n").state, 1)
            if isinstance(legal, Action) and legal.verb in (PLAY, COVER)
        ]
        for deck in ("?? ?? ??", "4s ?? ??")
    }
    assert lays["?? ?? ??"] == [(PLAY, UNKNOWN)]
    assert lays["4s ?? ??"] == [(PLAY, FRENCH.read("4s")), (PLAY, UNKNOWN)]


def test_an_unknown_card_face_down_does_not() -> None:
    """PA-COV-02: its face decides nothing."""
    text = "record 1\nvariant mineiro\nplayers 2\nhand dealer 1\ndeal 0 7c Kd Ah\ndeal 1 ?? ?? ??\n"
    found = played(f"{text}0 play Kd\n1 play 4s\n0 play 7c\n1 cover ??\nresult A 2 B 0\n")
    assert found.complete


def test_the_highest_of_unknown_cards() -> None:
    """MI-TRI-04: whoever reads the record takes the writer's word."""
    text = """record 1
variant mineiro
option show_after_tie highest
players 2
hand dealer 1
deal 0 3c 5c 4h
deal 1 3h ?? ??
0 play 3c
1 play 3h
1 play 6d
0 play 5c
result A 0 B 2
"""
    assert played(text).complete


def test_the_unbeatable_pair_of_unknown_cards() -> None:
    """PA-ONZ-07: what is shown is known from the vira."""
    found = played(f"{ONZE}0 joga\n0 mostrar\nresult A 3 B 0\n")
    (shown,) = (event for step in found.steps for event in step.events if isinstance(event, Shown))
    assert set(shown.cards) == set(cards("7c 7h"))
    assert {FRENCH.write(card) for card in view(found.state, PUBLIC).seen[0]} == {"7c", "7h"}


def test_nobody_looks_at_unknown_cards() -> None:
    """PA-ONZ-02: no fact speaks of a card that the writer does not know."""
    hand = present(played(ONZE).state.hand)
    assert hand.facts
    assert all(fact.card != UNKNOWN for fact in hand.facts)
